from __future__ import annotations

import random
import shlex
import signal
import subprocess
import sys
import time

import pytest

from gametree.arena.contest import Contest
from gametree.arena.journal.journal import Journal
from gametree.arena.run import compete
from gametree.arena.statistics.sprt import Sprt
from gametree.errors import BadParameter, GameError, JournalError

SIMPLE = ("random", "greedy")  # they begin at once
PLAYERS = ("mcts:simulations=20,c=1.4", "mcts:simulations=20,c=0.3")


def contest(games=24, players=PLAYERS, **changes):
    return Contest(players, "tic_tac_toe", games=games, **changes)


def journaled(path):
    with Journal(path, write=False) as journal:
        return list(journal.games())


def history(records):
    """Return what is the same in every course of a contest: all but times."""
    return [
        (each.index, each.seats, each.opening, each.moves, each.returns, each.termination)
        for each in records
    ]


def test_a_contest_is_played_and_kept(tmp_path):
    seen = []
    standings, verdict = compete(
        contest(),
        journal=tmp_path / "games.db",
        on_game=lambda standings, record: seen.append((standings.games, record.index)),
    )
    assert verdict is None
    assert standings.games == 24
    assert seen == [(number + 1, number) for number in range(24)]
    kept = journaled(tmp_path / "games.db")
    assert [each.index for each in kept] == list(range(24))
    assert {index: each.returns for index, each in enumerate(kept)} == {
        index: score.returns for index, score in standings.scores.items()
    }
    played, _ = compete(contest())
    assert played.scores == standings.scores


def test_what_is_in_the_journal_is_not_played_again(tmp_path):
    path = tmp_path / "games.db"
    seen = []

    def note(_, record):
        seen.append(record.index)

    compete(contest(4), journal=path, on_game=note)
    compete(contest(10), journal=path, on_game=note)
    standings, _ = compete(contest(10), journal=path, on_game=note)
    assert seen == list(range(10))
    assert standings.scores == compete(contest(10))[0].scores
    fewer, _ = compete(contest(4), journal=path, on_game=note)
    assert sorted(fewer.scores) == list(range(4))
    assert len(seen) == 10
    other, _ = compete(contest(4, seed=1), journal=path, on_game=note)
    assert len(seen) == 14
    assert other.scores != fewer.scores


def test_a_gap_is_filled(tmp_path):
    path = tmp_path / "games.db"
    whole, _ = compete(contest(8), journal=tmp_path / "whole.db")
    kept = journaled(tmp_path / "whole.db")
    with Journal(path) as journal:
        match = journal.open_match(contest().configuration())
        for record in (kept[6], kept[1]):
            match.add(record)
    seen = []
    standings, _ = compete(
        contest(8), journal=path, on_game=lambda _, record: seen.append(record.index)
    )
    assert seen == [0, 2, 3, 4, 5, 7]
    assert standings.scores == whole.scores
    assert history(journaled(path)) == history(kept)


STRONGER = ("mcts:simulations=200", "random")
TEST = Sprt(0, 200)


def test_a_test_ends_the_match(tmp_path):
    path = tmp_path / "games.db"
    standings, verdict = compete(contest(400, STRONGER), sprt=TEST, journal=path)
    assert verdict.decision == "accept H1"
    assert standings.games == verdict.games == len(journaled(path)) < 100
    again, same = compete(contest(400, STRONGER), sprt=TEST, journal=path)
    assert (again.games, same) == (standings.games, verdict)


def test_a_test_counts_pairs_in_the_order_of_the_games_however_they_end():
    expected, verdict = compete(contest(400, STRONGER), sprt=TEST)

    def backwards(contest, match, jobs, workers):
        """Play blocks of games, each from its end."""
        from itertools import islice

        from gametree.arena.workers import JobRunner

        table = JobRunner(contest, match)
        while block := list(islice(jobs, 12)):
            yield from map(table.play, reversed(block))

    standings, same = compete(contest(400, STRONGER), sprt=TEST, play=backwards)
    assert same == verdict
    assert len(standings.scores) > standings.games == expected.games
    assert standings.ratings() == expected.ratings()


def test_a_test_that_the_games_do_not_decide():
    _, verdict = compete(contest(4), sprt=TEST)
    assert (verdict.decision, verdict.games) == ("continue", 4)


def test_a_test_is_for_two():
    with pytest.raises(BadParameter, match="two players"):
        compete(contest(players=("random", "greedy", PLAYERS[0])), sprt=TEST)


def test_openings_that_do_not_exist_are_refused_before_anything_is_played():
    with pytest.raises(BadParameter, match="ask for fewer"):
        compete(contest(opening_plies=9))


