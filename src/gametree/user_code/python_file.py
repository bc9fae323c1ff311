r"""A class in a Python file of a user's, by what a person types.

mine.py:MyGame          the class of this name
mine.py                 the only class of the wanted kind
mine.py:MyPlayer:depth=3, mine.py:depth=3    what follows is the caller's
C:\games\mine.py:MyGame  the class's colon is the one behind .py
"""

from __future__ import annotations

import ast
import builtins
import hashlib
import inspect
import pickle
import re
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from difflib import get_close_matches
from functools import partial
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple, cast

from ..errors import PythonFileError
from .neighbours import (
    Package,
    import_outermost,
    look_in,
    make_bare,
    package_of,
    with_neighbours,
)
from .python_two import python_two_in

__all__ = [
    "FileSpec",
    "Kind",
    "Parcel",
    "classes",
    "file_spec",
    "find_class",
    "import_file",
    "left_out",
]

_PREFIX = "gametree_file_"
_DIGEST = "__gametree_digest__"
_LEFT_OUT = "__gametree_left_out__"
_PLAYING = (ast.Expr, ast.While, ast.For, ast.If, ast.Try, ast.With)
"""The statements that may be left out, as they define nothing by their own."""
_NEWER = re.compile(r"\s*(async def|def|class|type)\s+\w+\s*(\[|=)")
_SPEC = re.compile(r"(?P<path>.+?\.py)(?::(?P<name>[^:=,]+)(?=:|$))?(?::(?P<rest>.*))?", re.DOTALL)


class FileSpec(NamedTuple):
    """A class in a file, as named by a text.

    Attributes:
        path: the file, as it was typed.
        name: the class; empty for the only one of its kind.
        rest: what stands behind the next colon; None if there is none.

    """

    path: str
    name: str
    rest: str | None


class Kind(NamedTuple):
    """A kind of class that may be in a file.

    Attributes:
        noun: what such a class is, such as "game".
        mark: how it is known, such as "a class that derives from gametree.Game".
        fits: tells whether a class is such a one.
        lacking: tells what a class nearly is but for a few things, in a sentence, or nothing.
        unfinished: tells whether a class lacks methods, which others that derive from it may have.

    """

    noun: str
    mark: str
    fits: Callable[[type], bool]
    lacking: Callable[[type], str] = lambda cls: ""
    unfinished: Callable[[type], bool] = lambda cls: False


class Parcel:
    """An object on its way to another process, with the files that its classes come from.

    Args:
        thing: the object.
        dumps: makes bytes of it that `pickle.loads` can read.

    Attributes:
        pickled: the object.
        files: those whose modules it names.

    Raises:
        Exception: of any kind, as `pickle` does of what cannot be sent.

    """

    def __init__(self, thing: Any, dumps: Callable[[Any], bytes] = pickle.dumps) -> None:
        self.pickled = dumps(thing)
        self.files = [
            str(module.__file__)
            for name, module in list(sys.modules.items())
            if _digest(module) and name.encode() in self.pickled
        ]

    def opened(self) -> Any:
        """Return the object; the files are loaded first.

        Raises:
            PythonFileError: if one cannot be.

        """
        for file in self.files:
            import_file(file)
        return pickle.loads(self.pickled)


def file_spec(text: str) -> FileSpec | None:
    """Return what a text says of a file; None if it names no Python file."""
    found = _SPEC.fullmatch(text.strip())
    return None if found is None else FileSpec(found["path"], found["name"] or "", found["rest"])


def find_class(path: str, name: str, kind: Kind) -> type:
    """Return the class of this name in a file; without a name, the only one of the kind.

    Raises:
        PythonFileError: if the file cannot be loaded, or holds no such class.

    """
    module = import_file(path)
    return _named(module, path, name, kind) if name else _only(module, path, kind)


