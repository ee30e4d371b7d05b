#!/usr/bin/env python3
"""meshes.py PROGRAM [--page] -- meshes that are good, odd and bad: does `polhode inertia` give the true inertia, or refuse?

The truth is computed in rational numbers, without any rounding, from the coordinates that are in the file and the winding as it
should be; for boxes it is held against the formula. Beside it the sum of textbooks: signed tetrahedra from the origin of the
file, in double, without a look at the mesh. Exit 1 if one mesh is neither right nor refused as it should be. --page writes
docs/results/meshes.md.
"""

import itertools
import json
import math
import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile
from fractions import Fraction

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
RIGHT = 1e-12  # largest error of an entry of the tensor, in parts of the largest moment


# --- truth ------------------------------------------------------------------------------------------------------------


def integrals(points, faces, number):
    """Volume, first and second moments about the origin, in numbers of that kind."""
    V, first, second = number(0), [number(0)] * 3, [[number(0)] * 3 for _ in range(3)]
    points = [[number(x) for x in p] for p in points]
    for face in faces:
        a, b, c = (points[k] for k in face)
        d = (a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]))
        e = [a[i] + b[i] + c[i] for i in range(3)]
        V += d / 6
        for i in range(3):
            first[i] += d * e[i] / 24
            for j in range(3):
                second[i][j] += d * (e[i] * e[j] + a[i] * a[j] + b[i] * b[j] + c[i] * c[j]) / 120
    return V, first, second


def body(points, faces, number=Fraction):
    """Volume, centre, and tensor about it, of density 1."""
    V, first, second = integrals(points, faces, number)
    if V == 0:
        return 0.0, [0.0] * 3, [[0.0] * 3] * 3
    centre = [x / V for x in first]
    q = [[second[i][j] - V * centre[i] * centre[j] for j in range(3)] for i in range(3)]
    tensor = [[float((q[0][0] + q[1][1] + q[2][2] if i == j else 0) - q[i][j]) for j in range(3)] for i in range(3)]
    return float(V), [float(x) for x in centre], tensor


def error(tensor, true):
    size = max(abs(x) for row in true for x in row)
    return max(abs(tensor[i][j] - true[i][j]) for i in range(3) for j in range(3)) / size


# --- shapes -----------------------------------------------------------------------------------------------------------

QUADS = [(0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5)]


def box(a, b, c, x=0, y=0, z=0):
    points = [(x + a * (k & 1), y + b * (k >> 1 & 1), z + c * (k >> 2)) for k in range(8)]
    return points, [t for p, q, r, s in QUADS for t in ((p, q, r), (p, r, s))]


def sphere(divisions, radius=1):
    sys.path.insert(0, os.path.join(ROOT, "tools"))
    import make_shapes
    points, faces = make_shapes.sphere(divisions)
    return [tuple(radius * x for x in p) for p in points], faces


def grid(nu, nv, place):
    points = [place(2 * math.pi * i / nu, 2 * math.pi * j / nv) for i in range(nu) for j in range(nv)]
    faces = []
    for i, j in itertools.product(range(nu), range(nv)):
        a, b, c, d = i * nv + j, (i + 1) % nu * nv + j, (i + 1) % nu * nv + (j + 1) % nv, i * nv + (j + 1) % nv
        faces += [(a, b, c), (a, c, d)]
    return points, faces


def torus(nu=40, nv=20):
    return grid(nu, nv, lambda u, v: ((2 + math.cos(v) / 2) * math.cos(u), (2 + math.cos(v) / 2) * math.sin(u), math.sin(v) / 2))


def eight():
    """A tube along a figure of eight that crosses itself in the middle."""
    return grid(60, 12, lambda u, v: (2 * math.sin(u) + 0.3 * math.cos(v) * math.cos(u), 2 * math.sin(u) * math.cos(u) + 0.3 * math.cos(v),
                                      0.3 * math.sin(v)))


