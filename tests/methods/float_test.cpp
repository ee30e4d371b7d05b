// Bodies in float, eight in a register: each lane has the bits of a float alone. (What float keeps: the contract tests.)
#include <array>
#include <cstring>
#include <vector>

#include <gtest/gtest.h>

#include "polhode/methods/cf4.hpp"
#include "polhode/methods/dmv.hpp"
#include "polhode/methods/exact.hpp"
#include "polhode/methods/lie.hpp"
#include "polhode/methods/splitting.hpp"
#include "polhode/methods/sr.hpp"
#include "polhode/methods/weierstrass.hpp"
#include "polhode/numbers/pack.hpp"
#include "polhode/torques/heavy_top.hpp"
#include "support/bodies.hpp"
#include "support/driven_body.hpp"

namespace polhode::test {
namespace {

template <class M, class Torque>
void expect_lanes_equal_scalar(const Torque& torque) {
  constexpr int N = 8;
  using P = Pack<float, N>;
  Random random(4711);
  std::array<float, 3 * N> moments;
  std::array<float, N> h;
  PrincipalState<P> packed;
  std::vector<DrivenBody<M, float, Torque>> singles;
  for (int i = 0; i < N; ++i) {
    const Vec3<float> I = convert<float>(random.moments());
    const PrincipalState<float> s{convert<float>(random.attitude()), convert<float>(random.vector())};
    store(I, &moments[std::size_t(3 * i)]);
    set_lane(packed, i, s);
    singles.emplace_back(Principal<float>(I), s, torque);
    h[std::size_t(i)] = float(random.uniform(0.01, 2)) / norm(times(singles.back().drive.principal().x, s.m));
  }
  DrivenBody<M, P, Torque> run(Principal<P>(load_vector<P>(moments.data())), packed, torque);
  for (int n = 0; n < 50; ++n) {
    const auto status = run.step(load<P>(h.data()));
    for (int i = 0; i < N; ++i) {
      auto& single = singles[std::size_t(i)];
      const bool converged = single.step(h[std::size_t(i)]).converged;
      ASSERT_EQ(mask_lane<P>(status.converged, i), converged) << M::info.name << ", lane " << i << ", step " << n;
      const PrincipalState<float> in_pack = lane(run.s, i);
      ASSERT_EQ(0, std::memcmp(&in_pack, &single.s, sizeof in_pack))
          << M::info.name << ", lane " << i << ", step " << n;
    }
  }
}

TEST(Float, every_lane_has_the_bits_of_one_body) {
  expect_lanes_equal_scalar<Sr<2>>(NoTorque{});
  expect_lanes_equal_scalar<Lie3>(NoTorque{});
  expect_lanes_equal_scalar<Dmv<16>>(NoTorque{});
  expect_lanes_equal_scalar<Weierstrass>(NoTorque{});
  expect_lanes_equal_scalar<Exact>(NoTorque{});
  expect_lanes_equal_scalar<Strang<Sr<2>>>(HeavyTop(0.9, {0.3, -0.5, 0.7}));
  expect_lanes_equal_scalar<Cf4>(HeavyTop(0.9, {0.3, -0.5, 0.7}));
}

}  // namespace
}  // namespace polhode::test
