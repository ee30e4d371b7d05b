// celledoni_paths.cpp -- [CelledoniSafstrom2006] figures 4 to 8: trajectories and energies under a torque
#include "celledoni.hpp"

namespace polhode::reproduce::celledoni {

// --- figures 4 and 5 -------------------------------------------------------------------------------------------------

namespace {

struct Trajectory {
  Series path;           ///< vertical(Q)
  Series energy;         ///< error, against time
  double amplitude = 0;  ///< largest energy error
  double lowest = 1;     ///< u3
};
template <class M, class Torque>
Trajectory trajectory(const char* name, const TorquedProblem<Torque>& problem, double h, double end, bool relative) {
  // Lines between points that are a large angle apart would hide the region that the points fill.
  const bool coarse = h * norm(times(problem.body().x, problem.start.m)) > 1;
  Trajectory t{{name, {}, {}, {}, coarse ? Series::Style::points : Series::Style::line}, {name, {}, {}}};
  const double E0 = problem.energy(problem.start), unit = relative ? E0 : 1;
  run<M>(problem, h, std::lround(end / h), [&](long i, const PrincipalState<double>& s) {
    const Vec3<double> u = vertical(s.Q);
    t.path.x.push_back(u.x), t.path.y.push_back(u.y), t.path.z.push_back(u.z);
    const double e = (problem.energy(s) - E0) / unit;
    t.energy.x.push_back(double(i) * h), t.energy.y.push_back(e);
    t.amplitude = std::max(t.amplitude, std::fabs(e));
    t.lowest = std::min(t.lowest, u.z);
  });
  return t;
}
/// A curve on the unit sphere beside the true one, in the same axes in every picture.
Picture path_picture(const std::string& name, const std::string& title, const char* symbol, const Trajectory& t,
                     const Series& truth) {
  const auto axis = [&](int k) { return formatted("%s%d", symbol, k); };
  Picture p{name, title, axis(1), axis(2), axis(3), {truth, t.path}, false, false, true};
  p.unit_cube = true;
  return p;
}
Picture energy_picture(const std::string& name, const std::string& title, const Trajectory& t, const char* label) {
  return {name, title, "t", label, "", {t.energy}};
}
double mean_distance(const Series& a, const Series& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.x.size(); ++i)
    sum += norm(Vec3<double>{a.x[i] - b.x[i], a.y[i] - b.y[i], a.z[i] - b.z[i]});
  return sum / double(a.x.size());
}

template <class M>
std::vector<Trajectory> top_trajectories(const char* name) {
  std::vector<Trajectory> all;
  for (const double h : kTopSteps) all.push_back(trajectory<M>(name, problems::celledoni_top(), h, kTopEnd, false));
  return all;
}
std::string three(const char* format, const std::vector<Trajectory>& t, double Trajectory::* value) {
  return formatted((std::string(format) + ", " + format + ", " + format).c_str(), t[0].*value, t[1].*value,
                   t[2].*value);
}
void add_top_pictures(Result& r, const char* figure, const char* name, const std::vector<Trajectory>& all,
                      const Series& truth) {
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::string step = std::string(name) + formatted(", h = %g", kTopSteps[i]);
    r.pictures.push_back(
        path_picture(std::string(figure) + char('a' + 2 * i), "Heavy top: " + step, "u", all[i], truth));
    r.pictures.push_back(energy_picture(std::string(figure) + char('b' + 2 * i), "Heavy top, energy error: " + step,
                                        all[i], "energy error"));
  }
}
constexpr const char* kPathNote =
    "What is drawn is u = Q^T e3, the vertical as the body sees it, which the paper calls the centre of mass; its "
    "lowest u3 is taken as the mark of the trajectory's character. Grey: the true motion to t = 20.";

/// The true motion.
Series drawn_truth(Series path, double step) {
  constexpr double kDrawn = 20;  // more turns would fill the picture, and the file
  const auto n = std::min(path.x.size(), std::size_t(std::lround(kDrawn / step)));
  path.x.resize(n), path.y.resize(n), path.z.resize(n);
  path.style = Series::Style::guide;
  return path;
}
Trajectory true_trajectory() {
  Trajectory t = trajectory<Composition8<Weierstrass>>("true", problems::celledoni_top(), kTopSteps[2], kTopEnd, false);
  t.path = drawn_truth(t.path, kTopSteps[2]);
  return t;
}

}  // namespace

