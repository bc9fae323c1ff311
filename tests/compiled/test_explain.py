"""A class that cannot be compiled: one sentence says where, why and what to do about it.

Each faulty game below has one fault, in the line marked `# here`, and the
words with which the sentence must speak of it.
"""

# ruff: noqa: UP031 - percent formats are among the faults.

from __future__ import annotations

import inspect
import re
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
import pytest

import gametree as gt
from gametree.compiled.build import compile_search
from gametree.primitives import bits
from gametree.primitives.bits import u64
from gametree.rules.checked_game import rehearse


class Sound(gt.Game):
    """Three moves, whatever they are. Compiles quickly, and each method by itself."""

    def initial_state(self):
        return (3, 0)

    def current_player(self, state):
        return state[1]

    def is_terminal(self, state):
        return state[0] == 0

    def legal_actions(self, state):
        return range(2)

    def fill_legal_actions(self, state, out):
        out[0] = 0
        out[1] = 1
        return 2

    def next_state(self, state, action):
        return (state[0] - 1, 1 - state[1])

    def returns(self, state):
        return (0.0, 0.0)


class ListsActions(Sound):
    fill_legal_actions = gt.Game.fill_legal_actions


FAULTS = {}


def fault(method, words, inside=""):
    """Note a faulty game: the method at fault, the words expected, and the helper at fault."""

    def note(cls):
        FAULTS[cls.__name__] = cls, method, words, inside
        return cls

    return note


# States


@fault("initial_state", r"it returns str; compiled states are tuples")
class StringState(Sound):
    def initial_state(self):  # here
        return "xxx"

    def next_state(self, state, action):
        return state[1:]

    def is_terminal(self, state):
        return len(state) == 0

    def current_player(self, state):
        return 0


@fault("initial_state", r"it returns list of int; compiled states are tuples")
class ListState(Sound):
    def initial_state(self):  # here
        return [3, 0]


@fault("initial_state", r"it returns dict; compiled states are tuples")
class DictState(Sound):
    def initial_state(self):  # here
        return {0: 3, 1: 0}

    def next_state(self, state, action):
        return {0: state[0] - 1, 1: 1 - state[1]}


class Board:
    def __init__(self, left):
        self.left = left


@dataclass
class Pair:
    left: int
    player: int


@fault("initial_state", r"it uses Pair, which is a class; .* alone: class Pair\(NamedTuple\)")
class DataState(Sound):
    def initial_state(self):
        return Pair(3, 0)  # here

    def next_state(self, state, action):
        return Pair(state.left - 1, 1 - state.player)

    def is_terminal(self, state):
        return state.left == 0

    def current_player(self, state):
        return state.player


@fault("initial_state", r"it uses Board, which is a class; ")
class ObjectState(Sound):
    def initial_state(self):
        return Board(3)  # here

    def next_state(self, state, action):
        return Board(state.left - 1)

    def is_terminal(self, state):
        return state.left == 0

    def current_player(self, state):
        return 0


@fault("initial_state", r"it returns array of int; compiled states are tuples")
class ArrayState(Sound):
    def initial_state(self):  # here
        return np.array([3, 0])


@fault("next_state", r"it returns \(float, int\), but initial_state \(int, int\); make both the")
class FloatInNextState(Sound):
    def next_state(self, state, action):  # here
        return ((state[0] - 1) * 1.0, 1 - state[1])


@fault("next_state", r"it returns \(int, int\), but initial_state \(u64, int\); .*bits\.u64\(")
class IntWhereTheBoardWas(Sound):
    def initial_state(self):
        return (u64(3), 0)

    def next_state(self, state, action):  # here
        return (state[0] - 1, 1 - state[1])


@fault("next_state", r"it returns \(int, int\), but initial_state \(int, int, int\)")
class ShorterNextState(Sound):
    def initial_state(self):
        return (3, 0, 0)

    def next_state(self, state, action):  # here
        return (state[0] - 1, 1 - state[1])


@fault("next_state", r"it returns \(int, int\) or None, but initial_state \(int, int\)")
class SometimesNothing(Sound):
    def next_state(self, state, action):  # here
        if action < 2:
            return (state[0] - 1, 1 - state[1])
        return None


class Boards(Sound):
    def initial_state(self):
        return (np.zeros((2, 2), np.int8), 3, 0)

    def current_player(self, state):
        return state[2]

    def is_terminal(self, state):
        return state[1] == 0


