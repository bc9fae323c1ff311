"""Styles of state objects in public code: how they are understood, and that they compile."""

from __future__ import annotations

import pickle
import sys

import pytest
from compiled_rules import assert_rules_play_alike
from state_objects import owner_of_row, with_method
from style_objects import (
    Begun,
    ByLetter,
    ByMask,
    ByRowAndColumn,
    FirstInHalves,
    InHalves,
    OfDicts,
    OfPositions,
    WithPasses,
)

import gametree as gt
from gametree.adapters.states import StateGame
from gametree.games import TicTacToe

LETTERS = {"players": ("X", "O")}

UNDERSTOOD = [
    (ByRowAndColumn, {}, "legal moves by get_empty_cells; played by place, which changes the "
     "state; over by game_over; whose turn it is by current_player (1, 2); won by check_winner"),
    (ByMask, {}, "legal moves by valid_moves, a mask; played by apply_action, which returns the "
     "next state; over by is_terminal; whose turn it is by player (1, -1); won by winner"),
    (ByLetter, LETTERS, "legal moves by available_moves; played by make_move, which changes the "
     "state; over by current_winner; 2 players take turns; won by current_winner"),
    (InHalves, {}, "legal moves by legal_actions; played by next_state, which returns the next "
     "state; over by done; whose turn it is by to_play (0, 1); result by get_reward, 0 to 1 from "
     "the view of the player whose turn it is at the end"),
    (FirstInHalves, {}, "legal moves by legal_actions; played by next_state, which returns the "
     "next state; over by done; whose turn it is by to_play (0, 1); result by get_reward, 0 to 1 "
     "from the view of player 0"),
    (OfDicts, {}, "legal moves by getLegalActions; played by applyAction, which returns the next "
     "state; over by isTerminal; whose turn it is by getCurrentPlayer ('X', 'O'); won by "
     "getGameOutcome"),
    (with_method(OfDicts, getCurrentPlayer=None), {}, "legal moves by getLegalActions; played by "
     "applyAction, which returns the next state; over by isTerminal; whose turn it is by mover "
     "('X', 'O'); won by getGameOutcome"),
    (Begun, {}, "legal moves by get_legal_moves; played by next, which returns the next state; "
     "over by is_terminal; whose turn it is by mark (1, 2); result by is_win and is_lose"),
    (OfPositions, {}, "legal moves by enumerate_actions; played by transition_state, which returns "
     "the next state; over by is_terminal; whose turn it is by whose_move (0, 1); result by "
     "rewards, a number for each player"),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "keywords", "told"), UNDERSTOOD)
def test_what_is_understood_and_the_tree_is_that_of_our_own_rules(rules, keywords, told):
    game = StateGame(rules, **keywords)
    assert game.understood.startswith(told)
    trees = []
    for searched in (game, TicTacToe()):
        found = gt.search(searched, simulations=300, seed=5, compiled=False, method="uct")
        trees.append([(each.visits, each.mean) for each in found.actions])
    assert trees[0] == trees[1]


# Of two that differ in one of these, whose other forms test_states.py compiles: one.
@pytest.mark.parametrize(
    ("rules", "keywords"),
    [
        (ByRowAndColumn, {}),
        (ByMask, {}),
        (ByLetter, LETTERS),
        (InHalves, {}),
        (with_method(OfDicts, getCurrentPlayer=None), {}),
        (Begun, {}),
        (OfPositions, {}),
    ],
)
def test_the_rules_compile_and_play_alike(rules, keywords):
    assert_rules_play_alike(StateGame(rules, **keywords))


class OfTuples:
    """What makes the first state stands beside the class."""

    def enumerate_actions(self, state):
        return [cell for cell in range(9) if state[cell] == 0]

    def transition_state(self, state, move):
        return state[:move] + (self.mover(state) + 1,) + state[move + 1 :]

    def mover(self, state):
        return (9 - state.count(0)) % 2

    def is_terminal(self, state):
        return owner_of_row(state, 0) is not None or 0 not in state

    def rewards(self, state):
        owner = owner_of_row(state, 0)
        return (0, 0) if owner is None else (1, -1) if owner == 1 else (-1, 1)


def test_the_first_state_is_made_beside_the_class_or_given(monkeypatch):
    with pytest.raises(gt.BadParameter, match="take a state, and nothing makes the first one: def"):
        StateGame(OfTuples())
    states = [StateGame(OfTuples(), start=start) for start in ((0,) * 9, lambda: (0,) * 9)]
    monkeypatch.setattr(sys.modules[__name__], "initial_state", lambda: (0,) * 9, raising=False)
    for game in (*states, StateGame(OfTuples), StateGame(OfTuples())):
        assert game.initial_state() == (0,) * 9
        found = gt.search(game, simulations=100, seed=5, compiled=False, method="uct")
        ours = gt.search(TicTacToe(), simulations=100, seed=5, compiled=False, method="uct")
        assert [each.visits for each in found.actions] == [each.visits for each in ours.actions]


