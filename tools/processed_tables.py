#!/usr/bin/env python3
"""processed_tables.py -- write include/polhode/methods/tables/processed.hpp: a processed splitting of order 6

usage: tools/processed_tables.py [--check]

A drift is exp(a A), a kick exp(b B), h = 1. Words in A and B to degree 6 stand for everything; in a potential
[B,[B,[B,A]]] = 0, which leaves a Lie algebra of dimensions 2, 1, 2, 2, 4, 5. A kernel exp(K), symmetric, and a processor
exp(-p) give a method of order 6 if exp(p) exp(K) exp(-p) = exp(X + O(h^7)), X = A + B:

    K = X + k3 + k5 + k7,   p = p2 + p4 + p6
    k3 + [p2, X] = 0                      2 equations, of which p2 takes one
    k5 + [p4, X] + [p2, k3]/2 = 0         4 equations, of which p4 takes two

so that three are left for the kernel, where a splitting without processor has six. A kernel with eight kicks has seven
coefficients: four are free. They are those with which what is left at h^7, less all that p6 takes of it, is small beside
that of rkn6, in bodies that turn slowly or fast: the norm of the coordinates in the basis below, A being 1 or 3 times as
large. The same error then costs 0.76 to 0.78 of the evaluations that rkn6 takes.

The processor is a sequence of ten kicks and drifts whose logarithm is -p to degree 6: 16 equations for 20 numbers. Without
p6 it would be of order 6 as well, but the error with which the first state is taken to the kernel changes the rate of the
motion, and would be larger than all the others. Newton's method in 60 digits from what a search of random starts has
found. With --check nothing is written; exit 1 if the header is out of date.
"""
import pathlib
import sys
from decimal import Decimal, getcontext
from fractions import Fraction

getcontext().prec = 60
PATH = pathlib.Path(__file__).resolve().parent.parent / "include" / "polhode" / "methods" / "tables" / "processed.hpp"
DEGREE = 6
A, B = 0, 1

# What the search has found. Strings are numbers that are free, and stay.
KERNEL_A = ["0.197309643", "0.165139202", "0.315306999"]
KERNEL_B1 = "0.093168635"
KERNEL_B = [0.18953520875053398, 0.19460133439940358, -0.033564954091907642]
P = [0.00161235, 3.28392228e-05, 1.19677910e-05]
P6 = ["-8.85849765e-07", "4.41008189e-07", "-2.40489280e-06", "2.15155285e-06", "-2.78243373e-06"]
PROCESSOR = [-0.26643945055008939, -0.24066416575588004, 0.11132534521021398, -0.0062351027201317582,
             -0.11367589731866623, 0.2302346902701683, 0.20241184888813293, -0.16739946433383479,
             0.021276581158446033, 0.42909135599165543, 0.25053299983727356, 0.17076446498099795,
             0.067596610480612676, 0.11386716734050822, -0.076838790033907492, 0.021335690251051746]
PROCESSOR_END = ["0.055754790", "-0.252860018", "-0.251944037", "-0.298134618"]

HEAD = """// processed.hpp -- a kernel with eight kicks and its processor: order 6
//
// Written by tools/processed_tables.py, which has the equations. The kernel is symmetric: its first half is here. The
// processor leads from the states of the kernel to those of the motion: kick z1, drift x1, ... z10, x10; kicks and drifts
// add up to nothing. The last kick and the last drift follow from that.
#pragma once

#include <array>
#include <string_view>

#include "polhode/methods/tables/splitting.hpp"

namespace polhode::inline POLHODE_ISA {

/// Kicks and drifts of a processor.
template <class T>
struct ProcessorSteps {
  std::array<T, 10> z{}, x{};
};

// clang-format off
struct Rkn6ProcessedTable {
  static constexpr std::string_view name = "rkn6-processed";
  static constexpr std::string_view title = "Runge-Kutta-Nystrom splitting with a processor, eight kicks a step";
  static constexpr int order = 6;
  static constexpr std::string_view source = "BlanesCasasRos2001; coefficients by tools/processed_tables.py";
  static constexpr bool modified = false;
"""
TAIL = """  template <class T>
  static constexpr auto coefficients() noexcept {
    return detail::completed<T, 8>(b, a);
  }
  template <class T>
  static constexpr ProcessorSteps<T> processor() noexcept {
    ProcessorSteps<T> p;
    for (std::size_t i = 0; i < 9; ++i) {
      p.z[i] = z[i].template value<T>();
      p.x[i] = x[i].template value<T>();
      p.z[9] -= p.z[i];
      p.x[9] -= p.x[i];
    }
    return p;
  }
};
// clang-format on

}  // namespace polhode::inline POLHODE_ISA
"""


