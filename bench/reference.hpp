// reference.hpp -- the attitude at the end, right to the last digit of a double: a Taylor series of order 30 in 113 bits
#pragma once

#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "polhode/drive/drive.hpp"
#include "polhode/methods/taylor.hpp"
#include "polhode/numbers/quad.hpp"

namespace polhode_bench {

/// In n steps and in twice as many; if the two differ by more than 3e-15 the program fails.
template <class Torque>
polhode::PrincipalState<double> reference(const char* name, const polhode::Vec3<double>& moments,
                                          const polhode::PrincipalState<double>& start, double end, long n,
                                          const Torque& torque) {
  using namespace polhode;
  const auto run = [&](long steps) {
    Drive<Taylor<30>, Torque, Quad> drive(Principal<Quad>(convert<Quad>(moments)), torque);
    PrincipalState<Quad> s{{Quad(start.Q.w), convert<Quad>(start.Q.v)}, convert<Quad>(start.m)};
    const Quad h = Quad(end) / Quad(steps);
    for (long i = 0; i < steps; ++i) drive.step(Quad(i) * h, h, s);
    return s;
  };
  const PrincipalState<Quad> s = run(2 * n), coarse = run(n);
  if (const double off = double(norm2(s.Q - coarse.Q)); !(off < 1e-29)) {
    std::fprintf(stderr, "bench: the references of %s differ by %g\n", name, std::sqrt(off));
    std::exit(1);
  }
  return {{double(s.Q.w), {double(s.Q.v.x), double(s.Q.v.y), double(s.Q.v.z)}},
          {double(s.m.x), double(s.m.y), double(s.m.z)}};
}

}  // namespace polhode_bench
