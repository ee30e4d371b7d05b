"""Events and rows at given times, in the program as a whole."""

import csv
import json
import unittest

from program import FREE, TOP, ProgramTest

EVENTS = """[[event]]
name = "over, \\"the\\" top"
kind = "plane"
body_axis = [0, 1, 0]
space_axis = [1, 0, 0]
[[event]]
kind = "flip"
"""


def table(text):
    return list(csv.DictReader(line for line in text.decode().splitlines() if not line.startswith("#")))


class Events(ProgramTest):
    def test_json_and_csv_tell_the_same(self):
        free = FREE.replace('"lie3"', '"exact"').replace("end = 2", "end = 20")
        self.write("free.toml", free + EVENTS)
        result = json.loads(self.good("run", "free.toml", "--json", "-o", "out.csv").stdout)
        self.assertEqual(self.files(), ["free.toml", "out.csv", "out.events.csv"])
        rows = table(self.read("out.events.csv"))
        self.assertEqual([(float(r["t"]), r["name"], r["kind"], r["direction"]) for r in rows],
                         [(e["t"], e["name"], e["kind"], e["direction"]) for e in result["events"]])
        times = [e["t"] for e in result["events"]]
        self.assertEqual(times, sorted(times))
        flips = [e for e in result["events"] if e["kind"] == "flip"]
        self.assertGreaterEqual(len(flips), 3)
        self.assertEqual(result["event_counts"]["flip"], len(flips))
        self.assertTrue(all(a["direction"] != b["direction"] for a, b in zip(flips, flips[1:])))
        gaps = [b["t"] - a["t"] for a, b in zip(flips, flips[1:])]
        self.assertLess(max(gaps) - min(gaps), 1e-13)  # half a period
        self.assertIsNone(result["ended_by"])
        self.good("run", "free.toml", "-q", "-o", "out.json")
        self.assertEqual(json.loads(self.read("out.json"))["events"], result["events"])
        # Without events there is no file of them.
        self.good("run", self.write("plain.toml", free), "-q", "-o", "plain.csv")
        self.assertNotIn("plain.events.csv", self.files())

    def test_a_terminal_event_ends_the_run_and_nothing_is_left_to_resume(self):
        self.write("top.toml", TOP + EVENTS + "terminal = true\n")
        flags = ["--checkpoint", "saved", "--checkpoint-every", "2"]
        result = json.loads(self.good("run", "top.toml", "--json", "-o", "out.csv", *flags).stdout)
        self.assertEqual((result["outcome"], result["ended_by"]), ("done", "flip"))
        self.assertLess(result["end"]["t"], 10)
        self.assertEqual(result["events"][-1]["t"], result["end"]["t"])
        self.assertEqual(float(table(self.read("out.csv"))[-1]["t"]), result["end"]["t"])
        again = json.loads(self.good("resume", "saved", "--json").stdout)
        self.assertEqual(again["end"], result["end"])
        self.assertEqual(again["events"], result["events"])

    def test_rows_at_times(self):
        self.write("top.toml", TOP + "output_step = 0.7\n")
        self.good("run", "top.toml", "-q", "-o", "out.csv")
        times = [r["t"] for r in table(self.read("out.csv"))]
        self.assertEqual(times, [f"{7 * k / 10:g}" for k in range(15)] + ["10"])
        self.write("top.toml", TOP + 'times = [0.1, 3.3, "4000 ms", 9.99]\n')
        for ending in "csv", "npz", "json", "html":
            self.good("run", "top.toml", "-q", "-o", "out." + ending)
        self.assertEqual([r["t"] for r in table(self.read("out.csv"))], ["0.1", "3.3", "4", "9.99"])
        self.assertEqual(json.loads(self.read("out.json"))["columns"]["t"], [0.1, 3.3, 4, 9.99])
        self.refused("run", "top.toml", "--end", "5", says="run.times: 9.99 lies after end = 5")

    def test_an_accuracy_has_events_and_times_too(self):
        text = TOP.replace('method = "rkn6"\nstep = 0.05', "accuracy = 1e-10")
        self.write("a.toml", text + "output_step = 0.7\n" + EVENTS)
        self.write("b.toml", TOP.replace("step = 0.05", "step = 0.002") + "output_step = 0.7\n" + EVENTS)
        a, b = (json.loads(self.good("run", name + ".toml", "--json", "-o", name + ".csv").stdout) for name in "ab")
        self.assertEqual(len(a["events"]), len(b["events"]))
        self.assertGreater(len(a["events"]), 2)
        for one, other in zip(a["events"], b["events"]):
            self.assertEqual(one["name"], other["name"])
            self.assertAlmostEqual(one["t"], other["t"], delta=1e-9)
        rows, others = table(self.read("a.csv")), table(self.read("b.csv"))
        self.assertEqual(len(rows), len(others))
        for one, other in zip(rows, others):
            for column in one:
                self.assertAlmostEqual(float(one[column]), float(other[column]), delta=1e-9)


if __name__ == "__main__":
    unittest.main()
