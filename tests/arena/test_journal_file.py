from __future__ import annotations

import contextlib
import os
import random
import resource
import shutil
import socket
import sqlite3
import stat
import subprocess
import sys
import tempfile
from contextlib import closing
from pathlib import Path

import pytest

from gametree.arena.journal.journal import Journal, match_key
from gametree.errors import JournalError
from played import played

TESTS = Path(__file__).parents[1]
KEY = match_key({})


@pytest.fixture
def path(tmp_path):
    return tmp_path / "games.db"


def fill(path, games=30):
    with Journal(path) as journal:
        match = journal.open_match({})
        for index in range(games):
            match.add(played(match.key, index))


def refusal(path, **options):
    """Return the one sentence with which a journal is refused; both ways of opening agree."""
    with pytest.raises(JournalError) as caught:
        Journal(path, **options)
    told = str(caught.value)
    assert "\n" not in told
    return told


def python(script, *arguments, **options):
    script = f"import sys\nsys.path.insert(0, {str(TESTS)!r})\n{script}"
    done = subprocess.run(
        [sys.executable, "-B", "-c", script, *map(str, arguments)],
        capture_output=True, text=True, **options,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


# Two writers.


def test_a_second_writer_is_told_who_writes(path):
    with Journal(path):
        told = refusal(path)
        assert told.startswith(
            f"journal {str(path)!r} is being written by process {os.getpid()} on "
            f"{socket.gethostname()} since 20"
        )
        assert told.endswith(": wait until it ends, or name another file")
        other = (
            "from gametree.arena.journal.journal import Journal, JournalError\n"
            "try:\n    Journal(sys.argv[1])\n"
            "except JournalError as error:\n    print(error)"
        )
        assert python(other, path) == told + "\n"
    fill(path)


def test_a_link_to_a_journal_has_the_same_writer(path):
    fill(path)
    link = path.with_name("link.db")
    link.symlink_to(path)
    with Journal(path):
        assert "is being written by process" in refusal(link)


def test_the_lock_of_a_process_that_was_killed_is_free(path):
    killed = "import os\nfrom gametree.arena.journal.journal import Journal\n" \
        "j = Journal(sys.argv[1])\nos.kill(os.getpid(), 9)"  # fmt: skip
    done = subprocess.run([sys.executable, "-B", "-c", f"import sys\n{killed}", str(path)])
    assert done.returncode == -9
    fill(path)


def test_a_failed_opening_does_not_keep_the_lock(path):
    path.write_bytes(b"no journal" * 100)
    refusal(path)
    path.unlink()
    fill(path)


@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")
def test_a_forked_process_does_not_write(path):
    with Journal(path) as journal:
        match = journal.open_match({})
        if (child := os.fork()) == 0:
            code = 1
            with contextlib.suppress(BaseException):
                try:
                    match.add(played(match.key, 0))
                except JournalError as error:
                    code = 0 if f"opened for writing by process {os.getppid()}" in str(error) else 2
                journal.close()
            os._exit(code)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
        assert "is being written by process" in refusal(path)
        assert match.add(played(match.key, 0))


def test_a_program_that_locks_the_file_is_named_as_the_reason(path, monkeypatch):
    monkeypatch.setattr("gametree.arena.journal.file._PATIENCE_SECONDS", 0.05)
    fill(path, 3)
    with Journal(path) as journal, closing(sqlite3.connect(path, isolation_level=None)) as other:
        match = journal.match(KEY)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(JournalError, match="another program has locked it"):
            match.add(played(KEY, 3))
        other.execute("ROLLBACK")
        assert match.add(played(KEY, 3))


# What is no journal.


@pytest.mark.parametrize("write", [True, False])
def test_another_version_is_refused(path, write):
    fill(path)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 7")
    before = path.read_bytes()
    assert "is of version 7, and this gametree knows version 1 only" in refusal(path, write=write)
    assert path.read_bytes() == before


@pytest.mark.parametrize("write", [True, False])
def test_a_database_of_another_program_is_refused(path, write):
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE game (x)")
    before = path.read_bytes()
    assert "is the database of another program" in refusal(path, write=write)
    assert path.read_bytes() == before


@pytest.mark.parametrize("write", [True, False])
@pytest.mark.parametrize("content", [b"x", b"moves: e4 e5\n" * 1000, bytes(8192)])
def test_a_file_that_is_no_database_is_refused(path, content, write):
    path.write_bytes(content)
    assert str(path) in refusal(path, write=write)
    assert path.read_bytes() == content


def test_an_empty_file_is_filled_but_not_read(path):
    path.touch()
    assert "is empty, not a journal" in refusal(path, write=False)
    fill(path)
    assert Journal(path, write=False).match(KEY).finished() == set(range(30))


def test_places_where_no_journal_can_be(tmp_path):
    for write in (True, False):
        assert "is a folder: name a file" in refusal(tmp_path, write=write)
        assert "is no ordinary file" in refusal(os.devnull, write=write)
        there = refusal(tmp_path / "none" / "games.db", write=write)
        assert "there is no folder" in there
        assert "is named by the path of a file, not 3" in refusal(3, write=write)
        assert "is named by the path of a file, not" in refusal("a\0b", write=write)
        assert refusal(tmp_path / ("a" * 300), write=write).startswith(f"journal '{tmp_path}/aaa")
    assert "there is no journal" in refusal(tmp_path / "games.db", write=False)
    assert os.listdir(tmp_path) == []


def test_awkward_names_of_files(tmp_path):
    for name in ("a b?mode=ro#x.db", "%41.db", ":memory:", "\udcff", "♞.db", "file:x"):
        fill(tmp_path / name, 2)
        assert (tmp_path / name).stat().st_size > 0
        assert len(list(Journal(tmp_path / name, write=False).games())) == 2


# Damage.


def damaged_everywhere(whole):
    """Yield damaged copies of a file: shorter ones, and such with a few bytes changed."""
    moments = random.Random(3)
    for part in (0.999, 0.9, 0.5, 0.1):
        yield whole[: int(len(whole) * part)]
    yield whole[:4096]
    yield whole[:50]
    for place in (0, 16, 18, 28, 40, 68, 100, 105):
        yield whole[:place] + bytes([whole[place] ^ 0xFF]) + whole[place + 1 :]
    for _ in range(60):
        broken = bytearray(whole)
        start = moments.randrange(len(whole))
        for place in range(start, min(start + moments.choice((1, 4, 100)), len(whole))):
            broken[place] ^= moments.randrange(1, 256)
        yield bytes(broken)


def test_a_damaged_word_of_the_schema_is_refused_in_one_sentence(path):
    fill(path)
    whole = path.read_bytes()
    path.write_bytes(whole.replace(b"PRIMARY KEY", b"PRIMARY \xb9EY"))
    for write in (True, False):
        with pytest.raises(JournalError, match=r"is damaged|malformed"):
            Journal(path, write=write)


def test_a_damaged_journal_is_refused_or_whole(path):
    """No wrong game is ever read, and a file that is refused is not changed."""
    fill(path)
    whole = path.read_bytes()
    games = [played(KEY, index) for index in range(30)]
    refused = 0
    for broken in damaged_everywhere(whole):
        path.write_bytes(broken)
        with contextlib.suppress(JournalError):  # where it can be read, that is right
            read = []
            for game in Journal(path, write=False).games():
                read.append(game)
            assert read == games
        assert all(game in games for game in read)
        told = None
        try:
            Journal(path).close()
        except JournalError as error:
            told = str(error)
        if told is None:
            assert list(Journal(path, write=False).games()) == games
        else:
            refused += 1
            assert "\n" not in told
            assert str(path) in told
            assert path.read_bytes() == broken
        for rest in ("-wal", "-shm"):
            path.with_name(path.name + rest).unlink(missing_ok=True)
    assert refused >= 30  # of 74: the others changed what belongs to nothing


def test_a_game_that_was_changed_is_named(path):
    fill(path)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE game SET record = replace(record, 'rules', 'ruled') WHERE job=7")
    assert f"is damaged (game 7 of match {KEY} has been changed)" in refusal(path)
    games = Journal(path, write=False).games()
    assert [next(games).index for _ in range(7)] == list(range(7))
    with pytest.raises(JournalError, match=f"game 7 of match {KEY} has been changed"):
        next(games)


def test_a_game_under_the_name_of_another_is_found(path):
    fill(path)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE game SET job = 99 WHERE job = 7")
    with pytest.raises(JournalError, match=f"game 99 of match {KEY} has been changed"):
        list(Journal(path, write=False).games())


def test_a_configuration_that_was_changed_is_found(path):
    fill(path)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("""UPDATE match SET configuration = '{"a":1}'""")
    with pytest.raises(JournalError, match=f"the configuration of match {KEY} has been changed"):
        Journal(path, write=False).matches()


def test_a_journal_that_was_removed_in_the_middle_is_missed(path):
    fill(path)
    with Journal(path) as journal:
        match = journal.match(KEY)
        path.rename(path.with_name("away.db"))
        with pytest.raises(JournalError, match="has been removed or replaced while it was in use"):
            match.add(played(KEY, 30))
        path.write_bytes(path.with_name("away.db").read_bytes())
        with pytest.raises(JournalError, match="has been removed or replaced while it was in use"):
            match.add(played(KEY, 30))
        path.unlink()
        path.with_name("away.db").rename(path)
        assert match.add(played(KEY, 30))


def test_the_log_of_a_journal_that_is_gone_is_not_mixed_with_a_new_one(path):
    log = path.with_name("games.db-wal")
    log.write_bytes(b"frames")
    assert "is gone, but its '-wal' file is there" in refusal(path)
    assert log.read_bytes() == b"frames"


def test_a_lock_file_that_is_no_lock_file_is_named(path):
    path.with_name("games.db-writer").write_bytes(b"x" * 5000)
    assert refusal(path).startswith(f"journal '{path}-writer': it is no SQLite database")


# Disks that are full or cannot be written.

FULL = """
import resource
from gametree.arena.journal.journal import Journal, JournalError
from played import played
with Journal(sys.argv[1]) as journal:
    match = journal.open_match({})
    old = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, old[1]))
    index, faults = 0, 0
    while faults < 3:
        try:
            assert match.add(played(match.key, index))
            index += 1
        except JournalError as error:
            faults += 1
            print(error)
    print(index)
    resource.setrlimit(resource.RLIMIT_FSIZE, old)
    for more in range(index, index + 50):
        assert match.add(played(match.key, more))
"""


def test_a_full_disk_is_told_and_mended(path):
    *faults, index = python(FULL, path).splitlines()
    assert len(faults) == 3
    for told in faults:
        assert told.startswith(f"journal {str(path)!r}: the disk ")
        assert told.endswith("what stands in it is safe")
    assert int(index) > 10
    with Journal(path) as journal:
        games = list(journal.games())
    assert games == [played(KEY, number) for number in range(int(index) + 50)]


def test_a_database_that_may_not_grow_is_told_and_mended(path):
    with Journal(path) as journal:
        match = journal.open_match({})
        (pages,) = journal._file._connection.execute("PRAGMA page_count").fetchone()
        journal._file._connection.execute(f"PRAGMA max_page_count = {pages + 3}")
        index = 0
        with contextlib.suppress(JournalError):
            while index < 100:
                match.add(played(KEY, index))
                index += 1
        with pytest.raises(JournalError, match="the disk is full: make room and go on"):
            match.add(played(KEY, index))
        assert match.finished() == set(range(index))
        journal._file._connection.execute("PRAGMA max_page_count = 100000")
        assert match.add(played(KEY, index))


def test_a_journal_that_does_not_fit_is_not_begun(path):
    def small():
        resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, 10_000))

    script = (
        "from gametree.arena.journal.journal import Journal, JournalError\n"
        "try:\n    Journal(sys.argv[1])\n"
        "except JournalError as error:\n    print(error)"
    )
    told = python(script, path, preexec_fn=small)
    assert told.count("\n") == 1
    assert "the disk " in told
    assert not path.exists()
    fill(path)


