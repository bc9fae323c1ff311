"""Strategies by name, with the parameters that they have."""

from __future__ import annotations

from collections.abc import Mapping
from inspect import signature
from typing import TypeVar

from ..compilable import Compilable
from ..errors import BadParameter

__all__ = ["with_parameters"]

_Strategy = TypeVar("_Strategy", bound=Compilable)


def with_parameters(
    question: str,
    answers: Mapping[str, type[_Strategy]],
    name: str,
    parameters: Mapping[str, float | None],
) -> _Strategy:
    """Return the strategy of this name, one of `answers` to a question, with its parameters.

    Those that are None are its own.

    Raises:
        BadParameter: if it does not take one, or its value.

    """
    given = {key: value for key, value in parameters.items() if value is not None}
    taken = {each: signature(strategy).parameters for each, strategy in answers.items()}
    for key in given:
        if key not in taken[name]:
            having = ", ".join(each for each in answers if key in taken[each])
            raise BadParameter(f"{question}={name} has no {key}; those that have one are {having}")
    return answers[name](**given)
