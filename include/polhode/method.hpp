// method.hpp -- what a method is: a card, constants of the body, one step
//
// A method is a type:
//
//   struct Name : FreeMethod {
//     static constexpr MethodInfo info{...};                       // the card: everything it promises
//     template <class T> using Body = ...;                         // constants of the body; default Principal<T>
//     template <class T> struct Memory {...};                      // what it carries from step to step; default nothing
//     template <class T> static StepStatus<T> step(const Body<T>&, T h, State<T>&[, Memory<T>&]) noexcept;
//   };
//
// The card is read by the tests, which measure every line of it, by the documentation and by the program.
#pragma once

#include <concepts>
#include <limits>
#include <string_view>

#include "polhode/inertia.hpp"
#include "polhode/state.hpp"

namespace polhode {

/// Order of something that is right to rounding at any step.
inline constexpr int kExact = std::numeric_limits<int>::max();

/// What a step does to the phase space.
enum class Structure {
  none,
  poisson,     ///< the momentum map m0 -> m1 is a Poisson map of so(3)*
  symplectic,  ///< the whole map (Q, m) is symplectic on T*SO(3); then it is Poisson as well
};

/// Energy of a free body in the long run.
enum class Energy {
  exact,    ///< kept to rounding
  bounded,  ///< in error by O(h^order), without drift
  drifts,
};

/// What a method can be given.
enum class Takes {
  nothing,               ///< a free body only
  potential,             ///< a potential
  potential_derivative,  ///< a potential that offers the derivative of its torque
  general,               ///< any torque of time, attitude and angular velocity
};

/// The card of a method. The contract test holds the method to it, in both directions.
struct MethodInfo {
  std::string_view name;    ///< as typed by users
  std::string_view title;   ///< one line for people
  std::string_view family;  ///< heading under which the documentation lists it
  int order = 0;            ///< of the momentum m(t) in body axes; 0: does not converge
  int attitude_order = 0;   ///< of the attitude Q(t)
  bool is_explicit = true;  ///< false: each step solves an equation
  bool symmetric = false;   ///< a step by -h undoes a step by h
  Structure structure = Structure::none;
  Energy energy = Energy::drifts;
  bool keeps_casimir = false;   ///< |m| to rounding
  bool keeps_momentum = false;  ///< L = Q m to rounding
  Takes takes = Takes::nothing;
  std::string_view flow{};      ///< of a splitting: the method that moves the free body
  bool keeps_vertical = false;  ///< L . e3 to rounding, where the torque has no vertical part
  int torque_evaluations = 0;   ///< per step, in the long run
  double step_limit = std::numeric_limits<double>::infinity();  ///< h|w| beyond which a step reports failure
  bool any_time_unit = true;   ///< false: the formula is dimensionally wrong, results depend on the unit of time
  std::string_view memory{};   ///< what is carried from step to step; empty: self-starting
  std::string_view reference;  ///< key in docs/references.bib, and equation
};

/// How a step went, lane by lane. A lane that did not converge keeps the state it had before the step.
template <class T>
struct StepStatus {
  Mask<T> converged{true};
  int iterations = 0;  ///< the most over all lanes
};

struct NoMemory {};

/// Defaults for a method of the free body.
struct FreeMethod {
  template <class T>
  using Body = Principal<T>;
  template <class T>
  using Memory = NoMemory;
};

/// Defaults for a method of a body on which a torque acts. Its step is
///   template <class T, class Torque>
///   static StepStatus<T> step(const Body<T>&, const Torque&, T t, T h, State<T>&, Memory<T>&);
/// from time t to t + h. The torque may throw; a step does not.
struct TorquedMethod : FreeMethod {};

/// One step of any free method, with or without memory.
template <class M, class T>
StepStatus<T> advance(const typename M::template Body<T>& body, T h, State<T>& s,
                      typename M::template Memory<T>& memory) noexcept {
  if constexpr (requires { M::step(body, h, s, memory); })
    return M::step(body, h, s, memory);
  else
    return M::step(body, h, s);
}

template <class M>
concept Method = requires(const typename M::template Body<double>& body, State<double>& s,
                          typename M::template Memory<double>& memory) {
  { M::info.name } -> std::convertible_to<std::string_view>;
  { advance<M, double>(body, 0.1, s, memory) } -> std::same_as<StepStatus<double>>;
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

}  // namespace polhode
