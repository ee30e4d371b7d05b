"""`polhode inertia` and scenarios with meshes: docs/how-to/meshes.md, what is printed, and what is refused."""

import json
import os
import re
import shutil
import subprocess
import sys
import unittest

from program import PROGRAM, ProgramTest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
CORNERS = "".join(f"v {x} {y} {z}\n" for z in (0, 300) for y in (0, 200) for x in (0, 100))
FACES = ["1 3 4 2", "5 6 8 7", "1 2 6 5", "3 7 8 4", "1 5 7 3", "2 4 8 6"]
BOX = CORNERS + "".join(f"f {face}\n" for face in FACES)
SCENARIO = """[body]
mesh = "box.obj"
unit = "mm"
density = 1000
[initial]
angular_velocity = [0.1, 3, 0.1]
[run]
steps = 1000
end = 100
"""


class Page(ProgramTest):
    def test_every_command_runs_and_says_what_the_page_shows(self):
        shutil.copytree(os.path.join(ROOT, "scenarios"), self.path("scenarios"))
        shutil.copy(os.path.join(ROOT, "tests", "mesh", "robot.urdf"), self.path("robot.urdf"))
        with open(os.path.join(ROOT, "docs", "how-to", "meshes.md"), encoding="utf-8") as page:
            text = page.read()
        commands, printed = 0, ""
        for match in re.finditer(r"^```(\w+)\n(.*?)^```$|^    build/polhode ([^\n]*)$", text, re.M | re.S):
            if match[3]:
                printed = self.good(*match[3].split()).stdout
                commands += 1
            elif match[1] == "toml":
                self.assertLessEqual(len(match[2].splitlines()), 8)
                self.write("my_probe.toml", match[2])
            else:
                for line in match[2].splitlines():
                    self.assertIn(line, printed)
        self.assertEqual(commands, 3)
        self.assertIn("my_probe.html", self.files())


class Inertia(ProgramTest):
    def test_json_has_what_was_promised(self):
        self.write("box.obj", BOX)
        done = self.good("inertia", "box.obj", "--unit", "mm", "--density", "1 g/cm3", "--json")
        got = json.loads(done.stdout)
        for key in ("triangles", "shells", "closed", "turned_shells", "volume", "area", "mass", "centre", "tensor", "moments",
                    "axes", "bounds", "warnings"):
            self.assertIn(key, got)
        self.assertEqual((got["triangles"], got["shells"], got["closed"], got["turned_shells"], got["warnings"]), (12, 1, True, 0, []))
        for value, true in [(got["mass"], 6), (got["volume"], 0.006), (got["area"], 0.22), (got["moments"][0], 6 * 0.05 / 12),
                            (got["moments"][2], 6 * 0.13 / 12), (got["centre"][1], 0.1), (got["tensor"][0][0], 6 * 0.13 / 12)]:
            self.assertAlmostEqual(value / true, 1, delta=1e-14)
        self.assertEqual(got["bounds"], [[0, 0, 0], [0.1, 0.2, 0.3]])
        self.assertEqual(done.stderr, "")
        self.assertEqual(self.files(), ["box.obj"])
        self.assertEqual(self.good("inertia", "box.obj", "--mass", "3", "-q").stdout, "")

    def test_what_is_turned_or_unlikely_is_said(self):
        self.write("turned.obj", CORNERS + "".join("f " + " ".join(reversed(face.split())) + "\n" for face in FACES))
        done = self.good("inertia", "turned.obj", "--mass", "6", "--json")
        got = json.loads(done.stdout)
        self.assertEqual(got["turned_shells"], 1)
        self.assertEqual(len(got["warnings"]), 2)
        self.assertIn("millimetres?", done.stderr)
        self.assertIn("inside out", done.stderr)

    def test_meshes_that_enclose_no_body(self):
        self.write("box.obj", BOX)
        self.write("open.obj", CORNERS + "".join(f"f {face}\n" for face in FACES[1:]))
        self.write("mixed.obj", CORNERS + "".join(f"f {face}\n" for face in FACES[:5]) + "f 6 8 4 2\n")
        self.write("cut.stl", "solid x\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0")
        os.mkdir(self.path("folder.stl"))
        mass = ("--mass", "1")
        for arguments, says in [
                (("open.obj", *mass), "open.obj: is not closed: 4 edges have a face on one side only, of 4 faces in the box from (0, 0, 0) to (100, 200, 300)"),
                (("mixed.obj", *mass, "--json"), "is wound in both senses: against the rest of its shell 2 faces in the box from (100, 0, 0) to (100, 200, 300)"),
                (("cut.stl", *mass), "cut.stl: line 4: the file ends without endsolid"),
                (("folder.stl", *mass), "is a folder, not a file"),
                (("none.stl", *mass), "none.stl: there is no such file"),
                (("part.step", *mass), 'ends with ".step", none of .stl .obj'),
                (("box.obj",), "--density or --mass is needed"),
                (("box.obj", *mass, "--density", "1"), "give only one of them"),
                (("box.obj", "--density", "-2"), "--density: -2 must be positive"),
                (("box.obj", "--density", "nan"), "--density"),
                (("box.obj", "--density", "3 kg"), "--density"),
                (("box.obj", *mass, "--unit", "inch"), '--unit: "inch" is none of m, cm, mm'),
                (("box.obj", *mass, "--join", "-1"), "--join: -1 must not be negative")]:
            with self.subTest(arguments=arguments):
                self.refused("inertia", *arguments, says=says)
        os.symlink("nowhere", self.path("link.stl"))
        done = self.run_program("inertia", "link.stl", *mass)
        self.assertEqual((done.returncode, done.stderr), (2, "link.stl: is a link to a file that is not there\n"))


