"""Checked calls of a game's methods: none may raise, hang, or change its arguments."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from ..game import Game, State
from ..rules.snapshots import freeze, outline
from ..user_code.locating import deed, place_of
from .attribute_changes import AttributeChanges
from .fault import Fault
from .remembered import Remembered
from .report import FAULT, WARNING
from .watchdog import Overtime, PartTimeUp, Watchdog

__all__ = ["Calls"]

_SLOW = 10
"""A method that takes more than 1/10 of the limit in other positions is slow; it does not hang."""


_DRAWING = ("random_action", "sample_state")
"""Methods that draw from their generator, so that they answer otherwise the next time."""


class Calls:
    """Calls the methods of a game; raises `Fault` if one raises, hangs or changes the state.

    Attributes:
        careful: check at each call that the game's attributes have not changed.
        watchdog: interrupts calls that take too long.
        noted: faults that do not stop the game.
        spent: for each method, the number of calls and their total time in seconds.
    """

    def __init__(self, game: Game, watchdog: Watchdog) -> None:
        self.game = game
        self.careful = True
        self.noted: list[Fault] = []
        self.spent: dict[str, tuple[int, float]] = {}
        self._worked: dict[str, float] = {}  # seconds of processor time of these calls
        self.watchdog = watchdog
        self._attributes = AttributeChanges(game)
        self._remembered = Remembered(game)

    def call(
        self, method: str, *arguments: Any, finish: Callable[[str, Any], Any] | None = None
    ) -> Any:
        """Return the method's answer, passed through `finish(method, answer)` if given."""
        if self.careful:
            self._attributes.remember()
        else:
            self._attributes.forget()
        # In a game whose states are mutable, next_state alone may change one.
        fixed = bool(arguments) and not (method == "next_state" and self.game.states_change)
        before = freeze(arguments[0]) if fixed else None
        # A state that is its own contents cannot be changed.
        fixed = fixed and before is not arguments[0]
        copied = self._remembered.copied(method, arguments[0]) if fixed else None

        def work() -> Any:
            answer = getattr(self.game, method)(*arguments)
            return answer if finish is None else finish(method, answer)

        begun, worked = time.perf_counter(), time.thread_time()
        try:
            answer = self.watchdog.run(work)
        except Overtime:
            raise self._overtime(method) from None
        except (Fault, KeyboardInterrupt, PartTimeUp):
            raise
        except BaseException as error:  # rules may even call sys.exit
            raise self._raised(method, error) from error
        self._note_time(method, time.perf_counter() - begun, time.thread_time() - worked)
        if fixed and freeze(arguments[0]) != before:
            self._tell_change(method, work, answer, copied, arguments)
        if self.careful:
            self.noted.extend(self._attributes.changes(method))
        return answer

    def _tell_change(
        self,
        method: str,
        work: Callable[[], Any],
        answer: Any,
        before: State | None,
        arguments: tuple[Any, ...],
    ) -> None:
        """Note that a method has changed its state; raise if the rules answer otherwise now."""
        samples = method == "sample_state"
        problem = f"changed {'what the player knows' if samples else 'the state'} that it was given"
        state, *others = arguments

        def is_harmless() -> bool:
            after = freeze(state)
            again = work()
            same = method in _DRAWING or outline(again) == outline(answer)
            stays = same and freeze(state) == after
            return stays and self._remembered.is_harmless(method, before, state)

        try:
            harmless = self.watchdog.run(is_harmless)
        except (KeyboardInterrupt, PartTimeUp):
            raise
        except BaseException:  # the rules do not answer a second time
            harmless = False
        is_move = method == "next_state"
        if not harmless:
            raise Fault(
                method,
                "changes the state",
                problem,
                "return a new state, or declare states_change = True in the class"
                if is_move
                else f"work on a copy of {'it' if samples else 'what the state holds'}",
                FAULT,
                tuple(others[:1]) if is_move else (),
            )
        self.noted.append(
            Fault(
                method,
                "changes the state",
                f"{problem}; what the rules answer stays",
                "fine if the state only remembers results",
                WARNING,
            )
        )

    def _raised(self, method: str, error: BaseException) -> Fault:
        """Return the fault for an exception, named after the user's own method that raised it."""
        place = place_of(error)
        called = "" if place is None else place.called.rpartition(".")[2]
        if hasattr(Game, called):
            method = called
        fault = Fault(method, "raises", deed(error))
        fault.place = place
        return fault

    def _note_time(self, method: str, taken: float, worked: float) -> None:
        calls, seconds = self.spent.get(method, (0, 0.0))
        self.spent[method] = (calls + 1, seconds + taken)
        self._worked[method] = self._worked.get(method, 0.0) + worked

    def _overtime(self, method: str) -> Fault:
        """Return the fault for an interrupted call: the method is slow, or it hangs."""
        limit, waited = self.watchdog.limit, self.watchdog.waited
        if waited:
            return Fault(
                method,
                "hangs",
                f"waited for {waited:.3g} s, in which it did nothing",
                "look for input, a lock or a sleep that it waits for",
            )
        calls, _ = self.spent.get(method, (0, 0.0))
        seconds = self._worked.get(method, 0.0)
        problem = f"took longer than {limit:.3g} s of processor time"
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
            "look for an endless loop; if there is none, it is slow: allow more seconds",
        )
