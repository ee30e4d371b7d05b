// claims.hpp -- what the text of a paper says, entry by entry
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "reproduction.hpp"

namespace polhode::reproduce {

/// A statement {where, says} of a paper, and what we find of it.
template <class Statement>
Entry claim(std::string row, const Statement& printed, std::string ours, const Criterion& holds,
            const Cause& reason = {}) {
  return {std::move(row), std::string(printed.where), std::string(printed.says), std::move(ours),
          stated(holds, reason)};
}
/// The same with any verdict.
template <class Statement>
Entry claim(std::string row, const Statement& printed, std::string ours, Verdict verdict) {
  return {std::move(row), std::string(printed.where), std::string(printed.says), std::move(ours), std::move(verdict)};
}

struct Claims {
  Result result;
  void add(std::string where, std::string what, std::string says, std::string ours, const Criterion& holds,
           const Cause& reason) {
    add(std::move(where), std::move(what), std::move(says), std::move(ours), stated(holds, reason));
  }
  void add(std::string where, std::string what, std::string says, std::string ours, Verdict verdict) {
    result.entries.push_back({std::move(where), std::move(what), std::move(says), std::move(ours), std::move(verdict)});
  }
};

}  // namespace polhode::reproduce
