// diagnosis.cpp -- conventions that are mixed up, and integrators that are known
#include "verify/diagnosis.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "output/refusal.hpp"
#include "polhode/body/invariants.hpp"
#include "verify/cases.hpp"
#include "verify/schemes.hpp"

namespace polhode {
namespace {

/// How long a reading follows the true motion: sampled rows, the first ones most densely, until one is off.
class Follower {
 public:
  Follower(KnownMotion& reference, const Trajectory& trajectory) : inertia_(reference.problem().inertia) {
    constexpr std::size_t kLooks = 256;
    std::size_t last = trajectory.rows.size();
    for (std::size_t k = 0; k < kLooks; ++k) {
      const double part = double(k) / double(kLooks - 1);
      const auto i = std::size_t(part * part * double(trajectory.rows.size() - 1));
      if (i == last) continue;
      last = i;
      if (trajectory.rows[i].t > reference.problem().end_time) break;
      rows_.push_back(&trajectory.rows[i]);
      truth_.push_back(inertia_.to_body(reference.at(trajectory.rows[i].t)));
    }
  }
  /// Number of rows that are right within 0.3 rad and 30 % of w; and their mean error.
  std::pair<std::size_t, double> follows(const Reading& reading) const {
    constexpr double kOff = 0.3;
    double sum = 0;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const Kinematics k = read_as(reading, *rows_[i]);
      const Vec3<double> w = inertia_.angular_velocity(truth_[i].m);
      const double size = norm(w);
      const double error = std::fmax(attitude_distance(k.q, truth_[i].Q), norm(k.w - w) / (size > 0 ? size : 1));
      if (!(error < kOff)) return {i, i > 0 ? sum / double(i) : kOff};
      sum += error;
    }
    return {rows_.size(), sum / double(rows_.size())};
  }

 private:
  const Inertia& inertia_;
  std::vector<const FileRow*> rows_;
  std::vector<State<double>> truth_;
};

int differences(const Reading& a, const Reading& b) {
  return int(a.xyzw != b.xyzw) + int(a.space_to_body != b.space_to_body) + int(a.space_omega != b.space_omega) +
         int(a.degrees != b.degrees) + int(a.left_handed != b.left_handed);
}

std::vector<Finding> told(const Reading& looks, const Reading& says) {
  std::vector<Finding> all;
  const auto add = [&](bool differs, const char* name, std::string sentence) {
    if (differs) all.push_back({name, std::move(sentence)});
  };
  add(looks.xyzw != says.xyzw, "order",
      fmt::format("your quaternion looks like {}, but is declared as {}", looks.order(), says.order()));
  add(looks.space_to_body != says.space_to_body, "direction",
      fmt::format("your quaternion looks like {}, but is declared as {} (conjugated?)", looks.direction(),
                  says.direction()));
  add(looks.space_omega != says.space_omega, "omega-axes",
      fmt::format("your angular velocity looks as if along {} axes, but is declared along {} axes", looks.omega(),
                  says.omega()));
  add(looks.degrees != says.degrees, "unit",
      fmt::format("your angular velocity looks like {}, but is declared in {}", looks.unit(), says.unit()));
  add(looks.left_handed != says.left_handed, "omega-sign",
      "your angular velocity has the wrong sign: it is counted the other way round");
  return all;
}

std::string joined(const std::vector<Finding>& all) {
  std::string text;
  for (const Finding& one : all) text += (text.empty() ? "" : "; ") + one.sentence;
  return text;
}

}  // namespace

