"""How the actions of a game are packed, from those seen in some random games."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from ..game import Action, Game
from ..primitives.actions import NoPacking, Packing, packing_for
from ..primitives.rng import Rng
from . import cache
from .objects import type_of
from .reasons import Unsupported

__all__ = ["packing_of_actions"]

_GAMES = 6
_PLIES = 200
_MOST = 1 << 16  # actions of one position that are looked at


def packing_of_actions(game: Game) -> Packing | None:
    """Return how compiled code packs the actions of a game; None if they are integers of 32 bits.

    Raises:
        Unsupported: if they cannot be packed.

    """
    name = f"actions of {type_of(game).name}"
    remembered = cache.load(name)
    if remembered is not None:
        return remembered[0]  # type: ignore[no-any-return]
    try:
        packing = packing_for(_seen(game))
    except NoPacking as refused:
        raise Unsupported(
            str(refused),
            "compiled actions are numbers, enums, None, texts of at most 8 characters, and tuples "
            "of these, of one make and 64 bits in all",
        ) from None
    cache.store(name, (packing,))
    return packing


def _seen(game: Game) -> Iterable[Action]:
    """Return the actions of some random games, each once."""
    rng = Rng(0)
    seen: dict[Any, Action] = {}
    for _ in range(_GAMES):
        for actions in _random_game(game, rng):
            for action in actions:
                try:
                    seen[type(action), action] = action
                except TypeError:
                    kind = type(action).__name__
                    raise NoPacking(f"there is an action of type {kind}") from None
    return seen.values()


def _random_game(game: Game, rng: Rng) -> Iterator[list[Action]]:
    """Yield the legal actions along a random game, up to where the rules fail: others tell that."""
    try:
        state = game.initial_state()
        for _ in range(_PLIES):
            actions = game.legal_actions(state)
            if isinstance(actions, range):
                actions = [actions[0], actions[-1]] if actions else []
            else:
                actions = list(islice(actions, _MOST))
            yield actions
            if not actions or game.is_terminal(state):
                return
            state = game.next_state(game.copy(state), actions[rng.below(len(actions))])
    except NoPacking:
        raise
    except Exception:
        return
