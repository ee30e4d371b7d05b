"""Attitude files: what `run -o` writes, `convert`, and what the readers of verify and sniff take and refuse."""

import json
import math
import os
import random
import re
import shutil
import struct
import time
import unittest

from program import FREE, SLOWER, ProgramTest
from test_verify import product

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
OBJECT = """[object]
name = "WING NUT"
id = "2026-001A"
epoch = 2026-11-19T06:30:00.5Z
frame = "GCRF"
"""
ENDINGS = (".csv", ".npz", ".aem", ".xml", ".a", ".glb")
AEM = """CCSDS_AEM_VERS = 2.0
CREATION_DATE = 2026-01-01T00:00:00
ORIGINATOR = SOMEBODY

META_START
OBJECT_NAME = CUBE
OBJECT_ID = 2026-001A
REF_FRAME_A = EME2000
REF_FRAME_B = SC_BODY_1
TIME_SYSTEM = TAI
START_TIME = 2026-01-01T00:00:00
STOP_TIME = 2026-01-01T00:01:00
ATTITUDE_TYPE = QUATERNION/ANGVEL
ANGVEL_FRAME = SC_BODY_1
META_STOP

DATA_START
2026-001T00:00:00 0 0 0 1 0 0 90
2026-01-01T00:00:01 0 0 0.7071067811865476 0.7071067811865476 0 0 90
2026-01-01T00:00:02.000 0 0 1 0 0 0 90
DATA_STOP
"""
STK = """stk.v.11.0
BEGIN Attitude
NumberOfAttitudePoints 3
ScenarioEpoch 1 Jan 2026 00:00:00.000000
CentralBody Earth
CoordinateAxes J2000
AttitudeTimeQuatAngVels
0 0 0 0 1 0 0 90
1 0 0 0.7071067811865476 0.7071067811865476 0 0 90
2 0 0 1 0 0 0 90
END Attitude
"""


class AttitudeFiles(ProgramTest):
    def rows(self, name):
        """t, q, w of a CSV file of ours."""
        lines = self.read(name).decode().splitlines()
        return [[float(x) for x in line.split(",")[:8]] for line in lines if line[0] not in "#t"]

    def table(self, name):
        """The same of any file, through a conversion to CSV."""
        self.good("convert", name, name + ".back.csv")
        return self.rows(name + ".back.csv")

    def off(self, a, b):
        """The largest difference of times, angle between attitudes, difference of rates."""
        self.assertEqual(len(a), len(b))
        angle = lambda p, q: 2 * math.asin(min(1, min(math.dist(p[1:5], [s * x for x in q[1:5]]) for s in (1, -1)) / 2))
        return (max(abs(p[0] - q[0]) for p, q in zip(a, b)), 2 * max(angle(p, q) for p, q in zip(a, b)),
                max(math.dist(p[5:8], q[5:8]) for p, q in zip(a, b)))

    def wing_nut(self, *endings):
        self.write("nut.toml", FREE + OBJECT)
        for ending in endings:
            self.good("run", "nut.toml", "-o", "nut" + ending, "-q")


