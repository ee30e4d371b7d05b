"""page.py -- docs/results/performance.md from the results of the sections (bench/run)"""

import glob
import json
import math
import os

import page_svg
from page_numbers import ERRORS, Results, best, cell, numbers, ours, ratio

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
HEADER = """# Performance: beside what one would take otherwise

<!-- Written by `make bench`; do not edit. -->

Written by `make bench`. One section alone:
`bench/run build SECTION`, with the name that stands under its title; the page keeps the last results of the others. Losses are
watched by `make bench-check`. Nothing is said here that was not measured so.
"""
TERMS = """Equal terms: every contender runs on the same fine grid of settings, steps that differ by 2^0.1 or tolerances that differ by 10^(1/6). A
step counts for an error only if all steps of the grid from it down to its half reach the error too, a tolerance only if all down to
its tenth do, so that nobody profits from a lucky one (`bench/equal_terms.hpp`). The error is that of the attitude at the end, in rad,
against a Taylor series of order 30 in 113 bits. Samples of all are interleaved in one process and the least counts: on a shared machine
times may be off, ratios repeat to a few percent. *Ratio* is the time of the best peer over that of ours: above 1 we are faster.
"""
PEERS = """Peers are compiled with `-O3 -march=native -ffp-contract=fast`, the solvers with `-fno-tree-slp-vectorize` besides (found by trying: without
it odeint is slower); ours with `-O2 -march=x86-64-v3`, and once more with `x86-64-v4`. What a peer allocates is kept from run to run. Equations are written as a
careful user writes them (`bench/peers/rates.hpp`): constants divided beforehand, all inlined; the satellite carries the anomaly of its
orbit as an eighth unknown, which saves it Kepler's equation. `controlled`, cvode and simbody choose their steps by a tolerance.
Simbody is searched only as long as a run takes less than a quarter of a second.
"""


def number(x, digits=3):
    if x is None or not math.isfinite(x):
        return "-"
    return f"{x:.{digits}g}" if x < 1000 else f"{x:.0f}"


def table(head, rows):
    return "\n".join(["| " + " | ".join(head) + " |", "|" + "---|" * len(head)] + ["| " + " | ".join(row) + " |" for row in rows]) + "\n"


def plain_table(rows):
    return table(list(rows[0]), [list(row.values()) for row in rows])


def short(x):
    return f"{x:.2f}" if x < 10 else f"{x:.0f}"


