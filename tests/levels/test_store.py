"""Ladders in files, and the players that they make."""

from __future__ import annotations

import itertools
import json

import pytest

import gametree as gt
from gametree.errors import BadParameter, LadderError
from gametree.games import TicTacToe
from gametree.levels.ladder import Ladder, LadderLevel
from gametree.levels.store import (
    bundled_name,
    file_of_ladder,
    ladder_file_of,
    ladder_of,
    of_other_rules,
    save_ladder,
)
from gametree.players.registry import make_player


class Mine(TicTacToe):
    interpreted_only = True


@pytest.fixture(autouse=True)
def _data(tmp_path, monkeypatch):
    monkeypatch.setenv("GAMETREE_DATA_DIR", str(tmp_path))


def some_ladder(count=3):
    levels = tuple(
        LadderLevel(str(n), 100.0 * n, 100.0 * n - 20, 100.0 * n + 20, f"mcts:simulations={n}")
        for n in range(1, count + 1)
    )
    return Ladder(levels, "mine", 500, 4.0, "1.0", ("a note",))


def test_a_ladder_comes_back_as_it_was():
    game = Mine()
    assert ladder_file_of(game) is None
    save_ladder(some_ladder(), file_of_ladder(game))
    assert ladder_of(game) == some_ladder()
    assert ladder_of(Mine()).nearest(190) == 2
    told = some_ladder().to_dict()["levels"][2]
    assert told == {
        "name": "3", "elo": 300.0, "low": 280.0, "high": 320.0, "player": "mcts:simulations=3"
    }  # fmt: skip


def test_a_game_without_a_ladder_has_levels_without_elo():
    ladder = ladder_of(Mine())
    assert not ladder.measured
    assert [level.name for level in ladder.levels] == [str(n) for n in range(1, 11)]
    assert {level.elo for level in ladder.levels} == {None}
    with pytest.raises(BadParameter, match="were not measured"):
        ladder.nearest(100)


def test_rules_that_changed_have_no_ladder_and_the_old_one_is_kept():
    save_ladder(some_ladder(), file_of_ladder(Mine()))

    class Changed(Mine):
        def returns(self, state):
            return [-each for each in super().returns(state)]

    Changed.__name__ = "Mine"
    assert not ladder_of(Changed()).measured
    assert of_other_rules(Changed()) == [file_of_ladder(Mine())]
    assert ladder_of(Mine()).measured


@pytest.mark.parametrize(
    "damage",
    [
        lambda text: text[:40],
        lambda text: "[]",
        lambda text: text.replace('"elo": 200.0', '"elo": null'),
        lambda text: text.replace('"name": "2"', '"name": "7"'),
        lambda text: text.replace('"notes"', '"note"'),
        lambda text: text.replace('"games": 500', '"games": -1'),
        lambda text: "[" * 100_000,
    ],
)
def test_a_damaged_file_is_named_in_a_sentence(damage):
    game = Mine()
    path = file_of_ladder(game)
    save_ladder(some_ladder(), path)
    path.write_text(damage(path.read_text()))
    with pytest.raises(LadderError, match=r"levels\.json' is damaged.*measure"):
        ladder_of(game)


def test_a_level_is_a_player():
    game = Mine()
    save_ladder(some_ladder(), file_of_ladder(game))
    player = make_player("level:2")
    player.begin(game, 0, 1)
    assert player.choose(gt.Record(game), None).statistics["simulations"] == 2
    assert list(player.files_for(game)) == [file_of_ladder(game)]
    with pytest.raises(BadParameter, match="go from 1 to 3"):
        make_player("level:4").begin(game, 0, 1)
    for number in ("0", "11", "-1"):
        with pytest.raises(BadParameter, match="from 1 to 10"):
            make_player(f"level:{number}")


@pytest.mark.parametrize("name", [*gt.games.names(), *gt.games.hidden_names()])
def test_each_bundled_game_is_known_by_its_usual_parameters(name):
    assert bundled_name(gt.games.load(name)) == name


def test_bundled_rules_with_other_parameters_are_others():
    assert bundled_name(gt.games.load("othello", size=6)) is None


def test_bundled_ladders_rise_and_can_be_played():
    from gametree.games import find
    from gametree.levels.store import bundled_ladders

    for name in bundled_ladders():
        ladder = ladder_of(find(name)())
        assert ladder.measured, name
        elos = [level.elo for level in ladder.levels]
        assert all(b > a for a, b in itertools.pairwise(elos)), name
        assert 1 <= len(elos) <= 10
        for level in ladder.levels:
            make_player(level.player)
        assert not any("/" in json.dumps(level.player) for level in ladder.levels)
