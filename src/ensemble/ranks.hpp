// ranks.hpp -- the processes that move the bodies of one ensemble together, and which of them moves which
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "ensemble/ensemble.hpp"

namespace polhode {

/// As run_ensemble of ensemble.hpp, into results that have places for more bodies: body first + k at entry place + k.
void run_ensemble(const BodySource&, const EnsembleTask&, EnsembleResult& results, std::size_t place);

/// Rank 0 reads, writes and speaks; the others compute. This one is a process alone; apps/polhode/ranks.cpp has those of MPI.
/// What is not const is called by all of them, in the same order.
class Ranks {
 public:
  Ranks() = default;
  Ranks(const Ranks&) = delete;
  Ranks& operator=(const Ranks&) = delete;
  virtual ~Ranks() = default;

  virtual int rank() const { return 0; }
  virtual int size() const { return 1; }
  virtual int on_this_machine() const { return 1; }  ///< how many of them
  bool leads() const { return rank() == 0; }

  virtual void broadcast(std::string& /*from rank 0*/) {}
  virtual void add_up(std::span<std::uint64_t>) {}      ///< each number becomes the sum over all ranks
  virtual void find_least(std::span<std::uint64_t>) {}  ///< ... the least of all ranks
  /// From another rank to rank 0; rank 0 names it.
  virtual void send(std::span<const std::byte>) {}
  virtual void receive(int /*from*/, std::span<std::byte>) {}
  /// What has failed on this rank has not on the others, who may wait for it: all end now, with that code. Alone it may go on.
  virtual void give_up(int /*code*/) {}
};

/// Bodies 0, ..., in blocks of the same size, which the ranks take in turn.
struct Blocks {
  std::size_t bodies = 0, every = 1;  ///< of all blocks, and of each; the last may be shorter
  int rank = 0, ranks = 1;
  bool all_here = true;  ///< the results of all blocks have their place on this rank, not only those of its own

  std::size_t count() const { return (bodies + every - 1) / every; }
  std::size_t first(std::size_t b) const { return b * every; }
  std::size_t size(std::size_t b) const { return std::min(every, bodies - first(b)); }
  int owner(std::size_t b) const { return int(b % std::size_t(ranks)); }
  /// Where block b is in the results of this rank.
  std::size_t place(std::size_t b) const { return all_here ? first(b) : b / std::size_t(ranks) * every; }
  std::size_t own_bodies() const {
    std::size_t n = 0;
    each_own([&](std::size_t b) { n += size(b); });
    return n;
  }
  /// For how many bodies this rank has room.
  std::size_t room() const { return all_here ? bodies : own_bodies(); }
  template <class F>
  void each_own(const F& f) const {
    for (auto b = std::size_t(rank); b < count(); b += std::size_t(ranks)) f(b);
  }
};

}  // namespace polhode
