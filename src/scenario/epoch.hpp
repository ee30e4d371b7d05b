// epoch.hpp -- dates: the days of std::chrono, seconds of the day, and picoseconds
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace polhode {

/// A date in one system of time. Every day has 86400 seconds: leap seconds are not counted.
struct Epoch {
  std::int64_t seconds = 0;      ///< since 1970-01-01T00:00:00
  std::int64_t picoseconds = 0;  ///< 0 to 1e12 - 1

  bool operator==(const Epoch&) const = default;
};

/// How a date is written: "2026-11-19T06:30:00.125", or with the day of the year, "2026-323T06:30:00"; digits of a second as many
/// as there are, of which twelve count. Throws InvalidInput.
Epoch epoch_of(std::string_view text);
/// As epoch_of, in UTC; it must say its zone: Z, or +01:00.
Epoch epoch_with_zone(std::string_view text);
/// "19 Nov 2026 06:30:00.125"
Epoch epoch_in_words(std::string_view text);

/// With so many decimals of a second.
std::string date_text(const Epoch&, int decimals = 12);
std::string date_in_words(const Epoch&, int decimals = 12);
/// date_text with twelve decimals, into a buffer of kEpochChars; the end.
inline constexpr int kEpochChars = 32;
char* print(char* out, const Epoch&) noexcept;

/// So many seconds later, to a picosecond; nothing outside of the years 1 to 9999.
std::optional<Epoch> later(const Epoch&, double seconds);
/// Seconds from one to another.
double seconds_between(const Epoch& from, const Epoch& to);

/// What the rows of a run are the attitude of.
struct SpaceObject {
  std::string name, id;             ///< id: as COSPAR counts, "1998-067A"; empty: not known
  std::optional<Epoch> epoch;       ///< of t = 0
  std::string frame = "EME2000";    ///< the space axes
  std::string time_system = "UTC";  ///< of the epoch
  bool said = false;                ///< there is anything of this to say
};

/// Space axes that do not rotate; for messages in one line.
bool is_frame(std::string_view);
inline constexpr const char* kSpaceFrames = "EME2000, GCRF, ICRF, TEME";

}  // namespace polhode