class Written(AttitudeFiles):
    def test_each_format_goes_there_and_back_within_its_digits(self):
        self.wing_nut(".csv")
        rows = self.rows("nut.csv")
        # 12 decimals of a second at 12.6 rad/s; rates through degrees; floats of glTF, where rates are made from rough rows.
        limits = {".csv": (0, 1e-15, 0), ".npz": (0, 1e-15, 0), ".aem": (5e-13, 1e-15, 1e-14), ".xml": (5e-13, 1e-15, 1e-14),
                  ".a": (0, 1e-15, 1e-14), ".glb": (1e-6, 1e-6, math.inf)}
        for ending in ENDINGS:
            with self.subTest(ending):
                self.good("convert", "nut.csv", "there" + ending)
                for difference, limit in zip(self.off(rows, self.table("there" + ending)), limits[ending]):
                    self.assertLessEqual(difference, limit)
        for one in (".aem", ".xml", ".a"):
            for other in (".aem", ".xml", ".a", ".npz"):
                with self.subTest(one + " to " + other):
                    self.good("convert", "there" + one, "further" + other)
                    for difference, limit in zip(self.off(rows, self.table("further" + other)), (5e-13, 1e-15, 2e-14)):
                        self.assertLessEqual(difference, limit)

    def test_a_run_writes_what_a_conversion_of_its_rows_has(self):
        self.wing_nut(".csv", ".aem", ".xml", ".a", ".npz")
        rows = self.rows("nut.csv")
        for ending in (".aem", ".xml", ".a", ".npz"):
            with self.subTest(ending):
                told = json.loads(self.good("convert", "nut" + ending, "back.csv", "--json").stdout)
                self.assertEqual((told["name"], told["id"], told["epoch"], told["rows"], told["rates"]),
                                 ("WING NUT", "2026-001A", "2026-11-19T06:30:00.500000000000", len(rows), "of the file"))
                self.assertEqual(told["frame"], "GCRF")
                for difference, limit in zip(self.off(rows, self.rows("back.csv")), (5e-13, 1e-15, 1e-14)):
                    self.assertLessEqual(difference, limit)

    def test_sniff_says_of_the_file_what_its_head_says(self):
        self.write("tumble.toml", FREE.replace("[0.0125, 12.566, 0.0125]", "[2, 3, 4]").replace("lie3", "exact") + OBJECT)
        for ending in (".aem", ".xml", ".a"):
            with self.subTest(ending):
                self.good("run", "tumble.toml", "-o", "tumble" + ending, "--end", "10", "-q")
                found = json.loads(self.good("sniff", "tumble" + ending, "--moments", "0.30,0.35,0.62", "--json").stdout)
                self.assertEqual((found["decided"], found["header_agrees"], found["quaternion"], found["direction"],
                                  found["omega"], found["unit"]), (True, True, "xyzw", "body->space", "body", "deg/s"))

    def test_verify_takes_each_of_them(self):
        self.wing_nut(".aem", ".xml", ".a", ".glb")
        self.write("exact.toml", FREE.replace("lie3", "exact") + OBJECT)
        for ending in (".aem", ".xml", ".a"):
            self.good("run", "exact.toml", "-o", "exact" + ending, "-q")
            judged = json.loads(self.good("verify", "exact" + ending, "--scenario", "exact.toml", "--json").stdout)
            self.assertEqual(judged["rates"], "of the file")
            self.assertLess(judged["attitude_error_max"], 1e-11, ending)  # 12.6 rad/s x 5e-13 s
        # Counted from the epoch of the scenario: of one that begins an hour later, the file is an hour too early.
        self.write("later.toml", FREE.replace("lie3", "exact") + OBJECT.replace("06:30", "07:30"))
        self.refused("verify", "exact.aem", "--scenario", "later.toml", says="-3600")

    def test_the_animation_is_good_gltf_whose_keys_are_near_each_other(self):
        self.wing_nut(".glb")
        data = self.read("nut.glb")
        magic, version, size, length, kind = struct.unpack("<4sIIII", data[:20])
        self.assertEqual((magic, version, size, kind), (b"glTF", 2, len(data), 0x4E4F534A))
        head = json.loads(data[20:20 + length])
        numbers = data[28 + length:]
        self.assertEqual(head["buffers"][0]["byteLength"], len(numbers))

        def floats(accessor):
            one = head["accessors"][accessor]
            view = head["bufferViews"][one["bufferView"]]
            self.assertEqual(view["byteOffset"] % 4, 0)
            width = {"SCALAR": 1, "VEC3": 3, "VEC4": 4}[one["type"]]
            flat = struct.unpack_from(f"<{one['count'] * width}f", numbers, view["byteOffset"])
            return [flat[i:i + width] for i in range(0, len(flat), width)]

        sampler = head["animations"][0]["samplers"][0]
        times, turns = floats(sampler["input"]), floats(sampler["output"])
        bounds = head["accessors"][sampler["input"]]
        self.assertEqual((bounds["min"], bounds["max"]), ([times[0][0]], [times[-1][0]]))
        self.assertTrue(all(a < b for a, b in zip(times, times[1:])))
        for a, b in zip(turns, turns[1:]):
            cosine = sum(x * y for x, y in zip(a, b))
            self.assertGreater(cosine, math.cos(math.radians(60)))  # half of 120 degrees, and the sign is continuous
            self.assertAlmostEqual(math.hypot(*b), 1, delta=1e-6)
        self.assertEqual(len(floats(head["meshes"][0]["primitives"][0]["attributes"]["POSITION"])), 24)
        for shape in ('shape = "cylinder"\nmass = 1\nradius = 1\nheight = 3', 'shape = "ellipsoid"\nmass = 1\nsize = [1, 2, 3]'):
            self.write("round.toml", FREE.replace("moments = [0.30, 0.35, 0.62]", shape))
            self.good("run", "round.toml", "-o", "round.glb", "-q")

    def test_what_a_player_would_turn_the_other_way_round_is_refused(self):
        self.wing_nut(".csv")
        rows = self.read("nut.csv").decode().splitlines(keepends=True)
        head = [line for line in rows if line[0] in "#t"]
        self.write("sparse.csv", "".join(head + rows[len(head)::2]))
        self.refused("convert", "sparse.csv", "sparse.glb", says="players would turn it the other way round")
        self.good("convert", "sparse.csv", "sparse.aem")
        self.write("fast.toml", FREE.replace("output_every = 10", "output_step = 0.2"))
        self.refused("run", "fast.toml", "-o", "fast.glb", says="run.output_step: from row to row, 0.2 s, the body turns by more than 120")
        self.refused("run", "fast.toml", "-o", "fast.glb", "--end", "1e9", "--method", "exact", says="the body turns by more than 120")
        done = self.run_program("run", self.write("fast.toml", FREE.replace("= 10", "= 20")), "-o", "fast.glb")
        self.assertEqual(done.returncode, 1)
        self.assertIn("players would turn it the other way round", done.stderr)
        self.assertNotIn("make room", done.stderr)
        self.assertNotIn("fast.glb", self.files())

    def test_a_date_is_needed_and_asked_for_before_the_run(self):
        self.write("free.toml", FREE)
        self.refused("run", "free.toml", "-o", "free.aem", says="object.epoch: is needed for free.aem")
        self.refused("run", "free.toml", "-o", "free.xml", "--json", says="is needed for free.xml")
        self.good("run", "free.toml", "-o", "free.a", "-q")
        self.assertNotIn(b"ScenarioEpoch", self.read("free.a"))
        self.refused("convert", "free.a", "free.aem", says="give it with --epoch")
        self.good("convert", "free.a", "free.aem", "--epoch", "2026-11-19T00:00:00+01:00", "--name", "A", "--id", "B", "--frame", "TEME")
        text = self.read("free.aem").decode()
        for line in ("OBJECT_NAME = A", "OBJECT_ID = B", "REF_FRAME_A = TEME", "START_TIME = 2026-11-18T23:00:00.000000000000"):
            self.assertIn(line + "\n", text)

    def test_the_same_bytes_with_a_fixed_date_of_creation(self):
        self.write("nut.toml", FREE + OBJECT)
        for name in ("a.aem", "b.aem"):
            self.good("run", "nut.toml", "-o", name, "-q", env={**os.environ, "SOURCE_DATE_EPOCH": "1767225600"})
        self.assertEqual(self.read("a.aem"), self.read("b.aem"))
        self.assertIn(b"CREATION_DATE = 2026-01-01T00:00:00\n", self.read("a.aem"))

    def test_years_beyond_9999_and_rows_within_a_picosecond_are_refused(self):
        head = "# quaternion: wxyz body->space\n# omega: body\nt,q0,q1,q2,q3,w0,w1,w2\n"
        row = ",1,0,0,0,0,0,0\n"
        self.write("far.csv", head + "0" + row + "3e11" + row)
        self.refused("convert", "far.csv", "far.aem", "--epoch", "2026-01-01T00:00:00Z", says="years 1 to 9999")
        self.write("near.csv", head + "0" + row + "1e-13" + row)
        self.refused("convert", "near.csv", "near.xml", "--epoch", "2026-01-01T00:00:00Z", says="less than a picosecond")


