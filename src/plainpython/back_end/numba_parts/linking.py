"""Link all functions of a program once, and make machine code of the whole.

Numba optimises each function together with all that it calls, makes machine code of it, and does
so again for each function that calls it. Here a function that only other functions call stays as
it was lowered until a function that Python calls takes in all of them.

So functions that call each other in a circle find each other by name. Numba writes their addresses
into the machine code afterwards: code that was read from disk has none, and Python ends with it.
"""

from __future__ import annotations

import copy
import hashlib
from collections.abc import Iterable, Iterator
from functools import lru_cache, partial
from typing import Any
from weakref import WeakValueDictionary

from llvmlite import ir
from llvmlite.binding import parse_assembly
from numba.core import cgutils, imputils
from numba.core.codegen import JITCodeLibrary, RuntimeLinker
from numba.core.cpu import CPUContext
from numba.core.environment import lookup_environment
from numba.core.itanium_mangler import mangle_type_or_value
from numba.core.runtime.context import NRTContext
from numba.core.types import Type

from ...reasons import Unsupported
from ...values import arena
from ..joined_numbers import (
    NumberNotes,
    exact_where_joined,
    insist_exact,
    insist_shown_rightly,
    say_whether_joined,
)
from ..overflow import checked
from ..raising import raise_if
from ..written_out import mark_branches
from .call_status import CallConvention
from .typing_context import typing_context

__all__ = [
    "Context",
    "PartLibrary",
    "WholeLibrary",
    "calls",
    "holds_references",
    "insist_sound",
    "linked_module",
]

DEEPEST = 1000
"""So many calls of functions by themselves may be under way at once, as many as in Python."""

_ENVIRONMENT = "_ZN08NumbaEnv"  # how the variables begin that lead to a function's environment


class Context(CPUContext):  # type: ignore[misc]
    """Numba's context, where what is still being compiled is called as any other function is.

    Values that hold no references are not taken apart to count them.
    """

    refuses_overflow = False
    """True if integers that need more than 64 bits raise."""
    marks_joined = False
    """True if variables may be a bool on one path and an int on another: see `either_numbers`."""
    notes: NumberNotes | None = None
    """The use of numbers of two types in the function; None for the search itself."""

    @classmethod
    def of(cls, context: CPUContext) -> Context:
        """Return such a context, with the options of another."""
        made = copy.copy(context)
        made.__class__ = cls
        made.typing_context = typing_context()
        return made  # type: ignore[no-any-return]

    def mangler(self, name: str, types: Any, *, abi_tags: Any = (), uid: int | None = None) -> str:
        """Return the name of a compiled function, without the options it was compiled with.

        A function that calls it while it is being compiled, and finds it by name, would write its
        own options there.
        """
        short = [_short(each) if isinstance(each, Type) else each for each in types]
        return super().mangler(name, short, uid=uid)  # type: ignore[no-any-return]

    def cast(self, builder: Any, val: Any, fromty: Any, toty: Any) -> Any:
        if self.notes is not None and fromty != toty:
            self.notes.see_cast(fromty, toty)
            if not self.notes.works_out:
                insist_exact(self, builder, val, fromty, toty)
        return super().cast(builder, val, fromty, toty)

    def get_function(self, fn: Any, sig: Any, _firstcall: bool = True) -> Any:
        found = super().get_function(fn, _as_compiled(fn, sig), _firstcall)
        for generate in (checked(fn, sig), exact_where_joined(fn, sig, self.notes)):
            if generate is not None and self.refuses_overflow:
                made = partial(_generated, generate, self, found)
                made.libs = getattr(found, "libs", ())  # type: ignore[attr-defined]
                found = made
        return found

    @property
    def call_conv(self) -> Any:
        return CallConvention(self)

    def post_lowering(self, mod: Any, library: Any) -> None:
        super().post_lowering(mod, library)
        mark_branches(mod)

    @property
    def nrt(self) -> Any:
        return _References(self, self.enable_nrt)

    def declare_function(self, module: Any, fndesc: Any) -> Any:
        if _promised.get(fndesc.mangled_name, fndesc.restype) != fndesc.restype:
            raise Unsupported(
                "it calls itself, and does not return values of one type",
                "return one type on every path, for instance with float(...) or int(...)",
            )
        return super().declare_function(module, fndesc)

    def call_internal(self, builder: Any, fndesc: Any, sig: Any, args: Any) -> Any:
        if builder.function.name != fndesc.llvm_func_name:
            return super().call_internal(builder, fndesc, sig, args)
        return self._deeper(builder, builder.function, sig, args)

    def call_unresolved(self, builder: Any, name: str, sig: Any, args: Any) -> Any:
        _promised[name] = sig.return_type
        kind = self.call_conv.get_function_type(sig.return_type, sig.args)
        called = cgutils.get_or_insert_function(builder.module, kind, name)
        return self._deeper(builder, called, sig, args)

    def _deeper(self, builder: Any, called: Any, sig: Any, args: Any) -> Any:
        """Call a function that is running already; raise RecursionError where Python does."""
        words = arena.arena_pointer(builder)
        depth = arena.field(builder, words, "depth")
        too_deep = builder.icmp_unsigned(">=", depth, ir.Constant(depth.type, DEEPEST))
        message = f"functions call themselves more than {DEEPEST} deep"
        raise_if(self, builder, too_deep, RecursionError, message)
        arena.set_field(builder, words, "depth", builder.add(depth, ir.Constant(depth.type, 1)))
        status, result = self.call_conv.call_function(
            builder, called, sig.return_type, sig.args, args
        )
        arena.set_field(builder, words, "depth", depth)
        with cgutils.if_unlikely(builder, status.is_error):
            self.call_conv.return_status_propagate(builder, status)
        return imputils.fix_returning_optional(self, builder, sig, status, result)


