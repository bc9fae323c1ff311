"""The keys of positions that are values of an arena: the same numbers as interpreted."""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import types

from .. import hashing
from ..back_end.hashing import mixed_in
from ..reasons import Unsupported
from .arrays.arrays import ArrayType
from .constants import Constant
from .families import FamilyType
from .memory import holds_values
from .numbers.long_ints import LONG
from .objects.enums import EnumType, word_of
from .objects.instance_checks import CLASS_FIELD
from .objects.instances import InstanceType
from .operations import generated, operation
from .optional import there
from .sequences.items import get
from .sequences.sequences import SequenceType
from .tables.dicts import DictType
from .tables.sets import items_of
from .tables.tables import TableType
from .tables.text_keys import field_of_key

__all__ = ["entries_of"]

_SEED = np.uint64(hashing._SEED)


@operation(hashing._with_part)
def _with_part(key, part):
    if isinstance(part, TableType):
        return lambda key, part: hashing._with_word(
            hashing._with_word(key, hashing._unordered(part)), len(part)
        )
    if isinstance(part, EnumType):
        return lambda key, part: hashing._with_word(key, word_of(part))
    if isinstance(part, InstanceType):
        return _for_dict(part.dict_keys) if part.dict_keys else _for_objects(part)
    if not isinstance(part, SequenceType):
        return None

    def take_in(key, part):
        for place in range(len(part)):
            key = hashing._with_part(key, get(part, place))
        return hashing._with_word(key, len(part))

    return take_in


@generated(hashing._with_part)
def _with_long(typing, key, part):
    if part != LONG:
        return None

    def generate(context, builder, sig, args):
        low, high = (builder.extract_value(args[1], place) for place in (0, 1))
        key = mixed_in(builder, args[0], low)
        zero, ones = (ir.Constant(high.type, number) for number in (0, -1))
        positive = builder.icmp_signed("==", high, zero)
        negative = builder.and_(
            builder.icmp_signed("==", high, ones), builder.icmp_signed("<", low, zero)
        )
        short = builder.or_(positive, negative)
        return builder.select(short, key, mixed_in(builder, key, high))

    return types.uint64(types.uint64, part), generate


@operation(hashing.key_of_contents)
def _key_of_contents(state):
    return lambda state: hashing._with_contents(_SEED, state)


@operation(hashing._with_contents)
def _with_contents(key, part):
    if isinstance(part, types.Optional):
        return _of_optional
    if isinstance(part, types.BaseTuple):
        return _for_parts([f"part[{index}]" for index in range(len(part))])
    if isinstance(part, FamilyType):
        return _by_class([_for_parts([f"part.{name}" for name in own]) for _, own in part.members])
    if isinstance(part, InstanceType) and not part.dict_keys:
        return _for_parts([f"part.{name}" for name, _ in part.fields])
    if isinstance(part, ArrayType) or (isinstance(part, SequenceType) and holds_values(part.item)):

        def take_in(key, part):
            for item in part:
                key = hashing._with_contents(key, item)
            return hashing._with_word(key, len(part))

        return take_in
    return lambda key, part: hashing._with_part(key, part)


def _of_optional(key, part):
    if part is None:
        return hashing._with_part(key, None)
    return hashing._with_contents(key, there(part))


def _for_parts(parts):
    """Return a function that takes in some parts of a value, each of a type of its own."""
    lines = ["def take_in(key, part):"]
    lines += [f"    key = with_contents(key, {part})" for part in parts]
    lines += [f"    return with_word(key, {len(parts)})"]
    namespace = {"with_contents": hashing._with_contents, "with_word": hashing._with_word}
    exec("\n".join(lines), namespace)
    return namespace["take_in"]


@operation(hashing._unordered)
def _unordered(items):
    if items.key_kind is types.undefined:
        return lambda items: np.uint64(0)

    def add_up(items):
        total = np.uint64(0)
        for item in taken(items):
            total += hashing._with_part(_SEED, item)
        return total

    taken = entries_of if isinstance(items, DictType) else items_of
    return add_up


def entries_of(mapping):
    """Return the keys and values of a dict."""
    return mapping.items()


def _for_dict(keys):
    """Return a function that takes in the items of a dict with a field for each key."""
    lines = ["def take_in(key, part):", "    total = uint64(0)"]
    names: dict[str, Any] = {"with_part": hashing._with_part, "with_word": hashing._with_word}
    names |= {"uint64": np.uint64, "seed": _SEED}
    for place, each in enumerate(keys):
        names[f"key_{place}"] = Constant(each)
        lines.append(f"    total += with_part(seed, (key_{place}, part.{field_of_key(each)}))")
    lines.append(f"    return with_word(with_word(key, total), {len(keys)})")
    exec("\n".join(lines), names)
    return names["take_in"]


def _by_class(functions):
    """Return a function that does what one of some does, by the class of the object."""
    lines = ["def take_in(key, part):"]
    for place in range(len(functions)):
        lines += [
            f"    if part.{CLASS_FIELD} == {place}:",
            f"        return take_in_{place}(key, part)",
        ]
    names = {f"take_in_{place}": each for place, each in enumerate(functions)}
    exec("\n".join([*lines, "    return key"]), names)
    return names["take_in"]


def _for_objects(kind):
    """Return a function that takes in the fields of dataclasses."""
    made = [_for_objects_of(cls) for cls in kind.classes]
    return made[0] if len(made) == 1 else _by_class(made)


def _for_objects_of(cls):
    fields = hashing.compared_fields(cls)
    if fields is None:
        raise Unsupported(
            f"the value holds objects of {cls.__name__}, which define their own equality",
            "define key(state)",
        )
    lines = ["def take_in(key, part):"]
    lines += [f"    key = with_part(key, part.{name})" for name in fields]
    lines += [f"    return with_word(key, {len(fields)})"]
    namespace = {"with_part": hashing._with_part, "with_word": hashing._with_word}
    exec("\n".join(lines), namespace)
    return namespace["take_in"]
