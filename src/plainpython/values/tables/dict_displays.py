"""Dicts with texts as keys: displays, copies with other values, look-ups."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from ..constants import Constant
from ..operations import function_of_text, operation
from .dict_merging import made_dict, merged
from .dicts import dict_of
from .text_keys import display_of_keys, field_of_key

__all__ = ["getting", "table_maker", "updating"]


@lru_cache(maxsize=512)
def table_maker(keys: tuple[str, ...]) -> Any:
    """Return the function that makes a dict of one type of values, passed by the fields' names."""
    items = ", ".join(f"(key_{index}, {field_of_key(key)})" for index, key in enumerate(keys))
    text = f"def made({', '.join(map(field_of_key, keys))}): return dict_of(({items},))"
    return function_of_text("made", text, dict_of=dict_of, **_constants(keys))


def _constants(keys: tuple[str, ...]) -> dict[str, Any]:
    return {f"key_{index}": Constant(key) for index, key in enumerate(keys)}


@lru_cache(maxsize=512)
def updating(keys: tuple[str, ...], by: str = "merged(copied(before), dict_of(({items},)))") -> Any:
    """Return the function that gives a copy of a dict with other values under these keys.

    `by` is what makes it of a table and of items.
    """
    values = [f"value_{index}" for index in range(len(keys))]
    parameters = ", ".join(["before", *values])
    items = ", ".join(f"(key_{index}, {value})" for index, value in enumerate(values))
    text = f"def made({parameters}): return {by.format(items=items)}"
    of_table = function_of_text(
        "made", text, merged=merged, copied=made_dict, dict_of=dict_of, **_constants(keys)
    )

    def implementation(kind: Any) -> Any:
        there = kind.dict_keys if hasattr(kind, "dict_keys") else ()
        if not there:
            return of_table
        given = {key: f"before.{field_of_key(key)}" for key in there} | dict(
            zip(keys, values, strict=True)
        )
        passed = ", ".join(f"{field_of_key(key)}={value}" for key, value in given.items())
        text = f"def made({parameters}): return dict_class({passed})"
        return function_of_text("made", text, dict_class=display_of_keys(given))

    function = function_of_text("updating", f"def updating({parameters}): pass")
    typing = f"def typing({parameters}): return implementation(before)"
    operation(function)(function_of_text("typing", typing, implementation=implementation))
    return function


@lru_cache(maxsize=512)
def getting(key: str, has_default: bool) -> Any:
    """Return the function that does `values.get(key)`, or `values.get(key, default)`."""
    parameters = "values, default" if has_default else "values"
    passed, default = ("key, default", "default") if has_default else ("key", "None")
    text = f"def made({parameters}): return values.get({passed})"
    of_table = function_of_text("made", text, key=Constant(key))
    of_field = function_of_text(
        "made", f"def made({parameters}): return values.{field_of_key(key)}"
    )
    of_nothing = function_of_text("made", f"def made({parameters}): return {default}")

    def implementation(kind: Any) -> Any:
        keys = kind.dict_keys if hasattr(kind, "dict_keys") else ()
        return of_table if not keys else of_field if key in keys else of_nothing

    function = function_of_text("getting", f"def getting({parameters}): pass")
    typing = f"def typing({parameters}): return implementation(values)"
    operation(function)(function_of_text("typing", typing, implementation=implementation))
    return function
