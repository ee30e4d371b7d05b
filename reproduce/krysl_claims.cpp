// krysl_claims.cpp -- [KryslEndres2004]: what the text says, claim by claim
#include "krysl.hpp"
#include "measure/structure.hpp"
#include "polhode/methods/lgvi.hpp"

namespace polhode::reproduce::krysl {

namespace {

/// Forward and back by n steps; `anew`: nothing is carried from step to step.
template <class M, class Torque>
double return_error(const TorquedProblem<Torque>& problem, double h, int n, bool anew) {
  Drive<M, Torque> drive(problem.body(), problem.torque);
  PrincipalState<double> s = problem.start;
  for (int i = 0; i < 2 * n; ++i) {
    const int from = i < n ? i : 2 * n - i, to = i < n ? i + 1 : from - 1;
    if (anew) drive.restart();
    drive.step(TimeStep<double>{from * h, (to - from) * h, to * h}, s);
  }
  return attitude_distance(s.Q, problem.start.Q) + relative_distance(s.m, problem.start.m);
}

/// Largest distance of two runs.
template <class A, class B, class Torque>
double distance_of_runs(const TorquedProblem<Torque>& problem, double end, double h, bool second_anew) {
  std::vector<PrincipalState<double>> states;
  run<A>(problem, end, h, [&](double, const PrincipalState<double>& s) { return states.push_back(s), true; });
  double most = 0;
  std::size_t i = 0;
  run<B>(
      problem, end, h,
      [&](double, const PrincipalState<double>& s) {
        most = std::max(most, attitude_distance(s.Q, states[i].Q) + relative_distance(s.m, states[i].m));
        return ++i, true;
      },
      second_anew);
  return most;
}

template <class M>
double torques_per_step() {
  long count = 0;
  const HeavyTop top = problems::slow_top().torque;
  const auto counted =
      potential([&](const auto& Q) { return top.energy(Q); }, [&](const auto& Q) { return ++count, top.torque(Q); });
  const auto problem = problems::slow_top();
  Drive<M, std::remove_cvref_t<decltype(counted)>> drive(problem.body(), counted);
  PrincipalState<double> s = problem.start;
  drive.step(0.01, s);
  count = 0;
  constexpr int kSteps = 100;
  for (int i = 1; i <= kSteps; ++i) drive.step(i * 0.01, 0.01, s);
  return double(count) / kSteps;
}

/// The same with a torque that is no potential: of time and attitude, and with `velocity` of the angular velocity as well.
template <class M, bool velocity>
double general_torques_per_step() {
  long count = 0;
  const auto push = [&](double t, const Quaternion<double>& Q) {
    return ++count, Vec3<double>{0.3 * std::sin(t), 0.5 * Q.v.x, 0.2 * Q.v.y};
  };
  const auto torque = [&] {
    if constexpr (velocity)
      return body_torque(
          [&](double t, const Quaternion<double>& Q, const Vec3<double>& w) { return push(t, Q) - 0.1 * w; });
    else
      return body_torque(push);
  }();
  const auto problem = problems::slow_top();
  Drive<M, std::remove_cvref_t<decltype(torque)>> drive(problem.body(), torque);
  PrincipalState<double> s = problem.start;
  drive.step(TimeStep<double>{0, 0.01, 0.01}, s);
  count = 0;
  constexpr int kSteps = 100;
  for (int i = 1; i <= kSteps; ++i) drive.step(TimeStep<double>{i * 0.01, 0.01, (i + 1) * 0.01}, s);
  return double(count) / kSteps;
}

/// Violation of the canonical form by one step.
template <class M>
double symplectic_defect(double h) {
  const auto problem = problems::free_body();
  Drive<M, NoTorque, Quad> drive(problem.body<Quad>());
  return measure::structure_defects(convert<Quad>(problem.start),
                                    [&](PrincipalState<Quad> s) {
                                      drive.restart();
                                      drive.step(Quad(h), s);
                                      return s;
                                    })
      .symplectic;
}

/// The unit quaternion of a rotation matrix by Spurrier's rule: from the largest of the trace and the diagonal. [Spurrier1978]
Quaternion<double> by_spurrier(const Mat3<double>& R) {
  const double trace = R[0][0] + R[1][1] + R[2][2];
  const int i = R[0][0] > R[1][1] ? (R[0][0] > R[2][2] ? 0 : 2) : (R[1][1] > R[2][2] ? 1 : 2), j = (i + 1) % 3,
            k = (i + 2) % 3;
  Quaternion<double> q;
  if (trace >= R[i][i]) {
    q.w = 0.5 * std::sqrt(1 + trace);
    q.v = (0.25 / q.w) * Vec3<double>{R[2][1] - R[1][2], R[0][2] - R[2][0], R[1][0] - R[0][1]};
  } else {
    q.v[i] = std::sqrt(0.5 * R[i][i] + 0.25 * (1 - trace));
    q.w = (R[k][j] - R[j][k]) / (4 * q.v[i]);
    q.v[j] = (R[j][i] + R[i][j]) / (4 * q.v[i]);
    q.v[k] = (R[k][i] + R[i][k]) / (4 * q.v[i]);
  }
  return q;
}
/// Turns about many axes by angles from 0 to pi: the rotation vector back from the matrix, by Spurrier and by the library.
void extraction(Result& result) {
  double spurrier = 0, ours = 0;
  for (int i = 0; i < 1000; ++i) {
    const Vec3<double> direction{std::cos(1.0 * i), std::sin(2.0 * i), std::cos(3.0 * i + 1)};
    const double angle = i % 10 == 0   ? std::numbers::pi - 1e-9 * i
                         : i % 10 == 1 ? 1e-9 * i
                                       : std::numbers::pi * i / 1000;
    const Vec3<double> v = (angle / norm(direction)) * direction;
    const Mat3<double> R = to_matrix(to_quaternion(exp(v)));
    spurrier = std::max(spurrier, norm(log(by_spurrier(R)) - v));
    ours = std::max(ours, norm(log(from_matrix(R)) - v));
  }
  result.entries.push_back(claim("1000 turns up to a half, vectors back from their matrices", kSpurrier,
                                 format("to {:.0e}; by from_matrix of the library, to {:.0e}", spurrier, ours),
                                 stated(spurrier < 1e-14 && ours < 1e-14, "both below 1e-14")));
}

}  // namespace
Result claims() {
  Result result;
  auto& entries = result.entries;
  const auto free = problems::free_body();
  const auto top = problems::lagrange_top();

  const double one = distance_of_runs<Newmark, NewmarkSpatial>(top, 0.05, 0.05, false),
               many = distance_of_runs<Newmark, NewmarkSpatial>(top, 50, 0.05, false);
  entries.push_back(claim("NMB and NMS, Lagrange top", kEquivalent,
                          format("{:.1g} apart after one step, {:.1g} over 1000 steps", one, many),
                          stated(one < 1e-15 && many < 1e-9, "below 1e-15 after one, 1e-9 after 1000")));
  const double restarted = distance_of_runs<Newmark, Newmark>(top, 50, 0.05, true);
  entries.push_back(claim("NMB, Lagrange top", kSelfStarting, format("begun anew 1000 times: {:.1g} apart", restarted),
                          below(restarted, 1e-9)));
  const double newmark_torques = torques_per_step<Newmark>(), sw_torques = torques_per_step<SimoWong>();
  const auto once = [&](const char* row, double torques) {
    entries.push_back(claim(row, kOneTorque, format("{:g}", torques), stated(torques == 1, "1 a step")));
  };
  once("NMB, in a potential", newmark_torques);
  once("NMB, torque of time and attitude", general_torques_per_step<Newmark, false>());
  once("SW, in a potential", sw_torques);
  once("SW, torque of time and attitude", general_torques_per_step<SimoWong, false>());
  result.notes.push_back(format(
      "A torque that depends on the angular velocity is part of the equation that a step of NMB solves; the paper "
      "does not treat it. NMB then evaluates it {:g} times a step, SW {:g} times.",
      general_torques_per_step<Newmark, true>(), general_torques_per_step<SimoWong, true>()));

  constexpr double kH = 0.5;
  constexpr int kN = 1000;
  const double n0 = return_error<Newmark>(free, kH, kN, false), n1 = return_error<Newmark>(free, kH, kN, true);
  entries.push_back(claim("NMB, free body", kSymmetric, format("forward and back: {:.1g}; begun anew: {:.1g}", n0, n1),
                          stated(n0 < 1e-9 && n1 < 1e-9, "both below 1e-9")));
  const double s0 = return_error<SimoWong>(free, kH, kN, false), s1 = return_error<SimoWong>(free, kH, kN, true);
  entries.push_back(
      claim("SW, acceleration carried", kSymmetric, format("forward and back: {:.1g}", s0), below(s0, 1e-9)));
  entries.push_back(
      claim("SW, acceleration from the balance", kSymmetric, format("forward and back: {:.1g}", s1), below(s1, 1e-9),
            Cause("only with the acceleration carried from step to step", "polhode reproduce krysl-claims")));

  const double long_end = 20000;
  for (const double h : {1.0, 0.25, 0.0625}) {
    const History carried = energy_errors<SimoWong>(free, long_end, h),
                  anew = energy_errors<SimoWong>(free, long_end, h, true);
    entries.push_back(
        claim(format("SW, acceleration carried, step {:g}", h), kDriftsAlways,
              format("{}; {}", percent_range(carried), described(change(carried), long_end)),
              Criterion{!change(carried).steady(), "amplitude or mean changes by 5 % or more"},
              Cause("as printed, with the acceleration carried, it does not", "polhode reproduce krysl-claims")));
    entries.push_back(claim(
        format("SW, acceleration from the balance, step {:g}", h), kDriftsAlways,
        format("grows to {:+.2g} % by t = {:g}; carried, {:+.2g} %", 100 * anew.high(), long_end, 100 * carried.high()),
        stated(anew.high() > 5 * carried.high(), "more than 5 times that of the carried one")));
  }

  for (const double h : {1.0, 0.25}) {
    const Change c = change(energy_errors<Newmark>(free, long_end, h));
    entries.push_back(claim(format("NMB, free body, step {:g}", h), kNeverDrifts, described(c, long_end),
                            Criterion{c.steady(), Change::kSaid}));
  }
  TorquedProblem<HeavyTop<>> tilted = problems::asymmetric_top();
  tilted.torque = HeavyTop(1, {0.5, 0.3, 0.8});
  const double h = 0.1;
  const History newmark = energy_errors<Newmark>(tilted, long_end, h), lgvi = energy_errors<Lgvi>(tilted, long_end, h);
  const Change c = change(newmark), c_lgvi = change(lgvi);
  entries.push_back(claim(
      "NMB, asymmetric top with a general arm (not in the paper), step 0.1", kNeverDrifts,
      format("{}; lgvi: {}", described(c, long_end), described(c_lgvi, long_end)), Criterion{c.steady(), Change::kSaid},
      Cause("on a top whose arm is not along a principal axis it drifts", "polhode reproduce krysl-claims")));
  Picture drift{.name = "krysl-claims-drift",
                .title = "Asymmetric top with a general arm, step 0.1: energy",
                .x_label = "t",
                .y_label = "H/H0 - 1"};
  const auto thinned = [](const History& all) {
    History some;
    for (std::size_t i = 0; i < all.t.size(); i += 50) some.add(all.t[i], all.y[i]);
    return some;
  };
  drift.series = {thinned(newmark).series("newmark"), thinned(lgvi).series("lgvi")};
  result.pictures.push_back(drift);

  const double d2 = symplectic_defect<Newmark>(0.2), d1 = symplectic_defect<Newmark>(0.1),
               d05 = symplectic_defect<Newmark>(0.05), variational = symplectic_defect<Lgvi>(0.2);
  entries.push_back(
      claim("NMB, free body", kSymplectic,
            format("the form is violated by {:.2g}, {:.2g}, {:.2g} at steps 0.2, 0.1, 0.05; by lgvi, {:.1g}", d2, d1,
                   d05, variational),
            below(d05, 1e-15), Cause("it is not; the defect is of order 3", "polhode reproduce krysl-claims")));

  const double sw_defect = symplectic_defect<SimoWong>(0.2);
  entries.push_back(claim("SW, free body, first step", kNotSymplectic,
                          format("the form is violated by {:.2g} at step 0.2", sw_defect), above(sw_defect, 1e-15)));

  extraction(result);
  claims_of_the_iteration(result);
  claims_of_the_wall(result);
  return result;
}

}  // namespace polhode::reproduce::krysl
