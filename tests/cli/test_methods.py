"""The list of methods, help, version, completion, and commands that do not exist."""

import json
import subprocess
import unittest

from program import FREE, TOP, WITHOUT_REPRODUCE, ProgramTest

# ../docs: names that users rely on.
NAMES = """exact weierstrass dmv2 dmv4 dmv6 dmv8 dmv10 dmv12 dmv14 dmv16 dmv18 dmv20 mz2 mz4 mz6 mz8 mz10 imr2 imr4 imr6 imr8 jem2
  jem4 sr2 sr4 sr6 sr8 mclachlan-reich mclachlan-reich4 lie1 lie2
  lie2-augmented lie3-false lie3 lie4 lie5 lie6 buss-rk4 buss-abam buss-simo-wong strang rattle nystrom4 nystrom4-hf rkn4
  rkn6 rkn6-processed composition4 composition6 composition8 newmark newmark-spatial newmark-gamma60 simo-wong hulbert akw lewis-simo lewis-simo-energy
  lgvi crouch-grossman-rk4 crouch-grossman3 crouch-grossman4 rkmk4 cf4 quaternion-rk4 semi-implicit-euler
  semi-implicit-euler-explicit semi-implicit-euler-implicit-gyro semi-implicit-euler-momentum""".split()


class Methods(ProgramTest):
    def test_json_has_every_name_once(self):
        done = self.good("methods", "--json")
        self.assertEqual(done.stderr, "")
        cards = json.loads(done.stdout)
        names = [(card["name"], card["flow"]) for card in cards]
        self.assertEqual(len(set(names)), len(names))
        for name in NAMES:
            self.assertTrue(any(card["name"] == name for card in cards), name)

    def test_table_has_every_name(self):
        text = self.good("methods").stdout
        for card in json.loads(self.good("methods", "--json").stdout):
            self.assertIn(f" {card['name']} ", text)

    def test_variants_are_options_of_one_row(self):
        cards = json.loads(self.good("methods", "--json").stdout)
        rows = [card for card in cards if card["name"].startswith("mclachlan-reich")]
        self.assertEqual([row["name"] for row in rows], ["mclachlan-reich", "mclachlan-reich4"])
        for row in rows:
            self.assertIn("-231", row["options"])
        self.assertFalse(any(card["name"] == "auto" for card in cards))
        self.write("free.toml", FREE)
        for name in ("mclachlan-reich-231", "mclachlan-reich-123", "mclachlan-reich4-321-cayley", "mclachlan-reich-cayley"):
            self.good("run", "free.toml", "-q", "--method", name)
        for name in ("exact-123", "sr-1234", "sr4-123", "mclachlan-reich-1234"):
            self.refused("run", "free.toml", "--method", name, says=f'there is no method "{name}"')
        self.refused("run", self.write("top.toml", TOP), "--method", "rkn6-123", says='there is no method "rkn6-123"')

    def test_torques_have_cards_too(self):
        cards = json.loads(self.good("torques", "--json").stdout)
        self.assertEqual([card["kind"] for card in cards],
                         ["heavy-top", "gravity-gradient", "gravity-gradient", "magnetic", "coulomb-wall", "constant", "force", "table",
                          "drag", "callback"])
        self.assertEqual([card["table"] for card in cards if card["kind"] == "gravity-gradient"], ["", "orbit"])
        titles = [line.split(":")[0].split(" ")[0] for line in self.good("torques").stdout.splitlines() if line[0] != " "]
        for card in cards:
            self.assertEqual(card["in_files"], card["kind"] in titles)
            for key in card["keys"]:
                self.assertTrue(key["meaning"])

    def test_version_and_help(self):
        self.assertTrue(self.good("--version").stdout.startswith("polhode "))
        text = self.good("--help").stdout
        for word in ["run", "compare", "advise", "resume", "ensemble", "methods", "torques", "reproduce", "To begin", "Exit codes"]:
            self.assertIn(word, text)
        for command in ["run", "compare", "advise", "resume", "ensemble", "methods", "torques", "reproduce", "completion"]:
            if command == "reproduce" and WITHOUT_REPRODUCE:
                continue
            self.assertIn("--help", self.good(command, "--help").stdout)

    def test_wrong_commands(self):
        self.refused(says="a command is needed (run, ")
        self.refused("metods", says="there is no command \"metods\"; did you mean \"methods\"?")
        self.refused("methods", "--xml", says="--xml")
        self.refused("methods", "--json", "more", says="more")
        self.refused("methods", "--json", "--markdown", says="--json")
        self.refused("run", says="FILE")
        self.refused("completion", "tcsh", says="bash, zsh or fish")

    def test_completion_scripts(self):
        for shell in ["bash", "zsh", "fish"]:
            self.assertIn("lie2-augmented", self.good("completion", shell).stdout)
        script = self.good("completion", "bash").stdout + """
COMP_WORDS=(polhode run x.toml --method rk); COMP_CWORD=4; _polhode; echo "${COMPREPLY[@]}"
COMP_WORDS=(polhode com); COMP_CWORD=1; _polhode; echo "${COMPREPLY[@]}"
"""
        done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True)
        self.assertEqual(done.stdout.split("\n")[:2], ["rkn4 rkn6 rkn6-processed rkmk4 rk8 rk9", "compare completion"])


if __name__ == "__main__":
    unittest.main()