@fault(
    "next_state",
    r"it returns \(array of int8 of 2 dimensions in Fortran order, int, int\), but initial_state "
    r"\(array of int8 of 2 dimensions, int, int\); .* with np\.ascontiguousarray\(\.\.\.\) or "
    r"\.astype\(np\.int8\)",
)
class OtherLayout(Boards):
    def next_state(self, state, action):  # here
        return (state[0].T, state[1] - 1, 1 - state[2])


@fault("next_state", r"it returns \(tuple of 9 ints, float, int\), but initial_state \(tuple of 9 ")
class LongTuple(Boards):
    def initial_state(self):
        return ((0, 0, 0, 0, 0, 0, 0, 0, 0), 3, 0)

    def next_state(self, state, action):  # here
        return (state[0], state[1] - 1.0, 1 - state[2])


class Position(NamedTuple):
    left: int
    player: int


@fault("next_state", r"it calls _replace of a NamedTuple; make a new one")
class ReplacesFields(Sound):
    def initial_state(self):
        return Position(3, 0)

    def next_state(self, state, action):
        return state._replace(left=state.left - 1)  # here


@fault("initial_state", r"the integer 73786976294838206464 has more than 64 bits; keep integers")
class WideInteger(Sound):
    def initial_state(self):
        return (min(3, 1 << 66), 0)  # here


# Types that change


@fault(
    "legal_actions", r"the variable best is now (0|int), now \((0|1|int), (1|int)\); give it one"
)
class ChangesType(ListsActions):
    def legal_actions(self, state):
        best = 0
        for action in range(2):
            if action == 5:
                best = (0, 1)
        return range(2) if best == 0 else range(3)  # here


@fault("initial_state", r"it returns values of different types: .*'x'.*; return one type")
class ReturnsEither(Sound):
    def initial_state(self):
        if self.players > 2:
            return "x"  # here
        return (3, 0)  # here


@fault(
    "returns", r"it returns \(float, int\); return 2 numbers of one type, such as \(1\.0, -1\.0\)"
)
class MixedReturns(Sound):
    def returns(self, state):  # here
        return (-1.0, 1)


@fault("current_player", r"it returns float; return an integer")
class FloatPlayer(Sound):
    def current_player(self, state):  # here
        return state[1] * 1.0


@fault("is_terminal", r"it returns str; return True or False")
class StringForTruth(Sound):
    def is_terminal(self, state):  # here
        return "yes" if state[0] == 0 else ""


@fault("random_action", r"it returns float; return an integer")
class FloatAction(Sound):
    def random_action(self, state, rng):  # here
        return 1.0


@fault("legal_actions", r"it returns list of \(int, int\); compiled actions are integers")
class TupleActions(ListsActions):
    def legal_actions(self, state):  # here
        return [(1, 2), (2, 1)]


@fault("fill_legal_actions", r"it returns None; return the number of actions")
class ForgetsTheCount(Sound):
    def fill_legal_actions(self, state, out):  # here
        out[0] = 1


@fault("fill_legal_actions", r"it writes a float where an integer belongs; write int\(\.\.\.\)")
class WritesFloats(Sound):
    def fill_legal_actions(self, state, out):
        out[0] = 0.5  # here
        return 1


@fault("fill_legal_actions", r"it uses out as a list; write out\[0\], out\[1\] and so on")
class AppendsActions(Sound):
    def fill_legal_actions(self, state, out):
        out.append(1)  # here
        return 1


@fault("fill_legal_actions", r"it uses out as a list; write out\[0\], out\[1\] and so on")
class WritesSlices(Sound):
    def fill_legal_actions(self, state, out):
        out[:2] = range(2)  # here
        return 2


# Features of Python


@fault("next_state", r"it formats text, as \{x:3d\} in an f-string or %s does; leave text to the")
class FormatsText(Sound):
    def next_state(self, state, action):
        if action > 1:
            raise ValueError(f"{action:3d}")  # here
        return (state[0] - 1, 1 - state[1])


@fault(
    "legal_actions", r"it formats text, as \{x:3d\} in an f-string or %s does; leave text to the"
)
class PercentOfATuple(ListsActions):
    def legal_actions(self, state):
        return range(len("%s%r" % (state[0], 1)))  # here


