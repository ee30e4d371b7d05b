#!/usr/bin/env python3
"""program.py PROGRAM -- cost of the program as a whole, as a table: CPU time of runs, start-up, memory, size of files

Each line: what, what is wanted, what was measured (the best of several runs).
"""

import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time

from scaling import BODIES, TORQUED

program = os.path.abspath(sys.argv[1])
scenarios = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "scenarios")

SCENARIO = """title = "Wing nut"
[body]
moments = [0.30, 0.35, 0.62]
[initial]
angular_velocity = [0.0125, 12.566, 0.0125]
[run]
method = "lie3"
step = 0.01
end = 2
"""


def measured(*arguments, folder, times=3, before=(program,)):
    """Least CPU and wall seconds, and the most memory in MB, of the program with these arguments."""
    cpu, wall, memory = [], [], 0
    for _ in range(times):
        start = time.perf_counter()
        process = subprocess.Popen([*before, *arguments], cwd=folder, stdout=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode != 0:
            sys.exit(f"bench/program.py: polhode {' '.join(arguments)} ended with {process.returncode}")
        wall.append(time.perf_counter() - start)
        cpu.append(usage.ru_utime + usage.ru_stime)
        memory = max(memory, usage.ru_maxrss / 1000)
    return min(cpu), min(wall), memory


with tempfile.TemporaryDirectory() as folder:
    with open(os.path.join(folder, "nut.toml"), "w", encoding="utf-8") as file:
        file.write(SCENARIO)
    rows = []
    cpu, _, memory = measured("run", "nut.toml", "-q", "--steps", "10000000", folder=folder)
    rows.append(("1e7 steps of lie3 with certificate, no rows: CPU time", "1 s", f"{cpu:.2f} s"))
    few = measured("run", "nut.toml", "-q", "--steps", "100", folder=folder)[2]
    rows.append(("memory of that run; of a run of 100 steps", "the same", f"{memory:.1f} MB; {few:.1f} MB"))
    cpu, _, _ = measured("run", "nut.toml", "-q", "--steps", "10000000", "--method", "exact", folder=folder)
    rows.append(("1e7 exact states with certificate, no rows: CPU time", "", f"{cpu:.2f} s"))
    _, wall, _ = measured("run", "nut.toml", "-q", folder=folder, times=20)
    rows.append(("start-up (200 steps): wall time", "20 ms", f"{1e3 * wall:.1f} ms"))
    cpu, wall, memory = measured("run", "nut.toml", "-q", "--steps", "1000000", "-o", "rows.csv", folder=folder)
    rows.append(("1e6 rows of CSV, with the steps: CPU time (wall time)", "1 s", f"{cpu:.2f} s ({wall:.2f} s)"))
    measured("run", "nut.toml", "-q", "--steps", "100000", "-o", "report.html", folder=folder, times=1)
    size = os.path.getsize(os.path.join(folder, "report.html"))
    rows.append(("report of 100 000 rows", "5 MB", f"{size / 1e6:.2f} MB"))
    million = ("ensemble", os.path.join(os.path.abspath(scenarios), "debris.toml"), "--bodies", "1000000", "--json")
    _, wall, memory = measured(*million, folder=folder, times=5)
    rows.append(("ensemble of 1e6 bodies to one exact time, no rows: wall time (memory)", "0.5 s", f"{wall:.2f} s ({memory:.0f} MB)"))
    _, wall, _ = measured(*million[:3], "10", "--json", folder=folder, times=20)
    rows.append(("start-up of an ensemble (10 bodies): wall time", "50 ms", f"{1e3 * wall:.1f} ms"))
    if os.path.exists(program + "-mpi") and shutil.which("mpirun"):
        # One rank would take both processors by its threads: what ranks gain is seen with one thread each.
        tops = ("ensemble", "tops.toml", "--json", "--threads", "1")
        with open(os.path.join(folder, "tops.toml"), "w", encoding="utf-8") as file:
            file.write(TORQUED.format(steps=5000, end=2500))
        run = ("mpirun", "--allow-run-as-root", "--bind-to", "none", "-np")
        for arguments, times, title, asked in (
                (tops, 2, f"ensemble of {BODIES:.0e} tops in 5000 steps of rk8, ranks of one thread: wall time of one over that of two, "
                          "start-up and summary included", "1.85 or more"),
                ((*million, "--threads", "1"), 3, "the same of 1e6 bodies to one exact time: most of it is the start of MPI and the summary on "
                                                  "rank 0, which no rank shares", "")):
            one, two = (measured(*arguments, folder=folder, times=times, before=(*run, ranks, program + "-mpi"))[1] for ranks in "12")
            rows.append((title, asked, f"{one / two:.2f} ({one:.2f} s, {two:.2f} s)"))

print("| what | at most | measured |\n|---|---|---|")
for row in rows:
    print("| " + " | ".join(row) + " |")
