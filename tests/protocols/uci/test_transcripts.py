"""Conversations as programs that show chess, or play matches, hold them by UCI."""

from __future__ import annotations

import time

import pytest

from gametree.games import Chess
from gametree.limits import Limit
from gametree.protocols.engine.move_timer import MoveTimer

from .talk import Talk

MATE_IN_ONE = "position fen 6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1"
KINGS_AND_ROOKS = "r3k2r/8/8/8/8/8/8/R3K2R w"


@pytest.fixture
def talk():
    found = Talk()
    yield found
    found.engine.stop()


def until(condition):
    """Wait for what another thread does."""
    deadline = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.002)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("position", "position is followed by startpos or by fen and a FEN"),
        ("position fen", "position is followed by startpos or by fen and a FEN"),
        ("position moves e2e4", "position is followed by startpos or by fen and a FEN"),
        ("position fen 8/8/8 w", "its board has 3 rows"),
        ("position fen rnbqkbnr/pppppppp/8/8", "it has 1 fields"),
        ("position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN w KQkq - 0 1", "row 1"),
        ("position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x", "must be w or b"),
        ("position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 x", "clock and move"),
        ("position fen bnrbkrqn/pppppppp/8/8/8/8/PPPPPPPP/BNRBKRQN w FCfc - 0 1", "of Chess960"),
        (
            "position fen bnrbkrqn/pppppppp/8/8/8/8/PPPPPPPP/BNRBKRQN w KQkq - 0 1",
            "needs a king on",
        ),
        ("position startpos moves e2e5", "'e2e5' is no legal move here"),
        ("position startpos moves e2e4 nonsense", "'nonsense' is no move"),
        ("position startpos moves e2e4 0000", "nobody may pass in chess"),
        ("position startpos moves e1h1", "'e1h1' is no legal move here"),
        ("position startpos moves e2e4 e7e5 e2e4", "'e2e4' is no legal move here"),
        ("position startpos e2e4", "position is followed by startpos"),
        (f"{MATE_IN_ONE} moves d1d8 g8h8", "the game is over"),
    ],
)
def test_a_position_that_is_refused_leaves_none(talk, line, why):
    for before in (MATE_IN_ONE, "position startpos moves e2e4"):
        talk.say(before)
        (answer,) = talk.say(line)
        assert answer.startswith("info string ")
        assert why in answer
        assert talk.best("go movetime 100") == "(none)"
        assert why in talk.lines[-2]  # told again, beside the answer
        assert talk.best("isready", "ucinewgame", "go nodes 5") == "(none)"
        assert talk.best(MATE_IN_ONE, "go nodes 300") == "d1d8"


@pytest.mark.parametrize(
    ("fields", "moves", "fen"),
    [
        ("KQkq - 0 1", "", "KQkq - 0 1"),
        ("", "", "- - 0 1"),
        ("KQ", "", "KQ - 0 1"),
        ("KQkq -", "", "KQkq - 0 1"),
        ("KQkq - 7", "", "KQkq - 7 1"),
        ("KQkq - 0 0", "", "KQkq - 0 1"),
        ("kqKQ - 3 250", "", "KQkq - 3 250"),
        ("HAha - 0 1", "", "KQkq - 0 1"),
        ("HQah - 0 1", "", "KQkq - 0 1"),
        ("KQkq - - -", "", "KQkq - 0 1"),
        ("KQkq - 0 1", "e1h1 e8a8", "- - 2 2"),
        ("KQkq - 0 1", "e1a1 e8h8", "- - 2 2"),
        ("KQkq - 0 1", "e1g1 e8c8", "- - 2 2"),
        ("KQkq - 0 1", "E1G1", "kq - 1 1"),
    ],
)
def test_positions_as_programs_write_them(talk, fields, moves, fen):
    assert talk.say(f"position fen {KINGS_AND_ROOKS} {fields} moves {moves}") == []
    record = talk.engine._record
    shown = Chess().state_to_fen(record.state)
    assert shown.split()[2:] == fen.split()
    if moves == "e1h1 e8a8":
        assert shown.startswith("2kr3r/8/8/8/8/8/8/R4RK1 ")


def test_a_promotion_may_be_in_capitals(talk):
    talk.say("position fen 7k/P7/8/8/8/8/8/K7 w - - 0 1 moves a7a8N")
    assert Chess().state_to_fen(talk.engine._record.state).startswith("N6k/")


