// One part of a program whose files are compiled for different instruction sets: POLHODE_PART names its function.
#include <vector>

#include "polhode/polhode.hpp"

#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)

using namespace polhode;

namespace {

void add(std::vector<double>& out, const Quaternion<double>& Q, const Vec3<double>& m) {
  for (const double x : {Q.w, Q.v.x, Q.v.y, Q.v.z, m.x, m.y, m.z}) out.push_back(x);
}

template <class M>
void lanes_of(std::vector<double>& out) {
  using P = Pack<double, 8>;
  Vec3<P> I;
  PrincipalState<P> s;
  for (int i = 0; i < 8; ++i) {
    for (int k = 0; k < 3; ++k) set_lane(I[k], i, 1.0 + 0.1 * k + 0.01 * i);
    set_lane(s, i, PrincipalState<double>{{}, {0.3 + 0.1 * i, 1.0, 0.2}});
  }
  Drive<M, NoTorque, P> drive{Principal<P>(I)};
  for (int n = 0; n < 20; ++n) drive.step(P(0.05), s);
  for (int i = 0; i < 8; ++i) add(out, lane(s, i).Q, lane(s, i).m);
}

}  // namespace

/// Numbers from all over the library: functions, lanes, the exact motion, methods with and without torques, cards.
extern "C" std::size_t JOIN(part_, POLHODE_PART)(double* results, std::size_t room) {
  std::vector<double> out;
  for (const double x : {0.1, 3.7, 1e5}) {
    double s, c;
    sincos(x, s, c);
    out.push_back(s), out.push_back(c), out.push_back(log(x)), out.push_back(atan2(x, 0.3));
  }
  lanes_of<Sr<2>>(out);
  lanes_of<Dmv<8>>(out);
  lanes_of<Lie3>(out);
  const Inertia inertia = Inertia::tensor({{0.62, 0.03, -0.02}, {0.03, 0.35, 0.04}, {-0.02, 0.04, 0.45}});
  const State<double> start{{}, inertia.momentum({0.4, 1.1, -0.7})};
  const FreeMotion<double> motion(inertia, start);
  for (const double t : {-3.0, 0.5, 1e4}) add(out, motion.at(t).Q, motion.at(t).m);
  Stepper<Rkn6<Dmv<16>>, HeavyTop<>> top(inertia, start, HeavyTop(0.8, {0.1, -0.2, 0.9}));
  top.run_until(3, 0.05);
  add(out, top.state().Q, top.state().m);
  Stepper<Newmark, Drag<>> braked(inertia, start, Drag(0.1));
  braked.run_until(3, 0.05);
  add(out, braked.state().Q, braked.state().m);
  out.push_back(double(Tumbling<double>(inertia, start).flips(0, 1000)));
  try {
    Inertia::principal(1, 2, 5);
  } catch (const InvalidInput& bad) {
    out.push_back(double(std::string(bad.what()).size()));
  }
  for (std::size_t i = 0; i < out.size() && i < room; ++i) results[i] = out[i];
  return out.size();
}
