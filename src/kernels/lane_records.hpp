// lane_records.hpp -- bodies anywhere in memory, a register at a time
//
// Three layouts: stride 1; records whose three or four numbers stand side by side, which are read row by row and turned into columns
// in registers (element by element takes twice as long); and any other.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "kernels/lane_bodies.hpp"

namespace polhode::inline POLHODE_ISA::in_lanes {

enum class Layout { arrays, records, any };

/// Of n numbers of each body.
template <class F>
Layout layout_of(F* const* p, std::ptrdiff_t n, std::ptrdiff_t stride) noexcept {
  if (stride == 1) return Layout::arrays;
  if (!p[0] || kWide<std::remove_const_t<F>> < 4 || (stride < n && stride > -n)) return Layout::any;
  for (std::ptrdiff_t k = 1; k < n; ++k)
    if (p[k] != p[0] + k) return Layout::any;
  return Layout::records;
}

namespace detail_records {

template <class F>
using Row = typename detail::Lanes<F, 4>::Register;

/// Of three numbers the fourth is neither read nor written: it may be another's.
template <int n, class F>
POLHODE_INLINE Row<F> load_row(const F* from) noexcept {
  if constexpr (n == 4) {
    Row<F> r;
    __builtin_memcpy(&r, from, sizeof r);
    return r;
  } else {
#if defined(__AVX512VL__)
    if constexpr (sizeof(F) == 8)
      return (Row<F>)_mm256_maskz_loadu_pd(7, from);
    else
      return (Row<F>)_mm_maskz_loadu_ps(7, from);
#elif defined(__AVX__)
    if constexpr (sizeof(F) == 8)
      return (Row<F>)_mm256_maskload_pd(from, _mm256_setr_epi64x(-1, -1, -1, 0));
    else
      return (Row<F>)_mm_maskload_ps(from, _mm_setr_epi32(-1, -1, -1, 0));
#else
    return Row<F>{from[0], from[1], from[2], F(0)};
#endif
  }
}
template <int n, class F>
POLHODE_INLINE void store_row(Row<F> r, F* to) noexcept {
  if constexpr (n == 4) {
    __builtin_memcpy(to, &r, sizeof r);
  } else {
#if defined(__AVX__)
    // Not the masks of AVX-512: g++ 12 makes one vextractf64x4 of that and of the taking apart, which may fault where nothing
    // is written.
    if constexpr (sizeof(F) == 8)
      _mm256_maskstore_pd(to, _mm256_setr_epi64x(-1, -1, -1, 0), (__m256d)r);
    else
      _mm_maskstore_ps(to, _mm_setr_epi32(-1, -1, -1, 0), (__m128)r);
#else
    for (int k = 0; k < 3; ++k) to[k] = r[k];
#endif
  }
}

/// The row so many bodies behind this one comes to the cache meanwhile: the processor does not look as far ahead by itself, since the
/// steps between two rows take it long. 16 to 64 bodies are equal to a tenth. There may be no such row: nothing is read.
template <class F>
POLHODE_INLINE void fetch_ahead(const F* row, std::ptrdiff_t stride) noexcept {
  constexpr std::ptrdiff_t kBodies = 64;
  const auto at = reinterpret_cast<std::uintptr_t>(row) + std::uintptr_t(kBodies * stride * std::ptrdiff_t(sizeof(F)));
  __builtin_prefetch(reinterpret_cast<const void*>(at));
}

/// A register of what `index` says of each lane: of a, and behind it of b.
template <class F, class Index, int... i>
POLHODE_INLINE auto shuffled(typename Wide<F>::L::Register a, typename Wide<F>::L::Register b, Index,
                             std::integer_sequence<int, i...>) noexcept {
  return __builtin_shufflevector(a, b, Index::at(i)...);
}
template <class F, int... four>
struct InFours {  ///< the same within each four lanes; 4 to 7 are those of the second register
  static constexpr int at(int i) {
    constexpr int pattern[] = {four...};
    const int from = pattern[i % 4];
    return i / 4 * 4 + from % 4 + (from < 4 ? 0 : int(kWide<F>));
  }
};
/// Four registers of rows to four of columns within each four lanes, or back.
template <class F>
POLHODE_INLINE void transpose(std::array<typename Wide<F>::L::Register, 4>& x) noexcept {
  const auto mix = [](auto a, auto b, auto index) __attribute__((always_inline)) {
    return shuffled<F>(a, b, index, std::make_integer_sequence<int, int(kWide<F>)>{});
  };
  // Double: pairs that one instruction makes are alternate ones; float: neighbours.
  using Low = std::conditional_t<sizeof(F) == 8, InFours<F, 0, 4, 2, 6>, InFours<F, 0, 4, 1, 5>>;
  using High = std::conditional_t<sizeof(F) == 8, InFours<F, 1, 5, 3, 7>, InFours<F, 2, 6, 3, 7>>;
  const auto a = mix(x[0], x[1], Low{}), b = mix(x[0], x[1], High{}), c = mix(x[2], x[3], Low{}),
             d = mix(x[2], x[3], High{});
  using First = InFours<F, 0, 1, 4, 5>;
  using Second = InFours<F, 2, 3, 6, 7>;
  if constexpr (sizeof(F) == 8)
    x = {mix(a, c, First{}), mix(b, d, First{}), mix(a, c, Second{}), mix(b, d, Second{})};
  else
    x = {mix(a, c, First{}), mix(a, c, Second{}), mix(b, d, First{}), mix(b, d, Second{})};
}

/// Rows one after the other in one register.
template <class R>
POLHODE_INLINE R joined(R only) noexcept {
  return only;
}
template <class R>
POLHODE_INLINE auto joined(R a, R b) noexcept {
  if constexpr (sizeof(R) / sizeof(a[0]) == 4)
    return __builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7);
  else
    return __builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
}
template <class R>
POLHODE_INLINE auto joined(R a, R b, R c, R d) noexcept {
  return joined(joined(a, b), joined(c, d));
}

}  // namespace detail_records

