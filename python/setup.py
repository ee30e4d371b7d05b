"""The wheel: the Python files, and what the project's CMake builds: the module, the library, the program.

POLHODE_BUILD names a build tree that is there already (`make python` gives it); else ../build is made, as `make build` does.
"""

import os
import re
import shutil
import subprocess
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

HERE = Path(__file__).resolve().parent
PROJECT = HERE.parent


class BuildByCMake(build_ext):
    """Has CMake build what is not there yet, and copies it into the package."""

    def run(self) -> None:
        tree = Path(os.environ.get("POLHODE_BUILD", PROJECT / "build")).resolve()
        if not (tree / "CMakeCache.txt").exists():
            subprocess.run(["cmake", "--preset", "release", "-B", tree], cwd=PROJECT, check=True)
        targets = ["polhode_python", "polhode_program"]
        subprocess.run(["cmake", "--build", tree, "--parallel", "--target", *targets], check=True)
        package = Path(self.build_lib) / "polhode"
        package.mkdir(parents=True, exist_ok=True)
        built = tree / "python" / "polhode"
        for file in [*built.glob("_core*.so"), *built.glob("libpolhode.so.*")]:
            shutil.copy2(file.resolve(), package / file.name)
        (package / "bin").mkdir(exist_ok=True)
        for file in [tree / "polhode", *tree.glob("polhode-h5.so")]:
            shutil.copy2(file, package / "bin" / file.name)


def version() -> str:
    found = re.search(r"project\(polhode VERSION ([0-9.]+)", (PROJECT / "CMakeLists.txt").read_text())
    assert found
    return found[1]


setup(version=version(), ext_modules=[Extension("polhode._core", [])], cmdclass={"build_ext": BuildByCMake})
