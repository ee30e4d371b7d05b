// page.cpp -- a verification as a page: grade, errors over time, the two bodies side by side
#include <algorithm>
#include <cmath>

#include "output/metadata.hpp"
#include "output/report_data.hpp"
#include "polhode/body/invariants.hpp"
#include "verify/report.hpp"

namespace polhode {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kPoints = 2000, kFrames = 3000;  // of a curve, and of an animation, at most

void add_frame(Film::Frames& frames, const Quaternion<double>& q, const Vec3<double>& w, const Vec3<double>& L) {
  // The sign of the nearer of q and -q, so that the way between two frames is the short one.
  const std::array<double, 4> now{q.w, q.v.x, q.v.y, q.v.z};
  const std::size_t n = frames.q.size();
  double along = 0;
  for (std::size_t k = 0; k < 4 && n > 0; ++k) along += now[k] * double(frames.q[n - 4 + k]);
  for (const double x : now) frames.q.push_back(float(along < 0 ? -x : x));
  frames.w.insert(frames.w.end(), {w.x, w.y, w.z});
  frames.L.insert(frames.L.end(), {L.x, L.y, L.z});
}

Json frames_json(const std::vector<double>& t, const Film::Frames& frames) {
  return {{"t", packed(t)}, {"q", packed(frames.q)}, {"w", packed(frames.w)}, {"L", packed(frames.L)}};
}

std::size_t every(std::size_t rows, std::size_t most) {
  return std::max<std::size_t>(1, (rows + most - 2) / (most - 1));
}

}  // namespace

Film::Film(const KnownMotion& reference, const Trajectory& trajectory, const Reading& reading, double until)
    : trajectory_(&trajectory),
      reading_(reading),
      inertia_(reference.problem().inertia),
      rows_(std::size_t(std::ranges::upper_bound(trajectory.rows, until, {}, &FileRow::t) - trajectory.rows.begin())),
      curve_every_(every(rows_, kPoints)),
      frame_every_(every(rows_, kFrames)) {}

void Film::add(std::size_t row, const RowErrors& e, const PrincipalState<double>& true_state) {
  const auto raise = [](double& largest, double x) { largest = std::fmax(largest, std::fabs(x)); };
  raise(largest_.attitude, e.attitude);
  raise(largest_.energy, e.energy);
  raise(largest_.momentum, e.momentum);
  raise(largest_.direction, e.direction);
  const FileRow& here = trajectory_->rows[row];
  const bool last = row + 1 == rows_;
  if (row % curve_every_ == 0 || last) {
    curve_times.push_back(here.t);
    attitude.push_back(largest_.attitude);
    energy.push_back(largest_.energy);
    momentum.push_back(largest_.momentum);
    direction.push_back(largest_.direction);
    largest_ = {};
  }
  if (row % frame_every_ != 0 && !last) return;
  frame_times.push_back(here.t);
  const Kinematics k = read_as(reading_, here);
  add_frame(file, k.q, k.w, rotate(k.q, inertia_.momentum(k.w)));
  const State<double> s = inertia_.to_body(true_state);
  add_frame(truth, s.Q, inertia_.angular_velocity(s.m), spatial_momentum(s));
}

void write_html(std::FILE* file, const Verification& v, const std::vector<Film>& films) {
  const Json about = Json::parse(verification_json(v));
  Json files = Json::array();
  for (std::size_t i = 0; i < films.size(); ++i) {
    const Film& film = films[i];
    Json one = v.files.size() == 1 ? about : about["files"][i];
    one["keyframes"] = {{"file", frames_json(film.frame_times, film.file)},
                        {"truth", frames_json(film.frame_times, film.truth)}};
    one["errors"] = {
        {"t", packed(film.curve_times)},
        {"y", {packed(film.attitude), packed(film.energy), packed(film.momentum), packed(film.direction)}}};
    files.push_back(std::move(one));
  }
  write_page(file, {{"kind", "verification"},
                    {"version", v.version},
                    {"scenario", scenario_json(v.scenario)},
                    {"what", v.what},
                    {"grade", std::string(1, v.grade())},
                    {"order", v.files.size() == 1 ? Json(nullptr) : about["order"]},
                    {"files", std::move(files)}});
}

}  // namespace polhode
