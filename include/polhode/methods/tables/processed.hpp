// processed.hpp -- a kernel with eight kicks and its processor: order 6
//
// Written by tools/processed_tables.py, which has the equations. The kernel is symmetric: its first half is here. The
// processor leads from the states of the kernel to those of the motion: kick z1, drift x1, ... z10, x10; kicks and drifts
// add up to nothing. The last kick and the last drift follow from that.
#pragma once

#include <array>
#include <string_view>

#include "polhode/methods/tables/splitting.hpp"

namespace polhode::inline POLHODE_ISA {

/// Kicks and drifts of a processor.
template <class T>
struct ProcessorSteps {
  std::array<T, 10> z{}, x{};
};

// clang-format off
struct Rkn6ProcessedTable {
  static constexpr std::string_view name = "rkn6-processed";
  static constexpr std::string_view title = "Runge-Kutta-Nystrom splitting with a processor, eight kicks a step";
  static constexpr int order = 6;
  static constexpr std::string_view source = "BlanesCasasRos2001; coefficients by tools/processed_tables.py";
  static constexpr bool modified = false;
  static constexpr std::array<Decimal, 4> b{{{93168635000000000, 0}, {189535207905052407, 536036572026268322}, {194601335025520776, 973166542552228172}, {-33564954194530298, -953560720691113717}}};
  static constexpr std::array<Decimal, 3> a{{{197309643000000000, 0}, {165139202000000000, 0}, {315306999000000000, 0}}};
  static constexpr std::array<Decimal, 9> z{{{-266439446255530667, -528174498153810405}, {111325394845387440, 102699753696661882}, {-113675949308141451, -626050923407623181}, {202411842909446815, 388790649554504498}, {21276580771228399, 792109322660500409}, {250533001549759055, 357062188591826332}, {67596616502761500, 542170579693295945}, {-76838794014911092, -28607072635355480}, {55754790000000000, 0}}};
  static constexpr std::array<Decimal, 9> x{{{-240664175325002918, -454868048035835264}, {-6235098418638543, -907391080277332653}, {230234691313572175, 254150814836597368}, {-167399467186078718, -137119353243587645}, {429091358281385086, 644171727489888176}, {170764476628690533, 402881899562171973}, {113867159677135053, 230944525162669159}, {21335691028937331, 967229514505428887}, {-252860018000000000, 0}}};
  template <class T>
  static constexpr auto coefficients() noexcept {
    return detail::completed<T, 8>(b, a);
  }
  template <class T>
  static constexpr ProcessorSteps<T> processor() noexcept {
    ProcessorSteps<T> p;
    for (std::size_t i = 0; i < 9; ++i) {
      p.z[i] = z[i].template value<T>();
      p.x[i] = x[i].template value<T>();
      p.z[9] -= p.z[i];
      p.x[9] -= p.x[i];
    }
    return p;
  }
};
// clang-format on

}  // namespace polhode::inline POLHODE_ISA
