"""UGI, interpreted: whole games of any kind, moves with spaces, queries, dice, what is refused."""

from __future__ import annotations

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

import gametree as gt
from gametree.cli import main
from gametree.games import Chess, Nim, Othello, TicTacToe
from gametree.protocols.uci.dialects import ugi
from gametree.protocols.uci.engine import UciEngine
from gametree.protocols.uci.notation import Notation


class Talk:
    """A conversation with an engine."""

    def __init__(self, game):
        self.lines = []
        dialect = ugi(game.players)
        self.engine = UciEngine(self.lines.append, game, dialect, compiled=False, seed=1)

    def say(self, *lines):
        """Return all that is answered, when the searches have ended by themselves."""
        before = len(self.lines)
        for line in lines:
            assert self.engine.take(line)
        self.engine._search.wait()
        return self.lines[before:]

    def ask(self, question):
        (answer,) = self.say(f"query {question}")
        word, told = answer.split()
        assert word == "response"
        return told


class Words(gt.Game):
    """Say a word; three players in turn. Some are written alike, but for their spaces."""

    players = 3
    words = ("(4, 4)", "(4,4)", "a b", "a_b", "", "#1")

    def initial_state(self):
        return (0, 0)

    def current_player(self, state):
        return state[0] % 3

    def legal_actions(self, state):
        return range(len(self.words)) if state[0] < 3 else []

    def next_state(self, state, action):
        return (state[0] + 1, 10 * state[1] + action)

    def returns(self, state):
        return tuple([float(int(each)) for each in f"{state[1]:03}"])

    def action_to_text(self, state, action):
        return self.words[action]


class Die(gt.Game):
    """Whoever rolls three or more wins, else the other one; each may pass the die on instead."""

    def initial_state(self):
        return (0, 0)  # player; 0 to decide, 1 while it rolls, then the face + 1

    def current_player(self, state):
        return gt.CHANCE if state[1] == 1 else state[0]

    def legal_actions(self, state):
        if state[1] == 1:
            return [1, 2, 3, 4, 5, 6]
        return [] if state[1] >= 2 else [0, 1]

    def chance_outcomes(self, state):
        return [(face, 1 / 6) for face in range(1, 7)]

    def next_state(self, state, action):
        if state[1] == 1:
            return (state[0], action + 1)
        return (state[0], 1) if action == 1 else (1 - state[0], 0)

    def returns(self, state):
        return (1.0, -1.0) if (state[1] > 3) == (state[0] == 0) else (-1.0, 1.0)

    def action_to_text(self, state, action):
        return f"rolled {action}" if state[1] == 1 else ("pass on", "roll it")[action]


def played(game, limit=20):
    """Play a game by an engine against itself; return its record."""
    talk = Talk(game)
    notation = Notation(game)
    record = gt.Record(game)
    moves = []
    talk.say("ugi", "isready", "uginewgame", "isready")
    while not record.over and len(moves) < limit:
        assert talk.ask("p1turn") == str(record.player == 0).lower()
        assert (talk.ask("gameover"), talk.ask("result")) == ("false", "none")
        best = talk.say("go nodes 30")[-1].removeprefix("bestmove ")
        assert " " not in best
        record.play(notation.action_named(record, best))
        moves.append(best)
        assert talk.say(f"position startpos moves {' '.join(moves)}") == []
    if record.over:
        best = max(record.returns)
        result = f"p{record.returns.index(best) + 1}win"
        assert talk.ask("gameover") == "true"
        assert talk.ask("result") == ("draw" if record.returns.count(best) > 1 else result)
        assert talk.say("go nodes 5")[-1] == "bestmove (none)"
    talk.engine.finish()
    return record


@pytest.mark.parametrize("game", [TicTacToe(), Nim((1, 2)), Othello(4), Words()])
def test_a_whole_game(game):
    assert played(game).over


def test_dice_are_rolled_by_the_engine_that_is_asked():
    record = played(Die(), limit=40)
    assert {record.game.current_player(each) for each in record.positions[:-1]} > {gt.CHANCE}


def test_it_introduces_itself():
    lines = Talk(TicTacToe()).say("ugi", "isready")
    assert lines[0].startswith("id name gametree ")
    assert lines[-2:] == ["ugiok", "readyok"]


def test_names_without_spaces_are_read_back_as_the_same_moves():
    record = gt.Record(Words())
    notation = Notation(record.game)
    names = [notation.name_of(record.state, action) for action in record.legal_actions()]
    assert names == ["(4,_4)", "(4,4)", "#2", "#3", "#4", "#5"]
    assert [notation.action_named(record, name) for name in names] == record.legal_actions()
    assert notation.action_named(record, "(4,_4)") == 0
    for name in ("#6", "#999999999999", "#", "b", "(4_4)"):
        with pytest.raises(gt.IllegalMove):
            notation.action_named(record, name)


