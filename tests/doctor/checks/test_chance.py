"""Games of chance: outcomes are drawn as they should be, and each fault in them is named."""

from __future__ import annotations

import itertools
import math

import pytest
from planted import Take, diagnosis, examine, kinds

import gametree as gt
from gametree.doctor.likely_faults.suspicions import suspicions
from gametree.doctor.probe import Probe
from gametree.doctor.random_games.explore import Explorer
from gametree.doctor.random_games.game_in_progress import Ending
from gametree.doctor.watchdog import Watchdog
from plainpython.compilable import native_twin
from toys import Pig, Wheel


class BoundedWheel(Wheel):
    min_return, max_return = 0.0, 8.0


@pytest.mark.parametrize("game", [Pig(), BoundedWheel()], ids=["pig", "wheel"])
def test_nothing_is_found(game):
    report = examine(game, games=100)
    assert report.findings == ()
    assert report.notes == ()


class Coin(Take):
    """Before each turn a coin tells whether one counter more is taken off the heap.

    States are (counters, player, whether the coin is in the air).
    """

    def initial_state(self):
        return (7, 0, True)

    def current_player(self, state):
        return gt.CHANCE if state[2] else state[1]

    def legal_actions(self, state):
        if state[0] <= 0:
            return range(0)
        return range(2) if state[2] else range(1, 4)

    def chance_outcomes(self, state):
        return [(0, 0.75), (1, 0.25)]

    def next_state(self, state, action):
        if state[2]:
            return (state[0] - action, state[1], False)
        return (state[0] - action, 1 - state[1], True)


def test_a_game_that_begins_with_chance_is_sound_and_measured():
    report = examine(Coin())
    assert report.findings == ()
    assert report.notes == ()
    assert report.profile.interpreted > 0
    assert {"chance_outcomes", "current_player"} < set(report.profile.microseconds)


def test_a_game_of_chance_alone_is_not_searched():
    class Game(Coin):
        players = 1

        def current_player(self, state):
            return gt.CHANCE

        def legal_actions(self, state):
            return range(2 if state[0] > 0 else 0)

        def next_state(self, state, action):
            return (state[0] - 1 - action, 0, True)

        def returns(self, state):
            return (float(state[0]),)

    report = examine(Game())
    assert report.findings == ()
    assert report.notes == ("no search was run: no player ever has a move",)
    assert (report.profile.branching, report.profile.chance) == (0.0, 1.0)


def test_a_profile_counts_where_players_move():
    profile = examine(Coin(), games=300).profile
    assert (profile.branching, profile.most_actions) == (3.0, 3)
    assert 0.5 < profile.chance < 0.65  # the coin comes first, and sometimes last
    assert f"chance       moves in {100 * profile.chance:.0f} % of the positions" in str(profile)
    assert examine(Take()).profile.chance == 0
    assert "chance" not in str(examine(Take()).profile)


def explored(game):
    return Explorer(Probe(game, Watchdog(5.0)))


def test_outcomes_of_random_games_come_by_their_probabilities():
    explorer = explored(Wheel())
    explorer.random_games(2000, 1, math.inf)
    shown = [ending.moves[1] for ending in explorer.endings if ending.moves[0] == 0]
    assert set(shown) == {0, 4, 8}  # never 9, of probability 0
    # Six standard deviations.
    margin = 6 * math.sqrt(0.25 / len(shown))
    assert abs(shown.count(0) / len(shown) - 0.5) < margin
    assert abs(shown.count(4) / len(shown) - 0.25) < margin


def test_breadth_first_all_outcomes_are_met_that_can_happen():
    class Game(Wheel):
        def next_state(self, state, action):
            if action == 9:
                raise AssertionError("cannot happen")
            return Wheel.next_state(self, state, action)

    explorer = explored(Game())
    explorer.breadth_first(100, math.inf)
    assert not explorer.findings.known
    assert explorer.positions == 1 + 2 + 3 + 3


def test_outcomes_may_be_of_any_kind():
    class Game(Coin):
        def legal_actions(self, state):
            actions = Coin.legal_actions(self, state)
            return [[action] for action in actions] if state[2] else actions

        def chance_outcomes(self, state):
            return (([0], 0.75), ([1], 0.25))

        def next_state(self, state, action):
            if state[:2] == (4, 1) and state[2] and action == [1]:
                raise KeyError("planted")
            return Coin.next_state(self, state, action[0] if state[2] else action)

    method, kind, moves = diagnosis(Game())
    assert (method, kind) == ("next_state", "raises")
    assert len(moves) == 3
    assert moves[-1] == [1]


def test_random_action_is_not_asked_where_chance_moves():
    class Game(Coin):
        def random_action(self, state, rng):
            if state[2]:
                raise AssertionError("chance moves here")
            return 1 + rng.below(3)

    assert examine(Game()).findings == ()


