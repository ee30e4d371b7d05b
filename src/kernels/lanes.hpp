// lanes.hpp -- many bodies at once, one in each lane of a register: the same source compiled for several instruction sets
//
// What crosses from one instruction set to another is plain data: arrays, and a table of functions for each set. Blocks of
// bodies are structures of arrays in principal axes, whose length is a multiple of kLaneBlock; unused places hold any sound
// body. Every set gives the same bits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "problem/problem.hpp"

namespace polhode {

/// The widest pack of any set.
inline constexpr std::size_t kLaneBlock = 16;
/// Constants of the exact motion of one body.
inline constexpr std::size_t kCompact = 12;

/// Bodies side by side. F is double or float.
template <class F>
struct LaneBodiesOf {
  std::size_t size = 0;  ///< a multiple of kLaneBlock
  const F* I[3]{};       ///< principal moments
  const F* tail[3]{};    ///< Principal::tail; null: there is none
  F* Q[4]{};             ///< principal axes -> space
  F* m[3]{};             ///< momentum along principal axes
  std::uint8_t* good{};  ///< 1; a body whose step fails gets 0, and stays as it was before that step
};
using LaneBodies = LaneBodiesOf<double>;

/// How many numbers a key of a torque holds.
constexpr int numbers_of(TorqueKey::Kind kind) noexcept {
  return kind == TorqueKey::Kind::number ? 1 : kind == TorqueKey::Kind::vector ? 3 : 0;
}
/// What acts on them. Where an array is null all bodies have the number of `common`.
struct LaneTorques {
  std::span<const TorqueChoice> common;
  /// The numbers that differ: one array for each number, and three for each vector, of all keys given in `common`, in order.
  std::span<const double* const> numbers;
  const double* frame[4]{};   ///< principal axes -> body axes; null: they are the same
  const double* tensor[9]{};  ///< inertia in body axes, row by row
};

/// A stretch of time without switches, in n equal steps.
struct LaneSpan {
  double from = 0, until = 0;
  long n = 0;
};

/// Bodies anywhere in memory: number n of body i is at array[n][i * stride].
template <class F>
struct StridedBodiesOf {
  std::size_t size = 0;  ///< any
  F* q[4]{};
  F* m[3]{};
  std::ptrdiff_t stride = 1;
  const F* I[3]{};
  std::ptrdiff_t I_stride = 1;
  const F* torque[3]{};
  std::ptrdiff_t torque_stride = 1;
};
using StridedBodies = StridedBodiesOf<double>;

/// What there is in both number types.
template <class F>
struct StepKernels {
  /// False if the method is not there in lanes.
  bool (*free_steps)(std::string_view method, const LaneBodiesOf<F>&, F h, long n);
  /// m += kick * torque; then free motion by sr2 for the time `drift`, if that is not 0.
  void (*kick_and_drift)(const StridedBodiesOf<F>&, F kick, F drift);
};

/// One instruction set.
struct LaneKernels {
  const char* name;  ///< "plain", "v3", "v4"
  int lanes;         ///< of doubles
  StepKernels<double> in_double;
  StepKernels<float> in_float;
  /// False if the method is not there in lanes.
  bool (*torqued_steps)(std::string_view method, std::string_view flow, const LaneBodies&, const LaneTorques&,
                        const LaneSpan&);
  /// Kinetic, and potential of the torques that have one.
  void (*energy)(const LaneBodies&, const LaneTorques&, double t, double* energy);
  /// The exact motion of free bodies: states so much later, each body its own time. Not good: later than it can be known
  /// (FreeMotion::time_limit).
  void (*exact)(const LaneBodies&, const double* elapsed);
  /// The same anywhere in memory, body i by elapsed[i * elapsed_stride]; `near`: Reach::near. Those later than can be known stay;
  /// returns how many.
  std::size_t (*exact_in_place)(const StridedBodies&, const double* elapsed, std::ptrdiff_t elapsed_stride, bool near);
  /// One set-up for each body, and its states at many times: time k of body i goes to states.q[n][i + k * all]. Returns how many
  /// there cannot be; they are NaN.
  std::size_t (*exact_times)(const StridedBodies& start, const double* times, std::size_t count, std::size_t all,
                             double* const* states);
  /// The constants of the motions, kCompact numbers a body (CompactMotion), in blocks of kLaneBlock bodies. A body for which they do
  /// not suffice gets 0 in `regular`, and constants without meaning.
  void (*compact)(const StridedBodies& start, double* blocks, std::uint8_t* regular);
  /// The states of such blocks, as exact_times().
  std::size_t (*compact_times)(const double* blocks, std::size_t bodies, const double* times, std::size_t count,
                               std::size_t all, double* const* states);
};

/// Those that this machine can run, the best one last.
std::span<const LaneKernels* const> lane_kernels();
/// The best, or the one that the environment names in POLHODE_LANES (plain, v3, v4). Throws InvalidInput if it cannot run here.
const LaneKernels& best_lane_kernels();

}  // namespace polhode
