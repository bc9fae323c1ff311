"""What is put into an empty dict, an inner list or a list of None tells its types to Numba.

Numba finds out in the same way what an array or a dict of its own holds, but looks for its own
classes only.
"""

from __future__ import annotations

import operator
from typing import Any

from numba.core import typeinfer as _typeinfer
from numba.core import types

from .sequences import ListType
from .tables import TableType

__all__: list[str] = []

_IN_PLACE = (operator.ior, operator.iand, operator.isub)

_refine_target = _typeinfer.SetItemRefinement._refine_target_type
_add_refine_map = _typeinfer.CallConstraint._add_refine_map
_refine = _typeinfer.CallConstraint.refine


def _of_target(self: Any, inference: Any, target: Any, index: Any, value: Any, sig: Any) -> None:
    """After `target[index] = value`."""
    if isinstance(target, TableType | ListType) and sig.args[0] != target:
        inference.add_type(self.target.name, sig.args[0], loc=self.loc)
    else:
        _refine_target(self, inference, target, index, value, sig)


def _owner(self: Any, inference: Any) -> Any:
    """Return the variable of the dict or list of which a call gives an item, or None."""
    if self.func is operator.getitem:
        name = self.args[0].name
    else:
        method = inference.refine_map.get(self.func)
        if getattr(method, "attr", "") != "setdefault":
            return None
        name = method.value.name
    kind = inference.typevars[name]
    if not kind.defined:
        return None
    owner = kind.getone()
    if isinstance(owner, ListType):  # a slice is another list
        index = inference.typevars[self.args[1].name]
        return name if index.defined and isinstance(index.getone(), types.Integer) else None
    return name if isinstance(owner, TableType) else None


def _note(self: Any, inference: Any, typevars: Any, sig: Any) -> None:
    """After `target = function(...)`: whether more can be learnt of what it is."""
    owner = _owner(self, inference)
    if self.func in _IN_PLACE and isinstance(sig.args[0], TableType):
        inference.add_type(self.args[0].name, sig.args[0], loc=self.loc)
    if owner is None:
        _add_refine_map(self, inference, typevars, sig)
        return
    inference.refine_map[self.target] = self
    if self.func is operator.getitem and sig.args[0] != typevars[owner].getone():
        inference.add_type(owner, sig.args[0], loc=self.loc)


def _of_owner(self: Any, inference: Any, learnt: Any) -> None:
    """After more was learnt of the item of a dict, such as of a list in it."""
    owner = _owner(self, inference)
    if owner is None:
        _refine(self, inference, learnt)
        return
    known = inference.typevars[owner].getone()
    if isinstance(known, ListType):
        inference.add_type(owner, ListType(learnt), loc=self.loc)
    else:
        inference.add_type(owner, known.with_kinds(known.key_kind, learnt), loc=self.loc)


_typeinfer.SetItemRefinement._refine_target_type = _of_target
_typeinfer.CallConstraint._add_refine_map = _note
_typeinfer.CallConstraint.refine = _of_owner
