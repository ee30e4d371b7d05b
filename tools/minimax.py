#!/usr/bin/python3
"""Coefficients of the polynomials in include/polhode/numbers/elementary_kernels.hpp.

Each is the best polynomial in the weighted maximum norm (Remez exchange). A rounded coefficient is
kept and the ones above it are fitted again, so that the later ones make up for the rounding of the
earlier ones. Each table is made twice, for double and for float. Needs python3-mpmath.

    minimax.py            print every table, with the error reached
    minimax.py sin exp    only these
    minimax.py --check F  also fail unless every literal printed stands in the file F, with either sign
"""
import struct
import sys
from mpmath import mp, mpf, matrix, lu_solve, sin, cos, exp, atan, atanh, sqrt, cospi, ln, pi, nstr

mp.dps = 60
GRID = 400


def remez(f, weight, lo, hi, first, count):
    """The `count` coefficients of z^first.. that minimise max |weight (sum - f)| on [lo, hi]."""
    nodes = [(lo + hi) / 2 - (hi - lo) / 2 * cospi(mpf(i) / count) for i in range(count + 1)]
    grid = [(lo + hi) / 2 - (hi - lo) / 2 * cospi(mpf(i) / GRID) for i in range(GRID + 1)]
    fg, wg = [f(z) for z in grid], [weight(z) for z in grid]
    pg = [[z ** (first + j) for j in range(count)] for z in grid]
    c = None
    for _ in range(30):
        a, b = matrix(count + 1, count + 1), matrix(count + 1, 1)
        for i, z in enumerate(nodes):
            for j in range(count):
                a[i, j] = z ** (first + j)
            a[i, count] = (-1) ** i / weight(z)
            b[i] = f(z)
        x = lu_solve(a, b)
        c, level = [x[j] for j in range(count)], abs(x[count])
        error = [w * (sum(cj * pj for cj, pj in zip(c, p)) - y) for w, y, p in zip(wg, fg, pg)]
        # The largest error in each run of one sign; then the count + 1 neighbours that hold the most.
        runs = []
        for i, e in enumerate(error):
            if runs and (error[runs[-1]] > 0) == (e > 0):
                if abs(e) > abs(error[runs[-1]]):
                    runs[-1] = i
            else:
                runs.append(i)
        while len(runs) > count + 1:
            runs.pop(0 if abs(error[runs[0]]) < abs(error[runs[-1]]) else -1)
        if len(runs) < count + 1:
            break
        nodes = [grid[i] for i in runs]
        if max(map(abs, error)) < level * mpf("1.001"):
            break
    return c


def to_double(x):
    return float(x)


def to_float(x):
    return struct.unpack("f", struct.pack("f", float(x)))[0]


def literal(x, number):
    """As it stands in the C++ file: a double with 13 hexadecimal digits, a float with 6."""
    text = x.hex()
    if number is to_double:
        return text
    mantissa, exponent = text.split("p")
    assert mantissa.endswith("0000000"), text
    return f"{mantissa[:-7]}p{exponent}f"


def rounded(f, weight, lo, hi, count, number):
    """As remez, every coefficient a number of this type. Returns them and the largest weighted error."""
    lo, hi = mpf(lo), mpf(hi)
    done = []
    if lo < 0:  # z, z^2, .. all vanish inside: there is no fit of the later ones alone
        done = [number(c) for c in remez(f, weight, lo, hi, 0, count)]
    for i in range(len(done), count):
        rest = lambda z: f(z) - sum(mpf(c) * z ** k for k, c in enumerate(done))
        done.append(number(remez(rest, weight, lo, hi, i, count - i)[0]))
    grid = [lo + (hi - lo) * mpf(i) / 5000 for i in range(5001)]
    return done, max(abs(weight(z) * (sum(mpf(c) * z ** k for k, c in enumerate(done)) - f(z))) for z in grid)


# name: (what it stands for, f, weight that makes the error relative to the result, lo, hi, coefficients in double, in float).
# The lower end is not 0, where f is 0/0; the polynomial does not notice.
TABLES = {
    "sin": ("(sin r - r) / r^3 in z = r^2", lambda z: (sin(sqrt(z)) / sqrt(z) - 1) / z,
            lambda z: z * sqrt(z) / sin(sqrt(z)), "1e-12", "0.625", 6, 3),
    "cos": ("(cos r - 1 + z/2) / z^2 in z = r^2", lambda z: (cos(sqrt(z)) - 1 + z / 2) / z**2,
            lambda z: z**2 / (1 - cos(sqrt(z))), "1e-12", "0.625", 6, 3),
    "exp": ("(exp r - 1 - r) / r^2 in r", lambda r: (exp(r) - 1 - r) / r**2 if r else mpf(1) / 2,
            lambda r: (r**2 + mpf("0.001")) / exp(r), "-0.3467", "0.3467", 11, 5),
    "log": ("(2 atanh s - 2 s) / s^3 in z = s^2", lambda z: (2 * atanh(sqrt(z)) / sqrt(z) - 2) / z,
            lambda z: z / 2, "1e-12", "0.02945", 7, 3),
    "atan": ("(atan q - q) / q^3 in z = q^2", lambda z: (atan(sqrt(z)) / sqrt(z) - 1) / z,
            lambda z: z * sqrt(z) / atan(sqrt(z)), "1e-12", "0.1720", 11, 5),
}


def parts(x, bits):
    """x as a sum of doubles with at most these numbers of bits."""
    out = []
    for b in bits:
        m, e = mp.frexp(x)
        out.append(float(mp.ldexp(mp.nint(mp.ldexp(m, b)), int(e) - b)))
        x -= mpf(out[-1])
    return out


# Constants: bits of the parts in double and in float. 42 of 53 where the product with an exponent of 11 bits has to be exact
# (16 of 24: 8 bits), 50 (21) where 3 or 4 times. 23 of 24 for pi/2: so the second part is positive, as it is in double.
CONSTANTS = {
    "half_pi": (pi / 2, [53, 53, 53], [23, 24, 24]),
    "two_over_pi": (2 / pi, [53], [24]),
    "ln2": (ln(2), [42, 53], [16, 24]),
    "one_over_ln2": (1 / ln(2), [53], [24]),
    "quarter_pi": (pi / 4, [50, 53], [21, 24]),
    "sqrt_half": (sqrt(mpf(1) / 2), [53], [24]),
}


def main(args):
    check = None
    if "--check" in args:
        at = args.index("--check")
        check = open(args[at + 1]).read()
        del args[at:at + 2]
    literals = []
    for name, (meaning, f, weight, lo, hi, *counts) in TABLES.items():
        if args and name not in args:
            continue
        for number, count in zip((to_double, to_float), counts):
            c, error = rounded(f, weight, lo, hi, count, number)
            print(f"{name}: {meaning} on [{lo}, {hi}], error relative to the result 2^{nstr(mp.log(error, 2), 4)}")
            made = [literal(x, number) for x in c]
            print("  {" + ", ".join(made) + "}")
            literals += made
    for name, (x, *lengths) in CONSTANTS.items():
        if args and name not in args:
            continue
        for number, bits in zip((to_double, to_float), lengths):
            made = [literal(v, number) for v in parts(x, bits)]
            print(f"{name}: " + ", ".join(made))
            literals += made
    if check is not None:
        missing = [x for x in literals if x.lstrip("-") not in check]
        if missing:
            sys.exit("not in the file: " + " ".join(missing))
        print(f"all {len(literals)} literals are in the file")


main(sys.argv[1:])
