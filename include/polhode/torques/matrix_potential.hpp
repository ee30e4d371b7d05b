// matrix_potential.hpp -- a potential U(Q) of the attitude matrix, given with its gradient
//
// Source     [Vilmart2013] eq. (8):  torque = -rot(Q^T grad U),  hat(rot M) = M - M^T,  (grad U)_ij = dU/dQ_ij
//            The nine derivatives are taken as if the entries of Q were independent; what U does off SO(3) does not matter.
#pragma once

#include <utility>

#include "polhode/rotation/mat3.hpp"
#include "polhode/rotation/so3.hpp"

namespace polhode::inline POLHODE_ISA {

/// The torque in body axes of a potential with this gradient at Q.
template <class T>
POLHODE_INLINE Vec3<T> torque_of_gradient(const Mat3<T>& Q, const Mat3<T>& gradient) noexcept {
  return T(-2) * vee(transpose(Q) * gradient);  // vee takes half of M - M^T
}

/// U and grad U as functions of Mat3: a potential for every method that takes one.
///
///   matrix_potential([](const auto& Q) { return Q[2][2]; }, [](const auto& Q) { ... return G; })
template <class Energy, class Gradient>
struct MatrixPotential {
  Energy function;
  Gradient gradient;

  template <class T>
  T energy(const Quaternion<T>& Q) const {
    return function(to_matrix(Q));
  }
  template <class T>
  Vec3<T> torque(const Quaternion<T>& Q) const {
    const Mat3<T> R = to_matrix(Q);
    return torque_of_gradient<T>(R, gradient(R));
  }
};
template <class Energy, class Gradient>
MatrixPotential<Energy, Gradient> matrix_potential(Energy energy, Gradient gradient) {
  return {std::move(energy), std::move(gradient)};
}

}  // namespace polhode::inline POLHODE_ISA