class Rates(AttitudeFiles):
    def test_what_lacks_is_made_from_the_attitude_and_said(self):
        self.write("nut.toml", FREE.replace("lie3", "exact").replace("output_every = 10", "") + OBJECT)
        self.good("run", "nut.toml", "-o", "nut.csv", "-q")
        rows = self.rows("nut.csv")
        self.write("bare.csv", "# quaternion: wxyz body->space\nt,qw,qx,qy,qz\n" +
                   "".join(",".join(map(repr, row[:5])) + "\n" for row in rows))
        told = json.loads(self.good("convert", "bare.csv", "bare.aem", "--epoch", "2026-01-01T00:00:00Z", "--json").stdout)
        self.assertEqual(told["rates"], "made from the attitude")
        self.assertIn(b"ATTITUDE_TYPE = QUATERNION\n", self.read("bare.aem"))  # what was not known is not written as if it were
        made = self.table("bare.aem")
        self.assertIn(b"# rates: made from the attitude", self.read("bare.aem.back.csv"))
        # Rows 0.01 s apart at 12.6 rad/s; with the neighbours on both sides 1e-6, at the ends more.
        self.assertLess(self.off(rows[5:-5], made[5:-5])[2], 1e-5)
        self.assertLess(self.off(rows, made)[2], 1e-3)
        for ending in (".a", ".xml", ".npz", ".csv"):
            self.good("convert", "bare.aem", "more" + ending)
            self.assertEqual(json.loads(self.good("convert", "more" + ending, "last.csv", "--json").stdout)["rates"], "made from the attitude")
        found = json.loads(self.good("sniff", "bare.aem", "--json").stdout)
        self.assertFalse(found["decided"])
        self.assertIn("no angular velocities", found["reason"])
        judged = json.loads(self.good("verify", "bare.aem", "--scenario", self.write("e.toml", FREE.replace("lie3", "exact")), "--json").stdout)
        self.assertEqual(judged["rates"], "made from the attitude")
        self.assertLess(judged["attitude_error_max"], 1e-10)

    def test_without_a_header_nobody_can_make_them(self):
        self.write("bare.csv", "t,q0,q1,q2,q3\n0,1,0,0,0\n1,1,0,0,0\n")
        self.refused("convert", "bare.csv", "bare.a", says="quaternion: wxyz body->space")
        self.write("one.csv", "# quaternion: wxyz body->space\nt,q0,q1,q2,q3\n0,1,0,0,0\n")
        self.refused("convert", "one.csv", "one.a", says="nothing to make it from")


