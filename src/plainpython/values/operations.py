"""Teach Numba one operation on compiled values, as Python or as generated code."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from inspect import signature
from typing import Any

from numba.core import types
from numba.core.typing.templates import (
    AbstractTemplate,
    infer,
    infer_getattr,
    infer_global,
    make_intrinsic_template,
    make_overload_method_template,
)

from ..back_end.numba_parts.overloads import shared_overload
from ..back_end.numba_parts.pipeline import Pipeline
from ..back_end.primitives import is_of
from .numbers.numpy_numbers import number_of_numpy

__all__ = [
    "OPTIONS",
    "changing_method",
    "function_of_text",
    "generated",
    "is_absent",
    "is_none",
    "method",
    "operation",
    "python_code",
    "python_method",
    "typing_for",
]

# As any function that only compiled code calls: see `compiled.functions.dispatcher`.
OPTIONS = {
    "nogil": True,
    "boundscheck": False,
    "error_model": "python",
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
    "pipeline_class": Pipeline,
    "forceinline": True,
}

_Typing = Callable[..., Any]


def operation(
    function: Any, *, inlined: bool = True, literal: bool = False, of_numpy: bool = False
) -> Callable[[_Typing], _Typing]:
    """Return the decorator for how `function` is done on types of ours; as Numba's `overload`.

    What it decorates gets types, and returns the Python code for them, or None. With `literal`
    the type of a number that is written down in the code tells that number. With `of_numpy` the
    numbers that it gives are NumPy's.
    """
    options = {**OPTIONS, "forceinline": inlined}

    def decorate(typing: _Typing) -> _Typing:
        template = shared_overload(function, typing, options, literal=literal)
        if of_numpy:
            template = _of_numpy(template)
        infer(template)
        infer_global(function, types.Function(template))
        return typing

    return decorate


def _of_numpy(plain: Any) -> Any:
    """Return the template of an operation whose numbers are NumPy's."""
    returned: dict[Any, Any] = {}

    class OfNumpy(plain):  # type: ignore[misc]
        def generic(self, args: Any, kws: Any) -> Any:
            found = super().generic(args, kws)
            if found is None:
                return None
            returned[tuple(found.args)] = found.return_type
            return found.replace(return_type=number_of_numpy(found.return_type))

    OfNumpy.returned = returned
    return OfNumpy


def function_of_text(name: str, text: str, **names: Any) -> Any:
    """Return the function `name` that a text defines, in which `names` have their values."""
    names["__name__"] = __name__
    exec(text, names)
    return names[name]


def generated(function: Any, *, literal: bool = False) -> Callable[[_Typing], _Typing]:
    """Return the decorator for how `function` is done in generated code.

    What it decorates gets the typing context and types, and returns a signature and what generates
    the code, as Numba's `intrinsic` does, or None. What `operation` takes is compiled for each
    new combination of types: that takes some 30 ms, however little it does.
    """

    def decorate(typing: _Typing) -> _Typing:
        template = make_intrinsic_template(
            function, typing, function.__name__, prefer_literal=literal
        )
        plain = template.generic

        def generic(self: Any, args: Any, kws: Any) -> Any:
            return plain(self, tuple(args), kws)  # Numba gives a list at a second try

        template.generic = generic
        infer(template)
        infer_global(function, types.Function(template))
        return typing

    return decorate


def method(
    kind: Any, name: str, *, inlined: bool = True, of_numpy: bool = False
) -> Callable[[_Typing], _Typing]:
    """Return the decorator for a method of the values of a type; see `operation`."""

    def decorate(typing: _Typing) -> _Typing:
        typing.__name__ = name  # for messages
        infer_getattr(make_overload_method_template(kind, name, typing, "never"))
        return operation(typing, inlined=inlined, of_numpy=of_numpy)(typing)

    return decorate


def changing_method(key: str) -> Callable[[_Typing], Any]:
    """Return the decorator for a method that may tell more of the type of what it changes.

    As Numba's `bound_function`, whose resolvers get the type of which the method was first found.
    """

    def decorate(typing: _Typing) -> Any:
        @wraps(typing)
        def resolve(self: Any, kind: Any) -> Any:
            class Method(AbstractTemplate):  # type: ignore[misc]
                this: Any

                def generic(method, args: Any, kws: Any) -> Any:  # noqa: N805
                    found = typing(self, method.this, args, kws)
                    if found is not None and found.recvr is None:
                        found = found.replace(recvr=method.this)
                    return found

            Method.key = key
            return types.BoundFunction(Method, kind)

        return resolve

    return decorate


def python_code(
    function: Any, *kinds: Any, when: Callable[..., Any] | None = None, inlined: bool = True
) -> Callable[[_Typing], _Typing]:
    """Return the decorator of the Python code that does `function` for values of some types.

    Args:
        function: the function or operator.
        kinds: which types the first arguments may have: a class of Numba types or a union of
            classes, a type, or a function that returns True for such a type.
        when: a condition on the types of all arguments; without it, there is none.
        inlined: compile the code into its callers.

    """

    def decorate(code: _Typing) -> _Typing:
        operation(function, inlined=inlined)(typing_for(code, kinds, when))
        return code

    return decorate


def python_method(
    kind: Any, name: str, *kinds: Any, when: Callable[..., Any] | None = None, inlined: bool = True
) -> Callable[[_Typing], _Typing]:
    """Return the decorator of the Python code of a method; `kinds` begin after `self`."""

    def decorate(code: _Typing) -> _Typing:
        method(kind, name, inlined=inlined)(typing_for(code, (types.Type, *kinds), when))
        return code

    return decorate


def typing_for(code: _Typing, kinds: tuple[Any, ...], when: Any) -> _Typing:
    """Return the function from types of arguments to the code, or to None for other types."""

    @wraps(code)
    def typing(*args: Any, **kws: Any) -> Any:
        if kws or len(args) != code.__code__.co_argcount:
            bound = signature(code).bind(*args, **kws)
            bound.apply_defaults()
            args = tuple(bound.arguments.values())
        if not all(map(is_of, args, kinds)) or (when is not None and not when(*args)):
            return None
        return code

    return typing


def is_absent(kind: Any) -> bool:
    """Return True if an argument is left out, so that it is its default."""
    return not isinstance(kind, types.Type) or isinstance(kind, types.Omitted)


def is_none(kind: Any) -> bool:
    """Return True if an argument is None, or left to be None."""
    if isinstance(kind, types.Omitted):
        return kind.value is None
    return kind is None or isinstance(kind, types.NoneType)
