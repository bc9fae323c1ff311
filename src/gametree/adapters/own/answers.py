"""Games that call a user's rules as they are and compile with them: what they have in common."""

from __future__ import annotations

import math
import sys
from typing import Any

from plainpython.compilable import native_twin

from ...user_code.locating import BrokenContract
from ..values.values import KeyedByContents

__all__ = ["OwnAnswers", "is_finite", "refuse_answer"]


_MOST = sys.float_info.max


class OwnAnswers(KeyedByContents):
    """A game whose states end with the user's: `state[-1]`."""

    def wrong_answer(self, method: str, answer: Any) -> BrokenContract:
        """Return the error for what a method of the user's must not return."""
        raise NotImplementedError


def _native_refuse_answer(game: OwnAnswers, method: str, answer: Any) -> None:
    raise ValueError("the rules gave an answer that their interface rules out")


@native_twin(_native_refuse_answer)
def refuse_answer(game: OwnAnswers, method: str, answer: Any) -> None:
    """Raise the error for an answer. Compiled, any: the simulation runs again interpreted."""
    raise game.wrong_answer(method, answer)


def _native_is_finite(answer: Any) -> bool:
    return answer is not None and math.isfinite(answer)


@native_twin(_native_is_finite)
def is_finite(answer: Any) -> bool:
    """Return True for a finite number."""
    if type(answer) is float or type(answer) is int:  # as nearly always: any other way is slower
        return -_MOST <= answer <= _MOST
    try:
        return not isinstance(answer, str) and math.isfinite(float(answer))
    except (TypeError, ValueError, OverflowError):
        return False
