"""Check that no move draws from a random generator in the state."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator, Mapping
from typing import Any

from ...rules.snapshots import freeze
from ..fault import Fault
from ..position import Position
from ..probe import Probe
from ..report import FAULT

__all__ = ["draws_nothing"]

_MOST_PARTS = 5000


def draws_nothing(probe: Probe, position: Position) -> None:
    """Check that no move draws from a generator in the state.

    Such a game looks deterministic, since the generator is copied with the state: a search sees
    what will be drawn. The adapters for environments report this themselves, with a choice.
    """
    if type(probe.game).__module__.partition(".")[0] == "gametree":
        return
    before = list(_generators(position.state))
    for action in position.playable[:3] if before else ():
        after = list(_generators(probe.next_state(position.state, action)))
        if after and after != before:
            raise Fault(
                "next_state",
                "hidden generator",
                "draws from a random generator that the state holds: a search copies it with the "
                "state and sees what will be drawn",
                "make the luck a move of CHANCE, with chance_outcomes",
                FAULT,
                (action,),
            )


def _generators(state: Any) -> Iterator[Any]:
    """Yield the contents of each generator in a state."""
    kinds = _kinds()
    met: set[int] = set()
    ahead = [state]
    while ahead and len(met) < _MOST_PARTS:
        part = ahead.pop()
        if isinstance(part, (int, float, str, bytes, type(None), type)) or id(part) in met:
            continue
        met.add(id(part))
        if isinstance(part, kinds):
            yield freeze(part)
        elif isinstance(part, Mapping):
            ahead += [*part.values()]
        elif isinstance(part, (list, tuple, set, frozenset)):
            ahead += [*part]
        else:
            ahead += [*getattr(part, "__dict__", {}).values()]
            slots = getattr(type(part), "__slots__", ())
            names = (slots,) if isinstance(slots, str) else slots
            ahead += [getattr(part, name) for name in names if hasattr(part, name)]


def _kinds() -> tuple[type, ...]:
    """Return the classes of random generators, NumPy's only if NumPy is loaded."""
    numpy = sys.modules.get("numpy")
    if numpy is None:
        return (random.Random,)
    return (random.Random, numpy.random.Generator, numpy.random.RandomState)
