// power_series.hpp -- power series that grow by one coefficient at a time: Taylor series of the solution of a differential
// equation, whose next coefficients are known only when the present ones are
//
//     SeriesTape<double> tape(N);                  // coefficients 0 .. N
//     for (int k = 0; k <= N; ++k) {
//       SeriesTape<double>::Pass pass(tape, k);
//       PowerSeries<double> x = tape.given(a[k]);  // those before were given in the passes before
//       PowerSeries<double> y = x * sqrt(x) + 2;   // the same operations in each pass, whatever they are
//       ... y[k] ...
//     }
//
// Every operation has a place on the tape, found by its number in the pass, where its coefficients of the earlier passes
// stand; so a pass costs O(k) for each operation, and all passes O(N^2). (Jet starts over with each: O(N^3).) Constants need
// no place. What has to choose, chooses by the values at 0, which are the same in each pass.
//
// PowerSeries<T, K> is the same for the pass K alone: its loops are unrolled, and on a tape in local memory its places are
// constants once it is inlined. The coefficients have the same bits.
#pragma once

#include <array>
#include <cstddef>
#include <type_traits>
#include <utility>
#include <vector>

#include "polhode/numbers/series_recurrences.hpp"

namespace polhode::inline POLHODE_ISA {

inline constexpr int kEveryPass = -1;
/// Sums of the passes before this one are written out term by term; longer ones would fill the cache of instructions (taylor16
/// of a heavy top: 1.05 instead of 0.73 microseconds a step).
inline constexpr int kLongPass = 12;

template <class T, int K = kEveryPass, int N = 0>
class PowerSeries;

template <class T>
class SeriesTape {
 public:
  explicit SeriesTape(int degree) noexcept : length_(degree + 1) {}

  /// Begins the pass for the coefficients k. The series of the pass before are gone.
  class Pass {
   public:
    Pass(SeriesTape& tape, int k) noexcept {
      tape.k_ = k, tape.operations_ = 0, tape.block_ = 0;
      tape.next_ = tape.end_ = nullptr;
    }
    Pass(const Pass&) = delete;
    Pass& operator=(const Pass&) = delete;
  };

  /// The series that has this coefficient k.
  PowerSeries<T> given(const T& coefficient) { return PowerSeries<T>::given(*this, coefficient); }
  /// Operations in the last pass: as many as in the first one, if the passes were alike.
  std::size_t operations() const noexcept { return operations_; }

 private:
  template <class, int, int>
  friend class PowerSeries;
  static constexpr std::size_t kPlacesOfABlock = 64;
  int length_, k_ = 0;
  std::size_t operations_ = 0, block_ = 0;
  T *next_ = nullptr, *end_ = nullptr;
  std::vector<std::vector<T>> blocks_;  // what is in them stays where it is

  POLHODE_INLINE T* place() {
    if (next_ == end_) [[unlikely]]
      next_block(this);
    ++operations_;
    return std::exchange(next_, next_ + length_);
  }
  // Not a member, which g++ 12 believes to be called for a null pointer.
  [[gnu::noinline]] static void next_block(SeriesTape* tape) {
    std::vector<std::vector<T>>& blocks = tape->blocks_;
    if (tape->block_ == blocks.size()) blocks.emplace_back(kPlacesOfABlock * std::size_t(tape->length_), T(0));
    std::vector<T>& block = blocks[tape->block_++];
    tape->next_ = block.data(), tape->end_ = tape->next_ + block.size();
  }
};

/// A tape for PowerSeries<T, K, N>, coefficients 0 .. N - 1: it does not grow, and calls nothing, so that a compiler can follow it.
template <class T, int N>
class SeriesRoom {
 public:
  /// The pass begins.
  POLHODE_INLINE void begin() noexcept { next_ = 0; }
  POLHODE_INLINE std::size_t operations() const noexcept { return std::size_t(next_); }
  /// There were not enough places: what was computed is worthless.
  POLHODE_INLINE bool full() const noexcept { return next_ > kPlaces; }

 private:
  template <class, int, int>
  friend class PowerSeries;
  static constexpr int kPlaces = 96;
  T c_[kPlaces][N];
  int next_;

