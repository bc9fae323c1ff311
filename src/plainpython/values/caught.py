"""Calls that return the exception that they raised, and the class of this exception.

A compiled function that raises returns a pointer to the exception in the program's constants. The
class comes first, pickled by its name.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from typing import Any

from llvmlite import ir
from numba.core import cgutils, imputils, types
from numba.core.callconv import RETCODE_USEREXC, Status, excinfo_ptr_t
from numba.core.imputils import lower_constant
from numba.core.serialize import dumps
from numba.extending import intrinsic, models, register_model, typeof_impl

from ..back_end.primitives import primitive
from ..compilable import is_frozen
from ..machine_errors import MACHINE_ERRORS
from ..reasons import Unsupported
from .memory import BYTES, WORD, constant

__all__ = ["ExceptionClasses", "case_of", "caught", "raise_again"]

_CLASS_AT = 11
"""Where the class begins in a pickled exception: after the version and the length of a frame."""

_NEVER_CAUGHT = (MemoryError, *MACHINE_ERRORS)
"""Errors of compiled code alone: interpreted, there is more memory, there are more numbers, and
what belongs to the game can be changed."""


class ExceptionClasses:
    """The exceptions that the handlers of a `try` catch, one group for each handler."""

    def __init__(self, groups: Iterable[tuple[type, ...]]) -> None:
        self.groups = tuple(groups)


class ClassesType(types.Dummy):  # type: ignore[misc]
    """The type of the exceptions that handlers catch."""

    def __init__(self, groups: tuple[tuple[type, ...], ...]) -> None:
        self.groups = groups
        names = [[f"{each.__module__}.{each.__qualname__}" for each in group] for group in groups]
        super().__init__(name=f"exceptions {names}")


register_model(ClassesType)(models.OpaqueModel)


@lower_constant(ClassesType)
def _lower_classes(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    return context.get_dummy_value()


@typeof_impl.register(ExceptionClasses)
def _typeof_classes(value: ExceptionClasses, context: Any) -> Any:
    return ClassesType(value.groups)


@intrinsic
def caught(typing: Any, function: Any, arguments: Any) -> Any:
    """Call a function; return what it raised (0 for nothing) and what it returned."""
    kinds = [types.unliteral(each) for each in arguments.types]
    found = function.get_call_type(typing, tuple(kinds), {})
    returned = types.unliteral(found.return_type)
    passed = types.BaseTuple.from_types(kinds)

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        compiled = function.dispatcher.overloads[tuple(found.args)]
        described = compiled.fndesc
        context.add_linking_libs([compiled.library])
        called = context.declare_function(builder.module, described)
        given = [
            context.cast(builder, builder.extract_value(args[1], index), kind, wanted)
            for index, (kind, wanted) in enumerate(zip(kinds, described.argtypes, strict=True))
        ]
        status, result = context.call_conv.call_function(
            builder, called, described.restype, described.argtypes, given
        )
        foreign = builder.and_(status.is_error, builder.not_(status.is_user_exc))
        with cgutils.if_unlikely(builder, foreign):
            context.call_conv.return_status_propagate(builder, status)
        kind = context.get_value_type(returned)
        raised = cgutils.alloca_once_value(builder, constant(0))
        value = cgutils.alloca_once_value(builder, cgutils.get_null_value(kind))
        with builder.if_else(status.is_error, likely=False) as (wrong, right):
            with wrong:
                builder.store(builder.ptrtoint(status.excinfoptr, WORD), raised)
                status.forget_error()
            with right:
                result = imputils.fix_returning_optional(context, builder, found, status, result)
                result = context.cast(builder, result, found.return_type, returned)
                builder.store(result, value)
        both = types.Tuple([types.int64, returned])
        return context.make_tuple(builder, both, [builder.load(raised), builder.load(value)])

    return types.Tuple([types.int64, returned])(function, passed), generate


@primitive(lambda raised, classes: types.int64(types.int64, classes))
def case_of(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """Return the number of the handler that catches what was raised, from 1; or one more."""
    groups = sig.args[1].groups
    pointer = builder.inttoptr(args[0], excinfo_ptr_t)
    info = builder.load(pointer)
    data = builder.extract_value(info, 0)
    size = builder.sext(builder.extract_value(info, 1), WORD)
    result: Any = constant(len(groups) + 1)
    for index, group in reversed(list(enumerate(groups))):
        if any(issubclass(Exception, cls) for cls in group):
            never = _is_one_of(builder, data, size, _NEVER_CAUGHT)
            caught_here = builder.not_(never)
        else:
            caught_here = _is_one_of(builder, data, size, _with_subclasses(group))
        result = builder.select(caught_here, constant(index + 1), result)
    return result


@primitive(lambda raised: types.void(types.int64))
def raise_again(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """Raise what was raised."""
    something = builder.icmp_unsigned("!=", args[0], constant(0))
    with cgutils.if_likely(builder, something):
        true = cgutils.true_bit
        false = cgutils.false_bit
        status = Status(
            code=RETCODE_USEREXC,
            is_ok=false,
            is_none=false,
            is_error=true,
            is_python_exc=false,
            is_user_exc=true,
            is_stop_iteration=false,
            excinfoptr=builder.inttoptr(args[0], excinfo_ptr_t),
        )
        context.call_conv.return_status_propagate(builder, status)


def _with_subclasses(classes: Iterable[type]) -> Iterator[type]:
    """Yield classes with those derived from them: Python's own and the users'.

    Of the latter those that can be imported: others are raised by nothing that is compiled.
    """
    for each in classes:
        yield each
        derived: list[type] = each.__subclasses__()
        for other in derived:
            own = other.__module__ == "builtins" or not is_frozen(other.__module__)
            if own and _pickled(other):
                yield from _with_subclasses([other])


def _is_one_of(builder: Any, data: Any, size: Any, classes: Iterable[type]) -> Any:
    """Return whether a pickled exception is of one of some classes."""
    result: Any = cgutils.false_bit
    compare = cgutils.get_or_insert_function(
        builder.module, ir.FunctionType(ir.IntType(32), [BYTES, BYTES, WORD]), "memcmp"
    )
    start = builder.gep(data, [constant(_CLASS_AT)])
    for each in dict.fromkeys(classes):
        text = _pickled(each)
        if not text:
            raise Unsupported(
                f"it catches {each.__name__}, which no module has that can be imported",
                "define it in a module of its own, outside of functions",
            )
        made = cgutils.global_constant(
            builder.module,
            "exception",
            ir.Constant(ir.ArrayType(ir.IntType(8), len(text)), bytearray(text)),
        )
        made.linkage = "private"
        long = builder.icmp_signed(">=", size, constant(_CLASS_AT + len(text)))
        with_length = builder.select(long, constant(len(text)), constant(0))
        equal = builder.call(compare, [start, made.bitcast(BYTES), with_length])
        same = builder.icmp_signed("==", equal, ir.IntType(32)(0))
        result = builder.or_(result, builder.and_(long, same))
    return result


def _pickled(cls: type) -> bytes:
    """Return how a class is written in a pickled exception; nothing if it cannot be imported."""
    module, name = (each.encode() for each in (cls.__module__, cls.__qualname__))
    if max(len(module), len(name)) >= 256 or not _can_be_imported(cls):
        return b""
    text = b"\x8c" + bytes([len(module)]) + module + b"\x94\x8c" + bytes([len(name)]) + name
    text += b"\x94\x93"
    written = dumps((cls, (), None))
    return text if written[_CLASS_AT : _CLASS_AT + len(text)] == text else b""


def _can_be_imported(cls: type) -> bool:
    found: Any = sys.modules.get(cls.__module__)
    for name in cls.__qualname__.split("."):
        found = getattr(found, name, None)
    return found is cls
