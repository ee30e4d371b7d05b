"""sections.py -- the sections of docs/results/performance.md: each a program whose output is JSON, or is made into it here"""

from concurrent.futures import ThreadPoolExecutor
import json
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))


def output(*command, **environment):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False,
                          env={**os.environ, **environment})
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(command)} ended with {done.returncode}: {done.stderr.strip()[-300:]}")
    return done.stdout


def program(build, name):
    return os.path.join(build, "bench", name)


def tables_of(markdown):
    """Each table: its rows, by the titles of its columns."""
    found, table = [], []
    for line in [*markdown.splitlines(), ""]:
        if line.startswith("|"):
            table.append([cell.strip() for cell in line.strip("|").split("|")])
        elif table:
            found.append([dict(zip(table[0], row)) for row in table[2:]])
            table = []
    return found


def rows_of(markdown):
    return tables_of(markdown)[-1]


# --- machine ----------------------------------------------------------------------------------------------------------

def cpu_flags():
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        return set(re.search(r"^flags\s*: (.*)$", file.read(), re.M).group(1).split())


def machine(build):
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        info = file.read()
    with open(os.path.join(build, "CMakeCache.txt"), encoding="utf-8") as file:
        cache = dict(re.findall(r"^([\w]+):\w+=(.*)$", file.read(), re.M))
    compiler = cache.get("CMAKE_CXX_COMPILER", "c++")
    return {"cpu": re.search(r"model name\s*: (.*)", info).group(1), "cores": os.cpu_count(),
            "avx512": "avx512dq" in cpu_flags(), "compiler": output(compiler, "--version").splitlines()[0],
            "flags": f"{cache.get('CMAKE_CXX_FLAGS_RELEASE', '')} -march={cache.get('POLHODE_MARCH', '')}".strip(),
            "load": round(os.getloadavg()[0], 1)}


# --- sections ---------------------------------------------------------------------------------------------------------

def work_precision(build, quick):
    """For AVX2; for AVX-512 as well, in a run of its own, where the machine has it."""
    found = json.loads(output(program(build, "work_precision"), *(["--seconds", "10", "--patience", "0.03"] if quick else ["--seconds", "90"])))
    wide = program(build, "work_precision") + "_avx512"
    if os.path.exists(wide) and "avx512dq" in cpu_flags():
        found["avx512"] = json.loads(output(wide, "--only", "F,T,L,S,B,U", "--patience", "0.03", "--seconds", "10" if quick else "60"))["problems"]
    return found


def lane_sets():
    """Instruction sets that the machine can run, the best first."""
    flags = cpu_flags()
    return (["v4"] if "avx512dq" in flags else []) + (["v3"] if "avx2" in flags else []) + ["plain"]


def ensemble(build, quick):
    seconds = "4" if quick else "30"
    return {name: json.loads(output(program(build, "ensemble"), "--seconds", seconds, POLHODE_LANES=name))
            for name in lane_sets() if name != "plain"}


def growth(build, quick):
    found = json.loads(output(program(build, "growth"), "--largest", "1e5" if quick else "1e7"))
    markdown = output(program(build, "growth"), "--kernels")
    found["kernels"], found["external"], found["exact_times"] = tables_of(markdown)
    found["exact_bytes"] = float(re.search(r"([0-9.]+) bytes a body", markdown).group(1))
    found["bits"] = [json.loads(output(program(build, "growth"), "--bits", POLHODE_LANES=name)) for name in lane_sets()]
    return found


def engines(build, quick):
    return json.loads(output(program(build, "engines")))


def molecules(build, quick):
    return json.loads(output(os.path.join(HERE, "molecules.py"), build, *(["--quick"] if quick else [])))


def long_time(build, quick):
    return json.loads(output(program(build, "long_time"), "--steps", "1e6" if quick else "1e9"))


