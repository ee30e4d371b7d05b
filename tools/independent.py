#!/usr/bin/env python3
"""independent.py -- numbers of the papers' page found again without the library

    independent.py [--engines FOLDER] [PAGE]     exit 1 if a number is not found again

The page is that of reproduce/page.hpp unless one is named. Held against it:

- [Buss2001], figures 4, 6 and 7: where our number is not the printed one. The methods stand here once more, by their formulas,
  the energy correction as the three linear equations of the text, the reference as a Taylor series. Of a count N it is looked
  that N + 3 steps suffice and N - 4 do not: rounding moves the crossing by a step or so.
- nasa-brick, van-zon-top, middle-axis-flips: states, errors of Euler's method and flips, by the classical Runge-Kutta method on
  quaternion and angular velocity, its step halved until the digits stay.
- with --engines build/league/native: what Bullet and ODE do, run by the adapters of the league.
"""

import argparse
import json
import math
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


# --- vectors and quaternions (w x y z) ----------------------------------------------------------------------------------


def cross(a, b):
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def dot(a, b):
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def add(*terms):
    """Sum of (factor, vector)."""
    return tuple(sum(f * v[i] for f, v in terms) for i in range(3))


def product(p, q):
    a, b, c, d = p
    e, f, g, h = q
    return (a * e - b * f - c * g - d * h, a * f + b * e + c * h - d * g, a * g - b * h + c * e + d * f, a * h + b * g - c * f + d * e)


def turn(v):
    """The quaternion of the rotation vector v."""
    angle = math.sqrt(dot(v, v))
    s = 0.5 * math.sin(angle / 2) / (angle / 2) if angle > 0 else 0.5
    return (math.cos(angle / 2), s * v[0], s * v[1], s * v[2])


def conjugate(q):
    return (q[0], -q[1], -q[2], -q[3])


def rotate(q, v):
    w, u = q[0], q[1:]
    t = cross(u, v)
    t = (2 * t[0], 2 * t[1], 2 * t[2])
    s = cross(u, t)
    return (v[0] + w * t[0] + s[0], v[1] + w * t[1] + s[1], v[2] + w * t[2] + s[2])


def unit(q):
    n = math.sqrt(sum(x * x for x in q))
    return tuple(x / n for x in q)


def angle_between(p, q):
    d = product(conjugate(p), q)
    return 2 * math.atan2(math.sqrt(dot(d[1:], d[1:])), abs(d[0]))


# --- Buss ---------------------------------------------------------------------------------------------------------------

J = (0.95 / 3, 0.03, 0.94 / 3)
X = tuple(1 / j for j in J)
START = (3 / math.sqrt(2), 3 / math.sqrt(2), 0.0)


def times(a, b):
    return (a[0] * b[0], a[1] * b[1], a[2] * b[2])


def energy(m):
    return 0.5 * (m[0] * m[0] * X[0] + m[1] * m[1] * X[1] + m[2] * m[2] * X[2])


def derivatives(m):
    """w, w', w'', w''' in space, along the body axes: of Q w, by the rule of products."""
    W = times(X, m)
    m1 = cross(m, W)
    W1 = times(X, m1)
    m2 = add((1, cross(m1, W)), (1, cross(m, W1)))
    W2 = times(X, m2)
    m3 = add((1, cross(m2, W)), (2, cross(m1, W1)), (1, cross(m, W2)))
    WW1 = cross(W, W1)
    return W, W1, add((1, WW1), (1, W2)), add((1, cross(W, WW1)), (2, cross(W, W2)), (1, times(X, m3)))


def rotation_of_lie(kind):
    def rotation(m, h):
        w, w1, w2, w3 = derivatives(m)
        if kind == "1st order":
            return (h * w[0], h * w[1], h * w[2])
        terms = [(h, w), (h**2 / 2, w1)]
        if kind in ("False 3rd order", "3rd order", "4th order"):
            terms.append((h**3 / 6, w2))
        if kind in ("Augmented 2nd order", "3rd order", "4th order"):
            terms.append((h**3 / 12, cross(w1, w)))
        if kind == "3rd order":
            terms.append((h**4 / 36, cross(w2, w)))
        if kind == "4th order":
            terms += [(h**4 / 24, w3), (h**4 / 24, cross(w2, w))]
        return add(*terms)

    return rotation


def runge_kutta_rotation(m, h):
    def velocity_after(v):
        r = turn(v)
        return rotate(r, times(X, rotate(conjugate(r), m)))

    k1 = times(X, m)
    k2 = velocity_after(add((h / 2, k1)))
    k3 = velocity_after(add((h / 2, k2)))
    k4 = velocity_after(add((h, k3)))
    return add((h / 6, k1), (h / 3, k2), (h / 3, k3), (h / 6, k4))


