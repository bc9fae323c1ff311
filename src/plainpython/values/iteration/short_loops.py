"""Loops over a few constants, written out run by run."""

from __future__ import annotations

from typing import Any

from numba.core import imputils, types
from numba.extending import intrinsic, lower_builtin, models, register_model

from ...back_end.written_out import keep_end, mark_loop
from ..sequences.sequence_iterators import advance, begin
from ..sequences.sequences import IteratorModel, IteratorType, SequenceType

__all__ = ["one_by_one"]


class _ShortIterator(IteratorType):
    """The type of what a loop over a few constants advances."""

    def __init__(self, sequence: SequenceType) -> None:
        super().__init__(sequence)
        self.name = f"short iterator of {sequence}"


class _Short(types.IterableType):  # type: ignore[misc]
    """The type of a few constants that are looped over and nothing else."""

    def __init__(self, sequence: SequenceType) -> None:
        self.sequence = sequence
        super().__init__(f"short {sequence}")

    @property
    def key(self) -> Any:
        """The type of the constants."""
        return self.sequence

    @property
    def iterator_type(self) -> Any:
        return _ShortIterator(self.sequence)


@register_model(_Short)
class _ShortModel(models.StructModel):  # type: ignore[misc]
    def __init__(self, manager: Any, kind: _Short) -> None:
        super().__init__(manager, kind, [("sequence", kind.sequence)])


register_model(_ShortIterator)(IteratorModel)


@intrinsic
def one_by_one(typing: Any, constants: Any) -> Any:
    """Return constants as what a loop goes through whose runs are written out."""
    if not isinstance(constants, SequenceType):
        return None

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        made = context.make_helper(builder, sig.return_type)
        made.sequence = args[0]
        return made._getvalue()

    return _Short(constants)(constants), generate


@lower_builtin("getiter", _Short)
def _getiter(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    short = context.make_helper(builder, sig.args[0], value=args[0])
    return begin(context, builder, sig.return_type, short.sequence)


@lower_builtin("iternext", _ShortIterator)
@imputils.iternext_impl(imputils.RefType.UNTRACKED)
def _iternext(context: Any, builder: Any, sig: Any, args: Any, result: Any) -> None:
    mark_loop(builder)
    advance(context, builder, sig.args[0], args[0], result)
    with builder.if_then(builder.not_(result.is_valid())):
        keep_end(builder)
