"""Objects of users' classes in memory: a head that says whether they may change, and their fields.

A value is a pointer, so all names of an object see its changes. The fields are those that the
object has in Python, in order of their names, each with one type for all objects of the kind.
"""

from __future__ import annotations

import inspect
import sys
import types as python_types
from functools import cached_property, lru_cache
from typing import Any
from weakref import WeakKeyDictionary

from llvmlite import ir
from numba.core import types
from numba.extending import models, register_model

from ...back_end.functions import turn_of_compiling
from ...back_end.primitives import primitive
from ...compilable import Compilable, fingerprint_class, is_object_class
from ...forms import OtherForm
from ...hashing import compared_fields
from ...reasons import Unsupported
from .. import arena, images
from ..annotations import hints_of, hints_of_parameters, widened
from ..constants import data_of, placed
from ..heads import FROZEN, KEPT, LENT, get_head, is_frozen, mark_copied, once, set_head
from ..kinds import joined, kind_of, register_join, register_kind
from ..memory import WORD, CopyScope, Value, constant, copied, data_type
from ..tables import text_keys
from ..tables.key_hashes import is_hashable, register_hash, taken_in

__all__ = [
    "InstanceModel",
    "InstanceType",
    "class_name",
    "class_named",
    "field_pointer",
    "is_record_class",
    "keep_as_it_is",
    "new_instance",
    "new_kept",
    "same_fields",
]

_HEAD_WORDS = 2  # when it was copied last, or that it may not be changed; where to

_classes: dict[str, type] = {}
_names: WeakKeyDictionary[type, tuple[int, str]] = WeakKeyDictionary()


def class_name(cls: type) -> str:
    """Return a name that two classes share if they are defined by the same source."""
    of_keys = text_keys.name_of_class(cls)
    if of_keys:
        return of_keys
    turn = turn_of_compiling()
    known, name = _names.get(cls, (0, ""))
    if turn == 0 or turn != known:
        name = f"{cls.__module__}:{cls.__qualname__}#{fingerprint_class(cls)}"
        _names[cls] = turn, name
        _classes[name] = cls  # a redefined class replaces the former one
    return name


def class_named(name: str) -> type:
    """Return the class of a name."""
    of_keys = text_keys.class_named(name)
    if of_keys is not None:
        return of_keys  # type: ignore[no-any-return]
    if name not in _classes:
        module, _, qualified = name.partition("#")[0].partition(":")
        found: Any = sys.modules.get(module)
        for each in qualified.split("."):
            found = getattr(found, each, None)
        if not isinstance(found, type) or class_name(found) != name:
            raise Unsupported(f"there is no class {qualified} any more", "compile anew")
    return _classes[name]


def is_record_class(cls: type) -> bool:
    """Return whether objects of a class are nothing but the attributes that users gave them."""
    return is_object_class(cls) and not issubclass(cls, Compilable)


