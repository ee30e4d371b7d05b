"""page -- the results of the league as docs/results/league.md, docs/results/engines.md and BUILD/league/league.html"""

import html
import os
import re
import statistics
from typing import Any

LETTERS = "ABCDEF"
FAIR = """Engines mostly do not aim at this: they are made for contacts, joints and many bodies in a frame of 16 ms, and a lone body that
tumbles is not what their users see. A lone body says nothing about contacts. Small steps and other settings help some of them.
No times of engines in JavaScript are given: WebAssembly on a shared machine says nothing about the engine."""
HOW = """Each engine moves one body without gravity, contacts, damping and sleep, in steps of 1/60 s, with moments, attitude and angular
velocity given; its own numbers are read after every step and graded by `polhode verify` against the exact motion (what the letters mean:
[verify.md](../how-to/verify.md)). Before a driver is believed it must turn a sphere, and spin about the axes of the least and the greatest moment,
within 0.05 rad. An engine that crashes or hangs gets F, and its last words stand in its figures."""
COLUMNS = """Overall is the median of the six, and at best E with an F among them. Scale: F10 with a millionth of the moments goes as F10 goes (the same
letter, the attitude within a factor of 2 or 1e-3 rad). Speed: a sphere at 100 rad/s keeps its attitude within 0.1 rad (C or better)."""

ENGINES = """# Engines with `polhode_step.h`: before and after

Written by `make league`. How to put it in: [engines.md](../how-to/engines.md); what the letters mean:
[verify.md](../how-to/verify.md#grades).

"""


def number(value: float | None) -> str:
    if value is None:
        return "–"
    if abs(value) >= 0.01 and abs(value) < 1000:
        return f"{value:.2g}"
    mantissa, exponent = f"{value:.1e}".split("e")
    return f"{mantissa}e{int(exponent)}"


class Row:
    """What the pages show of an engine with one of its settings."""

    def __init__(self, entry: dict[str, Any], league_cases: list[str]):
        self.entry, self.cases = entry, entry["cases"]
        self.name = f"{entry['engine']}, {entry['setting']}" if entry["setting"] != "default" else entry["engine"]
        self.letters = [self.cases[c]["grade"] for c in league_cases]
        places = sorted(LETTERS.index(letter) for letter in self.letters)
        middle = statistics.median_high(places)  # of six: the worse of the two in the middle
        self.overall = LETTERS[max(middle, LETTERS.index("E")) if "F" in self.letters else middle]
        self.order = (not entry["believed"], sum(places), entry["engine"], entry["setting"])
        self.scale, self.speed = self._scale(), self.cases["speed"]["grade"] in "ABC"
        self.ours = entry["adapter"].startswith("polhode") or entry["setting"] == "polhode_step"

    def _scale(self) -> bool:
        usual, small = self.cases["F10"], self.cases["scale"]
        a, b = usual.get("attitude_error_max"), small.get("attitude_error_max")
        if usual["grade"] != small["grade"] or a is None or b is None:
            return False
        return max(a, b) <= 1e-3 or max(a, b) <= 2 * min(a, b)

    def scheme(self) -> str:
        if self.entry["scheme"]:
            return self.entry["scheme"]
        if self.entry["misfit"] is None:
            return "it gave no rows"
        return f"none of our models (the nearest is {number(self.entry['misfit'])} off in a step)"

    def figures(self, case: str) -> list[str]:
        found = self.cases[case]
        if "fault" in found:
            return [found["fault"], "", "", "", ""]
        flips = "" if found.get("true_flips") is None else f"{found['flips']} of {found['true_flips']}"
        return [number(found["attitude_error_max"]), number(found["energy_error_max"]), number(found["momentum_error_max"]),
                number(found["momentum_direction_error_max"]), flips]


FIGURES = ["attitude (rad)", "energy", "&#124;L&#124;", "direction of L (rad)", "flips"]


def tabled(head: list[str], rows: list[list[str]]) -> str:
    return "\n".join("| " + " | ".join(line) + " |" for line in [head, ["---"] * len(head), *rows]) + "\n"


def mark(passed: bool) -> str:
    return "yes" if passed else "**no**"


