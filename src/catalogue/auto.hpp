// auto.hpp -- what "auto" stands for: the one place that says so
//
//   one body, by steps            exact if it is free; in a potential a splitting of order 6, under any other torque cf4
//   one body, to an accuracy      exact if it is free; under torques a pair of solutions by gauss16 (drive/solve.hpp)
//   many bodies, to an accuracy   exact if they are free; under torques rk8, which runs in lanes (tops to 1e-9 rad take 16 us each,
//                                 with the splitting 309); where each has to be run alone, as one body
#pragma once

#include <optional>
#include <string_view>

#include "polhode/methods/card.hpp"

namespace polhode {

/// A method, and what people are told of the choice.
struct AutoMethod {
  std::string_view method, remark;
};

// `torque`: what acts on the body can do these things; empty for a free body.
AutoMethod auto_by_steps(const std::optional<Abilities>& torque);
/// Of one body; under torques it is the pair.
AutoMethod auto_to_accuracy(const std::optional<Abilities>& torque);
/// `alone`: each of them has to be run by itself.
AutoMethod auto_for_many(const std::optional<Abilities>& torque, bool alone);

}  // namespace polhode
