"""Objects whose methods run interpreted and compiled, and their identity in compiled code.

A `Compilable` is an ordinary Python object. To compile a search, plainpython
gives Numba a type for each *kind* of such object (see `plainpython.native`).
Two objects are of one kind when the same machine code serves both: the same
class, with the same sources, and the same constants. `fingerprint` computes
that identity. It names the compiled code in memory and on disk, so it must
change whenever the code could: it covers the bytecode of every method of the
class and of its parents, and all that they name at module level (functions,
constants, other classes), however deep.

This module knows nothing of Numba and imports nothing heavy.
"""

from __future__ import annotations

import enum
import hashlib
import inspect
import linecache
import marshal
import os
import sys
import types
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property, lru_cache, partial
from itertools import chain
from typing import Any, ClassVar, TypeVar

from .libraries import is_of_library

__all__ = [
    "CodeWalk",
    "Compilable",
    "attributes",
    "fingerprint",
    "fingerprint_class",
    "fingerprint_function",
    "for_truth_only",
    "is_for_truth_only",
    "is_frozen",
    "is_object_class",
    "native_twin",
    "runtime_fields",
]

_TRUTH = "__asked_for_truth__"

_Function = TypeVar("_Function", bound=Callable[..., Any])

# Modules that do not change between two runs of one installation: Python's own
# those below, and registered libraries. Their versions, and the sources of these libraries, are
# part of every key on disk, so a walk need not enter them.
_FROZEN_ROOTS = frozenset({"llvmlite", "numba", "numpy"})

# Libraries that draw, show and learn. Rules name them beside the game, and nothing of them
# compiles: a walk need not enter them, which takes up to half a second for each function.
_BESIDE_RULES = frozenset(
    {
        "IPython", "PIL", "cv2", "ipywidgets", "jax", "keras", "matplotlib", "pandas", "plotly",
        "pygame", "pyglet", "pyparsing", "rich", "scipy", "seaborn", "sklearn", "tensorflow",
        "torch", "torchvision", "tqdm", "wandb",
    }
)  # fmt: skip

_HEAP_TYPE = 1 << 9
"""The flag of classes that were made by a class statement (Py_TPFLAGS_HEAPTYPE)."""

_FUNCTIONS = (types.FunctionType, staticmethod, classmethod)
_CONTAINERS = (tuple, list, dict, set, frozenset, deque)
_PLAIN = (tuple, list, dict, set, frozenset)
_SCALARS = frozenset({bool, int, float, complex, str, bytes, type(None)})

# Without references from one part to another, which depend on how often Python holds an object.
_MARSHAL_VERSION = 2


class Compilable:
    """Base class of all that takes part in a compiled search.

    In compiled code an attribute of an instance is one of

    * a run-time field: a `float`, another `Compilable`, or an array named in
      `runtime_arrays`. Changing it never compiles anything again;
    * a compile-time constant: an int, bool, string, tuple, NumPy array or
      plain function. Another value is another kind of object, with machine
      code of its own, in which the value is folded.

    Lists, dicts, sets and objects of user-defined classes are constants as well, with what they
    hold when the search is compiled. Attributes of other types may exist, as long as no compiled
    method uses them. The value of a `cached_property` does not count: it is computed again.
    """

    runtime_arrays: ClassVar[tuple[str, ...]] = ()

    interpreted_notes: ClassVar[tuple[str, ...]] = ()
    """Dicts that interpreted code writes to as it runs: no part of what the object is."""

    def __repr__(self) -> str:
        arguments = ", ".join(
            f"{name}={getattr(self, name)!r}"
            for name in _parameters_of(type(self))  # type: ignore[arg-type]  # a class is hashable
            if hasattr(self, name)
        )
        return f"{type(self).__name__}({arguments})"


@lru_cache(maxsize=256)  # each result of a search names its strategies
def _parameters_of(constructor: type) -> tuple[str, ...]:
    return tuple(inspect.signature(constructor).parameters)


def native_twin(twin: Callable[..., Any]) -> Callable[[_Function], _Function]:
    """Compile `twin` in place of the decorated function.

    For the few functions whose best form differs between the two modes. Both
    must return the same numbers for the same arguments.
    """

    def mark(function: _Function) -> _Function:
        function.__native_twin__ = twin  # type: ignore[attr-defined]
        return function

    return mark


