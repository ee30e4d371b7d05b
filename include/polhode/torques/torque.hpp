// torque.hpp -- what acts on a body: a potential, a general torque, and the users' own functions
//
// A torque is a type with one of
//     Vec3<T> torque(Q)          of the attitude alone
//     Vec3<T> torque(t, Q)       of time and attitude
//     Vec3<T> torque(t, Q, w)    of angular velocity too
// in body axes, as templates on the number type T, so that one source serves double, lanes, __float128 and series. One that
// is written for double alone works with every method that needs no derivatives in time.
// A potential has besides
//     T       energy(Q)          or energy(t, Q): U
//     Vec3<T> torque_along(Q, d) or torque_along(t, Q, d), optional: the derivative of torque(Q exp(s d)) at s = 0, d along
//                                body axes; `nystrom4` asks for it
// One that has much to compute for a time offers it by itself, `at_time(t)`, and takes that instead of the time (AtTime).
// Optional in all: `during(t)`, the torque as it is in the interval between switches that contains t, and `switches()`, the
// times at which a run has to begin anew; `time_scale(t)`, in which time it changes much around t by itself (solve.hpp asks);
// `smooth_until(t, direction)`, the next time at which a derivative of it jumps, in that direction of time: steps that are
// chosen by an error end there, and go on from there as they are;
// `known()`, the times between which there is a torque at all (table.hpp); `never_about(axis)`, whether it has at no time and
// in no attitude a part about this axis of the body, a unit vector in body axes (the certificate asks; false if it does not
// say).
//
// What a torque can do and what it depends on, its Abilities, follow from these signatures, unless it has a card (card.hpp)
// or a member abilities() that says so.
#pragma once

#include <array>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <limits>
#include <vector>

#include "polhode/rotation/mat3.hpp"
#include "polhode/rotation/so3.hpp"
#include "polhode/torques/abilities.hpp"

