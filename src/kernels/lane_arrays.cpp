// lane_arrays.cpp -- kick and drift on the arrays of another program
#include "kernels/lane_kernels.hpp"
#include "kernels/lane_records.hpp"
#include "polhode/methods/sr.hpp"

namespace polhode::inline POLHODE_ISA::in_lanes {

namespace {

using Flow = Sr<2>;

/// The bodies of whole registers; `constants` gives those of the bodies from i on.
template <class F, class Constants>
POLHODE_INLINE void kick_and_drift(const StridedBodiesOf<F>& b, F kick, F drift, Constants&& constants) {
  using V = Wide<F>;
  const Layouts<F> layout(b);
  const V k(kick), h(drift);
  for (std::size_t i = 0; i + kWide<F> <= b.size; i += kWide<F>) {
    PrincipalState<V> s = load_state(b, layout, i);
    s.m += k * vec3_of(load_any<3>(b.torque, i, b.torque_stride, layout.torque));
    Flow::step(constants(i), h, s);
    store_state(s, b, layout, i);
  }
}
template <class F>
void kick_and_drift(const StridedBodiesOf<F>& b, F kick, F drift) {
  using V = Wide<F>;
  using Body = typename Flow::template Body<V>;
  const Layout layout = layout_of(b.I, 3, b.I_stride);
  const auto made = [&](std::size_t i) __attribute__((always_inline)) {
    return Body(Principal<V>(vec3_of(load_any<3>(b.I, i, b.I_stride, layout))));
  };
  if (b.I_stride == 0) {
    const Body shared = made(0);
    kick_and_drift(b, kick, drift, [&](std::size_t) __attribute__((always_inline)) -> const Body& { return shared; });
  } else {
    kick_and_drift(b, kick, drift, made);
  }
}
template <class F>
void kick_alone(const StridedBodiesOf<F>& b, F kick) {
  using V = Wide<F>;
  const Layouts<F> layout(b);
  const V k(kick);
  for (std::size_t i = 0; i + kWide<F> <= b.size; i += kWide<F>) {
    Vec3<V> m = vec3_of(load_any<3>(b.m, i, b.stride, layout.m));
    m += k * vec3_of(load_any<3>(b.torque, i, b.torque_stride, layout.torque));
    store_any<3, F>({m.x, m.y, m.z, m.z}, b.m, i, b.stride, layout.m);
  }
}

}  // namespace

template <class F>
void move_arrays(const StridedBodiesOf<F>& b, F kick, F drift) {
  const auto move = [&](const StridedBodiesOf<F>& of) {
    if (drift == 0)
      kick_alone(of, kick);
    else
      kick_and_drift(of, kick, drift);
  };
  move(b);
  const std::size_t whole = b.size / kWide<F> * kWide<F>;
  if (whole == b.size) return;
  Tail<F> tail(b, whole);
  move(tail.bodies());
  tail.put_back();
}
template void move_arrays(const StridedBodiesOf<double>&, double, double);
template void move_arrays(const StridedBodiesOf<float>&, float, float);

}  // namespace polhode::inline POLHODE_ISA::in_lanes
