// time_step.hpp -- a step in time, and how it went
#pragma once

#include "polhode/numbers/pack.hpp"

namespace polhode::inline POLHODE_ISA {

/// A step in time. The end of a step is, to the last bit, the beginning of the next.
template <class T>
struct TimeStep {
  T t{}, h{}, end{};
};

/// How a step went, lane by lane. A lane that did not converge keeps the state it had before the step.
template <class T>
struct StepStatus {
  Mask<T> converged{true};
  int iterations = 0;  ///< the most over all lanes
};

}  // namespace polhode::inline POLHODE_ISA