  POLHODE_INLINE T* place() noexcept {
    const int n = next_++;
    return c_[n < kPlaces ? n : 0];
  }
};

/// A number that is a power series. It lives as long as the pass.
template <class T, int K, int N>
class PowerSeries {
 public:
  /// A constant: a T, or whatever a T can be made of.
  template <class S = int>
    requires std::is_convertible_v<S, T>
  POLHODE_INLINE PowerSeries(const S& x = S(0)) : constant_(T(x)) {}
  /// The series that has this coefficient of the pass.
  using Tape = std::conditional_t<K == kEveryPass, SeriesTape<T>, SeriesRoom<T, N>>;
  POLHODE_INLINE static PowerSeries given(Tape& tape, const T& coefficient) {
    const PowerSeries s = fresh(&tape);
    s.c_[s.k()] = coefficient;
    return s;
  }
  /// Coefficient i, up to that of the pass.
  POLHODE_INLINE T operator[](int i) const noexcept { return tape_ ? c_[i] : i == 0 ? constant_ : T(0); }

  POLHODE_INLINE friend PowerSeries operator+(const PowerSeries& a, const PowerSeries& b) {
    if (!a.tape_ && !b.tape_) return a.constant_ + b.constant_;
    PowerSeries r = fresh(a.tape_ ? a.tape_ : b.tape_);
    r.c_[r.k()] = a[r.k()] + b[r.k()];
    return r;
  }
  POLHODE_INLINE friend PowerSeries operator-(const PowerSeries& a, const PowerSeries& b) {
    if (!a.tape_ && !b.tape_) return a.constant_ - b.constant_;
    PowerSeries r = fresh(a.tape_ ? a.tape_ : b.tape_);
    r.c_[r.k()] = a[r.k()] - b[r.k()];
    return r;
  }
  POLHODE_INLINE friend PowerSeries operator-(const PowerSeries& a) {
    if (!a.tape_) return -a.constant_;
    PowerSeries r = fresh(a.tape_);
    r.c_[r.k()] = -a.c_[r.k()];
    return r;
  }
  POLHODE_INLINE friend PowerSeries operator*(const PowerSeries& a, const PowerSeries& b) {
    if (!a.tape_ && !b.tape_) return a.constant_ * b.constant_;
    if (!a.tape_) {
      PowerSeries r = fresh(b.tape_);
      r.c_[r.k()] = a.constant_ * b.c_[r.k()];
      return r;
    }
    if (!b.tape_) {
      PowerSeries r = fresh(a.tape_);
      r.c_[r.k()] = a.c_[r.k()] * b.constant_;
      return r;
    }
    PowerSeries r = fresh(a.tape_);
    r.c_[r.k()] = product(a.c_, b.c_, r.k());
    return r;
  }
  POLHODE_INLINE friend PowerSeries operator/(const PowerSeries& a, const PowerSeries& b) {
    if (!a.tape_ && !b.tape_) return a.constant_ / b.constant_;
    if (!b.tape_) {
      PowerSeries r = fresh(a.tape_);
      r.c_[r.k()] = a.c_[r.k()] / b.constant_;
      return r;
    }
    PowerSeries r = fresh(b.tape_);
    r.c_[r.k()] = quotient(r.c_, a[r.k()], b.c_, r.k());
    return r;
  }
  POLHODE_INLINE PowerSeries& operator+=(const PowerSeries& b) { return *this = *this + b; }
  POLHODE_INLINE PowerSeries& operator-=(const PowerSeries& b) { return *this = *this - b; }
  POLHODE_INLINE PowerSeries& operator*=(const PowerSeries& b) { return *this = *this * b; }
  POLHODE_INLINE PowerSeries& operator/=(const PowerSeries& b) { return *this = *this / b; }

  // By the values at 0
  friend auto operator<(const PowerSeries& a, const PowerSeries& b) noexcept { return a[0] < b[0]; }
  friend auto operator>(const PowerSeries& a, const PowerSeries& b) noexcept { return a[0] > b[0]; }
  friend auto operator<=(const PowerSeries& a, const PowerSeries& b) noexcept { return a[0] <= b[0]; }
  friend auto operator>=(const PowerSeries& a, const PowerSeries& b) noexcept { return a[0] >= b[0]; }
  friend auto operator==(const PowerSeries& a, const PowerSeries& b) noexcept { return a[0] == b[0]; }
  friend auto operator!=(const PowerSeries& a, const PowerSeries& b) noexcept { return a[0] != b[0]; }

