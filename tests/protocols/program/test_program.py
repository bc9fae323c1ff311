"""External programs as players: good ones, and all kinds of bad ones."""

from __future__ import annotations

import os
import pickle
import shlex
import sys
import time
from pathlib import Path

import pytest

import gametree as gt
from gametree.games import ConnectFour, Nim, TicTacToe
from gametree.players.registry import make_player
from gametree.protocols.program import process
from gametree.protocols.program.player import Program
from gametree.protocols.program.process import PlayerFailed
from toys import Ring

# A program that plays the first cell of tic-tac-toe that is free, and tells what it was told.
GOOD = """
import sys
free = []
for line in sys.stdin:
    word, *rest = line.split()
    print(line, end="", file=sys.stderr, flush=True)
    if word == "start":
        free = [c + r for r in "123" for c in "abc"]
        print("ready", flush=True)
    elif word == "play":
        free.remove(rest[0])
    elif word == "go":
        print("info nodes 12")
        print("info value 0.5")
        print("info line", *free[:2])
        print()
        print("move", free[0], flush=True)
    elif word == "quit":
        break
"""

# One that gets ready; what it does then stands in place of the last line.
BAD = """
import os, signal, subprocess, sys, time
for line in sys.stdin:
    if line == "start\\n":
        print("ready", flush=True)
    elif line.startswith("go"):
        print("oh dear", file=sys.stderr, flush=True)
        {deed}
"""


@pytest.fixture
def command(tmp_path):
    """Return a function that makes a command of the source of a program."""

    def make(source):
        path = tmp_path / "its program.py"
        path.write_text(source)
        return f"{shlex.quote(sys.executable)} -I -S {shlex.quote(str(path))}"

    return make


def ready(player, game=None, seat=0, seed=7):
    player.begin(game or TicTacToe(), seat, seed)
    return player, player._process._child


def played(game, *actions):
    record = gt.Record(game)
    for action in actions:
        record.play(action)
    return record


def test_a_whole_game(command):
    player, child = ready(make_player(f"program:command={command(GOOD)}"), seat=0)
    record = gt.Record(TicTacToe())
    while not record.over:
        if record.player == 0:
            choice = player.choose(record, gt.Limit(simulations=100, seconds=0.25))
            assert choice.statistics == {
                "nodes": 12,
                "value": 0.5,
                "line": choice.statistics["line"],
            }
            record.play(choice.action)
        else:
            record.play(record.legal_actions()[-1])
    assert record.actions == [0, 8, 1, 7, 2]
    told = [line[2:] for line in player.transcript if line.startswith("> ")]
    assert told == [
        "gametree 1", "game tic_tac_toe", "seat 0", "seed 7", "start",
        "go simulations 100 seconds 0.25",
        "play a1", "play c3", "go simulations 100 seconds 0.25",
        "play b1", "play b3", "go simulations 100 seconds 0.25",
    ]  # fmt: skip
    until = time.monotonic() + 60.0  # its error stream is read by a thread
    while "! gametree 1" not in player.transcript and time.monotonic() < until:
        time.sleep(0.01)
    assert [line for line in player.transcript if line.startswith("! ")][:1] == ["! gametree 1"]
    player.end()
    assert child.returncode == 0
    assert player.transcript == ()
    player.end()  # which comes in any case


def test_one_player_plays_game_after_game(command):
    player = Program(command(GOOD))
    for _ in range(2):
        _, child = ready(player)
        assert player.choose(gt.Record(TicTacToe()), None).action == 0
    player.end()
    assert child.returncode == 0


def test_moves_that_are_taken_back_begin_it_anew(command):
    player, _ = ready(Program(command(GOOD)))
    record = played(TicTacToe(), 0, 1)
    assert player.choose(record, None).action == 2
    record.take_back(2)
    record.play(8)
    record.play(0)
    assert player.choose(record, None).action == 1
    player.end()


@pytest.mark.parametrize(
    ("game", "line"),
    [
        (ConnectFour(5, 4), "> game connect_four width=5 height=4 connect=4"),
        (Nim((3, 5)), "> game nim heaps=3,5 take=none misere=false"),
    ],
)
def test_the_game_is_told_with_its_parameters(command, game, line):
    player, _ = ready(Program(command(GOOD)), game)
    assert line in player.transcript
    player.end()


