"""Checks of a game before it is played: missing methods, and attributes of a wrong type."""

from __future__ import annotations

from collections.abc import Iterator

from ..errors import BadParameter
from ..game import Game
from ..rules.repetition import repetition_of
from ..user_code.locating import brief
from .fault import Fault

__all__ = ["declarations"]

_MUST = ("initial_state", "current_player", "legal_actions", "next_state", "returns")


def declarations(game: Game) -> Iterator[Fault]:
    """Yield a fault for each missing method and each attribute of a wrong type or value."""
    for method in _MUST:
        if getattr(type(game), method) is getattr(Game, method):
            yield Fault(method, "missing", "is not defined", "every game must define it")
    if game.defines_sample_state and not game.defines_information_state:
        message = "define information_state(state, player) too: it returns all that a player knows"
        yield Fault("information_state", "missing", "is not defined, but sample_state is", message)
    for name in ("players", "max_actions"):
        value = getattr(game, name, None)
        if isinstance(value, bool) or not isinstance(value, int) or value < 1:
            yield Fault(name, "no count", f"is {value!r}; a whole number of 1 or more was expected")
    if isinstance(game.draw_value, bool) or not isinstance(game.draw_value, (int, float)):
        yield Fault("draw_value", "no number", f"is {game.draw_value!r}; a number was expected")
    yield from _repetition(game)


def _repetition(game: Game) -> Iterator[Fault]:
    """Yield what the search itself would refuse of the declared policy for repetition."""
    declared: object = game.repetition
    if not isinstance(declared, str):
        yield Fault("repetition", "no policy", f"is {brief(declared)}; text was expected")
        return
    try:
        repetition_of(game)
    except BadParameter as error:
        sentence = str(error)
        name = type(game).__name__
        if sentence.startswith(f"{name}."):
            attribute, _, problem = sentence.removeprefix(f"{name}.").partition(" ")
            yield Fault(attribute, "no policy", problem)
        else:
            method = sentence.removeprefix(f"{name} must define ").partition(" ")[0].rstrip(":,")
            yield Fault(method, "missing", "is not defined", sentence)
