"""Answers to tickets: how they are checked, and how they are kept for other searches."""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from plainpython.hashing import key_of_contents

from ...actors import is_chance
from ...errors import BadParameter
from ...game import Action, Game, State
from ...numbers.counting import counted
from ...primitives.actions import contents, is_same
from ...primitives.proposals import admits
from .tickets import Ticket

__all__ = [
    "AnswerCache",
    "Checked",
    "EvaluatorAnswer",
    "Proposal",
    "checked",
    "is_cost",
    "position_key",
    "with_proposals",
]


@dataclass(frozen=True, slots=True)
class EvaluatorAnswer:
    """What an evaluator may return when its answer has priors or a cost.

    Attributes:
        values: what the position is worth to each player, in the scale of the game's returns.
        priors: how good each action looks, 0 or more, in the order of `Ticket.actions`; or a
            dict from actions to these numbers. None if the evaluator has none.
        cost: what the answer cost, in a unit of your choice: seconds, tokens, money.
        actions: the actions that the evaluator proposes for the position, in a game whose actions
            evaluators propose; `priors` are then in their order.

    """

    values: Sequence[float]
    priors: Sequence[float] | Mapping[Action, float] | None = None
    cost: float = 1.0
    actions: Sequence[Action] | None = None


@dataclass(frozen=True, slots=True)
class Proposal:
    """An action that an evaluator proposes, with how good it looks: 0 or more."""

    action: Action
    prior: float = 1.0


class Checked(NamedTuple):
    """An answer that has been checked: priors sum to 1, in the order of the ticket's actions.

    Where the evaluator proposed actions, they are in the order of their priors, each once.
    """

    values: tuple[float, ...]
    priors: tuple[float, ...] | None
    actions: tuple[Action, ...] = ()


class AnswerCache:
    """Answers by position, the least recently used dropped first.

    Several searches of one game may share a cache, so that no position is evaluated twice.

    Args:
        size: how many answers it keeps at most.

    Raises:
        BadParameter: if the size is not a whole number of 1 or more.

    """

    def __init__(self, size: int = 100_000) -> None:
        if isinstance(size, bool) or not isinstance(size, int) or size < 1:
            raise BadParameter(f"size must be a whole number of 1 or more, not {size!r}")
        self.size = size
        self._answers: OrderedDict[Any, Checked] = OrderedDict()

    def __len__(self) -> int:
        return len(self._answers)

    def items(self) -> list[tuple[Any, Checked]]:
        """Return the keys and answers, the least recently used first."""
        return list(self._answers.items())

    def get(self, key: Any) -> Checked | None:
        """Return the answer for a position, or None."""
        found = self._answers.get(key)
        if found is not None:
            self._answers.move_to_end(key)
        return found

    def keep(self, key: Any, answer: Checked) -> None:
        """Keep an answer; drop the least recently used one if there are too many."""
        self._answers[key] = answer
        self._answers.move_to_end(key)
        if len(self._answers) > self.size:
            self._answers.popitem(last=False)


def position_key(game: Game, state: State, player: int) -> Any:
    """Return what two equal positions have in common; for others, a key that no other has."""
    key = game.key(state)
    try:
        hash(key)
    except TypeError:
        try:
            key = key_of_contents(key)
        except TypeError:
            return object()
    return player, key


def is_cost(given: Any) -> bool:
    """Check that the cost of an answer is a number that can be added up."""
    return isinstance(given, (int, float)) and not isinstance(given, bool) and 0 <= given < math.inf


