"""The program `polhode`, which is part of the package."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def path() -> str:
    """Where it is."""
    return str(Path(__file__).parent / "bin" / "polhode")


def main() -> None:
    """The command `polhode`: becomes the program."""
    os.execv(path(), [path(), *sys.argv[1:]])
