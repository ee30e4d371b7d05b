// solve.cpp -- problems to a wanted accuracy
#include "kernels/solve.hpp"

#include <algorithm>
#include <utility>

#include "problem/torques.hpp"

namespace polhode::inline POLHODE_ISA {

namespace {

class RecordedMover final : public Mover {
 public:
  RecordedMover(std::span<const Stretch> plan, std::span<const PrincipalState<double>> states, long torque_evaluations)
      : plan_(plan), states_(states), torque_evaluations_(torque_evaluations) {
    long before = 0;
    for (const Stretch& stretch : plan_) {
      first_.push_back(before);
      before += stretch.n;
    }
  }

  void enter(const Stretch& stretch) override {
    const auto at = std::ranges::find_if(plan_, [&](const Stretch& one) { return one.from == stretch.from; });
    begins_ = at == plan_.end() ? long(states_.size()) : first_[std::size_t(at - plan_.begin())];
  }
  Advanced advance(const Stretch&, long first, int count, PrincipalState<double>* states) override {
    const long from = begins_ + first, known = long(states_.size()) - 1;
    Advanced done;
    for (; done.steps < count && from + done.steps < known; ++done.steps)
      states[done.steps + 1] = states_[std::size_t(from + done.steps + 1)];
    done.failed = done.steps < count;
    return done;
  }
  MoverMemory memory() override { return {}; }
  void restore(const MoverMemory& saved) override {
    if (!saved.empty()) throw InvalidInput("a run to an accuracy carries no memory");
  }
  long torque_evaluations() const override { return torque_evaluations_; }

 private:
  std::span<const Stretch> plan_;
  std::span<const PrincipalState<double>> states_;
  long torque_evaluations_;
  std::vector<long> first_;  // of each stretch: how many steps come before it
  long begins_ = 0;
};

}  // namespace

Solved solve_problem(const Problem& problem, const SolveSettings& settings, const std::function<bool(double)>& watch) {
  return solve(problem.inertia.in_principal_axes(), torque_in_principal_axes(problem), problem.principal_start(),
               problem.start_time, problem.end_time, settings, [&](double part) { return !watch || watch(part); });
}

std::unique_ptr<Mover> recorded_mover(std::span<const Stretch> plan, std::span<const PrincipalState<double>> states,
                                      long torque_evaluations) {
  return std::make_unique<RecordedMover>(plan, states, torque_evaluations);
}

}  // namespace polhode::inline POLHODE_ISA
