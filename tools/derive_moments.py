#!/usr/bin/env python3
"""derive_moments.py -- the modified moments of DMV, MZ and IMR, from nothing but Taylor series

    derive_moments.py {dmv,mz,imr} --order N            print the coefficients as JSON, as in tools/data
    derive_moments.py {dmv,mz,imr} --order N --check    hold tools/data/NAME.json against them; exit 1 if one differs

It does what section 6 of [HairerVilmart2006] does with Maple, to any order. The true motion through y at the middle of a
step has the momenta y0, y1 at its ends and turns by the quaternion (1; e)/sqrt(1 + |e|^2), all of them series in h. With
V = (y0 + y1)/2 and N(V) = xV x V, x = 1/I, a step of each method is

    y1 - y0 = -g h N(V),   e_j = (h/2) E_j V_j
    DMV  g = q s,  E_j = q (s x_j + d),   q = 1 + |e|^2
    MZ   g = q s,  E_j = q (s x_j + d),   q = 1 + |g (h/2) xV|^2
    IMR  g = s,    E_j = s x_j + d

so that the method is exact if s and d are what these equations give: numbers for a body and a momentum, power by power of
h^2. Every axis j must give the same d, and is held to it. The power h^(2k) of s is a polynomial, homogeneous of degree k in
C, H, W (for IMR at the point V) and of x-degree 2a + b in e1, e2, e3 beside C^a H^b W^c, that of d has one degree more
(DMV and MZ: without W). Its coefficients are found from as many random bodies as there are terms and 10 more, which must
agree; all of it modulo the prime 2^127 - 1, from which fractions are read back (their terms are below 9e18), and shown
once more modulo 2^521 - 1 on other bodies.
"""

import argparse
import json
import os
import random
import sys

PRIME, OTHER_PRIME = 2**127 - 1, 2**521 - 1


class Series:
    """Power series modulo a prime, lists of coefficients."""

    def __init__(self, p, n):
        self.p, self.n = p, n

    def mul(self, a, b):
        return [sum(a[i] * b[k - i] for i in range(k + 1)) % self.p for k in range(self.n)]

    def add(self, *terms):
        return [sum(t) % self.p for t in zip(*terms)]

    def scale(self, c, a):
        return [c * v % self.p for v in a]

    def div(self, a, b):
        first, out = pow(b[0], -1, self.p), []
        for k in range(self.n):
            out.append((a[k] - sum(out[i] * b[k - i] for i in range(k))) * first % self.p)
        return out


def motion(x, y, terms, p):
    """Taylor coefficients of the momentum and of the quaternion of the free body, from the identity."""
    ys, qs = [list(y)], [[1, 0, 0, 0]]
    for k in range(terms):
        over = pow(k + 1, -1, p)
        dy, dq = [0, 0, 0], [0, 0, 0, 0]
        for i in range(k + 1):
            a, b = ys[i], [x[j] * ys[k - i][j] for j in range(3)]
            for j in range(3):
                dy[j] += a[(j + 1) % 3] * b[(j + 2) % 3] - a[(j + 2) % 3] * b[(j + 1) % 3]
            q = qs[i]
            dq[0] -= q[1] * b[0] + q[2] * b[1] + q[3] * b[2]
            dq[1] += q[0] * b[0] + q[2] * b[2] - q[3] * b[1]
            dq[2] += q[0] * b[1] + q[3] * b[0] - q[1] * b[2]
            dq[3] += q[0] * b[2] + q[1] * b[1] - q[2] * b[0]
        ys.append([v * over % p for v in dy])
        qs.append([v * over * pow(2, -1, p) % p for v in dq])
    return ys, qs


