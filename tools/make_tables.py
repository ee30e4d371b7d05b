#!/usr/bin/env python3
"""make_tables.py -- write include/polhode/tables/{dmv,mz,imr}.hpp from the exact rationals in tools/data/

usage: tools/make_tables.py [--check]

Reads tools/data/{dmv,mz,imr}.json: for each of s3, d3, s5, ... a map from the exponents of (C, H, W, e1, e2, e3),
the form of the papers, to a coefficient "numerator/denominator". Writes the same polynomials, exactly, in variables
that are measured from one axis (see HEAD). With --check nothing is written; exit 1 if a header is out of date.
"""
import json
import pathlib
import sys
from collections import defaultdict
from fractions import Fraction

ROOT = pathlib.Path(__file__).resolve().parent.parent
FAMILIES = {
    "dmv": ("discrete Moser-Veselov, orders 2 to 20",
            ["s3 d3 s5 d5 s7 d7  [HairerVilmart2006] Table 1 (orders 2 to 8; H^3 of d7 has 1260 delta^2, not delta^3);",
             "s9 d9 ... s19 d19   by matching exact rational series in h (orders 10 to 20)."]),
    "mz": ("time-rescaled Moser-Veselov, orders 2 to 10",
           ["s3 d3 d5 are those of DMV   [HairerVilmart2006] Remark 2.4; the others, not printed there, by matching",
            "exact rational series in h."]),
    "imr": ("modified implicit midpoint rule, orders 2 to 8",
            ["[HairerVilmart2006] Sect. 3 describes the method without printing the coefficients; found by matching",
             "exact rational series in h. They need W: H and C alone do not suffice."]),
}
HEAD = """// {name}.hpp -- coefficients of the {title}
//
// Source   {source}
// Written by tools/make_tables.py from tools/data/{name}.json, which has them as polynomials in
//   C = |m|^2/2,  H = sum xj mj^2/2,  W = sum xj^2 mj^2/2,  and the elementary symmetric functions of xj = 1/Ij.
//
//   s = 1 + h^2 s3 + h^4 s5 + ...,   d = h^2 d3 + h^4 d5 + ...
//   each entry: coefficient of  C^i K^j Z^l x^n sigma^o pi^u  as {{i, j, l, n, o, u, numerator, denominator}}
//   x is any one of x1, x2, x3; a, b are the two others minus x; sigma = a + b, pi = a b
//   K = H - x C = sum (xj - x) mj^2/2,   Z = W - 2 x H + x^2 C = sum (xj - x)^2 mj^2/2
//
// With x the middle one of x1, x2, x3 no term is large where the sum is small, as happens in C and H when the body is a
// thin rod: sigma, the only large factor then, is always multiplied by K or Z.
// Exact: every numerator and denominator is an integer below 10^15 (2^53 = 9.0 10^15).
#pragma once

#include "polhode/methods/tables/term.hpp"

namespace polhode::tables::{name} {{
"""

# Polynomials in (C, K, Z, x, sigma, pi): {exponents: coefficient}.
VARIABLES = {
    "C": {(1, 0, 0, 0, 0, 0): 1},
    "H": {(0, 1, 0, 0, 0, 0): 1, (1, 0, 0, 1, 0, 0): 1},
    "W": {(0, 0, 1, 0, 0, 0): 1, (0, 1, 0, 1, 0, 0): 2, (1, 0, 0, 2, 0, 0): 1},
    "e1": {(0, 0, 0, 1, 0, 0): 3, (0, 0, 0, 0, 1, 0): 1},
    "e2": {(0, 0, 0, 2, 0, 0): 3, (0, 0, 0, 1, 1, 0): 2, (0, 0, 0, 0, 0, 1): 1},
    "e3": {(0, 0, 0, 3, 0, 0): 1, (0, 0, 0, 2, 1, 0): 1, (0, 0, 0, 1, 0, 1): 1},
}


def product(a, b):
    r = defaultdict(Fraction)
    for i, u in a.items():
        for j, v in b.items():
            r[tuple(p + q for p, q in zip(i, j))] += u * v
    return r


def power(variable, n, known={}):
    if (variable, n) not in known:
        known[variable, n] = {(0,) * 6: Fraction(1)} if n == 0 else product(power(variable, n - 1), VARIABLES[variable])
    return known[variable, n]


def terms(series):
    total = defaultdict(Fraction)
    for exponents, value in series.items():
        term = {(0,) * 6: Fraction(value)}
        for variable, n in zip(VARIABLES, map(int, exponents.split(","))):
            term = product(term, power(variable, n))
        for key, c in term.items():
            total[key] += c
    return sorted(((key, c) for key, c in total.items() if c), key=lambda row: row[0], reverse=True)


def header(name):
    data = json.loads((ROOT / "tools" / "data" / f"{name}.json").read_text())
    title, source = FAMILIES[name]
    out = HEAD.format(name=name, title=title, source="\n//          ".join(source))
    count = len([k for k in data if k[0] == "s" and k[1:].isdigit()])
    for kind in "sd":
        for k in range(1, count + 1):
            key = f"{kind}{2 * k + 1}"
            out += f"\ninline constexpr Term {key}[] = {{\n"
            for p, c in terms(data[key]):
                C, K, Z, x, sigma, pi = p
                assert C + K + Z == k  # homogeneous, and h^(2k) s, h^(2k) d/x have no dimension:
                assert K + 2 * Z + x + sigma + 2 * pi == 2 * k + (kind == "d"), (key, p)
                assert sigma <= K + Z, (key, p)
                assert max(abs(c.numerator), c.denominator) < 10**15
                out += "    {" + ", ".join(map(str, p)) + f", {c.numerator}, {c.denominator}}},\n"
            out += "};\n"
    for kind in "sd":
        out += f"\n/// {kind}3 first.\ninline constexpr Terms {kind}[] = {{" + ", ".join(
            f"{kind}{2 * k + 1}" for k in range(1, count + 1)) + "};\n"
    return out + f"\n}}  // namespace polhode::tables::{name}\n"


def main():
    stale = []
    for name in FAMILIES:
        path = ROOT / "include" / "polhode" / "tables" / f"{name}.hpp"
        text = header(name)
        if "--check" in sys.argv[1:]:
            if not path.exists() or path.read_text() != text:
                stale.append(str(path.relative_to(ROOT)))
        else:
            path.write_text(text)
    if stale:
        sys.exit("make_tables.py: out of date: " + ", ".join(stale))


if __name__ == "__main__":
    main()
