// methods/all.hpp -- choosing a method by its name, and by what its card promises
#include <cstdio>
#include <string>

#include "polhode/drive/stepper.hpp"
#include "polhode/methods/all.hpp"

using namespace polhode;

int main(int argc, char** argv) {
  const std::string name = argc > 1 ? argv[1] : "dmv8";
  const Inertia inertia = Inertia::principal(0.6, 0.8, 1.0);
  const State<double> start{{}, {0.3, 1.0, 0.2}};
  bool known = false, right = false;
  AllMethods::each([&](auto m) {
    using M = decltype(m);
    if (M::info.name != name) return;
    known = true;
    Stepper<M> body(inertia, start);
    right = body.run(0.01, 1000) == Outcome::done;
    const Vec3<double> p = body.state().m;
    std::printf("%s, 10 s: m = %.9f %.9f %.9f\n", name.c_str(), p.x, p.y, p.z);
  });
  if (!known) std::printf("there is no method %s\n", name.c_str());
  std::printf("symplectic and explicit, of order 4 or more:\n");
  AllMethods::each([](auto m) {
    constexpr MethodInfo info = decltype(m)::info;
    if (info.structure == Structure::symplectic && info.is_explicit && info.order >= 4 && info.order != kExact)
      std::printf("  %-28s order %d\n", std::string(info.name).c_str(), info.order);
  });
  return known && right ? 0 : 1;
}