namespace polhode::inline POLHODE_ISA {

/// What of a torque depends on the time alone: the place on an orbit, a field, a row of a table. A method that comes back to the
/// same times in a step, or knows several of them beforehand, computes it once, or in lanes.
template <class T>
struct AtTime {
  T t;
  Vec3<T> v{};  ///< what it is, and of which axes, is the torque's own matter
  T k{};
};
/// Of several torques.
template <class T, std::size_t N>
struct AtTimes {
  T t;
  std::array<AtTime<T>, N> of;
};
template <class T>
POLHODE_INLINE AtTime<Lane<T>> lane(const AtTime<T>& now, int i) noexcept {
  return {lane(now.t, i), {lane(now.v.x, i), lane(now.v.y, i), lane(now.v.z, i)}, lane(now.k, i)};
}
template <class T, std::size_t N>
POLHODE_INLINE AtTimes<Lane<T>, N> lane(const AtTimes<T, N>& now, int i) noexcept {
  AtTimes<Lane<T>, N> one{lane(now.t, i), {}};
  for (std::size_t j = 0; j < N; ++j) one.of[j] = lane(now.of[j], i);
  return one;
}

template <class M, class T = double>
concept TorqueModel = requires(const M& m, T t, const Quaternion<T>& Q, const Vec3<T>& w) {
  requires requires {
    { m.torque(Q) } -> std::convertible_to<Vec3<T>>;
  } || requires {
    { m.torque(t, Q) } -> std::convertible_to<Vec3<T>>;
  } || requires {
    { m.torque(t, Q, w) } -> std::convertible_to<Vec3<T>>;
  };
};
template <class M, class T = double>
concept Potential = TorqueModel<M, T> && requires(const M& m, T t, const Quaternion<T>& Q) {
  requires requires {
    { m.energy(Q) } -> std::convertible_to<T>;
  } || requires {
    { m.energy(t, Q) } -> std::convertible_to<T>;
  };
};
template <class M, class T = double>
concept PotentialWithDerivative =
    Potential<M, T> && requires(const M& m, T t, const Quaternion<T>& Q, const Vec3<T>& d) {
      requires requires {
        { m.torque_along(Q, d) } -> std::convertible_to<Vec3<T>>;
      } || requires {
        { m.torque_along(t, Q, d) } -> std::convertible_to<Vec3<T>>;
      };
    };

/// The torque of any model, in body axes. A model that does not take packs is called lane by lane.
template <class M, class T>
POLHODE_INLINE Vec3<T> torque_of(const M& model, T t, const Quaternion<T>& Q, const Vec3<T>& w) {
  if constexpr (requires { model.torque(Q); }) {
    return model.torque(Q);
  } else if constexpr (requires { model.torque(t, Q); }) {
    return model.torque(t, Q);
  } else if constexpr (requires { model.torque(t, Q, w); }) {
    return model.torque(t, Q, w);
  } else {
    static_assert(lanes<T> > 1, "this torque does not take numbers of this type");
    Vec3<T> all;
    for (int i = 0; i < lanes<T>; ++i) {
      const auto of = [i](const Vec3<T>& v) { return Vec3<Lane<T>>{lane(v.x, i), lane(v.y, i), lane(v.z, i)}; };
      const Vec3<Lane<T>> one = torque_of(model, lane(t, i), Quaternion<Lane<T>>{lane(Q.w, i), of(Q.v)}, of(w));
      for (int k = 0; k < 3; ++k) set_lane(all[k], i, one[k]);
    }
    return all;
  }
}
template <class M, class T = double>
concept HasAtTime = requires(const M& model, const T& t) { model.at_time(t); };
/// What of it depends on the time alone; the time itself if the model does not say.
template <class M, class T>
POLHODE_INLINE auto at_time_of(const M& model, const T& t) {
  if constexpr (HasAtTime<M, T>)
    return model.at_time(t);
  else
    return t;
}
template <class Now>
concept TimePart = requires(const Now& now) { now.t; };
/// From that.
template <class M, TimePart Now, class T>
POLHODE_INLINE Vec3<T> torque_of(const M& model, const Now& now, const Quaternion<T>& Q, const Vec3<T>& w) {
  if constexpr (requires { model.torque(now, Q); })
    return model.torque(now, Q);
  else
    return model.torque(now, Q, w);
}
/// Potential energy, lane by lane if need be.
template <class M, class T>
POLHODE_INLINE T energy_of(const M& model, T t, const Quaternion<T>& Q) {
  if constexpr (requires { model.energy(Q); }) {
    return model.energy(Q);
  } else if constexpr (requires { model.energy(t, Q); }) {
    return model.energy(t, Q);
  } else {
    static_assert(lanes<T> > 1, "this potential does not take numbers of this type");
    T all;
    for (int i = 0; i < lanes<T>; ++i)
      set_lane(all, i,
               energy_of(model, lane(t, i),
                         Quaternion<Lane<T>>{lane(Q.w, i), {lane(Q.v.x, i), lane(Q.v.y, i), lane(Q.v.z, i)}}));
    return all;
  }
}
/// Derivative of the torque as the body turns along d.
template <class M, class T>
POLHODE_INLINE Vec3<T> torque_along_of(const M& model, T t, const Quaternion<T>& Q, const Vec3<T>& d) {
  if constexpr (requires { model.torque_along(Q, d); })
    return model.torque_along(Q, d);
  else
    return model.torque_along(t, Q, d);
}

// --- abilities ----------------------------------------------------------------------------------------------------------

namespace detail {

/// As far as the type tells: what a torque without card and without abilities() can do.
template <class M>
constexpr Abilities abilities_by_signature() {
  constexpr bool attitude = requires(const M& m, Quaternion<double> Q) { m.torque(Q); },
                 time = requires(const M& m, Quaternion<double> Q) { m.torque(0.0, Q); };
  return {.potential = Potential<M>,
          .derivative = PotentialWithDerivative<M>,
          .vertical = requires {requires M::about_vertical;
}
,
    .series = false,  // a method that wants series tries them
    .lanes = false, .time = !attitude, .velocity = !attitude && !time
};  // namespace detail
}  // namespace polhode::inline POLHODE_ISA

}  // namespace detail

/// What this torque can do.
template <TorqueModel M>
constexpr Abilities abilities_of(const M& model) {
  if constexpr (requires { model.abilities(); })
    return model.abilities();
  else if constexpr (requires { M::info.abilities; })
    return M::info.abilities;
  else
    return detail::abilities_by_signature<M>();
}
/// The most that a torque of this type may depend on, known when the program is compiled.
template <class M>
constexpr Abilities most_of() {
  if constexpr (requires { M::kMost; })
    return M::kMost;
  else if constexpr (requires { M::info.abilities; })
    return M::info.abilities;
  else
    return detail::abilities_by_signature<M>();
}
template <class M>
POLHODE_INLINE constexpr bool depends_on_time(const M& model) {
  if constexpr (!most_of<M>().time)
    return false;
  else
    return abilities_of(model).time;
}
template <class M>
POLHODE_INLINE constexpr bool depends_on_velocity(const M& model) {
  if constexpr (!most_of<M>().velocity)
    return false;
  else
    return abilities_of(model).velocity;
}

namespace detail {

/// Directions and moments of inertia that are equal to rounding of the input.
inline constexpr double kAxisRounding = 1e-12;

/// The largest of the components: squares would vanish in small units.
inline double largest(const Vec3<double>& v) {
  return std::fmax(std::fabs(v.x), std::fmax(std::fabs(v.y), std::fabs(v.z)));
}
/// Along this unit vector, to rounding; zero is along every one.
inline bool is_along(const Vec3<double>& v, const Vec3<double>& axis) {
  return largest(cross(v, axis)) <= kAxisRounding * largest(v);
}
/// J is the same after any turn about this unit vector: J = across (1 - axis axis^T) + about axis axis^T, to rounding.
inline bool is_symmetric_about(const Mat3<double>& J, const Vec3<double>& axis) {
  const double trace = J[0].x + J[1].y + J[2].z;
  const double about = dot(axis, Vec3<double>{dot(J[0], axis), dot(J[1], axis), dot(J[2], axis)});
  const double across = 0.5 * (trace - about);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      const double wanted = (i == j ? across : 0) + (about - across) * axis[i] * axis[j];
      if (!(std::fabs(J[i][j] - wanted) <= kAxisRounding * std::fabs(trace))) return false;
    }
  return true;
}

}  // namespace detail

