"""Every error that gametree raises of its own accord.

All derive from `GametreeError`. Each also derives from the built-in exception
that a caller would expect, so `except ValueError` keeps working.
"""

from __future__ import annotations

import os
from typing import Any

from plainpython.errors import CannotCompile

from .numbers.counting import counted

__all__ = [
    "BadParameter",
    "BadQuery",
    "ChancePosition",
    "ClusterError",
    "EvaluatorWarning",
    "ExportError",
    "FinishedPosition",
    "GameError",
    "GametreeError",
    "IllegalMove",
    "InvalidState",
    "JournalError",
    "LadderError",
    "MissingExtra",
    "ModelError",
    "NotCompilable",
    "NotCompiledWarning",
    "OnlyInterpreted",
    "OtherCodeWarning",
    "PlayerError",
    "PlayoutTooLong",
    "PythonFileError",
    "RaceError",
    "RandomRulesWarning",
    "ReplayError",
    "ReturnsOutOfBounds",
    "SavedSearchError",
    "SearchInterrupted",
    "SearcherBusy",
    "StrategyError",
    "TablebaseError",
    "UnknownGame",
    "cause_shown",
]


def cause_shown(cause: BaseException) -> BaseException | None:
    """Return what to raise an error from, whose sentence says all that is in its cause.

    That is nothing, unless the environment variable GAMETREE_DEBUG asks for the whole chain.
    """
    return cause if os.environ.get("GAMETREE_DEBUG") else None


class GametreeError(Exception):
    """Base of every error raised by gametree."""


class BadParameter(GametreeError, ValueError):
    """An argument outside what the function accepts."""


class BadQuery(BadParameter):
    """A query to a pool of engines that cannot be answered.

    Attributes:
        field: the attribute of `gametree.analysis.Query` at fault; None if it is none alone.
    """

    def __init__(self, message: str, field: str | None = None) -> None:
        super().__init__(message)
        self.field = field


class UnknownGame(GametreeError, LookupError):
    """No game goes by this name."""


class IllegalMove(GametreeError, ValueError):
    """A move that the rules do not allow in this position, or text that names none."""


class FinishedPosition(GametreeError, ValueError):
    """The game is over in this position: there is nothing to search."""


class ChancePosition(GametreeError, ValueError):
    """Chance moves in this position: there is no move to search for."""


class InvalidState(GametreeError, TypeError):
    """A value that is no state of this game."""


class GameError(GametreeError, RuntimeError):
    """The rules broke their contract: a method raised or returned nonsense.

    The message names the method and the moves, from the searched position,
    that led there.
    """


class PlayoutTooLong(GameError):
    """No playout has ended, in the time that there was or after a great many moves."""


class ReturnsOutOfBounds(GameError):
    """A game returned what its `min_return`, `max_return` or constant sum rules out."""


class OnlyInterpreted(GameError):
    """Compiled rules met what compiled code cannot do: they run interpreted only."""


class ClusterError(GametreeError, ConnectionError):
    """A Ray cluster that does not answer, has no free capacity, or cannot do what is needed."""


class JournalError(GametreeError, OSError):
    """A journal of games that cannot be read or written; its contents are kept."""


class LadderError(GametreeError, OSError):
    """A file of levels, of puzzles or of a rating cannot be read or written, or is damaged."""


class TablebaseError(GametreeError, OSError):
    """A tablebase that cannot be written or read, is damaged, or is of other rules."""


class ExportError(GametreeError, OSError):
    """An export that cannot be linked or written."""


class MissingExtra(GametreeError, ImportError):
    """An optional library is not installed; the message names the extra that brings it."""


class ModelError(GametreeError, OSError):
    """A trained model that cannot be written or read, is damaged, or is of another version."""


class RaceError(GametreeError, OSError):
    """What a race has found cannot be written or read, or is damaged."""


class ReplayError(GametreeError, OSError):
    """A record of a game or a search that cannot be read or written, or is damaged."""


class NotCompilable(GametreeError, CannotCompile):
    """A class that cannot be compiled; the message says where, why and how to mend it.

    Attributes:
        reason: why, and how to mend it; empty if only the message says so.
        file: the file of the code at fault; empty if it is not known.
        line: the line there.
    """


class NotCompiledWarning(UserWarning):
    """The search runs interpreted because the rules cannot be compiled."""


class OtherCodeWarning(UserWarning):
    """A journal has games of the same contest that were played by other code."""


class PlayerError(GametreeError, RuntimeError):
    """A player that cannot go on: a program that hangs, dies or speaks nonsense."""


class PythonFileError(GametreeError, ImportError):
    """A Python file that cannot be loaded, or holds no such class."""


class EvaluatorWarning(UserWarning):
    """A slow evaluator failed for a position, and the search goes on without its answer."""


class RandomRulesWarning(UserWarning):
    """The rules answer the same question in two ways: the search takes luck for certainty."""


class SavedSearchError(GametreeError, OSError):
    """A saved search that cannot be written or read, is damaged, or is of another version."""


class SearcherBusy(GametreeError, RuntimeError):
    """A searcher that runs in one thread was told to run, move on or be saved by another."""


class StrategyError(GametreeError, RuntimeError):
    """A strategy of a user's broke its contract: it raised, or gave or left what it must not.

    The message names its class, the method, the file and the line.
    """


class SearchInterrupted(KeyboardInterrupt):
    """Ctrl-C during a search.

    The search has stopped between two simulations and its tree is sound:
    `result` holds what it found, and the searcher can be run again.
    """

    def __init__(self, result: Any) -> None:
        super().__init__(f"search interrupted after {counted(result.simulations, 'simulation')}")
        self.result = result
