"""Evaluations by their class in a user's file."""

from __future__ import annotations

from ..by_name import Question
from .evaluation import Evaluation

__all__ = ["evaluation_of"]

_EVALUATION: Question[Evaluation] = Question("evaluation", Evaluation, {})


def evaluation_of(answer: str | Evaluation) -> Evaluation:
    """Return the evaluation that is named, or the object itself.

    Raises:
        BadParameter, PythonFileError: as `Question.answered`.

    """
    return _EVALUATION.answered(answer, {})
