"""What this package changes of Numba: its answers stay, and Numba alone works as before."""

from __future__ import annotations

import inspect
import operator
import re
from contextlib import nullcontext
from functools import partial, wraps
from types import FunctionType

import pytest
from numba import njit
from numba.core import base, event, ir, postproc, types, utils
from numba.core.compiler import run_frontend
from numba.core.errors import UnsupportedError
from numba.core.registry import cpu_target
from numba.core.target_extension import target_registry
from numba.core.typed_passes import NativeLowering
from numba.core.typing.templates import ConcreteTemplate, signature
from numba.extending import overload

from plainpython.back_end.functions import compiling, dispatcher
from plainpython.back_end.numba_parts.linking import WholeLibrary
from plainpython.back_end.numba_parts.lowering import LowerPython
from plainpython.back_end.numba_parts.pipeline import REPLACED
from plainpython.back_end.numba_parts.typing_context import typing_context
from plainpython.values.numbers.either_numbers import BoolOrInt, marking
from plainpython.values.operations import method, operation
from plainpython.values.sequences.sequences import RowType

from .both_modes import compiled, outcome

TYPING = cpu_target.typing_context


def test_llvm_is_timed_only_for_others():
    def recorded(function):
        with event.install_recorder("numba:llvm_lock") as recorder:
            njit(function).compile((types.int64,))
        return [each for _, each in recorder.buffer]

    with compiling():
        assert recorded(lambda number: number + 1) == []
    timed = recorded(lambda number: number + 2)
    assert timed
    assert sum(each.is_start for each in timed) == sum(each.is_end for each in timed)


def test_what_numba_leaves_out_is_left_out_only_meanwhile():
    before = postproc.PostProcessor.run
    with compiling():
        assert postproc.PostProcessor.run is not before
        assert isinstance(types.int64, types.Number)
        assert not isinstance(types.int64, types.Float)
    assert postproc.PostProcessor.run is before
    assert not vars(type(types.Type)).keys() & {"__instancecheck__", "__subclasscheck__"}


def test_who_listens_to_passes_hears_of_ours():
    with compiling(), event.install_recorder("numba:run_pass") as recorder:
        dispatcher(lambda number: number + 1).compile((types.int64,))
    heard = [each.data["name"] for _, each in recorder.buffer if each.is_start]
    assert any(name.startswith("lower_python") for name in heard)


class _Called:
    def __call__(self, context, loc):
        """Generate nothing."""


@pytest.mark.parametrize(
    "function",
    [
        lambda context, loc=None: 1,
        lambda context, *, loc: 1,
        lambda context, *loc: 1,
        lambda context, **loc: 1,
        lambda context: 1,
        lambda *rest, **more: [loc for loc in rest],
        wraps(lambda context, loc: 1)(lambda *rest: 1),
        partial(lambda context, loc: 1, 1),
        _Called(),
    ],
)
def test_functions_that_take_a_line_are_known(function):
    has_loc = vars(base)["_has_loc"]
    assert has_loc(function) == ("loc" in inspect.signature(function).parameters)


def test_templates_are_ordered_as_numba_orders_them():
    order, target = utils.order_by_target_specificity, target_registry["cpu"]
    names = ("generic", "cpu", "generic", "cuda", None)
    first, second, third, other, nobody = (
        type("Template", (), {"metadata": {"target": name}}) for name in names
    )
    without = type("Template", (), {})
    assert order(target, [first, without, third]) == [first, without, third]
    assert order(target, [first, second, other, nobody]) == [second, first]
    assert order(target, []) == []
    with pytest.raises(UnsupportedError, match="for function 'f'"):
        order(target, [other], "f")


def test_the_largest_and_the_smallest_are_those_of_python():
    def chosen(a, b, x, y, z):
        return (
            (max(a, b), min(a, b), max(a, b, 3), min(b, 3, a), max(3, 4)),
            (max(x, y), min(x, y), max(x, y, z), min(z, y, x)),
        )

    numbers = (2, -5, 1.5, 0.0, -0.0)
    run = compiled(chosen, *numbers)
    nan = float("nan")
    for given in (numbers, (7, 7, nan, 2.5, 1.0), (-1, 0, 2.5, nan, -nan), (0, 3, -0.0, 0.0, nan)):
        assert repr(run(*given)) == repr(chosen(*given))


@pytest.mark.parametrize("function", [operator.add, operator.truediv, operator.lt, operator.and_])
@pytest.mark.parametrize("kinds", [(types.int64, types.int64), (types.int32, types.literal(3))])
def test_operators_on_numbers_are_typed_as_before(function, kinds):
    of_numba = TYPING.resolve_value_type(function).get_call_type(TYPING, kinds, {})
    for _ in range(2):
        assert typing_context().resolve_function_type(function, kinds, {}) == of_numba


@pytest.mark.parametrize("kind", [types.int8, types.int16])
@pytest.mark.parametrize("ours_first", [True, False])
def test_our_types_of_operators_and_those_of_numba_do_not_mix(kind, ours_first):
    kinds = (types.uint64, kind)
    function = operator.xor if ours_first else operator.or_
    ours = typing_context()

    def returned(here, typing):
        with here():
            return typing.resolve_function_type(function, kinds, {}).return_type

    order = ((compiling, ours), (nullcontext, TYPING))
    for here, typing in (*order, *order) if ours_first else (*order[::-1], *order):
        assert returned(here, typing) == (types.uint64 if typing is ours else types.int64)


