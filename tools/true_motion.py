"""true_motion.py -- how a body turns under a torque, in 45 digits and with no line of the library

A Taylor series of order 30 in integers: numbers are multiples of 2^-160. Q' = Q (0, w)/2, m' = m x w + torque, L = Q m.
Torques are polynomials of Q, w and the time, so that every term of the series is a sum of products.
"""

import math
from fractions import Fraction

BITS = 160
ORDER = 30


def number(x):
    """The double x, to the last bit."""
    return int(Fraction(x) * (1 << BITS))


def times(a, b, k):
    """Term k of the product of two series."""
    return sum(a[i] * b[k - i] for i in range(k + 1)) >> BITS


class Torque:
    """Of time, Q and w: term k of its three series, body axes. `switches`: times at which it is another; `now` is within a stretch."""

    switches = ()

    def term(self, k, s, now):
        raise NotImplementedError


def vertical_term(k, s):
    """n = Q* e3 Q."""
    w, x, y, z = s["Q"]
    two = lambda a: 2 * a
    return [two(times(x, z, k) - times(w, y, k)), two(times(y, z, k) + times(w, x, k)),
            times(w, w, k) - times(x, x, k) - times(y, y, k) + times(z, z, k)]


def cross_term(a, b, k):
    return [times(a[1], b[2], k) - times(a[2], b[1], k), times(a[2], b[0], k) - times(a[0], b[2], k),
            times(a[0], b[1], k) - times(a[1], b[0], k)]


class HeavyTop(Torque):
    """U = weight arm.n: torque = n x weight arm"""

    def __init__(self, weight, arm):
        self.arm = [number(weight) * number(a) >> BITS for a in arm]

    def term(self, k, s, now):
        n = s["n"]
        a = self.arm
        return [(n[1][k] * a[2] - n[2][k] * a[1]) >> BITS, (n[2][k] * a[0] - n[0][k] * a[2]) >> BITS,
                (n[0][k] * a[1] - n[1][k] * a[0]) >> BITS]


class GravityGradient(Torque):
    """U = strength/2 n.I n: torque = strength n x I n"""

    def __init__(self, strength, moments):
        self.g = [number(strength) * number(m) >> BITS for m in moments]

    def term(self, k, s, now):
        n = s["n"]
        g = [[(x * self.g[i]) >> BITS for x in n[i][:k + 1]] for i in range(3)]
        return cross_term(n, g, k)


class Drag(Torque):
    def __init__(self, coefficient):
        self.c = number(coefficient)

    def term(self, k, s, now):
        return [-(s["w"][i][k] * self.c) >> BITS for i in range(3)]


class Push(Torque):
    """Constant in space, from one time until another."""

    def __init__(self, vector, begin, end):
        self.v = [number(x) for x in vector]
        self.switches = (begin, end)

    def term(self, k, s, now):
        if not self.switches[0] <= now < self.switches[1]:
            return [0, 0, 0]
        w, x, y, z = s["Q"]
        t = lambda a, b: times(a, b, k)
        rows = [[t(w, w) + t(x, x) - t(y, y) - t(z, z), 2 * (t(x, y) + t(w, z)), 2 * (t(x, z) - t(w, y))],
                [2 * (t(x, y) - t(w, z)), t(w, w) - t(x, x) + t(y, y) - t(z, z), 2 * (t(y, z) + t(w, x))],
                [2 * (t(x, z) + t(w, y)), 2 * (t(y, z) - t(w, x)), t(w, w) - t(x, x) - t(y, y) + t(z, z)]]
        return [sum(r * v for r, v in zip(row, self.v)) >> BITS for row in rows]


class Cubic(Torque):
    """In body axes: the polynomial through four rows (t, x, y, z) of a table."""

    def __init__(self, rows):
        self.rows = [[Fraction(x) for x in row] for row in rows]

    def term(self, k, s, now):
        if k > 3:
            return [0, 0, 0]
        t0 = Fraction(s["t"], 1 << BITS)
        out = []
        for c in range(1, 4):
            total = Fraction(0)
            for i, row in enumerate(self.rows):
                p = [Fraction(1)]  # product of (t0 + u - tj)/(ti - tj) as a polynomial of u
                for j, other in enumerate(self.rows):
                    if j != i:
                        a, b = (t0 - other[0]) / (row[0] - other[0]), 1 / (row[0] - other[0])
                        p = [(p[n] * a if n < len(p) else 0) + (p[n - 1] * b if n else 0) for n in range(len(p) + 1)]
                total += row[c] * p[k]
            out.append(int(total * (1 << BITS)))
        return out