Result figure4() {
  const auto sej = top_trajectories<Sej>("SEJ"), mr = top_trajectories<Mr>("MR");
  const Trajectory true_one = true_trajectory();
  const double truth = true_one.lowest;
  Result r;
  r.entries.push_back(claim("SEJ: lowest u3 at h = 0.1, 0.05, 0.01", kSejKeeps,
                            three("%.2f", sej, &Trajectory::lowest) + formatted("; true %.2f", truth),
                            stated(std::fabs(sej[0].lowest - truth) < 0.2 && std::fabs(sej[1].lowest - truth) < 0.2 &&
                                       std::fabs(sej[2].lowest - truth) < 0.2,
                                   "all three within 0.2 of the true one")));
  r.entries.push_back(claim(
      "SEJ: largest energy error at h = 0.1, 0.05, 0.01", kAmplitudeGrows, three("%.1e", sej, &Trajectory::amplitude),
      stated(sej[0].amplitude > sej[1].amplitude && sej[1].amplitude > sej[2].amplitude, "falls with the step")));
  const double apart = mean_distance(sej[2].path, mr[2].path), factor = sej[2].amplitude / mr[2].amplitude;
  r.entries.push_back(claim("SEJ and MR, h = 0.01: mean distance on [0, 100]", kTrajectoriesApart,
                            formatted("%.2f", apart), of_size(apart, kTrajectoriesApart)));
  r.entries.push_back(claim("SEJ over MR, h = 0.01: largest energy errors", kEnergyFactor, formatted("%.1e", factor),
                            of_size(factor, kEnergyFactor)));
  r.entries.push_back(claim(
      "SEJ over MR: largest energy errors at h = 0.1, 0.05, 0.01", kMuchSmaller,
      formatted("%.0e, %.0e, %.0e", sej[0].amplitude / mr[0].amplitude, sej[1].amplitude / mr[1].amplitude, factor),
      stated(sej[0].amplitude < 0.01 * mr[0].amplitude && sej[1].amplitude < 0.01 * mr[1].amplitude && factor < 0.01,
             "all three below 0.01")));
  add_top_pictures(r, "celledoni-fig4", "SEJ", sej, true_one.path);
  r.notes = {kPathNote, kPowerNote};
  return r;
}

Result figure5() {
  const auto mr = top_trajectories<Mr>("MR");
  const Trajectory true_one = true_trajectory();
  const double truth = true_one.lowest;
  Result r;
  r.entries.push_back(
      claim("MR: lowest u3 at h = 0.1, 0.05, 0.01", kMrDiffers,
            three("%.2f", mr, &Trajectory::lowest) + formatted("; true %.2f", truth),
            stated(std::fabs(mr[0].lowest - mr[2].lowest) > 0.2 && std::fabs(mr[2].lowest - truth) < 0.2,
                   "first and last more than 0.2 apart, the last within 0.2 of the true one")));
  r.entries.push_back(claim(
      "MR: largest energy error at h = 0.1, 0.05, 0.01", kAmplitudeGrows, three("%.1e", mr, &Trajectory::amplitude),
      stated(mr[0].amplitude > mr[1].amplitude && mr[1].amplitude > mr[2].amplitude, "falls with the step")));
  add_top_pictures(r, "celledoni-fig5", "MR", mr, true_one.path);
  auto nearby = problems::celledoni_top();
  nearby.start.m.x *= 1 + 1e-14;
  const double other = trajectory<Mr>("MR", nearby, kTopSteps[0], kTopEnd, false).amplitude;
  r.notes = {kPathNote,
             "The energy at the start is 600001. At h = 0.1 the steps of MR are chaotic: from a start that differs "
             "by 1e-14 the largest energy error is " +
                 formatted("%.1e", other) + "."};
  return r;
}

// --- figure 6 --------------------------------------------------------------------------------------------------------

Result figure6() {
  Result r;
  const auto part = [&](char letter, const char* what, int first, int last, const auto& with) {
    Series sej{"SEJ", {}, {}, {}, Series::Style::line_points}, mr{"MR", {}, {}, {}, Series::Style::line_points};
    for (int k = first; k <= last; ++k) {
      const double a = std::ldexp(1.0, k);
      const auto problem = with(a);
      const double E0 = problem.energy(problem.start);
      const long n = std::lround(kFigure6End / kFigure6Step);
      const auto mean = [&](auto m) {
        double sum = 0;
        run<decltype(m)>(problem, kFigure6Step, n,
                         [&](long, const PrincipalState<double>& s) { sum += std::fabs(problem.energy(s) - E0); });
        return sum / double(n);
      };
      sej.x.push_back(a), sej.y.push_back(mean(Sej{}));
      mr.x.push_back(a), mr.y.push_back(mean(Mr{}));
    }
    const std::size_t end = sej.x.size() - 1;
    std::size_t above = end + 1;  // SEJ is better from here on
    while (above > 0 && sej.y[above - 1] < mr.y[above - 1]) --above;
    r.entries.push_back(claim(
        formatted("(%c) %s: SEJ better from alpha on; at alpha = %g SEJ, MR", letter, what, sej.x[end]),
        kLargeParameter, above > end ? "nowhere" : formatted("%g; %.1e, %.1e", sej.x[above], sej.y[end], mr.y[end]),
        stated(above <= end, "from some alpha on")));
    r.entries.push_back(claim(formatted("(%c) %s: SEJ, MR at alpha = %g", letter, what, sej.x[0]), kSomeCases,
                              formatted("%.1e, %.1e", sej.y[0], mr.y[0]),
                              stated(!(sej.y[0] < mr.y[0]), "not smaller")));
    Picture p{std::string("celledoni-fig6") + letter,
              std::string("Heavy top, energy error: ") + what,
              "alpha",
              "mean energy error",
              "",
              {sej, mr},
              true,
              true};
    r.pictures.push_back(p);
  };
  part('a', "angular velocity alpha (1, 2, 3)", -4, 6, [](double a) {
    auto p = problems::celledoni_top123();
    p.start.m = a * p.start.m;
    return p;
  });
  part('b', "moments alpha (1, 2, 3)", -6, 10, [](double a) {
    auto p = problems::celledoni_top123();
    p.moments = a * p.moments;
    p.start.m = a * p.start.m;
    return p;
  });
  r.notes = {"The range of alpha is not said in the text; here it spans powers of 2."};
  return r;
}

