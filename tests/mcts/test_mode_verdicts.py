"""Compiled rules are compared with interpreted ones once, and differences stop compilation."""

from __future__ import annotations

import random
import re
import threading

import pytest

import gametree as gt
from gametree import errors
from gametree.mcts import mode_verdicts
from gametree.mcts.engine.mode_comparison import compare_games, compare_searches
from gametree.user_code.silence import silence
from plainpython.back_end import cache
from plainpython.compilable import native_twin
from toys import OneHeap
from trees import flat

METHOD = "compiled rules compared with interpreted ones: "


@pytest.fixture
def disk(monkeypatch):
    """What is on disk of comparisons, which are counted; nothing is known at first."""
    kept = {}
    load, store = cache.load, cache.store

    def loaded(name):
        return kept.get(name) if name.startswith("modes of") else load(name)

    def stored(name, value):
        if name.startswith("modes of"):
            kept[name] = value
        else:
            store(name, value)

    monkeypatch.setattr(cache, "load", loaded)
    monkeypatch.setattr(cache, "store", stored)
    monkeypatch.setattr(mode_verdicts, "_known", {})
    return kept


@pytest.fixture
def compared(monkeypatch):
    """The games that searches were compared of."""
    games = []

    def noted(engine, state, budget):
        games.append(engine.game)
        return compare_searches(engine, state, 10.0)

    monkeypatch.setattr(mode_verdicts, "compare_searches", noted)
    return games


class WrongReturns(OneHeap):
    """Compiled, it returns something else where the last move took two."""

    def _compiled(self, state):
        return (0.5, -0.5)

    @native_twin(_compiled)
    def returns(self, state):
        return (1.0, -1.0)


class DeepFault(OneHeap):
    """Compiled, a move of two leaves one too few where four are left."""

    def _compiled(self, state, action):
        return (state[0] - action - int(state[0] == 4 and action == 2), 1 - state[1])

    @native_twin(_compiled)
    def next_state(self, state, action):
        return (state[0] - action, 1 - state[1])


class Raising(OneHeap):
    """Compiled, a move of two raises where five are left."""

    def _compiled(self, state, action):
        if state[0] == 5 and action == 2:
            raise ValueError
        return (state[0] - action, 1 - state[1])

    @native_twin(_compiled)
    def next_state(self, state, action):
        return (state[0] - action, 1 - state[1])


class Unsteady(OneHeap):
    """Interpreted, it returns now this and now that."""

    def _compiled(self, state):
        return (1.0, -1.0)

    @native_twin(_compiled)
    def returns(self, state):
        value = random.choice((1.0, 0.5, -1.0))
        return (value, -value)


class Growing(OneHeap):
    """After three moves of two a number has more than 64 bits; random games seldom show it."""

    def initial_state(self):
        return (self.counters, 0, 1)

    def next_state(self, state, action):
        grown = state[2] * 10**7 if action == 2 else 1
        return (state[0] - action, 1 - state[1], grown)


class Weighted(OneHeap):
    """Its parameter is a float, for which the same machine code serves."""

    def __init__(self, counters, weight):
        super().__init__(counters)
        self.weight = weight

    def returns(self, state):
        return (self.weight, -self.weight) if state[1] else (-self.weight, self.weight)


class Talking(OneHeap):
    """It prints each move."""

    def next_state(self, state, action):
        print("took", action)
        return (state[0] - action, 1 - state[1])


@pytest.mark.parametrize(
    ("kind", "method", "told"),
    [
        (WrongReturns, "returns", "gave (0.5, -0.5) compiled, (1.0, -1.0) interpreted"),
        (DeepFault, "next_state", "gave (1, "),
        (Raising, "next_state", "or what is asked after it raised ValueError"),
    ],
)
def test_a_difference_stops_compilation(disk, compared, kind, method, told):
    game = kind(12)
    place = f"{kind.__name__}.{method} (test_mode_verdicts.py, line "
    with pytest.warns(gt.NotCompiledWarning, match="run gametree check") as warned:
        searcher = gt.Searcher(game, seed=1, method="uct")
    assert len(compared) == 1
    sentence = str(warned[0].message)
    assert sentence.startswith(f"searching interpreted: {place}")
    assert told in sentence
    assert ", after the moves " in sentence
    assert searcher.why_interpreted == sentence.removeprefix("searching interpreted: ")
    found = searcher.run(simulations=200)
    assert not found.compiled
    assert METHOD not in found.method
    plain = gt.Searcher(game, seed=1, method="uct", compiled=False)
    plain.run(simulations=200)
    assert flat(searcher) == flat(plain)
    with pytest.raises(gt.NotCompilable) as refused:  # from memory, whatever searches it
        gt.Searcher(game, seed=1, transpositions=True, compiled=True)
    assert str(refused.value) == searcher.why_interpreted
    assert refused.value.line > 0
    assert len(compared) == 1


