// taylor.hpp -- a body under any smooth torque: Taylor series of attitude and momentum, of any order; the list has 4, 8, ..., 20
//
// Source     [JorbaZou2005] section 2: coefficients by recurrence
// Equations  Q' = Q w/2,   m' = torque + m x w,   w = I^-1 m
// Series     in s = (t' - t)/h, with the coefficients q_k, m_k, w_k of Q, m and h w, and f_k of h torque:
//            q_(k+1) = sum_i q_i w_(k-i) / (2 (k+1)),   m_(k+1) = (f_k + sum_i m_i x w_(k-i)) / (k+1)
// Step       Q <- q_0 + q_1 + ... + q_N, brought to length 1;   m <- m_0 + m_1 + ... + m_N
// Length     of a step by a tolerance (series): where the last two terms come down to it, section 3.2 of the source
//
// The torque is called with series in place of numbers, once for each k, and each call adds the next coefficient of
// whatever it computes (numbers/power_series.hpp). So it must be a template on its number type, as all torques of the library
// are; a function written for double alone has no derivatives to offer. A torque that does other operations in one call
// than in another (it keeps a T from call to call, or chooses by something else than values) is refused by an exception.
//
// Nothing is exact but |Q| = 1. For small errors in large steps.
#pragma once

#include <array>
#include <cstddef>
#include <iterator>
#include <string>
#include <utility>

#include "polhode/methods/method.hpp"
#include "polhode/methods/method_name.hpp"
#include "polhode/numbers/error.hpp"
#include "polhode/numbers/power_series.hpp"
#include "polhode/numbers/side_by_side.hpp"
#include "polhode/torques/torque.hpp"

namespace polhode::inline POLHODE_ISA {

template <int N>
struct Taylor : TorquedMethod {
  static constexpr MethodInfo info{.name = numbered_name<"taylor", N>,
                                   .title = "Taylor series, derivatives of the torque by series arithmetic",
                                   .family = "Taylor series",
                                   .order = N,
                                   .attitude_order = N,
                                   .energy = Energy::drifts,
                                   .takes_torque = true,
                                   .needs = {.series = true},
                                   .torque_evaluations = N,
                                   .reference = "JorbaZou2005, section 2"};

  template <class Torque>
  static constexpr bool takes = TorqueModel<Torque, PowerSeries<double>>;

  template <class T, class Torque>
  static StepStatus<T> step(const Principal<T>& body, const Torque& torque, const TimeStep<T>& at, PrincipalState<T>& s,
                            NoMemory&) {
    static_assert(TorqueModel<Torque, PowerSeries<T>>,
                  "a Taylor method needs a torque that is a template on its number type");
    const Coefficients<T> c = series(body, torque, at, s);
    Quaternion<T> Q = c.q(N);
    Vec3<T> m = c.m(N);
#pragma GCC unroll 32
    for (int k = N - 1; k >= 0; --k) Q = Q + c.q(k), m += c.m(k);  // the small ones first
    s.Q = normalized(Q), s.m = m;
    return {};
  }

  /// The series of a step before it is taken.
  template <class T>
  struct Coefficients {
    T Q[N + 1][4], M[N + 1][3];  // nothing is set before it is known

    POLHODE_INLINE Quaternion<T> q(int k) const noexcept { return {Q[k][0], {Q[k][1], Q[k][2], Q[k][3]}}; }
    POLHODE_INLINE Vec3<T> m(int k) const noexcept { return {M[k][0], M[k][1], M[k][2]}; }
    POLHODE_INLINE void set(int k, const Quaternion<T>& a, const Vec3<T>& b) noexcept {
      Q[k][0] = a.w, Q[k][1] = a.v.x, Q[k][2] = a.v.y, Q[k][3] = a.v.z;
      M[k][0] = b.x, M[k][1] = b.y, M[k][2] = b.z;
    }

