"""Calls of a game's methods under watch: none may raise, hang, or change what it is given."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from ..game import Game
from ..rules.snapshots import freeze
from ..user_code import described, place_of
from .constancy import Constancy
from .fault import Fault
from .report import FAULT, WARNING
from .watchdog import Overtime, TimeUp, Watchdog

__all__ = ["Calls"]

_SLOW = 10
"""A method that takes so great a part of the limit elsewhere is slow, not without an end."""


class Calls:
    """Calls the methods of a game; raises `Fault` for what no method may do.

    Attributes:
        careful: whether to look, at each call, for changes of the game.
        watchdog: interrupts calls that take too long.
        noted: faults that need not stop the play.
        spent: of each method, the number of calls and their seconds.
    """

    def __init__(self, game: Game, watchdog: Watchdog) -> None:
        self.game = game
        self.careful = True
        self.noted: list[Fault] = []
        self.spent: dict[str, tuple[int, float]] = {}
        self.watchdog = watchdog
        self._constancy = Constancy(game)

    def call(
        self, method: str, *arguments: Any, finish: Callable[[str, Any], Any] | None = None
    ) -> Any:
        """Return what a method returns, passed through `finish(method, answer)`."""
        if self.careful:
            self._constancy.look()
        else:
            self._constancy.forget()
        # In a game whose states are mutable, next_state alone may change one.
        fixed = bool(arguments) and not (method == "next_state" and self.game.states_change)
        before = freeze(arguments[0]) if fixed else None

        def work() -> Any:
            answer = getattr(self.game, method)(*arguments)
            return answer if finish is None else finish(method, answer)

        begun = time.perf_counter()
        try:
            answer = self.watchdog.run(work)
        except Overtime:
            raise self._overtime(method) from None
        except (Fault, KeyboardInterrupt, TimeUp):
            raise
        except BaseException as error:  # rules may even call sys.exit
            raise self._raised(method, error) from error
        self._note_time(method, time.perf_counter() - begun)
        if fixed and freeze(arguments[0]) != before:
            raise Fault(
                method,
                "changes the state",
                "changed the state that it was given",
                "return a new state, or declare states_change = True in the class"
                if method == "next_state"
                else "work on a copy of what the state holds",
                FAULT,
                tuple(arguments[1:2]) if method == "next_state" else (),
            )
        if self.careful:
            self.noted.extend(self._constancy.changes(method))
        return answer

    def _raised(self, method: str, error: BaseException) -> Fault:
        """Return what is told of an exception: of the user's own method, called by ours or not."""
        place = place_of(error)
        called = "" if place is None else place.called.rpartition(".")[2]
        if hasattr(Game, called):
            method = called
        fault = Fault(method, "raises", f"raised {described(error)}")
        fault.place = place
        return fault

    def _note_time(self, method: str, taken: float) -> None:
        calls, seconds = self.spent.get(method, (0, 0.0))
        self.spent[method] = (calls + 1, seconds + taken)

    def _overtime(self, method: str) -> Fault:
        """Return what is told of a call that was interrupted: slow, or without an end."""
        limit = self.watchdog.limit
        calls, seconds = self.spent.get(method, (0, 0.0))
        problem = f"took longer than {limit:.3g} s"
        if seconds > calls * limit / _SLOW:
            return Fault(
                method,
                "slow",
                f"{problem}, and {seconds / calls:.2g} s on average in other positions",
                "it is slow: allow more seconds, or make it faster",
                WARNING,
            )
        return Fault(
            method,
            "hangs",
            problem,
            "look for a loop without end; if there is none, it is slow: allow more seconds",
        )
