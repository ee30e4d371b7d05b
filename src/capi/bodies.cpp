// bodies.cpp -- bodies, their exact free motion, and many bodies in the arrays of the caller
#include <algorithm>
#include <array>
#include <atomic>
#include <memory>

#include "capi/handles.hpp"
#include "ensemble/arrays.hpp"
#include "ensemble/on_threads.hpp"
#include "ensemble/varied.hpp"
#include "polhode/body/atoms.hpp"
#include "polhode/exact/free_motion.hpp"
#include "polhode/exact/gyrostat.hpp"

using namespace polhode;
using namespace polhode::capi;

namespace {

template <class Make>
polhode_status create(const double* numbers, const char* name, polhode_body** body, const Make& make) noexcept {
  return entry([&] {
    given(numbers, name), given(body, "body");
    *body = std::make_unique<polhode_body>(polhode_body{make(numbers)}).release();
    return POLHODE_OK;
  });
}
void put3(const Vec3<double>& v, double* to) {
  to[0] = v.x, to[1] = v.y, to[2] = v.z;
}
Vec3<double> finite_vector(const double* v, const char* name) {
  given(v, name);
  for (int i = 0; i < 3; ++i) check_finite(v[i], std::string(name) + "[" + std::to_string(i) + "]");
  return vector_of(v);
}

constexpr int kLanes = 4;
using Four = Pack<double, kLanes>;

/// Entries i, ..., i + 3, of N numbers each. Through an array: taken lane by lane they cost a third of the motion.
template <std::size_t N>
void put_lanes(const polhode_out& to, std::size_t i, const std::array<Four, N>& numbers) {
  if (!to.data) return;
  double all[N][kLanes];
  for (std::size_t c = 0; c < N; ++c) numbers[c].store(all[c]);
  double* at = to.data + std::ptrdiff_t(i) * to.row;
  for (int k = 0; k < kLanes; ++k, at += to.row)
    if (to.column == 1)
      for (std::size_t c = 0; c < N; ++c) at[c] = all[c][k];
    else
      for (std::size_t c = 0; c < N; ++c) at[std::ptrdiff_t(c) * to.column] = all[c][k];
}

// In principal axes, where a thin body keeps the digits of its angular velocity. The momentum that is given is the one that is
// used: made of an angular velocity that is made of it, it would be another.
PrincipalMotion<double> motion_of_momentum(const Inertia& inertia, const double* q, const Vec3<double>& m,
                                           const Vec3<double>& tail = {}) {
  return {inertia.in_principal_axes(), inertia.to_principal(checked(State<double>{quaternion_of(q), m}), tail)};
}
PrincipalMotion<double> motion_from(const polhode_body* body, const double* q, const double* v, bool momentum) {
  const Inertia& inertia = given(body, "body").inertia;
  given(q, "q"), given(v, momentum ? "m" : "w");
  if (momentum) return motion_of_momentum(inertia, q, vector_of(v));
  Vec3<double> tail;
  const Vec3<double> m = inertia.momentum(vector_of(v), tail);
  return motion_of_momentum(inertia, q, m, tail);
}

/// Throws InvalidInput if one of the times is none, or beyond the limit of the motion.
void check_times(const double* times, std::size_t count, double limit) {
  for (std::size_t i = 0; i < count; ++i) {
    if (std::fabs(times[i]) <= limit && std::isfinite(times[i])) continue;
    const std::string name = "times[" + std::to_string(i) + "]";
    check_finite(times[i], name);
    throw InvalidInput(name + " = " + to_text(times[i]) + " is too late: this motion can be known up to " +
                       to_text(limit) +
                       " only, for 2^45 turns; then neighbouring numbers for the time are 1/100 of a turn apart " +
                       "(is the unit of time right, or that of the angular velocity?)");
  }
}

void put_motion(const Inertia& inertia, const PrincipalMotion<double>& motion, const double* times, std::size_t count,
                const polhode_out& q_out, const polhode_out& w_out) {
  check_times(times, count, motion.time_limit());
  const Quaternion<double> frame = inertia.frame();
  const Vec3<double> x = inertia.in_principal_axes().x;
  const bool turned = norm2(frame.v) > 0;
  const auto in_body_axes = [&]<class S>(const PrincipalState<S>& s, Quaternion<S>& Q, Vec3<S>& velocity) {
    Q = s.Q;
    velocity = polhode::times(convert<S>(x), s.m);
    if (!turned) return;
    const Quaternion<S> F = convert<S>(frame);
    Q = Q * conj(F);
    velocity = rotate(F, velocity);
  };
  std::size_t i = 0;
  for (; i + kLanes <= count; i += kLanes) {
    Quaternion<Four> Q;
    Vec3<Four> velocity;
    in_body_axes(motion.at(Four::load(times + i)), Q, velocity);
    put_lanes<4>(q_out, i, {Q.w, Q.v.x, Q.v.y, Q.v.z});
    put_lanes<3>(w_out, i, {velocity.x, velocity.y, velocity.z});
  }
  for (; i < count; ++i) {
    Quaternion<double> Q;
    Vec3<double> velocity;
    in_body_axes(motion.at(times[i]), Q, velocity);
    put(q_out, i, Q), put(w_out, i, velocity);
  }
}

polhode_status free_motion(const polhode_body* body, const double* q, const double* v, bool momentum,
                           const double* times, int64_t n, const polhode_out& q_out,
                           const polhode_out& w_out) noexcept {
  return entry([&] {
    const PrincipalMotion<double> motion = motion_from(body, q, v, momentum);
    const std::size_t count = counted(n, "n");
    if (count > 0) given(times, "times");
    check_view(q_out, count, "q_out"), check_view(w_out, count, "w_out");
    put_motion(body->inertia, motion, times, count, q_out, w_out);
    return POLHODE_OK;
  });
}
polhode_status free_motion_limit(const polhode_body* body, const double* q, const double* v, bool momentum,
                                 double* limit) noexcept {
  return entry([&] {
    given(limit, "limit");
    *limit = motion_from(body, q, v, momentum).time_limit();
    return POLHODE_OK;
  });
}

}  // namespace

