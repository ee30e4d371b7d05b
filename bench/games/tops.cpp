// tops.cpp -- heavy tops
#include "games/game.hpp"
#include "polhode/methods/dmv.hpp"
#include "polhode/methods/processed.hpp"
#include "polhode/methods/splitting.hpp"
#include "polhode/methods/sr.hpp"
#include "polhode/torques/heavy_top.hpp"

namespace polhode_bench {

void play_tops(Game& T, Game& L, const Terms& terms) {
  using Splittings = MethodList<Nystrom4<Sr<2>>, Rkn4<Sr<2>>, Rkn6<Sr<2>>, Rkn6Processed<Sr<2>>, Composition8<Sr<2>>>;
  play(T, terms, HeavyTop<>(1, {0, 0, 1}), PeerTorque::top, 1, Splittings{});
  play(L, terms, HeavyTop<>(20, {0, 0, 1}), PeerTorque::top, 20, Splittings{});
}

}  // namespace polhode_bench
