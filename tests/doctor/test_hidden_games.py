"""The doctor finds nothing in bundled games that hide something, and finds planted leaks."""

from __future__ import annotations

import datetime as dt
import itertools
import random
import time

import pytest

import gametree as gt
from doctor.planted import needs_timer
from gametree import games
from gametree.doctor import check
from gametree.doctor.hidden import information_sets
from gametree.doctor.random_games import explore
from hidden_games import Kuhn, LastTwo, Together

LONG = ("hearts", "knock_out_whist", "battleship", "rock_sample")

KUHN_SEEN = {"chance 0": [0], "chance 1": [1], "move of 0": [0, 1], "move of 1": [0, 1]}


@pytest.mark.parametrize("name", games.hidden_names())
def test_nothing_is_found(name, monkeypatch):
    monkeypatch.setattr(check, "_NEAR_POSITIONS", 4 if name in LONG else 40)
    if name in LONG:
        monkeypatch.setattr(explore, "_CAREFUL_GAMES", 0)
        monkeypatch.setattr(information_sets, "_DRAWS", 8)
        monkeypatch.setattr(information_sets, "_NEAR", 10)
    count = 1 if name in LONG else 4
    report = gt.check(games.load(name), games=count, seconds=200.0, compiled=False)
    assert report.findings == ()
    assert report.seen


@pytest.mark.parametrize("game", [Kuhn(), Together(), LastTwo()])
def test_nothing_is_found_in_small_games(game):
    report = gt.check(game, games=30, seconds=200.0, compiled=False)
    assert report.findings == ()


def test_who_sees_what():
    report = gt.check(Kuhn(), games=20, seconds=60.0, compiled=False, seen=KUHN_SEEN)
    assert report.sound
    events = [event.partition(": ")[0] for event in report.seen]
    assert events[:3] == ["chance 0", "chance 1", "move of 0"]
    assert report.seen[0].endswith("seen by 0")
    assert report.seen[1].endswith("seen by 1")
    assert report.seen[2].endswith("seen by 0, 1")
    assert "who sees what" in str(report)
    assert report.to_dict()["seen"] == [*report.seen]


# Faults of sample_state.


class Raises(Kuhn):
    def sample_state(self, known, player, rng):
        raise RuntimeError("no idea")


class GivesNothing(Kuhn):
    def sample_state(self, known, player, rng):
        return None


class OtherInformation(Kuhn):
    def sample_state(self, known, player, rng):
        (first, second), moves, count = super().sample_state(known, player, rng)
        return ((second, first), moves, count)


class OtherMover(Kuhn):
    """A further move, which the information leaves out."""

    def information_state(self, state, player):
        return state[0][player]

    def sample_state(self, known, player, rng):
        other = (known + 1 + rng.below(2)) % 3
        return ((known, other) if player == 0 else (other, known), 1, 1)


class IsOver(Kuhn):
    def information_state(self, state, player):
        return state[0][player]

    def sample_state(self, known, player, rng):
        other = (known + 1 + rng.below(2)) % 3
        return ((known, other) if player == 0 else (other, known), 11, 2)


class OtherMoves(Kuhn):
    """Against the lowest card, one may not bet."""

    def legal_actions(self, state):
        actions = super().legal_actions(state)
        lowest = state[0][1] >= 0 and state[0][1 - state[2] % 2] == 0
        return actions[:1] if lowest else actions


class DrawsByItself(Kuhn):
    def sample_state(self, known, player, rng):
        return super().sample_state(known, player, gt.Rng(random.SystemRandom().getrandbits(60)))


class OneWorld(Kuhn):
    def sample_state(self, known, player, rng):
        return super().sample_state(known, player, gt.Rng(42))


class KeepsTheTruth(Kuhn):
    """Remembers what information_state has seen last."""

    def information_state(self, state, player):
        self._seen = state
        return super().information_state(state, player)

    def sample_state(self, known, player, rng):
        if super().information_state(self._seen, player) == known:
            return self._seen
        return super().sample_state(known, player, rng)