def markdown(found: dict[str, Any], rows: list[Row]) -> str:
    league = [c for c in found["cases"] if c["group"] == "league"]
    names = [c["name"] for c in league]
    believed = [row for row in rows if row.entry["believed"]]
    parts = ["# League: how well physics engines turn a free body\n\n<!-- Written by `make league`; do not edit. -->\n",
             f"Written by `make league` on {found['date']}. `build/league/league.html` is the same as a page.\n", FAIR + "\n", HOW + "\n",
             "## Grades at 1/60 s\n", COLUMNS + "\n",
             tabled(["engine, setting", *names, "overall", "scale", "speed"],
                    [[row.name, *row.letters, row.overall, mark(row.scale), mark(row.speed)] for row in believed]),
             "## The cases\n", "`polhode verify --list-cases --json` hands them out.\n",
             tabled(["case", "moments", "w (body axes, rad/s)", "time", "shows"],
                    [[c["name"], ", ".join(f"{x:.7g}" for x in c["moments"]), ", ".join(f"{x:.4g}" for x in c["angular_velocity"]),
                      f"{c['duration']:g} s", c["shows"]] for c in league]),
             "## What each engine evidently does\n",
             "Every step of F10 is compared with one step of small models (`league/models.py`) from the same state; a model that fits to "
             "rounding (1e-12, in single precision 3e-6) is what the engine does; in single precision accurate models cannot be told apart.\n",
             tabled(["engine, setting", "precision", "misfit", "evidently"],
                    [[row.name, row.entry["precision"], number(row.entry["misfit"]), row.scheme()] for row in believed]),
             "## Versions and settings\n",
             tabled(["engine", "version", "setting", "means"],
                    [[row.entry["engine"], row.entry["version"], row.entry["setting"], row.entry["meaning"]]
                     for row in sorted(rows, key=lambda r: (r.entry["engine"], r.entry["setting"]))]),
             "## Figures\n", "The largest over the run; energy and |L| relative to the start.\n"]
    for case in [*names, "sphere", "spin1", "spin3", "scale", "speed"]:
        parts += [f"### {case}\n", tabled(["engine, setting", "grade", *FIGURES],
                                          [[row.name, row.cases[case]["grade"], *row.figures(case)] for row in rows])]
    out = [row.name for row in rows if not row.entry["believed"]] + [m["adapter"] + ": " + m["fault"] for m in found["missing"]]
    if found.get("left_out"):
        out.append(found["left_out"])
    parts += ["## Left out\n", ("".join(f"- {text}\n" for text in out) if out else "Nothing.\n")]
    return "\n".join(parts)


def engines_page(found: dict[str, Any], rows: list[Row]) -> str:
    """docs/results/engines.md: before and after, and what a step costs."""
    names = [c["name"] for c in found["cases"] if c["group"] == "league"]
    pairs = [(row, after) for row in rows for after in rows
             if row.entry["setting"] == "default" and after.entry["setting"] == "polhode_step" and row.entry["engine"] == after.entry["engine"]]
    head = ["engine", "", *names, "overall", "scale", "speed"]
    grades, errors = [], []
    for before, after in sorted(pairs, key=lambda pair: pair[0].name):
        for row, title in ((before, "as it comes"), (after, "with polhode_step.h")):
            grades.append([row.entry["engine"], title, *row.letters, row.overall, mark(row.scale), mark(row.speed)])
            errors.append([row.entry["engine"], title,
                           *(f"{number(row.cases[c].get('attitude_error_max'))}, {number(row.cases[c].get('energy_error_max'))}" for c in names)])
    text = ENGINES + tabled(head, grades) + "\nLargest error of the attitude (rad), and of the energy (relative):\n\n" + tabled(["engine", "", *names], errors)
    if found["costs"]:
        keys = [k for k in found["costs"][0] if k != "precision"]
        lines = [[key, *(f"{cost[key]:.0f}" for cost in found["costs"])] for key in keys]
        whole, solve, ours = "bullet whole step", "bullet implicit gyroscopic solve", "polhode_step"
        turned, same = "bullet whole step, turned by polhode_step", "bullet implicit gyroscopic solve, and its turn of the attitude"
        lines.append(["polhode_step / whole step (asked: at most 0.25)", *(f"{cost[ours] / cost[whole]:.3f}" for cost in found["costs"])])
        lines.append(["polhode_step / implicit solve (asked: at most 1)", *(f"{cost[ours] / cost[solve]:.2f}" for cost in found["costs"])])
        lines.append(["polhode_step / implicit solve and turn, which is what it does", *(f"{cost[ours] / cost[same]:.2f}" for cost in found["costs"])])
        lines.append(["whole step with polhode_step / as it comes", *(f"{cost[turned] / cost[whole]:.2f}" for cost in found["costs"])])
        text += "\nNanoseconds per body and step, 256 lone bodies, all in one run in turns (`league/native/step_cost.cpp`):\n\n" + tabled(
            ["", *(cost["precision"] for cost in found["costs"])], lines)
    return text


