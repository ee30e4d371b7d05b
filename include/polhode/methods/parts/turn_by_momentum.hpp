// turn_by_momentum.hpp -- how a free body has turned, from its momentum in body axes
//
// A free body keeps L = Q m: its turn from Q0 to Q1 takes m1 to m0, and one angle is left open, about the momentum. With
// a = m0 + m1, A = |a|, K = |m0| = |m1|: half of the way from m1 to m0, by the angle psi about a, the other half, together
//
//   Q0* Q1 = (A cos(psi/2)/2K,  a sin(psi/2)/A - (m0 x m1) cos(psi/2)/KA)
//   psi'   = (A w . m + K w . a)/(K A + m . a),   psi(0) = 0;   w . m = 2E does not change
//
// An angle by one quadrature is in the exact solution, too ([CelledoniSafstrom2006] section 2, [Vilmart2013]), there about an axis
// of the body. About the middle of the step nothing is singular as long as m stays away from -a, and the step back is the
// inverse. Where m comes nearer to -a the angle is a narrow peak, which stages miss: up to the limits below (400 000 random
// bodies and steps) the turn is as right as the momentum. Momenta are divided by |m0|_1: squares of any unit are numbers.
#pragma once

#include "polhode/numbers/elementary.hpp"
#include "polhode/rotation/quaternion.hpp"

namespace polhode::inline POLHODE_ISA::detail {

template <class T>
class TurnByMomentum {
 public:
  /// From m0; x = 1/I.
  POLHODE_INLINE TurnByMomentum(const Vec3<T>& x, const Vec3<T>& m0) noexcept {
    const T size = (abs(m0.x) + abs(m0.y)) + abs(m0.z);
    at_rest_ = size == T(0);
    unit_ = T(1) / select<T>(at_rest_, T(1), size);
    from_ = unit_ * m0;
    K2_ = select<T>(at_rest_, T(1), dot(from_, from_));
    over_K2_ = T(1) / K2_;
    K_ = sqrt(K2_);
    energy_ = dot(times(x, m0), from_);
  }
  /// 1 - |m|^2/|m0|^2; 0 at rest.
  POLHODE_INLINE T defect(const Vec3<T>& m) const noexcept {
    const Vec3<T> e = unit_ * m;
    return select<T>(at_rest_, T(0), (K2_ - dot(e, e)) * over_K2_);
  }
  /// To m1, which is as long as m0. Says whether it is less than 139 degrees away.
  POLHODE_INLINE Mask<T> to(const Vec3<T>& m1) noexcept {
    const Vec3<T> e = unit_ * m1;
    a_ = from_ + e, normal_ = cross(from_, e);
    A2_ = select<T>(at_rest_, T(4), dot(a_, a_));
    KA_ = K_ * sqrt(A2_);
    return A2_ >= T(Lane<T>(0.5)) * K2_;
  }
  /// psi' where the momentum is m; V is T, or several of them. `near`: m is not more than 90 degrees from a.
  template <class V>
  POLHODE_INLINE V rate(const Vec3<V>& w, const Vec3<V>& m, Mask<V>& near) const noexcept {
    const Vec3<V> a{V(a_.x), V(a_.y), V(a_.z)};
    const V wa = fma(w.x, a.x, fma(w.y, a.y, w.z * a.z)), ma = fma(m.x, a.x, fma(m.y, a.y, m.z * a.z));
    const V divisor = fma(V(unit_), ma, V(KA_));
    near = ma >= V(Lane<T>(0));
    return fma(V(K2_), wa, V(energy_ * KA_)) / (V(K_) * divisor);
  }
  /// Q0* Q1
  POLHODE_INLINE Quaternion<T> by(const T& psi) const noexcept {
    T s, c;
    sincos(T(Lane<T>(0.5)) * psi, s, c);
    const T k = T(1) / KA_;
    return {(T(Lane<T>(0.5)) * A2_ * k) * c, (K_ * k * s) * a_ - (k * c) * normal_};
  }

 private:
  Vec3<T> from_, a_, normal_;
  T unit_, K2_, over_K2_, K_, A2_, KA_, energy_;
  Mask<T> at_rest_;
};

}  // namespace polhode::inline POLHODE_ISA::detail
