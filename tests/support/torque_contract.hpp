// torque_contract.hpp -- measures everything a torque's card declares, in both directions
//
// A promise that is not kept fails; so does a card that promises less than the torque does, or that says it depends on what
// it does not depend on. Values are made from the keys of the card, so that a new torque needs nothing here.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <functional>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include "polhode/body/invariants.hpp"
#include "polhode/drive/drive.hpp"
#include "polhode/drive/extrapolation.hpp"
#include "polhode/methods/taylor.hpp"
#include "polhode/numbers/pack.hpp"
#include "polhode/numbers/power_series.hpp"
#include "polhode/numbers/quad.hpp"
#include "polhode/torques/card.hpp"
#include "support/bodies.hpp"

namespace polhode::test {

// --- values from a card -----------------------------------------------------------------------------------------------------

/// Which of the optional keys are given, and which of the words.
struct Choice {
  unsigned optional = 0;
  std::size_t word = 0;
};
inline std::vector<Choice> choices(std::span<const TorqueKey> keys) {
  unsigned optional = 0;
  std::size_t words = 1;
  for (const TorqueKey& key : keys) {
    optional += !key.required;
    words = std::max(words, key.words.size());
  }
  std::vector<Choice> all;
  for (unsigned o = 0; o < 1u << optional; ++o)
    for (std::size_t w = 0; w < words; ++w) all.push_back({o, w});
  return all;
}

/// `scale` multiplies all numbers: a double, or a pack with another factor in each lane.
template <class P>
TorqueValue<P> some_value(const TorqueKey& key, int place, std::size_t word, P scale) {
  const auto number = [&](double x) { return scale * P(x); };
  switch (key.kind) {
    case TorqueKey::Kind::vector:
      return Vec3<P>{number(0.4 + 0.1 * place), number(-0.7), number(0.9)};
    case TorqueKey::Kind::flag:
      return true;
    case TorqueKey::Kind::word:
      return std::string(key.words[word % key.words.size()]);
    case TorqueKey::Kind::function:
      return TorqueCallback{};
    case TorqueKey::Kind::rows: {  // far beyond the times of places(), and at the same times in all lanes
      TorqueRows rows;
      for (int i = 0; i < 12; ++i)
        rows.push_back(
            {-9 + 1.7 * i + 0.2 * (i % 3), 0.4 + 0.1 * place * (i % 4), -0.7 + 0.05 * i * i, 0.9 - 0.3 * (i % 2)});
      return rows;
    }
    default:  // larger from key to key: times come in order
      return number(0.7 + 0.45 * place);
  }
}
/// A time at which a torque switches is one of the run, the same in all lanes.
template <class P>
TorqueValues<P> some_values(std::span<const TorqueKey> keys, const Choice& choice, P scale = P(1)) {
  TorqueValues<P> values;
  unsigned bit = 1;
  int place = 0;
  for (const TorqueKey& key : keys) {
    const bool given = key.required || (choice.optional & bit);
    if (!key.required) bit <<= 1;
    if (given) values.set(key.name, some_value<P>(key, place, choice.word, key.unit == "s" ? P(1) : scale));
    ++place;
  }
  return values;
}
/// The same without a key, or with another value of it.
inline TorqueValues<double> without(TorqueValues<double> values, std::string_view name) {
  std::erase_if(values.given, [&](const auto& v) { return v.first == name; });
  return values;
}
inline TorqueValues<double> changed(const TorqueValues<double>& values, const TorqueKey& key, std::size_t word) {
  TorqueValues<double> other = without(values, key.name);
  if (key.kind == TorqueKey::Kind::flag)
    other.set(key.name, false);
  else
    other.set(key.name, some_value<double>(key, 7, word + 1, 1.3));
  return other;
}

inline const Mat3<double> kTensor{{2.1, 0.4, -0.3}, {0.4, 1.7, 0.5}, {-0.3, 0.5, 2.6}};

template <class T>
Mat3<T> tensor_of() {
  return {convert<T>(kTensor[0]), convert<T>(kTensor[1]), convert<T>(kTensor[2])};
}

// --- states -----------------------------------------------------------------------------------------------------------------

struct Place {
  double t;
  Quaternion<double> Q;
  Vec3<double> w;
};
inline std::vector<Place> places() {
  Random random(20240607);
  std::vector<Place> all;
  for (int i = 0; i < 32; ++i) all.push_back({random.uniform(-1, 4), random.attitude(), random.vector()});
  return all;
}
inline bool same_bits(const Vec3<double>& a, const Vec3<double>& b) {
  return std::memcmp(&a, &b, sizeof a) == 0;
}

// --- the contract -----------------------------------------------------------------------------------------------------------

template <class M>
class TorqueContract {
 public:
  /// Held to this card, which is its own unless the test is tested.
  explicit TorqueContract(const TorqueInfo& held_to) : card(held_to), can(held_to.abilities) {}