std::vector<Finding> wrong_reading(KnownMotion& reference, const Trajectory& trajectory, const Reading& declared) {
  const Follower follower(reference, trajectory);
  const auto [rows, error] = follower.follows(declared);
  // Much longer: three times as many rows, or as long with a tenth of the error.
  const auto much_better = [](std::size_t n, double e, std::size_t than, double than_e) {
    return n >= 3 * than + 3 || (n >= than && e < 0.1 * than_e);
  };
  Reading best = declared;
  std::size_t best_rows = rows;
  double best_error = error;
  // The fewest changes first: where two readings do as well, as at the start of a spin, the one nearer to what is declared.
  for (int changes = 1; changes <= 5; ++changes)
    for (int i = 0; i < Reading::kCount; ++i) {
      const Reading reading = Reading::number(i);
      if (differences(reading, declared) != changes || !misfit(reference, trajectory.rows.front(), reading).fits())
        continue;
      const auto [n, e] = follower.follows(reading);
      if (much_better(n, e, best_rows, best_error)) best = reading, best_rows = n, best_error = e;
    }
  return told(best, declared);
}

std::vector<Finding> diagnosis(KnownMotion& reference, const Trajectory& trajectory, const Judgement& j) {
  if (j.grade == 'A' || j.grade == 'B' || j.rows < 3) return {};
  std::vector<Finding> all = wrong_reading(reference, trajectory, j.reading);
  if (!all.empty()) return all;
  if (!reference.problem().is_free()) return {};
  if (const auto found = find_scheme(reference.problem().inertia, trajectory, j.reading)) {
    const std::string substeps = found->substeps > 1 ? fmt::format(" ({} steps a row)", found->substeps) : "";
    return {{std::string(found->scheme->name), std::string(found->scheme->sentence) + substeps}};
  }
  if (j.doubled)
    all.push_back({"energy-grows", fmt::format("the energy has doubled: the steps of {:.3g} s are too large for this "
                                               "integrator, or it is explicit and of low order",
                                               j.step)});
  else if (j.stopped)
    all.push_back({"stopped", "the body has stopped: a reset after an overflow, or sleeping is switched on?"});
  else if (j.largest.energy > 1e-3 && std::fmax(j.largest.momentum, j.largest.direction) < 1e-2 * j.largest.energy)
    all.push_back({"energy-drifts",
                   "the momentum is kept but the energy is not: is its length put back after each step, "
                   "or is there friction inside?"});
  return all;
}

void refuse_other_start(KnownMotion& reference, const Trajectory& trajectory, const Reading& declared,
                        const std::string& what) {
  const FileRow& row = trajectory.rows.front();
  const Misfit off = misfit(reference, row, declared);
  if (off.fits()) return;
  const Inertia& inertia = reference.problem().inertia;
  const State<double> truth = inertia.to_body(reference.at(row.t));
  const Vec3<double> w = inertia.angular_velocity(truth.m);
  const Kinematics k = read_as(declared, row);
  std::string cause = joined(wrong_reading(reference, trajectory, declared));
  if (cause.empty() && row.t == 0)
    for (const VerifyCase& one : verify_cases()) {
      KnownMotion other(scenario_of(one), 0);
      if (misfit(other, row, declared).fits()) cause += fmt::format("{}{}", cause.empty() ? "" : " or ", one.name);
    }
  if (!cause.empty() && cause.find("your ") == std::string::npos) cause = "it begins as case " + cause + " does";
  if (cause.empty()) cause = "another case, another start, or a row that was dropped?";
  const auto in_words = [](const Quaternion<double>& q, const Vec3<double>& v) {
    return fmt::format("attitude ({:.6g}, {:.6g}, {:.6g}, {:.6g}) and w ({:.6g}, {:.6g}, {:.6g}) rad/s", q.w, q.v.x,
                       q.v.y, q.v.z, v.x, v.y, v.z);
  };
  throw Refusal(
      {InputFault{{.line = trajectory.first_line,
                   .key = "",
                   .message = fmt::format(
                       "the file does not begin as {} does: at t = {} it has, read as {}, {}, where {} belong; off by "
                       "{:.2g} rad and {:.2g} of w, more than {} ({})",
                       what, row.t, declared.text(), in_words(k.q, k.w), in_words(truth.Q, w), off.attitude, off.omega,
                       Misfit::kLimit, cause)},
                  trajectory.file}});
}

}  // namespace polhode
