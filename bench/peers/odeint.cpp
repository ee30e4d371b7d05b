// odeint.cpp -- Boost.Odeint as a template on an array of seven numbers, its fastest use: no allocation, all inlined
//
// With a fixed step. Those that choose their steps are in a file of their own (odeint_controlled.cpp): in one file the compiler no
// longer inlines all of rkf78, which costs it a third.
#include <array>
#include <string>

#include <boost/numeric/odeint.hpp>
#include <boost/version.hpp>

#include "odeint_controlled.hpp"
#include "rates.hpp"

namespace polhode_bench {
namespace {

namespace od = boost::numeric::odeint;

template <template <class...> class Stepper>
bool fixed(const PeerProblem& p, double steps, PeerState& out) {
  return with_rates(p, [&](const auto& rates) {
    using S = std::array<double, std::decay_t<decltype(rates)>::n>;
    const auto system = [rates](const S& s, S& d, double t)
                            __attribute__((always_inline)) { rates(s.data(), d.data(), t); };
    S s{};
    begin(p, s);
    const long n = long(steps);
    const double h = p.end / double(n);
    Stepper<S> stepper;
    for (long i = 0; i < n; ++i) stepper.do_step(system, s, double(i) * h, h);
    finish(s, out);
    return true;
  });
}

template <class... T>
using Rk4 = od::runge_kutta4<T...>;
template <class... T>
using Dopri5 = od::runge_kutta_dopri5<T...>;
template <class... T>
using Rkf78 = od::runge_kutta_fehlberg78<T...>;

}  // namespace

void add_odeint(std::vector<Peer>& to) {
  const std::string package =
      "Boost.Odeint " + std::to_string(BOOST_VERSION / 100000) + "." + std::to_string(BOOST_VERSION / 100 % 1000);
  to.push_back({"odeint rk4", package, false, 1, any, fixed<Rk4>});
  to.push_back({"odeint dopri5", package, false, 1, any, fixed<Dopri5>});
  to.push_back({"odeint rkf78", package, false, 1, any, fixed<Rkf78>});
  add_odeint_controlled(to, package);
}

}  // namespace polhode_bench
