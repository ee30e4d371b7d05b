// varied.hpp -- the bodies of an ensemble: one scenario, some of whose numbers are drawn anew for each body
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "ensemble/ensemble.hpp"

namespace polhode {

inline constexpr double kLargestAngle = 1e6;  ///< rad; beyond, the last digits of an angle are no longer known

/// A body and its start by the numbers that a scenario gives, before anything is made of them: the same numbers give the same
/// bits as the reader of scenarios.
struct Recipe {
  enum class Body { moments, effective, tensor, box, ellipsoid, cylinder, sphere };
  enum class Attitude { quaternion, rotation_vector, euler };
  enum class Motion { angular_velocity, angular_momentum, spatial_momentum };

  Body body = Body::moments;
  double mass = 1;                  ///< of a shape
  std::array<double, 6> inertia{};  ///< moments; or xx xy xz yy yz zz of the tensor; or full extents of a shape
  Attitude attitude = Attitude::quaternion;
  std::array<int, 3> axes{};               ///< of Euler's angles, in turn: 0, 1 or 2
  std::array<double, 4> turn{1, 0, 0, 0};  ///< w x y z, or a vector, or angles
  Motion motion = Motion::angular_velocity;
  Vec3<double> moving{};
};

// They throw InvalidInput if there is no such body, or no such start.
Inertia inertia_of(const Recipe&);
Quaternion<double> attitude_of(const Recipe&);
State<double> start_of(const Recipe&, const Inertia&, const Quaternion<double>&, Vec3<double>& tail);

/// One number or vector that differs from body to body.
struct Variation {
  /// What is drawn. Of a symmetric tensor, its six numbers.
  enum class Of {
    moments,
    tensor,
    mass,
    size,
    semi_axes,
    radius,
    height,
    attitude,
    rotation_vector,
    euler_angles,
    motion,
    torque_number,
    torque_vector
  };
  enum class By { normal, uniform, sphere, table };

  std::string key;  ///< as users write it: body.moments, torque[2].orbit.node
  int line = 0;     ///< of its file
  Of of = Of::motion;
  std::size_t torque = 0, value = 0;  ///< which torque, and which of its values
  std::size_t components = 3;
  By by = By::normal;
  std::array<double, 6> from{}, width{};  ///< mean and deviation; or lower bound, and upper less lower; or radius
  std::string file;                       ///< of a table
  std::vector<double> table;              ///< `components` numbers for each body
};

/// What a scenario says of its ensemble.
struct EnsembleSpec {
  std::size_t bodies = 0;
  std::uint64_t seed = 0;
  bool reject = false;  ///< numbers that give no body are drawn anew
  Questions questions;  ///< of each body
  int line = 0;
  Recipe recipe;
  std::vector<Variation> variations;
};

/// Draws each body from the scenario's numbers. Body i is a function of the seed and of i alone.
class VariedBodies final : public BodySource {
 public:
  VariedBodies(Problem common, EnsembleSpec);

  const Problem& common() const override { return common_; }
  /// Without `reject` the first draw counts; with it at most kMostAttempts of them. Throws a KeyFault whose key is one of the
  /// scenario, if it is known which.
  void make(std::size_t i, Problem&) const override;
  /// What was drawn for a body: its inertia, and the numbers, one set for each variation.
  struct Drawn {
    Inertia inertia = Inertia::sphere(1, 1);
    std::vector<std::array<double, 6>> numbers;
  };
  /// Before a run: every so-many-th body is kept as it is made, so that drawn() need not draw it again.
  void keep_every(std::size_t stride);
  Drawn drawn(std::size_t i) const;
  /// False if whatever is drawn gives a body, but for numbers that overflow.
  bool may_refuse() const;
  const EnsembleSpec& spec() const { return spec_; }

  static constexpr std::uint32_t kMostAttempts = 1000;

 private:
  Problem common_;
  EnsembleSpec spec_;
  std::size_t stride_ = 0;                            // of those that are kept; 0: none
  mutable std::vector<std::unique_ptr<Drawn>> kept_;  // each is made by one thread
  bool inertia_varies_ = false, attitude_varies_ = false, torques_vary_ = false, draws_ = false;

  void draw(const Variation&, std::uint32_t entry, std::size_t i, std::uint32_t attempt,
            std::array<double, 6>& to) const;
  void make(std::size_t i, std::uint32_t attempt, Problem&, std::array<double, 6>* numbers) const;
  void make_allowed(std::size_t i, Problem&, std::array<double, 6>* numbers) const;
};

}  // namespace polhode
