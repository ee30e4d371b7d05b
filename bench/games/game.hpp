// game.hpp -- a problem of one body with all its contenders: our methods and the peers
#pragma once

#include <cmath>
#include <limits>
#include <string>

#include "contest.hpp"
#include "peers/peer.hpp"
#include "polhode/body/invariants.hpp"
#include "polhode/drive/adaptive.hpp"
#include "polhode/drive/drive.hpp"
#include "polhode/drive/solve.hpp"
#include "polhode/exact/free_motion.hpp"
#include "polhode/methods/gauss.hpp"
#include "polhode/methods/rk.hpp"
#include "polhode/methods/taylor.hpp"
#include "reference.hpp"

namespace polhode_bench {

using namespace polhode;
using PeerTorque = polhode_bench::Torque;

struct GameProblem {
  Vec3<double> moments;
  PrincipalState<double> start;
  double end;
  PrincipalState<double> reference{};
  PrincipalState<double> last{};  ///< of the last run
  PeerProblem peer{};
  PeerState peer_last{};
};

template <class M, class Torque>
void motion(GameProblem& p, long n, const Torque& torque) {
  Drive<M, Torque> drive(Principal<double>(p.moments), torque);
  PrincipalState<double> s = p.start;
  const double h = p.end / double(n);
  bool good = true;
  for (long i = 0; i < n; ++i) good &= drive.step(double(i) * h, h, s).converged;
  p.last = s;
  if (!good) p.last.Q.w = std::numeric_limits<double>::quiet_NaN();
}

/// A problem with its contenders.
struct Game {
  GameProblem p;
  Contest contest;

  Game(const char* name, const char* title, const Vec3<double>& moments, const PrincipalState<double>& start,
       double end, double largest_step)
      : p{moments, start, end}, contest{name, title, end, largest_step} {
    const Vec3<double> w = times(Principal<double>(moments).x, start.m);
    p.peer = {{moments.x, moments.y, moments.z}, {{start.Q.w, start.Q.v.x, start.Q.v.y, start.Q.v.z}, {w.x, w.y, w.z}}};
    p.peer.end = end;
  }
  Game(const Game&) = delete;

  std::function<double()> own_error() {
    return [this] { return attitude_distance(p.last.Q, p.reference.Q); };
  }
  template <class Torque, class... M>
  void add(const Torque& torque, MethodList<M...>) {
    (contest.contenders.push_back(
         {std::string(M::info.name) + (M::info.flow.empty() ? "" : " on " + std::string(M::info.flow)), "ours", "",
          Setting::steps, 1, [this, torque](double n) { motion<M>(p, long(n), torque); }, own_error()}),
     ...);
  }
  /// What chooses its steps itself.
  template <class Torque>
  void add_adaptive(const Torque& torque) {
    contest.contenders.push_back({"solve", "ours, adaptive", "", Setting::tolerance, 1,
                                  [this, torque](double accuracy) {
                                    const Solved found = solve(Principal<double>(p.moments), torque, p.start, 0.0,
                                                               p.end, SolveSettings{.accuracy = accuracy});
                                    p.last = found.states.back();
                                    if (!found.good()) p.last.Q.w = std::numeric_limits<double>::quiet_NaN();
                                  },
                                  own_error()});
    add_by_tolerance<Taylor<12>>("taylor12 by tolerance", torque);
    add_by_tolerance<Gauss16>("gauss16 by tolerance", torque);
  }
  template <class M, class Torque>
  void add_by_tolerance(const char* name, const Torque& torque) {
    contest.contenders.push_back({name, "ours, adaptive", "", Setting::tolerance, 1,
                                  [this, torque](double tolerance) {
                                    ToleranceWalk<M, Torque> walk(Principal<double>(p.moments), torque, tolerance);
                                    double h = 0.01 * p.end;
                                    p.last = p.start;
                                    if (walk.run(0, p.end, h, p.last).outcome != Outcome::done)
                                      p.last.Q.w = std::numeric_limits<double>::quiet_NaN();
                                  },
                                  own_error()});
  }
  void add_exact() {
    contest.contenders.push_back({"exact, one evaluation", "exact", "", Setting::none, 1,
                                  [this](double) {
                                    const PrincipalMotion<double> motion(Principal<double>(p.moments), p.start);
                                    p.last = motion.at(p.end);
                                  },
                                  own_error()});
  }
  void add(const std::vector<Peer>& peers, const char* group, bool exact) {
    for (const Peer& peer : peers)
      if (peer.can(p.peer))
        contest.contenders.push_back({peer.name, group, peer.package,
                                      exact               ? Setting::none
                                      : peer.by_tolerance ? Setting::tolerance
                                                          : Setting::steps,
                                      double(peer.bodies),
                                      [this, run = peer.run](double setting) {
                                        if (!run(p.peer, setting, p.peer_last))
                                          p.peer_last.q[0] = std::numeric_limits<double>::quiet_NaN();
                                      },
                                      [this] {
                                        const double(&q)[4] = p.peer_last.q;
                                        return attitude_distance(
                                            normalized(Quaternion<double>{q[0], {q[1], q[2], q[3]}}), p.reference.Q);
                                      }});
  }
  template <class Torque, class... M>
  void set_up(const Torque& torque, PeerTorque kind, double strength, MethodList<M...> methods, double refined = 20) {
    p.peer.torque = kind, p.peer.strength = strength;
    p.reference = reference(contest.name.c_str(), p.moments, p.start, p.end,
                            std::lround(refined * p.end / contest.largest_step), torque);
    add(torque, MethodList<Rk8, Rk9, Gauss8Fixed, Gauss16Fixed, Gauss8, Gauss16, Taylor<8>, Taylor<12>>{});
    add(torque, methods);
    if (kind == PeerTorque::none)
      add_exact();
    else
      add_adaptive(torque);
    add(solvers(), "peer", false);
    if (kind == PeerTorque::none) add(exact_motions(), "exact peer", true);
  }
};

struct Terms {
  std::string only;  ///< ",F,T,"; empty: all
  double patience;   ///< seconds of the longest run
};
/// Sets a problem up if it is wanted, and finds the settings that count.
template <class... How>
void play(Game& game, const Terms& terms, const How&... how) {
  if (!terms.only.empty() && terms.only.find("," + game.contest.name + ",") == std::string::npos) return;
  game.set_up(how...);
  game.contest.find_settings(terms.patience);
}

/// One file for each torque.
void play_free(Game& F, Game& F1000, const Terms&);
void play_tops(Game& T, Game& L, const Terms&);
void play_satellite(Game& S, const Terms&);
void play_braked(Game& B, const Terms&);
void play_own(Game& U, const Terms&);

}  // namespace polhode_bench
