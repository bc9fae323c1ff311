"""Runs an external program and exchanges lines with it, within time and memory limits."""

from __future__ import annotations

import contextlib
import os
import queue
import re
import shlex
import signal
import subprocess
import threading
import time
from collections import deque
from typing import IO

from ...errors import BadParameter, PlayerError
from .leftover_processes import end_leftover_processes, marked

__all__ = ["PlayerFailed", "Process", "words_of"]

LONGEST_LINE = 1 << 16
"""Bytes; a longer line ends the conversation."""

# A drive or a server at the beginning of a word, or a name.exe behind a backslash.
_WINDOWS_PATH = re.compile(
    r"""(?:^|[\s"'=])(?:[A-Za-z]:\\|\\\\[^\s\\])|\\[^\s\\]+\.(?:exe|bat|cmd|com)\b"""
)
_SINGLE_QUOTED = re.compile(r"(?:^|\s)'[^']*'(?:\s|$)")
_WAITING_LINES = 256  # lines read ahead; a program that writes more has to wait
_TALK_LINES = 40
_ERROR_LINES = 20
_SHOWN = 200  # characters of a line in the transcript
_GRACE = 2.0  # seconds between the request to end and killing it


class PlayerFailed(PlayerError):
    """The program cannot go on with its game, or gives it up.

    Attributes:
        termination: "time", "crash", "illegal move" or "resignation".
        transcript: the last lines exchanged, `> ` to the program and `< ` from it; then, after
            `! `, the last lines of its error stream.

    """

    def __init__(
        self, reason: str, termination: str = "crash", transcript: tuple[str, ...] = ()
    ) -> None:
        super().__init__(reason)
        self.termination = termination
        self.transcript = transcript


def words_of(command: str) -> list[str]:
    r"""Split a command into the program and its arguments, as a shell does.

    In a command with a path of Windows, such as `C:\engines\fish.exe` or `\\server\fish.exe`,
    backslashes are part of the words; only quotes are read there.

    Raises:
        BadParameter: if it is empty, or a quotation does not end.

    """
    lexer = shlex.shlex(command, posix=True, punctuation_chars=False)
    lexer.whitespace_split = True
    lexer.commenters = ""
    if _WINDOWS_PATH.search(command):
        lexer.escape = ""
        if "'" in command and '"' not in command and not _SINGLE_QUOTED.search(command):
            lexer.quotes = '"'  # an apostrophe in a name, as in C:\\Jim's\\fish.exe
    try:
        words = list(lexer)
    except ValueError as error:
        raise BadParameter(f"the command {command!r} cannot be read: {error}") from error
    if not words:
        raise BadParameter("a program needs a command, such as command=./engine --fast")
    return words


