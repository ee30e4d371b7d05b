// numbers/error.hpp -- input from a file is checked where it enters, and the message can be shown to people
#include <cstdio>
#include <string>

#include "polhode/body/inertia.hpp"
#include "polhode/numbers/error.hpp"

using namespace polhode;

int main() {
  const double bodies[4][3] = {{0.6, 0.8, 1.0}, {1, 2, 5}, {0.1, 0.2, 0.1 + 0.2}, {1, -1, 1}};
  int refused = 0;
  for (const auto& I : bodies) {
    try {
      Inertia::principal(I[0], I[1], I[2]);
      std::printf("accepted (%s, %s, %s)\n", to_text(I[0]).c_str(), to_text(I[1]).c_str(), to_text(I[2]).c_str());
    } catch (const InvalidInput& e) {
      std::printf("%s\n", e.what());
      ++refused;
    }
  }
  return refused == 2 ? 0 : 1;  // the third is a flat plate: its violation is one of rounding
}
