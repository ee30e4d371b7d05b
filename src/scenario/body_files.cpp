// body_files.cpp -- [body] from a mesh or from atoms, and [[body.part]]: bodies put together
#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>

#include "mesh/atoms_file.hpp"
#include "mesh/mesh_file.hpp"
#include "mesh/simplified.hpp"
#include "mesh/solid.hpp"
#include "polhode/numbers/error.hpp"
#include "scenario/table_file.hpp"
#include "scenario/tables.hpp"

namespace polhode {

namespace {

using namespace reading;

constexpr std::size_t kMostShown = 50'000;  // triangles of a mesh in a report: one megabyte

Mat3<double> tensor_of(const Inertia& inertia) {
  const Mat3<double> J{inertia.momentum({1, 0, 0}), inertia.momentum({0, 1, 0}), inertia.momentum({0, 0, 1})};
  return 0.5 * (J + transpose(J));
}

/// What a scenario keeps of a mesh: some numbers, so that a run that is resumed needs no mesh, and meets none that has changed.
template <class S, class F>
void each_number(S& s, const F& f) {
  f(s.volume), f(s.rounding);
  for (auto* count : {&s.shells, &s.turned_shells, &s.cavities, &s.touching, &s.no_area}) f(*count);
  for (auto* v : {&s.centre, &s.lower, &s.upper})
    for (int i = 0; i < 3; ++i) f((*v)[i]);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) f(s.tensor[i][j]);
}
std::string text_of_solid(const Solid& s) {
  std::string text = "integrals of a mesh:";
  each_number(s, [&](auto x) {
    char number[40];
    std::snprintf(number, sizeof number, " %.17g", double(x));
    text += number;
  });
  return text;
}
Solid solid_of_text(const std::string& text) {
  const char* at = text.c_str() + std::min(text.size(), text.find(':') + 1);
  Solid s;
  each_number(s, [&]<class Number>(Number& x) {
    char* end = nullptr;
    x = Number(std::strtod(at, &end));
    at = end;
  });
  return s;
}

std::optional<InputFile> known_file(const Scenario& scenario, const std::string& name) {
  const auto file = std::ranges::find(scenario.files, name, &InputFile::name);
  return file == scenario.files.end() ? std::nullopt : std::optional(*file);
}

std::optional<Body> read_mesh_of_body(const Section& body, Scenario& scenario) {
  body.check_keys({"mesh", "density", "mass", "unit"}, "mesh", kBodyKeys);
  const std::optional<std::string> name = body.text("mesh");
  if (!body.has("density") && !body.has("mass"))
    body.fault("missing: density, or mass (a mesh says where the body is, not how heavy it is)");
  const std::string by = body.one_of({"density", "mass"});
  const std::optional<double> density = body.positive("density", "kg/m3"), mass = body.positive("mass", "kg");
  std::optional<double> unit;
  if (const std::optional<std::string> given = body.text("unit")) {
    unit = metres_of(*given);
    if (*unit == 0) {
      body.fault("unit", in_quotes(*given) + " is none of " + kMeshUnits);
      return std::nullopt;
    }
  }
  if (!name || by.empty() || !(density || mass) || (body.has("unit") && !unit)) return std::nullopt;
  try {
    std::optional<InputFile> file = known_file(scenario, *name);
    if (name->empty()) throw InvalidInput("must name a file");
    Solid solid;
    if (file) {
      solid = solid_of_text(file->text);
    } else {
      const std::string path = (std::filesystem::path(scenario.file).parent_path() / *name).string();
      Mesh mesh = read_mesh(path);
      solid = solid_of(mesh);
      for (Vec3<double>& p : mesh.points) p -= solid.centre;
      file = {*name, path, text_of_solid(solid), std::make_shared<const Mesh>(simplified(std::move(mesh), kMostShown))};
      scenario.files.push_back(*file);
    }
    const MeshBody made = weighed(solid, unit, density, mass);
    for (const std::string& warning : made.warnings) {
      const std::string text = shown(*name, 200) + ": " + warning;
      if (!contains(scenario.warnings, text)) scenario.warnings.push_back(text);  // read again for an ensemble
    }
    const Inertia inertia = Inertia::tensor(made.tensor);
    Look look = look_of(inertia);
    if (file->shown) look.shape = Look::Shape::mesh, look.frame = {}, look.mesh = file->shown;
    return Body{inertia, look, made.mass, made.solid.centre, made.tensor};
  } catch (const InvalidInput& bad) {
    body.fault("mesh", in_quotes(*name) + ": " + reworded(bad.what()));
    return std::nullopt;
  }
}

std::optional<Body> read_atoms_of_body(const Section& body, Scenario& scenario) {
  body.check_keys({"atoms"}, "atoms", kBodyKeys);
  const std::optional<std::string> name = body.text("atoms");
  if (!name) return std::nullopt;
  try {
    std::optional<InputFile> file = known_file(scenario, *name);
    if (!file) scenario.files.push_back(*(file = read_beside(scenario.file, *name)));
    std::string ending = std::filesystem::path(*name).extension().string();
    std::ranges::transform(ending, ending.begin(), [](unsigned char c) { return char(std::tolower(c)); });
    const Molecule made = molecule(atoms_of(file->text, ending));
    const Mat3<double> J = tensor_of(made.inertia);
    const Inertia inertia = Inertia::tensor(J);
    return Body{inertia, look_of(inertia), made.mass, made.centre, J};
  } catch (const InvalidInput& bad) {
    body.fault("atoms", in_quotes(*name) + ": " + reworded(bad.what()));
    return std::nullopt;
  }
}

/// One part, its tensor about its own centre of mass and along the body axes, that centre where it is in the body.
std::optional<Body> read_part(const Section& part, Scenario& scenario) {
  const std::optional<Vec3<double>> place = part.has("place") ? part.vector("place", "m") : Vec3<double>{};
  const std::optional<Quaternion<double>> Q = read_attitude(part);
  if (part.has("part") || part.has("effective")) {
    part.fault(part.has("part") ? "part" : "effective",
               part.has("part") ? "a part has no parts" : "a part is a real body");
    return std::nullopt;
  }
  // The rest is that of a body, but that moments and tensors have a mass beside them, and a point has nothing else.
  toml::table rest = part.content();
  for (const std::string& key : kPartKeys) rest.erase(key);
  const bool alone = std::ranges::none_of(kBodyKinds, [&](const std::string& key) { return part.has(key); });
  std::optional<double> mass;
  if (part.has("moments") || part.has("tensor") || alone) {
    if (!part.needs("mass", "the mass of the part")) return std::nullopt;
    mass = part.positive("mass", "kg");
    rest.erase("mass");
    if (!mass) return std::nullopt;
  }
  std::optional<Body> own;
  if (alone) {
    part.with(rest).check_keys(Names{"place", "attitude", "mass"}, "mass alone, a point", kBodyKeys);
    own = Body{Inertia::effective(1, 1, 1), {}, *mass, {}, {}};
  } else {
    own = read_body(part.with(rest), scenario);
    if (!own) return std::nullopt;
    if (mass) own->mass = *mass;
    own->tensor = tensor_of(own->inertia);
  }
  if (!place || !Q) return std::nullopt;
  const Mat3<double> R = to_matrix(*Q);
  own->tensor = R * own->tensor * transpose(R);
  own->centre = R * own->centre + *place;
  return own;
}

std::optional<Body> read_parts(const Section& body, Scenario& scenario) {
  body.check_keys({"part"}, "part", kBodyKeys);
  const std::vector<Section> parts = body.tables("part");
  std::vector<Body> all;
  for (const Section& part : parts)
    if (const std::optional<Body> one = read_part(part, scenario)) all.push_back(*one);
  if (all.empty() || all.size() < body.content().get("part")->as_array()->size()) return std::nullopt;
  double mass = 0;
  Vec3<double> centre{};
  for (const Body& part : all) mass += part.mass, centre += part.mass * part.centre;
  centre = centre / mass;
  Mat3<double> J{};
  for (const Body& part : all) {  // parallel axes
    const Vec3<double> r = part.centre - centre;
    J += part.tensor;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) J[i][j] += part.mass * ((i == j ? norm2(r) : 0) - r[i] * r[j]);
  }
  try {
    const Inertia inertia = Inertia::tensor(0.5 * (J + transpose(J)));
    return Body{inertia, look_of(inertia), mass, centre, J};
  } catch (const InvalidInput& bad) {
    body.fault("part", "all together: " + reworded(bad.what()));
    return std::nullopt;
  }
}

}  // namespace

std::optional<Body> reading::read_body_of_files(const Section& body, const std::string& kind, Scenario& scenario) {
  if (kind == "mesh") return read_mesh_of_body(body, scenario);
  if (kind == "atoms") return read_atoms_of_body(body, scenario);
  return read_parts(body, scenario);
}

}  // namespace polhode
