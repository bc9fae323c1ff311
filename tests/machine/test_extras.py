"""The message for a missing optional library."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path

import pytest

from gametree.errors import MissingExtra
from gametree.machine.extras import load_extra


def test_a_library_that_is_there_is_returned():
    assert load_extra("email.message", "mail") is sys.modules["email.message"]


def test_a_missing_library_is_one_sentence_that_names_the_extra():
    with pytest.raises(MissingExtra, match=r"needs nowhere_at_all.*gametree\[chess\]") as caught:
        load_extra("nowhere_at_all.deep", "chess")
    assert "\n" not in str(caught.value)


def test_a_library_that_lacks_something_itself_says_so(tmp_path, monkeypatch):
    (tmp_path / "half_installed.py").write_text("import nowhere_at_all")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ModuleNotFoundError, match="nowhere_at_all") as caught:
        load_extra("half_installed", "half")
    assert not isinstance(caught.value, MissingExtra)


@pytest.mark.parametrize(
    ("example", "library"),
    [
        ("gymnasium_tour", "gymnasium"),
        ("gymnasium_frozen_lake", "gymnasium"),
        ("openspiel_game", "pyspiel"),
        ("pettingzoo_classic", "pettingzoo"),
    ],
)
def test_an_example_without_its_library_says_what_to_install(monkeypatch, example, library):
    monkeypatch.setitem(sys.modules, library, None)
    path = Path(__file__).parents[2] / "examples" / f"{example}.py"
    with pytest.raises(SystemExit, match=rf"{library}.*: pip install 'gametree\[\w+\]'$"):
        runpy.run_path(str(path))
