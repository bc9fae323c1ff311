"""States with a score that compile with no line changed."""

from __future__ import annotations

import math
import pickle
from typing import NamedTuple

import pytest
from compiled_rules import assert_rules_play_alike
from scripts import load

import gametree as gt
from gametree.adapters import scores
from gametree.adapters.score_game import ScoreGame

EXAMPLE = load("score_puzzle")
Triangle, Ends = EXAMPLE.Triangle, EXAMPLE.Ends


class Walk:
    """A state of a class: steps to the left, to the right, or to the other side of 1."""

    def __init__(self, at=0, steps=0):
        self.at, self.steps = at, steps

    def get_score(self):
        return float(self.at)

    def get_move_count(self):
        return 0 if self.steps == 8 else 3

    def do_move(self, index):
        return Walk(self.at + index if index < 2 else 2 - self.at, self.steps + 1)


class Told(NamedTuple):
    """Numbers are added in turns, for whoever asks."""

    total: int = 0
    left: int = 6

    def get_score(self, player):
        return self.total if player == 0 else -self.total

    def get_move_count(self):
        return self.left

    def do_move(self, index):
        return Told(self.total + (index if self.left % 2 else -index), self.left - 1)


def promise(state):
    return state.at * 0.5


def statistics(result):
    return result.nodes, [(each.action, each.visits, each.mean) for each in result.actions]


@pytest.mark.parametrize(("state", "players"), [(Triangle(), 1), (Ends(), 2)])
def test_both_modes_grow_the_same_tree(state, players):
    game = ScoreGame(state, players)
    for seed in range(20):
        modes = [
            gt.search(game, simulations=300, seed=seed, compiled=compiled, method="uct")
            for compiled in (False, True)
        ]
        assert modes[1].compiled
        assert statistics(modes[0]) == statistics(modes[1])


def test_states_of_many_kinds_play_alike_in_both_modes():
    for state, options in (
        (Walk(), {"players": 2, "perspective": "to_move", "to_move": 1, "evaluate": promise}),
        (Walk(), {"players": 2, "perspective": "just_moved"}),
        (Told(), {"players": 2, "perspective": "asked"}),
    ):
        assert_rules_play_alike(ScoreGame(state, **options))


def test_the_best_line_is_found_by_a_compiled_search():
    best = scores.search(Triangle(), iterations=3000, seed=1, compiled=True)
    watched = scores.search(Triangle(), iterations=1500, seed=1, compiled=False)
    assert best.result.compiled
    assert best.found.score == watched.found.score == best.found.state.get_score()
    assert best.found.moves == best.moves


def test_it_is_sent_to_other_processes():
    game = ScoreGame(Told(), 2, "asked")
    game.state_to_text(game.initial_state())
    game = pickle.loads(pickle.dumps(game))
    assert game.name == "score_game"
    assert game.returns((0, Told(7, 0))) == (7.0, -7.0)


class Rare(Walk):
    """Does wrong where it has come far."""

    def far(self):
        return self.at > 7

    def do_move(self, index):
        after = super().do_move(index)
        return type(self)(after.at, after.steps)


class NoScore(Rare):
    def get_score(self):
        return math.nan if self.far() else super().get_score()


class NoCount(Rare):
    def get_move_count(self):
        return None if self.far() else super().get_move_count()


class Half(Rare):
    def get_move_count(self):
        return 2.5 if self.far() else super().get_move_count()


class Text(Rare):
    def get_move_count(self):
        return "3" if self.far() else super().get_move_count()


class Negative(Rare):
    def get_move_count(self):
        return -3 if self.far() else super().get_move_count()


class Huge(Rare):
    def get_move_count(self):
        return 10**18 if self.far() else super().get_move_count()


class Raises(Rare):
    def do_move(self, index):
        if self.far():
            raise ValueError("too far")
        return super().do_move(index)


class NoState(Rare):
    def do_move(self, index):
        return None if self.far() else super().do_move(index)


FAULTS = (
    (NoScore, r"get_score returned nan; a finite number was expected"),
    (NoCount, r"get_move_count returned nothing; a whole number from 0 to 2,147,483,647 was"),
    (Half, r"get_move_count returned 2.5; a whole number from 0 to 2,147,483,647 was"),
    (Text, r"get_move_count returned '3'; a whole number from 0 to 2,147,483,647 was"),
    (Negative, r"get_move_count returned -3; a whole number from 0 to 2,147,483,647 was"),
    (Huge, r"get_move_count returned 1000000000000000000; a whole number from 0 to"),
    (Raises, r"do_move raised ValueError: too far"),
    (NoState, r"do_move returned nothing; a state was expected"),
)