/// n numbers of the bodies at `from`, as n registers (a fourth has no meaning if n is 3).
template <int n, class F>
POLHODE_INLINE std::array<Wide<F>, 4> load_records(const F* from, std::ptrdiff_t stride) noexcept {
  using namespace detail_records;
  using V = Wide<F>;
  std::array<typename V::L::Register, 4> x;
  [&]<int... group>(std::integer_sequence<int, group...>) __attribute__((always_inline)) {
    for (int k = 0; k < 4; ++k) {
      x[std::size_t(k)] = joined(load_row<n>(from + (k + 4 * group) * stride)...);
      (fetch_ahead(from + (k + 4 * group) * stride, stride), ...);
    }
  }(std::make_integer_sequence<int, int(kWide<F> / 4)>{});
  transpose<F>(x);
  return {V(typename V::L{x[0]}), V(typename V::L{x[1]}), V(typename V::L{x[2]}), V(typename V::L{x[3]})};
}
template <int n, class F>
POLHODE_INLINE void store_records(const std::array<Wide<F>, 4>& of, F* to, std::ptrdiff_t stride) noexcept {
  using namespace detail_records;
  std::array<typename Wide<F>::L::Register, 4> x{of[0].v.v, of[1].v.v, of[2].v.v, of[3].v.v};
  transpose<F>(x);
  for (int k = 0; k < 4; ++k)
    [&]<int... group>(std::integer_sequence<int, group...>) __attribute__((always_inline)) {
      const auto r = x[std::size_t(k)];
      (store_row<n>(__builtin_shufflevector(r, r, 4 * group, 4 * group + 1, 4 * group + 2, 4 * group + 3),
                    to + (k + 4 * group) * stride),
       ...);
    }(std::make_integer_sequence<int, int(kWide<F> / 4)>{});
}

/// n numbers of bodies, from body i on.
template <int n, class F, class Number = std::remove_const_t<F>>
POLHODE_INLINE std::array<Wide<Number>, 4> load_any(F* const* from, std::size_t i, std::ptrdiff_t stride,
                                                    Layout layout) noexcept {
  using V = Wide<Number>;
  const std::ptrdiff_t at = std::ptrdiff_t(i) * stride;
  if constexpr (kWide<Number> >= 4)
    if (layout == Layout::records) return load_records<n, Number>(from[0] + at, stride);
  std::array<V, 4> x{};
  if (layout == Layout::arrays)
    for (std::size_t k = 0; k < n; ++k) {
      x[k] = V::load(from[k] + i);
      detail_records::fetch_ahead(from[k] + i, 1);
    }
  else
    for (std::size_t k = 0; k < n; ++k) x[k] = stride == 0 ? V(*from[k]) : V::load(from[k] + at, stride);
  return x;
}
template <int n, class F>
POLHODE_INLINE void store_any(const std::array<Wide<F>, 4>& x, F* const* to, std::size_t i, std::ptrdiff_t stride,
                              Layout layout) noexcept {
  const std::ptrdiff_t at = std::ptrdiff_t(i) * stride;
  if constexpr (kWide<F> >= 4)
    if (layout == Layout::records) return store_records<n, F>(x, to[0] + at, stride);
  if (layout == Layout::arrays)
    for (std::size_t k = 0; k < n; ++k) x[k].store(to[k] + i);
  else
    for (std::size_t k = 0; k < n; ++k) x[k].store(to[k] + at, stride);
}