class InstanceType(Value):
    """The type of the objects of a class whose fields are (name, type), in order of name."""

    mutable = True

    def __init__(self, class_name: str, fields: tuple[tuple[str, Any], ...]) -> None:
        self.class_name = class_name
        self.fields = fields
        parts = ", ".join(f"{name}: {kind}" for name, kind in fields)
        super().__init__(name=f"{class_name}({parts})")

    def __reduce__(self) -> tuple[Any, ...]:
        return InstanceType, (self.class_name, self.fields)

    @property
    def cls(self) -> type:
        """The class; of several from the same source the one defined last."""
        return class_named(self.class_name)

    @property
    def classes(self) -> tuple[type, ...]:
        """The classes that objects of this type may be of."""
        return (self.cls,)

    @property
    def dict_keys(self) -> tuple[str, ...]:
        """The keys, if dicts are of this type; else none."""
        return text_keys.keys_of(self.cls)

    @property
    def parts(self) -> tuple[Any, ...]:
        """The types of the fields."""
        return tuple(kind for _, kind in self.fields)

    def field_type(self, name: str) -> Any:
        """Return the type of a field; None if there is no such field."""
        return dict(self.fields).get(name)

    def with_field(self, name: str, kind: Any) -> InstanceType:
        """Return the type of the same objects where a field is of another type."""
        return self.with_fields(tuple(sorted((dict(self.fields) | {name: kind}).items())))

    def with_fields(self, fields: tuple[tuple[str, Any], ...]) -> InstanceType:
        """Return the type of objects of the same class with other fields."""
        return InstanceType(self.class_name, fields)

    def index(self, name: str) -> int:
        """Return the index of a field."""
        return [each for each, _ in self.fields].index(name)

    @property
    def hashable(self) -> bool:
        """True if objects can be keys: those of frozen dataclasses, by the fields compared."""
        names = hashed_fields(self.cls)
        return names is not None and all(is_hashable(self.field_type(name)) for name in names)

    def taken_in(self, context: Any, builder: Any, value: Any, key: Any) -> Any:
        """Return the hash of what came before and an object."""
        names = hashed_fields(self.cls) or ()
        kind = types.BaseTuple.from_types([self.field_type(name) for name in names])
        places = [field_pointer(builder, value, self.index(name)) for name in names]
        members = [
            context.unpack_value(builder, of_field, index)
            for of_field, index in zip(kind.types, places, strict=True)
        ]
        made = context.make_tuple(builder, kind, members)
        return taken_in(context, builder, kind, made, key)

    def copied(self, context: Any, builder: Any, value: Any, copies: CopyScope) -> Any:
        def move() -> Any:
            new = _new(context, builder, self)
            at = get_head(builder, value, "copied_at")
            kept = builder.icmp_signed("==", at, constant(KEPT))
            with builder.if_then(builder.not_(kept)):
                mark_copied(builder, value, new, copies)
            set_head(builder, new, "copied_at", builder.select(kept, at, constant(0)))
            for index, (_, kind) in enumerate(self.fields):
                old = context.unpack_value(builder, kind, field_pointer(builder, value, index))
                moved = copied(context, builder, kind, old, copies)
                context.pack_value(builder, kind, moved, field_pointer(builder, new, index))
            return new

        return once(builder, value, copies, move)

    def held_by(self, value: Any) -> list[Any]:
        """Return what an object holds, in the order of the fields.

        Raises:
            OtherForm: if it is not of this type.

        """
        cls = self.cls
        if self.dict_keys:
            held = text_keys.fields_of_dict(value) if type(value) is dict else {}
            fits = len(held) == len(self.fields)
        else:
            held = {name: getattr(value, name) for name, _ in self.fields if hasattr(value, name)}
            fits = type(value) is cls
        if not fits or any(name not in held for name, _ in self.fields):
            raise OtherForm
        return [held[name] for name, _ in self.fields]

    def made_of(self, fields: dict[str, Any]) -> Any:
        """Return the object with these fields."""
        cls: Any = self.cls
        if self.dict_keys:
            return text_keys.dict_of_fields(cls, fields)
        made: Any = object.__new__(cls)
        for name, held in fields.items():
            object.__setattr__(made, name, held)
        return made

    def put(self, image: Any, address: int, value: Any) -> None:
        """Write an object to an image."""
        members = self.held_by(value)

        def write() -> int:
            size, offsets = _layout(self)
            start: int = image.reserve(size)
            images.words_at(start, 1)[0] = LENT
            for offset, kind, member in zip(offsets, self.parts, members, strict=True):
                image.put(start + offset, kind, member)
            return start

        images.words_at(address, 1)[0] = image.once(self, value, write)

    def read(self, address: int) -> Any:
        """Return the object to which a pointer at an address leads."""
        start = images.words_at(address, 1)[0]
        _, offsets = _layout(self)
        members = {
            name: images.read(start + offset, kind)
            for offset, (name, kind) in zip(offsets, self.fields, strict=True)
        }
        return self.made_of(members)

    def constant(self, context: Any, builder: Any, value: Any) -> Any:
        """Return the pointer to an object that is part of the program."""
        members = zip(self.parts, self.held_by(value), strict=True)
        cells = [data_of(context, builder, kind, member) for kind, member in members]
        head = [constant(FROZEN), constant(0)]
        struct = data_type(context, self).pointee
        return placed(builder, ir.Constant(struct, [*head, *cells]))


@register_model(InstanceType)
class InstanceModel(models.PrimitiveModel):  # type: ignore[misc]
    """A pointer to a head and the fields."""

    def __init__(self, manager: Any, kind: InstanceType) -> None:
        members = [manager[each].get_data_type() for _, each in kind.fields]
        struct = ir.LiteralStructType([WORD] * _HEAD_WORDS + members)
        super().__init__(manager, kind, struct.as_pointer())


@lru_cache(maxsize=512)
def _layout(kind: InstanceType) -> tuple[int, tuple[int, ...]]:
    """Return how many bytes an object takes, and where its fields begin."""
    context = images.context()
    struct = context.get_data_type(kind).pointee
    places = range(_HEAD_WORDS, len(struct.elements))
    offsets = (struct.get_element_offset(context.target_data, index) for index in places)
    return context.get_abi_sizeof(struct), tuple(offsets)


# In generated code.


def field_pointer(builder: Any, value: Any, place: int) -> Any:
    """Return the pointer to a field of an object."""
    index = ir.Constant(ir.IntType(32), _HEAD_WORDS + place)
    return builder.gep(value, [ir.Constant(ir.IntType(32), 0), index], inbounds=True)


def _new(context: Any, builder: Any, kind: InstanceType) -> Any:
    pointer_type = data_type(context, kind)
    size = constant(context.get_abi_sizeof(pointer_type.pointee))
    made = builder.bitcast(arena.allocate(context, builder, size), pointer_type)
    builder.store(ir.Constant(pointer_type.pointee, None), made)
    return made


