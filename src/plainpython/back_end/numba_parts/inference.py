"""Type inference of Numba, extended for empty lists, dicts and sets.

The constraints of a function are Numba's own, with some methods overridden. What they learn is in
`values/refinement.py`.
"""

from __future__ import annotations

import operator
from types import SimpleNamespace
from typing import Any

from numba.core import ir, typeinfer, types
from numba.core.compiler_machinery import register_pass
from numba.core.errors import NumbaTypeError, NumbaWarning, TypingError, WarningsFixer
from numba.core.typed_passes import NopythonTypeInference

from ...values.assumed_present import assume_present
from ...values.kinds import joined
from ...values.known_kinds import want_instead, wanted
from ...values.numbers.either_numbers import marking
from ...values.numbers.numpy_numbers import is_of_numpy
from ...values.objects.instances import InstanceType
from ...values.refined_calls import Nones, is_none_call, learn_from_call, want_for_call
from ...values.refinement import definitions, is_just_made, is_open, learn, wider_ones
from ...values.sequences.sequences import ListType
from ...values.tables.tables import TableType
from ...values.wider_items import may_hold_more
from .pipeline import REPLACED
from .typing_context import RESULTS, UNPACKED_KINDS, typing_context

__all__ = ["InferTypes"]

_IN_PLACE = (operator.ior, operator.iand, operator.isub)


class _Calls:
    """The common part of calls of functions and operators."""

    target: str
    func: Any
    args: Any
    loc: Any

    def resolve(self, typeinfer: Any, typevars: Any, fnty: Any) -> None:
        try:
            super().resolve(typeinfer, typevars, fnty)  # type: ignore[misc]
        except TypingError:
            if is_none_call(self, typeinfer, fnty):
                return
            want_for_call(self, typeinfer, fnty)
            raise
        learn_from_call(self, typeinfer, fnty)

    def _add_refine_map(self, typeinfer: Any, typevars: Any, sig: Any) -> None:
        """Learn what `target |= other` and `target[index]` tell of `target`."""
        changes = self.func in _IN_PLACE or self.func is operator.getitem
        if changes and isinstance(sig.args[0], TableType):
            learn(typeinfer, self.args[0].name, sig.args[0])
        super()._add_refine_map(typeinfer, typevars, sig)  # type: ignore[misc]


class _Call(_Calls, typeinfer.CallConstraint):  # type: ignore[misc]
    pass


class _OperatorCall(_Calls, typeinfer.IntrinsicCallConstraint):  # type: ignore[misc]
    pass


class _Items:
    """The common part of `target[index] = value` for indices of all kinds."""

    target: Any

    def _refine_target_type(
        self, typeinfer: Any, targetty: Any, idxty: Any, valty: Any, sig: Any
    ) -> None:
        if isinstance(targetty, TableType | ListType) and sig.args[0] != targetty:
            learn(typeinfer, self.target.name, sig.args[0])
        else:
            super()._refine_target_type(typeinfer, targetty, idxty, valty, sig)  # type: ignore[misc]


class _SetItem(_Items, typeinfer.SetItemConstraint):  # type: ignore[misc]
    pass


class _SetStaticItem(_Items, typeinfer.StaticSetItemConstraint):  # type: ignore[misc]
    pass


class _SetAttribute(typeinfer.SetAttrConstraint):  # type: ignore[misc]
    def __call__(self, typeinfer: Any) -> None:
        """Type `target.name = value`; known objects may have a wider list there."""
        super().__call__(typeinfer)
        owner, value = (typeinfer.typevars[each.name] for each in (self.target, self.value))
        if owner.defined and value.defined and isinstance(owner.getone(), InstanceType):
            kind = owner.getone().field_type(self.attr)
            if kind is not None and is_of_numpy(value.getone()):
                joined(kind, types.unliteral(value.getone()))  # refuses those of few bits
            if kind is not None and may_hold_more(value.getone(), kind):
                learn(typeinfer, self.value.name, kind)


class _GetAttribute(typeinfer.GetAttrConstraint):  # type: ignore[misc]
    def refine(self, typeinfer: Any, target_type: Any) -> None:
        """Learn from a method that tells more of the value whose method it is."""
        is_method = isinstance(target_type, types.BoundFunction)
        if is_method and isinstance(target_type.this, TableType | ListType):
            learn(typeinfer, self.value.name, target_type.this)
        else:
            super().refine(typeinfer, target_type)


class _Assignment(typeinfer.Propagate):  # type: ignore[misc]
    def __call__(self, typeinfer: Any) -> None:
        super().__call__(typeinfer)
        source, target = typeinfer.typevars[self.src], typeinfer.typevars[self.dst]
        if source.defined and target.defined and _says_more(target.getone(), source.getone()):
            learn(typeinfer, self.src, target.getone())

    def refine(self, typeinfer: Any, target_type: Any) -> None:
        source = typeinfer.typevars[self.src]
        if source.defined and may_hold_more(source.getone(), target_type):
            learn(typeinfer, self.src, target_type)
        else:
            super().refine(typeinfer, target_type)


def _says_more(kind: Any, other: Any) -> bool:
    """Return whether another name of a list, dict or set knows more of what is put into it."""
    if may_hold_more(other, kind):
        return True
    of_one_sort = isinstance(kind, TableType | ListType) and type(kind) is type(other)
    return of_one_sort and is_open(other) and not is_open(kind)


class _Unpacking(typeinfer.ExhaustIterConstraint):  # type: ignore[misc]
    def __call__(self, typeinfer: Any) -> None:
        for kind in typeinfer.typevars[self.iterator.name].get():
            for unpacked in UNPACKED_KINDS:
                found = unpacked(kind, self.count)
                if found is not None:
                    typeinfer.add_type(self.target, found, loc=self.loc)
                    return
        super().__call__(typeinfer)


