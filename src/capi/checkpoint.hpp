// checkpoint.hpp -- where a run was stopped, as bytes
#pragma once

#include <cstddef>
#include <string>

#include "engine/run.hpp"

namespace polhode::capi {

/// The position, with a fingerprint of the task and a checksum of all of it.
std::string to_bytes(const Task&, const RunPosition&);
/// Throws InvalidInput: not such bytes, damaged, of another version, or of another task.
RunPosition from_bytes(const Task&, const void* bytes, std::size_t size);

}  // namespace polhode::capi
