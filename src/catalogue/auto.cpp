// auto.cpp -- what "auto" stands for
#include "catalogue/auto.hpp"

namespace polhode {

namespace {

constexpr AutoMethod kExactMotion{"exact", "auto: the body is free, so the exact motion"};

}  // namespace

AutoMethod auto_by_steps(const std::optional<Abilities>& torque) {
  if (!torque) return kExactMotion;
  if (torque->potential) return {"rkn6", "auto: a potential, so a splitting of order 6"};
  return {"cf4", "auto: a general torque, so a commutator-free method of order 4"};
}

AutoMethod auto_to_accuracy(const std::optional<Abilities>& torque) {
  if (!torque) return kExactMotion;
  return {"gauss16", "accuracy: a pair of solutions with strides as the motion needs them"};
}

AutoMethod auto_for_many(const std::optional<Abilities>& torque, bool alone) {
  if (!torque) return kExactMotion;
  if (alone) return {"gauss16", "auto: each body alone, with strides as the motion needs them"};
  return {"rk8", "auto: many bodies under torques, to an accuracy"};
}

}  // namespace polhode