def test_broken_rules_end_the_contest_and_what_was_played_is_kept(tmp_path):
    game = tmp_path / "brittle.py"
    game.write_text(
        "from gametree.games import TicTacToe\n"
        "class Brittle(TicTacToe):\n"
        "    def next_state(self, state, action):\n"
        "        if state[0] | state[1] == 0o753:\n"
        "            return None\n"
        "        return super().next_state(state, action)\n"
    )
    brittle = Contest(("random", "greedy"), str(game), games=400)
    with pytest.raises(GameError, match=r"Brittle\.next_state returned nothing"):
        compete(brittle, journal=tmp_path / "games.db")
    kept = journaled(tmp_path / "games.db")
    assert 0 < len(kept) < 400
    assert [each.index for each in kept] == list(range(len(kept)))


def test_a_journal_that_cannot_be_written_is_named(tmp_path):
    with pytest.raises(JournalError, match="nowhere"):
        compete(contest(), journal=tmp_path / "nowhere" / "games.db")


on_linux = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")

COMMAND = """
import sys
from gametree.protocols.program import process
from gametree.arena.contest import Contest
from gametree.arena.run import compete

def tell(standing, record):
    print(record.index, flush=True)

process._GRACE = 0.2  # in the workers, too: programs that hang do so for ever

if __name__ == "__main__":
    contest = Contest(sys.argv[3:], "tic_tac_toe", games=100_000)
    compete(contest, journal=sys.argv[1], workers=int(sys.argv[2]), on_game=tell)
"""


def begin(tmp_path, path, workers, players):
    script = tmp_path / "contest.py"
    script.write_text(COMMAND)
    return subprocess.Popen(
        [sys.executable, str(script), str(path), str(workers), *players],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.mark.parametrize(("workers", "kills"), [(1, 3), (2, 2)])
def test_killed_at_any_moment_it_goes_on_where_it_was(tmp_path, workers, kills):
    rng = random.Random(workers)
    path = tmp_path / "games.db"
    reported = []
    for _ in range(kills):
        running = begin(tmp_path, path, workers, SIMPLE)
        first = running.stdout.readline()  # it has begun
        time.sleep(rng.uniform(0, 0.1))
        running.kill()
        out, _ = running.communicate(timeout=30)
        assert running.returncode == -signal.SIGKILL
        reported += map(int, (first + out[: out.rfind("\n") + 1]).split())
        kept = [each.index for each in journaled(path)]
        assert set(reported) <= set(kept)
        assert len(kept) == len(set(kept))
    assert len(reported) == len(set(reported))  # what was reported was not played again
    games = len(kept) + 20
    standings, _ = compete(contest(games, SIMPLE), journal=path)
    whole, _ = compete(contest(games, SIMPLE))
    assert standings.scores == whole.scores
    assert standings.ratings() == whole.ratings()
    records = journaled(path)
    assert [each.index for each in records][:games] == list(range(games))


@on_linux
def test_ctrl_c_ends_it_and_its_workers_at_once(tmp_path):
    path = tmp_path / "games.db"
    running = begin(tmp_path, path, 2, PLAYERS)
    running.stdout.readline()
    workers = children(running.pid)
    assert len(workers) >= 2
    running.send_signal(signal.SIGINT)
    begun = time.monotonic()
    _, err = running.communicate(timeout=30)
    assert time.monotonic() - begun < 10
    assert running.returncode != 0
    assert err.rstrip().endswith("KeyboardInterrupt")
    assert err.count("Traceback") == 1
    assert gone(workers)
    assert journaled(path)


@on_linux
def test_killed_it_leaves_no_workers_behind(tmp_path):
    running = begin(tmp_path, tmp_path / "games.db", 2, SIMPLE)
    running.stdout.readline()
    workers = children(running.pid)
    assert len(workers) >= 2
    running.kill()
    running.communicate(timeout=30)
    assert gone(workers)


HANGS = """
import os, signal, sys, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
for line in sys.stdin:
    if line == "start\\n":
        print("ready", flush=True)
    elif line.startswith("go"):
        open(os.path.join(sys.argv[1], str(os.getpid())), "w").close()
        while True:
            time.sleep(9)
"""


@on_linux
@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_programs_that_hang_do_not_outlive_it(tmp_path, end):
    engine = tmp_path / "engine.py"
    engine.write_text(HANGS)
    hanging = tmp_path / "hanging"
    hanging.mkdir()
    command = shlex.join(map(str, (sys.executable, engine, hanging)))
    player = f"program:command={command},timeout=600"
    running = begin(tmp_path, tmp_path / "games.db", 2, ("random", player))
    until = time.monotonic() + 300
    while len(list(hanging.iterdir())) < 2 and time.monotonic() < until:
        time.sleep(0.05)
    engines = [int(each.name) for each in hanging.iterdir()]
    assert len(engines) == 2
    assert not gone(engines, 0)
    running.send_signal(end)
    running.communicate(timeout=60)
    assert gone(engines)


def children(pid):
    with open(f"/proc/{pid}/task/{pid}/children") as file:
        return [int(child) for child in file.read().split()]


def gone(pids, seconds=60.0):
    """Return whether all these processes have ended, waiting for them."""
    until = time.monotonic() + seconds
    while any(alive(pid) for pid in pids):
        if time.monotonic() > until:
            return False
        time.sleep(0.05)
    return True


def alive(pid):
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False
