// mover.hpp -- any method, chosen at run time: moves one body in principal axes, many steps per call
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "catalogue/catalogue.hpp"
#include "polhode/drive/plan.hpp"
#include "problem/problem.hpp"

namespace polhode {

/// What one call did: so many steps, and whether the next one failed.
struct Advanced {
  int steps = 0;
  long iterations = 0;
  bool failed = false;
};

/// What a method carries from step to step, by the names of its fields: to be saved and put back as it is. Fields of the
/// cache begin with "cache."; they may be left out, which changes no bit of the states.
using MoverMemory = std::vector<std::pair<std::string, double>>;

inline namespace POLHODE_ISA {

class Mover {
 public:
  virtual ~Mover() = default;
  /// Prepares for a stretch: the torque as it is there, nothing remembered.
  virtual void enter(const Stretch&) = 0;
  /// Steps first, first + 1, ... of the stretch, `count` of them: from states[0] to states[1], states[2], ...
  virtual Advanced advance(const Stretch&, long first, int count, PrincipalState<double>* states) = 0;
  /// Whether steps are cheaper if nobody looks at the states between.
  virtual bool passes() const { return false; }
  /// If so: the same steps from s, of which only the last is looked at. The end has the same bits.
  virtual Advanced pass(const Stretch&, long /*first*/, int /*count*/, PrincipalState<double>&) { return {}; }
  virtual MoverMemory memory() = 0;
  /// Throws InvalidInput if the memory is not one of this method.
  virtual void restore(const MoverMemory&) = 0;
  virtual long torque_evaluations() const = 0;
};

/// With keep_energy = n the body is given its energy after every n steps: a free body the energy of its start, in a potential
/// the total energy, under any other torque the energy that the work of the torque makes of it. 0: never. For a free body `exact` is not chained
/// step after step: each state is evaluated from the start, so that no error builds up.
std::unique_ptr<Mover> make_mover(const Choice&, const Problem&, int keep_energy = 0);

}  // namespace POLHODE_ISA

}  // namespace polhode
