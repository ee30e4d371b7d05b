// checkpoint_seeds.cpp -- checkpoints to begin fuzzing with, of the present format: FOLDER/NUMBER_file and _content
#include <array>
#include <cstdio>
#include <fstream>
#include <string>

#include "output/checkpoint.hpp"
#include "output/files.hpp"
#include "output/stream.hpp"

namespace polhode {

// What is written stays in memory; the rest of src/output need not be built.
std::string written;
void replace_file(const std::filesystem::path&, const std::function<void(std::FILE*)>& write) {
  written.clear();
  write(nullptr);
}
void put(std::FILE*, std::string_view text) {
  written += text;
}

}  // namespace polhode

int main(int, char** arguments) {
  using namespace polhode;
  Checkpoint small;
  small.settings.scenario_file = "free.toml";
  small.settings.scenario_text = "[body]\nmoments = [1, 2, 3]\n";
  small.settings.checkpoint_every = 10;
  Checkpoint whole = small;
  whole.settings.overrides = {.method = "hulbert", .flow = "exact", .step = 0.1, .end = 2.0, .steps = 7};
  whole.settings.output = "/folder/out.csv";
  whole.settings.svg_folder = "/folder/pictures";
  whole.settings.rows_file = "/folder/.saved.1.rows";
  whole.settings.require = "energy=1e-10";
  whole.position.memory = {{"before.x", 1.5}, {"before.y", -0.0}};
  whole.position.steps = whole.position.step = 5;
  whole.position.rows = 3;
  whole.rows_checksum = 12345;
  int number = 0;
  for (const Checkpoint& checkpoint : {small, whole}) {
    write_checkpoint("/folder/saved", checkpoint, "fuzz");
    const auto* const bytes = reinterpret_cast<const unsigned char*>(written.data());
    parse_checkpoint({bytes, written.size()}, "seed", "fuzz");  // a seed that is refused would be of no use: throws
    const std::string name = std::string(arguments[1]) + "/" + std::to_string(++number);
    std::ofstream(name + "_file", std::ios::binary) << '\1' << written;
    std::ofstream(name + "_content", std::ios::binary) << '\0' << written.substr(20, written.size() - 24);
  }
}