def values(method, x, y, n, p):
    """s, d and C, H, W for one body: series in h^2, n terms."""
    S, half = Series(p, n), pow(2, -1, p)
    ys, qs = motion(x, y, 2 * n, p)
    at = lambda c, k: c * pow(half, k, p) % p  # c t^k at t = h/2
    V = [[at(ys[2 * k][j], 2 * k) for k in range(n)] for j in range(3)]
    D = [[2 * at(ys[2 * k + 1][j], 2 * k + 1) % p for k in range(n)] for j in range(3)]  # (y1 - y0)/h
    # The turn: conj(Q(-h/2)) Q(h/2), a scalar even in h and a vector odd in it.
    before = [[at(qs[k][c], k) * (-1) ** k * (1 if c == 0 else -1) for c in range(4)] for k in range(2 * n)]
    after = [[at(qs[k][c], k) for c in range(4)] for k in range(2 * n)]
    turn = [[0] * (2 * n) for _ in range(4)]
    for i in range(2 * n):
        for k in range(2 * n - i):
            a, b = before[i], after[k]
            turn[0][i + k] += a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3]
            turn[1][i + k] += a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2]
            turn[2][i + k] += a[0] * b[2] + a[2] * b[0] + a[3] * b[1] - a[1] * b[3]
            turn[3][i + k] += a[0] * b[3] + a[3] * b[0] + a[1] * b[2] - a[2] * b[1]
    scalar = [turn[0][2 * k] % p for k in range(n)]
    e = [S.div([turn[j + 1][2 * k + 1] % p for k in range(n)], scalar) for j in range(3)]  # e/h
    N = [S.scale((x[(j + 1) % 3] - x[(j + 2) % 3]) % p, S.mul(V[(j + 1) % 3], V[(j + 2) % 3])) for j in range(3)]
    g = S.scale(-1, S.div(D[0], N[0]))
    assert all(g == S.scale(-1, S.div(D[j], N[j])) for j in (1, 2)), "the momenta do not lie on one line"
    E = [S.scale(2, S.div(e[j], V[j])) for j in range(3)]
    one = [1] + [0] * (n - 1)
    later = lambda a: [0] + a[:-1]  # times h^2
    square = lambda vs: S.add(*[S.mul(v, v) for v in vs])
    if method == "imr":
        q = one
    elif method == "dmv":
        q = S.add(one, later(square(e)))
    else:
        gw = [S.scale(half * x[j] % p, S.mul(g, V[j])) for j in range(3)]
        q = S.add(one, later(square(gw)))
    s = S.div(g, q)
    ds = [S.add(S.div(E[j], q), S.scale(-x[j], s)) for j in range(3)]
    assert ds[0] == ds[1] == ds[2], "no d serves all three axes"
    point = V if method == "imr" else [[v[0]] + [0] * (n - 1) for v in V]  # C and H are the same all the way
    if method != "imr":
        point = [[y[j] % p] + [0] * (n - 1) for j in range(3)]
    weigh = lambda power: S.scale(half, S.add(*[S.scale(pow(x[j], power, p), S.mul(point[j], point[j])) for j in range(3)]))
    return s, ds[0], [weigh(0), weigh(1), weigh(2)]


