"""GTP programs as players: our own, and bad ones, which lose their own game only."""

from __future__ import annotations

import shlex
import sys

import pytest

import gametree as gt
from gametree.arena.contest import Contest
from gametree.arena.run import compete
from gametree.games import Chess, Go, Hex, Mnk, Othello
from gametree.players.registry import make_player
from gametree.primitives.rng import Rng
from gametree.protocols.gtp.player import Gtp, GtpProtocol
from gametree.protocols.program.lines import ProtocolError
from gametree.protocols.program.process import PlayerFailed

OURS = f"{shlex.quote(sys.executable)} -m gametree gtp --interpreted --seed 1 --simulations 20"

# Plays the first free cell of hex on 3x3; `deed` stands where it is asked for a move.
FAKE = """
import os, sys, time
free = [c + r for r in "321" for c in "ABC"]
print("a word before, which is no answer", flush=True)
for line in sys.stdin:
    number, name, *rest = line.split()
    print(line, end="", file=sys.stderr, flush=True)
    if name == "clear_board":
        free = [c + r for r in "321" for c in "ABC"]
    elif name == "play":
        free.remove(rest[1])
    elif name == "time_settings" and "." in rest[1]:
        print(f"?{{number}} whole seconds, please\\n", flush=True)
        continue
    elif name == "genmove":
        {deed}
    print(f"={{number}} \\n", flush=True)
    if name == "quit":
        break
"""
PLAYS = "print(f'={number} {free.pop(0).lower()}\\n', flush=True); continue"


@pytest.fixture
def fake(tmp_path):
    """Return a function that makes the command of a program of the deed of its move."""

    def make(deed=PLAYS):
        path = tmp_path / f"engine{len(list(tmp_path.iterdir()))}.py"
        path.write_text(FAKE.format(deed=deed))
        return f"{shlex.quote(sys.executable)} -I -S {shlex.quote(str(path))}"

    return make


def told(player):
    return [line[2:] for line in player.transcript if line.startswith("> ")]


def test_a_whole_game(fake):
    player = make_player(f"gtp:command={fake()}")
    record = gt.Record(Hex(3))
    player.begin(record.game, 0, 1)
    try:
        while not record.over:
            if record.player == 0:
                limit = gt.Limit(simulations=5, seconds=2.5 if record.actions else 2.0)
                record.play(player.choose(record, limit).action)
            else:
                record.play(record.legal_actions()[-1])
        assert told(player) == [
            "1 boardsize 3",
            "2 clear_board",
            "3 time_settings 0 2 1",
            "4 genmove black",
            "5 play white C1",
            "6 time_settings 0 3 1",
            "7 time_settings 0 2.5 1",
            "8 genmove black",
            "9 play white B1",
            "10 genmove black",
        ]
        record.take_back(4)  # it begins again then
        assert player.choose(record, None).action == 1
        assert told(player)[-3:] == [
            "13 play black A3",
            "14 play white C1",
            "15 genmove black",
        ]
    finally:
        player.end()
    assert record.actions[:2] == [0, 8]


def test_a_move_of_its_own_that_was_not_made_is_taken_back(fake):
    player = Gtp(fake())
    record = gt.Record(Hex(3))
    player.begin(record.game, 0, 1)
    try:
        assert player.choose(record, None).action == 0
        record.play(4)
        record.play(0)
        player.timeout = 1.0
        with pytest.raises(PlayerFailed) as caught:  # this one knows no undo: A3 is gone
            player.choose(record, None)
        sent = [line for line in caught.value.transcript if line.startswith("> ")]
        assert sent[3:5] == ["> 4 undo", "> 5 play black B2"]
    finally:
        player.end()


def test_our_own_engine_plays_in_the_arena():
    players = (f"gtp:command={OURS} --game hex --param size=3", "random")
    contest = Contest(players, "hex", parameters={"size": "3"}, games=2, seed=1)
    standings, _ = compete(contest)
    assert {each.termination for each in standings.scores.values()} == {"rules"}