@fault("legal_actions", r"% does not work on '%d' and int; ")
class PercentFormat(ListsActions):
    def legal_actions(self, state):
        return range(len("%d" % state[0]))  # here


@fault("legal_actions", r"compiled code knows no attribute format of '\{\}'; ")
class FormatMethod(ListsActions):
    def legal_actions(self, state):
        return range(len("{}".format(state[0])))  # here # noqa: UP032


@fault("next_state", r"it catches a certain kind of exception; test for the condition with an if")
class Catches(Sound):
    def next_state(self, state, action):
        try:
            return (state[0] - 1 + 0 // (1 + action), 1 - state[1])
        except ZeroDivisionError:  # here
            return state


@fault("next_state", r"compiled code knows no with statement; ")
class UsesWith(Sound):
    def next_state(self, state, action):  # here
        with open(__file__) as file:
            file.close()
        return (state[0] - 1, 1 - state[1])


@fault("next_state", r"compiled code knows no match statement; ")
class Matches(Sound):
    def next_state(self, state, action):
        match state:
            case (0, player):  # here
                return (0, player)
        return (state[0] - 1, 1 - state[1])


CALLS = 0


@fault("next_state", r"compiled code knows no assignment to a global variable; ")
class SetsGlobal(Sound):
    def next_state(self, state, action):
        global CALLS
        CALLS = 1  # here
        return (state[0] - 1, 1 - state[1])


@fault("next_state", r"compiled code knows no import within a method; ")
class Imports(Sound):
    def next_state(self, state, action):
        import math  # here

        return (math.floor(state[0] - 1), 1 - state[1])


@fault("legal_actions", r"it makes an empty list, and the type of what it would hold is unknown; ")
class EmptyList(ListsActions):
    def legal_actions(self, state):
        actions = []  # here
        return [0, 1] if len(actions) == 0 else [0]


@fault("legal_actions", r"it makes an empty set, and the type of what it would hold is unknown; ")
class EmptySet(ListsActions):
    def legal_actions(self, state):
        return {0, 1} if state[0] else set()  # here


@fault("is_terminal", r"it uses a generator expression; write a loop; sum, min and max take a list")
class GeneratorExpression(Sound):
    def is_terminal(self, state):
        return not any(left > 0 for left in (state[0], 0))  # here


@fault("is_terminal", r"it calls any, which compiled code lacks; write a loop")
class AnyOfAList(Sound):
    def is_terminal(self, state):
        return not any([left > 0 for left in (state[0], 0)])  # here # noqa: C419


@fault("legal_actions", r"it uses a set comprehension; make the set of a list: set\(\[\.\.\.\]\)")
class SetComprehension(ListsActions):
    def legal_actions(self, state):
        return {action for action in range(2)}  # here # noqa: C416


@fault("legal_actions", r"it passes a list as \*arguments; pass a tuple")
class Unpacks(ListsActions):
    def legal_actions(self, state):
        return range(max(*[2, 1]))  # here


@fault("legal_actions", r"a tuple of mixed types, \(int, float\), is indexed by a variable; ")
class IndexesMixedTuple(ListsActions):
    sizes = (2, 2.5)

    def legal_actions(self, state):
        return range(int(self.sizes[state[1]]))  # here


@fault("legal_actions", r"compiled code cannot call max with \(range, key=a function\); ")
class KeyFunction(ListsActions):
    def legal_actions(self, state):
        return range(1 + max(range(2), key=lambda action: action))  # here


@fault("legal_actions", r"it calls itself through self; use a loop, or a recursive function at")
class CallsItself(ListsActions):
    def count(self, n):
        return 0 if n == 0 else 1 + self.count(n - 1)  # here

    def legal_actions(self, state):
        return range(self.count(2))


# What methods name


@fault("returns", r"the name undefined_helper is not defined; define or import it")
class UndefinedName(Sound):
    def returns(self, state):
        if state[0] > 5:
            return undefined_helper(state)  # here # noqa: F821
        return (0.0, 0.0)


def text_helper(number):
    return int("%d" % number)  # here


def indirect_helper(number):
    return text_helper(number)


@fault("legal_actions", r"% does not work on '%d' and 2; ", inside="text_helper")
class HelperAtFault(ListsActions):
    def legal_actions(self, state):
        return range(indirect_helper(2))


@fault("legal_actions", r"it uses eval, which is a function that compiled code lacks; ",
       inside="MethodAtFault._two")  # fmt: skip
class MethodAtFault(ListsActions):
    def _two(self):
        return eval("2")  # here

    def legal_actions(self, state):
        return range(self._two())


SIZES = {0: 2}
MOVES = [0, 1]
BOARD = Board(2)


@fault("legal_actions", r"it uses SIZES, which is of type dict; ")
class GlobalDict(ListsActions):
    def legal_actions(self, state):
        return range(SIZES[0])  # here


@fault("legal_actions", r"it uses MOVES, list of int at module level; make it a tuple")
class GlobalList(ListsActions):
    def legal_actions(self, state):
        return range(len(MOVES))  # here


@fault("legal_actions", r"it uses BOARD, which is of type Board; ")
class GlobalObject(ListsActions):
    def legal_actions(self, state):
        return range(BOARD.left)  # here


RNG = gt.Rng(1)


@fault("legal_actions", r"it uses a Rng object at module level; make it an attribute")
class GlobalCompilable(ListsActions):
    def legal_actions(self, state):
        return range(RNG.below(1) + 2)  # here


@fault("next_state", r"it calls super\(\); .* by the class's name: Parent\.method\(self, \.\.\.\)")
class CallsSuper(Sound):
    def next_state(self, state, action):
        return super().next_state(state, action)  # here


@fault("legal_actions", r"Rng has no attribute 'choice'; |compiled code knows no attribute choice")
class NoSuchMethod(ListsActions):
    def __init__(self):
        self.rng = gt.Rng(1)

    def legal_actions(self, state):
        if state[0] > 5:
            return range(self.rng.choice(3))  # here
        return range(2)


@fault("legal_actions", r"it calls a function of the parameters \(self, a, b\) with others .*'b'")
class TooFewArguments(ListsActions):
    def both(self, a, b):
        return a + b

    def legal_actions(self, state):
        if state[0] > 5:
            return range(self.both(1))  # here
        return range(2)


# Attributes


@fault("legal_actions", r"AttributeIsList\.moves is a list; use numbers")
class AttributeIsList(ListsActions):
    def __init__(self):
        self.moves = [0, 1]

    def legal_actions(self, state):
        return range(len(self.moves))  # here


@fault("legal_actions", r"ClassAttributeIsDict\.moves is a dict; use numbers")
class ClassAttributeIsDict(ListsActions):
    moves = {0: 2}  # noqa: RUF012

    def legal_actions(self, state):
        return range(self.moves[0])  # here


@fault("legal_actions", r"AttributeHoldsList\.moves holds a list; use numbers")
class AttributeHoldsList(ListsActions):
    def __init__(self):
        self.moves = (2, [0])

    def legal_actions(self, state):
        return range(self.moves[0])  # here


@fault("legal_actions", r"AttributeIsObject\.board is a Board; use numbers")
class AttributeIsObject(ListsActions):
    def __init__(self):
        self.board = Board(2)

    def legal_actions(self, state):
        return range(self.board.left)  # here


@fault("legal_actions", r"AttributeIsBoundMethod\.count is a method bound to an object; make it a")
class AttributeIsBoundMethod(ListsActions):
    def __init__(self):
        self.count = self._two

    def _two(self):
        return 2

    def legal_actions(self, state):
        return range(self.count())  # here


@fault("legal_actions", r"IsProperty\.count is a property; make it a method, or an attribute")
class IsProperty(ListsActions):
    @property
    def count(self):
        return 2

    def legal_actions(self, state):
        return range(self.count)  # here


@fault("legal_actions", r"IsMissing has no attribute 'count'; set it in __init__")
class IsMissing(ListsActions):
    def legal_actions(self, state):
        return range(self.count) if state[0] > 5 else range(2)  # here


@fault("next_state", r"it sets SetsItself\.last; keep what changes during a search in the state")
class SetsItself(Sound):
    def next_state(self, state, action):
        self.last = action  # here
        return (state[0] - 1, 1 - state[1])


# The sentence


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
        r"(\w+\.\w+) cannot be compiled \(test_explain\.py, line (\d+)(?:, in ([\w.]+))?\): "
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


class MendedSum(Sound):
    def is_terminal(self, state):
        return sum([left for left in (state[0], 0)]) == 0  # noqa: C416


class MendedSet(ListsActions):
    def legal_actions(self, state):
        return list(set([action for action in range(2)]))  # noqa: C403, C416


class PairAsTuple(NamedTuple):
    left: int
    player: int


class MendedDataclass(DataState):
    def initial_state(self):
        return PairAsTuple(3, 0)

    def next_state(self, state, action):
        return PairAsTuple(state.left - 1, 1 - state.player)


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
    [MendedGenerator, MendedSum, MendedSet, MendedDataclass, MendedLayout, MendedType,
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
    def score(self, node, edge, spread):
        return float("%f" % edge.total)  # here


class TextPolicy(gt.PlayoutPolicy):
    def choose(self, game, state, count, rng, work):
        return int("%d" % 0)  # here


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
        f"{place} cannot be compiled (test_explain.py, line {line}): % does not work on '%"
    )


# The modes


def test_auto_warns_with_the_sentence_and_runs_interpreted():
    with pytest.raises(gt.NotCompilable) as raised:
        gt.Searcher(ListState(), compiled=True, method="uct")
    with pytest.warns(gt.NotCompiledWarning, match=re.escape(str(raised.value))) as warned:
        searcher = gt.Searcher(ListState(), seed=1, method="uct")
    assert len(warned) == 1
    assert warned[0].filename == __file__
    assert not searcher.compiled
    result = searcher.run(simulations=50)
    assert result.simulations == 50
    assert not result.compiled


def test_the_compilers_own_errors_are_shown_on_request(monkeypatch):
    with pytest.raises(gt.NotCompilable) as raised:
        gt.Searcher(ListState(), compiled=True, method="uct")
    assert raised.value.__suppress_context__
    assert raised.value.__cause__ is None
    monkeypatch.setenv("GAMETREE_DEBUG", "1")
    with pytest.raises(gt.NotCompilable) as raised:
        gt.Searcher(ListState(), compiled=True, method="uct")
    assert raised.value.__cause__ is not None


def test_interpreted_asks_no_compiler():
    searcher = gt.Searcher(ListState(), seed=1, compiled=False, method="uct")
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
            "Something new; change that, or search with compiled=False",
        ),
        ("", "ValueError in Numba; change that, or search with compiled=False"),
    ],
    ids=["float board", "unknown", "empty"],
)
def test_words_for_other_errors(numbas, ours):
    from gametree.compiled.explain import explain

    sentence = explain(ValueError(numbas), Sound(), method="next_state")
    assert sentence.endswith(f": {ours}")
    assert sentence.startswith("Sound.next_state cannot be compiled (test_explain.py, line ")