// --- bodies -------------------------------------------------------------------------------------------------------------

polhode_status polhode_body_create_moments(const double moments[3], polhode_body** body) {
  return create(moments, "moments", body, [](const double* I) { return Inertia::principal(I[0], I[1], I[2]); });
}
polhode_status polhode_body_create_effective(const double moments[3], polhode_body** body) {
  return create(moments, "moments", body, [](const double* I) { return Inertia::effective(I[0], I[1], I[2]); });
}
polhode_status polhode_body_create_tensor(const double tensor[9], polhode_body** body) {
  return create(tensor, "tensor", body, [](const double* J) {
    Mat3<double> matrix{};
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) matrix[i][j] = J[3 * i + j];
    return Inertia::tensor(matrix);
  });
}
polhode_status polhode_body_create_solid(const char* shape, double mass, const double size[3], polhode_body** body) {
  return entry([&] {
    given(shape, "shape"), given(size, "size"), given(body, "body");
    constexpr std::pair<std::string_view, Recipe::Body> kShapes[] = {{"box", Recipe::Body::box},
                                                                     {"ellipsoid", Recipe::Body::ellipsoid},
                                                                     {"cylinder", Recipe::Body::cylinder},
                                                                     {"sphere", Recipe::Body::sphere}};
    for (const auto& [name, kind] : kShapes)
      if (name == shape) {
        Recipe recipe;
        recipe.body = kind, recipe.mass = mass;
        for (std::size_t i = 0; i < 3; ++i) recipe.inertia[i] = size[i];
        *body = std::make_unique<polhode_body>(polhode_body{inertia_of(recipe)}).release();
        return POLHODE_OK;
      }
    throw KeyFault("shape", "\"" + std::string(shape) + "\" is none of box, ellipsoid, cylinder, sphere");
  });
}
polhode_status polhode_body_create_atoms(const double* masses, polhode_in positions, int64_t n, polhode_body** body,
                                         double centre[3]) {
  return entry([&] {
    given(body, "body");
    const std::size_t count = counted(n, "n");
    if (count > 0) given(masses, "masses");
    check_view(positions, count, "positions");
    std::vector<Atom> atoms(count);
    for (std::size_t i = 0; i < count; ++i) {
      const double* r = positions.data + std::ptrdiff_t(i) * positions.row;
      atoms[i] = {masses[i], {r[0], r[positions.column], r[2 * positions.column]}};
    }
    const Molecule made = molecule(atoms);
    *body = std::make_unique<polhode_body>(polhode_body{made.inertia}).release();
    if (centre) put3(made.centre, centre);
    return POLHODE_OK;
  });
}
void polhode_body_destroy(polhode_body* body) {
  delete body;
}
polhode_status polhode_body_moments(const polhode_body* body, double moments[3]) {
  return entry([&] {
    given(body, "body"), given(moments, "moments");
    put3(body->inertia.moments(), moments);
    return POLHODE_OK;
  });
}
polhode_status polhode_body_frame(const polhode_body* body, double q[4]) {
  return entry([&] {
    given(body, "body"), given(q, "q");
    put(polhode_out{q, 4, 1}, 0, body->inertia.frame());
    return POLHODE_OK;
  });
}
polhode_status polhode_body_momentum(const polhode_body* body, const double w[3], double m[3]) {
  return entry([&] {
    given(body, "body"), given(m, "m");
    put3(body->inertia.momentum(finite_vector(w, "w")), m);
    return POLHODE_OK;
  });
}
polhode_status polhode_body_angular_velocity(const polhode_body* body, const double m[3], double w[3]) {
  return entry([&] {
    given(body, "body"), given(w, "w");
    put3(body->inertia.angular_velocity(finite_vector(m, "m")), w);
    return POLHODE_OK;
  });
}

