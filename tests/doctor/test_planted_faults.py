"""Each game here has one fault, planted: the doctor names the method and the shortest moves.

Most derive from `planted.Take`, which is sound: seven counters, take one to three of them.
"""

from __future__ import annotations

import itertools
import random
import sys
import time

import numpy as np
import pytest
from planted import Take, diagnosis, examine, kinds, needs_timer, warning

import gametree as gt


class ListTake(Take):
    """The same with states that could be changed."""

    def initial_state(self):
        return [7, 0]

    def next_state(self, state, action):
        return [state[0] - action, 1 - state[1]]


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

    begun = time.perf_counter()
    assert diagnosis(Game(), seconds=4.0) == ("next_state", "hangs", (2, 1))
    assert time.perf_counter() - begun < 60


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


# The fast methods


def test_is_terminal_that_disagrees():
    class Game(Take):
        def is_terminal(self, state):
            return state[0] <= 1

    assert diagnosis(Game()) == ("is_terminal", "disagrees", (3, 3))
    assert "returned True where legal_actions gives 1 action" in str(examine(Game()))


def test_is_terminal_that_never_is():
    class Game(Take):
        def is_terminal(self, state):
            return False

    assert diagnosis(Game()) == ("is_terminal", "disagrees", (1, 3, 3))


class Filling(Take):
    max_actions = 3

    def fill_legal_actions(self, state, out):
        count = min(3, state[0])
        for index in range(count):
            out[index] = index + 1
        return count


def test_fill_legal_actions_that_is_sound():
    assert examine(Filling()).findings == ()


def test_fill_legal_actions_that_forgets_one():
    class Game(Filling):
        def fill_legal_actions(self, state, out):
            return Filling.fill_legal_actions(self, state, out) - (state[0] == 5)

    assert diagnosis(Game()) == ("fill_legal_actions", "disagrees", (2,))


def test_fill_legal_actions_beyond_max_actions():
    class Game(Filling):
        max_actions = 2

    assert diagnosis(Game()) == ("fill_legal_actions", "too many", ())
    assert "wrote to out[2], but max_actions is 2" in str(examine(Game()))


def test_fill_legal_actions_that_writes_too_far_and_hides_it():
    class Game(Filling):
        def fill_legal_actions(self, state, out):
            count = Filling.fill_legal_actions(self, state, out)
            try:
                out[-1 if state[0] == 6 else 0] = 1
            except IndexError:
                raise RuntimeError("hidden") from None
            return count

    assert diagnosis(Game()) == ("fill_legal_actions", "too many", (1,))


def test_fill_legal_actions_that_appends():
    class Game(Filling):
        def fill_legal_actions(self, state, out):
            out.extend([1, 2, 3])
            return Filling.fill_legal_actions(self, state, out)

    assert diagnosis(Game()) == ("fill_legal_actions", "resizes out", ())


def test_fill_legal_actions_without_a_count():
    class Game(Filling):
        def fill_legal_actions(self, state, out):
            Filling.fill_legal_actions(self, state, out)

    assert diagnosis(Game()) == ("fill_legal_actions", "no count", ())


def test_random_action_that_is_illegal():
    class Game(Take):
        def random_action(self, state, rng):
            return 1 + rng.below(3)

    method, kind, moves = diagnosis(Game())
    assert (method, kind) == ("random_action", "illegal")
    assert sum(moves) >= 5


def test_random_action_that_has_a_generator_of_its_own():
    class Game(Take):
        def random_action(self, state, rng):
            return random.randrange(1, min(3, state[0]) + 1)

    assert diagnosis(Game())[:2] == ("random_action", "not repeatable")


def test_random_action_that_prefers_one():
    class Game(Take):
        def random_action(self, state, rng):
            return max(1, rng.below(min(3, state[0]) + 1))

    assert diagnosis(Game()) == ("random_action", "uneven", ())


def test_heuristic_of_the_wrong_length():
    class Game(Take):
        def heuristic(self, state):
            return (0.0, 0.0, 0.0) if state[0] == 4 else (0.0, 0.0)

    assert diagnosis(Game()) == ("heuristic", "wrong length", (3,))


def test_heuristic_outside_what_the_game_returns():
    class Game(Take):
        def heuristic(self, state):
            return (12.0, -12.0)

    found = warning(Game())
    assert "from min_return = -1 to max_return = 1" in str(found)


