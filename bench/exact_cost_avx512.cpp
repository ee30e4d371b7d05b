// exact_cost_avx512.cpp -- exact_cost.cpp once more, compiled for AVX-512. A program of its own: in one program the
// linker would keep one of two versions of each function template.
#include "exact_cost.cpp"
