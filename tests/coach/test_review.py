"""Reviews against exact values: every sentence, planted blunders, and games that stop halfway."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

import gametree as gt
from gametree import Record, Rng
from gametree.cli import main
from gametree.coach.grades import accuracy_of, grade_of
from gametree.coach.puzzles import mine_puzzles
from gametree.coach.reading import games_in, played_by_names
from gametree.coach.reviewing import Reviewing
from gametree.errors import BadParameter, ReplayError
from gametree.games import ConnectFour, Go, Nim, Othello, TicTacToe
from gametree.replays.game_replay import GameReplay
from toys import Endless, Tossed

from .facts import Exact, check, random_record

EXACT = Exact(TicTacToe())


def reviewed(record, simulations=2000):
    return gt.review(record, simulations=simulations, compiled=False)


@pytest.mark.parametrize("seed", range(4))
def test_every_sentence_is_true_and_blunders_are_found(seed):
    game, rng = TicTacToe(), Rng(seed)
    for _ in range(2):
        record = random_record(game, rng)
        review = reviewed(record)
        for move in review.moves:
            for fact in move.facts:
                check(EXACT, review, fact)
            before = EXACT.worth(record.positions[move.ply], move.player)
            after = EXACT.worth(record.positions[move.ply + 1], move.player)
            if after < before:
                assert move.grade
            if move.proven and move.judged.worth[move.player] is not None:
                assert move.loss == (before - after) / 2


def test_a_line_that_is_said_to_lose_is_the_proof():
    """A later move may prove a loss that the search of the move itself did not see."""
    game = Nim()
    exact = Exact(game)
    for seed, simulations in ((0, 100), (6, 1000)):
        review = reviewed(random_record(game, Rng(seed)), simulations)
        facts = [fact for move in review.moves for fact in move.facts]
        assert any(fact.kind == "loses" for fact in facts)
        for fact in facts:
            check(exact, review, fact)


def test_short_searches_blame_no_perfect_move():
    game, rng = TicTacToe(), Rng(5)
    for simulations in (100, 300, 1000, 3000) * 3:
        record = random_record(game, rng)
        for move in reviewed(record, simulations).moves:
            before = EXACT.worth(record.positions[move.ply], move.player)
            after = EXACT.worth(record.positions[move.ply + 1], move.player)
            assert not move.grade or after < before, (simulations, record.actions, move.ply)


def test_a_position_of_chance_is_passed_over():
    record = random_record(gt.games.load("pig", score=20), Rng(1))
    review = reviewed(record, 100)
    assert None in review.judged
    assert all(each.player in (0, 1) for each in review.moves)


def test_the_same_seed_gives_the_same_review():
    record = random_record(TicTacToe(), Rng(7))
    assert reviewed(record).to_dict() == reviewed(record).to_dict()


def test_a_review_as_json_and_as_a_page(tmp_path):
    record = random_record(TicTacToe(), Rng(3))
    review = reviewed(record)
    review.save(tmp_path / "review.json")
    told = json.loads((tmp_path / "review.json").read_text())
    assert told == json.loads(json.dumps(review.to_dict()))
    assert len(told["expected"]) == len(told["moves"]) + 1
    page = review.to_html()
    assert "<script" in page
    assert "http" not in page.replace("http://www.w3.org", "").replace("http-equiv", "")


def test_grades_and_accuracy():
    assert [grade_of(each) for each in (0.049, 0.05, 0.1, 0.15)] == [
        "", "inaccuracy", "mistake", "blunder",
    ]  # fmt: skip
    assert accuracy_of(0) == pytest.approx(100, abs=0.01)
    assert accuracy_of(0.1) == pytest.approx(63.6, abs=0.1)
    assert accuracy_of(1) == 0


def test_what_cannot_be_reviewed():
    with pytest.raises(BadParameter, match="no moves"):
        Reviewing(Record(Nim()))
    with pytest.raises(BadParameter, match="one player"):
        Reviewing(random_record(gt.games.load("same_game", rows=3, columns=3), Rng(1)))
    with pytest.raises(BadParameter, match="does not know"):
        Reviewing(random_record(gt.games.load("kuhn_poker"), Rng(1)))


def test_an_illegal_move_ends_the_game_that_is_reviewed(tmp_path):
    replay, problem = played_by_names(TicTacToe(), ["a1", "b2", "a1", "c3"])
    assert replay.moves == ("a1", "b2")
    assert problem.startswith("move 3, 'a1', cannot be played")
    assert problem.endswith("2 moves from there on left out")
    whole = GameReplay(random_record(TicTacToe(), Rng(2)))
    path = tmp_path / "game.jsonl"
    lines = whole.to_json_lines().splitlines()
    lines[3] = lines[1]
    path.write_text("\n".join(lines))
    ((replay, problem),) = games_in(str(path), None, {})
    assert replay.moves == whole.moves[:2]
    assert problem.startswith(f"move 3, '{whole.moves[0]}', cannot be played")
    path.write_text("\n".join(lines[:4]))
    with pytest.raises(ReplayError, match="cut off"):
        list(games_in(str(path), None, {}))


def test_games_of_other_programs(tmp_path):
    path = tmp_path / "game.txt"
    path.write_text("boardsize 9\nkomi 6.5\n1 play b D4\n2 play w E5\n=\nplay b I9\n")
    ((replay, problem),) = games_in(str(path), Go(), {})
    assert replay.moves == ("D4", "E5")
    assert replay.game.komi == 6.5
    assert problem.startswith("move 3, 'I9'")
    path.write_text("boardsize 9\nplay b D4\nplay w D4\n")
    ((replay, problem),) = games_in(str(path), Go(), {})
    assert problem == (
        "move 2, 'D4', cannot be played: it is no legal move here; 1 move from there on left out"
    )
    path.write_text("1. d3 c3 2. c4")
    ((replay, problem),) = games_in(str(path), Othello(), {})
    assert (replay.moves, problem) == (("d3", "c3", "c4"), "")
    sgf = tmp_path / "two.sgf"
    sgf.write_text("(;GM[1]SZ[9];B[ee];W[dd])(;GM[1]SZ[9];B[cc])")
    assert [len(found.moves) for found, _ in games_in(str(sgf), None, {})] == [2, 1]
    with pytest.raises(BadParameter, match="holds a game of go"):
        list(games_in(str(sgf), Othello(), {}))
    with pytest.raises(BadParameter, match="--game"):
        list(games_in(str(path), None, {}))


@pytest.mark.parametrize(
    ("name", "content"),
    [("game.sgf", "(;GM[1]SZ[9];B[ee];W[ee])"), ("game.pgn", "1. e4 e4 2. d3 *")],
)
def test_an_illegal_move_in_a_file_of_another_program(tmp_path, name, content):
    (tmp_path / name).write_text(content)
    ((replay, problem),) = games_in(str(tmp_path / name), None, {})
    assert len(replay.moves) == 1
    assert "move 2 cannot be played" in problem


def test_one_damaged_file_of_several_is_left_out(tmp_path):
    good, bad = tmp_path / "good.jsonl", tmp_path / "bad.jsonl"
    GameReplay(random_record(TicTacToe(), Rng(2))).save(good)
    bad.write_text("no record")
    written = tmp_path / "reviews.json"
    asked = ["--simulations", "50", "--json", str(written)]
    result = CliRunner().invoke(main, ["review", str(bad), str(good), *asked])
    assert result.exit_code == 2
    assert f"left out: {bad}: line 1 of the record is damaged" in result.output
    assert len(json.loads(written.read_text())["reviews"]) == 1
    alone = CliRunner().invoke(main, ["review", str(bad)])
    assert alone.exit_code == 2
    assert alone.output.startswith(f"error: {bad}: line 1")


def test_games_without_decisions_or_without_end():
    with pytest.raises(BadParameter, match="chance made all moves"):
        Reviewing(random_record(Tossed(), Rng(1)))
    with pytest.raises(BadParameter, match="chance alone decides"):
        mine_puzzles(Tossed(), 1)
    with pytest.raises(BadParameter, match=r"no random game of .* ended"):
        mine_puzzles(Endless(), 1)


def test_a_compiled_review_of_connect_four():
    record = Record(ConnectFour())
    for action in (3, 0, 3, 0, 3, 1):
        record.play(action)
    review = gt.review(record, simulations=500)
    (blunder,) = [each for each in review.moves if each.ply == 5]
    assert (blunder.grade, blunder.proven) == ("blunder", False) or blunder.played.proven == -1
