"""Damaged files: no error but `ReplayError`, and time in proportion to the length."""

from __future__ import annotations

import random
import sys

import pytest

from gametree.errors import ReplayError
from gametree.game_files.reading import games_of_bytes
from gametree.game_files.sgf_syntax import sgf_games

from .habits import pgn_files, sgf_files

# Small boards and few moves, since each is played by the rules.
SEEDS = [text.encode() for _, text, _ in [*list(pgn_files())[::9], *list(sgf_files())[::11]]]
SEEDS += [
    b"(;GM[2];B[dc];W[cc])(;GM[11]SZ[3];B[a1];W[swap])(;GM[4]SZ[5];B[aa];W[bb])",
    b"(;SZ[3]AB[aa:bb]AW[cc]PL[W];W[ca];B[tt];W[])",
    '[FEN "4k3/P6p/8/8/8/8/p6P/4K3 b - - 7 31"]\n31... a1=Q+ 32. Kd2 *'.encode("utf-16"),
]
PIECES = [b"(", b")", b";", b"[", b"]", b"{", b"}", b"\\", b'"', b"\0", b"\xff", b"\r", b"\n",
          b"B[", b"AB[aa:tt]", b"SZ[", b"KM[", b"CA[utf-7]", b"1-0", b"1.", b"[FEN \"", b"%",
          b"--", b"\xef\xbb\xbf", b"\xff\xfe", b"PL[", b"GM[", b"O-O", b"9999"]  # fmt: skip


def damaged(data, rng):
    data = bytearray(data)
    for _ in range(rng.choice((1, 1, 2, 5))):
        at = rng.randrange(len(data) + 1)
        kind = rng.randrange(5)
        if kind == 0:
            del data[at:]
        elif kind == 1:
            data[at:at] = rng.choice(PIECES)
        elif kind == 2 and at < len(data):
            data[at] ^= 1 << rng.randrange(8)
        elif kind == 3:
            del data[at : at + rng.randrange(1, 9)]
        else:
            data[at:at] = data[rng.randrange(len(data) + 1) :][: rng.randrange(20)]
    return bytes(data)


@pytest.mark.parametrize("part", range(4))
def test_damage_is_told(part):
    rng = random.Random(part)
    longest = 0
    for _ in range(500):
        data = damaged(rng.choice(SEEDS), rng)
        name = rng.choice(("a.sgf", "a.pgn", "a"))
        try:
            games = games_of_bytes(data, {}, name)
            for index in range(min(len(games), 3)):
                found = games[index]
                assert len(found.record.positions) == len(found.record.actions) + 1
                assert all(isinstance(note, str) and len(note) < 600 for note in found.notes)
                assert len(found.notes) < 25
        except ReplayError as error:
            longest = max(longest, len(str(error)))
    assert longest < 600


@pytest.mark.parametrize("start", [b"(;SZ[5]", b"1. e4 "])
@pytest.mark.parametrize(
    "piece",
    [b"(", b")", b"(;", b"[", b"]", b"C[", b"C[a] b", b";", b"{", b"}", b'[A "', b"{\n[", b" ",
     b"\\", b"B[aa", b"C[]", b"1 ", b"$", b'"', b"%\n", b"\n", b"C[ ] ]", b"GaMe"],
)  # fmt: skip
def test_long_files_take_time_in_proportion(start, piece):
    """Count the steps of the readers, which do not depend on how busy the machine is."""

    def steps(times):
        count = 0

        def trace(frame, event, argument):
            nonlocal count
            count += event in ("call", "c_call")

        data = start + piece * times
        sys.setprofile(trace)
        try:
            games_of_bytes(data, {})
        except ReplayError:
            pass
        finally:
            sys.setprofile(None)
        return count

    few, many = steps(300), steps(1200)
    assert many < 6 * few + 2000


def test_nested_variations_need_no_stack():
    data = "(;B[aa]" + "(;W[bb](;B[cc]" * 30_000
    (game,) = sgf_games(data)
    assert len(game.nodes) == 60_001


WHOLE = (
    (
        "a.sgf",
        "(;GM[1]FF[4]SZ[5]KM[6.5]AB[cc]PL[W]C[a \\] b]RE[B+R];W[aa]C[x];B[bb](;W[ba])(;B[ee]))",
    ),
    (
        "a.sgf",
        "(;GM[1]FF[4]SZ[5]KM[6.5]C[x \\\\];B[ee](;W[cc])(;W[dd]))\n(;GM[1]SZ[5]KM[0];B[aa])",
    ),
    (
        "a.pgn",
        '[White "A"]\n[Result "1-0"]\n\n1. e4 {good} e5 2. d4 (2. f4 exf4 (2... d5)) d5 ; hi\n1-0',
    ),
    (
        "a.pgn",
        '[FEN "4k3/P7/8/8/8/8/p7/4K3 b - - 7 31"]\n\n31... a1=Q+ {x} *\n\n[White "C"]\n\n1. d4 *',
    ),
)


def reading(text, name):
    """Return what is read of the first game, and the notes."""
    try:
        games = games_of_bytes(text.encode(), {}, name)
        found = games[0]
    except ReplayError as error:
        return None, {str(error)}
    record = found.record
    first = record.game.key(record.positions[0])
    return (len(games), record.actions, first, found.returns, found.how), set(found.notes)


def test_no_lost_or_doubled_sign_changes_a_game_without_a_note():
    silent = []
    for name, text in WHOLE:
        game, notes = reading(text, name)
        for at, sign in enumerate(text):
            if sign not in '()[];:\\"{}':
                continue
            for changed in (text[:at] + text[at + 1 :], text[:at] + sign + text[at:]):
                other, told = reading(changed, name)
                if other != game and told <= notes:
                    silent.append((changed, told))
    assert silent == []