class League(ProgramTest):
    def test_every_mesh_is_right_or_refused(self):
        done = subprocess.run([sys.executable, os.path.join(ROOT, "league", "meshes.py"), PROGRAM], capture_output=True, text=True,
                              check=False, timeout=250)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("67 of 67 meshes", done.stdout)

    def test_the_shapes_of_the_scenarios_are_what_their_script_makes(self):
        subprocess.run([sys.executable, os.path.join(ROOT, "tools", "make_shapes.py"), "--check"], check=True, timeout=100)


class Scenarios(ProgramTest):
    def test_a_run_is_resumed_though_the_mesh_has_gone(self):
        self.write("box.obj", BOX)
        self.write("box.toml", SCENARIO)
        whole = json.loads(self.good("run", "box.toml", "--json", "--checkpoint", "saved", "--checkpoint-every", "300").stdout)
        os.remove(self.path("box.obj"))
        again = json.loads(self.good("resume", "saved", "--json").stdout)
        self.assertEqual(again["end"], whole["end"])
        self.refused("run", "box.toml", says='box.toml:2: body.mesh: "box.obj": there is no such file')

    def test_warnings_are_those_of_the_run(self):
        self.write("box.obj", BOX)
        self.write("box.toml", SCENARIO.replace('unit = "mm"\n', ""))
        done = self.good("run", "box.toml", "--json")
        self.assertIn("millimetres?", json.loads(done.stdout)["certificate"]["warnings"][0])
        self.assertIn("millimetres?", done.stderr)

    def test_one_body_of_an_ensemble_finds_its_mesh_from_another_folder(self):
        self.write("box.obj", BOX)
        self.write("many.toml", SCENARIO + '[ensemble]\nbodies = 3\nseed = 1\n[[vary]]\nkey = "initial.angular_velocity"\nnormal = { deviation = 0.1 }\n')
        os.mkdir(self.path("there"))
        self.good("ensemble", "many.toml", "-q", "--body", "1", "--as-scenario", "-o", "there/one.toml")
        self.assertIn("../box.obj", self.read("there/one.toml").decode())
        self.good("run", "there/one.toml", "-q")


def urdf(links):
    """Links of 6 kg, each a box of 100 x 200 x 300 mm: (name, attributes of the inertia, centre, the rest)."""
    text = '<?xml version="1.0"?>\n<robot name="r">\n'
    for name, inertia, centre, mesh in links:
        text += (f'<link name="{name}"><inertial><origin xyz="{centre}"/><mass value="6"/><inertia {inertia}/></inertial>'
                 f'<visual><geometry>{mesh}</geometry></visual></link>\n')
    return text + "</robot>\n"


MESH = '<mesh filename="package://r/box.obj" scale="0.001 0.001 0.001"/>'
TRUE = 'ixx="0.065" ixy="0" ixz="0" iyy="0.05" iyz="0" izz="0.025"'
CENTRE = "0.05 0.1 0.15"


