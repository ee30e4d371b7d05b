"""The scripts of the gallery run, and draw."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPTS = sorted((Path(__file__).resolve().parent.parent / "gallery").glob("*.py"))


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_script(script, tmp_path):
    ran = subprocess.run([sys.executable, script], cwd=tmp_path, capture_output=True, text=True, timeout=250,
                         env={**os.environ, "MPLBACKEND": "Agg"})
    assert ran.returncode == 0, ran.stderr
    assert ran.stderr == "" and ran.stdout != ""
    assert (tmp_path / f"{script.stem}.png").stat().st_size > 10_000