// --- exact free motion --------------------------------------------------------------------------------------------------

polhode_status polhode_free_motion_limit(const polhode_body* body, const double q[4], const double w[3],
                                         double* limit) {
  return free_motion_limit(body, q, w, false, limit);
}
polhode_status polhode_free_motion(const polhode_body* body, const double q[4], const double w[3], const double* times,
                                   int64_t n, polhode_out q_out, polhode_out w_out) {
  return free_motion(body, q, w, false, times, n, q_out, w_out);
}
polhode_status polhode_free_motion_of_momentum_limit(const polhode_body* body, const double q[4], const double m[3],
                                                     double* limit) {
  return free_motion_limit(body, q, m, true, limit);
}
polhode_status polhode_free_motion_of_momentum(const polhode_body* body, const double q[4], const double m[3],
                                               const double* times, int64_t n, polhode_out q_out, polhode_out w_out) {
  return free_motion(body, q, m, true, times, n, q_out, w_out);
}

// --- many bodies --------------------------------------------------------------------------------------------------------

namespace {

/// Bodies that go through arrays on the stack at a time, where the layout of the caller is none of BodyArrays.
constexpr std::size_t kBlock = 256;

template <std::size_t N, class View>
auto components(const View& view) {
  std::array<decltype(view.data), N> all{};
  for (std::size_t k = 0; k < N && view.data; ++k) all[k] = view.data + std::ptrdiff_t(k) * view.column;
  return all;
}
VectorArrays vectors(const polhode_in& view) {
  return {components<3>(view), view.row};
}
template <std::size_t N, class View>
void gather(const View& from, std::size_t first, std::size_t size, double (*to)[kBlock]) {
  for (std::size_t k = 0; k < N; ++k)
    for (std::size_t i = 0; i < size; ++i)
      to[k][i] = from.data[std::ptrdiff_t(first + i) * from.row + std::ptrdiff_t(k) * from.column];
}
template <std::size_t N>
void scatter(const double (*from)[kBlock], std::size_t first, std::size_t size, const polhode_out& to) {
  for (std::size_t k = 0; k < N; ++k)
    for (std::size_t i = 0; i < size; ++i)
      to.data[std::ptrdiff_t(first + i) * to.row + std::ptrdiff_t(k) * to.column] = from[k][i];
}
polhode_in part_of(const polhode_in& view, std::size_t first) {
  return {view.data + std::ptrdiff_t(first) * view.row, view.row, view.column};
}

struct Moved {
  polhode_out q, m;
};
/// work(bodies, first, size, threads) on all of them at once, or on blocks: attitudes and momenta may have strides of their own.
template <class Work>
void on_bodies(const Moved& moved, std::size_t bodies, int threads, const Work& work) {
  if (moved.q.row == moved.m.row) {
    work(BodyArrays{components<4>(moved.q), components<3>(moved.m), moved.q.row}, 0, bodies, threads);
    return;
  }
  on_threads(bodies, kBlock, threads, [&](std::size_t first, std::size_t size) {
    double q[4][kBlock], m[3][kBlock];
    gather<4>(moved.q, first, size, q), gather<3>(moved.m, first, size, m);
    work(BodyArrays{{q[0], q[1], q[2], q[3]}, {m[0], m[1], m[2]}, 1}, first, size, 1);
    scatter<4>(q, first, size, moved.q), scatter<3>(m, first, size, moved.m);
    return true;
  });
}
void check_threads(int threads) {
  if (threads < 0) throw InvalidInput("threads = " + std::to_string(threads) + " must not be negative");
}
void check_bodies(const Moved& moved, std::size_t n) {
  if (n == 0) return;
  given(moved.q.data, "q"), given(moved.m.data, "m");
  check_view(moved.q, n, "q"), check_view(moved.m, n, "m");
}

}  // namespace

