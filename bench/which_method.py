#!/usr/bin/env python3
"""which_method.py BUILD [PAGE] -- which method is the cheapest for what: measured, as docs/results/which-method.md

Takes BUILD/polhode and BUILD/bench/expensive_torque, and replaces PAGE. Every method that can take the torque runs on shipped
scenarios, with the usual numbers of steps; then a top in longer and longer runs, steps of games, and a torque whose calls are
counted. Times are of this machine; who wins hardly depends on it.
"""

from __future__ import annotations

import json
import math
import os
import subprocess
import sys

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
FREE = "weierstrass,dmv4,dmv8,dmv16,sr2,sr4,sr6,sr8,mclachlan-reich,lie3+energy,lie4,lie6,imr4,rk8,rk9,gauss16-fixed".split(",")
GENERAL = "rk8,rk9,gauss8-fixed,gauss16-fixed,gauss16,cf4,rkmk4,crouch-grossman4,quaternion-rk4,taylor8,taylor12,newmark,simo-wong,hulbert,lgvi".split(",")
POTENTIAL = ("strang:sr2,rattle,nystrom4:dmv16,rkn4:sr2,rkn4:dmv16,rkn6:weierstrass,rkn6:dmv16,composition4:sr2,"
             "composition6:sr2,composition8:sr2,composition8:dmv16,rkn6:sr2,rkn6-processed:sr2,rkn6-processed:dmv16,nystrom4:sr2").split(",") + GENERAL
# What it is, scenario, its methods, end, fewest steps.
PROBLEMS = [
    ("free body, step by step", "wing_nut", FREE, "20 s", 100),
    ("top: weight as strong as spin", "heavy_top", POTENTIAL, "10 s", 10),
    ("top: fast", "lagrange_top_fast", POTENTIAL, "10 s", 100),
    ("satellite: weak gravity gradient", "satellite", POTENTIAL, "20 s", 100),
    ("potential with a steep wall", "coulomb_wall", POTENTIAL, "20 s", 100),
    ("drag", "spin_down", GENERAL, "40 s", 200),
]
HORIZONS = [10, 100, 1000, 10000]  # s
# What it is, scenario, steps, methods.
GAMES = [
    ("wing nut, free, 60 s", "wing_nut", 3600, "semi-implicit-euler-explicit,semi-implicit-euler-implicit-gyro,"
     "semi-implicit-euler-momentum,lie3+energy,sr2,sr4,weierstrass,exact"),
    ("heavy top, 10 s", "heavy_top", 600, "semi-implicit-euler-implicit-gyro,semi-implicit-euler-momentum,simo-wong,strang:sr2,cf4,rk8"),
]

PAGE = """# Which method: what was measured

Written by `bench/which_method.py build`. What to make of it: [choosing.md](../how-to/choosing.md).

## By problem

Each method with the steps that it needs for the error at the end (`polhode compare`): the method that took the least time, and the
one that evaluated the torque least, which counts where the torque is expensive.

{problems}

## By length of the run

A heavy top to 1e-6 (`polhode advise scenarios/heavy_top.toml --accuracy 1e-6 --horizon T`):

{horizons}

## Steps of games

With steps of 1/60 s, a wing nut that turns at 12.6 rad/s for 60 s, and the heavy top for 10 s:

{commands}

{games}

## A torque that is expensive

All calls of the torque, those of the search for steps and of the estimate included (`build/bench/expensive_torque`):

{expensive}
"""


def answer(program, verb, scenario, *arguments):
    done = subprocess.run([program, verb, os.path.join(ROOT, "scenarios", scenario + ".toml"), *arguments, "--json"],
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True)  # of compare: large steps fail
    return json.loads(done.stdout)


def table(head, rows):
    return "\n".join(["| " + " | ".join(head) + " |", "|" + "---|" * len(head), *("| " + " | ".join(row) + " |" for row in rows)])


def evaluations(result, need):
    """Of the torque; by the run with the nearest step, as the sweeps of an implicit method depend on the step."""
    points = [(p["steps"], p["torque_evaluations"]) for p in result["points"] if p["done"] and p["method"] == need["method"]]
    steps, torques = min(points, key=lambda p: abs(math.log(p[0] / need["steps"])))
    return torques * need["steps"] / steps


def name(method):
    """`rkn6` on `dmv16`, `lie3+energy`"""
    return "`" + method.replace(" on ", "` on `") + "`"


def problems(program):
    rows = []
    for what, scenario, methods, end, fewest in PROBLEMS:
        steps = ",".join(str(fewest << i) for i in range(12))
        result = answer(program, "compare", scenario, "--methods", ",".join(methods), "--steps", steps, "--end", end)
        for advice in result["advice"]:
            needs = advice["needs"]
            if not needs:
                continue
            least = min(needs, key=lambda need: evaluations(result, need))
            torques = evaluations(result, least)
            rows.append([f"{what} (`{scenario}`)", f"{advice['target']:.0e}", name(needs[0]["method"]), f"{needs[0]['steps']:.0f}",
                         f"{1e3 * needs[0]['cpu_seconds']:.2g}", *([name(least["method"]), f"{torques:.0f}"] if torques else ["", ""])])
    return table(["problem", "error, rad", "least time", "steps", "ms", "fewest torques", "evaluations"], rows)


def horizons(program):
    rows = []
    for seconds in HORIZONS:
        best = answer(program, "advise", "heavy_top", "--accuracy", "1e-6", "--horizon", f"{seconds} s")
        kept = best["keeps_energy"]
        def advised(a):
            return [name(a["method"] + (f" on {a['flow']}" if a["flow"] else "")), f"{1e6 * a['cpu_seconds']:.3g}"]
        rows.append([f"{seconds} s", *advised(best), *advised(kept), f"{kept['cpu_seconds'] / best['cpu_seconds']:.1f}"])
    return table(["horizon", "cheapest", "us", "cheapest that keeps the energy", "us", "times"], rows)


def games(program):
    rows = []
    for what, scenario, steps, methods in GAMES:
        for p in answer(program, "compare", scenario, "--steps", str(steps), "--methods", methods)["points"]:
            error = "to rounding" if p["is_reference"] else f"{p['attitude_error']:.1e}"
            rows.append([what, name(p["method"]), f"{1e9 * p['cpu_seconds'] / p['steps']:.0f}", error, f"{p['energy_error_max']:.1e}"])
    return table(["", "method", "ns a step", "error of the attitude at the end, rad", "error of the energy"], rows)


def main():
    build = sys.argv[1] if len(sys.argv) > 1 else sys.exit(__doc__)
    page = sys.argv[2] if len(sys.argv) > 2 else os.path.join(ROOT, "docs", "results", "which-method.md")
    program = os.path.join(os.path.abspath(build), "polhode")
    commands = [f"    polhode compare scenarios/{scenario}.toml --steps {steps} --methods {methods}" for _, scenario, steps, methods in GAMES]
    expensive = subprocess.run([os.path.join(build, "bench", "expensive_torque")], stdout=subprocess.PIPE, text=True, check=True).stdout
    text = PAGE.format(problems=problems(program), horizons=horizons(program), commands="\n".join(commands), games=games(program),
                       expensive=expensive.strip())
    with open(page, "w", encoding="utf-8") as file:
        file.write(text)


if __name__ == "__main__":
    main()
