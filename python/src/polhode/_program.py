"""The program `polhode`, which is part of the package."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any


def path() -> str:
    """Where it is."""
    return str(Path(__file__).parent / "bin" / "polhode")


def main() -> None:
    """The command `polhode`: becomes the program."""
    os.execv(path(), [path(), *sys.argv[1:]])


def call(*arguments: str, text: str | None = None, folder: str | None = None) -> bytes:
    """What it prints. Bad input is a ValueError with its words; `text` is what it reads."""
    import subprocess

    done = subprocess.run(
        [path(), *arguments],
        input=None if text is None else text.encode(),
        stdin=subprocess.DEVNULL if text is None else None,
        capture_output=True,
        cwd=folder,
        check=False,
    )
    words = done.stderr.decode(errors="replace").strip()
    if done.returncode == 2:
        raise ValueError(words)
    if done.returncode not in (0, 1) or (done.returncode == 1 and not done.stdout):
        raise RuntimeError(words or f"polhode ended with {done.returncode}")
    return done.stdout


def option(name: str, value: Any) -> list[str]:
    """--name value, or nothing."""
    if value is None:
        return []
    if isinstance(value, (list, tuple)):
        value = ",".join(map(str, value))
    return [f"--{name}={value!r}" if isinstance(value, float) else f"--{name}={value}"]


def parsed(output: bytes | str) -> Any:
    """Its JSON."""
    import json

    return json.loads(output)
