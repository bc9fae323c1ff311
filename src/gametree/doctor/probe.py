"""The rules under the doctor's watch: each answer is looked at as it is given."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import islice
from typing import Any

from ..game import Action, Game, State
from ..rng import Rng
from .report import FAULT, WARNING
from .snapshots import freeze, size_of
from .watchdog import Overtime, Watchdog

__all__ = ["Fault", "Probe", "told"]

MOST_ACTIONS = 100_000
"""More legal actions than that are taken for a list without end."""

MOST_ITEMS = 1_000_000
"""A state with more items than that is taken for one that grows without bound."""

_LONGEST_TOLD = 120


class Fault(Exception):
    """A method broke the contract; `moves` are those that follow the position."""

    def __init__(
        self,
        method: str,
        kind: str,
        problem: str,
        advice: str = "",
        severity: str = FAULT,
        moves: tuple[Action, ...] = (),
    ) -> None:
        super().__init__(problem)
        self.method = method
        self.kind = kind
        self.problem = problem
        self.advice = advice
        self.severity = severity
        self.moves = moves


class Probe:
    """Calls the methods of a game; raises `Fault` for what no game may do.

    Attributes:
        careful: whether to look, at each call, for changes of state and game.
        noted: faults that need not stop the play.
    """

    def __init__(self, game: Game, watchdog: Watchdog) -> None:
        self.game = game
        self.careful = True
        self.noted: list[Fault] = []
        self._watchdog = watchdog
        self._itself: dict[str, Any] | None = None

    def initial_state(self) -> State:
        state = self.call("initial_state")
        if state is None:
            raise Fault("initial_state", "nothing", "returned None; a state was expected")
        return state

    def legal_actions(self, state: State) -> list[Action]:
        actions: list[Action] = self.call("legal_actions", state, finish=_listed)
        if len(actions) > MOST_ACTIONS:
            raise Fault(
                "legal_actions",
                "endless",
                f"gave more than {MOST_ACTIONS:,} actions",
                "return a list that ends",
            )
        return actions

    def current_player(self, state: State) -> int:
        player = self.call("current_player", state)
        players = self.game.players
        try:
            legal = int(player) == player and 0 <= player < players
        except (TypeError, ValueError):
            legal = False
        if not legal:
            raise Fault(
                "current_player",
                "no player",
                f"returned {told(player)}; a player from 0 to {players - 1} was expected",
            )
        return int(player)

    def next_state(self, state: State, action: Action) -> State:
        """Return the successor; `state` itself stays as it is."""
        if self.game.states_change:
            state = self.copy(state)
        before = freeze(state)
        try:
            successor = self.call("next_state", state, action)
        except Fault as fault:
            fault.moves = (action,)
            if fault.kind == "raises":
                fault.problem += f", though legal_actions gives {told(action)}"
            raise
        if successor is None:
            raise Fault(
                "next_state", "nothing", "returned None; a state was expected", "", FAULT, (action,)
            )
        if size_of(successor) > MOST_ITEMS:
            raise Fault(
                "next_state",
                "grows",
                f"returned a state of more than {MOST_ITEMS:,} items",
                "states must not grow without bound",
                FAULT,
                (action,),
            )
        if freeze(successor) == before:
            self.noted.append(
                Fault(
                    "next_state",
                    "no change",
                    f"returned an equal state for the action {told(action)}",
                    "a move without effect can be repeated for ever; if it is a pass, the player "
                    "to move should be part of the state",
                    WARNING,
                    (action,),
                )
            )
        return successor

    def copy(self, state: State) -> State:
        return self.call("copy", state)

    def returns(self, state: State) -> tuple[float, ...]:
        return self._numbers("returns", state)

    def heuristic(self, state: State) -> tuple[float, ...]:
        return self._numbers("heuristic", state)

    def random_action(self, state: State, seed: int) -> Action:
        return self.call("random_action", state, Rng(seed))

    def call(
        self, method: str, *arguments: Any, finish: Callable[[str, Any], Any] | None = None
    ) -> Any:
        """Return what a method returns, passed through `finish(method, answer)`."""
        if not self.careful:
            self._itself = None  # whoever changes it now must not be mistaken later
        elif self._itself is None:
            self._itself = self._contents()
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
                "return a new state, or define copy if states are mutable"
                if method == "next_state"
                else "work on a copy of what the state holds",
                FAULT,
                tuple(arguments[1:2]) if method == "next_state" else (),
            )
        if self.careful:
            self._compare_itself(method)
        return answer

    def _numbers(self, method: str, state: State) -> tuple[float, ...]:
        players = self.game.players
        expected = f"{players} finite number{'' if players == 1 else 's'} expected, one a player"
        answer = self.call(method, state)
        try:
            numbers = tuple(float(number) for number in answer)
        except (TypeError, ValueError):
            raise Fault(method, "no numbers", f"returned {told(answer)}; {expected}") from None
        if len(numbers) != players:
            raise Fault(method, "wrong length", f"returned {told(answer)}; {expected}")
        if not all(map(math.isfinite, numbers)):
            raise Fault(method, "not finite", f"returned {told(answer)}; {expected}")
        return numbers

    def _contents(self) -> dict[str, Any]:
        """Return what the object, and its classes, hold."""
        held: dict[str, Any] = {}
        for cls in reversed(type(self.game).__mro__):
            if cls.__module__.partition(".")[0] != "gametree":
                held |= {
                    name: value
                    for name, value in vars(cls).items()
                    if not name.startswith("__")
                    and not callable(value)
                    and not hasattr(value, "__get__")
                }
        held |= vars(self.game)
        return {name: freeze(value) for name, value in held.items()}

    def _compare_itself(self, method: str) -> None:
        before, now = self._itself, self._contents()
        if before is None or now == before:
            return
        changed = [name for name in now if name not in before or now[name] != before[name]]
        self._itself = now
        for name in changed:
            private = name.startswith("_")
            self.noted.append(
                Fault(
                    method,
                    "changes the game",
                    f"changed the attribute {name} of the game",
                    "fine if it only remembers results" if private else "keep it in the state",
                    WARNING if private else FAULT,
                )
            )


def told(value: Any) -> str:
    """Return a value in few words."""
    try:
        text = repr(value)
    except Exception:
        text = object.__repr__(value)
    return text if len(text) <= _LONGEST_TOLD else text[: _LONGEST_TOLD - 3] + "..."


def _listed(method: str, actions: Any) -> list[Action]:
    try:
        items = iter(actions)
    except TypeError:
        raise Fault(
            method, "no list", f"returned {told(actions)}; a list of actions was expected"
        ) from None
    return list(islice(items, MOST_ACTIONS + 1))
