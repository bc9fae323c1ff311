"""Random games of a game, for its types: how its actions are packed, what it makes.

They are played interpreted, which may take a while: so once, though the actions are asked for well
before the types.
"""

from __future__ import annotations

from typing import Any

from plainpython.back_end import cache
from plainpython.back_end.functions import compiling
from plainpython.back_end.objects import type_of
from plainpython.reasons import Unsupported
from plainpython.values.kinds import MOST_MEMBERS, values_asked
from plainpython.values.numbers.long_ints import are_seen
from plainpython.values.observation import observed
from plainpython.values.seen_kinds import MOST_FIXED, SeenKinds

from ..game import Game
from ..primitives.actions import NoPacking, Packing
from .actions.seen_actions import SeenActions
from .random_games import random_positions
from .rule_texts import texts_of_rules
from .unsigned_boards import names_unsigned

__all__ = ["packing_of_actions", "seen_kinds"]

_MANY = 300_000  # values in the states seen; with more of them, as in long histories, some do
_STRIDE = 8


class _Seen:
    def __init__(self, game: Game) -> None:
        self.game_class = type(game)
        self.kinds = SeenKinds(0), SeenKinds(MOST_MEMBERS), SeenKinds(MOST_FIXED)
        actions = SeenActions()
        with compiling(), are_seen(not names_unsigned(game)):
            begun = values_asked()
            for number, (state, legal) in enumerate(observed(random_positions(game), self._look)):
                actions.see(legal)
                is_last = number % 2 and not legal  # each position comes without its actions first
                if values_asked() - begun > _MANY and number // 2 % _STRIDE and not is_last:
                    continue
                for each in self.kinds:
                    each.see_state(state)
        self.packing = actions.packing(texts_of_rules(game))

    def _look(self, seen: Any) -> None:
        for each in self.kinds:
            each.see_object(seen)


_latest: dict[str, _Seen] = {}


def _seen(game: Game) -> _Seen:
    """Return what random games show; for the latest game it is known until its types are taken."""
    name = type_of(game).name
    seen = _latest.get(name)
    if seen is None or seen.game_class is not type(game):
        seen = _Seen(game)
        _latest.clear()
        _latest[name] = seen
    return seen


def packing_of_actions(game: Game) -> Packing | None:
    """Return how compiled code packs the actions of a game; None if they are integers of 32 bits.

    Raises:
        Unsupported: if they cannot be packed.

    """
    name = f"actions of {type_of(game).name}"
    remembered = cache.load(name)
    if remembered is not None:
        return remembered[0]  # type: ignore[no-any-return]
    packing = _seen(game).packing
    if isinstance(packing, NoPacking):
        raise Unsupported(
            str(packing),
            "compiled actions are numbers, enums, None, texts of at most 8 characters or of which "
            "there are few, and tuples or objects of these, of 64 bits in all",
        )
    cache.store(name, (packing,))
    return packing


def seen_kinds(game: Game) -> tuple[SeenKinds, SeenKinds, SeenKinds]:
    """Return the types of states and objects: with tuples as rows, as short ones, as records."""
    seen = _seen(game)
    _latest.clear()
    return seen.kinds
