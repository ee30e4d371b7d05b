// collocation_cache.hpp -- what Gauss collocation carries from step to step, and its constants times the step
#pragma once

#include <algorithm>
#include <string>
#include <type_traits>

#include "polhode/methods/tables/gauss.hpp"
#include "polhode/numbers/pack.hpp"

namespace polhode::inline POLHODE_ISA::detail {

/// Components of y: four of Q, three of m.
inline constexpr int kComponents = 7;

/// What the next step begins with: what the stages of the last one have contributed, h b_j f_j.
template <class T, int S>
struct CollocationMemory {
  alignas(64) T L[kComponents][S]{};
  T rest[kComponents]{};  ///< of y: what the last addition has lost
  T h{};                  ///< of the last step
  T warm{};               ///< 1 after the first step, 0 before
  T sweeps{};             ///< that the last step took: the next is not looked at much earlier

  template <class F>
  void each_field(F&& call) {
    for (int c = 0; c < kComponents; ++c)
      for (int j = 0; j < S; ++j) call("L" + std::to_string(c) + "." + std::to_string(j), L[c][j]);
    for (int c = 0; c < kComponents; ++c) call("rest" + std::to_string(c), rest[c]);
    call("h", h), call("warm", warm), call("sweeps", sweeps);
  }
};

/// The tables as numbers. Of mu_ij and mu_ji the larger is rounded, the other is 1 minus it, which is exact.
template <class T, int S>
struct GaussNumbers {
  alignas(64) T c[S]{}, b[S]{}, mu[S][S]{}, nu[S][S]{};  ///< by columns: mu[j][i]
  constexpr GaussNumbers() {
    using Table = GaussTable<S>;
    for (int j = 0; j < S; ++j) c[j] = Table::c[j].template value<T>(), b[j] = Table::b[j].template value<T>();
    for (int j = 0; j < S; ++j)
      for (int i = 0; i < S; ++i) {
        nu[j][i] = T(Table::nu[j][i]);
        const T one = Table::mu[j][i].template value<T>(), other = Table::mu[i][j].template value<T>();
        mu[j][i] = (one < 0 ? -one : one) >= (other < 0 ? -other : other) ? one : T(1) - other;
      }
  }
};
template <class T, int S>
inline constexpr GaussNumbers<T, S> kGaussNumbers{};

/// GaussTable::legendre by columns.
template <class F, int S>
struct LegendreColumns {
  alignas(32) F of[S][4]{};
  constexpr LegendreColumns() {
    for (int j = 0; j < S; ++j)
      for (int k = 0; k < 4; ++k) of[j][k] = F(GaussTable<S>::legendre[k][j]);
  }
};
template <class F, int S>
inline constexpr LegendreColumns<F, S> kLegendreColumns{};

/// Constants times the step, and where the sweeps work.
template <class T, int S>
struct CollocationCache {
  static constexpr bool kStagesInLanes = std::is_same_v<T, double> || std::is_same_v<T, float>;
  static constexpr int W = kStagesInLanes ? std::min(S, kRegisterBytes / int(sizeof(Lane<T>))) : 1;
  static constexpr int G = S / W;
  using V = std::conditional_t<(W > 1), Pack<Lane<T>, W>, T>;

  V mu[G][S], nu[G][S];  ///< by columns; mu as constants g++ 12 makes the sweeps a fifth slower
  V hc[G], hb[G];
  alignas(64) T L[2][kComponents][S];  ///< of this sweep and of the one before
  T h{}, old{};                        ///< for which this is made
  bool made = false;

  template <class F>
  void each_field(F&&) {}  // nothing of it is saved

  POLHODE_INLINE static V load_stages(const T* at) noexcept {
    if constexpr (W > 1)
      return V::load(at);
    else
      return *at;
  }
  POLHODE_INLINE static void store_stages(const V& v, T* at) noexcept {
    if constexpr (W > 1)
      v.store(at);
    else
      *at = v;
  }
  /// For a step h after one of `before`. Seldom: not to be copied into every step.
  [[gnu::noinline]] void make(const T& step, const T& before) {
    using F = Lane<T>;
    constexpr const GaussNumbers<F, S>& number = kGaussNumbers<F, S>;
    const auto stage = [](const F* values, int g) {  // of a row of constants, those of register g
      if constexpr (W > 1)
        return V::load(values + g * W);
      else
        return V(values[g]);
    };
    const Mask<T> same = step == before;
    for (int g = 0; g < G; ++g) {
      const V c = stage(number.c, g);
      for (int j = 0; j < S && !made; ++j) mu[g][j] = stage(number.mu[j], g);
      hc[g] = V(step) * c;
      hb[g] = V(step) * stage(number.b, g);
      for (int j = 0; j < S; ++j) nu[g][j] = stage(number.nu[j], g);
      if (all_lanes<T>(same)) continue;
      const V s = V(step / before) * c;
      for (int j = 0; j < S; ++j) {
        const auto& e = GaussTable<S>::e[j];
        V r = V(F(e[S - 1]));
        for (int k = S - 2; k >= 0; --k) r = fma(r, s, V(F(e[k])));
        r = r * s;
        if constexpr (lanes<T> > 1)
          nu[g][j] = select<T>(same, nu[g][j], r);
        else
          nu[g][j] = r;
      }
    }
    h = step, old = before, made = true;
  }
};

}  // namespace polhode::inline POLHODE_ISA::detail