def test_a_limit_of_compiled_rules_stops_compilation_unless_that_is_asked_for(disk, compared):
    told = (
        r"^searching interpreted: Growing\.next_state .* more than 64 bits\) compiled, after the "
    )
    with pytest.warns(gt.NotCompiledWarning, match=told):
        assert gt.search(Growing(7), seed=1, simulations=200, method="uct").simulations == 200
    with pytest.raises(gt.GameError, match="more than 64 bits"):
        gt.search(Growing(7), seed=1, simulations=200, method="uct", compiled=True)
    assert len(compared) == 1


def test_equal_rules_are_compared_once(disk, compared, monkeypatch):
    game = OneHeap(9)
    first = gt.Searcher(game, seed=1, method="uct")
    assert compared == [game]
    assert re.search(f"; {METHOD}[0-9]+ simulations, equal$", first.run(simulations=10).method)
    again = gt.Searcher(game, seed=1, method="uct")
    assert again.run(simulations=10).method == first.result().method
    monkeypatch.setattr(mode_verdicts, "_known", {})  # as in another process
    later = gt.Searcher(OneHeap(9), seed=2, method="uct")
    assert later.run(simulations=10).method == first.result().method
    assert compared == [game]
    gt.Searcher(OneHeap(10), seed=1, method="uct")
    assert len(compared) == 2


def test_other_values_of_parameters_are_compared_as_well(disk, compared):
    for weight in (1.0, 0.5, 1.0):
        gt.Searcher(Weighted(6, weight), seed=1, method="uct")
    assert len(compared) == 2


def test_the_result_does_not_depend_on_the_comparison(disk, monkeypatch):
    def searched(budget, longest):
        monkeypatch.setattr(mode_verdicts, "_known", {})
        disk.clear()
        monkeypatch.setattr(mode_verdicts, "_LONGEST", budget)
        monkeypatch.setattr("gametree.mcts.engine.mode_comparison._LONGEST", longest)
        searcher = gt.Searcher(OneHeap(9), seed=7)
        searcher.run(simulations=300)
        return searcher.trees.first.compared, flat(searcher), searcher.trees.first.rng.state[0]

    much, little, nothing = searched(10.0, 10.0), searched(0.0, 10.0), searched(0.0, -1.0)
    assert much[0] != little[0] != nothing[0] == ""
    assert much[1:] == little[1:] == nothing[1:]


def test_without_a_folder_each_process_compares_once(compared, monkeypatch):
    monkeypatch.setattr(mode_verdicts, "_known", {})
    monkeypatch.setattr(cache, "cache_folder", lambda: None)
    for _ in range(2):
        assert gt.Searcher(OneHeap(9), seed=1, method="uct").compiled
    assert len(compared) == 1


def test_rules_that_are_unsteady_are_not_blamed_on_compiling(disk, compared):
    random.seed(1)
    with pytest.warns(gt.RandomRulesWarning, match="two interpreted searches of Unsteady"):
        searcher = gt.Searcher(Unsteady(12), seed=1, method="uct", compiled=True)
    assert searcher.compiled
    assert searcher.trees.first.compared == ""
    with pytest.warns(gt.RandomRulesWarning, match="gametree check"):
        gt.Searcher(Unsteady(12), seed=1, method="uct")
    assert len(compared) == 1


def test_threads_on_one_tree_compare_games(disk, compared):
    options = {"seed": 1, "method": "uct", "workers": 2, "parallel": "tree"}
    searcher = gt.Searcher(OneHeap(9), **options)
    assert re.fullmatch(f"{METHOD}[0-9]+ games?, equal", searcher.trees.first.compared)
    with pytest.raises(gt.NotCompilable, match=r"WrongReturns\.returns .* gave \(0\.5, -0\.5\)"):
        gt.Searcher(WrongReturns(12), **options)
    assert compared == []
    random.seed(1)
    found = compare_games(Unsteady(12), (12, 0), 1.0)
    assert found.unsteady
    assert found.found is None


def test_rules_at_fault_are_left_to_the_search(disk, compared):
    class Failing(OneHeap):
        def returns(self, state):
            if state[1] == 1:
                raise LookupError("no such score")
            return (1.0, -1.0)

    searcher = gt.Searcher(Failing(9), seed=1, method="uct", compiled="auto")
    with pytest.raises(errors.GameError, match="no such score"):
        searcher.run(simulations=100)
    assert disk == {}


def test_what_rules_print_is_printed_by_the_search_alone(disk, compared, capsys, monkeypatch):
    gt.Searcher(Talking(5), seed=1, method="uct")
    gt.Searcher(Talking(5), seed=1, method="uct")
    assert len(compared) == 1
    before = capsys.readouterr().out
    monkeypatch.setattr(mode_verdicts, "_known", {})
    disk.clear()
    gt.Searcher(Talking(5), seed=1, method="uct").run(simulations=1)
    assert len(compared) == 2
    assert 0 < capsys.readouterr().out.count("took") < max(20, before.count("took"))


def test_only_the_thread_that_is_silent_prints_nothing(capsys):
    with silence():
        print("hidden")
        with silence():
            print("hidden")
        print("hidden")
        other = threading.Thread(target=print, args=("shown",))
        other.start()
        other.join()
    print("again")
    assert capsys.readouterr().out == "shown\nagain\n"
