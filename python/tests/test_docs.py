"""What docstrings and pages show is what happens."""

import doctest
import importlib
import pkgutil
from pathlib import Path

import pytest

import polhode

FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
MODULES = ["polhode", *(f"polhode.{m.name}" for m in pkgutil.iter_modules(polhode.__path__) if m.name != "_core")]
ROOT = Path(__file__).parents[2]
PAGES = [page for page in (ROOT / "docs" / "start" / "python.md", ROOT / "README.md") if ">>>" in page.read_text(encoding="utf-8")]


@pytest.mark.parametrize("name", MODULES)
def test_docstrings(name):
    failed, _ = doctest.testmod(importlib.import_module(name), optionflags=FLAGS)
    assert failed == 0


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_pages(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    failed, tried = doctest.testfile(str(page), module_relative=False, optionflags=FLAGS)
    assert failed == 0 and tried > 0
