"""The SQLite file of a journal: creation, checks, locking, and error messages.

A new file is made aside and renamed, so there is never half of one. It is in WAL mode with
synchronous=FULL: a transaction that was committed is on the disk. Beside `games.db` stand
`games.db-wal` and `games.db-shm` while it is in use (after a `kill -9` they belong to it: copy
all or none) and `games.db-writer`, an SQLite file of its own in which the one process that
writes holds a transaction open; it goes with the writer. The system takes that lock back from
a process that dies.
"""

from __future__ import annotations

import contextlib
import os
import socket
import sqlite3
import stat
import threading
import time
import zlib
from collections.abc import Iterator
from pathlib import Path

from ...errors import JournalError
from ...files.replacing import sync_folder

__all__ = ["JournalFile", "checksum", "connect_to_read", "in_one_sentence", "locate"]

_APPLICATION = 0x67746A6C  # "gtjl", to tell a journal from the files of other programs
_VERSION = 1

_SCHEMA = f"""
BEGIN;
CREATE TABLE match (
    number INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    configuration TEXT NOT NULL,
    begun REAL NOT NULL
);
CREATE TABLE game (
    match INTEGER NOT NULL REFERENCES match,
    job INTEGER NOT NULL,
    record TEXT NOT NULL,
    checksum INTEGER NOT NULL,
    PRIMARY KEY (match, job)
);
PRAGMA application_id = {_APPLICATION};
PRAGMA user_version = {_VERSION};
COMMIT;
PRAGMA journal_mode = WAL;
"""

_PATIENCE_SECONDS = 10.0  # for a reader's or a foreign program's lock, never held for long

_TOLD = {
    sqlite3.SQLITE_FULL: "the disk is full: make room and go on, what stands in it is safe",
    sqlite3.SQLITE_IOERR: (
        "the disk does not take or give it (is it full?): mend that and go on, "
        "what stands in it is safe"
    ),
    sqlite3.SQLITE_CORRUPT: "it is damaged: bring it back from a copy, or name another file",
    sqlite3.SQLITE_NOTADB: "it is no SQLite database, or a damaged one: name another file",
    sqlite3.SQLITE_READONLY: "the file or its folder is read-only: allow writing, or name another",
    sqlite3.SQLITE_PERM: "reading and writing are not allowed: allow them, or name another file",
    sqlite3.SQLITE_CANTOPEN: (
        "it cannot be opened: the file and its folder must allow reading and writing"
    ),
    sqlite3.SQLITE_BUSY: "another program has locked it: close that program and go on",
}


def checksum(record: bytes) -> int:
    """Return a checksum of a record; SQLite itself keeps none."""
    return zlib.crc32(record)


def locate(path: str | os.PathLike[str]) -> Path:
    """Return the whole path of a journal, links followed.

    Raises:
        JournalError: if something that is no file stands there, or there is no such folder.

    """
    with in_one_sentence(path):
        try:
            found = Path(os.path.realpath(os.fsdecode(path)))
            kind = found.stat().st_mode if os.path.lexists(found) else None
        except (TypeError, ValueError):
            raise JournalError(f"a journal is named by the path of a file, not {path!r}") from None
        if not found.parent.is_dir():
            raise JournalError(
                f"there is no folder {str(found.parent)!r} for the journal: make it first, "
                "or name another"
            )
        if kind is not None and not stat.S_ISREG(kind):
            what = "a folder" if stat.S_ISDIR(kind) else "no ordinary file"
            raise JournalError(f"{str(path)!r} is {what}: name a file for the journal")
    return found