class KeepsTheFirst(Kuhn):
    """Remembers the first state of each information set, and draws it at times."""

    def __init__(self):
        self._kept = {}

    def information_state(self, state, player):
        known = super().information_state(state, player)
        self._kept.setdefault((known, player), state)
        return known

    def sample_state(self, known, player, rng):
        drawn = super().sample_state(known, player, rng)
        return self._kept.get((known, player), drawn) if rng.below(3) == 0 else drawn


KEPT = {}


class KeepsInTheModule(Kuhn):
    def information_state(self, state, player):
        known = super().information_state(state, player)
        KEPT[known, player] = state
        return known

    def sample_state(self, known, player, rng):
        drawn = super().sample_state(known, player, rng)
        return KEPT.get((known, player), drawn) if rng.below(3) == 0 else drawn


class KeepsTheFirstInTheModule(Kuhn):
    def information_state(self, state, player):
        known = super().information_state(state, player)
        KEPT.setdefault((known, player), state)
        return known

    def sample_state(self, known, player, rng):
        drawn = super().sample_state(known, player, rng)
        return KEPT.get((known, player), drawn) if rng.below(3) == 0 else drawn


class ChangesTheGame(Kuhn):
    def sample_state(self, known, player, rng):
        self.last = known
        return super().sample_state(known, player, rng)


class ListKuhn(Kuhn):
    def information_state(self, state, player):
        return [*super().information_state(state, player)]


class ChangesTheKnown(ListKuhn):
    def sample_state(self, known, player, rng):
        card = known[0]
        known[0] = -1
        other = (card + 1 + rng.below(2)) % 3
        return ((card, other) if player == 0 else (other, card), known[1], known[2])


class DealsTwice(Kuhn):
    """The card that the player holds may be the opponent's, too."""

    def sample_state(self, known, player, rng):
        card, other = known[0], rng.below(3)
        return ((card, other) if player == 0 else (other, card), known[1], known[2])


class CannotGoOn(Kuhn):
    def returns(self, state):
        if state[0][0] == state[0][1]:
            raise ValueError("a card twice")
        return super().returns(state)

    def sample_state(self, known, player, rng):
        return ((known[0],) * 2, known[1], known[2])


class KeepsAnObject(Kuhn):
    """States change in place, and the sampler returns one that it keeps."""

    states_change = True

    def __init__(self):
        self._world = [None]

    def initial_state(self):
        return [super().initial_state()]

    def sample_state(self, known, player, rng):
        self._world[0] = super().sample_state(known, player, rng)
        return self._world

    def information_state(self, state, player):
        return super().information_state(state[0], player)

    def current_player(self, state):
        return super().current_player(state[0])

    def legal_actions(self, state):
        return Kuhn.legal_actions(self, state[0])

    def chance_outcomes(self, state):
        left = self.legal_actions(state)
        return [(card, 1.0 / len(left)) for card in left]

    def next_state(self, state, action):
        state[0] = super().next_state(state[0], action)
        return state

    def returns(self, state):
        return super().returns(state[0])


# Faults of information_state.


class TellsAll(Kuhn):
    def information_state(self, state, player):
        return state

    def sample_state(self, known, player, rng):
        return known


class InformationRaises(Kuhn):
    def information_state(self, state, player):
        return (state[0][player + 1],)


class Thing:
    def __eq__(self, other):
        raise TypeError("things cannot be compared")


class CannotCompare(Kuhn):
    def information_state(self, state, player):
        return (*super().information_state(state, player), Thing())


class HasClock(Kuhn):
    def information_state(self, state, player):
        return (*super().information_state(state, player), time.perf_counter_ns())


class HasWholeSeconds(Kuhn):
    """All pass within a second, so that two calls in a row give the same."""

    def information_state(self, state, player):
        return (*super().information_state(state, player), int(time.time()))

    def sample_state(self, known, player, rng):
        return super().sample_state(known[:3], player, rng)


class HasTheDay(HasWholeSeconds):
    def information_state(self, state, player):
        day = dt.datetime.now(dt.UTC).toordinal()
        return (*Kuhn.information_state(self, state, player), day)


