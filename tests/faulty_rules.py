"""Games that cannot be compiled, each with one fault, in the line marked `# here`.

With each stand the method at fault and the words with which a sentence must speak of it.
"""

# ruff: noqa: UP031 - percent formats are among the faults.

from __future__ import annotations

from dataclasses import dataclass

import gametree as gt


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


class Board:
    def __init__(self, left):
        self.left = left


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


@fault("initial_state", r"it returns values of different types: .*str; return one type")
class ReturnsEither(Sound):
    def initial_state(self):
        if self.players > 2:
            return "x"  # here
        return (3, 0)  # here


@fault("current_player", r"it returns float; return an integer")
class FloatPlayer(Sound):
    def current_player(self, state):  # here
        return state[1] * 1.0


@fault("is_terminal", r"it returns str; return True or False")
class StringForTruth(Sound):
    def is_terminal(self, state):  # here
        return "yes" if state[0] == 0 else ""


@fault("random_action", r"it returns float, where int are actions; return one of the legal")
class FloatAction(Sound):
    def random_action(self, state, rng):  # here
        return 1.0


@dataclass(frozen=True)
class Stone:
    cell: int = 0


@fault("legal_actions", r"there is an action of type Stone and str; compiled actions are numbers")
class ObjectsAndTexts(ListsActions):
    def legal_actions(self, state):  # here
        return [Stone(), "pass"]


@fault("legal_actions", r"there is an action of type set; compiled actions are numbers, enums")
class SetsAsActions(ListsActions):
    def legal_actions(self, state):  # here
        return [{1, 2}, {2, 1}]


@fault("legal_actions", r"there is an action 'move number \d+' of 16 characters; compiled actions")
class LongNames(ListsActions):
    """More texts than are numbered."""

    def legal_actions(self, state):  # here
        return [f"move number {number}" for number in range(5000)]


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


@fault("legal_actions", r"% does not work on str and int; ")
class PercentFormat(ListsActions):
    def legal_actions(self, state):
        return range(len("%x" % state[0]))  # here


@fault("legal_actions", r"compiled code knows no attribute expandtabs of str; ")
class UnknownMethod(ListsActions):
    def legal_actions(self, state):
        return range(len("abc".expandtabs(state[0])))  # here


@fault("next_state", r"it uses with; write what it does before and after")
class UsesWith(Sound):
    def next_state(self, state, action):
        with open(__file__) as file:  # here
            file.close()
        return (state[0] - 1, 1 - state[1])


CALLS = 0


@fault("next_state", r"it sets the global variable CALLS; ")
class SetsGlobal(Sound):
    def next_state(self, state, action):
        global CALLS
        CALLS = 1  # here
        return (state[0] - 1, 1 - state[1])


@fault("legal_actions", r"it takes the items of a set in an order .*; use sorted")
class GivesASet(ListsActions):
    def legal_actions(self, state):  # here
        return {"a", "b"} if state[0] else {"c"}


class Held:
    def __init__(self, left):
        self.left = left

    def copied(self):
        made = Held(0)
        made.__dict__.update(self.__dict__)
        return made


@fault("next_state", r"it takes the __dict__ of an object; name each attribute")
class TakesAllAttributes(Sound):
    def next_state(self, state, action):  # here
        left = Held(state[0]).copied().left
        return (left - 1, 1 - state[1])


@fault("legal_actions", r"it asks whether the method is_late is true, .*; call it: is_late\(\)")
class ForgetsToCall(ListsActions):
    def is_late(self):
        return False

    def legal_actions(self, state):
        if self.is_late:  # here
            return [0]
        return [0, 1] if state[0] else []


# What methods name


@fault("returns", r"the name undefined_helper is not defined; define or import it")
class UndefinedName(Sound):
    def returns(self, state):
        if state[0] > 5:
            return undefined_helper(state)  # here # noqa: F821
        return (0.0, 0.0)


def text_helper(number):
    return int("%x" % number)  # here


def indirect_helper(number):
    return text_helper(number)


@fault("legal_actions", r"% does not work on str and 2; ", inside="text_helper")
class HelperAtFault(ListsActions):
    def legal_actions(self, state):
        return range(indirect_helper(2))


@fault("legal_actions", r"it calls eval; call it outside of compiled functions",
       inside="MethodAtFault._two")  # fmt: skip
class MethodAtFault(ListsActions):
    def _two(self):
        return eval("2")  # here

    def legal_actions(self, state):
        return range(self._two())


SIZES = {0: 2}
MOVES = [0, 1]
BOARD = Board(2)


RNG = gt.Rng(1)


@fault("legal_actions", r"it uses a Rng object at module level; make it an attribute")
class GlobalCompilable(ListsActions):
    def legal_actions(self, state):
        return range(RNG.below(1) + 2)  # here


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


@fault("legal_actions", r"AttributeIsBoundMethod\.count is a method bound to an object; make it a")
class AttributeIsBoundMethod(ListsActions):
    def __init__(self):
        self.count = self._two

    def _two(self):
        return 2

    def legal_actions(self, state):
        return range(self.count())  # here


@fault("legal_actions", r"IsMissing has no attribute 'count'; set it in __init__")
class IsMissing(ListsActions):
    def legal_actions(self, state):
        return range(self.count) if state[0] > 5 else range(2)  # here


@fault(
    "next_state",
    r"it sets SetsItself\.last; keep what changes in arguments and results",
)
class SetsItself(Sound):
    def next_state(self, state, action):
        self.last = action  # here
        return (state[0] - 1, 1 - state[1])