class Page:
    def __init__(self, sections, pictures):
        self.sections, self.results, self.pictures = sections, Results(sections), pictures
        self.lost = []  # (section, what, ratio)
        self.svgs = {}

    def title(self, name, text):
        found = self.sections[name]
        warning = " **Quick run: not to be quoted.**" if found["quick"] else ""
        if found["machine"]["cpu"] != self.newest()["cpu"]:
            warning += f" On another machine: {found['machine']['cpu']}."
        return f"## {text}\n\n`{name}`, {found['date']}, {found['seconds']:.0f} s, load of the machine {found['machine'].get('load', '?')}.{warning}\n"

    def picture(self, name, *arguments, **more):
        self.svgs[name] = page_svg.picture(*arguments, **more)
        return f"![{arguments[0]}](pictures/{name}.svg)\n"

    def note(self, section, what, value):
        if value is not None and value < 1:
            self.lost.append((section, what, value))

    # --- sections ------------------------------------------------------------------------------------------------------

    def newest(self):
        return max(self.sections.values(), key=lambda s: s["date"])["machine"]

    def machine(self):
        m = self.newest()
        packages = {}
        for name in ("work_precision", "engines"):
            for p in (self.results[name] or {}).get("problems", []) + (self.results[name] or {}).get("cases", []):
                packages.update({row["package"]: None for row in p["rows"] if row.get("package")})
        if self.results["molecules"] and "package" in self.results["molecules"]:
            packages[self.results["molecules"]["package"]] = None
        missing = {x for name in ("work_precision", "molecules") for x in [(self.results[name] or {}).get("missing", "")] if x}
        rows = [("processor", f"{m['cpu']}, {m['cores']} cores{', AVX-512' if m['avx512'] else ''}"), ("compiler", m["compiler"]),
                ("flags", f"`{m['flags']}`; in lanes: each instruction set"), ("peers", ", ".join(packages) or "-"),
                ("not found, left out", ", ".join(sorted(missing)) or "nothing")]
        return table(["", ""], rows)

    def summary(self):
        """The ten lines of the README."""
        rows = []
        wp = {p["name"]: p for p in (self.results["work_precision"] or {"problems": []})["problems"]}
        peer = lambda row: row["group"] == "peer"
        for name in ("F", "T", "L", "S", "B", "U"):
            if name in wp:
                rows.append([wp[name]["title"]] + [self.versus(wp[name], e, peer) for e in (1e-3, 1e-6, 1e-9)])
        if "F1000" in wp:
            exact = lambda row: row["group"] == "exact"
            rows.append(["free body at t = 1000 s: the exact solution"] + [self.versus(wp["F1000"], e, peer, exact) for e in (1e-3, 1e-6, 1e-9)])
        crowds = self.results["ensemble"]
        if crowds:
            lanes, crowd = next(iter(crowds.items()))
            for name, what in (("T", "heavy tops, many at once, per body"), ("F", "free bodies, many at once, per body")):
                p = next(p for p in crowd["problems"] if p["name"] == name)
                rows.append([what] + [self.versus(p, e, lambda row: not ours(row)) for e in (1e-3, 1e-6, 1e-9)])
        grown, lammps = self.results["growth"], self.results["molecules"]
        if grown and lammps and "rows" in lammps:
            ns = self.molecule_ns()
            least = min(lammps["rows"], key=lambda r: r["ns"])
            rows.append([f"a step of 1e6 molecules: {ns:.1f} ns, LAMMPS {least['method']} {least['ns']:.0f} ns", f"{least['ns'] / ns:.1f} x", "", ""])
        return table(["time to an error (rad), best peer over ours", "1e-3", "1e-6", "1e-9"], rows)

    def molecule_ns(self):
        """Kick and drift of 1e6 bodies in arrays."""
        return next(float(list(x.values())[1]) for x in self.results["growth"]["external"] if list(x.values())[0] == "arrays, 1000000 bodies")

    @staticmethod
    def versus(problem, error, theirs, mine=ours):
        r = ratio(problem, error, mine, theirs)
        if r is None:
            return "only ours" if best(problem, error, mine) else "-"
        return f"{short(r)} x"

    def numbers(self):
        out = ["## What was asked, and what was measured\n\nThe command is `bench/run build SECTION`; *short*: not reached.\n"]
        for title, rows in numbers(self.results).items():
            out.append(f"### {title}\n\n" + table(["what", "asked", "measured", "", "section"], [
                [what, asked, measured or "not measured", {True: "reached", False: "**short**", None: ""}[reached if reached is None else bool(reached)], f"`{section}`"]
                for what, asked, measured, reached, section in rows]))
        return "\n".join(out)

    def work_table(self, problem, section, groups, bodies=""):
        head = [f"microseconds{bodies} (step or tolerance)"] + [f"{e:.0e}" for e in ERRORS] + ["least error seen"]
        rows = []
        for row in problem["rows"]:
            cells = []
            for e in ERRORS:
                c = next((c for c in row["cells"] if abs(c["error"] / e - 1) < 1e-6), None)
                how = "" if not c else f" ({number(problem['end'] / c['steps'])})" if "steps" in c and not row["group"].startswith("exact") else f" ({number(c['tolerance'], 2)})" if "tolerance" in c else ""
                cells.append(number(c["microseconds"]) + how if c else "-")
            name = f"`{row['method']}`" if not row["package"] else row["method"]
            rows.append([name, *cells, "-" if row["best_error"] is None else f"{row['best_error']:.0e}"])
        for group, title in groups:
            ratios = [ratio(problem, e, ours, group) for e in ERRORS]
            for e, r in zip(ERRORS, ratios):
                self.note(section, f"{problem['name']} ({problem['title']}), {title}, error {e:.0e}: {self.names(problem, e, group)}", r)
            shown = [f"**{short(r)}**" if r is not None else "only ours" if best(problem, e, ours) else "-" for e, r in zip(ERRORS, ratios)]
            rows.append([f"**ratio to {title}**", *shown, ""])
        return table(head, rows)

    @staticmethod
    def names(problem, error, group):
        a, b = best(problem, error, ours), best(problem, error, group)
        return f"{a[1]} {number(a[0])} us, {b[1]} {number(b[0])} us" if a and b else ""

    def work_picture(self, name, problem):
        """Who is the best of its kind somewhere: at most four of ours, one of each package."""
        decades = [10.0 ** -k for k in range(2, 13)]
        points = lambda row: [(c["error"], c["microseconds"]) for c in row["cells"]]
        wins = {}
        for e in decades:
            if found := best(problem, e, lambda row: ours(row) and row["group"] == "ours"):
                wins[found[1]] = wins.get(found[1], 0) + 1
        mine = [row for row in problem["rows"] if row["method"] in sorted(wins, key=wins.get, reverse=True)[:3] and not row["package"]]
        mine += [row for row in problem["rows"] if row["group"] in ("exact", "ours, adaptive") and not row["method"].endswith("by tolerance")][:1]
        peers = {}
        for row in problem["rows"]:
            if row["package"] and row["cells"]:
                score = (-len(row["cells"]), sum(math.log(c["microseconds"]) for c in row["cells"]))
                key = row["package"] if row["group"] != "one by one" else row["group"]
                if key not in peers or score < peers[key][0]:
                    peers[key] = (score, row)
        lines = [(row["method"], False, points(row)) for row in mine] + [(row["method"], True, points(row)) for _, row in peers.values()]
        return self.picture(name, f"{problem['name']}: {problem['title']}", "error of the attitude at the end, rad", "microseconds", lines, falling_x=True)

    def work_precision(self):
        out = [self.title("work_precision", "One body: time to an error"), TERMS, PEERS]
        for problem in self.results["work_precision"]["problems"]:
            out.append(f"### {problem['name']}: {problem['title']}\n")
            out.append(self.work_picture(f"work_precision_{problem['name']}", problem))
            out.append(self.work_table(problem, "work_precision", [(lambda row: row["group"] == "peer", "the best peer")]))
        wide = self.results["work_precision"].get("avx512")
        if wide:
            out.append("### Ours compiled for AVX-512\n\nA run of its own with the same peers: microseconds of the best of ours, and the best peer over it.\n")
            out.append(table(["", *(f"{e:.0e}" for e in ERRORS)], [[f"{p['name']}: {p['title']}", *(self.wide_cell(p, e) for e in ERRORS)] for p in wide]))
        return "\n".join(out)

    def wide_cell(self, problem, error):
        mine, peer = best(problem, error, ours), lambda row: row["group"] == "peer"
        if not mine:
            return "-"
        r = ratio(problem, error, ours, peer)
        self.note("work_precision", f"{problem['name']} with AVX-512, the best peer, error {error:.0e}: {self.names(problem, error, peer)}", r)
        return f"`{mine[1]}` {number(mine[0])}, " + ("only ours" if r is None else f"**{short(r)}**")

    def ensemble(self):
        out = [self.title("ensemble", "Many bodies: time to an error"),
               "256 bodies with moments and weights of their own, one thread, microseconds per body; the error is that of the worst of eight. "
               "Peers: one body after another, and Runge-Kutta with a body in each lane as a strong user writes it (`bench/peers/lanes.cpp`), for the same instruction set as ours.\n"]
        for lanes, crowd in self.results["ensemble"].items():
            for problem in crowd["problems"]:
                groups = [(lambda row: row["group"] == "one by one", "one by one"), (lambda row: row["group"] == "in lanes", "Runge-Kutta in lanes")]
                out.append(f"### {problem['name']}: {problem['title']}; ours with {lanes} ({crowd['width']} lanes)\n")
                if crowd is next(iter(self.results["ensemble"].values())):
                    out.append(self.work_picture(f"many_{problem['name']}", problem))
                out.append(self.work_table(problem, "ensemble", groups, " per body"))
        return "\n".join(out)

    def growth(self):
        found = self.results["growth"]
        out = [self.title("growth", "Many bodies: growth, threads, memory"), f"Instruction set: {found['lanes']}.\n"]
        grown = found["growth"]
        out.append(self.picture("growth", "Cost of a body as bodies grow in number", "bodies", "nanoseconds", [
            ("rk8, a step", False, [(g["bodies"], g["rk8_ns"]) for g in grown]), ("exact, raw to result", False, [(g["bodies"], g["exact_ns"]) for g in grown])]))
        out.append(table(["bodies", "`rk8`, ns per body and step", "over runs of 1e3", "in new memory", "two threads", "exact, ns per body", "two threads", "bytes per body"], [
            [f"{g['bodies']:.0e}", f"{g['rk8_ns']:.1f}", f"{g['rk8_over_few']:.3f}", number(g.get("rk8_first_ns")), f"{g['rk8_two_threads']:.2f} x", f"{g['exact_ns']:.0f}", f"{g['exact_two_threads']:.2f} x",
             number(g.get("bytes_per_body"))] for g in grown]))
        out.append("50 steps of `rk8`, of 1 s, on heavy tops and the making of each body with its certificate, in memory that the process has; medians of rounds in which all of a line take their turn, two threads after others that are not timed (a processor that slept is slow at first); *over runs of 1e3*: the time of so many bodies at once over that of as many in runs of 1e3; *in new memory*: the first run of so many, with the system's time for its pages; bytes are the growth of the process from the line before.\n")
        out.append("The kernels by themselves, beside Runge-Kutta in lanes and bare memory:\n")
        for rows in (found["kernels"], found["external"], found["exact_times"]):
            out.append(table([k for k in rows[0] if k != "asked"], [[v for k, v in row.items() if k != "asked"] for row in rows]))
            for row in rows:
                if "ratio" in row or "float, times as fast" in row:
                    self.note("growth", f"float over double, {list(row.values())[0]}", float(row.get("float, times as fast", row.get("times as fast", "1"))))
        out.append(f"Constants of the exact motion: {found['exact_bytes']:.1f} bytes a body.\n")
        return "\n".join(out)

    def engines(self):
        out = [self.title("engines", "Engines: a step of 1/60 s"),
               "Free bodies and tops alone, without contacts, which is what engines are made for: this says nothing about those. Largest error of the attitude (rad) and of the energy (relative) at any step; "
               "flips of the middle axis where there are any; nanoseconds per body and step, 256 bodies (ours, where it does not say *in lanes*: one after the other). One torque a step.\n"]
        rows = []
        for case in self.results["engines"]["cases"]:
            mine = [r for r in case["rows"] if r["group"] == "ours"]
            for r in case["rows"]:
                flips = f"{r['flips']} (true: {case['flips']})" if case["name"].startswith("D") else ""
                name = f"`{r['method']}`" if r["group"] == "ours" else r["method"]
                rows.append([f"{case['name']}, {case['title']}", name, f"{r['attitude']:.1e}", f"{r['energy']:.1e}", flips, f"{r['ns']:.1f}"])
                if r["group"] != "ours":
                    self.note("engines", f"{case['name']}, nanoseconds against {r['method']}", r["ns"] / min(x["ns"] for x in mine))
                    self.note("engines", f"{case['name']}, error of the attitude against {r['method']}", r["attitude"] / max(1e-16, min(x["attitude"] for x in mine)))
        return "\n".join(out + [table(["case", "", "attitude", "energy", "flips", "ns"], rows)])

    def molecules(self):
        found = self.results["molecules"]
        out = [self.title("molecules", "Molecules: a step of a million")]
        if "missing" in found:
            return out[0] + f"\nLeft out: {found['missing']} is not there.\n"
        out.append(f"Bodies without forces; {found['package']}, one process, its own clock. Its step moves the centres as well. Errors: free body F, 10 s at 1/60 s.\n")
        rows = [[f"LAMMPS `{r['method']}`", f"{r['bodies']:.1e}", f"{r['ns']:.1f}", f"{r['attitude']:.1e}"] for r in found["rows"]]
        error = next((r["attitude"] for c in (self.results["engines"] or {"cases": []})["cases"] if c["name"] == "F 10 s" for r in c["rows"] if r["method"] == "sr2"), None)
        if self.results["growth"]:
            rows.append(["kick and drift (`sr2`), rotation alone", "1.0e+06", f"{self.molecule_ns():.1f}", f"{error:.1e}" if error else "-"])
            for r in found["rows"]:
                self.note("molecules", f"kick and drift of 1e6 bodies against {r['method']}", r["ns"] / self.molecule_ns())
        return "\n".join(out + [table(["", "bodies", "ns per body and step", "error of the attitude"], rows)])

    def long_time(self):
        found = self.results["long_time"]
        out = [self.title("long_time", "Long times: what rounding does"),
               f"Free bodies, h = {found['step']:g} s, each step done. Momentum in space is conserved by our methods, energy by `dmv8`: what is seen of them is rounding. On a symmetric body `sr2` is "
               "exact, and its attitude is wrong by rounding alone; there, too, the error of the frequency of the first state grows with time.\n"]
        lines = [(m["method"], m["method"].startswith("odeint"), [(r["steps"], max(r["momentum"], 1e-17)) for r in m["rows"]]) for m in found["methods"]]
        out.append(self.picture("long_time", "Error of the momentum in space", "steps", "relative error", lines))
        steps = [r["steps"] for r in found["methods"][0]["rows"]]
        rows = []
        for m in found["methods"]:
            for what in ("momentum", "energy", "length", "attitude"):
                if what in m["rows"][0]:
                    rows.append([m["method"], what] + [f"{r[what]:.0e}" for r in m["rows"]] + ["lost"] * (len(steps) - len(m["rows"])))
        out.append(table(["", "error of"] + [f"{s:.0e} steps" for s in steps], rows))
        out.append(f"Nanoseconds a step, two runs side by side: {', '.join(m['method'] + ' ' + format(m['ns'], '.0f') for m in found['methods'])}.\n")
        return "\n".join(out)

    def step_cost(self):
        return self.title("step_cost", "A step of every method") + "\nOne body, each step after the one before; instructions by callgrind.\n\n" + steps_table(self.results["step_cost"])

    def float_cost(self):
        return self.title("float_cost", "`float` against `double`") + "\n" + table(
            ["", "double: ns", "float: ns", "times as fast", "4 doubles: ns per body", "8 floats: ns per body", "times as fast"],
            [[f"`{f['method']}`", *(f"{x:.1f}" for x in (f["double"], f["float"])), f"{f['double'] / f['float']:.2f}",
              *(f"{x:.1f}" for x in (f["double_in_lanes"], f["float_in_lanes"])), f"{f['double_in_lanes'] / f['float_in_lanes']:.2f}"] for f in self.results["float_cost"]])

    def exact_cost(self):
        found = self.results["exact_cost"]
        unit = next(x for x in found if x["what"] == "exponential map")
        mine = {x["what"]: x["ns"] for x in found}
        for what in ("evaluation", "set-up"):
            boost = min((ns for name, ns in mine.items() if name.startswith("Boost") and name.endswith(f": {what}")), default=None)
            if boost:
                self.note("exact_cost", f"exact motion, {what}, against Boost.Math", boost / mine["evaluation" if what == "evaluation" else "set-up, far"])
        return self.title("exact_cost", "The exact free motion") + "\n" + table(
            ["", "ns", "/ exponential map", "plain: ns", "AVX-512: ns"],
            [[x["what"], f"{x['ns']:.1f}", f"{x['ns'] / unit['ns']:.2f}", number(x.get("plain")), number(x.get("avx512"))] for x in found])

    def plain(self, name, title):
        return self.title(name, title) + "\n" + plain_table(self.results[name])

    def accuracy(self):
        found = self.results["accuracy"]
        return self.title("accuracy", "`accuracy` on random problems") + "\n" + plain_table(found["judged"]) + "\n" + plain_table(found["finding the steps"])

    def python(self):
        found = self.results["python"]
        if "missing" in found:
            return self.title("python", "Python") + f"\nLeft out: {found['missing']} is not there.\n"
        return self.title("python", "Python") + "\n" + table(["what", "asked", "measured"], [[r["what"], r["asked"], r["measured"]] for r in found["rows"]])

    def losses(self):
        out = ["## Where we lose\n\nEvery ratio on this page that is below 1, and every number that was asked and not reached.\n"]
        if self.lost:
            out.append(table(["section", "where", "ratio"], [[f"`{s}`", what, f"{r:.2f}"] for s, what, r in self.lost]))
        else:
            out.append("No ratio is below 1.\n")
        short_of = [(what, asked, measured) for rows in numbers(self.results).values() for what, asked, measured, reached, _ in rows if reached is not None and not reached]
        out.append(table(["asked and not reached", "asked", "measured"], [list(row) for row in short_of]) if short_of else "Everything that was asked and measured is reached.\n")
        return "\n".join(out)

    def text(self):
        parts = []
        for name, make in (("work_precision", self.work_precision), ("ensemble", self.ensemble), ("growth", self.growth), ("engines", self.engines),
                           ("molecules", self.molecules), ("long_time", self.long_time), ("exact_cost", self.exact_cost),
                           ("accuracy", self.accuracy), ("python", self.python),
                           ("program", lambda: self.plain("program", "The program as a whole")),
                           ("estimate", lambda: self.plain("estimate", "The estimate of fixed steps")),
                           ("float_cost", self.float_cost), ("step_cost", self.step_cost)):
            parts.append(make() if self.results[name] else f"## `{name}`\n\nNot measured yet: `bench/run build {name}`.\n")
        return "\n".join([HEADER, self.machine(), "## In short\n\n" + self.summary(), self.numbers(), self.losses(), *parts])


