"""Environments with `reset` and `step` as games that compile where the environments do.

    game = stepped_game(TicTacToe(), players=2)

A position is the user's environment, whether it is over, and the rewards so far. What needs more
than that (seeds, masks in `info`, discounts, the last observation) is searched interpreted, as a
`Gymnasium`.
"""

from __future__ import annotations

import inspect
from functools import partial
from operator import itemgetter
from typing import Any

from ..errors import GametreeError
from ..game import Game
from . import steps
from .copying import call, guarded
from .expressions import Expression
from .gymnasium import Environments, Gymnasium
from .masks import numbers
from .members import Member
from .spaces import MASK
from .state_rules import WrittenRules
from .states import OwnStateGame, StateGame

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


def _own(env: Any, given: dict[str, Any]) -> Game | None:
    """Return the game whose states hold the user's environment; None if there can be none."""
    if hasattr(env, "unwrapped"):  # it has spaces, which do not compile
        return None
    try:
        source = Environments(env, seed=0)
        source.examine(*(given.get(name) for name in ("player", "players", "perspective")))
        rules = call((), _written, source)
        if rules is None:
            return None
        shared = {name: given[name] for name in ("copying", "bounds") if name in given}
        game = StateGame(rules, players=tuple(source.turns.players.labels), **shared)
    except GametreeError:
        return None  # what is wrong, if it is, `Gymnasium` tells
    game.understood = f"{source.understood}; copied by {game.copied_by}"
    return game if isinstance(game, OwnStateGame) else None


def _written(source: Environments) -> WrittenRules | None:
    first = source.start(None)
    listed = _listed(source)
    share = _OF_THE_FIRST.get(source.turns.kind)
    if MASK in first.info or listed is None or share is None:
        return None
    start = partial(_start, source)
    action = listed(start())[0]
    items = guarded(f"{source.name}.step", first.env.step, action)
    steps.step_of(source.name, items)
    if not isinstance(items, tuple):
        return None
    turn = source.turns.ask
    alone = turn is None
    whose = "0" if alone else "turn(env)"
    ended = "bool(answer[2])" if len(items) < 5 else "bool(answer[2]) or bool(answer[3])"
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
    return WrittenRules(start, first.env, members, tells_all_ends=True, shown=itemgetter(0))


def _start(source: Environments) -> tuple[Any, bool, tuple[float, ...]]:
    live = source.start(None)
    return (live.env, False, live.gained)


def _listed(source: Environments) -> Expression | None:
    """Return what lists the legal actions of a position; None where that is no method."""
    if source.mask is not None:
        return Expression(f"numbers(mask({_ENV}))", mask=source.mask.ask, numbers=numbers)
    if source.legal is not None:
        return Expression(f"legal({_ENV})", legal=source.legal.ask)
    actions = source.all_actions
    if actions is None or not all(isinstance(action, int) for action in actions):
        return None
    return Expression(f"list(range({actions[0]}, {actions[-1] + 1}))")
