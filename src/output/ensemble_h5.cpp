// ensemble_h5.cpp -- one row per body as an HDF5 file; compiled once for each HDF5, that of one process and that of MPI's ranks
#include "output/ensemble_h5.hpp"

#ifndef POLHODE_HAS_HDF5

namespace polhode {
bool knows_h5() {
  return false;
}
void write_ensemble_h5(const std::filesystem::path&, const EnsembleRecord&, const Blocks&, Ranks&) {}
}  // namespace polhode

#else

#include <algorithm>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include <hdf5.h>

#include "output/ensemble_columns.hpp"
#include "output/files.hpp"
#include "output/replace_file.hpp"
#include "output/stream.hpp"

namespace polhode {
namespace {

namespace fs = std::filesystem;

/// Bodies whose numbers are put side by side and written at once.
constexpr std::size_t kSlice = std::size_t{1} << 17;

/// What the library says of the call that failed, at its lowest level: the system's word.
std::string cause() {
  std::string said = "HDF5 failed";
  const auto take = [](unsigned, const H5E_error2_t* error, void* to) -> herr_t {
    *static_cast<std::string*>(to) = error->desc;
    return 1;  // the first is enough
  };
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, take, &said);
  constexpr std::string_view kBefore = "error message = '";
  if (const std::size_t at = said.find(kBefore); at != std::string::npos) {
    said.erase(0, at + kBefore.size());
    said.resize(std::min(said.size(), said.find('\'')));
  }
  return one_line(said);
}
template <class Result>
Result good(Result result) {
  if (result < 0) throw OutputError(cause());
  return result;
}

/// A number of the library that has to be given back.
class Handle {
 public:
  Handle(hid_t id, herr_t (*give_back)(hid_t)) : id_(good(id)), close_(give_back) {}
  Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, -1)), close_(other.close_) {}
  Handle& operator=(Handle&&) = delete;
  ~Handle() {
    if (id_ >= 0) close_(id_);
  }
  operator hid_t() const { return id_; }
  /// Now, and with a look at what it says: much is only written then.
  void close() { good(close_(std::exchange(id_, -1))); }

 private:
  hid_t id_;
  herr_t (*close_)(hid_t);
};

/// One array of the file, and how a body's part of it is made.
struct Array {
  std::string name;
  std::size_t width;
  hid_t type;  // in memory; the file has the same
  std::function<void(std::size_t from, std::size_t bodies, std::size_t number, char* to)> fill;
};

Handle outcome_type() {
  Handle type(H5Tenum_create(H5T_STD_U8LE), H5Tclose);
  for (const BodyOutcome one : kBodyOutcomes) {
    const auto number = std::uint8_t(one);
    good(H5Tenum_insert(type, std::string(name_of(one)).c_str(), &number));
  }
  return type;
}

/// `from` is a place in the results of this rank, `number` that of the body.
std::vector<Array> arrays_of(const EnsembleRecord& record, hid_t outcome) {
  const EnsembleResult& r = record.result;
  std::vector<Array> all;
  all.push_back({"i", 1, H5T_STD_I64LE, [](std::size_t, std::size_t bodies, std::size_t number, char* to) {
                   auto* out = reinterpret_cast<std::int64_t*>(to);
                   for (std::size_t k = 0; k < bodies; ++k) out[k] = std::int64_t(number + k);
                 }});
  for (const auto& column : columns_of(r))
    all.push_back({column.name, column.numbers.size(), H5T_IEEE_F64LE,
                   [numbers = column.numbers](std::size_t from, std::size_t bodies, std::size_t, char* to) {
                     auto* out = reinterpret_cast<double*>(to);
                     for (std::size_t c = 0; c < numbers.size(); ++c)
                       for (std::size_t k = 0; k < bodies; ++k) out[k * numbers.size() + c] = numbers[c][from + k];
                   }});
  all.push_back({"outcome", 1, outcome, [&r](std::size_t from, std::size_t bodies, std::size_t, char* to) {
                   for (std::size_t k = 0; k < bodies; ++k) to[k] = char(r.outcome[from + k]);
                 }});
  return all;
}

/// Texts as an attribute of the file.
void put_attribute(hid_t file, const std::string& name, std::span<const std::string> texts) {
  const Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
  good(H5Tset_size(type, H5T_VARIABLE));
  good(H5Tset_cset(type, H5T_CSET_UTF8));
  const hsize_t count = texts.size();
  const Handle space(count == 1 ? H5Screate(H5S_SCALAR) : H5Screate_simple(1, &count, nullptr), H5Sclose);
  const Handle attribute(H5Acreate2(file, name.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT), H5Aclose);
  std::vector<const char*> pointers;
  for (const std::string& text : texts) pointers.push_back(text.c_str());
  good(H5Awrite(attribute, type, pointers.data()));
}

