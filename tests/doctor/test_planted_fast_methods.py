"""Faults planted in optional methods: is_terminal, fill_legal_actions, random_action, heuristic."""

from __future__ import annotations

import random

from planted import Take, diagnosis, examine, warning


def test_is_terminal_where_moves_are_left_is_a_warning_since_it_may_be_meant():
    class Game(Take):
        def is_terminal(self, state):
            return state[0] <= 1

    found = warning(Game())
    assert (found.method, found.kind, found.moves) == ("is_terminal", "moves left", (3, 3))
    report = str(examine(Game()))
    assert "returned True where legal_actions gives 1 action" in report
    assert "they are not played" in report


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
