// gyrostat_form.hpp -- the normal form of a gyrostat: a free body, or an axial gyrostat, seen through a Lorentz transformation
//
// With m in units of G = |m|, the point (m, 1) lies on the light cone of A = diag(1, 1, 1, -1), and the energy is a quadric B
// on it. A Lorentz transformation that brings B to normal form takes the motion to that of a simpler body, with the same time;
// on the spinor of the attitude it acts as a constant complex matrix M of 2 x 2, and no phase is left (docs/why/gyrostat.md).
//
// Symbols    X_i g_i   G/I_i and rotor_i/I_i, axes sorted so that X_1 <= X_2 <= X_3; w = X m - g
//            s         roots of det(B - s A), the zeros of s - c - sum g_i^2/(X_i - s), c = m.w - g.m
//            D_i       X_i - s of a root: roots are only ever counted from the nearest X, so that D has all its digits
//            e_j       eigenvectors (g_i/(X_i - s), 1), e_1 e_2 e_3 spacelike, e_0 timelike: the tetrad of the normal form
//            v, s, mu  see gyrostat.hpp; kappa: the nome of the theta functions is exp(-pi kappa)
#pragma once

#include <type_traits>
#include <utility>

#include "polhode/exact/wide.hpp"

namespace polhode::inline POLHODE_ISA::detail {

template <class W>
struct Complex {
  W re, im;
  friend Complex operator*(const Complex& a, const Complex& b) noexcept {
    return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
  }
  friend Complex operator+(const Complex& a, const Complex& b) noexcept { return {a.re + b.re, a.im + b.im}; }
  friend Complex operator-(const Complex& a, const Complex& b) noexcept { return {a.re - b.re, a.im - b.im}; }
  friend Complex operator*(const W& a, const Complex& b) noexcept { return {a * b.re, a * b.im}; }
};
template <class W>
W square(const Complex<W>& z) noexcept {
  return z.re * z.re + z.im * z.im;
}
/// The root with a positive real part.
template <class W>
Complex<W> root(const Complex<W>& z) noexcept {
  const W size = sqrt(square(z)), larger = sqrt(W(0.5) * (size + abs(z.re))), smaller = abs(z.im) / (larger + larger);
  const bool left = z.re < W(0), down = z.im < W(0);
  const W re = left ? smaller : larger, im = left ? larger : smaller;
  return {re, down ? -im : im};
}

/// What is needed at any time, in numbers of the set-up. In units in which rotor, moments and time are of order 1.
template <class W>
struct GyrostatForm {
  enum class Kind {
    spin,        ///< a rotation about a fixed axis: the first column of M is all there is
    two_curves,  ///< four real roots: a free body
    one_curve,   ///< two real roots: an axial gyrostat
  };
  Kind kind = Kind::spin;
  W f = W(0), v0 = W(0), s = W(0), kappa = W(1), mu = W(0);
  Complex<W> M[2][2]{};

  /// Moments I, rotor and G m, |m| = 1, along principal axes.
  GyrostatForm(const W (&moments)[3], const W (&rotor)[3], const W& G, const W (&m)[3]) noexcept;

 private:
  using N = WideNumber<W>;
  struct Tetrad {
    W e[4][4];  ///< e_1, e_2, e_3, e_0 along the principal axes and in time
    W c[3];     ///< two curves: |s2 - s3|, |s1 - s3|, |s1 - s2|; one curve: s2 - s1 first
    W al, be, r;
    W k, kp;
    W s_root;      ///< two curves: s2; one curve: s1
    bool forward;  ///< two curves: s1 > s3; one curve: s1 > s2
  };
  // Equal moments are set apart, and components of the rotor that are 0 are taken for a little: no special case is left. It
  // changes the result far below the rounding of the set-up.
  static constexpr double kFloor = 0x1p-200;
  // A body whose momentum moves by less than this in a radian of what it could do is taken for a spin: the tilt is below
  // rounding, and its square below that of the set-up. An unstable spin is so never left.
  static constexpr double kSpin = 0x1p-51;