def put(path: str, text: str) -> None:
    with open(path + ".new", "w", encoding="utf-8") as file:
        file.write(text)
    os.replace(path + ".new", path)


def write(found: dict[str, Any], build: str, root: str) -> None:
    names = [c["name"] for c in found["cases"] if c["group"] == "league"]
    rows = sorted((Row(entry, names) for entry in found["entries"]), key=lambda row: row.order)
    put(os.path.join(root, "docs", "results", "league.md"), markdown(found, rows))
    put(os.path.join(root, "docs", "results", "engines.md"), engines_page(found, rows))
    put(os.path.join(build, "league", "league.html"), web_page(found, rows))


# --- the page for browsers ------------------------------------------------------------------------------------------------------


def web_row(row: Row, names: list[str]) -> str:
    entry, e = row.entry, html.escape
    cells = "".join(f'<b class="g {letter}">{letter}</b>' for letter in row.letters)
    badges = "".join(f'<i class="{"yes" if passed else "no"}" title="{title}: {"passed" if passed else "failed"}">{"✓" if passed else "✗"}</i>'
                     for title, passed in (("scale", row.scale), ("speed", row.speed)))
    heads = "".join(f"<th>{'|L|' if 'L&#124;' in head else head}</th>" for head in ["case", "", *FIGURES])
    lines = "".join(
        f"<tr><td>{case}</td><td><b class='g {row.cases[case]['grade']}'>{row.cases[case]['grade']}</b></td>"
        + "".join(f"<td>{e(text)}</td>" for text in row.figures(case)) + "</tr>" for case in [*names, "scale", "speed", "sphere", "spin1", "spin3"])
    setting = "" if entry["setting"] == "default" else f"<small>{e(entry['setting'])}</small>"
    return (f'<details class="row{" ours" if row.ours else ""}"><summary><span class="name">{e(entry["engine"])} {setting}</span>'
            f'<span class="letters">{cells}<b class="g all {row.overall}">{row.overall}</b>{badges}</span></summary>'
            f'<div class="more"><p>{e(entry["engine"])} {e(entry["version"])}, {e(entry["precision"])} precision; {e(entry["meaning"])}.<br>'
            f'Evidently: {e(row.scheme())}.</p><div class="scroll"><table><tr>{heads}</tr>{lines}</table></div></div></details>')


