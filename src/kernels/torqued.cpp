// torqued.cpp -- the methods that take torques; compiled once per slice: POLHODE_SLICE says which
#include "polhode/methods/torqued.hpp"

#include "kernels/drive_mover.hpp"

namespace polhode::inline POLHODE_ISA {

namespace {

/// Any method of the free body as the flow of a splitting. Its card is the card of the flow that is chosen, known at run time.
struct AnyFlow : FreeMethod {
  static constexpr MethodInfo info{.name = "any", .title = "", .family = "", .reference = ""};
  template <class T>
  using Body = FlowPointer;
  static StepStatus<double> step(const FlowPointer& flow, double h, PrincipalState<double>& s) noexcept {
    return flow.step(flow.constants.get(), h, s);
  }
};

}  // namespace

template <>
std::unique_ptr<Mover> torqued_mover<POLHODE_SLICE>(const Choice& choice, const Problem& problem, int keep_energy) {
  const Principal<double> body = problem.inertia.in_principal_axes();
  const ProblemTorque torque = torque_in_principal_axes(problem);
  std::unique_ptr<Mover> made;
  each_of_slice<kTorquedSlices, POLHODE_SLICE>(TorquedMethods{}, [&](auto m) {
    using M = decltype(m);
    constexpr bool on_any_flow = !M::info.flow.empty() && !std::is_same_v<M, Rattle>;  // made below
    if constexpr (!on_any_flow) {
      if (M::info.name == choice.method)
        made = std::make_unique<DriveMover<M, ProblemTorque>>(problem, body, typename M::template Body<double>(body),
                                                              torque, choice.card.order, keep_energy);
    }
  });
  if constexpr (POLHODE_SLICE == 0) {
    each_splitting([&]<class Table, bool hessian_free>() {
      using M = SplittingOn<Table, AnyFlow, hessian_free>;
      if (choice.method != M::info.name) return;
      typename M::template Body<double> constants;
      constants.principal = body;
      constants.flow = any_flow_pointer(choice.flow, body);
      made = std::make_unique<DriveMover<M, ProblemTorque>>(problem, body, constants, torque, choice.card.order,
                                                            keep_energy);
    });
  }
  return made;
}

}  // namespace polhode::inline POLHODE_ISA
