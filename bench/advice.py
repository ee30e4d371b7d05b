#!/usr/bin/env python3
"""advice.py PROGRAM [ACCURACY ...] -- is the advice of `polhode advise` any good? The tables (Markdown) of docs/results/advice.md

On 30 scenarios, shipped ones and random bodies under torques of all kinds, `polhode advise --thorough` gives its advice, and
then tries every method on every flow with steps to 3 percent. Both are timed in turns in one process. The last column is
what the advised method costs over the cheapest of all; at most 1.5 is wanted. Seeds are fixed.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import tempfile

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
SHIPPED = ("wing_nut nasa_brick toutatis heavy_top lagrange_top_fast lagrange_top_sleeping pulled_gyroscope coulomb_wall "
           "satellite boom_satellite compass_satellite apophis book_toss spin_down slew_telescope").split()
WANTED = 1.5


def table(values: dict[str, object]) -> str:
    def text(value: object) -> str:
        return json.dumps(value)
    return "".join(f"{key} = {text(value)}\n" for key, value in values.items())


def random_scenario(kind: str, seed: int) -> str:
    """A body without symmetry that turns a few dozen radians."""
    r = random.Random(f"{kind} {seed}")
    def vector(size: float) -> list[float]:
        return [r.gauss(0, size) for _ in range(3)]
    a, b = r.uniform(0.3, 1), r.uniform(0.3, 1)
    text = "[body]\n" + table({"moments": [a, b, r.uniform(abs(a - b) + 0.1, a + b)]})
    text += "[initial]\n" + table({"rotation_vector": vector(0.5), "angular_velocity": vector(1.5)})
    end = r.uniform(10, 30)
    def torque(kind_: str, **keys: object) -> str:
        return "[[torque]]\n" + table({"kind": kind_, **keys})
    def drag() -> str:
        return torque("drag", coefficient=r.uniform(0.01, 0.1))
    def top() -> str:
        return torque("heavy-top", weight=r.uniform(0.2, 2), arm=vector(0.5))
    begin = r.uniform(1, end / 2)
    push = torque("constant", vector=vector(0.3), frame="space", **{"from": begin, "until": begin + r.uniform(0.5, end / 3)})
    if kind == "top":
        text += top()
    elif kind == "top with drag":
        text += top() + drag()
    elif kind == "drag":
        text += drag()
    elif kind == "switched push":
        text += push
    elif kind == "push and drag":
        text += push + drag()
    elif kind == "weak gradient":
        text += torque("gravity-gradient", strength=r.uniform(0.01, 0.1))
    elif kind == "orbit":
        text += torque("gravity-gradient", mu=1.0) + "[torque.orbit]\n" + table(
            {"periapsis_radius": 1.0, "eccentricity": r.uniform(0, 0.6), "inclination": 1.0, "periapsis_time": r.uniform(-5, 5)})
    elif kind == "wall":
        text += torque("coulomb-wall")
    return text + "[run]\n" + table({"end": end})


def scenarios(folder: str) -> list[tuple[str, str]]:
    """Name and path of all thirty."""
    all_ = [(f"`{name}`", os.path.join(ROOT, "scenarios", name + ".toml")) for name in SHIPPED]
    kinds = [("top", 3), ("top with drag", 2), ("drag", 2), ("switched push", 2), ("push and drag", 1), ("weak gradient", 2),
             ("orbit", 2), ("wall", 1)]
    for kind, number in kinds:
        for seed in range(number):
            path = os.path.join(folder, f"{kind.replace(' ', '-')}-{seed}.toml")
            with open(path, "w", encoding="utf-8") as file:
                file.write(random_scenario(kind, seed))
            all_.append((f"random {kind} {seed + 1}", path))
    return all_


ECCENTRIC = """[body]
moments = [0.78, 0.6, 0.5]
[initial]
angular_velocity = [0.02, -0.01, 0.03]
[[torque]]
kind = "gravity-gradient"
mu = 1.0
[torque.orbit]
periapsis_radius = 1.0
eccentricity = 0.9
periapsis_time = 100
[run]
end = 300
"""


def steps_of_their_own(program: str, accuracies: list[str], folder: str) -> None:
    """Where equal steps are not what one should take."""
    path = os.path.join(folder, "eccentric.toml")
    with open(path, "w", encoding="utf-8") as file:
        file.write(ECCENTRIC)
    print("\nOnce through the periapsis of an orbit of eccentricity 0.9, `auto` with an accuracy, which chooses its steps on the way and\n"
          "estimates its error, takes")
    for accuracy in accuracies:
        done = subprocess.run([program, "advise", path, "--accuracy", accuracy, "--json"], capture_output=True, text=True, check=True)
        a = json.loads(done.stdout)
        print(f"- for {accuracy} {a['adaptive']['cpu_seconds'] / a['cpu_seconds']:.2f} times the time of the best fixed step, {name_of(a)}")


def name_of(s: dict) -> str:
    return f"`{s['method']}`" + (f" on `{s['flow']}`" if s["flow"] else "")


def main() -> None:
    program = os.path.abspath(sys.argv[1])
    accuracies = sys.argv[2:] or ["1e-6"]
    ratios, advised = [], {}
    print("| scenario | error | advised | steps | predicted | verified | us | cheapest of all | us | ratio |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        for name, path in scenarios(folder):
            for accuracy in accuracies:
                done = subprocess.run([program, "advise", path, "--accuracy", accuracy, "--thorough", "--json"],
                                      capture_output=True, text=True, check=False)
                if done.returncode != 0:
                    print(f"| {name} | {accuracy} | {done.stderr.strip()} | | | | | | | |", flush=True)
                    continue
                a = json.loads(done.stdout)
                best = min((a, a["searched"]), key=lambda s: s["cpu_seconds"])
                ratio = a["cpu_seconds"] / best["cpu_seconds"]
                ratios.append(ratio)
                if path.startswith(ROOT):
                    advised.setdefault(name, {})[accuracy] = name_of(a)
                print(f"| {name} | {accuracy} | {name_of(a)} | {a['steps']} | {a['predicted_error']:.1e} | {a['verified_error']:.1e} | "
                      f"{1e6 * a['cpu_seconds']:.3g} | {name_of(best)} | {1e6 * best['cpu_seconds']:.3g} | {ratio:.2f} |", flush=True)
        steps_of_their_own(program, accuracies, folder)
    ratios.sort()
    within = sum(ratio <= WANTED for ratio in ratios)
    print(f"\n{within} of {len(ratios)} are at most {WANTED} times the cheapest; median {ratios[len(ratios) // 2]:.2f}, "
          f"largest {ratios[-1]:.2f}.")
    print("\nWhat is advised, scenario by scenario:\n\n| scenario |" + "".join(f" {accuracy} |" for accuracy in accuracies))
    print("|---|" + "---|" * len(accuracies))
    for name, methods in advised.items():
        print(f"| {name} |" + "".join(f" {methods.get(accuracy, '')} |" for accuracy in accuracies))


main()
