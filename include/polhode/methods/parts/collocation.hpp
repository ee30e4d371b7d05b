// collocation.hpp -- Gauss collocation of a body under any torque, its stages side by side in the lanes of a register
//
// Unknowns   y = (Q, m),   f(y) = (Q w/2, m x w + torque),   w = I^-1 m
// Stages     Y_i = y + sum_j mu_ij L_j,   L_j = h b_j f(Y_j)                        [HairerLubichWanner2006] II.1.3
// Sweep      all Y_i from the L_j of the sweep before: one call of the torque with a pack of stages for each register. The stages
//            have the same times in all sweeps: what of the torque depends on the time alone is computed once.
// Start      the polynomial of the step before, continued: Y_i = y + sum_j nu_ij L_j (old); at the start of a run Y_i = y
// End        y <- y + sum_j L_j, what is lost by the addition carried on, |Q| brought to 1
//
// With mu_ij + mu_ji = 1 to the last bit rounded coefficients keep what is quadratic in y; with rounded a_ij = mu_ij b_j the
// energy of a top drifts by 1e-18 a step, always the same way ([AntonanaMakazagaMurua2025]).
// The idea, for differential equations in general, is that of [AntonanaMakazagaMurua2025]; here the torque is called as it is
// and the bits do not depend on the width of the registers: every lane goes through the operations of a single number.
//
// Quick      where sweeps end before they have converged nothing is exact anyway. Then m x w is made of products with constants
//            of the body, 2 (I2 - I3)/I2, ..., a sixth of the time less; rounded, they keep neither |m| nor the energy.
//
// Free       a body without torque, quick: the momentum alone is swept, and the attitude follows from it (turn_by_momentum.hpp).
//
// double and float have the stages in lanes; for every other number (quad, or a pack with one body per lane) a register is
// one stage. S stages are S/W registers, one after another, so that what one of them needs stays in registers (g++ 12, AVX2:
// 36 ns a sweep of eight stages instead of 46 with all eight at once).
#pragma once

#include <type_traits>

#include "polhode/body/inertia.hpp"
#include "polhode/body/state.hpp"
#include "polhode/methods/method.hpp"
#include "polhode/methods/parts/collocation_cache.hpp"
#include "polhode/methods/parts/turn_by_momentum.hpp"
#include "polhode/torques/torque.hpp"

namespace polhode::inline POLHODE_ISA::detail {

/// A step is worth a copy of the torque and of all that it calls: what depends on the time alone is then computed once for all
/// sweeps, and nothing goes through memory (with sqrt, sin, exp and divisions a quarter of the time less). Not if it is a choice
/// among many, or is called stage by stage.
template <class Torque, class V>
inline constexpr bool kInlined = TorqueModel<Torque, V> && !requires { requires Torque::kChosenAtRunTime; };

/// How the sweeps of a step went, lane by lane for bodies in lanes.
template <class T>
struct Sweeps {
  int number = 0;     ///< the most over all lanes
  Mask<T> reached{};  ///< the last one has moved no more than was allowed
};

/// At the start of a run a fixed number of sweeps is larger by this: with fewer the first step is seen in the error of a run, with
/// more it is not (free bodies and tops, S = 4 and 8).
template <int S>
inline constexpr int kFirstSweeps = S / 2 + 1;

/// When sweeps end: after so many of them (kFirstSweeps more at the start of a run), or as soon as one changes no more than
/// `tolerance`.
template <class T>
struct SweepGoal {
  int fixed = 0;
  int most = 100;
  T tolerance{};
  T least_size{};  ///< changes of a smaller momentum are measured by this
};

/// One step in the making: predicted, swept, and then taken or not.
template <class T, int S, bool quick = false, bool free = false>
class Collocation {
  static_assert(quick || !free);  // converged sweeps of the momentum alone leave a trend in |m| and the energy

 public:
  using Memory = CollocationMemory<T, S>;
  using Cache = CollocationCache<T, S>;
  using V = typename Cache::V;
  static constexpr int W = Cache::W, G = Cache::G;
  static constexpr int kFirst = free ? 4 : 0;  // of the components that are swept

