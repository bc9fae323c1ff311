"""Faults that only compiled code or a search shows."""

from __future__ import annotations

from planted import RecordTake, Take, diagnosis, examine, warning

from gametree import Searcher
from gametree.doctor.trial_searches import Speed
from plainpython.compilable import native_twin


def test_compiled_states_that_overflow():
    class Game(Take):
        """Three twos need more than 64 bits: the random games before compiling have fewer."""

        def initial_state(self):
            return (7, 0, 1)

        def next_state(self, state, action):
            grown = state[2] * 10**7 if action == 2 else 1
            return (state[0] - action, 1 - state[1], grown)

    found = warning(Game(), compiled=True)
    assert (found.method, found.kind) == ("next_state", "beyond compiled code")
    assert tuple(found.moves) == (2, 2, 2)


def test_a_search_that_comes_to_what_compiled_code_cannot_do(monkeypatch):
    """Python goes on, and so does a search by default: the rules are sound."""

    def speed(_, game, state, seed, *, compiled):  # for no time: it would come there or not
        Searcher(game, state, method="uct", seed=seed, compiled=compiled).run(simulations=100_000)
        return Speed(1000.0, "")

    monkeypatch.setattr("gametree.checking._Searches.speed", speed)

    class Game(Take):
        """One line of 5 ** 8 has a number with more than 64 bits: random games miss it."""

        def initial_state(self):
            return (0, 0)

        def current_player(self, state):
            return state[0] % 2

        def legal_actions(self, state):
            return [] if state[0] >= 8 else [0, 1, 2, 3, 4]

        def next_state(self, state, action):
            right = state[1] + 1 if action == state[0] % 5 else 0
            number = (action + 3) ** 60 if right >= 7 else right
            return (state[0] + 1, number % 1000)

        def returns(self, state):
            return (1.0, 0.0) if state[1] % 3 == 1 else (0.0, 1.0)

    found = warning(Game(), compiled=True)
    assert (found.method, found.kind) == ("the game", "beyond compiled code")


def test_compiled_returns_that_differ(monkeypatch):
    """Trees would differ in consequence: no search is compiled to see it."""

    def interpreted_speed(*_, compiled):
        assert not compiled
        return Speed(1000.0, "")

    monkeypatch.setattr("gametree.checking._Searches.speed", interpreted_speed)

    class Game(Take):
        def _compiled_returns(self, state):
            return (0.0, 0.5)

        @native_twin(_compiled_returns)
        def returns(self, state):
            return (2.0, 0.5)

    method, kind, _ = diagnosis(Game(), compiled=True)
    assert (method, kind) == ("returns", "modes differ")


def test_a_compiled_heuristic_that_differs():
    class Game(Take):
        def initial_state(self):
            return (15, 0)

        def _compiled_heuristic(self, state):
            return (0.0, 0.0)

        @native_twin(_compiled_heuristic)
        def heuristic(self, state):
            return (0.25, -0.25)

    assert diagnosis(Game(), compiled=True) == ("heuristic", "modes differ", ())


def test_a_compiled_random_action_that_differs():
    class Game(Take):
        def is_terminal(self, state):
            return state[0] == 0

        def _compiled_random_action(self, state, rng):
            return 1 + rng.below(min(3, state[0]))

        @native_twin(_compiled_random_action)
        def random_action(self, state, rng):
            count = min(3, state[0])
            return 1 + (rng.below(count) + 1) % count

    assert diagnosis(Game(), compiled=True) == ("random_action", "modes differ", ())


def test_actions_that_compiled_trees_cannot_hold():
    class Game(Take):
        def legal_actions(self, state):
            return [(1 << 40, action << 40) for action in range(1, min(3, state[0]) + 1)]

        def next_state(self, state, action):
            return (state[0] - (action[1] >> 40), 1 - state[1])

    report = examine(Game(), compiled=True)
    assert report.findings == ()  # it is searched interpreted
    assert "take 85 bits, and there is room for 64" in str(report)
    assert examine(Game()).findings == ()


def test_records_in_both_modes():
    assert examine(RecordTake(), compiled=True).findings == ()
