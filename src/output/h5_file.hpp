// h5_file.hpp -- arrays into an HDF5 file, by calls that the program looks up when it is asked for such a file
//
// HDF5 brings forty libraries, which the system would load at every start. The ranks of MPI, which have libraries of their own,
// are linked with it.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "ensemble/ranks.hpp"

namespace polhode {

/// One array of the file, with a row for each body, and how a part of it is made.
struct H5Array {
  enum class Type { integer, number, word };
  std::string name;
  std::size_t width = 1;  ///< numbers of a row
  Type type = Type::number;
  /// Puts `count` rows into memory: `from` is their place in the results of this rank, `number` that in the file.
  std::function<void(std::size_t from, std::size_t count, std::size_t number, char* to)> fill;
  std::vector<std::string> words{};  ///< of a word, which is stored as its number, one byte
};
struct H5Attribute {
  std::string name;
  std::vector<std::string> values;
};

/// Both throw std::runtime_error with the library's word.
struct H5Calls {
  /// Everything but the numbers, which have their places; one process, so that the bytes depend on no other.
  void (*make)(const std::string& path, const std::vector<H5Attribute>&, const std::vector<H5Array>&, std::size_t rows);
  /// The numbers of this rank's blocks. All ranks make the same calls; one that has no more rows writes none.
  void (*put)(const std::string& path, const std::vector<H5Array>&, const Blocks&);
};

/// Looked up once: in the module polhode-h5.so (h5_module.cpp), or linked. Null: it cannot be had, and `why` says the cause.
const H5Calls* h5_calls(std::string& why);

}  // namespace polhode

/// In the module, and where it is linked.
extern "C" const polhode::H5Calls polhode_h5_calls;
