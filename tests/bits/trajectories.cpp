// trajectories -- hashes of runs, for comparison between compilers, instruction sets and lane widths
//
// Prints one line per method and width, as bits.cpp does: name, lanes (0 is a plain double), hash of the raw bytes of the
// states along 64 runs. One method of each kind (the contract test compares the lanes of all of them), and the exact motion
// of one body with many times in the lanes.
#include <cinttypes>
#include <cstdint>
#include <cstdio>

#include "polhode/body/invariants.hpp"
#include "polhode/drive/drive.hpp"
#include "polhode/drive/energy_correction.hpp"
#include "polhode/exact/free_motion.hpp"
#include "polhode/methods/all.hpp"
#include "polhode/methods/gauss.hpp"
#include "polhode/methods/rk.hpp"
#include "polhode/methods/taylor.hpp"
#include "polhode/numbers/pack.hpp"
#include "polhode/torques/heavy_top.hpp"
#include "starts.hpp"

namespace polhode {
namespace {

template <class M, class T, class Torque = NoTorque>
std::uint64_t hash_of(bool keep_energy, const Torque& torque = {}) {
  constexpr int n = lanes<T>;
  Hash hash;
  for (int first = 0; first < kBodies; first += n) {
    Vec3<T> I;
    PrincipalState<T> s;
    T h;
    for (int k = 0; k < n; ++k) {
      const Start one = start_of(first + k);
      for (int i = 0; i < 3; ++i) set_lane(I[i], k, one.I[i]);
      set_lane(s, k, one.s);
      set_lane(h, k, one.h);
    }
    const Principal<T> body(I);
    Drive<M, Torque, T> drive(body, torque);
    const T wanted = energy(body, s.m);
    for (int i = 0; i < kSteps; ++i) {
      drive.step(T(i) * h, h, s);
      if (keep_energy) correct_energy(body, wanted, s);
    }
    for (int k = 0; k < n; ++k) hash.add(lane(s, k));
  }
  return hash.value();
}

template <class M>
void print(bool keep_energy = false) {
  const auto line = [=](int width, std::uint64_t hash) {
    std::printf("%.*s%s %d %016" PRIx64 "\n", int(M::info.name.size()), M::info.name.data(),
                keep_energy ? "+energy" : "", width, hash);
  };
  line(0, hash_of<M, double>(keep_energy));
  line(4, hash_of<M, Pack<double, 4>>(keep_energy));
}

// Under a torque: an arm along the third axis, and any other.
template <class M>
void print_tops() {
  const auto line = [](const char* arm, int width, std::uint64_t hash) {
    std::printf("%.*s+%s-top %d %016" PRIx64 "\n", int(M::info.name.size()), M::info.name.data(), arm, width, hash);
  };
  for (const bool axial : {true, false}) {
    const HeavyTop<> top(0.8, axial ? Vec3<double>{0, 0, 1} : Vec3<double>{0.1, -0.2, 0.9});
    line(axial ? "axial" : "any", 0, hash_of<M, double>(false, top));
    line(axial ? "axial" : "any", 4, hash_of<M, Pack<double, 4>>(false, top));
  }
}

// The exact motion of each body at many times: the times in lanes, the body the same.
template <class T>
std::uint64_t hash_of_times() {
  constexpr int n = lanes<T>, times = 64;
  Hash hash;
  for (int body = 0; body < kBodies; ++body) {
    const Start one = start_of(body);
    const PrincipalMotion<double> motion(Principal<double>(one.I), one.s);
    for (int first = 0; first < times; first += n) {
      T t;
      for (int k = 0; k < n; ++k) set_lane(t, k, (first + k) * one.h);
      const auto s = motion.at(t);
      for (int k = 0; k < n; ++k) hash.add(lane(s, k));
    }
  }
  return hash.value();
}
void print_times() {
  const auto line = [](int width, std::uint64_t hash) { std::printf("many_times %d %016" PRIx64 "\n", width, hash); };
  line(0, hash_of_times<double>());
  line(2, hash_of_times<Pack<double, 2>>());
  line(4, hash_of_times<Pack<double, 4>>());
  line(8, hash_of_times<Pack<double, 8>>());
}

}  // namespace
}  // namespace polhode

int main() {
  using namespace polhode;
  print<Exact>();
  print<Jem<4>>();
  print<Dmv<8>>();
  print<Mz<6>>();
  print<Imr<4>>();
  print<Sr<4>>();
  print<McLachlanReich<2, 231>>();
  print<McLachlanReich<4, 123, Turning::cayley>>();
  print<Lie3>();
  print<Lie6>();
  print<BussRk4>();
  print<BussAbam>();
  print<Lie2>(true);
  print<Gauss8>();  // their stages are in lanes, as wide as the machine has them
  print<Gauss16>();
  print<Gauss16Fixed>();
  print_tops<Gauss8>();
  print_tops<Gauss8Fixed>();
  print_tops<Gauss16>();
  print_tops<Gauss16Fixed>();
  print_tops<Taylor<8>>();
  print_tops<Rk8>();
  print_tops<Rk9>();
  print_times();
}