  W X_[3], g_[3], dX_[3][3], m_[3];  // sorted; dX_[i][j] = X_j - X_i
  int axis_[3];                      // sorted axis i is odd_ times principal axis axis_[i]
  W odd_;
  W square_[3], twice_gm_;  // m_i^2, 2 g.m

  static W dot4(const W* a, const W* b) noexcept { return (a[0] * b[0] + a[1] * b[1]) + (a[2] * b[2] - a[3] * b[3]); }
  static void flip(W* v) noexcept {
    for (int i = 0; i < 4; ++i) v[i] = -v[i];
  }
  /// s - s2 from D and D2, over the pole that both are nearest to.
  static W gap(const W* D, const W* D2) noexcept {
    int b = 0;
    for (int j = 1; j < 3; ++j)
      if (abs(D[j]) + abs(D2[j]) < abs(D[b]) + abs(D2[b])) b = j;
    return D2[b] - D[b];
  }
  /// c - X_i
  W c_less(int i) const noexcept {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    return (dX_[i][j] * square_[j] + dX_[i][k] * square_[k]) - twice_gm_;
  }
  void sort(const W (&moments)[3], const W (&rotor)[3], const W& G, const W (&m)[3]) noexcept;
  bool is_spin(const W& G) noexcept;
  template <class U>
  static U pole_root(const U& d, const U& other, const U& c, const U& near2, const U& end2, const U& other2, bool up,
                     const U& upto) noexcept;
  void between(int a, int b, W* D, int from, W upto) const noexcept;
  bool four_roots(W* Da, W* Db, W* Dc, W* Dt, W* Dp, W& split) const noexcept;
  void eigenvector(const W* D, const W& norm, W* v) const noexcept;
  Tetrad tetrad() noexcept;
  void set_matrix(Tetrad& of) noexcept;
  void set_phases(const Tetrad& of) noexcept;
};

template <class W>
GyrostatForm<W>::GyrostatForm(const W (&moments)[3], const W (&rotor)[3], const W& G, const W (&m)[3]) noexcept {
  sort(moments, rotor, G, m);
  if (is_spin(G)) return;
  Tetrad of = tetrad();
  set_matrix(of);
  set_phases(of);
}

template <class W>
void GyrostatForm<W>::sort(const W (&moments)[3], const W (&rotor)[3], const W& G, const W (&m)[3]) noexcept {
  int(&o)[3] = axis_;
  o[0] = 0, o[1] = 1, o[2] = 2;
  const auto order = [&](int i, int j) {
    if (moments[o[i]] < moments[o[j]]) std::swap(o[i], o[j]);
  };
  order(0, 1), order(1, 2), order(0, 1);
  odd_ = o[1] == (o[0] + 1) % 3 ? W(1) : W(-1);  // an odd permutation with all signs changed is a rotation
  W inverse[3], largest = W(0);
  for (int i = 0; i < 3; ++i) {
    inverse[i] = W(1) / moments[o[i]];
    m_[i] = odd_ * m[o[i]], X_[i] = G * inverse[i], g_[i] = (odd_ * rotor[o[i]]) * inverse[i];
    if (largest < X_[i]) largest = X_[i];
    if (largest < abs(g_[i])) largest = abs(g_[i]);
  }
  const W least = W(kFloor) * largest;
  const auto apart = [&](int i) {
    const W d = G * ((moments[o[i]] - moments[o[i + 1]]) * (inverse[i] * inverse[i + 1]));
    return d < least ? least : d;
  };
  for (int i = 0; i < 3; ++i) dX_[i][i] = W(0);
  dX_[0][1] = apart(0), dX_[1][2] = apart(1), dX_[0][2] = dX_[0][1] + dX_[1][2];
  dX_[1][0] = -dX_[0][1], dX_[2][1] = -dX_[1][2], dX_[2][0] = -dX_[0][2];
}

/// Permanent rotations, and m = 0: M and mu of them. Otherwise the floors of g.
template <class W>
bool GyrostatForm<W>::is_spin(const W& G) noexcept {
  const auto at_rest = [&] { return !(W(0) < G); };
  if (at_rest()) {  // w = -g
    const W rate = sqrt((g_[0] * g_[0] + g_[1] * g_[1]) + g_[2] * g_[2]);
    for (int i = 0; i < 3; ++i) m_[i] = W(0) < rate ? -(g_[i] / rate) : W(i == 2 ? 1 : 0);
    mu = W(0.5) * rate;
  } else {
    // m x w, of differences alone, beside the largest that it could be
    W moves = W(0), could = W(0);
    for (int i = 0; i < 3; ++i) {
      const int j = (i + 1) % 3, k = (i + 2) % 3;
      moves = moves + abs(dX_[j][k] * (m_[j] * m_[k]) + (m_[k] * g_[j] - m_[j] * g_[k])), could = could + abs(g_[i]);
    }
    could = could + dX_[0][2];
    if (W(kSpin) * could < moves) {
      for (int i = 0; i < 3; ++i) square_[i] = m_[i] * m_[i];
      twice_gm_ = W(2) * ((g_[0] * m_[0] + g_[1] * m_[1]) + g_[2] * m_[2]);
      W largest = X_[2];
      for (const W& g : g_)
        if (largest < abs(g)) largest = abs(g);
      const W least = W(kFloor) * largest;
      for (W& g : g_)
        if (abs(g) < least) g = g < W(0) ? -least : least;
      return false;
    }
    mu = W(0);
    for (int i = 0; i < 3; ++i) mu = mu + m_[i] * (X_[i] * m_[i] - g_[i]);
    mu = W(0.5) * mu;
  }
  // The spinor of m: |a|^2 - |b|^2 = m3, 2 a conj(b) = m2 + i m1
  W p[3];
  for (int i = 0; i < 3; ++i) p[axis_[i]] = odd_ * m_[i];
  if (W(0) < p[2]) {
    const W a = sqrt(W(0.5) * (W(1) + p[2])), half = W(0.5) / a;
    M[0][0] = {a, W(0)}, M[1][0] = {half * p[1], -(half * p[0])};
  } else {
    const W b = sqrt(W(0.5) * (W(1) - p[2])), half = W(0.5) / b;
    M[1][0] = {b, W(0)}, M[0][0] = {half * p[1], half * p[0]};
  }
  return true;
}

/// The root x in (0, upto) of x v A + sign (near2 v - end2 x), v = d - x, A = sign x - c - other2/(other - sign x): the distance
/// of s from the pole that it is nearest to; d and other lead from there to the two other poles, and c to c. By Newton's method
/// in a bracket, first in short numbers. Converges quadratically from outside a double root, at worst by halvings: 200 trips
/// are never reached.
template <class W>
template <class U>
U GyrostatForm<W>::pole_root(const U& d, const U& other, const U& c, const U& near2, const U& end2, const U& other2,
                             bool up, const U& upto) noexcept {
  using Short = typename WideNumber<U>::Short;
  const auto signed_ = [up](const U& x) { return up ? x : -x; };
  const auto F = [&](const U& x, U& slope) {
    const U v = d - x, inverse = U(1) / (other - signed_(x)), q = other2 * inverse, A = (signed_(x) - c) - q,
            xv = x * v;
    slope = (v - x) * A + signed_((xv * (U(1) - q * inverse) - near2) - end2);
    return xv * A + signed_(near2 * v - end2 * x);
  };
  const U at_0 = signed_(near2 * d);
  U low = U(0), high = upto, x, slope;
  if constexpr (!std::is_same_v<U, Short>)
    x = U(
        pole_root<Short>(Short(d), Short(other), Short(c), Short(near2), Short(end2), Short(other2), up, Short(upto)));
  else
    F(U(0), slope), x = -(at_0 / slope);
  if (!(U(0) < x) || !(x < high)) x = U(0.5) * high;
  const U close = sqrt(WideNumber<U>::rounding()) * U(0.1), limit = U(4) * WideNumber<U>::rounding();
  for (int trip = 0; trip < 200; ++trip) {
    const U value = F(x, slope);
    const bool before = (U(0) < value) == (U(0) < at_0);
    if (!(U(0) < abs(value))) break;
    (before ? low : high) = x;
    U next = x - value / slope;
    if (!(low < next) || !(next < high)) {
      if (abs(next - x) < limit * x) break;
      next = !(U(0) < low) ? U(1e-3) * high : U(4) * low < high ? sqrt(low * high) : U(0.5) * (low + high);
    }
    const bool last = abs(next - x) < close * x;  // Newton squares the error
    x = next;
    if (last) break;
  }
  return x;
}

/// The root between the neighbouring poles a and b, counted from the pole `from` and at most `upto` away; from < 0: from
/// that pole in whose half it is.
template <class W>
void GyrostatForm<W>::between(int a, int b, W* D, int from, W upto) const noexcept {
  const int third = 3 - a - b;
  const W d = dX_[a][b];
  if (from < 0) {
    const W half = W(0.5) * d, A = (half - c_less(a)) - (g_[third] * g_[third]) / (dX_[a][third] - half);
    from = half * A + (g_[a] + g_[b]) * (g_[a] - g_[b]) < W(0) ? a : b, upto = half;
  }
  const bool up = from == a;
  const W &g1 = g_[from], &g2 = g_[a + b - from], &g3 = g_[third];
  const W x = pole_root<W>(d, dX_[from][third], c_less(from), g1 * g1, g2 * g2, g3 * g3, up, upto);
  for (int i = 0; i < 3; ++i) D[i] = up ? dX_[from][i] - x : dX_[from][i] + x;
}

/// One root lies in (X1, X2), one in (X2, X3); the other two, timelike and spacelike, are real, c and t, or p +- i split/2.
template <class W>
bool GyrostatForm<W>::four_roots(W* Da, W* Db, W* Dc, W* Dt, W* Dp, W& split) const noexcept {
  between(0, 1, Da, -1, W(0)), between(1, 2, Db, -1, W(0));
  for (bool again = false;;) {
    // |X_i - s_c| |X_i - s_t|, of the residues; and the sum of both, counted from X_i
    W q[3];
    int i = 0;
    for (int j = 0; j < 3; ++j) {
      const int j1 = (j + 1) % 3, j2 = (j + 2) % 3;
      q[j] = abs((g_[j] * g_[j]) * ((dX_[j][j1] / Da[j]) * (dX_[j][j2] / Db[j])));
      if (q[j] < q[i]) i = j;
    }
    const W sum = (i == 0 ? Da[1] + Db[2] : i == 1 ? Da[0] + Db[2] : Da[0] + Db[1]) + c_less(i);
    const W root_q = sqrt(q[i]), disc = (sum - W(2) * root_q) * (sum + W(2) * root_q);
    const W least = W(kFloor) * (sum * sum + q[i]);
    split = sqrt(abs(disc) < least ? least : abs(disc));
    if (disc < W(0)) {
      for (int j = 0; j < 3; ++j) Dp[j] = dX_[i][j] - W(0.5) * sum;
      return false;
    }
    const W far = W(0.5) * (sum < W(0) ? sum - split : sum + split), close = q[i] / far;
    for (int j = 0; j < 3; ++j) Dc[j] = j == i ? -far : dX_[i][j] - far, Dt[j] = j == i ? -close : dX_[i][j] - close;
    // The timelike one is where f' > 0: prod (s - other roots)/prod (s - X), an even number of negative factors.
    const auto rises = [&](const W* D, const W* other) {
      int negative = 0;
      for (const W* x : {static_cast<const W*>(Da), static_cast<const W*>(Db), other}) negative += gap(D, x) < W(0);
      for (int j = 0; j < 3; ++j) negative += W(0) < D[j];
      return negative % 2 == 0;
    };
    if (rises(Dc, Dt))
      for (int j = 0; j < 3; ++j) std::swap(Dc[j], Dt[j]);
    if (again) return true;
    // Three roots between two poles: the timelike one is to be known from its nearest neighbour.
    for (int a = 0; a < 2; ++a) {
      W* D = a == 0 ? Da : Db;
      const int b = a + 1;
      if (Dt[a] < W(0) && W(0) < Dt[b] && Dc[a] < W(0) && W(0) < Dc[b] && abs(Dt[a] - D[a]) < abs(Dt[a] - Dc[a])) {
        const int pole = Dt[a] < Dc[a] ? a : b;
        between(a, b, D, pole, abs(W(0.5) * (Dc[pole] + Dt[pole])));
        again = true;
      }
    }
    if (!again) return true;
  }
}

/// (g_i/D_i; 1)/sqrt|norm| along the principal axes
template <class W>
void GyrostatForm<W>::eigenvector(const W* D, const W& norm, W* v) const noexcept {
  const W n = W(1) / sqrt(abs(norm)), signed_n = odd_ * n;
  for (int i = 0; i < 3; ++i) v[axis_[i]] = signed_n * (g_[i] / D[i]);
  v[3] = n;
}

template <class W>
typename GyrostatForm<W>::Tetrad GyrostatForm<W>::tetrad() noexcept {
  Tetrad of{};
  W Da[3], Db[3], Dc[3], Dt[3], Dp[3], split;
  const bool real = four_roots(Da, Db, Dc, Dt, Dp, split);
  kind = real ? Kind::two_curves : Kind::one_curve;
  const auto product = [](const W* D) { return (D[0] * D[1]) * D[2]; };
  if (real) {
    const W at = gap(Da, Dt), bt = gap(Db, Dt), ct = gap(Dc, Dt) < W(0) ? -split : split;
    const W* D[3] = {Da, Db, Dc};
    W t[3] = {at, bt, ct};  // s - s0
    const auto order = [&](int i, int j) {
      if (W(0) < gap(D[i], D[j])) std::swap(D[i], D[j]), std::swap(t[i], t[j]);
    };
    order(0, 1), order(1, 2), order(0, 1);
    if (W(0) < t[1]) std::swap(D[0], D[2]), std::swap(t[0], t[2]);  // s0 between s2 and s3
    const W d12 = gap(D[0], D[1]), d13 = gap(D[0], D[2]), d23 = gap(D[1], D[2]);
    eigenvector(D[0], d12 * d13 * t[0] / product(D[0]), of.e[0]);
    eigenvector(D[1], d12 * d23 * t[1] / product(D[1]), of.e[1]);
    eigenvector(D[2], d13 * d23 * t[2] / product(D[2]), of.e[2]);
    eigenvector(Dt, t[0] * t[1] * t[2] / product(Dt), of.e[3]);
    const W below = W(1) / (d23 * t[0]);
    of.k = sqrt(abs(d12 * t[2] * below)), of.kp = sqrt(abs(d13 * t[1] * below)), of.r = sqrt(abs(t[0] * d23));
    of.c[0] = abs(d23), of.c[1] = abs(d13), of.c[2] = abs(d12);
    of.forward = W(0) < d13, of.s_root = X_[1] - D[1][1];
  } else {
    const W *D1 = Da, *D2 = Db;
    if (W(0) < gap(Da, Db)) std::swap(D1, D2);
    const W r = W(0.5) * split, al = gap(D1, Dp), be = gap(D2, Dp), d12 = gap(D1, D2);
    of.al = al, of.be = be, of.r = r, of.c[0] = -d12;
    eigenvector(D1, d12 * (al * al + r * r) / product(D1), of.e[0]);
    eigenvector(D2, d12 * (be * be + r * r) / product(D2), of.e[1]);
    // e_3 + i e_0 = sqrt(2/norm) (g/(X - z); 1), norm = 2 i r (i r - al)(i r - be)/prod(X - z), z = p + i r
    const Complex<W> above = Complex<W>{Dp[0], -r} * Complex<W>{Dp[1], -r} * Complex<W>{Dp[2], -r},
                     below = Complex<W>{W(0), r} * (Complex<W>{-al, r} * Complex<W>{-be, r});
    const Complex<W> n = root((W(1) / square(below)) * (above * Complex<W>{below.re, -below.im}));
    for (int i = 0; i < 3; ++i) {
      const Complex<W> v = (odd_ * g_[i] / (Dp[i] * Dp[i] + r * r)) * (n * Complex<W>{Dp[i], r});
      of.e[2][axis_[i]] = v.re, of.e[3][axis_[i]] = v.im;
    }
    of.e[2][3] = n.re, of.e[3][3] = n.im;
    if (n.im < W(0)) flip(of.e[2]), flip(of.e[3]);
    of.s_root = X_[1] - D1[1], of.forward = false;
  }
  return of;
}

/// The signs of the tetrad, and M = boost times rotation.
template <class W>
void GyrostatForm<W>::set_matrix(Tetrad& of) noexcept {
  W(&e)[4][4] = of.e;
  W m4[4];
  for (int i = 0; i < 3; ++i) m4[axis_[i]] = odd_ * m_[i];
  m4[3] = W(1);
  if (kind == Kind::two_curves)
    for (int j : {0, 2})
      if (dot4(e[j], m4) < W(0)) flip(e[j]);
  const W* v = e[3];
  const W inverse = W(1) / (W(1) + v[3]);
  W R[3][3];
  for (int j = 0; j < 3; ++j)
    for (int i = 0; i < 3; ++i) R[i][j] = e[j][i] - v[i] * (e[j][3] * inverse);
  using Short = typename N::Short;
  const auto minor = [&](int i, int j) {  // its sign is all that is asked for
    return Short(R[i][1]) * Short(R[j][2]) - Short(R[j][1]) * Short(R[i][2]);
  };
  const Short det = Short(R[0][0]) * minor(1, 2) + Short(R[1][0]) * minor(2, 0) + Short(R[2][0]) * minor(0, 1);
  if (det < Short(0)) {
    flip(e[1]);
    for (auto& row : R) row[1] = -row[1];
  }
  // The quaternion of R, by the largest of its squares
  const W trace = (R[0][0] + R[1][1]) + R[2][2];
  const W squares[4] = {W(1) + trace, W(1) + W(2) * R[0][0] - trace, W(1) + W(2) * R[1][1] - trace,
                        W(1) + W(2) * R[2][2] - trace};
  const W x = R[2][1] - R[1][2], y = R[0][2] - R[2][0], z = R[1][0] - R[0][1];
  const W xy = R[0][1] + R[1][0], yz = R[1][2] + R[2][1], zx = R[2][0] + R[0][2];
  const W rows[4][4] = {
      {squares[0], x, y, z}, {x, squares[1], xy, zx}, {y, xy, squares[2], yz}, {z, zx, yz, squares[3]}};
  int largest = 0;
  for (int i = 1; i < 4; ++i)
    if (squares[largest] < squares[i]) largest = i;
  const W* q = rows[largest];
  const W length2 = (q[0] * q[0] + q[1] * q[1]) + (q[2] * q[2] + q[3] * q[3]);
  // boost: (1 + [[v0 + v3, v2 + i v1], [v2 - i v1, v0 - v3]])/sqrt(2 (1 + v0))
  const W scale = sqrt(W(0.5) * inverse / length2);
  const Complex<W> U[2][2] = {{{q[0], -q[3]}, {q[1], -q[2]}}, {{-q[1], -q[2]}, {q[0], q[3]}}};
  const W one = W(1) + v[3];
  const Complex<W> B[2][2] = {{{one + v[2], W(0)}, {v[1], v[0]}}, {{v[1], -v[0]}, {one - v[2], W(0)}}};
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j) M[i][j] = scale * (B[i][0] * U[0][j] + B[i][1] * U[1][j]);
}