def steps_table(rows):
    unit = next(r["ns"] for r in rows if r["method"] == "exponential-map")
    return table(["method", "ns per step", "/ exponential map", "instructions"], [
        [f"`{r['method']}`", f"{r['ns']:.1f}", f"{r['ns'] / unit:.2f}", f"{r['instructions']:.0f}" if r["instructions"] else ""] for r in rows])


def load(build):
    sections = {}
    for path in glob.glob(os.path.join(build, "bench", "results", "*.json")):
        with open(path, encoding="utf-8") as file:
            found = json.load(file)
        sections[found["section"]] = found
    return sections


README_ROWS = ("asymmetric heavy top,", "satellite ", "free body at t", "heavy tops, many")  # the one where we win least among them


def readme_table(table):
    """The head of the table, and a few of its rows."""
    lines = table.strip().splitlines()
    return "\n".join([*lines[:2], *(line for line in lines[2:] if line[2:].startswith(README_ROWS))])


def put_into_readme(table):
    """In the place of the table with the same first line."""
    path, head = os.path.join(ROOT, "README.md"), table.split("\n", 1)[0]
    with open(path, encoding="utf-8") as file:
        before, after = file.read().split(head)
    with open(path, "w", encoding="utf-8") as file:
        file.write(before + table.strip() + "\n\n" + after.split("\n\n", 1)[1])


def write(build):
    """To docs/results/, unless a part of it is from a quick run: then to BUILD/bench/."""
    sections = load(build)
    if not sections:
        raise SystemExit("bench/run: no results in " + os.path.join(build, "bench", "results"))
    quick = any(s["quick"] for s in sections.values())
    folder = os.path.join(build, "bench", "page") if quick else os.path.join(ROOT, "docs", "results")
    os.makedirs(os.path.join(folder, "pictures"), exist_ok=True)
    page = Page(sections, folder)
    text = page.text()
    for name, svg in page.svgs.items():
        with open(os.path.join(folder, "pictures", f"{name}.svg"), "w", encoding="utf-8") as file:
            file.write(svg)
    with open(os.path.join(folder, "performance.md"), "w", encoding="utf-8") as file:
        file.write(text)
    if not quick:
        put_into_readme(readme_table(page.summary()))
    print(f"bench: wrote {os.path.relpath(os.path.join(folder, 'performance.md'))}")
