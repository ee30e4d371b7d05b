"""page_numbers.py -- the numbers that were asked for, with the measured value beside and the command that makes it

A row is (what, what was asked, measured as text, True if reached / False if not / None if not measured, section).
"""

import re

ERRORS = (1e-3, 1e-6, 1e-9, 1e-12)


class Results:
    """The sections at hand; a section that is not there is None."""

    def __init__(self, sections):
        self.sections = sections

    def __getitem__(self, name):
        found = self.sections.get(name)
        return found["data"] if found else None


def cell(row, error):
    return next((c["microseconds"] for c in row["cells"] if abs(c["error"] / error - 1) < 1e-6), None)


def best(problem, error, is_one):
    """The least time of the rows that are wanted, and the name of its method; None if none reaches the error."""
    found = [(cell(row, error), row["method"]) for row in problem["rows"] if is_one(row) and cell(row, error)]
    return min(found) if found else None


def ours(row):
    return row["group"] in ("ours", "ours, adaptive")


def ratio(problem, error, mine, theirs):
    a, b = best(problem, error, mine), best(problem, error, theirs)
    return b[0] / a[0] if a and b else None


def text(ratios):
    return " / ".join("only ours" if r is None else f"{r:.2f}" if r < 10 else f"{r:.3g}" for r in ratios) + " x"


def compare(ratios, wanted):
    """None: no peer gets there."""
    return all(r is None or r >= w for r, w in zip(ratios, wanted))


def solve_numbers(results):
    rows = []
    contest = results["work_precision"]
    odeint = lambda row: row["method"].startswith("odeint r")  # rk4 and rkf78, fixed and controlled
    any_peer = lambda row: row["group"] == "peer"
    wanted = {"T": (2, 2.8, 3.8, 7), "F": (2, 2.5, 3, 5), "L": (3.5, 3.5, 3.5, 4), "U": (1.6, 1.7, 2.4)}
    names = {"T": "T, asymmetric top", "F": "F, stepping", "L": "L, fast top", "U": "U, a user's torque"}
    for name, least in wanted.items():
        asked = " / ".join(f"{x:g}" for x in least) + " x"
        for lanes, problems in (("AVX2", (contest or {}).get("problems", [])), ("AVX-512", (contest or {}).get("avx512", []))):
            problem = next((p for p in problems if p["name"] == name), None)
            errors = f"1e-3 / 1e-6 / 1e-9{' / 1e-12' if len(least) == 4 else ''}"
            what = f"{names[name]}, ours with {lanes}: time to {errors}, best of odeint rk4 and rkf78 over the best of ours"
            if not problem:
                rows += [(what, asked, None, None, "work_precision")] if lanes == "AVX2" else []
                continue
            ratios = [ratio(problem, e, ours, odeint) for e in ERRORS[:len(least)]]
            all_peers = [ratio(problem, e, ours, any_peer) for e in ERRORS[:len(least)]]
            rows.append((what, asked, f"{text(ratios)} (against all peers: {text(all_peers)})", compare(ratios, least), "work_precision"))
    found = results["accuracy"]
    for row in found["judged"] if found else []:
        judged, refused = int(row["problems"]), int(row["refused"])
        least, median, cost = (float(row[k]) for k in ("estimate / true, least", "median", "cost / best fixed step, median"))
        wrong = int(row["true error above it"])
        rows.append((f"`accuracy = {row['asked']}` on {judged + refused} random problems: true error above what was asked", "0",
                     f"{wrong} of {judged}; {refused} refused, as out of reach", wrong == 0, "accuracy"))
        rows.append((f"`accuracy = {row['asked']}`: estimate over true error, least", "1/3", f"{least:g} (median {median:g})", least >= 1 / 3, "accuracy"))
        rows.append((f"`accuracy = {row['asked']}`: cost over the best fixed step, median", "at most 3", f"{cost:g}", cost <= 3, "accuracy"))
        kinds = {kind["finding the steps, median"]: float(kind[row["asked"]].split()[0]) for kind in found["finding the steps"]}
        rows.append((f"`accuracy = {row['asked']}`: what finding the steps costs beside the best fixed step, median of each kind of problem",
                     "at most 35 %", ", ".join(f"{kind} {cost:+.0f} %" for kind, cost in kinds.items()), max(kinds.values()) <= 35, "accuracy"))
    if not found:
        rows.append(("`accuracy` on 200 random problems", "", None, None, "accuracy"))
    late = results["long_time"]
    energy = late["gauss16"] if late else None
    rows.append(("`gauss16`, energy of a top: largest error, and trend, in 1e6 steps", "below 1e-12",
                 f"{energy['largest']:.1e}, {energy['trend']:+.1e} ({energy['steps']:.0e} steps)" if energy else None,
                 energy and energy["largest"] < 1e-12, "long_time"))
    return rows