  friend PowerSeries sqrt(const PowerSeries& v) {
    if (!v.tape_) return polhode::sqrt<T>(v.constant_);
    PowerSeries r = fresh(v.tape_);
    r.c_[r.k()] = root(r.c_, v.c_, r.k());
    return r;
  }
  friend PowerSeries exp(const PowerSeries& v) {
    if (!v.tape_) return polhode::exp<T>(v.constant_);
    PowerSeries r = fresh(v.tape_);
    r.c_[r.k()] = detail::exp_coefficient(r.c_, v.c_, r.k());
    return r;
  }
  friend PowerSeries log(const PowerSeries& v) {
    if (!v.tape_) return polhode::log<T>(v.constant_);
    PowerSeries r = fresh(v.tape_);
    r.c_[r.k()] = detail::log_coefficient(r.c_, v.c_, r.k());
    return r;
  }
  friend void sincos(const PowerSeries& v, PowerSeries& s, PowerSeries& c) {
    if (!v.tape_) {
      T sine, cosine;
      polhode::sincos<T>(v.constant_, sine, cosine);
      s = sine, c = cosine;
    } else {
      const PowerSeries a = fresh(v.tape_), b = fresh(v.tape_);
      detail::sincos_coefficient(a.c_, b.c_, v.c_, a.k());
      s = a, c = b;
    }
  }
  friend PowerSeries sin(const PowerSeries& v) {
    PowerSeries s, c;
    sincos(v, s, c);
    return s;
  }
  friend PowerSeries cos(const PowerSeries& v) {
    PowerSeries s, c;
    sincos(v, s, c);
    return c;
  }
  friend void sinhcosh(const PowerSeries& v, PowerSeries& s, PowerSeries& c) {
    if (!v.tape_) {
      T sine, cosine;
      polhode::sinhcosh<T>(v.constant_, sine, cosine);
      s = sine, c = cosine;
    } else {
      const PowerSeries a = fresh(v.tape_), b = fresh(v.tape_);
      detail::sinhcosh_coefficient(a.c_, b.c_, v.c_, a.k());
      s = a, c = b;
    }
  }
  friend PowerSeries tanh(const PowerSeries& v) {  // u' = (1 - u^2) v'
    return solution<1>(
        v, [](const T& x) { return std::array{polhode::tanh<T>(x)}; },
        [](const std::array<PowerSeries, 1>& u) { return std::array{PowerSeries(1) - u[0] * u[0]}; })[0];
  }
  friend PowerSeries pow(const PowerSeries& v, const PowerSeries& n) {
    if (n.tape_) return exp(n * log(v));
    if (!v.tape_) return polhode::pow<T>(v.constant_, n.constant_);
    PowerSeries r = fresh(v.tape_);
    r.c_[r.k()] = detail::power_coefficient(r.c_, v.c_, n.constant_, r.k());
    return r;
  }
  friend PowerSeries atan2(const PowerSeries& y, const PowerSeries& x) {
    if (!y.tape_ && !x.tape_) return polhode::atan2<T>(y.constant_, x.constant_);
    const PowerSeries square = x * x + y * y, above = y.on(*square.tape_), along = x.on(*square.tape_);
    PowerSeries r = fresh(square.tape_);
    r.c_[r.k()] = detail::atan2_coefficient(r.c_, above.c_, along.c_, square.c_, r.k());
    return r;
  }
  /// n functions of the series t: those with u' = slope(u) t' that have the values start(t[0]) at 0. `slope` takes and
  /// returns arrays of series, `start` returns numbers.
  template <std::size_t n, class Start, class Slope>
  static std::array<PowerSeries, n> solution(const PowerSeries& t, Start start, Slope slope) {
    std::array<PowerSeries, n> u, rate;
    if (!t.tape_) {
      const std::array<T, n> at_0 = start(t.constant_);
      for (std::size_t i = 0; i < n; ++i) u[i] = at_0[i];
      return u;
    }
    const int order = t.k();
    for (std::size_t i = 0; i < n; ++i) u[i] = fresh(t.tape_), rate[i] = fresh(t.tape_);
    if (order == 0) {
      const std::array<T, n> at_0 = start(t[0]);
      for (std::size_t i = 0; i < n; ++i) u[i].c_[0] = at_0[i];
    } else {
      for (std::size_t i = 0; i < n; ++i) {
        T sum = T(0);
        for (int j = 1; j <= order; ++j) sum = sum + T(j) * t.c_[j] * rate[i].c_[order - j];
        u[i].c_[order] = sum / T(order);
      }
    }
    const std::array<PowerSeries, n> now = slope(u);
    for (std::size_t i = 0; i < n; ++i) rate[i].c_[order] = now[i][order];
    return u;
  }

