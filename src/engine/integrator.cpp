// integrator.cpp -- integrators under a torque, and the choice among all of them
#include "engine/integrator.hpp"

#include <utility>

#include "engine/free_integrator.hpp"
#include "polhode/free_motion.hpp"
#include "polhode/methods/torqued.hpp"
#include "polhode/torqued_stepper.hpp"

namespace polhode {

namespace {

template <int... slice>
std::unique_ptr<Integrator> any_free_integrator(const IntegratorParts& parts, std::integer_sequence<int, slice...>) {
  std::unique_ptr<Integrator> made;
  ((made = made ? std::move(made) : free_integrator<slice>(parts)), ...);
  return made;
}
template <int... slice>
FlowPointer any_flow_pointer(std::string_view name, const Principal<double>& body,
                             std::integer_sequence<int, slice...>) {
  FlowPointer flow;
  ((flow = flow.step ? flow : flow_pointer<slice>(name, body)), ...);
  return flow;
}
using Slices = std::make_integer_sequence<int, kSlices>;

/// The exact motion of a free body, every state from the start.
class ExactIntegrator final : public Integrator {
 public:
  explicit ExactIntegrator(const IntegratorParts& parts)
      : motion_(parts.inertia.in_principal_axes(), parts.start), start_time_(parts.start_time) {}

  void enter(const Interval&) override {}
  Advanced advance(const Interval& interval, long first, int count, const State<double>&,
                   State<double>* after) override {
    constexpr int N = 4;
    for (int i = 0; i < count; i += N) {
      Pack<double, N> t;
      for (int k = 0; k < N; ++k) set_lane(t, k, interval.time(first + i + k + 1) - start_time_);
      const State<Pack<double, N>> s = motion_.at(t);
      for (int k = 0; k < N && i + k < count; ++k) after[i + k] = lane(s, k);
    }
    return {count, 0, false};
  }
  std::span<std::byte> memory() override { return {}; }

 private:
  FreeMotion<double> motion_;
  double start_time_;
};

/// Any method of the free body as the flow of a splitting. Its card is the card of the flow that is chosen, known at run time.
struct AnyFlow : FreeMethod {
  static constexpr MethodInfo info{.name = "any", .title = "", .family = "", .reference = ""};
  template <class T>
  using Body = FlowPointer;
  static StepStatus<double> step(const FlowPointer& flow, double h, State<double>& s) noexcept {
    return flow.step(flow.constants.get(), h, s);
  }
};

/// Torque is ScenarioPotential or ScenarioTorque.
template <class M, class Torque>
class TorquedIntegrator final : public Integrator {
 public:
  TorquedIntegrator(const IntegratorParts& parts, typename M::template Body<double> constants)
      : constants_(std::move(constants)),
        torques_(parts.torques),
        frame_(parts.inertia.frame()),
        torque_(torques_, frame_, torque_evaluations) {}

  void enter(const Interval& interval) override {
    torque_ = Torque(during(torques_, interval.from + 0.5 * interval.length), frame_, torque_evaluations);
    memory_ = {};
  }
  Advanced advance(const Interval& interval, long first, int count, const State<double>& before,
                   State<double>* after) override {
    const double h = interval.h();
    State<double> s = before;
    Advanced done;
    for (; done.steps < count; ++done.steps) {
      const StepStatus<double> status = M::step(constants_, torque_, interval.time(first + done.steps), h, s, memory_);
      done.iterations += status.iterations;
      if (!status.converged) {
        done.failed = true;
        break;
      }
      after[done.steps] = s;
    }
    return done;
  }
  std::span<std::byte> memory() override { return std::as_writable_bytes(std::span(&memory_, 1)); }

 private:
  using Memory = typename M::template Memory<double>;
  static_assert(std::is_trivially_copyable_v<Memory>, "a checkpoint saves the bytes of the memory");
  typename M::template Body<double> constants_;
  std::vector<AnyTorque> torques_;
  Quaternion<double> frame_;
  Torque torque_;
  Memory memory_{};
};

template <class Torque>
std::unique_ptr<Integrator> torqued_integrator(const IntegratorParts& parts) {
  const Principal<double> body = parts.inertia.in_principal_axes();
  std::unique_ptr<Integrator> made;
  TorquedMethods::each([&](auto m) {
    using M = decltype(m);
    constexpr bool on_any_flow = !M::info.flow.empty() && !std::is_same_v<M, Rattle>;  // made below
    if constexpr (!on_any_flow && detail::method_takes(M::info.takes, detail::kind_of_torque<Torque>())) {
      if (M::info.name == parts.choice.method)
        made = std::make_unique<TorquedIntegrator<M, Torque>>(parts, typename M::template Body<double>(body));
    }
  });
  if constexpr (Potential<Torque>) {
    each_splitting([&]<class Table, bool hessian_free>() {
      using M = Splitting<Table, AnyFlow, hessian_free>;
      if (parts.choice.method != M::info.name) return;
      typename M::template Body<double> constants;
      constants.principal = body;
      constants.flow = any_flow_pointer(parts.choice.flow, body, Slices{});
      made = std::make_unique<TorquedIntegrator<M, Torque>>(parts, std::move(constants));
    });
  }
  return made;
}

}  // namespace

std::unique_ptr<Integrator> make_integrator(const IntegratorParts& parts) {
  std::unique_ptr<Integrator> made;
  if (parts.choice.method == Exact::info.name) {
    made = std::make_unique<ExactIntegrator>(parts);
  } else if (parts.choice.card.takes == Takes::nothing) {
    made = any_free_integrator(parts, Slices{});
  } else if (parts.torque_kind == Takes::general) {
    made = torqued_integrator<ScenarioTorque>(parts);
  } else {
    made = torqued_integrator<ScenarioPotential>(parts);
  }
  if (!made) throw InvalidInput("method " + parts.choice.name() + " is listed but was not built");
  return made;
}

}  // namespace polhode
