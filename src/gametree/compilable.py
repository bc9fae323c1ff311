"""Objects whose methods run interpreted and compiled: what they are, and what identifies them.

A `Compilable` is an ordinary Python object. To compile a search, gametree
gives Numba a type for each *kind* of such object (see `gametree.compiled`).
Two objects are of one kind when the same machine code serves both: the same
class, with the same sources, and the same constants. `fingerprint` computes
that identity. It names the compiled code in memory and on disk, so it must
change whenever the code could: it covers the bytecode of every method of the
class and of its parents, and all that they name at module level (functions,
constants, other classes), however deep.

This module knows nothing of Numba and imports nothing heavy.
"""

from __future__ import annotations

import builtins
import enum
import hashlib
import inspect
import types
from collections.abc import Callable, Iterator
from typing import Any, ClassVar, TypeVar

__all__ = ["Compilable", "fingerprint", "fingerprint_function", "native_twin", "runtime_fields"]

_Function = TypeVar("_Function", bound=Callable[..., Any])

# Modules that do not change between two runs of one installation. Their
# versions are part of every key on disk, so their contents need not be.
_FROZEN_ROOTS = frozenset(
    {"builtins", "math", "numpy", "numba", "llvmlite", "typing", "collections"}
)


class Compilable:
    """Base class of all that takes part in a compiled search.

    In compiled code an attribute of an instance is one of

    * a run-time field: a `float`, another `Compilable`, or an array named in
      `runtime_arrays`. Changing it never compiles anything anew;
    * a compile-time constant: an int, bool, string, tuple, NumPy array or
      plain function. Another value is another kind of object, with machine
      code of its own, in which the value is folded.

    Attributes of other types may exist, for text say, as long as no compiled
    method uses them.
    """

    runtime_arrays: ClassVar[tuple[str, ...]] = ()

    def __repr__(self) -> str:
        arguments = ", ".join(
            f"{name}={value!r}" for name, value in vars(self).items() if not name.startswith("_")
        )
        return f"{type(self).__name__}({arguments})"


def native_twin(twin: Callable[..., Any]) -> Callable[[_Function], _Function]:
    """Let `twin` stand for the decorated function in compiled code.

    For the few functions whose best form differs between the two modes. Both
    must return the same numbers for the same arguments.
    """

    def mark(function: _Function) -> _Function:
        function.__native_twin__ = twin  # type: ignore[attr-defined]
        return function

    return mark


def runtime_fields(obj: Compilable) -> Iterator[tuple[str, Any]]:
    """Yield (name, value) of each run-time field of `obj`, in order of name."""
    for name, value in sorted(vars(obj).items()):
        if isinstance(value, (float, Compilable)) or name in type(obj).runtime_arrays:
            yield name, value


def fingerprint(obj: Compilable) -> str:
    """Return 32 hex digits that name the kind of `obj`.

    Equal for two objects exactly when one machine code serves both. Stable
    across processes of one Python version.
    """
    walk = _Walk()
    walk.add_class(type(obj))
    fields = dict(runtime_fields(obj))
    for name, value in sorted(vars(obj).items()):
        if name not in fields:
            walk.add(f"constant {name}", value)
        elif isinstance(value, Compilable):
            walk.text(f"nested {name} {fingerprint(value)}")
        else:
            walk.text(f"field {name} {type(value).__name__} {getattr(value, 'dtype', '')}")
    return walk.digest()


def fingerprint_function(function: types.FunctionType) -> str:
    """Return 32 hex digits that change whenever the function, or what it names, does."""
    walk = _Walk()
    walk.add_function(function)
    return walk.digest()


