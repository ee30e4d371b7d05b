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
// stand; so a pass costs O(k) for each operation, and all passes O(N^2). (Jet starts over with each: O(N^3).) What has to
// choose, chooses by the values at 0, which are the same in each pass.
#pragma once

#include <array>
#include <cstddef>
#include <type_traits>
#include <vector>

#include "polhode/numbers/series_recurrences.hpp"

namespace polhode::inline POLHODE_ISA {

template <class T>
class PowerSeries;

template <class T>
class SeriesTape {
 public:
  explicit SeriesTape(int degree) : length_(degree + 1) {}

  /// Makes a tape the one of this thread, for the coefficients k, until it goes out of scope.
  class Pass {
   public:
    Pass(SeriesTape& tape, int k) noexcept : before_(current_) {
      tape.k_ = k, tape.next_ = 0;
      current_ = &tape;
    }
    ~Pass() { current_ = before_; }
    Pass(const Pass&) = delete;
    Pass& operator=(const Pass&) = delete;

   private:
    SeriesTape* before_;
  };

  /// The series that has this coefficient k.
  PowerSeries<T> given(const T& coefficient) {
    const PowerSeries<T> s = PowerSeries<T>::at(next(), false);
    coefficients(s.place_)[k_] = coefficient;
    return s;
  }
  /// Operations in the last pass: as many as in the first one, if the passes were alike.
  std::size_t operations() const noexcept { return next_; }

 private:
  friend class PowerSeries<T>;
  int length_, k_ = 0;
  std::size_t next_ = 0;
  std::vector<T> storage_;
  inline static thread_local SeriesTape* current_ = nullptr;

  std::size_t next() {
    const std::size_t place = next_++;
    if (storage_.size() < next_ * std::size_t(length_)) storage_.resize((2 * next_ + 64) * std::size_t(length_), T(0));
    return place;
  }
  T* coefficients(std::size_t place) noexcept { return storage_.data() + place * std::size_t(length_); }
};

/// A number that is a power series. It lives as long as the pass.
template <class T>
class PowerSeries {
 public:
  /// A constant: a T, or whatever a T can be made of.
  template <class S = int>
    requires std::is_convertible_v<S, T>
  PowerSeries(const S& x = S(0)) : place_(tape().next()), constant_(true) {
    coefficients()[k()] = k() == 0 ? T(x) : T(0);
  }
  /// Coefficient i, up to that of the pass.
  const T& operator[](int i) const noexcept { return coefficients()[i]; }

  friend PowerSeries operator+(const PowerSeries& a, const PowerSeries& b) {
    return made(a.constant_ && b.constant_, [&](T*, int i) { return a[i] + b[i]; });
  }
  friend PowerSeries operator-(const PowerSeries& a, const PowerSeries& b) {
    return made(a.constant_ && b.constant_, [&](T*, int i) { return a[i] - b[i]; });
  }
  friend PowerSeries operator-(const PowerSeries& a) {
    return made(a.constant_, [&](T*, int i) { return -a[i]; });
  }
  friend PowerSeries operator*(const PowerSeries& a, const PowerSeries& b) {
    return made(a.constant_ && b.constant_, [&](T*, int i) {
      return a.constant_   ? a[0] * b[i]
             : b.constant_ ? a[i] * b[0]
                           : detail::product_coefficient(a.coefficients(), b.coefficients(), i);
    });
  }
  friend PowerSeries operator/(const PowerSeries& a, const PowerSeries& b) {
    return made(a.constant_ && b.constant_, [&](T* q, int i) {
      return b.constant_ ? a[i] / b[0] : detail::quotient_coefficient(q, a.coefficients(), b.coefficients(), i);
    });
  }
  PowerSeries& operator+=(const PowerSeries& b) { return *this = *this + b; }
  PowerSeries& operator-=(const PowerSeries& b) { return *this = *this - b; }
  PowerSeries& operator*=(const PowerSeries& b) { return *this = *this * b; }
  PowerSeries& operator/=(const PowerSeries& b) { return *this = *this / b; }

  // By the values at 0
  friend auto operator<(const PowerSeries& a, const PowerSeries& b) noexcept { return a[0] < b[0]; }
  friend auto operator>(const PowerSeries& a, const PowerSeries& b) noexcept { return a[0] > b[0]; }
  friend auto operator<=(const PowerSeries& a, const PowerSeries& b) noexcept { return a[0] <= b[0]; }
  friend auto operator>=(const PowerSeries& a, const PowerSeries& b) noexcept { return a[0] >= b[0]; }
  friend auto operator==(const PowerSeries& a, const PowerSeries& b) noexcept { return a[0] == b[0]; }
  friend auto operator!=(const PowerSeries& a, const PowerSeries& b) noexcept { return a[0] != b[0]; }

