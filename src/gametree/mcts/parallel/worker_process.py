"""A tree in a process of its own, for a worker that cannot run in a thread."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import threading
import weakref
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any

from ...errors import BadParameter, GameError, GametreeError
from ...machine.worker_output import flush_each_line
from ...user_code.python_file import Parcel
from ..engine.engine import Engine
from ..interrupts import ctrl_c_later
from .remote_tree import RemoteTree, TreeThere, answer_of
from .worker import Goal

__all__ = ["ProcessTree"]

_GLANCE_SECONDS = 0.01  # how often a thread that waits asks whether it shall wait on
_PATIENCE = 5.0  # seconds that a process has to end

_GUARD = "if __name__ == '__main__':"


class ProcessTree(RemoteTree):
    """Stands for an `LocalTree` that lives in a new process, and offers the same.

    The process ends with this object, and with this process, however that ends. A process that
    is forked from this one cannot ask it.

    Raises:
        BadParameter: if the game, a strategy or the position cannot be sent.
        GameError: if the process cannot be started.

    """

    def __init__(self, engine: Engine) -> None:
        super().__init__(type(engine.game).__name__)
        sent = self._packed(engine, parcel=True)
        # A new interpreter: one that is forked has locks and threads that it should not have.
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        # Nothing is sent through this one. It ends with this process, however that ends.
        life, ours = context.Pipe(duplex=False)
        process = context.Process(target=_work, args=(theirs, life), daemon=True)
        with ctrl_c_later():
            process.start()
        theirs.close()  # now the pipe ends when the process does
        life.close()
        self._finalizer = weakref.finalize(self, _end, self._process, process, self._pipe, ours)
        self._send(sent)
        self._rising = True  # its first answer is not awaited here: more can rise meanwhile

    def grow(self, goal: Goal, halted: Callable[[], bool]) -> None:
        """See `LocalTree.grow`."""
        self._refuse_if_forked()
        self._send(self._packed(("grow", goal)))
        told = False
        while not self._pipe.poll(_GLANCE_SECONDS):
            if not told and halted():
                told = True
                self._send(_STOP)
        self._receive()

    def _ask(self, method: str, *arguments: Any) -> Any:
        self._refuse_if_forked()
        if self._rising:
            self._rising = False
            self._receive()
        message = self._packed((method, *arguments))
        try:
            self._send(message)
            return self._receive()
        except KeyboardInterrupt:
            self._pipe.close()  # else the answer would count as that to the next question
            raise

    def _packed(self, message: Any, *, parcel: bool = False) -> bytes:
        try:
            return pickle.dumps(Parcel(message) if parcel else message)
        except Exception as error:
            raise BadParameter(
                f"several workers search {self._game_name} interpreted, each in a process of its "
                f"own, and what they need cannot be sent there: {error}; let game, strategies and "
                "states hold nothing but data, and functions of a module, or use workers=1"
            ) from error

    def _send(self, message: bytes) -> None:
        with suppress(OSError):  # it is lost, as will be seen when its answer is waited for
            self._pipe.send_bytes(message)

    def _receive(self) -> Any:
        try:
            answer = self._pipe.recv()
        except (EOFError, OSError) as error:
            raise GameError(
                f"the process of a worker that searches {self._game_name} is lost: killed, out of "
                f"memory, or never begun (a script must begin its work below {_GUARD}); "
                "use workers=1 to search without processes"
            ) from error
        return self._value_of(answer)


def _end(parent: int, process: BaseProcess, *pipes: Connection) -> None:
    for pipe in pipes:
        pipe.close()
    if parent != os.getpid():
        return  # a fork, whose process it is not
    process.join(_PATIENCE)
    process.kill()
    process.join()
    process.close()


# In the process.

_STOP = pickle.dumps(None)


def _work(pipe: Connection, life: Connection) -> None:
    """Run the commands that come through `pipe`, until `life` ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for who started it
    flush_each_line()
    threading.Thread(target=_leave_with, args=(life,), daemon=True).start()
    with suppress(EOFError, OSError):
        answer: Any = None
        try:
            tree = TreeThere(pipe.recv().opened())
            answer = None, None
        except (EOFError, OSError):
            return
        except GametreeError as error:
            answer = error
        except Exception as error:
            answer = BadParameter(
                f"several workers search a game interpreted in processes of their own, and it "
                f"cannot be loaded there: {error}; define it in a file, or use workers=1"
            )
        pipe.send(answer)
        while True:
            message = pipe.recv()
            if message is not None:  # told to stop when it had just ended
                pipe.send(_answer(tree, pipe, *message))


def _answer(tree: TreeThere, pipe: Connection, method: str, *arguments: Any) -> Any:
    if method == "grow":
        arguments = (*arguments, pipe.poll)  # whatever is sent meanwhile says to stop
    return answer_of(tree, method, *arguments)


def _leave_with(life: Connection) -> None:
    wait([life])
    os._exit(0)
