"""Tests of faults of rules that hide something: each one ends in a sentence, in both modes."""

from __future__ import annotations

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


def test_any_method_that_does_not_return_is_named(impatient):
    told = refused(EndlessInformation(), compiled=False)
    assert "EndlessInformation.information_state has not returned after" in told
    assert "gt.deal" not in told


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
