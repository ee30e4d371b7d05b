// work_precision.cpp -- time to an error, one body: our methods and what one would take otherwise, on equal terms, in one process
//
//   work_precision [--seconds S] [--only NAMES] [--patience S]     JSON
//
// Problems   F      free: I = (0.6, 0.8, 1), m = (1.8, 0.4, -0.9), t = 10;   F1000 the same, t = 1000
//            T      asymmetric heavy top: I = (1, 2, 3), w = (0.5, 1, 1.5), weight 1 on the third axis, t = 100
//            L      fast top: I = (5, 5, 1), w = (0, 0, 50), leaning by 0.3 rad, weight 20, t = 10
//            S      satellite that tumbles at a degree per second, one orbit of 400 by 1450 km: gravity gradient
//            B      body of F braked by a drag, t = 40
//            U      a user's torque with sqrt, sin, exp and divisions, on the body of T, t = 100
// Terms      equal_terms.hpp; the error is that of the attitude at the end, rad. contest.hpp has the clock.
// Reference  reference.hpp
#include <cstdio>
#include <cstdlib>

#include "games/game.hpp"

int main(int argc, char** argv) {
  using namespace polhode_bench;
  double seconds = 60;
  Terms terms{"", 0.25};
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::string option = argv[i];
    if (option == "--seconds") seconds = std::atof(argv[i + 1]);
    if (option == "--patience") terms.patience = std::atof(argv[i + 1]);
    if (option == "--only") terms.only = std::string(",") + argv[i + 1] + ",";
  }

  const double lean = 0.15;  // half of the angle
  const PrincipalState<double> hairer{{}, {1.8, 0.4, -0.9}};
  Game F("F", "free body, 10 s", {0.6, 0.8, 1.0}, hairer, 10, 3);
  Game F1000("F1000", "free body, 1000 s", {0.6, 0.8, 1.0}, hairer, 1000, 3);
  Game T("T", "asymmetric heavy top, 100 s", {1, 2, 3}, {{}, {0.5, 2, 4.5}}, 100, 3);
  Game L("L", "fast heavy top, 10 s", {5, 5, 1}, {{std::cos(lean), {std::sin(lean), 0, 0}}, {0, 0, 50}}, 10, 0.2);
  Game S("S", "satellite in the gravity gradient, one orbit (6180 s)", {40, 60, 80}, {{}, {0.08, 1.05, 0.4}}, 6180,
         240);
  Game B("B", "braked body, 40 s", {0.6, 0.8, 1.0}, hairer, 40, 3);
  Game U("U", "a torque of one's own with sqrt, sin, exp, divisions, 100 s", {1, 2, 3}, {{}, {0.5, 2, 4.5}}, 100, 3);
  F1000.contest.most_steps = 250000;

  play_free(F, F1000, terms);
  play_tops(T, L, terms);
  play_satellite(S, terms);
  play_braked(B, terms);
  play_own(U, terms);
  std::vector<Contest*> contests;
  for (Game* g : {&F, &F1000, &T, &L, &S, &B, &U})
    if (!g->contest.rows.empty()) contests.push_back(&g->contest);
  time_all(contests, seconds);

  nlohmann::json out{{"missing", missing_packages()}, {"problems", nlohmann::json::array()}};
  for (const Contest* c : contests) out["problems"].push_back(c->json());
  std::printf("%s\n", out.dump(1).c_str());
}
