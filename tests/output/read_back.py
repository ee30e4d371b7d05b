"""read_back.py FILE ROWS -- reads FILE (.csv, .npz, .json) with Python's own readers and holds it against raw rows

ROWS is the file of rows (12 doubles each). Prints what FILE says about its run as one JSON object; fails with a
message if a number is not the same bits.
"""

import csv
import json
import sys
import zipfile

import numpy as np

COLUMNS = "t,qw,qx,qy,qz,wx,wy,wz,Lx,Ly,Lz,energy".split(",")


def read_csv(path):
    with open(path, newline="", encoding="utf-8") as file:
        lines = file.read().split("\n")
    assert lines.pop() == "", "the last line has no end"
    about = {}
    while lines[0].startswith("#"):
        key, _, value = lines.pop(0)[2:].partition(": ")
        assert key not in about, f"twice: {key}"
        about[key] = value
    rows = list(csv.reader(lines))
    assert rows[0] == COLUMNS, rows[0]
    digits = [len(x.split("e")[0].replace("-", "").replace(".", "").lstrip("0")) for row in rows[1:] for x in row]
    assert max(digits) <= 17, max(digits)
    return about, np.array([[float(x) for x in row] for row in rows[1:]]).reshape(-1, 12)


def read_npz(path):
    with zipfile.ZipFile(path) as archive:
        assert archive.testzip() is None, "a checksum is wrong"
        assert all(i.date_time == (1980, 1, 1, 0, 0, 0) for i in archive.infolist())
    arrays = np.load(path, allow_pickle=False)
    assert sorted(arrays) == sorted(["t", "q", "w", "L", "energy", "metadata"]), sorted(arrays)
    n = len(arrays["t"])
    shapes = [arrays[name].shape for name in ("t", "q", "w", "L", "energy", "metadata")]
    assert shapes == [(n,), (n, 4), (n, 3), (n, 3), (n,), ()], shapes
    return json.loads(str(arrays["metadata"])), np.column_stack([arrays[a] for a in ("t", "q", "w", "L", "energy")])


def read_json(path):
    def refuse(name):
        raise ValueError(f"{name} is not JSON")

    with open(path, encoding="utf-8") as file:
        data = json.load(file, parse_constant=refuse)
    columns = data.pop("columns")
    assert list(columns) == COLUMNS, list(columns)
    return data, np.array([columns[c] for c in COLUMNS], dtype=float).T


path, rows = sys.argv[1:]
about, table = {"csv": read_csv, "npz": read_npz, "json": read_json}[path.rpartition(".")[2]](path)
expected = np.fromfile(rows, dtype="<f8").reshape(-1, 12)
assert table.shape == expected.shape, (table.shape, expected.shape)
same = np.ascontiguousarray(table).view("<u8") == expected.view("<u8")
assert same.all(), f"row and column {np.argwhere(~same)[0]}: {table[~same][0]!r} instead of {expected[~same][0]!r}"
print(json.dumps(about))
