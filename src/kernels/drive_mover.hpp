// drive_mover.hpp -- a Mover around a Drive
#pragma once

#include <optional>
#include <string>
#include <type_traits>

#include "kernels/mover.hpp"
#include "polhode/drive/drive.hpp"
#include "polhode/drive/energy_correction.hpp"
#include "polhode/drive/energy_under_torque.hpp"
#include "polhode/drive/pass.hpp"
#include "problem/torques.hpp"

namespace polhode::inline POLHODE_ISA {

/// Torque is NoTorque or ProblemTorque.
template <class M, class Torque>
class DriveMover final : public Mover {
 public:
  DriveMover(const Problem& problem, const Principal<double>& body, const typename M::template Body<double>& constants,
             const Torque& torque, int order, int keep_energy)
      : torque_(torque), drive_(body, constants, torque), keep_energy_(keep_energy) {
    if (keep_energy > 0 && problem.is_free())
      keeper_.emplace(body, problem.principal_start());
    else if (keep_energy > 0)
      follower_.emplace(body, order);
  }

  void enter(const Stretch& stretch) override {
    if (follower_) follower_->restart();
    if constexpr (std::is_same_v<Torque, NoTorque>) {
      drive_.restart();
    } else {
      evaluations_ = torque_evaluations();
      drive_.restart(torque_.during(0.5 * (stretch.from + stretch.until)));
    }
  }
  Advanced advance(const Stretch& stretch, long first, int count, PrincipalState<double>* states) override {
    PrincipalState<double> s = states[0];
    Advanced done;
    TimeStep<double> at = time_step(stretch, first);
    for (; done.steps < count; ++done.steps) {
      const StepStatus<double> status = drive_.step(at, s);
      if (keep_energy_ > 0 && status.converged) keep_energy(at, first + done.steps + 1, states[done.steps], s);
      done.iterations += status.iterations;
      if (!status.converged) {
        done.failed = true;
        break;
      }
      states[done.steps + 1] = s;
      at.t = at.end;
      at.end = time_of(stretch, first + done.steps + 2);
    }
    return done;
  }
  bool passes() const override { return Passes<M> && keep_energy_ == 0; }
  Advanced pass(const Stretch& stretch, long first, int count, PrincipalState<double>& s) override {
    Advanced done;
    if constexpr (Passes<M>) {
      for (; done.steps < count && !done.failed; done.steps += done.failed ? 0 : 1) {
        const StepStatus<double> status = polhode::pass(drive_, time_step(stretch, first + done.steps), s);
        done.iterations += status.iterations;
        done.failed = !status.converged;
      }
      if (!look(drive_, s).converged) done.failed = true;
    }
    return done;
  }
  MoverMemory memory() override {
    MoverMemory all;
    each_saved([&](const std::string& name, double& x) { all.emplace_back(name, x); });
    return all;
  }
  void restore(const MoverMemory& saved) override {
    std::size_t used = 0;
    each_saved([&](const std::string& name, double& x) {
      for (const auto& [field, value] : saved)
        if (field == name) {
          x = value;
          ++used;
          return;
        }
      if (!name.starts_with("cache."))
        throw InvalidInput("the memory of method " + std::string(M::info.name) + " lacks its field " + name);
    });
    if (used != saved.size())
      throw InvalidInput("the memory has " + std::to_string(saved.size()) + " fields, of which method " +
                         std::string(M::info.name) + " knows " + std::to_string(used));
  }
  long torque_evaluations() const override {
    if constexpr (std::is_same_v<Torque, NoTorque>)
      return 0;
    else
      return evaluations_ + drive_.torque().model().evaluations;
  }

 private:
  [[no_unique_address]] Torque torque_;  // with all its switches
  Drive<M, Torque> drive_;
  std::optional<EnergyKeeper<double>> keeper_;      // of a free body
  std::optional<EnergyFollower<double>> follower_;  // under torques
  int keep_energy_;                                 // steps between corrections; 0: none
  long evaluations_ = 0;                            // in the stretches before

  /// After step n of the stretch.
  void keep_energy([[maybe_unused]] const TimeStep<double>& at, long n,
                   [[maybe_unused]] const PrincipalState<double>& before, PrincipalState<double>& s) {
    const bool correct = n % keep_energy_ == 0;
    if (keeper_) {
      if (correct) (*keeper_)(true, s);
      return;
    }
    if constexpr (!std::is_same_v<Torque, NoTorque>)
      if (follower_) (*follower_)(drive_.torque(), at, before, true, correct, s);
  }
  template <class F>
  void each_saved(F&& f) {
    if (follower_) each_number("energy", *follower_, f);
    each_number("", drive_.memory(), f);
    each_number("", drive_.cache(), [&](const std::string& name, double& x) { f("cache." + name, x); });
  }
};

/// A flow of the free body behind a pointer, for splittings: one indirect call per drift.
struct FlowPointer {
  std::shared_ptr<const void> constants;
  StepStatus<double> (*step)(const void* constants, double h, PrincipalState<double>&) noexcept = nullptr;
};

// Methods are compiled in slices of their lists, side by side.
inline constexpr int kFreeSlices = 6, kTorquedSlices = 3;
/// The method of the free body of that name, from slice i; null if it is in another.
template <int slice>
std::unique_ptr<Mover> free_mover(const Choice&, const Problem&, int keep_energy);
/// The same as a flow; null also if it carries a memory.
template <int slice>
FlowPointer flow_pointer(std::string_view name, const Principal<double>& body);
/// A method that takes torques; splittings on any flow are in slice 0.
template <int slice>
std::unique_ptr<Mover> torqued_mover(const Choice&, const Problem&, int keep_energy);

/// Calls f with the methods number slice, slice + slices, ... of the list.
template <int slices, int slice, int i = 0, class F, class M, class... Rest>
void each_of_slice(MethodList<M, Rest...>, F&& f) {
  if constexpr (i % slices == slice) f(M{});
  if constexpr (sizeof...(Rest) > 0) each_of_slice<slices, slice, i + 1>(MethodList<Rest...>{}, f);
}

/// The flow of that name, whatever its slice.
FlowPointer any_flow_pointer(std::string_view name, const Principal<double>& body);

}  // namespace polhode::inline POLHODE_ISA
