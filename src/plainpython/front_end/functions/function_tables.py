"""Calls of functions in a dict, list or tuple of the module, such as `ACTIONS[name](state)`."""

from __future__ import annotations

import types as python_types
from typing import Any

from ...reasons import Unsupported
from ...values.constants import wrapped
from ...values.kinds import kind_of
from ..decorated import plain

__all__ = ["called_by_key", "function_table", "indices_of"]


def function_table(value: Any) -> dict[Any, python_types.FunctionType] | None:
    """Return the functions by their keys or places; None if a value is no table of functions."""
    if type(value) not in (dict, list, tuple) or not value:
        return None
    found = dict(value if isinstance(value, dict) else enumerate(value))
    functions = {key: plain(each) for key, each in found.items()}
    if not all(isinstance(each, python_types.FunctionType) for each in functions.values()):
        return None
    try:
        for key in functions:
            kind_of(key)
    except Unsupported:
        return None
    return functions


def indices_of(table: dict[Any, Any]) -> dict[Any, int]:
    """Return a dict with an index for each key of a dict of functions: it is not called here."""
    return {key: index for index, key in enumerate(table, 1)}


def called_by_key(value: Any, table: dict[Any, Any], arguments: int) -> Any:
    """Return a function of a key and `arguments` values that calls the function of the key."""
    passed = [f"value_{index}" for index in range(arguments)]
    names: dict[str, Any] = {"__name__": __name__}
    lines = [f"def called({', '.join(['key', *passed])}):"]
    for index, (key, function) in enumerate(table.items()):
        names |= {f"key_{index}": wrapped(key), f"function_{index}": function}
        asked = f"key == key_{index}"
        if not isinstance(value, dict):  # a negative place counts from the end
            asked += f" or key == {index - len(table)}"
        lines += [f"    if {asked}:", f"        return function_{index}({', '.join(passed)})"]
    error = "KeyError" if isinstance(value, dict) else "IndexError"
    lines.append(f"    raise {error}('there is no such function')")
    exec("\n".join(lines), names)
    return names["called"]