_OURS = {
    typeinfer.CallConstraint: _Call,
    typeinfer.ExhaustIterConstraint: _Unpacking,
    typeinfer.GetAttrConstraint: _GetAttribute,
    typeinfer.IntrinsicCallConstraint: _OperatorCall,
    typeinfer.Propagate: _Assignment,
    typeinfer.SetAttrConstraint: _SetAttribute,
    typeinfer.SetItemConstraint: _SetItem,
    typeinfer.StaticSetItemConstraint: _SetStaticItem,
}


class _Constraints(typeinfer.ConstraintNetwork):  # type: ignore[misc]
    def append(self, constraint: Any) -> None:
        for each in (constraint, getattr(constraint, "fallback", None)):
            if type(each) in _OURS:
                each.__class__ = _OURS[type(each)]
        super().append(constraint)


class _Inference(typeinfer.TypeInferer):  # type: ignore[misc]
    """The inference of the types of one function."""

    def __init__(self, context: Any, func_ir: Any, warnings: Any) -> None:
        super().__init__(context, func_ir, warnings)
        self.constraints = _Constraints()

    def copy(self, skip_recursion: bool = False) -> Any:
        made = super().copy(skip_recursion)
        made.__class__ = type(self)
        made.constraints = _Constraints()
        return made

    def build_constraint(self) -> None:
        for name, kind in wider_ones(self).items():
            self.add_type(name, kind, loc=None)
        super().build_constraint()

    def unify(self, raise_errors: bool = True) -> Any:
        if raise_errors and hasattr(self, "plainpython_refused"):
            raise self.plainpython_refused
        return super().unify(raise_errors)

    def get_return_type(self, typemap: Any) -> Any:
        found = super().get_return_type(typemap)
        for returned in RESULTS:
            found = returned(found)
        return found


@register_pass(mutates_CFG=True, analysis_only=False)
class InferTypes(NopythonTypeInference):  # type: ignore[misc]
    """Find the types of a function.

    If it has none, its types are found once more. What it puts into something alone is then taken
    to be there, and not None.
    """

    _name = "infer_types"

    def run_pass(self, state: Any) -> bool:
        before = wanted()
        try:
            found = _types_settled(state)
        except TypingError as error:
            wanted_then = wanted()
            if not assume_present(state.func_ir):
                raise
            want_instead(before)
            try:
                found = _types_settled(state)
            except TypingError:
                want_instead(wanted_then)
                raise error from None
        state.typemap, state.return_type, state.calltypes = found
        if isinstance(state.return_type, types.Function | types.Phantom):
            raise NumbaTypeError(
                f"Can't return function object ({state.return_type}) in nopython mode"
            )
        return True


def _types_settled(state: Any) -> Any:
    """Find the types of a function; again, if variables turn out to be wider on the way.

    What was made of them before, an iterator say, is of the type that they had then.
    """
    function = state.func_ir
    wider = function.__dict__.setdefault("plainpython_wider", {})
    nones = function.__dict__.setdefault("plainpython_nones", Nones(set(), set()))
    while True:
        known = dict(wider)
        nones.seen.clear()
        try:
            with marking(getattr(state.targetctx, "marks_joined", False)):
                found = _types(state)
        except TypingError:
            if wider == known and nones.seen <= nones.known:
                raise
            nones.known.update(nones.seen)
            continue
        narrow = _narrow_returns(function, found[0], found[1])
        if narrow.items() <= wider.items():
            return found
        wider.update(narrow)


def _types(state: Any) -> Any:
    """Return the types of the variables, of the result and of the calls of a function."""
    typing, function = typing_context(), state.func_ir
    inference = _Inference(typing, function, WarningsFixer(NumbaWarning))
    frame = typing.callstack.register(
        state.targetctx.target, inference, function.func_id, state.args
    )
    with frame, inference.warnings:
        for index, (name, kind) in enumerate(zip(function.arg_names, state.args, strict=True)):
            inference.seed_argument(name, index, kind)
        if state.return_type is not None:
            inference.seed_return(state.return_type)
        for name, kind in state.locals.items():
            inference.seed_type(name, kind)
        inference.build_constraint()
        inference.propagate()
        return inference.unify()


def _narrow_returns(function: Any, kinds: dict[str, Any], returned: Any) -> dict[str, Any]:
    """Return variables that hold lists just made of a narrower type than the function returns.

    It may return None besides.
    """
    found: dict[str, Any] = {}
    if isinstance(returned, types.Optional):
        returned = returned.type
    if not isinstance(returned, ListType | TableType):
        return found
    holder = SimpleNamespace(blocks=function.blocks)
    for block in function.blocks.values():
        for each in block.find_insts(ir.Return):
            names = _other_names(holder, each.value.name)
            narrow = [name for name in names if may_hold_more(kinds[name], returned)]
            if narrow and all(is_just_made(holder, name, kinds[name]) for name in narrow):
                found |= dict.fromkeys(narrow, returned)
    return found


def _other_names(function: Any, name: str) -> list[str]:
    """Return a variable, and those that it is set to, as long as they are set once."""
    names = [name]
    for each in names:
        values = definitions(function).get(each, [])
        for value in values if len(values) == 1 else []:
            before = value.value if getattr(value, "op", "") == "cast" else value
            if isinstance(before, ir.Var):
                names.append(before.name)
    return names


REPLACED[NopythonTypeInference] = InferTypes