 private:
  friend class SeriesTape<T>;
  friend struct Number<PowerSeries>;
  Tape* tape_ = nullptr;  // none: a constant
  T* c_ = nullptr;        // its coefficients on the tape
  T constant_;

  POLHODE_INLINE int k() const noexcept {
    if constexpr (K == kEveryPass)
      return tape_->k_;
    else
      return K;
  }
  POLHODE_INLINE static PowerSeries fresh(Tape* tape) {
    PowerSeries r;
    r.c_ = tape->place(), r.tape_ = tape;
    return r;
  }
  /// A constant with its coefficients on the tape.
  PowerSeries on(Tape& tape) const {
    if (tape_) return *this;
    const PowerSeries r = fresh(&tape);
    r.c_[r.k()] = (*this)[r.k()];
    return r;
  }
  // For one pass: the sums of series_recurrences.hpp, term by term.
  POLHODE_INLINE static T product(const T* a, const T* b, int k) noexcept {
    if constexpr (K == kEveryPass) {
      return detail::product_coefficient(a, b, k);
    } else if constexpr (K >= kLongPass) {
      T sum(0);
#pragma GCC unroll 1
      for (int i = 0; i <= K; ++i) sum = sum + a[i] * b[K - i];
      return sum;
    } else {
      T sum(0);
#pragma GCC unroll 32
      for (int i = 0; i <= K; ++i) sum = sum + a[i] * b[K - i];
      return sum;
    }
  }
  POLHODE_INLINE static T quotient(const T* q, const T& a, const T* b, int k) noexcept {
    T r = a;
    if constexpr (K == kEveryPass) {
      for (int i = 0; i < k; ++i) r = r - q[i] * b[k - i];
    } else {
#pragma GCC unroll 32
      for (int i = 0; i < K; ++i) r = r - q[i] * b[K - i];
    }
    return r / b[0];
  }
  POLHODE_INLINE static T root(const T* u, const T* v, int k) noexcept {
    if constexpr (K <= 0) {
      return detail::sqrt_coefficient(u, v, k);
    } else {
      T r = v[K];
#pragma GCC unroll 32
      for (int i = 1; i < K; ++i) r = r - u[i] * u[K - i];
      return r / (u[0] + u[0]);
    }
  }
};

template <class T>
inline constexpr bool is_power_series = false;
template <class T, int K, int N>
inline constexpr bool is_power_series<PowerSeries<T, K, N>> = true;

template <Numeric T, int K, int N>
struct Number<PowerSeries<T, K, N>> {
  using S = PowerSeries<T, K, N>;
  using Mask = typename Number<T>::Mask;
  using Lane = typename Number<T>::Lane;
  static constexpr int lanes = Number<T>::lanes;

  static constexpr Lane epsilon() noexcept { return Number<T>::epsilon(); }
  static S sqrt(const S& x) {
    using polhode::sqrt;
    return sqrt(x);
  }
  static S abs(const S& x) { return select(x < S(0), -x, x); }
  POLHODE_INLINE static S fma(const S& a, const S& b, const S& c) { return a * b + c; }
  static S select(const Mask& mask, const S& a, const S& b) {
    if (!a.tape_ && !b.tape_) return Number<T>::select(mask, a.constant_, b.constant_);
    S r = S::fresh(a.tape_ ? a.tape_ : b.tape_);
    r.c_[r.k()] = Number<T>::select(mask, a[r.k()], b[r.k()]);
    return r;
  }
  static bool all(const Mask& mask) noexcept { return Number<T>::all(mask); }
};

}  // namespace polhode::inline POLHODE_ISA
