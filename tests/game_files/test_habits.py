"""Files with the habits of many programs: the same game, and a note where anything is left out."""

from __future__ import annotations

import pytest

import gametree as gt
from gametree.errors import GametreeError, ReplayError
from gametree.game_files.reading import games_of_bytes
from gametree.games import Chess, Go
from gametree.naming.named_moves import play_all

from .habits import PGN_MOVES, pgn_files, sgf_files

PGN_FILES, SGF_FILES = list(pgn_files()), list(sgf_files())
CHESS = gt.Record(Chess())
play_all(CHESS, [word for word in PGN_MOVES.split()[:-1] if not word.endswith(".")])
GO = gt.Record(Go(9, 6.5))
play_all(GO, ["E5", "G7", "C3", "pass", "G3"])


def test_there_are_many_files():
    assert len(PGN_FILES) > 150
    assert len(SGF_FILES) > 300


def wrong_files(files, name, encoding):
    """Return the names of files that are not read as the game, or without the notes expected."""
    wrong = []
    for habit, text, noted in files:
        found = games_of_bytes(text.encode(encoding), {}, name)[0]
        expected = CHESS if name.endswith("pgn") else GO
        same = found.record.actions == expected.actions
        told = noted is None or encoding != "utf-8" or bool(found.notes) is noted
        if not (same and told):
            wrong.append((habit, found.notes, len(found.record.actions)))
    return wrong


@pytest.mark.parametrize("encoding", ["utf-8", "latin-1"])
def test_pgn(encoding):
    files = [each for each in PGN_FILES if encoding == "utf-8" or "mark" not in each[0]]
    files = [each for each in files if encoding == "utf-8" or "figurines" not in each[0]]
    assert wrong_files(files, "a.pgn", encoding) == []


@pytest.mark.parametrize("encoding", ["utf-8", "latin-1"])
def test_sgf(encoding):
    assert wrong_files(SGF_FILES, "a.sgf", encoding) == []


def test_komi_and_names():
    komi = {"no komi": 0.0, "empty komi": 0.0, "komi in words": 0.0}
    for habit, text, _ in SGF_FILES:
        found = games_of_bytes(text.encode(), {})[0]
        assert found.record.game.komi == komi.get(habit.split(",")[0], 6.5), habit
        assert found.players == ("Ä", "B"), habit
        assert found.returns == (1.0, -1.0)
    again = games_of_bytes(SGF_FILES[0][1].encode(), {"komi": 7.5})[0]
    assert again.record.game.komi == 7.5
    assert "komi is 7.5, as given, and 6.5 in the file" in again.notes


def notes_of(text, **parameters):
    return games_of_bytes(text.encode() if isinstance(text, str) else text, parameters)[0].notes


@pytest.mark.parametrize(
    ("text", "note"),
    [
        ("1. e4 e5 2. Ke3 Nf6 *", "line 1, column 13: 'Ke3' is no legal move here: no king"),
        ("1. e4 e5 3. Nf3 *", "line 1, column 10: this move has the number 3, and is move 2"),
        ("1. e4 {never", "line 1, column 7: this comment is never closed"),
        ("1. e4 (1. d4", "line 1, column 7: a variation is never closed"),
        ("1. e4 ) e5 *", "line 1, column 7: this ) closes nothing"),
        ("1. e4 -- 2. d4 *", "line 1, column 7: '--' is no move"),
        ('[White "A\n\n1. e4 *', "line 1, column 1: the tag White is never closed"),
        ('[Result "0-1"]\n\n1. e4 1-0', "the tag Result says '0-1', and the moves end with 1-0"),
        ("1. f3 e5 2. g4 Qh4# 1-0", "the game ends by the rules, and not as 1-0 says"),
        ("(;SZ[9];B[aa];W[aa])", "line 1, column 14: move 2 cannot be played: white may not play"),
        ("(;SZ[9];B[aa]B[bb])", "line 1, column 14: B occurs twice in a node"),
        ("(;SZ[9]HA[3]AB[aa];W[bb])", "HA[3] says another number of stones than the file sets, 1"),
        ("(;SZ[9]PL[W];B[aa])", "PL says that W moves first, and B does"),
        ("(;SZ[9];B[aa];W[bb];B[aa;W[cc])", "column 20: move 3 cannot be played: 'aa;W[cc' is no"),
        ("(;SZ[9]KM[3]RE[W+3];B[];W[])", None),
        ("(;SZ[9]C[open;B[aa];W[bb])", "line 1, column 9: this value of C may lack its ]"),
        ("(;SZ[9];B[aa]C[C:\\];W[bb])", "line 1, column 15: this value of C may lack its ]"),
        ("(;SZ[9]KM[0];B[aa]KM[5];W[bb])", "line 1, column 13: KM[5] was left out: only the first"),
        ("(;SZ[9];SZ[13];B[aa])", "SZ[13] was left out: only the first SZ counts"),
        ("(;SZ[9]AB[aa]AW[aa];W[bb])", "a stone takes the place of another one"),
        ("(GM[1]SZ[9];B[aa])", "line 1, column 2: the first node begins without a ;"),
        ("(;SZ[9]KM[-1]RE[W+3];B[];W[])", "the result is RE[W+3], and another one by the rules"),
        ("(;SZ[9];B[aa]!;W[bb])", "'!' was not understood"),
        ("(;CA[klingon]SZ[9];B[aa])", "the encoding 'klingon' is unknown"),
        ("(;CA[hex]SZ[9];B[aa])", "the encoding 'hex' is unknown"),
        (b"(;CA[UTF-8]SZ[9]PB[\xe4];B[aa])", "it was read as Windows-1252"),
        (b"(;CA[GB2312]SZ[9]PB[\xb0\xa2];B[aa])", None),
        (b"(;CA[GB2312]SZ[9]PB[\x81\x5d];B[aa])", None),  # letters that only GBK has
        (b"(;CA[Shift_JIS]SZ[9]PB[\x87\x40];B[aa])", None),
        ("(;SZ[9]PB[ÄÖÜäöü];B[aa]C[Ä".encode()[:-1], "some bytes are no UTF-8"),
        (b"\x81\x5d" * 9 + b"(;CA[GBK]SZ[9];B[aa]C[\xff])", "some bytes are no GBK"),
        ('[White "A "B" C"]\n\n1. e4 *', "the tag White has quotes that are not escaped"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_with_its_place(text, note):
    if note is None:
        assert not any("result" in each or "encoding" in each for each in notes_of(text))
    else:
        assert any(note in each for each in notes_of(text)), notes_of(text)


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("", "holds no game"),
        ("hello world", "holds no game"),
        ("(;GM[3];B[aa])", r"GM\[3\] is a game that gametree does not read; it reads 1 \(go\)"),
        ("(;SZ[9:13];B[aa])", "the board has 9 columns and 13 rows"),
        ("(;SZ[37];B[aa])", "size must be from 2 to 19"),
        ("(;SZ[5]AB[aa]AW[ab][ba];B[cc])", "a chain have no liberty"),
        ("(;SZ[5]AB[zz];B[cc])", "is no point of this board"),
        ("(;GM[2]AB[aa];B[cc])", "read in go only"),
        ('[Variant "Atomic"]\n\n1. e4 *', "the variant 'Atomic'"),
        ('[FEN "8/8/8/8 w"]\n\n1. e4 *', "the first position is refused"),
    ],
)
def test_games_that_cannot_begin(text, error):
    with pytest.raises(ReplayError, match=error):
        games_of_bytes(text.encode(), {})[0]


def test_several_games_are_kept_apart():
    text = '1. e4 {open\n[White "B"]\n\n1. d4 d5 {x} 1-0 {y}\n1. c4 (1. f4\n[White "C"]\n1. b3'
    games = games_of_bytes(text.encode(), {})
    names = [[each.record.game.action_to_uci(a) for a in each.record.actions] for each in games]
    assert names == [["e2e4"], ["d2d4", "d7d5"], ["c2c4"], ["b2b3"]]
    assert [each.players[0] for each in games] == ["?", "B", "?", "C"]
    assert len(games[1:3]) == 2


def test_what_the_root_says_may_stand_elsewhere():
    for text in (
        "(;GM[1]FF[3];SZ[9]KM[5];B[aa];W[bb]RE[W+R])",
        "(GM[1]SZ[9];KM[5]B[aa];RE[W+R]W[bb])",
        "(;FF[4](;SZ[9](;KM[5]RE[W+R];B[aa];W[bb])))",
    ):
        found = games_of_bytes(text.encode(), {})[0]
        assert (found.record.game.size, found.record.game.komi) == (9, 5.0)
        assert (len(found.record.actions), found.returns) == (2, (-1.0, 1.0))


def test_castling_of_zeros_alone():
    text = "1. d4 d5 2. Nc3 Nc6 3. Bf4 Bf5 4. Qd3$1$14 Qd6$2 5. 000 000 6. e3 1/2-1/2"
    found = games_of_bytes(text.encode(), {})[0]
    assert (len(found.record.actions), found.notes) == (11, ())
    assert found.record.game.action_to_uci(found.record.actions[8]) == "e1c1"


def test_files(tmp_path):
    path = tmp_path / "a.pgn"
    path.write_bytes(b"1. e4 *")
    (found,) = gt.read_games(path)
    assert found.how == "unfinished"
    for name in (tmp_path, tmp_path / "none.sgf", "a\0b"):
        with pytest.raises(ReplayError, match="cannot be read"):
            gt.read_games(name)
    with pytest.raises(GametreeError):
        gt.read_games(path, komi=3)[0]
