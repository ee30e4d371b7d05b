// torqued.hpp -- the one list of methods for a body on which a torque acts
//
// A splitting is a table and a flow: any method of the free body serves as flow. The list has each table on the flows that
// one would take, and those that the papers took: mr is strang on mclachlan-reich, sej and sej4 are strang on jem2 and jem4.
// LieMethods are methods of the free body as well (all.hpp): without a torque they are those, bit for bit.
#pragma once

#include "polhode/methods/akw.hpp"
#include "polhode/methods/cf4.hpp"
#include "polhode/methods/crouch_grossman.hpp"
#include "polhode/methods/dmv.hpp"
#include "polhode/methods/exact.hpp"
#include "polhode/methods/gauss.hpp"
#include "polhode/methods/hulbert.hpp"
#include "polhode/methods/jem.hpp"
#include "polhode/methods/lewis_simo.hpp"
#include "polhode/methods/lgvi.hpp"
#include "polhode/methods/lie.hpp"
#include "polhode/methods/mclachlan_reich.hpp"
#include "polhode/methods/newmark.hpp"
#include "polhode/methods/processed.hpp"
#include "polhode/methods/quaternion_rk4.hpp"
#include "polhode/methods/rk.hpp"
#include "polhode/methods/rkmk4.hpp"
#include "polhode/methods/semi_implicit_euler.hpp"
#include "polhode/methods/simo_wong.hpp"
#include "polhode/methods/splitting.hpp"
#include "polhode/methods/sr.hpp"
#include "polhode/methods/taylor.hpp"
#include "polhode/methods/weierstrass.hpp"

namespace polhode::inline POLHODE_ISA {

using Mr = Strang<McLachlanReich<2>>;
using Sej = Strang<Jem<2>>;
using Sej4 = Strang<Jem<4>>;

using TorquedMethods = Joined<
    MethodList<Strang<Weierstrass>, Strang<Sr<2>>, Strang<Dmv<16>>, Strang<Exact>, Mr, Sej, Sej4, Rattle,            //
               Nystrom4<Sr<4>>, Nystrom4<Dmv<16>>, Nystrom4HessianFree<Dmv<16>>,                                     //
               Rkn4<Dmv<16>>, Rkn6<Weierstrass>, Rkn6<Dmv<16>>, Rkn6Processed<Dmv<16>>,                              //
               Composition4<Sr<2>>, Composition6<Sr<2>>, Composition8<Sr<2>>,                                        //
               Newmark, NewmarkSpatial, NewmarkGamma<60>, SimoWong, Hulbert, Akw, LewisSimo, LewisSimoEnergy, Lgvi,  //
               CrouchGrossmanRk4, CrouchGrossman3, CrouchGrossman4, Rkmk4, Cf4, QuaternionRk4,                       //
               Rk8, Rk9,                                                                                             //
               Taylor<4>, Taylor<8>, Taylor<12>, Taylor<16>, Taylor<20>,                                             //
               Gauss8, Gauss16, Gauss8Fixed, Gauss16Fixed,                                                           //
               SemiImplicitEuler, SemiImplicitEulerExplicit, SemiImplicitEulerImplicitGyro, SemiImplicitEulerMomentum>,
    LieMethods>;

}  // namespace polhode::inline POLHODE_ISA
