"""Each game here has one fault, planted: the doctor names the method and the shortest moves.

Most derive from `planted.Take`, which is sound: seven counters, take one to three of them.
Faults of the optional methods and of states are in the files beside this one.
"""

from __future__ import annotations

import itertools
import random
import sys
import time

import pytest
from planted import ListTake, Pick, Take, diagnosis, examine, kinds, needs_timer, warning


@pytest.mark.parametrize("game", [Take(), ListTake()])
def test_the_games_without_a_planted_fault_are_sound(game):
    assert examine(game).findings == ()


# legal_actions


def test_legal_actions_that_raises():
    class Game(Take):
        def legal_actions(self, state):
            if state[0] == 2:
                raise ValueError("two are left")
            return Take.legal_actions(self, state)

    assert diagnosis(Game()) == ("legal_actions", "raises", (2, 3))
    assert "legal_actions raised ValueError: two are left" in str(examine(Game()))


def test_legal_actions_that_exits():
    class Game(Take):
        def legal_actions(self, state):
            return sys.exit(3) if state[0] == 6 else Take.legal_actions(self, state)

    assert diagnosis(Game()) == ("legal_actions", "raises", (1,))


def test_an_action_given_twice():
    class Game(Take):
        def legal_actions(self, state):
            return [*Take.legal_actions(self, state), *([1] if state[0] == 4 else [])]

    assert diagnosis(Game()) == ("legal_actions", "twice", (3,))


def test_no_list_of_actions():
    class Game(Take):
        def legal_actions(self, state):
            return Take.legal_actions(self, state) if state[0] else None

    assert diagnosis(Game()) == ("legal_actions", "no list", (1, 3, 3))


def test_actions_without_end():
    class Game(Take):
        def legal_actions(self, state):
            return itertools.count(1) if state[0] == 5 else Take.legal_actions(self, state)

    assert diagnosis(Game()) == ("legal_actions", "endless", (2,))


def test_legal_actions_that_vary():
    class Game(Take):
        def legal_actions(self, state):
            return range(1, min(random.randrange(4), state[0]) + 1)

    report = examine(Game())
    assert ("legal_actions", "not repeatable") in kinds(report)


@needs_timer
def test_legal_actions_that_hang():
    class Game(Take):
        def legal_actions(self, state):
            while state[0] == 5:
                pass
            return Take.legal_actions(self, state)

    assert diagnosis(Game(), seconds=4.0) == ("legal_actions", "hangs", (2,))


@pytest.mark.usefixtures("endless_after_a_thousand")
def test_a_game_that_never_ends():
    class Game(Take):
        def next_state(self, state, action):
            return ((state[0] - action) % 100 + 5, 1 - state[1])

    assert diagnosis(Game()) == ("legal_actions", "endless", None)


@pytest.mark.usefixtures("endless_after_a_thousand")
def test_a_game_that_seldom_ends():
    class Game(Take):
        def initial_state(self):
            return (0, 0)

        def legal_actions(self, state):
            return [] if state[0] == 1 else [0, 1] if state[0] == 0 else [0]

        def next_state(self, state, action):
            if state[0] == 0:
                return (1 if action else 2, 1 - state[1])
            return (state[0] + 1, 1 - state[1])

    report = examine(Game(), games=6)
    found = {finding.kind for finding in report.findings}
    assert found & {"long games", "endless"}


# next_state


def test_next_state_that_raises_for_a_legal_action():
    class Game(Take):
        def next_state(self, state, action):
            if state[0] == action == 3:
                raise KeyError(action)
            return Take.next_state(self, state, action)

    assert diagnosis(Game()) == ("next_state", "raises", (1, 3, 3))
    assert "though legal_actions gives 3" in str(examine(Game()))


def test_next_state_that_returns_nothing():
    class Game(Take):
        def next_state(self, state, action):
            return None if action == 2 else Take.next_state(self, state, action)

    assert diagnosis(Game()) == ("next_state", "nothing", (2,))


def test_next_state_that_changes_its_argument():
    class Game(ListTake):
        def next_state(self, state, action):
            state[0] -= action
            state[1] = 1 - state[1]
            return state

    assert diagnosis(Game()) == ("next_state", "changes the state", (1,))


def test_next_state_that_shares_an_inner_list():
    class Game(Take):
        def initial_state(self):
            return (7, 0, [])

        def next_state(self, state, action):
            state[2].append(action)
            return (state[0] - action, 1 - state[1], state[2])

    assert diagnosis(Game()) == ("next_state", "changes the state", (1,))


def test_next_state_that_plays_dice():
    class Game(Take):
        def next_state(self, state, action):
            return (max(0, state[0] - action - random.randrange(2)), 1 - state[1])

    assert ("next_state", "not repeatable") in kinds(examine(Game()))


def test_states_that_grow_without_bound():
    class Game(Take):
        def initial_state(self):
            return (7, 0, "x" * 1000)

        def legal_actions(self, state):
            return [1]

        def next_state(self, state, action):
            return (7, 1 - state[1], state[2] * 32)

    assert diagnosis(Game()) == ("next_state", "grows", (1, 1))


