"""A class that cannot be compiled: one sentence says where, why and what to do about it."""

# ruff: noqa: UP031 - percent formats are among the faults.

from __future__ import annotations

import inspect
import re
from functools import cached_property

import numpy as np
import pytest
from numba.core.errors import TypingError

import gametree as gt
from faulty_rules import FAULTS, Board, ChangesType, ListsActions, Sound, text_helper
from faulty_states import Boards
from gametree.native.build import compile_search
from gametree.rules.checked_game import rehearse
from plainpython import bits

from ..language.both_modes import compiled

JARGON = re.compile(
    r"\x1b|\n|nopython|typing|numba|UniTuple|Literal|unicode|int64|float64|CPUDispatcher|reflected"
    r"|candidate|0x[0-9a-f]|#[0-9a-f]|<|>|Tuple\(|ObjectType|buffer"
)


def marked_lines(cls, inside=""):
    lines, first = inspect.getsourcelines({"text_helper": text_helper}.get(inside, cls))
    return [first + index for index, line in enumerate(lines) if "# here" in line]


@pytest.mark.parametrize(("cls", "method", "words", "inside"), FAULTS.values(), ids=FAULTS.keys())
def test_the_sentence_names_the_method_the_line_the_reason_and_the_mend(cls, method, words, inside):
    with pytest.raises(gt.NotCompilable) as raised:
        gt.Searcher(cls(), seed=1, compiled=True, method="uct")
    sentence = str(raised.value)
    assert not JARGON.search(sentence), sentence
    found = re.fullmatch(
        r"(\w+\.\w+) cannot be compiled \(faulty_\w+\.py, line (\d+)(?:, in ([\w.]+))?\): "
        r"(.+; .+)",
        sentence,
    )
    assert found, sentence
    assert found[1] == f"{cls.__name__}.{method}"
    assert int(found[2]) in marked_lines(cls, inside), sentence
    assert re.search(words, found[4]), sentence
    if inside:
        assert found[3] == inside
    assert len(sentence) < 320


class MendedGenerator(Sound):
    def is_terminal(self, state):
        for left in (state[0], 0):
            if left > 0:
                return False
        return True


class MendedSet(ListsActions):
    def legal_actions(self, state):
        return sorted(set([action for action in range(2)]))  # noqa: C403, C416


class MendedLayout(Boards):
    def next_state(self, state, action):
        return (np.ascontiguousarray(state[0].T), state[1] - 1, 1 - state[2])


class MendedType(Boards):
    def next_state(self, state, action):
        return ((state[0] + state[1]).astype(np.int8), state[1] - 1, 1 - state[2])


class MendedEmptyList(ListsActions):
    def legal_actions(self, state):
        actions = [0 for _ in range(0)]
        return [0, 1] if len(actions) == 0 else [0]


def second_player(game, state):
    return game.current_player(game.next_state(state, 1))


@pytest.mark.parametrize(
    "cls",
    [MendedGenerator, MendedSet, MendedLayout, MendedType,
     MendedEmptyList],
)  # fmt: skip
def test_the_mend_that_is_advised_works(cls):
    game = cls()
    first = game.initial_state()
    assert compile_search(second_player, game, first, rehearsal=rehearse)(game, first) == 1


def test_what_is_wrong_with_the_rules_themselves_is_told_first():
    """Not of compiling: the rules break their contract in both modes."""

    class NoReturns(Sound):
        def returns(self, state):
            pass

    with pytest.raises(gt.GameError, match=r"NoReturns\.returns returned None"):
        gt.Searcher(NoReturns(), compiled=True, method="uct")


# Strategies


class NoisyRule(gt.UCB1):
    def score(self, node, edge, value_range):
        return float("%f" % edge.mean)  # here


class TextPolicy(gt.PlayoutPolicy):
    def choose(self, game, state, count, rng, work):
        return int("%x" % 0)  # here


@pytest.mark.parametrize(
    ("options", "cls", "place"),
    [
        ({"selection": NoisyRule()}, NoisyRule, "NoisyRule.score"),
        ({"evaluation": gt.Playout(TextPolicy())}, TextPolicy, "TextPolicy.choose"),
    ],
    ids=["rule", "policy"],
)
def test_strategies_at_fault_are_named(options, cls, place):
    with pytest.raises(gt.NotCompilable) as raised:
        gt.Searcher(Sound(), seed=1, compiled=True, method="uct", **options)
    (line,) = marked_lines(cls)
    assert str(raised.value).startswith(
        f"{place} cannot be compiled (test_explain.py, line {line}): % does not work on str"
    )


# The modes


def test_auto_warns_with_the_sentence_and_runs_interpreted():
    with pytest.raises(gt.NotCompilable) as raised:
        gt.Searcher(ChangesType(), compiled=True, method="uct")
    with pytest.warns(gt.NotCompiledWarning, match=re.escape(str(raised.value))) as warned:
        searcher = gt.Searcher(ChangesType(), seed=1, method="uct")
    assert len(warned) == 1
    assert warned[0].filename == __file__
    assert not searcher.compiled
    result = searcher.run(simulations=50)
    assert result.simulations == 50
    assert not result.compiled