def klein():
    """Closed, without an inside."""
    points, faces = grid(24, 12, lambda u, v: ((3 + math.cos(u / 2) * math.sin(v) - math.sin(u / 2) * math.sin(2 * v)) * math.cos(u),
                                               (3 + math.cos(u / 2) * math.sin(v) - math.sin(u / 2) * math.sin(2 * v)) * math.sin(u),
                                               math.sin(u / 2) * math.sin(v) + math.cos(u / 2) * math.sin(2 * v)))
    seam = {k: (12 - k) % 12 for k in range(12)}  # the tube comes back turned
    return points, [tuple(seam[k] if k < 12 and any(m >= 23 * 12 for m in f) else k for k in f) for f in faces]


def prism(outline, height):
    """A flat outline, counterclockwise and convex as seen from its first corner, made thick."""
    n = len(outline)
    points = [(x, y, 0) for x, y in outline] + [(x, y, height) for x, y in outline]
    faces = [f for i in range(1, n - 1) for f in ((0, i + 1, i), (n, n + i, n + i + 1))]
    faces += [f for i in range(n) for k in [(i + 1) % n] for f in ((i, k, n + k), (i, n + k, n + i))]
    return points, faces


def turned(mesh):
    return mesh[0], [(a, c, b) for a, b, c in mesh[1]]


def together(*meshes):
    points, faces = [], []
    for p, f in meshes:
        faces += [tuple(k + len(points) for k in face) for face in f]
        points += p
    return points, faces


def moved(mesh, f):
    return [tuple(f(*p)) for p in mesh[0]], mesh[1]


def by(x, y, z):
    return lambda *p: (p[0] + x, p[1] + y, p[2] + z)


def rotated(x, y, z):
    """By 1 rad about (1, 2, 3)."""
    n = math.sqrt(14)
    k, c, s = (1 / n, 2 / n, 3 / n), math.cos(1), math.sin(1)
    kv = k[0] * x + k[1] * y + k[2] * z
    cross = (k[1] * z - k[2] * y, k[2] * x - k[0] * z, k[0] * y - k[1] * x)
    return tuple(c * v + s * w + (1 - c) * kv * a for v, w, a in zip((x, y, z), cross, k))


def apart(mesh):
    """Each face has its own points."""
    return [mesh[0][k] for face in mesh[1] for k in face], [(3 * i, 3 * i + 1, 3 * i + 2) for i in range(len(mesh[1]))]


# --- files ------------------------------------------------------------------------------------------------------------


def obj(mesh):
    return ("".join(f"v {x!r} {y!r} {z!r}\n" for x, y, z in mesh[0]) + "".join(f"f {a + 1} {b + 1} {c + 1}\n" for a, b, c in mesh[1])).encode()


def off(mesh):
    return (f"OFF\n{len(mesh[0])} {len(mesh[1])} 0\n" + "".join(f"{x!r} {y!r} {z!r}\n" for x, y, z in mesh[0]) +
            "".join(f"3 {a} {b} {c}\n" for a, b, c in mesh[1])).encode()


def ply(mesh):
    head = (f"ply\nformat binary_little_endian 1.0\nelement vertex {len(mesh[0])}\nproperty double x\nproperty double y\nproperty double z\n"
            f"element face {len(mesh[1])}\nproperty list uchar int vertex_indices\nend_header\n").encode()
    return head + b"".join(struct.pack("<3d", *p) for p in mesh[0]) + b"".join(struct.pack("<B3i", 3, *f) for f in mesh[1])


def stl(mesh):
    return (b"solid, and binary".ljust(80) + struct.pack("<I", len(mesh[1])) +
            b"".join(struct.pack("<12fH", 0, 0, 0, *(x for k in f for x in mesh[0][k]), 0) for f in mesh[1]))


def text_stl(mesh):
    text = "solid x\n"
    for f in mesh[1]:
        text += "facet normal 0 0 0\nouter loop\n" + "".join("vertex %r %r %r\n" % tuple(map(float, mesh[0][k])) for k in f) + "endloop\nendfacet\n"
    return (text + "endsolid x\n").encode()