@pytest.fixture
def open_folder():
    """Return a folder that every user can enter, and clear it up."""
    folder = Path(tempfile.mkdtemp(dir="/tmp"))
    folder.chmod(0o755)
    yield folder
    folder.chmod(0o755)
    shutil.rmtree(folder)


UNPRIVILEGED = """
import os
from gametree.arena.journal.journal import Journal, JournalError
import gametree.arena.journal.file, gametree.arena.reports.export, encodings.idna
if os.geteuid() == 0:
    os.setgroups([])
    os.setgid(65534)
    os.setuid(65534)
for write in (True, False):
    try:
        print(len(list(Journal(sys.argv[1], write=write).games())))
    except JournalError as error:
        print(error)
"""


def test_a_folder_that_cannot_be_written(open_folder):
    path = open_folder / "games.db"
    fill(path)
    path.chmod(stat.S_IRUSR | stat.S_IRGRP | stat.S_IROTH)
    open_folder.chmod(0o555)
    told, read = python(UNPRIVILEGED, path).splitlines()
    assert told.startswith(f"journal '{path}")
    assert "must allow reading and writing" in told or "read-only" in told
    assert read == "30"


def test_a_file_that_cannot_be_written_or_not_even_read(open_folder):
    path = open_folder / "games.db"
    fill(path)
    open_folder.chmod(0o777)
    for file in open_folder.iterdir():
        file.chmod(0o666)
    path.chmod(0o444)
    told, read = python(UNPRIVILEGED, path).splitlines()
    assert told == (
        f"journal '{path}': the file or its folder is read-only: allow writing, or name another"
    )
    assert read == "30"
    path.chmod(0)
    for told in python(UNPRIVILEGED, path).splitlines():
        assert told.startswith(f"journal '{path}': it cannot be opened: ")
