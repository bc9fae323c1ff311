"""What cannot be exported is refused in one sentence, and nothing half written is left."""

from __future__ import annotations

import sys

import pytest
from click.testing import CliRunner

import gametree as gt
from gametree.cli import main


def test_a_missing_linker_names_the_extra(monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "ziglang", None)
    with pytest.raises(gt.MissingExtra, match=r"pip install 'gametree\[export\]'"):
        gt.export.js(gt.games.Nim(), tmp_path / "nim")
    assert list(tmp_path.iterdir()) == []


def test_folders_that_cannot_be_written(tmp_path):
    pytest.importorskip("ziglang")
    file = tmp_path / "file"
    file.write_text("mine", encoding="utf-8")
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "mine").write_text("mine", encoding="utf-8")
    for target in (file, tmp_path / "full"):
        with pytest.raises(gt.ExportError, match="is there already and is no export of gametree"):
            gt.export.js(gt.games.Nim(), target)
    with pytest.raises(gt.ExportError, match="cannot be written"):
        gt.export.library(gt.games.Nim(), file / "below")
    rules = Uncompilable()  # to compile takes time: the file comes first
    with pytest.raises(gt.ExportError, match="cannot be written"):
        gt.export.html(rules, file / "nim.html")
    for folder in (".", tmp_path):
        with pytest.raises(gt.ExportError, match="cannot be written: Is a directory"):
            gt.export.html(rules, folder)
    assert sorted(each.name for each in tmp_path.iterdir()) == ["file", "full"]


class Uncompilable(gt.games.Nim):
    def next_state(self, state, action):
        with open("/dev/null") as file:  # what no compiled code can do
            file.read()
        return super().next_state(state, action)


def test_games_that_cannot_be_exported(tmp_path):
    pytest.importorskip("ziglang")
    hidden = gt.games.load("kuhn_poker")
    with pytest.raises(gt.BadParameter, match="hides"):
        gt.export.html(hidden, tmp_path / "page.html")
    with pytest.raises(gt.NotCompilable, match=r"Uncompilable\.next_state"):
        gt.export.js(Uncompilable(), tmp_path / "js")
    with pytest.raises(gt.BadParameter, match="no target 'amiga' here; targets are native, linux"):
        gt.export.library(gt.games.Nim(), tmp_path / "library", target="amiga")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["nim"], "name what to write"),
        (["nim", "--js", "out", "--target", "linux-x86_64"], "--target is for --library"),
        (["nim", "--js", "out", "--param", "stones=3"], "stones"),
        (["no_such_game", "--js", "out"], "no_such_game"),
        (["nim", "hex", "--js", "out"], "several games are for --site alone"),
        (["nim", "--site", "out", "--model", "missing"], "missing"),
        (["nim", "--html", "out", "--model", "m", "--method", "uct"], "without a network"),
    ],
)
def test_the_command_says_what_is_wrong(arguments, sentence, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(main, ["export", *arguments])
    assert done.exit_code != 0
    assert sentence in done.output
    assert list(tmp_path.iterdir()) == []
