"""`polhode ensemble` as .h5, and build/polhode-mpi: the same bytes from every number of ranks, whatever happens to them.

The program for mpirun is named by the environment variable POLHODE_MPI; without MPI it is empty, and its tests are left out.
"""

import os
import re
import resource
import signal
import subprocess
import time
import unittest

from program import PROGRAM, ProgramTest
from test_ensemble import FREE, TOPS, rows_of

MPI_PROGRAM = os.environ.get("POLHODE_MPI", "")
# More ranks than cores, and as root: what a machine for tests is like. Ranks that are told to end get a second for it.
MPIRUN = ["timeout", "100", "mpirun", "--oversubscribe", "--bind-to", "none"]
# PMIx keeps what ranks tell each other in memory that they share, with a lock: mpirun would wait for one that a killed rank held.
os.environ |= {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "PMIX_MCA_gds": "hash"}
ENDINGS = ["csv", "npz", "h5", "html"]
COMPARE = """
import h5py, json, numpy, sys
a, b = h5py.File(sys.argv[1]), numpy.load(sys.argv[2])
meta = json.loads(str(b["metadata"]))
assert sorted(a) == sorted(name for name in b if name != "metadata"), sorted(a)
for name in a:
    assert a[name].shape == b[name].shape, name
    assert a[name].dtype == b[name].dtype, name
    assert a[name][()].tobytes() == b[name].tobytes(), name
names = h5py.check_enum_dtype(a["outcome"].dtype)
assert sorted(names, key=names.get) == meta.pop("outcomes"), names
for key, value in meta.items():
    got = a.attrs[key]
    assert (list(got) if key == "varies" and len(value) > 1 else [got] if key == "varies" else got) == value, (key, got)
print(len(a["i"]), a["q"].shape, dict(a.attrs)["title"])
"""


class Hdf5(ProgramTest):
    def test_it_has_what_npz_has(self):
        self.write("free.toml", FREE.replace("Pieces", "Stücke"))
        self.good("ensemble", "free.toml", "-q", "-o", "out.npz")
        self.good("ensemble", "free.toml", "-q", "-o", "out.h5")
        read = subprocess.run(["/usr/bin/python3", "-c", COMPARE, self.path("out.h5"), self.path("out.npz")],
                              capture_output=True, text=True, check=False)
        self.assertEqual((read.stdout, read.stderr), ("50 (50, 4) Stücke\n", ""))
        self.assertEqual(self.files(), ["free.toml", "out.h5", "out.npz"])

    def test_the_same_bytes_tomorrow_and_on_any_number_of_threads(self):
        self.write("free.toml", FREE)
        self.good("ensemble", "free.toml", "-q", "-o", "1.h5", "--bodies", "2000", "--threads", "1")
        time.sleep(1.1)  # the times of objects are in seconds
        self.good("ensemble", "free.toml", "-q", "-o", "2.h5", "--bodies", "2000", "--threads", "2")
        self.assertEqual(self.read("1.h5"), self.read("2.h5"))

    def test_a_file_that_cannot_be_written_is_told_and_leaves_the_old_one(self):
        self.write("free.toml", FREE)
        self.write("out.h5", "old")
        def small():
            resource.setrlimit(resource.RLIMIT_FSIZE, (100000, 100000))
        done = self.run_program("ensemble", "free.toml", "-q", "-o", "out.h5", "--bodies", "9000", preexec_fn=small)
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, r"^polhode: .*out\.h5: cannot be written: .*File too large.*\n$")
        self.assertEqual(self.read("out.h5"), b"old")
        self.assertEqual(self.files(), ["free.toml", "out.h5"])

    def test_standard_output_is_refused(self):
        self.write("free.toml", FREE)
        self.refused("ensemble", "free.toml", "-o", "-", "--format", "h5", says="HDF5 goes to a file")

    def test_what_is_too_large_for_the_disk_is_said_before(self):
        self.write("free.toml", FREE)
        self.refused("ensemble", "free.toml", "-o", "out.h5", "--bodies", "100000000", says="left on the disk") \
            if os.statvfs(self.folder).f_bavail * os.statvfs(self.folder).f_frsize < 12e9 else None
        self.refused("ensemble", "free.toml", "-o", "out.h5", "--bodies", "100000000000000", says="of memory")


