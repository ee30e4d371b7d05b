// labelled_axes.hpp -- the axes of a body in the order of its moments, and components along them
#pragma once

#include <array>
#include <cstddef>
#include <type_traits>

#include "polhode/numbers/side_by_side.hpp"
#include "polhode/rotation/vec3.hpp"

namespace polhode::inline POLHODE_ISA::detail {

/// Labels of the axes by moment, for moments x, y, z at [2 (y < x) + 4 (z < y) + 8 (z < x)]; behind each the same with
/// the outer axes exchanged. Two orders cannot be.
struct Permutation {
  int axis[3]{}, label[3]{};  // of labels, and back
};
inline constexpr auto kPermutations = [] {
  std::array<Permutation, 16> all;
  for (int i = 0; i < 16; ++i) {
    const int yx = i >> 1 & 1, zy = i >> 2 & 1, zx = i >> 3 & 1, place[3] = {yx + zx, 1 - yx + zy, 2 - zy - zx};
    Permutation& p = all[std::size_t(i)];
    for (int k = 0; k < 3; ++k) {
      p.label[k] = i & 1 ? 2 - place[k] : place[k];
      p.axis[p.label[k]] = k;
    }
  }
  return all;
}();

template <class T>
struct PackedLabels;

/// Which labelled axis is which axis of the body: for one body as numbers, for many as masks. One body neither
/// branches, which with random bodies is mispredicted every other time, nor chooses, which is slow.
template <class T>
class Labels {
 public:
  Labels() = default;
  /// In the order of the moments. Parity is 1 if that is a cyclic order, else -1.
  POLHODE_INLINE Labels(const Vec3<T>& I, T& parity) noexcept {
    const Mask<T> yx = I.y < I.x, zy = I.z < I.y, zx = I.z < I.x;
    const auto sign = [](const Mask<T>& yes) __attribute__((always_inline)) { return select<T>(yes, T(-1), T(1)); };
    parity = sign(yx) * sign(zy) * sign(zx);
    if constexpr (lanes<T> == 1) {
      order_ = 2 * unsigned(yx) + 4 * unsigned(zy) + 8 * unsigned(zx);
    } else {
      const Mask<T> first[3] = {!(yx | zx), yx & !zy, zy & zx}, last[3] = {yx & zx, zy & !yx, !(zy | zx)};
      for (int k = 0; k < 3; ++k) is_[0][k] = first[k], is_[1][k] = !(first[k] | last[k]), is_[2][k] = last[k];
    }
  }
  POLHODE_INLINE void exchange_outer(const Mask<T>& yes) noexcept {
    if constexpr (lanes<T> == 1) {
      order_ += unsigned(yes);
    } else {
      for (int k = 0; k < 3; ++k) {
        const Mask<T> change = yes & !is_[1][k];
        is_[0][k] = (is_[0][k] & !change) | (is_[2][k] & change);
        is_[2][k] = !(is_[0][k] | is_[1][k]);
      }
    }
  }
  /// The component of a vector in body axes along labelled axis i.
  POLHODE_INLINE T component(int i, const Vec3<T>& x) const noexcept {
    if constexpr (lanes<T> == 1) {
      const T of_axis[3] = {x.x, x.y, x.z};
      return of_axis[kPermutations[order_].axis[i]];
    } else {
      return select<T>(is_[i][0], x.x, select<T>(is_[i][1], x.y, x.z));
    }
  }
  /// Components along the labelled axes, as a vector in body axes.
  template <class S>
  POLHODE_INLINE Vec3<S> vector(const S& x1, const S& x2, const S& x3) const noexcept {
    if constexpr (lanes<T> == 1) {
      const auto& label = kPermutations[order_].label;
      if constexpr (lanes<S> > 1) {  // one body again and again: the branch is known
        switch (3 * label[0] + label[1]) {
          case 1:
            return {x1, x2, x3};
          case 2:
            return {x1, x3, x2};
          case 3:
            return {x2, x1, x3};
          case 5:
            return {x2, x3, x1};
          case 6:
            return {x3, x1, x2};
          default:
            return {x3, x2, x1};
        }
      } else {
        const S x[3] = {x1, x2, x3};
        return {x[label[0]], x[label[1]], x[label[2]]};
      }
    } else {
      const auto at = [&](int k) __attribute__((always_inline)) {
        return select<T>(is_[0][k], x1, select<T>(is_[1][k], x2, x3));
      };
      return {at(0), at(1), at(2)};
    }
  }
  /// Of three things, one for each axis of the body, that of labelled axis i.
  POLHODE_INLINE SideBySide<T, 4> along(int i, const SideBySide<T, 4> (&of_axis)[3]) const noexcept {
    if constexpr (lanes<T> == 1)
      return of_axis[kPermutations[order_].axis[i]];
    else
      return select_side_by_side<T, 4>(is_[i][0], of_axis[0],
                                       select_side_by_side<T, 4>(is_[i][1], of_axis[1], of_axis[2]));
  }

 private:
  friend struct PackedLabels<T>;
  struct Nothing {};
  [[no_unique_address]] std::conditional_t<lanes<T> == 1, unsigned, Nothing> order_{};
  std::conditional_t<lanes<T> == 1, Nothing, Mask<T>> is_[3][3];
};

}  // namespace polhode::inline POLHODE_ISA::detail
