// torques/any.hpp -- torques chosen at run time, by name and keys, as a file or a user gives them
#include <cstdio>

#include "polhode/body/inertia.hpp"
#include "polhode/drive/stepper.hpp"
#include "polhode/methods/cf4.hpp"
#include "polhode/torques/any.hpp"

using namespace polhode;

int main() {
  std::printf("known torques:\n");
  AllTorques<>::each([]<class Torque>() {
    std::printf("  %-17s %s\n", std::string(Torque::info.kind).c_str(), std::string(Torque::info.title).c_str());
  });

  const Vec3<double> I{0.6, 0.8, 1.0};
  const Mat3<double> tensor = Mat3<double>::diagonal(I);
  TorqueValues<double> top, drag;
  top.set("weight", 1.0);
  top.set("arm", Vec3<double>{0, 0, 1});
  drag.set("coefficient", 0.05);
  const TorqueSet<> torques({AnyTorque<>::from("heavy-top", top, tensor), AnyTorque<>::from("drag", drag, tensor)});
  std::printf("together they %s a potential\n", torques.abilities().potential ? "have" : "do not have");

  Stepper<Cf4, TorqueSet<>> body(Inertia::principal(I.x, I.y, I.z), {{}, {1.8, 0.4, -0.9}}, torques);
  const RunReport report = body.run_until(200, 0.02);
  const double height = vertical(body.state().Q).z;
  std::printf("after 200 s the weight hangs at height %.6f\n", height);
  return report.outcome == Outcome::done && !torques.abilities().potential && height < -0.999 ? 0 : 1;
}
