#!/usr/bin/env python3
"""runge_kutta_tables.py -- write include/polhode/methods/tables/runge_kutta_high.hpp: explicit tables of orders 8 and 9

usage: tools/runge_kutta_tables.py [--check]

From tools/data/runge_kutta.json, the published numbers. With --check nothing is written; exit 1 if the header is out of date.
"""
import json
import pathlib
import sys
from decimal import Decimal, getcontext

getcontext().prec = 60
ROOT = pathlib.Path(__file__).resolve().parent.parent
PATH = ROOT / "include" / "polhode" / "methods" / "tables" / "runge_kutta_high.hpp"
DATA = ROOT / "tools" / "data" / "runge_kutta.json"
HEAD = """// runge_kutta_high.hpp -- coefficients of explicit Runge-Kutta methods of orders 8 and 9
//
// Written by tools/runge_kutta_tables.py. Row i is stage i; the last row are the weights. To 36 digits behind the point.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "polhode/methods/tables/runge_kutta.hpp"

namespace polhode::inline POLHODE_ISA {

// clang-format off
"""
TABLE = """/// {title}
struct {name} {{
  static constexpr std::string_view source = "{key}";
  static constexpr std::array<std::array<LongDecimal, {n}>, {n} + 1> rows{{{{
{rows}  }}}};
  template <class T>
  static constexpr auto coefficients() noexcept {{
    return detail::tableau<T>(rows);
  }}
}};
"""
TABLES = {
    "TsitPap8": ("TsitourasPapakostas8", "Order 8, 12 stages.", "TsitourasPapakostas1999"),
    "Verner9": ("Verner9", "Order 9, 15 stages.", "Verner2010"),
}


def number(text):
    x = Decimal(text)
    if x == 0:
        return "{}"
    whole = int(x)  # towards zero: both parts have the sign of x
    digits = int(((x - whole) * 10**36).to_integral_value())
    sign = -1 if digits < 0 else 1
    hi, lo = divmod(abs(digits), 10**18)
    return "{%d, {%d, %d}}" % (whole, sign * hi, sign * lo)


def header():
    text = HEAD
    for key, table in json.loads(DATA.read_text()).items():
        name, title, source = TABLES[key]
        rows = ""
        for row in table["A"] + [table["b"]]:
            rows += "    {{" + ",\n      ".join(number(x) for x in row) + "}},\n"
        text += TABLE.format(name=name, title=title, key=source, n=len(table["b"]), rows=rows) + "\n"
    return text.rstrip("\n") + "\n// clang-format on\n\n}  // namespace polhode::inline POLHODE_ISA\n"


if __name__ == "__main__":
    if sys.argv[1:] not in ([], ["--check"]):
        sys.exit(__doc__)
    if sys.argv[1:] == ["--check"]:
        if PATH.read_text() != header():
            sys.exit(f"{PATH.name} is not what tools/runge_kutta_tables.py writes")
    else:
        PATH.write_text(header())
