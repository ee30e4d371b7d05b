// mclachlan_reich.hpp -- free rigid body: splitting into rotations about the three principal axes
//
// Source     [McLachlan1993], [Reich1994]; tested by [Buss2001] section 3, [CelledoniSafstrom2006] section 4
// Splitting  H = H1 + H2 + H3,  Hi = mi^2/(2 Ii);  the flow of Hi turns the body about its axis i at the constant rate mi/Ii
// Step       R_a(h/2) R_b(h/2) R_c(h) R_b(h/2) R_a(h/2),  axes (outer a, middle b, inner c) in the name, e.g. -231
// Order 4    triple jump of the step above. With exact rotations neighbouring outer ones add up: 13 rotations.
//            Cayley rotations do not add up (merging them leaves order 2): there are 15.
//
// Symbols    here   Buss    Celledoni-Safstrom
//            m      L_body  pi       angular momentum in body axes
//            Q      Omega   Q^T      attitude, body -> space
//
// Exact to rounding: |m|, L = Q m. Energy is in error by O(h^order), without drift.
#pragma once

#include <string>
#include <string_view>

#include "polhode/methods/method_name.hpp"
#include "polhode/methods/parts/axis_rotation.hpp"
#include "polhode/methods/parts/composition.hpp"

namespace polhode::inline POLHODE_ISA {

namespace detail {

template <int a, int b, int c, Turning how>
struct ThreeRotations {
  template <class T>
  POLHODE_INLINE static StepStatus<T> step(const Principal<T>& body, T h, Moving<T>& s) noexcept {
    flow<a>(body, T(0.5) * h, s);
    inner(body, h, s);
    flow<a>(body, T(0.5) * h, s);
    return {};
  }
  // Rotations about one axis by the angle itself add up, because they do not change m_a.
  template <class T>
  POLHODE_INLINE static void outer(const Principal<T>& body, T h, Moving<T>& s) noexcept
    requires(how == Turning::exact)
  {
    flow<a>(body, h, s);
  }
  template <class T>
  POLHODE_INLINE static void inner(const Principal<T>& body, T h, Moving<T>& s) noexcept {
    flow<b>(body, T(0.5) * h, s);
    flow<c>(body, h, s);
    flow<b>(body, T(0.5) * h, s);
  }

 private:
  template <int i, class T>
  POLHODE_INLINE static void flow(const Principal<T>& body, T t, Moving<T>& s) noexcept {
    s.template about<i, how>((T(0.5) * t * body.x[i]) * s.m[i]);
  }
};

template <int order, int axes, Turning how>
constexpr auto mclachlan_reich_name() {
  constexpr auto stem =
      join(fixed_string("mclachlan-reich"), select_string < order == 4 > (fixed_string("4"), fixed_string("")));
  constexpr auto with_axes =
      join(stem, select_string < axes == 123 > (fixed_string(""), join(fixed_string("-"), number_string<axes>())));
  return join(with_axes, select_string < how == Turning::cayley > (fixed_string("-cayley"), fixed_string("")));
}

/// The one that has a row of its own in the list.
template <int axes, Turning how>
inline constexpr bool is_plain = axes == 123 && how == Turning::exact;

}  // namespace detail

/// The name without the axes 1, 2, 3, which may be written: "mclachlan-reich-123-cayley" is "mclachlan-reich-cayley".
inline std::string without_plain_axes(std::string_view name) {
  for (const std::string_view stem : {"mclachlan-reich4", "mclachlan-reich"}) {
    const std::string written = std::string(stem) + "-123";
    if (name == written || name == written + "-cayley")
      return std::string(stem) + std::string(name.substr(written.size()));
  }
  return std::string(name);
}

/// `axes` = 123, 132, 213, 231, 312 or 321: outer, middle, inner.
template <int order, int axes = 123, Turning how = Turning::exact>
struct McLachlanReich : FreeMethod {
  static_assert(order == 2 || order == 4);
  static constexpr auto kName = detail::mclachlan_reich_name<order, axes, how>();
  static constexpr MethodInfo info{
      .name = kName.view(),
      .title = how == Turning::exact ? "splitting into rotations about the body axes"
                                     : "splitting into Cayley rotations about the body axes",
      .family = "Axis splitting (McLachlan, Reich)",
      .order = order,
      .attitude_order = order,
      .symmetric = true,
      .structure = Structure::symplectic,  // a Cayley turn is the flow of another function of m_i
      .energy = Energy::bounded,
      .keeps_casimir = true,
      .keeps_momentum = true,
      .reference = "McLachlan1993; Reich1994; Buss2001, section 3",
      .options = detail::is_plain<axes, how>
                     ? "-132, -213, -231, -312, -321: other axes (outer, middle, inner; -123 may "
                       "be written); then -cayley: Cayley rotations"
                     : "",
      .variant_of = detail::is_plain<axes, how> ? ""
                    : order == 2                ? "mclachlan-reich"
                                                : "mclachlan-reich4"};

  template <class T>
  static StepStatus<T> step(const Principal<T>& body, T h, PrincipalState<T>& s) noexcept {
    using Base = detail::ThreeRotations<axes / 100 - 1, axes / 10 % 10 - 1, axes % 10 - 1, how>;
    Moving<T> moving(s.m);
    const StepStatus<T> status = compose<Base, std::conditional_t<order == 4, TripleJump, SingleStep>>(body, h, moving);
    turn(s, moving.turn());
    return status;
  }
};

/// All orders of the axes, with both kinds of rotation.
template <int order>
using McLachlanReichFamily =
    MethodList<McLachlanReich<order, 123>, McLachlanReich<order, 132>, McLachlanReich<order, 213>,
               McLachlanReich<order, 231>, McLachlanReich<order, 312>, McLachlanReich<order, 321>,
               McLachlanReich<order, 123, Turning::cayley>, McLachlanReich<order, 132, Turning::cayley>,
               McLachlanReich<order, 213, Turning::cayley>, McLachlanReich<order, 231, Turning::cayley>,
               McLachlanReich<order, 312, Turning::cayley>, McLachlanReich<order, 321, Turning::cayley>>;

}  // namespace polhode::inline POLHODE_ISA
