// job.cpp -- progress, Ctrl-C, names of files
#include "job.hpp"

#include <csignal>
#include <cstdio>

#include <fcntl.h>
#include <unistd.h>

#include "output/files.hpp"

namespace polhode::program {

namespace fs = std::filesystem;

namespace {

volatile std::sig_atomic_t wanted = 0;
extern "C" void want_stop(int signal) {
  wanted = 1;
  std::signal(signal, SIG_DFL);  // the second time it ends at once
}

}  // namespace

void hold_standard_descriptors() {
  // Open for the other direction only. open() takes the lowest number that is free: the one that was looked at.
  for (const int number : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (::fcntl(number, F_GETFD) == -1) (void)!::open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

void note_stops() {
  wanted = 0;
  std::signal(SIGINT, want_stop);
  std::signal(SIGTERM, want_stop);
  std::signal(SIGUSR1, want_stop);  // mpirun hands it on to its ranks, and schedulers send it before the time is up
  std::signal(SIGXFSZ, SIG_IGN);    // a limit on the size of files is an error of writing like any other
}
bool stop_wanted() {
  return wanted != 0;
}

Progress::Progress(bool quiet) : shown_(!quiet && isatty(STDERR_FILENO) != 0) {}
Progress::~Progress() {
  if (drawn_) std::fprintf(stderr, "\r\033[K");
}
void Progress::operator()(double part) {
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  if (!shown_ || seconds < 1) return;
  if (!drawn_) first_ = part, first_seconds_ = seconds;
  drawn_ = true;
  const double speed = part > first_ ? (part - first_) / (seconds - first_seconds_) : part / seconds;
  const double left = (1 - part) / speed;
  constexpr int kWidth = 30;
  const int full = int(part * kWidth);
  std::fprintf(stderr, "\r\033[K[%.*s%*s] %5.1f %%, %.0f s left", full, "##############################", kWidth - full,
               "", 100 * part, left);
  std::fflush(stderr);
}

fs::path partial_name(const fs::path& output, const std::vector<Event>& events) {
  const auto is_free = [](const fs::path& name) { return name.empty() || !fs::exists(fs::symlink_status(name)); };
  for (int i = 1;; ++i) {
    const std::string number = i == 1 ? "" : "-" + std::to_string(i);
    const fs::path name =
        output.parent_path() / (output.stem().string() + ".partial" + number + output.extension().string());
    if (is_free(name) && is_free(events_file(name, events))) return name;
  }
}

}  // namespace polhode::program