@unittest.skipUnless(MPI_PROGRAM, "built without MPI")
class Ranks(ProgramTest):
    def command(self, ranks, *arguments):
        return [*MPIRUN, "-np", str(ranks), MPI_PROGRAM, *arguments]

    def on_ranks(self, ranks, *arguments, code=0, **options):
        done = subprocess.run(self.command(ranks, *arguments), cwd=self.folder, capture_output=True, text=True, check=False,
                              **options)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done

    def begin(self, ranks, *arguments):
        job = subprocess.Popen(self.command(ranks, *arguments), cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               text=True)
        self.addCleanup(job.communicate)
        self.addCleanup(job.terminate)
        return job

    def processes(self, job, ranks):
        """Of the ranks of a job, when all of them run."""
        def children(pid):
            with open(f"/proc/{pid}/task/{pid}/children", encoding="ascii") as file:
                return [int(child) for child in file.read().split()]
        for _ in range(1000):
            mpirun = children(job.pid)
            found = [pid for pid in children(mpirun[0]) if os.path.basename(MPI_PROGRAM) in name_of(pid)] if mpirun else []
            if len(found) == ranks:
                return mpirun[0], found
            time.sleep(0.01)
        self.fail("the ranks did not begin")

    def same(self, scenario, *flags):
        """All kinds of output: of one process, on two threads, on one to three ranks."""
        for ending in ENDINGS:
            self.good("ensemble", scenario, "-q", *flags, "--threads", "1", "-o", "1." + ending)
            whole = self.read("1." + ending)
            self.good("ensemble", scenario, "-q", *flags, "--threads", "2", "-o", "2." + ending)
            self.assertEqual(self.read("2." + ending), whole)
            for ranks in (1, 2, 3):
                self.on_ranks(ranks, "ensemble", scenario, *flags, "-q" if ranks == 2 else "--json", "-o", "3." + ending)
                self.assertEqual(self.read("3." + ending), whole, f"{ranks} ranks, {ending}")
                os.remove(self.path("3." + ending))

    def test_the_same_bytes_from_any_number_of_threads_and_ranks(self):
        self.write("tops.toml", TOPS)
        self.same("tops.toml", "--bodies", "1537")

    def test_blocks_that_do_not_divide_among_the_ranks(self):
        self.write("free.toml", FREE)
        self.good("ensemble", "free.toml", "-q", "--bodies", "23", "-o", "whole.h5")
        for every in ("1", "5", "22"):
            self.on_ranks(3, "ensemble", "free.toml", "-q", "--bodies", "23", "-o", "out.h5", "--checkpoint", "cp", "--checkpoint-every",
                          every)
            self.assertEqual(self.read("out.h5"), self.read("whole.h5"))

    def test_everything_is_said_once(self):
        self.write("free.toml", FREE)
        alone = self.good("ensemble", "free.toml", "-o", "out.csv").stdout
        done = self.on_ranks(3, "ensemble", "free.toml", "-o", "out.csv")
        def without_time(text):
            return re.sub(r"(?m)^  time .*\n", "", text)
        self.assertEqual(without_time(done.stdout), without_time(alone))
        self.assertRegex(done.stdout, "on 3 ranks of ")
        self.assertEqual(self.on_ranks(2, "methods", "--json").stdout, self.good("methods", "--json").stdout)
        self.assertEqual(self.on_ranks(2, "--version").stdout, self.good("--version").stdout)
        self.assertEqual(done.stderr, "")

    def test_what_is_wrong_is_refused_once(self):
        self.write("free.toml", FREE)
        done = self.on_ranks(3, "ensemble", "free.toml", "-o", "out.h5", "--bodies", "2", code=2)
        self.assertEqual(done.stderr.count("polhode: 3 ranks for 2 bodies: each rank needs one at least"), 1)
        done = self.on_ranks(2, "ensemble", "free.toml", "-o", "out.xyz", code=2)
        self.assertEqual(done.stderr.count("unknown ending .xyz"), 1)
        self.write("bad.toml", FREE.replace("[0.9, 1.0]", "[-2, -1]"))  # found while they are moved
        done = self.on_ranks(2, "ensemble", "bad.toml", "-o", "out.h5", code=2)
        self.assertEqual(done.stderr.count("50 of 50 bodies cannot be"), 1)
        self.write("worse.toml", TOPS.replace(
            'key = "torque[1].weight"\nnormal = { deviation = 0.1 }', 'key = "body.moments"\nuniform = [-2, 1]'))  # before that
        done = self.on_ranks(2, "ensemble", "worse.toml", "-o", "out.h5", code=2)
        self.assertEqual(done.stderr.count("of 20 bodies cannot be"), 1)
        self.assertEqual(self.files(), ["bad.toml", "free.toml", "worse.toml"])

    def test_a_file_that_cannot_be_written_ends_all_ranks_and_leaves_the_old_one(self):
        self.write("free.toml", FREE)
        def small():  # enough for the memory that ranks share
            resource.setrlimit(resource.RLIMIT_FSIZE, (6_000_000, 6_000_000))
        for ending in ENDINGS[:3]:
            self.write("out." + ending, "old")
            done = self.on_ranks(2, "ensemble", "free.toml", "-q", "-o", "out." + ending, "--bodies", "60000", code=1,
                                 preexec_fn=small)
            self.assertRegex(done.stderr, rf"polhode: .*out\.{ending}: cannot be written: .*File too large")
            self.assertEqual(self.read("out." + ending), b"old")
            self.assertEqual(self.files(), ["free.toml", "out." + ending])
            os.remove(self.path("out." + ending))

    def test_bodies_that_fail_are_rows_and_exit_1(self):
        # A step of half a second is too much for those that turn fast.
        self.write("fast.toml", TOPS.replace("sphere = 1", "sphere = 1\n[[vary]]\nkey = \"initial.angular_momentum\"\nuniform = [0, 8]"))
        flags = ["ensemble", "fast.toml", "--method", "lgvi", "--steps", "60", "-q", "-o"]
        alone = self.run_program(*flags, "1.csv")
        self.assertEqual(alone.returncode, 1, alone.stderr)
        done = self.on_ranks(2, *flags, "2.csv", code=1)
        self.assertEqual(self.read("1.csv"), self.read("2.csv"))
        self.assertEqual(done.stderr.count(alone.stderr), 1)

    def test_a_rank_that_is_killed_ends_the_job_and_others_go_on(self):
        self.write("tops.toml", TOPS)
        flags = ["--method", "rk8", "--bodies", "20000", "--steps", "1000", "-q"]
        for ending in ("h5", "csv"):
            self.good("ensemble", "tops.toml", *flags, "-o", "whole." + ending)
            job = self.begin(3, "ensemble", "tops.toml", *flags, "-o", "out." + ending, "--checkpoint", "cp", "--checkpoint-every", "512")
            _, ranks = self.processes(job, 3)
            self.wait_for(lambda names: "cp" in names and os.path.getsize(self.path("cp")) > 400000)
            os.kill(ranks[1], signal.SIGKILL)
            _, said = job.communicate(timeout=60)
            self.assertNotEqual(job.returncode, 0)
            self.assertIn("signal 9", said)
            self.assertNotIn("out." + ending, self.files())
            # Another number of ranks, killed in turn; then one process.
            job = self.begin(2, "resume", "cp", "-q")
            _, ranks = self.processes(job, 2)
            time.sleep(0.3)
            os.kill(ranks[0], signal.SIGKILL)
            job.communicate(timeout=60)
            if ending == "h5":
                self.on_ranks(3, "resume", "cp", "-q")
            else:
                self.good("resume", "cp", "-q")
            self.assertEqual(self.read("out." + ending), self.read("whole." + ending))
            os.remove(self.path("cp"))

    def test_what_one_process_began_ranks_end(self):
        self.write("tops.toml", TOPS)
        flags = ["--method", "rk8", "--bodies", "20000", "--steps", "1000"]
        self.good("ensemble", "tops.toml", *flags, "-q", "-o", "whole.npz")
        process = subprocess.Popen([PROGRAM, "ensemble", "tops.toml", *flags, "-o", "out.npz", "--checkpoint", "cp",
                                    "--checkpoint-every", "600"], cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.wait_for(lambda names: "cp" in names and os.path.getsize(self.path("cp")) > 200000)
        process.kill()
        process.communicate()
        self.on_ranks(2, "resume", "cp", "-q")
        self.assertEqual(self.read("out.npz"), self.read("whole.npz"))

    def test_stopped_they_keep_what_is_done(self):
        # By SIGUSR1. After Ctrl-C mpirun kills them when it likes, and only the checkpoint is sure.
        self.write("tops.toml", TOPS)
        flags = ["--method", "rk8", "--bodies", "60000", "--steps", "2000", "-o", "out.csv", "--checkpoint", "cp", "--checkpoint-every", "512"]
        job = self.begin(2, "ensemble", "tops.toml", *flags)
        mpirun, _ = self.processes(job, 2)
        self.wait_for(lambda names: "cp" in names and os.path.getsize(self.path("cp")) > 100000)
        os.kill(mpirun, signal.SIGUSR1)
        out, said = job.communicate(timeout=60)
        self.assertEqual(job.returncode, 130, out + said)
        self.assertEqual(said.count("polhode: interrupted after"), 1, said)
        rows = rows_of(self.read("out.partial.csv"))
        self.assertEqual(len(rows), 60000)
        self.assertIn("not_run", {row["outcome"] for row in rows})
        for row in rows:  # those of blocks that were not begun, too
            self.assertEqual(row["qw"] == row["Lz"] == row["energy"] == "nan", row["outcome"] == "not_run", row)


def name_of(pid):
    try:
        with open(f"/proc/{pid}/cmdline", encoding="utf-8") as file:
            return file.read().split("\0")[0]
    except OSError:
        return ""


if __name__ == "__main__":
    unittest.main()
