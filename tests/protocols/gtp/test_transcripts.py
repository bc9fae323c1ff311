"""Conversations as servers, boards and controllers hold them by GTP."""

from __future__ import annotations

import time

import pytest

import gametree as gt
from gametree.games import Go, Hex
from gametree.protocols.gtp.clocks import GtpClocks
from gametree.protocols.gtp.dialects import dialect_of

from .talk import Talk


def analysis(talk, command):
    """Return the first line of an analysis, and end it."""
    talk.lines.clear()
    talk.engine.take(command)
    deadline = time.monotonic() + 60
    while not any(line.startswith("info") for line in talk.lines):
        assert time.monotonic() < deadline
        time.sleep(0.002)
    talk.say("name")
    return next(line for line in talk.lines if line.startswith("info"))


def stones(talk):
    return talk.ask("gogui-rules_board")


def test_kgs_cleans_up_after_two_passes():
    talk = Talk(Go(5))
    talk.say("kgs-rules chinese", "boardsize 5", "clear_board", "komi 7.5")
    assert talk.ask("kgs-time_settings byoyomi 60 10 3") == ""
    talk.say("play b c3", "play w c2", "play b d2", "play w pass", "play b pass")
    assert talk.ask("gogui-rules_final_result").endswith(talk.ask("final_score"))
    assert talk.ask("final_status_list dead") == talk.ask("final_status_list seki") == ""
    assert talk.ask("final_status_list alive") == "C3\nC2 D2"
    move = talk.ask("kgs-genmove_cleanup w")
    assert move.lower() not in ("c3", "c2", "d2")
    talk.say("play b pass", "play w pass", "play b b2")  # and so on, as often as they like
    assert talk.ask("genmove w")
    for _ in range(3):
        talk.ask("undo")
    assert talk.ask("kgs-game_over") == ""


def test_play_goes_on_after_many_passes_and_long_games():
    talk = Talk(Go(3, max_plies=18))
    for colour in "bw" * 10:
        talk.ask(f"play {colour} pass")
    assert talk.ask("genmove b")
    assert talk.ask("genmove w")
    for _ in range(22):
        talk.ask("undo")
    assert talk.refused("undo") == "cannot undo: no move has been made"


@pytest.mark.parametrize(
    ("size", "count", "points"),
    [
        (19, 2, "D4 Q16"),
        (19, 5, "D4 Q16 D16 Q4 K10"),
        (19, 6, "D4 Q16 D16 Q4 D10 Q10"),
        (19, 7, "D4 Q16 D16 Q4 D10 Q10 K10"),
        (19, 8, "D4 Q16 D16 Q4 D10 Q10 K4 K16"),
        (19, 9, "D4 Q16 D16 Q4 D10 Q10 K4 K16 K10"),
        (9, 4, "C3 G7 C7 G3"),
        (8, 4, "C3 F6 C6 F3"),
        (7, 3, "C3 E5 C5"),
    ],
)
def test_points_of_fixed_handicaps(size, count, points):
    dialect = dialect_of(Go(size))
    assert " ".join(map(dialect.vertex, dialect.handicap(count))) == points


def test_fixed_handicaps():
    talk = Talk(Go(7))
    assert talk.ask("fixed_handicap 3") == "C3 E5 C5"
    assert stones(talk).count("X") == 3
    assert talk.ask("gogui-rules_side_to_move") == "white"
    assert talk.refused("undo") == "cannot undo: no move has been made"
    assert talk.refused("fixed_handicap 2") == "board not empty"
    talk.say("komi 0.5", "play w a1", "play b b1")
    assert stones(talk).count("X") == 4
    talk.say("undo", "undo", "clear_board")
    assert stones(talk).count("X") == 0


def test_free_handicaps():
    talk = Talk(Go(9))
    assert talk.ask("place_free_handicap 3") == "C3 G7 C7"
    talk.ask("clear_board")
    assert len(talk.ask("place_free_handicap 20").split()) == 9  # fewer than were asked for
    talk.ask("clear_board")
    assert talk.ask("set_free_handicap d4 E5 f6 G7") == ""
    assert stones(talk).count("X") == 4
    assert talk.ask("gogui-rules_side_to_move") == "white"


@pytest.mark.parametrize(
    ("game", "line", "why"),
    [
        (Go(9), "fixed_handicap 1", "invalid number of stones: a board of size 9 takes 2 to 9"),
        (Go(9), "fixed_handicap 10", "takes 2 to 9"),
        (Go(8), "fixed_handicap 5", "takes 2 to 4"),
        (Go(5), "fixed_handicap 2", "takes none"),
        (Go(5), "place_free_handicap 2", "takes none"),
        (Go(9), "set_free_handicap a1", "bad vertex list"),
        (Go(9), "set_free_handicap a1 A1", "bad vertex list"),
        (Go(9), "set_free_handicap a1 pass", "bad vertex list"),
        (Go(9), "set_free_handicap a1 z9", "invalid color or coordinate"),
        (Hex(5), "fixed_handicap 2", "hex has no handicap stones"),
        (Hex(5), "set_free_handicap a1 b2", "hex has no handicap stones"),
        (Hex(5), "final_status_list dead", "hex has no dead stones"),
        (Go(9), "final_status_list living", "a status is alive, seki or dead"),
        (Go(9), "kgs-rules japanese", "only area scoring"),
        (Go(9), "kgs-time_settings", "a time system is one of none, absolute"),
        (Go(9), "kgs-time_settings fischer 60 5", "a time system is one of none, absolute"),
        (Go(9), "kgs-time_settings byoyomi 60", "expected byoyomi MAIN_TIME PERIOD_TIME PERIODS"),
        (Go(9), "kata-time_settings fischer 60", "expected fischer MAIN_TIME INCREMENT"),
        (Go(9), "komi 6_5", "the komi must be a number"),
        (Go(9), "komi", "expected komi KOMI"),
        (Go(9), "lz-analyze avoid b", "expected a color, an interval"),
    ],
)
def test_what_makes_no_sense_is_refused(game, line, why):
    talk = Talk(game)
    board = talk.ask("showboard")
    assert why in talk.refused(line)
    assert talk.ask("showboard") == board


