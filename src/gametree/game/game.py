"""`Game`, the base class of all games: its parts together, and what a class defines of them."""

from __future__ import annotations

import inspect
from typing import Any

from .chance import Chance
from .changing_states import ChangingStates
from .counted_actions import CountedActions
from .hidden_information import HiddenInformation
from .repeated_positions import RepeatedPositions
from .search_hints import SearchHints
from .texts import Texts, snake_case
from .unlisted_actions import UnlistedActions
from .wrapped_rules import WrappedRules

__all__ = ["Game"]

# A class attribute `defines_...` says for each of these whether a class defines it.
_OPTIONAL = (
    "is_terminal",
    "random_action",
    "heuristic",
    "chance_outcomes",
    "key",
    "returns_after_repetition",
    "observation",
    "information_state",
    "sample_state",
    "public_state",
    "rewards",
    "action_bounds",
    "is_legal",
)

# Nobody calls these where a class does not define them.
_MAY_BE_MISSING = frozenset((*_OPTIONAL, "propose", "draw_outcome"))


class Game(
    UnlistedActions,
    Chance,
    HiddenInformation,
    RepeatedPositions,
    CountedActions,
    ChangingStates,
    SearchHints,
    WrappedRules,
    Texts,
):
    """Base class of all games.

    A subclass must define `initial_state`, `current_player`, `legal_actions`,
    `next_state` and `returns`. It may define, for speed, `is_terminal`,
    `fill_legal_actions` and `random_action`; for strength, `heuristic`; for
    networks, `observation` and `symmetries`; for people, `view`, `state_to_text`,
    `action_to_text` and `text_to_action`. Games with dice or cards define `chance_outcomes`.
    Games whose actions are numbers, or cannot be listed, define `action_bounds` or `propose` in
    place of `legal_actions`, and `is_terminal`.
    Games that hide something from a player define `information_state` and `sample_state`, and
    `rewards` where players get something on the way.

    States are values: no method changes the state that it is given. Only in a
    game with `states_change` may `next_state` change its argument and return it.
    """

    def __init_subclass__(cls, **keywords: Any) -> None:
        super().__init_subclass__(**keywords)
        _refuse_data_for_methods(cls)
        if not vars(cls).get("name"):
            cls.name = snake_case(cls.__name__)
        for method in _OPTIONAL:
            setattr(cls, f"defines_{method}", _defines(cls, method))
        proposes = _defines(cls, "propose") or cls.defines_action_bounds
        unlisted = cls.legal_actions is Game.legal_actions
        cls.asks_evaluator = unlisted and cls.proposes_actions and not proposes
        cls.proposes_actions = unlisted and (proposes or cls.asks_evaluator)
        if cls.asks_evaluator:
            cls.interpreted_only = True
            cls.why_interpreted = "evaluators propose its actions"
        cls.draws_outcomes = _defines(cls, "draw_outcome")
        cls.has_chance = cls.draws_outcomes or cls.defines_chance_outcomes
        cls.defines_random_action = cls.defines_random_action or cls.proposes_actions
        cls.moves_together = _takes_a_player(cls.legal_actions)
        cls.hides_information = (
            cls.defines_information_state or cls.defines_sample_state or cls.moves_together
        )
        cls.states_change = cls.states_change or _defines(cls, "copy")


def _refuse_data_for_methods(cls: type[Game]) -> None:
    """Raise TypeError if data of a class has the name of a method that every game has."""
    for name, given in vars(cls).items():
        method = callable(getattr(Game, name, None))
        if method and not callable(getattr(cls, name)) and name not in _MAY_BE_MISSING:
            raise TypeError(
                f"{cls.__name__}.{name} is {given!r}, but {name} is a method of every game: give "
                "the data another name"
            )


def _defines(cls: type[Game], method: str) -> bool:
    """Return whether a class has a method of its own; its data may have such a name, too."""
    found = getattr(cls, method)
    return callable(found) and found is not getattr(Game, method)


def _takes_a_player(legal_actions: Any) -> bool:
    """Return True for `legal_actions(self, state, player)`, of rules with simultaneous moves."""
    try:
        parameters = list(inspect.signature(legal_actions).parameters.values())
    except (TypeError, ValueError):
        return False
    needed = [
        each
        for each in parameters
        if each.kind in (each.POSITIONAL_ONLY, each.POSITIONAL_OR_KEYWORD)
        and each.default is each.empty
    ]
    return len(needed) == 3
