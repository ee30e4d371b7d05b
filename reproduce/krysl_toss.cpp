// krysl_toss.cpp -- [KryslEndres2004] section 3.2, the book toss: figures 6 and 7
#include "krysl.hpp"
#include "polhode/methods/cf4.hpp"

namespace polhode::reproduce::krysl {

namespace {

constexpr double kTossEnd =
    5;  // the paper does not say; nor when the disturbance comes (problems/papers.hpp: at t = 2)

/// Everything that figures 6 and 7 show of one run.
struct Toss {
  History w[3], L[3], kinetic;  // of kinetic what follows the disturbance
  int flips = 0;                // changes of sign of w along the middle axis, body axis 1
};
template <class M>
Toss toss(double disturbed, double h, double end = kTossEnd) {
  const auto problem = problems::toss(disturbed);
  const Principal<double> body = problem.body();
  Toss r;
  double last = 0;
  run<M>(problem, end, h, [&](double t, const PrincipalState<double>& s) {
    const Vec3<double> w = times(body.x, s.m), L = spatial_momentum(s);
    for (int k = 0; k < 3; ++k) r.w[k].add(t, w[k]), r.L[k].add(t, L[k]);
    if (w.x * last < 0) ++r.flips;
    last = w.x;
    if (t > 2 + disturbed * (1 - 1e-9)) r.kinetic.add(t, energy(body, s.m));
    return true;
  });
  return r;
}
double peak(const Toss& toss) {
  double most = 0;
  for (const History& w : toss.w) most = std::max(most, w.largest());
  return most;
}
template <class Of>
void toss_pictures(const char* name, const char* title, const char* symbol, double end, Of of, Result& result) {
  const auto add = [&]<class M>(M) {
    Picture p{.name = format("krysl-{}-{}", name, M::info.name),
              .title = format("Book toss, {}: {}", M::info.name, title),
              .x_label = "t",
              .y_label = symbol};
    for (const double h : kFigure6Steps) {
      const Toss r = toss<M>(h, h, end);
      for (int k = 0; k < 3; ++k)
        p.series.push_back(of(r)[k].series(format("{}{}, step {:g}", symbol, k + 1, h), 1e300,
                                           h > 0.01 ? Series::Style::points : Series::Style::line));
    }
    result.pictures.push_back(p);
  };
  add(Newmark{}), add(SimoWong{});
}

}  // namespace

Result figure6() {
  Result result;
  toss_pictures("fig6", "angular velocity in body axes", "w", kTossEnd, [](const Toss& r) { return r.w; }, result);
  for (const double h : kFigure6Steps) {
    const Toss truth = toss<Cf4>(h, 0.001 / 2), newmark = toss<Newmark>(h, h), sw = toss<SimoWong>(h, h);
    const double K = truth.kinetic.y.back();
    const auto numbers = [&](const Toss& r) {
      return format("K {:+.3g} to {:+.3g} %, largest w {:.3g} (true {:.3g}), flips {} ({})",
                    100 * (r.kinetic.low() / K - 1), 100 * (r.kinetic.high() / K - 1), peak(r), peak(truth), r.flips,
                    truth.flips);
    };
    // Unstable: more than a tenth of energy won; stable: less.
    const bool sw_grows = sw.kinetic.high() > 1.1 * K, newmark_grows = newmark.kinetic.high() > 1.1 * K;
    const bool coarse = h == kFigure6Steps[0];
    if (coarse)
      result.entries.push_back(claim(format("SW, step {:g}", h), kUnstable, numbers(sw),
                                     stated(sw_grows, "kinetic energy more than a tenth above the true one")));
    else
      result.notes.push_back(format("SW, step {:g}: {}.", h, numbers(sw)));
    result.entries.push_back(claim(format("NMB, step {:g}", h), kStable, numbers(newmark),
                                   stated(!newmark_grows, "kinetic energy at most a tenth above the true one")));
    result.entries.push_back(
        claim(format("NMB, step {:g}", h), kAcceptable,
              format("largest w {:+.2g} %, flips {} ({})", 100 * (peak(newmark) / peak(truth) - 1), newmark.flips,
                     truth.flips),
              stated(newmark.flips == truth.flips && std::fabs(peak(newmark) / peak(truth) - 1) < 0.1,
                     "as many flips as the true motion, largest w within a tenth")));
  }
  result.notes.push_back(
      "The disturbance comes at t = 2 and lasts one step; the paper gives neither this time nor the end (5 here). Runs "
      "begin anew where the torque jumps. The truth: cf4 (order 4) with step 0.0005.");
  return result;
}

namespace {

/// Momentum at the end as a method sees it that reads the torque at its nodes; the printed intervals share their ends,
/// which belong to the earlier or to the later one.
Vec3<double> momentum_of_sampled_torque(double h, bool ends_included) {
  const double slack = ends_included ? 1e-9 : -1e-9;
  const auto sampled = space_torque([=](double t, const auto&, const auto&) -> Vec3<double> {
    if (t <= 2 + slack) return {20, 0, 0};
    if (t <= 2 + h + slack) return {0, 1 / (5 * h), 0};
    return {};
  });
  const TorquedProblem<std::remove_cv_t<decltype(sampled)>> problem{"", "", problems::toss().moments, {}, sampled,
                                                                    "", {}};
  Vec3<double> L{};
  run<SimoWong>(problem, 4, h, [&](double, const PrincipalState<double>& s) { return L = spatial_momentum(s), true; });
  return L;
}

}  // namespace

Result figure7() {
  Result result;
  constexpr double kFigure7End = 60;
  toss_pictures("fig7", "angular momentum in space axes", "L", kFigure7End, [](const Toss& r) { return r.L; }, result);
  const Vec3<double> given{40, 0.2, 0};  // the two impulses
  constexpr double kLong = 50;
  for (const double h : kFigure6Steps) {
    const Toss newmark = toss<Newmark>(h, h, kLong), sw = toss<SimoWong>(h, h);
    const double free = 2 + 1.001 * h;
    const auto deviation = [&](const Toss& r, double from, double until) {
      double most = 0;
      for (std::size_t i = 0; i < r.L[0].t.size(); ++i)
        if (const double t = r.L[0].t[i]; t >= from && t <= until)
          most = std::max(most, norm(Vec3<double>{r.L[0].y[i], r.L[1].y[i], r.L[2].y[i]} - given));
      return most;
    };
    const double shown = deviation(newmark, free, kTossEnd), first = deviation(newmark, free, 0.5 * kLong),
                 second = deviation(newmark, 0.5 * kLong, kLong);
    result.entries.push_back(
        claim(format("NMB, step {:g}", h), kMomentumLimited,
              format("off by up to {:.3g} of 40 to t = {:g}; {:.3g} to {:g}, {:.3g} from there to {:g}", shown,
                     kTossEnd, first, 0.5 * kLong, second, kLong),
              stated(first > 1e-6 && second < 1.1 * first, "above 1e-6, and not a tenth larger in the second half",
                     "it grows")));
    const double error = deviation(sw, free, kTossEnd);
    result.entries.push_back(claim(format("SW, step {:g}", h), kMomentumExact, format("error {:.2g} of 40", error),
                                   below(error, 1e-12 * norm(given))));
  }
  for (const bool included : {true, false}) {
    const Vec3<double> L = momentum_of_sampled_torque(kFigure6Steps[0], included);
    result.notes.push_back(
        format("The printed intervals share their ends. A method of step 0.05 that reads the torque at its nodes, "
               "the end of an interval belonging to the {}, gives L = ({:.4g}, {:.4g}, {:.4g}) instead of "
               "(40, 0.2, 0); here runs begin anew at the jumps.",
               included ? "earlier one" : "later one", L.x, L.y, L.z));
  }
  return result;
}

}  // namespace polhode::reproduce::krysl
