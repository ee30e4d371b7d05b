// celledoni_claims.cpp -- [CelledoniSafstrom2006]: what the text says, claim by claim
#include <functional>
#include <limits>
#include <type_traits>

#include "celledoni.hpp"
#include "measure/structure.hpp"
#include "polhode/exact/elliptic.hpp"

namespace polhode::reproduce::celledoni {

namespace {

void energies_of_free_body(Result& r) {
  const TorquedProblem<NoTorque> problem = free_body();
  const Principal<double> body = problem.body();
  const double E0 = problem.energy(problem.start);
  const long n = std::lround(kEnergyEnd / kEnergyStep);
  /// The least and the greatest error.
  struct Swing {
    double low = 0, high = 0;
    void see(double e) { low = std::min(low, e), high = std::max(high, e); }
    double largest() const { return std::max(high, -low); }
  };
  const auto add = [&](const char* name, const Swing& e, const Statement& s, Verdict verdict) {
    r.entries.push_back(claim(std::string(name) + ": largest energy error, h = 0.4 on [0, 400]", s,
                              formatted("%.1e (%+.1e to %+.1e)", e.largest(), e.low, e.high), std::move(verdict)));
  };
  const auto add_size = [&](const char* name, const Swing& e, const Statement& s, const Cause& reason = {}) {
    add(name, e, s, of_size(e.largest(), s, reason));
  };
  const auto of = [&](auto m) {
    Swing e;
    run<decltype(m)>(problem, kEnergyStep, n,
                     [&](long, const PrincipalState<double>& s) { e.see(problem.energy(s) - E0); });
    return e;
  };
  const auto of_rotations = [&]<class Table>(Table) {
    Swing e;
    Vec3<double> m = problem.start.m;
    for (long i = 0; i < n; ++i) MrMomentum<Table>{body, kEnergyStep}(m), e.see(energy(body, m) - E0);
    return e;
  };
  const Cause rounding(
      "smaller: the library's iteration leaves nothing but rounding; solved as a Riccati equation it is of that size",
      "polhode reproduce celledoni-riccati");
  add_size("MR, order 2", of_rotations(SingleStep{}), kEnergyMr2);
  add_size("MR, order 4 by Yoshida's triple jump", of_rotations(TripleJump{}), kEnergyMr4);
  const Swing suzuki = of_rotations(Suzuki5{});
  add("MR, order 4 by Suzuki's five steps", suzuki, kEnergyMr4,
      excluded(!same_power(suzuki.largest(), kEnergyMr4), "another power of ten"));
  add_size("DMV, order 2", of(Mz<2>{}), kEnergyDmv, rounding);
  add_size("DMV, order 4", of(Mz<4>{}), kEnergyDmv, rounding);
  add_size("DMV, order 6", of(Mz<6>{}), kEnergyDmv, rounding);
  const PrincipalMotion<double> motion(body, problem.start);
  Swing je;
  for (long i = 1; i <= n; ++i) je.see(energy(body, motion.momentum(double(i) * kEnergyStep).v) - E0);
  add_size("JE", je, kEnergyJe);
}

// --- "faster and more accurate than standard ODE solvers" -------------------------------------------------------------

/// Euler's equations from 0 to 1: JE with its set-up against Boost.Odeint.
void standard_solvers(Result& r) {
  const std::span<const StandardSolver> solvers = standard_solver_list();
  if (solvers.empty()) {
    r.entries.push_back(claim("JE against Boost.Odeint", kFasterThanStandard, "Boost.Odeint is not there",
                              of_times(not_counted("Boost.Odeint was not found when this program was compiled"))));
    return;
  }
  const TorquedProblem<NoTorque> problem = free_body();
  const Principal<double> body = problem.body();
  const Vec3<double> truth =
      convert<double>(PrincipalMotion<Quad>(problem.body<Quad>(), convert<Quad>(problem.start)).momentum(Quad(1)).v);
  constexpr int kOften = 20;
  const auto je = [&](int n) {
    Vec3<double> m{};
    const PrincipalMotion<double> motion(body, problem.start, Reach::near);
    for (int i = 1; i <= n; ++i) keep(m = motion.momentum(double(i) / n).v);
    return m;
  };
  const int n = 1 << kLastPower;
  const double error = std::max(norm(je(n) - truth), std::numeric_limits<double>::epsilon());
  std::vector<std::function<void()>> jobs;
  const auto add_job = [&](auto once) {
    jobs.emplace_back([once] {
      for (int i = 0; i < kOften; ++i) keep(once());
    });
  };
  add_job([&] { return je(n); });
  add_job([&] { return je(1); });
  for (const StandardSolver& solver : solvers) add_job([&] { return solver.solve(kFreeMoments, kFreeMomentum, n); });
  const std::vector<double> t = times_in_turn(jobs, 100);
  for (std::size_t i = 0; i < solvers.size(); ++i) {
    const StandardSolver& solver = solvers[i];
    const double theirs = norm(vec(solver.solve(kFreeMoments, kFreeMomentum, n)) - truth),
                 time = t[solver.to_a_tolerance ? 1 : 0] / t[i + 2];
    r.entries.push_back(claim(
        std::string(solver.to_a_tolerance ? "JE, value at t = 1, over " : "JE, 64 values on [0, 1], over ") +
            solver.name + ": time, set-up included; error",
        kFasterThanStandard,
        formatted("%.2f (%.0f against %.0f ns); %.0e (%.0e against %.0e)", time,
                  1e9 / kOften * t[solver.to_a_tolerance ? 1 : 0], 1e9 / kOften * t[i + 2], error / theirs, error,
                  theirs),
        of_times(stated(
            time < 1 && error <= theirs, "faster, and no larger error",
            time < 1 ? Cause("faster, but both errors are roundings of a momentum of length 2.2, some 5e-16",
                             "polhode reproduce celledoni-claims")
                     : Cause("more accurate, but not faster: a step of a few products costs less than an evaluation "
                             "of elliptic functions. To the accuracy of JE, in the rows with a tolerance, JE is",
                             "polhode reproduce celledoni-claims")))));
  }
}

void symmetry_and_structure(Result& r) {
  const auto top = general_top();
  const auto back = [&](auto m, const char* name) {
    using M = decltype(m);
    Drive<M, HeavyTop<>, Quad> drive(top.body<Quad>(), top.torque);
    const PrincipalState<Quad> start = convert<Quad>(top.start);
    PrincipalState<Quad> s = start;
    for (const Quad h : {Quad(0.25), Quad(-0.25)}) drive.step(h, s);
    const double d = double(relative_distance(s.m, start.m) + attitude_distance(s.Q, start.Q));
    r.entries.push_back(claim(std::string(name) + ": a step and a step back, 34 digits", kSymmetric,
                              formatted("%.0e", d), below(d, 1e-27)));
  };
  back(Sej{}, "SEJ");
  back(Sej4{}, "SEJ4");
  const auto structure = [&](auto m, const char* name, const Statement& s, bool symplectic) {
    using M = decltype(m);
    Drive<M, HeavyTop<>, Quad> drive(top.body<Quad>(), top.torque);
    const measure::Defects d = measure::structure_defects(convert<Quad>(top.start), [&](PrincipalState<Quad> state) {
      drive.restart();
      drive.step(Quad(0.25), state);
      return state;
    });
    r.entries.push_back(claim(std::string(name) + ": violation of the symplectic form, h = 0.25", s,
                              formatted("%.0e", d.symplectic),
                              stated((d.structure() == Structure::symplectic) == symplectic,
                                     symplectic ? "below 1e-20" : "not below 1e-20")));
  };
  structure(Sej{}, "SEJ", kNotSymplectic, false);
  structure(Sej4{}, "SEJ4", kNotSymplectic, false);
  structure(Mr{}, "MR", kSymplectic, true);
  structure(Strang<Exact>{}, "strang on exact", kVerletSymplectic, true);
  const auto from_exact = [&](auto m) {
    return distance(run<decltype(m)>(top, 0.05, 20), run<Strang<Exact>>(top, 0.05, 20));
  };
  const double sej = from_exact(Sej{}), sej4 = from_exact(Sej4{});
  r.entries.push_back(claim("SEJ, SEJ4: distance from strang on exact, h = 0.05, t = 1", kMoreTerms,
                            formatted("%.1e, %.1e", sej, sej4), stated(sej4 < sej, "SEJ4 is nearer")));
}

/// Mean energy error over each hundredth of a long run.
template <class M, class Torque>
Series energy_means(const char* name, const TorquedProblem<Torque>& problem, double h, long n) {
  Series means{name, {}, {}, {}};
  const double E0 = problem.energy(problem.start);
  const long window = n / 100;
  double sum = 0;
  run<M>(problem, h, n, [&](long i, const PrincipalState<double>& s) {
    sum += problem.energy(s) - E0;
    if (i % window != 0) return;
    means.x.push_back(double(i) * h), means.y.push_back(sum / double(window));
    sum = 0;
  });
  return means;
}
void long_runs(Result& r) {
  constexpr long n = 1000000;
  constexpr double h = 0.1;
  const auto add = [&](const char* where, const Series& sej, const Series& mr, const Statement& s,
                       const Cause& reason) {
    const bool drifts = std::fabs(sej.y.back() - sej.y.front()) > 0.05 * std::fabs(sej.y.front()),
               better = std::fabs(sej.y.back()) < std::fabs(mr.y.back());
    r.entries.push_back(
        claim(std::string(where) + ", h = 0.1, 1e6 steps: mean energy error, first and last hundredth; SEJ, then MR", s,
              formatted("%.3g to %.3g; %.3g to %.3g", sej.y.front(), sej.y.back(), mr.y.front(), mr.y.back()),
              stated(!drifts && better == (s.says == kBetterEnergy.says),
                     std::string("SEJ moves by less than 5 % of its mean, and ends with ") +
                         (s.says == kBetterEnergy.says ? "the smaller error" : "the larger error"),
                     reason)));
  };
  const auto both = [&](const char* where, const auto& problem, const Statement& s) {
    add(where, energy_means<Sej>("SEJ", problem, h, n), energy_means<Mr>("MR", problem, h, n), s, "");
  };
  both("heavy top of figure 4", problems::celledoni_top(), kBetterEnergy);
  both("satellite of figure 7", problems::celledoni_satellite(), kBetterEnergy);
  both("heavy top of figure 6", problems::celledoni_top123(), kSomeCases);
  const auto general = general_top();
  const Series sej = energy_means<Sej>("SEJ", general, h, n), mr = energy_means<Mr>("MR", general, h, n),
               sej4 = energy_means<Sej4>("SEJ4", general, h, n);
  add("a top with its weight on no axis (not in the paper)", sej, mr, kBetterEnergy,
      Cause("SEJ drifts: it is symmetric but not symplectic, and only the regular motions of the paper's problems hide "
            "it",
            "polhode reproduce celledoni-claims"));
  r.pictures.push_back({"celledoni-drift",
                        "Energy of a top with its weight on no axis, h = 0.1",
                        "t",
                        "mean energy error",
                        "",
                        {sej, sej4, mr}});
}

/// Largest energy error of MR over that of the best of six orderings, in the experiments of the paper.
void orderings(Result& r) {
  std::string found;
  double least = std::numeric_limits<double>::infinity();
  const auto on = [&](const char* where, const auto& problem, double h, double end) {
    const double E0 = problem.energy(problem.start);
    std::vector<double> errors;
    MethodList<McLachlanReich<2, 123>, McLachlanReich<2, 132>, McLachlanReich<2, 213>, McLachlanReich<2, 231>,
               McLachlanReich<2, 312>, McLachlanReich<2, 321>>::each([&](auto m) {
      double e = 0;
      run<Strang<decltype(m)>>(problem, h, std::lround(end / h), [&](long, const PrincipalState<double>& s) {
        e = std::max(e, std::fabs(problem.energy(s) - E0));
      });
      errors.push_back(e);
    });
    const auto [best, worst] = std::minmax_element(errors.begin(), errors.end());
    found += formatted("%s%s, h = %g: %.2g", found.empty() ? "" : "; ", where, h, *worst / *best);
    least = std::min(least, *worst / *best);
  };
  on("free body", free_body(), kEnergyStep, kEnergyEnd);
  for (const double h : kTopSteps) on("top of figure 5", problems::celledoni_top(), h, kTopEnd);
  on("top of figure 6", problems::celledoni_top123(), kFigure6Step, kFigure6End);
  for (const double h : {kFigure7Step, kFigure8Step})
    on("satellite", problems::celledoni_satellite(), h, kSatelliteEnd);
  r.entries.push_back(claim("largest energy error of MR, worst over best of six orderings", kOrderings, found,
                            stated(least < 1.5, "below 1.5 in one of these experiments at least")));
}

/// F by (18) and (19), and the number of means taken.
double first_kind_by_means(double phi, double k2, int& steps) {
  double a = 1, b = std::sqrt(1 - k2), c = std::sqrt(k2);
  for (steps = 0; c > std::numeric_limits<double>::epsilon(); ++steps) {
    // tan(phi' - phi) = b/a tan phi, on the branch that grows with phi
    const double turns = std::round(phi / detail::pi<double>());
    phi += std::atan(b / a * std::tan(phi)) + turns * detail::pi<double>();
    c = (a - b) / 2;
    const double mean = (a + b) / 2;
    b = std::sqrt(a * b);
    a = mean;
  }
  return phi / std::ldexp(a, steps);
}
void elliptic_claims(Result& r) {
  int most = 0;
  double worst = 0;
  for (const double k2 : {0.01, 0.3, 0.9, 0.999, 0.999999})
    for (const double phi : {0.3, 1.2, 2.5, 4.0, 6.0}) {
      int steps = 0;
      const double F = first_kind_by_means(phi, k2, steps);
      // first_kind() takes angles up to a half turn; F(phi + pi) = F(phi) + 2K
      const double turns = std::round(phi / detail::pi<double>()), rest = phi - turns * detail::pi<double>();
      const double kp = std::sqrt(1 - k2);
      const FirstKind<double> f = first_kind(std::sin(rest), std::cos(rest), kp);
      const double truth = f.angle / f.mean + 2 * turns * elliptic_k(kp);
      worst = std::max(worst, std::fabs(F / truth - 1));
      most = std::max(most, steps);
    }
  r.entries.push_back(claim("(18), (19): steps until c < eps, k^2 up to 0.999999; error of F", kFewSteps,
                            formatted("%d; %.0e", most, worst),
                            stated(most <= 8 && worst < 1e-13, "at most 8 steps, error below 1e-13")));

  // (12) and (13) on the body of the heavy top, which has I1 < I2 < I3 and circles about axis 3.
  const Vec3<double> I = problems::celledoni_top().moments, m0 = problems::celledoni_top().start.m;
  const Principal<double> body(I);
  const double G2 = norm2(m0);
  struct Solution {
    double residual, k2;
  };
  // The residual of Euler's equations over |w'|, at some u; E2 stands for what is printed as 2E.
  const auto solution = [&](double E2, double b1_2) {
    const double a1 = std::sqrt(E2 * I.z - G2), a3 = std::sqrt(G2 - E2 * I.x), b1 = std::sqrt(b1_2),
                 b3 = std::sqrt(I.y * (I.y - I.x)), k = b3 * a1 / (b1 * a3),
                 lambda = b1 * a3 / (I.y * std::sqrt(I.x * I.z));
    const Vec3<double> A{a1 / std::sqrt(I.x * (I.z - I.x)), a1 / b1, a3 / std::sqrt(I.z * (I.z - I.x))};
    double residual = 0;
    for (const double u : {0.2, 0.7, 1.4, 3.0}) {
      const JacobiFunctions j = jacobi_functions(u, k * k);
      const Vec3<double> w{A.x * j.cn, A.y * j.sn, A.z * j.dn};
      const Vec3<double> dw = lambda * Vec3<double>{-A.x * j.sn * j.dn, A.y * j.cn * j.dn, -A.z * k * k * j.sn * j.cn};
      const Vec3<double> right = times(body.x, cross(times(I, w), w));
      residual = std::max(residual, norm(dw - right) / norm(right));
      if (std::isnan(norm(dw - right))) return Solution{std::nan(""), k * k};
    }
    return Solution{residual, k * k};
  };
  const double twice_kinetic = 2 * energy(body, m0);  // E of (2), which has no 1/2
  const Solution printed = solution(2 * twice_kinetic, I.y * (I.z - I.x)),
                 half = solution(twice_kinetic, I.y * (I.z - I.x)), right = solution(twice_kinetic, I.y * (I.z - I.y));
  r.entries.push_back(claim("as printed: k^2; with E halved: residual", kEquation12,
                            formatted("%.2f; %.2f", printed.k2, half.residual),
                            stated(printed.k2 < 1 && half.residual < 1e-12, "k^2 below 1, residual below 1e-12",
                                   {"misprints: the 2E of (12) is the E of (2), and b1^2 = I2 (I3 - I2); the row below",
                                    "polhode reproduce celledoni-claims"})));
  r.entries.push_back(claim("with both corrected: residual", kEquation12, formatted("%.0e", right.residual),
                            below(right.residual, 1e-14)));
}

void other_claims(Result& r) {
  const TorquedProblem<NoTorque> problem = free_body();
  r.entries.push_back(claim("DMV, rescaling outside the loop", kDmvCost, "the same steps with another h",
                            not_counted("one code does all orders")));

  const auto other = free_body(kFreeMomentumText);
  const PrincipalState<double> a = run<McLachlanReich<4>>(problem, 1.0 / 16, 16),
                               b = run<McLachlanReich<4>>(other, 1.0 / 16, 16);
  const double mirror = norm(a.m - Vec3<double>{-b.m.x, -b.m.y, b.m.z});
  r.entries.push_back(claim("distance of one run from the mirror image (-, -, +) of the other", kMirror,
                            formatted("%.0e", mirror), not_counted("both runs are the same arithmetic")));

  // The satellite's potential and torque as printed, their Q e3 being our vertical(Q).
  const auto satellite = problems::celledoni_satellite();
  const double factor = 3 * 3.986e14 / std::pow(1.5e5, 3), E0 = satellite.energy(satellite.start);
  double torque = 0, drift = 0;
  run<Composition8<Weierstrass>>(satellite, 0.01, 10000, [&](long, const PrincipalState<double>& s) {
    const Vec3<double> n = vertical(s.Q), f = factor * cross(n, times(satellite.moments, n));
    const double V = 0.5 * factor * dot(n, times(satellite.moments, n));
    torque = std::max(torque, norm(f - satellite.torque.torque(s.Q)) / norm(f));
    drift = std::max(drift, std::fabs((energy(satellite.body(), s.m) + V) / E0 - 1));
  });
  r.entries.push_back(claim("satellite, order 8, h = 0.01 on [0, 100]: relative energy error with V and f as printed",
                            kSatelliteTorque, formatted("%.0e (torque as ours to %.0e)", drift, torque),
                            stated(drift < 1e-12 && torque < 1e-13, "below 1e-12, torque to 1e-13")));
}

}  // namespace

Result claims() {
  Result r;
  standard_solvers(r);
  energies_of_free_body(r);
  symmetry_and_structure(r);
  long_runs(r);
  orderings(r);
  elliptic_claims(r);
  other_claims(r);
  r.notes = {
      kPowerNote,
      "Drift and structure are measured on a top with moments (0.6, 0.8, 1), momentum (1.8, 0.4, -0.9) and the weight "
      "1 at (0.3, -0.5, 0.7): no axis of the body is that of the weight.",
      "The text was digitised: a misprint may be the scanner's.",
      "Equations (12) and (13) are tried on the body of figure 3, which has I1 < I2 < I3 as they require; that of "
      "figures 1 and 2 has not."};
  return r;
}

}  // namespace polhode::reproduce::celledoni