def bits_number(results):
    found = results["growth"]
    what = "same bits from all instruction sets and thread numbers (hash of six ensembles of 1000 bodies; compilers: `make check`)"
    if not found:
        return [(what, "one hash", None, None, "growth")]
    hashes = {b[t] for b in found["bits"] for t in ("1", "2")}
    sets = ", ".join(b["lanes"] for b in found["bits"])
    return [(what, "one hash", f"{len(hashes)} hash{'' if len(hashes) == 1 else 'es'} from {sets}, 1 and 2 threads", len(hashes) == 1, "growth")]


def ensemble_numbers(results):
    rows = []
    crowds = results["ensemble"] or {}
    for name, title, least in (("v4", "AVX-512", 9), ("v3", "AVX2", 5.5)):
        what = f"T, many bodies, {title}: odeint one by one over ours, at 1e-3 / 1e-6 / 1e-9"
        if name not in crowds:
            rows.append((what, f"{least} x", None, None, "ensemble"))
            continue
        top = next(p for p in crowds[name]["problems"] if p["name"] == "T")
        ratios = [ratio(top, e, ours, lambda row: row["method"].startswith("odeint")) for e in ERRORS[:3]]
        rows.append((what, f"{least} x", text(ratios), compare(ratios, [least] * 3), "ensemble"))
    if crowds:
        name, crowd = next(iter(crowds.items()))
        in_lanes = lambda row: row["group"] == "in lanes"
        top, free = ([p for p in crowd["problems"] if p["name"] == n][0] for n in "TF")
        ratios = [ratio(top, e, ours, in_lanes) for e in ERRORS]
        rows.append((f"T, many bodies, {name}: Runge-Kutta in lanes over ours, at 1e-3 / 1e-6 / 1e-9 / 1e-12", "1.2 x", text(ratios),
                     compare(ratios, [1.2] * 4), "ensemble"))
        ratios = [ratio(free, e, ours, in_lanes) for e in ERRORS[:3]]
        rows.append((f"F, many bodies, {name}: Runge-Kutta in lanes over ours, at 1e-3 / 1e-6 / 1e-9", "2 / 4.5 / 11 x", text(ratios),
                     compare(ratios, [2, 4.5, 11]), "ensemble"))
    return rows + growth_numbers(results)


