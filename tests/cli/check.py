#!/usr/bin/env python3
"""check.py PROGRAM -- whole-program tests of the command line: output, messages, exit codes."""

import json
import subprocess
import sys

program = sys.argv[1]
failures = []


def run(*arguments):
    done = subprocess.run([program, *arguments], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


def expect(what, condition):
    if not condition:
        failures.append(what)


code, out, err = run("methods", "--json")
cards = json.loads(out)
names = [(card["name"], card["flow"]) for card in cards]
expect("methods --json succeeds in silence", code == 0 and err == "")
expect("names are unique", len(set(names)) == len(names))
contract = """exact auto dmv2 dmv4 dmv6 dmv8 dmv10 dmv12 dmv14 dmv16 dmv18 dmv20 mz2 mz4 mz6 mz8 mz10 imr2 imr4 imr6 imr8 jem2 jem4
  sr2 sr4 sr6 sr8 mclachlan-reich mclachlan-reich-231 mclachlan-reich-231-cayley mclachlan-reich4 lie1 lie2 lie2-augmented
  lie3-false lie3 lie4 lie5 lie6 buss-rk4 buss-abam buss-simo-wong strang rattle nystrom4 nystrom4-hf rkn4 rkn6 composition4
  composition6 composition8 newmark newmark-spatial simo-wong hulbert akw lewis-simo lewis-simo-energy lgvi crouch-grossman-rk4
  crouch-grossman3 crouch-grossman4 rkmk4 cf4 quaternion-rk4 semi-implicit-euler semi-implicit-euler-explicit
  semi-implicit-euler-implicit-gyro semi-implicit-euler-momentum""".split()
for name in contract:
    expect(f"{name} is listed", any(card["name"] == name for card in cards))

code, out, err = run("methods")
expect("methods lists every name", code == 0 and all(f" {card['name']} " in out for card in cards))
code, out, err = run("--version")
expect("--version", code == 0 and out.startswith("polhode "))
code, out, err = run("--help")
expect("--help", code == 0 and "polhode methods" in out)
for wrong in [(), ("metods",), ("methods", "--xml"), ("methods", "--json", "more")]:
    code, out, err = run(*wrong)
    expect(f"{wrong} is refused with 2 and a message on stderr", code == 2 and out == "" and "methods" in err)

for failure in failures:
    print("failed:", failure)
print(f"{len(contract) + 9 - len(failures)} passed, {len(failures)} failed")
sys.exit(1 if failures else 0)
