// checkpoint.cpp -- where a run was stopped, as bytes
#include "capi/checkpoint.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "polhode/numbers/error.hpp"

namespace polhode::capi {

namespace {

constexpr std::string_view kBegins = "polhode checkpoint 1 " POLHODE_VERSION "\n";

/// FNV-1a: finds damage, not malice.
std::uint64_t checksum(std::string_view bytes) {
  std::uint64_t sum = 14695981039346656037U;
  for (const char c : bytes) sum = (sum ^ std::uint8_t(c)) * 1099511628211U;
  return sum;
}

// Everything is made of numbers of 64 bits, the lowest byte first, and texts after their lengths. Reader and Writer have the same
// functions, so that one list of fields serves both.
struct Writer {
  std::string bytes;
  void word(std::uint64_t x) {
    for (int i = 0; i < 64; i += 8) bytes += char(std::uint8_t(x >> i));
  }
  void operator()(long x) { word(std::uint64_t(x)); }
  void operator()(int x) { word(std::uint64_t(std::int64_t(x))); }
  void operator()(bool x) { word(x ? 1 : 0); }
  void operator()(double x) { word(std::bit_cast<std::uint64_t>(x)); }
  void operator()(std::string_view text) {
    word(text.size());
    bytes += text;
  }
  std::size_t length(std::size_t n) {
    word(n);
    return n;
  }
};
struct Reader {
  std::string_view rest;
  std::string_view take(std::size_t n) {
    if (n > rest.size()) throw InvalidInput("checkpoint: it ends too early");
    const std::string_view taken = rest.substr(0, n);
    rest.remove_prefix(n);
    return taken;
  }
  std::uint64_t word() {
    std::uint64_t x = 0;
    int shift = 0;
    for (const char c : take(8)) x |= std::uint64_t(std::uint8_t(c)) << shift, shift += 8;
    return x;
  }
  void operator()(long& x) { x = long(word()); }
  void operator()(int& x) { x = int(std::int64_t(word())); }
  void operator()(bool& x) { x = word() != 0; }
  void operator()(double& x) { x = std::bit_cast<double>(word()); }
  void operator()(std::string& text) { text = take(word()); }
  /// Each entry has 8 bytes at least.
  std::size_t length(std::size_t) {
    const std::uint64_t n = word();
    if (n > rest.size() / 8) throw InvalidInput("checkpoint: it ends too early");
    return n;
  }
};

template <class IO, class V>
void vector_fields(IO& io, V& v) {
  io(v.x), io(v.y), io(v.z);
}
template <class IO, class S>
void state_fields(IO& io, S& s) {
  io(s.Q.w), vector_fields(io, s.Q.v), vector_fields(io, s.m);
}
/// A list, which gets the length that is read.
template <class IO, class List, class Each>
void list(IO& io, List& all, const Each& each) {
  const std::size_t n = io.length(all.size());
  if constexpr (std::is_same_v<IO, Reader>) all.resize(n);
  for (auto& one : all) each(one);
}
template <class IO, class Position>
void fields(IO& io, Position& p) {
  const auto memory = [&](auto& all) { list(io, all, [&](auto& one) { io(one.first), io(one.second); }); };
  io(p.stretch), io(p.step), state_fields(io, p.state), memory(p.memory);
  for (const auto sum : kCertificateSums) io(p.certificate.*sum);
  for (auto& one : p.companions) state_fields(io, one.state), memory(one.memory), io(one.failed);
  io(p.steps), io(p.rows), io(p.torque_evaluations), io(p.solver_iterations), io(p.cpu_seconds);
  list(io, p.events, [&](auto& one) { io(one.sign), io(one.found); });
  list(io, p.crossings, [&](auto& one) { io(one.event), io(one.rising), io(one.t); });
}

/// Of everything that decides on a bit of the run. The functions of the caller cannot be seen.
std::uint64_t fingerprint(const Task& task) {
  Writer to;
  const Problem& p = task.problem;
  vector_fields(to, p.inertia.moments());
  to(p.inertia.frame().w), vector_fields(to, p.inertia.frame().v);
  state_fields(to, p.start);
  if (norm2(p.start_tail) > 0) vector_fields(to, p.start_tail);
  to(p.start_time), to(p.end_time);
  for (const TorqueChoice& torque : p.torques) {
    to(std::string_view(torque.kind));
    for (const auto& [key, value] : torque.values.given) {
      to(std::string_view(key)), to(int(value.kind)), to(value.number), vector_fields(to, value.vector), to(value.flag);
      to(std::string_view(value.word)), to(value.function.uses_time), to(value.function.uses_velocity);
      to(value.function.energy != nullptr);
      for (const auto& row : value.rows)
        for (const double x : row) to(x);
    }
  }
  to(std::string_view(task.choice.name())), to(task.choice.was_auto);
  to(task.steps.length), to(task.steps.number), to(task.accuracy), to(task.output_every), to(task.energy_correction);
  to(task.estimate), to(task.output_times.step);
  for (const double t : task.output_times.times) to(t);
  for (const Event& event : task.events) {
    to(int(event.kind)), vector_fields(to, event.body_axis), vector_fields(to, event.space_axis);
    to(event.angle), to(event.value), to(int(event.direction)), to(event.count), to(event.terminal);
  }
  return checksum(to.bytes);
}

}  // namespace

std::string to_bytes(const Task& task, const RunPosition& position) {
  Writer to;
  to.bytes = kBegins;
  to.word(fingerprint(task));
  fields(to, position);
  to.word(checksum(to.bytes));
  return std::move(to.bytes);
}

RunPosition from_bytes(const Task& task, const void* bytes, std::size_t size) {
  Reader from{{static_cast<const char*>(bytes), size}};
  const std::string_view all = from.rest;
  if (!all.starts_with(kBegins.substr(0, 18))) throw InvalidInput("checkpoint: these bytes are none");
  if (!all.starts_with(kBegins))
    throw InvalidInput("checkpoint: it is of another version of the library, whose runs may have other bits");
  if (size < kBegins.size() + 16) throw InvalidInput("checkpoint: it ends too early");
  Reader last{all.substr(size - 8)};
  if (last.word() != checksum(all.substr(0, size - 8)))
    throw InvalidInput("checkpoint: the bytes are damaged: their checksum is another");
  from.rest = all.substr(kBegins.size(), size - 8 - kBegins.size());
  if (from.word() != fingerprint(task))
    throw InvalidInput("checkpoint: it is of another problem, or of other settings");
  RunPosition p;
  fields(from, p);
  bool good = from.rest.empty() && p.events.size() == task.events.size() && p.steps >= 0 && p.rows >= 0;
  for (const Crossing& one : p.crossings) good = good && one.event >= 0 && std::size_t(one.event) < task.events.size();
  if (!good) throw InvalidInput("checkpoint: the bytes are damaged");
  return p;
}

}  // namespace polhode::capi
