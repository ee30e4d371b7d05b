// peer.hpp -- what every peer offers: a problem and a step or a tolerance in, the state at the end out
//
// One file for each package (odeint.cpp, gsl.cpp, ...), compiled with the flags that make it fastest, and only if the package is
// there. Equations are in rates.hpp, the same for all that integrate seven numbers.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace polhode_bench {

enum class Torque { none, top, own, satellite, drag };

struct PeerState {
  double q[4], w[3];  ///< w x y z, body to space; angular velocity along body axes
};

struct PeerProblem {
  double moments[3];  ///< body axes are principal axes
  PeerState start;
  Torque torque = Torque::none;
  double strength = 0;  ///< weight of a top on the third axis; coefficient of a drag; mu of an orbit
  double periapsis = 0,
         eccentricity = 0;  ///< of the orbit in the plane of e1 and e2; at the time 0 it is at its periapsis, on e1
  double end = 0;
  /// Called with the state after each step by those who step with a fixed step, if there is one.
  std::function<void(const PeerState&)> watch{};
};

struct Peer {
  std::string name, package;
  bool by_tolerance;  ///< the setting is a tolerance (relative and absolute), else the number of steps
  int bodies;         ///< that a run moves, all alike: engines have a world to carry with them
  std::function<bool(const PeerProblem&)> can;
  /// False if it fails.
  std::function<bool(const PeerProblem&, double setting, PeerState&)> run;
};

/// Those that solve differential equations, and engines. Compiled in are those whose packages were found.
std::vector<Peer> solvers();
std::vector<Peer> engines();
/// The exact free motion by Boost.Math.
std::vector<Peer> exact_motions();
/// What was not found, as a text for people; empty: nothing.
std::string missing_packages();

void add_odeint(std::vector<Peer>&);
void add_gsl(std::vector<Peer>&);
void add_cvode(std::vector<Peer>&);
void add_simbody(std::vector<Peer>&);
void add_bullet(std::vector<Peer>&);
void add_ode(std::vector<Peer>&);
void add_boost_math(std::vector<Peer>&);

}  // namespace polhode_bench
