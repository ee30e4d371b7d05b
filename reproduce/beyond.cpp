// beyond.cpp -- what other programs published of free rotation, and ours next to it
#include "data/beyond.hpp"

#include <array>
#include <cmath>
#include <cstdlib>
#include <numbers>

#include <fmt/format.h>

#include "measuring.hpp"
#include "polhode/body/invariants.hpp"
#include "polhode/drive/drive.hpp"
#include "polhode/exact/free_motion.hpp"
#include "polhode/exact/tumbling.hpp"
#include "polhode/methods/all.hpp"
#include "polhode/methods/torqued.hpp"
#include "reproduction.hpp"

namespace polhode::reproduce {

namespace {

using namespace beyond;
using fmt::format;

constexpr double kDegree = std::numbers::pi / 180;

/// A free body and where it starts.
struct Case {
  Principal<double> body;
  PrincipalState<double> start;
  PrincipalMotion<double> exact;

  Case(const Vec3<double>& moments, const Vec3<double>& w)
      : body(moments), start{{}, times(moments, w)}, exact(body, start) {}
  double energy_error(const PrincipalState<double>& s) const { return energy(body, s.m) / energy(body, start.m) - 1; }
  double attitude_error(const PrincipalState<double>& s, double t) const {
    return attitude_distance(s.Q, exact.at(t).Q);
  }
};

/// A number that another program gives; nobody printed it.
Entry number(std::string row, std::string column, std::string_view theirs, double ours, double percent,
             const Cause& reason = {}) {
  const std::string text = with_digits_of(theirs, ours);
  return {std::move(row), std::move(column), std::string(theirs), text,
          by_other_program(theirs, text, percent, reason)};
}
Entry claim(std::string row, std::string column, std::string_view printed, std::string ours, const Criterion& holds,
            std::string_view reason = "") {
  return {std::move(row), std::move(column), std::string(printed), std::move(ours), stated(holds, reason)};
}
/// `percent`: how far the printed digits can be relied on.
void add_state(const Case& c, double t, const EndState& printed, double percent, Result& result) {
  const PrincipalState<double> s = c.exact.at(t);
  const Vec3<double> w = times(c.body.x, s.m);
  const std::array<double, 7> ours{s.Q.w, s.Q.v.x, s.Q.v.y, s.Q.v.z, w.x, w.y, w.z};
  for (std::size_t i = 0; i < ours.size(); ++i)
    result.entries.push_back(
        number("exact motion", format("{}, t = {:g}", kComponents[i], t), printed[i], ours[i], percent));
}

/// The errors of a method along the way: seen(t, state) after each of n steps; false at the first step that fails.
template <class M, class Seen>
bool walk(const Case& c, double h, long n, Seen&& seen) {
  Drive<M> drive(c.body);
  PrincipalState<double> s = c.start;
  for (long i = 1; i <= n; ++i) {
    if (!drive.step(h, s).converged || !std::isfinite(norm2(s.m) + norm2(s.Q))) return false;
    seen(double(i) * h, s);
  }
  return true;
}

// Steps of engines, by what they do about the gyroscopic term.
using NoTerm = SemiImplicitEuler;
using ExplicitTerm = SemiImplicitEulerExplicit;
using ImplicitTerm = SemiImplicitEulerImplicitGyro;

/// The same momentum, but the body turns by the exponential, as in Bullet and DART. The engine steps of the library turn
/// by Cayley's map, as those do that add h/2 Q (0, w) to the quaternion.
template <class M>
struct ByExponential : TorquedMethod {
  static constexpr MethodInfo info = M::info;
  template <class T, class Torque>
  static StepStatus<T> step(const Principal<T>& body, const Torque& torque, const TimeStep<T>& at, PrincipalState<T>& s,
                            NoMemory& memory) {
    const Quaternion<T> Q = s.Q;
    M::step(body, torque, at, s, memory);
    s.Q = Q * exp(at.h * times(body.x, s.m));
    return {};
  }
};

/// ODE with its gyroscopic mode on: I w' = L - h w' x L, inertia and L as at the beginning of the step.
struct OdeGyroscopic : FreeMethod {
  static constexpr MethodInfo info{.name = "ode-gyroscopic",
                                   .title = "step of ODE",
                                   .family = "Steps of physics engines",
                                   .reference = "ODE 0.16.2"};
  template <class T>
  static StepStatus<T> step(const Principal<T>& body, T h, PrincipalState<T>& s) noexcept {
    const Vec3<T> w = solve(Mat3<T>::diagonal(body.I) - h * hat(s.m), s.m);
    s.m = times(body.I, w);
    s.Q = s.Q * cay(h * w);
    return {};
  }
};

// --- JSBSim ----------------------------------------------------------------------------------------------------------

enum class Rule { euler, trapezoidal, ab2, ab3, ab4, ab5, buss1, buss2 };

/// JSBSim's integrators: the last five derivatives, all of them the first one at the start.
template <class V>
class Multistep {
 public:
  V increment(Rule rule, const V& now, double h) {
    if (!started_) f_.fill(now);
    started_ = true;
    for (std::size_t i = 4; i > 0; --i) f_[i] = f_[i - 1];
    f_[0] = now;
    switch (rule) {
      case Rule::trapezoidal:  // of the past, as it is there
        return (h / 2) * (f_[0] + f_[1]);
      case Rule::ab2:
        return (h / 2) * (3.0 * f_[0] - f_[1]);
      case Rule::ab3:
        return (h / 12) * (23.0 * f_[0] - 16.0 * f_[1] + 5.0 * f_[2]);
      case Rule::ab4:
        return (h / 24) * (55.0 * f_[0] - 59.0 * f_[1] + 37.0 * f_[2] - 9.0 * f_[3]);
      case Rule::ab5:
        return (h / 720) * (1901.0 * f_[0] - 2774.0 * f_[1] + 2616.0 * f_[2] - 1274.0 * f_[3] + 251.0 * f_[4]);
      default:
        return h * f_[0];
    }
  }