@pytest.mark.parametrize(
    ("deed", "termination", "told"),
    [
        ("time.sleep(60)", "time", "did not answer in time"),
        ("print('thinking', flush=True); time.sleep(60)", "crash", "said 'thinking' where 'info"),
        ("print('move', flush=True)", "crash", "said 'move' where"),
        ("print('move z9', flush=True)", "illegal move", "played 'z9': 'z9' is no legal move here"),
        ("sys.exit(3)", "crash", "ended with exit code 3"),
        ("os.kill(os.getpid(), signal.SIGKILL)", "crash", "ended with signal 9"),
        ("os.close(1); time.sleep(60)", "crash", "closed its output"),
        ("raise ValueError('of its own')", "crash", "ended with exit code 1"),
        (
            "\n        while True: sys.stdout.write('x' * 100000)",
            "crash",
            "wrote a line of more than 65,536 bytes",
        ),
        (
            "\n        while True: print('info depth 1')",
            "crash",
            "wrote 10,000 lines without a move",
        ),
        ("\n        while True: print()", "crash", "wrote 10,000 lines without a move"),
        (
            "sys.stdout.buffer.write(bytes(range(128, 200)) + b'\\n'); sys.stdout.flush()",
            "crash",
            "where 'info KEY VALUE' or 'move MOVE' was expected",
        ),
    ],
)
def test_what_a_program_does_wrong_is_told(monkeypatch, command, deed, termination, told):
    player, child = ready(Program(command(BAD.format(deed=deed)), timeout=20.0))
    if termination == "time":
        player.timeout = 1.0
    if told == "closed its output":
        monkeypatch.setattr(process, "_GRACE", 0.2)  # it is waited for that long
    began = time.monotonic()
    with pytest.raises(PlayerFailed, match=told) as caught:
        player.choose(gt.Record(TicTacToe()), gt.Limit(seconds=0.1))
    assert time.monotonic() - began < 15.0
    failure = caught.value
    assert failure.termination == termination
    assert any("oh dear" in line for line in failure.transcript)
    assert "> go seconds 0.1" in failure.transcript or "10,000" in told
    assert len(failure.transcript) <= 60
    assert max(map(len, failure.transcript)) <= 210
    assert child.returncode is not None  # ended, and no zombie
    with pytest.raises(gt.BadParameter, match="before begin, or after it failed"):
        player.choose(gt.Record(TicTacToe()), None)
    player.end()


def test_the_last_words_are_kept(command):
    deed = "raise ValueError('of its own')"
    player, _ = ready(Program(command(BAD.format(deed=deed))))
    with pytest.raises(PlayerFailed) as caught:
        player.choose(gt.Record(TicTacToe()), None)
    assert caught.value.transcript[-1] == "! ValueError: of its own"
    sent = pickle.loads(pickle.dumps(caught.value))
    assert (str(sent), sent.termination) == (str(caught.value), "crash")
    assert sent.transcript == caught.value.transcript


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ("raise SystemExit(2)", "ended with exit code 2"),
        ("print('hello')", "said 'hello' where 'ready' was expected"),
        ("print('refuse only chess')", "refuses this game: only chess"),
        ("import time; time.sleep(60)", "did not answer in time"),
    ],
)
def test_a_program_that_does_not_get_ready(command, source, told):
    player = Program(command(source), timeout=0.5 if "in time" in told else 20.0)
    with pytest.raises(PlayerFailed, match=told):
        player.begin(TicTacToe(), 0, 1)
    assert player._process is None


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("/no/such/program", "'/no/such/program' cannot be started"),
        ("'open", "cannot be read: No closing quotation"),
        ("  ", "a program needs a command"),
    ],
)
def test_a_program_that_is_none(line, told):
    with pytest.raises(gt.BadParameter, match=told):
        Program(line).begin(TicTacToe(), 0, 1)


def test_no_shell_reads_the_command(tmp_path, command):
    trace = tmp_path / "trace"
    player, _ = ready(Program(f"{command(GOOD)} ; touch {shlex.quote(str(trace))}"))
    player.end()
    assert not trace.exists()


def test_a_position_that_may_not_come_back(command):
    deed = "print('move -1', flush=True)"
    player, _ = ready(Program(command(BAD.format(deed=deed))), Ring("forbidden"), seat=1)
    with pytest.raises(PlayerFailed, match="it would repeat a position") as caught:
        player.choose(played(Ring("forbidden"), 1), None)
    assert caught.value.termination == "illegal move"


def test_games_from_another_position_are_refused(command):
    player, _ = ready(Program(command(GOOD)))
    later = played(TicTacToe(), 4).state
    with pytest.raises(gt.BadParameter, match="from their first position"):
        player.choose(gt.Record(TicTacToe(), later), None)
    player.end()


def test_a_program_that_does_not_quit_is_ended_after_a_moment(monkeypatch, command):
    monkeypatch.setattr(process, "_GRACE", 0.3)
    source = "import time\nprint('ready', flush=True)\nwhile True: time.sleep(60)"
    player, child = ready(Program(command(source)))
    began = time.monotonic()
    player.end()
    assert 0.3 <= time.monotonic() - began < 10.0
    assert child.returncode == -9


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks into /proc")
def test_what_it_has_started_ends_with_it(command):
    deed = (
        "child = subprocess.Popen([sys.executable, '-I', '-c', 'import time; time.sleep(60)']); "
        "print('info child', child.pid); print('move', 'a1', flush=True)"
    )
    player, _ = ready(Program(command(BAD.format(deed=deed))))
    number = player.choose(gt.Record(TicTacToe()), None).statistics["child"]
    assert is_running(number)
    player.end()
    deadline = time.monotonic() + 60.0
    while is_running(number) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not is_running(number)


def is_running(number):
    try:
        state = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def test_its_group_is_its_own(command):
    player, child = ready(Program(command(GOOD)))
    assert os.getpgid(child.pid) == child.pid
    player.end()


def test_the_statistics_are_bounded(command):
    deed = (
        "\n        for n in range(200): print('info', f'key{n}', 'x' * 1000)"
        "\n        print('move a1', flush=True)"
    )
    player, _ = ready(Program(command(BAD.format(deed=deed))))
    statistics = player.choose(gt.Record(TicTacToe()), None).statistics
    assert len(statistics) == 32
    assert {len(value) for value in statistics.values()} == {200}
    player.end()
