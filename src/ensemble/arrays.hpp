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
#include <string_view>
#include <vector>

namespace polhode {

template <class F>
struct BodyArraysOf {
  std::array<F*, 4> q{};  ///< w x y z, body to space, of unit length
  std::array<F*, 3> m{};  ///< angular momentum along body axes
  std::ptrdiff_t stride = 1;
};
/// Three numbers of each body that are only read: moments of inertia, torques along body axes.
template <class F>
struct VectorArraysOf {
  std::array<const F*, 3> v{};
  std::ptrdiff_t stride = 1;
};
using BodyArrays = BodyArraysOf<double>;
using VectorArrays = VectorArraysOf<double>;
using FloatBodyArrays = BodyArraysOf<float>;
using FloatVectorArrays = VectorArraysOf<float>;

/// Momenta m += time * torque, then each body moves freely for a time by `sr2`: the first half of a step of the splitting of Strang,
/// or all of it but the last kick. Second order, symplectic with torques of a potential. threads = 0: one for each processor.
void kick_and_drift(const BodyArrays& bodies, const VectorArrays& moments, const VectorArrays& torques, std::size_t n,
                    double kick, double drift, int threads = 1);
/// In single precision, for engines: about twice as many bodies a second.
void kick_and_drift(const FloatBodyArrays& bodies, const FloatVectorArrays& moments, const FloatVectorArrays& torques,
                    std::size_t n, float kick, float drift, int threads = 1);
/// The kick alone.
void kick(const BodyArrays& bodies, const VectorArrays& torques, std::size_t n, double time, int threads = 1);
void kick(const FloatBodyArrays& bodies, const FloatVectorArrays& torques, std::size_t n, float time, int threads = 1);

/// Steps of length h of a method for free bodies that is there in lanes: sr2, sr4, lie3, lie4, dmv8. Returns how many bodies could
/// not be moved to the end (dmv8 with too long a step); they are as before the step that failed.
std::size_t step_freely(std::string_view method, const BodyArrays& bodies, const VectorArrays& moments, std::size_t n,
                        double h, long steps, int threads = 1);
std::size_t step_freely(std::string_view method, const FloatBodyArrays& bodies, const FloatVectorArrays& moments,
                        std::size_t n, float h, long steps, int threads = 1);

/// Free bodies, exactly, each for a time of its own: elapsed[i], or elapsed[0] for all if `one_time`. Returns how many of them could not
/// be moved, because the time is later than their motion can be known (FreeMotion::time_limit); they are as they were.
/// With `near` the frequencies have the digits of double, and the error grows like eps w t (Reach::near): 0.6 of the time, for
/// a few turns; otherwise the state has the bits of FreeMotion.
std::size_t move_freely(const BodyArrays& bodies, const VectorArrays& moments, std::size_t n, const double* elapsed,
                        bool one_time, int threads = 1, bool near = false);
/// The same bodies at many times, from the states in `start`, which stay: body i at times[k] goes to entry i + k * bodies of
/// `states` (stride 1), whose arrays have bodies * count numbers each. One set-up for all times. Returns how many states
/// could not be had; they are NaN.
std::size_t free_motion(const BodyArrays& start, const VectorArrays& moments, std::size_t n, const double* times,
                        std::size_t count, const BodyArrays& states, int threads = 1);

/// The same bodies asked again and again: their constants are made once, and kept in 96 bytes a body. Bodies near the separatrix and
/// those with a thin axis (CompactMotion; of random bodies one or two in a hundred) need more: they are kept apart, and set up anew
/// each time. The states have the bits of FreeMotion.
class FreeBodies {
 public:
  FreeBodies(const BodyArrays& start, const VectorArrays& moments, std::size_t n, int threads = 1);
  std::size_t size() const { return size_; }
  std::size_t kept_apart() const { return apart_.size(); }
  std::size_t bytes() const;
  /// As free_motion(). The time 0 is that of the start.
  std::size_t at(const double* times, std::size_t count, const BodyArrays& states, int threads = 1) const;

 private:
  std::size_t size_;
  std::vector<double> constants_;                // in blocks of kLaneBlock bodies
  std::vector<std::size_t> apart_;               // their numbers, ascending,
  std::vector<std::array<double, 10>> started_;  // and where they started: q, m, moments
};

}  // namespace polhode