polhode_status polhode_kick_and_drift(polhode_out q, polhode_out m, polhode_in moments, polhode_in torques,
                                      int64_t bodies, double kick, double drift, int threads) {
  return entry([&] {
    const std::size_t n = counted(bodies, "bodies");
    check_bodies({q, m}, n);
    check_view(moments, n, "moments"), check_view(torques, n, "torques");
    check_finite(kick, "kick"), check_finite(drift, "drift"), check_threads(threads);
    if (n == 0) return POLHODE_OK;
    on_bodies({q, m}, n, threads, [&](const BodyArrays& b, std::size_t first, std::size_t size, int on) {
      kick_and_drift(b, vectors(part_of(moments, first)), vectors(part_of(torques, first)), size, kick, drift, on);
    });
    return POLHODE_OK;
  });
}

polhode_status polhode_kick(polhode_out m, polhode_in torques, int64_t bodies, double time, int threads) {
  return entry([&] {
    const std::size_t n = counted(bodies, "bodies");
    check_view(torques, n, "torques");
    if (n > 0) given(m.data, "m");
    check_view(m, n, "m");
    check_finite(time, "time"), check_threads(threads);
    if (n == 0) return POLHODE_OK;
    // Not by kick(), which wants attitudes as well; the bits are the same.
    constexpr std::size_t kPart = 4096;
    on_threads(n, kPart, threads, [&](std::size_t first, std::size_t size) {
      for (std::size_t i = first; i < first + size; ++i)
        for (std::ptrdiff_t k = 0; k < 3; ++k)
          m.data[std::ptrdiff_t(i) * m.row + k * m.column] +=
              time * torques.data[std::ptrdiff_t(i) * torques.row + k * torques.column];
      return true;
    });
    return POLHODE_OK;
  });
}

polhode_status polhode_move_freely(polhode_out q, polhode_out m, polhode_in moments, int64_t bodies,
                                   const double* elapsed, ptrdiff_t stride, int threads, int64_t* not_moved) {
  return entry([&] {
    const std::size_t n = counted(bodies, "bodies");
    check_bodies({q, m}, n);
    check_view(moments, n, "moments"), check_threads(threads);
    if (n > 0) given(elapsed, "elapsed");
    if (stride != 0 && stride != 1)
      throw InvalidInput("stride = " + std::to_string(stride) + " of elapsed must be 1, or 0 for one time");
    if (n > 0 && stride == 0) check_finite(elapsed[0], "elapsed[0]");
    std::atomic<std::size_t> none = 0;
    if (n > 0)
      on_bodies({q, m}, n, threads, [&](const BodyArrays& b, std::size_t first, std::size_t size, int on) {
        none += move_freely(b, vectors(part_of(moments, first)), size, elapsed + std::ptrdiff_t(first) * stride,
                            stride == 0, on);
      });
    if (not_moved) *not_moved = int64_t(none);
    if (none == 0) return POLHODE_OK;
    return failed(POLHODE_INACCURATE, std::to_string(none) + " of " + std::to_string(n) +
                                          " bodies were not moved: their numbers are none, or the time is later than "
                                          "their motion can be known");
  });
}

