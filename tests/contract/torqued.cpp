// torqued.cpp -- the contract test of every method in methods/torqued.hpp; this program holds one slice of the list
#include "polhode/methods/torqued.hpp"

#include "support/torqued_contract.hpp"

namespace {

template <int i, class M, class... Rest>
void register_slice(polhode::MethodList<M, Rest...>) {
  if constexpr (i % POLHODE_SLICES == POLHODE_SLICE) polhode::test::register_torqued_contract<M>();
  if constexpr (sizeof...(Rest) > 0) register_slice<i + 1>(polhode::MethodList<Rest...>{});
}

}  // namespace

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  register_slice<0>(polhode::TorquedMethods{});
  return RUN_ALL_TESTS();
}
