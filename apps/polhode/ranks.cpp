// ranks.cpp -- build/polhode-mpi: the ranks of MPI, each with its part of the bodies of an ensemble; the rest is done by rank 0
#include <algorithm>
#include <cstdio>
#include <exception>
#include <string>

#include <mpi.h>

#include "commands.hpp"
#include "job.hpp"

namespace {

// A fault inside MPI ends the job with MPI's own message: MPI_ERRORS_ARE_FATAL is what a communicator begins with.
class MpiRanks final : public polhode::Ranks {
 public:
  MpiRanks(int& argc, char**& argv) {
    int level = 0;  // other threads compute, this one speaks
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &size_);
    MPI_Comm here = MPI_COMM_NULL;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &here);
    MPI_Comm_size(here, &here_);
    MPI_Comm_free(&here);
  }
  ~MpiRanks() override { MPI_Finalize(); }

  int rank() const override { return rank_; }
  int size() const override { return size_; }
  int on_this_machine() const override { return here_; }

  void broadcast(std::string& text) override {
    asked_ = true;
    std::uint64_t length = text.size();
    MPI_Bcast(&length, 1, MPI_UINT64_T, 0, MPI_COMM_WORLD);
    text.resize(length);
    in_parts(std::as_writable_bytes(std::span(text)),
             [](std::byte* part, int n) { MPI_Bcast(part, n, MPI_BYTE, 0, MPI_COMM_WORLD); });
  }
  void add_up(std::span<std::uint64_t> x) override { reduce(x, MPI_SUM); }
  void find_least(std::span<std::uint64_t> x) override { reduce(x, MPI_MIN); }
  void send(std::span<const std::byte> bytes) override {
    in_parts(bytes, [](const std::byte* part, int n) { MPI_Send(part, n, MPI_BYTE, 0, 0, MPI_COMM_WORLD); });
  }
  void receive(int from, std::span<std::byte> bytes) override {
    in_parts(bytes, [from](std::byte* part, int n) {
      MPI_Recv(part, n, MPI_BYTE, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    });
  }
  void give_up(int code) override {
    std::fflush(nullptr);
    if (asked_ && size_ > 1) MPI_Abort(MPI_COMM_WORLD, code);
  }

  /// Rank 0, when it has done what it was told: if the others were not asked, they may go.
  void dismiss() {
    std::string nothing;
    if (!asked_) broadcast(nothing);
  }

 private:
  int rank_ = 0, size_ = 1, here_ = 1;
  bool asked_ = false;  // the others, for something

  /// MPI counts in int.
  template <class Byte, class F>
  static void in_parts(std::span<Byte> bytes, const F& f) {
    constexpr std::size_t kMost = std::size_t{1} << 30;
    for (std::size_t at = 0; at < bytes.size(); at += kMost)
      f(bytes.data() + at, int(std::min(kMost, bytes.size() - at)));
  }
  static void reduce(std::span<std::uint64_t> x, MPI_Op how) {
    MPI_Allreduce(MPI_IN_PLACE, x.data(), int(x.size()), MPI_UINT64_T, how, MPI_COMM_WORLD);
  }
};

}  // namespace

int main(int argc, char** argv) {
  polhode::program::hold_standard_descriptors();
  MpiRanks ranks(argc, argv);
  if (ranks.leads()) {
    const int code = polhode::program::obey(argc, argv, ranks);
    ranks.dismiss();
    return code;
  }
  try {
    polhode::program::follow(ranks);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "polhode: rank %d: %s\n", ranks.rank(), error.what());
    ranks.give_up(polhode::program::kFailed);
  }
  return 0;
}