def for_truth_only(function: types.FunctionType) -> types.FunctionType:
    """Return a copy of a function whose callers only test the truth of its result.

    Compiled, it may return values of several types: a name, None or True.
    """
    made = types.FunctionType(
        function.__code__,
        function.__globals__,
        function.__name__,
        function.__defaults__,
        function.__closure__,
    )
    made.__kwdefaults__ = function.__kwdefaults__
    made.__qualname__, made.__module__ = function.__qualname__, function.__module__
    setattr(made, _TRUTH, True)
    return made


def is_for_truth_only(function: object) -> bool:
    """Return True if callers of a function only test the truth of its result."""
    return getattr(function, _TRUTH, False)


def attributes(obj: object) -> Iterator[tuple[str, Any]]:
    """Yield (name, value) of what `obj` itself holds, `__slots__` included, in order of name.

    What a `cached_property` keeps is left out: it comes from the rest, at some time or never.
    """
    kept = _cached(type(obj))  # type: ignore[arg-type]  # a class is hashable
    own = getattr(obj, "__dict__", {})
    found = {name: value for name, value in own.items() if name not in kept}
    for name in _slots(type(obj)):  # type: ignore[arg-type]  # a class is hashable
        if hasattr(obj, name):
            found[name] = getattr(obj, name)
    # Names are unique, so values are never compared.
    yield from sorted(found.items())


@lru_cache(maxsize=256)
def _slots(cls: type) -> tuple[str, ...]:
    return tuple(
        name
        for parent in cls.__mro__
        for name, member in vars(parent).items()
        if isinstance(member, types.MemberDescriptorType)
    )


@lru_cache(maxsize=256)
def _cached(cls: type) -> frozenset[str]:
    return frozenset(
        name
        for parent in cls.__mro__
        for name, member in vars(parent).items()
        if isinstance(member, cached_property)
    )


def runtime_fields(obj: Compilable) -> Iterator[tuple[str, Any]]:
    """Yield (name, value) of each run-time field of `obj`, in order of name."""
    for name, value in attributes(obj):
        if isinstance(value, (float, Compilable)) or name in type(obj).runtime_arrays:
            yield name, value


def fingerprint(obj: Compilable, known: dict[int, str] | None = None) -> str:
    """Return 32 hex digits that name the kind of `obj`.

    Equal for two objects exactly when one machine code serves both. Stable
    across processes of one Python version. `known` keeps those of objects that stay as they are
    for a while, by their ids: strategies are parts of many others.
    """
    known = {} if known is None else known
    if id(obj) in known:
        return known[id(obj)]
    walk = CodeWalk()
    walk.add_class(type(obj))
    fields = dict(runtime_fields(obj))
    for name, value in attributes(obj):
        if name in type(obj).interpreted_notes:
            continue
        if name not in fields:
            walk.add(f"constant {name}", value)
        elif isinstance(value, Compilable):
            walk.text(f"nested {name} {fingerprint(value, known)}")
        else:
            items = getattr(value, "dtype", getattr(value, "typecode", ""))
            walk.text(f"field {name} {'float' if isinstance(value, float) else items}")
    known[id(obj)] = walk.digest()
    return known[id(obj)]


def fingerprint_function(function: types.FunctionType) -> str:
    """Return 32 hex digits that change whenever the function, or what it names, does."""
    walk = CodeWalk()
    walk.add_function(function)
    return walk.digest()


def _has_source(function: types.FunctionType) -> bool:
    """Return whether the source of a function is known.

    From Python 3.13 on, the text of `python -c` passes for the source of all code in "<string>".
    """
    code = function.__code__
    lines = linecache.getlines(code.co_filename, function.__globals__)
    if code.co_filename == "<string>" and lines:
        return code in _codes_of("".join(lines))
    return bool(lines)


@lru_cache(maxsize=4)
def _codes_of(text: str) -> set[types.CodeType]:
    """Return the codes of all functions in a text."""
    try:
        waiting = [compile(text, "<string>", "exec")]
    except (SyntaxError, ValueError):
        return set()
    for each in waiting:
        waiting += [part for part in each.co_consts if isinstance(part, types.CodeType)]
    return set(waiting)


def fingerprint_class(cls: type) -> str:
    """Return 32 hex digits that change whenever the class, or what its methods name, does."""
    walk = CodeWalk()
    walk.add_class(cls)
    return walk.digest()


