#!/usr/bin/python3
"""elliptic_reference.py -- 40-digit values of the functions of elliptic.hpp, for tests/elliptic_test.cpp

    tools/elliptic_reference.py > tests/reference/elliptic.csv

Needs mpmath (Debian: python3-mpmath). Every argument is a double and is written so that it reads back as the same one.
The values come from mpmath's own agm, elliprf and jtheta, never from the formulas of the header.
"""

import random

from mpmath import mp, mpc, mpf

mp.dps = 60
rng = random.Random(1)


def row(function, arguments, values):
    print(",".join([function, *(repr(float(a)) for a in arguments), *(mp.nstr(v, 40) for v in values)]))


def moduli():
    """Complementary moduli: ordinary, near 1, and down to where K is 346."""
    yield from [1.0, 0.5, 2.0**-498, 1e-149, 1e-100, 1e-30, 1e-13, 1e-8, 1e-5, 1e-3, 0.1, 0.7, 0.99, 1 - 2.0**-53]
    for _ in range(40):
        yield rng.random()
    for _ in range(20):
        yield 10 ** rng.uniform(-140, 0)


def complete():
    for kp in moduli():
        row("elliptic_k", [kp], [mp.pi / (2 * mp.agm(1, mpf(kp)))])


def nomes():
    for kp in moduli():
        k = float(mp.sqrt(1 - mpf(kp) ** 2))
        if k >= 2.0**-498:
            row("nome", [k, kp], [mp.exp(-mp.pi * mp.agm(1, mpf(kp)) / mp.agm(1, mpf(k)))])


def carlson():
    for _ in range(60):
        x, y, z = (rng.random() for _ in range(3))
        row("carlson_rf", [x, y, z], [mp.elliprf(mpf(x), mpf(y), mpf(z))])
    for _ in range(60):
        x, y, z = (10 ** rng.uniform(-100, 10) for _ in range(3))
        row("carlson_rf", [x, y, z], [mp.elliprf(mpf(x), mpf(y), mpf(z))])
    for y in [1.0, 1e-5, 1e-30, 1e30]:
        row("carlson_rf", [0.0, y, 1.0], [mp.elliprf(0, mpf(y), 1)])
        row("carlson_rf", [y, y, y], [mp.elliprf(mpf(y), mpf(y), mpf(y))])


def incomplete():
    """mean = AGM(1, kp) and angle = pi F/(2K), F at the angle of the point (x, y)."""
    points = [(1.0, 0.0), (0.0, 1.0), (0.0, -1.0), (-1.0, 0.0), (1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0)]
    for kp in moduli():
        some = points + [(rng.uniform(-1, 1), rng.uniform(-1, 1)) for _ in range(3)]
        some += [(10 ** rng.uniform(-20, 0), 10 ** rng.uniform(-20, 0)) for _ in range(4)]
        for x, y in some:
            X, Y, c = mpf(x), mpf(y), mpf(kp)
            r2 = X**2 + Y**2
            s = Y / mp.sqrt(r2)
            F = s * mp.elliprf(X**2 / r2, (X**2 + c**2 * Y**2) / r2, 1) if Y else mpf(0)
            K = mp.pi / (2 * mp.agm(1, c))
            if x < 0:
                F = (2 * K if y >= 0 else -2 * K) - F
            row("first_kind", [y, x, kp], [mp.agm(1, c), mp.pi * F / (2 * K)])


def theta_real():
    """a, b, slope for f = sqrt(q E), g = sqrt(q/E); E = e^(2s)."""
    for q in [0.25, 0.2, 0.09, 0.01, 1e-5, 1e-20, 1e-60] * 4:
        big = rng.choice([0.0, 1.0, rng.random()])  # E between 1 and 1/q
        s = -mp.log(mpf(q)) / 2 * big
        f = float(mp.sqrt(q) * mp.exp(s) * (1 - mpf(2) ** -50))
        g = float(mp.sqrt(q) * mp.exp(-s) * (1 - mpf(2) ** -50))
        Q, s = mpf(f) * mpf(g), mp.log(mpf(f) / mpf(g)) / 2
        for v in [0.0, rng.uniform(-4, 4), rng.uniform(-4, 4)]:
            z = mpc(v, -s)
            a, b = mp.jtheta(4, z, Q**2), mp.jtheta(1, z, Q**2)
            slope = mp.jtheta(4, mpc(0, -s), Q**2, 1) / (mpc(0, 1) * mp.jtheta(4, mpc(0, -s), Q**2))
            row("theta_real", [f, g, v], [a.real, a.imag, b.real, b.imag, slope.real])


def theta_imaginary():
    """a, b divided by e^|X|/2, and the slope."""
    for p in [0.0284, 0.01, 1e-3, 1e-10, 1e-40] * 4:
        S = rng.uniform(0, 0.785)
        for X in [0.0, rng.uniform(-0.5, 0.5) * float(-mp.log(p)), -0.5 * float(-mp.log(p))]:
            P, u = mpf(p), mpc(0, 1) * mpc(X, -S)
            common = mp.exp(abs(mpf(X))) * P ** mpf("0.25")
            a, b = mp.jtheta(2, u, P) / common, mp.jtheta(1, u, P) / (mpc(0, 1) * common)
            slope = -mp.jtheta(2, mpf(S), P, 1) / mp.jtheta(2, mpf(S), P)
            row("theta_imaginary", [p, S, X], [a.real, a.imag, b.real, b.imag, slope])


print("# 40-digit values by tools/elliptic_reference.py (mpmath); function, arguments (doubles), values")
complete()
nomes()
carlson()
incomplete()
theta_real()
theta_imaginary()