def single(mesh):
    """As it is in a file of single precision."""
    return [struct.unpack("<3f", struct.pack("<3f", *p)) for p in mesh[0]], mesh[1]


# --- the league -------------------------------------------------------------------------------------------------------


class Case:
    def __init__(self, group, name, mesh, says="", true=None, ending=".obj", content=None, flags=(), warning="", unit=1.0):
        self.group, self.name, self.mesh, self.says, self.ending, self.flags = group, name, mesh, says, ending, list(flags)
        writer = {".obj": obj, ".off": off, ".ply": ply, ".stl": stl}[ending]
        self.content = content if content is not None else writer(mesh)
        self.true = None if says else (true or mesh)
        self.warning, self.unit = warning, unit


def cases():
    B = box(1, 2, 3)
    far = by(2**20, -(2**21), 2**20 + 2**19)  # 1e6 sizes; corners are numbers of double
    hollow = together(box(3, 3, 3), turned(box(1, 1, 1, 1, 1, 1)))
    nested = together(box(5, 5, 5), turned(box(3, 3, 3, 1, 1, 1)), box(1, 1, 1, 2, 2, 2))
    wall = 2.0**-20
    thin = together(box(1, 1, 1), turned(box(1 - 2 * wall, 1 - 2 * wall, 1 - 2 * wall, wall, wall, wall)))
    two_holes = together(box(5, 3, 3), turned(box(1, 1, 1, 1, 1, 1)), turned(box(1, 1, 1, 3, 1, 1)))
    hundred = together(*(box(1, 1, 1, 3 * i, 3 * j, 3 * k) for i in range(5) for j in range(5) for k in range(4)))
    U = prism([(0, 0), (3, 0), (3, 3), (2, 3), (2, 1), (1, 1), (1, 3), (0, 3)], 1)  # its faces are fans, and overlap in the plane
    S = sphere(3)
    eight_faces = ([(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)],
                   [(0, 2, 4), (2, 1, 4), (1, 3, 4), (3, 0, 4), (2, 0, 5), (1, 2, 5), (3, 1, 5), (0, 3, 5)])
    yield from (Case("good", name, *rest, **more) for name, rest, more in [
        ("box", (B,), {}),
        ("box, turned", (moved(B, rotated),), {}),
        ("tetrahedron", (([(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)], [(0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)]),), {}),
        ("sphere of 1280 faces", (S,), {}),
        ("torus of 1600 faces, turned", (moved(torus(), rotated),), {}),
        ("U, concave", (U,), {}),
        ("plate, 1 x 1 x 1e-6", (box(1, 1, 2.0**-20),), {}),
        ("rod, 1 x 1e-4 x 1e-4, turned", (moved(box(1, 1e-4, 1e-4), rotated),), {}),
        ("text STL", (moved(B, rotated),), {"ending": ".stl", "content": text_stl(moved(B, rotated)), "true": moved(B, rotated)}),
        ("binary STL that says solid", (single(moved(S, rotated)),), {"ending": ".stl"}),
        ("binary PLY", (moved(torus(), rotated),), {"ending": ".ply"}),
        ("OFF", (S,), {"ending": ".off"})])
    yield from (Case("moved away", name, mesh, **more) for name, mesh, more in [
        ("box, 1e3 sizes", moved(B, by(1024, 2048, -1024)), {}),
        ("box, 1e6 sizes", moved(B, far), {}),
        ("sphere, 1e6 sizes", moved(S, far), {}),
        ("torus, turned, 1e6 sizes", moved(moved(torus(), rotated), far), {"ending": ".ply"}),
        ("rod, 1e6 sizes", moved(moved(box(1, 0.01, 0.01), rotated), far), {})])
    yield from (Case("unit", name, moved(B, lambda x, y, z: (100 * x, 100 * y, 100 * z)), flags=flags, warning=warning, unit=unit)
                for name, flags, warning, unit in [("millimetres", ("--unit", "mm"), "", 1e-3), ("inches", ("--unit", "in"), "", 0.0254),
                                                   ("millimetres, and nothing is said", (), "millimetres?", 1)])
    yield from (Case("inside out", name, turned(mesh), true=mesh, warning="inside out") for name, mesh in [
        ("box", B), ("sphere, 1e6 sizes away", moved(S, far))])
    yield Case("inside out", "one part of two", together(turned(B), box(1, 1, 1, 5, 0, 0)), true=together(B, box(1, 1, 1, 5, 0, 0)),
               warning="1 of 2 shells was inside out")
    yield from (Case("cavities", name, mesh, true=true, warning=warning) for name, mesh, true, warning in [
        ("wound well", hollow, hollow, ""),
        ("not turned", together(box(3, 3, 3), box(1, 1, 1, 1, 1, 1)), hollow, "taken for a cavity"),
        ("all inside out", turned(hollow), hollow, "2 of 2 shells were inside out"),
        ("a ball in a cavity", together(box(5, 5, 5), box(3, 3, 3, 1, 1, 1), box(1, 1, 1, 2, 2, 2)), nested, "1 of 3"),
        ("two, of each winding", together(box(5, 3, 3), box(1, 1, 1, 1, 1, 1), turned(box(1, 1, 1, 3, 1, 1))), two_holes, "1 of 3"),
        ("an octahedron that touches its box", together(box(2, 2, 2, -1, -1, -1), eight_faces), together(box(2, 2, 2, -1, -1, -1), turned(eight_faces)), "1 of 2"),
        ("walls of 1e-6", thin, thin, ""),
        ("sphere in a sphere, turned", moved(together(sphere(3, 2), sphere(3, 1)), rotated),
         moved(together(sphere(3, 2), turned(sphere(3, 1))), rotated), "1 of 2")])
    yield from (Case("parts", name, mesh, warning=warning) for name, mesh, warning in [
        ("apart", together(B, box(1, 1, 1, 7, 0, 0)), ""),
        ("touching on a part of a face", together(B, box(1, 1, 1, 1, 0.25, 0.25)), ""),
        ("touching on a face", together(box(1, 1, 1), box(1, 1, 1, 1, 0, 0)), "parts touch"),
        ("touching along an edge", together(box(1, 1, 1), box(1, 1, 1, 1, 1, 0)), "parts touch"),
        ("touching at a point", together(box(1, 1, 1), box(1, 1, 1, 1, 1, 1)), ""),
        ("touching, turned", moved(together(B, box(1, 1, 1, 1, 0.25, 0.25)), rotated), ""),
        ("a hundred", hundred, "")])
    yield Case("untidy", "each face has its own points", apart(S), true=S)
    yield Case("untidy", "a face with a point twice", (B[0], B[1] + [(1, 1, 2)]), true=B, warning="no area")
    yield Case("untidy", "a point far away that no face has", (B[0] + [(1e9, 0, 0)], B[1]), true=B)
    yield Case("untidy", "0 and -0", moved(apart(moved(box(2, 2, 2), by(-1, 0, 0))), lambda x, y, z: (x, y or (-0.0 if x > 0 else 0.0), z)),
               true=moved(box(2, 2, 2), by(-1, 0, 0)))
    crack = apart(B)
    yield from (Case("open", name, mesh, says="is not closed") for name, mesh in [
        ("a face missing", (S[0], S[1][1:])),
        ("a lid missing", (B[0], B[1][2:])),
        ("cracks of 1e-9", ([(x + 1e-9 * (i % 5), y, z) for i, (x, y, z) in enumerate(crack[0])], crack[1])),
        ("a corner on an edge", (B[0] + [(0.5, 0, 0)], [f for f in B[1] if f != (0, 1, 5)] + [(0, 8, 5), (8, 1, 5)])),
        ("a sheet", ([(0, 0, 0), (1, 0, 0), (0, 1, 0)], [(0, 1, 2)]))])
    yield from (Case("winding", name, mesh, says=says) for name, mesh, says in [
        ("one face turned", (S[0], [(S[1][0][0], S[1][0][2], S[1][0][1])] + S[1][1:]), "is wound in both senses"),
        ("half of the faces turned", (S[0], [f if i % 2 else (f[0], f[2], f[1]) for i, f in enumerate(S[1])]), "is wound in both senses"),
        ("a bottle of Klein", klein(), "has no inside")])
    yield from (Case("overlap", name, mesh, says="cuts itself") for name, mesh in [
        ("two boxes", together(B, box(1, 1, 1, 0.5, 0.5, 0.5))),
        ("two rods, crossed", together(box(4, 0.2, 0.2, -2, 0, 0), box(0.2, 4, 0.2, 0, -2, 0.1))),
        ("two boxes, by 0.5 % along an edge", together(box(1, 1, 1), box(1, 1, 1, 0.995, 0.995, 0.001))),
        ("a peg through a wall", together(box(3, 3, 3), box(0.2, 0.2, 1, 1, 1, 2.5))),
        ("two spheres, by 2 %", together(S, moved(S, by(1.96, 0, 0)))),
        ("a cavity that breaks through", together(box(3, 3, 3), turned(box(1, 1, 1, 2.5, 1, 1)))),
        ("a tube through itself", eight()),
        ("the same twice", together(B, B))])
    yield from (Case("no body", name, mesh, says=says) for name, mesh, says in [
        ("a wall inside", (B[0], B[1] + [(0, 3, 7)]), "do not pair"),
        ("two sheets on each other", ([(0, 0, 0), (1, 0, 0), (0, 1, 0)], [(0, 1, 2), (0, 2, 1)]), "encloses no volume"),
        ("NaN", ([(math.nan, 0, 0)] + B[0][1:], B[1]), "no number"),
        ("infinity", ([(math.inf, 0, 0)] + B[0][1:], B[1]), "no number"),
        ("all points are one", moved(B, lambda *p: (1, 2, 3)), "has no extent")])
    yield from (Case("file", name, B, says=says, ending=".stl", content=content) for name, content, says in [
        ("cut off", stl(B)[:-30], "cut off"),
        ("more triangles than the file", stl(B)[:80] + struct.pack("<I", 2**31) + stl(B)[84:], "no whole STL file"),
        ("empty", b"", "is empty"),
        ("text, cut off", text_stl(B)[:-60], "line")])