class CodeWalk:
    """Feed values into a hash, following whatever the functions among them name."""

    def __init__(self) -> None:
        self._hash = hashlib.sha256()
        self._seen: dict[int, int] = {}
        self._alive: list[Any] = []  # keeps ids from being reused during the walk

    def digest(self) -> str:
        """Return 32 hex digits of all that was added."""
        return self._hash.hexdigest()[:32]

    def text(self, text: str) -> None:
        """Hash a text."""
        self._hash.update(text.encode())
        self._hash.update(b"\0")

    def add(self, label: str, value: Any) -> None:
        """Hash one value under a label."""
        self.text(label)
        if inspect.isclass(value):
            self.add_class(value)
        elif isinstance(value, enum.Enum):
            self.text(f"{type(value).__qualname__}.{value.name}")
            self.add("value", value.value)
        elif value is None or isinstance(
            value, (bool, int, float, complex, str, bytes, slice, range)
        ):
            self.text(f"{type(value).__qualname__} {value!r}")
        elif isinstance(value, _CONTAINERS):
            self._add_items(value)
        elif isinstance(value, Compilable):
            self.text(fingerprint(value))
        elif hasattr(type(value), "tobytes") and hasattr(type(value), "dtype"):
            self.text(f"{value.dtype.descr if value.dtype.names else value.dtype} {value.shape}")
            if value.dtype.hasobject:  # its bytes are addresses
                self.add("items", value.tolist())
            else:
                self._hash.update(value.tobytes())
        elif isinstance(value, types.FunctionType):
            self.add_function(value)
        elif isinstance(value, property):
            self.add("getter", value.fget)
        elif isinstance(value, cached_property):
            self.add("getter", value.func)
        elif isinstance(value, types.MethodType):
            self.add("bound", value.__func__)
        elif _holds(value, "py_func"):  # a function that the user compiled with Numba
            self.add("compiled", value.py_func)
            self.text(repr(getattr(value, "targetoptions", "")))
        elif _holds(value, "__wrapped__"):  # staticmethod, classmethod, decorated functions
            self.add("wrapped", value.__wrapped__)
        elif isinstance(value, partial):
            self.add("partial", (value.func, value.args, value.keywords))
        elif self.frozen(type(value).__module__) or isinstance(value, types.ModuleType):
            self.add_opaque(value)
        else:
            self.add_object(value)

    def _add_items(self, value: Any) -> None:
        """Hash a container: what it holds, in the order in which compiled code meets it."""
        if isinstance(value, set | frozenset) and all(map(_has_fixed_hash, value)):
            self.text(
                f"slots {sys.getsizeof(value)} {list(value)}"
            )  # equal sets may differ in them
        if type(value) in _PLAIN and _SCALARS.issuperset(map(type, _parts(value))):
            self._hash.update(marshal.dumps(value, _MARSHAL_VERSION))  # fast, however many
            return
        self.add_class(type(value))
        if self.revisit(value):
            return
        self.text(f"{len(value)} items")
        if isinstance(value, dict):
            self.add("default", getattr(value, "default_factory", None))
        for item in sorted(value, key=repr) if isinstance(value, (set, frozenset)) else value:
            self.add("item", item)
            if isinstance(value, dict):
                self.add("value", dict.__getitem__(value, item))

    def add_object(self, value: Any) -> None:
        """Hash an object of a user-defined class: its class, and what it holds."""
        if self.revisit(value):
            return
        self.add_class(type(value))
        for name, each in attributes(value):
            self.add(f"attribute {name}", each)

    def add_opaque(self, value: Any) -> None:
        """Hash what has no contents of the user's own, or none that compiled code can use."""
        self.text(f"{type(value).__module__}.{type(value).__qualname__}")
        if hasattr(value, "__qualname__") or hasattr(value, "__name__"):  # math.sin, numpy.sqrt
            name = getattr(value, "__qualname__", None) or value.__name__
            self.text(f"{getattr(value, '__module__', '')}.{name}")
        elif type(value).__module__.partition(".")[0] in ("numpy", "numba"):  # a dtype, a type
            self.text(repr(value))

    def add_class(self, cls: type) -> None:
        """Hash a class: its own attributes and those of its parents."""
        self.text(f"class {cls.__module__}.{cls.__qualname__}")
        if self.frozen(cls.__module__) or self.revisit(cls):
            return
        self.add("fields", getattr(cls, "_fields", None))
        if issubclass(cls, enum.Enum):
            for name, member in cls.__members__.items():
                self.add(f"member {name}", member.value)
        for each in getattr(cls, "__dataclass_fields__", {}).values():
            self.add(f"default {each.name}", each.default)
            self.add("factory", each.default_factory)
            self.text(f"{each.init} {each.compare} {each.hash} {each.kw_only} {each.type!r}")
        self.text(repr(getattr(cls, "__dataclass_params__", "")))
        for parent in cls.__mro__:
            if self.frozen(parent.__module__):
                continue
            for name, value in sorted(vars(parent).items()):
                if name == "_value2member_map_":  # flags put together are added to it
                    continue
                if not name.startswith("__") or isinstance(value, _FUNCTIONS):
                    self.add_attribute(parent, name, value)

    def add_function(self, function: types.FunctionType) -> None:
        """Hash a function: its code, its defaults, and what it names outside itself."""
        self.text(f"function {function.__module__}.{function.__qualname__}")
        if self.frozen(function.__module__ or "") or self.revisit(function):
            return
        # Without source the compiler takes the code as it is, which may be to another effect.
        if not _has_source(function):
            self.text("without source")
        self.add("twin", getattr(function, "__native_twin__", None))
        self.add("defaults", function.__defaults__)
        for name, default in sorted((function.__kwdefaults__ or {}).items()):
            self.add(f"default {name}", default)
        for cell in function.__closure__ or ():
            self.add("closure", _cell_contents(cell))
        names = self._add_code(function.__code__)
        self.add_named(function.__globals__, sorted(names), set())

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

    def add_named(self, namespace: Mapping[str, Any], names: list[str], inside: set[str]) -> None:
        """Hash whatever in a namespace goes by one of the names that a function uses.

        Of `module.helper` both parts are among the names, so each module found is
        searched for all of them.
        """
        for name in names:
            if name not in namespace:
                continue
            value = namespace[name]
            if not isinstance(value, types.ModuleType):
                self.add_global(name, value, namespace)
            else:
                self.text(f"module {name} {value.__name__}")
                if not (self.frozen(value.__name__) or value.__name__ in inside):
                    self.add_named(vars(value), names, inside | {value.__name__})

    def add_attribute(self, cls: type, name: str, value: Any) -> None:
        """Hash an attribute of a class."""
        self.add(f"attribute {name}", value)

    def add_global(self, name: str, value: Any, namespace: Mapping[str, Any]) -> None:
        """Hash a value that goes by a name in a module."""
        self.add(f"global {name}", value)

    def frozen(self, module: str) -> bool:
        """Return True if a module needs no walk, since it does not change."""
        return is_frozen(module)

    def revisit(self, value: Any) -> bool:
        """Return whether `value` was hashed before, and hash a reference to it if so."""
        number = self._seen.setdefault(id(value), len(self._seen))
        if number < len(self._alive):
            self.text(f"seen {number}")
            return True
        self._alive.append(value)
        return False