class Process:
    """A running program, in a process group of its own.

    Threads read and write its streams, so that nothing waits for it without an end: the memory
    for its output and the time for every answer are bounded.

    Args:
        command: the program and its arguments, as in a shell; no shell runs it.

    Raises:
        BadParameter: if it cannot be started.

    """

    def __init__(self, command: str) -> None:
        arguments = words_of(command)
        self.name = os.path.basename(arguments[0])
        self._talk: deque[str] = deque(maxlen=_TALK_LINES)
        self._errors: deque[str] = deque(maxlen=_ERROR_LINES)
        self._incoming: queue.Queue[str] = queue.Queue(_WAITING_LINES)
        self._outgoing: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._end = ""  # the reason why no more lines will come
        self._killed = False
        self._mark, environment = marked()
        try:
            self._child = subprocess.Popen(
                arguments,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
                env=environment,
            )
        except (OSError, ValueError) as error:
            raise BadParameter(
                f"the program {arguments[0]!r} cannot be started: {error}"
            ) from error
        self._threads = [
            threading.Thread(target=work, daemon=True)
            for work in (self._read, self._read_errors, self._write)
        ]
        for thread in self._threads:
            thread.start()

    @property
    def transcript(self) -> tuple[str, ...]:
        """The last lines exchanged, and those of the error stream: see `PlayerFailed`."""
        return (*self._talk, *self._errors)

    def send(self, line: str) -> None:
        """Send a line; returns at once, even if the program does not read it."""
        self._talk.append(f"> {line[:_SHOWN]}")
        self._outgoing.put(line)

    def receive(self, deadline: float) -> str:
        """Return the next line, without white space around it.

        Raises:
            PlayerFailed: if none comes until `deadline` (on the clock of `time.monotonic`), or
                the program has ended; it is killed then.

        """
        while True:
            with contextlib.suppress(queue.Empty):
                line = self._incoming.get_nowait()
                self._talk.append(f"< {line[:_SHOWN]}")
                return line
            if self._end:
                if self._incoming.empty():
                    raise self.failure(self._end)
                continue
            left = deadline - time.monotonic()
            if left <= 0.0:
                raise self.failure("did not answer in time", "time")
            # Short waits: the end of the program puts no line into the queue.
            with contextlib.suppress(queue.Empty):
                line = self._incoming.get(timeout=min(left, 0.05))
                self._talk.append(f"< {line[:_SHOWN]}")
                return line

    def failure(self, reason: str, termination: str = "crash") -> PlayerFailed:
        """End the program and return what to raise about it."""
        self.kill()  # its error stream is read to the end then
        return PlayerFailed(f"the program {self.name} {reason}", termination, self.transcript)

    def close(self, last_line: str) -> None:
        """Send a last line, give the program a moment to end by itself, then end it."""
        self.send(last_line)
        self._outgoing.put(None)
        deadline = time.monotonic() + _GRACE
        while self._exit_code() is None and time.monotonic() < deadline:
            self._drop_waiting()
            time.sleep(0.002)
        self.kill()

    def kill(self) -> None:
        """End the program, and what it has started."""
        self._outgoing.put(None)
        if not self._killed:
            self._killed = True
            self._kill()
            self._child.wait()
        deadline = time.monotonic() + _GRACE
        for thread in self._threads:
            while thread.is_alive() and time.monotonic() < deadline:
                self._drop_waiting()
                thread.join(0.01)

    def _kill(self) -> None:
        # The group bears the program's number, which is given to no other one until
        # the program has been waited for.
        with contextlib.suppress(ProcessLookupError, PermissionError):
            if hasattr(os, "killpg"):
                os.killpg(self._child.pid, signal.SIGKILL)
            else:
                self._child.kill()
        end_leftover_processes(self._mark)

    def _drop_waiting(self) -> None:
        """Make room in the queue for a reader thread that waits for it."""
        with contextlib.suppress(queue.Empty):
            while True:
                self._incoming.get_nowait()

    def _read(self) -> None:
        stream = self._child.stdout
        assert stream is not None
        while True:
            line = stream.readline(LONGEST_LINE)
            if not line:
                self._end = self._how_it_ended()
                break
            if len(line) == LONGEST_LINE and not line.endswith(b"\n"):
                self._end = f"wrote a line of more than {LONGEST_LINE:,} bytes"
                break
            if not self._killed:
                self._incoming.put(line.decode(errors="replace").strip())
        _shut(stream)

    def _how_it_ended(self) -> str:
        deadline = time.monotonic() + _GRACE
        while (code := self._exit_code()) is None and time.monotonic() < deadline:
            time.sleep(0.002)
        if code is None:
            return "closed its output"
        return f"ended with signal {-code}" if code < 0 else f"ended with exit code {code}"

    def _exit_code(self) -> int | None:
        """Return the exit code, the negative signal, or None if it runs; does not reap it."""
        if self._child.returncode is not None or not hasattr(os, "waitid"):
            return self._child.poll()
        try:
            found = os.waitid(os.P_PID, self._child.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        except ChildProcessError:  # it has been waited for meanwhile
            return self._child.poll()
        if found is None:
            return None
        return found.si_status if found.si_code == os.CLD_EXITED else -found.si_status

    def _read_errors(self) -> None:
        stream = self._child.stderr
        assert stream is not None
        while line := stream.readline(LONGEST_LINE):
            self._errors.append(f"! {line.decode(errors='replace').rstrip()[:_SHOWN]}")
        _shut(stream)

    def _write(self) -> None:
        stream = self._child.stdin
        assert stream is not None
        with contextlib.suppress(OSError, ValueError):  # it has ended; the reader says so
            while (line := self._outgoing.get()) is not None:
                stream.write(line.encode() + b"\n")
                stream.flush()
        _shut(stream)


def _shut(stream: IO[bytes]) -> None:
    with contextlib.suppress(OSError, ValueError):
        stream.close()
