"""Operators of sets: |, &, -, ^ and comparisons, each with the steps that CPython takes.

The order of the items of what is made follows from these steps: whose items are looked up in the
other, and whether a copy is changed or an empty set filled.
"""

from __future__ import annotations

import operator
from typing import Any

from numba.core import cgutils, types
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import lower_builtin

from ...back_end.primitives import primitive
from ...reasons import Unsupported
from ..kinds import joined
from ..memory import constant
from ..sequences.items import check_changeable
from .generated_tables import new_table
from .set_tables import SetTable
from .sets import SetType

__all__ = ["Algebra", "are_disjoint", "common_set", "exchanged", "grown_for", "shrunk"]


def common_set(one: SetType, other: SetType) -> Any:
    """Return the type of sets of the class of the first that take the items of both, or None."""
    item = joined(one.key_kind, other.key_kind)
    return None if item is None else SetType(item, one.family)


class Algebra:
    """Two sets in generated code, and what is made of them."""

    def __init__(self, context: Any, builder: Any, kinds: Any, heads: Any) -> None:
        self._context = context
        self._builder = builder
        self._kinds = kinds
        self._heads = heads
        self._tables = [
            kind.table(context, builder, head) for kind, head in zip(kinds, heads, strict=True)
        ]

    def _new(self, kind: SetType) -> Any:
        return kind.table(self._context, self._builder, new_table(self._context, self._builder))

    def union(self, made: SetType) -> Any:
        """Return a new set of the items of both."""
        result = self._new(made)
        self._into(result, 0, made)
        with self._builder.if_then(self._builder.not_(self._is_one)):
            self._into(result, 1, made)
        return result.head

    def add(self) -> Any:
        """Put the items of the second into the first, and return it."""
        with self._builder.if_then(self._builder.not_(self._is_one)):
            self._into(self._tables[0], 1, self._kinds[0])
        return self._tables[0].head

    def _into(self, result: Any, source: int, made: SetType) -> None:
        """Put the items of a set into another, as CPython does: at once if that one is empty."""
        builder, kind, table = self._builder, self._kinds[source], self._tables[source]
        if kind.key_kind is types.undefined:
            return
        if kind.key_kind != made.key_kind and table.is_laid_out_as(made):
            table, kind = table.cast_to(made), made
        if kind.key_kind != made.key_kind:
            self._put_all(result, kind, table, made)
        elif isinstance(result, SetTable):
            some = builder.icmp_signed("!=", table["live"], constant(0))
            with builder.if_then(some):
                result.grow_for(table["live"])
                empty = builder.icmp_signed("==", result["size"], constant(0))
                with builder.if_else(empty) as (whole, each):
                    with whole:
                        result.take_all(table)
                    with each:
                        self._put_all(result, kind, table, made)
        else:
            empty = builder.icmp_signed("==", result["size"], constant(0))
            with builder.if_else(empty) as (whole, each):
                with whole:
                    table.write_to(result.head)
                with each:
                    self._put_all(result, kind, table, made)

    def _put_all(self, result: Any, kind: SetType, table: Any, made: SetType) -> None:
        builder = self._builder
        with table.live_entries() as entry:
            key = self._context.cast(builder, table.part(entry, 0), kind.key_kind, made.key_kind)
            number = self._hash_in(result, made, table, entry, key)
            known = result.find(made.key_kind, key, number)
            with builder.if_then(builder.icmp_signed("<", known, constant(0))):
                result.add(number, key)

    def _hash_in(self, result: Any, kind: SetType, table: Any, entry: Any, key: Any) -> Any:
        """Return the hash by which a table knows a key of an entry of another."""
        if type(result) is type(table):
            return table.hash_at(entry)
        return result.hashed(kind.key_kind, key)

    @property
    def _is_one(self) -> Any:
        """True if both are the same set."""
        builder = self._builder
        return builder.icmp_unsigned(
            "==", *(builder.ptrtoint(each, constant(0).type) for each in self._heads)
        )

    @property
    def _in_python_order(self) -> bool:
        return isinstance(self._tables[0], SetTable)

    def intersection(self) -> Any:
        """Return a new set of the items that are in both: those of the smaller one."""
        result = self._new(self._kinds[0])
        if not self._in_python_order or types.undefined in (each.key_kind for each in self._kinds):
            self._choose(result, 0, True)
            return result.head
        if self._kinds[0].key_kind != self._kinds[1].key_kind:
            raise Unsupported(
                "& takes the items of the smaller of two sets, and their items are of different "
                "types",
                "give them one type",
            )
        builder = self._builder
        with builder.if_else(self._is_one) as (one, two):
            with one:
                self._tables[0].write_to(result.head)
            with two:
                larger = builder.icmp_signed(">", self._tables[1]["live"], self._tables[0]["live"])
                heads = [builder.select(larger, *self._heads[::step]) for step in (1, -1)]
                pair = Algebra(self._context, builder, [self._kinds[0]] * 2, heads)
                pair._choose(result, 0, True)
        return result.head

    def difference(self) -> Any:
        """Return a new set of the items of the first that are not in the second."""
        result = self._new(self._kinds[0])
        if not self._in_python_order:
            self._choose(result, 0, False)
            return result.head
        builder = self._builder
        quarter = builder.lshr(self._tables[0]["live"], constant(2))
        few = builder.icmp_signed(">", quarter, self._tables[1]["live"])
        with builder.if_else(few) as (copied, chosen):
            with copied:
                self._tables[0].write_to(result.head)
                heads = [result.head, self._heads[1]]
                Algebra(self._context, builder, self._kinds, heads)._take_out(False)
                result.shrink()
            with chosen:
                self._choose(result, 0, False)
        return result.head

    def _choose(self, result: Any, source: int, shared: bool) -> None:
        builder = self._builder
        if self._kinds[source].key_kind is not types.undefined:
            with self._tables[source].live_entries() as entry:
                number, key, there = self._looked_up(entry)
                with builder.if_then(there if shared else builder.not_(there)):
                    result.add(number, key)

    def keep(self, shared: bool) -> Any:
        """Take out of the first what is not in the second, or what is; return it."""
        builder, first = self._builder, self._tables[0]
        if not self._in_python_order:
            self._take_out(shared)
        elif shared:
            kept = SetTable(self._context, builder, self._kinds[0], self.intersection())
            finger = first.finger
            first.take_words(kept)
            first.finger = finger
        else:
            with builder.if_else(self._is_one) as (one, two):
                with one:
                    first.clear()
                with two:
                    self._take_out(False)
                    first.shrink()
        return first.head

    def _take_out(self, shared: bool) -> None:
        builder = self._builder
        if self._kinds[0].key_kind is not types.undefined:
            with self._tables[0].live_entries() as entry:
                _, _, there = self._looked_up(entry)
                with builder.if_then(builder.not_(there) if shared else there):
                    self._tables[0].remove(entry)

    def _looked_up(self, entry: Any) -> Any:
        first, second = self._tables
        kind, key = self._kinds[0], first.part(entry, 0)
        if self._kinds[1].key_kind is types.undefined:
            return first.hash_at(entry), key, cgutils.false_bit
        found = second.find(kind.key_kind, key, self._hash_in(second, kind, first, entry, key))
        there = self._builder.icmp_signed(">=", found, constant(0))
        return first.hash_at(entry), key, there

    def exchange(self) -> Any:
        """Take out of the first what is in both, put in what is in the second alone; return it."""
        builder, first, second = self._builder, *self._tables
        kind, other = self._kinds
        if types.undefined in (kind.key_kind, other.key_kind):
            return first.head
        if kind.key_kind != other.key_kind:
            second = second.cast_to(kind)
        with builder.if_else(self._is_one) as (one, two):
            with one:
                first.clear()
            with two, second.live_entries() as entry:
                number, key = second.hash_at(entry), second.part(entry, 0)
                found = first.find(kind.key_kind, key, number)
                new = builder.icmp_signed("<", found, constant(0))
                with builder.if_else(new) as (absent, present):
                    with absent:
                        first.add(number, key)
                    with present:
                        first.remove(found)
        return first.head

    def every(self, shared: bool) -> Any:
        """Return whether all items of the first are in the second, or none."""
        builder = self._builder
        result = cgutils.alloca_once_value(builder, cgutils.true_bit)
        if self._kinds[0].key_kind is not types.undefined:
            with self._tables[0].loop() as (entry, leave):
                _, _, there = self._looked_up(entry)
                with builder.if_then(builder.not_(there) if shared else there):
                    builder.store(cgutils.false_bit, result)
                    leave()
        return builder.load(result)

    def compare_sizes(self, sign: str) -> Any:
        """Return whether the first has fewer items than the second, or as many, and so on."""
        return self._builder.icmp_signed(sign, *(table["live"] for table in self._tables))


