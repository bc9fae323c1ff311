"""Games where dice decide: outcomes come by their probabilities, values are expectations."""

from __future__ import annotations

import ast
import math
import re

import pytest

import gametree as gt
from toys import OneHeap, Pig, Race, Sides, SureThing, Wheel
from trees import flat, nodes_of


@pytest.fixture(scope="module")
def pig_values():
    """Return the chance to win at Pig to 12 for the player to move, by value iteration.

    Keys are (own points, other's points, points of this turn); values are of
    best play (Neller and Presser, 2004).
    """
    goal = 12
    states = [
        (mine, theirs, turn)
        for mine in range(goal)
        for theirs in range(goal)
        for turn in range(goal - mine)
    ]
    wins = dict.fromkeys(states, 0.5)

    def after(mine, theirs, turn):
        return 1.0 if mine + turn >= goal else wins[mine, theirs, turn]

    def options(mine, theirs, turn):
        hold = 1 - after(theirs, mine + turn, 0)
        faces = [1 - wins[theirs, mine, 0]]
        faces += [after(mine, theirs, turn + face) for face in range(2, 7)]
        return hold, math.fsum(faces) / 6

    for _ in range(200):
        change = 0.0
        for state in states:
            best = max(options(*state))
            change = max(change, abs(best - wins[state]))
            wins[state] = best
    assert change < 1e-12
    return {state: options(*state) for state in states}


class Loaded(Pig):
    """Pig to 12; late in the game each face comes with the probability `share`, a run-time field.

    What is compiled as this is compiled once.
    """

    def __init__(self, share: float = 1 / 6) -> None:
        super().__init__(12)
        self.share = share

    def chance_outcomes(self, state):
        share = self.share if state[0] + state[1] > 6 else 1 / 6
        return [(face, share) for face in range(1, 7)]


# With PUCT, and greedy playouts that are cut: tests/mcts/selection/test_chance_nodes.py.
def test_compiled_and_interpreted_trees_are_equal_to_the_bit():
    trees = []
    for compiled in (True, False):
        searcher = gt.Searcher(Loaded(), seed=9, compiled=compiled, selection=gt.UCB1())
        searcher.run(simulations=2000)
        trees.append(flat(searcher))
    assert trees[0] == trees[1]


def test_outcomes_come_as_often_as_they_should():
    searcher = gt.Searcher(Pig(20), seed=1, compiled=False, method="uct")
    searcher.run(simulations=3000)
    seen = 0
    for _, node, edges in nodes_of(searcher):
        if node.player != gt.CHANCE:
            continue
        assert node.visits == sum(edge.visits for edge in edges)
        assert [edge.action for edge in edges] == list(range(1, 7))
        if node.visits >= 200:
            expected = node.visits / 6
            # Six standard deviations: one in 500 million.
            margin = 6 * math.sqrt(node.visits * (1 / 6) * (5 / 6))
            assert all(abs(edge.visits - expected) < margin for edge in edges)
            seen += 1
    assert seen >= 3


def test_the_value_of_a_move_is_the_expectation():
    searcher = gt.Searcher(Wheel(), seed=4, selection=gt.UCB1(c=100.0), compiled=False)
    result = searcher.run(simulations=10_000)
    means = {move.action: move for move in result.actions}
    # Standard deviations of the wheels: 3.32 and 0.70; each is turned 5,000 times.
    assert abs(means[0].mean - 3.0) < 6 * 3.32 / math.sqrt(means[0].visits)
    assert abs(means[1].mean - 2.375) < 6 * 0.70 / math.sqrt(means[1].visits)


def test_what_cannot_happen_is_never_drawn():
    searcher = gt.Searcher(Wheel(), seed=4, compiled=False, method="uct")
    searcher.run(simulations=5000)
    visits = {path: edges for path, _, edges in nodes_of(searcher)}
    impossible = [int(edge.visits) for edge in visits[0,] if edge.action == 9]
    assert impossible == [0]