def growth_numbers(results):
    found, rows = results["growth"], []
    if not found:
        return [("steps in lanes, external torques, growth, memory", "", None, None, "growth")]
    for row in found["kernels"]:
        method, (_, ns), (_, r) = list(row.values())[0], *list(row.items())[1:3]
        most = {"`lie3`": 1.25, "`sr2`": 1.7}.get(method)
        if most:
            rows.append((f"{method}, a step in lanes over one of rk4 in lanes ({found['lanes']})", f"at most {most}", f"{r} ({ns} ns)", float(r) <= most, "growth"))
        faster = float(row["float, times as fast"])
        if method in ("`lie3`", "`sr2`"):
            rows.append((f"`float` over `double` in bodies per second, {method} in lanes ({found['lanes']})", "1.7 x", f"{faster:.2f} x", faster >= 1.7, "growth"))
    for row in found["exact_times"]:
        times, ns, r, *_ = row.values()
        if times == "16":
            rows.append(("exact motion at 16 times a pass: an evaluation over a step of `sr2`", "at most 1.2", f"{r} ({ns} ns)", float(r) <= 1.2, "growth"))
    # Those kept apart, one or two in a hundred, need more: the average is stated, 96 bytes are what each of the others has.
    rows.append(("constants of the exact motion of a body, average of random bodies", "96 bytes, more for one or two in a hundred", f"{found['exact_bytes']:.1f} bytes",
                 found["exact_bytes"] <= 105, "growth"))
    for row in found["external"]:
        what, ns, _, r, *_ = row.values()
        if "1000000" in what:
            most = 1.7 if what.startswith("arrays") else 2.0
            rows.append((f"kick and drift, {what}, over the same memory without arithmetic", f"at most {most:g}", f"{r} ({ns} ns a body)", float(r) <= most, "growth"))
    steps = [g for g in found["growth"] if g["bodies"] >= 1000]
    r = 100 * (max(g["rk8_over_few"] for g in steps) - 1)
    rows.append((f"cost of a body and step, up to {steps[-1]['bodies']:.0e} bodies, beside runs of 1e3 (`rk8`)", "within 10 %", f"{r:+.0f} %", r <= 10, "growth"))
    memory = next((g["bytes_per_body"] for g in reversed(steps) if "bytes_per_body" in g), None)
    rows.append(("memory of a body of an ensemble (121 bytes of results are stated)", "at most 121 bytes and 10 %", f"{memory:.0f} bytes" if memory else None,
                 None if memory is None else memory <= 1.1 * 121, "growth"))
    threads = min((g["rk8_two_threads"] for g in steps if g["bodies"] >= 1e5), default=None)
    rows.append(("two threads over one, least of 1e5 bodies and more", "1.9 x", f"{threads:.2f} x" if threads else None, threads and threads >= 1.9, "growth"))
    return rows


def within(asked, measured):
    """Of two texts that have the same unit: "at most 1.3 x", "1.2 x (14 ms)"; None if they have no numbers."""
    limit, value = (re.search(r"[-+]?[0-9]+\.?[0-9]*(e[-+]?[0-9]+)?", text) for text in (asked, measured))
    if not limit or not value:
        return None
    a, b = float(limit.group()), float(value.group())
    return b >= a if "at least" in asked or "or more" in asked else b <= a


def other_numbers(results):
    rows = []
    floats = results["float_cost"]
    if floats:
        some = {f["method"]: f["double_in_lanes"] / f["float_in_lanes"] for f in floats}
        rows.append(("`float` over `double`, bodies per second in lanes: least of " + ", ".join(f"`{m}`" for m in some), "1.7 x",
                     f"{min(some.values()):.2f} x ({', '.join(f'{m} {r:.2f}' for m, r in some.items())})", min(some.values()) >= 1.7, "float_cost"))
    for row in results["program"] or []:
        if row.get("at most"):
            limit, value = row["at most"], row["measured"]
            rows.append((row["what"], limit, value, within(limit, value), "program"))
    python = results["python"]
    for row in (python or {}).get("rows", []):
        rows.append(("Python: " + row["what"], row["asked"], row["measured"], within(row["asked"], row["measured"]), "python"))
    if not python or "missing" in python:
        rows.append(("Python: `free` on 1e6 times, `solve`, a callable, against `solve_ivp(DOP853)`, import", "1.3 x; 1.1 x + 20 us; 1 us; 100 x; 0.15 s",
                     None, None, "python"))
    return rows


def numbers(results):
    return {"Solving": solve_numbers(results) + bits_number(results), "Many bodies": ensemble_numbers(results),
            "Program, float, Python": other_numbers(results)}
