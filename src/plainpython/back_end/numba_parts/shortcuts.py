"""Results that Numba works out again and again while it compiles, worked out once.

A search is made of many small functions, and Numba is written in Python: of the time that it
takes for them LLVM has a quarter. What stands here gives the same answers sooner.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from numba.core import event as _event
from numba.core import ir as _ir
from numba.core import itanium_mangler as _mangler
from numba.core import types
from numba.core import utils as _utils
from numba.core.lowering import Lower as _Lower
from numba.core.targetconfig import ConfigStack as _OptionsInUse
from numba.core.targetconfig import TargetConfig as _Options
from numba.core.types.functions import BaseFunction as _Function
from numba.core.typing import context as _typing
from numba.core.typing.templates import _OverloadFunctionTemplate as _Overload

from ..functions import is_compiling
from .linking import holds_references
from .pipeline import Pipeline

__all__: list[str] = []  # Numba is taught by loading it

# Options of a function: parts of many keys. Numba goes through all thirty for each comparison, and
# hashes their names.


@lru_cache(maxsize=64)
def _defaults(kind: Any) -> dict[str, Any]:
    return {name: option.default for name, option in kind.options.items()}


@lru_cache(maxsize=64)
def _hash_of_names(kind: Any) -> int:
    return hash(tuple(sorted(kind.options)))


def _values(self: Any) -> dict[str, Any]:
    return {**_defaults(self.__class__), **self._values}


def _equal(self: Any, other: Any) -> Any:
    if self is other:
        return True
    if isinstance(other, _Options):
        return self.values() == other.values()
    return NotImplemented


def _hash(self: Any) -> int:
    return _hash_of_names(self.__class__)


_Options.values = _values
_Options.__eq__ = _equal
_Options.__hash__ = _hash


# Calls of LLVM: Numba times each of them for each function that is being compiled, one within the
# other. Nobody asks how long ours took.

_TIMED = "numba:llvm_lock"
_start, _end = _event.start_event, _event.end_event


def _start_event(kind: str, data: Any = None) -> None:
    if kind != _TIMED or not is_compiling():
        _start(kind, data)


def _end_event(kind: str, data: Any = None, exc_details: Any = None) -> None:
    if kind != _TIMED or not is_compiling():
        _end(kind, data, exc_details)


_event.start_event = _start_event
_event.end_event = _end_event


# Operators on numbers: Numba asks each of a dozen templates, some of them about ufuncs of NumPy.
# One that has got another template is another function type. Users' own Numba functions get what
# they got before: there `&` of an unsigned number and a signed one is another type than in games.

_NUMBERS = (types.Number, types.Boolean)
_resolve = _Function.get_call_type
_known: dict[tuple[Any, Any], Any] = {}


def _call_type(self: Any, context: Any, args: Any, kws: Any) -> Any:
    if kws or not is_compiling() or not all(isinstance(each, _NUMBERS) for each in args):
        return _resolve(self, context, args, kws)
    key = (self, tuple(args))
    found = _known.get(key)
    if found is None:
        found = _resolve(self, context, args, kws)
        # What is compiled for it, or written out, may be another thing for other options.
        if self.get_impl_key(found) is self.typing_key:
            _known[key] = found
    return found


_Function.get_call_type = _call_type


# Operations on our values: Numba compiles each anew for every set of options that its callers have,
# the rules as well as other operations. Ours set all of them but one themselves.

_typed = _Overload.generic


def _options(template: Any) -> Any:
    """Return what its callers' options change in an operation."""
    options = _OptionsInUse.top_or_none()
    is_ours = template._jit_options.get("pipeline_class") is Pipeline
    return None if is_ours and not (options and options.fastmath) else options


def _for_all_callers(self: Any, args: Any, kws: Any) -> Any:
    key = self.context, tuple(args), tuple(kws.items()), _options(self)
    return self._impl_cache.get(key) or self._build_impl(key, args, kws)


# Methods whose last arguments are left out: Numba looks for their code when it finds out types, and
# again, with the types of the defaults, when it writes the call. It compiled them twice.


def _with_defaults(self: Any, args: Any, kws: Any) -> Any:
    found = _typed(self, args, kws)
    if found is None or kws:
        return found
    given, defaults = found.args[: len(args)], found.args[len(args) :]
    if given == tuple(args) and defaults and all(isinstance(x, types.Omitted) for x in defaults):
        options = _options(self)
        made = self._impl_cache.get((self.context, given, (), options))
        if made is not None:
            key = self.context, found.args, (), options
            self._impl_cache.setdefault(key, (made[0], found.args))
    return found


_Overload._get_impl = _for_all_callers
_Overload.generic = _with_defaults


# Templates by how special they are to a processor: for the only one there is.

_order = _utils.order_by_target_specificity
_ordered = lru_cache(maxsize=2048)(lambda target, templates: _order(target, [*templates]))


def _in_order(target: Any, templates: Any, fnkey: Any = "") -> Any:
    if len(templates) < 2:
        return _order(target, templates, fnkey)
    return _ordered(target, tuple(templates))


_utils.order_by_target_specificity = _in_order
_typing.order_by_target_specificity = _in_order


# The variables of an instruction: asked for six times, for how long they live.

_list_other = _ir.Inst._rec_list_vars
_WITHOUT = frozenset({str, int, float, bool, type(None), _ir.Loc})


def _list_vars(self: Any, value: Any) -> list[Any]:
    kind = type(value)
    if kind is _ir.Var:
        return [value]
    if kind is dict:
        value = value.values()
    elif kind is not list and kind is not tuple:
        return [] if kind in _WITHOUT else _list_other(self, value)
    found = []
    for each in value:
        kind = type(each)
        if kind is _ir.Var:
            found.append(each)
        elif kind not in _WITHOUT:
            found += _list_vars(self, each)
    return found


_ir.Inst._rec_list_vars = _list_vars


# Values without references: what was in a variable before is loaded to be counted down, and zeros
# are written over it where it is used no more. LLVM throws all of that away.

_store, _delete = _Lower.storevar, _Lower.delvar


def _is_counted(lower: Any, name: str) -> bool:
    model = lower.context.data_model_manager[lower.typeof(name)]
    return not is_compiling() or bool(holds_references(model))


def _store_variable(self: Any, value: Any, name: str, argidx: Any = None) -> None:
    alone = name in self._singly_assigned_vars and not self._disable_sroa_like_opt
    if alone or argidx is not None or _is_counted(self, name):
        _store(self, value, name, argidx)
        return
    self._alloca_var(name, self.typeof(name))
    place = self.getvar(name)
    assert value.type == place.type.pointee, name
    self.builder.store(value, place)


def _delete_variable(self: Any, name: str) -> None:
    if name in self._blk_local_varmap or _is_counted(self, name):
        _delete(self, name)
        return
    if not self._disable_sroa_like_opt:
        self._singly_assigned_vars.discard(name)
    self._alloca_var(name, self.typeof(name))


_Lower.storevar = _store_variable
_Lower.delvar = _delete_variable


# Names in machine code: long, and made of the same types.

_mangler._escape_string = lru_cache(maxsize=4096)(_mangler._escape_string)