def test_a_move_without_effect_is_a_warning():
    class Game(Take):
        def legal_actions(self, state):
            return range(min(3, state[0]) + 1) if state[0] == 4 else Take.legal_actions(self, state)

        def next_state(self, state, action):
            return Take.next_state(self, state, action) if action else state

    found = warning(Game())
    assert (found.method, found.kind, found.moves) == ("next_state", "no change", (3, 0))


@needs_timer
def test_next_state_that_sleeps():
    class Game(Take):
        def next_state(self, state, action):
            time.sleep(60 if state[0] == 5 else 0)
            return Take.next_state(self, state, action)

    assert diagnosis(Game(), seconds=4.0) == ("next_state", "hangs", (2, 1))


# initial_state and current_player


def test_a_first_position_that_varies():
    class Game(Take):
        def initial_state(self):
            return (random.randrange(10**9), 0)

        def legal_actions(self, state):
            return []

    assert ("initial_state", "not repeatable") in kinds(examine(Game()))


def test_no_first_position():
    class Game(Take):
        def initial_state(self):
            return None

    assert diagnosis(Game()) == ("initial_state", "nothing", ())


def test_a_player_out_of_range():
    class Game(Take):
        def current_player(self, state):
            return 2 if state[0] == 5 else state[1]

    assert diagnosis(Game()) == ("current_player", "no player", (2,))
    assert "returned 2; a player from 0 to 1 was expected" in str(examine(Game()))


def test_no_player():
    class Game(Take):
        def current_player(self, state):
            return None if state[0] == 6 else state[1]

    assert diagnosis(Game()) == ("current_player", "no player", (1,))


def test_current_player_that_changes_the_state():
    class Game(ListTake):
        def current_player(self, state):
            if state[0] == 4:
                state.append(0)
            return state[1]

    assert diagnosis(Game()) == ("current_player", "changes the state", (3,))


def test_what_changes_is_kept_in_the_game():
    class Game(Take):
        def __init__(self):
            self.turn = 0

        def next_state(self, state, action):
            self.turn = 1 - state[1]
            return Take.next_state(self, state, action)

    assert diagnosis(Game()) == ("next_state", "changes the game", ())
    assert "changed the attribute turn of the game" in str(examine(Game()))


def test_what_changes_is_kept_in_the_class():
    class Counted(Take):
        counted = 0

        def returns(self, state):
            Counted.counted += 1
            return Take.returns(self, state)

    class Listed(Take):
        met = []  # noqa: RUF012

        def returns(self, state):
            self.met.append(state)
            return Take.returns(self, state)

    class Named(Take):
        def returns(self, state):
            Named.called = True
            return Take.returns(self, state)

    for game, name in ((Counted(), "counted"), (Listed(), "met"), (Named(), "called")):
        (fault,) = examine(game).faults
        assert (fault.method, fault.kind) == ("returns", "changes the game")
        assert f"the attribute {name} of the game" in fault.problem


def test_what_a_game_remembers_in_private_is_a_warning():
    class Game(Take):
        def __init__(self):
            self._known = {}

        def returns(self, state):
            return self._known.setdefault(state, Take.returns(self, state))

    found = warning(Game())
    assert (found.method, found.kind) == ("returns", "changes the game")


# returns


def test_returns_of_the_wrong_length():
    class Game(Take):
        def returns(self, state):
            return (1.0,)

    assert diagnosis(Game()) == ("returns", "wrong length", (1, 3, 3))


def test_returns_with_nan():
    class Game(Take):
        def returns(self, state):
            return (float("nan"), 1.0)

    assert diagnosis(Game()) == ("returns", "not finite", (1, 3, 3))


def test_returns_of_nothing():
    class Game(Take):
        def returns(self, state):
            return None if state[1] == 0 else (1.0, -1.0)

    assert diagnosis(Game()) == ("returns", "no numbers", (1, 1, 2, 3))


def test_returns_with_the_wrong_sign():
    class Game(Take):
        def legal_actions(self, state):  # the last move, too, is one of several
            return range(1, 4) if state[0] > 0 else []

        def returns(self, state):
            return (1.0, -1.0) if state[1] == 0 else (-1.0, 1.0)

    found = warning(Game())
    assert (found.method, found.kind) == ("returns", "perspective")
    assert len(found.moves) == 3


def test_returns_in_the_order_of_who_is_to_move():
    class Game(Take):
        def returns(self, state):
            return (-1.0, 1.0)

    found = warning(Game())
    assert (found.method, found.kind) == ("returns", "one winner")
    assert "player 1 win every one" in found.problem


def test_returns_that_sometimes_forget_a_sign():
    class Game(Pick):
        def returns(self, state):
            taken = state[0] & 0b111
            lead = float(taken - 3.5)
            return (abs(lead), abs(lead)) if state[0] >> 3 == 0b111 else (lead, -lead)

    found = warning(Game(cells=9, picks=3), games=400)
    assert (found.method, found.kind) == ("returns", "sum")


def test_returns_that_are_the_same_for_both():
    class Game(Take):
        def returns(self, state):
            return (1.0, 1.0) if state[1] == 0 else (-1.0, -1.0)

    found = warning(Game())
    assert (found.method, found.kind) == ("returns", "same for both")
