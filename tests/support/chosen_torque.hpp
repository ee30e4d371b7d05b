// chosen_torque.hpp -- the torques of the contract as one type, chosen at run time: a method is compiled once for all of them
#pragma once

#include <cmath>
#include <variant>

#include "polhode/torques/combined.hpp"
#include "polhode/torques/drag.hpp"
#include "polhode/torques/gravity_gradient.hpp"
#include "polhode/torques/heavy_top.hpp"
#include "polhode/torques/torque.hpp"

namespace polhode::test {

/// A torque in space axes that changes with time, smooth, for any number type: polynomials of t.
struct RisingTorque {
  template <class T>
  Vec3<T> torque(T t, const Quaternion<T>& Q, const Vec3<T>&) const {
    return rotate_back(Q, Vec3<T>{T(0.3) * t, T(0.2) - T(0.1) * t * t, T(0.15) + T(0) * t});
  }
};

/// A torque that is not a number.
struct BrokenTorque {
  template <class T>
  T energy(const Quaternion<T>&) const {
    return T(0);
  }
  template <class T>
  Vec3<T> torque(const Quaternion<T>&) const {
    return {T(std::nan("")), T(0), T(0)};
  }
  template <class T>
  Vec3<T> torque_along(const Quaternion<T>&, const Vec3<T>&) const {
    return {};
  }
};

/// Of time, attitude and velocity.
inline const auto kDraggedTop = sum_of_torques(HeavyTop(0.9, {0.3, -0.5, 0.7}), Drag(0.05), RisingTorque{});

/// Any of these. It can do, and depends on, what the one inside does.
struct ChosenTorque {
  static constexpr Abilities kMost{true, true, true, true, true, true, true};
  static constexpr bool kChosenAtRunTime = true;

  std::variant<HeavyTop<>, GravityGradient<>, std::remove_const_t<decltype(kDraggedTop)>, BrokenTorque> model;
  long* calls = nullptr;  ///< counts them, if it is there

  Abilities abilities() const {
    return std::visit([](const auto& m) { return abilities_of(m); }, model);
  }
  template <class T>
  [[gnu::noinline]] T energy(T t, const Quaternion<T>& Q) const {
    return std::visit(
        [&]<class M>(const M& m) {
          if constexpr (Potential<M>)
            return energy_of(m, t, Q);
          else
            return T(0);  // not asked for
        },
        model);
  }
  template <class T>
  [[gnu::noinline]] Vec3<T> torque_along(T t, const Quaternion<T>& Q, const Vec3<T>& d) const {
    return std::visit(
        [&]<class M>(const M& m) {
          if constexpr (PotentialWithDerivative<M>)
            return torque_along_of(m, t, Q, d);
          else
            return Vec3<T>{};  // not asked for
        },
        model);
  }
  template <class T>
  [[gnu::noinline]] Vec3<T> torque(T t, const Quaternion<T>& Q, const Vec3<T>& w) const {
    if (calls) {
      if constexpr (Numeric<T>)
        *calls += lanes<T>;  // stages of one body
      else
        ++*calls;
    }
    return std::visit([&](const auto& m) { return torque_of(m, t, Q, w); }, model);
  }
};

}  // namespace polhode::test
