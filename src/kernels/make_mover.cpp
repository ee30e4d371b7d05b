// make_mover.cpp -- the choice among all methods, and the exact motion of a free body
#include <utility>

#include "kernels/drive_mover.hpp"
#include "kernels/mover.hpp"
#include "polhode/exact/free_motion.hpp"

namespace polhode {

namespace {

/// The exact motion of a free body, every state from the start.
class ExactMover final : public Mover {
 public:
  explicit ExactMover(const Problem& problem)
      : motion_(problem.inertia.in_principal_axes(), problem.principal_start()) {}

  void enter(const Stretch&) override {}  // a free body has one stretch, from the start to the end
  Advanced advance(const Stretch& stretch, long first, int count, PrincipalState<double>* states) override {
    constexpr int N = 4;
    for (int i = 0; i < count; i += N) {
      Pack<double, N> t;
      for (int k = 0; k < N; ++k) set_lane(t, k, elapsed_of(stretch, first + i + k + 1));
      const PrincipalState<Pack<double, N>> s = motion_.at(t);
      for (int k = 0; k < N && i + k < count; ++k) states[i + k + 1] = lane(s, k);
    }
    return {count, 0, false};
  }
  MoverMemory memory() override { return {}; }
  void restore(const MoverMemory& saved) override {
    if (!saved.empty()) throw InvalidInput("the exact motion carries no memory");
  }
  long torque_evaluations() const override { return 0; }

 private:
  PrincipalMotion<double> motion_;
};

template <int... slice>
std::unique_ptr<Mover> any_free_mover(const Choice& choice, const Problem& problem, int keep_energy,
                                      std::integer_sequence<int, slice...>) {
  std::unique_ptr<Mover> made;
  ((made = made ? std::move(made) : free_mover<slice>(choice, problem, keep_energy)), ...);
  return made;
}
template <int... slice>
std::unique_ptr<Mover> any_torqued_mover(const Choice& choice, const Problem& problem, int keep_energy,
                                         std::integer_sequence<int, slice...>) {
  std::unique_ptr<Mover> made;
  ((made = made ? std::move(made) : torqued_mover<slice>(choice, problem, keep_energy)), ...);
  return made;
}

}  // namespace

inline namespace POLHODE_ISA {

FlowPointer any_flow_pointer(std::string_view name, const Principal<double>& body) {
  return [&]<int... slice>(std::integer_sequence<int, slice...>) {
    FlowPointer flow;
    ((flow = flow.step ? flow : flow_pointer<slice>(name, body)), ...);
    return flow;
  }(std::make_integer_sequence<int, kFreeSlices>{});
}

std::unique_ptr<Mover> make_mover(const Choice& choice, const Problem& problem, int keep_energy) {
  std::unique_ptr<Mover> made;
  if (choice.card.takes_torque && !(problem.is_free() && moves_free_body(choice.card)))
    made = any_torqued_mover(choice, problem, keep_energy, std::make_integer_sequence<int, kTorquedSlices>{});
  else if (choice.method == "exact")
    made = std::make_unique<ExactMover>(problem);
  else
    made = any_free_mover(choice, problem, keep_energy, std::make_integer_sequence<int, kFreeSlices>{});
  if (!made) throw InvalidInput("method " + choice.name() + " is listed but was not built");
  return made;
}

}  // namespace POLHODE_ISA

}  // namespace polhode
