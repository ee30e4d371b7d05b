"""league -- drives the adapters, and lets `polhode verify` grade what they write

Adapters are programs: BUILD/league/native/* and BUILD/league/adapters/*.mjs. Each takes a case as JSON on stdin and writes CSV;
--describe lists its settings. One that crashes or hangs gets F for the case, with its last words, and the league goes on.
"""

import concurrent.futures
import csv
import json
import os
import shutil
import signal
import subprocess
from dataclasses import dataclass, field
from typing import Any, Callable

import models

SECONDS = 120  # that an adapter has for one case; the slowest takes 3
BELIEVED = 0.05  # rad: largest error of the driver's cases. First-order attitudes lag by 0.012 there; wrong axes are off by 1
DRIVER_CASES = ("sphere", "spin1", "spin3")  # spin2 is unstable: it says more of the engine than of its driver
FINGERPRINT_CASE, FINGERPRINT_ROWS = "F10", 201


@dataclass
class Adapter:
    name: str  # of its file
    command: list[str]
    about: dict[str, Any] = field(default_factory=dict)  # what --describe says
    fault: str = ""  # why there is nothing


@dataclass
class Entry:
    """An engine with one of its settings."""
    adapter: str
    engine: str
    version: str
    precision: str
    setting: str
    meaning: str
    cases: dict[str, dict[str, Any]] = field(default_factory=dict)
    scheme: str = ""
    misfit: float | None = None

    @property
    def believed(self) -> bool:
        return all(self.cases[name].get("attitude_error_max") is not None
                   and self.cases[name]["attitude_error_max"] <= BELIEVED for name in DRIVER_CASES)


def last_words(text: str) -> str:
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[-1][:200] if lines else "no word"


def cases_of(program: str) -> dict[str, dict[str, Any]]:
    answer = subprocess.run([program, "verify", "--list-cases", "--json"], capture_output=True, text=True, check=True)
    return {case["name"]: case for case in json.loads(answer.stdout)}


def adapters_in(folder: str, only: list[str]) -> list[Adapter]:
    """All that are there, each asked what it is."""
    found = []
    native, scripts = os.path.join(folder, "native"), os.path.join(folder, "adapters")
    for name in sorted(os.listdir(native)) if os.path.isdir(native) else []:
        if os.access(os.path.join(native, name), os.X_OK):
            found.append(Adapter(name, [os.path.join(native, name)]))
    for name in sorted(os.listdir(scripts)) if os.path.isdir(scripts) else []:
        if name.endswith(".mjs") and name != "adapter.mjs":
            found.append(Adapter(name[:-4], [shutil.which("node") or "node", os.path.join(scripts, name)]))
    found = [a for a in found if not only or a.name in only]
    for adapter in found:
        try:
            answer = subprocess.run([*adapter.command, "--describe"], capture_output=True, text=True, timeout=SECONDS)
            adapter.about = json.loads(answer.stdout)
            if not adapter.about["settings"]:
                raise ValueError("it has no settings")
        except (OSError, ValueError, KeyError, subprocess.TimeoutExpired) as fault:
            said = last_words(answer.stderr) if isinstance(fault, ValueError) and answer.stderr else str(fault)
            adapter.fault = f"--describe fails: {said}"
    return found


def drive(adapter: Adapter, setting: str, case: dict[str, Any], path: str, seconds: float = SECONDS) -> str:
    """Writes the adapter's rows to a file. What went wrong, or nothing."""
    given = {key: case[key] for key in ("name", "moments", "attitude", "angular_velocity", "step", "steps")}
    with open(path, "w", encoding="utf-8") as out:
        process = subprocess.Popen(adapter.command, stdin=subprocess.PIPE, stdout=out, stderr=subprocess.PIPE, text=True,
                                   start_new_session=True)
        try:
            _, said = process.communicate(json.dumps({**given, "setting": setting}), timeout=seconds)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)  # it, and what it has started
            _, said = process.communicate()
            return f"hung: stopped after {seconds:g} s; {last_words(said)}"
    if process.returncode != 0:
        return f"crashed (exit {process.returncode}): {last_words(said)}"
    return ""


