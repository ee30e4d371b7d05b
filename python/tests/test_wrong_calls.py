"""Random calls with arguments that are mostly wrong: each has an exception or an answer, none crashes.

POLHODE_WRONG_CALLS is their number (tools/check has 1e5 of them made), POLHODE_SEED where they begin.
"""

import os
import random
import signal
from pathlib import Path

import numpy as np
import pytest

import polhode
from polhode import events, torques

CALLS = int(os.environ.get("POLHODE_WRONG_CALLS", "3000"))
SEED = int(os.environ.get("POLHODE_SEED", "1"))
FINE = (ValueError, TypeError, KeyError, IndexError, AttributeError, ZeroDivisionError, OverflowError, MemoryError)
FINE += (NotImplementedError, OSError, RuntimeError, ArithmeticError)  # Odd raises RuntimeError


class TooLong(Exception):
    """A run that would take long, stopped from outside as by Ctrl-C."""


def stop(*_):
    raise TooLong


class Odd:
    """Something that breaks where it can."""

    def __float__(self):
        raise RuntimeError("no number")

    def __array__(self, *_):
        raise RuntimeError("no array")

    def __len__(self):
        return -1

    def __call__(self, *arguments):
        return self


def numbers(draw):
    pool = [0, 1, -1, 0.5, 2, 3, 1e-3, 10, 1e300, -1e300, 1e-310, np.nan, np.inf, 2**70, np.float32(0.5), np.int8(3), True]
    return draw.choice(pool)


def arrays(draw):
    shape = draw.choice([(), (0,), (1,), (2,), (3,), (4,), (3, 3), (2, 3), (2, 4), (5, 3), (5, 4), (0, 3), (2, 3, 3)])
    a = np.array([draw.gauss(0, 1) for _ in range(int(np.prod(shape)))]).reshape(shape)
    kind = draw.randrange(12)
    if kind == 0 and a.size:
        a.flat[0] = draw.choice([np.nan, np.inf, 0, 1e300])
    dtypes = {1: np.float32, 2: complex, 3: object, 4: np.int64, 5: ">f8", 6: bool}
    a = a.astype(dtypes[kind]) if kind in dtypes and kind != 2 else a * 1j if kind == 2 else a
    return a[::-1] if kind == 7 and a.ndim else a.T if kind == 8 else a.tolist() if kind == 9 else a


def odd(draw):
    text = ["", "auto", "rkn6", "cf4", "exact", "gauss16", "rk8", "space", "body", "rising", "\0", "naïve", "x" * 5000]
    return draw.choice([None, Odd(), {}, [], (), {"orbit": 1}, b"x", slice(3), len, lambda *a: a, lambda *a: 1 / 0, *text])


def good(draw):
    bodies = [polhode.Body(moments=[0.6, 0.8, 1.0]), polhode.Body(moments=[[1, 1, 1], [1, 2, 2.5]]), polhode.Body.box(1, [1, 2, 3])]
    states = [polhode.State(angular_velocity=[0.3, 2, -0.4]), polhode.State(angular_momentum=[[1, 0, 0], [0, 2, 0]])]
    acting = [
        torques.heavy_top(weight=1, arm=[0, 0, 1]),
        torques.drag(coefficient=[0.1, 0.2]),
        torques.Function(lambda t, q, w: -0.1 * w),
        torques.heavy_top(weight=1, arm=[0, 0, 1]) + torques.drag(coefficient=0.1),
    ]
    return draw.choice([*bodies, *states, *acting, events.flip(), events.plane([1, 0, 0], [0, 0, 1]), (0, 1), [0, 2.0]])


def anything(draw):
    return draw.choice([numbers, arrays, arrays, odd, good, good])(draw)


