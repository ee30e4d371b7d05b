// sr.hpp -- free rigid body: splitting into a symmetric top and a rotation (SR), orders 2, 4, 6, 8
//
// Source     [HairerVilmart2006] section 3; [Vilmart2013] Algorithm 2 (corrected, docs/why/errata.md)
// Splitting  H = C/Ij + (1/Ii - 1/Ij) mi^2/2 + (1/Ik - 1/Ij) mk^2/2,   C = |m|^2/2
//            The first term turns the body about L at the constant rate |m|/Ij. It commutes with the others, so it is
//            applied once, over the whole step. The second, R, turns about body axis i; the third, S, about body axis k.
// Step       R(h/2) S(h) R(h/2), and symmetric compositions of it (tables/composition.hpp).
// Axes       j is the axis of the middle moment, (i, j, k) in cyclic order: the smallest errors of the six choices
//            that depend on the body alone, and exact for every symmetric body. If two moments are equal they are those of i
//            and j: R is nothing then, and sr2 leaves it out.
//
// Symbols    here      Hairer-Vilmart
//            m         y          angular momentum in body axes
//            C         C          |m|^2/2
//
// Exact to rounding: |m|, L = Q m. Energy is in error by O(h^order), without drift.
#pragma once

#include <type_traits>

#include "polhode/methods/method_name.hpp"
#include "polhode/methods/parts/axis_rotation.hpp"
#include "polhode/methods/parts/composition.hpp"

namespace polhode::inline POLHODE_ISA {

namespace detail {

/// The body seen from its middle axis: axes (i, j, k) as (0, 1, 2), a cyclic relabelling.
template <class T>
struct MiddleAxisBody {
  T rate_i{}, rate_k{};    ///< 1/Ii - 1/Ij, 1/Ik - 1/Ij
  T x_j{};                 ///< 1/Ij
  Mask<T> is_1{}, is_2{};  ///< the middle axis is the first, the second

  MiddleAxisBody() = default;
  explicit MiddleAxisBody(const Principal<T>& body) noexcept {
    const Vec3<T>& I = body.I;
    const auto between = [](T lo, T mid, T hi) { return ((lo <= mid) & (mid <= hi)) | ((hi <= mid) & (mid <= lo)); };
    is_2 = between(I.x, I.y, I.z) & ((I.y != I.z) | (I.x == I.y));
    is_1 = between(I.z, I.x, I.y) & !is_2;
    const Vec3<T> x = to_middle(body.x), Im = to_middle(I);
    x_j = x.y;
    // differences of inverses without cancellation: (Ij - Ii)/(Ii Ij)
    rate_i = (Im.y - Im.x) * x.x * x.y;
    rate_k = (Im.y - Im.z) * x.z * x.y;
  }
  POLHODE_INLINE Vec3<T> to_middle(const Vec3<T>& a) const noexcept {
    return {select_axis(a.z, a.x, a.y), select_axis(a.x, a.y, a.z), select_axis(a.y, a.z, a.x)};
  }
  POLHODE_INLINE Vec3<T> from_middle(const Vec3<T>& b) const noexcept {
    return {select_axis(b.y, b.x, b.z), select_axis(b.z, b.y, b.x), select_axis(b.x, b.z, b.y)};
  }

 private:
  POLHODE_INLINE T select_axis(T if_1, T if_2, T if_3) const noexcept {
    return select<T>(is_1, if_1, select<T>(is_2, if_2, if_3));
  }
};

/// The same relabelling where the middle axis is known to the compiler: it costs nothing.
template <int j>
struct KnownMiddleAxis {
  template <class T>
  POLHODE_INLINE static Vec3<T> to_middle(const Vec3<T>& a) noexcept {
    return {a[(j + 2) % 3], a[j], a[(j + 1) % 3]};
  }
  template <class T>
  POLHODE_INLINE static Vec3<T> from_middle(const Vec3<T>& b) noexcept {
    Vec3<T> a;
    a[(j + 2) % 3] = b.x, a[j] = b.y, a[(j + 1) % 3] = b.z;
    return a;
  }
};

struct RotationAndTop {
  template <class T>
  POLHODE_INLINE static void outer(const MiddleAxisBody<T>& body, T h, Moving<T>& s) noexcept {
    flow<0>(body.rate_i, h, s);
  }
  template <class T>
  POLHODE_INLINE static void inner(const MiddleAxisBody<T>& body, T h, Moving<T>& s) noexcept {
    flow<2>(body.rate_k, h, s);
  }

 private:
  template <int axis, class T>
  POLHODE_INLINE static void flow(T rate, T t, Moving<T>& s) noexcept {
    s.template about<axis, Turning::exact>((T(0.5) * t * rate) * s.m[axis]);
  }
};

template <int order>
using SrTable =
    std::conditional_t<order == 2, SingleStep,
                       std::conditional_t<order == 4, Suzuki5, std::conditional_t<order == 6, KahanLi9, KahanLi17>>>;

}  // namespace detail

template <int order>
struct Sr : FreeMethod {
  static_assert(order == 2 || order == 4 || order == 6 || order == 8);
  static constexpr MethodInfo info{.name = numbered_name<"sr", order>,
                                   .title = "splitting into a symmetric top and a rotation",
                                   .family = "Symmetric-top splitting (SR)",
                                   .order = order,
                                   .attitude_order = order,
                                   .symmetric = true,
                                   .structure = Structure::symplectic,
                                   .energy = Energy::bounded,
                                   .keeps_casimir = true,
                                   .keeps_momentum = true,
                                   .reference = "HairerVilmart2006, section 3; Vilmart2013, Algorithm 2"};

