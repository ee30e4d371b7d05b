// boost_math.cpp -- the exact free motion with Boost.Math, from the state at the start to that at the end
#include <boost/version.hpp>

#include "boost_motion.hpp"
#include "peer.hpp"

namespace polhode_bench {
namespace {

/// Axes labelled so that the momentum circles about the third: as they are, or turned by half a turn about e1 + e3.
struct Labelled {
  Vec3<double> I, m;
  bool turned;
  explicit Labelled(const PeerProblem& p)
      : I{p.moments[0], p.moments[1], p.moments[2]},
        m{I.x * p.start.w[0], I.y * p.start.w[1], I.z * p.start.w[2]},
        turned((1 / I.y - 1 / I.z) * m.z * m.z < (1 / I.x - 1 / I.y) * m.x * m.x) {
    if (turned) I = {I.z, I.y, I.x}, m = {m.z, -m.y, m.x};
  }
};

template <class Policy>
bool run(const PeerProblem& p, double, PeerState& out) {
  const Labelled body(p);
  const Quaternion<double> turn = body.turned ? Quaternion<double>{0, {M_SQRT1_2, 0, M_SQRT1_2}} : Quaternion<double>{};
  const Quaternion<double> Q{p.start.q[0], {p.start.q[1], p.start.q[2], p.start.q[3]}};
  const PrincipalState<double> s = BoostMotion<Policy>(body.I, {Q * turn, body.m}).at(p.end);
  const Quaternion<double> q = s.Q * conj(turn);
  const Vec3<double> w{s.m.x / body.I.x, s.m.y / body.I.y, s.m.z / body.I.z};
  out = {{q.w, q.v.x, q.v.y, q.v.z}, {w.x, w.y, w.z}};
  if (body.turned) out.w[0] = w.z, out.w[1] = -w.y, out.w[2] = w.x;
  return true;
}
bool can(const PeerProblem& p) {
  return p.torque == Torque::none && p.moments[0] < p.moments[1] && p.moments[1] < p.moments[2] && Labelled(p).m.z > 0;
}

}  // namespace

void add_boost_math(std::vector<Peer>& to) {
  const std::string package =
      "Boost.Math " + std::to_string(BOOST_VERSION / 100000) + "." + std::to_string(BOOST_VERSION / 100 % 1000);
  to.push_back({"Boost.Math", package, false, 1, can, run<Promoting>});
  to.push_back({"Boost.Math, unpromoted", package, false, 1, can, run<Plain>});
}

}  // namespace polhode_bench
