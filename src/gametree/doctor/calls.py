"""Calls of a game's methods under watch: none may raise, hang, or change what it is given."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..game import Game
from .constancy import Constancy
from .fault import Fault
from .report import FAULT
from .snapshots import freeze
from .watchdog import Overtime, Watchdog

__all__ = ["Calls"]


class Calls:
    """Calls the methods of a game; raises `Fault` for what no method may do.

    Attributes:
        careful: whether to look, at each call, for changes of the game.
        noted: faults that need not stop the play.
    """

    def __init__(self, game: Game, watchdog: Watchdog) -> None:
        self.game = game
        self.careful = True
        self.noted: list[Fault] = []
        self._watchdog = watchdog
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

        try:
            answer = self._watchdog.run(work)
        except Overtime:
            limit = f"{self._watchdog.limit:g} s"
            raise Fault(
                method, "hangs", f"took longer than {limit}", "look for a loop without end"
            ) from None
        except (Fault, KeyboardInterrupt):
            raise
        except BaseException as error:  # rules may even call sys.exit
            name = type(error).__name__
            raise Fault(method, "raises", f"raised {name}: {error}".rstrip(": ")) from error
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
