"""The types of the package, as mypy sees them."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parents[1]

USER = """
import polhode

nut = polhode.Body(moments=[0.6, 0.8, 1.0])
start = polhode.State(angular_velocity=[0.01, 5, 0.02])
q, w = polhode.free(nut, start, [1.0, 2.0])
run = polhode.solve(nut, (0, 5), start, polhode.torques.heavy_top(weight=1, arm=[0, 0, 1]), accuracy=1e-9)
error: float = run.error_estimate
tilt: str = run.error_estimate
"""


def test_the_package_has_none_wrong_and_users_find_theirs(tmp_path):
    pytest.importorskip("mypy")
    (tmp_path / "user.py").write_text(USER)
    command = [sys.executable, "-m", "mypy", "--no-error-summary", "--no-incremental", "--config-file",
               str(HERE / "pyproject.toml"), str(HERE / "src" / "polhode"), "user.py"]  # fmt: skip
    said = subprocess.run(command, cwd=tmp_path, env=os.environ | {"MYPYPATH": str(HERE / "src")}, capture_output=True,
                          text=True)  # fmt: skip
    faults = [line for line in said.stdout.splitlines() if " error: " in line]
    assert len(faults) == 1 and faults[0].startswith("user.py:9: error: Incompatible types in assignment"), said.stdout