class Read(AttitudeFiles):
    def test_a_file_of_others(self):
        self.write("cube.aem", AEM)
        rows = self.table("cube.aem")
        self.assertEqual([row[0] for row in rows], [0, 1, 2])
        self.assertAlmostEqual(rows[1][7], math.pi / 2, delta=1e-15)
        self.assertAlmostEqual(rows[1][4], math.sqrt(0.5), delta=1e-15)
        # The book's turn of 90 degrees about z: the axis x of the body is the axis y of space.
        self.write("cube.a", STK)
        self.assertEqual(self.table("cube.a"), rows)
        # The other way round: from the body to space, which are the conjugates.
        self.write("turned.aem", AEM.replace("A = EME2000", "A = SC_BODY_1").replace("B = SC_BODY_1\nT", "B = EME2000\nT"))
        turned = self.table("turned.aem")
        self.assertEqual([row[4] for row in turned], [-row[4] for row in rows])
        self.assertEqual([row[7] for row in turned], [row[7] for row in rows])
        # Its rates made from its attitudes are the opposite ones: the body turns the other way round.
        bare = self.read("turned.aem").decode().replace("/ANGVEL", "").replace("ANGVEL_FRAME = SC_BODY_1\n", "")
        self.write("bare.aem", bare.replace(" 0 0 90\n", "\n"))
        for row in self.table("bare.aem"):
            self.assertLess(math.dist(row[5:8], [0, 0, -math.pi / 2]), 1e-14)
        for frame, key in (("J2000", "EME2000"), ("TEME", "TEME")):
            self.write("cube.aem", AEM.replace("EME2000", frame))
            self.assertEqual(json.loads(self.good("convert", "cube.aem", "x.a", "--epoch", "2026-01-01T00:00:00Z", "--json").stdout)["frame"], key)

    def test_euler_angles_are_turns_about_the_new_axes(self):
        def turn(axis, angle):
            q = [math.cos(math.radians(angle) / 2), 0, 0, 0]
            q["XYZ".index(axis) + 1] = math.sin(math.radians(angle) / 2)
            return q

        for sequence, angles in (("ZYX", (30, -20, 75)), ("ZXZ", (200, 40, -10)), ("XYZ", (0, 0, 90))):
            text = AEM.replace("QUATERNION/ANGVEL", f"EULER_ANGLE/ANGVEL\nEULER_ROT_SEQ = {sequence}")
            text = re.sub(r"(T00:00:0\d\S*) .* 0 0 90", r"\1 %g %g %g 0 0 90" % angles, text)
            self.write("euler.aem", text)
            row = self.table("euler.aem")[0]
            q = [1.0, 0, 0, 0]
            for axis, angle in zip(sequence, angles):
                q = product(q, turn(axis, angle))
            self.assertLess(min(math.dist(row[1:5], [s * x for x in q]) for s in (1, -1)), 1e-15)
            self.assertAlmostEqual(row[7], math.pi / 2, delta=1e-15)

    def test_line_ends_of_windows_and_blank_lines(self):
        self.write("unix.aem", AEM)
        with open(self.path("cube.aem"), "wb") as file:
            file.write(AEM.replace("\n", "\r\n").encode())
        self.assertEqual(self.table("cube.aem"), self.table("unix.aem"))

    def test_what_is_wrong_is_refused_with_line_value_and_rule(self):
        self.write("there.csv", "mine\n")
        row = "2026-01-01T00:00:01 0 0 0.7071067811865476 0.7071067811865476 0 0 90\n"
        wrong = [("CCSDS_AEM_VERS = 2.0", "CCSDS_AEM_VERS = 1.0", 1, 'is "1.0"'),
                 ("ORIGINATOR = SOMEBODY\n", "", 14, "ORIGINATOR is missing"),
                 ("OBJECT_ID = 2026-001A\n", "", 14, "OBJECT_ID is missing"),
                 ("TIME_SYSTEM = TAI\n", "", 14, "TIME_SYSTEM is missing"),
                 ("ANGVEL_FRAME = SC_BODY_1\n", "", 14, "ANGVEL_FRAME is missing"),
                 ("ANGVEL_FRAME = SC_BODY_1", "ANGVEL_FRAME = RSW", 14, "must be REF_FRAME_A or REF_FRAME_B"),
                 ("REF_FRAME_A = EME2000", "REF_FRAME_A = RSW_ROTATING", 8, "axes that rotate are not read"),
                 ("REF_FRAME_B = SC_BODY_1", "REF_FRAME_B = LVLH", 9, "it must be axes of the body"),
                 ("QUATERNION/ANGVEL", "SPIN", 13, "alone or with /ANGVEL, are what can be read"),
                 ("QUATERNION/ANGVEL", "EULER_ANGLE", 15, "EULER_ROT_SEQ is missing"),
                 ("QUATERNION/ANGVEL", "EULER_ANGLE\nEULER_ROT_SEQ = ZZX", 14, "none of them twice in a row"),
                 ("OBJECT_NAME = CUBE", "OBJECT_NAME =", 6, "OBJECT_NAME has no value"),
                 ("OBJECT_NAME = CUBE", "OBJEKT = CUBE", 6, '"OBJEKT" is no keyword'),
                 ("STOP_TIME = 2026-01-01T00:01:00", "STOP_TIME = 1 Jan 2026", 12, "is no date"),
                 (row, row.replace("00:00:01", "00:00:03"), 20, "times must increase"),
                 (row, row.replace("00:00:01", "00:61:01"), 19, "no such time of the day"),
                 (row, row.replace("00:00:01", "00:00:01+01:00"), 19, "a zone? It must be Z or nothing"),
                 (row, row.replace("0.7071067811865476 ", "0.7071067811865476 0.1 "), 19, "9 numbers behind the date"),
                 (row, row.replace("0 0 90", "0 0"), 19, "6 numbers behind the date"),
                 (row, row.replace("0 0 90", "0 0 fast"), 19, '"fast" is no number'),
                 (row, row.replace("0.7071067811865476", "0.6363961030678928"), 19, "has length 0.9"),
                 (row, row.replace("0 0 90", "0 nan 90"), 19, "all numbers must be finite"),
                 ("2026-01-01T00:00:02.000", "2026-01-01T00:02:00", 20, "outside of START_TIME"),
                 ("DATA_STOP\n", "", 20, "ends without DATA_STOP"),
                 ("DATA_STOP\n", "DATA_STOP\nMETA_START\n", 22, "a second segment"),
                 ("META_START", "OBJECT", 5, "must be KEYWORD = value")]
        for old, new, line, says in wrong:
            with self.subTest(new):
                self.assertIn(old, AEM)
                self.write("bad.aem", AEM.replace(old, new, 1))
                for command in (["verify", "bad.aem", "--case", "F10"], ["sniff", "bad.aem"], ["convert", "bad.aem", "there.csv"]):
                    done = self.refused(*command, says=says)
                    self.assertIn(f"bad.aem:{line}: ", done.stderr)
        with open(self.path("bad.aem"), "wb") as file:
            file.write(AEM.replace("TAI\n", "TAI\r\n").encode())
        self.assertIn("bad.aem:10: ", self.refused("sniff", "bad.aem", says="mixed line ends").stderr)

    def test_the_same_of_stk(self):
        wrong = [("stk.v.11.0\n", "", 1, "begins with its version"), ("CoordinateAxes J2000\n", "", 6, "CoordinateAxes is missing"),
                 ("J2000", "Fixed", 6, "J2000, ICRF and TEMEOfDate"), ("Points 3", "Points 4", 11, "there are 3 rows"),
                 ("1 Jan 2026", "2026-01-01", 4, "is no date"), ("END Attitude\n", "", 10, "ends without END Attitude"),
                 ("2 0 0 1 0 0 0 90", "1 0 0 1 0 0 0 90", 10, "times must increase"),
                 ("2 0 0 1 0 0 0 90", "2 0 0 1 0 0 90", 10, "7 numbers where there must be 8"),
                 ("2 0 0 1 0", "2 0 0 0.9 0", 10, "has length 0.9"), ("AttitudeTimeQuatAngVels", "AttitudeTimeEulerAngles", 7, "is not known")]
        for old, new, line, says in wrong:
            with self.subTest(new):
                self.assertIn(old, STK)
                self.write("bad.a", STK.replace(old, new, 1))
                self.assertIn(f"bad.a:{line}: ", self.refused("sniff", "bad.a", says=says).stderr)

    def test_the_same_of_xml(self):
        self.write("nut.toml", FREE + OBJECT)
        self.good("run", "nut.toml", "-o", "nut.xml", "-q")
        good = self.read("nut.xml").decode()
        wrong = [("version=\"2.0\"", "version=\"1.0\"", 'is "1.0"'), ("<OBJECT_ID>2026-001A</OBJECT_ID>\n", "", "OBJECT_ID is missing"),
                 ("</quaternion>", "</q>", "</q> closes <quaternion>"), ("<Q3>", "<Q4>", "closes"), ("</body>\n</aem>\n", "", "cut off"),
                 ("GCRF", "ITRF2000", "axes that rotate"), ("<aem ", "<oem ", "is no AEM"),
                 (re.search("<QC>.*?</QC>", good)[0], "", "QC is missing"), (re.search("<QC>.*?</QC>", good)[0], "<QC>x</QC>", "no number"),
                 ("<ANGVEL_X>", '<ANGVEL_X units="rad/s">', "rates of an AEM are in deg/s")]
        for old, new, says in wrong:
            with self.subTest(new):
                self.assertIn(old, good)
                self.write("bad.xml", good.replace(old, new, 1))
                self.assertRegex(self.refused("sniff", "bad.xml", says=says).stderr, r"bad.xml:\d+: ")

    def test_the_same_of_glb(self):
        self.write("nut.toml", FREE + OBJECT)
        self.good("run", "nut.toml", "-o", "nut.glb", "-q")
        good = self.read("nut.glb")
        for bad, says in ((good[:-100], "cut off"), (good[:15], "cut off"), (b"no glTF at all, really", "does not begin with"),
                          (good.replace(b'"animations"', b'"animatiomz"'), "no animation"), (good.replace(b"LINEAR", b"STEP!!"), "LINEAR")):
            with self.subTest(says):
                with open(self.path("bad.glb"), "wb") as file:
                    file.write(bad)
                self.refused("sniff", "bad.glb", says=says)

    def test_names_and_flags(self):
        self.write("cube.a", STK)
        self.refused("convert", "cube.a", "cube.a", says="is what is to be converted")
        self.refused("convert", "cube.a", "cube.txt", says="the ending, which must be one of .csv, .npz, .aem, .xml, .a, .glb")
        self.refused("convert", "cube.a", "x.aem", "--epoch", "2026-01-01T00:00:00", says="it has no zone")
        self.refused("convert", "cube.a", "x.aem", "--frame", "LVLH", says='"LVLH" is none of EME2000')
        done = self.good("convert", "cube.a", "-")
        self.assertTrue(done.stdout.startswith("# from: cube.a\n# quaternion: wxyz body->space\n"))
        self.assertIn("-.csv: 3 rows", done.stderr)
        self.refused("convert", "none.aem", "x.a", says="cannot be read")
        self.write("zoneless.csv", "# epoch: 2026-01-01T00:00:00\n# quaternion: wxyz body->space\nt,q0,q1,q2,q3\n0,1,0,0,0\n1,1,0,0,0\n")
        self.assertIn("zoneless.csv:1: ", self.refused("convert", "zoneless.csv", "x.aem", says="it has no zone").stderr)