@lru_cache(maxsize=4096)
def _short(kind: Any) -> Any:
    """Return a type, or a short name for one whose name is long, as those of records are.

    A function was named by a thousand letters, and all of them were written and read at each call.
    """
    name = mangle_type_or_value(kind)
    if len(name) <= 2 * _LETTERS:
        return kind
    return "t" + hashlib.sha256(name.encode()).hexdigest()[:_LETTERS]


_LETTERS = 32


def _generated(
    generate: Any, context: Any, plain: Any, builder: Any, args: Any, loc: Any = None
) -> Any:
    return generate(context, builder, plain, args)


def _as_compiled(function: Any, signature: Any) -> Any:
    """Return the signature of the code of a function whose numbers are NumPy's: see `operation`."""
    for template in getattr(function, "templates", ()):
        made = getattr(template, "returned", {}).get(tuple(signature.args))
        if made is not None:
            return signature.replace(return_type=made)
    return signature


# What callers of functions that are being compiled take them to return, by their names.
_promised: dict[str, Any] = {}


class _References(NRTContext):  # type: ignore[misc]
    """Numba's counting of references, which asks first whether a value holds any.

    Numba writes code that takes a value apart at each of its uses, whatever is in it: of plain UCT
    in connect four that was a quarter of all that LLVM had to read, and to throw away.
    """

    def get_meminfos(self, builder: Any, ty: Any, val: Any) -> Any:
        if not holds_references(self._context.data_model_manager[ty]):
            return []
        return super().get_meminfos(builder, ty, val)


@lru_cache(maxsize=1024)
def holds_references(model: Any) -> bool:
    """Return True if values of this data model hold references that are counted."""
    return model.contains_nrt_meminfo()  # type: ignore[no-any-return]


class PartLibrary(JITCodeLibrary):  # type: ignore[misc]
    """A function that only other functions call."""

    notes: NumberNotes | None = None

    _linking_libraries: list[Any]
    _shared_module: Any

    @property
    def codegen(self) -> Any:
        return _NoEnvironments()  # until there is machine code, in a whole

    @property
    def module(self) -> Any:
        """The function without those that it calls."""
        return self._final_module

    @property
    def called(self) -> Iterator[Any]:
        """The libraries of the functions that it calls."""
        yield from self._linking_libraries
        for function in self.module.functions:
            if function.is_declaration and function.name in _parts:  # in a circle
                yield _parts[function.name]

    def finalize(self) -> None:
        """Leave all to the functions that call this one."""
        self._finalized = True
        for name in _defined(self.module):
            _parts[name] = self

    def _optimize_functions(self, module: Any) -> None:
        """Leave that, too; say only for which machine it is."""
        module.data_layout = self._codegen._data_layout

    def _get_module_for_linking(self) -> Any:
        """Return the function with those that it calls, for one that Numba itself links."""
        if self._shared_module is None:
            module = parse_assembly(str(self._codegen._create_empty_module(self.name)))
            for other in _link(module, [self])[1]:
                module.link_in(other._get_module_for_linking(), preserve=True)
            self._shared_module = module
        return self._shared_module


