// Structs of the C interface grow at their ends: a program that was compiled before, and one that was compiled after, go on working.
#include "capi/forms.hpp"

#include <cstring>

#include <gtest/gtest.h>

namespace {

/// A card as it was at first, as it is in this library, and as it will be.
struct First {
  std::size_t size;
  double a;
};
struct Grown {
  std::size_t size;
  double a, b;
};
struct Later {
  std::size_t size;
  double a, b, c;
};

}  // namespace

namespace polhode::capi {
template <>
struct Form<Grown> {
  static constexpr const char *name = "card", *begin = "GROWN";
  static constexpr std::size_t first = offsetof(Grown, a) + sizeof(double);
};
}  // namespace polhode::capi

namespace {

using namespace polhode;
using namespace polhode::capi;

/// The struct of a program of another age, as the library sees it.
template <class Struct>
Grown& seen(Struct& one) {
  return reinterpret_cast<Grown&>(one);
}

TEST(Forms, AProgramThatKnowsLessIsGivenWhatItKnows) {
  struct {
    First card{sizeof(First), 0};
    double beyond = 7;
  } program;
  hand_over(Grown{sizeof(Grown), 1, 2}, seen(program.card));
  EXPECT_EQ(program.card.size, sizeof(First));
  EXPECT_EQ(program.card.a, 1);
  EXPECT_EQ(program.beyond, 7);
  const Grown known = taken(seen(program.card), Grown{sizeof(Grown), -1, -2});
  EXPECT_EQ(known.a, 1);
  EXPECT_EQ(known.b, -2);
}
TEST(Forms, AProgramThatKnowsMoreKeepsTheRest) {
  Later program{sizeof(Later), 0, 0, 7};
  hand_over(Grown{sizeof(Grown), 1, 2}, seen(program));
  EXPECT_EQ(program.size, sizeof(Later));
  EXPECT_EQ(program.b, 2);
  EXPECT_EQ(program.c, 7);
  EXPECT_THROW(taken(seen(program), Grown{sizeof(Grown), 0, 0}), InvalidInput);  // c is set
  program.c = 0;
  EXPECT_EQ(taken(seen(program), Grown{sizeof(Grown), 0, 0}).b, 2);
}
TEST(Forms, ASizeOfNoStructIsRefused) {
  for (const std::size_t size : {std::size_t(0), sizeof(double), sizeof(First) - 1, std::size_t(1) << 17}) {
    Grown program{size, 3, 4};
    EXPECT_THROW(hand_over(Grown{sizeof(Grown), 1, 2}, program), InvalidInput) << size;
    EXPECT_THROW(taken(program, Grown{sizeof(Grown), 0, 0}), InvalidInput) << size;
    EXPECT_EQ(program.a, 3);
  }
}

}  // namespace
