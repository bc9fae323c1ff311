"""Faults that only compiled code or a search shows."""

from __future__ import annotations

from planted import RecordTake, Take, diagnosis, examine

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

    method, kind, moves = diagnosis(Game(), compiled=True)
    assert (method, kind) == ("next_state", "modes differ")
    assert tuple(moves) == (2, 2, 2)


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
