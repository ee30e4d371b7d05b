// krysl_iteration.cpp -- [KryslEndres2004] appendix B and equations (31) to (43): the iteration of NMB as printed
#include "krysl.hpp"

namespace polhode::reproduce::krysl {

namespace {

/// Appendix B, solve_Alpha, for a free body: Newton's iteration as printed, with the factor of the last term of (43).
struct AppendixB {
  long iterations = 0, unconverged = 0;
  double energy_ratio = 0;  ///< at the end to that of the start

  /// `relative`: not as printed, the residual is held against the terms of the equation.
  AppendixB(double factor, const Vec3<double>& I, Vec3<double> w, double h, int n, bool from_zero = false,
            bool relative = false) {
    const double start = dot(w, times(I, w));
    Vec3<double> a = times({1 / I.x, 1 / I.y, 1 / I.z}, cross(times(I, w), w));
    for (int step = 0; step < n; ++step) {
      const Vec3<double> wp = w + (0.5 * h) * a;
      const auto too_large = [&] {
        const Vec3<double> r = residual(I, wp, a, h), v = wp + (0.5 * h) * a;
        const double unit = relative ? norm(times(I, a)) + norm(v) * norm(times(I, v)) : 1;
        return !(std::max({std::fabs(r.x), std::fabs(r.y), std::fabs(r.z)}) <= 100 * kEps * unit);
      };
      int i = 0;
      if (from_zero) a = {};
      for (; i <= 12 && too_large(); ++i) a -= solve(tangent(I, wp, a, h, factor), residual(I, wp, a, h));
      iterations += i;
      unconverged += too_large();
      w = wp + (0.5 * h) * a;
    }
    energy_ratio = dot(w, times(I, w)) / start;
  }
  /// (42) without torque
  static Vec3<double> residual(const Vec3<double>& I, const Vec3<double>& wp, const Vec3<double>& a, double h) {
    const Vec3<double> v = wp + (0.5 * h) * a;
    return times(I, a) + cross(v, times(I, v));
  }
  /// (43)
  static Mat3<double> tangent(const Vec3<double>& I, const Vec3<double>& wp, const Vec3<double>& a, double h,
                              double factor) {
    const Mat3<double> inertia = Mat3<double>::diagonal(I);
    return inertia + (0.5 * h) * (hat(wp) * inertia - hat(times(I, wp))) +
           (factor * h * h) * (hat(a) * inertia - hat(times(I, a)));
  }
};

}  // namespace

void claims_of_the_iteration(Result& result) {
  const auto free = problems::free_body();
  const Vec3<double> I = free.moments, w = times(free.body().x, free.start.m);
  const Vec3<double> a{0.2, -0.5, 0.7};
  const double dt = 0.8;
  const auto tangent_error = [&](double factor) {  // against differences; the residual is quadratic, they are exact
    const Mat3<double> J = AppendixB::tangent(I, w, a, dt, factor);
    double most = 0;
    for (int k = 0; k < 3; ++k) {
      Vec3<double> d{};
      d[k] = 1e-3;
      const Vec3<double> up = AppendixB::residual(I, w, a + d, dt), down = AppendixB::residual(I, w, a - d, dt);
      most = std::max(most, norm((up - down) / 2e-3 - column(J, k)));
    }
    return most;
  };
  const double printed = tangent_error(0.5), right = tangent_error(0.25);
  result.entries.push_back(claim(
      "last term of the derivative", kTangent,
      format("off by {:.2g}; with (dt/2)^2, as in appendix B, by {:.1g}", printed, right),
      stated(below(printed, 1e-9), {"must be (dt/2)^2, as the same row shows", "polhode reproduce krysl-claims"})));
  for (const double step : {1.0, 4.0}) {
    const AppendixB as_printed(0.5, I, w, step, 100), corrected(0.25, I, w, step, 100);
    result.notes.push_back(
        format("Newton's iteration of appendix B on the free body, step {:g}: {:.1f} iterations a step with the "
               "factor of appendix B ({} of 100 steps unconverged), {:.1f} with that of (43) ({}).",
               step, double(corrected.iterations) / 100, corrected.unconverged, double(as_printed.iterations) / 100,
               as_printed.unconverged));
  }
  const AppendixB previous(0.25, I, w, 8, 100), zero(0.25, I, w, 8, 100, true);
  result.notes.push_back(
      format("Started at the last acceleration (appendix B), {} of 100 steps of 8 end unconverged, energy times "
             "{:.2g}; started at zero (section 2.6), {}, energy times {:.2g}.",
             previous.unconverged, previous.energy_ratio, zero.unconverged, zero.energy_ratio));
  const AppendixB fast(0.25, I, 100.0 * w, 0.01, 200), slow(0.25, I, 1e-7 * w, 1e7, 200);
  const AppendixB fast_relative(0.25, I, 100.0 * w, 0.01, 200, false, true),
      slow_relative(0.25, I, 1e-7 * w, 1e7, 200, false, true);
  result.entries.push_back(
      claim("free body, w times 100 and times 1e-7", kTolerance,
            format("100 w, step 0.01: {} of 200 steps end unconverged, at rounding; 1e-7 w, step 1e7: {} iterations, "
                   "energy times {:.2g}",
                   fast.unconverged, slow.iterations, slow.energy_ratio),
            stated(fast.unconverged == 0 && std::fabs(slow.energy_ratio - 1) < 0.05,
                   "all steps converge, and the energy is kept to 5 %",
                   {format("must be relative to the terms of the equation: so {} of 400 steps end unconverged, and the "
                           "energy is times {:.3g}",
                           fast_relative.unconverged + slow_relative.unconverged, slow_relative.energy_ratio),
                    "polhode reproduce krysl-claims"})));

  const Vec3<double> psi{0.4, -0.7, 0.5}, theta{0.3, 0.2, -0.6};
  const auto tangent_map = [&](double sign) {  // (33) of sign psi, on theta
    const double angle = norm(psi);
    const Vec3<double> v = sign * psi, vt = cross(v, theta);
    return theta + ((1 - std::cos(angle)) / (angle * angle)) * vt +
           ((1 - std::sin(angle) / angle) / (angle * angle)) * cross(v, vt);
  };
  const auto moved = [&](double e) { return log(to_quaternion(exp(-psi)) * to_quaternion(exp(psi + e * theta))); };
  const Vec3<double> right_one = (moved(1e-4) - moved(-1e-4)) / 2e-4;
  const double plus = norm(right_one - tangent_map(1)), minus = norm(right_one - tangent_map(-1));
  result.entries.push_back(
      claim("tangent vectors in body axes", kTangentMap,
            format("off by {:.2g} against differences; S(-Psi), by {:.1g}", plus, minus),
            stated(below(plus, 1e-7), {"of the definition (31) it is S(-Psi), as the same row shows; harmless, only "
                                       "S(Psi) Psi = Psi is used",
                                       "polhode reproduce krysl-claims"})));
}

}  // namespace polhode::reproduce::krysl
