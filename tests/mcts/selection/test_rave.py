"""RAVE and GRAVE: their statistics are recomputed from simulations that were written down."""

from __future__ import annotations

import math
from collections import defaultdict

import numpy as np
import pytest

import gametree as gt
from gametree.games import ConnectFour, TicTacToe
from gametree.mcts.search_record import search_with
from gametree.mcts.selection.rave import LastPlies
from gametree.mcts.selection.ucb1 import UCB1
from gametree.mcts.tree.tree import NO_CHILD, ROOT
from gametree.native.build import compile_function
from recorded import recorded
from toys import Gather, Pig, Telling, Words
from trees import flat, nodes_of, plain


class Far(gt.Game):
    """Three players in turn choose one of six actions; four of them share a slot of a table.

    Each gets what his actions say; one that was chosen before, by anybody, gives nothing.
    """

    players = 3
    states_change = False

    def initial_state(self):
        return (0, 0, 0, 0)

    def current_player(self, state):
        return state[0] % 3

    def legal_actions(self, state):
        if state[0] == 7:
            return []
        return [-1, 0, 8193, 3 * 8193, 2000 * 8193, 8191 * 8193]

    def next_state(self, state, action):
        sums = [state[1], state[2], state[3]]
        sums[state[0] % 3] += (action + 1) % 7
        return (state[0] + 1, sums[0], sums[1], sums[2])

    def returns(self, state):
        return (float(state[1]), float(state[2]), float(state[3]))


class Shopping(gt.Game):
    """One player buys eight of thirty things, in any order, and is paid if 11 is among them."""

    players = 1

    def initial_state(self):
        return (0, 0)

    def current_player(self, state):
        return 0

    def legal_actions(self, state):
        return [thing for thing in range(30) if not state[0] >> thing & 1] if state[1] < 8 else []

    def next_state(self, state, action):
        return (state[0] | 1 << action, state[1] + 1)

    def returns(self, state):
        return (float(state[0] >> 11 & 1),)


