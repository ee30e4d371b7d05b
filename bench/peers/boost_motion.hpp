// boost_motion.hpp -- the exact free motion with what Boost.Math offers: Jacobi's functions for the momentum, an elliptic integral of
// the third kind for the attitude, written as one would from a textbook
#pragma once

#include <cmath>

#include <boost/math/special_functions/ellint_1.hpp>
#include <boost/math/special_functions/ellint_3.hpp>
#include <boost/math/special_functions/jacobi_elliptic.hpp>

#include "polhode/body/state.hpp"

namespace polhode_bench {

using polhode::PrincipalState, polhode::Quaternion, polhode::Vec3;

using Promoting = boost::math::policies::policy<>;
using Plain = boost::math::policies::policy<boost::math::policies::promote_double<false>>;

/// m1 = A cn u, m2 = A sqrt(c2/c1) sn u, m3 = B dn u for I2 between I1 and I3, m3 > 0, m circling about axis 3. The node of the
/// body's 1-2 plane turns by phi = G t/I3 + (G c2/lambda) [Pi(am u) - Pi(am u0)], with the characteristic -c3/c1.
template <class Policy>
class BoostMotion {
 public:
  BoostMotion(const Vec3<double>& I, const PrincipalState<double>& s) {
    const Vec3<double>& m = s.m;
    const double c1 = 1 / I.y - 1 / I.z, c3 = 1 / I.x - 1 / I.y, c2 = c1 + c3;
    G_ = norm(m);
    A_ = std::sqrt(m.x * m.x + c1 / c2 * m.y * m.y), B_ = std::sqrt(m.z * m.z + c3 / c2 * m.y * m.y);
    stretch_ = std::sqrt(c2 / c1);
    k_ = std::sqrt(c3 / c1) * A_ / B_, lambda_ = std::copysign(B_ * std::sqrt(c1 * c2), c1), characteristic_ = -c3 / c1;
    K_ = boost::math::ellint_1(k_, Policy());
    const double amplitude = std::atan2(m.y, stretch_ * m.x);
    u0_ = boost::math::ellint_1(k_, amplitude, Policy());
    slope_ = G_ / I.z, weight_ = G_ * c2 / lambda_;
    phi0_ = weight_ * boost::math::ellint_3(k_, characteristic_, amplitude, Policy());
    before_ = s.Q * conj(quaternion(m, 0));
  }
  PrincipalState<double> at(double t) const {
    const double u = u0_ + lambda_ * t, turns = std::nearbyint(u / (4 * K_));
    double cn, dn;
    const double sn = boost::math::jacobi_elliptic(k_, u - 4 * K_ * turns, &cn, &dn, Policy());
    const double amplitude = std::atan2(sn, cn) + 2 * M_PI * turns;
    const double phi = slope_ * t + weight_ * boost::math::ellint_3(k_, characteristic_, amplitude, Policy()) - phi0_;
    const Vec3<double> m{A_ * cn, A_ * stretch_ * sn, B_ * dn};
    return {before_ * quaternion(m, phi), m};
  }

 private:
  Quaternion<double> quaternion(const Vec3<double>& m, double phi) const {
    const double psi = std::atan2(m.x, m.y), plus = 0.5 * (phi + psi), minus = 0.5 * (phi - psi);
    const double c = std::sqrt(0.5 * (1 + m.z / G_)), s = std::sqrt(0.5 * (1 - m.z / G_));
    return {c * std::cos(plus), {s * std::cos(minus), s * std::sin(minus), c * std::sin(plus)}};
  }
  double G_, A_, B_, stretch_, k_, K_, lambda_, characteristic_, u0_, slope_, weight_, phi0_;
  Quaternion<double> before_;
};

}  // namespace polhode_bench
