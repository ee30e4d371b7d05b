// drive.hpp -- step after step: one driver for every method, torque and number
//
// A Drive owns what a method needs besides the state: the constants of the body, the torque, the memory that is carried from
// step to step and saved with the state, and the cache, which may be dropped at any time without changing a bit. Library,
// program, tests and benchmarks all move bodies by it.
//
//   Drive<Sr<4>> free(body);                                   // Principal<double>
//   Drive<Rkn6<Dmv<16>>, HeavyTop<>> top(body, HeavyTop(1, {0, 0, 1}));
//   top.step(t, h, state);                                     // PrincipalState<double>
//
// Stepper (stepper.hpp) is the one for people: body axes, checks, switches of the torque.
#pragma once

#include <new>
#include <string>
#include <string_view>
#include <type_traits>

#include "polhode/methods/method.hpp"

namespace polhode::inline POLHODE_ISA {

template <Method M, class Torque = NoTorque, class T = double>
class Drive {
 public:
  using Constants = typename M::template Body<T>;
  using Memory = typename M::template Memory<T>;
  using Cache = typename M::template Cache<T>;
  static constexpr const MethodInfo& card = M::info;

  explicit Drive(const Principal<T>& body, const Torque& torque = {})
    requires std::is_constructible_v<Constants, const Principal<T>&>
      : principal_(body), constants_(body), torque_(torque) {}
  /// With constants that were made elsewhere.
  Drive(const Principal<T>& body, const Constants& constants, const Torque& torque)
      : principal_(body), constants_(constants), torque_(torque) {}

  /// One step. If it fails, state and memory are as before it.
  POLHODE_INLINE StepStatus<T> step(const TimeStep<T>& at, PrincipalState<T>& s) {
    return advance<M, T>(constants_, torque_, at, s, memory_, cache_);
  }
  POLHODE_INLINE StepStatus<T> step(T t, T h, PrincipalState<T>& s) { return step(TimeStep<T>{t, h, t + h}, s); }
  /// Where time does not matter.
  POLHODE_INLINE StepStatus<T> step(T h, PrincipalState<T>& s) { return step(TimeStep<T>{T(0), h, h}, s); }

  /// Begins anew with this torque: nothing is remembered.
  void restart(const Torque& torque) {
    if constexpr (std::is_copy_assignable_v<Torque>) {
      torque_ = torque;
    } else {  // a function with captures can only be made anew
      torque_.~Torque();
      ::new (static_cast<void*>(&torque_)) Torque(torque);
    }
    restart();
  }
  void restart() { memory_ = {}, cache_ = {}; }
  void drop_cache() { cache_ = {}; }
  /// Everything that is to be saved with the state.
  Memory& memory() noexcept { return memory_; }
  Cache& cache() noexcept { return cache_; }
  const Torque& torque() const noexcept { return torque_; }
  const Principal<T>& principal() const noexcept { return principal_; }
  const Constants& constants() const noexcept { return constants_; }

 private:
  Principal<T> principal_;
  [[no_unique_address]] Constants constants_;
  Torque torque_;  // a whole object, so that restart() may make it anew in its place
  [[no_unique_address]] Memory memory_{};
  [[no_unique_address]] Cache cache_{};
};

/// Calls f(name, number) for every number of a memory, by the name of its field: "s.Q.w", "f1.x".
template <class T, class F>
void each_number(std::string_view name, T& value, F&& f) {
  const std::string at(name);
  if constexpr (requires { value.each_field(f); })
    value.each_field([&](std::string_view field, auto& part) {
      each_number(at.empty() ? std::string(field) : at + "." + std::string(field), part, f);
    });
  else if constexpr (requires { value.Q, value.m; })
    each_number(at + ".Q", value.Q, f), each_number(at + ".m", value.m, f);
  else if constexpr (requires { value.w, value.v; })
    each_number(at + ".w", value.w, f), each_number(at + ".v", value.v, f);
  else if constexpr (requires { value.x, value.y, value.z; })
    f(at + ".x", value.x), f(at + ".y", value.y), f(at + ".z", value.z);
  else
    f(at, value);
}

}  // namespace polhode::inline POLHODE_ISA
