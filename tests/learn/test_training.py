"""Training: rounds of self-play and fitting, small ones, on tic-tac-toe."""

from __future__ import annotations

import time
from types import SimpleNamespace

import pytest

import gametree as gt
from gametree.games import TicTacToe
from gametree.learn import training
from gametree.learn.training import Training
from gametree.learn.update import OPENING
from gametree.networks.blueprint import blueprint_of
from gametree.primitives.rng import Rng
from short_training import shorten
from tic_tac_toe_positions import unfinished_positions
from toys import Jumble

GAME = TicTacToe()


@pytest.fixture
def small(monkeypatch):
    """Rounds of few positions."""
    monkeypatch.setattr(training, "_FIRST_ROUND", 300)


def bytes_of(trained):
    return b"".join(part.tobytes() for part in trained.learner.weights())


def rounds(count, **options):
    trained = Training(GAME, **options)
    for _ in range(count):
        trained.round()
    return trained


def test_losses_fall_and_the_network_learns_the_game(monkeypatch):
    monkeypatch.setattr(training, "_FIRST_ROUND", 600)
    trained = rounds(6, seed=1)
    first, *_, last = trained.rounds
    assert last.losses.value < 0.4 * first.losses.value
    assert last.losses.policy < 0.7 * first.losses.policy
    # Who can complete a line at once is ahead.
    network = trained.learner.network()
    work = SimpleNamespace(values=[0.0, 0.0])
    right = checked = 0
    for state in unfinished_positions():
        ends = [
            GAME.is_terminal(after) and GAME.returns(after)[0] != 0.0
            for after in (GAME.next_state(state, action) for action in GAME.legal_actions(state))
        ]
        if any(ends):
            checked += 1
            network.evaluate(GAME, state, Rng(0), work)
            right += work.values[GAME.current_player(state)] > 0.0
    assert checked > 200
    assert right > 0.9 * checked


@pytest.mark.usefixtures("small")
def test_the_same_seed_gives_the_same_weights():
    ours = rounds(2, seed=3)
    assert bytes_of(ours) == bytes_of(rounds(2, seed=3))
    assert bytes_of(ours) != bytes_of(rounds(2, seed=4))


def test_both_modes_learn_the_same(monkeypatch):
    shorten(monkeypatch)
    compiled, interpreted = (rounds(1, seed=5, compiled=compiled) for compiled in (True, False))
    assert bytes_of(compiled) == bytes_of(interpreted)


@pytest.mark.usefixtures("small")
def test_rounds_grow_and_tell_what_was_done():
    trained = rounds(3, seed=1)
    for number, done in enumerate(trained.rounds):
        wanted = 300 * 1.25**number
        assert wanted <= done.positions < wanted + 10  # a game has no more
        assert 0 < done.games < done.positions < done.simulations
        assert done.playing > 0.0
        assert done.fitting > 0.0
    assert len(trained.replay) == sum(done.positions for done in trained.rounds)


@pytest.mark.usefixtures("small")
def test_after_many_positions_searches_are_longer_and_openings_later(monkeypatch):
    monkeypatch.setattr(training, "_MANY", 600)  # two rounds
    monkeypatch.setattr(training, "_OPENING", 1.2)
    trained = rounds(2, seed=1)
    before = trained.rounds[-1]
    update = trained._update()
    assert update.depth == 2.5
    assert update.opening == 1.2 * before.positions / before.games > OPENING
    after = trained.round()
    assert after.simulations / after.positions > 1.5 * before.simulations / before.positions
    assert trained._update()[1:] == update[1:]
    assert rounds(1, seed=1)._update()[1:] == (1.0, OPENING)


@pytest.mark.usefixtures("small")
def test_a_round_that_is_stopped_goes_on_with_what_was_played():
    trained, noted = Training(GAME, seed=1), []
    assert trained.round(lambda: True, noted.append) is None
    assert len(noted) == 1
    assert trained.rounds == []
    done = trained.round(note=noted.append)
    assert done.games == len(noted)
    assert bytes_of(trained) == bytes_of(rounds(1, seed=1))


@pytest.mark.usefixtures("small")
def test_games_that_end_while_the_network_is_fitted_are_taken(monkeypatch):
    trained, noted = Training(GAME, seed=1, workers=2), []
    fit = trained.learner.fit

    def fit_when_more_are_taken(*window):
        enough = len(noted) + 3
        until = time.monotonic() + 60.0
        while len(noted) < enough and time.monotonic() < until:
            time.sleep(0.01)
        return fit(*window)

    monkeypatch.setattr(trained.learner, "fit", fit_when_more_are_taken)
    first, second = (trained.round(note=noted.append) for _ in range(2))
    trained.end()
    assert first.games + 3 <= len(noted)
    assert first.games + second.games + 3 <= len(noted)
    assert first.positions + second.positions == len(trained.replay)


@pytest.mark.usefixtures("small")
def test_what_a_fit_raises_beside_the_players_is_told(monkeypatch):
    trained = Training(GAME, seed=1, workers=2)

    def fail(*window):
        raise MemoryError("no room")

    monkeypatch.setattr(trained.learner, "fit", fail)
    with pytest.raises(MemoryError, match="no room"):
        trained.round()
    trained.end()


def test_games_are_played_on_the_scale_of_the_returns():
    game = Jumble()
    plan = training.plan_of(game, blueprint_of(game))
    assert (plan.middle, plan.extent) == (5.0, 5.0)
    assert len(plan.room) == game.max_actions


def test_what_is_no_game_is_refused():
    with pytest.raises(gt.BadParameter, match="game must be a Game, not 'chess'"):
        Training("chess")
