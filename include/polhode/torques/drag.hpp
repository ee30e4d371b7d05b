// drag.hpp -- linear drag: a torque of -coefficient w in body axes
#pragma once

#include "polhode/torque.hpp"

namespace polhode {

struct Drag {
  double coefficient = 0;

  template <class T>
  Vec3<T> torque(T, const Quaternion<T>&, const Vec3<T>& w) const noexcept {
    return T(-coefficient) * w;
  }
};

}  // namespace polhode
