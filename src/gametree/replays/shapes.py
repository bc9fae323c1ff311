"""Shapes of JSON values: what is read is checked against them, and the schema is made of them."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ..errors import ReplayError

__all__ = ["ANYTHING", "NUMBER", "TEXT", "TRUTH", "WHOLE", "Fields", "JsonShape", "List", "OrNull"]


class JsonShape:
    """What a value may be."""

    def check(self, value: Any, where: str) -> None:
        """Check a value.

        Raises:
            ReplayError: if it is anything else; `where` names it.

        """
        raise NotImplementedError

    def schema(self) -> dict[str, Any]:
        """Return the same as a JSON schema."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class _Plain(JsonShape):
    name: str
    kinds: tuple[type, ...]
    wanted: str

    def check(self, value: Any, where: str) -> None:
        fits = isinstance(value, self.kinds) and (bool in self.kinds or not isinstance(value, bool))
        if not fits or (isinstance(value, float) and not math.isfinite(value)):
            raise ReplayError(f"{where} must be {self.wanted}, not {_shortened(value)}")

    def schema(self) -> dict[str, Any]:
        return {"type": self.name}


TEXT = _Plain("string", (str,), "a text")
NUMBER = _Plain("number", (int, float), "a number")
WHOLE = _Plain("integer", (int,), "a whole number")
TRUTH = _Plain("boolean", (bool,), "true or false")


@dataclass(frozen=True, slots=True)
class _Anything(JsonShape):
    def check(self, value: Any, where: str) -> None:
        pass

    def schema(self) -> dict[str, Any]:
        return {}


ANYTHING = _Anything()


@dataclass(frozen=True, slots=True)
class OrNull(JsonShape):
    """A value, or null."""

    of: JsonShape

    def check(self, value: Any, where: str) -> None:
        if value is not None:
            self.of.check(value, where)

    def schema(self) -> dict[str, Any]:
        return {"anyOf": [self.of.schema(), {"type": "null"}]}


@dataclass(frozen=True, slots=True)
class List(JsonShape):
    """A list of values of one shape, of a length if one is given."""

    of: JsonShape
    length: int | None = None

    def check(self, value: Any, where: str) -> None:
        if not isinstance(value, list):
            raise ReplayError(f"{where} must be a list, not {_shortened(value)}")
        if self.length not in (None, len(value)):
            raise ReplayError(f"{where} must have {self.length} items, not {len(value)}")
        for number, each in enumerate(value):
            self.of.check(each, f"{where}[{number}]")

    def schema(self) -> dict[str, Any]:
        bounds = {} if self.length is None else {"minItems": self.length, "maxItems": self.length}
        return {"type": "array", "items": self.of.schema(), **bounds}


@dataclass(frozen=True, slots=True)
class Fields(JsonShape):
    """An object with these fields, and with some of the others; with any if there are none.

    `named` is for shapes that hold themselves: the schema refers to them by that name.
    """

    needed: Mapping[str, JsonShape] = field(default_factory=dict)
    others: Mapping[str, JsonShape] = field(default_factory=dict)
    named: str = ""

    def check(self, value: Any, where: str) -> None:
        if not isinstance(value, dict):
            raise ReplayError(f"{where} must have fields, and is {_shortened(value)}")
        for name, shape in self.needed.items():
            if name not in value:
                raise ReplayError(f"{where} lacks {name!r}")
            shape.check(value[name], f"{where}.{name}" if where else name)
        for name, shape in self.others.items():
            if name in value:
                shape.check(value[name], f"{where}.{name}" if where else name)

    def schema(self) -> dict[str, Any]:
        if self.named:
            return {"$ref": f"#/$defs/{self.named}"}
        return self.definition()

    def definition(self) -> dict[str, Any]:
        """Return the schema, even of a shape that goes by a name."""
        shapes = {**self.needed, **self.others}
        return {
            "type": "object",
            "properties": {name: shape.schema() for name, shape in shapes.items()},
            "required": list(self.needed),
        }


def _shortened(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:40]}..."