def test_who_has_got_the_most_has_won():
    talk = Talk(Words())
    talk.say("position startpos moves (4,4) #5 #2")
    assert talk.ask("result") == "p2win"
    talk.say("position startpos moves #5 #5 #2")
    assert talk.ask("result") == "draw"


def test_a_win_is_told_in_plies():
    talk = Talk(TicTacToe())
    line = talk.say("position startpos moves a1 b1 a2 b2", "go nodes 300")[-2]
    assert " score mate 1 " in line
    assert line.endswith(" pv a3")
    line = talk.say("position startpos moves a1 b1 a2", "go nodes 3000")[-2]
    assert " score cp " in line or " score mate -" in line


def test_chess_has_its_squares_and_fen():
    talk = Talk(Chess())
    talk.say("position fen 6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1")
    assert talk.ask("p1turn") == "true"
    assert talk.say("go nodes 300")[-1] == "bestmove d1d8"
    talk.say("position fen 6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1 moves d1d8")
    assert (talk.ask("result"), talk.ask("p1turn")) == ("p1win", "false")


@pytest.mark.parametrize(
    "go",
    [
        "go p1time 500 p2time 500 p1inc 10 p2inc 10",
        "go p1time 500 p2time 1 p3time 7",
        "go movetime 50",
        "go depth 1",
        "go nodes 0",
    ],
)
def test_limits(go):
    assert Talk(TicTacToe()).say(go)[-1].split()[1] in {f"{c}{r}" for c in "abc" for r in "123"}


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("uci", "'uci' is no command of UGI"),
        ("query weather", "query is followed by p1turn, gameover or result"),
        ("query", "query is followed by p1turn, gameover or result"),
    ],
)
def test_what_makes_no_sense_is_told_and_changes_nothing(line, why):
    talk = Talk(TicTacToe())
    talk.say("position startpos moves b2")
    (answer,) = talk.say(line)
    assert answer.startswith("info string ")
    assert why in answer
    assert talk.ask("p1turn") == "false"


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("position fen 8/8", "positions of tic_tac_toe have no FEN"),
        ("position startpos moves d9", "'d9' is no legal move here"),
        ("position startpos moves b2 b2", "'b2' is no legal move here"),
        ("position startpos moves #9", "'#9' is no legal move here"),
    ],
)
def test_a_position_that_is_refused_leaves_none(line, why):
    talk = Talk(TicTacToe())
    talk.say("position startpos moves b2")
    (answer,) = talk.say(line)
    assert answer.startswith("info string ")
    assert why in answer
    assert talk.ask("p1turn") == talk.ask("gameover") == talk.ask("result") == "none"
    assert talk.say("go nodes 5")[-1] == "bestmove (none)"
    talk.say("position startpos moves b2")
    assert talk.ask("p1turn") == "false"


def test_only_the_moves_that_are_asked_for_are_searched():
    talk = Talk(TicTacToe())
    talk.say("position startpos")
    assert talk.say("go nodes 50 searchmoves a1 #0")[-1].split()[1] in ("a1", "a3")


COUNTRIES = '''
import gametree as gt

class Countries(gt.Game):
    """Name a country that was not named; whoever cannot has lost."""

    names = ("New Zealand", "Costa Rica", "Peru")

    def initial_state(self):
        return ()

    def current_player(self, state):
        return len(state) % 2

    def legal_actions(self, state):
        return [each for each in range(3) if each not in state]

    def next_state(self, state, action):
        return (*state, action)

    def returns(self, state):
        return (1.0, -1.0)

    def action_to_text(self, state, action):
        return self.names[action]
'''


def test_the_rules_of_a_users_file(tmp_path):
    path = tmp_path / "countries.py"
    path.write_text(COUNTRIES)
    lines = (
        "ugi\nisready\nposition startpos moves New_Zealand peru\nquery p1turn\ngo nodes 5\n"
        "position startpos moves New_Zealand peru Costa_Rica\nquery result\nquit\n"
    )
    run = CliRunner().invoke(main, ["ugi", "--game", str(path), "--interpreted"], input=lines)
    assert run.exit_code == 0
    told = [line for line in run.stdout.splitlines() if not line.startswith(("id", "op", "info"))]
    assert told == [
        "ugiok",
        "readyok",
        "response true",
        "bestmove Costa_Rica",
        "response p1win",
    ]


WORDS = st.sampled_from(
    [
        *("ugi", "isready", "uginewgame", "position", "startpos", "fen", "moves", "go", "nodes"),
        *("p1time", "5", "-1", "a1", "b2", "#0", "#9", "query", "p1turn", "result", "gameover"),
        *("stop", "setoption", "name", "MultiPV", "value", "quit", "\x00", "é", "_"),
    ]
)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.lists(WORDS, max_size=6).map(" ".join) | st.text(max_size=20), max_size=10))
def test_any_lines_are_borne(lines):
    talk = Talk(TicTacToe())
    for line in lines:
        if not talk.engine.take(line):
            break
    talk.engine.finish()
    assert talk.ask("gameover") in ("true", "false", "none")
    assert "readyok" in talk.say("isready")
