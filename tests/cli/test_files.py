"""No file is lost in silence: what a command reads, what it writes, and which names mean the same file."""

import os
import signal
import subprocess
import unittest

from program import FREE, PROGRAM, TOP, ProgramTest

FLIPS = TOP + '[[event]]\nkind = "flip"\n'
TABLE = TOP.split("[[torque]]")[0] + '[[torque]]\nkind = "table"\nfile = "p.events.csv"\nframe = "space"\n' \
    '[run]\nsteps = 100\nend = 2\n[[event]]\nkind = "flip"\n'
SAVE = ("--checkpoint-every", "50")
BUNCH = FREE + '[ensemble]\nbodies = 3\n[[vary]]\nkey = "initial.angular_velocity"\n' \
    "normal = { mean = [1, 2, 3], deviation = 0.1 }\n"


class Files(ProgramTest):
    def test_the_events_beside_the_rows_replace_no_input(self):
        self.write("q.events.csv", FLIPS)
        self.refused("run", "q.events.csv", "-o", "q.csv", says="the events beside it: q.events.csv is the scenario itself")
        self.good("run", "q.events.csv", "-q", "-o", "q.npz")  # which has them in it
        self.write("table.toml", TABLE)
        self.write("p.events.csv", "t,x,y,z\n0,1,0,0\n1,0,2,0\n1.5,0,2,1\n3,0,0,0\n")
        self.refused("run", "table.toml", "-o", "p.csv", says="p.events.csv is a table of the scenario")
        os.symlink("p.events.csv", self.path("r.events.csv"))
        self.refused("run", "table.toml", "-o", "r.csv", says="r.events.csv is a table of the scenario")

    def test_the_events_replace_events_and_nothing_else(self):
        self.write("top.toml", FLIPS)
        self.good("run", "top.toml", "-q", "-o", "a.csv")
        events = self.read("a.events.csv")
        self.good("run", "top.toml", "-q", "-o", "a.csv")
        self.write("b.events.csv", "")
        self.good("run", "top.toml", "-q", "-o", "b.csv")
        self.assertEqual(self.read("b.events.csv"), events)
        self.write("c.events.csv", "precious\n")
        self.refused("run", "top.toml", "-o", "c.csv", says="c.events.csv is there and is no file of events of polhode")
        # Rows begin as events do.
        self.good("run", self.write("free.toml", FREE), "-q", "-o", "d.events.csv")
        self.refused("run", "top.toml", "-o", "d.csv", says="d.events.csv is there and is no file of events of polhode")
        # Without events nothing lies beside.
        self.good("run", "free.toml", "-q", "-o", "c.csv")
        self.assertEqual(self.read("c.events.csv"), b"precious\n")

    def test_the_events_of_a_run_that_fails_replace_nothing(self):
        failing = FREE.replace("lie3", "dmv8").replace("step = 0.01", "step = 0.9") + '[[event]]\nkind = "flip"\n'
        self.write("q.partial.events.csv", failing)
        done = self.run_program("run", "q.partial.events.csv", "-q", "-o", "q.csv")
        self.assertEqual(done.returncode, 1)
        self.assertEqual(self.read("q.partial.events.csv").decode(), failing)
        self.assertEqual(self.files(), ["q.partial-2.csv", "q.partial-2.events.csv", "q.partial.events.csv"])

    def test_a_checkpoint_takes_the_place_of_no_output(self):
        self.write("top.toml", FLIPS)
        self.write("bunch.toml", BUNCH)
        os.symlink("r.csv", self.path("dangling"))
        os.mkdir(self.path("folder"))
        os.symlink(".", self.path("folder/here"))
        os.symlink("..", self.path("folder/up"))
        names = ("r.csv", "./r.csv", self.path("r.csv"), "dangling", "folder/../r.csv", "folder/up/r.csv")
        for command in ("run", "top.toml"), ("ensemble", "bunch.toml"):
            for name in names:
                self.refused(*command, "-o", "r.csv", "--checkpoint", name, *SAVE, says="--checkpoint and -o name the same file")
        for name in ("r.events.csv", "./r.events.csv"):
            self.refused("run", "top.toml", "-o", "r.csv", "--checkpoint", name, *SAVE,
                         says="--checkpoint and -o (the events beside it) name the same file")
        # What exists is told apart by what it is.
        self.good("run", "top.toml", "-q", "--checkpoint", "saved", *SAVE)
        os.link(self.path("saved"), self.path("r.csv"))
        self.refused("run", "top.toml", "-o", "r.csv", "--checkpoint", "saved", *SAVE, says="name the same file")

    def test_the_folder_before_dots_may_be_a_link(self):
        os.makedirs(self.path("far/away"))
        os.symlink("far/away", self.path("link"))
        self.write("p.csv", FREE)
        self.good("run", "p.csv", "-q", "-o", "link/../p.csv")
        self.assertEqual(self.read("p.csv").decode(), FREE)
        self.assertIn(b"# title: Wing nut", self.read("far/p.csv"))
        self.refused("run", "p.csv", "-o", "link/../../p.csv", says="p.csv is the scenario itself")

    def test_a_link_that_leads_to_nothing_yet_is_followed(self):
        self.write("free.toml", FREE)
        os.mkdir(self.path("far"))
        os.symlink("far/r.csv", self.path("link.csv"))
        os.symlink("far/saved", self.path("link"))
        self.good("run", "free.toml", "-q", "-o", "link.csv", "--checkpoint", "link", *SAVE)
        self.assertTrue(os.path.islink(self.path("link.csv")) and os.path.islink(self.path("link")))
        self.assertEqual(sorted(os.listdir(self.path("far"))), ["r.csv", "saved"])
        self.good("resume", "link", "-q")
        os.symlink("round.csv", self.path("round.csv"))
        self.refused("run", "free.toml", "-o", "round.csv", says="round.csv: is a link that leads back to itself")

    def test_a_lock_takes_the_place_of_nothing(self):
        self.write(".c.lock", FREE)
        self.refused("run", ".c.lock", "--checkpoint", "c", *SAVE, says=".c.lock is the scenario itself")
        self.refused("run", self.write("free.toml", FREE), "--checkpoint", "c", *SAVE,
                     says=".c.lock: is there and is no lock of polhode")
        self.assertEqual(self.read(".c.lock").decode(), FREE)
        self.stopped_run("free.toml", "out.csv", "saved")
        self.write(".saved.lock", "precious")
        self.refused("resume", "saved", says=".saved.lock: is there and is no lock of polhode")
        self.assertEqual(self.read(".saved.lock"), b"precious")

    def test_pictures(self):
        self.write("free.toml", FREE)
        self.refused("run", "free.toml", "-o", "v.html", "--svg", "v.html", says="--svg and -o name the same file")
        self.refused("run", "free.toml", "-o", "v.html", "--svg", "v.html/pictures", says="is to lie in it")
        self.refused("run", "free.toml", "--svg", "free.toml", says="free.toml is a file, not a folder")
        self.refused("compare", "free.toml", "--svg", "free.toml/new", says="free.toml is a file, not a folder")
        os.mkdir(self.path("pictures"))
        self.write("pictures/momentum.svg", "<svg>precious</svg>")
        self.refused("run", "free.toml", "--svg", "pictures", says="pictures/momentum.svg is there and is no picture of polhode")
        self.assertEqual(self.read("pictures/momentum.svg"), b"<svg>precious</svg>")
        os.remove(self.path("pictures/momentum.svg"))
        os.symlink("../free.toml", self.path("pictures/polhode.svg"))
        self.refused("run", "free.toml", "--svg", "pictures", says="pictures/polhode.svg is the scenario itself")
        os.remove(self.path("pictures/polhode.svg"))
        for _ in range(2):
            self.good("run", "free.toml", "-q", "--svg", "pictures")
        # A run that is refused late leaves no folder either.
        self.refused("run", "free.toml", "--svg", "new", "--require", "attitude_error_estimate=1", says="error of a free body is known")
        self.assertFalse(os.path.exists(self.path("new")))

    def test_a_checkpoint_that_was_renamed_is_not_replaced_by_its_own_output(self):
        self.write("free.toml", FREE)
        self.stopped_run("free.toml", "out.csv", "saved")
        os.rename(self.path("saved"), self.path("out.csv"))
        self.refused("resume", "out.csv", says="--checkpoint of the run that is resumed and -o of the run that is resumed name the same file")

    def stopped_run(self, scenario, output, saved):
        run = subprocess.Popen([PROGRAM, "run", scenario, "-q", "--steps", "1000000000", "-o", output, "--checkpoint", saved,
                                "--checkpoint-every", "1000"], cwd=self.folder, stderr=subprocess.DEVNULL)
        self.addCleanup(run.wait)
        self.addCleanup(run.kill)
        self.wait_for(lambda names: saved in names)
        run.send_signal(signal.SIGINT)
        self.assertEqual(run.wait(timeout=60), 130)

    def test_the_rows_of_a_checkpoint_that_was_copied_stay(self):
        self.write("free.toml", FREE)
        self.stopped_run("free.toml", "out.csv", "saved")
        with open(self.path("copy"), "wb") as file:
            file.write(self.read("saved"))
        self.good("run", "free.toml", "-q", "--checkpoint", "copy", *SAVE)
        self.assertIn(".saved.1.rows", self.files())

    def test_standard_output_is_no_checkpoint_and_no_folder(self):
        self.write("free.toml", FREE)
        for flags in (("--checkpoint", "-", *SAVE), ("--svg", "-")):
            self.refused("run", "free.toml", *flags, says="-: standard output cannot take it; what is called so is ./-")
        self.good("run", "free.toml", "-q", "--checkpoint", "./-", *SAVE)
        self.good("resume", "./-", "-q")

    def test_standard_output_may_not_go_to_an_input(self):
        self.write("free.toml", FREE)
        for command in (("run", "free.toml"), ("run", "free.toml", "-o", "-")):
            with open(self.path("free.toml"), "ab") as out:
                done = subprocess.run([PROGRAM, *command], cwd=self.folder, stdout=out, stderr=subprocess.PIPE, text=True,
                                      check=False)
            self.assertEqual(done.returncode, 2)
            self.assertIn("standard output goes to the scenario itself", done.stderr)
        os.symlink("free.toml", self.path("link.csv"))
        with open(self.path("free.toml"), "rb") as scenario:
            self.refused("run", "-", "-o", "link.csv", stdin=scenario, says="link.csv is the scenario itself")
        self.assertEqual(self.read("free.toml").decode(), FREE)

    def test_a_closed_standard_output_is_an_error_of_writing(self):
        self.write("free.toml", FREE)
        self.write("bunch.toml", BUNCH)
        self.good("run", "free.toml", "-q", "-o", "good.csv")

        def closed(command, numbers):
            return self.run_program("-c", f'exec "$0" "$@" {numbers}', PROGRAM, *command, executable="bash")

        for command in (("run", "free.toml", "-q", "-o", "-"), ("ensemble", "bunch.toml", "-q", "-o", "-"), ("run", "free.toml"),
                        ("compare", "free.toml", "--methods", "lie3", "--steps", "10", "-q", "-o", "-"), ("methods", "--json")):
            done = closed(command, ">&-")
            self.assertEqual(done.returncode, 1, command)
            self.assertIn("Bad file descriptor", done.stderr)
        self.assertEqual(closed(("run", "free.toml", "-q", "-o", "-"), "<&- >&- 2>&-").returncode, 1)
        # No word of the program goes into a file that took the number of its output.
        for numbers in (">&-", "2>&-", "<&- >&- 2>&-"):
            closed(("run", "free.toml", "-o", "out.csv"), numbers)
            self.assertEqual(self.read("out.csv"), self.read("good.csv"))
            os.remove(self.path("out.csv"))
        self.assertEqual(closed(("run", "free.toml", "-q", "-o", "out.csv"), "<&- >&- 2>&-").returncode, 0)
        self.assertEqual(self.read("out.csv"), self.read("good.csv"))
        self.assertEqual(closed(("run", "-"), "<&-").returncode, 2)
        self.assertEqual(self.files(), ["bunch.toml", "free.toml", "good.csv", "out.csv"])

    def test_seals_of_runs_and_of_ensembles_are_read_alike(self):
        self.write("free.toml", FREE)
        self.write("bunch.toml", BUNCH)
        self.good("run", "free.toml", "-q", "--checkpoint", "of-run", *SAVE)
        self.good("ensemble", "bunch.toml", "-q", "--checkpoint", "of-ensemble", *SAVE)
        for name, now in ("of-run", 4), ("of-ensemble", 3):
            good = self.read(name)
            for content, says in ((good[:100], "the checkpoint is damaged: it should have "),
                                  (good[:20], "the checkpoint is damaged: it ends after 20 bytes"),
                                  (good[:60] + bytes([good[60] ^ 1]) + good[61:], "its checksum does not fit its content"),
                                  (good[:8] + bytes([now - 1]) + good[9:],
                                   f"has format {now - 1}; this program reads format {now} (it was written by an earlier polhode"),
                                  (good[:8] + bytes([now + 1]) + good[9:],
                                   f"has format {now + 1}; this program reads format {now} (it was written by a later version")):
                with open(self.path("bad"), "wb") as file:
                    file.write(content)
                self.refused("resume", "bad", says=says)


if __name__ == "__main__":
    unittest.main()