def splitting(axes, substeps):
    """Turns about axes a, b, c, b, a for h/2, h/2, h, h/2, h/2, in each substep."""

    def step(m, Q, h, memory):
        for f in substeps:
            for axis, t in zip((axes[0], axes[1], axes[2], axes[1], axes[0]), (0.5, 0.5, 1, 0.5, 0.5)):
                i, j, k = axis, (axis + 1) % 3, (axis + 2) % 3
                a = t * f * h * m[i] * X[i]
                c, s = math.cos(a), math.sin(a)
                n = list(m)
                n[j], n[k] = c * m[j] + s * m[k], c * m[k] - s * m[j]
                m = tuple(n)
                q = [math.cos(a / 2), 0, 0, 0]
                q[i + 1] = math.sin(a / 2)
                Q = product(Q, q)
        return m, Q

    return step


def one_rotation(rotation):
    def step(m, Q, h, memory):
        r = turn(rotation(m, h))
        return rotate(conjugate(r), m), product(Q, r)

    return step


def simo_wong(m, Q, h, memory):
    W = times(X, m)
    before = memory.get("W", W)
    memory["W"] = W
    r = turn(add((h, W), (h * h / 2, add((1, W), (-1, before)))))
    return rotate(conjugate(r), m), product(Q, r)


def abam(m, Q, h, memory):
    past = memory.setdefault("past", [])  # angular velocities in space, the latest first
    W = times(X, m)
    f = rotate(Q, W)
    if len(past) < 3:
        for _ in range(5):
            r = turn(add((h / 5, times(X, m))))
            m, Q = rotate(conjugate(r), m), product(Q, r)
    else:
        here = [rotate(conjugate(Q), g) for g in past]
        p = turn(add((55 * h / 24, W), (-59 * h / 24, here[0]), (37 * h / 24, here[1]), (-9 * h / 24, here[2])))
        Wp = times(X, rotate(conjugate(p), m))
        r = turn(add((9 * h / 24, Wp), (19 * h / 24, W), (-5 * h / 24, here[0]), (h / 24, here[1])))
        m, Q = rotate(conjugate(r), m), product(Q, r)
    memory["past"] = [f] + past[:2]
    return m, Q


TRIPLE = 1 / (2 - 2 ** (1 / 3))
METHODS = {
    name: one_rotation(rotation_of_lie(name))
    for name in ("1st order", "2nd order", "False 3rd order", "Augmented 2nd order", "3rd order", "4th order")
}
METHODS |= {
    "Simo-Wong explicit": simo_wong,
    "McLachlan-Reich 1-2-3": splitting((0, 1, 2), (1,)),
    "McLachlan-Reich 2-3-1": splitting((1, 2, 0), (1,)),
    "MR 4th order 2-3-1": splitting((1, 2, 0), (TRIPLE, 1 - 2 * TRIPLE, TRIPLE)),
    "Runge-Kutta": one_rotation(runge_kutta_rotation),
    "AB-AM": abam,
}


def corrected(m, Q, E, L2):
    """Section 4: the point of the inertial ellipsoid that has the energy, by three linear equations for its squares."""
    nu = times(X, m)
    scale = 1 / math.sqrt(dot(nu, m))
    r = tuple((scale * v) ** 2 for v in nu)
    rows = (
        J,
        times(J, J),
        (
            J[1] * J[2] * (J[2] - J[1]) * r[1] * r[2],
            J[2] * J[0] * (J[0] - J[2]) * r[2] * r[0],
            J[0] * J[1] * (J[1] - J[0]) * r[0] * r[1],
        ),
    )
    # Solved for the change of r: where the energy is right it is 0.
    b = (1 - dot(rows[0], r), L2 / (2 * E) - dot(rows[1], r), 0)
    det = dot(rows[0], cross(rows[1], rows[2]))
    change = add((b[0] / det, cross(rows[1], rows[2])), (b[1] / det, cross(rows[2], rows[0])))
    tau = tuple(math.copysign(J[i] * math.sqrt(r[i] + change[i]), m[i]) for i in range(3))
    axis = cross(tau, m)
    sine = math.sqrt(dot(axis, axis))
    if sine > 0:
        r = turn(add((math.atan2(sine, dot(tau, m)) / sine, axis)))
        Q, m = product(Q, r), rotate(conjugate(r), m)
    size = math.sqrt(L2 / dot(m, m))
    return (size * m[0], size * m[1], size * m[2]), Q


def run(method, h, steps, keeps_energy=False):
    m, Q, memory = START, (1.0, 0.0, 0.0, 0.0), {}
    E, L2 = energy(m), dot(m, m)
    step = METHODS[method]
    for i in range(steps):
        m, Q = step(m, Q, h, memory)
        if keeps_energy:
            m, Q = corrected(m, Q, E, L2)
        if i % 64 == 0:
            Q = unit(Q)
    return m, unit(Q)


