// free_integrator.cpp -- compiled once per slice: POLHODE_SLICE says which
#include "engine/free_integrator.hpp"

#include "polhode/methods/all.hpp"

namespace polhode {

namespace {

template <class M>
class FreeIntegrator final : public Integrator {
 public:
  explicit FreeIntegrator(const IntegratorParts& parts)
      : principal_(parts.inertia.in_principal_axes()),
        constants_(principal_),
        keep_energy_(parts.keep_energy),
        energy_(energy(principal_, parts.start.m)),
        length_(norm(parts.start.m)) {}

  void enter(const Interval&) override { memory_ = {}; }
  Advanced advance(const Interval& interval, long, int count, const State<double>& before,
                   State<double>* after) override {
    const double h = interval.h();
    State<double> s = before;
    Advanced done;
    for (; done.steps < count; ++done.steps) {
      const StepStatus<double> status = polhode::advance<M, double>(constants_, h, s, memory_);
      done.iterations += status.iterations;
      if (!status.converged) {
        done.failed = true;
        break;
      }
      if (keep_energy_) correct_energy(principal_, energy_, length_, s);
      after[done.steps] = s;
    }
    return done;
  }
  std::span<std::byte> memory() override { return std::as_writable_bytes(std::span(&memory_, 1)); }

 private:
  using Memory = typename M::template Memory<double>;
  static_assert(std::is_trivially_copyable_v<Memory>, "a checkpoint saves the bytes of the memory");
  Principal<double> principal_;
  typename M::template Body<double> constants_;
  Memory memory_{};
  bool keep_energy_;
  double energy_, length_;
};

/// Calls f with the methods of this slice.
template <int i = 0, class F, class M, class... Rest>
void each_of_slice(MethodList<M, Rest...>, F&& f) {
  if constexpr (i % kSlices == POLHODE_SLICE) f(M{});
  if constexpr (sizeof...(Rest) > 0) each_of_slice<i + 1>(MethodList<Rest...>{}, f);
}

template <class M>
StepStatus<double> flow_step(const void* constants, double h, State<double>& s) noexcept {
  return M::step(*static_cast<const typename M::template Body<double>*>(constants), h, s);
}

}  // namespace

template <>
std::unique_ptr<Integrator> free_integrator<POLHODE_SLICE>(const IntegratorParts& parts) {
  std::unique_ptr<Integrator> made;
  each_of_slice(AllMethods{}, [&](auto m) {
    if (decltype(m)::info.name == parts.choice.method) made = std::make_unique<FreeIntegrator<decltype(m)>>(parts);
  });
  return made;
}

template <>
FlowPointer flow_pointer<POLHODE_SLICE>(std::string_view name, const Principal<double>& body) {
  FlowPointer flow;
  each_of_slice(AllMethods{}, [&](auto m) {
    using M = decltype(m);
    if constexpr (std::is_same_v<typename M::template Memory<double>, NoMemory>) {
      if (M::info.name == name) flow = {std::make_shared<const typename M::template Body<double>>(body), &flow_step<M>};
    }
  });
  return flow;
}

}  // namespace polhode
