// exact/tumbling.hpp -- an asteroid that tumbles: class of motion, periods, the next flips, its attitude a year later
#include "polhode/exact/tumbling.hpp"

#include <cstdio>

#include "polhode/body/invariants.hpp"
#include "polhode/exact/free_motion.hpp"

using namespace polhode;

int main() {
  // Like (4179) Toutatis: moments in the ratio 1 : 3.09 : 3.22, turning about its long axis in 5.41 days while that axis goes
  // around in 7.35 days on the average (Hudson and Ostro, Science 270 (1995) 84). Units: days, radians.
  const Inertia inertia = Inertia::principal(1, 3.09, 3.22);
  const State<double> start{{}, inertia.momentum({1.7056, 0.3749, 0.5392})};
  const Tumbling<double> body(inertia, start);

  const char* names[] = {"at rest",
                         "sphere",
                         "steady spin",
                         "symmetric",
                         "about the axis of least moment",
                         "about the axis of greatest moment",
                         "separatrix"};
  constexpr double turn = 6.283185307179586, degrees = 360 / turn;
  std::printf("motion          %s\n", names[int(body.motion())]);
  std::printf("rotation        %.4f d about the long axis\n", body.period());
  std::printf("precession      %.4f d, mean\n", turn / body.precession_rate());
  std::printf("tilt            %.3f .. %.3f degrees\n", degrees * body.least_tilt(), degrees * body.greatest_tilt());
  std::printf("flips           ");
  for (const double t : body.flip_times(0, 12)) std::printf("%.6f d  ", t);
  const double year = 365.25;
  std::printf("..., %lld in a year\n", body.flips(0, year));

  const State<double> later = FreeMotion<double>(inertia, start).at(year);
  std::printf("attitude then   %.12f %.12f %.12f %.12f\n", later.Q.w, later.Q.v.x, later.Q.v.y, later.Q.v.z);

  // The same by another formulation, in 113 bits (exact/jacobi_reference.hpp).
  const State<double> reference{
      {-0.49525873227765405, {-0.59265056083747436, 0.51399354378388429, -0.37322210249426857}},
      {1.703743139844373, -1.2946198586096831, -1.639130691489755}};
  const double attitude = attitude_distance(later.Q, reference.Q), momentum = relative_distance(later.m, reference.m);
  const double period = relative_error(body.period(), 5.4100945217627814);
  const double flip = relative_error(body.flip_times(0, 12).back(), 10.320218129909438);
  std::printf("errors          attitude %.0e rad, momentum %.0e, period %.0e, flip %.0e\n", attitude, momentum, period,
              flip);
  const bool right = attitude < 1e-12 && momentum < 1e-12 && period < 1e-14 && flip < 1e-14 &&
                     body.flips(0, year) == 135 && body.motion() == Motion::least;
  return right ? 0 : 1;
}
