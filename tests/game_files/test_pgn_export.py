"""Exported games of chess, read by python-chess."""

from __future__ import annotations

import io
import random

import chess
import chess.pgn
import pytest

from gametree.arena.journal.game_record import GameRecord
from gametree.arena.reports.export import game_texts
from gametree.game_files.pgn_writing import pgn_of_moves
from gametree.game_files.reading import games_of_bytes
from gametree.games import Chess
from gametree.record import Record

STARTS = (
    "startpos",
    "4k3/P6p/8/8/8/8/p6P/4K3 b - - 7 31",
    "r2qk2r/ppp2ppp/8/3pP3/8/8/PPPQ1PPP/R3K2R w KQkq d6 0 12",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 3 9",
    "7k/5Q2/6K1/8/8/8/8/8 w - -",
)
ENDS = (
    ("resignation", (-1.0, 1.0), None, "0-1", "normal"),
    ("time", (1.0, -1.0), 1, "1-0", "time forfeit"),
    ("illegal move", (-1.0, 1.0), 0, "0-1", "rules infraction"),
    ("crash", (1.0, -1.0), 1, "1-0", "abandoned"),
    ("max plies", (0.0, 0.0), None, "1/2-1/2", "adjudication"),
    ("repetition", (0.0, 0.0), None, "1/2-1/2", "normal"),
)


def random_names(fen, plies, seed):
    rng = random.Random(seed)
    record, names = Record(Chess(fen)), []
    while not record.over and len(names) < plies:
        action = rng.choice(record.legal_actions())
        names.append(record.game.action_to_text(record.state, action))
        record.play(action)
    return names, record


def exported(fen, names, opening, returns, how, culprit, **others):
    count = len(names) - opening
    return GameRecord(
        match="a match", index=4, game="chess",
        parameters={} if fen == "startpos" else {"fen": fen},
        seats=('one "quoted" \\', "zwei, ünd"), opening=names[:opening], moves=names[opening:],
        movers=[(opening + ply) % 2 for ply in range(count)], seconds=[0.1] * count,
        statistics=[{}] * count, returns=returns, termination=how, culprit=culprit,
        detail="late\n{}; [FEN \"no\"]" if culprit is not None else "", seed=1,
        started=1.8e9, ended=1.8e9, **others,
    )  # fmt: skip


@pytest.mark.parametrize("fen", STARTS)
@pytest.mark.parametrize("opening", [0, 3])
def test_python_chess_reads_the_same_games(fen, opening):
    games, expected = [], []
    for seed, (how, returns, culprit, result, termination) in enumerate(ENDS):
        names, record = random_names(fen, 20 * seed + opening, seed)
        if record.over:
            returns, how, culprit, termination = record.returns, "rules", None, "normal"
            result = {1: "1-0", 0: "1/2-1/2", -1: "0-1"}[returns[0]]
        games.append(exported(fen, names, min(opening, len(names)), returns, how, culprit))
        expected.append((record, result, termination))
    text = "".join(game_texts(games))
    file = io.StringIO(text)
    for record, result, termination in expected:
        found = chess.pgn.read_game(file)
        assert found.errors == []
        assert found.headers["Result"] == result
        assert found.end().board().fen() == record.game.state_to_fen(record.state)
        assert found.board().fen() == record.game.state_to_fen(record.positions[0])
        uci = [record.game.action_to_uci(action) for action in record.actions]
        assert [move.uci() for move in found.mainline_moves()] == uci
        assert found.headers["Termination"] == termination
        # python-chess leaves the escapes of the standard as they are.
        assert found.headers["White"] == 'one \\"quoted\\" \\\\'
        assert found.headers["Black"] == "zwei, ünd"
        assert (found.headers["Round"], found.headers["Date"]) == ("5", "2027.01.15")
    assert chess.pgn.read_game(file) is None
    moves = [line for line in text.splitlines() if not line.startswith("[")]
    assert max(map(len, moves)) <= 79


def test_numbers_begin_where_the_position_does():
    text = "".join(game_texts([exported(STARTS[1], ["axb1=Q+"], 0, (-1, 1), "resignation", None)]))
    assert '[SetUp "1"]\n[FEN "4k3/P6p/8/8/8/8/p6P/4K3 b - - 7 31"]\n' in text
    assert text.endswith("\n\n31... axb1=Q+ {White resigns} 0-1\n\n")


@pytest.mark.parametrize("number", [0, 300, 518, 959])
def test_python_chess_reads_games_of_chess960_and_writes_them(number):
    start = chess.Board.from_chess960_pos(number)
    game = Chess(start.shredder_fen(), chess960=True)
    rng, record = random.Random(number), Record(game)
    names = []
    while not record.over and len(names) < 60:
        named = {game.action_to_text(record.state, each): each for each in record.legal_actions()}
        castling = [each for each in named if each.startswith("O-O")]
        names.append(rng.choice(castling or list(named)))
        record.play(named[names[-1]])
    text = pgn_of_moves(game, names, None, "unfinished", {})
    read = chess.pgn.read_game(io.StringIO(text))
    assert not read.errors
    assert read.end().board().chess960
    assert read.end().board().fen(en_passant="legal") == game.state_to_fen(record.state)
    (found,) = games_of_bytes(str(read).encode(), {})
    assert (found.record.positions, found.record.actions) == (record.positions, record.actions)
