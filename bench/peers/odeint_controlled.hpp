// odeint_controlled.hpp -- the part of odeint.cpp that chooses its steps
#pragma once

#include <string>
#include <vector>

#include "peer.hpp"

namespace polhode_bench {

void add_odeint_controlled(std::vector<Peer>&, const std::string& package);

}  // namespace polhode_bench