MADE_OF = {
    polhode.Body: ["moments", "tensor", "effective"],
    polhode.Body.box: ["mass", "size"],
    polhode.Body.cylinder: ["mass", "radius", "height"],
    polhode.Body.atoms: ["masses", "positions"],
    polhode.Body.from_mesh: ["mesh", "density", "mass", "unit"],
    polhode.State: ["attitude", "angular_velocity", "angular_momentum", "scalar_first"],
    polhode.free: ["body", "state", "t", "threads"],
    polhode.solve: [
        "body", "t_span", "state", "torque", "method", "accuracy", "step", "t_eval", "dense_output", "events", "callback",
        "vectorized", "flow", "steps", "output_every", "energy_correction", "estimate",
    ],
    polhode.Ensemble: ["body", "t_span", "state", "torque", "method", "accuracy", "step", "flow", "steps", "vectorized"],
    polhode.methods: ["torque"],
    polhode.Scenario: ["text", "folder"],
    polhode.Scenario.of: ["body", "t_span", "state", "torque", "method", "accuracy", "step", "steps"],
    torques.Function: ["function", "energy", "vectorized", "uses_time", "uses_velocity"],
    torques.Sum: [],
    **{getattr(torques, torques._name(kind)): [*map(torques._name, torques._KEYS[kind]), "orbit"] for kind in torques.KINDS},
    events.cone: ["body_axis", "space_axis", "angle", "terminal", "direction", "count"],
    events.plane: ["body_axis", "space_axis", "terminal", "direction", "count"],
    events.flip: ["terminal", "direction", "count"],
    events.speed: ["value", "terminal", "direction", "count"],
}  # fmt: skip
SENSIBLE = {
    "body": lambda d: polhode.Body(moments=[0.6, 0.8, 1.0]),
    "state": lambda d: polhode.State(angular_velocity=d.choice([[0.3, 2, -0.4], [[0.3, 2, -0.4], [1, 1, 1]]])),
    "t_span": lambda d: (0, d.choice([1, 0.1, 3])),
    "torque": lambda d: d.choice([None, torques.heavy_top(weight=1, arm=[0, 0, 1]), lambda t, q, w: -0.1 * w]),
    "method": lambda d: d.choice(["auto", "rk8", "cf4", "exact"]),
    "accuracy": lambda d: d.choice([None, 1e-6]),
    "step": lambda d: d.choice([None, 0.1]),
    "t": arrays,
    "moments": lambda d: d.choice([[0.6, 0.8, 1.0], [[1, 1, 1], [1, 2, 2.5]]]),
    "mass": lambda d: 2.0,
    "size": lambda d: [1, 2, 3],
    "radius": lambda d: 0.5,
    "height": lambda d: 2,
    "attitude": lambda d: d.choice([[1, 0, 0, 0], [[0, 1, 0, 0], [1, 0, 0, 0]]]),
    "angular_velocity": lambda d: d.choice([[0.3, 2, -0.4], [[0.3, 2, -0.4], [1, 1, 1]]]),
    "body_axis": lambda d: [0, 0, 1],
    "space_axis": lambda d: [0, 1, 1],
    "angle": lambda d: 0.5,
    "value": lambda d: 2.0,
    "weight": lambda d: 1,
    "arm": lambda d: [0, 0, 1],
    "vector": lambda d: [0, 0.1, 0],
    "frame": lambda d: d.choice(["space", "body"]),
    "coefficient": lambda d: 0.1,
    "function": lambda d: lambda t, q, w: -0.1 * w,
}


def one_call(draw):
    function = draw.choice([*MADE_OF, polhode.solve, polhode.solve, polhode.free, polhode.Ensemble])
    given, names = {}, MADE_OF[function]
    wild = draw.random() < 0.5  # else all but one are sensible
    for name in names:
        if name in SENSIBLE and (not wild or draw.random() < 0.7):
            given[name] = SENSIBLE[name](draw)
        elif wild and draw.random() < 0.4:
            given[name] = anything(draw)
    if not wild and names and draw.random() < 0.7:
        given[draw.choice(names)] = anything(draw)
    if draw.random() < 0.05:
        given[draw.choice(["x", "moments", "weight"])] = anything(draw)
    extra = [anything(draw) for _ in range(draw.randrange(3))] if draw.random() < 0.1 or function is torques.Sum else []
    made = function(*extra, **given)
    repr(made)
    for name in draw.sample(["run", "sol", "momentum", "__getitem__", "__len__", "L", "energy", "certificate", "velocity"], 3):
        if hasattr(type(made), name) or hasattr(made, name):
            if isinstance(made, polhode.Scenario) and draw.random() < 0.9:
                continue  # each starts the program
            member = getattr(made, name)
            if callable(member):
                member(*[anything(draw) for _ in range(draw.randrange(3))])


def test_wrong_calls():
    draw = random.Random(SEED)
    counts = {"fine": 0, "refused": 0}
    before = signal.signal(signal.SIGALRM, stop)
    try:
        for k in range(CALLS):
            signal.setitimer(signal.ITIMER_REAL, 0.3)
            try:
                one_call(draw)
                counts["fine"] += 1
            except FINE:
                counts["refused"] += 1
            except TooLong:
                pass
            finally:
                signal.setitimer(signal.ITIMER_REAL, 0)
            if k % 1000 == 999 and Path("/proc/self/statm").exists():
                pages = int(Path("/proc/self/statm").read_text().split()[1])
                assert pages * 4096 < 2e9, "memory grows"
    finally:
        signal.signal(signal.SIGALRM, before)
    assert min(counts.values()) > CALLS / 12, counts


@pytest.mark.parametrize("name", ["solve", "free", "Body", "State", "Ensemble"])
def test_no_arguments_at_all(name):
    with pytest.raises((TypeError, ValueError)):
        getattr(polhode, name)()
