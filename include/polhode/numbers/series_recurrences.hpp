// series_recurrences.hpp -- the k-th coefficient of a sum, product, root, ... of power series, from those before it
//
// Each recurrence comes from the differential equation of the function: u v = 1, u' = v'/(2 u), u' = v' u, s' = v' c,
// c' = -v' s, v u' = n v' u, r u' = x y' - y x'. Jet computes all coefficients at once, PowerSeries one at a time.
#pragma once

#include "polhode/numbers/elementary.hpp"

namespace polhode::inline POLHODE_ISA::detail {

/// Of a b.
template <class T>
constexpr T product_coefficient(const T* a, const T* b, int k) noexcept {
  T sum(0);
  for (int i = 0; i <= k; ++i) sum = sum + a[i] * b[k - i];
  return sum;
}
/// Of q = a/b; q is known up to k - 1.
template <class T>
constexpr T quotient_coefficient(const T* q, const T* a, const T* b, int k) noexcept {
  T r = a[k];
  for (int i = 0; i < k; ++i) r = r - q[i] * b[k - i];
  return r / b[0];
}
/// Of u = sqrt v.
template <class T>
T sqrt_coefficient(const T* u, const T* v, int k) noexcept {
  if (k == 0) return sqrt<T>(v[0]);
  T r = v[k];
  for (int i = 1; i < k; ++i) r = r - u[i] * u[k - i];
  return r / (u[0] + u[0]);
}
/// Of u = exp v.
template <class T>
T exp_coefficient(const T* u, const T* v, int k) noexcept {
  if (k == 0) return exp<T>(v[0]);
  T r = T(0);
  for (int i = 1; i <= k; ++i) r = r + T(i) * v[i] * u[k - i];
  return r / T(k);
}
/// Of u = log v.
template <class T>
T log_coefficient(const T* u, const T* v, int k) noexcept {
  if (k == 0) return log<T>(v[0]);
  T r = T(k) * v[k];
  for (int i = 1; i < k; ++i) r = r - T(i) * u[i] * v[k - i];
  return r / (T(k) * v[0]);
}
/// Of u = v^n.
template <class T>
T power_coefficient(const T* u, const T* v, const T& n, int k) noexcept {
  if (k == 0) return pow<T>(v[0], n);
  T r = T(0);
  for (int i = 1; i <= k; ++i) r = r + (T(i) * n - T(k - i)) * v[i] * u[k - i];
  return r / (T(k) * v[0]);
}
/// Of s = sinh v and c = cosh v.
template <class T>
void sinhcosh_coefficient(T* s, T* c, const T* v, int k) noexcept {
  if (k == 0) return sinhcosh<T>(v[0], s[0], c[0]);
  T p = T(0), q = T(0);
  for (int i = 1; i <= k; ++i) {
    const T d = T(i) * v[i];
    p = p + d * c[k - i];
    q = q + d * s[k - i];
  }
  s[k] = p / T(k);
  c[k] = q / T(k);
}
/// Of s = sin v and c = cos v.
template <class T>
void sincos_coefficient(T* s, T* c, const T* v, int k) noexcept {
  if (k == 0) return sincos<T>(v[0], s[0], c[0]);
  T p = T(0), q = T(0);
  for (int i = 1; i <= k; ++i) {
    const T d = T(i) * v[i];
    p = p + d * c[k - i];
    q = q - d * s[k - i];
  }
  s[k] = p / T(k);
  c[k] = q / T(k);
}

/// Of u, the angle of (x, y); r = x^2 + y^2.
template <class T>
T atan2_coefficient(const T* u, const T* y, const T* x, const T* r, int k) noexcept {
  if (k == 0) return atan2<T>(y[0], x[0]);
  T sum = T(0);  // r u' = x y' - y x'
  for (int i = 1; i <= k; ++i) sum = sum + T(i) * (x[k - i] * y[i] - y[k - i] * x[i]);
  for (int i = 1; i < k; ++i) sum = sum - T(i) * u[i] * r[k - i];
  return sum / (T(k) * r[0]);
}

}  // namespace polhode::inline POLHODE_ISA::detail
