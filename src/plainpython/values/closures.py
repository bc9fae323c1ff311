"""Functions that carry along variables of the function in which they were defined."""

from __future__ import annotations

from typing import Any

from numba.core import types
from numba.core.imputils import lower_constant
from numba.core.typing.templates import AbstractTemplate, AttributeTemplate, infer_getattr
from numba.extending import intrinsic, lower_builtin, models, register_model, typeof_impl

from ..reasons import Unsupported
from .operations import generated, operation

__all__ = ["ClosureType", "LateRead", "closure", "plain_result"]


class ClosureType(types.Type):  # type: ignore[misc]
    """The type of a function together with the first of its arguments."""

    def __init__(self, function: Any, captured: Any) -> None:
        self.function = function
        self.captured = captured
        super().__init__(name=f"closure of {function} with {captured}")

    @property
    def key(self) -> Any:
        """The function and the types that it captures."""
        return self.function, self.captured

    def __reduce__(self) -> tuple[Any, ...]:
        return ClosureType, (self.function, self.captured)


@register_model(ClosureType)
class _ClosureModel(models.StructModel):  # type: ignore[misc]
    def __init__(self, manager: Any, kind: ClosureType) -> None:
        super().__init__(manager, kind, [("captured", kind.captured)])


def closure(function: Any, captured: tuple[Any, ...]) -> Any:
    """Return a function of which the first arguments are given already."""
    return lambda *rest: function(*captured, *rest)


@intrinsic
def _closure(typing: Any, function: Any, captured: Any) -> Any:
    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        made = context.make_helper(builder, sig.return_type)
        made.captured = args[1]
        return made._getvalue()

    kinds = types.BaseTuple.from_types([types.unliteral(each) for each in captured])
    return ClosureType(function, kinds)(function, kinds), generate


@operation(closure)
def _typed_closure(function: Any, captured: Any) -> Any:
    return lambda function, captured: _closure(function, captured)


@infer_getattr
class _Calling(AttributeTemplate):  # type: ignore[misc]
    key = ClosureType

    def generic_resolve(self, kind: ClosureType, name: str) -> Any:
        if name != "__call__":
            return None

        class Call(AbstractTemplate):  # type: ignore[misc]
            key = (ClosureType, "__call__")

            def generic(self, args: Any, kws: Any) -> Any:
                every = (*kind.captured.types, *args)
                found = kind.function.get_call_type(self.context, every, kws)
                if found is None:
                    return None
                own = found.args[len(kind.captured) : len(every)]
                return found.replace(args=own, recvr=kind, pysig=None)

        return types.BoundFunction(Call, kind)


@lower_builtin(ClosureType, ClosureType, types.VarArg(types.Any))
def _call(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    kind = sig.args[0]
    every = (*kind.captured.types, *sig.args[1:])
    found = kind.function.get_call_type(context.typing_context, every, {})
    made = context.make_helper(builder, kind, args[0])
    captured = [builder.extract_value(made.captured, index) for index in range(len(kind.captured))]
    call = context.get_function(kind.function, found)
    context.add_linking_libs(getattr(call, "libs", ()))
    defaults = [None] * (len(found.args) - len(every))  # their types say what they are
    result = call(builder, [*captured, *args[1:], *defaults])
    return context.cast(builder, result, found.return_type, sig.return_type)


class LateRead:
    """The problem and the remedy, for code whose types show that it cannot be compiled."""

    def __init__(self, problem: str, mend: str) -> None:
        self.problem, self.mend = problem, mend


class LateReadType(types.Opaque):  # type: ignore[misc]
    """The type of one refusal."""

    def __init__(self, refusal: LateRead) -> None:
        self.problem, self.mend = refusal.problem, refusal.mend
        super().__init__(f"refusal: {self.problem}; {self.mend}")


register_model(LateReadType)(models.OpaqueModel)


@typeof_impl.register(LateRead)
def _typeof_late_read(value: LateRead, context: Any) -> Any:
    return LateReadType(value)


@lower_constant(LateReadType)
def _lower_late_read(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    return context.get_dummy_value()


def plain_result(value: Any, refusal: Any, others: Any) -> Any:
    """Return a value; its type and those of others are refused if they hold functions."""
    return value


@generated(plain_result)
def _typed_plain_result(typing: Any, value: Any, refusal: Any, others: Any) -> Any:
    if _runs_later(value) or _runs_later(others):
        raise Unsupported(refusal.problem, refusal.mend)

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return args[0]

    kind = types.unliteral(value)
    return kind(kind, refusal, others), generate


def _runs_later(kind: Any) -> bool:
    """Return True for the type of a function or an iterator, or of what holds some."""
    if isinstance(kind, types.Optional):
        return _runs_later(kind.type)
    if isinstance(kind, types.BaseTuple):
        return any(map(_runs_later, kind.types))
    item = getattr(kind, "item", None)
    if item is not None and item is not kind:
        return _runs_later(item)
    return isinstance(kind, ClosureType | types.IteratorType | types.Callable)