  template <class Torque>
  POLHODE_INLINE Collocation(const Principal<T>& body, const Torque& torque, const TimeStep<T>& at,
                             const PrincipalState<T>& s, const Memory& memory, Cache& cache, const SweepGoal<T>& goal)
      : memory_(memory), cache_(cache), y_{s.Q.w, s.Q.v.x, s.Q.v.y, s.Q.v.z, s.m.x, s.m.y, s.m.z}, h_(at.h) {
    const Mask<T> warm = memory.warm > T(0);
    const T before = select<T>(warm, memory.h, at.h);
    if (!cache.made || !all_lanes<T>(cache.h == at.h) || !all_lanes<T>(cache.old == before)) cache.make(at.h, before);
    const Turning turning(body, cache);
    decltype(at_time_of(torque, V{})) when[G];
    for (int g = 0; g < G; ++g) when[g] = at_time_of(torque, V(at.t) + cache.hc[g]);

    T(*to)[S] = cache.L[0];
#pragma GCC unroll 1
    for (int g = 0; g < G; ++g) {
      V Y[kComponents];
      if (all_lanes<T>(warm)) {
        predict(g, memory.L, Y);
      } else if constexpr (lanes<T> > 1) {
        predict(g, memory.L, Y);
        for (int c = kFirst; c < kComponents; ++c) Y[c] = select<T>(warm, Y[c], y_[c]);
      } else {
        for (int c = kFirst; c < kComponents; ++c) Y[c] = V(y_[c]);
      }
      evaluate(turning, torque, when[g], cache.hb[g], Y, to, g);
    }
    in_memory();
    const T limit = T(Lane<T>(goal.fixed)) + select<T>(warm, T(0), T(Lane<T>(kFirstSweeps<S>)));
    const int number = goal.fixed + (all_lanes<T>(warm) ? 0 : kFirstSweeps<S>);
    const T size = max(size_of(s.m), goal.least_size);
    T last(Lane<T>(1));
    // A look costs a third of a sweep; to look but one sweep before the number of the last step saves less than it costs.
    const T least = select<T>(warm, memory.sweeps - T(2), T(0));
    sweeps.number = 1;
    Mask<T> active = goal.fixed > 0 ? T(1) < limit : Mask<T>(true);
    while (some(active)) {
      const T(*from)[S] = cache.L[now_];
      to = cache.L[now_ ^= 1];
#pragma GCC unroll 1
      for (int g = 0; g < G; ++g) {
        V Y[kComponents];
        integrate(g, from, Y);
        evaluate(turning, torque, when[g], cache.hb[g], Y, to, g);
      }
      in_memory();
      ++sweeps.number;
      if constexpr (lanes<T> > 1) {  // a body that has ended its sweeps stays as it is
        for (int c = kFirst; c < kComponents; ++c)
          for (int j = 0; j < S; ++j) to[c][j] = select<T>(active, to[c][j], from[c][j]);
      }
      if (goal.fixed > 0) {
        if constexpr (lanes<T> > 1) {
          const Mask<T> on = active & (T(Lane<T>(sweeps.number)) < limit);
          // Looked at now: while others go on, nothing of it moves.
          if (some(active & !on)) sweeps.reached = sweeps.reached | (active & !on & moved_little(goal.tolerance, s.m));
          active = on;
        } else {
          active = sweeps.number < number;
        }
      } else {
        const Mask<T> late = T(Lane<T>(sweeps.number)) >= least;
        if (!some(late)) continue;
        const Mask<T> down = moved_at_most(goal.tolerance, size) & late;
        sweeps.reached = sweeps.reached | (active & down);
        took_ = select<T>(active & down, T(Lane<T>(sweeps.number)), took_);
        active = active & !down & Mask<T>(sweeps.number < goal.most);
        if (sweeps.number >= kPatience && some(active)) {
          // Rounding may be larger than the tolerance: then changes stop to fall.
          const T now = change(reciprocal(size));
          const Mask<T> stuck = late & (now >= last) & (last <= T(Lane<T>(kRoundingOfHardBodies)));
          sweeps.reached = sweeps.reached | (active & stuck);
          took_ = select<T>(active & stuck, T(Lane<T>(sweeps.number)), took_);
          active = active & !stuck & ((!late) | (now < T(Lane<T>(1e8))));
          last = select<T>(late, now, last);
        }
      }
    }
    if (goal.fixed > 0 && (lanes<T> == 1 || sweeps.number == 1)) sweeps.reached = moved_little(goal.tolerance, s.m);
    if constexpr (free) end_free(body, turning.x, s);
  }