def test_heuristic_with_nan():
    class Game(Take):
        def heuristic(self, state):
            return (float("nan"), 0.0)

    assert diagnosis(Game()) == ("heuristic", "not finite", ())


# Text


def test_two_actions_of_one_name():
    class Game(Take):
        def action_to_text(self, state, action):
            return "few" if action < 3 else "many"

    faults = examine(Game()).faults
    assert [(fault.method, fault.moves) for fault in faults] == [
        ("action_to_text", ()),
        ("text_to_action", ()),
    ]


def test_text_that_does_not_parse_back():
    class Game(Take):
        def text_to_action(self, state, text):
            if not text.isdecimal():
                raise gt.IllegalMove(text)
            return int(text) % 3

    assert diagnosis(Game()) == ("text_to_action", "parses wrongly", ())
    assert "took '3', the name of 3, for 0" in str(examine(Game()))


def test_text_that_is_taken_for_a_move_whatever_it_says():
    class Game(Take):
        def text_to_action(self, state, text):
            return int(text) if text.isdecimal() else 1

    found = warning(Game())
    assert (found.method, found.kind) == ("text_to_action", "parses nonsense")


def test_a_name_that_is_no_text():
    class Game(Take):
        def action_to_text(self, state, action):
            return action if state[0] == 4 else str(action)

    assert ("action_to_text", "no text") in kinds(examine(Game()))


def test_a_position_without_text():
    class Game(Take):
        def state_to_text(self, state):
            return None

    assert diagnosis(Game()) == ("state_to_text", "no text", ())


# States of classes of one's own


class Heap:
    def __init__(self, left, player, last=0):
        self.left, self.player, self.last = left, player, last

    def __eq__(self, other):
        return (self.left, self.player) == (other.left, other.player)

    def __hash__(self):
        return hash((self.left, self.player))


class HeapTake(Take):
    heap = Heap

    def initial_state(self):
        return self.heap(7, 0)

    def current_player(self, state):
        return state.player

    def legal_actions(self, state):
        return range(1, min(3, state.left) + 1)

    def next_state(self, state, action):
        return self.heap(state.left - action, 1 - state.player, action)

    def returns(self, state):
        return (-1.0, 1.0) if state.player == 0 else (1.0, -1.0)


def test_states_of_a_class_that_is_sound():
    assert examine(HeapTake()).findings == ()


def test_equal_states_that_hash_apart():
    class Apart(Heap):
        def __hash__(self):
            return hash((self.left, self.player, self.last))

    class Game(HeapTake):
        heap = Apart

    method, kind, moves = diagnosis(Game())
    assert (method, kind) == ("__hash__", "hash")
    assert len(moves) == 2  # 1 2 and 2 1


def test_states_that_hash_by_identity():
    class Identical(Heap):
        __hash__ = object.__hash__

    class Game(HeapTake):
        heap = Identical

    assert diagnosis(Game())[:2] == ("__hash__", "hash")


def test_equal_states_of_different_players():
    class Forgetful(Heap):
        def __eq__(self, other):
            return self.left == other.left

        def __hash__(self):
            return hash(self.left)

    class Game(HeapTake):
        heap = Forgetful

    method, kind, moves = diagnosis(Game())
    assert (method, kind) == ("__eq__", "equal states")
    assert len(moves) == 2  # 1 1 and 2


def test_equal_states_with_different_actions():
    class Game(Take):
        heard = 0

        def legal_actions(self, state):
            Game.heard += 1
            if state == (4, 0) and Game.heard > 300:
                return [1]
            return Take.legal_actions(self, state)

    found = kinds(examine(Game()))
    assert ("legal_actions", "changes the game") in found
    assert ("legal_actions", "equal states") in found


# Mutable states


HEAP = np.dtype((np.record, [("left", "i4"), ("player", "i4")]))


class RecordTake(Take):
    def initial_state(self):
        return np.array([(7, 0)], HEAP)[0]

    def copy(self, state):
        return state.copy()

    def current_player(self, state):
        return state.player

    def legal_actions(self, state):
        return [count for count in range(1, 4) if count <= state.left]

    def next_state(self, state, action):
        state.left -= action
        state.player = 1 - state.player
        return state

    def returns(self, state):
        return (-1.0, 1.0) if state.player == 0 else (1.0, -1.0)


