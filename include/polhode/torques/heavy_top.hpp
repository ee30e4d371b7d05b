// heavy_top.hpp -- weight at the end of an arm, body fixed at a point: U = weight e3 . (Q arm)
#pragma once

#include "polhode/torque.hpp"

namespace polhode {

struct HeavyTop : VerticalPotential<HeavyTop> {
  double weight = 1;          ///< mass times g
  Vec3<double> arm{0, 0, 1};  ///< from the fixed point to the centre of mass, body axes

  constexpr HeavyTop() = default;
  constexpr HeavyTop(double weight_, const Vec3<double>& arm_) noexcept : weight(weight_), arm(arm_) {}

  template <class T>
  T f(const Vec3<T>& n) const noexcept {
    return dot(convert<T>(weight * arm), n);
  }
  template <class T>
  POLHODE_INLINE Vec3<T> gradient(const Vec3<T>&) const noexcept {
    return convert<T>(weight * arm);
  }
  template <class T>
  Vec3<T> hessian_times(const Vec3<T>&, const Vec3<T>&) const noexcept {
    return {};
  }
};

}  // namespace polhode
