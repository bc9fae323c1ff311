"""Libraries that only some features need: imported when they are asked for."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from ..errors import MissingExtra

__all__ = ["load_extra"]


def load_extra(module: str, extra: str) -> ModuleType:
    """Import a library that belongs to an extra of gametree.

    Raises:
        MissingExtra: if it is not installed; the message says what to type.

    """
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        library = module.partition(".")[0]
        if error.name != library:  # it is there, but something that it needs is not
            raise
        raise MissingExtra(
            f"this needs {library}, which is not installed: pip install 'gametree[{extra}]'"
        ) from error
