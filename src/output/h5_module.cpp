// h5_module.cpp -- HDF5 by a module that is loaded when it is asked for
#include <filesystem>

#include <dlfcn.h>

#include "output/h5_file.hpp"

namespace polhode {

const H5Calls* h5_calls(std::string& why) {
  namespace fs = std::filesystem;
  std::error_code none;
  const fs::path beside = fs::read_symlink("/proc/self/exe", none).parent_path();
  why = "this polhode was built without HDF5 (libhdf5-dev)";
  for (const fs::path& folder : {beside, beside / POLHODE_MODULES}) {  // built, installed
    const fs::path file = folder / "polhode-h5.so";
    if (!fs::exists(file, none)) continue;
    if (void* module = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL))
      if (const void* calls = dlsym(module, "polhode_h5_calls")) return static_cast<const H5Calls*>(calls);
    const char* cause = dlerror();
    why = cause ? cause : file.string() + " cannot be loaded";
  }
  return nullptr;
}

}  // namespace polhode