    /// The state a part of the step later.
    PrincipalState<T> at(T part) const noexcept {
      Quaternion<T> sum = q(N);
      Vec3<T> momentum = m(N);
      for (int k = N - 1; k >= 0; --k) sum = part * sum + q(k), momentum = part * momentum + m(k);
      return {normalized(sum), momentum};
    }
    /// The part of the step at which the last two terms have come down to the tolerance, for the attitude, in rad, and for
    /// the momentum, relative; `most` if they vanish. NaN if a term is none.
    T reach(T tolerance, T most) const noexcept {
      T size{};
      for (int k = 0; k <= N; ++k) size = max(size, norm(m(k)));
      T part = most;
      for (const int k : {N - 1, N}) {
        const T term = T(2) * sqrt(norm2(q(k))) + (size > T(0) ? norm(m(k)) / size : T(0));
        if (term != term) return term;
        if (term > T(0)) part = min(part, pow(tolerance / term, T(1) / T(k)));
      }
      return part;
    }
  };
  template <class T, class Torque>
  POLHODE_INLINE static Coefficients<T> series(const Principal<T>& body, const Torque& torque, const TimeStep<T>& at,
                                               const PrincipalState<T>& s) {
    Coefficients<T> c;
    Factors<T> factors;
    c.set(0, s.Q, s.m);
    if (!fast_passes(body.x, torque, at, c, factors)) passes(body.x, torque, at, c, factors);
    return c;
  }

 private:
  /// The coefficients as the products need them, four numbers side by side: of a product of quaternions w, x, y, z, of a cross
  /// product nothing, x, y, z.
  template <class T>
  struct Factors {
    using Row = detail::SideBySide<T, 4>;
    Row q[N][3], m[N][2], w[N][3];

    POLHODE_INLINE void set_state(int k, const T (&Q)[4], const T (&M)[3]) noexcept {
      using detail::side_by_side;
      const T &a = Q[0], &x = Q[1], &y = Q[2], &z = Q[3];
      q[k][0] = side_by_side<T>(-x, a, a, a), q[k][1] = side_by_side<T>(-y, y, z, x),
      q[k][2] = side_by_side<T>(z, z, x, y);
      m[k][0] = side_by_side<T>(M[1], M[1], M[2], M[0]), m[k][1] = side_by_side<T>(M[2], M[2], M[0], M[1]);
    }
    POLHODE_INLINE void set_velocity(int k, const Vec3<T>& b) noexcept {
      using detail::side_by_side;
      w[k][0] = side_by_side<T>(b.x, b.x, b.y, b.z), w[k][1] = side_by_side<T>(b.y, b.z, b.x, b.y),
      w[k][2] = side_by_side<T>(b.z, b.y, b.z, b.x);
    }
    POLHODE_INLINE Row turned(int i, int j) const noexcept {  // q_i w_j
      return q[i][0] * w[j][0] + (q[i][1] * w[j][1] - q[i][2] * w[j][2]);
    }
    POLHODE_INLINE Row crossed(int i, int j) const noexcept {  // m_i x w_j
      return m[i][0] * w[j][1] - m[i][1] * w[j][2];
    }
  };

  /// Above, a function of 100 to 180 kB for each torque saves a third of a step, and takes seconds to compile.
  static constexpr int kMostUnrolled = 12;

