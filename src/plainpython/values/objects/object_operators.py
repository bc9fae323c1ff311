"""Operators of objects of users' classes: ==, <, len, truth, [], in, +, copies."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import operator
from typing import Any

from llvmlite import ir
from numba.core import types
from numba.core.typing.templates import AbstractTemplate, infer, signature
from numba.extending import lower_builtin

from ...back_end.functions import dispatcher
from ...back_end.numba_parts.first_templates import put_first
from ...back_end.numba_parts.recursion import call
from ...reasons import Unsupported
from ...whole_copies import copied_by_pickle
from ..comparisons import same_item
from ..families import FamilyType
from ..iteration.builtins import added_up
from ..known_kinds import is_of_actions
from ..memory import Value, deep_copy, holds_values
from ..operations import operation, python_code
from ..optional import compared
from ..sequences.sequence_operations import list_from, tuple_from
from ..sequences.sequences import ListType, RowType
from ..tables.table_operations import copy_of
from ..tables.tables import TableType
from .instance_checks import CLASS_FIELD
from .instances import InstanceType, same_fields
from .members import method_of

__all__: list[str] = []

_UNARY = {len: "__len__", operator.neg: "__neg__", abs: "__abs__", hash: "__hash__"}
_BINARY: dict[Any, tuple[str, str]] = {
    operator.eq: ("__eq__", "__eq__"),
    operator.lt: ("__lt__", "__gt__"),
    operator.le: ("__le__", "__ge__"),
    operator.gt: ("__gt__", "__lt__"),
    operator.ge: ("__ge__", "__le__"),
    operator.add: ("__add__", "__radd__"),
    operator.sub: ("__sub__", "__rsub__"),
    operator.mul: ("__mul__", "__rmul__"),
    operator.floordiv: ("__floordiv__", "__rfloordiv__"),
    operator.mod: ("__mod__", "__rmod__"),
    operator.and_: ("__and__", "__rand__"),
    operator.or_: ("__or__", "__ror__"),
    operator.xor: ("__xor__", "__rxor__"),
    operator.getitem: ("__getitem__", ""),
    operator.contains: ("__contains__", ""),
}
_IN_PLACE = {
    operator.iadd: operator.add,
    operator.isub: operator.sub,
    operator.imul: operator.mul,
    operator.ior: operator.or_,
    operator.iand: operator.and_,
    operator.ixor: operator.xor,
}
_MIRRORED = {operator.lt, operator.le, operator.gt, operator.ge, operator.eq}


def _has_methods(kind: Any) -> bool:
    return isinstance(kind, InstanceType | types.BaseNamedTuple)


class _Through(AbstractTemplate):  # type: ignore[misc]
    """An operation that is a method of a user's class; `name` in the subclasses."""

    names: tuple[str, ...]

    def generic(self, args: Any, kws: Any) -> Any:
        if kws or not any(map(_has_methods, args)):
            return None
        found = self._method(args)
        if found is None:
            return None
        function, passed = found
        self._called = types.Dispatcher(dispatcher(function))
        return self._called.get_call_type(self.context, passed, {})

    def _method(self, args: Any) -> Any:
        function = method_of(args[0], self.names[0]) if _has_methods(args[0]) else None
        return None if function is None else (function, args)

    def get_impl_key(self, sig: Any) -> Any:
        return self._called.get_impl_key(sig)


def _generated(text: str, **names: Any) -> Any:
    """Return a function of this text."""
    names["__name__"] = __name__
    exec(text, names)
    return names["compare"]


_comparisons: dict[Any, Any] = {}


def _of_dataclass(cls: Any, name: str) -> Any:
    """Return the comparison that a dataclass has without the user's writing it; None for others."""
    found = inspect.getattr_static(cls, name, None)
    if not dataclasses.is_dataclass(cls) or found is None:
        return None
    if getattr(found, "__code__", None) is None or found.__code__.co_filename != "<string>":
        return None
    if (cls, name) not in _comparisons:
        fields = [each.name for each in dataclasses.fields(cls) if each.compare]
        sign = {"__eq__": "==", "__lt__": "<", "__le__": "<=", "__gt__": ">", "__ge__": ">="}[name]
        if name == "__eq__":
            said = " and ".join(f"same_item(a.{each}, b.{each})" for each in fields) or "True"
            text = f"def compare(a, b):\n    return {said}"
        else:
            lines = [
                f"    if not same_item(a.{each}, b.{each}): return a.{each} {sign} b.{each}"
                for each in fields
            ]
            text = "\n".join(["def compare(a, b):", *lines, f"    return {'=' in sign}"])
        _comparisons[cls, name] = _generated(text, same_item=same_item)
    return _comparisons[cls, name]