def test_a_game_goes_on_where_a_draw_could_be_claimed(talk):
    """A program that shows chess may not know of claims, or leave them to its players."""
    circle = "g1f3 g8f6 f3g1 f6g8"
    moves = f"{circle} {circle}"
    assert talk.best(f"position startpos moves {moves}", "go nodes 20") != "(none)"
    assert talk.best(f"position startpos moves {moves} e2e4", "go nodes 20") != "(none)"
    assert talk.best("position fen 7k/8/8/8/8/8/R7/K7 w - - 120 90", "go nodes 20") != "(none)"
    assert talk.best("position fen 7k/8/8/8/8/8/R7/K7 w - - 150 90", "go nodes 20") == "(none)"


def test_only_the_moves_that_are_asked_for_are_searched(talk):
    talk.best("setoption name MultiPV value 9", MATE_IN_ONE, "go nodes 200")
    assert talk.best("go nodes 200 searchmoves a1b1 d1d2 wtime 5") in ("a1b1", "d1d2")
    listed = {line.split(" pv ")[1].split()[0] for line in talk.lines if " pv " in line}
    assert listed == {"a1b1", "d1d2"}
    assert talk.best("go nodes 200 searchmoves a1a8 a1b1") == "a1b1"
    assert any("searchmoves: 'a1a8' is no legal move" in line for line in talk.lines)
    assert talk.best("go nodes 200 searchmoves a1a8") == "(none)"
    assert talk.best("go nodes 200") == "d1d8"  # all moves again


def test_pondering_waits_for_what_was_expected(talk):
    talk.say(MATE_IN_ONE, "isready", "go ponder nodes 20 wtime 1000 btime 1000")
    # The mate is proven at once; yet nothing is told before ponderhit.
    until(lambda: any(" score mate 1 " in line for line in talk.lines))
    talk.say("isready")
    assert not talk.lines[-1].startswith("bestmove")
    assert talk.best("ponderhit") == "d1d8"


def test_pondering_ends_when_another_move_comes(talk):
    talk.say("position startpos moves e2e4 e7e5", "go ponder wtime 1000 btime 1000")
    assert talk.say("stop")[-1].startswith("bestmove ")
    answers = len(talk.lines)
    assert talk.say("ponderhit", "stop") == []  # nothing is under way
    assert len(talk.lines) == answers


def test_a_hit_gives_the_search_its_own_limit(talk):
    talk.say("position startpos", "isready", "go ponder nodes 30")
    until(lambda: any(int(_after(line, "nodes")) > 60 for line in talk.lines if " nodes " in line))
    assert talk.best("ponderhit") != "(none)"


def _after(line, word):
    words = line.split()
    return words[words.index(word) + 1]


def test_a_move_comes_with_the_answer_to_expect(talk):
    talk.best("position startpos", "go nodes 100")
    words = talk.lines[-1].split()
    assert words[2] == "ponder"
    game = Chess()
    state = game.next_state(
        game.initial_state(), game.text_to_action(game.initial_state(), words[1])
    )
    game.text_to_action(state, words[3])


def test_an_endless_search_goes_on_with_full_memory(talk):
    talk.say("setoption name Hash value 1", "position startpos", "isready", "go infinite")
    infos = lambda: [line for line in talk.lines if " hashfull " in line]  # noqa: E731
    until(lambda: any(int(_after(line, "hashfull")) > 500 for line in infos()))
    full = next(place for place, line in enumerate(infos()) if int(_after(line, "hashfull")) > 500)
    nodes = int(_after(infos()[full], "nodes"))
    # Long after the memory was full, simulations still come.
    until(lambda: int(_after(infos()[-1], "nodes")) > 2 * nodes)
    assert all(0 <= int(_after(line, "hashfull")) <= 1000 for line in infos())
    assert talk.best("stop") != "(none)"


@pytest.mark.parametrize(
    "go",
    [
        "go movetime infinite",
        "go movetime",
        "go nodes many",
        "go depth",
        "go wtime x btime y",
        "go movetime 0",
        "go movetime -5",
        "go depth 0",
        "go depth -3",
        "go nodes -1",
        "go mate 1",
        "go mate 0 nodes 5",
        "go wtime 0 btime 0",
        "go wtime 500 movestogo 0",
        "go wtime 500 movestogo -1",
        "go wtime 500 winc -500",
        "go btime 500",
        "go wibble wobble",
    ],
)
def test_numbers_that_make_no_sense_end_in_a_move(talk, go):
    talk.engine.take("setoption name Hash value 1")
    assert talk.best(MATE_IN_ONE, go) == "d1d8"


