"""Methods that give actions in many forms, where these are not all made alike."""

from __future__ import annotations

import pytest

import gametree as gt
from trees import flat

from ..values.both_modes import assert_lists_alike

FORMS = 11


class ManyForms(gt.Game):
    """Each ply lists its actions in another way; who takes texts more often wins."""

    def initial_state(self):
        return (0, 0)

    def current_player(self, state):
        return state[0] % 2

    def numbers(self, state):
        return [number * number for number in range(state[1] % 3)]

    def legal_actions(self, state):
        form, score = state
        moves: list = []
        if form == 0:
            return [1, "a", (0, 1)]
        if form == 1:
            return [1, 2] if score else ["b", "c"]
        if form == 2:
            return self.numbers(state) or ["none"]
        if form == 3:
            return [*self.numbers(state), "c"]
        if form == 4:
            moves.append((1, 2))
            moves.insert(0, "x")
            moves.extend(self.numbers(state))
            return moves
        if form == 5:
            first, second = [], [(3, 4)]
            first += ["y"]
            return first + second
        if form == 6:
            found = list(self.numbers(state))
            if not found:
                found.append("no")
            return found
        if form == 7:
            return [-n for n in range(3)] + [text * 2 for text in ("p", "q")]
        if form == 8:
            rows = [(n, n + 1) for n in range(2)]
            return rows if len(rows) > score else rows + ["last"]
        if form == 9:
            return ("t", 5)
        return []

    def next_state(self, state, action):
        form, score = state
        if isinstance(action, str):
            return (form + 1, score + len(action))
        if isinstance(action, int):
            return (form + 1, score + 2 * action)
        return (form + 1, score + action[1])

    def is_terminal(self, state):
        return state[0] == FORMS - 1

    def returns(self, state):
        return (1, -1) if state[1] % 2 else (-1, 1)


class ManyYields(ManyForms):
    def legal_actions(self, state):
        if state[0] == FORMS - 1:
            return
        if state[1] % 2:
            yield "odd"
        yield from self.numbers(state)
        yield (state[0], 1 + state[0] % 3)


def test_lists_of_all_forms():
    assert_lists_alike(ManyForms(), lines=100)


def test_generators():
    assert_lists_alike(ManyYields(), lines=100)


def steps(state):
    """List pairs, or that there are none."""
    found = [(k, k + 1) for k in range(state[1] % 3)]
    if not found:
        found.append("stay")
    return found


class Rules:
    def jumps(self, score):
        return ["jump", score % 4] if score % 2 else [(score, score)]


RULES = Rules()


class ManyHelpers(ManyForms):
    """Other functions and methods list actions of several kinds by themselves."""

    def numbers(self, state):
        listed = [number * number for number in range(state[1] % 3)]
        listed.append("n" * (1 + state[0] % 3))
        return listed

    def yielded(self, state):
        yield "first"
        yield from steps(state)

    def legal_actions(self, state):
        form, _ = state
        if form % 5 == 0:
            return steps(state)
        if form % 5 == 1:
            return self.numbers(state) + RULES.jumps(state[1])
        if form % 5 == 2:
            return [*RULES.jumps(state[1]), "last"]
        if form % 5 == 3:
            moves = []
            moves.extend(self.yielded(state))
            return moves if form < FORMS - 1 else []
        return self.numbers(state) if form < FORMS - 1 else []


def test_functions_and_methods_that_list_several_kinds():
    assert_lists_alike(ManyHelpers(), lines=100)


class Cup(gt.Game):
    """Roll a die, or pass; chance says what is thrown in another way at each ply.

    `gone` counts plies, `rolled` tells whether the die is under way. Who has more wins.
    """

    LAST = 8

    def initial_state(self):
        return (0, False, (0, 0))

    def current_player(self, state):
        gone, rolled, _ = state
        return gt.CHANCE if rolled else gone % 2

    def is_terminal(self, state):
        return state[0] == self.LAST

    def legal_actions(self, state):
        if state[1]:
            return [action for action, _ in self.chance_outcomes(state)]
        return ["roll", ("pass", state[0] % 3), 0]

    def lost_or(self, count):
        found = [(count, 0.75)]
        found.append(("lost", 0.25))
        return found

    def chance_outcomes(self, state):
        gone, _, points = state
        if gone % 4 == 0:
            return [(1, 0.25), (2, 0.25), (("twice", 3), 0.5)]
        if gone % 4 == 1:
            return [(face, 1 / 3) for face in range(1, 4)]
        if gone % 4 == 2:
            return self.lost_or(1 + points[0] % 2)
        return [("sure", 1)] if points[1] else [*self.lost_or(4)]

    def next_state(self, state, action):
        gone, rolled, points = state
        if action == "roll":
            return (gone, True, points)
        if isinstance(action, int):
            won = action
        elif isinstance(action, tuple):
            won = 2 * action[1] if rolled else -1
        else:
            won = 0
        first = gone % 2 == 0
        points = (points[0] + won * first, points[1] + won * (not first))
        return (gone + 1, False, points)

    def returns(self, state):
        difference = state[2][0] - state[2][1]
        return (1, -1) if difference > 0 else (-1, 1)

    def bold(self, state, rng):
        return 0 if rng.below(4) == 0 else "roll"

    def random_action(self, state, rng):
        if rng.below(2):
            return self.bold(state, rng)
        return "roll" if rng.below(3) else ("pass", state[0] % 3)


def test_chance_and_random_actions_of_several_kinds():
    trees = []
    for compiled in (True, False):
        searcher = gt.Searcher(Cup(), method="uct", seed=5, compiled=compiled)
        searcher.run(simulations=1500)
        trees.append(flat(searcher))
    assert trees[0] == trees[1]
    seen = {type(action) for *_, edges in trees[0] for action, _, _ in edges}
    assert seen == {int, str, tuple}


class CupOfLists(Cup):
    def legal_actions(self, state):
        return [1, "lost"] if state[1] else ["roll", 0]

    def chance_outcomes(self, state):
        return [[1, 0.5], ("lost", 0.5)]

    def next_state(self, state, action):
        rolled = action == "roll"
        return (state[0] + (not rolled), rolled, state[2])


def test_outcomes_that_are_no_tuples_are_refused():
    told = r"chance_outcomes .*list \(action, probability\) tuples"
    with pytest.raises(gt.NotCompilable, match=told):
        gt.Searcher(CupOfLists(), method="uct", compiled=True)
