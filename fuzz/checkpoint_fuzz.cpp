// checkpoint_fuzz.cpp -- no bytes crash the reader of checkpoints; what it accepts can be gone on from
//
// The first byte of the input says whether the rest is a whole file, or only its content, to which a right head and
// checksum are put: otherwise nothing would ever get past the checksum. Run by fuzz/run.
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include <zlib.h>

#include "output/checkpoint.hpp"
#include "output/files.hpp"
#include "output/stream.hpp"

namespace polhode {

// Nothing is written here, so the rest of src/output need not be built.
void replace_file(const std::filesystem::path&, const std::function<void(std::FILE*)>&) {}
void put(std::FILE*, std::string_view) {}

}  // namespace polhode

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  std::vector<unsigned char> file;
  if (data[0] & 1) {
    file.assign(data + 1, data + size);
  } else {
    const auto integer = [&](std::uint64_t value, int bytes) {
      for (int i = 0; i < bytes; ++i) file.push_back(static_cast<unsigned char>(value >> (8 * i)));
    };
    file.assign({'p', 'o', 'l', 'h', 'o', 'd', 'e', 0x1a});
    integer(polhode::kCheckpointFormat, 4);
    integer(size - 1, 8);
    file.insert(file.end(), data + 1, data + size);
    integer(crc32_z(0, data + 1, size - 1), 4);
  }
  try {
    const polhode::Checkpoint checkpoint = polhode::parse_checkpoint(file, "fuzz", "fuzz");
    if (!(checkpoint.position.steps >= 0 && checkpoint.settings.checkpoint_every > 0)) std::abort();
    const polhode::PrincipalState<double> state = checkpoint.position.state;
    if (!std::isfinite(state.Q.w) || !std::isfinite(state.m.z)) std::abort();
  } catch (const polhode::CheckpointError&) {
  }
  return 0;
}