def _of_dataclasses(kind: InstanceType, name: str) -> Any:
    """Return the comparison of objects that may be of several dataclasses; None for others."""
    if not isinstance(kind, FamilyType):
        return _of_dataclass(kind.cls, name)
    made = [_of_dataclass(cls, name) for cls in kind.classes]
    if name != "__eq__" or None in made:
        return None
    if kind not in _comparisons:
        tag = f"a.{CLASS_FIELD}"
        lines = [
            f"    if {tag} == {index}: return compare_{index}(a, b)" for index in range(len(made))
        ]
        text = [f"def compare(a, b):\n    if {tag} != b.{CLASS_FIELD}: return False", *lines]
        named = {f"compare_{index}": each for index, each in enumerate(made)}
        _comparisons[kind] = _generated("\n".join([*text, "    return False"]), **named)
    return _comparisons[kind]


class _Compared(_Through):
    """A comparison as dataclasses do it, else by the method; by identity where there is none."""

    def _method(self, args: Any) -> Any:
        one, other = args
        if isinstance(one, types.Optional) and _is_plain_dataclass(other, self.names[0]):
            return None
        if isinstance(one, InstanceType):
            ready = _of_dataclasses(one, self.names[0])
            if ready is not None:
                if isinstance(other, types.Optional):
                    return None
                if one == other:
                    return ready, args
                return (_never, args) if self.key is operator.eq else None
        for function, passed in (
            (self._own(one, self.names[0]), args),
            (self._own(other, self.names[1]), (other, one)),
        ):
            if function is not None:
                return (function, passed) if passed is args else (_swapped(function), args)
        if any(isinstance(each, types.Optional) for each in args):
            return None  # what is there is compared: see `optional`
        if self.key is operator.eq and one != other:
            if isinstance(one, InstanceType) or isinstance(other, InstanceType):
                return _never, args
        return None

    def generic(self, args: Any, kws: Any) -> Any:
        made = super().generic(args, kws)
        if made is None and self.key is operator.eq and len(args) == 2:
            if args[0] == args[1] and isinstance(args[0], InstanceType):
                self._called = _BY_IDENTITY
                return signature(types.boolean, *args)
        return made

    def _own(self, kind: Any, name: str) -> Any:
        return method_of(kind, name) if _has_methods(kind) and name else None


class _ByIdentity:
    """Comparison of objects whose class defines none."""

    def get_impl_key(self, sig: Any) -> str:
        return "plainpython.identity.is_"


_BY_IDENTITY = _ByIdentity()


def _insist_identity(kind: Any) -> None:
    """Refuse to ask of actions whether they are one and the same: the tree keeps what they hold."""
    if isinstance(kind, InstanceType) and is_of_actions(kind):
        name = " or ".join(cls.__name__ for cls in kind.classes)
        raise Unsupported(
            f"it asks whether two {name}s are one and the same, and they are actions, of which the "
            "tree keeps what they hold",
            f"compare what they hold, by an __eq__ in {name}",
        )


def _is_plain_dataclass(kind: Any, name: str) -> bool:
    return isinstance(kind, InstanceType) and _of_dataclasses(kind, name) is not None


def _never(one: Any, other: Any) -> bool:
    return False


_swaps: dict[Any, Any] = {}


def _swapped(function: Any) -> Any:
    if function not in _swaps:
        _swaps[function] = _generated(
            "def compare(a, b):\n    return method(b, a)", method=function
        )
    return _swaps[function]


for _function, _name in _UNARY.items():
    put_first(_function)(type("_Unary", (_Through,), {"names": (_name,)}))
for _function, _names in _BINARY.items():
    _base: Any = _Compared if _function in _MIRRORED else _Through
    if _base is _Through and _names[1]:
        _base = type("_Arithmetic", (_Compared,), {})
    put_first(_function)(type("_Binary", (_base,), {"names": _names}))


@put_first(operator.ne)
class _Unequal(_Through):
    def _method(self, args: Any) -> Any:
        if any(isinstance(each, types.Optional) for each in args):
            return None
        named = [method_of(each, "__ne__") for each in args if _has_methods(each)]
        if named and named[0] is not None:
            return named[0], args
        if any(isinstance(each, InstanceType) or method_of(each, "__eq__") for each in args):
            return _not_equal, args
        return None


def _not_equal(one: Any, other: Any) -> bool:
    same: bool = one == other
    return not same


@put_first(operator.setitem)
class _SetItem(_Through):
    names = ("__setitem__",)


def _in_place(function: Any, plain: Any) -> Any:
    @put_first(function)
    class InPlace(_Through):
        def _method(self, args: Any) -> Any:
            if not isinstance(args[0], InstanceType):
                return None
            own = method_of(args[0], f"__{function.__name__}__")
            if own is not None:
                return own, args
            if plain not in _plain_functions:
                _plain_functions[plain] = _generated(
                    "def compare(a, b):\n    return function(a, b)", function=plain
                )
            return _plain_functions[plain], args


_plain_functions: dict[Any, Any] = {}
for _function, _plain in _IN_PLACE.items():
    _in_place(_function, _plain)


# Truth and identity.


@put_first(bool, operator.truth)
class _Truth(_Through):
    def _method(self, args: Any) -> Any:
        if not isinstance(args[0], InstanceType):
            return None
        for name, code in (("__bool__", None), ("__len__", _has_length)):
            function = method_of(args[0], name)
            if function is not None:
                return (code or function), args
        return _always, args


