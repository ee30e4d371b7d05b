// peers.cpp -- the list of peers that were found
#include "peer.hpp"

namespace polhode_bench {

std::vector<Peer> solvers() {
  std::vector<Peer> all;
#ifdef POLHODE_PEER_ODEINT
  add_odeint(all);
#endif
#ifdef POLHODE_PEER_GSL
  add_gsl(all);
#endif
#ifdef POLHODE_PEER_CVODE
  add_cvode(all);
#endif
#ifdef POLHODE_PEER_SIMBODY
  add_simbody(all);
#endif
  return all;
}
std::vector<Peer> engines() {
  std::vector<Peer> all;
#ifdef POLHODE_PEER_BULLET
  add_bullet(all);
#endif
#ifdef POLHODE_PEER_ODE
  add_ode(all);
#endif
  return all;
}
std::vector<Peer> exact_motions() {
  std::vector<Peer> all;
#ifdef POLHODE_PEER_BOOST_MATH
  add_boost_math(all);
#endif
  return all;
}
std::string missing_packages() {
  return POLHODE_PEERS_MISSING;
}

}  // namespace polhode_bench
