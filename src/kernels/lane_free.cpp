// lane_free.cpp -- free bodies in lanes, step by step
#include "kernels/lane_kernels.hpp"
#include "polhode/drive/drive.hpp"
#include "polhode/methods/dmv.hpp"
#include "polhode/methods/lie.hpp"
#include "polhode/methods/sr.hpp"

namespace polhode::inline POLHODE_ISA::in_lanes {

namespace {

/// The methods that are compiled for lanes: those that one would take for many bodies.
using FreeInLanes = MethodList<Sr<2>, Sr<4>, Dmv<8>, Lie3, Lie4>;

template <class M, class F>
void steps_of(const LaneBodiesOf<F>& b, F h, long n) {
  using V = Wide<F>;
  for (std::size_t i = 0; i < b.size; i += kWide<F>) {
    if (!any_good(b, i)) continue;
    Drive<M, NoTorque, V> drive{Principal<V>(load3<F>(b.I, i))};
    walk(b, i, load(b, i), n,
         [&](long, PrincipalState<V>& s) __attribute__((always_inline)) { return drive.step(V(h), s).converged; });
  }
}

}  // namespace

template <class F>
bool step_free(std::string_view method, const LaneBodiesOf<F>& b, F h, long n) {
  void (*found)(const LaneBodiesOf<F>&, F, long) = nullptr;
  FreeInLanes::each([&](auto m) {
    using M = decltype(m);
    if (M::info.name == method) found = &steps_of<M, F>;
  });
  if (found) found(b, h, n);
  return found != nullptr;
}
template bool step_free(std::string_view, const LaneBodiesOf<double>&, double, long);
template bool step_free(std::string_view, const LaneBodiesOf<float>&, float, long);

}  // namespace polhode::inline POLHODE_ISA::in_lanes