class Damaged(AttitudeFiles):
    def test_no_damage_is_more_than_a_refusal(self):
        self.write("nut.toml", FREE + OBJECT)
        random.seed(20261119)
        for ending in (".aem", ".xml", ".a", ".glb"):
            self.good("run", "nut.toml", "-o", "nut" + ending, "--end", "0.5", "-q")
            good = self.read("nut" + ending)
            for i in range(60):
                bad = bytearray(good)
                for _ in range(random.choice((1, 3, 20))):
                    at = random.randrange(len(bad))
                    kind = random.randrange(4)
                    if kind == 0:
                        bad[at] = random.randrange(256)
                    elif kind == 1:
                        del bad[at:at + random.randrange(1, 30)]
                    elif kind == 2:
                        bad[at:at] = bad[:random.randrange(40)]
                    else:
                        bad[at] = random.choice(b"0123456789<>/=.-e \n")
                with open(self.path("bad" + ending), "wb") as file:
                    file.write(bad)
                done = self.run_program("convert", "bad" + ending, "out.csv", "-q")
                self.assertIn(done.returncode, (0, 2), f"{ending} {i}: {done.stderr}")


class Page(ProgramTest):
    def test_every_command_of_the_page_runs_and_says_what_it_shows(self):
        shutil.copytree(os.path.join(ROOT, "scenarios"), self.path("scenarios"))
        with open(os.path.join(ROOT, "docs", "how-to", "attitude-files.md"), encoding="utf-8") as page:
            text = page.read()
        commands, printed = 0, ""
        for match in re.finditer(r"^```(\w+)\n(.*?)^```$|^    build/polhode ([^\n]*)$", text, re.M | re.S):
            if match[3]:
                printed = self.good(*match[3].split("  #")[0].split()).stdout
                commands += 1
            elif match[1] == "toml":
                self.write("cube.toml", match[2])
            else:
                for line in match[2].splitlines():
                    self.assertIn(line, printed)
        self.assertEqual(commands, 5)


class Speed(AttitudeFiles):
    def test_100_000_rows_of_aem_are_written_and_read_in_half_a_second_each(self):
        """polhode convert reads one file and writes another: CSV to AEM and AEM to CSV hold both."""
        self.write("long.toml", FREE.split("[run]")[0] + "[run]\nmethod = \"exact\"\nstep = 0.01\nend = 1000\n" + OBJECT)
        self.good("run", "long.toml", "-o", "long.csv", "-q")
        times = {}
        for name, arguments in (("csv to aem", ("long.csv", "long.aem")), ("aem to csv", ("long.aem", "back.csv"))):
            best = math.inf
            for _ in range(3):
                begin = time.perf_counter()
                self.good("convert", *arguments, "-q")
                best = min(best, time.perf_counter() - begin)
            times[name] = best
        print("100001 rows: " + ", ".join(f"{name} {seconds:.3f} s" for name, seconds in times.items()))
        for seconds in times.values():
            self.assertLess(seconds, 0.5 * SLOWER)  # measured 0.12


if __name__ == "__main__":
    unittest.main()