def test_an_operator_that_gets_another_template_is_another_type():
    def twice(number):
        raise NotImplementedError

    class OfInts(ConcreteTemplate):
        key = twice
        cases = (signature(types.int64, types.int64),)

    class OfFloats(ConcreteTemplate):
        key = twice
        cases = (signature(types.float64, types.float64),)

    function = types.Function(OfInts)
    resolve = typing_context().resolve_function_type
    for _ in range(2):
        assert resolve(function, (types.int32,), {}).return_type == types.int64
    more = types.Function(OfFloats).augment(function)
    assert resolve(more, (types.float32,), {}).return_type == types.float64


def test_numba_itself_unifies_and_types_as_without_this_package():
    pair = types.int64, types.boolean
    with compiling(), marking(True):
        assert isinstance(typing_context().unify_pairs(*pair), BoolOrInt)
        assert TYPING.unify_pairs(*pair) == types.int64
    assert typing_context().unify_pairs(*pair) == types.int64


def test_what_is_compiled_for_numbers_is_compiled_for_each_caller_s_options():
    def part(number, index):
        raise NotImplementedError

    @overload(part)
    def _part(number, index):
        return lambda number, index: (number, number + 1)[index % 2] // index

    of_python = njit(lambda number, index: part(number, index), error_model="python")
    of_numpy = njit(lambda number, index: part(number, index), error_model="numpy")
    for _ in range(2):
        assert of_numpy(6, 2) == of_python(6, 2) == 3
    key = (TYPING.resolve_value_type(part), (types.int64, types.int64))
    assert key not in typing_context().plainpython_operators


def test_an_operation_of_ours_is_compiled_once_for_all_callers():
    made = []

    def part(number):
        raise NotImplementedError

    @operation(part)
    def _part(number):
        made.append(number)
        return lambda number: number / 4

    for options in ({}, {"boundscheck": True}, {"error_model": "numpy"}):
        assert njit(lambda number: part(number), **options)(6.0) == 1.5
    assert len(made) == 1
    assert njit(lambda number: part(number), fastmath=True)(6.0) == 1.5
    assert len(made) == 2


def test_a_method_with_defaults_is_compiled_once_for_the_same_arguments():
    made = []

    @method(RowType, "of_this_test")
    def _of_this_test(text, times=2, more=0):
        made.append(times)
        return lambda text, times=2, more=0: text * (times + more)

    def use(n):
        text = "ab" * n
        given = text.of_this_test(n), text.of_this_test(n, n), text.of_this_test(more=n)
        return text.of_this_test(), text.of_this_test(), given

    assert compiled(use, 1)(1) == ("abab", "abab", ("ab", "abab", "ababab"))
    # Once for each way to call it; once more where a keyword has become the last argument.
    assert len(made) == 5


def test_a_variable_without_references_is_stored_without_being_loaded_first():
    def steps(count):
        total = 0.0
        for step in range(count):
            total = total / 2 + step
        return total

    def stores(lowering):
        counts = []
        with pytest.MonkeyPatch.context() as patch, compiling():
            patch.setitem(REPLACED, NativeLowering, lowering)
            patch.setattr(
                WholeLibrary,
                "_optimize_final_module",
                lambda self: counts.append(str(self._final_module).count("store ")),
            )
            made = dispatcher(FunctionType(steps.__code__, {"range": range}), entry=True)
            made.compile((types.int64,))
        return sum(counts)

    assert 0 < stores(LowerPython) < stores(NativeLowering)


def at_most_five(number):
    if number > 5:
        raise ValueError("too many")
    return number


def counted_up(number):
    kept = number * 3
    changed = at_most_five(number)
    while changed < kept:
        changed += at_most_five(kept)
    return changed


def test_variables_set_once_and_errors_of_calls_take_no_memory(monkeypatch):
    written = []
    monkeypatch.setattr(
        WholeLibrary,
        "_optimize_final_module",
        lambda self: written.append(str(self._final_module)),
    )
    made = compiled(counted_up, 1)
    for number in (-2, 0, 1, 2, 6):
        assert outcome(made, number) == outcome(counted_up, number)
    in_memory = re.findall(r"%(\w+)[.\d]* = alloca", "".join(written))
    assert "changed" in in_memory
    assert "kept" not in in_memory
    assert in_memory.count("excinfo") == 1  # for the call that Python makes


def of_many_kinds(first, *others, start=0):
    made = {"a": (first, [start, others]), "b": "text"}
    for each in others[1:]:
        made["a"] = (each, [max(first, each), f"{each}"])
        if not first:
            raise ValueError(first, each)
    return made, -first, lambda: start


def test_the_variables_of_each_instruction_are_those_of_before():
    def of_numba(instruction, value):
        if isinstance(value, ir.Var):
            return [value]
        if isinstance(value, ir.Inst):
            return of_numba(value, value._kws if isinstance(value, ir.Expr) else value.__dict__)
        if isinstance(value, dict):
            value = [*value.values()]
        if isinstance(value, list | tuple):
            return [each for part in value for each in of_numba(instruction, part)]
        return []

    listed = 0
    for block in run_frontend(of_many_kinds).blocks.values():
        for instruction in block.body:
            expected = of_numba(instruction, instruction)
            assert [*map(id, instruction.list_vars())] == [*map(id, expected)]
            listed += len(expected)
    assert listed > 50
