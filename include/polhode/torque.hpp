// torque.hpp -- what acts on a body: a potential, a general torque, sums of them, and the users' own functions
//
// A potential U(Q) is a type with
//     T       energy(Q)            U
//     Vec3<T> torque(Q)            in body axes
//     Vec3<T> torque_along(Q, w)   optional: d/ds torque(Q exp(s w)) at s = 0, w in body axes; `nystrom4` asks for it
// A general torque is a type with
//     Vec3<T> torque(t, Q, w)      in body axes; w is the angular velocity in body axes
// as templates on the number type T, so that one source serves double, lanes, __float128 and jets. A model that is
// written for double alone works with everything that runs in double.
//
// Optional in both: `during(t)`, the model as it is in the interval between switches that contains t, and
// `switches()`, the times at which a run has to begin anew.
#pragma once

#include <concepts>
#include <tuple>
#include <vector>

#include "polhode/numbers/mat3.hpp"
#include "polhode/so3.hpp"

namespace polhode {

template <class P, class T = double>
concept Potential = requires(const P& p, const Quaternion<T>& Q) {
  { p.energy(Q) } -> std::convertible_to<T>;
  { p.torque(Q) } -> std::convertible_to<Vec3<T>>;
};
template <class P, class T = double>
concept PotentialWithDerivative = Potential<P, T> && requires(const P& p, const Quaternion<T>& Q, const Vec3<T>& w) {
  { p.torque_along(Q, w) } -> std::convertible_to<Vec3<T>>;
};
template <class G, class T = double>
concept GeneralTorque = requires(const G& g, T t, const Quaternion<T>& Q, const Vec3<T>& w) {
  { g.torque(t, Q, w) } -> std::convertible_to<Vec3<T>>;
};
template <class M, class T = double>
concept TorqueModel = Potential<M, T> || GeneralTorque<M, T>;

/// The torque of any model, in body axes.
template <class M, class T>
POLHODE_INLINE Vec3<T> torque_of(const M& model, T t, const Quaternion<T>& Q, const Vec3<T>& w) {
  if constexpr (Potential<M, T>)
    return model.torque(Q);
  else
    return model.torque(t, Q, w);
}

/// The vertical e3 of space as the body sees it, n = Q* e3 Q: the third row of the rotation matrix.
template <class T>
POLHODE_INLINE Vec3<T> vertical(const Quaternion<T>& Q) noexcept {
  return {T(2) * (Q.v.x * Q.v.z - Q.w * Q.v.y), T(2) * (Q.v.y * Q.v.z + Q.w * Q.v.x),
          T(1) - T(2) * (Q.v.x * Q.v.x + Q.v.y * Q.v.y)};
}

/// A potential that depends on n = Q* e3 Q alone: U = f(n). A model derives from this and gives
///     f(n), gradient(n), hessian_times(n, d).
/// Then torque = n x grad f. The momentum about the vertical, L . e3, is conserved.
template <class Model>
struct VerticalPotential {
  template <class T>
  T energy(const Quaternion<T>& Q) const noexcept {
    return self().f(vertical(Q));
  }
  template <class T>
  POLHODE_INLINE Vec3<T> torque(const Quaternion<T>& Q) const noexcept {
    const Vec3<T> n = vertical(Q);
    return cross(n, self().gradient(n));
  }
  template <class T>
  Vec3<T> torque_along(const Quaternion<T>& Q, const Vec3<T>& w) const noexcept {
    const Vec3<T> n = vertical(Q), dn = cross(n, w);
    return cross(dn, self().gradient(n)) + cross(n, self().hessian_times(n, dn));
  }

