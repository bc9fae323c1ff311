"""Random games in files with random habits: the same game, or an error or note that says why."""

from __future__ import annotations

import functools
import io

import chess.pgn
import pytest
from sgfmill import sgf, sgf_moves

from gametree.errors import ReplayError
from gametree.game_files.reading import games_of_bytes

from .programs import chess_records, go_records, pgn_file, sgf_file

FILES = 120  # of each format
KINDS = {"a.sgf": (sgf_file, go_records), "a.pgn": (pgn_file, chess_records)}


@functools.cache
def written_files(name):
    make, records = KINDS[name]
    pool = records()
    return [make(pool[seed % len(pool)], seed) for seed in range(FILES)]


def fault(written, name):
    """Return what is wrong with the game that is read from a file, or nothing."""
    record = written.record
    try:
        games = games_of_bytes(written.data, {}, name)
        if written.cut and written.index >= len(games):
            return ""  # cut off before the game
        found = games[written.index]
    except ReplayError as error:
        return "" if written.cut and str(error) else f"refused: {error}"
    key = record.game.key
    read, actions = list(found.record.actions), list(record.actions)
    if read != actions[: len(read)]:
        return "other moves"
    whole = (
        len(read) == len(actions)
        and key(found.record.positions[0]) == key(record.positions[0])
        and found.returns == written.returns
        and getattr(found.record.game, "komi", 0) == getattr(record.game, "komi", 0)
    )
    if written.cut:
        return "" if whole or found.notes else "cut off without a note"
    if not whole:
        return f"another game, {len(read)} of {len(actions)} moves: {found.notes}"
    return "" if bool(found.notes) is written.noted else f"notes: {found.notes}"


@pytest.mark.parametrize("name", KINDS)
def test_each_file_is_read_or_its_loss_is_told(name):
    files = written_files(name)
    assert len({written.data for written in files}) == FILES
    assert sum(not written.cut for written in files) > FILES // 2
    wrong = [
        (seed, why, each.habits) for seed, each in enumerate(files) if (why := fault(each, name))
    ]
    assert wrong == []


def test_python_chess_reads_the_same():
    same = 0
    for written in written_files("a.pgn"):
        if written.cut or written.index:
            continue
        found = chess.pgn.read_game(io.StringIO(written.text))
        record, game = written.record, written.record.game
        moves = [move.uci() for move in found.mainline_moves()]
        if moves == [game.action_to_uci(action) for action in record.actions]:
            assert found.board().fen() == game.state_to_fen(record.positions[0])
            same += 1
    assert same >= 15  # it ends a game at an empty line, and other habits stop it, too


def test_sgfmill_reads_the_same():
    same = 0
    for written in written_files("a.sgf"):
        if written.cut or written.index:
            continue
        record, size = written.record, written.record.game.size
        try:
            found = sgf.Sgf_game.from_string(written.text)
            board, moves = sgf_moves.get_setup_and_moves(found)
        except ValueError:
            continue  # a habit that it does not read
        for action in range(size**2):
            colour = int(record.positions[0].points[record.game.point_of_action[action]])
            assert board.get(*divmod(action, size)) == {1: "b", 2: "w"}.get(colour)
        own = [
            ("bw"[record.game.current_player(state)], divmod(action, size))
            for state, action in zip(record.positions, record.actions, strict=False)
        ]
        own = [(colour, None if row == size else (row, column)) for colour, (row, column) in own]
        assert moves[: len(own)] == own  # moves after the end of the game may follow
        same += 1
    assert same >= 20
