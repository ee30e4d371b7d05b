// quad.hpp -- __float128 (113 bits) as a number: for references and for tests of high order
//
// Needs libquadmath (link with -lquadmath). Include it before or after the methods, but before a
// method is first used with __float128.
#pragma once

#include <quadmath.h>

#include "polhode/numbers/elementary.hpp"
#include "polhode/numbers/scalar.hpp"

namespace polhode::inline POLHODE_ISA {

using Quad = __float128;

template <>
struct Number<Quad> {
  using Mask = bool;
  using Lane = Quad;
  static constexpr int lanes = 1;

  static constexpr Quad epsilon() noexcept { return Quad(0x1p-112); }
  static Quad sqrt(Quad x) noexcept { return sqrtq(x); }
  static Quad abs(Quad x) noexcept { return fabsq(x); }
  static Quad fma(Quad a, Quad b, Quad c) noexcept { return fmaq(a, b, c); }
  static Quad copysign(Quad magnitude, Quad sign) noexcept { return copysignq(magnitude, sign); }
  static Quad select(bool mask, Quad a, Quad b) noexcept { return mask ? a : b; }
  static bool all(bool mask) noexcept { return mask; }
  static Quad lane(Quad x, int) noexcept { return x; }
  static bool mask_lane(bool mask, int) noexcept { return mask; }
  static void set_lane(Quad& x, int, Quad value) noexcept { x = value; }
};

template <>
struct Elementary<Quad> {
  static void sincos(Quad x, Quad& s, Quad& c) noexcept { sincosq(x, &s, &c); }
  static Quad exp(Quad x) noexcept { return expq(x); }
  static Quad log(Quad x) noexcept { return logq(x); }
  static Quad atan2(Quad y, Quad x) noexcept { return atan2q(y, x); }
  static Quad pow(Quad x, Quad y) noexcept { return powq(x, y); }
  static void sinhcosh(Quad x, Quad& s, Quad& c) noexcept {
    s = sinhq(x);
    c = coshq(x);
  }
};

}  // namespace polhode::inline POLHODE_ISA
