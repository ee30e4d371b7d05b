// odeint_controlled.cpp -- Boost.Odeint with steps by a tolerance
#include "odeint_controlled.hpp"

#include <array>
#include <string>

#include <boost/numeric/odeint.hpp>

#include "rates.hpp"

namespace polhode_bench {
namespace {

namespace od = boost::numeric::odeint;

template <template <class...> class Stepper>
bool controlled(const PeerProblem& p, double tolerance, PeerState& out) {
  return with_rates(p, [&](const auto& rates) {
    using S = std::array<double, std::decay_t<decltype(rates)>::n>;
    const auto system = [rates](const S& s, S& d, double t) { rates(s.data(), d.data(), t); };
    S s{};
    begin(p, s);
    od::integrate_adaptive(od::make_controlled<Stepper<S>>(tolerance, tolerance), system, s, 0.0, p.end, 0.01 * p.end);
    finish(s, out);
    return true;
  });
}

template <class... T>
using Dopri5 = od::runge_kutta_dopri5<T...>;
template <class... T>
using Rkf78 = od::runge_kutta_fehlberg78<T...>;

}  // namespace

void add_odeint_controlled(std::vector<Peer>& to, const std::string& package) {
  to.push_back({"odeint dopri5 controlled", package, true, 1, any, controlled<Dopri5>});
  to.push_back({"odeint rkf78 controlled", package, true, 1, any, controlled<Rkf78>});
}

}  // namespace polhode_bench