class SeldomOther(Kuhn):
    """A sampler that contradicts what is known, once in 40 states."""

    def sample_state(self, known, player, rng):
        (first, second), moves, count = super().sample_state(known, player, rng)
        return ((second, first) if rng.below(40) == 0 else (first, second), moves, count)


class HasRandom(Kuhn):
    def information_state(self, state, player):
        return (*super().information_state(state, player), random.SystemRandom().random())


class KnowsTheObject(KeepsAnObject):
    """Says which object the state is."""

    def information_state(self, state, player):
        return (*super().information_state(state, player), id(state))

    def sample_state(self, known, player, rng):
        return [Kuhn.sample_state(self, known[:3], player, rng)]


class ChangesTheState(KeepsAnObject):
    def information_state(self, state, player):
        state.append(0)
        return super().information_state(state, player)


class DoesNotKnowTheTurn(Kuhn):
    """Who begins depends on a card that the player does not know."""

    sample_state = gt.Game.sample_state

    def current_player(self, state):
        mover = super().current_player(state)
        return 1 - mover if mover >= 0 and state[0][1] == 2 else mover


class Observes(Kuhn):
    def observation(self, state, player):
        return [float(card) for card in state[0]]


class NamesTheCard(Kuhn):
    def action_to_text(self, state, action):
        if state[0][1] < 0:
            return str(action)
        return f"{'bet' if action else 'pass'} against {state[0][1 - state[2] % 2]}"


class ShowsTheDeck(Kuhn):
    def public_state(self, state):
        return state


# One method without the other, and simultaneous moves.


class SamplesOnly(Kuhn):
    information_state = gt.Game.information_state


class NoMoveForOne(Together):
    def legal_actions(self, state, player):
        return super().legal_actions(state, player) if player == 0 else []

    def is_terminal(self, state):
        return state[0] >= 0


class NoMoveLater(Together):
    """The second round has no move for player 1 after a rare choice."""

    def initial_state(self):
        return (-1, -1, 0)

    def next_state(self, state, moves):
        return (*moves, state[2] + 1)

    def is_terminal(self, state):
        return state[2] == 2

    def legal_actions(self, state, player):
        if player == 1 and state[2] == 1 and state[:2] == (11, 11):
            return []
        return range(12) if state[2] < 2 else []


class TakesNoPlayer(Together):
    def legal_actions(self, state):
        return range(3) if state[0] < 0 else range(0)


class NobodyTogether(Kuhn):
    def legal_actions(self, state, player):
        return Kuhn.legal_actions(self, state)


LEAKS = [
    (Raises, "sample_state", "raises"),
    (GivesNothing, "sample_state", "nothing"),
    (OtherInformation, "sample_state", "other information"),
    (OtherMover, "sample_state", "other mover"),
    (IsOver, "sample_state", "over"),
    (OtherMoves, "sample_state", "other moves"),
    (DrawsByItself, "sample_state", "not repeatable"),
    (OneWorld, "sample_state", "one world"),
    (KeepsTheTruth, "sample_state", "remembers"),
    (KeepsTheFirst, "sample_state", "remembers"),
    (KeepsInTheModule, "sample_state", "remembers"),
    (KeepsTheFirstInTheModule, "sample_state", "remembers"),
    (ChangesTheGame, "sample_state", "changes the game"),
    (ChangesTheKnown, "sample_state", "changes the state"),
    (DealsTwice, "sample_state", "impossible"),
    (CannotGoOn, "sample_state", "unplayable"),
    (KeepsAnObject, "sample_state", "same object"),
    (TellsAll, "sample_state", "hides nothing"),
    (InformationRaises, "information_state", "raises"),
    (CannotCompare, "information_state", "not comparable"),
    (HasClock, "information_state", "not repeatable"),
    (HasWholeSeconds, "information_state", "not repeatable"),
    (HasTheDay, "information_state", "not repeatable"),
    (SeldomOther, "sample_state", "other information"),
    (HasRandom, "information_state", "not repeatable"),
    (KnowsTheObject, "information_state", "not repeatable"),
    (ChangesTheState, "information_state", "changes the state"),
    (DoesNotKnowTheTurn, "information_state", "other mover"),
    (Observes, "observation", "shows hidden"),
    (NamesTheCard, "action_to_text", "shows hidden"),
    (ShowsTheDeck, "public_state", "shows hidden"),
    (SamplesOnly, "information_state", "missing"),
    (NoMoveForOne, "legal_actions", "in search"),
    (NoMoveLater, "legal_actions", "no move"),
    (TakesNoPlayer, "legal_actions", "no player"),
    (NobodyTogether, "legal_actions", "in search"),
]


