// free_motion.hpp -- the exact motion of a free rigid body in the user's axes: attitude and momentum at any time
#pragma once

#include "polhode/body/inertia.hpp"
#include "polhode/exact/principal_motion.hpp"
#include "polhode/exact/principal_motion_setup.hpp"

namespace polhode::inline POLHODE_ISA {

/// PrincipalMotion in the user's body axes: any inertia, any state.
///
///   const FreeMotion<double> motion(Inertia::box(1, 0.1, 0.2, 0.4), {attitude, momentum});
///   motion.at(1e6).Q;
template <class T>
class FreeMotion {
 public:
  /// Throws InvalidInput if the state is none (not finite, no attitude).
  FreeMotion(const Inertia& inertia, const State<T>& start, Reach reach = Reach::far)
      : FreeMotion(inertia.in_principal_axes<T>(), inertia.to_principal(checked(start)), convert<T>(inertia.frame()),
                   reach) {}

  /// The largest |t| for which there are digits, as PrincipalMotion::time_limit().
  T time_limit() const noexcept { return motion_.time_limit(); }
  State<T> at(const T& t) const noexcept { return in_body_axes(motion_.at(t)); }
  Vec3<T> momentum(const T& t) const noexcept { return rotate(frame_, motion_.momentum(t).v); }
  /// In body axes. Of thin bodies it has digits that the momentum in body axes has not.
  Vec3<T> angular_velocity(const T& t) const noexcept { return rotate(frame_, motion_.angular_velocity(t).v); }
  template <int N>
  State<Pack<T, N>> at(const Pack<T, N>& times) const noexcept {
    return in_body_axes(motion_.at(times));
  }

 private:
  PrincipalMotion<T> motion_;
  Quaternion<T> frame_;  // principal axes -> body axes
  bool turned_;          // they are not the same

  FreeMotion(const Principal<T>& body, const PrincipalState<T>& start, const Quaternion<T>& frame, Reach reach) noexcept
      : motion_(body, start, reach), frame_(frame), turned_(norm2(frame.v) > T(0)) {}
  template <class S>
  State<S> in_body_axes(const PrincipalState<S>& s) const noexcept {
    if (!turned_) return {s.Q, s.m};
    const Quaternion<S> F = convert<S>(frame_);
    return {s.Q * conj(F), rotate(F, s.m)};
  }
};

}  // namespace polhode::inline POLHODE_ISA
