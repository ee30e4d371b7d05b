#!/usr/bin/env python3
"""molecules.py BUILD [--quick] -- JSON: a step of 1e6 rigid molecules in LAMMPS, and its error on the free body F at 1/60 s

LAMMPS (the program lmp, one process) moves bodies without forces by `fix nve/asphere` and `fix rigid/nve/small` (four sites a body),
with what costs it nothing: no pairs, no neighbour lists, no sorting. Its step moves the centres as well. Times are its own (Loop
time). Ours are in growth.json: kick and drift of the same number of bodies on arrays.
"""

import json
import math
import os
import re
import shutil
import subprocess
import sys
import tempfile

SETTINGS = """units lj
atom_modify sort 0 0.0
boundary p p p
neighbor 0.3 bin
neigh_modify delay 100000 every 100000 check no
"""
# Four equal masses at (x, y, z) and three sign changes: moments 0.6, 0.8, 1 of a body of mass 1.
SITE = [math.sqrt(0.6), math.sqrt(0.4), math.sqrt(0.2)]
SITES = [[SITE[k] * s[k] for k in range(3)] for s in ((1, 1, 1), (1, -1, -1), (-1, 1, -1), (-1, -1, 1))]
MOMENTS = [0.6, 0.8, 1.0]
MOMENTUM = [1.8, 0.4, -0.9]