@pytest.mark.parametrize(
    ("numbas", "ours"),
    [
        ("UniTuple(int64 x 3)", "(int, int, int)"),
        ("Tuple(uint64, float64)", "(u64, float)"),
        ("Tuple(int64, UniTuple(float64 x 2))", "(int, (float, float))"),
        ("Position(int64 x 2)", "Position(int, int)"),
        ("OptionalType(int64)", "int or None"),
        ("list(int64)<iv=None>", "list of int"),
        ("list(UniTuple(int64 x 2))<iv=None>", "list of (int, int)"),
        ("DictType[unicode_type,int64]<iv=None>", "dict"),
        ("array(float64, 2d, C)", "array of float of 2 dimensions"),
        ("array(int8, 1d, A)", "array of int8 of any layout"),
        ("UniTuple(int64 x 81)", "tuple of 81 ints"),
        ("Tuple(UniTuple(int64 x 81), int64)", "(tuple of 81 ints, int)"),
        ("UniTuple(UniTuple(int64 x 9) x 9)", "tuple of 9 tuples of 9 ints"),
        ("Tuple(float64, int64, int64, int64, int64)", "(float, 4 ints)"),
        ("Position(int64 x 9)", "Position(9 ints)"),
        ("reflected list(reflected list(int64)<iv=None>)<iv=None>", "list of list of int"),
        ("Literal[int](5)", "5"),
        ("none", "None"),
        ("toys.OneHeap#" + "0" * 32, "toys.OneHeap"),
    ],
)
def test_types_in_plain_words(numbas, ours):
    from gametree.compiled.type_names import plain_type

    assert plain_type(numbas) == ours


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

    assert (
        gt.search(Talkative(), simulations=20, seed=1, compiled=True, method="uct").simulations
        == 20
    )
