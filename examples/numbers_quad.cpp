// numbers/quad.hpp -- how good is a double result? Run the same source in 113 bits
#include <cstdio>

#include "polhode/body/invariants.hpp"
#include "polhode/drive/drive.hpp"
#include "polhode/methods/sr.hpp"
#include "polhode/numbers/quad.hpp"

using namespace polhode;

template <class T>
PrincipalState<T> after_ten_seconds() {
  Drive<Sr<8>, NoTorque, T> body{Principal<T>({T(0.6), T(0.8), T(1.0)})};  // the same doubles in both
  PrincipalState<T> s{{}, {T(0.1), T(1.0), T(0.2)}};
  for (int n = 0; n < 1000; ++n) body.step(T(0.01), s);
  return s;
}

int main() {
  const PrincipalState<double> s = after_ten_seconds<double>();
  const PrincipalState<Quad> exact = after_ten_seconds<Quad>();
  const double rounding = double(norm(convert<Quad>(s.m) - exact.m));
  std::printf("m in double   %.17f %.17f %.17f\n", s.m.x, s.m.y, s.m.z);
  std::printf("rounding of 1000 steps: %.1e in m, %.1e rad in attitude\n", rounding,
              double(attitude_distance(convert<Quad>(s.Q), exact.Q)));
  return rounding < 1e-13 ? 0 : 1;
}