/// Modulus, frequencies and phases of the normal form; y is the momentum seen from it.
template <class W>
void GyrostatForm<W>::set_phases(const Tetrad& of) noexcept {
  W m4[4], y[3];
  for (int i = 0; i < 3; ++i) m4[axis_[i]] = odd_ * m_[i];
  m4[3] = W(1);
  const W y0 = W(-1) / dot4(of.e[3], m4);
  for (int j = 0; j < 3; ++j) y[j] = dot4(of.e[j], m4) * y0;
  if (kind == Kind::two_curves) {
    const W ratio = sqrt(of.c[1] / of.c[0]);
    const Integral<W> start = integral<true>(y[1], y[0] * ratio, of.kp, ratio),
                      shift = integral<false>(sqrt(of.c[0]), sqrt(of.c[2]), of.k);
    const W K_ratio = start.mean / shift.mean;  // K'/K
    f = of.forward ? of.r * start.mean : -(of.r * start.mean);
    v0 = start.angle, s = shift.angle * K_ratio, kappa = W(2) * K_ratio;
    // 2 mu = s2 +- c3 <cn^2/(cn^2 + (c2/c1) sn^2)> - f
    const W part = of.c[2] * start.share;
    mu = W(0.5) * ((of.forward ? of.s_root + part : of.s_root - part) - f);
  } else {
    const W al = of.al, be = of.be, r = of.r, Ra = sqrt(al * al + r * r), Rb = sqrt(be * be + r * r),
            Rab = sqrt(Ra * Rb);
    const auto halved = [&](const W& x, const W& R, W& sine, W& cosine) {  // half the angle of (x, r)
      W& larger = x < W(0) ? sine : cosine;
      larger = sqrt(W(0.5) * (R + abs(x)) / R);
      (x < W(0) ? cosine : sine) = W(0.5) * r / (R * larger);
    };
    W sa, ca, sb, cb;
    halved(al, Ra, sa, ca), halved(be, Rb, sb, cb);
    const W kp = ca * cb + sa * sb, k = W(0.5) * (r * of.c[0]) / (Ra * Rb * kp);
    // tan(am(2 u0)/2) = Y/Z; the cosine of am(2 u0) without cancellation near the separatrix, by the energy
    const W Z = y[1] * sqrt(Rb), Y = -(y[0] * sqrt(Ra));
    const bool middle = al < W(0) && W(0) < be;
    const W cosine =
        middle ? r * (r * (y[1] * y[1] / (Rb + be) - y[0] * y[0] / (Ra - al)) - W(2) * y[2]) : (Z - Y) * (Z + Y);
    const Integral<W> start = integral<true>(W(2) * Z * Y, cosine, kp, W(0.5) * (Ra + Rb) / Rab),
                      shift = integral<false>(sqrt(ca), sqrt(k * sb), k);
    f = -(Rab * start.mean), kappa = start.mean / shift.mean, s = shift.angle * kappa;
    v0 = W(0.5) * (start.angle + N::pi());  // of theta3, theta1: a quarter further than theta4, theta2
    if (Z < W(0)) v0 = v0 + N::pi();
    // 2 mu = s1 + (s2 - s1) [S/2 + (1 - S) Ra/(Ra + Rb)] - f
    const W share = W(0.5) * start.share + (W(1) - start.share) * (Ra / (Ra + Rb));
    mu = W(0.5) * ((of.s_root + of.c[0] * share) - f);
  }
}

}  // namespace polhode::inline POLHODE_ISA::detail