@pytest.mark.parametrize(("state", "told"), FAULTS)
def test_what_random_games_do_not_show_is_told_in_one_sentence(monkeypatch, state, told):
    monkeypatch.setattr("gametree.adapters.recognition.random_lines._MOVES", 8)
    where = r" \(test_own_scores\.py, line \d+\) \(after the moves \d .*\)$"
    with pytest.raises(gt.GameError, match=rf"^{state.__name__}\.{told}.*{where}"):
        gt.search(ScoreGame(state()), simulations=30_000, seed=1, compiled=False, method="uct")


class Wide(NamedTuple):
    """A million moves at two steps, then three, then none."""

    depth: int = 0
    total: float = 0.0

    def get_score(self):
        return self.total

    def get_move_count(self):
        return (1_000_000, 1_000_000, 3, 0)[self.depth]

    def do_move(self, index):
        return Wide(self.depth + 1, self.total + index * 7919 % 1009 / 1009)


def some_first(state):
    """Give twelve moves, more than a node has edges at first."""
    if state.depth < 2:
        yield from range(5, 29, 2)


def both_modes(game, **options):
    modes = [gt.search(game, compiled=compiled, **options) for compiled in (False, True)]
    assert modes[1].compiled
    assert statistics(modes[0]) == statistics(modes[1])
    assert modes[0].max_depth == modes[1].max_depth
    return modes[1]


def test_both_modes_grow_the_same_tree_of_a_million_moves(tmp_path):
    game = ScoreGame(Wide(), 1)
    for seed in range(20):
        found = both_modes(game, simulations=500, seed=seed, selection=gt.Widening(gt.UCB1(), 2.0))
        assert found.max_depth == 3
    # More children than the root has edges at first.
    assert len(both_modes(game, simulations=5000, seed=1, method="uct").actions) == 5000
    searcher = gt.Searcher(game, seed=1, compiled=True, selection=gt.Widening(gt.UCB1(), 2.0))
    searcher.run(simulations=3000)
    action = searcher.result().action
    searcher.advance(action)
    searcher.run(simulations=3000)
    assert searcher.state == (0, Wide().do_move(action))
    assert searcher.result().max_depth == 2
    searcher.save(tmp_path / "saved")
    loaded = gt.Searcher.load(tmp_path / "saved", game, selection=gt.Widening(gt.UCB1(), 2.0))
    for each in (searcher, loaded):
        each.run(simulations=500)
    assert statistics(searcher.result()) == statistics(loaded.result())


def test_moves_that_are_to_come_first_do_among_a_million():
    game = ScoreGame(Wide(), 1, expand=some_first)
    for seed in range(3):
        found = both_modes(game, simulations=500, seed=seed, selection=gt.Widening(gt.UCB1(), 2.0))
        assert {each.action for each in found.actions} > set(range(5, 29, 2))


def last_first(state):
    """Give the last move; the others come in random order."""
    yield state.get_move_count() - 1


def last_twice(state):
    return [2, 2] if state.at > 3 else [2]


def test_the_order_of_expand_is_the_same_in_both_modes():
    game = ScoreGame(Walk(), 1, expand=last_first)
    modes = [
        gt.search(game, simulations=300, seed=1, compiled=compiled, method="uct")
        for compiled in (False, True)
    ]
    assert modes[1].compiled
    assert statistics(modes[0]) == statistics(modes[1])
    for expand, tried in ((last_first, {2}), ("first", {0})):
        game = ScoreGame(Walk(), 1, expand=expand)
        one = gt.search(game, simulations=1, seed=1, compiled=False, method="uct")
        assert {each.action for each in one.actions if each.visits} == tried
    told = (
        r"^expand gave 2; different moves of the state .*\(test_own_scores\.py, line \d+\) \(after"
    )
    with pytest.raises(gt.GameError, match=told):
        gt.search(ScoreGame(Walk(), 1, expand=last_twice), simulations=3000, seed=1, compiled=False)
