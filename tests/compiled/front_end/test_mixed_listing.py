"""`legal_actions` in many forms, of actions that are not all made alike."""

from __future__ import annotations

import gametree as gt

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
