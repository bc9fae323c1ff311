"""Chess engines as players: our own, and bad ones, which lose their own game only."""

from __future__ import annotations

import shlex
import sys

import pytest

import gametree as gt
from gametree.games import Chess, Nim
from gametree.players.registry import make_player
from gametree.protocols.program.process import PlayerFailed
from gametree.protocols.uci.player import Uci, UciProtocol, UgiProtocol

OURS = f"{shlex.quote(sys.executable)} -m gametree uci --interpreted --seed 1"

BAD = """
import os, sys, time
for line in sys.stdin:
    if line == "isready\\n":
        print("id name bad\\nwhat is this\\nreadyok", flush=True)
    elif line.startswith("go"):
        {deed}
"""


@pytest.fixture
def engine(tmp_path):
    """Return a function that makes a player of the deed of an engine that is asked to move."""

    def make(deed):
        path = tmp_path / "engine.py"
        path.write_text(BAD.format(deed=deed))
        command = f"{shlex.quote(sys.executable)} {shlex.quote(str(path))}"
        return Uci(command, options="Skill Level=0; Threads = 2")

    return make


def test_our_own_engine_plays():
    player = make_player(f"uci:command={OURS},options=Hash=16")
    record = gt.Record(Chess())
    player.begin(record.game, 0, 1)
    try:
        choice = player.choose(record, gt.Limit(simulations=20))
        record.play(choice.action)
        record.play(record.game.text_to_action(record.state, "e5"))
        second = player.choose(record, gt.Limit(seconds=0.05))
        assert second.action in record.legal_actions()
        record.take_back(2)  # then it is told all again
        assert player.choose(record, gt.Limit(simulations=20)).action in record.legal_actions()
    finally:
        player.end()
    assert choice.statistics["nodes"] >= 20
    assert "cp" in choice.statistics


def test_a_game_from_a_position():
    player = Uci(OURS)
    record = gt.Record(Chess("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1"))
    player.begin(record.game, 0, 1)
    try:
        found = player.choose(record, gt.Limit(simulations=300))
    finally:
        player.end()
    assert record.game.action_to_text(record.state, found.action) == "Rd8#"


@pytest.mark.parametrize(
    ("deed", "termination", "why"),
    [
        ("print('bestmove e2e5', flush=True)", "illegal move", "'e2e5' is no legal move here"),
        ("print('bestmove 0000', flush=True)", "illegal move", "'0000' is a move that does"),
        ("print('bestmove', flush=True)", "crash", "'bestmove' without a move"),
        (
            "print('garbage \\\\x00 \\\\udcff'.encode('utf8', 'ignore'), flush=True)",
            "time",
            "in time",
        ),
        ("time.sleep(60)", "time", "did not answer in time"),
        ("os._exit(3)", "crash", "ended with exit code 3"),
        ("[print('info nodes 1') for _ in iter(int, 1)]", "crash", "wrote 10,000 lines"),
        ("print('x' * 70000, flush=True)", "crash", "a line of more than"),
    ],
)
def test_bad_engines(engine, deed, termination, why):
    player = engine(deed)
    record = gt.Record(Chess())
    player.begin(record.game, 0, 1)
    player.timeout = 0.2 if termination == "time" else 1.0
    try:
        with pytest.raises(PlayerFailed, match=why) as caught:
            player.choose(record, gt.Limit(seconds=0.05))
    finally:
        player.end()
    assert caught.value.termination == termination
    if "10,000" not in why:  # the last lines only are kept
        assert "> setoption name Skill Level value 0" in caught.value.transcript
        assert "> position startpos" in caught.value.transcript
        assert "> go movetime 50" in caught.value.transcript


def test_what_is_wrong_is_named(engine):
    with pytest.raises(gt.BadParameter, match="options are name=value, separated by semicolons"):
        Uci("x", options="Threads")
    with pytest.raises(gt.BadParameter, match="UCI engines play chess, not nim"):
        engine("pass").begin(Nim(), 0, 1)


def test_an_engine_of_any_game_plays():
    ours = f"{shlex.quote(sys.executable)} -m gametree ugi --interpreted --seed 1 --game nim"
    player = make_player(f"ugi:command={ours}")
    record = gt.Record(Nim())
    player.begin(record.game, 0, 1)
    try:
        while not record.over and len(record.actions) < 6:
            if record.player == 0:
                record.play(player.choose(record, gt.Limit(simulations=20)).action)
            else:
                record.play(record.legal_actions()[-1])
    finally:
        player.end()


def test_what_is_said_in_ugi():
    protocol = UgiProtocol()
    game = Nim((1, 2))
    assert protocol.opening(game, 1, 7) == ["ugi", "uginewgame", "isready"]
    state = game.initial_state()
    name = protocol.name_of(game, state, game.legal_actions(state)[0])
    protocol.played(0, name)
    assert protocol.go(gt.Limit(seconds=0.5)) == [
        f"position startpos moves {name}",
        "go movetime 500",
    ]
    assert protocol.action_of(gt.Record(game), name) == game.legal_actions(state)[0]


def test_chess960_is_set_before_the_game():
    protocol = UciProtocol(("setoption name Hash value 1",))
    fen = "bqnbrk1r/pppppppp/8/8/8/8/PPPPPPPP/BQNBRK1R w KQkq - 0 1"
    game = Chess(fen, chess960=True)
    assert protocol.opening(game, 0, 7) == [
        "uci",
        "setoption name Hash value 1",
        "setoption name UCI_Chess960 value true",
        "ucinewgame",
        "isready",
    ]
    state = game.initial_state()
    castling = game.text_to_action(state, "O-O")
    assert protocol.name_of(game, state, castling) == "f1h1"
    assert protocol.action_of(gt.Record(game), "f1h1") == castling
    assert protocol.opening(Chess(), 0, 7)[2] == "ucinewgame"
