"""`collections.deque`: a list that also changes at its front."""

from __future__ import annotations

from collections import deque
from typing import Any

from numba.core import cgutils, imputils, types
from numba.core.typing.templates import AttributeTemplate, bound_function, infer_getattr, signature
from numba.extending import lower_builtin, models, register_model

from ...back_end.primitives import primitive
from ...back_end.raising import raise_if
from ...forms import OtherForm
from ...reasons import Unsupported
from ..heads import get_head, new_head, set_head
from ..images import put_list, read_list, words_at
from ..kinds import joined, joined_all, kind_of, register_kind
from ..memory import constant, size_of
from ..operations import method, operation, python_method
from .items import get, insist_changeable
from .sequence_operations import list_from
from .sequences import ListType, Span

__all__ = ["STAND_INS", "DequeType"]


class DequeType(ListType):
    """The type of deques without a greatest length."""

    family = "deque"

    @property
    def iterator_type(self) -> Any:
        super().iterator_type  # noqa: B018  (refuses what is of no known items)
        return DequeIteratorType(self)

    def put(self, image: Any, address: int, value: Any) -> None:
        """Write a deque to an image."""
        if not isinstance(value, deque) or value.maxlen is not None:
            raise OtherForm

        def write() -> int:
            put_list(self, image, address, list(value))
            return int(words_at(address, 1)[0])

        words_at(address, 1)[0] = image.once(self, value, write)

    def read(self, address: int) -> Any:
        """Return the deque to which a pointer at an address leads."""
        return deque(read_list(self, address))


def _kind_of_deque(value: deque[Any]) -> DequeType:
    _insist_endless(value.maxlen is None)
    item = joined_all(map(kind_of, value))
    if item is None:
        raise Unsupported("a deque holds items of different types", "use a tuple for these")
    return DequeType(item)


def _insist_endless(endless: bool) -> None:
    if not endless:
        raise Unsupported(
            "a deque has a greatest length (maxlen)", "call popleft() where it gets too long"
        )


register_kind(lambda cls: cls is deque, _kind_of_deque)


@register_model(DequeType)
class _DequeModel(models.PrimitiveModel):  # type: ignore[misc]
    def __init__(self, manager: Any, kind: DequeType) -> None:
        of_list = manager[ListType(kind.item)].get_value_type()
        super().__init__(manager, kind, of_list)


# Making one.


def _deque(values: Any = (), maxlen: Any = None) -> Any:
    return deque(values, maxlen)


@operation(_deque)
def _typed_deque(values=(), maxlen=None):
    _insist_endless(maxlen is None or isinstance(maxlen, types.Omitted | types.NoneType))
    if not isinstance(values, types.Type) or isinstance(values, types.Omitted):
        return lambda values=(), maxlen=None: _empty_deque()
    return lambda values=(), maxlen=None: _as_deque(list_from(values))


@primitive(lambda: DequeType(types.undefined))
def _empty_deque(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return new_head(context, builder)


@primitive(lambda values: DequeType(values.item))
def _as_deque(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """Return a fresh list as a deque."""
    return args[0]


STAND_INS: dict[Any, Any] = {deque: _deque}
"""The functions that replace the class in compiled code."""


# Its front.


@primitive(lambda values: types.void)
def _drop_first(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """Let a deque that is not empty begin with its second item."""
    width = constant(size_of(context, sig.args[0].item))
    changes = {"data": width, "size": constant(-1), "capacity": constant(-1)}
    for name, change in changes.items():
        word = builder.add(get_head(builder, args[0], name), change)
        set_head(builder, args[0], name, word)


@method(DequeType, "popleft")
def _popleft(values):
    if values.item is types.undefined:

        def refuse(values):
            insist_changeable(values)
            raise IndexError("pop from an empty deque")

        return refuse

    def popleft(values):
        insist_changeable(values)
        if len(values) == 0:
            raise IndexError("pop from an empty deque")
        item = get(values, 0)
        _drop_first(values)
        return item

    return popleft


@infer_getattr
class _Growing(AttributeTemplate):  # type: ignore[misc]
    """Methods that tell what an empty deque holds."""

    key = DequeType

    @bound_function("plainpython.deque.appendleft")
    def resolve_appendleft(self, kind: Any, args: Any, kws: Any) -> Any:
        item = None if kws or len(args) != 1 else joined(kind.item, types.unliteral(args[0]))
        return item and signature(types.none, item).replace(recvr=DequeType(item))


def _appendleft(values: Any, item: Any) -> None:
    values.insert(0, item)


@lower_builtin("plainpython.deque.appendleft", DequeType, types.Any)
def _lower_appendleft(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    context.compile_internal(builder, _appendleft, types.void(*sig.args), args)
    return context.get_dummy_value()


@python_method(DequeType, "extendleft")
def _extendleft(values, others):
    for each in list_from(others):
        values.appendleft(each)


@python_method(DequeType, "rotate")
def _rotate(values, steps=1):
    insist_changeable(values)
    size = len(values)
    if size > 1:
        for _ in range(steps % size):
            values.insert(0, values.pop())


# Iteration, in which a deque may not change its length.


class DequeIteratorType(types.SimpleIteratorType):  # type: ignore[misc]
    """The type of what a loop over a deque advances."""

    def __init__(self, kind: DequeType) -> None:
        self.kind = kind
        super().__init__(f"iterator of {kind}", kind.item)


@register_model(DequeIteratorType)
class _IteratorModel(models.StructModel):  # type: ignore[misc]
    def __init__(self, manager: Any, kind: DequeIteratorType) -> None:
        place = types.EphemeralPointer(types.intp)
        super().__init__(manager, kind, [("index", place), ("size", types.intp), ("of", kind.kind)])


@lower_builtin("getiter", DequeType)
def _getiter(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    made = context.make_helper(builder, sig.return_type)
    made.index = cgutils.alloca_once_value(builder, constant(0))
    made.of = args[0]
    made.size = get_head(builder, args[0], "size")
    return made._getvalue()


@lower_builtin("iternext", DequeIteratorType)
@imputils.iternext_impl(imputils.RefType.UNTRACKED)
def _iternext(context: Any, builder: Any, sig: Any, args: Any, result: Any) -> None:
    kind = sig.args[0].kind
    iterator = context.make_helper(builder, sig.args[0], value=args[0])
    span = Span.of(context, builder, kind, iterator.of)
    changed = builder.icmp_signed("!=", iterator.size, span.size)
    raise_if(context, builder, changed, RuntimeError, "deque mutated during iteration")
    index = builder.load(iterator.index)
    more = builder.icmp_signed("<", index, span.size)
    result.set_valid(more)
    with builder.if_then(more):
        result.yield_(span.got(kind, index))
        builder.store(builder.add(index, constant(1)), iterator.index)
