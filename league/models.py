"""models -- small models of what engines do with a free body, recognised by their single steps

A model takes one step of (q, w): attitude w x y z, body to space, and angular velocity in space axes. Every row of an engine is
stepped by every model and held against the engine's next row: what fits to rounding is what the engine evidently does.
"""

from math import asin, cos, hypot, sin, sqrt
from typing import Callable, Iterable

Vector = tuple[float, ...]
Model = Callable[[Vector, Vector, Vector, float], tuple[Vector, Vector]]


def product(a: Vector, b: Vector) -> Vector:
    return (a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3], a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
            a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1], a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0])


def unit(q: Vector) -> Vector:
    n = sqrt(sum(x * x for x in q))
    return tuple(x / n for x in q)


def cross(a: Vector, b: Vector) -> Vector:
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def conj(q: Vector) -> Vector:
    return (q[0], -q[1], -q[2], -q[3])


def rotate(q: Vector, v: Vector) -> Vector:
    return product(product(q, (0.0, *v)), conj(q))[1:]


def times(a: Vector, b: Vector) -> Vector:
    return tuple(x * y for x, y in zip(a, b))


def plus(a: Vector, s: float, b: Vector) -> Vector:
    return tuple(x + s * y for x, y in zip(a, b))


def exponential(q: Vector, w: Vector, h: float) -> Vector:
    """q turned by h |w| about w, in space axes."""
    n = hypot(*w)
    s = sin(n * h / 2) / n if n else h / 2
    return unit(product((cos(n * h / 2), *(s * x for x in w)), q))


def linear(q: Vector, w: Vector, h: float) -> Vector:
    """q + h/2 w q, brought to unit length."""
    return unit(plus(q, h / 2, product((0.0, *w), q)))


def acceleration(I: Vector, w: Vector) -> Vector:
    """In body axes."""
    return tuple(t / i for t, i in zip(cross(times(I, w), w), I))


def solved(A: list[Vector], b: Vector) -> Vector:
    """A x = b, three by three."""
    def det(m: list[Vector]) -> float:
        return sum(x * y for x, y in zip(m[0], cross(m[1], m[2])))
    d = det(A)
    return tuple(det([tuple(b[i] if j == k else row[j] for j in range(3)) for i, row in enumerate(A)]) / d for k in range(3))


def hat(v: Vector) -> list[Vector]:
    return [(0.0, -v[2], v[1]), (v[2], 0.0, -v[0]), (-v[1], v[0], 0.0)]


# --- the angular velocity after a step, in the body axes before it ------------------------------------------------------------


def unchanged(I: Vector, w: Vector, h: float) -> Vector:
    return w


def explicit(I: Vector, w: Vector, h: float) -> Vector:
    return plus(w, h, acceleration(I, w))


def one_newton(I: Vector, w: Vector, h: float) -> Vector:
    """I (w' - w) + h w' x I w' = 0, one step of Newton."""
    L, W = times(I, w), hat(w)
    H = hat(L)
    J = [tuple((I[i] if i == j else 0.0) + h * (W[i][j] * I[j] - H[i][j]) for j in range(3)) for i in range(3)]
    return plus(w, -1, solved(J, tuple(h * x for x in cross(w, L))))


def clamped(I: Vector, w: Vector, h: float) -> Vector:
    """An explicit step of the momentum, then its length as before."""
    L = times(I, w)
    M = plus(L, h, cross(L, w))
    k = hypot(*L) / hypot(*M)
    return tuple(k * x / i for x, i in zip(M, I))


def frozen(I: Vector, w: Vector, h: float) -> Vector:
    """(I - h [L]) w' = L, L and the axes as before the step."""
    L = times(I, w)
    H = hat(L)
    return solved([tuple((I[i] if i == j else 0.0) - h * H[i][j] for j in range(3)) for i in range(3)], L)


def in_space(velocity: Callable[[Vector, Vector, float], Vector], attitude: Callable[[Vector, Vector, float], Vector],
             substeps: int = 1) -> Model:
    """First the velocity, then the attitude by it; between two steps the velocity in space is kept."""
    def step(I: Vector, q: Vector, w: Vector, h: float) -> tuple[Vector, Vector]:
        for _ in range(substeps):
            w = rotate(q, velocity(I, rotate(conj(q), w), h / substeps))
            q = attitude(q, w, h / substeps)
        return q, w
    return step


def rk4(I: Vector, q: Vector, w: Vector, h: float) -> tuple[Vector, Vector]:
    w1 = rotate(conj(q), w)
    k1 = acceleration(I, w1)
    w2 = plus(w1, h / 2, k1)
    k2 = acceleration(I, w2)
    w3 = plus(w1, h / 2, k2)
    k3 = acceleration(I, w3)
    w4 = plus(w1, h, k3)
    k4 = acceleration(I, w4)
    mean = tuple((a + 2 * b + 2 * c + d) / 6 for a, b, c, d in zip(w1, w2, w3, w4))
    after = tuple(x + h / 6 * (a + 2 * b + 2 * c + d) for x, a, b, c, d in zip(w1, k1, k2, k3, k4))
    q2 = exponential(q, rotate(q, mean), h)
    return q2, rotate(q2, after)


