// event.hpp -- what is to be watched, and what has happened: plain data. The finder is in events.hpp
#pragma once

#include <string>

#include "polhode/rotation/vec3.hpp"

namespace polhode {

enum class EventKind { cone, plane, flip, speed };
/// Which changes of sign count, in the order in which a run goes through time.
enum class Direction { both, rising, falling };

/// What is to be watched. Axes in the user's body axes and in space axes, of any length.
struct Event {
  std::string name{};
  EventKind kind = EventKind::plane;
  Vec3<double> body_axis{}, space_axis{};  ///< of cone and plane
  double angle = 0;                        ///< of a cone, between axis and surface; rad, between 0 and pi
  double value = 0;                        ///< of speed, rad/s
  Direction direction = Direction::both;
  long count = 0;         ///< at most so many; 0: all, of a terminal one the first
  bool terminal = false;  ///< the run ends there; with a count, at the last of them
};

/// It happened.
struct Crossing {
  int event = 0;  ///< number of the event in its list
  bool rising = true;
  double t = 0;

  bool operator==(const Crossing&) const = default;
};

/// What is known of an event so far: to be saved with the state.
struct EventMemory {
  int sign = 0;    ///< of g where it was last above rounding; 0: not yet
  long found = 0;  ///< crossings that counted

  bool operator==(const EventMemory&) const = default;
};

}  // namespace polhode
