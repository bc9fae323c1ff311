"""Games where positions come back: played by their policy, and each fault in it is named."""

from __future__ import annotations

import itertools
import math
from pathlib import Path

import pytest
from planted import Take, diagnosis, examine, kinds, warning

from gametree.doctor.probe import Probe
from gametree.doctor.random_games.explore import Explorer
from gametree.doctor.watchdog import Watchdog
from plainpython.compilable import native_twin
from toys import Ring

POLICIES = ["draw", "loss", "forbidden", "own"]
LIMITS = [2, 3]


@pytest.mark.parametrize("limit", LIMITS)
@pytest.mark.parametrize("policy", ["", *POLICIES])
def test_nothing_is_found(policy, limit):
    report = examine(Ring(policy, limit), games=60)
    assert report.findings == ()
    assert report.notes == ()


class Circle(Ring):
    """A ring without a place that ends the game."""

    SIZE = 5

    def legal_actions(self, state):
        return range(-1, 2)


@pytest.mark.parametrize("limit", LIMITS)
@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("kind", [Ring, Circle])
def test_random_games_end_as_the_policy_says(kind, policy, limit):
    """Against the positions of each game, counted again."""
    game = kind(policy, limit)
    explorer = Explorer(Probe(game, Watchdog(5.0)))
    explorer.random_games(150, 1, math.inf)
    assert len(explorer.endings) == 150
    assert not explorer.findings.known
    for ending in explorer.endings:
        line = list(itertools.accumulate(ending.moves, game.next_state, initial=(0, 0)))
        last = line[-1]
        earlier = [state for state in line[:-1] if line.count(state) >= limit and state != last]
        assert earlier == []
        assert line[:-1].count(last) == limit - 1 or not ending.by_repetition or not ending.plies
        if not ending.by_repetition:
            assert ending.returns == game.returns(last)
            assert list(game.legal_actions(last)) == []
            continue
        mover = last[1] if policy == "forbidden" else line[-2][1]
        if policy == "forbidden":
            after = [game.next_state(last, action) for action in game.legal_actions(last)]
            assert all(line.count(state) == limit - 1 for state in after)
            assert ending.plies == (0 if line.count(last) == 1 else ending.plies)
        else:
            assert line[-1 - ending.plies] == last
            assert last not in line[len(line) - ending.plies : -1]
        assert ending.returns == {
            "draw": (0.0, 0.0),
            "own": game.returns_after_repetition(last, mover, ending.plies),
        }.get(policy, (-1.0, 1.0) if mover == 0 else (1.0, -1.0))


def test_the_moves_that_show_a_fault_are_a_game_under_the_policy():
    """Place 4 is reached in four moves at least, and no position may come back on the way."""

    class Game(Circle):
        SIZE = 11

        def current_player(self, state):
            return 7 if state == (4, 1) else state[1]

    for policy in POLICIES:
        method, kind, moves = diagnosis(Game(policy))
        assert (method, kind) == ("current_player", "no player")
        game = Circle(policy)
        line = list(itertools.accumulate(moves, game.next_state, initial=(0, 0)))
        assert len(set(line)) == len(line) == 6


@pytest.mark.usefixtures("endless_after_a_thousand")
def test_games_that_come_back_without_a_policy_are_told_of_it():
    report = examine(Circle(), games=5)
    assert kinds(report) == {("legal_actions", "endless"), ("next_state", "repeats")}
    for finding in report.findings:
        assert 'declare repetition = "draw"' in finding.advice
    assert examine(Circle("draw"), games=5).findings == ()


@pytest.mark.usefixtures("endless_after_a_thousand")
def test_games_without_an_end_where_nothing_comes_back_are_told_otherwise():
    class Game(Take):
        def legal_actions(self, state):
            return [1]

    report = examine(Game(), games=5)
    assert kinds(report) == {("legal_actions", "endless")}
    assert "repetition" not in str(report).replace(Path(__file__).name, "")


# Planted faults