def taylor(T, h=0.01, order=20):
    """m and Q at the time T: m' = m x W, Q' = Q (0, W)/2, their series in every step."""
    m, Q = START, (1.0, 0.0, 0.0, 0.0)
    for _ in range(round(T / h)):
        ms, Ws, Qs = [m], [times(X, m)], [Q]
        for n in range(order):
            total, rate = [0.0] * 3, [0.0] * 4
            for k in range(n + 1):
                c, q = cross(ms[k], Ws[n - k]), product(Qs[k], (0,) + Ws[n - k])
                for i in range(3):
                    total[i] += c[i]
                for i in range(4):
                    rate[i] += q[i]
            ms.append(tuple(x / (n + 1) for x in total))
            Ws.append(times(X, ms[-1]))
            Qs.append(tuple(x / (2 * (n + 1)) for x in rate))
        powers = [h**n for n in range(order + 1)]
        m = tuple(sum(p * c[i] for p, c in zip(powers, ms)) for i in range(3))
        Q = unit(tuple(sum(p * c[i] for p, c in zip(powers, Qs)) for i in range(4)))
    return m, Q


def check_buss(entries, report):
    reference = {}
    for key, row, column, printed, ours, verdict in entries:
        if verdict.startswith("same digits"):
            continue
        if key == "buss-fig4" and (at := re.fullmatch(r"N=(\d+) h=([\d.]+)", column)):
            m, _ = run(row, float(at[2]), int(at[1]) - 1)
            decimals = len(ours.split(".")[1])
            report(f"{key}, {row}, {column}", ours, f"{energy(m):.{decimals}f}")
        at = re.fullmatch(r"T=([\d.]+) eps=([\d.e-]+): N", column)
        if key in ("buss-fig6", "buss-fig7") and at and ours.isdigit():
            T, eps, N = float(at[1]), float(at[2]), int(ours)
            if T not in reference:
                reference[T] = taylor(T)[1]
            name, kind = re.fullmatch(r"(.*) \((energy-preserving|non-preserving)\)", row).groups()

            def error(steps):
                return angle_between(run(name, T / steps, steps, kind == "energy-preserving")[1], reference[T])

            few, enough = error(N - 4), error(N + 3)
            found = ours if enough < eps <= few else f"errors {few:.9g} and {enough:.9g}"
            report(f"{key}, {row}, {column}", ours, found)


# --- elsewhere ----------------------------------------------------------------------------------------------------------


def rates(I, q, w):
    return (
        tuple(x / 2 for x in product(q, (0,) + w)),
        ((I[1] - I[2]) / I[0] * w[1] * w[2], (I[2] - I[0]) / I[1] * w[2] * w[0], (I[0] - I[1]) / I[2] * w[0] * w[1]),
    )


def moved(q, w, h, f):
    return tuple(a + h * b for a, b in zip(q, f[0])), tuple(a + h * b for a, b in zip(w, f[1]))


def runge_kutta(I, w, T, steps, seen=None):
    q, h = (1.0, 0.0, 0.0, 0.0), T / steps
    for i in range(steps):
        k1 = rates(I, q, w)
        k2 = rates(I, *moved(q, w, h / 2, k1))
        k3 = rates(I, *moved(q, w, h / 2, k2))
        k4 = rates(I, *moved(q, w, h, k3))
        mean = [tuple((a + 2 * b + 2 * c + d) / 6 for a, b, c, d in zip(*(k[j] for k in (k1, k2, k3, k4)))) for j in (0, 1)]
        q, w = moved(q, w, h, mean)
        if seen:
            seen(w)
    return unit(q), w


def euler(I, w, T, steps):
    q, h = (1.0, 0.0, 0.0, 0.0), T / steps
    for _ in range(steps):
        q, w = moved(q, w, h, rates(I, q, w))
        q = unit(q)
    return q, w


def percent(I, w, w0):
    return 100 * (dot(times(I, w), w) / dot(times(I, w0), w0) - 1)


def like(printed, value):
    return f"{value:.{len(printed.split('.')[1]) if '.' in printed else 0}f}"


def check_body(entries, report, key, I, w0, T, rate, name_of_euler):
    page = {(row, column): printed for k, row, column, printed, _, _ in entries if k == key}
    steps = 64 * round(T * rate)
    q, w = runge_kutta(I, w0, T, steps)
    for name, value in zip(("q w", "q x", "q y", "q z", "w 1", "w 2", "w 3"), q + w):
        at = ("exact motion", f"{name}, t = {T:g}")
        report(f"{key}, {at[1]}", page[at], like(page[at], value))
    qe, we = euler(I, w0, T, round(T * rate))
    for column, value in (
        (f"attitude, degrees, t = {T:g}", math.degrees(angle_between(qe, q))),
        ("energy, percent", percent(I, we, w0)),
    ):
        at = (name_of_euler, column)
        report(f"{key}, Euler, {column}", page[at], like(page[at], value))