def monomials(method, k, more):
    """Exponents of C, H, W, e1, e2, e3 in the power h^(2k) of s (more = 0) or d (more = 1)."""
    for a in range(k, -1, -1):
        for b in range(k - a, -1, -1):
            c = k - a - b
            if c and method != "imr":
                continue
            degree = 2 * a + b + more
            for l in range(degree // 3 + 1):
                for j in range((degree - 3 * l) // 2 + 1):
                    yield a, b, c, degree - 3 * l - 2 * j, j, l


def symmetric(x, p):
    return [sum(x) % p, (x[0] * x[1] + x[1] * x[2] + x[2] * x[0]) % p, x[0] * x[1] * x[2] % p]


def solve(rows, p):
    """The solution of rows [a1 ... an | b]; more rows than unknowns must agree."""
    n, rows = len(rows[0]) - 1, [row[:] for row in rows]
    for i in range(n):
        pivot = next(r for r in range(i, len(rows)) if rows[r][i])
        rows[i], rows[pivot] = rows[pivot], rows[i]
        over = pow(rows[i][i], -1, p)
        rows[i] = [v * over % p for v in rows[i]]
        for r in range(len(rows)):
            if r != i and rows[r][i]:
                f = rows[r][i]
                rows[r] = [(u - f * v) % p for u, v in zip(rows[r], rows[i])]
    assert all(row[n] == 0 for row in rows[n:]), "no polynomial of this form"
    return [rows[i][n] for i in range(n)]


def fraction(v, p):
    """The fraction with small terms that is v modulo p (Wang's algorithm)."""
    bound = int((p // 2) ** 0.5)
    r0, r1, t0, t1 = p, v % p, 0, 1
    while r1 > bound:
        quotient = r0 // r1
        r0, r1, t0, t1 = r1, r0 - quotient * r1, t1, t0 - quotient * t1
    assert 0 < abs(t1) <= bound, "no fraction with small terms"
    return (r1, t1) if t1 > 0 else (-r1, -t1)


def value(polynomial, body, p):
    """A polynomial {exponents: (numerator, denominator)} on the series C, H, W of a body."""
    S, total = Series(p, len(body["CHW"][0])), [0] * len(body["CHW"][0])
    for exponents, (top, bottom) in polynomial.items():
        c = top * pow(bottom, -1, p) % p
        for base, power in zip(symmetric(body["x"], p), exponents[3:]):
            c = c * pow(base, power, p) % p
        term = [c] + [0] * (S.n - 1)
        for series, power in zip(body["CHW"], exponents[:3]):
            for _ in range(power):
                term = S.mul(term, series)
        total = S.add(total, term)
    return total


def bodies(method, count, n, p, seed):
    draw = random.Random(seed)
    for _ in range(count):
        x, y = [draw.randrange(1, p) for _ in range(3)], [draw.randrange(1, p) for _ in range(3)]
        s, d, CHW = values(method, x, y, n, p)
        yield {"x": x, "s": s, "d": d, "CHW": CHW}


def derive(method, order):
    """{"s3": {(exponents): (numerator, denominator)}, "d3": ..., ...} up to the power h^(order - 2)."""
    terms = order // 2  # of s: 1, h^2, ..., h^(order - 2)
    most = max((len(list(monomials(method, terms - 1, more))) for more in (0, 1)), default=0)
    found, sample = {}, list(bodies(method, most + 10, terms, PRIME, 1))
    for more, name in enumerate("sd"):
        known = []  # polynomials of lower powers
        rests = [body[name][:] for body in sample]
        if name == "s":
            for rest in rests:
                assert rest[0] == 1
        for k in range(1, terms):
            shape = list(monomials(method, k, more))
            rows = []
            for body, rest in zip(sample, rests):
                e = symmetric(body["x"], PRIME)
                bases = [series[0] for series in body["CHW"]] + e
                row = []
                for exponents in shape:
                    v = 1
                    for base, power in zip(bases, exponents):
                        v = v * pow(base, power, PRIME) % PRIME
                    row.append(v)
                rows.append(row + [rest[k]])
            solution = solve(rows[:len(shape) + 10], PRIME)
            polynomial = {m: fraction(v, PRIME) for m, v in zip(shape, solution) if v}
            found[f"{name}{2 * k + 1}"] = polynomial
            known.append((k, polynomial))
            if method == "imr":  # C, H and W at V are series themselves: what this power leaves to the later ones
                for body, rest in zip(sample, rests):
                    for i, v in enumerate(value(polynomial, body, PRIME)):
                        if 0 < i and k + i < terms:
                            rest[k + i] = (rest[k + i] - v) % PRIME
    for body in bodies(method, 2, terms, OTHER_PRIME, 2):  # the fractions, on bodies that did not make them
        for name in "sd":
            total = [int(name == "s")] + [0] * (terms - 1)
            for k in range(1, terms):
                for i, v in enumerate(value(found[f"{name}{2 * k + 1}"], body, OTHER_PRIME)):
                    if k + i < terms:
                        total[k + i] = (total[k + i] + v) % OTHER_PRIME
            assert total == body[name], f"{name} is not what the series give"
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("method", choices=["dmv", "mz", "imr"])
    parser.add_argument("--order", type=int, default=8)
    parser.add_argument("--check", action="store_true", help="hold tools/data against what is found")
    arguments = parser.parse_args()
    if arguments.order < 2 or arguments.order % 2:
        parser.error(f"--order {arguments.order}: the orders are 2, 4, 6, ...")
    as_text = lambda f: str(f[0]) if f[1] == 1 else f"{f[0]}/{f[1]}"
    found = {name: {",".join(map(str, m)): as_text(f) for m, f in polynomial.items()}
             for name, polynomial in derive(arguments.method, arguments.order).items()}
    if not arguments.check:
        print(json.dumps(found, indent=1))
        return 0
    here = os.path.dirname(os.path.abspath(__file__))
    with open(os.path.join(here, "data", arguments.method + ".json"), encoding="utf-8") as file:
        stored = json.load(file)
    count = 0
    for name, polynomial in found.items():
        if stored.get(name) != polynomial:
            print(f"{arguments.method}: {name} is not the stored one", file=sys.stderr)
            return 1
        count += len(polynomial)
    print(f"{arguments.method}: {count} coefficients to order {arguments.order}, as stored")
    return 0


if __name__ == "__main__":
    sys.exit(main())