  Sweeps<T> sweeps;

  /// Takes the step in the lanes of the mask. `compensated`: what an addition loses is carried on to the next.
  template <bool compensated = true>
  POLHODE_INLINE void take(const Mask<T>& taken, PrincipalState<T>& s, Memory& memory) const noexcept {
    const T(*L)[S] = cache_.L[now_];
    T z[kComponents], rest[kComponents]{};
    if constexpr (free) {
      z[0] = free_.Q.w, z[1] = free_.Q.v.x, z[2] = free_.Q.v.y, z[3] = free_.Q.v.z;
      z[4] = free_.m.x, z[5] = free_.m.y, z[6] = free_.m.z;
    } else {
      T d[kComponents];
#pragma GCC unroll 8
      for (int c = 0; c < kComponents; ++c) {
        d[c] = compensated ? sum(L[c]) + memory.rest[c] : sum(L[c]);
        z[c] = y_[c] + d[c];
      }
      // Q to unit length, by what it moves by, so that the rounding of this is carried on, too.
      const T g = lengthening(T(1) - ((z[0] * z[0] + z[1] * z[1]) + (z[2] * z[2] + z[3] * z[3])));
#pragma GCC unroll 8
      for (int c = 0; c < kComponents; ++c) {
        if (!compensated) {
          if (c < 4) z[c] = fma(g, z[c], z[c]);
          continue;
        }
        if (c < 4) d[c] = fma(g, z[c], d[c]);
        add(y_[c], d[c], z[c], rest[c]);
      }
    }
    if (all_lanes<T>(taken)) {
#pragma GCC unroll 8
      for (int c = kFirst; c < kComponents; ++c)  // by whole registers: memcpy of g++ 12 goes by halves
#pragma GCC unroll 8
        for (int r = 0; r < G; ++r) Cache::store_stages(stages(L, c, r), memory.L[c] + r * W);
      if (compensated) __builtin_memcpy(memory.rest, rest, sizeof rest);
      memory.h = h_, memory.warm = T(1), memory.sweeps = took_;
      s = {{z[0], {z[1], z[2], z[3]}}, {z[4], z[5], z[6]}};
    } else if constexpr (lanes<T> > 1) {
      for (int c = kFirst; c < kComponents; ++c) {
        for (int j = 0; j < S; ++j) memory.L[c][j] = select<T>(taken, L[c][j], memory.L[c][j]);
        memory.rest[c] = select<T>(taken, rest[c], memory.rest[c]);
      }
      memory.h = select<T>(taken, h_, memory.h), memory.warm = select<T>(taken, T(1), memory.warm);
      memory.sweeps = select<T>(taken, took_, memory.sweeps);
      s = select<T>(taken, PrincipalState<T>{{z[0], {z[1], z[2], z[3]}}, {z[4], z[5], z[6]}}, s);
    }
  }

  /// h times the sizes of the Legendre coefficients of degrees S - 1, S - 2, S - 3, S - 4 of the derivatives, attitude and
  /// relative momentum: how fast they fall tells how well the step is resolved.
  void spectrum(const Vec3<T>& m, const T& least_size, T (&size)[4]) const noexcept
    requires(!free)
  {
    const T(*L)[S] = cache_.L[now_];
    const T over_size = reciprocal(max(size_of(m), least_size));
    using Degrees =
        std::conditional_t<Cache::kStagesInLanes, Pack<Lane<T>, 4>, T>;  // side by side, or one after another
    constexpr int n = lanes<Degrees> / lanes<T>;
    for (int k = 0; k < 4; k += n) {
      Degrees parts[2]{Degrees(Lane<T>(0)), Degrees(Lane<T>(0))};
      for (int c = 0; c < kComponents; ++c) {
        Degrees sum(Lane<T>(0));
        for (int j = 0; j < S; ++j) {
          const Lane<T>* column = kLegendreColumns<Lane<T>, S>.of[j] + k;
          if constexpr (n > 1)
            sum = fma(Degrees::load(column), Degrees(L[c][j]), sum);
          else
            sum = fma(Degrees(*column), L[c][j], sum);
        }
        parts[c < 4 ? 0 : 1] += abs(sum);
      }
      const Degrees all = fma(parts[1], Degrees(over_size), parts[0]);
      if constexpr (n > 1)
        all.store(size);
      else
        size[k] = all;
    }
  }

