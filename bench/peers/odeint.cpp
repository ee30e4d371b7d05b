// odeint.cpp -- Boost.Odeint as a template on an array of seven numbers, its fastest use: no allocation, all inlined
#include <array>
#include <string>

#include <boost/numeric/odeint.hpp>
#include <boost/version.hpp>

#include "rates.hpp"

namespace polhode_bench {
namespace {

namespace od = boost::numeric::odeint;
template <int n>
using State = std::array<double, n>;

template <template <class...> class Stepper>
bool fixed(const PeerProblem& p, double steps, PeerState& out) {
  return with_rates(p, [&](const auto& rates) {
    using S = State<std::decay_t<decltype(rates)>::n>;
    const auto system = [&rates](const S& s, S& d, double t) { rates(s.data(), d.data(), t); };
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
template <template <class...> class Stepper>
bool controlled(const PeerProblem& p, double tolerance, PeerState& out) {
  return with_rates(p, [&](const auto& rates) {
    using S = State<std::decay_t<decltype(rates)>::n>;
    const auto system = [&rates](const S& s, S& d, double t) { rates(s.data(), d.data(), t); };
    S s{};
    begin(p, s);
    od::integrate_adaptive(od::make_controlled<Stepper<S>>(tolerance, tolerance), system, s, 0.0, p.end, 0.01 * p.end);
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
  to.push_back({"odeint dopri5 controlled", package, true, 1, any, controlled<Dopri5>});
  to.push_back({"odeint rkf78 controlled", package, true, 1, any, controlled<Rkf78>});
}

}  // namespace polhode_bench
