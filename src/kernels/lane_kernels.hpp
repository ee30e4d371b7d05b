// lane_kernels.hpp -- the kernels of one instruction set (lanes.hpp says what each does); compiled once for each set
#pragma once

#include "kernels/lane_bodies.hpp"

namespace polhode::inline POLHODE_ISA::in_lanes {

// lane_free.cpp
template <class F>
bool step_free(std::string_view method, const LaneBodiesOf<F>&, F h, long n);

// lane_torqued.cpp
bool step_torqued(std::string_view method, std::string_view flow, const LaneBodies&, const LaneTorques&,
                  const LaneSpan&);
void energies(const LaneBodies&, const LaneTorques&, double t, double* to);

// lane_exact.cpp
void move_exactly(const LaneBodies&, const double* elapsed);
std::size_t move_in_place(const StridedBodies&, const double* elapsed, std::ptrdiff_t elapsed_stride, bool near);
std::size_t move_to_times(const StridedBodies& start, const double* times, std::size_t count, std::size_t all,
                          double* const* states);
void make_compact(const StridedBodies& start, double* blocks, std::uint8_t* regular);
std::size_t compact_to_times(const double* blocks, std::size_t bodies, const double* times, std::size_t count,
                             std::size_t all, double* const* states);

// lane_arrays.cpp
template <class F>
void move_arrays(const StridedBodiesOf<F>&, F kick, F drift);

}  // namespace polhode::inline POLHODE_ISA::in_lanes
