#!/usr/bin/env python3
"""smoke BUILD -- the league with a few adapters: ours is graded A on all six cases, an engine gets what it is known to get, and an
adapter that crashes, hangs or talks nonsense costs nobody else anything"""

import os
import stat
import sys
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "league"))
import league  # noqa: E402
import models  # noqa: E402
import page  # noqa: E402

BUILD = os.path.abspath(sys.argv.pop(1))
PROGRAM, NATIVE = os.path.join(BUILD, "polhode"), os.path.join(BUILD, "league", "native")
CASES = league.cases_of(PROGRAM)
SIX = [name for name, case in CASES.items() if case["group"] == "league"]

BROKEN = """#!/bin/sh
[ "$1" = --describe ] && {{ echo '{{"engine":"broken","version":"1","precision":"double","settings":{{"default":""}}}}'; exit 0; }}
echo "my last words" >&2
{what}
"""


class Smoke(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        os.mkdir(os.path.join(self.folder.name, "native"))

    def adapter(self, name: str) -> str:
        """One of those that were built; the test is left out where its engine is not installed."""
        path = os.path.join(NATIVE, name)
        if not os.path.isfile(path):
            self.skipTest(f"{name} was not built: its engine is not installed")
        os.symlink(path, os.path.join(self.folder.name, "native", name))
        return name

    def script(self, name: str, what: str) -> None:
        path = os.path.join(self.folder.name, "native", name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(BROKEN.format(what=what))
        os.chmod(path, os.stat(path).st_mode | stat.S_IXUSR)

    def season(self) -> dict[str, dict]:
        found = league.season(PROGRAM, self.folder.name, [], 2, lambda text: None)
        self.found = found
        return {f"{entry['adapter']}/{entry['setting']}": entry for entry in found["entries"]}

    def test_ours_gets_an_a_everywhere_in_float_and_double(self) -> None:
        self.adapter("polhode_float"), self.adapter("polhode_double")
        entries = self.season()
        for name, precision in (("polhode_float/default", "single"), ("polhode_double/default", "double")):
            entry = entries[name]
            self.assertTrue(entry["believed"])
            self.assertEqual({case: entry["cases"][case]["grade"] for case in SIX}, dict.fromkeys(SIX, "A"))
            row = page.Row(entry, SIX)
            self.assertTrue(row.scale and row.speed and row.overall == "A", name)
            self.assertEqual(entry["precision"], precision)
            self.assertIn("symmetric top and rest with modified rates, order 4", entry["scheme"])
        self.assertIn("| polhode (C, float) | A | A | A | A | A | A | A | yes | yes |",
                      page.markdown({**self.found, "date": "today", "costs": []}, [page.Row(e, SIX) for e in entries.values()]))

    def test_an_engine_is_known_again_and_cured(self) -> None:
        name = self.adapter("ode" if os.path.isfile(os.path.join(NATIVE, "ode")) else "bullet_double")
        entries = self.season()
        default, cured = page.Row(entries[f"{name}/default"], SIX), page.Row(entries[f"{name}/polhode_step"], SIX)
        self.assertTrue(default.entry["believed"])
        self.assertEqual("".join(default.letters), "DEEEED" if name == "ode" else "DEEDED")
        self.assertIn("(I - h [L]) w' = L" if name == "ode" else "one Newton step", default.scheme())
        self.assertEqual("".join(cured.letters), "AAAAAA")

    def test_a_broken_adapter_gets_f_with_its_last_words_and_the_others_go_on(self) -> None:
        self.script("crashes", "exit 7")
        self.script("babbles", "echo nonsense")
        self.script("mute", "exit 0")
        self.adapter("polhode_double")
        with open(os.path.join(self.folder.name, "native", "no_program"), "w", encoding="utf-8") as file:
            file.write("#!/nowhere\n")
        os.chmod(file.name, 0o755)
        entries = self.season()
        crashed = entries["crashes/default"]["cases"]["F10"]
        self.assertEqual(crashed, {"grade": "F", "fault": "crashed (exit 7): my last words"})
        self.assertEqual({entries[f"{name}/default"]["cases"]["S"]["grade"] for name in ("crashes", "babbles", "mute")}, {"F"})
        self.assertFalse(entries["babbles/default"]["believed"])
        self.assertEqual(entries["polhode_double/default"]["cases"]["D"]["grade"], "A")
        self.assertEqual([m["adapter"] for m in self.found["missing"]], ["no_program"])
        text = page.markdown({**self.found, "date": "today", "costs": []}, [page.Row(e, SIX) for e in entries.values()])
        self.assertIn("crashed (exit 7): my last words", text)

    def test_an_adapter_that_hangs_is_stopped(self) -> None:
        self.script("hangs", "sleep 100")
        hangs = league.adapters_in(self.folder.name, [])[0]
        found = league.play(PROGRAM, hangs, "default", CASES["F10"], self.folder.name, seconds=0.5)
        self.assertEqual(found["grade"], "F")
        self.assertIn("hung: stopped after 0.5 s; my last words", found["fault"])

    def test_what_is_merely_accurate_is_not_taken_for_a_model(self) -> None:
        case = CASES["F10"]
        I, h, w = tuple(case["moments"]), case["step"], tuple(case["angular_velocity"])
        rows = [((1.0, 0.0, 0.0, 0.0), w)]
        for _ in range(40):
            q, v = rows[-1]
            for _ in range(8):
                q, v = models.symmetric_top(4)(I, q, v, h / 8)
            rows.append((q, v))
        self.assertEqual(models.fingerprint(I, h, rows, "double")[0], None)

    def test_models_tell_each_other_apart(self) -> None:
        case = CASES["F10"]
        I, h, w = tuple(case["moments"]), case["step"], tuple(case["angular_velocity"])
        for name, model in models.MODELS.items():
            rows = [((1.0, 0.0, 0.0, 0.0), w)]
            for _ in range(40):
                rows.append(model(I, *rows[-1], h))
            self.assertEqual(models.fingerprint(I, h, rows, "double")[0], name)


if __name__ == "__main__":
    unittest.main()