@pytest.mark.parametrize(("leaky", "method", "kind"), LEAKS)
def test_planted_leaks_are_found(leaky, method, kind):
    KEPT.clear()
    report = gt.check(leaky(), games=30, seconds=100.0, compiled=False)
    found = {(each.method, each.kind): each for each in report.findings}
    assert (method, kind) in found, str(report)


def test_a_clock_is_blamed_for_what_follows_from_it():
    class Later(HasWholeSeconds):
        """The time is that of a clock which ticks once, after the first positions."""

        calls = itertools.count()

        def information_state(self, state, player):
            return (*Kuhn.information_state(self, state, player), next(self.calls) > 3000)

    report = gt.check(Later(), games=30, seconds=100.0, compiled=False)
    assert {each.method for each in report.findings} == {"information_state"}, str(report)
    assert time.time() < HasWholeSeconds().information_state(((0, 1), 0, 0), 0)[3] + 2


class KnowsTheDeck(Kuhn):
    """Player 0 knows the card of player 1: honest only if the game means it."""

    def information_state(self, state, player):
        known = super().information_state(state, player)
        return (*known, state[0][1]) if player == 0 else known

    def sample_state(self, known, player, rng):
        if player == 1:
            return super().sample_state(known, player, rng)
        return ((known[0], known[3]), known[1], known[2])


def test_declared_events_tell_what_a_player_should_not_see():
    options = {"games": 20, "seconds": 60.0, "compiled": False}
    assert gt.check(KnowsTheDeck(), **options).sound
    (fault,) = gt.check(KnowsTheDeck(), seen=KUHN_SEEN, **options).faults
    assert (fault.method, fault.kind) == ("information_state", "leaks")
    assert len(fault.moves) == 2
    assert "shows player 0 the event 'chance 1'" in fault.problem
    blind = KUHN_SEEN | {"chance 1": [0, 1], "chance 0": [0, 1]}
    (fault,) = gt.check(Kuhn(), seen=blind | {"chance 1": [1]}, **options).faults
    assert (fault.kind, fault.moves) == ("forgets", None)


def test_the_shortest_moves_are_given():
    report = gt.check(OtherMoves(), games=20, seconds=60.0, compiled=False)
    assert min(len(each.moves) for each in report.faults) == 2


@needs_timer
def test_samplers_that_never_end():
    class Loops(Kuhn):
        def sample_state(self, known, player, rng):
            while True:
                pass

    report = gt.check(Loops(), games=5, seconds=1.0, compiled=False)
    assert ("sample_state", "hangs") in {(each.method, each.kind) for each in report.faults}


def test_a_search_is_tried_in_both_modes():
    report = gt.check(Kuhn(), games=20, seconds=20.0)
    assert report.sound
    assert report.profile.compiled > report.profile.interpreted


def test_games_are_searched_without_a_sampler_where_replays_work():
    class Replayed(Kuhn):
        sample_state = gt.Game.sample_state

    report = gt.check(Replayed(), games=20, seconds=20.0, compiled=False)
    assert report.findings == ()
    assert report.profile.interpreted > 0


@pytest.mark.parametrize(
    "seen", [3, {"chanse 0": [0]}, {"chance 0": [2]}, {"move of 0": 1}, {3: [0]}]
)
def test_events_that_cannot_be_declared(seen):
    with pytest.raises(gt.BadParameter, match="seen must be players by event"):
        gt.check(Kuhn(), seen=seen)