def midpoint(I: Vector, q: Vector, w: Vector, h: float) -> tuple[Vector, Vector]:
    before = rotate(conj(q), w)
    after = before
    for _ in range(60):  # each sweep wins at least a digit at the steps looked at
        after = plus(before, h, acceleration(I, tuple((a + b) / 2 for a, b in zip(before, after))))
    q2 = exponential(q, rotate(q, tuple((a + b) / 2 for a, b in zip(before, after))), h)
    return q2, rotate(q2, after)


def symmetric_top(order: int) -> Model:
    """sr2, or polhode_step, with the momentum held in space; axes sorted by their moments, or the other way round."""
    def step(I: Vector, q: Vector, w: Vector, h: float) -> tuple[Vector, Vector]:
        m = times(I, rotate(conj(q), w))
        L = rotate(q, m)
        a, c, L2 = 1 / I[0] - 1 / I[1], 1 / I[2] - 1 / I[1], sum(x * x for x in m)
        e, h2 = (a * m[0] ** 2 + c * m[2] ** 2) / 2, h * h if order == 4 else 0.0
        pace, top = 1 - h2 * (a - 2 * c) * e / 3, 1 / I[1]
        for axis, part in ((0, 0.5), (2, 1.0), (0, 0.5)):
            p = rotate(conj(q), L)[axis]
            if axis == 0:
                rate = a * pace - h2 * a * a * ((3 * c - a) * p * p / 6 - c * L2 / 12)
            else:
                rate = c * pace + h2 * c * c * ((3 * a - 2 * c) * p * p / 6 - a * L2 / 6)
            top += part * h2 * a * c * p * p * (a / 12 if axis == 0 else -c / 6)
            turn = [0.0, 0.0, 0.0]
            turn[axis] = p * rate
            q = exponential(q, rotate(q, tuple(turn)), part * h)
        q = exponential(q, tuple(top * x for x in L), h)
        return q, rotate(q, tuple(x / i for x, i in zip(rotate(conj(q), L), I)))
    return step


MODELS: dict[str, Model] = {
    "no gyroscopic term: w is kept in space; q by the exponential": in_space(unchanged, exponential),
    "no gyroscopic term: w is kept in space; q + h/2 w q, normalised": in_space(unchanged, linear),
    "explicit Euler for w, then q by the exponential": in_space(explicit, exponential),
    "explicit Euler for w, then q + h/2 w q, normalised": in_space(explicit, linear),
    "one Newton step of implicit Euler in body axes, q by the exponential": in_space(one_newton, exponential),
    "explicit step of L, its length put back; q by the exponential": in_space(clamped, exponential),
    "explicit step of L, its length put back; q + h/2 w q, normalised": in_space(clamped, linear),
    "explicit step of L, its length put back; q + h/2 w q, normalised; 4 substeps": in_space(clamped, linear, 4),
    "explicit step of L, its length put back; q + h/2 w q, normalised; 16 substeps": in_space(clamped, linear, 16),
    "explicit step of L, its length put back; q by the exponential; 4 substeps": in_space(clamped, exponential, 4),
    "(I - h [L]) w' = L in frozen axes; q + h/2 w q, normalised": in_space(frozen, linear),
    "(I - h [L]) w' = L in frozen axes; q by the exponential": in_space(frozen, exponential),
    "Runge-Kutta 4 for w, q by one exponential of the mean w": rk4,
    "implicit midpoint rule, q by the exponential": midpoint,
    "symmetric top and rest (sr2), L held in space": symmetric_top(2),
    "symmetric top and rest with modified rates, order 4 (polhode_step), L held in space": symmetric_top(4),
}


def misfits(moments: Vector, h: float, rows: Iterable[tuple[Vector, Vector]], model: Model) -> float:
    """The largest distance, over all steps, of the model's step from the engine's: angle of q, and of w relative to |w|."""
    worst, before = 0.0, None
    for q, w in rows:
        if before:
            q1, w1 = model(moments, *before, h)
            chord = min(sqrt(sum((a - s * b) ** 2 for a, b in zip(q, q1))) for s in (1, -1))
            worst = max(worst, 4 * asin(min(1.0, chord / 2)), hypot(*(a - b for a, b in zip(w, w1))) / hypot(*w))
        before = unit(q), w
    return worst


def fingerprint(moments: Vector, h: float, rows: list[tuple[Vector, Vector]], precision: str) -> tuple[str | None, float]:
    """The model that fits to rounding, with its misfit; no model: the least misfit of all. In double engines fit to 1e-14, and what
    is merely accurate does not. In single precision rounding is 1e-6 and the first-order models differ by 1e-5 a step or more;
    accurate ones cannot be told apart: all that fit equally well are named."""
    found = sorted((misfits(moments, h, rows, model), name) for name, model in MODELS.items())
    least, limit = found[0][0], 3e-6 if precision == "single" else 1e-12
    names = [name for misfit, name in found if misfit <= limit and misfit <= 3 * least] if precision == "single" else [found[0][1]]
    return (" or ".join(names) if least <= limit else None), least
