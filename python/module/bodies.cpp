// bodies.cpp -- bodies and their exact free motion
#include <algorithm>
#include <atomic>
#include <cstring>
#include <optional>
#include <thread>

#include <pybind11/stl.h>

#include "core.hpp"

namespace polhode_python {

namespace {

template <class Create>
Bodies make_bodies(const Array& numbers, py::ssize_t each, const Create& create) {
  Bodies made;
  const py::ssize_t n = numbers.size() / each;
  made.handles.reserve(std::size_t(n));
  for (py::ssize_t i = 0; i < n; ++i) {
    polhode_body* body = nullptr;
    const polhode_status status = create(numbers.data() + i * each, &body);
    if (status != POLHODE_OK && n > 1) throw py::value_error("body " + std::to_string(i) + ": " + polhode_last_error());
    check(status);
    made.handles.emplace_back(body);
  }
  return made;
}

template <class Create>
Bodies one_body(const Create& create) {
  polhode_body* made = nullptr;
  check(create(&made));
  Bodies one;
  one.handles.emplace_back(made);
  return one;
}

template <class Get>
Array of_each(const Bodies& bodies, py::ssize_t columns, const Get& get) {
  Array values({py::ssize_t(bodies.handles.size()), columns});
  for (std::size_t i = 0; i < bodies.handles.size(); ++i)
    check(get(bodies.handles[i].get(), py::ssize_t(i), values.mutable_data(py::ssize_t(i), 0)));
  return values;
}

/// Momenta of angular velocities, or the inverse, of each body, or of one body in many states.
template <class Get>
Array converted(const Bodies& bodies, const Array& vectors, const Get& get) {
  const py::ssize_t n = vectors.shape(0);
  expect(vectors, {n, 3}, "vectors");
  const bool one = bodies.handles.size() == 1;
  if (!one) expect(vectors, {py::ssize_t(bodies.handles.size()), 3}, "vectors");
  Array values({n, py::ssize_t(3)});
  for (py::ssize_t i = 0; i < n; ++i)
    check(get(bodies.handles[one ? 0 : std::size_t(i)].get(), vectors.data(i, 0), values.mutable_data(i, 0)));
  return values;
}

struct Piece {
  std::size_t body;
  py::ssize_t first, count;  // of the times
};

/// The states of bodies (or of one body) at times, in pieces on threads. Each piece has the bits that it has alone.
py::tuple free_motion(const Bodies& bodies, const Array& q, const Array& v, bool momentum, const Array& times,
                      int threads) {
  const auto move = momentum ? polhode_free_motion_of_momentum : polhode_free_motion;
  const py::ssize_t n = q.shape(0), count = times.size();
  expect(q, {n, 4}, "q"), expect(v, {n, 3}, "v"), expect(times, {count}, "t");
  const bool one = bodies.handles.size() == 1;
  if (!one) expect(q, {py::ssize_t(bodies.handles.size()), 4}, "q");
  if (threads < 0) throw py::value_error("threads = " + std::to_string(threads) + " must not be negative");
  Array q_out({n, count, py::ssize_t(4)}), w_out({n, count, py::ssize_t(3)});
  double *to_q = q_out.mutable_data(), *to_w = w_out.mutable_data();
  const double *from_q = q.data(), *from_v = v.data(), *t = times.data();

  constexpr py::ssize_t kPiece = 16384;  // times: a piece takes half a millisecond
  std::vector<Piece> pieces;
  for (py::ssize_t i = 0; i < n; ++i)
    for (py::ssize_t first = 0; first < count || first == 0; first += kPiece)
      pieces.push_back({one ? 0 : std::size_t(i), first, std::min(kPiece, count - first)});
  const py::ssize_t per_body = n > 0 ? py::ssize_t(pieces.size()) / n : 1;

  std::atomic<std::size_t> next = 0, failed = pieces.size();
  std::vector<std::string> words(pieces.size() ? 1 : 0);
  std::atomic<int> status = POLHODE_OK;
  const auto work = [&] {
    // Several at a time where they are short.
    const std::size_t group = std::max<std::size_t>(1, std::size_t(kPiece / std::max<py::ssize_t>(1, count) / 16));
    for (std::size_t begin; (begin = next.fetch_add(group)) < pieces.size();)
      for (std::size_t k = begin; k < std::min(begin + group, pieces.size()); ++k) {
        const auto& [body, first, size] = pieces[k];
        const py::ssize_t i = py::ssize_t(k) / per_body, at = i * count + first;
        const polhode_status said = move(bodies.handles[body].get(), from_q + 4 * i, from_v + 3 * i, t + first, size,
                                         {to_q + 4 * at, 4, 1}, {to_w + 3 * at, 3, 1});
        if (said == POLHODE_OK) continue;
        int none = POLHODE_OK;
        if (status.compare_exchange_strong(none, int(said))) words[0] = polhode_last_error(), failed = k;
        next = pieces.size();
        return;
      }
  };
  {
    py::gil_scoped_release released;
    const auto cores = std::size_t(threads > 0 ? threads : int(std::max(1u, std::thread::hardware_concurrency())));
    const std::size_t wanted = std::min(cores, std::size_t(n * count) / std::size_t(kPiece) + 1);
    std::vector<std::thread> others;
    try {
      for (std::size_t i = 1; i < wanted; ++i) others.emplace_back(work);
    } catch (const std::system_error&) {  // fewer will do
    }
    work();
    for (std::thread& one_of_them : others) one_of_them.join();
  }
  if (status != POLHODE_OK) {
    if (status == POLHODE_INVALID_INPUT)
      throw py::value_error((n > 1 ? "body " + std::to_string(failed / std::size_t(per_body)) + ": " : "") + words[0]);
    throw std::runtime_error(words[0]);
  }
  return py::make_tuple(q_out, w_out);
}

/// The states of bodies with a rotor at times.
py::tuple gyrostat_motion(const Bodies& bodies, const Array& rotor, const Array& q, const Array& w,
                          const Array& times) {
  const py::ssize_t n = q.shape(0), count = times.size();
  expect(rotor, {3}, "rotor"), expect(q, {n, 4}, "q"), expect(w, {n, 3}, "w"), expect(times, {count}, "t");
  const bool one = bodies.handles.size() == 1;
  if (!one) expect(q, {py::ssize_t(bodies.handles.size()), 4}, "q");
  Array q_out({n, count, py::ssize_t(4)}), w_out({n, count, py::ssize_t(3)});
  for (py::ssize_t i = 0; i < n; ++i) {
    const polhode_status status = polhode_gyrostat_motion(
        bodies.handles[one ? 0 : std::size_t(i)].get(), rotor.data(), q.data() + 4 * i, w.data() + 3 * i, times.data(),
        count, {q_out.mutable_data() + 4 * i * count, 4, 1}, {w_out.mutable_data() + 3 * i * count, 3, 1});
    if (status != POLHODE_OK && n > 1) throw py::value_error("body " + std::to_string(i) + ": " + polhode_last_error());
    check(status);
  }
  return py::make_tuple(q_out, w_out);
}

/// The body is made again of its tensor, with the same bits.
template <class Create>
py::dict mesh_of(const Create& create) {
  polhode_mesh mesh;
  polhode_body* body = nullptr;
  polhode_status status;
  {
    py::gil_scoped_release released;
    status = create(&body, &mesh);
  }
  check(status);
  polhode_body_destroy(body);
  const auto vector = [](const double* v) { return Array({3}, v); };
  py::list warnings;
  for (const char *at = mesh.warnings, *end; *at; at = *end ? end + 1 : end) {
    end = at + std::strcspn(at, "\n");
    warnings.append(std::string(at, end));
  }
  py::dict made;
  made["triangles"] = mesh.triangles, made["shells"] = mesh.shells;
  made["turned_shells"] = mesh.turned_shells, made["cavities"] = mesh.cavities;
  made["mass"] = mesh.mass, made["density"] = mesh.density;
  made["volume"] = mesh.volume, made["area"] = mesh.area;
  made["centre"] = vector(mesh.centre);
  made["bounds"] = py::make_tuple(vector(mesh.lower), vector(mesh.upper));
  made["tensor"] = Array({3, 3}, mesh.tensor);
  made["rounding"] = mesh.rounding;
  made["warnings"] = warnings;
  return made;
}

}  // namespace

void add_bodies(py::module_& m) {
  py::class_<Bodies>(m, "Bodies")
      .def_static("moments",
                  [](const Array& I, bool effective) {
                    expect(I, {I.shape(0), 3}, "moments");
                    return make_bodies(I, 3, effective ? polhode_body_create_effective : polhode_body_create_moments);
                  })
      .def_static("tensor",
                  [](const Array& J) {
                    expect(J, {J.shape(0), 3, 3}, "tensor");
                    return make_bodies(J, 9, polhode_body_create_tensor);
                  })
      .def_static("solid",
                  [](const char* shape, double mass, const Array& size) {
                    expect(size, {3}, "size");
                    return one_body(
                        [&](polhode_body** made) { return polhode_body_create_solid(shape, mass, size.data(), made); });
                  })
      .def_static("atoms",
                  [](const Array& masses, const Array& positions) {
                    const py::ssize_t n = masses.size();
                    expect(masses, {n}, "masses"), expect(positions, {n, 3}, "positions");
                    return one_body([&](polhode_body** made) {
                      return polhode_body_create_atoms(masses.data(), rows_of(positions, 3), n, made, nullptr);
                    });
                  })
      .def_property_readonly(
          "principal_moments",
          [](const Bodies& b) {
            return of_each(b, 3, [](polhode_body* h, py::ssize_t, double* to) { return polhode_body_moments(h, to); });
          })
      .def_property_readonly(
          "frame",
          [](const Bodies& b) {
            return of_each(b, 4, [](polhode_body* h, py::ssize_t, double* to) { return polhode_body_frame(h, to); });
          })
      .def("momentum", [](const Bodies& b, const Array& w) { return converted(b, w, polhode_body_momentum); })
      .def("angular_velocity",
           [](const Bodies& b, const Array& mom) { return converted(b, mom, polhode_body_angular_velocity); })
      .def("__len__", [](const Bodies& b) { return b.handles.size(); });

  using Unit = std::optional<std::string>;
  const auto name_of = [](const Unit& unit) { return unit ? unit->c_str() : nullptr; };
  m.def("mesh_file", [=](const std::string& path, const Unit& unit, double density, double mass) {
    return mesh_of([&](polhode_body** body, polhode_mesh* made) {
      return polhode_body_create_mesh(path.c_str(), name_of(unit), density, mass, body, made);
    });
  });
  m.def("mesh_arrays", [=](const Array& points, const py::array_t<std::int64_t, py::array::c_style>& triangles,
                           const Unit& unit, double density, double mass) {
    const py::ssize_t n = points.shape(0), faces = triangles.shape(0);
    expect(points, {n, 3}, "points");
    if (triangles.ndim() != 2 || triangles.shape(1) != 3) throw py::value_error("triangles: expected three columns");
    return mesh_of([&](polhode_body** body, polhode_mesh* made) {
      return polhode_body_create_triangles(rows_of(points, 3), n, triangles.data(), faces, name_of(unit), density, mass,
                                           body, made);
    });
  });
  m.def("free", free_motion);
  m.def("gyrostat", gyrostat_motion);
  // Numbers of a start that no body would have.
  m.def("check_state", [](const Array& q, const Array& v) {
    const py::ssize_t n = q.shape(0);
    expect(q, {n, 4}, "attitude"), expect(v, {n, 3}, "vector");
    const double ones[3] = {1, 1, 1};
    polhode_body* made = nullptr;
    check(polhode_body_create_moments(ones, &made));
    const BodyHandle body(made);
    polhode_problem* problem = nullptr;
    check(polhode_problem_create(made, &problem));
    const ProblemHandle handle(problem);
    for (py::ssize_t i = 0; i < n; ++i) {
      const polhode_status status = polhode_problem_set_start_momentum(problem, q.data(i, 0), v.data(i, 0));
      if (status != POLHODE_OK && n > 1)
        throw py::value_error("state " + std::to_string(i) + ": " + polhode_last_error());
      check(status);
    }
  });
}

}  // namespace polhode_python