/// What is where.
template <class F>
struct Layouts {
  Layout q, m, I, torque;
  explicit Layouts(const StridedBodiesOf<F>& b) noexcept
      : q(layout_of(b.q, 4, b.stride)),
        m(layout_of(b.m, 3, b.stride)),
        I(layout_of(b.I, 3, b.I_stride)),
        torque(layout_of(b.torque, 3, b.torque_stride)) {}
};
template <class V>
POLHODE_INLINE Vec3<V> vec3_of(const std::array<V, 4>& x) noexcept {
  return {x[0], x[1], x[2]};
}
template <class F>
POLHODE_INLINE PrincipalState<Wide<F>> load_state(const StridedBodiesOf<F>& b, const Layouts<F>& layout,
                                                  std::size_t i) noexcept {
  const auto q = load_any<4>(b.q, i, b.stride, layout.q);
  return {{q[0], {q[1], q[2], q[3]}}, vec3_of(load_any<3>(b.m, i, b.stride, layout.m))};
}
template <class F>
POLHODE_INLINE void store_state(const PrincipalState<Wide<F>>& s, const StridedBodiesOf<F>& b, const Layouts<F>& layout,
                                std::size_t i) noexcept {
  store_any<4, F>({s.Q.w, s.Q.v.x, s.Q.v.y, s.Q.v.z}, b.q, i, b.stride, layout.q);
  store_any<3, F>({s.m.x, s.m.y, s.m.z, s.m.z}, b.m, i, b.stride, layout.m);
}

/// The last bodies, fewer than a register has lanes, in arrays of their own with sound bodies behind them.
template <class F>
class Tail {
 public:
  Tail(const StridedBodiesOf<F>& b, std::size_t from) : all_(b), from_(from), count_(b.size - from) {
    for (std::size_t n = 0; n < kNumbers; ++n)
      for (std::size_t k = 0; k < kWide<F>; ++k) {
        const F* array = of(b, n);
        data_[n][k] = array ? array[std::ptrdiff_t(from + std::min(k, count_ - 1)) * stride_of(b, n)] : F(0);
      }
  }
  StridedBodiesOf<F> bodies() {
    StridedBodiesOf<F> b = all_;
    b.size = kWide<F>, b.stride = b.I_stride = b.torque_stride = 1;
    for (std::size_t n = 0; n < 4; ++n) b.q[n] = data_[n].data();
    for (std::size_t n = 0; n < 3; ++n)
      b.m[n] = data_[4 + n].data(), b.I[n] = data_[7 + n].data(), b.torque[n] = data_[10 + n].data();
    return b;
  }
  void put_back() const {
    for (std::size_t n = 0; n < 7; ++n)
      if (F* const to = n < 4 ? all_.q[n] : all_.m[n - 4])  // a kick needs no attitudes
        for (std::size_t k = 0; k < count_; ++k) to[std::ptrdiff_t(from_ + k) * all_.stride] = data_[n][k];
  }

 private:
  static constexpr std::size_t kNumbers = 13;
  const StridedBodiesOf<F>& all_;
  std::size_t from_, count_;
  std::array<std::array<F, kWide<F>>, kNumbers> data_;

  static const F* of(const StridedBodiesOf<F>& b, std::size_t n) {
    return n < 4 ? b.q[n] : n < 7 ? b.m[n - 4] : n < 10 ? b.I[n - 7] : b.torque[n - 10];
  }
  static std::ptrdiff_t stride_of(const StridedBodiesOf<F>& b, std::size_t n) {
    return n < 7 ? b.stride : n < 10 ? b.I_stride : b.torque_stride;
  }
};

}  // namespace polhode::inline POLHODE_ISA::in_lanes
