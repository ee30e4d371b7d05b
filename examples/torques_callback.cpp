// torques/callback.hpp -- a torque that another language would give: a plain function and a pointer to its data
#include <cmath>
#include <cstdio>

#include "polhode/drive/stepper.hpp"
#include "polhode/methods/cf4.hpp"
#include "polhode/torques/callback.hpp"

using namespace polhode;

// A torsion spring about axis 3, the only one that this body turns about; q is in the order w x y z.
struct Spring {
  double stiffness;
  long calls;
};
void torque(void* context, double, const double* q, const double*, double* result) {
  auto* spring = static_cast<Spring*>(context);
  ++spring->calls;
  result[2] = -spring->stiffness * 2 * std::atan2(q[3], q[0]);
}

int main() {
  Spring spring{4.0, 0};
  const CallbackTorque model{{.torque = torque, .context = &spring, .uses_time = false, .uses_velocity = false}};
  const Inertia body = Inertia::principal(0.2, 0.2, 0.25);
  Stepper<Cf4, CallbackTorque> pendulum(body, {to_quaternion(exp(Vec3<double>{0, 0, 0.5})), {}}, model);
  const double period = 2 * std::acos(-1.0) * std::sqrt(0.25 / 4.0);
  pendulum.run_until(period, period / 500);
  const double angle = log(pendulum.state().Q).z;
  std::printf("after a period of %.6f s: %.9f rad, %ld calls\n", period, angle, spring.calls);
  return std::fabs(angle - 0.5) < 1e-8 ? 0 : 1;
}
