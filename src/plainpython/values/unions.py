"""Values of one of several types, packed into an integer: games with several kinds of actions."""

from __future__ import annotations

from typing import Any

from numba.core import types
from numba.core.typeconv import Conversion
from numba.extending import models, register_model

from ..back_end.primitives import primitive
from .memory import WORD, CopyScope, Value, constant

__all__ = [
    "UnionType",
    "hash_of_union",
    "hash_with",
    "holds_unions",
    "kind_number",
    "number_of_kind",
]


class UnionType(Value):
    """The type of values that `part` packs, each of one of some kinds.

    The lowest `part.kind_bits` bits of the word say which kind it is.
    Who uses one as a value of a kind that it is not of ends the search: Python would raise
    TypeError, mostly.
    """

    hashable = True

    def __init__(self, part: Any, kinds: tuple[Any, ...]) -> None:
        self.part = part
        self.kinds = kinds
        super().__init__(name=f"union<{part!r}>({', '.join(map(str, kinds))})")

    def __reduce__(self) -> tuple[Any, ...]:
        return UnionType, (self.part, self.kinds)

    def taken_in(self, context: Any, builder: Any, value: Any, key: Any) -> Any:
        """Return the hash of what came before and a value: as that of what it is."""
        function = context.typing_context.resolve_value_type(hash_with)
        typed = function.get_call_type(context.typing_context, (types.int64, self), {})
        return context.get_function(function, typed)(builder, (key, value))

    def python_hash(self, context: Any, builder: Any, value: Any) -> Any:
        """Return Python's hash of the value that it is, for a look-up in a set."""
        function = context.typing_context.resolve_value_type(hash_of_union)
        typed = function.get_call_type(context.typing_context, (self,), {})
        return context.get_function(function, typed)(builder, (value,))

    def copied(self, context: Any, builder: Any, value: Any, copies: CopyScope) -> Any:
        return value

    def unify(self, typing: Any, other: Any) -> Any:
        return self if types.unliteral(other) in self.kinds else None

    def can_convert_from(self, typing: Any, other: Any) -> Any:
        if isinstance(other, types.Optional):
            return Conversion.unsafe if other.type in self.kinds else None
        return Conversion.safe if types.unliteral(other) in self.kinds else None

    def can_convert_to(self, typing: Any, other: Any) -> Any:
        inner = other.type if isinstance(other, types.Optional) else other
        # Beside a float, an int is a float: else Numba would cut the float to an int.
        as_float = other == types.float64 and types.int64 in self.kinds
        return Conversion.unsafe if inner in self.kinds or as_float else None


@register_model(UnionType)
class _UnionModel(models.PrimitiveModel):  # type: ignore[misc]
    def __init__(self, manager: Any, kind: UnionType) -> None:
        super().__init__(manager, kind, WORD)


def holds_unions(kind: Any) -> bool:
    """Return whether values of a type are or hold, as members of tuples, values of a union."""
    if isinstance(kind, types.BaseTuple):
        return any(map(holds_unions, kind.types))
    return isinstance(kind, UnionType)


def hash_with(key: int, value: Any) -> int:
    """Return the hash of what came before and a value; whoever packs values teaches it."""
    raise NotImplementedError


def hash_of_union(value: Any) -> int:
    """Return Python's hash of a value; whoever packs values teaches it."""
    raise NotImplementedError


def kind_number(builder: Any, kind: UnionType, value: Any) -> Any:
    """Return the number of the kind that a value is of, as a word."""
    return builder.and_(value, constant((1 << kind.part.kind_bits) - 1))


@primitive(lambda value: types.int64)
def number_of_kind(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """Return the number of the kind that a value is of."""
    return kind_number(builder, sig.args[0], args[0])
