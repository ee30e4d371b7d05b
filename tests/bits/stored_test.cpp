// The bits of every method and of the exact motion, as they were: stored.txt has a hash of 64 bodies after 40 steps for every
// method, free, with energy correction, and under several torques. A change of the last digit of any of them shows here;
// one that is meant is stored by running this program with --store.
#include <cinttypes>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <map>
#include <string>

#include <gtest/gtest.h>

#include "polhode/drive/drive.hpp"
#include "polhode/drive/energy_correction.hpp"
#include "polhode/exact/free_motion.hpp"
#include "polhode/methods/all.hpp"
#include "polhode/methods/torqued.hpp"
#include "polhode/torques/combined.hpp"
#include "polhode/torques/constant.hpp"
#include "polhode/torques/coulomb_wall.hpp"
#include "polhode/torques/drag.hpp"
#include "polhode/torques/gravity_gradient.hpp"
#include "polhode/torques/heavy_top.hpp"
#include "starts.hpp"

namespace polhode {
namespace {

std::string text_of(const Hash& hash) {
  char text[32];
  std::snprintf(text, sizeof text, "%016" PRIx64, hash.value());
  return text;
}

using Hashes = std::map<std::string, std::string>;

template <class M, class Torque>
std::string hash_of(const Torque& torque, bool keep_energy = false) {
  Hash hash;
  for (int i = 0; i < kBodies; ++i) {
    Start one = start_of(i);
    Drive<M, Torque> drive(Principal<double>(one.I), torque);
    const EnergyKeeper<double> keeper(drive.principal(), one.s);
    for (int n = 0; n < kSteps; ++n) {
      const StepStatus<double> status = drive.step(n * one.h, one.h, one.s);
      if (keep_energy) keeper(status.converged, one.s);
    }
    hash.add(one.s);
  }
  return text_of(hash);
}

Hashes all_hashes() {
  Hashes all;
  AllMethods::each([&](auto m) {
    using M = decltype(m);
    all[std::string(M::info.name) + " free"] = hash_of<M>(NoTorque{});
    all[std::string(M::info.name) + " free+energy"] = hash_of<M>(NoTorque{}, true);
  });
  TorquedMethods::each([&](auto m) {
    using M = decltype(m);
    std::string name(M::info.name);
    if (!M::info.flow.empty()) name += "/" + std::string(M::info.flow);
    const HeavyTop<> top(0.9, {0.3, -0.5, 0.7});
    all[name + " nothing"] = hash_of<M>(NoTorque{});
    all[name + " heavy-top+coulomb-wall"] = hash_of<M>(sum_of_torques(top, CoulombWall<>()));
    if constexpr (!M::info.needs.potential)
      all[name + " heavy-top+drag"] = hash_of<M>(sum_of_torques(top, Drag<>(0.05)));
    // The bits of other torques, in one method of a kind: all of them would compile for a minute.
    if constexpr (M::info.name == "strang" || M::info.name == "nystrom4" || M::info.name == "gauss16")
      all[name + " gravity-gradient"] = hash_of<M>(GravityGradient(0.4, Vec3<double>{1.7, 3.7, 5.4}));
    if constexpr (M::info.name == "cf4" || M::info.name == "taylor8" || M::info.name == "gauss16")
      all[name + " constant"] = hash_of<M>(ConstantTorque<>{{0.1, -0.2, 0.3}, Frame::space});
  });
  Hash hash;
  for (int i = 0; i < kBodies; ++i) {
    const Start one = start_of(i);
    const PrincipalMotion<double> motion(Principal<double>(one.I), one.s);
    for (int n = -50; n < 50; ++n) hash.add(motion.at(n * 7.3 * one.h));
  }
  all["exact-motion free"] = text_of(hash);
  return all;
}

const std::string kFile = POLHODE_SOURCE_DIR "/tests/bits/stored.txt";

TEST(StoredBits, AreTheSame) {
  Hashes stored;
  std::ifstream file(kFile);
  for (std::string method, torque, hash; file >> method >> torque >> hash;) stored[method + " " + torque] = hash;
  ASSERT_GT(stored.size(), 250u) << kFile;
  const Hashes now = all_hashes();
  for (const auto& [name, hash] : now)
    EXPECT_TRUE(stored.contains(name) && stored[name] == hash) << name << ": " << hash << ", stored " << stored[name];
  EXPECT_EQ(now.size(), stored.size()) << "a method has gone";
}

}  // namespace
}  // namespace polhode

int main(int argc, char** argv) {
  if (argc == 2 && std::strcmp(argv[1], "--store") == 0) {
    std::ofstream file(polhode::kFile);
    for (const auto& [name, hash] : polhode::all_hashes()) file << name << " " << hash << "\n";
    return file.good() ? 0 : 1;
  }
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