  void card_is_complete() const {
    EXPECT_FALSE(card.kind.empty() || card.title.empty() || card.formula.empty());
    for (const TorqueKey& key : card.keys) {
      EXPECT_FALSE(key.name.empty() || key.meaning.empty()) << key.name;
      EXPECT_EQ(key.kind == TorqueKey::Kind::word, !key.words.empty()) << key.name;
      EXPECT_EQ(1, std::count_if(card.keys.begin(), card.keys.end(),
                                 [&](const TorqueKey& other) { return other.name == key.name; }))
          << key.name;
    }
    EXPECT_FALSE(samples().empty()) << "no choice of the keys makes a torque";
    EXPECT_EQ(most_of<M>(), M::info.abilities);
    // With some values it may depend on less than with others.
    bool all = false;
    for (const Sample& sample : samples()) {
      const Abilities able = abilities_of(sample.torque);
      EXPECT_EQ(able & M::info.abilities, M::info.abilities);
      all = all || able == M::info.abilities;
    }
    EXPECT_TRUE(all) << "no choice of the keys makes a torque with the abilities of the card";
  }

  /// Every key is read, each required one is needed, each optional one may be left out.
  void keys() const {
    for (const TorqueKey& key : card.keys) {
      bool matters = false, needed = false, may_be_left_out = false;
      for (const Sample& sample : samples()) {
        if (!sample.values.has(key.name)) {
          may_be_left_out = true;
          continue;
        }
        needed = needed || differs(sample.torque, without(sample.values, key.name), true);
        matters = matters || differs(sample.torque, changed(sample.values, key, sample.choice.word), false);
      }
      EXPECT_TRUE(matters) << key.name << " changes nothing";
      EXPECT_TRUE(needed) << key.name << " may be missing, and nothing changes";
      EXPECT_EQ(may_be_left_out, !key.required) << key.name;
    }
  }