// --- figures 7 and 8 -------------------------------------------------------------------------------------------------

namespace {

Result satellite(const char* figure, double h) {
  const auto problem = problems::celledoni_satellite();
  const std::vector<Trajectory> t{trajectory<Mr>("MR", problem, h, kSatelliteEnd, true),
                                  trajectory<Sej>("SEJ", problem, h, kSatelliteEnd, true),
                                  trajectory<Sej4>("SEJ4", problem, h, kSatelliteEnd, true)};
  const double fine = h / 10;  // the truth: compared at the steps, drawn as a curve
  Series truth{"true", {}, {}, {}}, drawn = truth;
  double lowest = 1;
  run<Composition8<Weierstrass>>(problem, fine, std::lround(kSatelliteEnd / fine),
                                 [&](long i, const PrincipalState<double>& s) {
                                   const Vec3<double> u = vertical(s.Q);
                                   drawn.x.push_back(u.x), drawn.y.push_back(u.y), drawn.z.push_back(u.z);
                                   if (i % 10 != 0) return;
                                   truth.x.push_back(u.x), truth.y.push_back(u.y), truth.z.push_back(u.z);
                                   lowest = std::min(lowest, u.z);
                                 });
  drawn = drawn_truth(drawn, fine);
  std::array<double, 3> apart{}, off{};
  for (std::size_t k = 0; k < 3; ++k) {
    apart[k] = mean_distance(t[k].path, truth);
    off[k] = std::fabs(t[k].lowest - lowest);
  }
  const std::string path = three("%.2f", t, &Trajectory::lowest) + formatted("; true %.2f", lowest) +
                           formatted(" (mean distance %.2f, %.2f, %.2f)", apart[0], apart[1], apart[2]);
  const std::string energies = three("%.1e", t, &Trajectory::amplitude);
  const double worse = std::max(t[1].amplitude, t[2].amplitude);
  Result r;
  if (h == kFigure7Step) {
    r.entries.push_back(claim("MR, SEJ, SEJ4: lowest third component", kSej4Best, path,
                              stated(off[2] < off[1] && off[2] < off[0] && apart[2] < apart[1] && apart[2] < apart[0],
                                     "SEJ4 is the nearest to the true one, in both")));
    r.entries.push_back(claim("MR, SEJ, SEJ4: largest relative energy error", kSejEnergy, energies,
                              stated(worse < 0.1 * t[0].amplitude, "SEJ and SEJ4 below a tenth of MR")));
  } else {
    r.entries.push_back(
        claim("MR, SEJ, SEJ4: lowest third component", kAlike, path,
              stated(off[0] < 0.2 && off[1] < 0.2 && off[2] < 0.2, "all three within 0.2 of the true one")));
    r.entries.push_back(claim("MR, SEJ, SEJ4: largest relative energy error", kSejEnergy8, energies,
                              stated(worse < t[0].amplitude, "SEJ and SEJ4 below MR")));
  }
  char letter = 'a';
  for (const Trajectory& one : t) {
    const std::string step = one.path.name + formatted(", h = %g", h);
    r.pictures.push_back(path_picture(std::string(figure) + letter++, "Satellite: " + step, "Qe3, ", one, drawn));
    r.pictures.push_back(energy_picture(std::string(figure) + letter++, "Satellite, relative energy error: " + step,
                                        one, "relative energy error"));
  }
  r.notes = {
      "What is drawn is the body frame Q e3, the third column of the paper's Q, which is our Q^T: the axis to the "
      "planet "
      "as the body sees it. Its lowest third component is taken as the mark of the trajectory's character. Grey: the "
      "true motion to t = 20.",
      "At this step the body turns by " + formatted("%.1f", h * 15 * std::sqrt(3.0)) +
          " radians per step: no method follows the phase, as the mean distances show; what the figure shows is the "
          "region that the curve fills."};
  return r;
}

}  // namespace

Result figure7() {
  return satellite("celledoni-fig7", kFigure7Step);
}
Result figure8() {
  return satellite("celledoni-fig8", kFigure8Step);
}

}  // namespace polhode::reproduce::celledoni