class Distant(Telling):
    """Tic-tac-toe; cells are told by numbers far apart, which share a slot of a table."""

    STEP = 1000 * 8193

    def legal_actions(self, state):
        return [cell * self.STEP for cell in TicTacToe.legal_actions(self, state)]

    def next_state(self, state, action):
        return TicTacToe.next_state(self, state, action // self.STEP)

    def fill_legal_actions(self, state, out):
        return self.set_apart(out, TicTacToe.fill_legal_actions(self, state, out))

    def fill_winning_actions(self, state, player, out):
        return self.set_apart(out, Telling.fill_winning_actions(self, state, player, out))

    def random_action(self, state, rng):
        return TicTacToe.random_action(self, state, rng) * self.STEP

    def set_apart(self, out, count):
        for place in range(count):
            out[place] *= self.STEP
        return count


# What is compiled here: all tests of it share one kind.
# Playouts take wins, and prevent those that the game tells of; MAST chooses otherwise.
LEARNING = {
    "selection": gt.GRAVE(ref=10, c=1.0),
    "evaluation": gt.Playout(gt.Decisive(gt.MAST())),
}


def amaf(searcher):
    return [
        [(plain(edge.action), int(edge.amaf_visits), float(edge.amaf_total)) for edge in edges]
        for _, _, edges in nodes_of(searcher)
    ]


def expected_amaf(simulations):
    """Return [visits, total] for each (position as a line of actions, action), the plain way."""
    found = defaultdict(lambda: [0, 0.0])
    for moves, playout, values in simulations:
        line = [*moves, *playout]
        for ply, (player, _) in enumerate(moves):
            if player == gt.CHANCE:
                continue
            position = tuple(action for _, action in moves[:ply])
            for action in {action for mover, action in line[ply:] if mover == player}:
                found[position, action][0] += 1
                found[position, action][1] += values[player]
    return found


@pytest.mark.parametrize(
    ("game", "options"),
    [
        (ConnectFour(5, 4), {}),
        (ConnectFour(5, 4), {"solver": True}),
        (Gather(), {}),
        (Pig(9), {}),
        (Far(), {}),
        (Words("treetree"), {}),
        (TicTacToe(), {"expand_after": 3}),
    ],
    ids=["two", "solver", "three", "chance", "far", "words", "late"],
)
@pytest.mark.parametrize("ref", [0, 15])
def test_a_move_is_credited_with_all_simulations_in_which_its_player_made_it(game, options, ref):
    parameters = {"ref": ref, "c": 0.7}
    searcher, simulations = recorded(game, gt.GRAVE, parameters, 500, **options)
    expected = expected_amaf(simulations)
    count = 0
    for path, node, edges in nodes_of(searcher):
        if node.player == gt.CHANCE:
            assert all(edge.amaf_visits == 0 for edge in edges)
            continue
        for edge in edges:
            visits, total = expected[path, edge.action]
            assert edge.amaf_visits == visits
            assert edge.amaf_total == pytest.approx(total, abs=1e-9)
            count += visits > edge.visits
    assert count > 20  # statistics that a plain search has not


def formula(edge, amaf, value_range, visits, bias, c):
    total, times = amaf
    explore = c * value_range * math.sqrt(math.log(1 + visits) / (1 + edge.visits))
    if times == 0 and edge.visits == 0:
        return math.inf
    beta = times / (times + edge.visits + bias * times * edge.visits)
    mean = edge.mean
    rave = total / times if times else 0.0
    return (1 - beta) * mean + beta * rave + explore


@pytest.mark.parametrize(
    "game", [ConnectFour(5, 4), Gather(), Pig(9)], ids=["two", "three", "dice"]
)
@pytest.mark.parametrize("ref", [0, 40])
def test_a_score_mixes_the_mean_and_the_nearest_position_with_visits_enough(game, ref):
    rule = gt.GRAVE(ref=ref, rave_bias=0.02, c=0.3)
    searcher = gt.Searcher(game, selection=rule, seed=2, compiled=False)
    searcher.run(simulations=600)
    engine = searcher.trees.first
    rule = engine.method.selection
    search = search_with(game, engine.method, engine.tree, engine.work, gt.Rng(1))
    span = engine.work.span
    low, high = span.low, span.high
    borrowed = 0

    def visit(number, line):
        nonlocal borrowed
        node, edges = engine.tree.nodes[number], engine.tree.edges[number]
        if node.player != gt.CHANCE:
            own = {edge.action: (edge.amaf_total, edge.amaf_visits) for edge in edges}
            known = dict(own)
            if node.visits < ref:
                for earlier in reversed(line):
                    before = engine.tree.nodes[earlier]
                    if before.player == node.player and before.visits >= ref:
                        for edge in engine.tree.edges[earlier]:
                            if edge.action in known:
                                known[edge.action] = (edge.amaf_total, edge.amaf_visits)
                        break
            rule.forget()
            for earlier in [*line, number]:
                if engine.tree.nodes[earlier].player != gt.CHANCE:
                    rule.prepare(search, earlier, 0, 0)
            for edge in edges:
                amaf = known[edge.action]
                expected = formula(edge, amaf, high - low, node.visits, 0.02, 0.3)
                assert rule.score(node, edge, high - low) == pytest.approx(expected)
            borrowed += known != own
        for edge in edges:
            if edge.child != NO_CHILD:
                visit(edge.child, [*line, number])

    visit(ROOT, [])
    assert borrowed > 20 if ref else borrowed == 0


def test_searches_alike_in_both_modes():
    trees = []
    for mode in (True, False):
        searcher = gt.Searcher(Distant(), seed=3, compiled=mode, method="uct", **LEARNING)
        searcher.run(simulations=700)
        searcher.run(simulations=700)
        trees.append((flat(searcher), amaf(searcher)))
    assert trees[0] == trees[1]
    assert len(trees[0][0]) > 20


def test_a_move_that_is_good_whenever_it_is_made_is_found_sooner():
    by_visits = {"final_move": "visits", "compiled": False}

    def found(rule):
        results = [
            gt.search(Shopping(), selection=rule, simulations=40, seed=seed, **by_visits)
            for seed in range(30)
        ]
        return sum(result.action == 11 for result in results)

    # Forty simulations are three for each first move.
    assert found(gt.GRAVE(ref=0)) == 30
    assert found(UCB1()) < 20


def test_it_solves_with_proofs():
    game = TicTacToe()
    result = gt.search(
        game,
        (0b000_000_001, 0b000_010_000),
        simulations=20_000,
        seed=1,
        compiled=False,
        solver=True,
        transpositions=True,
        **LEARNING,
    )
    assert result.proof.value == (0.0, 0.0)


def test_one_rule_may_serve_two_searches_at_once():
    rule = gt.GRAVE(ref=5, c=0.5)
    alone = gt.Searcher(ConnectFour(), selection=rule, seed=1, compiled=False)
    alone.run(simulations=100)
    pair = [gt.Searcher(ConnectFour(), selection=rule, seed=1, compiled=False) for _ in range(2)]
    for _ in range(100):
        for searcher in pair:
            searcher.run(simulations=1)
    assert flat(pair[0]) == flat(pair[1]) == flat(alone)


def test_workers_have_statistics_of_their_own():
    def visits(seed):
        options = {"simulations": 600, "workers": 2, "compiled": True, "method": "uct", **LEARNING}
        result = gt.search(Distant(), seed=seed, **options)
        return [each.visits for each in result.actions]

    assert visits(4) == visits(4)
    assert sum(visits(4)) == 600


def test_a_saved_search_goes_on(tmp_path):
    searcher = gt.Searcher(Distant(), seed=2, compiled=False, method="uct", **LEARNING)
    searcher.run(simulations=300)
    searcher.save(tmp_path / "it.search")
    later = gt.Searcher.load(tmp_path / "it.search", Distant(), **LEARNING)
    for each in (searcher, later):
        each.run(simulations=300)
    assert flat(searcher) == flat(later)
    assert amaf(searcher) == amaf(later)
    other = LEARNING | {"selection": gt.GRAVE(ref=11, c=1.0)}
    with pytest.raises(gt.BadParameter, match="selection"):
        gt.Searcher.load(tmp_path / "it.search", Distant(), **other)


def test_a_tree_that_moves_on_keeps_the_statistics():
    searcher = gt.Searcher(Distant(), seed=2, compiled=False, method="uct", **LEARNING)
    searcher.run(simulations=500)
    action = searcher.result().action
    before = [
        [(plain(edge.action), int(edge.amaf_visits)) for edge in edges]
        for path, _, edges in nodes_of(searcher)
        if path[:1] == (action,)
    ]
    searcher.advance(action)
    after = [[(action, visits) for action, visits, _ in each] for each in amaf(searcher)]
    assert after == before
    searcher.run(simulations=100)


def test_what_makes_no_playouts_is_refused():
    def values(leaves):
        raise AssertionError

    for evaluation in (gt.BatchEvaluator(values), Constant()):
        with pytest.raises(gt.BadParameter, match=r"GRAVE.* learns from the moves of playouts"):
            gt.Searcher(TicTacToe(), selection=gt.GRAVE(), evaluation=evaluation)


class Constant(gt.Evaluation):
    def evaluate(self, game, state, rng, work):
        work.values[0] = work.values[1] = 0.0


@pytest.mark.parametrize("name", ["ref", "rave_bias", "c"])
@pytest.mark.parametrize("value", [-1, math.inf, math.nan, "few", None, True])
def test_bad_parameters_are_refused(name, value):
    with pytest.raises(gt.BadParameter, match=f"{name} must be a number of 0 or more"):
        gt.GRAVE(**{name: value})


def noted(last, actions, seen):
    """Forget, note each action but the last one for its place, and write who came since ply 2."""
    last.clear()
    for ply in range(len(actions) - 1):
        last.enter(1, actions[ply], ply)
    for index in range(len(actions)):
        seen[index] = last.since(1, actions[index], 2)
        seen[index] += 2 * last.since(0, actions[index], 0)


@pytest.mark.parametrize("compiled", [True, False])
def test_plies_of_earlier_simulations_are_forgotten_whatever_their_number(compiled):
    last = LastPlies(2)
    seen = np.zeros(7, np.int64)
    actions = np.array([3, 2**40, -1, 7, 3 * 8193, 4095, 4096])
    run = compile_function(noted, last, actions, seen) if compiled else noted
    for _ in range(2):
        for turned in (actions, actions[::-1].copy()):
            run(last, turned, seen)
            assert seen.tolist() == [0, 0, 1, 1, 1, 1, 0]
        last.start[0] = 2**63 - 2**32  # the last one: the next simulation begins anew
        last.plies[3] = last.start[0] + 5
