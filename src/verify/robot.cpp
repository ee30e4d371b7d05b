// robot.cpp -- URDF, SDF and MJCF: links, their inertia and their shapes
#include "verify/robot.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <sstream>

#include <pugixml.hpp>

#include "mesh/mesh_file.hpp"
#include "mesh/readers.hpp"
#include "mesh/solid.hpp"
#include "polhode/body/inertia.hpp"

namespace polhode {

namespace {

namespace fs = std::filesystem;

constexpr double kDoubtfulFactor = 3, kBadFactor = 10;
// What rounding of the printed digits may do to the sum of two moments.
constexpr double kPrintedDigits = 1e-3;
constexpr int kDeepest = 1000;  // of elements within each other

/// Where something is in the axes of the link.
struct Placed {
  Mat3<double> R = Mat3<double>::identity();
  Vec3<double> at{};
};
struct Shape {
  std::string mesh;  ///< a file; or a solid
  Vec3<double> scale{1, 1, 1};
  Placed place;
  std::optional<Solid> solid;
};
struct Link {
  std::string name;
  bool has_inertia = false;
  double mass = 0;
  Vec3<double> centre{};
  Mat3<double> tensor{};
  std::vector<Shape> shapes;
  std::vector<std::string> faults;  ///< numbers that are none
};

/// The numbers of a text; NaN where one is none, or missing.
template <std::size_t n>
std::array<double, n> numbers_in(const char* text, double missing) {
  std::array<double, n> all;
  all.fill(missing);
  const char* at = text;
  for (double& x : all) {
    char* end = nullptr;
    const double read = std::strtod(at, &end);
    if (end == at) break;
    x = read, at = end;
  }
  return all;
}
Vec3<double> vector_in(const char* text, double missing = 0) {
  const auto a = numbers_in<3>(text, missing);
  return {a[0], a[1], a[2]};
}
/// Rz(yaw) Ry(pitch) Rx(roll)
Mat3<double> of_roll_pitch_yaw(const Vec3<double>& a) {
  const auto about = [](int i, double angle) {
    Vec3<double> v{};
    v[i] = angle;
    return to_matrix(to_quaternion(exp(v)));
  };
  return about(2, a.z) * about(1, a.y) * about(0, a.x);
}
Placed of_origin(const pugi::xml_node& origin) {  // URDF
  return {of_roll_pitch_yaw(vector_in(origin.attribute("rpy").value())), vector_in(origin.attribute("xyz").value())};
}
Placed of_pose(const pugi::xml_node& pose) {  // SDF
  const auto a = numbers_in<6>(pose.text().get(), 0);
  return {of_roll_pitch_yaw({a[3], a[4], a[5]}), {a[0], a[1], a[2]}};
}
Placed of_mujoco(const pugi::xml_node& node) {
  const auto q = numbers_in<4>(node.attribute("quat") ? node.attribute("quat").value() : "1 0 0 0", 0);
  return {to_matrix(normalized(Quaternion<double>{q[0], {q[1], q[2], q[3]}})),
          vector_in(node.attribute("pos").value())};
}
Mat3<double> symmetric(double xx, double yy, double zz, double xy, double xz, double yz) {
  return {{xx, xy, xz}, {xy, yy, yz}, {xz, yz, zz}};
}

Solid solid_of_box(const Vec3<double>& e) {
  Solid s;
  s.volume = e.x * e.y * e.z;
  s.upper = 0.5 * e, s.lower = -s.upper;
  const Vec3<double> q = (s.volume / 12) * times(e, e);
  s.tensor = Mat3<double>::diagonal({q.y + q.z, q.z + q.x, q.x + q.y});
  return s;
}
Solid solid_of_cylinder(double radius, double length) {
  Solid s = solid_of_box({2 * radius, 2 * radius, length});
  s.volume = M_PI * radius * radius * length;
  const double across = s.volume * (3 * radius * radius + length * length) / 12;
  s.tensor = Mat3<double>::diagonal({across, across, s.volume * radius * radius / 2});
  return s;
}
Solid solid_of_sphere(double radius) {
  Solid s = solid_of_box({2 * radius, 2 * radius, 2 * radius});
  s.volume = 4 * M_PI / 3 * radius * radius * radius;
  const double I = 0.4 * s.volume * radius * radius;
  s.tensor = Mat3<double>::diagonal({I, I, I});
  return s;
}

/// <geometry> of URDF (attributes) and SDF (elements).
std::optional<Shape> shape_in(const pugi::xml_node& geometry, const Placed& place) {
  const auto value = [](const pugi::xml_node& node, const char* name) {
    return node.attribute(name) ? node.attribute(name).value() : node.child(name).text().get();
  };
  const auto size = [&](const pugi::xml_node& node, const char* name) {
    return std::strtod(value(node, name), nullptr);
  };
  Shape shape;
  shape.place = place;
  if (const pugi::xml_node mesh = geometry.child("mesh")) {
    shape.mesh = *value(mesh, "filename") ? value(mesh, "filename") : value(mesh, "uri");
    if (*value(mesh, "scale")) shape.scale = vector_in(value(mesh, "scale"), NAN);
    return shape;
  }
  if (const pugi::xml_node box = geometry.child("box")) shape.solid = solid_of_box(vector_in(value(box, "size")));
  if (const pugi::xml_node ball = geometry.child("sphere")) shape.solid = solid_of_sphere(size(ball, "radius"));
  if (const pugi::xml_node cylinder = geometry.child("cylinder"))
    shape.solid = solid_of_cylinder(size(cylinder, "radius"), size(cylinder, "length"));
  return shape.solid && shape.solid->volume > 0 ? std::optional(shape) : std::nullopt;
}
/// What is seen, or if there is nothing, what collides.
void add_shapes(Link& link, const pugi::xml_node& node, bool urdf) {
  for (const char* kind : {"visual", "collision"}) {
    if (!link.shapes.empty()) return;
    for (const pugi::xml_node one : node.children(kind)) {
      const Placed place = urdf ? of_origin(one.child("origin")) : of_pose(one.child("pose"));
      if (const auto shape = shape_in(one.child("geometry"), place)) link.shapes.push_back(*shape);
    }
  }
}

double number_in(Link& link, const char* text, const char* name) {
  const double x = numbers_in<1>(text, NAN)[0];
  if (!std::isfinite(x))
    link.faults.push_back(std::string(name) + " is " + (*text ? reading_meshes::word_text(text) : "missing"));
  return x;
}
void add_inertia(Link& link, const pugi::xml_node& inertia, bool urdf, const Placed& place) {
  double J[6];
  constexpr const char* kNames[] = {"ixx", "iyy", "izz", "ixy", "ixz", "iyz"};
  for (std::size_t i = 0; i < 6; ++i) {
    const char* text = urdf ? inertia.attribute(kNames[i]).value() : inertia.child(kNames[i]).text().get();
    J[i] = i >= 3 && !*text ? 0 : number_in(link, text, kNames[i]);
  }
  link.centre = place.at;
  link.tensor = place.R * symmetric(J[0], J[1], J[2], J[3], J[4], J[5]) * transpose(place.R);
}

std::vector<Link> links_of_urdf(const pugi::xml_node& robot) {
  std::vector<Link> links;
  for (const pugi::xml_node node : robot.children("link")) {
    Link link;
    link.name = node.attribute("name").value();
    if (const pugi::xml_node inertial = node.child("inertial")) {
      link.has_inertia = true;
      link.mass = number_in(link, inertial.child("mass").attribute("value").value(), "mass");
      add_inertia(link, inertial.child("inertia"), true, of_origin(inertial.child("origin")));
    }
    add_shapes(link, node, true);
    links.push_back(std::move(link));
  }
  return links;
}
void add_links_of_sdf(const pugi::xml_node& within, const std::string& prefix, std::vector<Link>& links,
                      int depth = 0) {
  if (depth > kDeepest) throw InvalidInput("has models within models without an end");
  for (const pugi::xml_node node : within.children()) {
    const std::string name = node.name();
    if (name == "world" || name == "model") {
      add_links_of_sdf(node, prefix + (name == "model" ? std::string(node.attribute("name").value()) + "::" : ""),
                       links, depth + 1);
    } else if (name == "link") {
      Link link;
      link.name = prefix + node.attribute("name").value();
      if (const pugi::xml_node inertial = node.child("inertial")) {
        link.has_inertia = true;
        link.mass = number_in(link, inertial.child("mass").text().get(), "mass");
        add_inertia(link, inertial.child("inertia"), false, of_pose(inertial.child("pose")));
      }
      add_shapes(link, node, false);
      links.push_back(std::move(link));
    }
  }
}
struct MujocoMesh {
  std::string file;
  Vec3<double> scale;
};
void add_links_of_mujoco(const pugi::xml_node& within, const std::map<std::string, MujocoMesh>& meshes,
                         std::vector<Link>& links, int depth = 0) {
  if (depth > kDeepest) throw InvalidInput("has bodies within bodies without an end");
  for (const pugi::xml_node node : within.children("body")) {
    Link link;
    link.name = node.attribute("name").value();
    if (const pugi::xml_node inertial = node.child("inertial")) {
      link.has_inertia = true;
      link.mass = number_in(link, inertial.attribute("mass").value(), "mass");
      const Placed place = of_mujoco(inertial);
      link.centre = place.at;
      const bool full = inertial.attribute("fullinertia");
      const char* text = inertial.attribute(full ? "fullinertia" : "diaginertia").value();
      const auto a = numbers_in<6>(text, full ? NAN : 0);  // xx yy zz xy xz yz
      if (!*text || std::ranges::any_of(a, [](double x) { return !std::isfinite(x); }))
        link.faults.push_back(std::string(full ? "fullinertia" : "diaginertia") + " is " +
                              (*text ? reading_meshes::word_text(text) : "missing"));
      link.tensor = place.R * symmetric(a[0], a[1], a[2], a[3], a[4], a[5]) * transpose(place.R);
    }
    for (const pugi::xml_node geom : node.children("geom")) {
      const auto mesh = meshes.find(geom.attribute("mesh").value());
      if (mesh == meshes.end()) continue;
      Shape shape;
      shape.mesh = mesh->second.file, shape.scale = mesh->second.scale, shape.place = of_mujoco(geom);
      link.shapes.push_back(shape);
    }
    links.push_back(std::move(link));
    add_links_of_mujoco(node, meshes, links, depth + 1);
  }
}
std::vector<Link> links_of_mujoco(const pugi::xml_node& model) {
  const std::string folder = model.child("compiler").attribute("meshdir").value();
  std::map<std::string, MujocoMesh> meshes;
  for (const pugi::xml_node asset : model.children("asset"))
    for (const pugi::xml_node mesh : asset.children("mesh")) {
      const fs::path file = fs::path(folder) / mesh.attribute("file").value();
      const pugi::xml_attribute name = mesh.attribute("name");
      meshes[name ? name.value() : file.stem().string()] = {
          file.string(),
          mesh.attribute("scale") ? vector_in(mesh.attribute("scale").value(), NAN) : Vec3<double>{1, 1, 1}};
    }
  std::vector<Link> links;
  for (const pugi::xml_node world : model.children("worldbody")) add_links_of_mujoco(world, meshes, links);
  return links;
}

/// package://robot/meshes/a.stl is looked for from the folder of the robot upwards, as meshes/a.stl and as robot/meshes/a.stl.
fs::path found_mesh(const std::string& name, const fs::path& folder) {
  std::string rest = name;
  std::vector<std::string> tails;
  for (const std::string scheme : {"package://", "model://"})
    if (rest.starts_with(scheme)) {
      rest.erase(0, scheme.size());
      tails.push_back(rest);
      rest.erase(0, std::min(rest.size(), rest.find('/') + 1));
    }
  if (rest.starts_with("file://")) rest.erase(0, 7);
  if (tails.empty()) return folder / rest;
  tails.push_back(rest);
  std::error_code error;
  for (fs::path up = fs::absolute(folder).lexically_normal();; up = up.parent_path()) {
    for (const std::string& tail : tails)
      if (fs::exists(up / tail, error)) return up / tail;
    if (up == up.parent_path()) return folder / rest;
  }
}

/// The shapes of a link together, of density 1, in its axes.
struct Filled {
  double volume = 0;
  Vec3<double> centre{}, lower{INFINITY, INFINITY, INFINITY}, upper{-INFINITY, -INFINITY, -INFINITY};
  Mat3<double> tensor{};
  bool closed = true;  ///< else there is a box alone
};
std::optional<Filled> filled(const Link& link, const fs::path& folder, LinkReport& report) {
  Filled all;
  std::vector<Solid> solids;
  for (const Shape& shape : link.shapes) try {
      const auto into_link = [&](const Vec3<double>& p) {
        return shape.place.R * times(shape.scale, p) + shape.place.at;
      };
      const auto widen = [&](const Vec3<double>& p) {
        for (int i = 0; i < 3; ++i)
          all.lower[i] = std::min(all.lower[i], p[i]), all.upper[i] = std::max(all.upper[i], p[i]);
      };
      if (shape.solid) {
        Solid s = *shape.solid;
        for (int k = 0; k < 8; ++k)
          widen(
              into_link({k & 1 ? s.upper.x : s.lower.x, k & 2 ? s.upper.y : s.lower.y, k & 4 ? s.upper.z : s.lower.z}));
        s.tensor = shape.place.R * s.tensor * transpose(shape.place.R);
        s.centre = shape.place.at;
        solids.push_back(s);
        continue;
      }
      Mesh mesh = read_mesh(found_mesh(shape.mesh, folder).string());
      for (Vec3<double>& p : mesh.points) widen(p = into_link(p));
      solids.push_back(solid_of(mesh));  // a mirrored one is turned
    } catch (const InvalidInput& bad) {
      report.reasons.push_back("not compared with " +
                               reading_meshes::word_text(fs::path(shape.mesh).filename().string()) + ": " + bad.what());
      all.closed = false;
    }
  if (!(all.lower.x <= all.upper.x)) return std::nullopt;
  for (const Solid& s : solids) all.volume += s.volume, all.centre += s.volume * s.centre;
  if (solids.empty()) return all;
  all.centre = all.centre / all.volume;
  for (const Solid& s : solids) {
    const Vec3<double> r = s.centre - all.centre;
    all.tensor += s.tensor;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) all.tensor[i][j] += s.volume * ((i == j ? norm2(r) : 0) - r[i] * r[j]);
  }
  return all;
}
double trace(const Mat3<double>& J) {
  return J[0][0] + J[1][1] + J[2][2];
}
std::string three_digits(double x) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g", x);
  return text;
}