def with_proposals(
    game: Game, answer: Any, priors: Any, actions: Any, ticket: Ticket, who: str
) -> tuple[Checked, int]:
    """Return a checked answer with the actions that it proposes, and how many were refused.

    Equal proposals are one, whose prior is their sum. Illegal ones are refused.

    Raises:
        BadParameter: as `checked`; or if the actions are no sequence.

    """
    if actions is None:
        actions = list(priors) if isinstance(priors, Mapping) else ()
    if isinstance(actions, str) or not isinstance(actions, Sequence):
        raise BadParameter(
            f"{who} gave actions of type {type(actions).__name__} for ticket {ticket.id}; a list "
            "of actions was expected"
        )
    if priors is None:
        priors = (1.0,) * len(actions)
    given = replace(ticket, actions=tuple(actions))
    if not actions:
        return checked(answer, None, given, game.players, who), 0
    found = checked(answer, priors, given, game.players, who)
    merged: list[tuple[Action, float]] = []
    refused = 0
    for action, prior in zip(given.actions, found.priors or (), strict=True):
        same = next((n for n, pair in enumerate(merged) if is_same(pair[0], action)), None)
        if not admits(game, ticket.state, action):
            refused += 1
        elif same is None:
            merged.append((action, prior))
        else:
            merged[same] = (merged[same][0], merged[same][1] + prior)
    merged.sort(key=lambda pair: -pair[1])
    total = math.fsum(prior for _, prior in merged) or 1.0
    shares = tuple(prior / total for _, prior in merged)
    return Checked(found.values, shares, tuple(action for action, _ in merged)), refused


def checked(answer: Any, priors: Any, ticket: Ticket, players: int, who: str) -> Checked:
    """Return the values and priors of an answer to a ticket, as tuples of floats.

    Args:
        answer: the values.
        priors: the priors, or None.
        ticket: what was asked.
        players: how many players the game has.
        who: who gave the answer, for messages.

    Raises:
        BadParameter: if they are not what a position needs.

    """
    where = f"ticket {ticket.id}"
    given = _listed(answer, f"values for {where}", who)
    if len(given) != players:
        raise BadParameter(
            f"{who} gave {counted(len(given), 'value')} for {where}; "
            f"{counted(players, 'value')} expected, one for each player"
        )
    values = _numbers(given, f"values for {where}", who)
    for player, value in enumerate(values):
        if not math.isfinite(value):
            raise BadParameter(
                f"{who} gave the value {value} for player {player} of {where}; a finite number "
                "was expected"
            )
    if priors is None:
        return Checked(values, None)
    if isinstance(priors, Mapping):
        priors = _in_order(priors, ticket, who)
    given = _listed(priors, f"priors for {where}", who)
    if len(given) != len(ticket.actions):
        raise BadParameter(
            f"{who} gave {counted(len(given), 'prior')} for {where}, which has "
            f"{counted(len(ticket.actions), 'legal action')}"
        )
    shares = _numbers(given, f"priors for {where}", who)
    for action, share in zip(ticket.actions, shares, strict=True):
        if not (share >= 0.0 and math.isfinite(share)):
            raise BadParameter(
                f"{who} gave the prior {share} for the action {action!r} of {where}; a finite "
                "number of 0 or more was expected"
            )
    total = math.fsum(shares)
    if total <= 0.0:
        if is_chance(ticket.player):
            return Checked(values, shares)
        raise BadParameter(
            f"{who} gave priors that sum to 0 for {where}; at least one must be above 0"
        )
    return Checked(values, tuple(share / total for share in shares))


def _in_order(priors: Mapping[Any, Any], ticket: Ticket, who: str) -> list[Any]:
    """Return priors by action in the order of the ticket's actions; 0 for those not named."""
    left = {contents(action): (action, share) for action, share in priors.items()}
    shares = [left.pop(contents(action), (None, 0.0))[1] for action in ticket.actions]
    for action, _ in left.values():
        raise BadParameter(
            f"{who} gave a prior for {action!r}, which is no legal action of ticket {ticket.id}"
        )
    return shares


def _listed(given: Any, what: str, who: str) -> Sequence[Any]:
    """Return an answer that has a length and an order, so that it can be counted and read."""
    if hasattr(given, "tolist"):
        given = given.tolist()
    if isinstance(given, (str, bytes, Mapping, Set)) or not hasattr(given, "__len__"):
        raise _not_numbers(given, what, who)
    return given  # type: ignore[no-any-return]


def _numbers(given: Sequence[Any], what: str, who: str) -> tuple[float, ...]:
    try:
        return tuple([float(each) for each in given])
    except Exception as error:  # whatever the objects of another library raise
        raise _not_numbers(given, what, who) from error


def _not_numbers(given: Any, what: str, who: str) -> BadParameter:
    return BadParameter(
        f"{who} gave {what} of type {type(given).__name__}; a sequence of numbers was expected"
    )