  /// U falls as the torque works: dU = -torque . w ds along Q exp(s w).
  void potential() const {
    EXPECT_EQ(can.potential, Potential<M>);
    EXPECT_FALSE(can.potential && can.velocity) << "an energy that depends on the velocity";
    if constexpr (Potential<M>) {
      double worst = 0;
      each([&](const M& torque, Quad t, const Quaternion<Quad>& Q, const Vec3<Quad>& w) {
        const Quad slope = difference([&](Quad s) { return energy_of(torque, t, Q * exp(s * w)); });
        const Vec3<Quad> tau = torque_of(torque, t, Q, w);
        const Quad size = norm(tau) * norm(w);  // 0: it is switched off, and so must the energy be
        raise(worst, (slope + dot(tau, w)) / (size > 0 ? size : Quad(1)));
      });
      record("potential", worst);
      EXPECT_LT(worst, 1e-18) << "torque and energy do not belong together";
    }
  }
  /// torque_along against differences of the torque.
  void derivative() const {
    EXPECT_EQ(can.derivative, PotentialWithDerivative<M>);
    if constexpr (PotentialWithDerivative<M>) {
      double worst = 0;
      each([&](const M& torque, Quad t, const Quaternion<Quad>& Q, const Vec3<Quad>& w) {
        const Vec3<Quad> slope = difference([&](Quad s) { return torque_of(torque, t, Q * exp(s * w), w); });
        const Quad size = norm(slope);
        raise(worst, norm(slope - torque_along_of(torque, t, Q, w)) / (size > 0 ? size : Quad(1)));
      });
      record("derivative", worst);
      EXPECT_LT(worst, 1e-18) << "torque_along is not the derivative of the torque";
    }
  }
  /// No part about the vertical, which is the third row of the rotation matrix.
  void vertical() const {
    double largest = 0;
    each([&](const M& torque, Quad t, const Quaternion<Quad>& Q, const Vec3<Quad>& w) {
      const Vec3<Quad> tau = torque_of(torque, t, Q, w);
      if (norm(tau) > 0) raise(largest, dot(tau, to_matrix(Q)[2]) / norm(tau));
    });
    record("vertical", largest);
    if (can.vertical)
      EXPECT_LT(largest, 1e-30) << "a part about the vertical";
    else
      EXPECT_GT(largest, 1e-3) << "no part about the vertical, but the card does not say so";
  }
  /// About an axis of the body: never, or sometimes.
  void axis() const {
    for (const Sample& sample : samples())
      for (const Vec3<double>& a : axes()) {
        double largest = 0;
        bool acts = false;  // one that is zero may say either
        for (const Place& at : places()) {
          const Vec3<double> tau = torque_of(sample.torque, at.t, at.Q, at.w);
          if (norm(tau) > 0) acts = true, raise(largest, dot(tau, a) / norm(tau));
        }
        const bool never = never_about(sample.torque, a);
        EXPECT_TRUE(!never || largest < 1e-14) << "a part about the axis " << a.x << " " << a.y << " " << a.z;
        EXPECT_TRUE(never || !acts || largest > 1e-3)
            << "no part about the axis " << a.x << " " << a.y << " " << a.z << ", but it does not say so";
      }
  }
  /// With another time or velocity: never another bit, or sometimes.
  void dependence() const {
    bool on_time = false, on_velocity = false;
    for (const Sample& sample : samples()) {
      bool now_on_time = false;
      for (const Place& at : places()) {
        const Vec3<double> tau = torque_of(sample.torque, at.t, at.Q, at.w);
        for (const double t : {at.t + 0.8, at.t - 1.7, 1e3})
          now_on_time = now_on_time || !same_bits(tau, torque_of(sample.torque, t, at.Q, at.w));
        on_velocity = on_velocity || !same_bits(tau, torque_of(sample.torque, at.t, at.Q, 3.0 * at.w));
        if constexpr (Potential<M>) {
          const double U = energy_of(sample.torque, at.t, at.Q);
          now_on_time = now_on_time || energy_of(sample.torque, at.t + 0.8, at.Q) != U;
        }
      }
      EXPECT_TRUE(abilities_of(sample.torque).time || !now_on_time);
      on_time = on_time || now_on_time;
    }
    EXPECT_EQ(can.time, on_time);
    EXPECT_EQ(can.velocity, on_velocity);
  }
  /// A Taylor step, which takes its derivatives in time from series, against one that takes none. In __float128 a wrong
  /// derivative of any order up to 5 shows.
  void series() const {
    EXPECT_EQ(can.series, (TorqueModel<M, PowerSeries<double>>));
    if constexpr (TorqueModel<M, PowerSeries<double>>) {
      const Vec3<double> moments{1.1, 1.7, 2.3};
      double worst = 0, worst_in_double = 0;
      each([&](const M& model, Quad t, const Quaternion<Quad>& Q, const Vec3<Quad>& w) {
        const auto torque = during(model, double(t));
        using Here = std::remove_cvref_t<decltype(torque)>;
        const Principal<Quad> body(convert<Quad>(moments));
        const PrincipalState<Quad> start{Q, times(body.I, w)};
        const Quad h = Quad(3e-4) / max(Quad(1), norm(torque_of(torque, t, Q, w)));  // walls are steep
        const PrincipalState<Quad> exact = extrapolated_step(body, torque, t, h, start, 10);
        PrincipalState<Quad> s = start;
        Drive<Taylor<8>, Here, Quad>(body, torque).step(t, h, s);
        raise(worst, relative_distance(s.m, exact.m));
        raise(worst, attitude_distance(s.Q, exact.Q));
        PrincipalState<double> rounded = convert<double>(start);
        Drive<Taylor<8>, Here>(Principal<double>(moments), torque).step(double(t), double(h), rounded);
        raise(worst_in_double, relative_distance(convert<Quad>(rounded.m), exact.m));
      });
      record("series", worst), record("series_in_double", worst_in_double);
      EXPECT_LT(worst, 1e-24) << "the series of the torque are wrong";
      EXPECT_LT(worst_in_double, 1e-15) << "the series of the torque are wrong in double";
    }
  }
  /// Four bodies at once: each with the bits it has alone.
  void lanes() const {
    using P = Pack<double, 4>;
    EXPECT_EQ(can.lanes, (TorqueModel<M, P>));
    const std::vector<Place> all = places();
    for (const Sample& sample : samples())
      for (std::size_t first = 0; first + 4 <= all.size(); first += 4) {
        P t;
        Quaternion<P> Q;
        Vec3<P> w;
        for (int i = 0; i < 4; ++i) {
          const Place& at = all[first + std::size_t(i)];
          set_lane(t, i, at.t), set_lane(Q.w, i, at.Q.w);
          for (int k = 0; k < 3; ++k) set_lane(Q.v[k], i, at.Q.v[k]), set_lane(w[k], i, at.w[k]);
        }
        const auto one = [](const Vec3<P>& v, int i) { return Vec3<double>{lane(v.x, i), lane(v.y, i), lane(v.z, i)}; };
        const Vec3<P> tau = torque_of(sample.torque, t, Q, w);
        for (int i = 0; i < 4; ++i) {
          const Place& at = all[first + std::size_t(i)];
          EXPECT_TRUE(same_bits(one(tau, i), torque_of(sample.torque, at.t, at.Q, at.w))) << "lane " << i;
          if constexpr (Potential<M, P>) {
            EXPECT_EQ(lane(energy_of(sample.torque, t, Q), i), energy_of(sample.torque, at.t, at.Q));
          }
          if constexpr (PotentialWithDerivative<M, P>) {
            EXPECT_TRUE(same_bits(one(torque_along_of(sample.torque, t, Q, w), i),
                                  torque_along_of(sample.torque, at.t, at.Q, at.w)));
          }
        }
      }
  }