# Those of this process, by the names of the functions in their modules.
_parts: WeakValueDictionary[str, PartLibrary] = WeakValueDictionary()


def calls(library: Any, name: str) -> bool:
    """Return True if a part, or any that it calls, calls a function of this name."""
    seen: set[Any] = set()
    waiting = [library]
    while waiting:
        each = waiting.pop()
        if isinstance(each, PartLibrary) and each not in seen:
            seen.add(each)
            waiting += each.called
            if any(function.name == name for function in each.module.functions):
                return True
    return False


class WholeLibrary(JITCodeLibrary):  # type: ignore[misc]
    """A function that Python calls, with all that it calls, which nobody else sees."""

    notes: NumberNotes | None = None

    _linking_libraries: list[Any]
    _own: frozenset[str]

    def finalize(self) -> None:
        """Link, optimise, make machine code."""
        self._own = frozenset(_defined(self._final_module))
        parts, self._linking_libraries = _link(self._final_module, self._linking_libraries)
        notes = [self.notes, *(each.notes for each in parts)]
        insist_shown_rightly(notes)
        say_whether_joined(self._final_module, notes)
        super().finalize()
        for variable in self._final_module.global_variables:
            if variable.name.startswith(_ENVIRONMENT):
                environment = lookup_environment(variable.name)
                if environment is not None:
                    self.codegen.set_env(variable.name, environment)

    def _optimize_functions(self, module: Any) -> None:
        """Leave that to the one optimisation of the whole; say only for which machine it is."""
        module.data_layout = self._codegen._data_layout

    def _optimize_final_module(self) -> None:
        """Optimise all in one go.

        Numba goes through nearly the same passes before, so that counts of references come
        together that cancel out. Ours holds few.
        """
        passes, builder = self._codegen._module_pass_manager()
        passes.run(self._final_module, builder)
        # Names differ by numbers that each process counts from 0: what was read from disk
        # must not be taken for what is compiled here under the same name.
        for name in _defined(self._final_module):
            if name not in self._own:
                self._final_module.get_function(name).linkage = "internal"

    @property
    def lasts(self) -> bool:
        """True if other processes can run the machine code: it needs no addresses of this one."""
        names = [each.name for each in self._final_module.global_variables]
        circular = any(name.startswith(RuntimeLinker.PREFIX) for name in names)
        return not (circular or self.has_dynamic_globals)


def linked_module(codegen: Any, libraries: Iterable[PartLibrary]) -> Any:
    """Return one module of some functions and all that they call, before it is optimised."""
    module = parse_assembly(str(codegen._create_empty_module("ahead_of_time")))
    parts, others = _link(module, libraries)
    for other in others:
        module.link_in(other._get_module_for_linking(), preserve=True)
    say_whether_joined(module, [each.notes for each in parts])
    return module


def insist_sound(library: PartLibrary) -> None:
    """Refuse a function that shows numbers of two types wrongly, or calls one that does."""
    module = parse_assembly("")
    insist_shown_rightly([each.notes for each in _link(module, [library])[0]])


class _NoEnvironments:
    def set_env(self, name: str, environment: Any) -> None:
        """Do nothing: the whole does it."""


def _link(module: Any, libraries: Iterable[Any]) -> tuple[list[PartLibrary], list[Any]]:
    """Take into a module all parts that it needs; return these, and the libraries that are none."""
    parts: dict[PartLibrary, None] = {}
    others: dict[Any, None] = {}
    waiting = list(libraries)
    while waiting:
        each = waiting.pop()
        if not isinstance(each, PartLibrary):
            others[each] = None
        elif each not in parts:
            parts[each] = None
            waiting += each.called
    for part in parts:
        module.link_in(part.module, preserve=True)
    # Only now: what may be left out is linked only where it is called already.
    for part in parts:
        for name in _defined(part.module):
            module.get_function(name).linkage = "linkonce_odr"
    return list(parts), list(others)


def _defined(module: Any) -> list[str]:
    """Return the names of the functions that a module defines."""
    return [each.name for each in module.functions if not each.is_declaration]