class Robots(ProgramTest):
    def check_robot(self, name, code):
        done = self.run_program("inertia", name, "--check", "--json")
        self.assertEqual(done.returncode, code, done.stderr)
        return {link["name"]: link for link in json.loads(done.stdout)["links"]}

    def test_urdf(self):
        self.write("box.obj", BOX)
        os.mkdir(self.path("urdf"))
        cases = [("true", TRUE, CENTRE, MESH, "good", ""),
                 ("turned", 'ixx="0.025" ixy="0" ixz="0" iyy="0.05" iyz="0" izz="0.065"', "0 0 0",
                  '<box size="0.3 0.2 0.1"/>', "good", ""),
                 ("triangle", 'ixx="0.1" ixy="0" ixz="0" iyy="0.02" iyz="0" izz="0.02"', CENTRE, MESH, "bad", "2.5 times the sum of the others"),
                 ("signs", 'ixx="0.065" ixy="0.07" ixz="0" iyy="0.05" iyz="0" izz="0.025"', CENTRE, MESH, "bad", "is not positive"),
                 ("millimetres", 'ixx="65000" ixy="0" ixz="0" iyy="50000" iyz="0" izz="25000"', CENTRE, MESH, "bad", "times those that this mass can have"),
                 ("small", 'ixx="65e-6" ixy="0" ixz="0" iyy="50e-6" iyz="0" izz="25e-6"', CENTRE, MESH, "bad", "0.001 times those of the evenly filled shape (a wrong unit?)"),
                 ("hollow", 'ixx="0.016" ixy="0" ixz="0" iyy="0.0125" iyz="0" izz="0.00625"', CENTRE, MESH, "doubtful", "0.248 times"),
                 ("away", TRUE, "50 100 150", MESH, "bad", "lies outside of the box of the shape"),
                 ("missing", TRUE, CENTRE, '<mesh filename="package://r/none.stl"/>', "good", "there is no such file"),
                 ("number", 'ixx="?" iyy="1" izz="1"', CENTRE, MESH, "bad", 'ixx is "?"')]
        self.write("urdf/r.urdf", urdf([case[:4] for case in cases]))
        links = self.check_robot("urdf/r.urdf", 1)
        for name, _, _, _, verdict, reason in cases:
            with self.subTest(name=name):
                self.assertEqual(links[name]["verdict"], verdict, links[name])
                self.assertIn(reason, " ".join(links[name]["reasons"]))
        self.assertAlmostEqual(links["true"]["ratio"], 1, delta=1e-12)
        text = self.run_program("inertia", "urdf/r.urdf", "--check")
        self.assertIn("6 of 10 links have an inertia that cannot be", text.stderr)
        self.assertIn("doubtful", text.stdout)
        self.write("good.urdf", urdf([cases[0][:4]]))
        self.assertEqual(self.check_robot("good.urdf", 0)["true"]["verdict"], "good")

    def test_sdf_and_mjcf(self):
        self.write("box.obj", BOX)
        self.write("r.sdf", """<sdf version="1.9"><world name="w"><model name="m"><link name="a"><inertial><pose>0.05 0.1 0.15 0 0 1.5707963267948966</pose>
<mass>6</mass><inertia><ixx>0.05</ixx><ixy>0</ixy><ixz>0</ixz><iyy>0.065</iyy><iyz>0</iyz><izz>0.025</izz></inertia></inertial>
<visual name="v"><geometry><mesh><uri>model://m/box.obj</uri><scale>0.001 0.001 0.001</scale></mesh></geometry></visual></link></model></world></sdf>""")
        link = self.check_robot("r.sdf", 0)["m::a"]
        self.assertAlmostEqual(link["ratio"], 1, delta=1e-12)
        self.write("r.xml", """<mujoco><asset><mesh name="b" file="box.obj" scale="0.001 0.001 0.001"/></asset><worldbody><body name="a">
<inertial pos="0.05 0.1 0.15" mass="6" diaginertia="0.065 0.05 0.025"/><geom type="mesh" mesh="b"/><body name="c">
<inertial pos="0 0 0" mass="1" fullinertia="1 1 3 0 0 0"/></body></body></worldbody></mujoco>""")
        links = self.check_robot("r.xml", 1)
        self.assertAlmostEqual(links["a"]["ratio"], 1, delta=1e-12)
        self.assertEqual(links["c"]["verdict"], "bad")

    def test_what_is_no_robot(self):
        self.write("broken.urdf", "<robot>\n<link>\n")
        self.write("page.urdf", "<html/>")
        self.write("empty.urdf", "<robot/>")
        self.write("deep.xml", "<mujoco><worldbody>" + "<body>" * 100000)
        for name, says in [("broken.urdf", "is no XML"), ("page.urdf", "its first element is <html>"), ("empty.urdf", "has no links"),
                           ("none.urdf", "there is no such file"), ("deep.xml", "is no XML")]:
            with self.subTest(name=name):
                self.refused("inertia", name, "--check", says=says)
        self.write("deep.xml", "<mujoco><worldbody>" + "<body>" * 100000 + "</body>" * 100000 + "</worldbody></mujoco>")
        self.refused("inertia", "deep.xml", "--check", says="bodies within bodies without an end")
        self.refused("inertia", "page.urdf", "--check", "--mass", "1", says="give no --density, --mass")


if __name__ == "__main__":
    unittest.main()
