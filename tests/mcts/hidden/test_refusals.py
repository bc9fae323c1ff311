"""Tests of faults of rules that hide something: each one ends in a sentence, in both modes."""

from __future__ import annotations

import re
import threading
from contextlib import suppress

import pytest

import gametree as gt
from gametree.mcts.hidden import knowledge, worlds
from gametree.user_code import hanging_calls
from hidden_games import Kuhn, Together

STATE = ((1, 0), 0, 0)


@pytest.fixture
def impatient(monkeypatch):
    monkeypatch.setattr(hanging_calls, "_SECONDS_BETWEEN_INSPECTIONS", 0.01)
    monkeypatch.setattr(hanging_calls, "_INSPECTIONS", 5)
    before = threading.active_count()
    yield
    assert threading.active_count() == before


class Endless(Kuhn):
    """A sampler that does not return for some of its random numbers."""

    def __init__(self, often):
        self.often = often  # in a thousand

    def sample_state(self, known, player, rng):
        card, moves, count = known
        other = (card + 1 + rng.below(2)) % 3
        while rng.below(1000) < self.often:
            while rng.below(3) < 5:
                other = card
        return ((card, other) if player == 0 else (other, card), moves, count)


class Silent(Kuhn):
    """As above, but the loop draws nothing."""

    def __init__(self, often):
        self.often = often

    def sample_state(self, known, player, rng):
        looping = rng.below(1000) < self.often
        while looping:
            with suppress(Exception):
                looping = looping and known is not None
        return super().sample_state(known, player, rng)


class SilentLoop(Kuhn):
    """As above, in a form that compiles."""

    def sample_state(self, known, player, rng):
        looping = rng.below(1000) < 2
        while looping:
            looping = known[0] >= 0
        return super().sample_state(known, player, rng)


class SeldomEndless(gt.Game):
    """A line that is seldom played leads to a position where the moves are listed for ever."""

    def initial_state(self):
        return (0, 0)

    def current_player(self, state):
        return state[0] % 2

    def legal_actions(self, state):
        line = state[1]
        while line == 3**8 - 1:
            line += 0
        return [0, 1, 2] if state[0] < 12 else []

    def next_state(self, state, action):
        return (state[0] + 1, state[1] * 3 + action)

    def returns(self, state):
        return (1.0, -1.0) if state[1] % 2 else (-1.0, 1.0)


class EndlessInformation(Kuhn):
    def information_state(self, state, player):
        while state[2] > 1:
            pass
        return super().information_state(state, player)


def refused(game, **options):
    options = {"simulations": 2000, "seed": 1, "method": "many_observers", **options}
    with pytest.raises(gt.GameError) as caught:
        gt.search(game, options.pop("state", STATE), **options)
    return str(caught.value)


@pytest.mark.parametrize("game", [Endless(1000), Endless(5), Silent(1000), Silent(5)])
def test_a_sampler_that_does_not_return_is_named(game, impatient):
    told = refused(game, compiled=False)
    assert f"{type(game).__name__}.sample_state has not returned after" in told
    assert "(test_refusals.py, line" in told
    assert "where player 0 knows (1, 0, 0): look for a loop without an end" in told
    assert "gt.deal" in told


def test_a_compiled_sampler_that_seldom_returns_is_named():
    told = refused(Endless(2), compiled=True)
    assert "Endless.sample_state drew 50,000,000 random numbers and has not returned where" in told
    assert "player 0 knows (1, 0, 0)" in told


def test_compiled_loops_that_do_nothing_are_named():
    told = refused(SilentLoop(), compiled=True)
    assert "SilentLoop.sample_state has gone round a loop 100,000,000 times and has not" in told
    assert "(test_refusals.py, line" in told
    assert "where player 0 knows (1, 0, 0): look for a loop without an end; a state" in told
    rules = SeldomEndless()
    with pytest.raises(gt.GameError, match=r"SeldomEndless\.legal_actions has gone .* without an"):
        gt.search(rules, simulations=300_000, seed=1, selection=gt.UCB1(c=9.0), compiled=True)


def test_any_method_that_does_not_return_is_named(impatient):
    told = refused(EndlessInformation(), compiled=False)
    assert "EndlessInformation.information_state has not returned after" in told
    assert "gt.deal" not in told


class Cyclic(Kuhn):
    def information_state(self, state, player):
        known = [state[0][player]]
        known.append(known)
        return known


class Keeps(Kuhn):
    """The sampler returns the state for which it was last asked what a player knows."""

    kept = None

    def information_state(self, state, player):
        self.kept = state
        return super().information_state(state, player)

    def sample_state(self, known, player, rng):
        return self.kept


class Over(Kuhn):
    """Players do not know whether the game is over."""

    def information_state(self, state, player):
        return state[0][player]

    def sample_state(self, known, player, rng):
        other = (known + 1) % 3
        return ((known, other) if player == 0 else (other, known), 11, 2)


@pytest.mark.parametrize(
    ("game", "told"),
    [
        (Cyclic(), r"Cyclic\.information_state returned .* for player 0, which cannot be compared"),
        (Keeps(), "Keeps answers one question in two ways: information_state, sample_state, "),
        (
            Over(),
            r"Over\.sample_state returned a state in which the game is over, where it goes on",
        ),
    ],
)
def test_other_faults_of_the_two_methods_are_named(game, told):
    assert re.search(told, refused(game, compiled=False))


class Replayed(Kuhn):
    sample_state = gt.Game.sample_state


def test_replays_come_to_an_end(monkeypatch):
    for module, name in ((worlds, "_MOST_EVENTS"), (knowledge, "_POSITIONS")):
        monkeypatch.setattr(module, name, 50)
    impossible = ((1, 0), 12, 4)
    history = [((-1, -1), 0, 0), ((1, -1), 0, 0), ((1, 0), 1, 1)]
    for given in ([], history):
        told = refused(Replayed(), state=impossible, history=given, player=1, compiled=False)
        assert "no state of Replayed is found in which player 1 knows (0, 12, 4)" in told
        assert "define sample_state(known, player, rng)" in told


class NoMoveLater(gt.Game):
    """Both choose 7 times; after six twos of player 0, a seat has no move."""

    def __init__(self, seat):
        self.seat = seat

    def initial_state(self):
        return (0, 0)

    def current_player(self, state):
        return gt.EVERYONE

    def is_terminal(self, state):
        return state[0] == 7

    def legal_actions(self, state, player):
        return range(0) if state[1] == 6 and player == self.seat else range(3)

    def next_state(self, state, moves):
        return (state[0] + 1, state[1] + (moves[0] == 2))

    def returns(self, state):
        return (state[1] / 7.0, -state[1] / 7.0)


@pytest.mark.parametrize(("seat", "compiled"), [(0, False), (1, False), (1, True)])
def test_a_seat_without_a_move_is_named_however_deep(seat, compiled):
    told = refused(NoMoveLater(seat), state=None, compiled=compiled, simulations=20_000)
    assert f"NoMoveLater.legal_actions gives player {seat} no move where others have one" in told
    assert "(after the moves " in told


def test_everyone_needs_legal_actions_of_a_player():
    class Alone(Together):
        def legal_actions(self, state):
            return range(3) if state[0] < 0 else range(0)

    with pytest.raises(gt.GameError, match=r"EVERYONE goes with legal_actions\(state, player\)"):
        gt.search(Alone(), simulations=10, compiled=False)
