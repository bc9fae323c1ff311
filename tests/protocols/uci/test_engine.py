"""The engine's side of UCI, interpreted: what it answers, what it leaves out, how soon it stops."""

from __future__ import annotations

import time

import pytest

from gametree.games import Chess
from gametree.protocols.uci.commands import UciGo, read_go
from gametree.protocols.uci.dialects import UCI

from .talk import Talk


@pytest.fixture
def talk():
    found = Talk()
    yield found
    found.engine.stop()


def test_it_introduces_itself(talk):
    lines = talk.say("uci", "isready")
    assert lines[0].startswith("id name gametree ")
    assert "option name MultiPV type spin default 1 min 1 max 218" in lines
    assert lines[-2:] == ["uciok", "readyok"]
    assert not talk.engine.take("quit")


def test_it_plays_a_mate_and_says_so(talk):
    best = talk.best("position fen 6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", "go nodes 500")
    assert best == "d1d8"
    assert "score mate 1 " in talk.lines[-2]
    assert talk.lines[-2].endswith("pv d1d8")
    best = talk.best("position fen 6k1/8/6K1/8/8/8/8/7R b - - 0 1", "go nodes 500")
    assert best == "g8f8"


def test_positions_are_followed_move_by_move(talk):
    game = Chess()
    state = game.initial_state()
    moves = []
    for _ in range(4):
        best = talk.best(f"position startpos moves {' '.join(moves)}", "go nodes 30")
        state = game.next_state(state, game.text_to_action(state, best))
        moves.append(best)


def test_many_lines(talk):
    talk.best("setoption name multipv value 3", "position startpos", "go nodes 100")
    last = talk.lines[-4:-1]
    assert [line.split()[6] for line in last] == ["1", "2", "3"]
    assert len({line.split(" pv ")[1].split()[0] for line in last}) == 3


@pytest.mark.parametrize("go", ["go infinite", "go nodes 1000000", "go movetime 100000", "go"])
def test_it_stops_at_once(talk, go):
    talk.say("position startpos", "isready")  # the searcher is made by now
    talk.say(go)
    time.sleep(0.05)
    assert not talk.lines[-1].startswith("bestmove")
    begun = time.monotonic()
    talk.say("stop")
    taken = time.monotonic() - begun
    assert talk.lines[-1].startswith("bestmove")
    assert taken < 2.0  # on a machine that may be busy; docs/games/chess.md has what was measured


def test_no_move_is_told_before_an_infinite_search_is_stopped(talk):
    talk.say("position fen 6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", "go infinite")
    time.sleep(0.3)  # proven long since
    assert not talk.lines[-1].startswith("bestmove")
    assert talk.best("stop") == "d1d8"


@pytest.mark.parametrize(
    "go",
    [
        "go movetime 60",
        "go wtime 2000 btime 2000 winc 10 binc 10",
        "go wtime 900 btime 5 movestogo 3",
        "go wtime -20 btime -20",
        "go depth 1",
        "go nodes 0",
        "go mate 2 nodes 5 searchmoves e2e4",
    ],
)
def test_limits(talk, go):
    begun = time.monotonic()
    assert talk.best("position startpos", go) in {
        Chess().action_to_uci(action) for action in Chess().legal_actions(Chess().initial_state())
    }
    assert time.monotonic() - begun < 20.0


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("setoption Hash 3", "setoption is followed by name"),
        ("setoption name Colour value red", "there is no option 'Colour'"),
        ("setoption name Hash value many", "Hash must be a number from 1 to 1048576"),
        ("setoption name Hash", "Hash must be a number"),
        ("setoption name UCI_Chess960 value yes", "must be true or false"),
        ("xyzzy \x00 \xff", "'xyzzy' is no command of UCI"),
    ],
)
def test_what_makes_no_sense_is_told_and_changes_nothing(talk, line, why):
    talk.say("position fen 6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1")
    (answer,) = talk.say(line)
    assert answer.startswith("info string ")
    assert why in answer
    assert talk.best("go nodes 300") == "d1d8"


def test_a_finished_game_has_no_move(talk):
    assert talk.best("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "go nodes 10") == "(none)"


def test_words_of_go():
    line = "nodes 5 binc 7 infinite ponder p1time movestogo searchmoves e2e4 d2d4 mate 3"
    assert read_go(line.split(), UCI) == UciGo(
        times=(None, None),
        increments=(None, 7),
        nodes=5,
        mate=3,
        infinite=True,
        ponder=True,
        searchmoves=("e2e4", "d2d4"),
        faults=(
            "go movestogo needs a number, not ''; it is left out",
            "go does not know, and leaves out: p1time",
        ),
    )
    assert read_go(["nodes", "9" * 30], UCI).nodes == 1 << 40
    assert read_go(["wtime", "60000.0", "btime", "-3"], UCI).times == (60000, -3)
    for wrong in ("1e3", "2.5", "--5", "\u0663", "x", "nan", "1_0"):
        assert read_go(["movetime", wrong], UCI).movetime is None