def textbook(case):
    """What the sum about the origin of the file makes of it."""
    try:
        V, _, tensor = body(*case.mesh, number=float)
    except (ZeroDivisionError, ValueError, OverflowError):
        return "nothing"
    if case.says:
        return f"{V:.3g} m³, without a word" if V == V else "NaN"
    true = body(*case.true)
    wrong = error(tensor, true[2])
    return "right" if wrong <= RIGHT else f"wrong by {100 * wrong:.2g} %" if wrong < 10 else f"{wrong:.0e} times"


def admesh(case, folder):
    """The volume that ADMesh finds, which repairs what it can and says so, from an STL file."""
    path = os.path.join(folder, "other.stl")
    with open(path, "wb") as file:
        file.write(case.content if case.ending == ".stl" else stl(case.mesh))
    try:
        done = subprocess.run(["admesh", path], capture_output=True, text=True, timeout=20, errors="replace")
    except subprocess.TimeoutExpired:
        return "no end"
    found = re.search(r"Volume +: +(\S+)", done.stdout)
    if done.returncode != 0 or not found:
        return "refused"
    V = float(found[1])
    repairs = sum(int(n) for n in re.findall(r"(?:Edges fixed|Facets (?:removed|added|reversed)|Backwards edges) +: +(\d+)", done.stdout))
    if not case.says:
        true = body(*case.true)[0]
        said = "right" if abs(V / true - 1) <= 1e-4 else f"wrong by {100 * abs(V / true - 1):.2g} %"
    else:
        said = f"{V:.3g}"
    return said + (", repaired" if repairs else "")


