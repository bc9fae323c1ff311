"""Searches of what a player knows, saved and loaded; their files hold no state."""

from __future__ import annotations

import time
from dataclasses import dataclass

import numpy as np
import pytest

import gametree as gt
from gametree import games
from gametree.files.checksummed_file import open_checksummed, write_checksummed
from gametree.mcts.hidden.saved_search import SAVED_HIDDEN_SEARCH
from hidden_games import Kuhn, Together
from mcts.hidden.test_information_sets import HONEST, found

STATE = ((1, 0), 0, 0)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "saved.search"


class Replayed(Kuhn):
    sample_state = gt.Game.sample_state


@dataclass(frozen=True)
class Seen:
    card: int
    moves: dict[str, int]


class Dataclasses(Kuhn):
    def information_state(self, state, player):
        return Seen(state[0][player], {"moves": state[1], "count": state[2]})

    def sample_state(self, known, player, rng):
        moves = known.moves
        return super().sample_state((known.card, moves["moves"], moves["count"]), player, rng)


def gone_on(searcher, path, game):
    """Return a search that was saved and loaded, and its results before and after more work."""
    searcher.save(path)
    loaded = gt.Searcher.load(path, game)
    assert found(loaded.result()) == found(searcher.result())
    assert loaded.result().method == searcher.result().method
    assert loaded.state == searcher.state
    more = [each.run(simulations=333) for each in (searcher, loaded)]
    assert found(more[0]) == found(more[1])
    files = []
    for each in (searcher, loaded):
        each.save(path)
        with open_checksummed(path, SAVED_HIDDEN_SEARCH) as file:
            files.append((file.content | {"last_run": 0}, arrays_of(file)))
    assert files[0] == files[1]
    return loaded


def arrays_of(file):
    arrays = {name: np.zeros(size, np.uint8) for name, size in file.sizes.items()}
    for name, array in arrays.items():
        file.read(name, array)
    return {name: array.tobytes() for name, array in arrays.items()}


@pytest.mark.parametrize("way", HONEST)
def test_it_goes_on_as_if_it_had_never_stopped(way, path):
    searcher = gt.Searcher(Kuhn(), STATE, method=way, seed=3, compiled=False)
    searcher.run(simulations=200)
    gone_on(searcher, path, Kuhn())


@pytest.mark.parametrize("game", [Dataclasses(), Replayed(), Together()])
def test_all_kinds_of_games(game, path):
    state = None if isinstance(game, Together) else STATE
    history = [((-1, -1), 0, 0), ((1, -1), 0, 0)] if isinstance(game, Replayed) else []
    searcher = gt.Searcher(game, state, history=history, seed=3, compiled=False)
    searcher.run(simulations=200)
    gone_on(searcher, path, game)


def test_a_compiled_search_that_moved_goes_on(path):
    game = games.load("leduc_poker")
    searcher = gt.Searcher(
        game, game.initial_state(), player=0, method="many_observers", seed=3, compiled=True
    )
    searcher.run(simulations=3000)
    state = game.initial_state()
    for card in (0, 3):
        state = game.next_state(state, card)
    searcher.advance(game.information_state(state, 0))
    searcher.run(simulations=500)
    loaded = gone_on(searcher, path, game)
    assert loaded.compiled
    after = game.information_state(game.next_state(state, 1), 0)
    for each in (searcher, loaded):
        each.advance(after)
    assert found(searcher.run(simulations=200)) == found(loaded.run(simulations=200))


@pytest.mark.parametrize("way", HONEST)
def test_the_file_is_the_same_for_all_states_that_look_alike(way, tmp_path, monkeypatch):
    monkeypatch.setattr(time, "perf_counter", lambda: 0.0)  # the file tells how long it took
    files = []
    for number, state in enumerate([((1, 0), 0, 0), ((1, 2), 0, 0)]):
        searcher = gt.Searcher(Kuhn(), state, method=way, seed=1, compiled=False)
        searcher.run(simulations=100)
        files.append(tmp_path / str(number))
        searcher.save(files[-1])
    assert files[0].read_bytes() == files[1].read_bytes()


def test_what_does_not_fit_is_refused(path):
    searcher = gt.Searcher(Kuhn(), STATE, seed=1, method="single_observer", compiled=False)
    searcher.run(simulations=50)
    searcher.save(path)
    with pytest.raises(gt.BadParameter, match="saved search is one with game"):
        gt.Searcher.load(path, Replayed())
    with pytest.raises(gt.BadParameter, match="with evaluation"):
        gt.Searcher.load(path, Kuhn(), evaluation=gt.Playout(max_plies=3))
    with pytest.raises(gt.BadParameter, match="selection must be None"):
        gt.Searcher.load(path, Kuhn(), selection=gt.UCB1())
    cheating = gt.Searcher(Kuhn(), STATE, method="cheating", compiled=False)
    with pytest.raises(gt.BadParameter, match="true state"):
        cheating.save(path)


def test_damaged_files_are_refused(path):
    searcher = gt.Searcher(Kuhn(), STATE, seed=1, method="single_observer", compiled=False)
    searcher.run(simulations=50)
    searcher.save(path)
    whole = path.read_bytes()
    with open_checksummed(path, SAVED_HIDDEN_SEARCH) as file:
        content = file.content
    path.write_bytes(whole[:-1] + b"?")
    with pytest.raises(gt.SavedSearchError, match="damaged"):
        gt.Searcher.load(path, Kuhn())
    for change in ({"used": [3, 4, 0]}, {"rng": "x"}, {"options": {}}, {"versions": []}):
        arrays = {"nodes": np.zeros(40, np.uint8), "edges": np.zeros(40, np.uint8)}
        write_checksummed(path, SAVED_HIDDEN_SEARCH, {**content, **change}, arrays)
        with pytest.raises(gt.SavedSearchError):
            gt.Searcher.load(path, Kuhn())


def test_a_plan_goes_on_with_what_it_has_learned(path):
    game = games.load("tiger", steps=6)
    state = game.next_state(game.initial_state(), 1)
    searcher = gt.Searcher(game, state, seed=3, compiled=False)
    searcher.run(simulations=60)
    gone_on(searcher, path, game)
