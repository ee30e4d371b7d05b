// counted.hpp -- a torque with a counter: it can do, and depends on, what the one inside does
#pragma once

#include "polhode/torques/torque.hpp"

namespace polhode::test {

template <class Model>
struct Counted {
  static constexpr Abilities kMost = most_of<Model>();

  Model model;
  long* calls;

  constexpr Abilities abilities() const { return abilities_of(model); }
  template <class T>
    requires Potential<Model, T>
  T energy(T t, const Quaternion<T>& Q) const {
    return energy_of(model, t, Q);
  }
  template <class T>
    requires PotentialWithDerivative<Model, T>
  Vec3<T> torque_along(T t, const Quaternion<T>& Q, const Vec3<T>& d) const {
    return torque_along_of(model, t, Q, d);
  }
  template <class T>
    requires TorqueModel<Model, T>
  Vec3<T> torque(T t, const Quaternion<T>& Q, const Vec3<T>& w) const {
    if constexpr (Numeric<T>)
      *calls += lanes<T>;  // stages of one body
    else
      ++*calls;
    return torque_of(model, t, Q, w);
  }
};

}  // namespace polhode::test
