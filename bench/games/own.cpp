// own.cpp -- a torque as a user writes it
#include "games/game.hpp"

namespace polhode_bench {

/// What a user writes.
struct OwnTorque {
  template <class T>
  Vec3<T> torque(T t, const Quaternion<T>& Q, const Vec3<T>& w) const {
    using polhode::exp, polhode::sin, polhode::sqrt;
    const Vec3<T> n = vertical(Q);
    const T root = sqrt(T(1) + norm2(w)), fading = exp(T(-0.05) * t);
    return {T(0.3) * sin(n.x + T(0.2) * t) - T(0.02) * w.x / root, fading * n.y - T(0.02) * w.y / root,
            T(0.1) * n.z / (T(2) + n.x) - T(0.02) * w.z / root};
  }
};

void play_own(Game& U, const Terms& terms) {
  play(U, terms, OwnTorque{}, PeerTorque::own, 0, MethodList<>{});
}

}  // namespace polhode_bench
