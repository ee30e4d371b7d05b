"""Ctrl-C, other threads and processes, and functions that are told how far a run is."""

import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest
from conftest import heavy_top

import polhode

BEGIN = """
import numpy as np, polhode
body, start = polhode.Body(moments=[0.6, 0.8, 1.0]), polhode.State(angular_velocity=[0.3, 2.0, -0.4])
many = polhode.State(angular_velocity=np.random.default_rng(1).normal(size=(100000, 3)))
top = polhode.torques.heavy_top(weight=1, arm=[0, 0, 1])
print("go", flush=True)
"""


@pytest.mark.parametrize(
    "call",
    [
        'polhode.solve(body, (0, 1e6), start, top, method="rkn6", step=1e-3, output_every=10**6)',
        "polhode.solve(body, (0, 1e6), start, top, accuracy=1e-6)",
        'polhode.solve(body, (0, 1e6), start, lambda t, q, w: -0.0 * w, method="cf4", step=1e-3, output_every=10**6)',
        'polhode.Ensemble(body, (0, 100), many, top, method="rk8", step=0.02).run()',
    ],
)
def test_control_c_works(call):
    code = BEGIN + f"try:\n    {call}\nexcept KeyboardInterrupt:\n    print('interrupted', flush=True)"
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline() == "go\n"
        time.sleep(0.4)
        process.send_signal(signal.SIGINT)
        said, _ = process.communicate(timeout=20)
    assert said == "interrupted\n" and process.returncode == 0


def test_a_callback_is_told_and_may_stop(nut, start, top):
    told = []
    run = polhode.solve(nut, (0, 100), start, top, method="rkn6", step=1e-4, callback=lambda x: told.append(x) or len(told) > 2)
    assert len(told) == 3 and told == sorted(told) and 0 <= told[0] < told[2] < 1
    assert not run.success and run.status == -1 and "interrupted after step" in run.message and 0 < run.t[-1] < 100
    with pytest.raises(KeyError):
        polhode.solve(nut, (0, 100), start, top, method="rkn6", step=1e-4, callback=lambda x: {}["x"])
    early = polhode.solve(nut, (0, 100), start, top, accuracy=1e-12, callback=lambda x: True)
    assert not early.success and len(early) == 0 and "stopped" in repr(early)
    with pytest.raises(TypeError, match="callback: expected something that can be called"):
        polhode.solve(nut, (0, 1), start, top, callback=3)


def test_threads_run_side_by_side(nut, start, top):
    t = np.linspace(0, 100, 1001)
    right = polhode.free(nut, start, t).q, polhode.solve(nut, (0, 5), start, heavy_top, accuracy=1e-9).q
    wrong = []

    def work():
        for _ in range(3):
            got = polhode.free(nut, start, t).q, polhode.solve(nut, (0, 5), start, heavy_top, accuracy=1e-9).q
            if not all(map(np.array_equal, got, right)):
                wrong.append(1)
            try:
                polhode.solve(nut, (0, 5), start, lambda t, q, w: {}[threading.get_ident()], accuracy=1e-9)
            except KeyError as error:
                if error.args[0] != threading.get_ident():
                    wrong.append(2)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert not wrong


def test_python_runs_on_while_the_library_works(nut, start, top):
    """The GIL is not held by a run without functions of Python."""
    counted, done = [0], threading.Event()

    def count():
        while not done.is_set():
            counted[0] += 1
            time.sleep(0.001)

    other = threading.Thread(target=count)
    other.start()
    begin = time.perf_counter()
    polhode.solve(nut, (0, 100), start, top, method="rkn6", step=2e-4, output_every=10**6)
    seconds = time.perf_counter() - begin
    done.set()
    other.join()
    assert counted[0] > 0.05 * seconds / 0.001  # with the GIL held but for looks at signals: at most 0.02


def in_child(states):
    end = polhode.Ensemble(
        polhode.Body(moments=[0.6, 0.8, 1.0]), (0, 1), polhode.State(angular_velocity=states)
    ).run()
    return end.q


def test_a_fork_goes_on():
    states = np.random.default_rng(1).normal(size=(5000, 3))
    right = in_child(states)  # threads have run before
    with multiprocessing.get_context("fork").Pool(2) as pool:
        for got in pool.map_async(in_child, [states] * 4).get(timeout=60):
            assert np.array_equal(got, right)
    child = os.fork()
    if child == 0:
        good = np.array_equal(in_child(states), right)
        os._exit(0 if good else 1)
    assert os.waitpid(child, 0)[1] == 0
