"""Evaluations by their class in a user's file."""

from __future__ import annotations

from .evaluation import Evaluation
from .named import Question

__all__ = ["evaluation_of"]

_EVALUATION: Question[Evaluation] = Question("evaluation", Evaluation, {})


def evaluation_of(answer: str | Evaluation) -> Evaluation:
    """Return the evaluation that is named, or the object itself.

    Raises:
        BadParameter, PythonFileError: as `Question.answered`.

    """
    return _EVALUATION.answered(answer, {})
