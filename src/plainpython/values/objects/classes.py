"""User-defined classes as values: `type(x)`, `x.__class__`, and whether two are one class."""

from __future__ import annotations

import operator
from typing import Any

from llvmlite import ir
from numba.core import types
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import lower_builtin

from ...back_end.numba_parts.first_templates import put_first
from ...reasons import Unsupported
from ..operations import function_of_text, operation
from .bare_objects import bare, bare_of, makes_bare
from .members import ClassObject, class_of, has_members

__all__: list[str] = []


@infer_global(type)
class _TypeOf(AbstractTemplate):  # type: ignore[misc]
    def generic(self, args: Any, kws: Any) -> Any:
        cls = class_of(args[0]) if len(args) == 1 else None
        if not isinstance(cls, type) or not has_members(cls) or isinstance(args[0], ClassObject):
            return None
        return signature(ClassObject(cls), args[0])


@lower_builtin(type, types.Any)
def _type_of(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return context.get_dummy_value()


@put_first(operator.eq, operator.ne, operator.is_, operator.is_not)
class _TypeOfComparison(AbstractTemplate):  # type: ignore[misc]
    def generic(self, args: Any, kws: Any) -> Any:
        if len(args) == 2 and all(isinstance(each, ClassObject) for each in args):
            return signature(types.boolean, *args)
        return None

    def get_impl_key(self, sig: Any) -> str:
        same = self.key in (operator.eq, operator.is_)
        return f"plainpython.classes.{'same' if same else 'other'}"


@lower_builtin("plainpython.classes.same", ClassObject, ClassObject)
def _same(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return ir.Constant(ir.IntType(1), int(sig.args[0].cls is sig.args[1].cls))


@lower_builtin("plainpython.classes.other", ClassObject, ClassObject)
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
