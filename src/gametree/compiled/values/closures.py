"""Functions that carry along variables of the function in which they were defined."""

from __future__ import annotations

from typing import Any

from numba.core import types
from numba.core.typing.templates import AbstractTemplate, AttributeTemplate, infer_getattr
from numba.extending import intrinsic, lower_builtin, models, register_model

from .operations import operation

__all__ = ["ClosureType", "closure"]


class ClosureType(types.Type):  # type: ignore[misc]
    """The type of a function together with the first of its arguments."""

    def __init__(self, function: Any, captured: Any) -> None:
        self.function = function
        self.captured = captured
        super().__init__(name=f"closure of {function} with {captured}")

    @property
    def key(self) -> Any:
        """What it is made of."""
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
    captured = [builder.extract_value(made.captured, place) for place in range(len(kind.captured))]
    call = context.get_function(kind.function, found)
    context.add_linking_libs(getattr(call, "libs", ()))
    defaults = [None] * (len(found.args) - len(every))  # their types say what they are
    result = call(builder, [*captured, *args[1:], *defaults])
    return context.cast(builder, result, found.return_type, sig.return_type)