def test_numbers_as_programs_write_them():
    talk = Talk(Go(5))
    for line in ("komi 6,5", "komi +6.5", "komi 65e-1", "KOMI"):
        if line == "KOMI":
            assert "unknown command" in talk.refused(line)
        else:
            assert talk.ask(line) == ""
            assert talk.ask("final_score") == "W+6.5"
    for line in ("time_left b -3 0", "time_left W -0.25 1", "time_left White 0 0"):
        assert talk.ask(line) == ""
    assert talk.ask("genmove B")
    assert talk.ask("play WHITE pAsS") == ""
    assert talk.say("7 known_command\tkata-analyze # does it?\r", "\x01\x02") == ["=7 true"]


def test_time_systems_of_kgs_and_kata():
    talk = Talk(Go(5))
    assert talk.ask("kata-list_time_settings").split() == [
        *("none", "absolute", "byoyomi", "canadian", "fischer", "fischer-capped"),
    ]
    for line in (
        *("none", "absolute 300", "byoyomi 0 5 3", "canadian 0 30 6"),
        *("canadian 60 30 25", "byoyomi 60.5 10.0 5"),
    ):
        assert talk.ask(f"kgs-time_settings {line}") == ""
        assert talk.ask(f"kata-time_settings {line}") == ""
    assert talk.ask("kata-time_settings fischer 60 5") == ""
    assert talk.ask("kata-time_settings fischer-capped 60 5 90 10") == ""
    assert talk.ask("kata-time_settings fischer-capped 86400 3600 172800 -1") == ""
    assert talk.ask("kata-time_settings fischer-capped 60 5 -1 -1") == ""
    (refused,) = talk.say("kata-time_settings fischer-capped 60 5 inf 10")
    assert refused.startswith("? syntax error")


def test_periods_are_used_up_one_by_one():
    clocks = GtpClocks()
    clocks.set_periods(10, 5, 3)
    assert clocks.limit(0, 20.0).seconds > 0
    clocks.spend(0, 12)  # two seconds into the first period
    assert clocks.limit(0, 20.0).seconds == pytest.approx(4.95)
    clocks.spend(0, 11)  # two periods are gone
    assert clocks.limit(0, 20.0).seconds == pytest.approx(4.95)
    clocks.tell(0, 3.0, 1)
    assert clocks.limit(0, 20.0).seconds == pytest.approx(2.95)
    clocks.tell(0, -3.0, 1)
    assert 0 < clocks.limit(0, 20.0).seconds < 0.01
    clocks.set_periods(0, 5, 2)
    assert clocks.limit(1, 20.0).seconds == pytest.approx(4.95)
    clocks.set_periods(0, 0, 0)
    assert clocks.limit(1, 20.0) is None


def test_an_increment_comes_with_each_move():
    clocks = GtpClocks()
    clocks.set_increment(10, 4)
    before = clocks.limit(0, 20.0).seconds
    clocks.spend(0, 4)
    assert clocks.limit(0, 20.0).seconds == pytest.approx(before)
    clocks.set_increment(100, 50, 60, 2)
    assert clocks.limit(0, 20.0).longest <= 2


def test_analysis_as_boards_ask_for_it():
    talk = Talk(Go(5))
    line = analysis(talk, "lz-analyze b interval 1 minmoves 2 maxmoves 3 avoid b c3,d4 1")
    moves = [part.split()[1] for part in line.split("info ")[1:]]
    assert 1 <= len(moves) <= 3
    assert not {"C3", "D4"} & {*moves}
    line = analysis(talk, "kata-analyze 1 ownership true rootInfo true allow b c3 1")
    words = line.split()
    assert words[:3] == ["info", "move", "C3"]
    assert 0 <= float(words[words.index("winrate") + 1]) <= 1
    assert -1 <= float(words[words.index("utility") + 1]) <= 1
    assert line.count("info ") == 1
    assert talk.say("kata-genmove_analyze w 1")[-1].startswith("play ")


def test_analysis_goes_on_with_full_memory(monkeypatch):
    limits = []
    searching = gt.Searcher.run

    def watched(self, limit, **options):
        limits.append(limit)
        return searching(self, gt.Limit(5), **options)

    monkeypatch.setattr(gt.Searcher, "run", watched)
    talk = Talk(Go(5))
    talk.engine.take("lz-analyze 1")
    talk.say("name")
    # With seconds beside the memory, nodes are recycled; by memory alone the search would end.
    assert limits[0].seconds > 1e6
    assert limits[0].memory == 1 << 24