def judge(case, program, folder):
    """Verdict, what is to be seen, and whether it is as it should be."""
    path = os.path.join(folder, "mesh" + case.ending)
    with open(path, "wb") as file:
        file.write(case.content)
    done = subprocess.run([program, "inertia", path, "--density", "1", "--json", *case.flags], capture_output=True, text=True, timeout=100)
    if case.says:
        good = done.returncode == 2 and case.says in done.stderr
        return ("refused" if done.returncode == 2 else "taken"), done.stderr.strip().split(": ", 1)[-1], good
    if done.returncode != 0:
        return "refused", done.stderr.strip(), False
    got = json.loads(done.stdout)
    V, centre, tensor = body(*case.true)
    wrong = error([[x / case.unit**5 for x in row] for row in got["tensor"]], tensor)
    place = max(abs(got["centre"][i] / case.unit - centre[i]) for i in range(3)) / max(1, *map(abs, centre))
    good = wrong <= RIGHT and abs(got["volume"] / case.unit**3 / V - 1) <= RIGHT and place <= 1e-14
    said = " ".join(got["warnings"])
    good = good and (case.warning in said if case.warning else not said)
    return ("right" if good else "wrong"), f"error {wrong:.0e}" + (f"; {said}" if said else ""), good


def main():
    if len(sys.argv) not in (2, 3) or sys.argv[2:] not in ([], ["--page"]):
        sys.exit("usage: meshes.py PROGRAM [--page]")
    assert body(*box(1, 2, 3))[2] == [[6.5, 0, 0], [0, 5, 0], [0, 0, 2.5]]
    rows, bad, book = [], 0, 0
    with tempfile.TemporaryDirectory() as folder:
        for case in cases():
            verdict, seen, good = judge(case, sys.argv[1], folder)
            bad += not good
            sums = textbook(case) if case.group != "file" else ""
            book += sums == "right"
            others = admesh(case, folder) if sys.argv[2:] and shutil.which("admesh") else ""
            rows.append((case.group, case.name, verdict if good else f"**{verdict}**", seen, sums, others))
            if not good:
                print(f"{case.group}: {case.name}: {verdict}: {seen}")
    print(f"{len(rows) - bad} of {len(rows)} meshes right or refused")
    if sys.argv[2:]:
        write_page(rows, bad, book)
    sys.exit(1 if bad else 0)


