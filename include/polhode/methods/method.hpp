// method.hpp -- what a method is: a card, constants of the body, one step
//
// A method is a type:
//
//   struct Name : FreeMethod {
//     static constexpr MethodInfo info{...};                       // the card: everything it promises
//     template <class T> using Body = ...;                         // constants of the body; default Principal<T>
//     template <class T> struct Memory {...};                      // carried from step to step and saved; default nothing
//     template <class T> static StepStatus<T> step(const Body<T>&, T h, PrincipalState<T>&[, Memory<T>&]) noexcept;
//   };
//   struct Name : TorquedMethod {
//     ...
//     template <class T> using Cache = ...;                        // may be dropped at any time: no bit changes
//     template <class T, class Torque>
//     static StepStatus<T> step(const Body<T>&, const Torque&, const TimeStep<T>&, PrincipalState<T>&, Memory<T>&[, Cache<T>&]);
//   };
//
// The card is read by the tests, which measure every line of it, by the documentation and by the program. Drive (drive.hpp)
// holds constants, memory and cache, and runs the steps.
#pragma once

#include <array>
#include <concepts>
#include <string_view>

#include "polhode/body/inertia.hpp"
#include "polhode/body/state.hpp"
#include "polhode/methods/card.hpp"
#include "polhode/methods/time_step.hpp"
#include "polhode/torques/abilities.hpp"

namespace polhode::inline POLHODE_ISA {

/// What is known from outside of the momentum during a step, in space axes: its jump at the beginning, and its derivatives
/// L', L'', ... from there on. L' is the torque.
template <class T, int N>
struct GivenMomentum {
  Vec3<T> impulse{};
  std::array<Vec3<T>, N> rates{};
};

struct NoMemory {
  template <class F>
  void each_field(F&&) {}
};

/// Defaults for a method of the free body.
struct FreeMethod {
  template <class T>
  using Body = Principal<T>;
  template <class T>
  using Memory = NoMemory;
  template <class T>
  using Cache = NoMemory;
};

/// Defaults for a method of a body on which a torque acts. The torque may throw; a step does not.
struct TorquedMethod : FreeMethod {};

/// One step of any method; a free one does not look at the torque.
template <class M, class T, class Torque>
POLHODE_INLINE StepStatus<T> advance(const typename M::template Body<T>& body, const Torque& torque,
                                     const TimeStep<T>& at, PrincipalState<T>& s,
                                     typename M::template Memory<T>& memory, typename M::template Cache<T>& cache) {
  if constexpr (requires { M::step(body, torque, at, s, memory, cache); })
    return M::step(body, torque, at, s, memory, cache);
  else if constexpr (M::info.takes_torque)
    return M::step(body, torque, at, s, memory);
  else if constexpr (requires { M::step(body, at.h, s, memory); })
    return M::step(body, at.h, s, memory);
  else
    return M::step(body, at.h, s);
}

template <class M>
concept Method = requires(const typename M::template Body<double>& body, PrincipalState<double>& s,
                          typename M::template Memory<double>& memory, typename M::template Cache<double>& cache) {
  { M::info.name } -> std::convertible_to<std::string_view>;
  { advance<M, double>(body, NoTorque{}, TimeStep<double>{}, s, memory, cache) } -> std::same_as<StepStatus<double>>;
};

/// Has a step for the free body, alone or beside one that takes torques. Without a memory it is a flow for splittings.
template <class M>
concept MovesFreeBody = requires(const typename M::template Body<double>& body, PrincipalState<double>& s,
                                 typename M::template Memory<double>& memory) {
  requires requires { M::step(body, 0.0, s); } || requires { M::step(body, 0.0, s, memory); };
};

/// A list of methods, walked at compile time: List::each([](auto m) { using M = decltype(m); ... }).
template <class... Ms>
struct MethodList {
  static constexpr int size = sizeof...(Ms);
  template <class F>
  static void each(F&& f) {
    (f(Ms{}), ...);
  }
};

namespace detail {

template <class... As, class... Bs, class... Rest>
constexpr auto joined(MethodList<As...>, MethodList<Bs...>, Rest... rest) {
  if constexpr (sizeof...(Rest) == 0)
    return MethodList<As..., Bs...>{};
  else
    return joined(MethodList<As..., Bs...>{}, rest...);
}

}  // namespace detail

/// Several lists as one.
template <class... Lists>
using Joined = decltype(detail::joined(Lists{}...));

}  // namespace polhode::inline POLHODE_ISA
