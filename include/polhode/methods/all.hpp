// all.hpp -- the one list of methods: tests, documentation and program all walk it
#pragma once

#include "polhode/methods/auto_flow.hpp"
#include "polhode/methods/buss_abam.hpp"
#include "polhode/methods/buss_rk4.hpp"
#include "polhode/methods/buss_simo_wong.hpp"
#include "polhode/methods/dmv.hpp"
#include "polhode/methods/exact.hpp"
#include "polhode/methods/imr.hpp"
#include "polhode/methods/jem.hpp"
#include "polhode/methods/lie.hpp"
#include "polhode/methods/mclachlan_reich.hpp"
#include "polhode/methods/mz.hpp"
#include "polhode/methods/sr.hpp"

namespace polhode {

using AllMethods = MethodList<Exact, AutoFlow, Jem<2>, Jem<4>,                                                       //
                              Dmv<2>, Dmv<4>, Dmv<6>, Dmv<8>, Dmv<10>, Dmv<12>, Dmv<14>, Dmv<16>, Dmv<18>, Dmv<20>,  //
                              Mz<2>, Mz<4>, Mz<6>, Mz<8>, Mz<10>,                                                    //
                              Imr<2>, Imr<4>, Imr<6>, Imr<8>,                                                        //
                              Sr<2>, Sr<4>, Sr<6>, Sr<8>,                                                            //
                              McLachlanReich<2, 123>, McLachlanReich<2, 132>, McLachlanReich<2, 213>,                //
                              McLachlanReich<2, 231>, McLachlanReich<2, 312>, McLachlanReich<2, 321>,                //
                              McLachlanReich<2, 123, Turning::cayley>, McLachlanReich<2, 132, Turning::cayley>,      //
                              McLachlanReich<2, 213, Turning::cayley>, McLachlanReich<2, 231, Turning::cayley>,      //
                              McLachlanReich<2, 312, Turning::cayley>, McLachlanReich<2, 321, Turning::cayley>,      //
                              McLachlanReich<4, 123>, McLachlanReich<4, 132>, McLachlanReich<4, 213>,                //
                              McLachlanReich<4, 231>, McLachlanReich<4, 312>, McLachlanReich<4, 321>,                //
                              McLachlanReich<4, 123, Turning::cayley>, McLachlanReich<4, 132, Turning::cayley>,      //
                              McLachlanReich<4, 213, Turning::cayley>, McLachlanReich<4, 231, Turning::cayley>,      //
                              McLachlanReich<4, 312, Turning::cayley>, McLachlanReich<4, 321, Turning::cayley>,      //
                              Lie1, Lie2, Lie2Augmented, Lie3False, Lie3, Lie4, Lie5, Lie6,                          //
                              BussRk4, BussAbam, BussSimoWong>;

/// Calls f with the method of that name; false if there is none. "mclachlan-reich-123" is "mclachlan-reich".
template <class F>
bool with_method(std::string_view name, F&& f) {
  constexpr std::string_view plain = "-123";
  bool found = false;
  AllMethods::each([&](auto m) {
    if (found) return;
    using M = decltype(m);
    const auto at = name.find(plain);
    const bool same =
        M::info.name == name ||
        (at != name.npos && M::info.name.substr(0, at) == name.substr(0, at) &&
         M::info.name.substr(at < M::info.name.size() ? at : M::info.name.size()) == name.substr(at + plain.size()));
    if (same) f(m), found = true;
  });
  return found;
}

}  // namespace polhode
