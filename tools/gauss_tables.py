#!/usr/bin/env python3
"""gauss_tables.py -- write include/polhode/methods/tables/gauss.hpp: Gauss collocation with 4 and 8 stages

usage: tools/gauss_tables.py [--check]

Nodes are the roots of the shifted Legendre polynomial, found by Newton's method in 80 digits; everything else follows from
the Lagrange polynomials on them. With --check nothing is written; exit 1 if the header is out of date.
"""
import pathlib
import sys
from decimal import Decimal, getcontext
from math import cos, pi

getcontext().prec = 80
PATH = pathlib.Path(__file__).resolve().parent.parent / "include" / "polhode" / "methods" / "tables" / "gauss.hpp"
HEAD = """// gauss.hpp -- Gauss collocation with 4 and 8 stages: nodes, weights, and the integrals of the Lagrange polynomials
//
// Written by tools/gauss_tables.py. On the unit step, with l_j the Lagrange polynomial that is 1 at node j:
//   c[j]        nodes, the roots of the Legendre polynomial of degree S
//   b[j]        weights, the integral of l_j from 0 to 1
//   mu[j][i]    integral of l_j from 0 to c_i, over b_j;  mu[j][i] + mu[i][j] = 1
//   nu[j][i]    integral of l_j from 1 to 1 + c_i, over b_j: the polynomial continued into a next step of the same length
//   e[j][k]     the same up to 1 + s, as a polynomial: sum_k e[j][k] s^(k+1)
//   legendre[k][j]  (2n + 1) P_n at the nodes for the degrees n = S - 1 - k: the function that is f_j at the nodes has the
//               coefficient sum_j legendre[k][j] b_j f_j
// c, b and mu to 36 digits; the others only begin or judge an iteration, and double does for that.
#pragma once

#include "polhode/methods/tables/composition.hpp"

namespace polhode::inline POLHODE_ISA {

template <int S>
struct GaussTable;

// clang-format off
"""


def legendre(n, z):
    """P_n(z) and P_(n-1)(z)"""
    before, now = Decimal(1), z
    if n == 0:
        return Decimal(1), Decimal(0)
    for k in range(2, n + 1):
        before, now = now, ((2 * k - 1) * z * now - (k - 1) * before) / k
    return now, before


def nodes(S):
    roots = []
    for i in range(S):
        z = Decimal(cos(pi * (i + 0.75) / (S + 0.5)))
        for _ in range(8):
            p, before = legendre(S, z)
            z -= p * (z * z - 1) / (S * (z * p - before))
        roots.append((1 + z) / 2)
    return sorted(roots)


def lagrange(x, j, shift):
    """Coefficients in s = t - shift of the polynomial that is 1 at x_j and 0 at the others."""
    p = [Decimal(1)]
    for m, xm in enumerate(x):
        if m == j:
            continue
        root = xm - shift
        scale = x[j] - xm
        p = [((p[k - 1] if k > 0 else 0) - (root * p[k] if k < len(p) else 0)) / scale for k in range(len(p) + 1)]
    return p


def integral(p, s):
    return sum(c * s ** (k + 1) / (k + 1) for k, c in enumerate(p))


def digits(x):
    whole = int((abs(x) * 10**36).to_integral_value())
    sign = -1 if x < 0 else 1
    return f"{{{sign * (whole // 10**18)}, {sign * (whole % 10**18)}}}"


def rows(name, kind, table, show):
    S = len(table[0])
    text = f"  static constexpr {kind} {name}[{len(table)}][{S}] = {{\n"
    for row in table:
        text += "      {" + ", ".join(show(x) for x in row) + "},\n"
    return text + "  };\n"


def table(S):
    x = nodes(S)
    at0 = [lagrange(x, j, Decimal(0)) for j in range(S)]
    at1 = [lagrange(x, j, Decimal(1)) for j in range(S)]
    b = [integral(at0[j], Decimal(1)) for j in range(S)]
    out = f"\ntemplate <>\nstruct GaussTable<{S}> {{\n"
    out += f"  static constexpr Decimal c[{S}] = {{" + ", ".join(map(digits, x)) + "};\n"
    out += f"  static constexpr Decimal b[{S}] = {{" + ", ".join(map(digits, b)) + "};\n"
    out += rows("mu", "Decimal", [[integral(at0[j], x[i]) / b[j] for i in range(S)] for j in range(S)], digits)
    number = lambda v: repr(float(v))
    out += rows("nu", "double", [[integral(at1[j], x[i]) / b[j] for i in range(S)] for j in range(S)], number)
    out += rows("e", "double", [[c / (k + 1) / b[j] for k, c in enumerate(at1[j])] for j in range(S)], number)
    top = [[(2 * n + 1) * legendre(n, 2 * x[j] - 1)[0] for j in range(S)] for n in range(S - 1, S - 5, -1)]
    out += rows("legendre", "double", top, number)
    return out + "};\n"


def main():
    text = HEAD + table(4) + table(8) + "// clang-format on\n\n}  // namespace polhode::inline POLHODE_ISA\n"
    if "--check" in sys.argv[1:]:
        if not PATH.exists() or PATH.read_text() != text:
            sys.exit("gauss_tables.py: out of date: " + PATH.name)
    else:
        PATH.write_text(text)


if __name__ == "__main__":
    main()
