// krysl_free.cpp -- [KryslEndres2004] section 3.1, the free body: figures 1 to 5
#include "krysl.hpp"
#include "polhode/exact/free_motion.hpp"
#include "polhode/methods/torqued.hpp"

namespace polhode::reproduce::krysl {

Result figure1() {
  Result result;
  Picture picture{.name = "krysl-fig1", .title = "Free body, newmark: kinetic energy", .x_label = "t", .y_label = "K"};
  const auto problem = problems::free_body();
  const double K = problem.energy(problem.start), end = 10000;
  for (const double h : kFigure1Steps) {
    const History relative = energy_errors<Newmark>(problem, end, h);
    History energy = relative;
    for (double& y : energy.y) y = K * (1 + y);
    picture.series.push_back(energy.series(format("step {:g}", h), 100, Series::Style::line_points));
    const Change c = change(relative);
    result.entries.push_back(claim(format("NMB, step {:g}", h), kEnergyAmplitude,
                                   percent_range(relative) + " of K; " + described(c, end),
                                   stated(std::fabs(c.amplitude) < Change::kSteady, "changes by less than 5 %")));
    result.entries.push_back(claim(format("NMB, step {:g}", h), kEnergyNoDrift,
                                   format("mean moves by {:+.2g} % of the amplitude to t = {:g}", 100 * c.mean, end),
                                   stated(std::fabs(c.mean) < Change::kSteady, "by less than 5 %")));
  }
  result.pictures.push_back(picture);
  result.notes = {
      "The oscillation is to one side: the start is near the maximum.",
      "Half a step later, w + h/2 A moves by the implicit midpoint rule, and its energy is exact at any step."};
  return result;
}

Result figure2() {
  Result result;
  Picture picture{
      .name = "krysl-fig2", .title = "Free body, newmark: turn in a step", .x_label = "t", .y_label = "degrees"};
  const auto problem = problems::free_body();
  const Principal<double> body = problem.body();
  std::string ranges;
  double largest = 0;
  for (const double h : kFigure1Steps) {
    History turns;
    run<Newmark>(problem, 100, h, [&](double t, const PrincipalState<double>& s) {
      const Vec3<double> w = times(body.x, s.m);
      turns.add(t, h * norm(times(body.x, s.m - (0.5 * h) * cross(w, s.m))) / kDegree);
      return true;
    });
    ranges += format("{}step {:g}: {:.1f} to {:.1f}", ranges.empty() ? "" : "; ", h, turns.low(), turns.high());
    largest = std::max(largest, turns.high());
    picture.series.push_back(turns.series(format("step {:g}", h), 1e300, Series::Style::line_points));
  }
  result.entries.push_back(
      claim("NMB", kLargeSteps, ranges + " degrees", stated(largest > 90, "more than 90 degrees")));
  result.pictures.push_back(picture);
  return result;
}

namespace {

/// Free motion seen through a method: how often it crosses the middle axis, how far it swings.
struct Swings {
  int changes = 0;
  double amplitude = 0;
  long steps = 0;
  bool reached = true;