LinkReport judged(const Link& link, const fs::path& folder) {
  LinkReport report;
  report.name = link.name, report.mass = link.mass;
  std::ranges::replace_if(report.name, [](unsigned char c) { return c < 0x20 || c == 0x7F; }, '?');
  if (!link.has_inertia) {
    report.verdict = LinkVerdict::none;
    return report;
  }
  const auto say = [&](LinkVerdict verdict, const std::string& why) {
    report.verdict = std::max(report.verdict, verdict);
    report.reasons.push_back(why);
  };
  for (const std::string& fault : link.faults) say(LinkVerdict::bad, fault);
  if (!link.faults.empty()) return report;
  if (!(link.mass > 0)) say(LinkVerdict::bad, "mass " + to_text(link.mass) + " is not positive");
  Vec3<double> I = detail::diagonalized(link.tensor).I;
  if (I.x > I.y) std::swap(I.x, I.y);
  if (I.y > I.z) std::swap(I.y, I.z);
  if (I.x > I.y) std::swap(I.x, I.y);
  report.moments = I;
  if (!(I.x > 0))
    say(LinkVerdict::bad, "principal moment " + three_digits(I.x) + " is not positive");
  else if (I.z > (I.x + I.y) * (1 + kPrintedDigits))
    say(LinkVerdict::bad, "no body has these moments: the largest is " + three_digits(I.z / (I.x + I.y)) +
                              " times the sum of the others");
  const std::optional<Filled> shape = filled(link, folder, report);
  if (!shape || !(link.mass > 0)) return report;
  const Vec3<double> c = link.centre, slack = 1e-3 * (shape->upper - shape->lower);
  Vec3<double> reach;
  bool outside = false;
  for (int i = 0; i < 3; ++i) {
    outside = outside || c[i] < shape->lower[i] - slack[i] || c[i] > shape->upper[i] + slack[i];
    reach[i] = std::max(std::fabs(c[i] - shape->lower[i]), std::fabs(c[i] - shape->upper[i]));
  }
  if (outside)
    say(LinkVerdict::bad, "the centre of mass " + detail::listed(c) + " lies outside of the box of the shape, " +
                              detail::listed(shape->lower) + " to " + detail::listed(shape->upper));
  const double stated = trace(link.tensor), most = 2 * link.mass * norm2(reach);  // sum of m (x^2 + y^2 + z^2)
  if (stated > most * (1 + kPrintedDigits))
    say(LinkVerdict::bad,
        "moments " + three_digits(stated / most) + " times those that this mass can have within the box of the shape");
  if (!shape->closed || shape->volume <= 0) return report;
  report.ratio = stated / (link.mass / shape->volume * trace(shape->tensor));
  const double factor = std::max(*report.ratio, 1 / *report.ratio);
  if (factor > kDoubtfulFactor)
    say(factor > kBadFactor ? LinkVerdict::bad : LinkVerdict::doubtful, "moments " + three_digits(*report.ratio) +
                                                                            " times those of the evenly filled shape" +
                                                                            (factor > 100 ? " (a wrong unit?)" : ""));
  return report;
}

}  // namespace