  friend PowerSeries sqrt(const PowerSeries& v) {
    return made(v.constant_, [&](T* u, int i) { return detail::sqrt_coefficient(u, v.coefficients(), i); });
  }
  friend PowerSeries exp(const PowerSeries& v) {
    return made(v.constant_, [&](T* u, int i) { return detail::exp_coefficient(u, v.coefficients(), i); });
  }
  friend PowerSeries log(const PowerSeries& v) {
    return made(v.constant_, [&](T* u, int i) { return detail::log_coefficient(u, v.coefficients(), i); });
  }
  friend void sincos(const PowerSeries& v, PowerSeries& s, PowerSeries& c) {
    const PowerSeries a = fresh(v.constant_), b = fresh(v.constant_);
    detail::sincos_coefficient(a.coefficients(), b.coefficients(), v.coefficients(), k());
    s = a, c = b;
  }
  friend PowerSeries sin(const PowerSeries& v) {
    PowerSeries s = v, c = v;
    sincos(v, s, c);
    return s;
  }
  friend PowerSeries cos(const PowerSeries& v) {
    PowerSeries s = v, c = v;
    sincos(v, s, c);
    return c;
  }
  friend void sinhcosh(const PowerSeries& v, PowerSeries& s, PowerSeries& c) {
    const PowerSeries a = fresh(v.constant_), b = fresh(v.constant_);
    detail::sinhcosh_coefficient(a.coefficients(), b.coefficients(), v.coefficients(), k());
    s = a, c = b;
  }
  friend PowerSeries tanh(const PowerSeries& v) {  // u' = (1 - u^2) v'
    return solution<1>(
        v, [](const T& x) { return std::array{polhode::tanh<T>(x)}; },
        [](const std::array<PowerSeries, 1>& u) { return std::array{PowerSeries(1) - u[0] * u[0]}; })[0];
  }
  friend PowerSeries pow(const PowerSeries& v, const PowerSeries& n) {
    if (!n.constant_) return exp(n * log(v));
    return made(v.constant_, [&](T* u, int i) { return detail::power_coefficient(u, v.coefficients(), n[0], i); });
  }
  friend PowerSeries atan2(const PowerSeries& y, const PowerSeries& x) {
    const PowerSeries r = x * x + y * y;
    return made(y.constant_ && x.constant_, [&](T* u, int i) {
      return detail::atan2_coefficient(u, y.coefficients(), x.coefficients(), r.coefficients(), i);
    });
  }
  /// n functions of the series t: those with u' = slope(u) t' that have the values start(t[0]) at 0. `slope` takes and
  /// returns arrays of series, `start` returns numbers.
  template <std::size_t n, class Start, class Slope>
  static std::array<PowerSeries, n> solution(const PowerSeries& t, Start start, Slope slope) {
    std::array<PowerSeries, n> u, rate;
    const int order = k();
    for (std::size_t i = 0; i < n; ++i) u[i] = fresh(false), rate[i] = fresh(false);
    if (order == 0) {
      const std::array<T, n> at_0 = start(t[0]);
      for (std::size_t i = 0; i < n; ++i) u[i].coefficients()[0] = at_0[i];
    } else {
      for (std::size_t i = 0; i < n; ++i) {
        T sum = T(0);
        for (int j = 1; j <= order; ++j) sum = sum + T(j) * t[j] * rate[i][order - j];
        u[i].coefficients()[order] = sum / T(order);
      }
    }
    const std::array<PowerSeries, n> now = slope(u);
    for (std::size_t i = 0; i < n; ++i) rate[i].coefficients()[order] = now[i][order];
    return u;
  }

 private:
  friend class SeriesTape<T>;
  friend struct Number<PowerSeries>;
  std::size_t place_;
  bool constant_;  // only its first coefficient is not 0

  struct Place {
    std::size_t number;
  };
  PowerSeries(Place place, bool constant) noexcept : place_(place.number), constant_(constant) {}
  static PowerSeries at(std::size_t place, bool constant) noexcept { return {Place{place}, constant}; }
  static PowerSeries fresh(bool constant) { return at(tape().next(), constant); }
  static SeriesTape<T>& tape() noexcept { return *SeriesTape<T>::current_; }
  static int k() noexcept { return tape().k_; }
  T* coefficients() const noexcept { return tape().coefficients(place_); }

  // A new series, its coefficient of this pass by f(all of its coefficients, k). The place comes first: it may move all others.
  template <class F>
  static PowerSeries made(bool constant, F f) {
    const PowerSeries r = fresh(constant);
    T* const c = r.coefficients();
    c[k()] = constant && k() > 0 ? T(0) : f(c, k());
    return r;
  }
};

template <class T>
inline constexpr bool is_power_series = false;
template <class T>
inline constexpr bool is_power_series<PowerSeries<T>> = true;

template <Numeric T>
struct Number<PowerSeries<T>> {
  using S = PowerSeries<T>;
  using Mask = typename Number<T>::Mask;
  using Lane = typename Number<T>::Lane;
  static constexpr int lanes = Number<T>::lanes;

  static constexpr Lane epsilon() noexcept { return Number<T>::epsilon(); }
  static S sqrt(const S& x) {
    using polhode::sqrt;
    return sqrt(x);
  }
  static S abs(const S& x) { return select(x < S(0), -x, x); }
  static S fma(const S& a, const S& b, const S& c) { return a * b + c; }
  static S select(const Mask& mask, const S& a, const S& b) {
    return S::made(a.constant_ && b.constant_, [&](T*, int i) { return Number<T>::select(mask, a[i], b[i]); });
  }
  static bool all(const Mask& mask) noexcept { return Number<T>::all(mask); }
};

}  // namespace polhode::inline POLHODE_ISA
