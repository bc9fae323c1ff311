"""Games whose actions are not all made alike, and what actions are equal to."""

from __future__ import annotations

import numpy as np
import pytest

import gametree as gt
from gametree.errors import GameError

from .mixed import Height, Kind, Skip, Take, assert_same
from .values.both_modes import assert_lists_alike

SIZES = {"one": 1, "two": 2, 5: 3}


def compared(actions, place):
    action = actions[place]
    return (
        action is None,
        action is not None,
        action == None,  # noqa: E711
        action != None,  # noqa: E711
        action == "pass",
        action != "pass",
        action == 2,
        action == (1, 2),
        action == (1, 2, 3),
        action == 2.5,
        action == 2.0,
        action == 1,
        action == (1.0, 2),
        action == Take(1, 2),
        action == Height.LOW,
        action is Height.LOW,
        action is Kind.SWAP,
        action == Kind.PASS,
        action in ("roll", "pass"),
        action in (2, 3),
        [action == each for each in (actions[0], actions[2], actions[4])],
        bool(action),
        not action,
        1 if action else 0,
    )


def looked_up(actions, place):
    action = actions[place]
    return action in SIZES, SIZES.get(action, -1), action in {"one", "two"}


def test_values_of_two_kinds_are_not_equal():
    actions = [2, "pass", (1, 2), None, Kind.SWAP, Kind.PASS, "roll", 3, 0, "", 1]
    assert_same(compared, actions)
    assert_same(compared, ["pass", *Height, Take(1, 2), Skip(1, 2), Take(0, 0)])


def test_they_are_found_in_dicts_and_sets_by_what_they_are():
    assert_same(lambda actions, place: actions[place] in {1, 5}, [5, "one", "two", 1])
    assert_same(lambda actions, place: {"one": 1}.get(actions[place], -1), [5, "one", "two", 1])


class Piles(gt.Game):
    """Take from one of three piles; each player may pass once."""

    def initial_state(self):
        return ((3, 4, 2), 0, (False, False))

    def current_player(self, state):
        return state[1]

    def may_pass(self, state):
        return not state[2][state[1]]

    def took(self, state, pile, count):
        sizes = tuple(size - count if k == pile else size for k, size in enumerate(state[0]))
        return (sizes, 1 - state[1], state[2])

    def passed(self, state):
        done = tuple(was or player == state[1] for player, was in enumerate(state[2]))
        return (state[0], 1 - state[1], done)

    def is_terminal(self, state):
        return sum(state[0]) == 0

    def returns(self, state):
        return (1, -1) if state[1] == 1 else (-1, 1)


class PairOrText(Piles):
    """With a fault where `fault` is 1: that is no constant, so one compilation serves both."""

    def __init__(self, fault=0.0):
        self.fault = fault

    def taking(self, state):
        return [(p, n) for p, size in enumerate(state[0]) for n in range(1, size + 1)]

    def legal_actions(self, state):
        return self.taking(state) + (["pass"] if self.may_pass(state) else [])

    def next_state(self, state, action):
        if action == "pass" and (self.fault == 0.0 or sum(state[0]) > 2):
            return self.passed(state)
        pile, count = action
        return self.took(state, pile, count)

    def is_terminal(self, state):
        return len(self.legal_actions(state)) <= self.may_pass(state)


class FourKinds(Piles):
    def legal_actions(self, state):
        for pile, size in enumerate(state[0]):
            if size:
                yield pile
            if size > 1:
                yield pile, size
        if self.may_pass(state):
            yield "pass"
            yield None

    def next_state(self, state, action):
        if action is None or action == "pass":
            return self.passed(state)
        if isinstance(action, int):
            return self.took(state, action, 1)
        return self.took(state, *action)


class SeveralLengths(Piles):
    def legal_actions(self, state):
        actions = [("take", p, n) for p, size in enumerate(state[0]) for n in range(1, size + 1)]
        if self.may_pass(state):
            actions += [("pass",)]
        return actions

    def next_state(self, state, action):
        match action:
            case ("pass",):
                return self.passed(state)
            case (_, pile, count):
                return self.took(state, pile, count)


class Records(Piles):
    def legal_actions(self, state):
        actions = [Take(p, n) for p, size in enumerate(state[0]) for n in range(1, size + 1)]
        if self.may_pass(state):
            actions.append(Skip())
        return actions

    def next_state(self, state, action):
        if isinstance(action, Skip):
            return self.passed(state)
        return self.took(state, action.pile, action.count)


class Pig(gt.Game):
    """Players say what they do, dice show a number, which the state keeps."""

    def initial_state(self):
        return (0, 0, 0, "wait", 0)

    def current_player(self, state):
        return gt.CHANCE if state[3] == "roll" else state[2]

    def legal_actions(self, state):
        if state[3] == "roll":
            return range(1, 7)
        if self.is_terminal(state):
            return []
        return ["hold", "roll"] if state[4] else ["roll"]

    def chance_outcomes(self, state):
        return [(face, 1 / 6) for face in range(1, 7)]

    def next_state(self, state, action):
        first, second, player, what, face = state
        if what == "roll":
            gained = (action, 0) if player == 0 else (0, action)
            return (first + gained[0], second + gained[1], player, "wait", action)
        if action == "hold":
            return (first, second, 1 - player, "wait", 0)
        return (first, second, player, "roll", face)

    def is_terminal(self, state):
        return max(state[:2]) >= 15

    def returns(self, state):
        return (1.0, -1.0) if state[0] > state[1] else (-1.0, 1.0)


class OnAnArray(gt.Game):
    """A cell of an array is set by a pair, or nothing."""

    def initial_state(self):
        return (np.zeros((3, 3), np.int8), 0, 0)

    def current_player(self, state):
        return state[1]

    def legal_actions(self, state):
        return [(int(r), int(c)) for r, c in np.argwhere(state[0] == 0)] + ["pass"]

    def next_state(self, state, action):
        board, player, passes = state
        if action == "pass":
            return (board, 1 - player, passes + 1)
        board = board.copy()
        board[action] = 1 + player
        return (board, 1 - player, 0)

    def is_terminal(self, state):
        return state[2] == 2 or bool((state[0] != 0).all())

    def returns(self, state):
        ahead = np.count_nonzero(state[0] == 1) - np.count_nonzero(state[0] == 2)
        return (1, -1) if ahead > 0 else (-1, 1) if ahead < 0 else (0, 0)


GRAPH = {"method": "uct", "solver": True, "transpositions": True}


def visits(game, simulations, **options):
    searcher = gt.Searcher(game, game.initial_state(), seed=3, **options)
    result = searcher.run(simulations=simulations)
    return [(each.action, each.visits, each.mean) for each in result.actions]


@pytest.mark.parametrize(
    ("game", "simulations", "options"),
    [
        (PairOrText, 400, GRAPH),
        (FourKinds, 400, {"selection": gt.GRAVE(), "evaluation": gt.Playout(gt.MAST())}),
        (Pig, 50, {"selection": gt.UCB1()}),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_both_modes_grow_the_same_tree(game, simulations, options):
    plain, compiled = (
        visits(game(), simulations, compiled=mode, **options) for mode in (False, True)
    )
    assert compiled == plain


def test_an_action_that_is_taken_for_another_kind_ends_the_search_as_python_does():
    with pytest.raises(GameError, match="ValueError: too many values to unpack"):
        visits(PairOrText(fault=1.0), 1000, compiled=True, **GRAPH)


@pytest.mark.parametrize("rules", [SeveralLengths, Records, OnAnArray])
def test_both_modes_play_alike(rules):
    assert_lists_alike(rules())