std::string_view name_of(LinkVerdict verdict) {
  constexpr std::string_view kNames[] = {"good", "doubtful", "bad", "none"};
  return kNames[std::size_t(verdict)];
}

std::vector<LinkReport> check_robot(const std::string& path) {
  const std::string content = reading_meshes::content_of(path);
  pugi::xml_document document;
  if (const pugi::xml_parse_result result = document.load_buffer(content.data(), content.size()); !result) {
    const auto line =
        std::count(content.begin(), content.begin() + std::min(std::ptrdiff_t(content.size()), result.offset), '\n') +
        1;
    throw InvalidInput("line " + std::to_string(line) + ": is no XML: " + result.description());
  }
  const pugi::xml_node root = document.document_element();
  const std::string kind = root.name();
  std::vector<Link> links;
  if (kind == "robot")
    links = links_of_urdf(root);
  else if (kind == "sdf")
    add_links_of_sdf(root, "", links);
  else if (kind == "mujoco")
    links = links_of_mujoco(root);
  else
    throw InvalidInput("is no robot: its first element is <" + kind.substr(0, 30) +
                       ">, not <robot> (URDF), <sdf> or <mujoco>");
  if (links.empty())
    throw InvalidInput(kind == "robot" && content.find("xacro") != std::string::npos
                           ? "has no links (is it a xacro? make a URDF of it first)"
                           : "has no links");
  std::vector<LinkReport> reports;
  const fs::path folder = fs::path(path).parent_path().empty() ? "." : fs::path(path).parent_path();
  for (const Link& link : links) reports.push_back(judged(link, folder));
  return reports;
}

}  // namespace polhode