/// The owner of the file is known by our own lock (output/owner.hpp), which the library's would not get past.
Handle access() {
  Handle list(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
  good(H5Pset_file_locking(list, false, true));
  return list;
}

/// Everything but the numbers, which have their places; one process, so that the bytes depend on no other.
void make_file(const fs::path& path, const EnsembleRecord& record, const std::vector<Array>& arrays,
               std::size_t bodies) {
  Handle file(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, access()), H5Fclose);
  std::vector<std::pair<std::string, std::vector<std::string>>> texts;
  for (const auto& [key, value] : ensemble_comments(record)) {
    if (texts.empty() || texts.back().first != key) texts.emplace_back(key, std::vector<std::string>{});
    texts.back().second.push_back(one_line(value));
  }
  for (const auto& [key, values] : texts) put_attribute(file, key, values);
  const Handle creation(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
  good(H5Pset_obj_track_times(creation, false));  // the same bytes tomorrow
  good(H5Pset_layout(creation, H5D_CONTIGUOUS));
  good(H5Pset_alloc_time(creation, H5D_ALLOC_TIME_EARLY));
  good(H5Pset_fill_time(creation, H5D_FILL_TIME_NEVER));
  for (const Array& array : arrays) {
    const hsize_t size[2] = {bodies, array.width};
    const Handle space(H5Screate_simple(array.width == 1 ? 1 : 2, size, nullptr), H5Sclose);
    Handle set(H5Dcreate2(file, array.name.c_str(), array.type, space, H5P_DEFAULT, creation, H5P_DEFAULT), H5Dclose);
    set.close();
  }
  file.close();
}

/// The numbers of this rank's blocks. All ranks make the same calls; one that has no more bodies writes none.
void put_numbers(const fs::path& path, const std::vector<Array>& arrays, const Blocks& blocks) {
  const Handle how = access(), transfer(H5Pcreate(H5P_DATASET_XFER), H5Pclose);
#ifdef H5_HAVE_PARALLEL
  good(H5Pset_fapl_mpio(how, MPI_COMM_WORLD, MPI_INFO_NULL));
  good(H5Pset_dxpl_mpio(transfer, H5FD_MPIO_COLLECTIVE));
#endif
  Handle file(H5Fopen(path.c_str(), H5F_ACC_RDWR, how), H5Fclose);
  std::vector<char> numbers;
  for (const Array& array : arrays) {
    Handle set(H5Dopen2(file, array.name.c_str(), H5P_DEFAULT), H5Dclose);
    const Handle space(H5Dget_space(set), H5Sclose);
    const int rank = array.width == 1 ? 1 : 2;
    for (std::size_t round = 0; round < blocks.count(); round += std::size_t(blocks.ranks)) {
      const std::size_t b = round + std::size_t(blocks.rank), bodies = b < blocks.count() ? blocks.size(b) : 0;
      for (std::size_t from = 0; from < blocks.size(round); from += kSlice) {
        const std::size_t n = from < bodies ? std::min(kSlice, bodies - from) : 0;
        const hsize_t here[2] = {n > 0 ? blocks.first(b) + from : 0, 0}, size[2] = {n, array.width};
        const Handle memory(H5Screate_simple(rank, size, nullptr), H5Sclose);
        numbers.resize(std::max<std::size_t>(n, 1) * array.width * H5Tget_size(array.type));
        if (n > 0) {
          array.fill(blocks.place(b) + from, n, blocks.first(b) + from, numbers.data());
          good(H5Sselect_hyperslab(space, H5S_SELECT_SET, here, nullptr, size, nullptr));
        } else {
          good(H5Sselect_none(space));
          good(H5Sselect_none(memory));
        }
        good(H5Dwrite(set, array.type, memory, space, transfer, numbers.data()));
      }
    }
    set.close();
  }
  file.close();
}

}  // namespace

bool knows_h5() {
  return true;
}

void write_ensemble_h5(const fs::path& path, const EnsembleRecord& record, const Blocks& blocks, Ranks& ranks) {
  H5dont_atexit();  // after a fault it would try again to write at the end of the process, and crash
  good(H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr));  // faults are ours to tell
  const Handle outcome = outcome_type();
  const std::vector<Array> arrays = arrays_of(record, outcome);
  const auto write = [&](const fs::path& made) {
    std::string name = made.string();
    ranks.broadcast(name);
    put_numbers(name, arrays, blocks);
    std::uint64_t done = 1;
    ranks.add_up({&done, 1});  // all of them are
  };
  try {
    if (!ranks.leads()) return write({});
    replace_file_by_name(path, [&](const fs::path& beside) {
      make_file(beside, record, arrays, blocks.bodies);
      write(beside);
    });
  } catch (const OutputError& error) {
    const std::string text = error.what();
    throw OutputError(text.find(path.string()) == 0 ? text : path.string() + ": cannot be written: " + text);
  }
}

}  // namespace polhode

#endif