def test_records_that_are_sound():
    assert examine(RecordTake()).findings == ()


def test_a_copy_that_is_none():
    class Game(RecordTake):
        def copy(self, state):
            return state

    assert ("copy", "shares") in kinds(examine(Game()))


def test_a_copy_that_raises():
    class Game(RecordTake):
        def copy(self, state):
            raise OSError("no room")

    assert diagnosis(Game())[:2] == ("copy", "raises")


def test_legal_actions_that_change_a_record():
    class Game(RecordTake):
        def legal_actions(self, state):
            if state.left == 5:
                state.left = 4
            return RecordTake.legal_actions(self, state)

    assert diagnosis(Game()) == ("legal_actions", "changes the state", (2,))


# Declarations


@pytest.mark.parametrize(
    "method", ["initial_state", "current_player", "legal_actions", "next_state", "returns"]
)
def test_a_method_that_is_missing(method):
    class Game(Take):
        pass

    setattr(Game, method, getattr(gt.Game, method))
    assert diagnosis(Game()) == (method, "missing", None)


@pytest.mark.parametrize("players", [0, -1, 2.0, None])
def test_a_number_of_players_that_is_none(players):
    class Game(Take):
        pass

    Game.players = players
    assert diagnosis(Game()) == ("players", "no count", None)


# Far from the first position


class Pick(gt.Game):
    """Players in turn pick cells; after so many picks the higher sum of cells wins."""

    def __init__(self, cells=20, picks=12):
        self.cells = cells
        self.picks = picks

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


def test_moves_that_do_not_matter_are_dropped():
    class Game(Pick):
        def current_player(self, state):
            wrong = all(state[0] >> cell & 1 for cell in (2, 5, 9, 13, 17))
            return 2 if wrong else state[1] % 2

    method, kind, moves = diagnosis(Game())
    assert (method, kind) == ("current_player", "no player")
    assert sorted(moves) == [2, 5, 9, 13, 17]


# Compiled


def test_compiled_states_that_overflow():
    class Game(Take):
        def initial_state(self):
            return (7, 0, 1)

        def next_state(self, state, action):
            return (state[0] - action, 1 - state[1], state[2] * 10**7 * action)

    method, kind, moves = diagnosis(Game(), compiled=True)
    assert (method, kind) == ("next_state", "modes differ")
    assert len(moves) == 3


def test_compiled_returns_that_differ():
    class Game(Take):
        def returns(self, state):
            return (float((2**62 + state[0]) * 4 % 7), 0.5)  # 0 in 64 bits, else 2

    method, kind, _ = diagnosis(Game(), compiled=True)
    assert (method, kind) == ("returns", "modes differ")


def test_a_compiled_heuristic_that_differs():
    class Game(Take):
        def initial_state(self):
            return (15, 0)

        def heuristic(self, state):
            guess = float((2**62 + state[0]) * 4 % 7) / 8.0
            return (guess, -guess)

    assert diagnosis(Game(), compiled=True) == ("heuristic", "modes differ", None)


def test_a_compiled_random_action_that_differs():
    class Game(Take):
        def is_terminal(self, state):
            return state[0] == 0

        def random_action(self, state, rng):
            count = min(3, state[0])
            return 1 + (rng.below(count) + (2**62 + state[0]) * 4 % 7) % count

    assert diagnosis(Game(), compiled=True) == ("random_action", "modes differ", None)


def test_actions_that_compiled_trees_cannot_hold():
    class Game(Take):
        def legal_actions(self, state):
            return [action << 40 for action in range(1, min(3, state[0]) + 1)]

        def next_state(self, state, action):
            return (state[0] - (action >> 40), 1 - state[1])

    report = examine(Game(), compiled=True)
    assert report.findings == ()  # it is searched interpreted
    assert "compiled actions have 32 bits" in str(report)
    assert examine(Game()).findings == ()


def test_records_in_both_modes():
    assert examine(RecordTake(), compiled=True).findings == ()


# Luck and moves


class Dealt:
    """Counters and a generator, as many write a game with dice."""

    def __init__(self, generator):
        self.left, self.player, self.generator = 7, 0, generator


