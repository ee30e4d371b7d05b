// braked.cpp -- a body braked by a drag
#include "games/game.hpp"
#include "polhode/torques/drag.hpp"

namespace polhode_bench {

void play_braked(Game& B, const Terms& terms) {
  play(B, terms, Drag<>(0.02), PeerTorque::drag, 0.02, MethodList<>{});
}

}  // namespace polhode_bench
