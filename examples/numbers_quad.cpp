// numbers/quad.hpp -- how good is a double result? Run the same source in 113 bits
#include <cstdio>

#include "polhode/invariants.hpp"
#include "polhode/methods/sr.hpp"
#include "polhode/numbers/quad.hpp"

using namespace polhode;

template <class T>
State<T> after_ten_seconds() {
  const Sr<8>::Body<T> body{Principal<T>({T(0.6), T(0.8), T(1.0)})};  // the same doubles in both
  State<T> s{{}, {T(0.1), T(1.0), T(0.2)}};
  for (int n = 0; n < 1000; ++n) Sr<8>::step(body, T(0.01), s);
  return s;
}

int main() {
  const State<double> s = after_ten_seconds<double>();
  const State<Quad> exact = after_ten_seconds<Quad>();
  const double rounding = double(norm(convert<Quad>(s.m) - exact.m));
  std::printf("m in double   %.17f %.17f %.17f\n", s.m.x, s.m.y, s.m.z);
  std::printf("rounding of 1000 steps: %.1e in m, %.1e rad in attitude\n", rounding,
              double(attitude_distance(convert<Quad>(s.Q), exact.Q)));
  return rounding < 1e-13 ? 0 : 1;
}