@pytest.mark.parametrize("make", [random.Random, np.random.default_rng, np.random.RandomState])
def test_a_generator_that_is_copied_with_the_state(make):
    class Game(gt.Game):
        states_change = True

        def initial_state(self):
            return Dealt(make(1))

        def current_player(self, state):
            return state.player

        def legal_actions(self, state):
            return [1, 2] if state.left > 0 else []

        def next_state(self, state, action):
            roll = state.generator.random() if hasattr(state.generator, "random") else 0
            state.left -= action + (roll < 0.5)
            state.player = 1 - state.player
            return state

        def returns(self, state):
            return (-1.0, 1.0) if state.player == 0 else (1.0, -1.0)

    assert diagnosis(Game(), games=20) == ("next_state", "hidden generator", (1,))


class Step:
    def __init__(self, size):
        self.size = size


@pytest.mark.parametrize("make", [Step, lambda size: np.array([size, 0])])
def test_moves_that_do_not_equal_themselves(make):
    class Game(Take):
        def legal_actions(self, state):
            return [make(size) for size in Take.legal_actions(self, state)]

        def next_state(self, state, action):
            size = action.size if isinstance(action, Step) else int(action[0])
            return Take.next_state(self, state, size)

        def action_to_text(self, state, action):
            return str(getattr(action, "size", action))

    assert ("legal_actions", "unequal moves") in kinds(examine(Game(), games=5))


def test_equal_moves_with_different_hashes():
    class Tagged(Step):
        def __eq__(self, other):
            return self.size == other.size

        def __hash__(self):
            return id(self)

        def __str__(self):
            return str(self.size)

    class Game(Take):
        def legal_actions(self, state):
            return [Tagged(size) for size in Take.legal_actions(self, state)]

        def next_state(self, state, action):
            return Take.next_state(self, state, action.size)

    assert diagnosis(Game())[:2] == ("legal_actions", "unequal hashes")


# The place of a fault, and what comes first


def helper(state):
    return {7: 1}[state[0]]


def test_an_error_is_put_where_it_was_raised():
    class Game(Take):
        def legal_actions(self, state):
            return range(1, 1 + helper(state))

    (fault,) = examine(Game()).faults
    assert (fault.method, fault.kind) == ("legal_actions", "raises")
    line = helper.__code__.co_firstlineno + 1
    where = f"(test_planted_faults.py, line {line}, in helper)"
    assert f"legal_actions raised KeyError: 6 {where}" in str(fault)
    assert fault.to_dict()["line"] == line


def test_an_error_in_a_method_that_another_calls():
    class Game(Take):
        def is_terminal(self, state):
            return not self.legal_actions(state)

        def legal_actions(self, state):
            return [action for action in (1, 2, 3) if action <= state[0]]

        def heuristic(self, state):
            return self.returns(state)

        def returns(self, state):
            return ((-1.0, 1.0), (1.0, -1.0))[state[1] if state[0] == 0 else 2]

    (fault,) = examine(Game()).faults
    assert (fault.method, fault.kind) == ("heuristic", "raises")
    assert "Game.returns)" in str(fault)


def test_a_cause_is_told_before_its_consequences():
    class Game(ListTake):
        def action_to_text(self, state, action):
            return "all the same"

        def next_state(self, state, action):
            if state[0] < 6:
                state[0] += 0 * action or 1
            return ListTake.next_state(self, state, action)

    faults = examine(Game(), games=20).faults
    assert (faults[0].method, faults[0].kind) == ("next_state", "changes the state")
    assert {fault.method for fault in faults} >= {"next_state", "action_to_text"}


def test_a_key_that_shows_later_what_it_forgets():
    """Both heaps answer alike as long as they are not empty; their sum tells too little."""

    class Game(Take):
        def initial_state(self):
            return (3, 3, 0)

        def current_player(self, state):
            return state[2]

        def legal_actions(self, state):
            return [0, 1] if min(state[:2]) > 0 else []

        def next_state(self, state, action):
            heaps = list(state[:2])
            heaps[action] -= 1
            return (*heaps, 1 - state[2])

        def returns(self, state):
            return (-1.0, 1.0) if state[2] == 0 else (1.0, -1.0)

        def key(self, state):
            return (max(state[:2]) > 0, state[2], sum(state[:2]) if min(state[:2]) == 0 else 0)

    assert "key" in {fault.method for fault in examine(Game(), games=20).faults}