  void see(const Vec3<double>& w, double& last) {
    if (w.y * last < 0) ++changes;
    if (w.y != 0) last = w.y;
    amplitude = std::max(amplitude, std::fabs(w.x));
  }
};
template <class M>
Swings swings(double h, double end) {
  const auto problem = problems::free_body();
  Swings r;
  double last = 0;
  r.reached = run<M>(problem, end, h, [&](double, const PrincipalState<double>& s) {
    r.see(times(problem.body().x, s.m), last);
    return ++r.steps, true;
  });
  return r;
}

}  // namespace

Result figure3() {
  Result result;
  const auto problem = problems::free_body();
  const Principal<double> body = problem.body();
  const PrincipalMotion<double> exact(body, problem.start);
  constexpr double kShown = 100, kCounted = 200, kLargest = kFigure3Steps[0];
  for (int k = 0; k < 3; ++k) {
    Picture picture{.name = format("krysl-fig3-w{}", k + 1),
                    .title = format("Free body, newmark: angular velocity {}", k + 1),
                    .x_label = "t",
                    .y_label = format("w{}", k + 1)};
    for (const double h : kFigure3Steps) {
      History w;
      run<Newmark>(problem, kShown, h,
                   [&](double t, const PrincipalState<double>& s) { return w.add(t, body.x[k] * s.m[k]), true; });
      picture.series.push_back(
          w.series(format("step {:g}", h), 1e300, h < 1 ? Series::Style::line : Series::Style::line_points));
    }
    History w;
    for (int i = 0; i <= 1000; ++i) w.add(0.1 * i, body.x[k] * exact.momentum(0.1 * i).v[k]);
    picture.series.push_back(w.series("exact", 1e300, Series::Style::dashed));
    result.pictures.push_back(picture);
  }
  Swings truth;
  double last = 0;
  for (double t = 0; t <= kCounted; t += 0.05) truth.see(times(body.x, exact.momentum(t).v), last);
  const auto near = [&](const Swings& s) { return s.reached && std::abs(s.changes - truth.changes) <= 1; };
  const auto numbers = [&](const Swings& s) {
    if (!s.reached) return format("no solution in step {}", s.steps);
    return format("{} changes of sign of w2 to t = {:g} (exact {}), w1 swings to {:.3f} ({:.3f})", s.changes, kCounted,
                  truth.changes, s.amplitude, truth.amplitude);
  };
  for (const double h : kFigure3Steps) {
    const Swings s = swings<Newmark>(h, kCounted);
    result.entries.push_back(
        claim(format("NMB, step {:g}", h), kCharacter, numbers(s), stated(near(s), "as many changes of sign, to 1")));
  }
  const Swings newmark = swings<Newmark>(kLargest, kCounted), akw = swings<Akw>(kLargest, kCounted);
  result.entries.push_back(claim("NMB and AKW, step 5", kOnParWithMidpoint,
                                 "NMB " + numbers(newmark) + "; AKW " + numbers(akw),
                                 stated(near(newmark) && near(akw), "both as many changes of sign, to 1")));
  const Swings dmv = swings<Lgvi>(kLargest, kCounted), dmv4 = swings<Mz<4>>(kLargest, kCounted);
  result.entries.push_back(claim("DMV, step 5", kMoserVeselovFails, numbers(dmv),
                                 stated(!near(dmv), "no solution, or another number of changes of sign")));
  result.entries.push_back(claim("DMV4, step 5", kMoserVeselovFails, numbers(dmv4),
                                 stated(!near(dmv4), "no solution, or another number of changes of sign")));
  const Swings lp2 = swings<Mr>(kLargest, kCounted), sw = swings<SimoWong>(kLargest, kCounted);
  result.notes = {"Not in the paper: at step 5 LP2 has " + numbers(lp2) + "; SW " + numbers(sw) + ".",
                  "AKW comes closer to the true amplitude than NMB."};
  return result;
}

Result figure4() {
  Result result;
  const auto problem = problems::free_body();
  const auto curve = [&]<class M>(M, const char* name) {
    return errors_of<M>(name, problem, kFigure4End, kFigure4Steps);
  };
  const std::vector<Errors> curves{curve(Newmark{}, "NMB"), curve(SimoWong{}, "SW"), curve(LewisSimo{}, "LS"),
                                   curve(Akw{}, "AKW")};
  for (const Errors& e : curves) result.entries.push_back(order_entry(e, Errors::kAttitude));
  const double newmark = curves[0].constant(Errors::kAttitude);
  const auto against = [&](std::size_t i) { return curves[i].constant(Errors::kAttitude) / newmark; };
  result.entries.push_back(claim("SW against NMB", kAmongTheBest,
                                 format("error of SW {:.3g} times that of NMB", against(1)),
                                 stated(against(1) > 1, "above 1")));
  const double ratio = against(3);
  result.entries.push_back(
      claim("AKW against NMB", kTwoOrders, format("factor {:.3g}", ratio),
            about(std::lround(std::log10(ratio)) == 2, "nearest power of ten is 100", "another power of ten")));
  result.pictures.push_back(convergence("krysl-fig4", "Free body: attitude at t = 100", curves, Errors::kAttitude));
  note_failures(curves, result);
  result.notes.push_back(format("The error of LS is {:.3g} times that of NMB.", against(2)));
  result.notes.push_back(
      "Most of the factor to AKW is Cayley's map; the momentum of AKW is the better one (figure 5).");
  result.notes.push_back(
      "The paper takes a run with step 0.001 for the truth. Step 8 does not divide 100: 13 steps are made.");
  return result;
}

Result figure5() {
  Result result;
  const auto problem = problems::free_body();
  const auto curve = [&]<class M>(M, const char* name) {
    return errors_of<M>(name, problem, kFigure4End, kFigure4Steps);
  };
  const std::vector<Errors> curves{curve(Newmark{}, "NMB"), curve(SimoWong{}, "SW"), curve(LewisSimo{}, "LS"),
                                   curve(Mr{}, "LP2"),      curve(Akw{}, "IMR"),     curve(Lgvi{}, "DMV"),
                                   curve(Mz<4>{}, "DMV4")};
  for (const Errors& e : curves) result.entries.push_back(order_entry(e, Errors::kMomentum, e.name == "DMV4" ? 4 : 2));
  result.pictures.push_back(convergence("krysl-fig5", "Free body: momentum at t = 100", curves, Errors::kMomentum));
  note_failures(curves, result);
  result.notes.push_back(
      "DMV4 is the time-rescaled algorithm of McLachlan and Zanna (mz4), which the paper cites; the preprocessed one "
      "of Hairer "
      "and Vilmart (dmv4) came later and has a third of its error.");
  result.notes.push_back(format("The text says nothing of this figure. The error of IMR is {:.2f} times that of NMB.",
                                curves[4].constant(Errors::kMomentum) / curves[0].constant(Errors::kMomentum)));
  return result;
}

}  // namespace polhode::reproduce::krysl