class _Walk:
    """Feed values into a hash, following whatever the functions among them name."""

    def __init__(self) -> None:
        self._hash = hashlib.sha256()
        self._seen: dict[int, int] = {}
        self._alive: list[Any] = []  # keeps ids from being reused during the walk

    def digest(self) -> str:
        return self._hash.hexdigest()[:32]

    def text(self, text: str) -> None:
        self._hash.update(text.encode())
        self._hash.update(b"\0")

    def add(self, label: str, value: Any) -> None:
        """Hash one value under a label."""
        self.text(label)
        if value is None or isinstance(value, (bool, int, float, complex, str, bytes)):
            self.text(f"{type(value).__qualname__} {value!r}")
        elif isinstance(value, enum.Enum):
            self.text(f"{type(value).__qualname__}.{value.name}")
        elif isinstance(value, (tuple, frozenset)):
            items = value if isinstance(value, tuple) else sorted(value, key=repr)
            self.text(f"{type(value).__qualname__} of {len(value)}")
            for item in items:
                self.add("item", item)
        elif isinstance(value, Compilable):
            self.text(fingerprint(value))
        elif hasattr(value, "tobytes") and hasattr(value, "dtype"):
            self.text(f"{value.dtype.descr if value.dtype.names else value.dtype} {value.shape}")
            self._hash.update(value.tobytes())
        elif isinstance(value, types.FunctionType):
            self.add_function(value)
        elif isinstance(value, (staticmethod, classmethod)):
            self.add("wrapped", value.__func__)
        elif isinstance(value, property):
            self.add("getter", value.fget)
        elif inspect.isclass(value):
            self.add_class(value)
        elif hasattr(value, "py_func"):  # a function that the user compiled with Numba
            self.add("compiled", value.py_func)
        else:
            # Compiled code cannot use such a value: its type is identity enough.
            self.text(f"{type(value).__module__}.{type(value).__qualname__}")

    def add_class(self, cls: type) -> None:
        """Hash a class: its own attributes and those of its parents."""
        if self._revisit(cls) or _is_frozen(cls.__module__):
            return
        self.text(f"class {cls.__module__}.{cls.__qualname__}")
        self.add("fields", getattr(cls, "_fields", None))
        for parent in cls.__mro__:
            if parent in (object, tuple) or _is_frozen(parent.__module__):
                continue
            for name, value in sorted(vars(parent).items()):
                if not name.startswith("__") or name == "__init__":
                    self.add(f"attribute {name}", value)

    def add_function(self, function: types.FunctionType) -> None:
        """Hash a function: its code, its defaults, and what it names outside itself."""
        if self._revisit(function):
            return
        self.text(f"function {function.__qualname__}")
        self.add("twin", getattr(function, "__native_twin__", None))
        self.add("defaults", function.__defaults__)
        for name, default in sorted((function.__kwdefaults__ or {}).items()):
            self.add(f"default {name}", default)
        for cell in function.__closure__ or ():
            self.add("closure", _cell_contents(cell))
        names = sorted(self._add_code(function.__code__))
        for name in names:
            if name in function.__globals__:
                self._add_global(name, function.__globals__[name], names)
            elif not hasattr(builtins, name):
                self.text(f"attribute {name}")

    def _add_code(self, code: types.CodeType) -> set[str]:
        """Hash one code object and those within it; return all the names they use."""
        names = set(code.co_names)
        self.text(f"code {code.co_argcount} {code.co_kwonlyargcount} {code.co_flags}")
        self._hash.update(code.co_code)
        self.text(repr((code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars)))
        self.text(repr(code.co_exceptiontable))
        for constant in code.co_consts:
            if isinstance(constant, types.CodeType):
                names |= self._add_code(constant)
            else:
                self.add("literal", constant)
        return names

    def _add_global(self, name: str, value: Any, names: list[str]) -> None:
        if not isinstance(value, types.ModuleType):
            self.add(f"global {name}", value)
        elif not _is_frozen(value.__name__):
            # `module.helper`: any of the function's names may be the attribute.
            self.text(f"module {value.__name__}")
            for attribute in names:
                if attribute in vars(value):
                    self.add(f"{value.__name__}.{attribute}", vars(value)[attribute])

    def _revisit(self, value: Any) -> bool:
        """Tell whether `value` was hashed before, and hash a reference to it if so."""
        number = self._seen.setdefault(id(value), len(self._seen))
        if number < len(self._alive):
            self.text(f"seen {number}")
            return True
        self._alive.append(value)
        return False


def _is_frozen(module: str) -> bool:
    return module.partition(".")[0] in _FROZEN_ROOTS


def _cell_contents(cell: types.CellType) -> Any:
    try:
        return cell.cell_contents
    except ValueError:  # not filled yet
        return None