def import_file(path: str | Path) -> ModuleType:
    """Return a file's module; its name follows from the path alone, so that pickles find it.

    The file runs once, and again only if what stands in it has changed.

    Raises:
        PythonFileError: if it cannot be loaded.

    """
    path = Path(path).resolve()
    if not path.is_file():
        raise PythonFileError(f"there is no file {str(path)!r}")
    try:
        source = path.read_bytes()
    except OSError as error:
        raise PythonFileError(f"{path.name} cannot be read: {_told(error)}") from error
    try:
        tree = compile(source, str(path), "exec", ast.PyCF_ONLY_AST, dont_inherit=True)
    except (SyntaxError, ValueError) as error:  # ValueError: null bytes
        line = f" (line {error.lineno})" if isinstance(error, SyntaxError) and error.lineno else ""
        message = error.msg if isinstance(error, SyntaxError) else str(error)
        raise PythonFileError(f"{path.name} is not valid Python: {message}{line}") from error
    package = package_of(path, tree)
    name = package.module if package is not None else _own_name(path)
    digest = hashlib.sha256(source).hexdigest()
    there = sys.modules.get(name)
    if there is not None and _is_of(path, there) and _digest(there) in ("", digest):
        return there  # without a digest: a neighbour has imported it
    alone = partial(_run, name, cast("ast.Module", tree))
    run = partial(_run_in, package) if package is not None else alone
    try:
        with _input_refused():
            module = with_neighbours(path, partial(run, path))
    except BaseException as error:
        sys.modules.pop(name, None)
        if there is not None:
            sys.modules[name] = there
        if isinstance(error, (Exception, SystemExit, _InputWanted)):
            raise PythonFileError(_fault_of(path, error)) from error
        raise
    setattr(module, _DIGEST, digest)
    return module


class _InputWanted(BaseException):
    """Code asks for input as it is loaded. No `Exception`, which a loop that asks again catches."""


@contextmanager
def _input_refused() -> Iterator[None]:
    """Raise `_InputWanted` where code asks for input."""

    def refuse(prompt: object = "") -> str:
        raise _InputWanted

    builtin = builtins.input
    builtins.input = refuse
    try:
        yield
    finally:
        builtins.input = builtin


def _own_name(path: Path) -> str:
    return f"{_PREFIX}{path.stem}_{hashlib.sha256(str(path).encode()).hexdigest()[:12]}"


def _run(name: str, tree: ast.Module, path: Path) -> ModuleType:
    """Return a module that runs alone, without the statements that play a game with a person."""
    left_out: list[int] = []
    while True:
        module = ModuleType(name)
        module.__file__ = str(path)
        sys.modules[name] = module
        try:
            with _importable(path.stem, module):
                exec(compile(tree, str(path), "exec", dont_inherit=True), vars(module))
        except _InputWanted as wanted:
            line = _lines_of(path, wanted)[0]
            playing = next(each for each in tree.body if each.lineno <= line <= _end_of(each))
            if not isinstance(playing, _PLAYING):
                raise
            left_out.append(line)
            tree.body.remove(playing)
        else:
            setattr(module, _LEFT_OUT, tuple(left_out))
            return module


@contextmanager
def _importable(stem: str, module: ModuleType) -> Iterator[None]:
    """Let the neighbours of a file that is being loaded import it, as files in a circle do."""
    taken = stem in sys.modules or stem in sys.stdlib_module_names
    if not taken:
        sys.modules[stem] = module
    try:
        yield
    finally:
        if not taken and sys.modules.get(stem) is module:
            del sys.modules[stem]


def left_out(path: str | Path) -> tuple[int, ...]:
    """Return the lines of a file that were left out as it was loaded: they ask for input."""
    return getattr(import_file(path), _LEFT_OUT, ())


def _end_of(statement: ast.stmt) -> int:
    return statement.end_lineno or statement.lineno


def _run_in(package: Package, path: Path) -> ModuleType:
    """Return a module of a package: others of the package may import it, too."""
    look_in(package.root)
    sys.modules.pop(package.module, None)
    try:
        import_outermost(package)
        module = import_module(package.module)
    except ImportError as error:
        if _lines_of(path, error):
            raise
        make_bare(package)  # what the package imports for other files may not be there
        module = import_module(package.module)
    if not _is_of(path, module):
        raise ImportError(f"another package of this name is loaded, from {module.__file__}")
    return module


