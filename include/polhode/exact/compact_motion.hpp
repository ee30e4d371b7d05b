// compact_motion.hpp -- the exact motion of a free body in twelve numbers, for many bodies that are asked again and again
//
// A PrincipalMotion holds everything in the form in which it is needed: 66 numbers a body. All of it is made of twelve, and six
// bits: which axis is which, and three signs. The bits stand where the numbers have none: f, g and |m| are not negative, and f, g
// and the offset are below 2, so that the highest bit of their exponents is free. Nothing is lost: what is unpacked has the bits of
// the motion that was packed.
//
// This holds for a nome up to 1/4 and without a thin axis: holds(). Of random bodies 98.7 % are so.
#pragma once

#include <cstdint>
#include <limits>

#include "polhode/exact/free_motion.hpp"

namespace polhode::inline POLHODE_ISA {

namespace detail {

/// Labels as three masks: label 0 is axis 0, label 0 is axis 1; label 1 is the first of the two axes that are left.
template <class T>
struct PackedLabels {
  Mask<T> first_0, first_1, second;

  POLHODE_INLINE static PackedLabels of(const Labels<T>& l) noexcept {
    const auto& is = l.is_;
    return {is[0][0], is[0][1], (is[0][0] & is[1][1]) | ((!is[0][0]) & is[1][0])};
  }
  POLHODE_INLINE Labels<T> unpacked() const noexcept {
    Labels<T> l;
    auto& is = l.is_;
    is[0][0] = first_0, is[0][1] = first_1, is[0][2] = !(first_0 | first_1);
    is[1][0] = second & (!first_0);
    is[1][1] = (second & first_0) | ((!second) & is[0][2]);
    is[1][2] = !(is[1][0] | is[1][1]);
    for (int k = 0; k < 3; ++k) is[2][k] = !(is[0][k] | is[1][k]);
    return l;
  }
};

/// A bit of a number, as a mask; and a number without it, or with it where the mask says so.
template <class T, int bit>
struct HiddenBit {
  using Bits = typename Number<T>::Bits;
  POLHODE_INLINE static Bits one() noexcept { return Bits(std::int64_t(std::uint64_t(1) << bit)); }
  POLHODE_INLINE static T put(const T& x, const Mask<T>& yes) noexcept {
    return Number<T>::value(Number<T>::bits(x) | (yes.bits & one()));
  }
  POLHODE_INLINE static T without(const T& x) noexcept { return Number<T>::value(Number<T>::bits(x) & ~one()); }
  POLHODE_INLINE static Mask<T> read(const T& x) noexcept { return Mask<T>((Number<T>::bits(x) << (63 - bit)) >> 63); }
};

}  // namespace detail

/// T is a pack of doubles: a body in each lane.
template <class T>
struct CompactMotion {
  static constexpr int kNumbers = 12;
  /// Two frequencies and their low parts, the offset of the first, f, g, |m|, and the attitude that the columns are made of.
  T number[kNumbers];

  CompactMotion() = default;
  /// Of a motion with Reach::far.
  explicit CompactMotion(const PrincipalMotion<T>& m) noexcept {
    const auto labels = detail::PackedLabels<T>::of(m.label_);
    for (int k = 0; k < 2; ++k) number[k] = m.frequency_[k], number[2 + k] = m.frequency_low_[k];
    number[kOffset] = Top::put(m.offset_[0], labels.first_0);
    number[kF] = Sign::put(Top::put(m.f_, labels.first_1), Sign::read(m.G_.x));
    number[kG] = Sign::put(Top::put(m.g_, labels.second), Sign::read(m.G_.y));
    number[kMomentum] = m.G_.z;
    for (int k = 0; k < 4; ++k) number[kAttitude + k] = m.column_[0][k];
  }
  /// Where it can be packed.
  static Mask<T> holds(const PrincipalMotion<T>& m) noexcept { return m.regular_; }

  /// For states and momenta; the angular velocity is not there (NaN), it needs the moments.
  POLHODE_INLINE PrincipalMotion<T> unpacked() const noexcept {
    const T &offset = number[kOffset], &f = number[kF], &g = number[kG], &G = number[kMomentum],
            *q = number + kAttitude;
    PrincipalMotion<T> m;
    m.circulates_ = m.regular_ = true, m.about_thin_axis_ = false;
    m.label_ = detail::PackedLabels<T>{Top::read(offset), Top::read(f), Top::read(g)}.unpacked();
    const T minus = T(-1), plus = T(1), twice = T(2) * abs(G);
    const T signs[3] = {select<T>(Sign::read(f), minus, plus), select<T>(Sign::read(g), minus, plus),
                        select<T>(Sign::read(G), minus, plus)};
    m.G_ = {signs[0] * twice, signs[1] * twice, G};
    for (int k = 0; k < 2; ++k) m.frequency_[k] = number[k], m.frequency_low_[k] = number[2 + k];
    m.offset_[0] = Top::without(offset), m.offset_[1] = T(0);
    m.f_ = abs(Top::without(f)), m.g_ = abs(Top::without(g));
    m.theta_ = ThetaReal<T>(m.f_, m.g_);
    m.most_turns_ = Lane<T>(0x1p45);
    m.x_.x = m.x_.y = m.x_.z = T(std::numeric_limits<Lane<T>>::quiet_NaN());
    m.set_columns({q[0], {q[1], q[2], q[3]}}, signs);
    return m;
  }

 private:
  static constexpr int kOffset = 4, kF = 5, kG = 6, kMomentum = 7, kAttitude = 8;
  using Sign = detail::HiddenBit<T, 63>;
  using Top = detail::HiddenBit<T, 62>;
};

}  // namespace polhode::inline POLHODE_ISA