def product(s, r):
    """Of two series: s[n] has the 2^n coefficients of the words of length n."""
    out = [[Decimal(0)] * 2**n for n in range(DEGREE + 1)]
    for i, si in enumerate(s):
        for p, x in enumerate(si):
            if x:
                for j in range(DEGREE + 1 - i):
                    for q, y in enumerate(r[j]):
                        if y:
                            out[i + j][(p << j) + q] += x * y
    return out


def exponential(letter, c):
    s = [[Decimal(0)] * 2**n for n in range(DEGREE + 1)]
    term = Decimal(1)
    for n in range(DEGREE + 1):
        s[n][2**n - 1 if letter == B else 0] = term
        term = term * c / (n + 1)
    return s


def logarithm(s):
    x = [list(part) for part in s]
    x[0][0] = Decimal(0)
    out, power = [list(part) for part in x], x
    for k in range(2, DEGREE + 1):
        power = product(power, x)
        for n in range(DEGREE + 1):
            for w, c in enumerate(power[n]):
                out[n][w] += (-1) ** (k + 1) * c / k
    return out


def sequence(steps):
    """(letter, coefficient) in the order in which they are gone."""
    s = exponential(*steps[0])
    for step in steps[1:]:
        s = product(s, exponential(*step))
    return s


def bracket(x, y):
    n, m = len(x).bit_length() - 1, len(y).bit_length() - 1
    out = [0] * 2 ** (n + m)
    for p, u in enumerate(x):
        for q, v in enumerate(y):
            out[(p << m) + q] += u * v
            out[(q << n) + p] -= u * v
    return out


def independent(vectors, known=()):
    """Those of the vectors that are independent of the known and of each other."""
    rows, out = [], []

    def reduced(v):
        v = [Fraction(x) for x in v]
        for pivot, row in rows:
            if v[pivot]:
                f = v[pivot] / row[pivot]
                v = [a - f * b for a, b in zip(v, row)]
        return v

    for v, wanted in [(v, False) for v in known] + [(v, True) for v in vectors]:
        r = reduced(v)
        pivot = next((i for i, x in enumerate(r) if x), None)
        if pivot is not None:
            rows.append((pivot, r))
            if wanted:
                out.append(v)
    return out


LETTERS = [[1, 0], [0, 1]]
X = [1, 1]


def algebra():
    """Bases of the Lie algebra of the splitting, and of the ideal of [B,[B,[B,A]]], degree by degree."""
    lie = {1: LETTERS}
    ideal = {n: [] for n in range(1, DEGREE + 1)}
    for n in range(2, DEGREE + 1):
        if n == 4:
            ideal[4] = [bracket(LETTERS[B], bracket(LETTERS[B], bracket(LETTERS[B], LETTERS[A])))]
        elif n > 4:
            ideal[n] = independent([bracket(letter, v) for letter in LETTERS for v in ideal[n - 1]])
        lie[n] = independent([bracket(letter, v) for letter in LETTERS for v in lie[n - 1]], ideal[n])
    return lie, ideal


