// table_value.hpp -- a coefficient table of tables/, summed in __float128 as it stands
#pragma once

#include "polhode/body/inertia.hpp"
#include "polhode/body/invariants.hpp"
#include "polhode/methods/tables/term.hpp"
#include "polhode/numbers/quad.hpp"

namespace polhode::measure {

/// P = |V|^2 and so on of a table, summed with the papers' letters: sum of c C^i K^j Z^l x^n sigma^o pi^u at a body and a momentum.
inline Quad table_value(tables::Terms terms, const Principal<Quad>& body, const Vec3<Quad>& m) {
  const auto power = [](Quad a, int n) {
    Quad r = 1;
    for (int i = 0; i < n; ++i) r *= a;
    return r;
  };
  const Quad x = body.x.y, a = body.x.x - x, b = body.x.z - x;
  const Quad C = casimir(m), K = energy(body, m) - x * C;
  const Quad Z = (a * a * m.x * m.x + b * b * m.z * m.z) / 2;
  Quad sum = 0;
  for (const auto& t : terms)
    sum += Quad(t.numerator) / Quad(t.denominator) * power(C, t.C) * power(K, t.K) * power(Z, t.Z) * power(x, t.x) *
           power(a + b, t.sigma) * power(a * b, t.pi);
  return sum;
}

}  // namespace polhode::measure
