// gsl.cpp -- GSL's rk8pd, with a fixed step and controlled; what it allocates is kept from run to run
#include <memory>

#include <gsl/gsl_errno.h>
#include <gsl/gsl_odeiv2.h>
#include <gsl/gsl_version.h>

#include "rates.hpp"

namespace polhode_bench {
namespace {

template <class R>
int derivatives(double t, const double y[], double d[], void* rates) {
  (*static_cast<const R*>(rates))(y, d, t);
  return GSL_SUCCESS;
}

bool run(const PeerProblem& p, double setting, bool controlled, PeerState& out) {
  return with_rates(p, [&](const auto& rates) {
    using R = std::decay_t<decltype(rates)>;
    static gsl_odeiv2_step* const step = gsl_odeiv2_step_alloc(gsl_odeiv2_step_rk8pd, R::n);
    static gsl_odeiv2_evolve* const evolve = gsl_odeiv2_evolve_alloc(R::n);
    gsl_odeiv2_step_reset(step), gsl_odeiv2_evolve_reset(evolve);
    gsl_odeiv2_system system{derivatives<R>, nullptr, R::n, const_cast<R*>(&rates)};
    double s[R::n] = {}, error[R::n];
    begin(p, s);
    if (controlled) {
      static gsl_odeiv2_control* const control = gsl_odeiv2_control_y_new(1e-6, 1e-6);
      gsl_odeiv2_control_init(control, setting, setting, 1, 0);
      double t = 0, h = 0.01 * p.end;
      while (t < p.end)
        if (gsl_odeiv2_evolve_apply(evolve, control, step, &system, &t, p.end, &h, s) != GSL_SUCCESS) return false;
    } else {
      const long n = long(setting);
      const double h = p.end / double(n);
      for (long i = 0; i < n; ++i)
        if (gsl_odeiv2_step_apply(step, double(i) * h, h, s, error, nullptr, nullptr, &system) != GSL_SUCCESS)
          return false;
    }
    finish(s, out);
    return true;
  });
}

}  // namespace

void add_gsl(std::vector<Peer>& to) {
  gsl_set_error_handler_off();
  const std::string package = std::string("GSL ") + gsl_version;
  const auto with = [](bool controlled) {
    return
        [controlled](const PeerProblem& p, double setting, PeerState& out) { return run(p, setting, controlled, out); };
  };
  to.push_back({"gsl rk8pd", package, false, 1, any, with(false)});
  to.push_back({"gsl rk8pd controlled", package, true, 1, any, with(true)});
}

}  // namespace polhode_bench
