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

}  // namespace

int inertia(const InertiaOptions& options) {
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