@infer_global(operator.or_)
@infer_global(operator.and_)
@infer_global(operator.sub)
class _TypeOfAlgebra(AbstractTemplate):  # type: ignore[misc]
    def generic(self, args: Any, kws: Any) -> Any:
        if len(args) != 2 or not all(isinstance(each, SetType) for each in args):
            return None
        made = common_set(*args) if self.key is operator.or_ else args[0]
        return None if made is None or not are_comparable(*args) else signature(made, *args)


def are_comparable(one: SetType, other: SetType) -> bool:
    """Return whether an item of one set may equal an item of the other."""
    return common_set(one, other) is not None


@infer_global(operator.ior)
@infer_global(operator.iand)
@infer_global(operator.isub)
class _TypeOfAlgebraInPlace(AbstractTemplate):  # type: ignore[misc]
    def generic(self, args: Any, kws: Any) -> Any:
        if len(args) != 2 or not all(isinstance(each, SetType) for each in args):
            return None
        made = common_set(*args)
        if made is None:
            return None
        if args[0].family == "frozenset":
            made = made if self.key is operator.ior else args[0]
            return signature(made, *args)
        if args[0].key_kind not in (types.undefined, made.key_kind):
            return None
        return signature(made, made, args[1])


@lower_builtin(operator.or_, SetType, SetType)
def _or(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return Algebra(context, builder, sig.args, args).union(sig.return_type)


@lower_builtin(operator.and_, SetType, SetType)
def _and(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return Algebra(context, builder, sig.args, args).intersection()


@lower_builtin(operator.sub, SetType, SetType)
def _sub(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return Algebra(context, builder, sig.args, args).difference()


def _in_place(operation: Any, made_anew: Any, changed: Any) -> None:
    @lower_builtin(operation, SetType, SetType)
    def change(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        if sig.args[0].family == "frozenset":
            return made_anew(context, builder, sig, args)
        check_changeable(context, builder, args[0])
        return changed(Algebra(context, builder, sig.args, args))


_in_place(operator.ior, _or, lambda algebra: algebra.add())
_in_place(operator.iand, _and, lambda algebra: algebra.keep(True))
_in_place(operator.isub, _sub, lambda algebra: algebra.keep(False))


@infer_global(operator.le)
@infer_global(operator.lt)
@infer_global(operator.ge)
@infer_global(operator.gt)
@infer_global(operator.eq)
@infer_global(operator.ne)
class _TypeOfComparison(AbstractTemplate):  # type: ignore[misc]
    def generic(self, args: Any, kws: Any) -> Any:
        if len(args) == 2 and all(isinstance(each, SetType) for each in args):
            if are_comparable(*args):
                return signature(types.boolean, *args)
        return None


def _comparing(operation: Any, sign: str, *, swapped: bool = False, negated: bool = False) -> None:
    @lower_builtin(operation, SetType, SetType)
    def compare(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        order = -1 if swapped else 1
        algebra = Algebra(context, builder, sig.args[::order], args[::order])
        result = cgutils.alloca_once_value(builder, algebra.compare_sizes(sign))
        with builder.if_then(builder.load(result)):
            builder.store(algebra.every(True), result)
        outcome = builder.load(result)
        return builder.not_(outcome) if negated else outcome


_comparing(operator.le, "<=")
_comparing(operator.lt, "<")
_comparing(operator.ge, "<=", swapped=True)
_comparing(operator.gt, "<", swapped=True)
_comparing(operator.eq, "==")
_comparing(operator.ne, "==", negated=True)


@primitive(lambda one, other: types.boolean)
def are_disjoint(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """Return whether two sets have no item in common."""
    return Algebra(context, builder, sig.args, args).every(False)


def _type_of_exchanged(one: SetType, other: SetType) -> Any:
    if other.key_kind in (one.key_kind, types.undefined):
        return one
    made = common_set(one, other)
    fits = made is not None and made.key_kind == one.key_kind and other.in_python_order
    return one if fits and made.in_python_order else None


@primitive(_type_of_exchanged)
def exchanged(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """Change a set to what is in it or in another one, but not in both; return it."""
    check_changeable(context, builder, args[0])
    return Algebra(context, builder, sig.args, args).exchange()


@primitive(lambda items: items)
def shrunk(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """Let a set of which items were taken out be smaller, where CPython does that; return it."""
    if sig.args[0].in_python_order:
        sig.args[0].table(context, builder, args[0]).shrink()
    return args[0]


@primitive(lambda items, count: items(items, types.intp))
def grown_for(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """Let a set grow at once, for so many items that are to come, as CPython does; return it."""
    if sig.args[0].in_python_order:
        sig.args[0].table(context, builder, args[0]).grow_for(args[1])
    return args[0]
