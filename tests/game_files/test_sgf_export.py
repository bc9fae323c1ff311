"""Exported games on boards, read by sgfmill and read again."""

from __future__ import annotations

import random

import pytest
from sgfmill import sgf, sgf_moves

from gametree.errors import ReplayError
from gametree.game_files.reading import games_of_bytes
from gametree.game_files.writing import text_of_game
from gametree.games import Chess, Go, Gomoku, Hex, Othello
from gametree.record import Record

PLAYERS = ('a "b" ] \\ [c]', "d: ünd\n; (e)")
ENDS = (
    ("resignation", (-1.0, 1.0), "W+R"),
    ("time", (1.0, -1.0), "B+T"),
    ("illegal move", (-1.0, 1.0), "W+F"),
    ("max plies", (0.0, 0.0), "0"),
    ("unfinished", None, None),
)


def played(game, plies, seed, state=None):
    rng = random.Random(seed)
    record = Record(game, state)
    while not record.over and len(record.actions) < plies:
        record.play(rng.choice(record.legal_actions()))
    return record


def written(record, how, returns):
    if record.over:
        how, returns = "rules", record.returns
    return text_of_game(record, PLAYERS, returns, how, ".sgf")


def test_the_same_games_are_read_again():
    go = Go(5, 0.5)
    begins = [
        (go, None),
        (Go(9, 7.0, True), None),
        (go, go.state_with_stones([0, 7, 12], [], 1)),
        (go, go.state_with_stones([1, 5], [6, 24], 0)),
        (Othello(), None),
        (Othello(6), None),
        (Gomoku(7), None),
        (Hex(4, swap=True), None),
        (Hex(3), None),
    ]
    for seed, (game, state) in enumerate(begins):
        for number, (how, returns, _) in enumerate(ENDS):
            record = played(game, 12 * number, seed, state)
            text = written(record, how, returns)
            given = {"superko": True} if isinstance(game, Go) and game.superko else {}
            found = games_of_bytes(text.encode(), given)[0]
            assert found.record.actions == record.actions
            assert [game.key(a) for a in found.record.positions] == [
                game.key(a) for a in record.positions
            ]
            assert not [note for note in found.notes if "left out: 1 comment" not in note]
            assert found.players == (PLAYERS[0], PLAYERS[1].replace("\n", " "))
            expected = record.returns if record.over else returns
            assert found.returns == (None if expected is None else tuple(expected))
            assert max(map(len, text.splitlines())) <= 79


@pytest.mark.parametrize("end", ENDS)
def test_sgfmill_reads_the_same_go(end):
    how, returns, result = end
    game = Go(7, 6.5)
    for state in (None, game.state_with_stones([8, 30], [], 1), game.state_with_stones([3], [9])):
        record = played(game, 25, 4, state)
        found = sgf.Sgf_game.from_bytes(written(record, how, returns).encode())
        root = found.get_root()
        assert (found.get_size(), found.get_komi()) == (7, 6.5)
        assert found.get_player_name("b") == PLAYERS[0]
        assert (root.get("RE") if root.has_property("RE") else None) == result
        board, moves = sgf_moves.get_setup_and_moves(found)
        stones = {1: "b", 2: "w"}
        first = record.positions[0]
        for action in range(49):
            told = stones.get(int(first.points[game.point_of_action[action]]))
            assert board.get(action // 7, action % 7) == told
        expected = [
            ("bw"[game.current_player(s)], None if a == 49 else divmod(a, 7))
            for s, a in zip(record.positions, record.actions, strict=False)
        ]
        assert moves == expected


def test_games_that_a_file_cannot_hold():
    with pytest.raises(ReplayError, match="SGF files are of go, othello, gomoku, hex, not of"):
        text_of_game(Record(Chess()), PLAYERS, None, "unfinished", ".sgf")
    with pytest.raises(ReplayError, match="PGN files are of chess, not of go"):
        text_of_game(Record(Go()), PLAYERS, None, "unfinished", ".pgn")
