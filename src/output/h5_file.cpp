// h5_file.cpp -- arrays into an HDF5 file: the calls into that library; compiled for one process and for MPI's ranks
#include "output/h5_file.hpp"

#include <algorithm>
#include <span>
#include <stdexcept>
#include <utility>

#include <hdf5.h>

namespace polhode {
namespace {

/// Rows whose numbers are put side by side and written at once.
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
  return said;
}
template <class Result>
Result good(Result result) {
  if (result < 0) throw std::runtime_error(cause());
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

Handle type_of(const H5Array& array) {
  if (array.type != H5Array::Type::word)
    return {H5Tcopy(array.type == H5Array::Type::integer ? H5T_STD_I64LE : H5T_IEEE_F64LE), H5Tclose};
  Handle type(H5Tenum_create(H5T_STD_U8LE), H5Tclose);
  for (std::size_t i = 0; i < array.words.size(); ++i) {
    const auto number = std::uint8_t(i);
    good(H5Tenum_insert(type, array.words[i].c_str(), &number));
  }
  return type;
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

void begin() {
  H5dont_atexit();  // after a fault it would try again to write at the end of the process, and crash
  good(H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr));  // faults are ours to tell
}

/// Everything but the numbers, which have their places; one process, so that the bytes depend on no other.
void make(const std::string& path, const std::vector<H5Attribute>& attributes, const std::vector<H5Array>& arrays,
          std::size_t rows) {
  begin();
  Handle file(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, access()), H5Fclose);
  for (const auto& [key, values] : attributes) put_attribute(file, key, values);
  const Handle creation(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
  good(H5Pset_obj_track_times(creation, false));  // the same bytes tomorrow
  good(H5Pset_layout(creation, H5D_CONTIGUOUS));
  good(H5Pset_alloc_time(creation, H5D_ALLOC_TIME_EARLY));
  good(H5Pset_fill_time(creation, H5D_FILL_TIME_NEVER));
  for (const H5Array& array : arrays) {
    const hsize_t size[2] = {rows, array.width};
    const Handle space(H5Screate_simple(array.width == 1 ? 1 : 2, size, nullptr), H5Sclose);
    Handle set(H5Dcreate2(file, array.name.c_str(), type_of(array), space, H5P_DEFAULT, creation, H5P_DEFAULT),
               H5Dclose);
    set.close();
  }
  file.close();
}

/// The numbers of this rank's blocks. All ranks make the same calls; one that has no more bodies writes none.
void put(const std::string& path, const std::vector<H5Array>& arrays, const Blocks& blocks) {
  begin();
  const Handle how = access(), transfer(H5Pcreate(H5P_DATASET_XFER), H5Pclose);
#ifdef H5_HAVE_PARALLEL
  good(H5Pset_fapl_mpio(how, MPI_COMM_WORLD, MPI_INFO_NULL));
  good(H5Pset_dxpl_mpio(transfer, H5FD_MPIO_COLLECTIVE));
#endif
  Handle file(H5Fopen(path.c_str(), H5F_ACC_RDWR, how), H5Fclose);
  std::vector<char> numbers;
  for (const H5Array& array : arrays) {
    Handle set(H5Dopen2(file, array.name.c_str(), H5P_DEFAULT), H5Dclose);
    const Handle space(H5Dget_space(set), H5Sclose), type = type_of(array);
    const int rank = array.width == 1 ? 1 : 2;
    for (std::size_t round = 0; round < blocks.count(); round += std::size_t(blocks.ranks)) {
      const std::size_t b = round + std::size_t(blocks.rank), bodies = b < blocks.count() ? blocks.size(b) : 0;
      for (std::size_t from = 0; from < blocks.size(round); from += kSlice) {
        const std::size_t n = from < bodies ? std::min(kSlice, bodies - from) : 0;
        const hsize_t here[2] = {n > 0 ? blocks.first(b) + from : 0, 0}, size[2] = {n, array.width};
        const Handle memory(H5Screate_simple(rank, size, nullptr), H5Sclose);
        numbers.resize(std::max<std::size_t>(n, 1) * array.width * H5Tget_size(type));
        if (n > 0) {
          array.fill(blocks.place(b) + from, n, blocks.first(b) + from, numbers.data());
          good(H5Sselect_hyperslab(space, H5S_SELECT_SET, here, nullptr, size, nullptr));
        } else {
          good(H5Sselect_none(space));
          good(H5Sselect_none(memory));
        }
        good(H5Dwrite(set, type, memory, space, transfer, numbers.data()));
      }
    }
    set.close();
  }
  file.close();
}

}  // namespace
}  // namespace polhode

extern "C" const polhode::H5Calls polhode_h5_calls{polhode::make, polhode::put};
