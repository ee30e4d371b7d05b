// verdicts.hpp -- what every verdict must have, whatever the paper
#pragma once

#include <sstream>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "../../reproduce/reproduction.hpp"

namespace polhode::reproduce {

/// A statement says its criterion (and so does what is not more than that), and a shown cause names a command of a key that exists.
inline void expect_sound(std::string_view key, const Result& result) {
  for (const Entry& e : result.entries) {
    const Verdict& v = e.verdict;
    const std::string where = std::string(key) + ", " + e.row + ", " + e.column + ": " + e.ours;
    if (v.kind == Class::statement || v.kind == Class::number_in_words || v.kind == Class::implied ||
        v.kind == Class::excluded) {
      EXPECT_FALSE(v.criterion.empty()) << where;
    }
    EXPECT_EQ(v.kind == Class::shown_cause, !v.shown_by.empty()) << where;
    std::istringstream command(v.shown_by);
    std::string word;
    command >> word >> word;  // polhode reproduce
    if (word == "reproduce")
      while (command >> word) {
        bool known = false;
        for (const Item& item : all_items()) known = known || item.key == word;
        EXPECT_TRUE(known) << where << ": " << v.shown_by;
      }
  }
}

}  // namespace polhode::reproduce
