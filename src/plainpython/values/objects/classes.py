"""User-defined classes as values: `type(x)`, `x.__class__`, and whether two are one class."""

from __future__ import annotations

import operator
from typing import Any

from llvmlite import ir
from numba.core import types

from ...back_end.primitives import machine_code
from ...reasons import Unsupported
from ..operations import function_of_text, operation
from .bare_objects import bare, bare_of, makes_bare
from .members import ClassObject, class_of, has_members

__all__: list[str] = []


def _type_of_class(value: Any) -> Any:
    cls = class_of(value)
    if not isinstance(cls, type) or not has_members(cls) or isinstance(value, ClassObject):
        return None
    return ClassObject(cls)


@machine_code(type, of=(types.Type,), returns=_type_of_class)
def _type_of(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return context.get_dummy_value()


def _comparing(*functions: Any) -> Any:
    kinds = (ClassObject, ClassObject)
    return machine_code(*functions, of=kinds, returns=lambda a, b: types.boolean, first=True)


@_comparing(operator.eq, operator.is_)
def _same(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return ir.Constant(ir.IntType(1), int(sig.args[0].cls is sig.args[1].cls))


@_comparing(operator.ne, operator.is_not)
def _other(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return ir.Constant(ir.IntType(1), int(sig.args[0].cls is not sig.args[1].cls))


@operation(bare_of)
def _typed_bare_of(cls):
    made = class_of(cls) if isinstance(cls, ClassObject) else None
    if not makes_bare(made):
        raise Unsupported(
            "it calls __new__ of a class that makes its objects in its own way",
            "call the class, as in Board()",
        )
    return function_of_text("made", "def made(cls): return make()", make=bare(made))
