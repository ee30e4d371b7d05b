// block.hpp -- bodies side by side in memory, as the lanes take them
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "kernels/lanes.hpp"
#include "polhode/body/inertia.hpp"
#include "problem/torques.hpp"

namespace polhode {

inline double number_of(const TorqueValue<double>& value, int k) {
  return value.kind == TorqueKey::Kind::number ? value.number : value.vector[k];
}

/// Bodies side by side, with what acts on them; arrays of `room` numbers each.
class BodyBlock {
 public:
  BodyBlock(std::size_t bodies, const Problem& common)
      : room_(padded(bodies)), arrays_(arrays_of(common)), data_(room_ * std::size_t(arrays_)), good_(room_) {}

  std::size_t room() const { return room_; }
  double* array(int n) { return data_.data() + std::size_t(n) * room_; }
  const double* array(int n) const { return data_.data() + std::size_t(n) * room_; }
  // Numbers of arrays. Free bodies have those of kFree, others the numbers of their torques behind kOwn.
  static constexpr int I = 0, Q = 3, m = 7, tail = 10, kFree = 13, frame = 13, tensor = 17, kOwn = 26;

  std::uint8_t* good() { return good_.data(); }
  PrincipalState<double> state(std::size_t k) const {
    const auto at = [&](int n) { return array(n)[k]; };
    return {{at(Q), {at(Q + 1), at(Q + 2), at(Q + 3)}}, {at(m), at(m + 1), at(m + 2)}};
  }
  void set_state(std::size_t k, const PrincipalState<double>& s) {
    const double all[] = {s.Q.w, s.Q.v.x, s.Q.v.y, s.Q.v.z, s.m.x, s.m.y, s.m.z};
    for (int n = 0; n < 7; ++n) array(Q + n)[k] = all[n];
  }
  void set(std::size_t k, const Problem& problem) {
    const Inertia& inertia = problem.inertia;
    const Principal<double> body = inertia.in_principal_axes();
    for (int n = 0; n < 3; ++n) array(I + n)[k] = body.I[n], array(tail + n)[k] = body.tail[n];
    // As a run begins, to the last bit: unit length to rounding may differ from unit length made so again.
    set_state(k, inertia.to_principal(State<double>{normalized(problem.start.Q), problem.start.m}, problem.start_tail));
    good_[k] = 1;
    if (arrays_ == kFree) return;
    const Quaternion<double>& F = inertia.frame();
    array(frame)[k] = F.w;
    for (int n = 0; n < 3; ++n) array(frame + 1 + n)[k] = F.v[n];
    const Mat3<double> J = tensor_of(inertia);
    for (int n = 0; n < 9; ++n) array(tensor + n)[k] = J[n / 3][n % 3];
    int number = kOwn;
    for (const TorqueChoice& torque : problem.torques)
      for (const auto& [name, value] : torque.values.given)
        for (int n = 0; n < numbers_of(value.kind); ++n) array(number++)[k] = number_of(value, n);
  }
  void copy(std::size_t k, const BodyBlock& from, std::size_t i) {
    for (int n = 0; n < arrays_; ++n) array(n)[k] = from.array(n)[i];
    good_[k] = 1;
  }
  /// What is behind the last body is another copy of the first.
  void pad(std::size_t bodies) {
    for (std::size_t k = bodies; k < padded(bodies); ++k) copy(k, *this, 0);
  }
  static std::size_t padded(std::size_t bodies) { return (bodies + kLaneBlock - 1) / kLaneBlock * kLaneBlock; }

  LaneBodies lanes(std::size_t bodies) {
    LaneBodies b;
    b.size = padded(bodies);
    for (int n = 0; n < 3; ++n) b.I[n] = array(I + n), b.tail[n] = array(tail + n), b.m[n] = array(m + n);
    for (int n = 0; n < 4; ++n) b.Q[n] = array(Q + n);
    b.good = good_.data();
    return b;
  }
  /// `numbers` is room for the pointers.
  LaneTorques torques(const Problem& common, std::size_t bodies, std::vector<const double*>& numbers) const {
    LaneTorques t;
    t.common = common.torques;
    // Where all bodies have the number of `common`, the kernel takes it from there, once.
    const auto same = [&](int n, double value) {
      const double* x = array(n);
      return std::all_of(x, x + padded(bodies), [&](double y) { return std::memcmp(&y, &value, sizeof y) == 0; });
    };
    numbers.clear();
    int number = kOwn;
    for (const TorqueChoice& torque : common.torques)
      for (const auto& [name, value] : torque.values.given)
        for (int n = 0; n < numbers_of(value.kind); ++n, ++number)
          numbers.push_back(same(number, number_of(value, n)) ? nullptr : array(number));
    t.numbers = numbers;
    const bool own_axes = same(frame, 1) && same(frame + 1, 0) && same(frame + 2, 0) && same(frame + 3, 0);
    if (!own_axes)
      for (int n = 0; n < 4; ++n) t.frame[n] = array(frame + n);
    for (int n = 0; n < 9; ++n) t.tensor[n] = array(tensor + n);
    return t;
  }

 private:
  static int arrays_of(const Problem& common) {
    if (common.is_free()) return kFree;
    int n = kOwn;
    for (const TorqueChoice& torque : common.torques)
      for (const auto& [name, value] : torque.values.given) n += numbers_of(value.kind);
    return n;
  }

  std::size_t room_;
  int arrays_;
  std::vector<double> data_;
  std::vector<std::uint8_t> good_;
};

}  // namespace polhode
