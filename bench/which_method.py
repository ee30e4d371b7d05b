#!/usr/bin/env python3
"""which_method.py PROGRAM [OUT] -- the table "which method?" of docs/reference/methods.md, measured by `polhode compare`

Every method that can take the torque runs on shipped scenarios, with the usual numbers of steps; the table has the one that
is the cheapest for a wanted error of the attitude, and the one that evaluates the torque least. OUT is replaced; by default
it is the file that the program is built with, apps/polhode/which_method.inc, from which `make docs` makes the page. Times
are of this machine; who wins hardly depends on it.
"""

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


def compared(program, scenario, methods, end, fewest):
    steps = ",".join(str(fewest << i) for i in range(12))
    done = subprocess.run([program, "compare", os.path.join(ROOT, "scenarios", scenario + ".toml"), "--methods",
                           ",".join(methods), "--steps", steps, "--end", end, "--json"],
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True)  # large steps fail
    return json.loads(done.stdout)


def evaluations(result, need):
    """Of the torque; by the run with the nearest step, as the sweeps of an implicit method depend on the step."""
    points = [(p["steps"], p["torque_evaluations"]) for p in result["points"] if p["done"] and p["method"] == need["method"]]
    steps, torques = min(points, key=lambda p: abs(math.log(p[0] / need["steps"])))
    return torques * need["steps"] / steps


def name(need):
    """`rkn6` on `dmv16`, `lie3` + energy"""
    method, plus, correction = need["method"].partition("+")
    return "`" + method.replace(" on ", "` on `") + "`" + (" + " + correction if plus else "")


def main():
    program = sys.argv[1]
    out = sys.argv[2] if len(sys.argv) > 2 else os.path.join(ROOT, "apps", "polhode", "which_method.inc")
    lines = ["| problem | error, rad | least time | steps | ms | fewest torques | evaluations |", "|---|---|---|---|---|---|---|"]
    for what, scenario, methods, end, fewest in PROBLEMS:
        result = compared(program, scenario, methods, end, fewest)
        for advice in result["advice"]:
            needs = advice["needs"]
            if not needs:
                continue
            least = min(needs, key=lambda need: evaluations(result, need))
            torques = evaluations(result, least)
            lines.append(f"| {what} (`{scenario}`) | {advice['target']:.0e} | {name(needs[0])} | {needs[0]['steps']:.0f} | "
                         f"{1e3 * needs[0]['cpu_seconds']:.2g} | " + (f"{name(least)} | {torques:.0f} |" if torques else "| |"))
            print(lines[-1], flush=True)
    with open(out, "w", encoding="utf-8") as file:
        file.write("// Made by bench/which_method.py.\nR\"(" + "\n".join(lines) + "\n)\"\n")


main()