class Painted:
    """Two colour the cells of a row: a move is a cell, a height, and a colour, not a player's."""

    def __init__(self):
        self.cells = [[0, 0], [0, 0]]
        self.current_player = 1

    def legal_moves(self):
        return [
            (place, row, color)
            for place in range(2)
            for row in range(2)
            for color in (7, 8)
            if self.cells[row][place] == 0
        ]

    def make_move(self, place, row, color):
        self.cells[row][place] = color
        self.current_player = 3 - self.current_player

    def is_game_over(self):
        return 0 not in self.cells[0] + self.cells[1]

    def winner(self):
        return 1 if sum(self.cells[0]) > sum(self.cells[1]) else 2


class Drawn(ByRowAndColumn):
    """An attribute that rules have no use for is nothing that compiled code knows."""

    def __init__(self):
        super().__init__()
        self.figure = memoryview(b"drawn")

    def __deepcopy__(self, memo):
        other = Drawn()
        other.grid = [row[:] for row in self.grid]
        other.current_player = self.current_player
        return other


def test_an_attribute_that_does_not_compile_is_named():
    with pytest.raises(gt.NotCompilable, match=r"of Drawn\.figure, there is a memoryview; use"):
        gt.search(StateGame(Drawn), simulations=10, compiled=True, method="uct")


def test_a_color_may_be_a_part_of_the_move():
    game = StateGame(Painted, player="current_player")
    state = game.position([(1, 0, 8)])
    assert game.own_state(state).cells == [[0, 8], [0, 0]]


def test_moves_of_several_kinds_compile_and_play_alike():
    moves = assert_rules_play_alike(StateGame(WithPasses, perspective="first"))
    assert {type(move) for move in moves} == {tuple, str}


def test_a_player_is_named_in_every_process():
    game = pickle.loads(pickle.dumps(StateGame(ByLetter, **LETTERS)))
    state = game.position([0, 3, 1, 4, 2])
    assert game.own_state(state).board[:5] == ["X", "X", "X", "O", "O"]
    assert game.returns(state) == (1.0, -1.0)
    result = gt.search(game, simulations=60, workers=2, seed=1, compiled=False, method="uct")
    assert result.simulations == 60


def test_bounds_of_a_result_in_halves_are_its_own():
    game = StateGame(InHalves, bounds=(0, 1))
    assert (game.min_return, game.max_return) == (-1.0, 1.0)
    best = gt.search(game, InHalves((1, 2, 1, 2, 1, 2, 0, 1, 2), 0), simulations=50, compiled=False)
    assert best.proof.value == (1.0, -1.0)


def test_a_win_and_a_loss_without_a_draw_are_in_halves_where_that_alone_makes_sense():
    def halved(reward):
        rules = with_method(FirstInHalves, get_reward=reward, next_state=None)
        rules.next_state = lambda self, cell: rules(
            self.cells[:cell] + (self.to_play + 1,) + self.cells[cell + 1 :], 1 - self.to_play
        )
        rules.done = lambda self: 0 not in self.cells[:5]  # nobody draws
        return StateGame(rules)

    game = halved(lambda self: float(self.to_play == 1))  # whoever moves last wins
    assert "0 to 1 from the view of player 0" in game.understood
    assert game.returns(game.position([0, 1, 2, 3, 4])) == (1.0, -1.0)
    assert game.returns(game.position([0, 1, 2, 3, 5, 4])) == (-1.0, 1.0)


@pytest.mark.parametrize(
    ("rules", "keywords", "told"),
    [
        (ByLetter, {}, r"make_move plays for a player, and nothing tells whose turn it is: give "
         r"player=.* or players=.*\(\"X\", \"O\"\)"),
        (with_method(ByRowAndColumn, get_empty_cells=lambda self: [
            3 * r + c for r in range(3) for c in range(3) if not self.grid[r][c]]), {},
         r"place takes 2 arguments, and the moves of .*get_empty_cells, such as 0, have not as "
         "many items: give play="),
        (with_method(ByRowAndColumn, place=lambda self, row, col, player, color: None), {},
         "nothing for play"),
        (with_method(ByRowAndColumn, get_empty_cells=lambda self: []), {},
         "get_empty_cells lists nothing at the start"),
    ],
)  # fmt: skip
def test_what_is_refused(rules, keywords, told):
    with pytest.raises(gt.BadParameter, match=told):
        StateGame(rules, **keywords)
