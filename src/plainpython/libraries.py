"""Registered libraries: packages that compile their users' code, and their own.

A library registers itself once, when it is imported. Code that belongs to no
registered library is users' code: it is rewritten, checked and compiled as
Python means it. A library's own code is compiled as Numba means it, unless the
library names it in `like_users`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

__all__ = [
    "Library",
    "gives_floats",
    "instead_of_draws",
    "is_of_library",
    "is_trusted",
    "is_users",
    "register",
    "registered",
    "takes_names_of_fields",
    "words_for_missing_field",
]


class Library(NamedTuple):
    """A package that compiles its users' code.

    Modules are named by the beginnings of their names: "games.search." stands
    for all modules below `games.search`.
    """

    package: str
    """The name of the package at top level."""

    trusted: tuple[str, ...] = ()
    """Modules whose loops need no checks of bounds or divisors, and are all inlined."""

    like_users: tuple[str, ...] = ()
    """Modules whose functions are compiled as users' are."""

    taking_names: tuple[str, ...] = ()
    """Modules whose functions take names of fields as texts: these texts are no values of users."""

    giving_floats: frozenset[str] = frozenset()
    """Names of functions of users whose lists hold floats, also where ints are written."""

    stand_ins: str = ""
    """The package of functions that stand for operations of users' code: errors name these last."""

    digest_of_sources: Callable[[], str] | None = None
    """Returns a hash of the library's own sources: compiled code is kept for these alone."""

    cache_folders: Callable[[], Iterable[Path]] | None = None
    """Returns the folders that compiled code may be kept in, the best first."""

    missing_field: tuple[str, str] = ("no record has a field {name!r}", "read a field that it has")
    """The message for a field that a record lacks, with the remedy."""

    instead_of_draws: str = "draw the numbers before the call, and pass them as an argument"
    """How users mend code that draws random numbers from the generator of a module."""


_LANGUAGE = Library(__name__.partition(".")[0])
_libraries: dict[str, Library] = {_LANGUAGE.package: _LANGUAGE}


def register(library: Library) -> None:
    """Let a library's own code be compiled as it says."""
    _libraries[library.package] = library


def registered() -> list[Library]:
    """Return the libraries that are registered, this package first."""
    return list(_libraries.values())


def is_of_library(module: str) -> bool:
    """Return True if a module belongs to this package or to a registered library."""
    return module.partition(".")[0] in _libraries


def is_users(module: str) -> bool:
    """Return True if the functions of a module are compiled as users' functions are."""
    library = _libraries.get(module.partition(".")[0])
    return library is None or module.startswith(library.like_users)


def is_trusted(module: str) -> bool:
    """Return True if the functions of a module need no checks, and are inlined."""
    library = _libraries.get(module.partition(".")[0])
    return library is not None and module.startswith(library.trusted)


def takes_names_of_fields(module: str) -> bool:
    """Return True if texts that functions of a module are called with name fields."""
    library = _libraries.get(module.partition(".")[0])
    return library is not None and module.startswith(library.taking_names)


def gives_floats(name: str) -> bool:
    """Return True if lists that a user's function of this name returns hold floats."""
    return any(name in library.giving_floats for library in _libraries.values())


def words_for_missing_field(name: str) -> tuple[str, str]:
    """Return what is said of a field that no record has, and how to mend it."""
    latest = registered()[-1]
    said, mend = latest.missing_field
    return said.format(name=name), mend


def instead_of_draws() -> str:
    """Return how users mend code that draws random numbers."""
    return registered()[-1].instead_of_draws
