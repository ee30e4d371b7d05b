#!/usr/bin/env python3
"""estimate.py PROGRAM -- how good attitude_error_estimate is, as a table

Runs shipped scenarios with several methods and steps, and holds the estimate against the angle between the end of the run and
that of taylor8 with many steps, which is right to about 3e-13 rad. The estimate is of the largest error over all steps.
"""

import json
import math
import os
import subprocess
import sys

program = os.path.abspath(sys.argv[1])
scenarios = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "scenarios")

# scenario, end, steps of the reference, steps, methods
CASES = [
    ("heavy_top", 10, 20000, [50, 100, 400, 1600, 6400, 25600],
     ["strang:sr2", "rattle", "simo-wong", "newmark", "cf4", "rkmk4", "rkn6:dmv16", "taylor8"]),
    ("coulomb_wall", 20, 64000, [250, 500, 1000, 4000, 16000], ["strang", "cf4", "rkn6", "taylor8"]),
    ("spin_down", 10, 50000, [100, 200, 400, 1600, 6400, 25600], ["simo-wong", "newmark", "cf4", "quaternion-rk4", "taylor8"]),
    ("satellite", 10, 40000, [125, 250, 500, 1000, 4000], ["strang", "rkn6:dmv16", "cf4"]),
    ("book_toss", 10, 40000, [100, 200, 400, 1600, 6400], ["cf4", "taylor8"]),
]
LIMITS = [1e-12, 1e-9, 1e-6, 1e-4, 1e-2, 0.1, math.inf]


def run(scenario, end, method, steps):
    name, _, flow = method.partition(":")
    arguments = ["--json", "--end", str(end), "--method", name, "--steps", str(steps), *(["--flow", flow] if flow else [])]
    done = subprocess.run([program, "run", os.path.join(scenarios, scenario + ".toml"), *arguments], capture_output=True,
                          text=True, check=False)
    return json.loads(done.stdout)


def angle(p, q):
    chord2 = min(sum((a - b) ** 2 for a, b in zip(p, q)), sum((a + b) ** 2 for a, b in zip(p, q)))
    return 4 * math.asin(min(1, math.sqrt(chord2) / 2))


ratios = {limit: [] for limit in LIMITS}
without = 0
for scenario, end, fine, all_steps, methods in CASES:
    truth = run(scenario, end, "taylor8", fine)["end"]["q"]
    for method in methods:
        for steps in all_steps:
            result = run(scenario, end, method, steps)
            estimate = result["certificate"]["attitude_error_estimate"]
            if result["outcome"] != "done" or estimate is None:
                without += 1
                continue
            error = angle(result["end"]["q"], truth)
            if "-v" in sys.argv:
                print(f"{scenario:14} {method:16} {steps:6} {error:8.1e} {estimate:8.1e} {estimate / error:8.2g}")
            ratios[next(limit for limit in LIMITS if error <= limit)].append(estimate / error)

print("| true error, rad | runs | estimate / true: least | median | largest |\n|---|---|---|---|---|")
below = 0
for limit, some in ratios.items():
    some.sort()
    name = f"above {below:g}" if math.isinf(limit) else f"up to {limit:g}"
    if some:
        print(f"| {name} | {len(some)} | {some[0]:.2g} | {some[len(some) // 2]:.2g} | {some[-1]:.2g} |")
    below = limit
print(f"\n{without} runs failed, or had no estimate.")
