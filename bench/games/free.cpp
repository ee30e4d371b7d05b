// free.cpp -- free bodies
#include "games/game.hpp"
#include "polhode/methods/dmv.hpp"
#include "polhode/methods/sr.hpp"
#include "polhode/methods/sr_modified.hpp"

namespace polhode_bench {

void play_free(Game& F, Game& F1000, const Terms& terms) {
  using Free = MethodList<SrModified, Sr<4>, Sr<6>, Dmv<8>, Dmv<12>, Dmv<16>, Dmv<20>>;
  play(F, terms, NoTorque{}, PeerTorque::none, 0, Free{});
  play(F1000, terms, NoTorque{}, PeerTorque::none, 0, Free{}, 6);
}

}  // namespace polhode_bench
