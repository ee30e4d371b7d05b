// paths.hpp -- where a name leads to
#pragma once

#include <filesystem>
#include <string>

namespace polhode {

/// Standard output: the name "-", with the ending that says the format, "-.csv". (A file of that name is "./-.csv".)
bool is_stdout(const std::filesystem::path&);

/// The folder that a file lies in.
std::filesystem::path folder_of(const std::filesystem::path&);
/// The file that a name leads to, whatever links are on the way, and whether it exists or not.
std::filesystem::path target_of(std::filesystem::path);
/// From the root, without links to folders; a link to a file stays. Nothing, and standard output, stay what they are.
std::string whole_path(const std::string& path);
/// Makes a folder, and those above it, if it is not there. Throws OutputError.
void make_folder(const std::filesystem::path&);

}  // namespace polhode
