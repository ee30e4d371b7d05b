// all.hpp -- the one list of torques: reader, certificate, report, completion, documentation and tests all walk it
#pragma once

#include "polhode/torques/callback.hpp"
#include "polhode/torques/constant.hpp"
#include "polhode/torques/coulomb_wall.hpp"
#include "polhode/torques/drag.hpp"
#include "polhode/torques/force.hpp"
#include "polhode/torques/gravity_gradient.hpp"
#include "polhode/torques/heavy_top.hpp"
#include "polhode/torques/magnetic.hpp"
#include "polhode/torques/table.hpp"

namespace polhode::inline POLHODE_ISA {

/// P is the type of the parameters.
template <class P = double>
using AllTorques = TorqueList<HeavyTop<P>,                //
                              GravityGradient<P>,         //
                              GravityGradientOnOrbit<P>,  //
                              MagneticDipole<P>,          //
                              CoulombWall<P>,             //
                              ConstantTorque<P>,          //
                              ForceAtPoint<P>,            //
                              TableTorque<P>,             //
                              Drag<P>,                    //
                              CallbackTorque>;

}  // namespace polhode::inline POLHODE_ISA