 private:
  std::array<V, 5> f_{};
  bool started_ = false;
};

/// As JSBSim moves a body: first the attitude, with the rates of the beginning of the step, then the rates.
template <class Seen>
void jsbsim(const Case& c, Rule attitude, Rule rates, double h, long n, Seen&& seen) {
  Multistep<Vec3<double>> of_rates;
  Multistep<Quaternion<double>> of_attitude;
  Quaternion<double> Q = c.start.Q;
  Vec3<double> w = times(c.body.x, c.start.m);
  for (long i = 1; i <= n; ++i) {
    const Vec3<double> dw = times(c.body.x, cross(times(c.body.I, w), w));
    if (attitude == Rule::buss1)
      Q = Q * exp(h * w);
    else if (attitude == Rule::buss2)
      Q = Q * exp(h * (w + (h / 2) * dw + (h * h / 12) * cross(dw, w)));  // its sign: that of space axes
    else
      Q = normalized(Q + of_attitude.increment(attitude, 0.5 * (Q * Quaternion<double>{0, w}), h));
    w += of_rates.increment(rates, dw, h);
    if (!std::isfinite(norm2(w)) || !seen(double(i) * h, PrincipalState<double>{Q, times(c.body.I, w)})) return;
  }
}

/// Attitude errors, and how far the energy came.
struct Along {
  Series error{"", {}, {}, {}, Series::Style::line};
  double energy = 0, last = 0;

