// exact_cost_avx512.cpp -- exact_cost.cpp once more, compiled for AVX-512: a program of its own, to be left out where the
// processor cannot run it.
#include "exact_cost.cpp"
