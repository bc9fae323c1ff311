"""Damage to a file is found, and what fails leaves the older file."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path

import pytest

import gametree as gt
from gametree import games
from gametree.errors import SavedSearchError
from gametree.mcts.searcher import Searcher
from saved import contents, rewritten

# Files


_REFUSALS = r"damaged|no saved search|another version"


@pytest.mark.parametrize("compiled", [False, True])
def test_damage_is_found_wherever_it_is(path, compiled):
    game = games.TicTacToe()
    searcher = Searcher(game, seed=1, compiled=compiled, method="uct")
    searcher.run(simulations=10)
    searcher.save(path)
    whole = path.read_bytes()
    places = [*range(80), *range(80, len(whole), len(whole) // 60), len(whole) - 1]
    for place in places:
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        with pytest.raises(SavedSearchError, match=_REFUSALS):
            Searcher.load(path, game)
        path.write_bytes(whole[:place])
        with pytest.raises(SavedSearchError, match=_REFUSALS):
            Searcher.load(path, game)
    path.write_bytes(whole + b"\0")
    with pytest.raises(SavedSearchError, match="shorter or longer"):
        Searcher.load(path, game)
    path.write_bytes(whole)
    assert contents(Searcher.load(path, game)) == contents(searcher)


@pytest.mark.parametrize("other", [["gametree 0.0.1", None], [None, "Python 2.7"]])
def test_other_versions_are_refused(of_nim, other):
    def change(content, arrays):
        content["versions"] = [b or a for a, b in zip(content["versions"], other, strict=True)]

    rewritten(of_nim, change)
    with pytest.raises(SavedSearchError, match=r"saved by .*(0\.0\.1|2\.7).*, and this is"):
        Searcher.load(of_nim, games.Nim((1, 2, 3)))


def test_files_that_cannot_be_read(tmp_path):
    game = games.TicTacToe()
    with pytest.raises(SavedSearchError, match=r"none.search' cannot be read: No such file"):
        Searcher.load(tmp_path / "none.search", game)
    with pytest.raises(SavedSearchError, match="cannot be read: Is a directory"):
        Searcher.load(tmp_path, game)
    for nothing in (None, 3, "", "a\0b"):
        with pytest.raises(gt.BadParameter, match="named by the path of its file"):
            Searcher.load(nothing, game)
    empty = tmp_path / "empty"
    empty.touch()
    with pytest.raises(SavedSearchError, match="is no saved search"):
        Searcher.load(empty, game)


def test_files_that_cannot_be_written(tmp_path):
    searcher = Searcher(games.TicTacToe(), seed=1, compiled=False, method="uct")
    with pytest.raises(SavedSearchError, match=r"cannot be saved as .*: No such file or directory"):
        searcher.save(tmp_path / "none" / "a.search")
    with pytest.raises(SavedSearchError, match="no ordinary file"):
        searcher.save(tmp_path)
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("error", [OSError(errno.ENOSPC, "No space left"), KeyboardInterrupt()])
def test_a_full_disk_and_ctrl_c_leave_the_older_file(path, monkeypatch, error):
    game = games.TicTacToe()
    searcher = Searcher(game, seed=1, compiled=False, method="uct")
    searcher.run(simulations=20)
    searcher.save(path)
    before = contents(searcher)
    searcher.run(simulations=20)

    def fail(handle):
        raise error

    monkeypatch.setattr(os, "fsync", fail)
    expected = SavedSearchError if isinstance(error, OSError) else KeyboardInterrupt
    with pytest.raises(expected):
        searcher.save(path)
    assert os.listdir(path.parent) == [path.name]
    assert contents(Searcher.load(path, game)) == before


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_a_link_stays_one(path):
    link = Path(f"{path} link")
    link.symlink_to(path)
    Searcher(games.TicTacToe(), seed=1, compiled=False, method="uct").save(link)
    assert link.is_symlink()
    assert path.is_file()
