// satellite.cpp -- a satellite in the gravity gradient, on an orbit of 400 by 1450 km
#include "games/game.hpp"
#include "polhode/methods/dmv.hpp"
#include "polhode/methods/splitting.hpp"
#include "polhode/torques/gravity_gradient.hpp"

namespace polhode_bench {

void play_satellite(Game& S, const Terms& terms) {
  using Splittings = MethodList<Nystrom4<Dmv<16>>, Rkn4<Dmv<16>>, Rkn6<Dmv<16>>>;
  const double mu = 3.986004418e14, periapsis = 6.778e6, eccentricity = 0.072;  // m^3/s^2, m
  S.p.peer.periapsis = periapsis, S.p.peer.eccentricity = eccentricity;
  const KeplerOrbit<double> orbit({.mu = mu, .periapsis_radius = periapsis, .eccentricity = eccentricity});
  play(S, terms, GravityGradientOnOrbit<double>(orbit, S.p.moments), PeerTorque::satellite, mu, Splittings{});
}

}  // namespace polhode_bench
