"""The engine's side of GTP, interpreted: whole games, moves taken back, what is refused."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gametree as gt
from gametree.games import Chess, Go, Hex, Mnk, Othello, TicTacToe

from .talk import Talk

COMMANDS = [
    "protocol_version", "name", "version", "known_command", "list_commands", "quit", "boardsize",
    "clear_board", "komi", "play", "genmove", "undo", "time_settings", "time_left", "final_score",
    "showboard", "reg_genmove",
]  # fmt: skip


@pytest.fixture
def talk():
    found = Talk(Hex(4))
    yield found
    found.engine.finish()


def test_what_an_engine_must_know(talk):
    assert talk.ask("protocol_version") == "2"
    assert talk.ask("name") == "gametree"
    assert talk.ask("version") == gt.__version__
    assert set(COMMANDS) <= set(talk.ask("list_commands").split())
    assert talk.ask("known_command genmove") == "true"
    assert talk.ask("known_command boil") == "false"


def test_form_of_the_answers(talk):
    talk.say("boardsize 3", "12 name", "\t13   play \t black a1 # a comment", "14 play white a1")
    assert talk.lines == [
        "= ",
        "",
        "=12 gametree",
        "",
        "=13 ",
        "",
        "?14 illegal move: white may not play a1",
        "",
    ]
    assert talk.say("", "   ", "# only a comment", "#", "\x01\x02") == []
    assert talk.say("15 # nothing else", "na\x07me") == ["?15 unknown command ''", "= gametree"]


@pytest.mark.parametrize("game", [Go(3), Hex(3), TicTacToe(), Othello(4), Mnk(4, 3, 3)])
def test_a_whole_game_against_itself(game):
    talk = Talk(game)
    record = gt.Record(game)
    dialect = talk.engine._board.dialect
    talk.ask("clear_board")
    while not record.over:
        colour = ("black", "white")[record.player]
        assert talk.ask("gogui-rules_side_to_move") == colour
        legal = talk.ask("gogui-rules_legal_moves").split()
        assert [dialect.action(each) for each in legal] == record.legal_actions()
        move = talk.ask(f"genmove {colour}")
        record.play(dialect.action(move))
        drawn = "".join(talk.ask("gogui-rules_board").split())
        signs = [each for each in game.state_to_text(record.state) if each in "XO."]
        assert drawn == "".join(signs[: dialect.columns * dialect.rows])
    assert talk.ask("gogui-rules_legal_moves") == ""
    lead = record.returns[0]
    assert talk.ask("final_score")[0] == {1.0: "B", 0.0: "0", -1.0: "W"}[lead]
    assert talk.ask("gogui-rules_final_result").split()[0] == {1.0: "Black", 0.0: "Draw"}.get(
        lead, "White"
    )
    if talk.ask("gogui-rules_game_id") != "Go":  # which goes on, as servers have it
        for line in ("genmove b", "play w A1", "analyze w"):
            assert talk.refused(line) == "illegal move: the game is over"
    for _ in record.actions:
        talk.ask("undo")
    assert talk.refused("undo") == "cannot undo: no move has been made"
    assert talk.ask("gogui-rules_legal_moves").split() == [
        dialect.vertex(each) for each in game.legal_actions(game.initial_state())
    ]


def test_two_engines_play_hex_through_lines():
    players = [Talk(Hex(3), seed=seed) for seed in (1, 2)]
    for each in players:
        each.ask("boardsize 4")
        each.ask("clear_board")
    for ply in range(16):
        colour = "bw"[ply % 2]
        move = players[ply % 2].ask(f"genmove {colour}")
        players[1 - ply % 2].ask(f"play {colour} {move}")
        if players[0].ask("gogui-rules_legal_moves") == "":
            break
    scores = {each.ask("final_score") for each in players}
    assert scores in ({"B+1"}, {"W+1"})
    assert players[0].ask("showboard") == players[1].ask("showboard")


def test_a_board_with_names(talk):
    talk.say("play b a4", "play w d1")
    assert talk.ask("showboard").splitlines() == [
        "",
        "    A B C D",
        "  4 X . . .",
        "   3 . . . .",
        "    2 . . . .",
        "     1 . . . O",
        "        A B C D",
    ]
    assert talk.ask("gogui-rules_board_size") == "4 hex"
    assert Talk(Mnk(4, 3, 3)).ask("gogui-rules_board_size") == "4 3"


def test_moves_are_taken_back_and_others_made(talk):
    talk.say("play b b2", "genmove w")
    board = talk.ask("showboard")
    talk.say("genmove b", "undo")
    assert talk.ask("showboard") == board
    talk.say("undo", "undo")
    assert "X" not in talk.ask("gogui-rules_board")
    talk.ask("gogui-play_sequence b b2 w c3 b c2")
    assert talk.ask("gogui-rules_board").split() == list(".... ..O. .XX. ....".replace(" ", ""))
    assert "may not play" in talk.refused("gogui-play_sequence w a1 b a1")
    assert "for each move" in talk.refused("gogui-play_sequence w")
    assert talk.ask("gogui-rules_side_to_move") == "white"


def test_who_may_skip_his_turn():
    talk = Talk(Othello(4))
    assert talk.refused("play w A1") == "illegal move: it is the turn of black"
    assert talk.refused("genmove white") == "illegal move: it is the turn of black"
    assert talk.refused("genmove green").startswith("invalid color or coordinate")


def test_go_has_points_passes_and_a_komi():
    talk = Talk(Go(5))
    assert talk.ask("gogui-rules_board_size") == "5"
    talk.ask("komi 0.5")
    talk.ask("gogui-play_sequence b c1 w a5 b c2 w b5 b c3 w pass b c4 w pass b c5")
    assert talk.ask("showboard").splitlines() == [
        "",
        "    A B C D E",
        "  5 O O X . .",
        "  4 . . X . .",
        "  3 . . X . .",
        "  2 . . X . .",
        "  1 . . X . .",
        "    A B C D E",
    ]
    # Black has his stones and all on their right; what both reach is nobody's.
    assert talk.ask("final_score") == "B+12.5"
    talk.ask("komi 20")
    assert talk.ask("final_score") == "W+7"
    assert talk.refused("play w c3") == "illegal move: white may not play c3"
    talk.ask("gogui-play_sequence w pass b pass")
    assert talk.ask("gogui-rules_final_result") == "White wins: W+7"
    talk.ask("genmove w")  # a game goes on after two passes, as servers have it
    talk.ask("undo")
    talk.ask("undo")
    assert "pass" in talk.ask("gogui-rules_legal_moves").split()
    assert talk.ask("boardsize 7") == ""
    assert talk.ask("final_score") == "W+20"
    assert talk.refused("boardsize 20").startswith("unacceptable size: size must be from 2 to 19")


def test_handicap_stones_are_laid_one_after_the_other():
    talk = Talk(Go(5))
    talk.say("play b b2", "play b d4", "play b b4")
    assert talk.ask("showboard").splitlines()[2:7] == [
        "  5 . . . . .",
        "  4 . X . X .",
        "  3 . . . . .",
        "  2 . X . . .",
        "  1 . . . . .",
    ]
    assert talk.ask("gogui-rules_side_to_move") == "white"
    talk.ask("undo")
    talk.ask("undo")
    assert talk.ask("gogui-rules_board").count("X") == 1
    assert talk.ask("gogui-rules_side_to_move") == "white"
    talk.ask("genmove b")
    talk.ask("undo")
    assert talk.ask("gogui-rules_side_to_move") == "white"


def test_a_regression_plays_no_move(talk):
    found = {talk.ask("reg_genmove b") for _ in range(3)}
    assert len(found) == 1
    assert found == {Talk(Hex(4)).ask("genmove b")}
    assert talk.ask("gogui-rules_side_to_move") == "black"


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("boil", "unknown command 'boil'"),
        ("play b", "syntax error: expected play COLOR VERTEX"),
        ("play b E1", "invalid color or coordinate: a vertex is A1 to D4"),
        ("play b I1", "without the letter I"),
        ("play b A0", "invalid color or coordinate"),
        ("play b A5", "invalid color or coordinate"),
        ("play b pass", "invalid color or coordinate"),
        ("play b \u00b24", "invalid color or coordinate"),
        ("play red A1", "invalid color or coordinate: a color is black or white"),
        ("play w A1", "illegal move: it is the turn of black"),
        ("genmove", "syntax error: expected genmove COLOR"),
        ("boardsize", "syntax error: expected boardsize SIZE"),
        ("boardsize 99", "unacceptable size: size must be from 2 to 11, not 99"),
        ("boardsize four", "syntax error: the size must be a whole number"),
        ("boardsize -4", "syntax error: the size must be a whole number"),
        ("komi plenty", "syntax error: the komi must be a number"),
        ("komi nan", "syntax error: the komi must be a number"),
        ("time_settings 10 5", "syntax error: expected time_settings MAIN_TIME"),
        ("time_settings -1 0 0", "the main time must be 0 seconds or more"),
        ("time_settings 10 5 many", "the number of byo-yomi stones must be a whole number"),
        ("time_left b 10", "syntax error: expected time_left COLOR TIME STONES"),
        ("time_left b inf 0", "the time must be a number"),
        ("undo", "cannot undo"),
        ("final_score", "cannot score: the game goes on"),
        ("lz-analyze b soon", "syntax error: expected a color, an interval"),
        ("lz-analyze b interval", "the number after interval must be a whole number"),
        ("known_command", "syntax error: expected known_command COMMAND"),
    ],
)
def test_what_makes_no_sense_is_refused_and_changes_nothing(talk, line, why):
    board = talk.ask("showboard")
    assert why in talk.refused(line)
    assert talk.ask("showboard") == board
    assert talk.ask("genmove b")


def test_games_without_vertices_are_refused():
    with pytest.raises(gt.BadParameter, match=r"GTP is spoken about go, hex.*not about chess"):
        Talk(Chess())

    class Misere(Hex):
        """Whoever joins his sides has lost."""

    with pytest.raises(gt.BadParameter, match="not about misere"):
        Talk(Misere(3))
    with pytest.raises(gt.BadParameter, match="25 rows and columns, not for 26 columns"):
        Talk(Mnk(26, 3, 3))
    with pytest.raises(gt.BadParameter, match=r"resign must be a chance from 0 to 0\.5"):
        Talk(Hex(3), resign=0.9)


def test_analysis_goes_on_until_the_next_line():
    talk = Talk(Hex(4))
    talk.engine.take("7 lz-analyze b 5 maxmoves 3")
    deadline = time.monotonic() + 60.0
    while len(talk.lines) < 4 and time.monotonic() < deadline:
        time.sleep(0.005)
    told = list(talk.lines)
    assert told[0] == "=7"
    assert "" not in told
    assert talk.say("name")[-1] == "= gametree"
    assert talk.lines[-3:] == ["", "= gametree", ""]
    words = told[2].split()
    assert words[:2] == ["info", "move"]
    assert 1 <= told[2].count("info move ") <= 3
    assert 0 <= int(words[words.index("winrate") + 1]) <= 10_000
    assert words[words.index("pv") + 1] == words[2]


def test_analysis_that_is_stopped_before_it_has_begun_tells_nothing(monkeypatch):
    monkeypatch.setattr(gt.Searcher, "run", lambda searcher, *_, **__: searcher.result())
    talk = Talk(Hex(4))
    talk.engine.take("7 lz-analyze b 5")
    talk.engine.take("name")
    assert talk.lines == ["=7", "", "= gametree", ""]


def test_analysis_of_what_is_proven_waits_to_be_stopped():
    talk = Talk(Hex(2))
    talk.engine.take("analyze b 1")
    time.sleep(0.3)
    assert "" not in talk.lines
    assert talk.say("gogui-rules_side_to_move")[-1] == "= black"
    talk.engine.take("analyze 1")
    talk.engine.finish()
    assert talk.lines[-1] == ""


def test_a_move_with_its_analysis():
    talk = Talk(Hex(3), simulations=100)
    lines = talk.say("9 lz-genmove_analyze b 1")
    assert lines[0] == "=9"
    assert lines[1].startswith("info move ")
    word, vertex = lines[-1].split()
    assert word == "play"
    assert vertex not in talk.ask("gogui-rules_legal_moves").split()


def test_a_search_is_interrupted():
    talk = Talk(Hex(6), simulations=10**9)
    begun = time.monotonic()
    talk.engine.take("genmove b")
    talk.engine.take("# interrupt")
    assert talk.lines[0].startswith("= ")
    talk.engine.take("genmove w")
    assert not talk.engine.take("quit")
    assert len(talk.lines) == 6
    assert time.monotonic() - begun < 60.0


def test_clocks_bound_a_move():
    talk = Talk(Hex(5), simulations=10**9)
    begun = time.monotonic()
    talk.say("time_settings 1 0 0", "genmove b")
    talk.say("time_settings 0 1 10", "genmove w", "time_left b 0 1", "genmove b")
    assert time.monotonic() - begun < 30.0
    assert talk.engine._board.moves == 3


def test_it_resigns_what_is_lost():
    talk = Talk(TicTacToe(), simulations=400, resign=0.1)
    talk.ask("gogui-play_sequence b b2 w a3 b c3 w a1 b a2")
    assert talk.ask("genmove w") == "C2"  # it must
    talk.ask("gogui-play_sequence b b1")
    assert talk.ask("gogui-rules_side_to_move") == "white"
    lost = Talk(Hex(3), simulations=3000, resign=0.1)
    lost.ask("play b b2")
    assert lost.ask("genmove w") == "resign"
    assert lost.ask("gogui-rules_side_to_move") == "white"


def test_a_swap_has_the_name_that_hex_programs_use():
    talk = Talk(Hex(3, swap=True))
    talk.ask("play b a3")
    assert "swap-pieces" in talk.ask("gogui-rules_legal_moves").split()
    talk.ask("play w SWAP-PIECES")
    assert talk.ask("gogui-rules_board").split() == list("O........")
    assert talk.ask("boardsize 4") == ""
    talk.ask("play b a1")
    talk.ask("play w swap-pieces")


def test_thinking_on_keeps_the_tree():
    talk = Talk(Hex(4), ponder=True)
    for colour in "bw":
        talk.ask(f"genmove {colour}")
    assert talk.engine._search.at(talk.engine._board.record).result().simulations > 30
    talk.ask("undo")
    talk.ask("genmove w")
    talk.engine.finish()


WORDS = st.sampled_from(
    [
        *COMMANDS,
        *("black", "white", "b", "w", "A1", "a3", "C2", "i9", "pass", "swap-pieces", "resign"),
        *("0", "1", "3", "5", "17", "-1", "1.5", "nan", "#", "# interrupt", "\t", "\x00", "=", "é"),
    ]
)
LINES = st.lists(WORDS, max_size=5).map(" ".join) | st.text(max_size=20)


@settings(max_examples=40, deadline=None)
@given(st.lists(LINES, max_size=12))
def test_any_lines_are_answered_once_each(lines):
    talk = Talk(Hex(3), simulations=2)
    asked = 0
    for line in lines:
        commands = "".join(c for c in line.replace("\t", " ") if c >= " " and c != "\x7f")
        asked += bool(commands.partition("#")[0].split())
        if not talk.engine.take(line):
            break
    talk.engine.finish()
    answers = [line for line in talk.lines if line[:1] in ("=", "?")]
    assert len(answers) == asked
    assert talk.lines.count("") == asked
    assert talk.ask("gogui-rules_game_id") == "Hex"
