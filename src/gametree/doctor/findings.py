"""What was found so far, each kind once, with the shortest moves that show it."""

from __future__ import annotations

from collections.abc import Sequence

from ..game import Action
from .fault import Fault
from .report import FAULT, Finding

__all__ = ["Findings"]

# After these nothing that is seen can be believed.
_BREAKING = frozenset({"hangs", "shares"})

_Key = tuple[str, str]


class Findings:
    """Findings by method and kind.

    Attributes:
        known: the findings.
        broken: whether looking further makes no sense.
    """

    def __init__(self) -> None:
        self.known: dict[_Key, Finding] = {}
        self.broken = False

    def add(self, fault: Fault, moves: Sequence[Action] | None) -> None:
        """Keep a finding, unless one of its kind is shown by as few moves."""
        key = (fault.method, fault.kind)
        path = None if moves is None else (*moves, *fault.moves)
        known = self.known.get(key)
        if known is not None and (path is None or len(known.moves or ()) <= len(path)):
            return
        self.known[key] = Finding(
            fault.method, fault.kind, fault.problem, path, fault.advice, fault.severity
        )
        if fault.kind in _BREAKING:
            self.broken = True

    def sorted(self) -> tuple[Finding, ...]:
        """Return faults first, the ones shown by fewer moves before others."""
        return tuple(
            sorted(
                self.known.values(),
                key=lambda each: (each.severity != FAULT, len(each.moves or ()), each.method),
            )
        )