 private:
  // A body of extreme moments or torques does not come down to rounding of the attitude, but to this.
  static constexpr double kRoundingOfHardBodies = 1e-10;
  // That is looked for after so many sweeps; most steps have ended before.
  static constexpr int kPatience = 16;

  /// What makes a body turn by itself.
  struct Turning {
    Vec3<V> x;
    Vec3<V> half[quick ? G : 1], gyro;  // h b/(2I) for each register; 2 (I2 - I3)/I2, ...
    POLHODE_INLINE Turning(const Principal<T>& body, const Cache& cache) noexcept
        : x{V(body.x.x), V(body.x.y), V(body.x.z)} {
      if constexpr (quick) {
        for (int g = 0; g < G; ++g) {
          const V k = V(Lane<T>(0.5)) * cache.hb[g];
          half[g] = {k * x.x, k * x.y, k * x.z};
        }
        const Vec3<T>& I = body.I;
        gyro = {V(T(2) * (I.y - I.z) * body.x.y), V(T(2) * (I.z - I.x) * body.x.z), V(T(2) * (I.x - I.y) * body.x.x)};
      }
    }
  };

  const Memory& memory_;
  Cache& cache_;
  T y_[kComponents];
  T h_, took_{};
  struct Nothing {};
  [[no_unique_address]] std::conditional_t<free, PrincipalState<T>, Nothing> free_;  // the end of the step
  int now_ = 0;                                                                      // cache.L[now_] is the newest

