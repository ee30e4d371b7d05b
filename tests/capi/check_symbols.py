#!/usr/bin/env python3
"""check_symbols.py HEADER LIBRARY -- the shared library shows what polhode.h declares: all of it, and nothing else"""

import re
import subprocess
import sys


def declared(header):
    with open(header, encoding="utf-8") as file:
        text = re.sub(r"/\*.*?\*/", "", file.read(), flags=re.S)
    text = re.sub(r"^\s*#.*$", "", text, flags=re.M)
    return set(re.findall(r"\b(polhode_\w+)\s*\([^)]*\)\s*;", text))


def exported(library):
    lines = subprocess.run(["nm", "-D", "--defined-only", library], capture_output=True, text=True, check=True).stdout
    symbols = [line.split()[1:] for line in lines.splitlines()]
    versions = [name for kind, name in symbols if kind == "A"]
    return {name for kind, name in symbols if kind != "A"}, versions


def main(header, library):
    wanted = declared(header)
    found, versions = exported(library)
    with open(header, encoding="utf-8") as file:
        abi = re.search(r"#define POLHODE_ABI (\d+)", file.read()).group(1)
    node = f"POLHODE_{abi}"
    faults = [f"declared, not exported: {name}" for name in sorted(wanted - {n.split("@")[0] for n in found})]
    faults += [f"exported, not declared: {name}" for name in sorted(found) if name.split("@")[0] not in wanted]
    faults += [f"without the version {node}: {name}" for name in sorted(found) if not name.endswith("@@" + node)]
    if versions != [node]:
        faults.append(f"versions {versions}, not {node} alone")
    if len(wanted) < 40:
        faults.append(f"only {len(wanted)} declarations were found: the header has changed its form")
    print("\n".join(faults), end="\n" if faults else "")
    return 1 if faults else 0


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1], sys.argv[2]))
