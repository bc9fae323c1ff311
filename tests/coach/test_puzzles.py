"""Puzzles against exhaustive search, their mirror images, and how they are rated."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

import gametree as gt
from gametree import Record
from gametree.cli import main
from gametree.coach.mirror_images import mirror_key
from gametree.coach.puzzle_rating import BEGIN, rating_after, rating_of
from gametree.coach.puzzles import Puzzle, elo_of_level, mine_puzzles
from gametree.errors import BadParameter
from gametree.games import ConnectFour, TicTacToe
from gametree.levels.dial import player_at
from gametree.levels.ladder import Ladder, LadderLevel
from gametree.naming.named_moves import play_all

from .facts import Exact


def after(game, names):
    record = Record(game)
    play_all(record, names)
    return record


@pytest.mark.parametrize("game", [TicTacToe(), ConnectFour(4, 4, 3)], ids=["tic_tac_toe", "small"])
def test_proven_puzzles_have_one_good_move(game):
    exact = Exact(game)
    puzzles = mine_puzzles(game, 3, simulations=3000, compiled=False)
    assert len(puzzles) == 3
    keys = set()
    for puzzle in puzzles:
        assert puzzle.proven
        record = after(game, puzzle.moves)
        state, player = record.state, record.player
        keys.add(mirror_key(game, state))
        worth = {
            game.action_to_text(state, each): exact.worth(child, player)
            for each, child in exact.children(state)
        }
        best = worth.pop(puzzle.solution[0])
        assert best > max(worth.values())
        assert best == (1 if puzzle.kind == "win" else 0)
        play_all(record, puzzle.solution)
        assert record.over
        assert record.returns[player] == best
    assert len(keys) == len(puzzles)


def test_mirror_images_share_a_key():
    game = TicTacToe()
    same = [after(game, names).state for names in (["a1", "b2"], ["c1", "b2"], ["a3", "b2"])]
    assert len({mirror_key(game, state) for state in same}) == 1
    assert mirror_key(game, after(game, ["b1", "b2"]).state) != mirror_key(game, same[0])


def test_what_has_no_puzzles():
    with pytest.raises(BadParameter, match="two"):
        mine_puzzles(gt.games.load("same_game"), 1)
    with pytest.raises(BadParameter, match="does not know"):
        mine_puzzles(gt.games.load("kuhn_poker"), 1)


def test_the_elo_of_a_puzzle_is_that_of_a_level_that_searches_as_much():
    players = [player_at(0.5), player_at(1.0), player_at(3.0)]
    levels = tuple(
        LadderLevel(str(n), 100.0 * n, None, None, player)
        for n, player in enumerate(players, start=1)
    )
    ladder = Ladder(levels, "nim", 10, 1.0, "0")
    assert [elo_of_level(ladder, each) for each in (1, 16, 17, 64, 65)] == [
        200.0, 200.0, 300.0, 300.0, None,
    ]  # fmt: skip


def test_ratings():
    puzzle = Puzzle((), ("a1",), "win", True, 16)
    assert rating_of(puzzle) == 1000
    assert rating_after(BEGIN, puzzle, solved=True) == 1016
    assert rating_after(BEGIN, puzzle, solved=False) == 984


def test_puzzles_on_the_command_line(tmp_path):
    path = tmp_path / "puzzles.json"
    line = ["puzzles", "tic_tac_toe", "--count", "2", "--simulations", "4000", "--json", str(path)]
    done = CliRunner().invoke(main, [*line, "--play"], input="z9\nquit\n")
    assert done.exit_code == 0, done.output
    assert "your rating: 1000" in done.output
    told = json.loads(path.read_text())["puzzles"]
    assert [set(each) for each in told] == 2 * [
        {"moves", "solution", "kind", "proven", "simulations", "elo"}
    ]
