"""Backups by their class in a user's file."""

from __future__ import annotations

from ..by_name import Question
from .backup import Backup

__all__ = ["backup_of"]

_BACKUP: Question[Backup] = Question("backup", Backup, {})


def backup_of(answer: str | Backup) -> Backup:
    """Return the backup that is named, or the object itself.

    Raises:
        BadParameter, PythonFileError: as `Question.answered`.

    """
    return _BACKUP.answered(answer, {})