def _has_length(value: Any) -> bool:
    return len(value) != 0


def _always(value: Any) -> bool:
    return True


@put_first(operator.not_)
class _Not(_Through):
    def _method(self, args: Any) -> Any:
        return (_untrue, args) if isinstance(args[0], InstanceType) else None


def _untrue(value: Any) -> bool:
    return not bool(value)


@put_first(operator.is_, operator.is_not)
class _TypeOfIdentity(AbstractTemplate):  # type: ignore[misc]
    """Two values that can change are the same object if they have the same address.

    Equal texts are one: those that stand in the rules are so to Python, which keeps each once.
    Nothing tells whether tuples are.
    """

    def generic(self, args: Any, kws: Any) -> Any:
        if any(isinstance(each, types.Optional) for each in args):
            return None
        if all(isinstance(each, (RowType, types.BaseTuple)) for each in args):
            return signature(types.boolean, *args)
        if any(isinstance(each, Value) and each.mutable for each in args):
            return signature(types.boolean, *args)
        return None

    def get_impl_key(self, sig: Any) -> Any:
        return f"plainpython.identity.{self.key.__name__}"


@lower_builtin("plainpython.identity.is_", types.Any, types.Any)
def _is(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    kinds = [_kind_of_row(each) for each in sig.args]
    if kinds[0] is not None and kinds[0] == kinds[1]:
        if kinds[0] != "str":
            raise Unsupported(
                f"it asks whether values of type {kinds[0]} are one and the same, which depends "
                "on where they were made",
                "compare them by ==",
            )
        return compared(context, builder, operator.eq, sig.args, args)
    if sig.args[0] != sig.args[1]:
        return ir.Constant(ir.IntType(1), 0)
    _insist_identity(sig.args[0])
    return builder.icmp_unsigned("==", *args)


def _kind_of_row(kind: Any) -> str | None:
    if isinstance(kind, types.BaseTuple):
        return "tuple"
    return kind.kind if isinstance(kind, RowType) else None


@lower_builtin("plainpython.identity.is_not", types.Any, types.Any)
def _is_not(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return builder.not_(_is(context, builder, sig, args))


# Loops.


@infer
class _TypeOfIteration(AbstractTemplate):  # type: ignore[misc]
    """A loop over an object is one over what its __iter__ gives."""

    key = "getiter"

    def generic(self, args: Any, kws: Any) -> Any:
        given = _given_by_iter(self.context, args[0])
        return None if given is None else signature(given.iterator_type, *args)


def _given_by_iter(typing: Any, kind: Any) -> Any:
    function = method_of(kind, "__iter__") if isinstance(kind, InstanceType) else None
    if function is None:
        return None
    given = types.Dispatcher(dispatcher(function)).get_call_type(typing, (kind,), {}).return_type
    return given if isinstance(given, types.IterableType) else None


@lower_builtin("getiter", InstanceType)
def _getiter(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    called = types.Dispatcher(dispatcher(method_of(sig.args[0], "__iter__")))
    given, value = call(context, builder, called, sig.args, args)
    begin = context.get_function("getiter", signature(sig.return_type, given))
    return begin(builder, (value,))


@python_code(list_from, InstanceType, when=lambda values: method_of(values, "__iter__"))
def _list_of_items(values=()):
    return list_from(values.__iter__())


@python_code(tuple_from, InstanceType, when=lambda values: method_of(values, "__iter__"))
def _tuple_of_items(values=()):
    return tuple_from(values.__iter__())


@python_code(added_up, InstanceType, when=lambda values, start: method_of(values, "__iter__"))
def _sum_of_items(values, start=0):
    return added_up(list_from(values.__iter__()), start)


# Copies.


@operation(copy.copy)
def _copy(x):
    if isinstance(x, InstanceType):
        if method_of(x, "__copy__"):
            return lambda x: x.__copy__()
        return lambda x: same_fields(x)
    if isinstance(x, ListType):
        return lambda x: x[:]
    if isinstance(x, TableType) and getattr(x, "family", "") != "frozenset":
        return lambda x: copy_of(x)
    return lambda x: x


@operation(copy.deepcopy)
def _deepcopy(x):
    if isinstance(x, InstanceType) and method_of(x, "__deepcopy__"):
        raise Unsupported(
            f"{x.classes[0].__name__} has a __deepcopy__ of its own", "call a method copy() instead"
        )
    if holds_values(x):
        return lambda x: deep_copy(x)
    return lambda x: x


_PICKLING = ("__reduce__", "__reduce_ex__", "__getstate__", "__setstate__", "__getnewargs__")


@operation(copied_by_pickle)
def _copied_by_pickle(value):
    if isinstance(value, InstanceType):
        for name in _PICKLING:
            if method_of(value, name):
                raise Unsupported(
                    f"{value.classes[0].__name__} has a {name} of its own",
                    "write a method copy() that returns a copy",
                )
    if holds_values(value):
        return lambda value: deep_copy(value)
    return lambda value: value
