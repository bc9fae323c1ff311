"""Functions that are written as expressions, such as `state.legal_moves()`.

They compile where what they call does, since their source is known, and they can be sent to other
processes.
"""

from __future__ import annotations

import linecache
from functools import cached_property
from types import FunctionType
from typing import Any

__all__ = ["Expression", "changed", "function_of", "unless"]


class Expression:
    """A function that is written as an expression.

    Args:
        text: the expression.
        parameters: the names of the function's parameters.
        named: what other names in the expression mean; an expression means its function.

    """

    def __init__(self, text: str, parameters: str = "state", **named: Any) -> None:
        self.text = text
        self.parameters = parameters
        self.named = named

    @cached_property
    def function(self) -> FunctionType:
        """The function itself."""
        source = f"written = lambda {self.parameters}: {self.text}\n"
        file = f"<{source.strip()}>"
        # Where Python and the compiler look for the source of a function.
        linecache.cache[file] = (len(source), None, [source], file)
        namespace = {name: function_of(value) for name, value in self.named.items()}
        namespace["__name__"] = "written"
        exec(compile(source, file, "exec", dont_inherit=True), namespace)
        made: FunctionType = namespace.pop("written")
        return made

    def __call__(self, *arguments: Any) -> Any:
        return self.function(*arguments)

    def __reduce__(self) -> Any:
        return _expression, (self.text, self.parameters, self.named)


def _expression(text: str, parameters: str, named: dict[str, Any]) -> Expression:
    return Expression(text, parameters, **named)


def unless(over: Any, listed: Any) -> Any:
    """Return a function that lists nothing where a state is over, and else what `listed` does.

    Expressions become part of it: interpreted, calls of their functions would take longer than
    what they do.
    """
    if over is None or listed is None:
        return function_of(listed)
    texts: list[str] = []
    named: dict[str, Any] = {}
    for name, value in (("_over", over), ("_listed", listed)):
        written = isinstance(value, Expression) and value.parameters == "state"
        if written and not named.keys() & value.named.keys():
            texts.append(f"({value.text})")
            named.update(value.named)
        else:
            texts.append(f"{name}(state)")
            named[name] = value
    return Expression(f"() if {texts[0]} else {texts[1]}", **named).function


def function_of(value: Any) -> Any:
    """Return the function of an expression; anything else as it is."""
    return value.function if isinstance(value, Expression) else value


def changed(answer: Any, thing: Any) -> Any:
    """Return the thing whose method was called, whatever that returned."""
    return thing