def test_who_completes_a_game_is_not_chance():
    """The last mover is chance here: nothing about signs can be said."""
    endings = [Ending((0, 1), (-1.0, 1.0), gt.CHANCE, 2) for _ in range(100)]
    assert list(suspicions(Coin(), endings)) == []
    endings = [Ending((0, 1), (-1.0, 1.0), 0, 2) for _ in range(100)]
    assert [fault.kind for fault, _ in suspicions(Coin(), endings)] == ["perspective"]


# Planted faults


class Loaded(Coin):
    """Something is wrong with the coin where two counters are left, or fewer."""

    wrong: object = None

    def chance_outcomes(self, state):
        return self.wrong if state[0] <= 2 else Coin.chance_outcomes(self, state)


@pytest.mark.parametrize(
    ("wrong", "kind", "told"),
    [
        ([(0, 0.5), (1, 0.4)], "sum", "sum to 0.9, not to 1, in the state (2, "),
        ([(0, 0.5), (1, 0.499999998)], "sum", "sum to 0.999999998, not to 1, in the state (2, "),
        ([(0, 1.5), (1, -0.5)], "no probability", "gave the probabilities [1.5, -0.5]"),
        ([(0, math.nan), (1, 1.0)], "no probability", "gave the probabilities [nan, 1.0]"),
        ([(0, math.inf), (1, 1.0)], "no probability", "gave the probabilities [inf, 1.0]"),
        ([(0, 0.5), (2, 0.5)], "other actions", "gave the actions [0, 2] where legal_actions"),
        ([(0, 1.0)], "other actions", "gave the actions [0] where legal_actions"),
        ([(0, 0.5), (0, 0.5)], "other actions", "gave the actions [0, 0] where"),
        ([0.75, 0.25], "no pairs", "a list of (action, probability) pairs was expected"),
        ({0: 0.75, 1: 0.25}, "no pairs", "a list of (action, probability) pairs was expected"),
        ([(0, "much"), (1, 0.5)], "no pairs", "a list of (action, probability) pairs"),
        (None, "no pairs", "returned None; a list"),
    ],
)
def test_wrong_outcomes(wrong, kind, told):
    game = Loaded()
    game.wrong = wrong
    method, found, moves = diagnosis(game)
    assert (method, found) == ("chance_outcomes", kind)
    assert sum(moves) >= 5  # as many counters are gone
    assert len(moves) == 4  # the coin, a move, the coin, a move
    assert told in str(examine(game))


def test_outcomes_that_can_be_read_only_once():
    class Game(Coin):
        def chance_outcomes(self, state):
            yield from Coin.chance_outcomes(self, state)

    assert diagnosis(Game()) == ("chance_outcomes", "no pairs", ())


def test_outcomes_that_raise():
    class Game(Coin):
        def chance_outcomes(self, state):
            return [(0, 1 / 0), (1, 1.0)]

    assert diagnosis(Game()) == ("chance_outcomes", "raises", ())


def test_outcomes_that_change_between_two_calls():
    counter = itertools.count()

    class Game(Coin):
        def chance_outcomes(self, state):
            share = 0.25 if next(counter) % 2 else 0.75
            return [(0, share), (1, 1 - share)]

    found = kinds(examine(Game()))
    assert ("chance_outcomes", "not repeatable") in found
    assert {method for method, _ in found} == {"chance_outcomes"}


def test_chance_in_a_class_without_outcomes():
    class Game(Take):
        def current_player(self, state):
            return gt.CHANCE if state[0] == 5 else state[1]

    assert diagnosis(Game()) == ("current_player", "no outcomes", (2,))
    assert "returned CHANCE, but the class defines no chance_outcomes" in str(examine(Game()))


def test_a_player_who_is_neither_a_player_nor_chance():
    class Game(Coin):
        def current_player(self, state):
            return -3 if state[0] == 6 else Coin.current_player(self, state)

    assert diagnosis(Game()) == ("current_player", "no player", (1,))
    assert "CHANCE or a player from 0 to 1 was expected" in str(examine(Game()))


def test_an_outcome_that_next_state_does_not_know():
    class Game(Coin):
        def next_state(self, state, action):
            if state == (3, 1, True) and action == 1:
                raise KeyError(action)
            return Coin.next_state(self, state, action)

    method, kind, moves = diagnosis(Game())
    assert (method, kind) == ("next_state", "raises")
    assert moves[-1] == 1
    assert len(moves) == 5 - 2


# Compiled


def test_compiled_probabilities_that_differ():
    class Game(Coin):
        def _compiled_outcomes(self, state):
            return [(0, 0.5), (1, 0.5)]

        @native_twin(_compiled_outcomes)
        def chance_outcomes(self, state):
            return [(0, 0.625), (1, 0.375)]

    assert diagnosis(Game(), compiled=True)[:2] == ("chance_outcomes", "modes differ")