def new_kept(context: Any, builder: Any, kind: InstanceType) -> Any:
    """Return an object that is not to be changed, nor are its copies; all fields are zero."""
    made = _new(context, builder, kind)
    set_head(builder, made, "copied_at", constant(KEPT))
    return made


def keep_as_it_is(builder: Any, value: Any) -> None:
    """Let an object, and its copies, not be changed any more."""
    with builder.if_then(builder.not_(is_frozen(builder, value))):
        set_head(builder, value, "copied_at", constant(KEPT))


@primitive(lambda reference: getattr(reference, "instance_type", reference))
def new_instance(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """Return an object of a type, all of whose fields are zero."""
    return _new(context, builder, sig.return_type)


@primitive(lambda value: value)
def same_fields(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """Return another object with the same fields, as copy.copy does."""
    kind = sig.args[0]
    made = _new(context, builder, kind)
    builder.store(builder.load(args[0]), made)
    for word in range(_HEAD_WORDS):
        pointer = builder.gep(
            made, [ir.Constant(ir.IntType(32), 0), ir.Constant(ir.IntType(32), word)]
        )
        builder.store(constant(0), pointer)
    return made


# Types of objects.

_under_way: list[type] = []
_with_hash: set[type] = set()


def hashed_fields(cls: Any) -> tuple[str, ...] | None:
    """Return the fields of a dataclass whose objects can be keys; None for other classes."""
    made = getattr(cls, "__dataclass_params__", None)
    return compared_fields(cls) if made is not None and made.frozen else None


def fields_of(value: Any) -> dict[str, Any]:
    """Return the attributes that an object itself has, in order of name."""
    cls = type(value)
    found = dict(getattr(value, "__dict__", {}))
    for parent in cls.__mro__:
        for name, member in vars(parent).items():
            if isinstance(member, python_types.MemberDescriptorType) and hasattr(value, name):
                found[name] = getattr(value, name)
    return {name: found[name] for name in sorted(found) if not _is_cached(cls, name)}


def _is_cached(cls: type, name: str) -> bool:
    """Return whether an attribute is one that the class computes; asked of each object seen."""
    held = next((vars(each)[name] for each in cls.__mro__ if name in vars(each)), None)
    return isinstance(held, cached_property)


def _kind_of_instance(value: Any) -> InstanceType:
    cls: Any = type(value)
    if cls in _under_way:
        raise Unsupported(
            f"a {cls.__name__} leads to another {cls.__name__}",
            "let it hold the place of the other in a list instead of the object, and leave out "
            "what the program does not read",
        )
    names = hashed_fields(cls)
    if names is not None and cls not in _with_hash:
        _with_hash.add(cls)
        register_hash(cls, lambda each: tuple(getattr(each, name) for name in names))
    _under_way.append(cls)
    try:
        fields = tuple(
            (name, widened(_kind_of_field(cls, name, held), _hint(cls, name, held)))
            for name, held in fields_of(value).items()
        )
    finally:
        _under_way.pop()
    return InstanceType(class_name(cls), fields)


def _kind_of_field(cls: type, name: str, held: Any) -> Any:
    """Return the type of an attribute; an error names the one of the outermost object."""
    try:
        return kind_of(held)
    except Unsupported as error:
        if len(_under_way) > 1:
            raise
        raise Unsupported(f"of {cls.__name__}.{name}, {error.reason}", error.mend) from None


def _hint(cls: type, name: str, held: Any) -> Any:
    """Return the annotation of an attribute: of what is None so far that of the parameter, too."""
    hints = hints_of(cls)
    if held is None and name not in hints:
        return hints_of_parameters(cls).get(name.removeprefix("_"), object)
    return hints.get(name, object)


def _joined_instances(one: Any, other: Any) -> Any:
    if not (type(one) is InstanceType and type(other) is InstanceType):
        return None
    if one.class_name != other.class_name:
        return None
    fields = []
    for name in sorted(dict(one.fields) | dict(other.fields)):
        kinds = [_field_or_default(each, name) for each in (one, other)]
        if None in kinds:
            raise Unsupported(
                f"not every {one.cls.__name__} has an attribute {name!r}", "set it in __init__"
            )
        kind = joined(*kinds)
        if kind is None:
            raise Unsupported(
                f"{one.cls.__name__}.{name} is {kinds[0]} in one object and {kinds[1]} in another",
                "give it values of one type",
            )
        fields.append((name, kind))
    return InstanceType(one.class_name, tuple(fields))


def _field_or_default(kind: InstanceType, name: str) -> Any:
    """Return the type of a field, or of the value that the class has for it."""
    found = kind.field_type(name)
    if found is None and hasattr(kind.cls, name):
        value = inspect.getattr_static(kind.cls, name)
        if not hasattr(value, "__get__"):
            found = kind_of(value)
    return found


register_kind(is_record_class, _kind_of_instance)
register_join(_joined_instances)