def nanoseconds(path, repetitions, only=None):
    """The least of many short repetitions, all interleaved: on a shared machine they find its quiet moments."""
    arguments = [path, "--benchmark_format=json", f"--benchmark_repetitions={repetitions}", "--benchmark_min_time=0.001",
                 "--benchmark_enable_random_interleaving=true", *([f"--benchmark_filter={only}"] if only else [])]
    least = {}
    for row in sorted(json.loads(output(*arguments))["benchmarks"], key=lambda row: row["family_index"]):
        if row["run_type"] == "iteration":
            name = row["run_name"].split("/")[0]
            least[name] = min(least.get(name, float("inf")), row["cpu_time"] / 1000)
    return least


def instructions(path, name, steps=1000):
    """Per step, by callgrind: the difference of two runs, which repeats exactly. None where valgrind does not know an instruction."""
    def count(n):
        with tempfile.TemporaryDirectory() as folder:
            run = subprocess.run(["valgrind", "--tool=callgrind", f"--callgrind-out-file={folder}/out", path, "--run", name, str(n)],
                                 stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False)
        return int(re.search(r"Collected\s*:\s*(\d+)", run.stderr).group(1)) if run.returncode == 0 else None
    once, twice = count(steps), count(2 * steps)
    return (twice - once) / steps if once and twice else None


def counted(path, names):
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return dict(zip(names, pool.map(lambda name: instructions(path, name), names)))


def step_cost(build, quick, names=()):
    path = program(build, "step_cost")
    times = nanoseconds(path, 20 if quick else 200, "^(exponential-map|" + "|".join(names) + ")$" if names else None)
    counts = {} if quick and not names else counted(path, list(times))
    return [{"method": name, "ns": ns, "instructions": counts.get(name)} for name, ns in times.items()]


def float_cost(build, quick):
    times = nanoseconds(program(build, "float_cost"), 20 if quick else 200)
    rows = []
    for name in dict.fromkeys(name.partition(": ")[0] for name in times):
        one, short, four, eight = (times[f"{name}: {kind}"] for kind in ("double", "float", "4 x double", "8 x float"))
        rows.append({"method": name, "double": one, "float": short, "double_in_lanes": four / 4, "float_in_lanes": eight / 8})
    return rows


def exact_cost(build, quick):
    path, repetitions = program(build, "exact_cost"), 20 if quick else 200
    times = {"": nanoseconds(path, repetitions)}
    if os.path.exists(path + "_plain"):
        times["plain"] = nanoseconds(path + "_plain", repetitions, "-Boost")
    if os.path.exists(path + "_avx512") and "avx512dq" in cpu_flags():
        times["avx512"] = nanoseconds(path + "_avx512", repetitions, "lanes|exponential")
    return [{"what": name, "ns": ns, **{kind: times[kind][name] for kind in ("plain", "avx512") if name in times.get(kind, {})}}
            for name, ns in times[""].items()]


def accuracy(build, quick):
    judged, found = tables_of(output(program(build, "accuracy"), "12" if quick else "200"))
    return {"judged": judged, "finding the steps": found}


def whole_program(build, quick):
    return rows_of(output(os.path.join(HERE, "program.py"), os.path.join(build, "polhode")))


def estimate(build, quick):
    return rows_of(output(os.path.join(HERE, "estimate.py"), os.path.join(build, "polhode")))


def python(build, quick):
    interpreter = os.path.join(build, "venv", "bin", "python")
    if not os.path.exists(interpreter):
        return {"missing": "the Python package (make python)"}
    return {"rows": rows_of(output(interpreter, os.path.join(HERE, "python.py"), build))}


ALL = {"work_precision": work_precision, "ensemble": ensemble, "growth": growth, "engines": engines, "molecules": molecules,
       "long_time": long_time, "step_cost": step_cost, "float_cost": float_cost, "exact_cost": exact_cost, "accuracy": accuracy,
       "program": whole_program, "estimate": estimate, "python": python}

if __name__ == "__main__":
    sys.exit("bench/sections.py is a part of bench/run")
