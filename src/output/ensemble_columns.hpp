// ensemble_columns.hpp -- the numbers of each body of an ensemble, as one list: every file and every sum walks over it
//
// A number that is added to EnsembleResult gets its line in columns_of, and is then in .csv, .npz, .h5 and in checkpoints.
// Which quantities there are depends on the questions alone.
#pragma once

#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "ensemble/ensemble.hpp"

namespace polhode {

template <class Numbers>  // BodyNumbers, const or not
struct BodyColumn {
  std::string name;                ///< of the array in .npz and .h5
  std::vector<std::string> parts;  ///< of its columns in .csv; one for each of `numbers`
  std::span<Numbers> numbers;      ///< each with one entry for each body
};

/// In the order of the files; i stands before them, the outcome behind.
template <class Result>  // EnsembleResult, const or not
auto columns_of(Result& r) {
  using Numbers = std::conditional_t<std::is_const_v<Result>, const BodyNumbers, BodyNumbers>;
  const auto one = [](const std::string& name, Numbers& x) {
    return BodyColumn<Numbers>{name, {name}, std::span<Numbers>(&x, 1)};
  };
  std::vector<BodyColumn<Numbers>> all{one("t", r.t),
                                       {"q", {"qw", "qx", "qy", "qz"}, r.q},
                                       {"w", {"wx", "wy", "wz"}, r.w},
                                       {"L", {"Lx", "Ly", "Lz"}, r.L},
                                       one("energy", r.energy),
                                       one("energy_error", r.energy_error),
                                       one("momentum_error", r.momentum_error),
                                       one("error_estimate", r.error_estimate)};
  for (auto& quantity : r.quantities) all.push_back(one(quantity.name, quantity.numbers));
  return all;
}

/// The numbers of all columns, one after the other.
template <class Result>
auto numbers_of(Result& r) {
  std::vector<decltype(columns_of(r).front().numbers.data())> all;
  for (const auto& column : columns_of(r))
    for (auto& numbers : column.numbers) all.push_back(&numbers);
  return all;
}

}  // namespace polhode
