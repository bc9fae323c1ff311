"""Players by their descriptions: `mcts:simulations=1000,c=0.7`, `alphabeta:depth=4`, `random`."""

from __future__ import annotations

from collections.abc import Collection
from difflib import get_close_matches
from importlib import import_module

from ..errors import BadParameter
from ..parameters import create, describe_parameters, parse_parameters, switches
from .player import Player

__all__ = ["describe_players", "make_player"]

# Where each kind is defined; loaded when it is asked for.
_HOMES = {
    "random": ("simple", "RandomPlayer"),
    "greedy": ("simple", "Greedy"),
    "flat": ("searching", "Flat"),
    "mcts": ("searching", "Mcts"),
    "alphabeta": ("alphabeta", "AlphaBeta"),
    "perfect": ("perfect", "Perfect"),
    "human": ("human", "Human"),
    "program": ("program", "Program"),
}


def make_player(spec: str) -> Player:
    """Return the player that a text describes: a kind, then `key=value` pairs after a colon.

    `mcts:auto` is short for `mcts:auto=true`, and so for other parameters that are true or false.

    Raises:
        BadParameter: naming the part that is wrong, and what there is instead.

    """
    if not isinstance(spec, str):
        raise BadParameter(f"a player is described by a text such as 'mcts:c=0.7', not {spec!r}")
    kind, colon, rest = spec.strip().partition(":")
    cls = _class_of(kind.strip())
    texts = _pairs(spec, rest, switches(cls)) if colon else {}
    try:
        return create(cls, parse_parameters(cls, texts))
    except BadParameter as error:
        raise BadParameter(f"in the player {spec!r}: {error}") from error


def describe_players() -> list[tuple[str, str, str]]:
    """Return the kind, the parameters with their defaults, and what it does, for every player."""
    described = []
    for kind in _HOMES:
        cls = _class_of(kind)
        sense = (cls.__doc__ or "").strip().split("\n")[0]
        described.append((kind, describe_parameters(cls), sense))
    return described


def _class_of(kind: str) -> type[Player]:
    if kind not in _HOMES:
        close = get_close_matches(kind, _HOMES, n=1)
        guess = f"did you mean {close[0]}? " if close else ""
        raise BadParameter(f"there is no player {kind!r}; {guess}players are {', '.join(_HOMES)}")
    module, name = _HOMES[kind]
    return getattr(import_module(f".{module}", __package__), name)  # type: ignore[no-any-return]


def _pairs(spec: str, text: str, switches: Collection[str]) -> dict[str, str]:
    """Return the parameters.

    A part without `=` is a switch, or goes on with the value before it, as in 1,3,5.
    """
    pairs: dict[str, str] = {}
    name = ""
    for part in text.split(","):
        key, equals, value = part.partition("=")
        if not equals and key.strip() in switches:
            equals, value = "=", "true"
        if equals:
            name = key.strip()
            if name in pairs:
                raise BadParameter(f"in the player {spec!r}: {name} is given twice")
            pairs[name] = value
        elif name:
            pairs[name] += f",{part}"
        else:
            raise BadParameter(
                f"in the player {spec!r}: {part.strip()!r} is no key=value, such as c=0.7"
            )
    return pairs
