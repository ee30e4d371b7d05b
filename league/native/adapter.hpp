// adapter.hpp -- what all adapters in C++ have in common: the same as adapters/adapter.mjs
//
// An adapter calls adapter(argc, argv, about, make); make(case) gives a pointer to something with step() and state(double[7]).
#pragma once

#include <array>
#include <cstdio>
#include <exception>
#include <iostream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

namespace league {

struct About {
  std::string engine, version, precision, quaternion, omega;
  std::vector<std::pair<std::string, std::string>> settings;  ///< name and meaning; the first is the default
};

struct Case {
  std::array<double, 3> moments, angular_velocity, omega_space;
  std::array<double, 4> attitude;  ///< w x y z
  double step;
  long steps;
  std::string setting;
};

/// From body to space.
inline std::array<double, 3> rotate(const std::array<double, 4>& q, const std::array<double, 3>& v) {
  const auto [w, x, y, z] = q;
  const double a = 2 * (y * v[2] - z * v[1]), b = 2 * (z * v[0] - x * v[2]), c = 2 * (x * v[1] - y * v[0]);
  return {v[0] + w * a + y * c - z * b, v[1] + w * b + z * a - x * c, v[2] + w * c + x * b - y * a};
}

inline Case read_case(const About& about) {
  const auto json = nlohmann::json::parse(std::cin);
  Case c{json.at("moments"),
         json.at("angular_velocity"),
         {},
         json.at("attitude"),
         json.at("step"),
         json.at("steps"),
         json.value("setting", about.settings.front().first)};
  c.omega_space = rotate(c.attitude, c.angular_velocity);
  std::string all;
  for (const auto& [name, meaning] : about.settings) {
    if (name == c.setting) return c;
    all += (all.empty() ? "" : ", ") + name;
  }
  throw std::invalid_argument("no setting \"" + c.setting + "\"; there are " + all);
}

template <class Make>
int adapter(int argc, char** argv, const About& about, const Make& make) try {
  if (argc > 1 && std::string(argv[1]) == "--describe") {
    nlohmann::ordered_json settings;
    for (const auto& [name, meaning] : about.settings) settings[name] = meaning;
    std::cout << nlohmann::ordered_json{{"engine", about.engine},
                                        {"version", about.version},
                                        {"precision", about.precision},
                                        {"settings", settings}}
              << "\n";
    return 0;
  }
  const Case c = read_case(about);
  std::printf(
      "# engine: %s\n# version: %s\n# setting: %s\n# precision: %s\n# quaternion: %s body->space\n# omega: %s\n",
      about.engine.c_str(), about.version.c_str(), c.setting.c_str(), about.precision.c_str(), about.quaternion.c_str(),
      about.omega.c_str());
  std::puts("t,q0,q1,q2,q3,w0,w1,w2");
  const auto body = make(c);
  for (long i = 0; i <= c.steps; ++i) {
    if (i > 0) body->step();
    double s[7];
    body->state(s);
    std::printf("%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g\n", double(i) * c.step, s[0], s[1], s[2], s[3], s[4],
                s[5], s[6]);
  }
  return 0;
} catch (const std::exception& fault) {
  std::fflush(stdout);
  std::cerr << about.engine << ": " << fault.what() << "\n";
  return 2;
}

}  // namespace league
