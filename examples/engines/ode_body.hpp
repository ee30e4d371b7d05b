// ode_body.hpp -- a body of the Open Dynamics Engine that turns by polhode_step.h
//
// ODE's own gyroscopic term is switched off. ODE calls back after it has moved a body: there the rotation is put in the place of its
// own. Body axes must be principal axes, as after dMassSetParameters with no products of inertia.
#pragma once

#include <ode/ode.h>

#include "spin.hpp"

/// Lives as long as the body, and stays where it is. `h` is the step of dWorldStep.
class SpinningBody {
 public:
  SpinningBody(dBodyID body, dReal h) : spin_(made(body)), h_(h) {
    dBodySetGyroscopicMode(body, 0);
    dBodySetData(body, this);
    dBodySetMovedCallback(body, [](dBodyID moved) { static_cast<SpinningBody*>(dBodyGetData(moved))->turn(moved); });
  }
  SpinningBody(const SpinningBody&) = delete;
  SpinningBody& operator=(const SpinningBody&) = delete;

 private:
  static Spin<dReal> made(dBodyID body) {
    dMass mass;
    dBodyGetMass(body, &mass);
    const dReal moments[] = {mass.I[0], mass.I[5], mass.I[10]};  // three rows of four
    return Spin<dReal>(moments, dBodyGetQuaternion(body), dBodyGetAngularVel(body));
  }
  void turn(dBodyID body) {
    spin_.step(h_, dBodyGetAngularVel(body));
    const dReal *q = spin_.attitude(), *w = spin_.omega();
    const dQuaternion attitude = {q[0], q[1], q[2], q[3]};
    dBodySetQuaternion(body, attitude);
    dBodySetAngularVel(body, w[0], w[1], w[2]);
  }
  Spin<dReal> spin_;
  dReal h_;
};
