"""The keys of positions that are values of an arena: the same numbers as interpreted."""

from __future__ import annotations

from ...primitives import hashing
from .items import get
from .operations import operation
from .sequences import SequenceType


@operation(hashing._with_part)
def _with_part(key, part):
    if not isinstance(part, SequenceType):
        return None

    def take_in(key, part):
        for place in range(len(part)):
            key = hashing._with_part(key, get(part, place))
        return hashing._with_word(key, len(part))

    return take_in
