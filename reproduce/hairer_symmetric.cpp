// hairer_symmetric.cpp -- [HairerVilmart2006] section 3: "for symmetric bodies similar results are obtained"
#include "hairer.hpp"

namespace polhode::reproduce::hairer {

Result symmetric_bodies() {
  Result result;
  struct Symmetric {
    const char* name;
    Vec3<double> moments;
  };
  for (const Symmetric& symmetric : {Symmetric{"I1 = I2", {0.6, 0.6, 1}}, {"I2 = I3", {0.6, 1, 1}}}) {
    const Principal<Quad> body(convert<Quad>(symmetric.moments));
    const PrincipalState<Quad> s0 = start<Quad>();
    const int n = int(std::ceil(20 * norm(times(Principal<double>(symmetric.moments).x, kMomentum))));  // h|w| = 0.1
    each_compared([&](auto compared) {
      using M = typename decltype(compared)::Method;
      const std::string name = compared.name;
      const Orders found = measured_orders<M>(body, s0, Quad(2), n);
      const PrintedProperties& printed = row_of(compared.integrator);
      const auto order = [&](const char* of, std::string_view says, double value) {
        const std::string ours = std::isfinite(value) ? formatted("order %.2f", value) : "exact";
        const std::string row = std::string(symmetric.name) + ", " + of;
        if (name.starts_with("SR")) {
          result.entries.push_back({row, name, "the exact solution", ours,
                                    stated(!std::isfinite(value), "nothing but rounding, in 34 digits")});
          return;
        }
        const double expected = printed_order(says, name);
        const std::string as_before =
            std::isfinite(expected) ? formatted("similar results: order %.0f", expected) : "similar results: exact";
        result.entries.push_back({row, name, as_before, ours,
                                  std::isfinite(expected)
                                      ? stated(value > expected - 0.1, "that order, or more")
                                      : stated(!std::isfinite(value), "nothing but rounding, in 34 digits")});
      };
      order("momentum", printed.y_order, found.y);
      order("attitude", printed.Q_order, found.Q);
    });
  }
  result.notes = {
      "The paper says so below figure 1 and shows nothing. Ours are bodies with moments (0.6, 0.6, 1) and (0.6, 1, 1), "
      "the "
      "start as printed; orders from runs to t = 2 with h|w| = 0.1 and half of it, in 34 digits."};
  return result;
}

}  // namespace polhode::reproduce::hairer