  /// A copy of the torque for each k, if it is one torque and not a choice among many. False: not done.
  template <class T, class Torque>
  POLHODE_INLINE static bool fast_passes(const Vec3<T>& x, const Torque& torque, const TimeStep<T>& at,
                                         Coefficients<T>& c, Factors<T>& factors) {
    if constexpr (N > kMostUnrolled || !std::is_same_v<T, double> || requires { requires Torque::kChosenAtRunTime; }) {
      return false;  // with lanes each operation does more, and wide numbers have slow ones
    } else if constexpr (requires { torque.unchanged(); }) {
      const auto* model = torque.unchanged();
      return model && fast_passes(x, *model, at, c, factors);
    } else {
      return unrolled_passes(x, torque, at, c, factors);
    }
  }
  template <class T, class Torque>
  [[gnu::noinline]] static void passes(const Vec3<T>& x, const Torque& torque, const TimeStep<T>& at,
                                       Coefficients<T>& c, Factors<T>& factors) {
    static thread_local SeriesTape<T> tape(N - 1);
    std::size_t operations = 0;
    for (int k = 0; k < N; ++k) {
      const typename SeriesTape<T>::Pass begun(tape, k);
      pass<kEveryPass>(x, torque, at, tape, c, factors, k, operations);
    }
  }
  /// False if there is not enough room; the first pass tells. All calls are inlined, so that places are constants.
  template <class T, class Torque>
  [[gnu::flatten]] static bool unrolled_passes(const Vec3<T>& x, const Torque& torque, const TimeStep<T>& at,
                                               Coefficients<T>& c, Factors<T>& factors) {
    SeriesRoom<T, N> room;
    std::size_t operations = 0;
    return [&]<int... k>(std::integer_sequence<int, k...>) __attribute__((always_inline)) {
      return ((room.begin(), pass<k>(x, torque, at, room, c, factors, k, operations), !room.full()) && ...);
    }(std::make_integer_sequence<int, N>{});
  }

  /// Adds the coefficients k + 1. K is k, or kEveryPass.
  template <int K, class T, class Torque>
  POLHODE_INLINE static void pass(const Vec3<T>& x, const Torque& torque, const TimeStep<T>& at,
                                  typename PowerSeries<T, K, K == kEveryPass ? 0 : N>::Tape& tape, Coefficients<T>& c,
                                  Factors<T>& factors, int k, std::size_t& operations) {
    using S = PowerSeries<T, K, K == kEveryPass ? 0 : N>;
    const auto given = [&](const T& a) __attribute__((always_inline)) { return S::given(tape, a); };
    const Vec3<T> velocity = times(x, c.m(k));
    const Quaternion<T> q = c.q(k);
    const S time = given(k == 0 ? at.t : k == 1 ? at.h : T(0));
    const S q0 = given(q.w), q1 = given(q.v.x), q2 = given(q.v.y), q3 = given(q.v.z);
    const S w1 = given(velocity.x), w2 = given(velocity.y), w3 = given(velocity.z);
    const Vec3<S> tau = torque_of(torque, time, Quaternion<S>{q0, {q1, q2, q3}}, Vec3<S>{w1, w2, w3});
    if (k == 0) operations = tape.operations();
    if (tape.operations() != operations) [[unlikely]]
      refuse(operations, tape.operations());
    factors.set_state(k, c.Q[k], c.M[k]);
    factors.set_velocity(k, at.h * velocity);
    const Vec3<T> f = at.h * Vec3<T>{tau.x[k], tau.y[k], tau.z[k]};
    typename Factors<T>::Row dq = detail::copies<4>(T(0)), dm = detail::side_by_side<T>(T(0), f.x, f.y, f.z);
    const auto add = [&](int i) __attribute__((always_inline)) {
      dm = dm + factors.crossed(i, k - i);
      dq = dq + factors.turned(i, k - i);
    };
    if constexpr (K == kEveryPass || K >= kLongPass) {
#pragma GCC unroll 1
      for (int i = 0; i <= k; ++i) add(i);
    } else {
#pragma GCC unroll 32
      for (int i = 0; i <= K; ++i) add(i);
    }
    const T inverse = T(1) / T(k + 1);
    dq = detail::copies<4>(T(0.5) * inverse) * dq, dm = detail::copies<4>(inverse) * dm;
    c.set(k + 1, {dq[0], {dq[1], dq[2], dq[3]}}, {dm[1], dm[2], dm[3]});
  }

  [[noreturn, gnu::noinline, gnu::cold]] static void refuse(std::size_t first, std::size_t later) {
    throw InvalidInput(
        std::string(info.name) + ": the torque made " + std::to_string(first) +
        " series in its first call of the step and " + std::to_string(later) +
        " in a later one; it must do the same operations in each call, and keep no number from call to call");
  }
};

}  // namespace polhode::inline POLHODE_ISA