@contextlib.contextmanager
def in_one_sentence(path: str | os.PathLike[str]) -> Iterator[None]:
    """Convert an error of SQLite or of the system into a JournalError."""
    try:
        yield
    except JournalError:
        raise
    except (sqlite3.Error, OSError) as error:
        code = getattr(error, "sqlite_errorcode", None)
        reason = _TOLD.get(code & 0xFF) if code is not None else getattr(error, "strerror", None)
        raise JournalError(f"journal {str(path)!r}: {reason or error}") from error
    except UnicodeDecodeError as error:  # in what SQLite tells of it, as Python reads that
        raise JournalError(
            f"journal {str(path)!r} is damaged: bring it back from a copy, or name another file"
        ) from error


def connect_to_read(path: Path) -> sqlite3.Connection:
    """Return a connection that can only read, to a journal of this version.

    Raises:
        JournalError: if there is none that can be read.

    """
    with in_one_sentence(path):
        if not path.exists():
            raise JournalError(f"there is no journal {str(path)!r}: see that its name is right")
        if path.stat().st_size == 0:
            raise JournalError(f"{str(path)!r} is empty, not a journal: name another file")
        try:
            return _checked(path, "mode=ro")
        except sqlite3.OperationalError as error:
            shut = (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY)
            if error.sqlite_errorcode & 0xFF not in shut or _has_log(path):
                raise
        # In a folder that cannot be written there is no place for the memory that readers and
        # the writer share; nor is there a writer, so it is not needed.
        return _checked(path, "mode=ro&immutable=1")