  POLHODE_INLINE static T reciprocal(const T& size) noexcept { return select<T>(size > T(0), T(1) / size, T(0)); }
  static bool some(const Mask<T>& mask) noexcept { return !all_lanes<T>(!mask); }
  POLHODE_INLINE static V stages(const T (*L)[S], int c, int g) noexcept { return Cache::load_stages(L[c] + g * W); }
  /// b if either is NaN: a change that is none stays one.
  POLHODE_INLINE static V larger(const V& a, const V& b) noexcept { return select<V>(a > b, a, b); }
  POLHODE_INLINE static T largest(const V& v) noexcept {
    if constexpr (W > 1) {
      T all = lane(v, 0);
      for (int i = 1; i < W; ++i) {
        const T one = lane(v, i);
        all = all > one || all != all ? all : one;
      }
      return all;
    } else {
      return v;
    }
  }
  /// Of the momentum, also where the body begins at rest: |m|_1 and what the torques add.
  POLHODE_INLINE T size_of(const Vec3<T>& m) const noexcept {
    const T(*L)[S] = cache_.L[now_];
    const auto at = [&](int j) __attribute__((always_inline)) { return (abs(L[4][j]) + abs(L[5][j])) + abs(L[6][j]); };
    return fma(T(Lane<T>(S)), max(at(0), at(S - 1)), (abs(m.x) + abs(m.y)) + abs(m.z));
  }
  /// Of the contributions of all stages.
  POLHODE_INLINE static T sum(const T (&L)[S]) noexcept {
    T u = L[0], v = L[1];
#pragma GCC unroll 16
    for (int j = 2; j < S; j += 2) u += L[j], v += L[j + 1];
    return u + v;
  }
  /// z = y + d, and what is lost by that, whichever is larger.
  POLHODE_INLINE static void add(const T& y, const T& d, T& z, T& rest) noexcept {
    z = y + d;
    const T part = z - y;
    rest = (y - (z - part)) + (d - part);
  }
  /// g, where (1 + g)^2 (1 - defect) = 1.
  POLHODE_INLINE static T lengthening(const T& defect) noexcept {
    T g = defect * fma(T(Lane<T>(0.375)), defect, T(Lane<T>(0.5)));
    if (const Mask<T> small = abs(defect) < T(Lane<T>(1e-6)); !all_lanes<T>(small))  // few sweeps in a large step
      g = select<T>(small, g, T(1) / sqrt(T(1) - defect) - T(1));
    return g;
  }
  /// The end of a step of a free body: the momentum by collocation, the attitude by a quadrature over its stages.
  POLHODE_INLINE void end_free(const Principal<T>& body, const Vec3<V>& x, const PrincipalState<T>& s) noexcept {
    const T(*L)[S] = cache_.L[now_];
    TurnByMomentum<T> turn(body.x, s.m);
    Vec3<T>& m = free_.m;
    m = s.m + Vec3<T>{sum(L[4]), sum(L[5]), sum(L[6])};
    const T lost = lengthening(turn.defect(m));  // of |m|, by the missing sweeps
    m = {fma(lost, m.x, m.x), fma(lost, m.y, m.y), fma(lost, m.z, m.z)};
    Mask<T> small = turn.to(m);
    alignas(64) T angle[S];
    for (int g = 0; g < G; ++g) {
      V Y[kComponents];
      integrate(g, L, Y);
      const Vec3<V> stage{Y[4], Y[5], Y[6]};
      Mask<V> near;
      Cache::store_stages(cache_.hb[g] * turn.rate(times(x, stage), stage, near), angle + g * W);
      if constexpr (W > 1)
        small = small && all_lanes<V>(near);
      else
        small = small & near;
    }
    free_.Q = renormalized(s.Q * turn.by(sum(angle)));
    sweeps.reached = sweeps.reached & small;
  }
  /// What the last sweep has moved at the stages of register g: attitude, momentum.
  POLHODE_INLINE void moved(int g, V& q, V& m) const noexcept {
    const auto by = [&](int c) __attribute__((always_inline)) {
      return abs(stages(cache_.L[0], c, g) - stages(cache_.L[1], c, g));
    };
    q = (by(0) + by(1)) + (by(2) + by(3));
    m = (by(4) + by(5)) + by(6);
  }
  POLHODE_INLINE T change(const T& over_size) const noexcept {
    V most(Lane<T>(0));
#pragma GCC unroll 8
    for (int g = 0; g < G; ++g) {
      V q, m;
      moved(g, q, m);
      most = larger(most, fma(m, V(over_size), q));
    }
    return T(Lane<T>(S)) * largest(most);
  }
  POLHODE_INLINE Mask<T> moved_at_most(const T& tolerance, const T& size) const noexcept {
    const V sizes(size), bounds(T(Lane<T>(1) / Lane<T>(S)) * (tolerance * size));
    const auto down = [&](int g) __attribute__((always_inline)) {
      V q, m;
      moved(g, q, m);
      return fma(q, sizes, m) <= bounds;
    };
    if constexpr (W > 1) {  // most looks end with the last stages, which move most
#pragma GCC unroll 8
      for (int g = G - 1; g >= 0; --g)
        if (!all_lanes<V>(down(g))) return false;
      return true;
    } else {
      Mask<V> all(true);
      for (int g = 0; g < G; ++g) all = all & down(g);
      return all;
    }
  }
  /// For a fixed number of sweeps, in half of the time: attitude and momentum each at most half of it, the latter measured by
  /// |m|_1 and what is added at that stage.
  POLHODE_INLINE Mask<T> moved_little(const T& tolerance, const Vec3<T>& m) const noexcept {
    const V bound(tolerance * T(Lane<T>(0.5) / Lane<T>(S))), before((abs(m.x) + abs(m.y)) + abs(m.z));
    Mask<V> down(true);
#pragma GCC unroll 8
    for (int g = 0; g < G; ++g) {
      const auto by = [&](int c) __attribute__((always_inline)) {
        return stages(cache_.L[0], c, g) - stages(cache_.L[1], c, g);
      };
      const auto added = [&](int c) __attribute__((always_inline)) { return abs(stages(cache_.L[now_], c, g)); };
      const V p = (abs(by(4)) + abs(by(5))) + abs(by(6));
      const V size = (added(4) + added(5)) + (added(6) + before);
      down = down & (p <= bound * size);
      if constexpr (!free) {
        const V a = by(0), b = by(1), c = by(2), d = by(3);
        down = down & (fma(a, a, b * b) + fma(c, c, d * d) <= bound * bound);
      }
    }
    if constexpr (W > 1)
      return all_lanes<V>(down);
    else
      return down;
  }
  // g++ would permute registers to get at L[c][j]; a broadcast from memory costs nothing.
  POLHODE_INLINE void in_memory() noexcept { asm("" : "+m"(cache_.L)); }

