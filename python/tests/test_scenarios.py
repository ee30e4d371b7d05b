"""Scenarios, comparisons and reports: the program from Python."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import polhode
from polhode import _program

SCENARIOS = Path(__file__).parents[2] / "scenarios"


def test_a_scenario_has_the_bits_of_solve(nut, start, top):
    how = {"method": "rkn6", "step": 0.01}
    here = polhode.solve(nut, (0, 2), start, top, **how)
    there = polhode.Scenario.of(nut, (0, 2), start, top, **how).run()
    for name in ("t", "q", "w", "L", "energy"):
        assert np.array_equal(getattr(here, name), getattr(there, name)), name
    assert there.method == here.method and there.steps == here.steps and there.success
    for name, value in here.certificate.items():
        if value is not None:
            assert there.certificate[name] == value, name


def test_scenarios_from_files_and_their_faults(tmp_path):
    nut = polhode.Scenario.load(SCENARIOS / "wing_nut.toml").run()
    assert nut.success and nut.certificate.verdict == "good" and nut.q.shape == (len(nut), 4)
    shorter = polhode.Scenario.load(SCENARIOS / "wing_nut.toml").run(end=1.0)
    assert shorter.t[-1] == 1.0
    antenna = polhode.Scenario.load(SCENARIOS / "antenna.toml").run()
    assert len(antenna.t_events) == 2
    bad = tmp_path / "bad.toml"
    bad.write_text("[body]\nmomnets = [1, 2, 3]\n")
    with pytest.raises(ValueError, match='bad.toml:2: body.momnets: .*"moments"'):
        polhode.Scenario.load(bad).run()
    with pytest.raises(FileNotFoundError):
        polhode.Scenario.load(tmp_path / "none.toml")
    with pytest.raises(TypeError, match="no argument 'stepp'"):
        polhode.Scenario.load(bad).report(stepp=1)


def test_a_scenario_that_fails_keeps_what_it_has(nut, start):
    scenario = polhode.Scenario.of(nut, (0, 10), start, polhode.torques.heavy_top(weight=1e6, arm=[0, 0, 1]), method="lewis-simo", step=1.0)
    run = scenario.run()
    assert not run.success and run.status == -1 and len(run.message) > 20


def test_an_ensemble_has_the_bits_of_the_program(tmp_path):
    spins = np.random.default_rng(5).normal(size=(20, 3))
    np.savetxt(tmp_path / "spins.csv", spins, delimiter=",", fmt="%.17g")
    (tmp_path / "cloud.toml").write_text(
        '[body]\nmoments = [0.6, 0.8, 1.0]\n[initial]\nangular_velocity = [0, 0, 1]\n'
        '[[torque]]\nkind = "heavy-top"\nweight = 1\narm = [0, 0, 1]\n[run]\nmethod = "rk8"\nstep = 0.02\nend = 3\n'
        '[ensemble]\nbodies = 20\nseed = 1\n[[vary]]\nkey = "initial.angular_velocity"\ntable = "spins.csv"\n'
    )
    there = polhode.Ensemble.load(tmp_path / "cloud.toml").run()
    torque = polhode.torques.heavy_top(weight=1, arm=[0, 0, 1])
    body, states = polhode.Body(moments=[0.6, 0.8, 1.0]), polhode.State(angular_velocity=spins)
    here = polhode.Ensemble(body, (0, 3), states, torque, method="rk8", step=0.02).run()
    for name in here.__slots__:
        assert np.array_equal(getattr(here, name), getattr(there, name), equal_nan=name != "outcome"), name
    assert len(polhode.Ensemble.load(tmp_path / "cloud.toml", bodies=5).run(threads=1)) == 5


def test_comparisons(nut, start, top):
    scenario = polhode.Scenario.of(nut, (0, 5), start, top, accuracy=1e-9)
    table = polhode.compare(scenario, methods=["rattle", "rkn6"], steps=[100, 1000])
    assert len(table.points) == 4 and len(table.methods) == 2
    errors = table.column("attitude_error", table.methods[0])
    assert 80 < errors[0] / errors[1] < 120  # second order
    assert "rattle" in repr(table) and "rkn6" in repr(table)
    with pytest.raises(ValueError, match="no method"):
        polhode.compare(scenario, methods=["rkn7"])


def test_what_is_advised_does_it(nut, start, top):
    accuracy = 1e-8
    advice = polhode.advise(polhode.Scenario.of(nut, (0, 5), start, top), accuracy)
    assert advice["accuracy"] == accuracy and advice["verified_error"] <= accuracy
    run = polhode.solve(nut, (0, 5), start, top, method=advice["method"], flow=advice["flow"], step=advice["step"])
    assert run.steps == advice["steps"] and run.nfev <= 1.1 * advice["torque_evaluations"] + 20
    true = polhode.solve(nut, (0, 5), start, top, accuracy=1e-12)
    assert (run.end.rotation * true.end.rotation.inv()).magnitude() <= accuracy
    with pytest.raises(ValueError, match="accuracy"):
        polhode.advise(polhode.Scenario.of(nut, (0, 5), start, top), -1)


def test_a_solution_shows_its_report_in_a_notebook(nut, start, top):
    run = polhode.solve(nut, (0, 2), start, top, events=polhode.events.flip())
    page = run._repr_html_()
    assert page.startswith("<iframe") and "&lt;!doctype html" in page.lower()
    by_function = polhode.solve(nut, (0, 2), start, lambda t, q, w: -0.1 * w)
    assert "<table>" in by_function._repr_html_() and "verdict" in by_function._repr_html_()
    from_file = polhode.Scenario.of(nut, (0, 2), start, top).run()
    assert from_file._repr_html_().startswith("<iframe")


def test_the_program_is_a_command_of_the_package():
    command = Path(sys.executable).parent / "polhode"
    said = subprocess.run([command, "--version"], capture_output=True, text=True, check=True).stdout
    assert polhode.__version__ in said
    assert os.access(_program.path(), os.X_OK)
