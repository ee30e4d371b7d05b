#!/usr/bin/env python3
"""make_tables.py -- write include/polhode/tables/{dmv,mz,imr}.hpp from the exact rationals in tools/data/

usage: tools/make_tables.py [--check]

Reads tools/data/{dmv,mz,imr}.json: for each of s3, d3, s5, ... a map from the exponents of (C, H, W, e1, e2, e3)
to a coefficient "numerator/denominator". With --check nothing is written; exit 1 if a header is out of date.
"""
import json
import math
import pathlib
import sys

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
// Written by tools/make_tables.py from tools/data/{name}.json.
//
//   s = 1 + h^2 s3 + h^4 s5 + ...,   d = h^2 d3 + h^4 d5 + ...
//   each entry: coefficient of  C^a H^b W^c e1^i e2^j e3^k  as {{a, b, c, i, j, k, numerator, denominator}}
//   C = |m|^2/2,  H = sum x m^2/2,  W = sum x^2 m^2/2,  x = 1/I
//   e1 = x1 + x2 + x3,  e2 = x1 x2 + x2 x3 + x3 x1,  e3 = x1 x2 x3
//
// Exact: every numerator and denominator is an integer below 10^15 (2^53 = 9.0 10^15).
#pragma once

#include "polhode/tables/term.hpp"

namespace polhode::tables::{name} {{
"""


def terms(series):
    rows = []
    for exponents, value in series.items():
        p = [int(k) for k in exponents.split(",")]
        num, _, den = value.partition("/")
        num, den = int(num), int(den or 1)
        assert len(p) == 6 and den > 0 and math.gcd(num, den) == 1 and max(abs(num), den) < 10**15
        rows.append((p, num, den))
    degree = sum(rows[0][0][:3])
    for p, _, _ in rows:  # homogeneous: degree k in (C, H, W), and h^(2k) C^a ... has no dimension
        assert sum(p[:3]) == degree
    return rows


def dimension(p):  # power of x
    return p[1] + 2 * p[2] + p[3] + 2 * p[4] + 3 * p[5]


def header(name):
    data = json.loads((ROOT / "tools" / "data" / f"{name}.json").read_text())
    title, source = FAMILIES[name]
    out = HEAD.format(name=name, title=title, source="\n//          ".join(source))
    count = len([k for k in data if k[0] == "s" and k[1:].isdigit()])
    for kind in "sd":
        for k in range(1, count + 1):
            key = f"{kind}{2 * k + 1}"
            rows = terms(data[key])
            for p, _, _ in rows:
                assert sum(p[:3]) == k and dimension(p) == 2 * k + (kind == "d"), (key, p)
            out += f"\ninline constexpr Term {key}[] = {{\n"
            for p, num, den in rows:
                out += "    {" + ", ".join(map(str, p)) + f", {num}, {den}}},\n"
            out += "};\n"
    for kind in "sd":
        out += f"\n/// {kind}{3} first.\ninline constexpr Terms {kind}[] = {{" + ", ".join(
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
