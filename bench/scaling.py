#!/usr/bin/env python3
"""scaling.py BUILD [--write PAGE] -- what ranks gain: measured on this machine, and a model of more ranks than it has

Measures the pieces of `polhode-mpi ensemble`, each the least of several runs that take turns: the start, the motion of a body,
the gathering on rank 0 and the writing; one and two ranks, one and two threads. Puts them into the model and prints the section
"More than two ranks" of docs/results/ensembles.md, or with --write puts it into that page. Takes about two minutes.
"""

import json
import math
import os
import re
import subprocess
import sys
import tempfile
import time

TORQUED = """title = "Tops"
[body]
moments = [0.6, 0.8, 1.0]
[initial]
angular_momentum = [1.8, 0.4, -0.9]
[[torque]]
kind = "heavy-top"
weight = 1.0
arm = [0, 0, 1]
[run]
method = "rk8"
steps = {steps}
end = {end}
[ensemble]
bodies = 100000
[[vary]]
key = "torque[1].weight"
normal = {{ deviation = 0.1 }}
[[vary]]
key = "initial.attitude"
sphere = 1
"""
STEPS = 200  # 100 s with an error of some 1e-5 rad
BODIES = 100_000
MANY = 1_000_000  # for the pieces that are short
ROUNDS = 3
RANKS = [1, 2, 16, 256, 4096, 10_000]
RESULT_BYTES, FILE_BYTES = 121, 129  # of a body: what goes to rank 0, and what is in the file
WEAK_BODIES, STRONG_BODIES = 100_000, 100_000_000


class Bench:
    def __init__(self, build, folder):
        self.alone, self.ranks = os.path.join(build, "polhode"), os.path.join(build, "polhode-mpi")
        self.folder = folder
        os.environ |= {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}

    def seconds(self, ranks, *arguments):
        """On the wall from start to end, and those of the motion alone, which the program tells with --json. 0 ranks: build/polhode."""
        command = [self.alone] if ranks == 0 else ["mpirun", "--oversubscribe", "-np", str(ranks), self.ranks]
        begin = time.perf_counter()
        done = subprocess.run([*command, "ensemble", *arguments], cwd=self.folder, capture_output=True, text=True, check=False)
        wall = time.perf_counter() - begin
        if done.returncode != 0:
            sys.exit(f"scaling.py: {command} {arguments}: {done.stderr}")
        return wall, json.loads(done.stdout)["seconds"] if done.stdout else math.nan


def measure(bench):
    """The pieces, in seconds; the least of several rounds."""
    tops = ["tops.toml", "--bodies", str(BODIES)]
    start = ["moment.toml", "--bodies", "8", "-q"]
    many = ["moment.toml", "--bodies", str(MANY), "-q"]
    cases = {
        "alone, 1 thread": (0, [*tops, "--json", "--threads", "1"]),
        "alone, 2 threads": (0, [*tops, "--json", "--threads", "2"]),
        "1 rank": (1, [*tops, "--json", "--threads", "1"]),
        "2 ranks": (2, [*tops, "--json", "--threads", "1"]),
        "start alone": (0, start),
        "start of 2 ranks": (2, start),
        "start of 8 ranks": (8, start),
        "many, 2 ranks": (2, [*many]),
        "many, 2 ranks, h5": (2, [*many, "-o", "out.h5"]),
        "many, 2 ranks, npz": (2, [*many, "-o", "out.npz"]),
        "many, alone": (0, [*many]),
        "many, alone, npz": (0, [*many, "-o", "out.npz"]),
    }
    wall = {name: math.inf for name in cases}
    motion = dict(wall)
    for _ in range(ROUNDS):
        for name, (ranks, arguments) in cases.items():
            seconds = bench.seconds(ranks, *arguments)
            wall[name] = min(wall[name], seconds[0])
            motion[name] = min(motion[name], seconds[1])
    write_npz = wall["many, alone, npz"] - wall["many, alone"]
    return wall, motion, {
        "body": motion["1 rank"] / BODIES,
        "start": wall["start of 2 ranks"],
        "rank": max(0.0, (wall["start of 8 ranks"] - wall["start of 2 ranks"]) / 6),
        "h5": max(0.0, wall["many, 2 ranks, h5"] - wall["many, 2 ranks"]) / MANY,
        "gather": max(0.0, wall["many, 2 ranks, npz"] - wall["many, 2 ranks"] - write_npz) / (MANY / 2),
        "npz": write_npz / MANY,
    }


def model(p, bodies, ranks):
    """Seconds: start, motion, writing by all, or gathering and writing by rank 0."""
    return {"start": p["start"] + p["rank"] * max(0, ranks - 2),
            "motion": math.ceil(bodies / ranks) * p["body"],
            "h5": bodies * p["h5"],
            "npz": bodies * p["npz"] + bodies * (1 - 1 / ranks) * p["gather"]}


