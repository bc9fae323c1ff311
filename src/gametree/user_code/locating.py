"""Finds where in a user's code an error was raised: the method, the file and the line.

A user's code is all that is neither gametree's machinery nor an installed library. The
bundled games count as a user's, and so do methods of installed packages whose classes
derive from gametree's.
"""

from __future__ import annotations

import os
import re
import sys
import traceback
from collections.abc import Callable
from types import CodeType, FrameType
from typing import Any, NamedTuple

__all__ = [
    "BrokenContract",
    "Place",
    "brief",
    "deed",
    "defined",
    "described",
    "failure",
    "first_called",
    "place_of",
    "raised",
    "written",
]

_LONGEST_BRIEF = 120
_PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + os.sep
_GAMES = os.path.join(_PACKAGE, "games") + os.sep
_PYTHON = os.path.dirname(os.path.abspath(os.__file__)) + os.sep
_INSTALLED = re.compile(r"[\\/](?:site|dist)-packages[\\/]")
_MADE = re.compile(r"<(?:frozen |__array_function__|string>|written = )")  # not in a file


class Place(NamedTuple):
    """A line of a user's code.

    Its text is "(mygame.py, line 42)", or "(mygame.py, line 42, in MyGame.helper)" where
    another function than the one that was called stands there.
    """

    called: str  # the method or function that was called: "MyGame.legal_actions"
    path: str
    line: int
    function: str  # the one that the line belongs to: `called`, or a helper

    def __str__(self) -> str:
        within = "" if self.function == self.called else f", in {self.function}"
        return f"({os.path.basename(self.path)}, line {self.line}{within})"


class BrokenContract(Exception):
    """What a user's method did that its interface rules out: "returned None; ... was expected".

    The text goes on from the name of the method.

    Attributes:
        place: where the method begins, if it has returned already.

    """

    def __init__(self, message: str, place: Place | None = None) -> None:
        super().__init__(message)
        self.place = place


def raised(error: BaseException, name: str) -> str:
    """Return what is to be said of an error: "raised KeyError: 3 (mygame.py, line 42)".

    `name` is what the caller calls what raised it: a method, or a parameter that is a function.
    """
    place = place_of(error)
    message = deed(error)
    return message if place is None else f"{message} {place._replace(called=name)}"


def failure(error: BaseException, work: str) -> str:
    """Say which of the user's methods raised an error and where; or else that `work` failed."""
    place = place_of(error)
    if place is None:
        return f"{work} failed with {described(error)}"
    return f"{place.called} {deed(error)} {place}"


def deed(error: BaseException) -> str:
    """Return the words about an error, without file and line: "raised KeyError: 3"."""
    return str(error) if isinstance(error, BrokenContract) else f"raised {described(error)}"


def described(error: BaseException) -> str:
    """Return the class and the message of an error in one line: "KeyError: 3"."""
    try:
        text = " ".join(str(error).split())
    except Exception:  # a class of the user's own
        text = ""
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def place_of(error: BaseException) -> Place | None:
    """Return the innermost line of a user's code that an error came through; None if there is none.

    `called` is the function of the user's by which gametree had got there.
    """
    if isinstance(error, BrokenContract) and error.place is not None:
        return error.place
    frames = list(traceback.walk_tb(error.__traceback__))
    inner = next(
        (index for index in reversed(range(len(frames))) if _is_users(frames[index][0])), None
    )
    if inner is None:
        return None
    outer = inner
    for index in range(inner, -1, -1):
        frame = frames[index][0]
        if _is_machinery(frame.f_code):
            break
        if _is_users(frame):
            outer = index
    frame, line = frames[inner]
    names = _name(frames[outer][0]), _name(frame)
    return Place(names[0], frame.f_code.co_filename, line, names[1])


def defined(owner: Any, method: str) -> Place | None:
    """Return where the user has written a method of an object; None if it is gametree's own."""
    function: Callable[..., Any] | None = getattr(type(owner), method, None)
    code = getattr(function, "__code__", None)
    if code is None or _is_machinery(code):
        return None
    name = f"{type(owner).__name__}.{method}"
    return Place(name, code.co_filename, code.co_firstlineno, name)


def written(function: Any, called: str) -> Place | None:
    """Return where a function of the user's, which a caller calls so, begins; None if unknown."""
    code = getattr(function, "__code__", None)
    if code is None or _is_machinery(code):
        return None
    return Place(called, code.co_filename, code.co_firstlineno, called)


def first_called(call: Callable[[], Any]) -> Place | None:
    """Return where the first function of a user's code begins that a call leads to, if any."""
    found: list[Place] = []

    def see(frame: FrameType, event: str, value: Any) -> None:
        if event == "call" and not found and _is_users(frame):
            name, code = _name(frame), frame.f_code
            found.append(Place(name, code.co_filename, code.co_firstlineno, name))

    before = sys.getprofile()
    sys.setprofile(see)
    try:
        call()
    except Exception:  # where it is called matters, not what comes of it
        pass
    finally:
        sys.setprofile(before)
    return found[0] if found else None


def _is_machinery(code: CodeType) -> bool:
    path = os.path.abspath(code.co_filename)
    return path.startswith(_PACKAGE) and not path.startswith(_GAMES)


def _is_users(frame: FrameType) -> bool:
    code = frame.f_code
    if _is_machinery(code):
        return False
    path = os.path.abspath(code.co_filename)
    installed = path.startswith(_PYTHON) or _INSTALLED.search(path)
    if path.startswith(_GAMES) or not (installed or _MADE.match(code.co_filename)):
        return True
    # The class of an installed package, or one that was made from text.
    owner = type(_first_argument(frame))
    return not _is_ours(owner) and any(map(_is_ours, owner.__mro__))


def _is_ours(cls: type) -> bool:
    return cls.__module__.startswith("gametree.")


def _first_argument(frame: FrameType) -> Any:
    code = frame.f_code
    return frame.f_locals.get(code.co_varnames[0]) if code.co_argcount else None


def _name(frame: FrameType) -> str:
    """Return the name of a frame's function, that of a method with the class of its object."""
    code = frame.f_code
    owner = type(_first_argument(frame))
    if getattr(getattr(owner, code.co_name, None), "__code__", None) is code:
        return f"{owner.__name__}.{code.co_name}"
    # What a comprehension, a generator expression or a lambda does, its method does.
    qualified = re.sub(r"(?<=.)\.<locals>\.<.*", "", code.co_qualname)
    return qualified.rpartition("<locals>.")[2]


def brief(value: Any) -> str:
    """Return the repr of what a user's code gave, shortened if it is long."""
    try:
        text = repr(value)
    except Exception:
        text = object.__repr__(value)
    return text if len(text) <= _LONGEST_BRIEF else text[: _LONGEST_BRIEF - 3] + "..."