def graded(program: str, path: str, case: str) -> dict[str, Any]:
    answer = subprocess.run([program, "verify", path, "--case", case, "--json"], capture_output=True, text=True)
    try:
        found = json.loads(answer.stdout)
        return found if "grade" in found else {"grade": "F", "fault": last_words(answer.stderr or answer.stdout)}
    except ValueError:
        return {"grade": "F", "fault": last_words(answer.stderr or answer.stdout)}


def play(program: str, adapter: Adapter, setting: str, case: dict[str, Any], out: str, seconds: float = SECONDS) -> dict[str, Any]:
    path = os.path.join(out, f"{adapter.name}.{setting}.{case['name']}.csv")
    fault = drive(adapter, setting, case, path, seconds)
    if fault:
        return {"grade": "F", "fault": fault}
    return graded(program, path, case["name"])


def rows_of(path: str, most: int) -> tuple[dict[str, str], list[tuple[models.Vector, models.Vector]]]:
    """Header, and rows as (q w x y z, w in space axes)."""
    header: dict[str, str] = {}
    rows = []
    with open(path, encoding="utf-8", newline="") as file:
        for row in csv.reader(file):
            if row and row[0].startswith("#"):
                name, _, value = ",".join(row)[1:].partition(":")
                header[name.strip()] = value.strip()
            elif row and row[0] != "t" and len(rows) < most:
                numbers = [float(x) for x in row]
                q, w = tuple(numbers[1:5]), tuple(numbers[5:8])
                if header["quaternion"].startswith("xyzw"):
                    q = (q[3], *q[:3])
                rows.append((q, models.rotate(models.unit(q), w) if header["omega"] == "body" else w))
    return header, rows


def recognise(entry: Entry, case: dict[str, Any], out: str) -> None:
    path = os.path.join(out, f"{entry.adapter}.{entry.setting}.{case['name']}.csv")
    try:
        header, rows = rows_of(path, FINGERPRINT_ROWS)
        scheme, entry.misfit = models.fingerprint(tuple(case["moments"]), case["step"], rows, entry.precision)
        entry.version, entry.scheme = header.get("version", entry.version), scheme or ""
    except (OSError, ValueError, KeyError, ZeroDivisionError, OverflowError, TypeError):
        pass  # it has crashed, and its row says so


def season(program: str, folder: str, only: list[str], jobs: int, say: Callable[[str], None]) -> dict[str, Any]:
    """All adapters, all settings, all free cases."""
    cases = {name: case for name, case in cases_of(program).items() if case["group"] in ("league", "badge") or name in DRIVER_CASES}
    out = os.path.join(folder, "out")
    os.makedirs(out, exist_ok=True)
    adapters = adapters_in(folder, only)
    entries = [Entry(a.name, a.about["engine"], a.about["version"], a.about["precision"], setting, meaning)
               for a in adapters if not a.fault for setting, meaning in a.about["settings"].items()]
    by_name = {a.name: a for a in adapters}

    def one(entry: Entry) -> None:
        for name, case in cases.items():
            entry.cases[name] = play(program, by_name[entry.adapter], entry.setting, case, out)
        recognise(entry, cases[FINGERPRINT_CASE], out)
        say(f"{entry.engine}, {entry.setting}: " + "".join(entry.cases[n]["grade"] for n, c in cases.items() if c["group"] == "league")
            + ("" if entry.believed else " (its driver is not believed)"))

    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for done in concurrent.futures.as_completed([pool.submit(one, entry) for entry in entries]):
            done.result()
    return {"cases": list(cases.values()),
            "entries": [{**vars(entry), "believed": entry.believed} for entry in entries],
            "missing": [{"adapter": a.name, "fault": a.fault} for a in adapters if a.fault]}
