// replace_file.hpp -- a whole file or none, for libraries that open files by their names
#pragma once

#include <filesystem>
#include <functional>

namespace polhode {

/// As replace_file (files.hpp), but `write` opens the file that lies beside `path` by itself, and closes it.
void replace_file_by_name(const std::filesystem::path& path,
                          const std::function<void(const std::filesystem::path& beside)>& write);

}  // namespace polhode
