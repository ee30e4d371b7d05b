// reproduce.cpp -- `polhode reproduce`: handed over to polhode-reproduce, which has all the papers in it
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <string>
#include <vector>

#include <unistd.h>

#include "commands.hpp"
#include "output/refusal.hpp"

namespace polhode::program {

int reproduce(const std::vector<std::string>& arguments) {
  std::error_code error;
  const std::filesystem::path here = std::filesystem::read_symlink("/proc/self/exe", error);
  const std::string program = error ? "polhode-reproduce" : (here.parent_path() / "polhode-reproduce").string();
  std::vector<char*> all{const_cast<char*>(program.c_str())};
  for (const std::string& argument : arguments) all.push_back(const_cast<char*>(argument.c_str()));
  all.push_back(nullptr);
  execvp(program.c_str(), all.data());
  throw Refusal("reproduce: " + program + " cannot be started: " + std::strerror(errno) +
                " (it is built by `make build` or `make reproduce`, and installed beside polhode)");
}

}  // namespace polhode::program
