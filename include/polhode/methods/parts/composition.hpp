// composition.hpp -- one engine that runs any symmetric composition over any symmetric method
//
//   Phi_h = phi_{g1 h} . phi_{g2 h} . ... . phi_{g2 h} . phi_{g1 h}
//
// A base method of the form outer(h/2) inner(h) outer(h/2) whose outer flow is exact, so that
// outer(a) outer(b) = outer(a + b), may offer the two parts; then neighbouring outer halves are joined into one.
#pragma once

#include "polhode/methods/method.hpp"
#include "polhode/methods/tables/composition.hpp"

namespace polhode::inline POLHODE_ISA {

/// Runs `Table` over `Base` on anything that Base moves. A lane in which one of the sub-steps fails is left as it is then:
/// the caller restores it.
template <class Base, class Table, class T, class Body, class Moved>
POLHODE_INLINE StepStatus<T> compose(const Body& body, T h, Moved& s) noexcept {
  constexpr auto gamma = Table::template steps<Lane<T>>();
  constexpr int n = int(gamma.size());
  StepStatus<T> status{};
  if constexpr (requires { Base::outer(body, h, s); }) {
    Base::outer(body, T(gamma[0] / 2) * h, s);
    for (int i = 0; i < n; ++i) {
      Base::inner(body, T(gamma[i]) * h, s);
      Base::outer(body, T(i + 1 < n ? (gamma[i] + gamma[i + 1]) / 2 : gamma[i] / 2) * h, s);
    }
  } else {
    for (int i = 0; i < n; ++i) {
      const StepStatus<T> one = Base::step(body, T(gamma[i]) * h, s);
      status.converged = status.converged & one.converged;
      status.iterations += one.iterations;
    }
  }
  return status;
}

}  // namespace polhode::inline POLHODE_ISA
