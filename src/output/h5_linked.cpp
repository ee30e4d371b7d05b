// h5_linked.cpp -- HDF5 as it was linked, with MPI
#include "output/h5_file.hpp"

namespace polhode {

const H5Calls* h5_calls(std::string& why) {
#ifdef POLHODE_HAS_HDF5
  why.clear();
  return &polhode_h5_calls;
#else
  why = "this polhode was built without HDF5 for MPI (libhdf5-openmpi-dev)";
  return nullptr;
#endif
}

}  // namespace polhode