  void see(const Case& c, double t, const PrincipalState<double>& s) {
    last = c.attitude_error(s, t);
    error.x.push_back(t), error.y.push_back(std::max(last, 1e-17));
    energy = c.energy_error(s);
  }
  double most(double from, double to) const {
    double m = 0;
    for (std::size_t i = 0; i < error.x.size(); ++i)
      if (error.x[i] > from && error.x[i] <= to) m = std::max(m, error.y[i]);
    return m;
  }
};
Along with_jsbsim(const Case& c, const char* name, Rule attitude, Rule rates, double h, double end) {
  Along a;
  a.error.name = name;
  jsbsim(c, attitude, rates, h, std::lround(end / h), [&](double t, const PrincipalState<double>& s) {
    a.see(c, t, s);
    return std::fabs(a.energy) < 1000;
  });
  return a;
}
template <class M>
Along with_method(const Case& c, double h, double end) {
  Along a;
  a.error.name = M::info.name;
  walk<M>(c, h, std::lround(end / h), [&](double t, const PrincipalState<double>& s) { a.see(c, t, s); });
  return a;
}
std::string our_errors(std::span<const Along> runs) {
  std::string text;
  for (const Along& r : runs) text += format("{}{} {:.2g} rad", text.empty() ? "" : ", ", r.error.name, r.last);
  return text;
}

Result nasa_brick() {
  using namespace brick;
  Result result;
  const Case c(kMoments, kDegree * kDegreesPerSecond);
  add_state(c, kEnd, kState, kStatePercent, result);
  const Along euler = with_jsbsim(c, "Euler, Euler", Rule::euler, Rule::euler, kStep, kEnd),
              ab4 = with_jsbsim(c, "Buss 1, Adams-Bashforth 4", Rule::buss1, Rule::ab4, kStep, kEnd);
  result.entries.push_back(
      number("explicit Euler, 0.01 s", "attitude, degrees, t = 30", kEulerDegrees, euler.last / kDegree, 1));
  result.entries.push_back(
      number("explicit Euler, 0.01 s", "energy, percent", kEulerEnergyPercent, 100 * euler.energy, 1));
  const std::string degrees = with_digits_of(kJsbsimDegrees, euler.last / kDegree);
  result.entries.push_back({"JSBSim, default (Euler)", "attitude, degrees, t = 30", std::string(kJsbsimDegrees),
                            degrees, judged(kJsbsimDegrees, degrees, 5, "")});
  const double first = ab4.most(0, kEnd / 2), second = ab4.most(kEnd / 2, kEnd);
  result.entries.push_back(
      claim("JSBSim, Buss 1 and Adams-Bashforth 4", "attitude", kNoGrowth,
            format("at most {:.2g} degrees to t = 15, {:.2g} after", first / kDegree, second / kDegree),
            Criterion{second < 1.5 * first, "less than 1.5 times as much in the second half"}));
  const std::array ours{with_method<Lie2>(c, kStep, kEnd), with_method<Sr<2>>(c, kStep, kEnd),
                        with_method<Sr<4>>(c, kStep, kEnd), with_method<Dmv<8>>(c, kStep, kEnd)};
  result.entries.push_back({"simulation 2 of the report; methods of ours, 0.01 s", "attitude, t = 30",
                            std::string(kSimulation2), our_errors(ours),
                            not_counted("what simulation 2 does is not known")});
  Picture picture{.name = "nasa-brick",
                  .title = "Tumbling brick, step 0.01 s: error of the attitude",
                  .x_label = "t [s]",
                  .y_label = "rad",
                  .log_y = true};
  picture.series = {euler.error, ab4.error};
  for (const Along& a : ours) picture.series.push_back(a.error);
  result.pictures.push_back(picture);
  result.notes = {
      "Start with the body axes as space axes; the Earth does not turn. JSBSim measured in the case as it is, with the "
      "turning Earth, against simulation 1 of the report."};
  return result;
}

Result van_zon_top() {
  using namespace top;
  Result result;
  const Case c(kMoments, kVelocity);
  add_state(c, kEnd, kState, kStatePercent, result);
  const Along euler = with_jsbsim(c, "Euler, Euler", Rule::euler, Rule::euler, kStep, kEnd);
  result.entries.push_back(
      number("explicit Euler, 120 Hz", "attitude, degrees, t = 10", kEulerDegrees, euler.last / kDegree, 1));
  result.entries.push_back(
      number("explicit Euler, 120 Hz", "energy, percent", kEulerEnergyPercent, 100 * euler.energy, 1));
  // rates by Adams-Bashforth 5
  const std::array adams{with_jsbsim(c, "Adams-Bashforth 3", Rule::ab3, Rule::ab5, kStep, kEnd),
                         with_jsbsim(c, "Adams-Bashforth 4", Rule::ab4, Rule::ab5, kStep, kEnd),
                         with_jsbsim(c, "Adams-Bashforth 5", Rule::ab5, Rule::ab5, kStep, kEnd)};
  for (const Along& a : adams) {
    const double most = a.most(0, kEnd);
    result.entries.push_back({"JSBSim, " + a.error.name + ", 120 Hz", "attitude", std::string(kAdamsBashforth),
                              format("at most {:.2g} rad", most),
                              about(most > 0.01 / 3 && most < 0.01 * 3, "0.01 within a factor of 3", "another size")});
  }
  const Along trapezoidal = with_jsbsim(c, "trapezoidal", Rule::ab5, Rule::trapezoidal, kStep, kEnd);
  result.entries.push_back(
      claim("JSBSim, trapezoidal, 120 Hz", "rates", kTrapezoidal,
            format("energy times {:.2g} at t = {:.3g}", 1 + trapezoidal.energy, trapezoidal.error.x.back()),
            Criterion{trapezoidal.error.x.back() < kEnd - kStep, "diverges before the end"}));
  const Along buss2 = with_jsbsim(c, "Buss 2", Rule::buss2, Rule::ab5, kStep, kEnd);
  const double ratio = buss2.most(0, kEnd) / adams[2].most(0, kEnd);
  result.entries.push_back(
      claim("JSBSim, Buss 2, 120 Hz", "attitude", kBuss2,
            format("error {:.2g} rad, {:.2g} times that of Adams-Bashforth 5", buss2.most(0, kEnd), ratio),
            Criterion{ratio < 3 && ratio > 1.0 / 3, "equal within a factor of 3"}, "another size"));
  const std::array ours{with_method<Lie2>(c, kStep, kEnd), with_method<Sr<2>>(c, kStep, kEnd),
                        with_method<Sr<4>>(c, kStep, kEnd), with_method<Dmv<8>>(c, kStep, kEnd)};
  result.notes = {
      "Methods of ours at 120 Hz, t = 10: " + our_errors(ours) + ".",
      "JSBSim's rules as its source has them: derivatives of the past are the first one at the start; rates by "
      "Adams-Bashforth 5 where the attitude is looked at."};
  Picture picture{.name = "van-zon-top",
                  .title = "Top of van Zon and Schofield, 120 Hz: error of the attitude",
                  .x_label = "t [s]",
                  .y_label = "rad",
                  .log_y = true};
  picture.series = {euler.error, adams[0].error, adams[1].error, adams[2].error, buss2.error};
  for (const Along& a : ours) picture.series.push_back(a.error);
  result.pictures.push_back(picture);
  return result;
}

/// The explicit gyroscopic term: energy over that of the start, until an acceleration is out of bounds.
struct Growth {
  Series energy{"explicit term", {}, {}, {}, Series::Style::line};
  bool diverged = false;

