from __future__ import annotations

import math
import random
import sqlite3
import subprocess
import sys
import threading
import time
from contextlib import closing
from pathlib import Path

import pytest

from gametree.arena.journal.journal import Journal, match_key
from gametree.errors import BadParameter, GametreeError, JournalError
from played import AWKWARD, played

TESTS = Path(__file__).parents[1]
CONFIGURATION = {"game": "connect_four", "seats": ["mcts:c=0.7", "random"], "seed": 1}


@pytest.fixture
def path(tmp_path):
    return tmp_path / "games.db"


def test_a_game_is_there_when_add_returns(path):
    with Journal(path) as journal:
        match = journal.open_match(CONFIGURATION)
        game = played(match.key, 3)
        assert match.add(game) is True
        with Journal(path, write=False) as reader:
            assert list(reader.games()) == [game]
            assert reader.match(match.key).finished() == {3}
    with Journal(path, write=False) as reader:
        assert list(reader.games()) == [game]


def test_a_game_that_is_there_stays_as_it_is(path):
    with Journal(path) as journal:
        match = journal.open_match(CONFIGURATION)
        game = played(match.key, 3)
        assert match.add(game) is True
        assert match.add(game) is False
        assert match.add(played(match.key, 3, returns=(0, 0), detail="another")) is False
        assert list(match.games()) == [game]


def test_the_same_configuration_is_the_same_match(path):
    with Journal(path) as journal:
        match = journal.open_match(CONFIGURATION)
        match.add(played(match.key, 0))
    backwards = dict(reversed(CONFIGURATION.items()))
    with Journal(path) as journal:
        again = journal.open_match({**backwards, "seats": ("mcts:c=0.7", "random")})
        assert again.key == match.key == match_key(CONFIGURATION)
        assert again.configuration == {**CONFIGURATION, "seats": ("mcts:c=0.7", "random")}
        assert again.begun == match.begun
        assert again.finished() == {0}
        assert len(journal.matches()) == 1


def test_matches_share_a_file_and_not_their_games(path):
    with Journal(path) as journal:
        one, other = journal.open_match({"seed": 2}), journal.open_match({"seed": 1})
        for index in (5, 1, 3):
            other.add(played(other.key, index))
            one.add(played(one.key, index + 1))
        assert one.finished() == {2, 4, 6}
        assert other.finished() == {1, 3, 5}
        there = [(game.match, game.index) for game in journal.games()]
    assert there == [(one.key, 2), (one.key, 4), (one.key, 6)] + [
        (other.key, 1), (other.key, 3), (other.key, 5)
    ]  # fmt: skip


def test_the_order_of_arrival_leaves_no_trace_in_the_games(path):
    orders = [list(range(40)) for _ in range(2)]
    random.Random(1).shuffle(orders[1])
    found = []
    for number, order in enumerate(orders):
        with Journal(path.with_name(f"{number}.db")) as journal:
            match = journal.open_match(CONFIGURATION)
            for index in order:
                match.add(played(match.key, index))
            found.append(list(journal.games()))
    assert found[0] == found[1]


def test_awkward_games_and_configurations_are_kept_as_they_are(path):
    configuration = {"nan": math.nan, "limit": math.inf, "Zug": "♞ \udcff", "deep": [[], {}, None]}
    with Journal(path) as journal:
        match = journal.open_match(configuration)
        game = played(match.key, 0, **AWKWARD)
        match.add(game)
    with Journal(path, write=False) as journal:
        (match,) = journal.matches()
        assert list(match.games()) == [game]
        assert match.configuration == {**configuration, "deep": ((), {}, None)}


def test_a_match_is_found_by_the_beginning_of_its_key(path):
    with Journal(path) as journal:
        with pytest.raises(BadParameter, match=r"no match in .* begins with 'a'; there are none"):
            journal.match("a")
        keys = [journal.open_match({"seed": seed}).key for seed in range(17)]
        assert journal.match(keys[3]).key == keys[3]
        assert journal.match(keys[3][:12]).configuration == {"seed": 3}
        with pytest.raises(BadParameter, match=f"more than one match in .*{keys[16]}"):
            journal.match("")


def test_a_match_is_found_by_its_whole_key_or_not_at_all(path):
    with Journal(path) as journal:
        key = match_key(CONFIGURATION)
        assert journal.find(key) is None
        match = journal.open_match(CONFIGURATION)
        journal.open_match({"seed": 2})
        found = journal.find(key)
        assert found is not None
        assert (found.key, found.begun) == (match.key, match.begun)
        assert found.configuration == match.configuration
        assert journal.find(key[:12]) is None
        assert journal.find("") is None
    with Journal(path, write=False) as journal:
        assert journal.find(key).key == key


def test_different_configurations_have_different_keys():
    configurations = [{}, {"a": 1}, {"a": 1.0}, {"a": "1"}, {"a": [1]}, {"b": 1}, {"a": True}]
    assert len({match_key(each) for each in configurations}) == len(configurations)
    # Journals of old are found again: it is the SHA-256 of '{"a":1,"b":[2.5,"x"]}'.
    assert match_key({"b": (2.5, "x"), "a": 1}) == "5f097a2417b218fb6b0f143c2f2d4010"


@pytest.mark.parametrize("configuration", [3, [], {1: 2}, {"a": object()}, "seed"])
def test_a_configuration_is_values_by_name(path, configuration):
    with Journal(path) as journal, pytest.raises(BadParameter, match=r"^configuration must "):
        journal.open_match(configuration)


