// body_table.cpp -- [body] and [initial]
#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "polhode/body/invariants.hpp"
#include "polhode/numbers/error.hpp"
#include "scenario/tables.hpp"

namespace polhode {

namespace {

using namespace reading;

std::optional<Body> read_shape(const Section& body) {
  const std::optional<std::string> shape = body.name("shape", kShapes);
  if (!shape) {
    body.check_keys(kBodyKinds + kBodyKeys);
    return std::nullopt;
  }
  std::vector<Belonging> dimensions;                         // here: a key and what it is
  const bool by_size = *shape == "box" || body.has("size");  // of any shape: its full extent along the body axes
  if (by_size) {
    dimensions = {{"size", "its extent [a, b, c]"}};
  } else {
    if (*shape == "ellipsoid") dimensions = {{"semi_axes", "its semi-axes [a, b, c]; or give size, its full extent"}};
    if (*shape == "cylinder") dimensions = {{"radius", "its radius"}, {"height", "its height, along axis 3"}};
    if (*shape == "sphere") dimensions = {{"radius", "its radius"}};
  }
  Names allowed{"shape", "mass"};
  bool complete = body.needs("mass", "the mass of the " + *shape);
  for (const auto& [key, what] : dimensions) {
    allowed.push_back(key);
    complete = body.needs(key, what) && complete;
  }
  body.check_keys(allowed, "shape = " + in_quotes(*shape) + (by_size && *shape != "box" ? " and size" : ""), kBodyKeys);

  const std::optional<double> mass = body.positive("mass", "kg");
  std::optional<Vec3<double>> size;  // full extent
  if (by_size) {
    size = body.vector("size", "m", "[a, b, c]");
    const bool round = !size || *shape == "box" || *shape == "ellipsoid" ||
                       (size->x == size->y && (*shape == "cylinder" || size->y == size->z));
    if (!round) {
      body.fault("size", "a " + *shape + " must be as wide along axis 1 as along axis 2" +
                             (*shape == "sphere" ? " and axis 3" : ""));
      return std::nullopt;
    }
  } else if (*shape == "ellipsoid") {
    size = body.vector("semi_axes", "m", "[a, b, c]");
    if (size) size = 2.0 * *size;
  } else {
    const std::optional<double> radius = body.positive("radius", "m");
    const std::optional<double> height = *shape == "cylinder" ? body.positive("height", "m") : std::nullopt;
    if (radius && (height || *shape == "sphere"))
      size = Vec3<double>{2 * *radius, 2 * *radius, height ? *height : 2 * *radius};
  }
  if (!complete || !mass || !size) return std::nullopt;
  try {
    const double a = size->x, b = size->y, c = size->z;
    if (*shape == "box") return Body{Inertia::box(*mass, a, b, c), {Look::Shape::box, *size, {}}, *mass};
    if (*shape == "cylinder")
      return Body{Inertia::cylinder(*mass, a / 2, c), {Look::Shape::cylinder, *size, {}}, *mass};
    if (*shape == "sphere") return Body{Inertia::sphere(*mass, a / 2), {Look::Shape::ellipsoid, *size, {}}, *mass};
    return Body{Inertia::ellipsoid(*mass, a / 2, b / 2, c / 2), {Look::Shape::ellipsoid, *size, {}}, *mass};
  } catch (const InvalidInput& bad) {
    body.fault(dimensions.front().key, reworded(bad.what()));
    return std::nullopt;
  }
}

}  // namespace

/// The box of mass 1 that has these moments. Flat and impossible bodies get a little thickness, so that they can be seen.
Look reading::look_of(const Inertia& inertia) {
  const Vec3<double> I = inertia.moments();
  const double largest = std::max({I.x, I.y, I.z});
  const double x = I.x / largest, y = I.y / largest, z = I.z / largest;
  Vec3<double> edges{6 * (y + z - x), 6 * (z + x - y), 6 * (x + y - z)};  // squared
  const double longest = std::sqrt(std::max({edges.x, edges.y, edges.z}));
  for (int i = 0; i < 3; ++i)
    edges[i] = std::sqrt(largest) * std::max(std::sqrt(std::max(edges[i], 0.0)), 0.02 * longest);
  return {Look::Shape::box, edges, inertia.frame()};
}

std::optional<Body> reading::read_body(const Section& body, Scenario& scenario) {
  if (std::ranges::none_of(kBodyKinds, [&](const std::string& key) { return body.has(key); }))
    body.fault("missing: give the inertia by moments, tensor, shape, mesh, atoms or part");
  const std::string kind = body.one_of(kBodyKinds);
  if (kind == "shape") return read_shape(body);
  try {
    if (kind == "moments") {
      body.check_keys({"moments", "effective"}, "moments", kBodyKeys);
      const std::optional<Vec3<double>> I = body.vector("moments", "kg m2", "[I1, I2, I3]");
      const std::optional<bool> effective = body.flag("effective");
      if (!I || (body.has("effective") && !effective)) return std::nullopt;
      const Inertia inertia =
          effective.value_or(false) ? Inertia::effective(I->x, I->y, I->z) : Inertia::principal(I->x, I->y, I->z);
      return Body{inertia, look_of(inertia)};
    }
    if (kind == "tensor") {
      body.check_keys({"tensor"}, "tensor", kBodyKeys);
      const std::optional<Mat3<double>> J = body.matrix("tensor", "kg m2");
      if (!J) return std::nullopt;
      const Inertia inertia = Inertia::tensor(*J);
      return Body{inertia, look_of(inertia)};
    }
  } catch (const InvalidInput& bad) {
    body.fault(kind, reworded(bad.what()));
    return std::nullopt;
  }
  if (!kind.empty()) return read_body_of_files(body, kind, scenario);
  body.check_keys(kBodyKinds + kBodyKeys);
  return std::nullopt;
}

namespace {

/// Intrinsic: a turn about the first axis of the body, then about the second as it has been turned, then about the third;
/// so the matrix body -> space is the product of the three in the order of the sequence.
std::optional<Quaternion<double>> read_euler(const Section& initial) {
  const std::optional<Section> euler = initial.table("euler");
  if (!euler) return std::nullopt;
  euler->check_keys(kEulerKeys);
  const bool complete = euler->needs("sequence", R"(the axes in turn, as "zyx" or "zxz")");
  if (!euler->needs("angles", "three angles, in rad or as \"10 deg\"") || !complete) return std::nullopt;
  const std::optional<std::string> sequence = euler->name("sequence", kEulerSequences);
  const std::optional<Vec3<double>> angles = euler->vector("angles", "rad", "[first, second, third]");
  if (!sequence || !angles) return std::nullopt;
  Quaternion<double> Q{};
  for (int i = 0; i < 3; ++i) {
    const double angle = (*angles)[i];
    if (!(std::fabs(angle) <= kLargestAngle)) {
      euler->fault("angles", to_text(angle) + " rad is more than 1e6 (radians are meant)");
      return std::nullopt;
    }
    Vec3<double> v{};
    v[(*sequence)[std::size_t(i)] - 'x'] = angle;
    Q = Q * exp(v);
  }
  return Q;
}

}  // namespace

std::optional<Quaternion<double>> reading::read_attitude(const Section& initial) {
  const Names ways{"attitude", "rotation_vector", "euler"};
  if (std::ranges::none_of(ways, [&](const std::string& key) { return initial.has(key); })) return Quaternion<double>{};
  const std::string key = initial.one_of(ways);
  if (key == "euler") return read_euler(initial);
  if (key == "attitude") {
    const std::optional<Quaternion<double>> Q = initial.quaternion(key);
    if (!Q) return std::nullopt;
    try {
      return checked(State<double>{*Q, {}}).Q;
    } catch (const InvalidInput& bad) {
      initial.fault(key, reworded(bad.what()));
      return std::nullopt;
    }
  }
  if (key == "rotation_vector") {
    const std::optional<Vec3<double>> v = initial.vector(key, "rad");
    if (!v) return std::nullopt;
    if (const double angle = norm(*v); !(angle <= kLargestAngle)) {
      initial.fault(key, "an angle of " + to_text(angle) + " rad is more than 1e6 (radians are meant)");
      return std::nullopt;
    }
    return to_quaternion(exp(*v));
  }
  return std::nullopt;
}

std::optional<State<double>> reading::read_initial(const Section& initial, const Inertia* inertia, Vec3<double>& tail) {
  tail = {};
  initial.check_keys(kInitialKeys);
  const std::optional<Quaternion<double>> Q = read_attitude(initial);

  const Names ways{"angular_velocity", "angular_momentum", "spatial_momentum"};
  if (std::ranges::none_of(ways, [&](const std::string& key) { return initial.has(key); }))
    initial.fault("missing: give one of " + joined(ways) + " ([0, 0, 0] for a body at rest)");
  const std::string way = initial.one_of(ways);
  if (way.empty()) return std::nullopt;
  const std::optional<Vec3<double>> given = initial.vector(way, way == "angular_velocity" ? "rad/s" : "kg m2/s");
  if (!given || !Q || !inertia) return std::nullopt;

  const Vec3<double> m = way == "angular_velocity"   ? inertia->momentum(*given, tail)
                         : way == "angular_momentum" ? *given
                                                     : rotate_back(*Q, *given);
  const Vec3<double> w = way == "angular_velocity" ? *given : inertia->angular_velocity(m);
  const double H = energy(inertia->in_principal_axes(), inertia->to_principal(State<double>{*Q, m}, tail).m);
  if (!finite(m) || !finite(w) || !std::isfinite(H) || !std::isfinite(norm2(m)) || !std::isfinite(norm2(w))) {
    initial.fault(way, "too large: momentum, angular velocity or energy overflows with these moments of inertia");
    return std::nullopt;
  }
  const State<double> start{*Q, m};
  try {
    checked(start);
  } catch (const InvalidInput& bad) {
    initial.fault(way, reworded(bad.what()));
    return std::nullopt;
  }
  return start;
}

}  // namespace polhode
