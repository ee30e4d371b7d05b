// exact_cost_plain.cpp -- exact_cost.cpp once more, compiled for any x86-64: without the fma instruction, which is then a
// call, with the same bits.
#include "exact_cost.cpp"
