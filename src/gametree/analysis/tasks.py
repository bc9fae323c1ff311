"""The work that each kind of query is."""

from __future__ import annotations

from typing import Any

from .exploration import Exploration
from .game_review import GameReview
from .lesson import Lesson
from .puzzle_mining import PuzzleMining
from .query import Query
from .task import Analysis, Decision, Preparation, Task

__all__ = ["task_of"]


def task_of(query: Query, *arguments: Any) -> Task:
    """Return the work of a query; the arguments are those of `Task`."""
    kinds: dict[str, type[Task]] = {
        "analyse": Analysis,
        "choose": Decision,
        "explore": Exploration,
        "prepare": Preparation,
        "puzzles": PuzzleMining,
        "review": GameReview,
        "trace": Lesson,
    }
    return kinds[query.kind](query, *arguments)