@pytest.mark.parametrize("name", ["never", "Draw", 3, None, ["draw"], True])
def test_a_policy_that_is_none(name):
    assert diagnosis(Ring(name)) == ("repetition", "no policy", None)


@pytest.mark.parametrize("limit", [1, 0, -3, 2.0, True, "3", None])
def test_a_limit_that_is_none(limit):
    assert diagnosis(Ring("draw", limit)) == ("repetition_limit", "no policy", None)
    text = str(examine(Ring("draw", limit)))
    assert "repetition_limit must be a whole number of 2 or more" in text


def test_own_returns_that_are_missing():
    class Game(Take):
        repetition = "own"

    assert diagnosis(Game()) == ("returns_after_repetition", "missing", None)
    assert "declare another repetition than 'own'" in str(examine(Game()))


def test_states_that_change_and_have_no_key():
    class Game(Take):
        repetition = "draw"
        states_change = True

    assert diagnosis(Game()) == ("key", "missing", None)
    assert "its states change, so they cannot be remembered" in str(examine(Game()))


@pytest.mark.parametrize(
    ("given", "kind"),
    [
        ((1.0,), "wrong length"),
        ((math.nan, 1.0), "not finite"),
        (None, "no numbers"),
        (0.5, "no numbers"),
    ],
)
def test_own_returns_that_are_no_returns(given, kind):
    class Game(Ring):
        def returns_after_repetition(self, state, player, plies):
            return given

    method, found, moves = diagnosis(Game("own"))
    assert (method, found) == ("returns_after_repetition", kind)
    assert len(moves) == 2
    assert sum(moves) == 0  # back to where it was


def test_own_returns_that_raise():
    class Game(Ring):
        def returns_after_repetition(self, state, player, plies):
            return {2: (0.0, 0.0)}[plies]

    method, kind, moves = diagnosis(Game("own"))
    assert (method, kind) == ("returns_after_repetition", "raises")
    line = list(itertools.accumulate(moves, Game().next_state, initial=(0, 0)))
    assert len(set(line)) == len(line) - 1
    assert len(moves) == 4


def test_states_that_cannot_be_keys():
    class Game(Take):
        repetition = "draw"

        def initial_state(self):
            return [7, 0]

        def next_state(self, state, action):
            return [state[0] - action, 1 - state[1]]

    assert diagnosis(Game()) == ("key", "not hashable", ())
    assert "define key(state), since the states themselves are not" in str(examine(Game()))


def test_a_key_that_is_not_hashable():
    class Game(Take):
        def key(self, state):
            return [*state] if state[0] == 4 else state

    assert diagnosis(Game()) == ("key", "not hashable", (3,))


def test_states_that_are_never_equal_are_no_keys():
    class State:
        def __init__(self, left, player):
            self.left, self.player = left, player

    class Game(Take):
        repetition = "draw"

        def initial_state(self):
            return State(7, 0)

        def current_player(self, state):
            return state.player

        def legal_actions(self, state):
            return range(1, min(3, state.left) + 1)

        def next_state(self, state, action):
            return State(state.left - action, 1 - state.player)

        def returns(self, state):
            return (-1.0, 1.0) if state.player == 0 else (1.0, -1.0)

    method, kind, _ = diagnosis(Game())
    assert (method, kind) == ("key", "equal states")


def test_a_key_that_is_no_integer_though_the_rest_compiles():
    class Game(Ring):
        def key(self, state):
            return state

    found = warning(Game("draw"), compiled=True)
    assert (found.method, found.kind, found.moves) == ("key", "no integer", ())
    assert "return an integer of 64 bits" in found.advice
    assert examine(Game("draw")).findings == ()


def test_compiled_returns_after_repetition_that_differ():
    class Game(Ring):
        def _compiled_returns(self, state, player, plies):
            return (0.0, 0.0)

        @native_twin(_compiled_returns)
        def returns_after_repetition(self, state, player, plies):
            return (2.0, -2.0)

    method, kind, moves = diagnosis(Game("own"), compiled=True)
    assert (method, kind) == ("returns_after_repetition", "modes differ")
    assert len(moves) >= 2