class JournalFile:
    """A journal that this process alone writes, made if there is none.

    Raises:
        JournalError: if it cannot be written; nothing in it has been changed.

    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._mutex = threading.Lock()
        self._process = os.getpid()
        self._lock: sqlite3.Connection | None = _lock(path)
        try:
            with in_one_sentence(path):
                if not path.exists() or path.stat().st_size == 0:
                    _make(path)
                else:
                    _check_whole(path)
                self._file = _identity(path)
                self._connection = _connect(path, "mode=rw")
                self._connection.execute("PRAGMA synchronous = FULL")
                # A file that cannot be written says so now, not after the first game.
                self._connection.execute("DELETE FROM match WHERE number = 0")
        except BaseException:
            _unlock(self._lock, path)
            raise

    @contextlib.contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """Yield the connection, for one statement, which is one transaction.

        Raises:
            JournalError: if it cannot be written; it is as it was before.

        """
        with self._mutex, in_one_sentence(self.path):
            if self._lock is None:
                raise JournalError(f"journal {str(self.path)!r} has been closed")
            if os.getpid() != self._process:
                raise JournalError(
                    f"journal {str(self.path)!r} was opened for writing by process "
                    f"{self._process}: only that one can write it"
                )
            if _identity(self.path) != self._file:
                raise JournalError(
                    f"journal {str(self.path)!r} has been removed or replaced while it was in "
                    "use: bring it back, or open it again"
                )
            yield self._connection

    def close(self) -> None:
        """Close it; another process can write it now."""
        with self._mutex, in_one_sentence(self.path):
            if self._lock is not None and os.getpid() == self._process:
                self._connection.close()
                _unlock(self._lock, self.path)
                self._lock = None


def _connect(path: Path, mode: str) -> sqlite3.Connection:
    return sqlite3.connect(
        f"{path.as_uri()}?{mode}",
        uri=True,
        timeout=_PATIENCE_SECONDS,
        isolation_level=None,
        check_same_thread=False,
    )


def _checked(path: Path, mode: str) -> sqlite3.Connection:
    connection = _connect(path, mode)
    try:
        (application,) = connection.execute("PRAGMA application_id").fetchone()
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        if application != _APPLICATION:
            raise JournalError(
                f"{str(path)!r} is the database of another program, not a journal of games: "
                "name another file"
            )
        if version != _VERSION:
            raise JournalError(
                f"journal {str(path)!r} is of version {version}, and this gametree knows version "
                f"{_VERSION} only: use the gametree that wrote it, or name another file"
            )
        connection.execute("SELECT count(*) FROM match").fetchone()  # so that it is opened now
    except BaseException:
        connection.close()
        raise
    return connection


def _check_whole(path: Path) -> None:
    """Check every page and every record, without changing anything."""
    with contextlib.closing(connect_to_read(path)) as connection:
        (found,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
        if found != "ok":
            raise JournalError(
                f"journal {str(path)!r} is damaged ({' '.join(found.split())}): "
                "bring it back from a copy, or name another file"
            )
        connection.create_function("checksum", 1, checksum, deterministic=True)
        damaged = connection.execute(
            "SELECT key, job FROM game LEFT JOIN match ON number = game.match "
            "WHERE checksum(CAST(record AS BLOB)) IS NOT checksum LIMIT 1"
        ).fetchone()
        if damaged is not None:
            raise JournalError(
                f"journal {str(path)!r} is damaged (game {damaged[1]} of match {damaged[0]} has "
                "been changed): bring it back from a copy, or name another file"
            )


def _make(path: Path) -> None:
    if _has_log(path):
        raise JournalError(
            f"journal {str(path)!r} is gone, but its '-wal' file is there: bring the journal "
            "back, or remove that file too"
        )
    new = path.with_name(f"{path.name}-new")
    for rest in ("", "-journal", "-wal", "-shm"):  # of a process that was killed in here
        new.with_name(new.name + rest).unlink(missing_ok=True)
    try:
        with contextlib.closing(_connect(new, "mode=rwc")) as connection:
            connection.executescript(_SCHEMA)
        os.replace(new, path)
    except BaseException:
        with contextlib.suppress(OSError):
            new.unlink()
        raise
    sync_folder(path.parent)


def _beside(path: Path) -> Path:
    return path.with_name(f"{path.name}-writer")


def _lock(path: Path) -> sqlite3.Connection:
    """Return a connection that holds the lock of the writer; to be given to `_unlock`."""
    beside = _beside(path)
    with in_one_sentence(beside):
        while True:
            before = _identity(beside)
            lock = _locked(path, beside)
            # Whoever gives up the lock removes its file: then this is a lock of a file that
            # others do not see any more.
            if before is not None and before == _identity(beside):
                return lock
            lock.close()


def _unlock(lock: sqlite3.Connection, path: Path) -> None:
    with contextlib.suppress(OSError):  # not every system removes what is open
        _beside(path).unlink()
    lock.close()


def _locked(path: Path, beside: Path) -> sqlite3.Connection:
    lock = _connect(beside, "mode=rwc")
    try:
        lock.execute("PRAGMA busy_timeout = 200")
        lock.execute("BEGIN IMMEDIATE")
        lock.execute("CREATE TABLE IF NOT EXISTS writer (process, host, since)")
        lock.execute("DELETE FROM writer")
        since = time.strftime("%Y-%m-%d %H:%M:%S")
        mine = (os.getpid(), socket.gethostname(), since)
        lock.execute("INSERT INTO writer VALUES (?, ?, ?)", mine)
        lock.execute("COMMIT")  # for others to read, while this stays locked for writing:
        lock.execute("BEGIN IMMEDIATE")
    except BaseException as error:
        try:
            if getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY:
                raise JournalError(
                    f"journal {str(path)!r} is being written by {_holder(lock)}: wait until "
                    "it ends, or name another file"
                ) from None
        finally:
            lock.close()
        raise
    return lock


def _holder(lock: sqlite3.Connection) -> str:
    with contextlib.suppress(sqlite3.Error):
        found = lock.execute("SELECT process, host, since FROM writer").fetchone()
        if found is not None:
            return "process {} on {} since {}".format(*found)
    return "another process"


def _has_log(path: Path) -> bool:
    log = path.with_name(f"{path.name}-wal")
    return log.exists() and log.stat().st_size > 0


def _identity(path: Path) -> tuple[int, int] | None:
    """Return the device and inode of a file; None if there is none."""
    try:
        found = path.stat()
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino
