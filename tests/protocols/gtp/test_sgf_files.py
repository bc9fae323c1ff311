"""`loadsgf` and `printsgf`: games from files and as files."""

from __future__ import annotations

import pytest
from sgfmill import sgf

from gametree.games import Go, Hex

from .talk import Talk

HANDICAP = b"(;GM[1]FF[4]SZ[5]KM[0.5]HA[2]AB[bb][dd];W[cc];B[cd](;W[db])(;W[aa]))"


@pytest.fixture
def talk():
    found = Talk(Go(9))
    yield found
    found.engine.finish()


def test_a_game_with_handicap_is_loaded_and_goes_on(talk, tmp_path):
    path = tmp_path / "a.sgf"
    path.write_bytes(HANDICAP)
    assert talk.ask(f"loadsgf {path}") == ""
    assert talk.ask("gogui-rules_board_size") == "5"
    assert talk.ask("gogui-rules_side_to_move") == "black"
    assert talk.ask("gogui-rules_board") == ". . . . .\n. X . O .\n. . O . .\n. . X X .\n. . . . ."
    assert talk.ask("play black c4") == ""
    assert talk.ask("undo") == ""
    assert talk.ask("undo") == ""
    assert talk.ask("gogui-rules_side_to_move") == "white"
    assert talk.ask("genmove white") != ""
    assert talk.ask(f"loadsgf {path} 2") == ""
    assert talk.ask("gogui-rules_side_to_move") == "black"
    assert talk.ask(f"loadsgf {path} 1") == ""
    assert talk.ask("gogui-rules_board").count("O") == 0


def test_what_cannot_be_loaded_changes_nothing(talk, tmp_path):
    talk.ask("play black e5")
    before = talk.ask("showboard")
    for name, data in (("a.sgf", b"(;GM[11]SZ[5];B[a1])"), ("b.sgf", b"nothing"), ("c.sgf", b"")):
        (tmp_path / name).write_bytes(data)
        assert talk.refused(f"loadsgf {tmp_path / name}").startswith("cannot load file: ")
    assert talk.refused("loadsgf /no/such/file.sgf").startswith("cannot load file: ")
    assert talk.refused("loadsgf").startswith("syntax error: expected loadsgf")
    assert talk.ask("showboard") == before


def test_a_game_is_printed_and_written_as_another_library_reads_it(talk, tmp_path):
    talk.say("boardsize 5", "play black b2", "play white pass", "play black c3", "play white d4")
    text = talk.ask("printsgf")
    found = sgf.Sgf_game.from_string(text)
    assert [node.get_move() for node in found.get_main_sequence()[1:]] == [
        ("b", (1, 1)), ("w", None), ("b", (2, 2)), ("w", (3, 3)),
    ]  # fmt: skip
    path = tmp_path / "b.sgf"
    assert talk.ask(f"printsgf {path}") == ""
    assert path.read_text().strip() == text
    assert talk.ask(f"loadsgf {path}") == ""
    assert talk.refused(f"printsgf {tmp_path}").startswith("cannot write file: ")
    talk.say("play black pass", "play white pass", "play black a1")  # servers play on
    assert talk.ask("printsgf").endswith(";B[];W[];B[ae])")


def test_hex_is_printed():
    talk = Talk(Hex(4, swap=True))
    talk.say("play black a2", "play white swap-pieces")
    assert talk.ask("printsgf").endswith(";B[a3];W[swap-pieces])")  # rows from above
    talk.engine.finish()