 private:
  TorqueInfo card;
  Abilities can;

  struct Sample {
    Choice choice;
    TorqueValues<double> values;
    M torque;
  };
  /// A torque from every choice of the keys that goes together.
  std::vector<Sample> samples() const {
    std::vector<Sample> all;
    for (const Choice& choice : choices(card.keys)) {
      const TorqueValues<double> values = some_values<double>(card.keys, choice);
      try {
        all.push_back({choice, values, M::from(values, kTensor)});
      } catch (const KeyFault&) {
      }
    }
    return all;
  }
  /// Body axes, those along the vectors of the keys, and one across them.
  std::vector<Vec3<double>> axes() const {
    std::vector<Vec3<double>> all{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (const Sample& sample : samples())
      for (const TorqueKey& key : card.keys)
        if (key.kind == TorqueKey::Kind::vector && sample.values.has(key.name)) {
          const Vec3<double> v = sample.values.vector(key.name), across{0, v.z, -v.y};
          all.push_back((1 / norm(v)) * v), all.push_back((1 / norm(across)) * across);
        }
    return all;
  }
  template <class F>
  void each(F f) const {
    for (const Sample& sample : samples())
      for (const Place& at : places())
        f(sample.torque, Quad(at.t), normalized(convert<Quad>(at.Q)), convert<Quad>(at.w));
  }
  /// Whether the torque of other values is another one somewhere; a fault counts as `if_refused`.
  static bool differs(const M& torque, const TorqueValues<double>& values, bool if_refused) {
    try {
      const M other = M::from(values, kTensor);
      for (const Place& at : places())
        if (!same_bits(torque_of(torque, at.t, at.Q, at.w), torque_of(other, at.t, at.Q, at.w))) return true;
      return false;
    } catch (const KeyFault&) {
      return if_refused;
    }
  }
  /// Derivative at 0 by central differences of order 4: in __float128 they leave 1e-23.
  template <class F>
  static auto difference(F f) {
    const Quad d = Quad(1e-6);
    return (Quad(8) * (f(d) - f(-d)) - (f(2 * d) - f(-2 * d))) * (Quad(1) / (Quad(12) * d));
  }
  static void raise(double& worst, double value) {
    value = std::fabs(value);
    if (!(value <= worst)) worst = value;  // NaN is the worst
  }
  static void raise(double& worst, Quad value) { raise(worst, double(value)); }
  void record(const char* what, double value) const {
    char text[32];
    std::snprintf(text, sizeof text, "%.2g", value);
    testing::Test::RecordProperty(std::string(card.kind) + "_" + what, text);
  }
};

struct TorquePromise {
  const char* name;
  std::function<void()> check;
};
template <class M>
std::vector<TorquePromise> torque_promises(const TorqueInfo& card = M::info) {
  using C = TorqueContract<M>;
  const auto held = [contract = C(card)](void (C::*promise)() const) { return [=] { (contract.*promise)(); }; };
  return {{"card_is_complete", held(&C::card_is_complete)},
          {"keys", held(&C::keys)},
          {"potential", held(&C::potential)},
          {"derivative", held(&C::derivative)},
          {"vertical", held(&C::vertical)},
          {"axis", held(&C::axis)},
          {"dependence", held(&C::dependence)},
          {"series", held(&C::series)},
          {"lanes", held(&C::lanes)}};
}

}  // namespace polhode::test
