// all.hpp -- the one list of methods for a free body: tests, documentation and program all walk it
//
// Those that take torques as well (LieMethods) stand in the list of torqued.hpp, too; what lists all methods lists them here.
#pragma once

#include "polhode/methods/buss_abam.hpp"
#include "polhode/methods/buss_rk4.hpp"
#include "polhode/methods/buss_simo_wong.hpp"
#include "polhode/methods/buss_text.hpp"
#include "polhode/methods/dmv.hpp"
#include "polhode/methods/exact.hpp"
#include "polhode/methods/imr.hpp"
#include "polhode/methods/jem.hpp"
#include "polhode/methods/lie.hpp"
#include "polhode/methods/mclachlan_reich.hpp"
#include "polhode/methods/mz.hpp"
#include "polhode/methods/sr.hpp"
#include "polhode/methods/sr_modified.hpp"
#include "polhode/methods/weierstrass.hpp"

namespace polhode::inline POLHODE_ISA {

using AllMethods = Joined<MethodList<Exact,                                        //
                                     Weierstrass,                                  //
                                     Jem<2>, Jem<4>,                               //
                                     Dmv<2>, Dmv<4>, Dmv<6>, Dmv<8>, Dmv<10>,      //
                                     Dmv<12>, Dmv<14>, Dmv<16>, Dmv<18>, Dmv<20>,  //
                                     Mz<2>, Mz<4>, Mz<6>, Mz<8>, Mz<10>,           //
                                     Imr<2>, Imr<4>, Imr<6>, Imr<8>,               //
                                     Sr<2>, Sr<4>, Sr<6>, Sr<8>, SrModified>,      //
                          McLachlanReichFamily<2>, McLachlanReichFamily<4>,        //
                          LieMethods,                                              //
                          MethodList<BussRk4, BussRk4Quaternion,                   //
                                     BussAbam, BussAbamQuaternion,                 //
                                     BussSimoWong, BussSimoWongPrinted>>;

}  // namespace polhode::inline POLHODE_ISA
