"""Tests of what is refused in games that hide information."""

from __future__ import annotations

import pytest

import gametree as gt
from gametree.learn.race import race
from gametree.mcts.proofs.multiplayer_bounds import bounds_for
from gametree.players.backward_induction import Solver
from gametree.players.registry import make_player
from gametree.protocols.uci.notation import notation_of
from gametree.rules.repetition import repetition_of
from hidden_games import Kuhn, Together


class Repeating(Kuhn):
    repetition = "draw"


class OnlySample(gt.Game):
    def sample_state(self, known, player, rng):
        return known


class OnlyKnown(gt.Game):
    def information_state(self, state, player):
        return state


REFUSED = {
    "proofs": bounds_for,
    "repetition='draw'": lambda game: repetition_of(Repeating()),
    "perfect play": lambda game: Solver(game, 1000, compiled=False),
    "UCI and UGI": notation_of,
    "a race": race,
    **{
        each: lambda game, text=text: make_player(text).begin(game, 0, 1)
        for each, text in {
            "alphabeta": "alphabeta:depth=2",
            "nrpa": "nrpa:level=1,simulations=10",
            "greedy": "greedy",
            "flat": "flat:simulations=10",
            "another program": "program:command=cat",
        }.items()
    },
}


@pytest.mark.parametrize("what", REFUSED)
@pytest.mark.parametrize("game", [Kuhn(), Together()], ids=["hidden", "together"])
def test_what_sees_the_whole_state_is_refused(what, game):
    with pytest.raises(gt.BadParameter, match=f"^{what} would see what the player") as caught:
        REFUSED[what](game)
    assert "use gt.search" in str(caught.value)


def test_a_sampler_alone_is_refused_with_what_is_missing():
    with pytest.raises(gt.BadParameter, match="defines sample_state but not information_state"):
        bounds_for(OnlySample())


def test_games_that_hide_information_are_recognised():
    hiding = [Kuhn, Together, OnlySample, OnlyKnown]
    assert all(game.hides_information for game in hiding)
    assert [game.moves_together for game in hiding] == [False, True, False, False]
    assert not gt.games.load("tic_tac_toe").hides_information


def test_the_doctor_assumes_nothing_that_is_wrong_of_hidden_games():
    report = gt.check(Kuhn(), games=20, seconds=5, compiled=False)
    assert report.sound
    assert report.profile.interpreted > 0.0  # it was searched, by what players know
    assert "every player sees the whole state" not in str(report)
    missing = gt.check(OnlySample(), games=1).findings
    assert ("information_state", "missing") in [(each.method, each.kind) for each in missing]


def test_the_doctor_checks_simultaneous_moves_in_turns():
    assert gt.check(Together(), games=20, seconds=5, compiled=False).sound
