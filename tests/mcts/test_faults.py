"""Rules that break their contract: a named exception, one sentence, and nothing lost."""

from __future__ import annotations

import itertools
import math

import pytest

import gametree as gt
from gametree.rules.workspace import RulesBroken
from toys import OneHeap


class Late(OneHeap):
    """Sound rules for the first moves: the fault comes when four counters are left."""

    def __init__(self, counters: int = 9) -> None:
        self.counters = counters


class NextStateRaises(Late):
    def next_state(self, state, action):
        if state[0] <= 4:
            raise ValueError("no such pile")
        return (state[0] - action, 1 - state[1])


class DividesByZero(Late):
    def next_state(self, state, action):
        return (state[0] - action, (1 - state[1]) * (10 // (state[0] - 3)) * 0 + 1 - state[1])


class LegalActionsRaises(Late):
    def legal_actions(self, state):
        if state[0] == 4:
            raise ValueError("lost count")
        return range(1, min(3, state[0]) + 1)


class NanReturns(Late):
    def returns(self, state):
        return (math.nan, 0.0)


class InfiniteReturns(Late):
    def returns(self, state):
        return (math.inf, -math.inf)


class TooManyReturns(Late):
    def returns(self, state):
        return (1.0, 0.0, -1.0)


class NoReturns(Late):
    def returns(self, state):
        pass


class ReturnsRaises(Late):
    def returns(self, state):
        raise RuntimeError


class IllegalPlayer(Late):
    def current_player(self, state):
        return 2 if state[0] == 4 else state[1]


class NegativePlayer(Late):
    def current_player(self, state):
        return -1 if state[0] == 4 else state[1]


class StuckWithoutEnd(Late):
    """No legal action at 4, and yet not over."""

    def is_terminal(self, state):
        return state[0] == 0

    def legal_actions(self, state):
        return range(0 if state[0] == 4 else min(3, state[0])) if state[0] > 0 else range(0)

    def next_state(self, state, action):
        return (state[0] - action - 1, 1 - state[1])


class NothingNext(Late):
    def next_state(self, state, action):
        pass


class OverflowsTheBuffer(Late):
    max_actions = 2

    def fill_legal_actions(self, state, out):
        for index in range(min(3, state[0])):
            out[index] = index + 1
        return min(3, state[0])


class ActionOutOfRange(Late):
    def legal_actions(self, state):
        return [1 << 40] if state[0] == 4 else [1 for _ in range(min(1, state[0]))]

    def next_state(self, state, action):
        return (state[0] - 1, 1 - state[1])


FAULTS = {
    NextStateRaises: r"NextStateRaises\.next_state raised ValueError: no such pile \(test_faults",
    DividesByZero: r"DividesByZero\.next_state raised ZeroDivisionError: .* \(after the moves",
    LegalActionsRaises: r"LegalActionsRaises\.legal_actions raised ValueError: lost count \(test_f",
    NanReturns: r"NanReturns\.returns returned \(nan, 0\.0\); 2 finite numbers were expected",
    InfiniteReturns: r"InfiniteReturns\.returns returned \(inf, -inf\); 2 finite numbers",
    TooManyReturns: r"TooManyReturns\.returns returned \(1\.0, 0\.0, -1\.0\); 2 finite numbers",
    NoReturns: r"NoReturns\.returns returned None; 2 finite numbers were expected",
    ReturnsRaises: r"ReturnsRaises\.returns raised RuntimeError \(test_faults\.py, line",
    IllegalPlayer: r"IllegalPlayer\.current_player returned 2; a player from 0 to 1 was expected",
    NegativePlayer: r"NegativePlayer\.current_player returned -1; a player from 0 to 1",
    StuckWithoutEnd: r"StuckWithoutEnd\.legal_actions returned no action, yet is_terminal says",
    NothingNext: r"NothingNext\.next_state returned nothing; the next state was expected",
    OverflowsTheBuffer: r"OverflowsTheBuffer\.fill_legal_actions raised I.*max_actions",
}


# In these the first playout may be sound, and then the search is compiled: see `LateInTheSearch`.
MET_LATER = (LegalActionsRaises, IllegalPlayer, NegativePlayer, StuckWithoutEnd)


@pytest.mark.parametrize(
    ("fault", "compiled"),
    [
        *((fault, False) for fault in FAULTS),
        *((fault, "auto") for fault in FAULTS if fault not in MET_LATER),
    ],
)
def test_each_fault_is_named_with_the_moves_that_show_it(fault, compiled):
    with pytest.raises(gt.GameError, match=FAULTS[fault]) as caught:
        gt.search(fault(), simulations=20_000, seed=1, compiled=compiled, method="uct")
    assert "\n" not in str(caught.value)


class NoAttribute(Late):
    def returns(self, state):
        return state.winner


def test_rules_at_fault_that_cannot_be_compiled_are_told_as_such():
    for compiled in (True, False, "auto"):
        with pytest.raises(
            gt.GameError, match=r"NoAttribute\.returns raised AttributeError: 'tuple"
        ):
            gt.search(NoAttribute(), simulations=100, seed=1, compiled=compiled, method="uct")


# The same faults where only the compiled search meets them: the rehearsal
# before compiling is over after a few hundred plies, the long game is not.
class LateInTheSearch(OneHeap):
    """Sound until the generator leads into one corner of the tree.

    The kind of fault is a float, a run-time field: all are compiled as one.
    """

    max_actions = 1  # a friendly list may well be longer

    def __init__(self, kind: float) -> None:
        self.kind = kind

    def initial_state(self):
        return (30, 0, 0)

    def current_player(self, state):
        corner = state[0] == 26 and state[2] == 8
        return 5 if self.kind == 1.0 and corner else state[1]

    def legal_actions(self, state):
        if state[0] == 0 or (self.kind == 4.0 and state[2] == 30):
            return [0 for _ in range(0)]
        if self.kind == 7.0:  # no fault, but five hundred moves
            return [499 - index for index in range(500)]
        return [[0, 1, 2][index + (self.kind == 5.0 and state[2] == 9)] for index in range(3)]

    def is_terminal(self, state):
        return state[0] == 0

    def next_state(self, state, action):
        if self.kind == 2.0 and state[2] == 30:
            raise ValueError("here it is")
        if self.kind == 8.0:
            return state  # for ever
        return (0 if self.kind == 7.0 else state[0] - 1, 1 - state[1], state[2] + action)

    def returns(self, state):
        first = math.nan if self.kind == 3.0 and state[2] >= 36 else float(state[2])
        return (math.nan if self.kind == 6.0 else first, 0.0)


@pytest.mark.parametrize(
    ("kind", "sentence"),
    [
        (1.0, "current_player returned 5"),
        (2.0, "next_state raised ValueError: here it is"),
        (3.0, r"returns returned \(nan, 0\.0\)"),
        (4.0, "legal_actions returned no action, yet is_terminal"),
    ],
)
def test_a_fault_met_in_compiled_code_is_found_again_interpreted(kind, sentence):
    searcher = gt.Searcher(LateInTheSearch(kind), seed=1, compiled=True, method="uct")
    with pytest.raises(gt.GameError, match=rf"LateInTheSearch\.{sentence}.*after the moves [0-2] "):
        searcher.run(simulations=200_000)
    # What was found before still stands.
    result = searcher.result()
    assert sum(each.visits for each in result.actions) == result.simulations


@pytest.mark.parametrize(("kind", "method"), [(5.0, "legal_actions"), (6.0, "returns")])
def test_both_modes_name_the_same_method_line_and_moves(kind, method):
    told = set()
    game = LateInTheSearch(kind)
    for compiled in (True, False, "auto"):
        for _ in range(2):  # the second time, compiled code is at hand
            with pytest.raises(gt.GameError) as caught:
                gt.search(game, simulations=20_000, seed=3, compiled=compiled, method="uct")
            told.add(str(caught.value))
    assert len(told) == 1, told
    assert f"LateInTheSearch.{method} r" in told.pop()
    # What raises is the last line; what is returned has none, and that of the method is told.
    code = getattr(LateInTheSearch, method).__code__
    lines = [line for _, _, line in code.co_lines() if line is not None]
    line = max(lines) if method == "legal_actions" else min(lines)
    assert f"(test_faults.py, line {line}) (after the moves" in str(caught.value)


def test_an_action_beyond_32_bits_is_one():
    """Compiled: tests/native/test_actions.py."""
    result = gt.search(ActionOutOfRange(), simulations=500, seed=1, compiled=False, method="uct")
    assert result.simulations == 500


@pytest.mark.parametrize("compiled", [True, False])
def test_more_actions_than_declared_are_no_fault_of_a_friendly_list(compiled):
    game = LateInTheSearch(7.0)
    result = gt.search(game, simulations=600, seed=1, compiled=compiled, method="uct")
    assert len(result.actions) == 500


def test_an_endless_playout_ends_the_search_with_advice():
    told = r"LateInTheSearch has not ended after 1,000,000 moves; cut"
    with pytest.raises(gt.GameError, match=told):
        gt.search(LateInTheSearch(8.0), simulations=1, seed=1, compiled=True, method="uct")


def test_after_a_fault_the_interpreter_is_usable():
    for _ in range(3):
        with pytest.raises(gt.GameError):
            gt.search(NanReturns(), simulations=100, compiled=False, method="uct")
        assert gt.search(OneHeap(), simulations=100, seed=1, method="uct").simulations == 100


def test_a_game_that_defines_too_little_says_what_is_missing():
    class Half(gt.Game):
        def initial_state(self):
            return (0,)

    with pytest.raises(gt.GameError, match="Half must define the method legal_actions"):
        gt.search(Half(), simulations=10, compiled=False, method="uct")


class CountsForEver(Late):
    """The moves never end where four counters are left."""

    def legal_actions(self, state):
        if state[0] == 4:
            return itertools.count(1)
        return range(1, min(3, state[0]) + 1)


def test_a_list_of_moves_without_end_is_named(monkeypatch):
    for module in ("rules.checked_game", "mcts.engine.working_tree"):
        monkeypatch.setattr(f"gametree.{module}.MOST_ACTIONS", 1 << 14)
    with pytest.raises(gt.GameError, match=r"legal_actions gave more than 16,384 actions .*\(aft"):
        gt.search(CountsForEver(), simulations=2000, seed=1, compiled=False, method="uct")
    with pytest.raises(gt.GameError, match=r"legal_actions gave more than .* \(in the searched"):
        gt.search(CountsForEver(), (4, 0), simulations=10, compiled=False, method="uct")


def test_a_generator_of_moves_that_raises_is_named():
    class Stumbles(Late):
        def legal_actions(self, state):
            yield 1
            if state[0] == 4:
                raise ValueError("out of breath")

    with pytest.raises(
        gt.GameError, match=r"legal_actions raised ValueError: out of breath .*\(aft"
    ):
        gt.search(Stumbles(), simulations=200, seed=1, compiled=False, method="uct")


class Weighed(OneHeap):
    """A game with something of its own that strategies may ask for."""

    min_return = -2.0
    favourite = 2

    def weight(self, action):
        return 1.0 if action == self.favourite else 0.5


class AsksTheGame(gt.GuidedEvaluation):
    def evaluate(self, game, state, rng, work):
        work.values[0], work.values[1] = game.min_return, -game.min_return

    def prior(self, game, state, action):
        return game.weight(action) - game.min_return


def test_strategies_may_ask_a_game_under_watch_for_what_it_has_of_its_own():
    searcher = gt.Searcher(Weighed(), evaluation=AsksTheGame(), seed=1, compiled=False)
    priors = {edge.action: edge.prior for edge in searcher.trees.first.tree.edges[0]}
    assert priors == {1: 2.5 / 8, 2: 3 / 8, 3: 2.5 / 8}


class DividesByVisits(gt.UCB1):
    def score(self, node, edge, value_range):
        return 1.0 / (edge.visits - 3)


@pytest.mark.parametrize("compiled", [True, False])
def test_a_division_in_a_strategy_is_told_with_its_line(compiled):
    line = DividesByVisits.score.__code__.co_firstlineno + 1
    told = rf"^DividesByVisits\.score raised ZeroDivisionError: .* \(test_faults.py, line {line}\)"
    with pytest.raises(gt.StrategyError, match=told):
        gt.search(
            OneHeap(), simulations=2000, seed=1, selection=DividesByVisits(), compiled=compiled
        )


class Nobody(OneHeap):
    """Deep in a playout a player moves who does not exist."""

    def current_player(self, state):
        return state[1] if state[0] > 12 else 1 << 40

    def heuristic(self, state):
        return (0.0, 0.0)


LISTENING = {
    "history": {"selection": gt.ProgressiveHistory()},
    "mast": {"evaluation": gt.Playout(gt.MAST(epsilon=0.1))},
    "grave": {"selection": gt.GRAVE()},
    "nst": {"evaluation": gt.Playout(gt.NST(epsilon=0.1))},
    "reply": {"evaluation": gt.Playout(gt.LastGoodReply())},
    "greedy": {"evaluation": gt.Playout(gt.EpsilonGreedy(0.0))},
    "decisive": {"evaluation": gt.Playout(gt.Decisive())},
}


@pytest.mark.parametrize(
    ("kind", "compiled"),
    # Compiled, one of those that ask for the player, as all do by one function: the others hear
    # of him from the playout.
    [*((kind, False) for kind in LISTENING), ("reply", True)],
)
def test_a_player_who_does_not_exist_is_no_place_in_memory(kind, compiled):
    """Strategies find what they know of a player by his number, compiled without bounds."""
    told = "Nobody.current_player returned 1099511627776; a player from 0 to 1 was expected"
    with pytest.raises(gt.GameError, match=told):
        gt.search(Nobody(), simulations=5, seed=1, compiled=compiled, **LISTENING[kind])


@pytest.mark.parametrize(
    "policy",
    [
        gt.MAST(epsilon=0.0),
        gt.NST(epsilon=0.0),
        gt.LastGoodReply(),
        gt.EpsilonGreedy(0.0),
        gt.Decisive(),
    ],
    ids=lambda policy: type(policy).__name__,
)
def test_a_policy_looks_whether_the_player_exists_before_it_uses_his_number(policy):
    game = Nobody()
    work = gt.Searcher(game, seed=1, compiled=False, method="uct").trees.first.work
    policy = policy.fitted_to(game)
    if isinstance(policy, (gt.MAST, gt.NST, gt.LastGoodReply)):
        policy.begin()
        policy.note(0, 1)
    with pytest.raises(RulesBroken):
        policy.choose(game, (9, 0), 0, gt.Rng(1), work)