def test_the_better_move_is_found(pig_values):
    """From every sixth position where a wrong move costs 5 % of the wins, or more."""
    game = Loaded()
    clear = [state for state, (hold, roll) in pig_values.items() if abs(hold - roll) > 0.05]
    clear = [state for state in sorted(clear) if state[2] > 0][::6]
    assert len(clear) >= 30
    wrong = []
    for mine, theirs, turn in clear:
        hold, roll = pig_values[mine, theirs, turn]
        result = gt.search(
            game, (mine, theirs, turn, 0, False), simulations=3000, seed=1, method="uct"
        )
        if result.action != (Pig.HOLD if hold > roll else Pig.ROLL):
            wrong.append((mine, theirs, turn))
    assert wrong == []


def test_the_value_comes_near_that_of_best_play(pig_values):
    result = gt.search(Loaded(), simulations=400_000, seed=2, method="uct")
    best = 2 * max(pig_values[0, 0, 0]) - 1
    assert abs(result.value[0] - best) < 0.05


def test_the_line_ends_where_chance_moves():
    searcher = gt.Searcher(Pig(), (0, 0, 0, 0, False), seed=1, compiled=False, method="uct")
    result = searcher.run(simulations=500)
    assert result.principal_variation == (Pig.ROLL,)
    assert result.to_dict()["principal_variation"] == ["1"]


def test_nothing_is_searched_where_chance_moves_but_the_game_goes_on():
    searcher = gt.Searcher(Pig(), seed=1, compiled=False, method="uct")
    searcher.run(simulations=500)
    searcher.advance(Pig.ROLL)
    with pytest.raises(gt.ChancePosition, match=r"advance\(outcome\)"):
        searcher.run(simulations=1)
    with pytest.raises(gt.ChancePosition):
        searcher.result()
    with pytest.raises(gt.IllegalMove, match="legal moves are 1, 2, 3"):
        searcher.advance(9)
    searcher.advance(4)
    result = searcher.run(simulations=100)
    assert result.simulations > 100
    assert searcher.state == (0, 0, 4, 0, False)
    with pytest.raises(gt.ChancePosition):
        gt.search(Pig(), (0, 0, 0, 0, True), simulations=10, compiled=False, method="uct")


def test_the_tree_shows_outcomes_with_their_probabilities():
    searcher = gt.Searcher(Pig(), seed=1, compiled=False, method="uct")
    searcher.run(simulations=500)
    view = searcher.tree(max_depth=2)
    roll = next(child for child in view.root["children"] if child["move"] == "1")
    assert {child["move"] for child in roll["children"]} == set("123456")
    for child in roll["children"]:
        assert child["probability"] == pytest.approx(1 / 6)
        assert child["mean"] is None
        assert child["player"] == gt.CHANCE
    assert "probability 0.167" in view.to_text()
    assert "p 0.167" in view.to_dot()


class Unsure(Pig):
    outcomes = ()

    def chance_outcomes(self, state):
        return self.outcomes


@pytest.mark.parametrize(
    ("outcomes", "told"),
    [
        ([(face, 0.2) for face in range(1, 7)], "sum to 1"),
        ([(face, -1.0 if face == 1 else 0.4) for face in range(1, 7)], "0 or more"),
        ([(face, math.nan) for face in range(1, 7)], "0 or more"),
        ([(face, 0.2) for face in range(1, 6)], "must be the same"),
        ([1, 2, 3], r"\(action, probability\) pairs"),
        (None, r"\(action, probability\) pairs"),
    ],
    ids=["sum", "negative", "nan", "other actions", "no pairs", "none"],
)
def test_wrong_outcomes_are_named(outcomes, told):
    game = Unsure()
    game.outcomes = outcomes
    with pytest.raises(gt.GameError, match=f"Unsure.chance_outcomes.*{told}.*after the moves"):
        gt.search(game, simulations=100, compiled=False, seed=1, method="uct")


@pytest.mark.parametrize("compiled", [False, True])
@pytest.mark.parametrize("share", [0.5, -1.0, 1 / 6 + 1e-9, 1 / 6 - 1e-9, math.nan])
def test_wrong_probabilities_are_named_with_the_state_in_both_modes(share, compiled):
    """Also where none but random games meet them: they come late in the game."""
    with pytest.raises(gt.GameError) as told:
        gt.search(Loaded(share), simulations=10_000, compiled=compiled, seed=1, method="uct")
    said = re.search(
        r"chance_outcomes gave probabilities \[(.*), .*\] in the state (\(.*\)), which sum to .*; "
        r"numbers of 0 or more that sum to 1, within 1e-09, were expected .*\(after the moves ",
        str(told.value),
    )
    assert float(said[1].split(", ")[0]) == pytest.approx(share, abs=0.0, nan_ok=True)
    first, second, _, _, rolling = ast.literal_eval(said[2])
    assert first + second > 6
    assert rolling


