"""The types of values and objects that were observed in interpreted runs."""

from __future__ import annotations

from typing import Any

from numba.core import types

from ..forms import type_in_words
from ..reasons import Unsupported
from .kinds import fixed_tuples, joined, kind_of, noting_joins
from .objects.instances import InstanceType
from .tables.dict_records import kind_with_fields
from .tables.text_keys import can_be_keys

__all__ = ["MOST_FIXED", "SeenKinds"]

MOST_FIXED = 16
"""Members of a tuple that may be there for what each means, as in a record without names."""


class SeenKinds:
    """Types of states and objects, where tuples of up to `most` members have a type for each."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._first: Any = None
        self._states: Any = types.undefined
        self._with_fields: Any = types.undefined  # where all are dicts: with a field for each key
        self._fault: Unsupported | None = None
        self.objects: dict[type, Any] = {}
        """The types of objects of users' classes, by class; those that have one."""
        self._without_type: set[type] = set()
        self.joins: set[str] = set()
        """The types that hold numbers of two types: see `noting_joins`."""

    def see_state(self, state: Any) -> None:
        """Widen the type of the states, which is None if there is none of ours, to that of one."""
        if self._states is None or self._fault is not None:
            return
        if self._states is types.undefined:
            self._first = state
        try:
            with fixed_tuples(self._most), noting_joins(self.joins):
                kind = kind_of(state)
                wider = joined(self._states, kind)
                self._with_fields = self._wider_with_fields(state, kind)
        except Unsupported as fault:
            if self._states is types.undefined:
                self._states = None
            else:
                self._fault = fault
            return
        if wider is None:  # values that were of one type at first need a type each
            wider = self._with_fields
        if wider is None:
            self._fault = Unsupported(
                f"after {type_in_words(self._first)} it returns {type_in_words(state)}",
                "make both the same type on every path",
            )
        else:
            self._states = wider

    def _wider_with_fields(self, state: Any, kind: Any) -> Any:
        if self._with_fields is None or type(state) is not dict or not can_be_keys(state):
            return None
        with_fields = kind if isinstance(kind, InstanceType) else kind_with_fields(state)
        return joined(self._with_fields, with_fields)

    def see_object(self, seen: Any) -> None:
        """Widen the type of the objects of a class to that of one of them."""
        cls = type(seen)
        if cls in self._without_type:
            return
        try:
            with fixed_tuples(self._most), noting_joins(self.joins):
                wider = joined(self.objects.get(cls, types.undefined), kind_of(seen))
        except Unsupported:  # reported where compiled code makes it
            wider = None
        if wider is None:
            self._without_type.add(cls)
            self.objects.pop(cls, None)
        else:
            self.objects[cls] = wider

    @property
    def fits_all(self) -> bool:
        """True if all states have a type in common."""
        return self._fault is None

    @property
    def states(self) -> Any:
        """The type of the states; None if there is none of ours.

        Raises:
            Unsupported: if two states have no type in common.

        """
        if self._fault is not None:
            raise self._fault.with_traceback(None)
        return self._states