// --- potentials about the vertical --------------------------------------------------------------------------------------

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
  static constexpr bool about_vertical = true;

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

// --- the users' own functions ------------------------------------------------------------------------------------------

/// A potential from two functions, energy and torque (in body axes): both of Q, or both of (t, Q).
template <class Energy, class Torque>
struct PotentialFunction {
  Energy energy_function;
  Torque torque_function;
  template <class T>
    requires std::invocable<const Energy&, const Quaternion<T>&>
  T energy(const Quaternion<T>& Q) const {
    return energy_function(Q);
  }
  template <class T>
    requires std::invocable<const Torque&, const Quaternion<T>&>
  Vec3<T> torque(const Quaternion<T>& Q) const {
    return torque_function(Q);
  }
  template <class T>
    requires std::invocable<const Energy&, T, const Quaternion<T>&>
  T energy(T t, const Quaternion<T>& Q) const {
    return energy_function(t, Q);
  }
  template <class T>
    requires std::invocable<const Torque&, T, const Quaternion<T>&>
  Vec3<T> torque(T t, const Quaternion<T>& Q) const {
    return torque_function(t, Q);
  }
};
template <class Energy, class Torque>
PotentialFunction<Energy, Torque> potential(Energy energy, Torque torque) {
  return {energy, torque};
}

/// A torque from a function of (t), of (t, Q) or of (t, Q, w): what it does not take it cannot depend on, which saves
/// evaluations. It returns body axes, or space axes.
template <class Function, bool space>
struct TorqueFunction {
  Function function;

  template <class T>
    requires std::invocable<const Function&, T, const Quaternion<T>&, const Vec3<T>&>
  Vec3<T> torque(T t, const Quaternion<T>& Q, const Vec3<T>& w) const {
    return in_body(Q, Vec3<T>(function(t, Q, w)));
  }
  template <class T>
    requires std::invocable<const Function&, T, const Quaternion<T>&>
  Vec3<T> torque(T t, const Quaternion<T>& Q) const {
    return in_body(Q, Vec3<T>(function(t, Q)));
  }
  template <class T>
    requires std::invocable<const Function&, T>
  Vec3<T> torque(T t, const Quaternion<T>& Q) const {
    return in_body(Q, Vec3<T>(function(t)));
  }

 private:
  template <class T>
  static Vec3<T> in_body(const Quaternion<T>& Q, const Vec3<T>& v) {
    if constexpr (space)
      return rotate_back(Q, v);
    else
      return v;
  }
};
template <class Function>
TorqueFunction<Function, false> body_torque(Function f) {
  return {f};
}
template <class Function>
TorqueFunction<Function, true> space_torque(Function f) {
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
/// The shortest time in which the torque changes much around t by itself; infinite if it does not, or does not say.
template <class M>
double time_scale_of(const M& model, double t) {
  if constexpr (requires { model.time_scale(t); })
    return model.time_scale(t);
  else
    return std::numeric_limits<double>::infinity();
}
/// The next time after t, in that direction, at which a derivative of the torque jumps; infinite if there is none, or if it does
/// not say.
template <class M>
double smooth_until(const M& model, double t, double direction) {
  if constexpr (requires { model.smooth_until(t, direction); })
    return model.smooth_until(t, direction);
  else
    return std::copysign(std::numeric_limits<double>::infinity(), direction);
}
/// The nearer of two times that lie ahead.
inline double sooner(double a, double b, double direction) noexcept {
  return direction > 0 ? std::fmin(a, b) : std::fmax(a, b);
}
/// Times at which the torque is not smooth.
template <class M>
std::vector<double> switches(const M& model) {
  if constexpr (requires { model.switches(); })
    return model.switches();
  else
    return {};
}

/// Whether the torque never has a part about this axis of the body; false if it does not say.
template <class M>
bool never_about(const M& model, const Vec3<double>& axis) {
  if constexpr (requires { model.never_about(axis); })
    return model.never_about(axis);
  else
    return false;
}

/// Times between which the torque is known.
template <class M>
TimeSpan known(const M& model) {
  if constexpr (requires { model.known(); })
    return model.known();
  else
    return {};
}

}  // namespace polhode::inline POLHODE_ISA