@pytest.mark.parametrize("compiled", [False, True])
def test_a_search_that_meets_them_in_random_games_only_names_them_too(compiled):
    with pytest.raises(gt.GameError, match=r"in the state \(\d+, \d+, \d+, [01], True\), which"):
        gt.search(Loaded(0.17), simulations=3, compiled=compiled, seed=1, method="uct")


@pytest.mark.parametrize("compiled", [False, True])
def test_what_rounding_makes_of_probabilities_is_none_of_this(compiled):
    result = gt.search(
        Loaded(1 / 6 + 1e-10), simulations=2000, compiled=compiled, seed=1, method="uct"
    )
    assert result.simulations == 2000


def test_outcomes_of_another_shape_are_told_when_compiling():
    class Flat(Pig):
        def chance_outcomes(self, state):
            return [1 / 6 for face in range(1, 7)]

    game = Flat()
    with pytest.raises((gt.NotCompilable, gt.GameError), match=r"chance_outcomes.*pairs"):
        gt.search(game, simulations=10, compiled=True, method="uct")


def test_chance_without_outcomes_says_what_to_define():
    class Forgetful(OneHeap):
        def current_player(self, state):
            return gt.CHANCE

    with pytest.raises(gt.GameError, match=r"current_player.*defines chance_outcomes"):
        gt.search(Forgetful(), simulations=10, compiled=False, method="uct")


@pytest.mark.parametrize("transpositions", [False, True])
@pytest.mark.parametrize("players", [1, 2, 3])
def test_what_is_proven_does_not_pull_at_means(players, transpositions):
    # A toss is a win at once, or a loss some moves later: worth 0 in the end.
    result = gt.search(
        SureThing(players),
        selection=gt.UCB1(5.0),
        solver=True,
        transpositions=transpositions,
        seed=2,
        simulations=2000,
        compiled=False,
    )
    moves = {each.action: each for each in result.actions}
    assert moves[SureThing.TAKE].proven == pytest.approx(0.3)
    # Six standard deviations: one in 500 million.
    assert abs(moves[SureThing.TOSS].mean) < 6 / math.sqrt(moves[SureThing.TOSS].visits) < 0.3


def test_with_proofs_means_are_still_expectations():
    simulations = 4000
    for players in (2, 3):
        game = Race(players)
        result = gt.search(game, solver=True, seed=3, simulations=simulations, compiled=False)
        assert result.proof is None
        for mean, expected in zip(result.value, game.expected(game.initial_state()), strict=True):
            assert abs(mean - expected) < 6 / math.sqrt(simulations)


# With threads on one tree: tests/mcts/parallel/test_tree_parallel.py.
@pytest.mark.parametrize("sides", [0, 3, 6, 7, 9, 11, 18, 20, 21, 49, 52])
def test_probabilities_are_rounded_but_what_is_certain_is_certain(sides):
    options = {"solver": True, "seed": 1, "simulations": 2000, "compiled": False}
    result = gt.search(Sides(), (0, 0, sides), **options)
    assert result.stopped_by == "proof"
    assert (result.action, result.proof) == (0, gt.Proof((1.0, -1.0), 3))


def test_probabilities_whose_sum_misses_one_are_brought_to_it():
    class Thirds(Wheel):
        min_return, max_return = 0.0, 9.0
        WHEELS = ((0, 4, 8), (2, 3, 4))

        def legal_actions(self, state):
            if state[1] >= 0:
                return []
            return [0, 1] if state[0] < 0 else list(self.WHEELS[state[0]])

        def chance_outcomes(self, state):
            return [(face, 0.3333333335) for face in self.WHEELS[state[0]]]

    result = gt.search(Thirds(), solver=True, seed=1, simulations=1000, compiled=False)
    assert result.proof.value[0] == pytest.approx(4.0, rel=1e-12)