class TrueMotion:
    """Asked for times that do not fall."""

    def __init__(self, moments, attitude, velocity, torques):
        self.moments = [Fraction(m) for m in moments]
        self.inverse = [int((1 << BITS) / m) for m in self.moments]
        self.torques = torques
        self.t = 0
        size = math.isqrt(sum(number(q) ** 2 for q in attitude))
        self.Q = [(number(q) << BITS) // size for q in attitude]
        self.m = [int(Fraction(w) * m * (1 << BITS)) for w, m in zip(velocity, self.moments)]

    def step(self, h, now):
        s = {"Q": [[q] for q in self.Q], "w": [[], [], []], "n": [[], [], []], "t": self.t}
        m = [[x] for x in self.m]
        for k in range(ORDER):
            for i in range(3):
                s["w"][i].append((m[i][k] * self.inverse[i]) >> BITS)
            for i, x in enumerate(vertical_term(k, s)):
                s["n"][i].append(x)
            dm = cross_term(m, s["w"], k)
            for torque in self.torques:
                dm = [a + b for a, b in zip(dm, torque.term(k, s, now))]
            w, x, y, z = s["Q"]
            a, b, c = s["w"]
            t = lambda p, q: times(p, q, k)
            dQ = [-t(x, a) - t(y, b) - t(z, c), t(w, a) + t(y, c) - t(z, b), t(w, b) + t(z, a) - t(x, c),
                  t(w, c) + t(x, b) - t(y, a)]
            for i in range(4):
                s["Q"][i].append(dQ[i] // (2 * (k + 1)))
            for i in range(3):
                m[i].append(dm[i] // (k + 1))

        def at(series):
            total = 0
            for term in reversed(series):
                total = term + ((total * h) >> BITS)
            return total

        self.Q, self.m = [at(q) for q in s["Q"]], [at(x) for x in m]
        size = math.isqrt(sum(q * q for q in self.Q))
        self.Q = [(q << BITS) // size for q in self.Q]
        self.t += h

    def at(self, until):
        """(Q, L) as floats' sources: integers; see angle() and distance()."""
        stops = sorted({number(t) for torque in self.torques for t in torque.switches if 0 < number(t) < number(until)})
        for stop in [*stops, number(until)]:
            while self.t < stop:
                rate = max(1, math.isqrt(sum(((x * i) >> BITS) ** 2 for x, i in zip(self.m, self.inverse))))
                h = min(stop - self.t, (1 << (2 * BITS - 2)) // max(rate, 1 << BITS))  # a quarter of a radian or of a second
                self.step(h, float(Fraction(2 * self.t + h, 2 << BITS)))
        return self.Q, self.momentum()

    def momentum(self):
        w, x, y, z = self.Q
        a, b, c = self.m
        p = [(-x * a - y * b - z * c) >> BITS, (w * a + y * c - z * b) >> BITS, (w * b + z * a - x * c) >> BITS,
             (w * c + x * b - y * a) >> BITS]
        return [(-p[0] * x + p[1] * w - p[2] * z + p[3] * y) >> BITS, (-p[0] * y + p[2] * w - p[3] * x + p[1] * z) >> BITS,
                (-p[0] * z + p[3] * w - p[1] * y + p[2] * x) >> BITS]


def length(v):
    return math.isqrt(sum(x * x for x in v)) / (1 << BITS)


def angle(Q, q):
    """Between the true attitude and one in floats."""
    q = [number(x) for x in q]
    chord = min(length([a - b for a, b in zip(Q, q)]), length([a + b for a, b in zip(Q, q)]))
    return 4 * math.asin(min(1, chord / 2))


def distance(L, l):
    return length([a - number(b) for a, b in zip(L, l)])
