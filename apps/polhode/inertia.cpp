// inertia.cpp -- `polhode inertia`: mass, centre and inertia of what a mesh encloses
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>

#include <nlohmann/json.hpp>

#include "commands.hpp"
#include "mesh/mesh_file.hpp"
#include "mesh/solid.hpp"
#include "output/file_fault.hpp"
#include "output/refusal.hpp"
#include "verify/robot.hpp"

namespace polhode::program {

namespace {

using InertiaJson = nlohmann::ordered_json;

InertiaJson listed_json(const Vec3<double>& a) {
  return {a.x, a.y, a.z};
}

void print_body(const std::string& file, const MeshBody& body) {
  const Solid& s = body.solid;
  const auto row = [](const char* name, const Vec3<double>& a, const char* unit) {
    std::printf("%-10s %16.9g %16.9g %16.9g  %s\n", name, a.x, a.y, a.z, unit);
  };
  std::printf("%s: %zu triangles, %zu closed %s%s\n", file.c_str(), s.triangles, s.shells,
              s.shells == 1 ? "shell" : "shells",
              s.cavities > 0 ? (", " + std::to_string(s.cavities) + " of them cavities").c_str() : "");
  std::printf("%-10s %16.9g kg\n%-10s %16.9g kg/m3\n%-10s %16.9g m3\n%-10s %16.9g m2\n", "mass", body.mass, "density",
              body.density, "volume", s.volume, "area", s.area);
  row("centre", s.centre, "m");
  row("from", s.lower, "m");
  row("to", s.upper, "m");
  for (int i = 0; i < 3; ++i) row(i == 0 ? "tensor" : "", body.tensor[i], i == 0 ? "kg m2, about the centre" : "");
  row("moments", body.moments, "kg m2");
  std::printf("%-10s %16.9g %16.9g %16.9g %16.9g  w x y z, principal axes -> axes of the file\n", "axes", body.axes.w,
              body.axes.v.x, body.axes.v.y, body.axes.v.z);
  if (s.single)
    std::printf("rounding   single precision in the file: at most %.2g of the largest moment\n", s.rounding);
}

void print_json(const std::string& file, const MeshBody& body) {
  const Solid& s = body.solid;
  InertiaJson tensor = InertiaJson::array();
  for (int i = 0; i < 3; ++i) tensor.push_back(listed_json(body.tensor[i]));
  const InertiaJson all{{"file", file},
                        {"triangles", s.triangles},
                        {"shells", s.shells},
                        {"closed", true},
                        {"turned_shells", s.turned_shells},
                        {"cavities", s.cavities},
                        {"volume", s.volume},
                        {"area", s.area},
                        {"mass", body.mass},
                        {"density", body.density},
                        {"centre", listed_json(s.centre)},
                        {"tensor", tensor},
                        {"moments", listed_json(body.moments)},
                        {"axes", {body.axes.w, body.axes.v.x, body.axes.v.y, body.axes.v.z}},
                        {"bounds", {listed_json(s.lower), listed_json(s.upper)}},
                        {"rounding", s.rounding},
                        {"warnings", body.warnings}};
  std::printf("%s\n", all.dump(1, ' ', false, InertiaJson::error_handler_t::replace).c_str());
}

int check_links(const InertiaOptions& options) {
  if (options.density || options.mass || options.join || !options.unit.empty())
    throw Refusal("--check: a robot says mass and unit itself; give no --density, --mass, --unit or --join");
  const std::vector<LinkReport> links = [&] {
    try {
      return check_robot(options.file);
    } catch (const InvalidInput& bad) {
      throw Refusal({{{.line = 0, .key = "", .message = bad.what()}, options.file}});
    }
  }();
  InertiaJson list = InertiaJson::array();
  int bad = 0;
  if (!options.talk.json && !options.talk.quiet)
    std::printf("%-24s %-9s %11s %32s %9s\n", "link", "verdict", "mass, kg", "moments, kg m2", "of shape");
  for (const LinkReport& link : links) {
    bad += link.verdict == LinkVerdict::bad;
    list.push_back({{"name", link.name},
                    {"verdict", name_of(link.verdict)},
                    {"mass", link.mass},
                    {"moments", link.moments ? listed_json(*link.moments) : InertiaJson(nullptr)},
                    {"ratio", link.ratio ? InertiaJson(*link.ratio) : InertiaJson(nullptr)},
                    {"reasons", link.reasons}});
    if (options.talk.json || options.talk.quiet) continue;
    char moments[64] = "";
    if (link.moments)
      std::snprintf(moments, sizeof moments, "%.4g %.4g %.4g", link.moments->x, link.moments->y, link.moments->z);
    char ratio[32] = "";
    if (link.ratio) std::snprintf(ratio, sizeof ratio, "%.3g", *link.ratio);
    std::printf("%-24s %-9s %11.4g %32s %9s\n", link.name.c_str(), std::string(name_of(link.verdict)).c_str(),
                link.mass, moments, ratio);
    for (const std::string& reason : link.reasons) std::printf("  %s\n", reason.c_str());
  }
  if (options.talk.json)
    std::printf("%s\n", InertiaJson{{"file", options.file}, {"bad", bad}, {"links", list}}
                            .dump(1, ' ', false, InertiaJson::error_handler_t::replace)
                            .c_str());
  if (bad > 0) std::fprintf(stderr, "polhode: %d of %zu links have an inertia that cannot be\n", bad, links.size());
  return bad > 0 ? kFailed : kDone;
}

}  // namespace

int inertia(const InertiaOptions& options) {
  if (options.check) return check_links(options);
  std::optional<double> unit;
  if (!options.unit.empty()) {
    unit = metres_of(options.unit);
    if (*unit == 0) throw Refusal("--unit: \"" + options.unit + "\" is none of " + kMeshUnits);
  }
  if (options.density && options.mass) throw Refusal("--density and --mass: give only one of them");
  if (!options.density && !options.mass)
    throw Refusal("--density or --mass is needed: a mesh says where the body is, not how heavy it is");
  for (const auto& [flag, value] : {std::pair("--density", options.density), std::pair("--mass", options.mass)})
    if (value && !(*value > 0 && std::isfinite(*value)))
      throw Refusal(std::string(flag) + ": " + to_text(*value) + " must be positive and finite");
  if (options.join && !(*options.join >= 0 && std::isfinite(*options.join)))
    throw Refusal("--join: " + to_text(*options.join) + " must not be negative");
  const MeshBody body = [&] {
    try {
      Mesh mesh = read_mesh(options.file);
      return weighed(solid_of(mesh, options.join.value_or(0)), unit, options.density, options.mass);
    } catch (const InvalidInput& bad) {
      throw Refusal({{{.line = 0, .key = "", .message = bad.what()}, options.file}});
    }
  }();
  for (const std::string& warning : body.warnings)
    if (!options.talk.quiet) std::fprintf(stderr, "polhode: warning: %s: %s\n", options.file.c_str(), warning.c_str());
  if (options.talk.json)
    print_json(options.file, body);
  else if (!options.talk.quiet)
    print_body(options.file, body);
  return kDone;
}

}  // namespace polhode::program
