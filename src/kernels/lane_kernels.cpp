// lane_kernels.cpp -- the table of the kernels of one instruction set: POLHODE_LANES_NAME says which
#include "kernels/lane_kernels.hpp"

#define POLHODE_TEXT_(x) #x
#define POLHODE_TEXT(x) POLHODE_TEXT_(x)

namespace kernels = polhode::in_lanes;

extern "C" {
extern const polhode::LaneKernels POLHODE_JOIN(polhode_lanes_, POLHODE_LANES_NAME);
const polhode::LaneKernels POLHODE_JOIN(polhode_lanes_, POLHODE_LANES_NAME){
    .name = POLHODE_TEXT(POLHODE_LANES_NAME),
    .lanes = int(kernels::kWide<double>),
    .in_double = {&kernels::step_free<double>, &kernels::move_arrays<double>},
    .in_float = {&kernels::step_free<float>, &kernels::move_arrays<float>},
    .torqued_steps = &kernels::step_torqued,
    .energy = &kernels::energies,
    .exact = &kernels::move_exactly,
    .exact_in_place = &kernels::move_in_place,
    .exact_times = &kernels::move_to_times,
    .compact = &kernels::make_compact,
    .compact_times = &kernels::compact_to_times};
}
