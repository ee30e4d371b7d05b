// replace_file.hpp -- a whole file or none: written beside its name, and renamed when it is whole
#pragma once

#include <cstdio>
#include <filesystem>
#include <functional>

namespace polhode {

/// Calls `write` with a stream to a file beside `path`, syncs it and renames it to `path`. If anything fails, throws
/// OutputError and leaves what was at `path` as it was, and nothing beside it. Standard output is written to as it is.
void replace_file(const std::filesystem::path& path, const std::function<void(std::FILE*)>& write);
/// The same for libraries that open files by their names: `write` opens the file that lies beside `path` by itself, and closes it.
void replace_file_by_name(const std::filesystem::path& path,
                          const std::function<void(const std::filesystem::path& beside)>& write);

}  // namespace polhode
