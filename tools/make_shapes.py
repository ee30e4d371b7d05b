#!/usr/bin/env python3
"""make_shapes.py [--check] -- write the meshes of the scenarios: scenarios/two_lobes.obj, scenarios/probe.stl

two_lobes.obj: an asteroid-like body of two lobes, in metres; a sphere of triangles whose radius depends on the direction.
probe.stl: a spacecraft in millimetres, binary: a body, two panels on booms, an antenna; boxes joined to one closed surface.
--check compares with what is there and exits 1 if it differs.
"""

import itertools
import math
import os
import struct
import sys

FOLDER = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "scenarios")


def sphere(divisions):
    """Points of length 1 and triangles: an icosahedron, each face divided again and again."""
    g = (1 + math.sqrt(5)) / 2
    points = [(-1, g, 0), (1, g, 0), (-1, -g, 0), (1, -g, 0), (0, -1, g), (0, 1, g),
              (0, -1, -g), (0, 1, -g), (g, 0, -1), (g, 0, 1), (-g, 0, -1), (-g, 0, 1)]
    faces = [(0, 11, 5), (0, 5, 1), (0, 1, 7), (0, 7, 10), (0, 10, 11), (1, 5, 9), (5, 11, 4), (11, 10, 2), (10, 7, 6), (7, 1, 8),
             (3, 9, 4), (3, 4, 2), (3, 2, 6), (3, 6, 8), (3, 8, 9), (4, 9, 5), (2, 4, 11), (6, 2, 10), (8, 6, 7), (9, 8, 1)]

    def unit(p):
        length = math.sqrt(sum(x * x for x in p))
        return tuple(x / length for x in p)

    points = [unit(p) for p in points]
    for _ in range(divisions):
        middle = {}

        def between(a, b):
            key = (min(a, b), max(a, b))
            if key not in middle:
                middle[key] = len(points)
                points.append(unit([points[a][i] + points[b][i] for i in range(3)]))
            return middle[key]

        faces = [new for a, b, c in faces for ab, bc, ca in [(between(a, b), between(b, c), between(c, a))]
                 for new in [(a, ab, ca), (b, bc, ab), (c, ca, bc), (ab, bc, ca)]]
    return points, faces


def two_lobes():
    """A radius of 100 to 250 m: two lobes of different size, a waist, some bumps."""
    points, faces = sphere(4)
    moved = []
    for x, y, z in points:
        lobes = 130 + 85 * x * x + 18 * x + 6 * z
        bumps = (9 * math.sin(3 * x + 5 * y) * math.cos(4 * z - x) + 5 * math.sin(7 * y - 3 * z + 1) +
                 3 * math.cos(9 * x + 8 * z) - 16 * math.exp(-12 * ((x - 0.5) ** 2 + (y - 0.8) ** 2 + (z - 0.3) ** 2)))
        r = lobes + bumps
        moved.append((r * x, 0.86 * r * y, 0.74 * r * z))
    lines = ["# An asteroid-like body of our own, in metres, made by tools/make_shapes.py"]
    lines += [f"v {x:.4f} {y:.4f} {z:.4f}" for x, y, z in moved]
    lines += [f"f {a + 1} {b + 1} {c + 1}" for a, b, c in faces]
    return ("\n".join(lines) + "\n").encode()


# Of the spacecraft, in mm: lowest and highest corner of each box.
BOXES = [((-300, -250, -400), (300, 250, 400)),                                  # body
         ((-20, 250, -20), (20, 500, 20)), ((-20, -500, -20), (20, -250, 20)),   # booms
         ((-350, 500, -10), (350, 1900, 10)), ((-350, -1900, -10), (350, -500, 10)),  # panels
         ((-60, -60, 400), (60, 60, 520)), ((-220, -220, 520), (220, 220, 560)),  # antenna
         ((300, 60, -300), (700, 90, -270))]                                     # a boom to one side


def probe():
    """The surface of the union: faces between the inside and the outside on the grid of all the planes of the boxes."""
    planes = [sorted({corner[i] for box in BOXES for corner in box}) for i in range(3)]
    cells = set()
    for cell in itertools.product(*(range(len(p) - 1) for p in planes)):
        middle = [(planes[i][cell[i]] + planes[i][cell[i] + 1]) / 2 for i in range(3)]
        if any(all(low[i] < middle[i] < high[i] for i in range(3)) for low, high in BOXES):
            cells.add(cell)
    triangles = []
    for cell in sorted(cells):
        for axis, side in itertools.product(range(3), (0, 1)):
            beside = tuple(c + (2 * side - 1 if i == axis else 0) for i, c in enumerate(cell))
            if beside in cells:
                continue
            u, v = (axis + 1) % 3, (axis + 2) % 3
            corners = []
            for du, dv in ((0, 0), (1, 0), (1, 1), (0, 1)):
                index = list(cell)
                index[axis] += side
                index[u] += du
                index[v] += dv
                corners.append(tuple(planes[i][index[i]] for i in range(3)))
            if side == 0:
                corners.reverse()
            triangles += [(corners[0], corners[1], corners[2]), (corners[0], corners[2], corners[3])]
    head = b"a spacecraft of our own, in mm, made by tools/make_shapes.py".ljust(80)
    return head + struct.pack("<I", len(triangles)) + b"".join(
        struct.pack("<12fH", 0, 0, 0, *(x for corner in triangle for x in corner), 0) for triangle in triangles)


def main():
    if sys.argv[1:] not in ([], ["--check"]):
        sys.exit("usage: make_shapes.py [--check]")
    different = []
    for name, content in [("two_lobes.obj", two_lobes()), ("probe.stl", probe())]:
        path = os.path.join(FOLDER, name)
        if sys.argv[1:]:
            with open(path, "rb") as file:
                if file.read() != content:
                    different.append(name)
        else:
            with open(path, "wb") as file:
                file.write(content)
    sys.exit(f"make_shapes.py: not what is made here: {', '.join(different)}" if different else 0)


if __name__ == "__main__":
    main()
