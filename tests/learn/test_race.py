"""Races: who enters, what is kept of who wins, and a race played for real."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import gametree as gt
from gametree.games import ConnectFour
from gametree.learn import race as race_module
from gametree.learn.gate import GateResult
from gametree.learn.race import race
from gametree.mcts.results import race_results
from gametree.mcts.results.race_results import race_of
from toys import OneHeap

sys.path.append(str(Path(__file__).parents[2] / "benchmarks"))

from unaided.hex import Hex


@pytest.fixture(autouse=True)
def _folder(tmp_path, monkeypatch):
    monkeypatch.setenv("GAMETREE_DATA_DIR", str(tmp_path))
    monkeypatch.setattr(race_results, "_path_of", race_results._path_of.__wrapped__)


def raced(monkeypatch, game, winners):
    """Race where those named win their matches; return the matches, and what was found."""
    matches = []

    def play(game, challenger, champion, name, *, seconds, budget, workers, seed):
        players = [make().searcher_options() for make in (challenger, champion)]
        matches.append((players, name, seconds, budget))
        won = len(matches) in winners
        return GateResult(20 * won, 0, 20 * (not won), 40.0 * won, 40, name, seconds)

    monkeypatch.setattr(race_module, "Mcts", _Recorded)
    monkeypatch.setattr(race_module, "play_gate", play)
    found = race(game, seconds=30.0, move=0.02)
    return matches, found


class _Recorded:
    def __init__(self, **strategies):
        self.strategies = strategies

    def searcher_options(self):
        return self.strategies


def test_each_change_is_kept_if_it_wins(monkeypatch):
    matches, found = raced(monkeypatch, OneHeap(5), winners={1, 2})
    assert found.winners == ("mast", "grave")
    assert [name for _, name, _, _ in matches] == ["the search", "the search with mast"]
    assert all(seconds == 0.02 for *_, seconds, _ in matches)
    # Each has its part of what is left; one that is left out leaves its own to the last.
    assert [budget for *_, budget in matches] == pytest.approx([10.0, 30.0], abs=3.0)
    (challenger, champion), (second, first) = (players for players, *_ in matches)
    assert isinstance(challenger["evaluation"].policy, gt.MAST)
    assert "evaluation" not in champion
    assert isinstance(first["evaluation"].policy, gt.MAST)
    assert isinstance(second["selection"], gt.GRAVE)
    assert isinstance(second["evaluation"].policy, gt.MAST)
    assert race_of(OneHeap(5)) == found
    assert found.verdicts[0].startswith("mast: better: 100 % in 40 games against the search")


def test_what_loses_is_not_used(monkeypatch):
    matches, found = raced(monkeypatch, OneHeap(5), winners=set())
    assert (len(matches), found.winners) == (3, ())
    assert [verdict.split(":")[0] for verdict in found.verdicts] == ["mast", "nst", "grave"]
    assert all("selection" in champion for (_, champion), *_ in matches)


def test_games_of_placing_race_against_ucb1(monkeypatch):
    matches, found = raced(monkeypatch, Hex(), winners=set())
    assert [verdict.split(":")[0] for verdict in found.verdicts] == ["mast", "nst", "ucb1"]
    (challenger, champion), *_ = matches[-1]
    assert isinstance(champion["selection"], gt.GRAVE)
    assert isinstance(challenger["selection"], gt.UCB1)


def test_a_second_race_begins_from_the_rules_again(monkeypatch):
    raced(monkeypatch, OneHeap(5), winners={1})
    matches, found = raced(monkeypatch, OneHeap(5), winners=set())
    assert "evaluation" not in matches[0][0][1]
    assert found.winners == ()


def test_a_race_is_played():
    class Slow(OneHeap):
        interpreted_only = True

    heard = []
    found = race(Slow(6), seconds=0.3, move=0.002, on_verdict=heard.append)
    assert list(found.verdicts) == heard
    assert len(found.verdicts) >= 2
    assert race_of(Slow(6)) == found


def test_games_that_are_not_searched_by_playouts_are_refused():
    with pytest.raises(gt.BadParameter, match="recommends how it is searched"):
        race(ConnectFour())

    class Judged(OneHeap):
        def heuristic(self, state):
            value = 0.1 * (state[0] % 3)
            return (value, -value)

    with pytest.raises(gt.BadParameter, match="heuristic"):
        race(Judged(8))


@pytest.mark.parametrize(
    ("given", "match"),
    [
        ({"seconds": 0}, "seconds"),
        ({"move": -1.0}, "move"),
        ({"workers": 0}, "workers must be at least 1"),
        ({"workers": "two"}, "workers"),
    ],
)
def test_bad_numbers(given, match):
    with pytest.raises(gt.BadParameter, match=match):
        race(OneHeap(5), **given)


def test_what_is_no_game():
    with pytest.raises(gt.BadParameter, match="game must be a Game"):
        race("hex")
