"""A training goes on from its files as if it had never stopped, whenever that was."""

from __future__ import annotations

import errno
import os

import numpy as np
import pytest

import gametree as gt
from gametree import games
from gametree.learn import checkpoint as module
from gametree.learn.checkpoint import Checkpoint
from gametree.learn.self_play.game_files import GameFile, read_games, write_games
from gametree.learn.training import Training
from short_training import begun, shorten


def weights_of(training):
    return list(training.learner.weights())


def same(one, other):
    return all(np.array_equal(a, b) for a, b in zip(one, other, strict=True))


def restored(folder):
    again = Training(games.TicTacToe(), compiled=False)
    Checkpoint(folder).restore(again)
    return again


def test_a_training_goes_on_as_if_it_had_never_stopped(tmp_path, monkeypatch):
    monkeypatch.setattr(module, "_EVERY_SECONDS", 0.0)  # each game is written at once
    whole = begun(monkeypatch, rounds=3)
    kept = Checkpoint(tmp_path / "kept")
    first = Training(games.TicTacToe(), compiled=False)
    for _ in range(2):
        first.round(note=lambda played: kept.note(first, played))
        kept.save(first)
    begun_games = []

    def stop():
        return len(begun_games) == 3

    def note(played):
        begun_games.append(played)
        kept.note(first, played)

    assert first.round(stop, note) is None  # in the middle of the third
    second = restored(tmp_path / "kept")
    assert second.games == first.games
    assert same(weights_of(second), weights_of(first))
    done = second.round()
    assert done.positions == whole.rounds[2].positions
    assert same(weights_of(second), weights_of(whole))
    assert second.rounds[:2] == first.rounds[:2]


def test_games_that_are_learned_from_no_more_are_removed(tmp_path, monkeypatch):
    from gametree.learn.self_play import replay

    monkeypatch.setattr(replay, "_FIRST", 100)
    monkeypatch.setattr(replay, "_MOST", 100)
    monkeypatch.setattr(module, "_EVERY_SECONDS", 1000.0)  # a file for each round
    shorten(monkeypatch)
    training = Training(games.TicTacToe(), compiled=False)
    kept = Checkpoint(tmp_path)
    for _ in range(6):
        training.round(note=lambda played: kept.note(training, played))
        kept.save(training)
    assert len(list(tmp_path.glob("*.games"))) < 6
    again = restored(tmp_path)
    assert len(again.replay) == len(training.replay)
    assert again.replay.positions == training.replay.positions


def test_another_game_is_refused(tmp_path, monkeypatch):
    kept = Checkpoint(tmp_path)
    kept.save(begun(monkeypatch))
    other = Training(games.ConnectFour(4, 4, 3), compiled=False)
    with pytest.raises(gt.BadParameter, match="one of other rules than ConnectFour"):
        kept.restore(other)


def test_damage_is_found(tmp_path, monkeypatch):
    kept = Checkpoint(tmp_path)
    training = begun(monkeypatch)
    training.round(note=lambda played: kept.note(training, played))
    kept.save(training)
    for path in tmp_path.iterdir():
        whole = path.read_bytes()
        for place in (3, 40, len(whole) // 2, len(whole) - 1):
            path.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
            with pytest.raises(gt.ModelError, match=r"damaged|is no|another version"):
                restored(tmp_path)
        path.write_bytes(whole)
    restored(tmp_path)


def test_a_full_disk_leaves_what_was_there(tmp_path, monkeypatch):
    kept = Checkpoint(tmp_path)
    training = begun(monkeypatch, rounds=1)
    kept.save(training)
    before = weights_of(training)
    training.round()

    def full(handle):
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        with pytest.raises(gt.ModelError, match="No space left on device"):
            kept.save(training)
    assert same(weights_of(restored(tmp_path)), before)


def test_a_folder_that_cannot_be_made_is_told(tmp_path, monkeypatch):
    (tmp_path / "file").touch()
    with pytest.raises(gt.ModelError, match="cannot be kept in"):
        Checkpoint(tmp_path / "file" / "folder").save(begun(monkeypatch))


def test_games_are_read_as_they_were_written(tmp_path, monkeypatch):
    played = []
    begun(monkeypatch).round(note=played.append)
    write_games(tmp_path / "a.games", GameFile(played, 7, 20))
    read = read_games(tmp_path / "a.games")
    assert (read.before, read.numbers) == (7, 20)
    for one, other in zip(read.games, played, strict=True):
        for name in type(one)._fields:
            assert np.array_equal(getattr(one, name), getattr(other, name)), name
            assert getattr(one, name).dtype == getattr(other, name).dtype
