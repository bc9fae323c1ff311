"""Puzzles against exhaustive search, their mirror images, and how they are rated."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

import gametree as gt
from gametree import Record
from gametree.cli import main
from gametree.coach.attempt import Attempt
from gametree.coach.mining import Mining
from gametree.coach.mirror_images import mirror_key
from gametree.coach.puzzle import Puzzle
from gametree.coach.puzzle_searches import elo_of_level
from gametree.coach.puzzle_store import add_puzzles, file_of_puzzles, puzzles_of
from gametree.coach.puzzles import mine_puzzles
from gametree.coach.solver import BEGIN, PuzzleSolver, save_solver, solver_from
from gametree.errors import BadParameter, LadderError
from gametree.games import ConnectFour, TicTacToe
from gametree.levels.dial import player_at
from gametree.levels.ladder import Ladder, LadderLevel
from gametree.levels.person import PersonRating
from gametree.levels.store import ladder_of, unmeasured
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
        for index, move in enumerate(puzzle.solution):
            if index in puzzle.asked:
                assert record.player == player
                best = _only_good_move(exact, record, move)
                assert best == (1 if puzzle.kind == "win" else 0)
            play_all(record, [move])
        assert record.over
        assert record.returns[player] == best
    assert len(keys) == len(puzzles)


def _only_good_move(exact, record, name):
    """Return what a move is worth, which is more than any other."""
    game, state, player = record.game, record.state, record.player
    worth = {
        game.action_to_text(state, each): exact.worth(child, player)
        for each, child in exact.children(state)
    }
    best = worth.pop(name)
    assert best > max(worth.values())
    return best


class Ends(gt.Game):
    """Take a number from either end of a row; who has more gets the difference."""

    min_return, max_return = -40.0, 40.0

    def __init__(self, row):
        self.row = row

    def initial_state(self):
        return (self.row, 0, 0)

    def current_player(self, state):
        return state[1]

    def legal_actions(self, state):
        return ["left", "right"] if state[0] else []

    def next_state(self, state, action):
        row, player, lead = state
        taken = row[0] if action == "left" else row[-1]
        lead += taken if player == 0 else -taken
        return (row[1:] if action == "left" else row[:-1], 1 - player, lead)

    def returns(self, state):
        return (float(state[2]), -float(state[2]))


@pytest.mark.parametrize("row", [(4, 7, 2, 5, 1, 6), (1, 8, 2, 3, 9, 1, 4)], ids=["won", "lost"])
def test_where_points_count_a_move_wins_or_saves_only_if_no_other_does(row):
    game = Ends(row)
    exact = Exact(game)
    puzzles = mine_puzzles(game, 4, simulations=3000, compiled=False)
    assert "best" in {puzzle.kind for puzzle in puzzles}
    for puzzle in puzzles:
        record = after(game, puzzle.moves)
        *_, second, best = sorted(
            exact.worth(child, record.player) for _, child in exact.children(record.state)
        )
        signs = (best > 0) - (best < 0), (second > 0) - (second < 0)
        kind = "win" if signs in ((1, 0), (1, -1)) else "save" if signs == (0, -1) else "best"
        assert puzzle.kind == kind


def test_mining_that_is_stopped_goes_on_where_it_was():
    whole = Mining(TicTacToe(), simulations=2000, compiled=False)
    whole.run(3, 600)
    parts = Mining(TicTacToe(), simulations=2000, compiled=False)
    stops = 0
    while not parts.run(3, 600, heard=lambda _: parts.stop()):
        stops += 1
    assert stops >= 2
    assert parts.found == whole.found
    assert len(parts.proven) == 3


def test_mining_leaves_out_what_is_known():
    known = mine_puzzles(TicTacToe(), 3, simulations=2000, compiled=False)
    further = Mining(TicTacToe(), simulations=2000, compiled=False, known=known)
    further.run(1, 600)
    assert further.found
    assert not {each.key for each in further.found} & {each.key for each in known}


def test_mirror_images_share_a_key():
    game = TicTacToe()
    same = [after(game, names).state for names in (["a1", "b2"], ["c1", "b2"], ["a3", "b2"])]
    assert len({mirror_key(game, state) for state in same}) == 1
    assert mirror_key(game, after(game, ["b1", "b2"]).state) != mirror_key(game, same[0])


@pytest.mark.parametrize("name", ["connect_four"])
def test_puzzles_that_come_with_a_game_fit_its_rules(name, tmp_path, monkeypatch):
    monkeypatch.setenv("GAMETREE_DATA_DIR", str(tmp_path))
    game = gt.games.load(name)
    puzzles = puzzles_of(game)
    assert len(puzzles) == 100
    for puzzle in puzzles:
        assert puzzle.proven
        record = after(game, puzzle.moves)
        solver = record.player
        for index, move in enumerate(puzzle.solution):
            if index in puzzle.asked:
                assert (record.player, len(record.legal_actions()) > 1) == (solver, True)
            play_all(record, [move])
        assert not record.over or (puzzle.kind == "win") == (record.returns[solver] == 1)
    assert puzzles_of(ConnectFour(5, 4, 3)) == []


def test_what_has_no_puzzles():
    with pytest.raises(BadParameter, match="it is for one player, and puzzles need a game of two"):
        mine_puzzles(gt.games.load("same_game"), 1)
    with pytest.raises(BadParameter, match="it hides something, and a puzzle needs a position"):
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


PUZZLE = Puzzle(("a1",), ("b1", "c1", "d1", "e1", "f1"), "win", True, 16, None, (0, 2, 4))


def test_the_rating_is_glickos_and_each_puzzle_counts_once():
    solver = PuzzleSolver.beginner(unmeasured(TicTacToe()))
    assert solver.rating == PersonRating(BEGIN)
    assert PUZZLE.rating == BEGIN
    solved = solver.after(PUZZLE, 1.0)
    assert solved.rating == PersonRating(BEGIN).after(BEGIN, 1.0)
    assert solved.after(PUZZLE, 0.0).rating == solved.rating
    assert "you scored 100 % in the last puzzle" in solved.to_text()
    hard = Puzzle((), ("a1",), "win", True, 1024)
    assert solver.next_of([hard, PUZZLE]) is PUZZLE
    assert solved.next_of([hard, PUZZLE]) is hard
    assert solved.after(hard, 0.0).next_of([hard, PUZZLE]) is None
    assert solved.after(hard, 0.0).oldest_of([hard, PUZZLE]) is PUZZLE


def test_an_attempt_asks_for_each_move_in_turn():
    attempt = Attempt(PUZZLE)
    assert attempt.line == ("a1",)
    assert attempt.move("b1")
    assert (attempt.line, attempt.verdict) == (("a1", "b1", "c1"), "open")
    assert attempt.move("d1")
    assert attempt.move("f1")
    assert (attempt.verdict, attempt.score, attempt.made) == ("solved", 1.0, 5)
    wrong = Attempt(PUZZLE)
    assert wrong.move("b1")
    assert not wrong.move("z9")
    assert (wrong.verdict, wrong.score, wrong.made) == ("failed", 0.0, 2)


def test_a_hint_leaves_few_moves_and_counts_half():
    attempt = Attempt(PUZZLE)
    moves = [f"{letter}1" for letter in "abcdefg"]
    left = attempt.hint(moves, {})
    assert len(left) == 3
    assert "b1" in left
    for name in ("b1", "d1", "f1"):
        attempt.move(name)
    assert attempt.score == 0.5
    clicks = {"b1": ["b", "1"], "b2": ["b", "2"], "c1": ["c", "1"]}
    assert Attempt(PUZZLE).hint(list(clicks), clicks) == ["b1", "b2"]
    assert Attempt(PUZZLE).hint(["a1", "b1"], {}) == ["b1"]


def test_puzzles_and_ratings_are_stored_and_damaged_files_are_named(tmp_path, monkeypatch):
    monkeypatch.setenv("GAMETREE_DATA_DIR", str(tmp_path))
    game = TicTacToe()
    assert puzzles_of(game) == []
    path = add_puzzles(game, [PUZZLE])
    other = Puzzle(("b1",), ("a1",), "save", False, 4, 210.5)
    assert add_puzzles(game, [other, PUZZLE]) == path == file_of_puzzles(game)
    assert puzzles_of(game) == [PUZZLE, other]
    whole = path.read_text()
    for damaged in (whole[:20], "3", whole.replace("win", "wins"), whole.replace('"b1"', "1")):
        path.write_text(damaged)
        with pytest.raises(LadderError, match="is damaged"):
            puzzles_of(game)
        with pytest.raises(LadderError, match="is damaged"):
            add_puzzles(game, [PUZZLE])
        assert path.read_text() == damaged
    mine = tmp_path / "mine.json"
    solver = solver_from(mine, PuzzleSolver(PersonRating(700))).after(PUZZLE, 0.5)
    save_solver(solver, mine)
    assert solver_from(mine, PuzzleSolver(PersonRating(700))) == solver
    mine.write_text(mine.read_text().replace("seen", "games"))
    with pytest.raises(LadderError, match="your rating begins again"):
        solver_from(mine, solver)


def test_puzzles_on_the_command_line(tmp_path, monkeypatch):
    monkeypatch.setenv("GAMETREE_DATA_DIR", str(tmp_path / "data"))
    path = tmp_path / "puzzles.json"
    line = ["puzzles", "tic_tac_toe", "--count", "2", "--simulations", "4000"]
    done = CliRunner().invoke(main, [*line, "--json", str(path)])
    assert done.exit_code == 0, done.output
    told = json.loads(path.read_text())["puzzles"]
    assert [set(each) for each in told] == 2 * [
        {"moves", "solution", "kind", "proven", "simulations", "elo", "asked"}
    ]
    game = TicTacToe()
    first = PuzzleSolver.beginner(ladder_of(game)).next_of(puzzles_of(game))
    typed = [first.solution[each] for each in first.asked]
    done = CliRunner().invoke(main, [*line, "--play"], input="\n".join(["z9", *typed, "quit", ""]))
    assert done.exit_code == 0, done.output
    assert "looking" not in done.output
    assert "solved (proven)" in done.output
    assert "solved 1 of 1; your rating is" in done.output
    done = CliRunner().invoke(main, [*line, "--play"], input="hint\nshow\n")
    assert "one of " in done.output
    assert "not solved (proven)" in done.output
    assert "solved 0 of 1; your rating is" in done.output
    assert "after 2 puzzles; you scored 50 %" in done.output
    assert "you have seen all puzzles" in done.output
    done = CliRunner().invoke(main, [*line[:2], "--count", "3", *line[4:], "--play"], input="")
    assert done.exit_code == 0, done.output
    assert "solved 0 of 0" in done.output


def test_puzzles_found_before_ctrl_c_are_stored(tmp_path, monkeypatch):
    monkeypatch.setenv("GAMETREE_DATA_DIR", str(tmp_path))
    mine = Mining.run

    def interrupted(self, count, seconds, heard):
        mine(self, 1, seconds, heard)
        raise KeyboardInterrupt

    monkeypatch.setattr(Mining, "run", interrupted)
    done = CliRunner().invoke(main, ["puzzles", "tic_tac_toe", "--simulations", "4000"])
    assert done.exit_code == 130
    assert "stopped by Ctrl-C; the puzzles found are stored in" in done.stderr
    assert len(puzzles_of(TicTacToe())) == 1