def test_lines_as_programs_send_them(talk):
    assert talk.say("", "   ", "\r\n", "\t", "debug on", "register later", "debug off") == []
    assert talk.say("isready\r\n") == ["readyok"]
    assert talk.told("joho isready") == ["'joho' is no command of UCI that is known here"]
    assert talk.lines[-1] == "readyok"
    assert talk.say("setoption name Clear Hash", "setoption name Ponder value true") == []
    assert talk.say("setoption name UCI_Chess960 value false", "stop", "ponderhit") == []
    assert talk.say("  position   startpos   moves   e2e4  ") == []
    options = talk.say("uci")
    assert "option name Clear Hash type button" in options
    assert "option name Ponder type check default false" in options


def test_commands_during_a_search(talk):
    talk.say("position startpos", "isready", "go infinite")
    assert talk.say("isready") == ["readyok"] or talk.lines[-1] == "readyok"
    assert not any(line.startswith("bestmove") for line in talk.lines)
    talk.say("xyzzy", "debug on", "")
    assert not any(line.startswith("bestmove") for line in talk.lines)
    talk.say("position startpos moves e2e4")  # ends the search, whose move is told first
    assert sum(line.startswith("bestmove") for line in talk.lines) == 1
    talk.say("go infinite")
    talk.engine.finish()  # the end of the input
    assert talk.lines[-1].startswith("bestmove")


class FakeClock:
    """A clock that goes on when it is told to."""

    def __init__(self):
        self.now = 100.0

    def __call__(self):
        return self.now


def test_the_time_around_a_search_is_taken_off_it():
    clock = FakeClock()
    timer = MoveTimer(clock)

    def move(before, after):
        timer.begin()
        clock.now += before
        rest = timer.rest(Limit(seconds=1.0)).seconds
        clock.now += rest
        timer.searched()
        clock.now += after
        timer.answered()
        return timer.seconds

    assert move(0.25, 0.05) == pytest.approx(1.05)  # nobody knows yet what comes after a search
    assert move(0.25, 0.05) == pytest.approx(1.0)
    assert move(0.0, 0.01) == pytest.approx(0.96)
    assert move(0.0, 0.04) == pytest.approx(1.0)


def test_the_engine_measures_its_moves_from_the_command_on():
    """The time to follow the game is part of the time for the move."""

    class Watched(MoveTimer):
        limits: list[float] = []  # noqa: RUF012

        def rest(self, limit):
            self.limits.append(limit.seconds)
            return Limit(3)

    timer = Watched(FakeClock())
    talk = Talk(timer=timer)
    talk.best("position startpos", "go movetime 500")
    talk.best("setoption name Move Overhead value 100", "go movetime 500")
    assert timer.limits == [pytest.approx(0.49), pytest.approx(0.4)]


CHESS960 = "position fen bqnbrk1r/pppppppp/8/8/8/8/PPPPPPPP/BQNBRK1R w {} - 0 1"


@pytest.mark.parametrize("castling", ["KQkq", "HEhe", "HAha"])
def test_chess960_is_an_option(talk, castling):
    assert "option name UCI_Chess960 type check default false" in talk.say("uci")
    position = CHESS960.format(castling)
    refused = talk.told(position)
    assert ("needs a king on" if castling != "HEhe" else "UCI_Chess960") in refused[0]
    assert talk.say("setoption name uci_chess960 value true") == []
    if castling == "HAha":
        assert "needs a king on row 1, and a rook there on column a" in talk.told(position)[0]
        return
    assert talk.say(f"{position} moves f1h1 f8e8") != []  # the king cannot go there
    assert talk.say(f"{position} moves f1h1 f8h8") == []
    assert talk.best("go nodes 20") != "0000"
    assert talk.best(position, "go nodes 20 searchmoves f1h1") == "f1h1"
    assert talk.say("setoption name UCI_Chess960 value false") == []
    assert talk.told(position) == refused
    assert talk.say("position startpos moves e2e4") == []