STYLE = """:root{color-scheme:light dark;--page:#f4f5f8;--card:#fff;--ink:#18202e;--muted:#566176;--line:#e1e5ec;--soft:#eef0f6;--good:#0d7a52;--bad:#b3261e;
--A:#0d7a52;--B:#3f7d1d;--C:#8a6a00;--D:#a85400;--E:#b3261e;--F:#6d1230}
@media(prefers-color-scheme:dark){:root{--page:#0d1016;--card:#151a23;--ink:#e7ebf2;--muted:#9aa5b8;--line:#262e3b;--soft:#1e2531;--good:#6fdcae;--bad:#ff9a90;
--A:#12805a;--B:#4b8a26;--C:#8f7008;--D:#b0601a;--E:#c23a30;--F:#8d2148}}
*{box-sizing:border-box}body{margin:0;background:var(--page);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
main{max-width:1000px;margin:0 auto;padding:24px 16px 64px}h1{font-size:1.6rem;line-height:1.25;margin:.2em 0}h2{font-size:1.15rem;margin:2em 0 .5em}p{margin:.6em 0}
.muted,small{color:var(--muted)}small{font-size:.85em;margin-left:.3em}.card{background:var(--card);border:1px solid var(--line);border-radius:10px}
.row{border-top:1px solid var(--line)}.row summary,.head{display:flex;gap:12px;align-items:center;padding:7px 14px;cursor:pointer;list-style:none}
.row summary::-webkit-details-marker{display:none}.row summary:hover{background:var(--soft)}.row summary::before{content:"▸";color:var(--muted);width:1em}
.row[open] summary::before{content:"▾"}.head{cursor:default;color:var(--muted);font-size:.8rem}.head::before{content:"";width:1em}.name{flex:1;min-width:0}
.ours .name{font-weight:650}.letters{display:flex;gap:4px;align-items:center}.letters>*{width:34px;text-align:center}
.g{display:inline-block;min-width:26px;border-radius:5px;color:#fff;font-weight:650;text-align:center;line-height:1.7}.g.all{margin-left:10px;outline:2px solid var(--line)}.head .all{margin-left:10px}
.A{background:var(--A)}.B{background:var(--B)}.C{background:var(--C)}.D{background:var(--D)}.E{background:var(--E)}.F{background:var(--F)}
i{font-style:normal;font-weight:650}.yes{color:var(--good)}.no{color:var(--bad)}.more{padding:0 14px 14px 42px;font-size:.92rem}.scroll{overflow-x:auto}
table{border-collapse:collapse;font-size:.9rem;font-variant-numeric:tabular-nums}th,td{padding:4px 12px 4px 0;text-align:left;border-bottom:1px solid var(--line)}
th{color:var(--muted);font-weight:500;white-space:nowrap}td:nth-child(n+3){white-space:nowrap}
@media(max-width:640px){.row summary{flex-wrap:wrap;row-gap:4px}.name{flex:1 0 80%}.row .letters{margin-left:calc(1em + 12px)}.head{display:flex}.head .name{display:none}
.letters>*{width:28px}.head .letters>*{font-size:.68rem}.head{padding-left:14px;gap:12px}.more{padding-left:14px}.g{min-width:24px}}"""


def plain(text: str) -> str:
    """The same words without the marks of Markdown."""
    return html.escape(re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text).replace("`", ""))


def web_page(found: dict[str, Any], rows: list[Row]) -> str:
    league = [c for c in found["cases"] if c["group"] == "league"]
    names = [c["name"] for c in league]
    head = "".join(f"<span>{name}</span>" for name in names) + '<span class="all">all</span><span>scale</span><span>speed</span>'
    cases = "".join(f"<tr><td>{c['name']}</td><td>{c['duration']:g} s</td><td style='white-space:normal'>{html.escape(c['shows'])}</td></tr>" for c in league)
    doubted = [row for row in rows if not row.entry["believed"]]
    rest = "".join(f"<p>{html.escape(row.name)}: its driver is not believed.</p>" for row in doubted)
    rest += "".join(f"<p>{html.escape(m['adapter'] + ': ' + m['fault'])}</p>" for m in found["missing"])
    rest += f"<p>{html.escape(found['left_out'])}</p>" if found.get("left_out") else ""
    return f"""<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>How well physics engines turn a free body</title><style>{STYLE}</style><main>
<h1>How well physics engines turn a free body</h1><p class="muted">Grades at a step of 1/60 s, made by <code>make league</code> of polhode on {found['date']}.
Engines mostly do not aim at this, and a lone body says nothing about contacts; more below. Touch a row for its figures.</p>
<div class="card"><div class="head"><span class="name"></span><span class="letters">{head}</span></div>
{"".join(web_row(row, names) for row in rows if row.entry["believed"])}</div>
<p class="muted">{plain(COLUMNS)}</p>
<h2>The fair word</h2><p>{plain(FAIR)}</p><h2>How it is done</h2><p>{plain(HOW)}</p>
<h2>The cases</h2><div class="scroll"><table>{cases}</table></div><h2>Left out</h2>{rest or "<p>Nothing.</p>"}</main></html>
"""
