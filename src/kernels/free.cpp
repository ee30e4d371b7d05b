// free.cpp -- the methods of the free body; compiled once per slice: POLHODE_SLICE says which
#include "kernels/drive_mover.hpp"
#include "polhode/methods/all.hpp"

namespace polhode::inline POLHODE_ISA {

namespace {

template <class M>
StepStatus<double> flow_step(const void* constants, double h, PrincipalState<double>& s) noexcept {
  const auto& body = *static_cast<const typename M::template Body<double>*>(constants);
  const StepStatus<double> whole = M::step(body, h, s);
  if constexpr (requires { M::travel(body, h, true, s); })  // as Splitting does with a flow that it knows
    if (!whole.converged) return M::travel(body, h, true, s);
  return whole;
}

}  // namespace

template <>
std::unique_ptr<Mover> free_mover<POLHODE_SLICE>(const Choice& choice, const Problem& problem, int keep_energy) {
  const Principal<double> body = problem.inertia.in_principal_axes();
  std::unique_ptr<Mover> made;
  each_of_slice<kFreeSlices, POLHODE_SLICE>(AllMethods{}, [&](auto m) {
    using M = decltype(m);
    if (M::info.name == choice.method)
      made = std::make_unique<DriveMover<M, NoTorque>>(problem, body, typename M::template Body<double>(body),
                                                       NoTorque{}, choice.card.order, keep_energy);
  });
  return made;
}

template <>
FlowPointer flow_pointer<POLHODE_SLICE>(std::string_view name, const Principal<double>& body) {
  FlowPointer flow;
  each_of_slice<kFreeSlices, POLHODE_SLICE>(AllMethods{}, [&](auto m) {
    using M = decltype(m);
    if constexpr (std::is_same_v<typename M::template Memory<double>, NoMemory>) {
      if (M::info.name == name) flow = {std::make_shared<const typename M::template Body<double>>(body), &flow_step<M>};
    }
  });
  return flow;
}

}  // namespace polhode::inline POLHODE_ISA
