"""Features of positions in rules of all makes, in both modes."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

import gametree as gt
from gametree.actors import actor_at
from gametree.games import ConnectFour, Nim, TicTacToe
from gametree.native.build import compile_search
from gametree.networks import features as features_module
from gametree.networks.action_numbers import numbers_of
from gametree.networks.board_cells import board_cells_of
from gametree.networks.features import features_of
from gametree.networks.seen_play import seen_in
from gametree.primitives.vectors import LANES, dot, row, table_of
from gametree.rules.checked_game import rehearse
from toys import Gather, OneHeap, Pig, Ring

sys.path.append(str(Path(__file__).parents[2] / "benchmarks"))

from ordinary import shape, shapes


def collected(game, features, state):
    """Return the numbers of the features of a state, in order."""
    found = np.zeros(features.most + 1, int)
    return sorted(found[: features.collect(game, state, actor_at(game, state), found, 0)].tolist())


def lines_of(game, count, seed=0):
    """Yield (moves by their places, state) of random games."""
    rng = np.random.default_rng(seed)
    for _ in range(count):
        places, state = (), game.initial_state()
        while True:
            yield places, state
            legal = list(game.legal_actions(state))
            if not legal:
                break
            place = int(rng.integers(len(legal)))
            places += (place,)
            state = game.next_state(game.copy(state), legal[place])


@pytest.fixture(scope="module")
def lines():
    """The positions of some random games of tic-tac-toe, with the moves that lead there."""
    return list(lines_of(TicTacToe(), 20))


@pytest.mark.parametrize("name", shapes("tic_tac_toe"))
def test_every_cell_shows_in_tic_tac_toe_of_every_make(name, lines):
    """Two positions have the same features exactly if they are the same."""
    game = shape("tic_tac_toe", name)()
    features = features_of(game, seen_in(game))
    of_position, of_features = {}, {}
    for places, position in lines:
        state = game.initial_state()
        for place in places:
            state = game.next_state(game.copy(state), list(game.legal_actions(state))[place])
        found = tuple(collected(game, features, state))
        assert len(set(found)) == len(found)
        of_position.setdefault(position, set()).add(found)
        of_features.setdefault(found, set()).add(position)
    if name not in ORDERED:
        assert {len(each) for each in of_position.values()} == {1}
    assert {len(each) for each in of_features.values()} == {1}


# They keep the moves in their order, in which positions differ as well.
ORDERED = {
    "lists.ListsOfMoves",
    "tuples.TupleOfMoves",
    "named_tuples.NamedTupleReplaced",
    "own_classes.ClassWithOperators",
    "own_classes.ClassOfClasses",
    "structure.AttributesOfInit",
}

GAMES = [ConnectFour(5, 4), Nim((3, 4, 5)), Gather(), OneHeap(), Pig(), Ring("draw")]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_positions_of_random_play_have_different_features(game):
    seen = seen_in(game)
    features = features_of(game, seen)
    states = set(seen.states)
    assert len({tuple(collected(game, features, state)) for state in states}) == len(states) > 5


class Last(NamedTuple):
    cell: tuple[int, int] | None
    by: str


@dataclass
class Position:
    """A board of three rows and columns in many forms at once."""

    bits: int
    rows: list[list[int]]
    cells: dict[tuple[int, int], int]
    text: str
    array: np.ndarray
    stones: frozenset[int]
    last: Last
    counters: int
    player: int


class Medley(gt.Game):
    """Two players in turn mark cells; a heap of counters shrinks."""

    def initial_state(self):
        nothing = Last(None, "-")
        rows = [[0, 0, 0] for _ in range(3)]
        return Position(0, rows, {}, ".........", np.zeros((3, 3)), frozenset(), nothing, 400, 0)

    def current_player(self, state):
        return state.player

    def legal_actions(self, state):
        return [(r, c) for r in range(3) for c in range(3) if state.rows[r][c] == 0]

    def next_state(self, state, action):
        r, c = action
        cell = 3 * r + c
        rows = [row[:] for row in state.rows]
        rows[r][c] = state.player + 1
        cells = state.cells.copy()
        cells[action] = state.player
        array = state.array.copy()
        array[r, c] = 1.0 if state.player == 0 else -1.0
        letter = "xo"[state.player]
        return Position(
            state.bits | 1 << cell,
            rows,
            cells,
            state.text[:cell] + letter + state.text[cell + 1 :],
            array,
            state.stones | frozenset([cell]),
            Last(action, letter),
            state.counters - cell,
            1 - state.player,
        )

    def returns(self, state):
        return (1.0, -1.0) if state.player == 1 else (-1.0, 1.0)


def ask(game, features, numbers, state, found, cells, table):
    """Write the features of a state and its cells; return how many, a sum of all rows, of moves."""
    mover = game.current_player(state)
    count = features.collect(game, state, mover, found, 0)
    features.codes(game, state, mover, cells)
    total = features.total(game, state, mover, table, 1, row(table, 0))
    moves = 0
    for action in game.legal_actions(state):
        moves = 10 * moves + numbers.number(action)
    return count, dot(total, row(table, features.size + 1)), moves


def test_both_modes_see_the_same():
    game = Medley()
    seen = seen_in(game)
    features = features_of(game, seen)
    numbers = numbers_of(list(seen.actions))
    held = board_cells_of(game, features, numbers, seen)
    assert (held.cells, held.codes) == (9, 3)
    rng = np.random.default_rng(1)
    rows = rng.integers(-99, 99, (features.size + 2, LANES))
    table = table_of(rows)
    found, cells = np.zeros(features.most, np.int32), np.zeros(held.cells, np.int32)
    rest = (found, cells, table)
    objects = (game, features, numbers)
    compiled = compile_search(ask, *objects, game.initial_state(), *rest, rehearsal=rehearse)
    for state in seen.states[:100]:
        answers = []
        for function in (ask, compiled):
            found[:], cells[:] = -1, -1
            answer = function(*objects, state, *rest)
            answers.append((answer, found.tolist(), cells.tolist()))
        assert answers[0] == answers[1]
        count, weighted, _ = answers[0][0]
        assert weighted == (rows[0] + rows[1 + found[:count]].sum(0)) @ rows[-1]


def test_sums_of_rows_stay_within_16_bits():
    game = TicTacToe()
    features = features_of(game, seen_in(game))
    table = table_of(np.full((features.size, LANES), 20_000, np.int16))
    total = features.total(game, (0b11, 0b1100), 0, table, 0, np.zeros(LANES, np.int16))
    assert set(total.tolist()) == {32767}


class Constant(gt.Game):
    """A game of one move, of which the state says nothing."""

    def initial_state(self):
        return ("a game",)

    def current_player(self, state):
        return 0

    def legal_actions(self, state):
        return [0]

    def next_state(self, state, action):
        return state

    def returns(self, state):
        return (0.0, 0.0)


def test_states_that_show_nothing_are_refused():
    game = Constant()
    with pytest.raises(gt.BadParameter, match=r"Constant show no .*let states hold what"):
        features_of(game, seen_in(game))


def test_states_that_show_too_much_are_refused(monkeypatch):
    monkeypatch.setattr(features_module, "_MOST_FEATURES", 17)
    game = TicTacToe()
    with pytest.raises(gt.BadParameter, match=r"show 18 features, where a network sees at most 17"):
        features_of(game, seen_in(game))
