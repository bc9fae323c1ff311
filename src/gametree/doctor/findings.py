"""The findings so far: one for each method and kind, with the shortest moves that show it."""

from __future__ import annotations

from collections.abc import Sequence

from ..game import Action, Game
from ..user_code.locating import defined
from .fault import Fault
from .report import FAULT, Finding

__all__ = ["FOR_PEOPLE", "Findings"]

# After one of these, no further answer of the game can be trusted.
_BREAKING = frozenset({"hangs", "shares"})

# Kinds that may cause any other finding; methods for people, whose faults are often consequences.
_CAUSES = frozenset({"changes the state", "changes the game", "not repeatable", *_BREAKING})
FOR_PEOPLE = frozenset({"state_to_text", "action_to_text", "text_to_action", "view"})
_NOT_FOR_SEARCHES = FOR_PEOPLE | {"observation", "symmetries"}

_Key = tuple[str, str]


class Findings:
    """Findings by method and kind.

    Attributes:
        known: the findings by method and kind.
        broken: True if a fault was found that makes further checks useless.
        added: how many times a fault was added, those already known included.
    """

    def __init__(self, game: Game) -> None:
        self._game = game
        self._users_names: dict[str, str] = getattr(game, "users_methods", {})
        self.known: dict[_Key, Finding] = {}
        self.broken = False
        self.added = 0

    @property
    def grave(self) -> bool:
        """True if a method that all searches need is at fault."""
        return self.broken or any(
            each.severity == FAULT and each.method not in _NOT_FOR_SEARCHES
            for each in self.known.values()
        )

    def add(self, fault: Fault, moves: Sequence[Action] | None) -> None:
        """Keep a finding, unless as few moves show a known one of the same method and kind.

        A fault replaces a warning, and no warning that of a fault.
        """
        self.added += 1
        key = (fault.method, fault.kind)
        path = None if moves is None else (*moves, *fault.moves)
        known = self.known.get(key)
        if known is not None:
            longer = path is None or len(known.moves or ()) <= len(path)
            if longer if known.severity == fault.severity else known.severity == FAULT:
                return
        self.known[key] = Finding(
            self._users_names.get(fault.method, fault.method),
            fault.kind,
            fault.problem,
            path,
            fault.advice,
            fault.severity,
            fault.place or defined(self._game, fault.method),
        )
        if fault.kind in _BREAKING:
            self.broken = True

    def drop(self, method: str, kind: str) -> None:
        """Remove a finding that a later one explains."""
        self.known.pop((method, kind), None)

    def sorted(self) -> tuple[Finding, ...]:
        """Return faults first, causes before consequences, those shown by fewer moves first."""
        return tuple(
            sorted(
                self.known.values(),
                key=lambda each: (
                    each.severity != FAULT,
                    each.kind not in _CAUSES,
                    each.method in FOR_PEOPLE,
                    len(each.moves or ()),
                    each.method,
                ),
            )
        )