def write_page(rows, bad, book):
    bodies = sum(row[2] == "right" for row in rows)
    with open(os.path.join(ROOT, "docs", "results", "meshes.md"), "w", encoding="utf-8") as page:
        page.write(f"""# League of meshes

Made by `league/meshes.py build/polhode --page`. {len(rows)} meshes, good, odd and bad; of {bodies} the inertia is to be found, the others enclose no
body and are to be refused. The truth is computed in rational numbers, without rounding, from the coordinates in the file; right is
an error of at most 1e-12 of the largest moment, and a warning where one is due and only there.

`polhode inertia`: **{len(rows) - bad} of {len(rows)}** right or refused. Then the sum of textbooks, signed tetrahedra from the origin of
the file in double, as it is in many programs, without a look at the mesh: {book} right. Last column, where it is installed: the volume
that ADMesh finds (0.98, from an STL file, so that right is 1e-4). It is made to repair files for printers, mends what it can and
counts it, and has no inertia; that a mesh far away loses its shape in the single precision of STL is not its doing. "No end" is no
answer within 20 s. Other programs are not in the table: those that Debian has (Open3D, CGAL, MeshLab) are large, and trimesh it
has not.

| | mesh | `polhode inertia` | what it says | textbook sum | ADMesh, volume |
|---|---|---|---|---|---|
""")
        for group, name, verdict, seen, sums, others in rows:
            seen = seen.replace("|", "\\|")
            page.write(f"| {group} | {name} | {verdict} | {seen if len(seen) < 200 else seen[:197] + '...'} | {sums} | {others} |\n")


if __name__ == "__main__":
    main()
