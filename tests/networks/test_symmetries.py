"""Symmetries: found where they are, with their maps by hand, and not where they are not."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

import gametree as gt
from gametree.games import ConnectFour, Nim, Othello, TicTacToe
from gametree.networks import symmetries as symmetries_module
from gametree.networks.blueprint import blueprint_of
from gametree.networks.board_cells import board_cells_of
from gametree.networks.seen_play import seen_in
from gametree.networks.symmetries import UNKNOWN, symmetries_of
from toys import Pig

sys.path.append(str(Path(__file__).parents[2] / "benchmarks"))

from unaided.breakthrough import Breakthrough
from unaided.einstein import Einstein
from unaided.hex import Hex


def found_in(game):
    return blueprint_of(game).symmetries


def test_tic_tac_toe_has_eight():
    plan = blueprint_of(TicTacToe())
    square = np.arange(9).reshape(3, 3)
    flips = [square, square[::-1], square[:, ::-1], square[::-1, ::-1]]
    expected = {tuple(each.ravel().tolist()) for flip in flips for each in (flip, flip.T)}
    assert {tuple(cells) for cells in plan.symmetries.cells.tolist()} == expected
    assert plan.symmetries.cells[0].tolist() == list(range(9))
    for cells, features, actions in zip(*plan.symmetries, strict=True):
        for cell in range(9):
            # An action is a cell; features are the player's stones, then the other's.
            assert actions[plan.actions.number(cell)] == plan.actions.number(int(cells[cell]))
            assert [features[cell], features[9 + cell]] == [cells[cell], 9 + cells[cell]]


def test_connect_four_has_its_mirror():
    plan = blueprint_of(ConnectFour())
    assert len(plan.symmetries.cells) == 2
    actions = plan.symmetries.actions[1].tolist()
    for column in range(7):
        image = plan.actions.number(6 - column)
        assert actions[plan.actions.number(column)] == image
        cells = plan.symmetries.cells[1][7 * column : 7 * column + 6]
        assert cells.tolist() == list(range(7 * (6 - column), 7 * (6 - column) + 6))


@pytest.mark.parametrize(
    ("game", "count"),
    [(Othello(6), 4), (Hex(), 2), (Breakthrough(), 2), (Einstein(), 1), (Nim((1, 2)), 1)],
    ids=lambda value: type(value).__name__,
)
def test_how_many_others_have(game, count):
    """Othello's start has half a turn and two reflections; hex half a turn, which keeps its sides.

    Stones of breakthrough move one way, so only left and right change places.
    """
    assert len(found_in(game).cells) == count


def test_rules_that_favour_one_side_have_none():
    class Leaning(TicTacToe):
        """The first column may not be played in before the last one."""

        def legal_actions(self, state):
            moves = super().legal_actions(state)
            return [move for move in moves if move % 3] or moves

        def random_action(self, state, rng):
            moves = self.legal_actions(state)
            return moves[rng.below(len(moves))]

    found = found_in(Leaning())
    assert found.cells.tolist() == [
        list(range(9)),
        [6, 7, 8, 3, 4, 5, 0, 1, 2],  # top and bottom
    ]


def test_returns_that_favour_one_side_leave_none():
    class Corner(TicTacToe):
        """A game that ends with a stone in the first cell is worth less."""

        def returns(self, state):
            first = (state[0] | state[1]) & 1
            return tuple(value if first else value / 2 for value in super().returns(state))

    found = found_in(Corner())
    assert [cells[0] for cells in found.cells.tolist()] == [0, 0]  # the diagonal through it


def test_features_and_actions_that_were_not_met_are_unknown():
    found = found_in(ConnectFour())
    assert (found.features[0] >= 0).all()
    stones = [7 * column + 6 for column in range(7)]  # no stone is ever on top of a column
    there = [feature for feature in stones if feature < len(found.features[1]) // 2]
    assert (found.features[1][there] == UNKNOWN).all()
    assert found.actions[1][-1] == UNKNOWN  # all other actions


def test_mirrors_whose_moves_are_found_by_trying_alone(monkeypatch):
    game, plan = TicTacToe(), blueprint_of(TicTacToe())
    held = board_cells_of(game, plan.features, plan.actions, seen_in(game))
    blind = held._replace(sites=np.full_like(held.sites, -1))
    tried = symmetries_of(game, plan.features, plan.actions, blind)
    for one, other in zip(tried, plan.symmetries, strict=True):
        assert (one == other).all()
    monkeypatch.setattr(symmetries_module, "_TRIES", 3)
    assert len(symmetries_of(game, plan.features, plan.actions, held).cells) == 8
    assert len(symmetries_of(game, plan.features, plan.actions, blind).cells) == 1


def test_symmetries_form_a_group():
    for game in (TicTacToe(), Othello(6)):
        cells = found_in(game).cells.tolist()
        known = {tuple(each) for each in cells}
        assert len(known) == len(cells)
        assert {tuple(two[cell] for cell in one) for one in cells for two in cells} == known


def test_games_of_chance_without_a_board_have_none():
    assert found_in(Pig(10)).cells.shape == (1, 0)


class Heaps(gt.Game):
    """Nim with two heaps as a tuple; it does not matter which is the first."""

    def initial_state(self):
        return (5, 5, 0)

    def current_player(self, state):
        return state[2]

    def legal_actions(self, state):
        return [10 * heap + n for heap in range(2) for n in range(1, state[heap] + 1)]

    def next_state(self, state, action):
        heap, n = divmod(action, 10)
        first, second, player = state
        return (first - n * (heap == 0), second - n * (heap == 1), 1 - player)

    def returns(self, state):
        return (-1.0, 1.0) if state[2] == 0 else (1.0, -1.0)

    def symmetries(self):
        return [(lambda state: (state[1], state[0], state[2]), lambda action: (action + 10) % 20)]


def test_declared_ones_need_no_board():
    plan = blueprint_of(Heaps())
    same, swapped = plan.symmetries.features
    found = np.zeros(plan.features.most, int)
    for state, image in [((3, 1, 0), (1, 3, 0)), ((0, 5, 1), (5, 0, 1))]:
        ours, theirs = (
            found[: plan.features.collect(Heaps(), each, each[2], found, 0)].tolist()
            for each in (state, image)
        )
        assert sorted(swapped[ours].tolist()) == sorted(theirs)
        assert sorted(same[ours].tolist()) == sorted(ours)
    number = plan.actions.number
    assert plan.symmetries.actions[1][number(3)] == number(13)


class Turned(TicTacToe):
    """Of the eight symmetries one quarter turn is declared, or what a test puts in its place."""

    declared = (
        (
            lambda state: (turned(state[0]), turned(state[1])),
            lambda cell: cell % 3 * 3 + 2 - cell // 3,
        ),
    )

    def symmetries(self):
        return self.declared


def turned(board):
    return sum(1 << (cell % 3 * 3 + 2 - cell // 3) for cell in range(9) if board >> cell & 1)


def test_declared_ones_and_what_they_make_together_are_all():
    found = found_in(Turned())
    assert len(found.cells) == 4
    quarter = [cell % 3 * 3 + 2 - cell // 3 for cell in range(9)]
    assert found.cells[1].tolist() == quarter
    assert found.actions[1][:9].tolist() == quarter


def test_none_may_be_declared():
    class Plain(Turned):
        declared = ()

    assert len(found_in(Plain()).cells) == 1


def test_one_that_the_rules_do_not_respect_is_refused():
    class Wrong(Turned):
        declared = ((lambda state: state, lambda cell: 8 - cell),)

    with pytest.raises(gt.GameError, match=r"Wrong.symmetries gave as number 0 what is no"):
        found_in(Wrong())
