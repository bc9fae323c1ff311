"""Actions that are proposed one by one: which of them are legal, and some of them as a list."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

from ..actors import is_chance
from ..errors import BadParameter
from .real_actions import real, within
from .rng import Rng

__all__ = [
    "MOST_REFUSED",
    "DrawnOutcomes",
    "NoProposal",
    "ProposedActions",
    "admits",
    "proposed",
    "refuse_unlisted",
    "unlisted_actions",
]

MOST_REFUSED = 100
"""After so many illegal proposals in a row there is no action in a position."""

_SHOWN = 16
_TRIED = 64


class NoProposal(Exception):
    """Only illegal actions were proposed in a position."""


def refuse_unlisted(game: Any, what: str) -> None:
    """Raise `BadParameter` for what looks at all actions, in a game that does not list them."""
    if game.proposes_actions or game.draws_outcomes:
        method = "draw_outcome" if game.draws_outcomes else "propose or action_bounds"
        raise BadParameter(
            f"{what} cannot be used with {type(game).__name__}, which defines {method}: nobody "
            "knows all actions of a position"
        )


def admits(game: Any, state: Any, action: Any) -> bool:
    """Return whether a proposal is legal in a position."""
    if game.defines_action_bounds:
        low, high = game.action_bounds(state)
        if not within(action, low, high):
            return False
    if game.defines_is_legal:
        return bool(game.is_legal(state, action))
    return True


def proposed(game: Any, state: Any, rng: Rng) -> Any:
    """Return a legal proposal for a position.

    Raises:
        NoProposal: if there is none among very many.

    """
    action = game.propose(state, rng)
    refused = 0
    while not admits(game, state, action):
        refused += 1
        if refused == MOST_REFUSED:
            raise NoProposal
        action = game.propose(state, rng)
    return action


class DrawnOutcomes(Sequence[Any]):
    """The outcomes of chance in a position where they are drawn: it lists some, and contains all.

    The list is the same for equal positions. It is made when it is first looked at.
    """

    def __init__(self, game: Any, state: Any) -> None:
        self._game = game
        self._state = state

    def _next(self, rng: Rng) -> Any:
        return self._game.draw_outcome(self._state, rng)

    def taken(self, action: Any) -> Any:
        """Return an action as the rules write it: 2.0, say, for 2.

        Raises:
            LookupError: if it is not legal here.

        """
        return action

    @cached_property
    def listed(self) -> list[Any]:
        """Some legal actions, each once: fewer where no more came."""
        rng = Rng(0)
        found: list[Any] = []
        for _ in range(_TRIED):
            action = self._next(rng)
            if action in self and action not in found:
                found.append(action)
            if len(found) == _SHOWN:
                break
        return found

    def __len__(self) -> int:
        return len(self.listed)

    def __bool__(self) -> bool:
        return True

    def __iter__(self) -> Iterator[Any]:
        return iter(self.listed)

    def __getitem__(self, place: Any) -> Any:
        return self.listed[place]

    def __contains__(self, action: object) -> bool:
        try:
            self.taken(action)
        except LookupError:
            return False
        return True

    def __repr__(self) -> str:
        return f"{', '.join(map(repr, self.listed))} and others"


class ProposedActions(DrawnOutcomes):
    """The legal actions of a position where they are proposed: it lists some, and contains all."""

    def _next(self, rng: Rng) -> Any:
        return self._game.propose(self._state, rng)

    def taken(self, action: Any) -> Any:
        try:
            if self._game.defines_action_bounds:
                action = real(action, *self._game.action_bounds(self._state))
            if admits(self._game, self._state, action):
                return action
        except BadParameter:
            pass
        raise LookupError


def unlisted_actions(game: Any, state: Any) -> Sequence[Any]:
    """Return the legal actions of a position whose actions are proposed, or outcomes drawn."""
    if not game.has_chance or not is_chance(game.current_player(state)):
        return ProposedActions(game, state)
    if game.draws_outcomes:
        return DrawnOutcomes(game, state)
    return [action for action, _ in game.chance_outcomes(state)]