def _digest(module: ModuleType) -> str:
    """Return the digest of what stood in a file that was loaded here; empty for other modules."""
    return str(getattr(module, "__dict__", {}).get(_DIGEST, ""))


def _is_of(path: Path, module: ModuleType) -> bool:
    return Path(str(getattr(module, "__file__", ""))).resolve() == path


def classes(module: ModuleType, fits: Callable[[type], bool]) -> dict[str, type]:
    """Return the fitting classes that a file itself defines, by name.

    A leading underscore hides a class.
    """
    return {
        name: value
        for name, value in vars(module).items()
        if isinstance(value, type)
        and fits(value)
        and value.__module__ == module.__name__
        and not name.startswith("_")
    }


def _lines_of(path: Path, error: BaseException) -> list[int]:
    """Return the lines of a file where an error passed, the outermost first."""
    frames = traceback.extract_tb(error.__traceback__)
    return [frame.lineno or 0 for frame in frames if frame.filename == str(path)]


def _fault_of(path: Path, error: BaseException) -> str:
    lines = _lines_of(path, error)
    where = f" (line {lines[-1]})" if lines else ""
    if isinstance(error, _InputWanted):
        return (
            f"{path.name} asks for input as it is loaded{where}: put what plays a game under "
            'if __name__ == "__main__":'
        )
    message = f"{path.name} cannot be loaded: {_told(error)}{where}"
    if isinstance(error, SyntaxError) and _NEWER.match(error.text or ""):
        version = ".".join(map(str, sys.version_info[:2]))
        return f"{message}; this is the syntax of a Python newer than {version}: run it with that"
    if isinstance(error, SyntaxError | NameError | AttributeError | ImportError):
        old = python_two_in(path.read_text("utf-8", errors="replace"))
        return f"{message}; {old}" if old else message
    return message


def _named(module: ModuleType, path: str, name: str, kind: Kind) -> type:
    found = getattr(module, name, None)
    if isinstance(found, type) and kind.fits(found):
        return found
    if isinstance(found, type) and inspect.isabstract(found):
        missing = ", ".join(sorted(getattr(found, "__abstractmethods__", ())))
        raise PythonFileError(f"{name} in {path} is abstract, as it does not define {missing}")
    if found is not None:
        message = f"{name} in {path} is no {kind.noun}: it must be {kind.mark}"
        more = kind.lacking(found) if isinstance(found, type) else ""
        raise PythonFileError(f"{message}; {more}" if more else message)
    there = classes(module, kind.fits)
    close = get_close_matches(name, there, n=1)
    if close:
        instead = f"did you mean {close[0]}?"
    elif there:
        instead = f"its {kind.noun}s are {', '.join(there)}"
    else:
        instead = f"it holds no {kind.noun} at all"
    raise PythonFileError(f"{path} has no class {name}; {instead}")


def _only(module: ModuleType, path: str, kind: Kind) -> type:
    every = classes(module, kind.fits)
    there = {
        name: cls
        for name, cls in every.items()
        if not (kind.unfinished(cls) and _is_base(cls, every.values()))
    }
    made = {name for cls in there.values() for name in _named_by_constructor(cls)}
    outer = {name: cls for name, cls in there.items() if name not in made}
    if len(outer) == 1:  # the others are what it is made of
        there = outer
    if len(there) == 1:
        return next(iter(there.values()))
    if there:
        raise PythonFileError(
            f"{path} holds several {kind.noun}s, {', '.join(there)}: name one, as in "
            f"{path}:{next(iter(there))}"
        )
    raise PythonFileError(f"{path} holds no {kind.noun}: nothing in it is {kind.mark}")


def _is_base(cls: type, others: Iterable[type]) -> bool:
    return any(issubclass(other, cls) and other is not cls for other in others)


def _named_by_constructor(cls: type) -> tuple[str, ...]:
    """Return the names that the constructor of a class uses, but for those of its bases."""
    code = getattr(getattr(cls, "__init__", None), "__code__", None)
    bases = {base.__name__ for base in cls.__mro__}
    return () if code is None else tuple(name for name in code.co_names if name not in bases)


def _told(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
