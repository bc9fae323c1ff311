"""Reads the answers of `reset` and `step` in the forms of Gymnasium, old Gym and dm_env.

reset   (observation, info), an observation alone, or a time step
step    (observation, reward, terminated, truncated, info), (observation, reward, done, info),
        (observation, reward, done), or a time step: an object with observation, reward and last()
"""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from typing import Any, NamedTuple

from ..values.copying import InvalidAnswer

__all__ = ["Step", "reset", "step_of"]

_EXPECTED = (
    "(observation, reward, terminated, truncated, info), (observation, reward, done, info), the "
    "same without info, or a time step of dm_env's was expected"
)


class Step(NamedTuple):
    """The result of a step."""

    observation: Any
    reward: Any
    terminated: bool
    truncated: bool
    info: Mapping[str, Any]


def reset(env: Any, seed: int, options: Mapping[str, Any] | None) -> tuple[Any, Mapping[str, Any]]:
    """Take an environment to its start; return what is observed there, and the info.

    The seed goes to `reset` or, where that takes none, to the environment's `seed`.
    """
    keywords: dict[str, Any] = {}
    if _accepts(env.reset, "seed"):
        keywords["seed"] = seed
    elif callable(getattr(env, "seed", None)):
        env.seed(seed)
    if options is not None or (keywords and _accepts(env.reset, "options")):
        keywords["options"] = options
    answer = env.reset(**keywords)
    if _is_time_step(answer):
        return answer.observation, {}
    if isinstance(answer, tuple) and len(answer) == 2 and isinstance(answer[1], Mapping):
        return answer[0], answer[1]
    return answer, {}


def step_of(name: str, answer: Any) -> Step:
    """Return the answer of `step` of the environment called `name`.

    Raises:
        InvalidAnswer: if it is none of the three.

    """
    if _is_time_step(answer):
        reward = 0.0 if answer.reward is None else answer.reward
        return Step(answer.observation, reward, bool(answer.last()), False, {})
    items = answer if isinstance(answer, (tuple, list)) else ()
    if len(items) == 5:
        observation, reward, terminated, truncated, info = items
    elif len(items) in (3, 4):
        observation, reward, terminated, *rest = items
        truncated, info = False, rest[0] if rest else {}
    else:
        given = f"{len(items)} items" if items else repr(answer)
        raise InvalidAnswer(f"{name}.step", f"returned {given}; {_EXPECTED}")
    return Step(
        observation,
        reward,
        _flag(name, terminated),
        truncated is not None and _flag(name, truncated),
        info if isinstance(info, Mapping) else {},
    )


def _flag(name: str, value: Any) -> bool:
    if not isinstance(value, (bool, int)) and type(value).__name__ not in ("bool_", "bool"):
        raise InvalidAnswer(
            f"{name}.step", f"returned {value!r} for whether it is over; {_EXPECTED}"
        )
    return bool(value)


def _is_time_step(answer: Any) -> bool:
    return all(hasattr(answer, part) for part in ("observation", "reward", "last"))


def _accepts(function: Any, keyword: str) -> bool:
    try:
        parameters = inspect.signature(function).parameters
    except (TypeError, ValueError):
        return False
    kinds = {parameter.kind for parameter in parameters.values()}
    return keyword in parameters or inspect.Parameter.VAR_KEYWORD in kinds
