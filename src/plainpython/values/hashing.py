"""The functions of `plainpython.hashing` in compiled code: the same keys as interpreted."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import cgutils, types

from .. import hashing
from ..reasons import Unsupported
from .arrays.arrays import ArrayType
from .constants import Constant
from .families import FamilyType
from .memory import holds_values
from .numbers.long_ints import LONG
from .objects.enums import EnumType, word_of
from .objects.instance_checks import CLASS_FIELD
from .objects.instances import InstanceType
from .operations import function_of_text, generated, operation, python_code
from .optional import there
from .sequences.items import get
from .sequences.sequences import SequenceType
from .tables.dicts import DictType
from .tables.sets import items_of
from .tables.tables import TableType
from .tables.text_keys import field_of_key

__all__ = ["entries_of"]

_SEED = np.uint64(hashing._SEED)


@generated(hashing._with_word)
def _with_word(context, key, word):
    def generate(context, builder, sig, args):
        return _mixed_in(builder, args[0], context.cast(builder, args[1], word, types.uint64))

    return types.uint64(types.uint64, word), generate


def _mixed_in(builder: Any, key: Any, word: Any) -> Any:
    """Return a key with one more word, as `plainpython.hashing._with_word` mixes it in."""
    wide = ir.IntType(128)
    both = builder.zext(builder.xor(key, word), wide)
    product = builder.mul(both, ir.Constant(wide, hashing._FACTOR))
    upper = builder.trunc(builder.lshr(product, ir.Constant(wide, 64)), key.type)
    return builder.xor(builder.trunc(product, key.type), upper)


@operation(hashing.key_of_state)
def _key_of_state(state):
    if isinstance(state, types.Record):
        raise Unsupported("a record gives no key by itself", "define key(state)")
    return lambda state: hashing._with_part(_SEED, state)


@generated(hashing._with_part)
def _with_number(context, key, part):
    # What may be None too: Numba would insist that it is not.
    number = part.type if isinstance(part, types.Optional) else part
    if not isinstance(number, types.Number | types.Boolean | types.NoneType):
        return None

    def generate(context, builder, sig, args):
        if not isinstance(part, types.Optional):
            return _mixed_in(builder, args[0], _word_of(context, builder, part, args[1]))
        optional = context.make_helper(builder, part, args[1])
        word = builder.select(
            cgutils.as_bool_bit(builder, optional.valid),
            _word_of(context, builder, number, optional.data),
            ir.Constant(ir.IntType(64), hashing._NOTHING),
        )
        return _mixed_in(builder, args[0], word)

    return types.uint64(types.uint64, part), generate


def _word_of(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    """Return the word that a number or None is for keys."""
    if isinstance(kind, types.NoneType):
        return ir.Constant(ir.IntType(64), hashing._NOTHING)
    if isinstance(kind, types.Float):
        number = context.cast(builder, value, kind, types.float64)
        zero = ir.Constant(number.type, 0.0)
        return builder.bitcast(builder.fadd(number, zero), ir.IntType(64))  # -0.0 equals 0.0
    return context.cast(builder, value, kind, types.int64)


@operation(hashing._with_part)
def _with_part(key, part):
    if isinstance(part, types.BaseTuple):
        return _of_parts(hashing._with_part, _items(part))
    if isinstance(part, types.Optional):
        return _of_optional(hashing._with_part)
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
        for index in range(len(part)):
            key = hashing._with_part(key, get(part, index))
        return hashing._with_word(key, len(part))

    return take_in


@generated(hashing._with_part)
def _with_long(typing, key, part):
    if part != LONG:
        return None

    def generate(context, builder, sig, args):
        low, high = (builder.extract_value(args[1], index) for index in (0, 1))
        key = _mixed_in(builder, args[0], low)
        zero, ones = (ir.Constant(high.type, number) for number in (0, -1))
        positive = builder.icmp_signed("==", high, zero)
        negative = builder.and_(
            builder.icmp_signed("==", high, ones), builder.icmp_signed("<", low, zero)
        )
        short = builder.or_(positive, negative)
        return builder.select(short, key, _mixed_in(builder, key, high))

    return types.uint64(types.uint64, part), generate


@python_code(hashing.key_of_contents)
def _key_of_contents(state):
    return hashing._with_contents(_SEED, state)


@operation(hashing._with_contents)
def _with_contents(key, part):
    if isinstance(part, types.Optional):
        return _of_optional(hashing._with_contents)
    if isinstance(part, types.BaseTuple):
        return _of_parts(hashing._with_contents, _items(part))
    if isinstance(part, FamilyType):
        return _by_class([_of_fields(hashing._with_contents, own) for _, own in part.members])
    if isinstance(part, InstanceType) and not part.dict_keys:
        return _of_fields(hashing._with_contents, (name for name, _ in part.fields))
    if isinstance(part, ArrayType) or (isinstance(part, SequenceType) and holds_values(part.item)):

        def take_in(key, part):
            for item in part:
                key = hashing._with_contents(key, item)
            return hashing._with_word(key, len(part))

        return take_in
    return lambda key, part: hashing._with_part(key, part)


def _of_optional(function):
    """Return a function that takes in what may be None."""

    def take_in(key, part):
        if part is None:
            return hashing._with_part(key, None)
        return function(key, there(part))

    return take_in


def _items(kind: Any) -> list[str]:
    return [f"part[{index}]" for index in range(len(kind))]


def _of_parts(function: Any, parts: Iterable[str]) -> Any:
    """Return a function that takes in parts of a value, of different types, with another."""
    parts = list(parts)
    lines = ["def take_in(key, part):", *(f"    key = with_part(key, {each})" for each in parts)]
    lines.append(f"    return with_word(key, {len(parts)})")
    text = "\n".join(lines)
    return function_of_text("take_in", text, with_part=function, with_word=hashing._with_word)


def _of_fields(function: Any, names: Iterable[str]) -> Any:
    return _of_parts(function, [f"part.{name}" for name in names])


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
    for index, each in enumerate(keys):
        names[f"key_{index}"] = Constant(each)
        lines.append(f"    total += with_part(seed, (key_{index}, part.{field_of_key(each)}))")
    lines.append(f"    return with_word(with_word(key, total), {len(keys)})")
    return function_of_text("take_in", "\n".join(lines), **names)


def _by_class(functions):
    """Return a function that does what one of some does, by the class of the object."""
    lines = ["def take_in(key, part):"]
    for index in range(len(functions)):
        lines += [
            f"    if part.{CLASS_FIELD} == {index}:",
            f"        return take_in_{index}(key, part)",
        ]
    names = {f"take_in_{index}": each for index, each in enumerate(functions)}
    return function_of_text("take_in", "\n".join([*lines, "    return key"]), **names)


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
    return _of_fields(hashing._with_part, fields)
