"""A training within a time, on disk: what it writes, what it accepts, how it goes on."""

from __future__ import annotations

import threading
import time

import pytest

import gametree as gt
from gametree import games
from gametree.learn import trainer
from gametree.learn.fits.calibration import calibration_of
from gametree.learn.gate import GateResult
from gametree.learn.trainer import Trainer
from gametree.learn.training_page import training_page
from gametree.networks.model_file import load_model
from short_training import shorten

WON = GateResult(8, 0, 0, 16.0, 16, "the untrained player", 0.03)
LOST = GateResult(0, 0, 8, 0.0, 16, "the untrained player", 0.03)


@pytest.fixture
def short(monkeypatch):
    shorten(monkeypatch)
    monkeypatch.setattr(trainer, "compile_players", lambda game, makers, seed: None)


@pytest.fixture
def results(monkeypatch):
    """What matches come to, the next one first; the last one again and again."""
    planned = [WON]

    def planned_result(game, network, opponent, name, **how):
        assert how["budget"] > 0
        return planned.pop(0) if len(planned) > 1 else planned[0]

    monkeypatch.setattr(trainer, "play_gate", planned_result)
    return planned


class Clock:
    """The time of a training: it passes when a test says so."""

    strftime, gmtime = time.strftime, time.gmtime

    def __init__(self):
        self.now = 1000.0

    def monotonic(self):
        return self.now


@pytest.fixture
def clock(monkeypatch):
    """A clock, and timers that never fire."""
    clock = Clock()
    monkeypatch.setattr(trainer, "time", clock)
    monkeypatch.setattr(trainer.threading, "Timer", lambda seconds, call: threading.Thread())
    monkeypatch.setattr(threading.Thread, "cancel", lambda thread: None, raising=False)
    return clock


def trained(path, **options):
    options = {"seconds": None, "rounds": 2, "compiled": False, **options}
    return Trainer(games.TicTacToe(), path, **options).run()


def test_a_model_that_wins_is_accepted_and_can_be_used(tmp_path, short, results):
    path = tmp_path / "ttt.model"
    done = trained(path)
    assert done.path == path
    facts = done.facts
    assert facts.accepted
    assert facts.games == sum(each.games for each in done.rounds)
    assert len(done.rounds) == 2
    game = games.TicTacToe()
    network = gt.Network.load(path, game)
    assert gt.search(game, evaluation=network, simulations=20, compiled=False).simulations == 20


def test_one_that_does_not_is_kept_and_told(tmp_path, short, results):
    results[:] = [LOST]
    done = trained(tmp_path / "ttt.model")
    assert not done.facts.accepted
    assert "not better: 0 % in 16 games" in done.facts.verdict
    assert done.path.exists()


def test_it_does_not_take_the_place_of_one_that_is_better(tmp_path, short, results):
    path = tmp_path / "ttt.model"
    first = trained(path)
    results[:] = [WON, LOST]  # against the untrained player, and against the one before
    second = trained(path, resume=True, rounds=3)
    assert second.path == tmp_path / "ttt.not-accepted.model"
    assert not second.facts.accepted
    with_game = load_model(path, games.TicTacToe(), _blueprint())
    assert with_game.facts == first.facts


def test_going_on_counts_what_was_before(tmp_path, short, results):
    path = tmp_path / "ttt.model"
    first = trained(path)
    second = trained(path, resume=True, rounds=3)
    assert second.rounds[:2] == first.rounds
    assert len(second.rounds) == 3
    assert second.facts.seconds > first.facts.seconds
    assert second.facts.games > first.facts.games
    assert len(second.matches) == 2


def test_it_ends_when_the_time_is_up(tmp_path, short, results, clock, monkeypatch):
    told = []

    def show(progress):
        told.append(progress)
        clock.now += 1.0

    def compile_slowly(game, makers, seed):
        clock.now += 1000.0

    monkeypatch.setattr(trainer, "compile_players", compile_slowly)
    done = trained(tmp_path / "ttt.model", seconds=100.0, rounds=None, on_progress=show)
    assert {"playing", "fitting", "compiling", "match", "done"} == {each.phase for each in told}
    assert len(done.matches) == 3
    assert 92.0 <= told[-1].seconds <= 100.0  # what was compiled is not counted


class Long(gt.Game):
    """A game of this many moves; who has made the last one wins."""

    def __init__(self, length: int = 100_000):
        self.length = length

    def initial_state(self):
        return 0

    def current_player(self, state):
        return state % 2

    def legal_actions(self, state):
        return [0, 1]

    def next_state(self, state, action):
        return state + 1

    def is_terminal(self, state):
        return state >= self.length

    def returns(self, state):
        return [1.0, -1.0] if state % 2 else [-1.0, 1.0]


def test_a_game_that_goes_on_ends_with_the_time(tmp_path, short, results, clock):
    path = tmp_path / "long.model"
    begun = []
    states = []

    class Slow(Long):
        def next_state(self, state, action):
            if begun:
                states.append(state)
            if begun and state == 30:  # as the timer would
                clock.now += 10.0
                begun[0]._training.give_up()
            return super().next_state(state, action)

    whole = Trainer(Slow(), path, seconds=5.0, compiled=False)
    begun.append(whole)
    with pytest.raises(gt.GameError, match=r"no game of self-play of Slow ended in 5 s: .*--minut"):
        whole.run()
    assert max(states) < 40
    assert list(tmp_path.iterdir()) == []