  /// Y_c = y_c + sum_j mu_j L_c[j]
  POLHODE_INLINE void integrate(int g, const T (*L)[S], V* Y) const noexcept {
#pragma GCC unroll 16
    for (int j = 0; j < S; ++j) {
      const V mu = cache_.mu[g][j];
#pragma GCC unroll 8
      for (int c = kFirst; c < kComponents; ++c) Y[c] = fma(V(L[c][j]), mu, j > 0 ? Y[c] : V(y_[c]));
    }
  }
  /// The same, but y is added last: it is what one waits for.
  POLHODE_INLINE void predict(int g, const T (*L)[S], V* Y) const noexcept {
    const V* nu = cache_.nu[g];
#pragma GCC unroll 16
    for (int j = 0; j < S; ++j)
#pragma GCC unroll 8
      for (int c = kFirst; c < kComponents; ++c) Y[c] = j > 0 ? fma(V(L[c][j]), nu[j], Y[c]) : V(L[c][j]) * nu[j];
#pragma GCC unroll 8
    for (int c = kFirst; c < kComponents; ++c) Y[c] = Y[c] + V(y_[c]);
  }
  template <class Torque, class Now>
  POLHODE_INLINE static void evaluate(const Turning& turning, const Torque& torque, const Now& now, const V& hb,
                                      const V* Y, T (*L)[S], int g) {
    const Vec3<V>& x = turning.x;
    Quaternion<V> q{};
    if constexpr (!free) q = {Y[0], {Y[1], Y[2], Y[3]}};
    const Vec3<V> m{Y[4], Y[5], Y[6]}, w = times(x, m);
    Vec3<V> tau{};
    if constexpr (!std::is_same_v<Torque, NoTorque>) tau = torque_of(torque, now, q, w);
    Vec3<V> u, s;  // half of the angle per step, m x angle; both times b
    if constexpr (quick) {
      u = times(turning.half[g], m);
      s = {turning.gyro.x * (m.y * u.z), turning.gyro.y * (m.z * u.x), turning.gyro.z * (m.x * u.y)};
    } else {
      const Vec3<V> v{hb * w.x, hb * w.y, hb * w.z};
      const V half(Lane<T>(0.5));
      u = {half * v.x, half * v.y, half * v.z};
      s = {fma(m.y, v.z, -(m.z * v.y)), fma(m.z, v.x, -(m.x * v.z)), fma(m.x, v.y, -(m.y * v.x))};
    }
    const auto put = [&](int component, const V& v)
                         __attribute__((always_inline)) { Cache::store_stages(v, L[component] + g * W); };
    if constexpr (!free) {
      put(0, -fma(q.v.x, u.x, fma(q.v.y, u.y, q.v.z * u.z)));
      put(1, fma(q.w, u.x, fma(q.v.y, u.z, -(q.v.z * u.y))));
      put(2, fma(q.w, u.y, fma(q.v.z, u.x, -(q.v.x * u.z))));
      put(3, fma(q.w, u.z, fma(q.v.x, u.y, -(q.v.y * u.x))));
    }
    // The torque comes last: it is the last thing known.
    if constexpr (!std::is_same_v<Torque, NoTorque>)
      s = {fma(hb, tau.x, s.x), fma(hb, tau.y, s.y), fma(hb, tau.z, s.z)};
    put(4, s.x), put(5, s.y), put(6, s.z);
  }
};

}  // namespace polhode::inline POLHODE_ISA::detail
