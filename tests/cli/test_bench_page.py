"""The page on performance: what is lost is listed, what is missing is said, and the rule for numbers that were asked."""

import json
import os
import sys
import tempfile
import unittest
from xml.etree import ElementTree

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "bench"))
sys.dont_write_bytecode = True
import page  # noqa: E402
import page_numbers  # noqa: E402
import page_svg  # noqa: E402

MACHINE = {"cpu": "a processor", "cores": 2, "avx512": False, "compiler": "a compiler", "flags": "-O2", "load": 0.1}


def contest(ours, peer):
    """One problem, two contenders, the same time at every error."""
    def row(method, group, package, microseconds):
        cells = [{"error": 10.0 ** -k, "steps": 10.0 * k, "microseconds": microseconds} for k in range(2, 13)]
        return {"method": method, "group": group, "package": package, "best_error": 1e-14, "cells": cells}
    rows = [row("rk8", "ours", "", ours), row("odeint rkf78", "peer", "Boost.Odeint 1.74", peer)]
    return {"missing": "GSL (libgsl-dev)", "problems": [{"name": "T", "title": "a top", "end": 100, "rows": rows}]}


def written(data):
    with tempfile.TemporaryDirectory() as build:
        os.makedirs(os.path.join(build, "bench", "results"))
        result = {"section": "work_precision", "date": "2026-01-01", "seconds": 1, "quick": True, "machine": MACHINE, "data": data}
        with open(os.path.join(build, "bench", "results", "work_precision.json"), "w", encoding="utf-8") as file:
            json.dump(result, file)
        page.write(build)
        with open(os.path.join(build, "bench", "page", "performance.md"), encoding="utf-8") as file:
            return file.read()


class Page(unittest.TestCase):
    def test_the_readme_has_four_rows_of_the_table_of_the_page(self):
        def text_of(*path):
            with open(os.path.join(page.ROOT, *path), encoding="utf-8") as file:
                return file.read()
        table = next(part for part in text_of("docs", "results", "performance.md").split("\n\n") if part.startswith("| time to an error"))
        self.assertEqual(table.count("\n"), 11)
        short = page.readme_table(table)
        self.assertEqual(short.count("\n"), 5)
        self.assertIn("\n\n" + short + "\n\n", text_of("README.md"))
        least = min(float(cell.split()[0]) for line in table.splitlines()[2:] for cell in line.split("|")[2:5] if cell.strip())
        self.assertIn(f"| {least:.2f} x |", short)

    def test_a_ratio_below_one_is_listed_as_lost(self):
        text = written(contest(ours=4.0, peer=2.0))
        lost = text[text.index("## Where we lose"):text.index("## One body")]
        self.assertEqual(lost.count("rk8 4 us, odeint rkf78 2 us | 0.50 |"), 4)
        self.assertIn("2 / 2.8 / 3.8 / 7 x | 0.50 / 0.50 / 0.50 / 0.50 x", lost)

    def test_a_ratio_above_one_is_not(self):
        text = written(contest(ours=1.0, peer=10.0))
        self.assertIn("No ratio is below 1.", text)
        self.assertIn("Everything that was asked and measured is reached.", text)

    def test_what_is_missing_is_said(self):
        text = written(contest(ours=1.0, peer=10.0))
        self.assertIn("GSL (libgsl-dev)", text)
        self.assertIn("Not measured yet: `bench/run build ensemble`", text)
        self.assertIn("Quick run: not to be quoted", text)

    def test_numbers_that_were_asked(self):
        for asked, measured, reached in (("at most 1.3 x", "1.20 x (14 ms)", True), ("at least 100 x faster", "93 x", False), ("below 0.1 us", "0.2 us", False),
                                         ("1.85 or more", "1.9", True), ("the same", "10 MB", None)):
            self.assertIs(page_numbers.within(asked, measured), reached, asked)

    def test_pictures_are_well_formed_and_know_the_dark(self):
        svg = page_svg.picture("a & b".replace("&", "and"), "x", "y", [("ours", False, [(1e-3, 2.0), (1e-12, 30.0)]), ("peer", True, [(1e-3, 0.0), (1e-6, 5.0)])], True)
        ElementTree.fromstring(svg)
        self.assertIn("prefers-color-scheme:dark", svg)


unittest.main()
