// free_integrator.hpp -- integrators of the free body, compiled in slices of the list of methods
#pragma once

#include <string_view>
#include <type_traits>

#include "engine/integrator.hpp"

namespace polhode {

/// A flow of the free body behind a pointer, for splittings: one indirect call per drift.
struct FlowPointer {
  std::shared_ptr<const void> constants;
  StepStatus<double> (*step)(const void* constants, double h, State<double>&) noexcept = nullptr;
};

/// Slice i of `kSlices` of the methods of the free body; null if the method is not in it (or, as flow, carries a memory).
inline constexpr int kSlices = 6;
template <int slice>
std::unique_ptr<Integrator> free_integrator(const IntegratorParts&);
template <int slice>
FlowPointer flow_pointer(std::string_view name, const Principal<double>& body);

}  // namespace polhode
