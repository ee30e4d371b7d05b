// numbers/scalar.hpp -- one formula for every kind of number: limits set by select, not by if
#include <cstdio>

#include "polhode/numbers/pack.hpp"
#include "polhode/numbers/scalar.hpp"

using namespace polhode;

// A wheel motor's torque: proportional to the error, but never more than the motor can give.
template <Numeric T>
T torque(T error, T limit) {
  const T wanted = T(2) * error;
  return select<T>(abs(wanted) > limit, copysign(limit, wanted), wanted);
}

int main() {
  const double errors[4] = {0.1, -0.2, 3.0, -5.0};
  Pack<double, 4> all(0);
  for (int i = 0; i < 4; ++i) set_lane(all, i, errors[i]);
  const Pack<double, 4> limited = torque(all, Pack<double, 4>(1.5));
  bool same = true;
  for (int i = 0; i < 4; ++i) {
    std::printf("error %5.1f   torque %5.2f\n", errors[i], limited[i]);
    same = same && limited[i] == torque(errors[i], 1.5);
  }
  return same && torque(1.0f, 3.0f) == 2.0f ? 0 : 1;
}