def test_games_that_are_all_too_long_are_refused(tmp_path, short, results):
    whole = Trainer(Long(), tmp_path / "long.model", seconds=None, rounds=1, compiled=False)
    whole._training.players._maker.plan.longest = 20.0
    with pytest.raises(gt.GameError, match=r"5 games of self-play of Long were given up after 20"):
        whole.run()
    assert list(tmp_path.iterdir()) == []


def test_a_training_that_fails_as_it_goes_on_keeps_what_it_had(tmp_path, short, results):
    class Moody(Long):
        fails = False

        def next_state(self, state, action):
            if Moody.fails:
                raise ValueError("in a mood")
            return super().next_state(state, action)

    path = tmp_path / "moody.model"
    first = Trainer(Moody(6), path, seconds=None, rounds=1, compiled=False).run()
    again = Trainer(Moody(6), path, seconds=None, rounds=2, compiled=False, resume=True)
    Moody.fails = True
    with pytest.raises(gt.GameError, match="in a mood"):
        again.run()
    Moody.fails = False
    third = Trainer(Moody(6), path, seconds=None, rounds=2, compiled=False, resume=True).run()
    assert third.rounds[0] == first.rounds[0]


def test_a_match_of_long_games_has_shorter_moves(tmp_path, short, monkeypatch):
    asked = []

    def noted(game, network, opponent, name, **how):
        asked.append(how)
        return WON

    monkeypatch.setattr(trainer, "play_gate", noted)
    for turns, least, most in ((1, 0.1, 0.1), (150, 0.02, 0.08), (10**6, 0.01, 0.01)):
        monkeypatch.setattr(trainer, "_TURNS", turns)
        last = trained(tmp_path / f"{turns}.model", workers=2).rounds[-1]
        how = asked.pop()
        assert least <= how["seconds"] <= most
        if least < most:
            moves = turns * 2 * last.positions / last.games
            assert moves * how["seconds"] / 2 == pytest.approx(how["budget"], rel=0.02)


def test_what_is_there_is_not_overwritten(tmp_path, short, results):
    path = tmp_path / "ttt.model"
    with pytest.raises(gt.BadParameter, match=r"no training in .* to go on with"):
        trained(path, resume=True)
    trained(path)
    with pytest.raises(gt.BadParameter, match=r"go on with it by resume \(--resume\)"):
        trained(path)
    with pytest.raises(gt.BadParameter, match="began with seed 0: give that"):
        trained(path, resume=True, seed=3)
    with pytest.raises(gt.BadParameter, match="say how long to train"):
        trained(tmp_path / "other.model", rounds=None)


def with_module(path, **options):
    from torch_modules import Layer

    game = games.TicTacToe()
    network = gt.TorchNetwork(game, Layer(gt.network_sizes(game)), device="cpu")
    return trained(path, network=network, **options)


def test_a_pytorch_module_is_trained_as_a_network_is(tmp_path, short, results):
    path = tmp_path / "ttt.onnx"
    first = with_module(path)
    network = gt.OnnxNetwork(path, games.TicTacToe())
    assert network.facts == first.facts
    assert first.facts.accepted
    assert first.facts.games == sum(each.games for each in first.rounds) > 0
    results[:] = [WON, LOST]  # against the untrained player, and against the one before
    second = with_module(path, resume=True, rounds=3)
    assert second.rounds[:2] == first.rounds
    assert second.path == tmp_path / "ttt.not-accepted.onnx"
    assert gt.OnnxNetwork(path, games.TicTacToe()).facts == first.facts
    with pytest.raises(gt.BadParameter, match=r"is one of a Layer of .* the small network"):
        trained(path, resume=True)


@pytest.mark.parametrize(
    "wrong", [{"seconds": 0.0}, {"seconds": "10"}, {"rounds": 0}, {"workers": 0}, {"workers": 1.5}]
)
def test_numbers_that_are_none_are_refused(tmp_path, wrong):
    (name,) = wrong
    with pytest.raises(gt.BadParameter, match=name):
        trained(tmp_path / "ttt.model", **wrong)


def test_ctrl_c_leaves_a_training_to_go_on_with(tmp_path, short, results):
    def interrupt(progress):
        if progress.rounds:
            raise KeyboardInterrupt

    path = tmp_path / "ttt.model"
    with pytest.raises(KeyboardInterrupt):
        trained(path, on_progress=interrupt)
    assert not path.exists()
    assert len(trained(path, resume=True).rounds) == 2


def test_the_page_tells_it_all(tmp_path, short, results):
    game = games.TicTacToe()
    whole = Trainer(game, tmp_path / "ttt.model", seconds=None, rounds=2, compiled=False)
    done = whole.run()
    rows = calibration_of(whole.learner, whole.last_games)
    assert sum(row.positions for row in rows) == len(whole.last_games)
    assert all(-1 <= row.said <= 1 and -1 <= row.came <= 1 for row in rows)
    first = gt.search(game, simulations=3, compiled=False, method="uct")  # some are never tried
    assert first.actions[4].mean is None
    page = training_page(done, rows, first, "gametree train tic_tac_toe --rounds 2")
    assert done._repr_html_().count("<h2>") == 2  # matches and losses
    for told in (
        "TicTacToe(), trained",
        "Accepted: better: 100 % in 16 games",
        "Calibration",
        "What it plays first",
        "--rounds 2",
        "the untrained player",
    ):
        assert told in page
    assert "http" not in page.replace("http://www.w3.org", "")


def _blueprint():
    from gametree.networks.blueprint import blueprint_of

    return blueprint_of(games.TicTacToe())