def lammps(folder, text, timeout=300):
    with open(os.path.join(folder, "in.txt"), "w", encoding="utf-8") as file:
        file.write(text)
    done = subprocess.run(["lmp", "-in", "in.txt", "-log", "none", "-screen", "out.txt"], cwd=folder, check=False, timeout=timeout,
                          env={**os.environ, "OMP_NUM_THREADS": "1", "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"},
                          stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    with open(os.path.join(folder, "out.txt"), encoding="utf-8") as file:
        out = file.read()
    if done.returncode != 0 or "ERROR" in out:
        sys.exit(f"bench/molecules.py: lmp ended with {done.returncode}: " + "".join(re.findall("ERROR.*", out)))
    return out


def ns_per_step(out, bodies):
    """The least of several runs, the first left out: its loop time, without the part of it in which others had the processor."""
    runs = re.findall(r"Loop time of (\S+) on \d+ procs for (\d+) steps.*?([0-9.]+)% CPU use", out, re.S)
    return min(1e9 * float(seconds) * min(1, float(percent) / 100) / int(steps) / bodies for seconds, steps, percent in runs[1:])


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def sites_data(path, side):
    """side^3 bodies of four sites, spinning alike."""
    w = [MOMENTUM[k] / MOMENTS[k] for k in range(3)]
    bodies, gap = side ** 3, 8
    with open(path, "w", encoding="utf-8") as file:
        box = "".join(f"{-gap / 2} {gap * side - gap / 2} {x}lo {x}hi\n" for x in "xyz")
        file.write(f"bodies\n\n{4 * bodies} atoms\n1 atom types\n{box}\nMasses\n\n1 0.25\n\nAtoms # molecular\n\n")
        for i in range(bodies):
            at = [gap * (i % side), gap * (i // side % side), gap * (i // side ** 2)]
            for k, r in enumerate(SITES):
                file.write(f"{4 * i + k + 1} {i + 1} 1 {at[0] + r[0]!r} {at[1] + r[1]!r} {at[2] + r[2]!r}\n")
        file.write("\nVelocities\n\n")
        for i in range(bodies):
            for k, r in enumerate(SITES):
                file.write(f"{4 * i + k + 1} " + " ".join(repr(v) for v in cross(w, r)) + "\n")


def ellipsoids(side, semi=(3, 2, 1)):
    """Semi-axes whose squares are 3, 2, 1: with mass 1 the moments are (b^2 + c^2)/5 = 0.6, 0.8, 1."""
    shape = " ".join(repr(2 * math.sqrt(x)) for x in semi)
    n, m = 8 * side, MOMENTUM
    return f"""{SETTINGS}atom_style ellipsoid
lattice sc {1 / 512!r}
region box block 0 {side} 0 {side} 0 {side}
create_box 1 box
create_atoms 1 box
set type 1 shape {shape}
set type 1 mass 1.0
set type 1 quat 1 0 0 0
set type 1 angmom {m[0]} {m[1]} {m[2]}
comm_modify cutoff 1.0
fix move all nve/asphere
thermo 1000000
"""


def sites(side):
    return f"""{SETTINGS}atom_style molecular
comm_modify cutoff 7.0
read_data data.txt
neigh_modify exclude molecule/intra all
fix move all rigid/nve/small molecule
thermo 1000000
"""


def angle(p, q):
    dot = abs(sum(a * b for a, b in zip(p, q)))
    cross2 = max(0.0, sum(a * a for a in p) * sum(b * b for b in q) - dot * dot)
    return 2 * math.atan2(math.sqrt(cross2), dot)


def from_matrix(R):
    """Of the quaternion: w x y z."""
    w = [math.sqrt(max(0, 1 + s[0] * R[0][0] + s[1] * R[1][1] + s[2] * R[2][2])) / 2
         for s in ((1, 1, 1), (1, -1, -1), (-1, 1, -1), (-1, -1, 1))]
    sign = [1, R[2][1] - R[1][2], R[0][2] - R[2][0], R[1][0] - R[0][1]]
    return [w[0]] + [math.copysign(w[k], sign[k]) for k in (1, 2, 3)]


def last_rows(path):
    """Of a dump, the last step, by the number of the atom."""
    with open(path, encoding="utf-8") as file:
        rows = file.read().split("ITEM: ATOMS")[-1].splitlines()[1:]
    return {int(row.split()[0]): [float(x) for x in row.split()[1:]] for row in rows}


def truth(program, folder):
    scenario = os.path.join(folder, "f.toml")
    with open(scenario, "w", encoding="utf-8") as file:
        file.write("[body]\nmoments = [0.6, 0.8, 1.0]\n[initial]\nangular_momentum = [1.8, 0.4, -0.9]\n"
                   "[run]\nmethod = 'exact'\nsteps = 1\nend = 10\n")
    done = subprocess.run([program, "run", scenario, "--json"], capture_output=True, text=True, check=True)
    return json.loads(done.stdout)["end"]["q"]


def main():
    build, quick = sys.argv[1], "--quick" in sys.argv
    if not shutil.which("lmp"):
        print(json.dumps({"missing": "LAMMPS (lammps)"}))
        return
    side, small = (30, 16) if quick else (100, 46)
    with tempfile.TemporaryDirectory() as folder:
        exact = truth(os.path.join(os.path.abspath(build), "polhode"), folder)
        step = "timestep 0.016666666666666666\n"
        dump = "dump d all custom 600 dump.txt id {}\ndump_modify d format float %.17g sort id\nrun 600\n"
        lammps(folder, ellipsoids(1) + step + "compute q all property/atom quatw quati quatj quatk\n"
               + dump.format("c_q[1] c_q[2] c_q[3] c_q[4]"))
        asphere = angle(last_rows(os.path.join(folder, "dump.txt"))[1], exact)
        data = os.path.join(folder, "data.txt")
        sites_data(data, 1)
        lammps(folder, sites(1) + step + dump.format("xu yu zu"))
        now = last_rows(os.path.join(folder, "dump.txt"))
        squares = [sum(r[k] ** 2 for r in SITES) for k in range(3)]
        R = [[sum(now[i + 1][a] * SITES[i][b] for i in range(4)) / squares[b] for b in range(3)] for a in range(3)]
        rigid = angle(from_matrix(R), exact)
        runs = "run 10\n" + "run 40\n" * (1 if quick else 3)
        out = lammps(folder, ellipsoids(side) + "timestep 0.001\n" + runs)
        rows = [{"method": "nve/asphere", "bodies": side ** 3, "ns": ns_per_step(out, side ** 3), "attitude": asphere}]
        sites_data(data, small)
        out = lammps(folder, sites(small) + "timestep 0.001\n" + runs)
        rows.append({"method": "rigid/nve/small", "bodies": small ** 3, "ns": ns_per_step(out, small ** 3), "attitude": rigid})
        version = re.search(r"LAMMPS \(([^)]*)\)", out).group(1)
    print(json.dumps({"package": f"LAMMPS, {version}", "rows": rows}, indent=1))


main()