def is_object_class(cls: type) -> bool:
    """Return True if objects of a class are nothing but the attributes that users gave them."""
    return (
        bool(cls.__flags__ & _HEAP_TYPE)
        and (not is_frozen(cls.__module__) or "is_plain_object" in vars(cls))
        and all(each is object or each.__flags__ & _HEAP_TYPE for each in cls.__mro__)
    )


def _has_fixed_hash(value: Any) -> bool:
    """Return whether a value has one hash everywhere: sets of such have one order."""
    return type(value) is int or (type(value) is tuple and all(map(_has_fixed_hash, value)))


def _parts(value: Any) -> Iterable[Any]:
    return chain(value, value.values()) if isinstance(value, dict) else value


def _holds(value: Any, name: str) -> bool:
    """Return True if a value has an attribute; one that answers to any name is not asked."""
    return inspect.getattr_static(value, name, None) is not None


def is_frozen(module: str) -> bool:
    """Return True if a module does not change between two runs, or nothing of it compiles."""
    root = module.partition(".")[0]
    if root not in sys.stdlib_module_names:
        return root in _FROZEN_ROOTS or root in _BESIDE_RULES or is_of_library(root)
    # A user's file may go by the name of a module of Python's own.
    file = getattr(sys.modules.get(root), "__file__", None)
    return file is None or os.path.dirname(os.__file__) in os.path.abspath(file)


def _cell_contents(cell: types.CellType) -> Any:
    try:
        return cell.cell_contents
    except ValueError:  # not filled yet
        return None