def test_the_compilers_own_errors_are_shown_on_request(monkeypatch):
    with pytest.raises(gt.NotCompilable) as raised:
        gt.Searcher(ChangesType(), compiled=True, method="uct")
    assert raised.value.__suppress_context__
    assert raised.value.__cause__ is None
    monkeypatch.setenv("GAMETREE_DEBUG", "1")
    with pytest.raises(gt.NotCompilable) as raised:
        gt.Searcher(ChangesType(), compiled=True, method="uct")
    assert raised.value.__cause__ is not None


def test_interpreted_asks_no_compiler():
    searcher = gt.Searcher(ChangesType(), seed=1, compiled=False, method="uct")
    assert not searcher.compiled
    assert searcher.run(simulations=50).simulations == 50


# Words of which the tests above cannot be sure, as they depend on Numba's version.


@pytest.mark.parametrize(
    ("numbas", "ours"),
    [
        (
            "No implementation of function Function(<built-in function and_>) found for "
            "signature:\n \n >>> and_(float64, uint64)\n",
            "& does not work on float and u64: arithmetic on an int and a u64 makes a float; "
            "keep boards in one of the two; bits.u64(...) makes an int a u64",
        ),
        (
            "Failed in nopython mode pipeline (step: frontend)\n\x1b[1mSomething new.\x1b[0m\n",
            "Something new; change that, or run it interpreted",
        ),
        (
            "Can't unify yield type from the following types: int64, none",
            "a generator yields values of different types: int, None; yield one type on every path",
        ),
        (
            "Cannot refine type list(OptionalType(int64)) to list(int64)",
            "a value is now list of int or None, now list of int; give it one type on every path",
        ),
        (
            "Type of variable 'v' cannot be determined, operation: unknown operation, location: "
            "unknown location (0:0)\n",
            "nothing says of which type the variable v is; set it before it is used, or leave the "
            "code out that nothing reaches",
        ),
        (
            "Cannot infer the type of variable 'best.2', have imprecise type: undefined.\n",
            "nothing says of which type the variable best is; set it before it is used, or leave "
            "the code out that nothing reaches",
        ),
        (
            "Cannot determine Numba type of <class 'wrapper_descriptor'>",
            "it uses a method of one of Python's own classes as a value, such as list.__len__; "
            "call it of a value, as in len(items)",
        ),
        (
            "No implementation of function Function(<built-in function getitem>) found for "
            "signature:\n \n >>> getitem(dict of undefined to undefined, unicode_type)\n",
            "it makes something empty, and nothing says of which type its items would be; put an "
            "item of the right type in, or leave it out",
        ),
        (
            "Untyped global name 'any': Cannot determine Numba type of <class 'function'>",
            "it calls any, which compiled code lacks; keep the code in a file, where it compiles, "
            "or write a loop",
        ),
        (
            "Untyped global name 'Board': Cannot determine Numba type of <class 'type'>",
            "it uses Board, which is a class; keep the code in a file, where it compiles",
        ),
        (
            "Cannot unify rules.chess:Rook#0a(colour: int64) and rules.chess:Piece#0b(colour: "
            "int64) for 'piece.2'\n",
            "an object of the class Rook stands where another time one of the class Piece does; "
            "make one class of the two, with a field that tells which of them it is",
        ),
        (
            "Cannot unify rules:Rook#0a(at: int64) and rules:Rook#0b(at: float64) for '$phi16.2'\n",
            "a value is now rules:Rook#0a(at: int), now rules:Rook#0b(at: float); give it one type "
            "on every path, for instance with int(...), float(...) or bits.u64(...)",
        ),
        ("", "ValueError in Numba; change that, or run it interpreted"),
    ],
    ids=[
        "float board",
        "unknown",
        "what a generator yields",
        "two types of items",
        "no type",
        "no type of what is set again",
        "a method of a class",
        "an empty dict",
        "no source",
        "a class without source",
        "two classes",
        "two types of an attribute",
        "empty",
    ],
)
def test_words_for_other_errors(numbas, ours):
    from plainpython.back_end.explain import explain

    sentence = str(explain(ValueError(numbas), Sound(), method="next_state"))
    assert sentence.endswith(f": {ours}")
    assert sentence.startswith("Sound.next_state cannot be compiled (faulty_rules.py, line ")


def test_unused_names_do_no_harm():
    """A list, a property or a class that no compiled method uses is the author's business."""

    class Talkative(Sound):
        def __init__(self):
            self.notes = ["a"]
            self.board = Board(1)

        @property
        def shown(self):
            return self.notes

        @cached_property
        def drawn(self):
            return self.notes

        def state_to_text(self, state):
            return f"{state!r:>20}{self.shown}{bits.popcount(3)}"

    game = Talkative()
    first = game.initial_state()
    assert compile_search(second_player, game, first, rehearsal=rehearse)(game, first) == 1


def of_another_library(n):
    return n.nothing


FAULTY_LINE = of_another_library.__code__.co_firstlineno + 1


def calls_it_first(n):
    return of_another_library(n)


def calls_it_too(n):
    return 1 + of_another_library(n)


def test_each_call_of_what_cannot_be_compiled_is_told_by_its_own_line():
    for function in (calls_it_first, calls_it_too):
        with pytest.raises(TypingError) as raised:
            compiled(function, 1)
        line = function.__code__.co_firstlineno + 1
        told = re.findall(r"test_explain\.py\W+(?:line )?(\d+)", str(raised.value))
        assert {int(each) for each in told} == {line, FAULTY_LINE}
