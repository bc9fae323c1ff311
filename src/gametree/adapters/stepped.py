"""Environments with `reset` and `step` as games that compile where the environments do.

    game = stepped_game(TicTacToe(), players=2)

A position is the user's environment, whether it is over, and the rewards so far. What needs more
than that (seeds, masks in `info`, discounts, the last observation) is searched interpreted, as a
`Gymnasium`.
"""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from functools import partial
from operator import itemgetter
from typing import Any

from ..errors import GametreeError
from ..game import Game, State
from .environments.masks import numbers
from .environments.spaces import MASK
from .environments.steps import step_of
from .gymnasium import Environments, Gymnasium
from .own.found_members import WrittenRules
from .recognition.expressions import Expression
from .recognition.members import Member
from .states import OwnStateGame, StateGame
from .values.copying import call, guarded

__all__ = ["stepped_game"]

_SHARED = {"players", "player", "perspective", "copying", "bounds"}
_ENV, _OVER, _GAINED = "state[0]", "state[1]", "state[2]"

# What a reward adds for the first player, by whose view it is from.
_OF_THE_FIRST = {
    "first": "reward",
    "just_moved": "(reward if mover == first else -reward)",
    "to_move": "(reward if turn(env) == first else -reward)",
}


def stepped_game(env: Any, **given: Any) -> Game:
    """Return an environment as a game: one that may compile, or else a `Gymnasium`.

    Args:
        env: the environment, which is left as it is, or a function that makes it.
        given: the parameters of `Gymnasium`.

    Raises:
        BadParameter, GameError: as `Gymnasium` does.

    """
    game = _own(env, given) if _SHARED.issuperset(given) else None
    return Gymnasium(env, **given) if game is None else game


# What `help` and the command line show.
stepped_game.__signature__ = inspect.signature(Gymnasium, eval_str=True)  # type: ignore[attr-defined]


class SteppedPuzzle(OwnStateGame):
    """A game of one player, for whom the rewards so far are the value of a playout cut off."""

    def heuristic(self, state: State) -> Sequence[float]:
        """Return the rewards so far."""
        return self.returns(state)


def _own(env: Any, given: dict[str, Any]) -> Game | None:
    """Return the game whose states hold the user's environment; None if there can be none."""
    try:
        source = Environments(env, seed=0)
        if hasattr(call((), source.start, None).env, "unwrapped"):
            return None  # it is of a library, and has spaces, which do not compile
        source.examine(*(given.get(name) for name in ("player", "players", "perspective")))
        rules = call((), _written, source)
        if rules is None:
            return None
        shared = {name: given[name] for name in ("copying", "bounds") if name in given}
        game = StateGame(rules, players=tuple(source.turns.players.labels), **shared)
    except GametreeError:
        return None  # what is wrong, if it is, `Gymnasium` tells
    if not isinstance(game, OwnStateGame):
        return None
    game.understood = f"{source.understood}; copied by {game.copied_by}"
    if game.players == 1:
        game.__class__ = SteppedPuzzle
    return game


def _written(source: Environments) -> WrittenRules | None:
    listed = _listed(source)
    share = _OF_THE_FIRST.get(source.turns.kind)
    if listed is None or share is None:
        return None
    first, tried = source.start(None), source.start(None)
    answer = guarded(f"{source.name}.step", tried.env.step, source.actions(tried)[0])
    if MASK in first.info or MASK in step_of(source.name, answer).info:
        return None
    if not isinstance(answer, tuple):
        return None
    turn = source.turns.ask
    alone = turn is None
    whose = "0" if alone else "turn(env)"
    ended = "bool(answer[2])" if len(answer) < 5 else "bool(answer[2]) or bool(answer[3])"
    gained = "(gained[0] + added,)" if alone else "(gained[0] + added, gained[1] - added)"
    known = {"turn": turn, "first": source.turns.players.labels[0]}
    added = Expression(share, "env, mover, reward", **known)
    after = Expression(
        f"(env, {ended}, sum_of(gained, added(env, mover, float(answer[1]))))",
        "env, mover, answer, gained",
        sum_of=Expression(gained, "gained, added"),
        added=added,
    )
    mover = Expression(whose, "env", turn=turn)
    played = Expression(
        f"after({_ENV}, mover({_ENV}), {_ENV}.step(asked), {_GAINED})",
        "state, asked",
        after=after,
        mover=mover,
    )
    members = {
        "moves": Member(source.listed_by, 0, listed),
        "play": Member("step", 1, played),
        "over": Member("step", 0, Expression(_OVER)),
        "player": Member("players", 0, Expression(f"mover({_ENV})", mover=mover)),
        "result": Member("step", 0, Expression(_GAINED)),
    }
    start = partial(_start, source)
    return WrittenRules(start, first.env, members, tells_all_ends=True, shown=itemgetter(0))


def _start(source: Environments) -> tuple[Any, bool, tuple[float, ...]]:
    """Return the first position: the environment, that it is not over, and the rewards so far."""
    live = source.start(None)
    return (live.env, False, live.gained)


def _listed(source: Environments) -> Expression | None:
    """Return what lists the legal actions of a position; None where they are no plain numbers."""
    actions = source.all_actions
    if actions is not None and not all(isinstance(action, int) for action in actions):
        return None
    if source.mask is not None:
        if actions is not None and actions[0] != 0:
            return None
        return Expression(f"numbers(mask({_ENV}))", mask=source.mask.ask, numbers=numbers)
    if source.legal is not None:
        return Expression(f"legal({_ENV})", legal=source.legal.ask)
    if actions is None:
        return None
    return Expression(f"list(range({actions[0]}, {actions[-1] + 1}))")