def test_a_game_of_another_match_is_refused(path):
    with Journal(path) as journal:
        match = journal.open_match(CONFIGURATION)
        with pytest.raises(BadParameter, match=f"belongs to match other, not to {match.key}"):
            match.add(played("other", 0))
        with pytest.raises(BadParameter, match="record must be a GameRecord, not 3"):
            match.add(3)


def test_a_reader_and_a_closed_journal_do_not_write(path):
    with Journal(path) as journal:
        match = journal.open_match(CONFIGURATION)
    with pytest.raises(JournalError, match="has been closed"):
        match.add(played(match.key, 0))
    journal.close()
    with Journal(path, write=False) as reader:
        with pytest.raises(JournalError, match="was opened with write=False"):
            reader.open_match(CONFIGURATION)
        with pytest.raises(JournalError, match="was opened with write=False"):
            reader.match(match.key).add(played(match.key, 0))


def test_a_journal_error_is_one_of_gametrees_and_of_the_system():
    assert issubclass(JournalError, GametreeError)
    assert issubclass(JournalError, OSError)


def test_readers_see_whole_games_in_order_while_they_are_written(path):
    stop = threading.Event()
    seen = []

    def read():
        with Journal(path, write=False) as reader:
            while not stop.is_set():
                games = list(reader.games())
                assert games == [played(match.key, index) for index in range(len(games))]
                seen.append(len(games))

    with Journal(path) as journal:
        match = journal.open_match(CONFIGURATION)
        match.add(played(match.key, 0))
        thread = threading.Thread(target=read)
        thread.start()
        index = 1
        while index < 40 or (not seen and thread.is_alive()):
            match.add(played(match.key, index))
            index += 1
        stop.set()
        thread.join()
    assert seen
    assert seen == sorted(seen)


def test_games_may_come_from_several_threads(path):
    with Journal(path) as journal:
        match = journal.open_match(CONFIGURATION)

        def write(first):
            for index in range(first, 40, 4):
                match.add(played(match.key, index))

        threads = [threading.Thread(target=write, args=(first,)) for first in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert match.finished() == set(range(40))


def test_what_is_read_is_what_was_there_when_it_began(path):
    with Journal(path) as journal:
        match = journal.open_match(CONFIGURATION)
        for index in range(0, 20, 2):
            match.add(played(match.key, index))
        games = match.games()
        first = next(games)
        for index in range(1, 20, 2):
            match.add(played(match.key, index))
        assert [game.index for game in (first, *games)] == list(range(0, 20, 2))


PLAYING = f"""
import os, signal, sys
sys.path.insert(0, {str(TESTS)!r})
from gametree.arena.journal.journal import Journal
from played import played
print("ready", flush=True)
if len(sys.argv) > 3:
    left = int(sys.argv[3])  # calls into the system, and imports, before it is killed

    def die(*_):
        global left
        left -= 1
        if left < 0:
            os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(die)
with Journal(sys.argv[1]) as journal:
    match = journal.open_match({{"seed": 1}})
    for index in sorted(set(range(int(sys.argv[2]))) - match.finished()):
        assert match.add(played(match.key, index))
        print(index, flush=True)
"""


def test_a_process_that_is_killed_loses_no_game_that_it_told_of(path):
    """Twenty times over: what was told is there, once, and the last run finishes the match."""
    moments = random.Random(1)
    told = set()
    for _ in range(20):
        player = subprocess.Popen(
            [sys.executable, "-B", "-c", PLAYING, str(path), "20000"], stdout=subprocess.PIPE
        )
        assert player.stdout.readline() == b"ready\n"
        lines = [player.stdout.readline() for _ in range(moments.randrange(8))]
        time.sleep(moments.random() * 0.01)
        player.kill()
        rest, _ = player.communicate()
        lines += rest.split(b"\n")[:-1]  # the last may be half a line
        assert len(told.union(map(int, lines))) == len(told) + len(lines)  # none played twice
        told.update(map(int, lines))
        if path.exists():  # killed while making it: there is none, never half of one
            with closing(sqlite3.connect(path)) as connection:
                assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
                there = [job for (job,) in connection.execute("SELECT job FROM game")]
            assert told <= set(there)
            assert len(set(there)) == len(there)
    games = len(there) + 20
    final = [sys.executable, "-B", "-c", PLAYING, str(path), str(games)]
    assert subprocess.check_output(final).split()[1:] == [
        b"%d" % index for index in range(len(there), games)
    ]
    with Journal(path, write=False) as journal:
        key = match_key({"seed": 1})
        assert list(journal.games()) == [played(key, index) for index in range(games)]
    assert not path.with_name("games.db-new").exists()


def test_a_process_that_is_killed_while_it_makes_the_journal_leaves_none_or_a_whole_one(tmp_path):
    whole = 0
    for number in range(12):
        path = tmp_path / f"{number}.db"
        # Some die at a certain step, the others at any moment.
        steps = [str(2 * number)] if number < 6 else []
        player = subprocess.Popen(
            [sys.executable, "-B", "-c", PLAYING, str(path), "1", *steps], stdout=subprocess.PIPE
        )
        assert player.stdout.readline() == b"ready\n"
        if not steps:
            time.sleep(number * 0.0004)
            player.kill()
        player.communicate()
        if path.exists():
            whole += 1
            Journal(path, write=False)
        with Journal(path) as journal:
            match = journal.open_match({"seed": 1})
            match.add(played(match.key, 0))
            assert match.finished() == {0}
        assert not path.with_name(f"{number}.db-new").exists()
    assert whole < 12  # it was killed before there was a journal, now and then