  template <class T>
  using Body = detail::MiddleAxisBody<T>;

  template <class T>
  POLHODE_INLINE static StepStatus<T> step(const Body<T>& body, T h, PrincipalState<T>& s) noexcept {
    // One branch instead of many selects, the same bits: for one body, and for lanes that agree on axis 2.
    if (all_lanes<T>(body.is_2)) return step(body, detail::KnownMiddleAxis<1>{}, h, s);
    if constexpr (std::is_same_v<Mask<T>, bool>) {
      if (body.is_1) return step(body, detail::KnownMiddleAxis<0>{}, h, s);
      return step(body, detail::KnownMiddleAxis<2>{}, h, s);
    } else {
      return step(body, body, h, s);
    }
  }

 private:
  template <class T, class Labels>
  POLHODE_INLINE static StepStatus<T> step(const Body<T>& body, const Labels& labels, T h,
                                           PrincipalState<T>& s) noexcept {
    if constexpr (order == 2) {
      if (all_lanes<T>(top_turns_little(body, labels, h, s))) [[likely]]
        second_order(body, labels, h, s);
      else
        s = large_step(body, h, s);
      return {};
    } else {
      const Vec3<T> m = labels.to_middle(s.m);
      const Turn<T> top = exp((h * body.x_j) * m);  // about L: it may come before or after R and S
      Moving<T> moving(m);
      const StepStatus<T> status = compose<detail::RotationAndTop, detail::SrTable<order>>(body, h, moving);
      const Turn<T> r = moving.turn(), whole = top * r;
      s.Q = s.Q * Turn<T>{whole.c1, labels.from_middle(whole.u)};
      s.m = labels.from_middle(rotate_back(r, m));
      return status;
    }
  }

  /// The turn about L, then R and S, each as a change of the attitude. R is left out where its rate is 0.
  template <class T, class Labels>
  POLHODE_INLINE static void second_order(const Body<T>& body, const Labels& labels, T h,
                                          PrincipalState<T>& s) noexcept {
    const Mask<T> symmetric = body.rate_i == T(0);
    if (all_lanes<T>(!symmetric)) [[likely]] {
      rotated<false>(body, labels, h, s);
    } else if (all_lanes<T>(symmetric)) {
      rotated<true>(body, labels, h, s);
    } else if constexpr (lanes<T> > 1) {
      s = some_symmetric(body, h, s);
    }
  }
  template <bool symmetric, class T, class Labels>
  POLHODE_INLINE static void rotated(const Body<T>& body, const Labels& labels, T h, PrincipalState<T>& s) noexcept {
    const Vec3<T> m = labels.to_middle(s.m);
    const Turn<T> top = exp((h * body.x_j) * m);
    const Quaternion<T> Q{s.Q.w, labels.to_middle(s.Q.v)};
    Moving<T> moving(Q, detail::change_by_turn(Q, top.u, T(1), top.c1), m);
    if constexpr (symmetric)
      detail::RotationAndTop::inner(body, h, moving);
    else
      compose<detail::RotationAndTop, detail::SrTable<order>>(body, h, moving);
    const Quaternion<T> after = moving.attitude();
    s = {{after.w, labels.from_middle(after.v)}, labels.from_middle(moving.m)};
  }
  /// A turn by 0 changes nothing but signs of zeros; with this a lane has the bits that it has alone in those, too.
  template <class T>
  [[gnu::noinline]] static PrincipalState<T> some_symmetric(const Body<T>& body, T h,
                                                            const PrincipalState<T>& s) noexcept {
    PrincipalState<T> without = s, with = s;
    rotated<true>(body, body, h, without), rotated<false>(body, body, h, with);
    return select<T>(body.rate_i == T(0), without, with);
  }
  /// The test that exp makes as well: it costs nothing.
  template <class T, class Labels>
  POLHODE_INLINE static Mask<T> top_turns_little(const Body<T>& body, const Labels& labels, T h,
                                                 const PrincipalState<T>& s) noexcept {
    return T(0.25) * norm2((h * body.x_j) * labels.to_middle(s.m)) <= T(detail::kSmallSquare);
  }
  /// By a turn of the top of more than half a turn what Q lacks to unit length would grow (change_by_turn): it is put right
  /// before. Out of line and by value: the small step keeps its registers.
  template <class T>
  [[gnu::noinline]] static PrincipalState<T> large_step(const Body<T>& body, T h, PrincipalState<T> s) noexcept {
    s.Q = select<T>(top_turns_little(body, body, h, s), s.Q, renormalized(s.Q));
    second_order(body, body, h, s);
    return s;
  }
};

}  // namespace polhode::inline POLHODE_ISA