polhode_status polhode_gyrostat_motion(const polhode_body* body, const double rotor[3], const double q[4],
                                       const double w[3], const double* times, int64_t n, polhode_out q_out,
                                       polhode_out w_out) {
  return entry([&] {
    given(body, "body"), given(rotor, "rotor"), given(q, "q"), given(w, "w");
    const Inertia& inertia = body->inertia;
    const Vec3<double> inside = vector_of(rotor);
    const GyrostatMotion<double> motion(inertia, inside, {quaternion_of(q), inertia.momentum(vector_of(w)) + inside});
    const std::size_t count = counted(n, "n");
    if (count > 0) given(times, "times");
    check_view(q_out, count, "q_out"), check_view(w_out, count, "w_out");
    check_times(times, count, motion.time_limit());
    for (std::size_t i = 0; i < count; ++i) {
      const State<double> s = motion.at(times[i]);
      put(q_out, i, s.Q), put(w_out, i, inertia.angular_velocity(s.m - inside));
    }
    return POLHODE_OK;
  });
}
polhode_status polhode_free_motions(polhode_in q, polhode_in m, polhode_in moments, int64_t bodies, const double* times,
                                    int64_t n, polhode_out q_out, polhode_out m_out, int threads, int64_t* missing) {
  return entry([&] {
    const std::size_t size = counted(bodies, "bodies"), count = counted(n, "n");
    check_view(q, size, "q"), check_view(m, size, "m"), check_view(moments, size, "moments"), check_threads(threads);
    if (size == 0 || count == 0) {
      if (missing) *missing = 0;
      return POLHODE_OK;
    }
    given(times, "times"), given(q_out.data, "q_out"), given(m_out.data, "m_out");
    if (q_out.row != 1 || m_out.row != 1) throw InvalidInput("states at many times are written with stride 1");
    check_view(q_out, size, "q_out"), check_view(m_out, size, "m_out");
    std::size_t none = 0;
    const BodyArrays to{components<4>(q_out), components<3>(m_out), 1};
    if (q.row == m.row) {
      // They are read only.
      BodyArrays from{.stride = q.row};
      for (std::size_t k = 0; k < 4; ++k) from.q[k] = const_cast<double*>(components<4>(q)[k]);
      for (std::size_t k = 0; k < 3; ++k) from.m[k] = const_cast<double*>(components<3>(m)[k]);
      if (from.stride != 0 || size == 1)
        none = free_motion(from, vectors(moments), size, times, count, to, threads);
      else
        throw InvalidInput("bodies with stride 0 would all be the same one");
    } else {
      std::vector<double> own(7 * size);
      BodyArrays from;
      for (std::size_t k = 0; k < 7; ++k) {
        double* array = own.data() + k * size;
        const polhode_in& view = k < 4 ? q : m;
        const auto column = std::ptrdiff_t(k < 4 ? k : k - 4) * view.column;
        for (std::size_t i = 0; i < size; ++i) array[i] = view.data[std::ptrdiff_t(i) * view.row + column];
        (k < 4 ? from.q[k] : from.m[k - 4]) = array;
      }
      none = free_motion(from, vectors(moments), size, times, count, to, threads);
    }
    if (missing) *missing = int64_t(none);
    if (none == 0) return POLHODE_OK;
    return failed(POLHODE_INACCURATE, std::to_string(none) + " of " + std::to_string(size * count) +
                                          " states cannot be had: the time is later than their motion can be known, or "
                                          "numbers are none");
  });
}
