// imr.hpp -- coefficients of the modified implicit midpoint rule, orders 2 to 8
//
// Source   [HairerVilmart2006] Sect. 3 describes the method without printing the coefficients; found by matching
//          exact rational series in h. They need W: H and C alone do not suffice.
// Written by tools/make_tables.py from tools/data/imr.json, which has them as polynomials in
//   C = |m|^2/2,  H = sum xj mj^2/2,  W = sum xj^2 mj^2/2,  and the elementary symmetric functions of xj = 1/Ij.
//
//   s = 1 + h^2 s3 + h^4 s5 + ...,   d = h^2 d3 + h^4 d5 + ...
//   each entry: coefficient of  C^i K^j Z^l x^n sigma^o pi^u  as {i, j, l, n, o, u, numerator, denominator}
//   x is any one of x1, x2, x3; a, b are the two others minus x; sigma = a + b, pi = a b
//   K = H - x C = sum (xj - x) mj^2/2,   Z = W - 2 x H + x^2 C = sum (xj - x)^2 mj^2/2
//
// With x the middle one of x1, x2, x3 no term is large where the sum is small, as happens in C and H when the body is a
// thin rod: sigma, the only large factor then, is always multiplied by K or Z.
// Exact: every numerator and denominator is an integer below 10^15 (2^53 = 9.0 10^15).
#pragma once

#include "polhode/methods/tables/term.hpp"

namespace polhode::inline POLHODE_ISA::tables::imr {

inline constexpr Term s3[] = {
    {1, 0, 0, 0, 0, 1, 1, 6},
    {0, 1, 0, 0, 1, 0, -1, 3},
    {0, 0, 1, 0, 0, 0, 1, 2},
};

inline constexpr Term s5[] = {
    {2, 0, 0, 0, 0, 2, 1, 30}, {1, 1, 0, 0, 1, 1, -1, 5}, {1, 0, 1, 0, 0, 1, 1, 3}, {0, 2, 0, 0, 2, 0, 1, 5},
    {0, 2, 0, 0, 0, 1, 1, 15}, {0, 1, 1, 0, 1, 0, -2, 3}, {0, 0, 2, 0, 0, 0, 1, 2},
};

inline constexpr Term s7[] = {
    {3, 0, 0, 0, 0, 3, 17, 2520}, {2, 1, 0, 0, 1, 2, -109, 1260}, {2, 0, 1, 0, 0, 2, 11, 72},
    {1, 2, 0, 0, 2, 1, 23, 105},  {1, 2, 0, 0, 0, 2, 47, 630},    {1, 1, 1, 0, 1, 1, -7, 9},
    {1, 0, 2, 0, 0, 1, 5, 8},     {0, 3, 0, 0, 3, 0, -46, 315},   {0, 3, 0, 0, 1, 1, -38, 315},
    {0, 2, 1, 0, 2, 0, 7, 9},     {0, 2, 1, 0, 0, 1, 1, 6},       {0, 1, 2, 0, 1, 0, -5, 4},
    {0, 0, 3, 0, 0, 0, 5, 8},
};

inline constexpr Term d3[] = {
    {1, 0, 0, 3, 0, 0, 1, 6}, {1, 0, 0, 1, 0, 1, -1, 6}, {0, 1, 0, 2, 0, 0, 1, 2},
    {0, 1, 0, 1, 1, 0, 1, 3}, {0, 1, 0, 0, 0, 1, 1, 6},
};

inline constexpr Term d5[] = {
    {2, 0, 0, 5, 0, 0, 1, 30},  {2, 0, 0, 1, 0, 2, -1, 30}, {1, 1, 0, 4, 0, 0, 1, 6},  {1, 1, 0, 2, 0, 1, 1, 6},
    {1, 1, 0, 1, 1, 1, 1, 5},   {1, 1, 0, 0, 0, 2, 1, 15},  {1, 0, 1, 3, 0, 0, 1, 6},  {1, 0, 1, 1, 0, 1, -1, 6},
    {0, 2, 0, 3, 0, 0, 1, 6},   {0, 2, 0, 2, 1, 0, -1, 6},  {0, 2, 0, 1, 2, 0, -1, 5}, {0, 2, 0, 1, 0, 1, 1, 10},
    {0, 2, 0, 0, 1, 1, -1, 10}, {0, 1, 1, 2, 0, 0, 1, 2},   {0, 1, 1, 1, 1, 0, 1, 3},  {0, 1, 1, 0, 0, 1, 1, 6},
};

inline constexpr Term d7[] = {
    {3, 0, 0, 7, 0, 0, 17, 2520}, {3, 0, 0, 1, 0, 3, -17, 2520},  {2, 1, 0, 6, 0, 0, 17, 360},
    {2, 1, 0, 4, 0, 1, 1, 18},    {2, 1, 0, 2, 0, 2, 1, 20},      {2, 1, 0, 1, 1, 2, 109, 1260},
    {2, 1, 0, 0, 0, 3, 17, 840},  {2, 0, 1, 5, 0, 0, 1, 20},      {2, 0, 1, 3, 0, 1, 1, 18},
    {2, 0, 1, 1, 0, 2, -19, 180}, {1, 2, 0, 5, 0, 0, 11, 120},    {1, 2, 0, 4, 1, 0, -1, 18},
    {1, 2, 0, 3, 0, 1, 1, 6},     {1, 2, 0, 2, 1, 1, -3, 20},     {1, 2, 0, 1, 2, 1, -23, 105},
    {1, 2, 0, 1, 0, 2, 17, 504},  {1, 2, 0, 0, 1, 2, -109, 1260}, {1, 1, 1, 4, 0, 0, 1, 4},
    {1, 1, 1, 3, 1, 0, -1, 9},    {1, 1, 1, 2, 0, 1, 5, 12},      {1, 1, 1, 1, 1, 1, 47, 90},
    {1, 1, 1, 0, 0, 2, 7, 45},    {1, 0, 2, 3, 0, 0, 5, 24},      {1, 0, 2, 1, 0, 1, -5, 24},
    {0, 3, 0, 4, 0, 0, 1, 24},    {0, 3, 0, 3, 1, 0, -1, 9},      {0, 3, 0, 2, 2, 0, 1, 10},
    {0, 3, 0, 2, 0, 1, 7, 60},    {0, 3, 0, 1, 3, 0, 46, 315},    {0, 3, 0, 1, 1, 1, -11, 315},
    {0, 3, 0, 0, 2, 1, 23, 315},  {0, 3, 0, 0, 0, 2, 13, 504},    {0, 2, 1, 3, 0, 0, 1, 4},
    {0, 2, 1, 2, 1, 0, -7, 12},   {0, 2, 1, 1, 2, 0, -47, 90},    {0, 2, 1, 1, 0, 1, 3, 20},
    {0, 2, 1, 0, 1, 1, -47, 180}, {0, 1, 2, 2, 0, 0, 5, 8},       {0, 1, 2, 1, 1, 0, 5, 12},
    {0, 1, 2, 0, 0, 1, 5, 24},
};

/// s3 first.
inline constexpr Terms s[] = {s3, s5, s7};

/// d3 first.
inline constexpr Terms d[] = {d3, d5, d7};

}  // namespace polhode::inline POLHODE_ISA::tables::imr
