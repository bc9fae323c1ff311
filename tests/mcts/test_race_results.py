"""What races have found: kept, found again by the rules, and used; damage is told."""

from __future__ import annotations

import json

import pytest

import gametree as gt
from gametree.games import TicTacToe
from gametree.mcts.choice_of_method import choose_untrained
from gametree.mcts.results.race_results import RaceResult, forget_race, race_of, save_race
from toys import OneHeap

FOUND = RaceResult(("mast", "grave"), ("mast: better", "grave: better"), "2026-11-24")


@pytest.fixture(autouse=True)
def _folder(tmp_path, monkeypatch):
    monkeypatch.setenv("GAMETREE_DATA_DIR", str(tmp_path))
    from gametree.mcts.results import race_results

    monkeypatch.setattr(race_results, "_path_of", race_results._path_of.__wrapped__)


def test_it_is_found_again_by_the_rules_alone():
    assert race_of(OneHeap(5)) is None
    save_race(OneHeap(5), FOUND)
    assert race_of(OneHeap(5)) == FOUND
    assert race_of(OneHeap(6)) is None
    assert forget_race(OneHeap(5))
    assert race_of(OneHeap(5)) is None
    assert not forget_race(OneHeap(5))


def test_searches_go_by_it_and_say_so():
    game = OneHeap(5)
    before = choose_untrained(game)
    save_race(game, FOUND)
    choice = choose_untrained(game)
    assert isinstance(choice.strategies["evaluation"].policy, gt.MAST)
    assert isinstance(choice.strategies["selection"], gt.GRAVE)
    assert choice.strategies["solver"] == before.strategies["solver"]
    assert choice.reasons[0] == "mast and grave, by the race of 2026-11-24"
    assert "MAST" in gt.search(game, simulations=50, seed=1, compiled=False).method
    save_race(game, RaceResult((), ("mast: not better",), "2026-11-25"))
    assert choose_untrained(game) == before


@pytest.mark.parametrize(
    "damage",
    [
        "{",
        "[]",
        json.dumps({"version": 2}),
        json.dumps({"version": 1, "winners": ["fastest"], "verdicts": [], "raced": ""}),
        json.dumps({"version": 1, "winners": 3, "verdicts": [], "raced": ""}),
    ],
)
def test_a_damaged_file_is_told_with_its_name(damage):
    path = save_race(OneHeap(5), FOUND)
    path.write_text(damage)
    with pytest.raises(gt.RaceError, match=r"cannot be read from .*OneHeap.*--forget"):
        choose_untrained(OneHeap(5))
    with pytest.raises(gt.RaceError):
        gt.search(OneHeap(5), simulations=10)
    assert gt.search(OneHeap(5), simulations=10, method="uct", compiled=False).simulations == 10
    assert forget_race(OneHeap(5))


def test_where_it_cannot_be_written_is_told(tmp_path, monkeypatch):
    blocked = tmp_path / "file"
    blocked.write_text("")
    monkeypatch.setenv("GAMETREE_DATA_DIR", str(blocked))
    with pytest.raises(gt.RaceError, match="cannot be kept"):
        save_race(TicTacToe(), FOUND)