FLIPS = (0.6, 0.8, 1.0), (0.01, 3.0, 0.01)
SHORT = (0.6, 0.8, 1.0), (1.8 / 0.6, 0.4 / 0.8, -0.9)


def check_flips(entries, report):
    I, w0 = FLIPS
    signs = [w0[1] > 0]
    runge_kutta(I, w0, 100, 200000, lambda w: signs.append(w[1] > 0) if (w[1] > 0) != signs[-1] else None)
    page = {row: printed for k, row, _, printed, _, _ in entries if k == "middle-axis-flips"}
    report("middle-axis-flips, true motion", page["true motion"], str(len(signs) - 1))


def check_engines(entries, report, folder):
    programs = {"Bullet": "bullet_double", "ODE": "ode"}
    for key, row, column, printed, _, _ in entries:
        if key != "middle-axis-flips" or row.split(",")[0].split(" ")[0] not in programs:
            continue
        engine = row.split(",")[0].split(" ")[0]
        program = os.path.join(folder, programs[engine])
        if not os.path.exists(program):
            report(f"{key}, {row}", printed, None)
            continue
        setting = (
            "none" if "no gyroscopic term" in row else "off" if "mode off" in row else "explicit" if "explicit" in row else "default"
        )
        at = re.search(r"(\d+) Hz", row + " " + column)
        rate, end = int(at[1]), 10 if "t = 10," in column else 100
        I, w0 = SHORT if end == 10 else FLIPS
        case = {"moments": I, "angular_velocity": w0, "attitude": (1, 0, 0, 0), "step": 1 / rate, "steps": rate * end, "setting": setting}
        text = subprocess.run([program], input=json.dumps(case), capture_output=True, text=True, check=True).stdout
        order = "xyzw" if "# quaternion: xyzw" in text else "wxyz"
        w_body, q = [], None
        for line in text.splitlines():
            if line[0] in "#t":
                continue
            values = [float(x) for x in line.split(",")][1:]
            q = tuple(values[:4]) if order == "wxyz" else (values[3],) + tuple(values[:3])
            w_body.append(rotate(conjugate(unit(q)), tuple(values[4:])))
        if "flips" in column:
            value = sum((a[1] > 0) != (b[1] > 0) for a, b in zip(w_body, w_body[1:]))
        elif "attitude" in column:
            value = angle_between(unit(q), runge_kutta(I, w0, end, 2000 * end)[0])
        else:
            value = percent(I, w_body[-1], w0)
        report(f"{key}, {row}, {column}", printed, like(printed, value))


# --- the page -----------------------------------------------------------------------------------------------------------


def entries_of(page):
    key, entries = "", []
    for line in page.splitlines():
        if line.startswith("## "):
            key = line[3:]
        cells = [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        if key and len(cells) == 5 and cells[0] != "row" and not cells[0].startswith("---"):
            entries.append((key, *cells))
    return entries


def main():
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("page", nargs="?")
    arguments.add_argument("--engines", metavar="FOLDER")
    options = arguments.parse_args()
    with open(os.path.join(ROOT, "reproduce", "page.hpp"), encoding="utf-8") as header:
        stored = re.search(r'kPage = "([^"]+)"', header.read())[1]
    with open(options.page or os.path.join(ROOT, stored), encoding="utf-8") as page:
        entries = entries_of(page.read())

    count = {"found": 0, "not found": 0, "not tried": 0}

    def report(what, wanted, found):
        kind = "not tried" if found is None else "found" if wanted == found else "not found"
        count[kind] += 1
        if kind != "found":
            print(f"{kind}: {what}: {wanted}" + (f", but {found}" if found else ""))
        sys.stdout.flush()

    check_body(
        entries, report, "nasa-brick", (0.001894220, 0.006211019, 0.007194665), tuple(math.radians(x) for x in (10, 20, 30)), 30,
        100, "explicit Euler, 0.01 s",
    )
    check_body(entries, report, "van-zon-top", (10.0, 20.0, 26.0), (1.0, 15.0, 1.0), 10, 120, "explicit Euler, 120 Hz")
    check_flips(entries, report)
    if options.engines:
        check_engines(entries, report, options.engines)
    check_buss(entries, report)
    print(", ".join(f"{n} {kind}" for kind, n in count.items() if n))
    return 1 if count["not found"] else 0


if __name__ == "__main__":
    sys.exit(main())