 private:
  constexpr const Model& self() const noexcept { return static_cast<const Model&>(*this); }
};

/// No torque: a potential that is zero.
struct NoTorque {
  template <class T>
  T energy(const Quaternion<T>&) const noexcept {
    return T(0);
  }
  template <class T>
  Vec3<T> torque(const Quaternion<T>&) const noexcept {
    return {};
  }
  template <class T>
  Vec3<T> torque_along(const Quaternion<T>&, const Vec3<T>&) const noexcept {
    return {};
  }
};

// --- the users' own functions ------------------------------------------------------------------------------------------

/// A potential from two functions of the attitude: energy(Q) and torque(Q), the torque in body axes.
template <class Energy, class Torque>
struct PotentialFunction {
  Energy energy_function;
  Torque torque_function;
  template <class T>
    requires requires(const Energy& f, const Quaternion<T>& Q) { f(Q); }
  T energy(const Quaternion<T>& Q) const {
    return energy_function(Q);
  }
  template <class T>
    requires requires(const Torque& f, const Quaternion<T>& Q) { f(Q); }
  Vec3<T> torque(const Quaternion<T>& Q) const {
    return torque_function(Q);
  }
};
template <class Energy, class Torque>
PotentialFunction<Energy, Torque> potential(Energy energy, Torque torque) {
  return {energy, torque};
}

/// A general torque from a function of time, attitude and angular velocity. It returns body axes ...
template <class Function>
struct TorqueFunction {
  Function function;
  template <class T>
    requires requires(const Function& f, T t, const Quaternion<T>& Q, const Vec3<T>& w) { f(t, Q, w); }
  Vec3<T> torque(T t, const Quaternion<T>& Q, const Vec3<T>& w) const {
    return function(t, Q, w);
  }
};
/// ... or space axes.
template <class Function>
struct SpaceTorqueFunction {
  Function function;
  template <class T>
    requires requires(const Function& f, T t, const Quaternion<T>& Q, const Vec3<T>& w) { f(t, Q, w); }
  Vec3<T> torque(T t, const Quaternion<T>& Q, const Vec3<T>& w) const {
    return rotate_back(Q, function(t, Q, w));
  }
};
template <class Function>
TorqueFunction<Function> body_torque(Function f) {
  return {f};
}
template <class Function>
SpaceTorqueFunction<Function> space_torque(Function f) {
  return {f};
}

// --- switches -----------------------------------------------------------------------------------------------------------

/// The model as it is in the interval between switches that contains t.
template <class M>
auto during(const M& model, double t) {
  if constexpr (requires { model.during(t); })
    return model.during(t);
  else
    return model;
}
/// Times at which the torque is not smooth.
template <class M>
std::vector<double> switches(const M& model) {
  if constexpr (requires { model.switches(); })
    return model.switches();
  else
    return {};
}

// --- sums ---------------------------------------------------------------------------------------------------------------

/// Several models at once. A sum of potentials is a potential.
template <class... Models>
struct TorqueSum {
  std::tuple<Models...> models;

  template <class T>
    requires(Potential<Models, T> && ...)
  T energy(const Quaternion<T>& Q) const {
    return std::apply([&](const auto&... m) { return (m.energy(Q) + ...); }, models);
  }
  template <class T>
    requires(Potential<Models, T> && ...)
  Vec3<T> torque(const Quaternion<T>& Q) const {
    return std::apply([&](const auto&... m) { return (m.torque(Q) + ...); }, models);
  }
  template <class T>
    requires(PotentialWithDerivative<Models, T> && ...)
  Vec3<T> torque_along(const Quaternion<T>& Q, const Vec3<T>& w) const {
    return std::apply([&](const auto&... m) { return (m.torque_along(Q, w) + ...); }, models);
  }
  template <class T>
    requires(TorqueModel<Models, T> && ...) && (!(Potential<Models, T> && ...))
  Vec3<T> torque(T t, const Quaternion<T>& Q, const Vec3<T>& w) const {
    return std::apply([&](const auto&... m) { return (torque_of(m, t, Q, w) + ...); }, models);
  }
  auto during(double t) const {
    return std::apply(
        [&](const auto&... m) { return TorqueSum<decltype(polhode::during(m, t))...>{{polhode::during(m, t)...}}; },
        models);
  }
  std::vector<double> switches() const {
    std::vector<double> all;
    std::apply(
        [&](const auto&... m) {
          const auto add = [&](const std::vector<double>& times) { all.insert(all.end(), times.begin(), times.end()); };
          (add(polhode::switches(m)), ...);
        },
        models);
    return all;
  }
};
template <class... Models>
TorqueSum<Models...> sum_of_torques(const Models&... models) {
  return {{models...}};
}

// --- axes ---------------------------------------------------------------------------------------------------------------

/// A model of torques in body axes, for a method that works in principal axes: F turns principal axes into body axes.
template <class M>
struct InPrincipalAxes {
  M model;
  Quaternion<double> F;

  template <class T>
    requires Potential<M, T>
  T energy(const Quaternion<T>& Q) const {
    return model.energy(body(Q));
  }
  template <class T>
    requires Potential<M, T>
  Vec3<T> torque(const Quaternion<T>& Q) const {
    return rotate_back(convert<T>(F), model.torque(body(Q)));
  }
  template <class T>
    requires PotentialWithDerivative<M, T>
  Vec3<T> torque_along(const Quaternion<T>& Q, const Vec3<T>& w) const {
    const Quaternion<T> f = convert<T>(F);
    return rotate_back(f, model.torque_along(body(Q), rotate(f, w)));
  }
  template <class T>
    requires GeneralTorque<M, T>
  Vec3<T> torque(T t, const Quaternion<T>& Q, const Vec3<T>& w) const {
    const Quaternion<T> f = convert<T>(F);
    return rotate_back(f, model.torque(t, body(Q), rotate(f, w)));
  }
  auto during(double t) const {
    return InPrincipalAxes<decltype(polhode::during(model, t))>{polhode::during(model, t), F};
  }
  std::vector<double> switches() const { return polhode::switches(model); }

 private:
  template <class T>
  Quaternion<T> body(const Quaternion<T>& Q) const noexcept {
    return Q * conj(convert<T>(F));
  }
};

}  // namespace polhode
