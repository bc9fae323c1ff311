"""Keys that do not name positions: each fault is planted, and named with moves that show it."""

from __future__ import annotations

import itertools

from planted import Take, diagnosis, examine, kinds

import gametree as gt
from plainpython.compilable import native_twin


def test_a_key_that_is_sound():
    class Game(Take):
        def key(self, state):
            return 2 * state[0] + state[1]

    assert examine(Game()).findings == ()


def test_a_key_that_forgets_who_is_to_move():
    class Game(Take):
        def key(self, state):
            return state[0]

    assert diagnosis(Game()) == ("key", "collides", (1, 1))
    text = str(examine(Game()))
    assert "key gives 5 for two positions of which current_player differs" in text
    assert "the other is met after the moves 2" in text
    assert "include everything that defines the position in the key" in text


def test_a_key_that_forgets_what_can_be_done():
    class Game(Take):
        def key(self, state):
            return (max(3, state[0]), state[1])

    method, kind, moves = diagnosis(Game())
    assert (method, kind) == ("key", "collides")
    assert "of which legal_actions differs" in str(examine(Game()))
    assert len(moves) == 2
    assert sum(moves) >= 5


def test_a_key_that_forgets_whether_the_game_is_over():
    class Game(Take):
        def key(self, state):
            return state if state[0] else (1, state[1])

    method, kind, _ = diagnosis(Game())
    assert (method, kind) == ("key", "collides")
    assert "of which legal_actions differs" in str(examine(Game()))


class Pick(gt.Game):
    """Players in turn pick cells; after this many picks the game is a draw."""

    cells, picks = 20, 12

    def initial_state(self):
        return (0, 0)

    def current_player(self, state):
        return state[1] % 2

    def legal_actions(self, state):
        if state[1] == self.picks:
            return []
        return [cell for cell in range(self.cells) if not state[0] >> cell & 1]

    def next_state(self, state, action):
        return (state[0] | 1 << action, state[1] + 1)

    def returns(self, state):
        return (0.0, 0.0)


def test_both_positions_are_shown_by_as_few_moves_as_can_be():
    class Game(Pick):
        def key(self, state):
            full = all(state[0] >> cell & 1 for cell in (2, 5, 9, 13))
            return -1 if full else state[0]

    report = examine(Game())
    (fault,) = report.faults
    assert (fault.method, fault.kind) == ("key", "collides")
    assert {2, 5, 9, 13} < set(fault.moves)
    assert len(fault.moves) == 5
    other = fault.problem.partition("after the moves ")[2].split()
    assert sorted(map(int, other)) == [2, 5, 9, 13]


def test_equal_states_with_different_keys():
    class Game(Take):
        def key(self, state):
            return id(state)

        def next_state(self, state, action):
            return (state[0] - action, 1 - state[1])

    method, kind, _ = diagnosis(Game())
    assert (method, kind) == ("key", "equal states")
    assert "differs for two states of the same contents" in str(examine(Game()))


def test_a_key_that_raises():
    class Game(Take):
        def key(self, state):
            return (state[0] // (state[0] - 5), *state)

    method, kind, moves = diagnosis(Game())
    assert (method, kind, moves) == ("key", "raises", (2,))


def test_a_key_that_is_nothing():
    class Game(Take):
        def key(self, state):
            hash(state)

    assert diagnosis(Game()) == ("key", "nothing", ())


def test_keys_that_cannot_be_compared():
    class Key:
        def __eq__(self, other):
            raise OSError("no")

        __hash__ = object.__hash__

    class Game(Take):
        repetition = "draw"

        def key(self, state):
            return Key()

    assert diagnosis(Game()) == ("key", "not comparable", ())


def test_a_key_that_differs_between_two_calls():
    counter = itertools.count()

    class Game(Take):
        def key(self, state):
            return (state, next(counter))

    found = kinds(examine(Game()))
    assert ("key", "not repeatable") in found
    assert {method for method, _ in found} == {"key"}


def test_a_key_that_depends_on_what_was_asked_before():
    kept = [(7, 0)]

    class Game(Take):
        def next_state(self, state, action):
            kept[0] = Take.next_state(self, state, action)
            return kept[0]

        def key(self, state):
            return kept[0]  # of the position that was made last, not of `state`

    found = kinds(examine(Game()))
    assert ("key", "not repeatable") in found
    assert {method for method, _ in found} == {"key"}


def test_a_key_that_changes_the_state():
    class Game(Take):
        def initial_state(self):
            return [7, 0]

        def next_state(self, state, action):
            return [state[0] - action, 1 - state[1]]

        def key(self, state):
            state.append(1)
            return tuple(state)

    assert diagnosis(Game()) == ("key", "changes the state", ())


# Compiled


def test_a_compiled_key_that_differs():
    class Game(Take):
        def _compiled_key(self, state):
            return 2 * state[0] + state[1]

        @native_twin(_compiled_key)
        def key(self, state):
            return 100 + 2 * state[0] + state[1]

    assert diagnosis(Game(), compiled=True) == ("key", "modes differ", ())
