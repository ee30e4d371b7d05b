// imr.hpp -- coefficients of the modified implicit midpoint rule, orders 2 to 8
//
// Source   [HairerVilmart2006] Sect. 3 describes the method without printing the coefficients; found by matching
//          exact rational series in h. They need W: H and C alone do not suffice.
// Written by tools/make_tables.py from tools/data/imr.json.
//
//   s = 1 + h^2 s3 + h^4 s5 + ...,   d = h^2 d3 + h^4 d5 + ...
//   each entry: coefficient of  C^a H^b W^c e1^i e2^j e3^k  as {a, b, c, i, j, k, numerator, denominator}
//   C = |m|^2/2,  H = sum x m^2/2,  W = sum x^2 m^2/2,  x = 1/I
//   e1 = x1 + x2 + x3,  e2 = x1 x2 + x2 x3 + x3 x1,  e3 = x1 x2 x3
//
// Exact: every numerator and denominator is an integer below 10^15 (2^53 = 9.0 10^15).
#pragma once

#include "polhode/tables/term.hpp"

namespace polhode::tables::imr {

inline constexpr Term s3[] = {
    {1, 0, 0, 0, 1, 0, 1, 6},
    {0, 1, 0, 1, 0, 0, -1, 3},
    {0, 0, 1, 0, 0, 0, 1, 2},
};

inline constexpr Term s5[] = {
    {2, 0, 0, 0, 2, 0, 1, 30},
    {2, 0, 0, 1, 0, 1, 1, 15},
    {1, 1, 0, 1, 1, 0, -1, 5},
    {1, 1, 0, 0, 0, 1, -1, 5},
    {0, 2, 0, 2, 0, 0, 1, 5},
    {0, 2, 0, 0, 1, 0, 1, 15},
    {1, 0, 1, 0, 1, 0, 1, 3},
    {0, 1, 1, 1, 0, 0, -2, 3},
    {0, 0, 2, 0, 0, 0, 1, 2},
};

inline constexpr Term s7[] = {
    {3, 0, 0, 0, 3, 0, 17, 2520},
    {3, 0, 0, 1, 1, 1, 29, 630},
    {3, 0, 0, 0, 0, 2, 1, 35},
    {2, 1, 0, 1, 2, 0, -109, 1260},
    {2, 1, 0, 2, 0, 1, -29, 315},
    {2, 1, 0, 0, 1, 1, -41, 210},
    {1, 2, 0, 2, 1, 0, 23, 105},
    {1, 2, 0, 0, 2, 0, 47, 630},
    {1, 2, 0, 1, 0, 1, 32, 105},
    {0, 3, 0, 3, 0, 0, -46, 315},
    {0, 3, 0, 1, 1, 0, -38, 315},
    {0, 3, 0, 0, 0, 1, 1, 35},
    {2, 0, 1, 0, 2, 0, 11, 72},
    {2, 0, 1, 1, 0, 1, 1, 6},
    {1, 1, 1, 1, 1, 0, -7, 9},
    {1, 1, 1, 0, 0, 1, -1, 2},
    {0, 2, 1, 2, 0, 0, 7, 9},
    {0, 2, 1, 0, 1, 0, 1, 6},
    {1, 0, 2, 0, 1, 0, 5, 8},
    {0, 1, 2, 1, 0, 0, -5, 4},
    {0, 0, 3, 0, 0, 0, 5, 8},
};

inline constexpr Term d3[] = {
    {1, 0, 0, 0, 0, 1, -1, 3},
    {0, 1, 0, 0, 1, 0, 1, 6},
};

inline constexpr Term d5[] = {
    {2, 0, 0, 0, 1, 1, -1, 10},
    {1, 1, 0, 0, 2, 0, 1, 15},
    {1, 1, 0, 1, 0, 1, 2, 15},
    {0, 2, 0, 1, 1, 0, -1, 10},
    {0, 2, 0, 0, 0, 1, 1, 15},
    {1, 0, 1, 0, 0, 1, -1, 3},
    {0, 1, 1, 0, 1, 0, 1, 6},
};

inline constexpr Term d7[] = {
    {3, 0, 0, 0, 2, 1, -17, 630},
    {3, 0, 0, 1, 0, 2, -4, 105},
    {2, 1, 0, 0, 3, 0, 17, 840},
    {2, 1, 0, 1, 1, 1, 29, 210},
    {2, 1, 0, 0, 0, 2, 89, 630},
    {1, 2, 0, 1, 2, 0, -109, 1260},
    {1, 2, 0, 2, 0, 1, -29, 315},
    {1, 2, 0, 0, 1, 1, -2, 21},
    {0, 3, 0, 2, 1, 0, 23, 315},
    {0, 3, 0, 0, 2, 0, 13, 504},
    {0, 3, 0, 1, 0, 1, -17, 315},
    {2, 0, 1, 0, 1, 1, -47, 180},
    {1, 1, 1, 0, 2, 0, 7, 45},
    {1, 1, 1, 1, 0, 1, 19, 45},
    {0, 2, 1, 1, 1, 0, -47, 180},
    {0, 2, 1, 0, 0, 1, 1, 10},
    {1, 0, 2, 0, 0, 1, -5, 12},
    {0, 1, 2, 0, 1, 0, 5, 24},
};

/// s3 first.
inline constexpr Terms s[] = {s3, s5, s7};

/// d3 first.
inline constexpr Terms d[] = {d3, d5, d7};

}  // namespace polhode::tables::imr