def table(p, bodies_of):
    lines = ["| ranks | bodies | start | motion | `.h5` | gather, `.npz` | efficiency of the motion | with `.h5` | with `.npz` |",
             "|---|---|---|---|---|---|---|---|---|"]
    for ranks in RANKS:
        bodies = bodies_of(ranks)
        m = model(p, bodies, ranks)
        ideal = bodies / ranks * p["body"]
        def part(*names):
            return f"{100 * ideal / sum(m[name] for name in names):.3g} %"
        lines.append(f"| {ranks} | {bodies:.0e} | {m['start']:.3g} s | {m['motion']:.3g} s | {m['h5']:.3g} s | {m['npz']:.3g} s | "
                     f"{part('start', 'motion')} | {part('start', 'motion', 'h5')} | {part('start', 'motion', 'npz')} |")
    return "\n".join(lines)


def section(wall, motion, p):
    by_ranks, by_threads = motion["1 rank"] / motion["2 ranks"], motion["alone, 1 thread"] / motion["alone, 2 threads"]
    whole = wall["1 rank"] / wall["2 ranks"]
    step = p["body"] / STEPS * 1e9
    return f"""## More than two ranks

Measured by `bench/scaling.py build` on two cores, each the least of {ROUNDS} runs, for {BODIES} tops in {STEPS} steps of `rk8`
({step:.3g} ns per body and step): two ranks of one thread move them **{by_ranks:.2f} times** as fast as one (asked: 1.85), with start and
summary {whole:.2f} times; two threads **{by_threads:.2f} times** as fast as one (asked: 1.9).

The rest is a model, not a measurement: nobody here has more than two cores. With n bodies on N ranks,

    T(N) = start + (N - 2) rank + ceil(n / N) body + n write

where, as measured, `start` = {p['start']:.2g} s is all of `mpirun -np 2` with 8 bodies (`build/polhode` alone: {1e3 * wall['start alone']:.2g} ms), `rank` =
{1e3 * p['rank']:.2g} ms is what each further rank adds on one machine, and `body` = {1e6 * p['body']:.3g} µs. `write` is {1e9 * p['h5']:.3g} ns a body for `.h5`, written by all
({FILE_BYTES / max(p['h5'], 1e-12) / 1e9:.2g} GB/s into the page cache), and {1e9 * p['npz']:.3g} ns for `.npz`, written by rank 0, to which each body of another rank comes in
{1e9 * p['gather']:.3g} ns ({RESULT_BYTES / max(p['gather'], 1e-12) / 1e9:.2g} GB/s).

Weak scaling, {WEAK_BODIES} bodies on each rank:

{table(p, lambda ranks: WEAK_BODIES * ranks)}

Strong scaling, {STRONG_BODIES:.0e} bodies in all:

{table(p, lambda ranks: STRONG_BODIES)}

Efficiency is the time of the motion on one rank, divided by N, over the time of everything named. Assumed: all bodies take
the same time (with fixed steps they do; to an accuracy they do not, and then the slowest rank counts); ranks do not disturb each
other while they move bodies, which send nothing; each further rank takes as long to start as on one machine, one after the
other, which launchers of clusters do better; and the file system takes no more bytes per second from {RANKS[-1]} ranks than from
two, which those of clusters do, too. Not measured: any network, any file system but a local one, more than 8 ranks.
What the tables say all the same: the motion scales, the start and one file are what is left, and what has to go through rank 0
does not scale. For a million bodies and more take `.h5` and `-q`: then nothing is gathered.
"""


def main():
    build = os.path.abspath(sys.argv[1]) if len(sys.argv) > 1 else sys.exit(__doc__)
    with tempfile.TemporaryDirectory() as folder:
        for name, steps, end in (("tops", STEPS, 100), ("moment", 1, 0.5)):
            with open(os.path.join(folder, f"{name}.toml"), "w", encoding="utf-8") as file:
                file.write(TORQUED.format(steps=steps, end=end))
        text = section(*measure(Bench(build, folder)))
    if "--write" not in sys.argv:
        print(text)
        return
    page = sys.argv[sys.argv.index("--write") + 1]
    with open(page, encoding="utf-8") as file:
        old = file.read()
    new, found = re.subn(r"(?ms)^## More than two ranks\n.*?(?=^## |\Z)", lambda _: text, old)
    if found != 1:
        sys.exit(f"scaling.py: there is no place for the section in {page}")
    with open(page, "w", encoding="utf-8") as file:
        file.write(new)


if __name__ == "__main__":
    main()
