// all.hpp -- the one list of methods: tests, documentation and program all walk it
#pragma once

#include "polhode/methods/mclachlan_reich.hpp"
#include "polhode/methods/sr.hpp"

namespace polhode {

using AllMethods = MethodList<
    Sr<2>, Sr<4>, Sr<6>, Sr<8>,                                                                        //
    McLachlanReich<2, 123>, McLachlanReich<2, 132>, McLachlanReich<2, 213>,                            //
    McLachlanReich<2, 231>, McLachlanReich<2, 312>, McLachlanReich<2, 321>,                            //
    McLachlanReich<2, 123, Turning::cayley>, McLachlanReich<2, 132, Turning::cayley>,                  //
    McLachlanReich<2, 213, Turning::cayley>, McLachlanReich<2, 231, Turning::cayley>,                  //
    McLachlanReich<2, 312, Turning::cayley>, McLachlanReich<2, 321, Turning::cayley>,                  //
    McLachlanReich<4, 123>, McLachlanReich<4, 132>, McLachlanReich<4, 213>,                            //
    McLachlanReich<4, 231>, McLachlanReich<4, 312>, McLachlanReich<4, 321>,                            //
    McLachlanReich<4, 123, Turning::cayley>, McLachlanReich<4, 132, Turning::cayley>,                  //
    McLachlanReich<4, 213, Turning::cayley>, McLachlanReich<4, 231, Turning::cayley>,                  //
    McLachlanReich<4, 312, Turning::cayley>, McLachlanReich<4, 321, Turning::cayley>>;

/// Calls f with the method of that name; false if there is none. "mclachlan-reich-123" is "mclachlan-reich".
template <class F>
bool with_method(std::string_view name, F&& f) {
  constexpr std::string_view plain = "-123";
  bool found = false;
  AllMethods::each([&](auto m) {
    if (found) return;
    using M = decltype(m);
    const auto at = name.find(plain);
    const bool same = M::info.name == name ||
                      (at != name.npos && M::info.name.substr(0, at) == name.substr(0, at) &&
                       M::info.name.substr(at < M::info.name.size() ? at : M::info.name.size()) == name.substr(at + plain.size()));
    if (same) f(m), found = true;
  });
  return found;
}

}  // namespace polhode
