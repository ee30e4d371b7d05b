// arrays.hpp -- bodies that live in the arrays of another program: moved in place, many at once
//
// For programs that compute the torques themselves (molecular dynamics, grains, engines): one call for each time step, on arrays
// as they are. Body axes are principal axes here. Component n of body i is at array[n][i * stride]: stride 1 for a structure of
// arrays, the length of a record (in numbers) for an array of structures, 0 for a number that all bodies share.
//
//   BodyArrays bodies{{qw, qx, qy, qz}, {Lx, Ly, Lz}};        // attitudes (body to space), momenta along body axes
//   kick_and_drift(bodies, {{Ix, Iy, Iz}}, {{tx, ty, tz}}, n, 0.5 * h, h);
//   ... torques at the new attitudes ...
//   kick(bodies, {{tx, ty, tz}}, n, 0.5 * h);                 // in the next step together with its first kick: h
//
// The same bits on every instruction set, for every stride and number of threads.
#pragma once

#include <array>
#include <cstddef>

namespace polhode {

struct BodyArrays {
  std::array<double*, 4> q{};  ///< w x y z, body to space, of unit length
  std::array<double*, 3> m{};  ///< angular momentum along body axes
  std::ptrdiff_t stride = 1;
};
/// Three numbers of each body that are only read: moments of inertia, torques along body axes.
struct VectorArrays {
  std::array<const double*, 3> v{};
  std::ptrdiff_t stride = 1;
};

/// Momenta m += time * torque, then each body moves freely for a time by `sr2`: the first half of a step of the splitting of Strang,
/// or all of it but the last kick. Second order, symplectic with torques of a potential. threads = 0: one for each processor.
void kick_and_drift(const BodyArrays& bodies, const VectorArrays& moments, const VectorArrays& torques, std::size_t n,
                    double kick, double drift, int threads = 1);
/// The kick alone.
void kick(const BodyArrays& bodies, const VectorArrays& torques, std::size_t n, double time, int threads = 1);

/// Free bodies, exactly, each for a time of its own: elapsed[i], or elapsed[0] for all if `one_time`. Returns how many of them could not
/// be moved, because the time is later than their motion can be known (FreeMotion::time_limit); they are as they were.
std::size_t move_freely(const BodyArrays& bodies, const VectorArrays& moments, std::size_t n, const double* elapsed,
                        bool one_time, int threads = 1);
/// The same bodies at many times, from the states in `start`, which stay: body i at times[k] goes to entry i + k * bodies of
/// `states` (stride 1), whose arrays have bodies * count numbers each. One set-up for all times. Returns how many states
/// could not be had; they are NaN.
std::size_t free_motion(const BodyArrays& start, const VectorArrays& moments, std::size_t n, const double* times,
                        std::size_t count, const BodyArrays& states, int threads = 1);

}  // namespace polhode
