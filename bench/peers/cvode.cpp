// cvode.cpp -- SUNDIALS CVODE, Adams with fixed-point iteration; what it allocates is kept from run to run
#include <cvode/cvode.h>
#include <nvector/nvector_serial.h>
#include <sundials/sundials_config.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

#include "rates.hpp"

namespace polhode_bench {
namespace {

template <class R>
int derivatives(double t, N_Vector y, N_Vector d, void* rates) {
  (**static_cast<const R**>(rates))(NV_DATA_S(y), NV_DATA_S(d), t);
  return 0;
}

/// The solver of one set of equations.
template <class R>
struct Solver {
  SUNContext context = nullptr;
  N_Vector y = nullptr;
  void* memory = nullptr;
  SUNNonlinearSolver iteration = nullptr;
  const R* rates = nullptr;
  bool good = false;
  Solver() {
    SUNContext_Create(nullptr, &context);
    y = N_VNew_Serial(R::n, context);
    for (int i = 0; i < R::n; ++i) NV_Ith_S(y, i) = 0;
    memory = CVodeCreate(CV_ADAMS, context);
    iteration = SUNNonlinSol_FixedPoint(y, 0, context);
    good = CVodeInit(memory, derivatives<R>, 0, y) == CV_SUCCESS && CVodeSetUserData(memory, &rates) == CV_SUCCESS &&
           CVodeSStolerances(memory, 1e-6, 1e-6) == CV_SUCCESS &&
           CVodeSetNonlinearSolver(memory, iteration) == CV_SUCCESS &&
           CVodeSetMaxNumSteps(memory, 10'000'000) == CV_SUCCESS && CVodeSetErrFile(memory, nullptr) == CV_SUCCESS;
  }
};

bool adams(const PeerProblem& p, double tolerance, PeerState& out) {
  return with_rates(p, [&](const auto& rates) {
    using R = std::decay_t<decltype(rates)>;
    static Solver<R> solver;
    double* const s = NV_DATA_S(solver.y);
    for (int i = 0; i < R::n; ++i) s[i] = 0;
    begin(p, s);
    solver.rates = &rates;
    if (!solver.good || CVodeReInit(solver.memory, 0, solver.y) != CV_SUCCESS) return false;
    CVodeSStolerances(solver.memory, tolerance, tolerance);
    CVodeSetStopTime(solver.memory, p.end);
    double t = 0;
    if (CVode(solver.memory, p.end, solver.y, &t, CV_NORMAL) < 0) return false;
    finish(s, out);
    return true;
  });
}

}  // namespace

void add_cvode(std::vector<Peer>& to) {
  to.push_back({"cvode adams", "SUNDIALS " SUNDIALS_VERSION, true, 1, any, adams});
}

}  // namespace polhode_bench