def solve(matrix, right):
    """By elimination; numbers of any kind."""
    n = len(right)
    rows = [list(r) + [x] for r, x in zip(matrix, right)]
    for i in range(n):
        pivot = max(range(i, n), key=lambda r: abs(rows[r][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        rows[i] = [x / rows[i][i] for x in rows[i]]
        for r in range(n):
            if r != i and rows[r][i]:
                rows[r] = [x - rows[r][i] * y for x, y in zip(rows[r], rows[i])]
    return [row[n] for row in rows]


LIE, IDEAL = algebra()


def coordinates_of(n):
    """Words and rows: a Lie element v has the coordinates row . v[words], modulo the ideal."""
    basis = LIE[n] + IDEAL[n]
    words = []
    for w in range(2**n):
        if len(independent([[v[u] for v in basis] for u in words + [w]])) > len(words):
            words.append(w)
        if len(words) == len(basis):
            break
    matrix = [[Fraction(v[w]) for v in basis] for w in words]
    columns = [solve(matrix, [Fraction(int(i == j)) for j in range(len(words))]) for i in range(len(words))]
    rows = [[Decimal(c[k].numerator) / Decimal(c[k].denominator) for c in columns] for k in range(len(LIE[n]))]
    return words, rows


COORDINATES = {n: coordinates_of(n) for n in range(1, DEGREE + 1)}


def coordinates(n, v):
    words, rows = COORDINATES[n]
    return [sum(c * v[w] for c, w in zip(row, words)) for row in rows]


def element(n, c):
    return [sum(x * v[w] for x, v in zip(c, LIE[n])) for w in range(2**n)]


def newton(f, x):
    x = [Decimal(v) for v in x]
    d = Decimal(10) ** -25
    for _ in range(7):
        y = f(x)
        columns = []
        for i in range(len(x)):
            moved = list(x)
            moved[i] += d
            columns.append([(a - b) / d for a, b in zip(f(moved), y)])
        step = solve([[c[r] for c in columns] for r in range(len(y))], y)
        x = [a - s for a, s in zip(x, step)]
    if max(map(abs, f(x))) > Decimal(10) ** -45:
        sys.exit("processed_tables.py: Newton's method has not come to an end")
    return x


def kernel_steps(a, b):
    a4, b5 = (1 - 2 * sum(a)) / 2, 1 - 2 * sum(b)
    drifts, kicks = [*a, a4, a4, *reversed(a)], [*b, b5, *reversed(b)]
    steps = [(B, kicks[0])]
    for drift, kick in zip(drifts, kicks[1:]):
        steps += [(A, drift), (B, kick)]
    return steps


def main():
    a, b1 = [Decimal(v) for v in KERNEL_A], Decimal(KERNEL_B1)

    def kernel_equations(u):
        b, p2, p4 = [b1, *u[:3]], element(2, u[3:4]), element(4, u[4:])
        K = logarithm(sequence(kernel_steps(a, b)))
        third = [x + y for x, y in zip(K[3], bracket(p2, X))]
        fifth = [x + y + z / 2 for x, y, z in zip(K[5], bracket(p4, X), bracket(p2, K[3]))]
        return coordinates(3, third) + coordinates(5, fifth)

    kernel = newton(kernel_equations, KERNEL_B + P)
    b, p = [b1, *kernel[:3]], kernel[3:]
    end = [Decimal(v) for v in PROCESSOR_END]
    minus_log = {2: p[:1], 4: p[1:], 6: [Decimal(v) for v in P6]}

    def processor_equations(u):
        s = logarithm(sequence([(B if i % 2 == 0 else A, c) for i, c in enumerate(u + end)]))
        out = []
        for n in range(1, DEGREE + 1):
            out += [x + t for x, t in zip(coordinates(n, s[n]), minus_log.get(n, [Decimal(0)] * len(LIE[n])))]
        return out

    processor = newton(processor_equations, PROCESSOR) + end

    def digits(v):
        whole = int((abs(v) * 10**36).to_integral_value())
        sign = -1 if v < 0 else 1
        return f"{{{sign * (whole // 10**18)}, {sign * (whole % 10**18)}}}"

    def row(name, values):
        return f"  static constexpr std::array<Decimal, {len(values)}> {name}{{{{" + ", ".join(map(digits, values)) + "}};\n"

    text = HEAD + row("b", b) + row("a", a) + row("z", processor[0:18:2]) + row("x", processor[1:18:2]) + TAIL
    if "--check" in sys.argv[1:]:
        if not PATH.exists() or PATH.read_text() != text:
            sys.exit("processed_tables.py: out of date: " + PATH.name)
    else:
        PATH.write_text(text)


if __name__ == "__main__":
    main()