@pytest.mark.parametrize(
    ("deed", "termination", "why"),
    [
        ("print(f'={number} A9\\n', flush=True)", "illegal move", "a vertex is A1 to C3"),
        ("print(f'={number} pass\\n', flush=True)", "illegal move", "a vertex is A1 to C3"),
        ("print(f'={number} A1\\n' if len(free) > 8 else '', flush=True)", None, ""),
        ("print(f'={number}\\n', flush=True)", "crash", "'genmove black' without a move"),
        ("print(f'={number} ReSign\\n', flush=True)", "resignation", "resigns"),
        ("print(f'?{number} too hard\\n', flush=True)", "crash", "refuses 'genmove black': too"),
        ("print('=99 A1\\n', flush=True)", "crash", "the answer to command 3 was expected"),
        ("print('= A1\\n', flush=True)", None, ""),
        ("print('\\n\\n=3   a1  \\nand more\\n\\n', flush=True)", None, ""),
        ("print('=2 \\n\\n=3 A1\\n', flush=True)", None, ""),
        ("print('=' + '9' * 99, flush=True)", "crash", "the answer to command 3 was expected"),
        ("print('garbage \\x00', flush=True); time.sleep(60)", "time", "in time"),
        ("time.sleep(60)", "time", "did not answer in time"),
        ("os._exit(3)", "crash", "ended with exit code 3"),
        ("[print('hm') for _ in iter(int, 1)]", "crash", "wrote 10,000 lines"),
        ("print('=3 ' + 'x' * 70000, flush=True)", "crash", "a line of more than"),
    ],
)
def test_bad_programs(fake, deed, termination, why):
    player = Gtp(fake(deed))
    record = gt.Record(Hex(3))
    player.begin(record.game, 0, 1)
    player.timeout = 0.2 if termination == "time" else 1.0
    try:
        if termination is None:
            assert player.choose(record, None).action == 6
            return
        with pytest.raises(PlayerFailed, match=why) as caught:
            player.choose(record, None)
    finally:
        player.end()
    assert caught.value.termination == termination


def test_a_program_that_refuses_the_board(fake, tmp_path):
    path = tmp_path / "refuses.py"
    path.write_text("import sys\nfor line in sys.stdin: print('?1 too small\\n', flush=True)\n")
    player = Gtp(f"{shlex.quote(sys.executable)} -I -S {shlex.quote(str(path))}")
    with pytest.raises(PlayerFailed, match="refuses 'boardsize 3': too small"):
        player.begin(Hex(3), 0, 1)
    player.end()


def test_who_resigns_has_lost_and_has_done_nothing_wrong(fake):
    deed = "print(f'={number} resign\\n', flush=True)"
    contest = Contest(
        (f"gtp:command={fake(deed)}", "random"), "hex", parameters={"size": "3"}, games=2
    )
    standings, _ = compete(contest)
    for score in standings.scores.values():
        assert (score.termination, score.culprit) == ("resignation", None)
        assert score.returns[score.seats.index("random")] == 1.0


@pytest.mark.parametrize(
    ("game", "why"),
    [
        (Chess(), "GTP is spoken about go, hex"),
        (Mnk(4, 3, 3), "GTP programs play on squares, not on 4 columns and 3 rows"),
    ],
)
def test_games_that_gtp_does_not_know(fake, game, why):
    player = Gtp(fake())
    with pytest.raises(gt.BadParameter, match=why):
        player.begin(game, 0, 1)
    player.end()


def test_passes_are_told():
    rng = Rng(1)
    record = gt.Record(Othello(4))
    while record.legal_actions() != [16]:
        actions = record.legal_actions()
        if not actions:  # over: another game
            record.take_back(len(record.actions))
            continue
        record.play(actions[rng.below(len(actions))])
    protocol = GtpProtocol()
    protocol.opening(record.game, 1, 1)
    assert protocol.name_of(record.game, record.state, 16) == "pass"
    assert protocol.action_of(record, "PASS") == 16
    with pytest.raises(gt.IllegalMove, match="'A1' is no legal move here"):
        protocol.action_of(record, "A1")
    assert protocol.played(0, "pass") == ["3 play black pass"]


def test_a_program_may_lack_clocks_and_a_komi():
    protocol = GtpProtocol()
    sent = protocol.opening(Go(5), 0, 1)
    assert sent == ["1 boardsize 5", "2 clear_board", "3 komi 7.5"]
    assert [protocol.is_ready(line) for line in ("", "=1", "", "= ", "?3 unknown command")] == [
        *(False, False, False, False, True),
    ]
    assert protocol.go(gt.Limit(seconds=2))[0] == "4 time_settings 0 2 1"
    assert protocol.answer("?4 unknown command", {}) is None
    assert protocol.answer("=5 C3", {}) == "C3"
    with pytest.raises(ProtocolError, match="where the answer to command 6 was expected"):
        protocol.answer("= D4", {})