  explicit Growth(const Case& c) {
    diverged = !walk<ExplicitTerm>(c, mujoco::kStep, mujoco::kSteps, [&](double t, const PrincipalState<double>& s) {
      if (diverged) return;
      energy.x.push_back(t), energy.y.push_back(1 + c.energy_error(s));
      diverged = !(norm(times(c.body.x, cross(s.m, times(c.body.x, s.m)))) < mujoco::kHuge);
    }) || diverged;
  }
};

Result mujoco_3553() {
  using namespace mujoco;
  Result result;
  Picture picture{.name = "mujoco-3553",
                  .title = "Thin body of MuJoCo issue 3553, step 1 ms, |w| = 20 rad/s: energy",
                  .x_label = "t [s]",
                  .y_label = "E/E0",
                  .log_y = true};
  const auto start = [](double speed) { return Case(kMoments, (speed / std::sqrt(3.0)) * Vec3<double>{1, 1, 1}); };
  std::string growth;
  bool grows = true, diverges = false;
  for (const double speed : {10.0, 20.0, 50.0, 100.0}) {
    const Growth g(start(speed));
    growth += format("{}{:g} rad/s: ", growth.empty() ? "" : "; ", speed) +
              (g.diverged ? format("diverges at step {}", g.energy.x.size())
                          : format("energy times {:.3g} after {} steps", g.energy.y.back(), kSteps));
    grows = grows && (g.diverged || g.energy.y.back() > 1.1);
    diverges = diverges || g.diverged;
    if (speed == 20) picture.series.push_back(g.energy);
  }
  result.entries.push_back(claim(
      "explicit gyroscopic term", "10000 steps of 1 ms", kExplicit, growth,
      Criterion{grows && diverges, "grows by a tenth or more at every speed, and diverges at one"}, "it does not"));
  for (const double speed : {10.0, 20.0, 50.0}) {
    const Case c = start(speed);
    const std::string row = format("|w| = {:g} rad/s", speed);
    Series damped{"implicit term", {}, {}, {}, Series::Style::line};
    double energy_before = 0, largest_gain = 0, largest_loss = 0;
    const bool done = walk<ImplicitTerm>(c, kStep, kSteps, [&](double t, const PrincipalState<double>& s) {
      const double e = c.energy_error(s), change = (e - energy_before) / (1 + energy_before);
      largest_gain = std::max(largest_gain, change), largest_loss = std::max(largest_loss, -change);
      energy_before = e;
      damped.x.push_back(t), damped.y.push_back(1 + e);
    });
    result.entries.push_back(claim("implicit gyroscopic term, " + row, "10000 steps of 1 ms", kImplicit,
                                   format("{} steps, energy times {:.3g}, largest gain in a step {:.1g}",
                                          damped.x.size(), 1 + energy_before, largest_gain),
                                   Criterion{done && largest_gain < 1e-14, "all steps, and no gain above 1e-14"}));
    const double hw2 = kStep * kStep * speed * speed;
    result.entries.push_back(
        {"implicit gyroscopic term, " + row, "energy", std::string(kLoss),
         format("at most {:.2g} in a step, {:.2g} (h|w|)^2", largest_loss, largest_loss / hw2),
         about(largest_loss < 10 * hw2 && largest_loss > 0.1 * hw2, "(h|w|)^2 within a factor of 10")});
    const Along sr2 = with_method<Sr<2>>(c, kStep, kStep * kSteps),
                dmv8 = with_method<Dmv<8>>(c, kStep, kStep * kSteps);
    result.notes.push_back(
        format("Ours, {}, after 10000 steps: sr2 energy {:+.1g}, attitude off by {:.1g} rad; dmv8 {:+.1g}, {:.1g}.",
               row, sr2.energy, sr2.last, dmv8.energy, dmv8.last));
    if (speed == 20) {
      picture.series.push_back(damped);
      Series ours{"sr2", {}, {}, {}, Series::Style::dashed};
      walk<Sr<2>>(c, kStep, kSteps, [&](double t, const PrincipalState<double>& s) {
        ours.x.push_back(t), ours.y.push_back(1 + c.energy_error(s));
      });
      picture.series.push_back(ours);
    }
  }
  result.pictures.push_back(picture);
  double slow = 10, fast = 1000;  // where the explicit term diverges at the step of the issue
  for (int i = 0; i < 40; ++i) {
    const double middle = std::sqrt(slow * fast);
    (Growth(start(middle)).energy.x.size() < kIssueStep ? fast : slow) = middle;
  }
  result.notes.push_back(
      format("The start of the issue is not known to us; ours is along (1, 1, 1), where the explicit term diverges "
             "at step {} from |w| = {:.1f} rad/s.",
             kIssueStep, fast));
  return result;
}

template <class M>
int count_flips(const Case& c, int rate, double end) {
  int flips = 0;
  double last = c.start.m.y;
  walk<M>(c, 1.0 / rate, std::lround(end * rate), [&](double, const PrincipalState<double>& s) {
    if (s.m.y * last < 0) ++flips;
    last = s.m.y;
  });
  return flips;
}
template <class M>
void add_short_run(const flips::ShortRun& printed, Result& result) {
  const Case c(flips::kMoments, times({1 / 0.6, 1 / 0.8, 1.0}, flips::kShortMomentum));
  const Along a = with_method<M>(c, 1.0 / 60, flips::kShortEnd);
  result.entries.push_back(number(std::string(printed.engine) + "; ours " + std::string(M::info.name),
                                  "attitude, rad, t = 10, 60 Hz", printed.attitude, a.last, 10));
  result.entries.push_back(number(std::string(printed.engine) + "; ours " + std::string(M::info.name),
                                  "energy, percent, t = 10, 60 Hz", printed.energy_percent, 100 * a.energy, 10));
}

Result middle_axis_flips() {
  using namespace flips;
  Result result;
  const Case c(kMoments, kVelocity);
  const Tumbling<double> tumbling(c.body, c.start);
  result.entries.push_back(number("true motion", "flips to t = 100", kTrueFlips, double(tumbling.flips(0, kEnd)), 0));
  const auto method = [&]<class M>(M, int rate) {
    const Along a = with_method<M>(c, 1.0 / rate, kEnd);
    Entry e = number(
        format("{}, {} Hz", M::info.name, rate), "flips to t = 100", kTrueFlips, count_flips<M>(c, rate, kEnd), 0,
        {"the step is too long: so near the separatrix the period hangs on the energy; the rows of shorter "
         "steps",
         "polhode reproduce middle-axis-flips"});
    e.ours += format(" (attitude off by {:.1g} rad, energy by {:.1g} of itself)", a.last, a.energy);
    result.entries.push_back(e);
  };
  for (const int rate : {60, 240, 1000}) method(Sr<2>{}, rate);
  method(Dmv<8>{}, 60);
  for (const int rate : {60, 120, 240, 480, 1000}) method(Lie2{}, rate), method(Lie2Augmented{}, rate);
  const auto engine = [&]<class M>(M, const Count& printed) {
    result.entries.push_back(number(format("{}, {} Hz; ours {}", printed.engine, printed.rate, M::info.name),
                                    "flips to t = 100", printed.flips, count_flips<M>(c, printed.rate, kEnd), 0,
                                    "not explained"));
  };
  for (const Count& printed : kNone) engine(NoTerm{}, printed);
  engine(ByExponential<ImplicitTerm>{}, kBulletImplicit);
  const Along bullet = with_method<ByExponential<ImplicitTerm>>(c, 1.0 / 60, kEnd);
  result.entries.push_back(number(std::string(kBulletImplicit.engine) + ", 60 Hz", "attitude, rad, t = 100",
                                  kBulletAttitude, bullet.last, 5));
  for (const Count& printed : kOde) engine(OdeGyroscopic{}, printed);
  add_short_run<ByExponential<ImplicitTerm>>(kBulletImplicitShort, result);
  add_short_run<ByExponential<ExplicitTerm>>(kBulletExplicitShort, result);
  add_short_run<OdeGyroscopic>(kOdeShort, result);

  Picture picture{
      .name = "middle-axis-flips", .title = "Spin near the middle axis, 60 Hz", .x_label = "t", .y_label = "w2"};
  const auto curve = [&]<class M>(M, const char* name) {
    Series s{name, {}, {}, {}, Series::Style::line};
    walk<M>(c, 1.0 / 60, std::lround(kEnd * 60),
            [&](double t, const PrincipalState<double>& x) { s.x.push_back(t), s.y.push_back(c.body.x.y * x.m.y); });
    picture.series.push_back(s);
  };
  curve(Exact{}, "exact"), curve(Sr<2>{}, "sr2"), curve(ByExponential<ImplicitTerm>{}, "Bullet's step"),
      curve(OdeGyroscopic{}, "ODE's step");
  picture.series[1].style = Series::Style::dashed;
  result.pictures.push_back(picture);
  result.notes = {
      "ODE's gyroscopic mode is written here from its formula: inertia and momentum are frozen over the step.",
      "Bullet's and DART's: the gyroscopic terms of our engine steps, the turn by the exponential."};
  return result;
}

constexpr std::string_view kPaper = "";  // none of these is in a paper of the bibliography
constexpr Item kItems[] = {
    {"nasa-brick", kPaper, "Check case 2 of NASA's simulations: dragless tumbling brick",
     "NASA/TM-2015-218675; JSBSim pull request 1453", true, nasa_brick},
    {"van-zon-top", kPaper, "Top of van Zon and Schofield, as JSBSim tests it",
     "JSBSim, check_cases/notebooks/rotation", true, van_zon_top},
    {"mujoco-3553", kPaper, "A thin free body in MuJoCo", "MuJoCo issue 3553, pull request 3554", true, mujoco_3553},
    {"middle-axis-flips", kPaper, "How often a body flips: true motion, ours, engines",
     "measured with Bullet 3.24, ODE 0.16.2", true, middle_axis_flips},
};

}  // namespace

std::span<const Item> beyond_items() {
  return kItems;
}

}  // namespace polhode::reproduce
