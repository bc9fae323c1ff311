"""Sequential halving: the visits of each round, who remains, and what it brings."""

from __future__ import annotations

import math

import pytest

import gametree as gt
from batched import values_of
from gametree.games import ConnectFour, Nim, TicTacToe
from gametree.mcts.named_strategies import strategies_of
from gametree.mcts.search_options import SearchOptions
from gametree.mcts.tree.tree import ROOT
from toys import Gather, Jumble, Pig
from trees import flat, nodes_of

SMALL = ConnectFour(width=5, height=4)


class Arms(gt.Game):
    """One player pulls one of several arms, and gets what it pays."""

    players = 1

    def __init__(self, pays=(0.0, 1.0)):
        self.pays = pays

    def initial_state(self):
        return (-1,)

    def current_player(self, state):
        return 0

    def legal_actions(self, state):
        return range(len(self.pays) if state[0] < 0 else 0)

    def next_state(self, state, action):
        return (action,)

    def returns(self, state):
        return (self.pays[state[0]],)


class Preferring(gt.GuidedEvaluation):
    """Arms are worth what they pay; those with low numbers are preferred."""

    def evaluate(self, game, state, rng, work):
        work.values[0] = game.returns(state)[0]

    def prior(self, game, state, action):
        return 2.0**-action


class Urns(gt.Game):
    """A hundred urns, from nine white balls of ten down to one of ten; white wins."""

    players = 1

    def initial_state(self):
        return (-1, -1)

    def current_player(self, state):
        return 0 if state[0] < 0 else gt.CHANCE

    def legal_actions(self, state):
        if state[0] < 0:
            return range(100)
        return range(2 if state[1] < 0 else 0)

    def chance_outcomes(self, state):
        black = 0.1 + worse(state[0])
        return [(0, black), (1, 1.0 - black)]

    def next_state(self, state, action):
        return (action, -1) if state[0] < 0 else (state[0], action)

    def returns(self, state):
        return (float(state[1]),)


def worse(urn):
    """Return by how much an urn is worse than the best one."""
    return 0.8 * urn / 99


def searched(rule=None, game=SMALL, simulations=800, **options):
    options = {"seed": 3, "compiled": False} | options
    searcher = gt.Searcher(game, selection=rule or gt.SequentialHalving(), **options)
    searcher.run(simulations=simulations)
    return searcher


def visits_of(searcher):
    """Return the visits of each move, in the order of the moves."""
    return [each.visits for each in sorted(searcher.result().actions, key=lambda each: each.action)]


def halved(arms, simulations, merit):
    """Return the visits of each arm by sequential halving; merit(arm, most visits of any)."""
    visits = dict.fromkeys(arms, 0)
    rounds = math.ceil(math.log2(len(visits)))
    within = list(visits)
    for number in range(rounds):
        left = simulations - sum(visits.values())
        last = number == rounds - 1
        share = max(1, (left - last) // ((rounds - number) * len(within)))
        for arm in within:
            visits[arm] += share
        most = max(visits.values())
        within.sort(key=lambda arm: merit(arm, most), reverse=True)
        within = within[: math.ceil(len(within) / 2)]
    visits[within[0]] += simulations - sum(visits.values())
    return [visits[arm] for arm in sorted(visits)]


def test_eight_arms_have_the_visits_of_the_paper():
    # T = 192: of three rounds each has 64, 8 an arm, then 16, then 32; here the last of them
    # leaves two to the arm that remains.
    searcher = searched(game=Arms((3.0, 8.0, 1.0, 5.0, 7.0, 2.0, 6.0, 4.0)), simulations=192)
    assert visits_of(searcher) == [8, 8 + 16 + 31 + 2, 8, 24, 8 + 16 + 31, 8, 24, 8]
    assert searcher.result().action == 1


@pytest.mark.parametrize("count", [1, 2, 3, 5, 8, 13, 16, 31])
def test_arms_have_the_visits_of_sequential_halving(count):
    pays = [float(arm * 7 % count) for arm in range(count)]
    for simulations in (2 * count + 2, 3 * count, 100, 101, 1000):
        searcher = searched(game=Arms(tuple(pays)), simulations=simulations)
        expected = halved(range(count), simulations, lambda arm, _: pays[arm])
        assert visits_of(searcher) == expected
        best, *others = sorted(expected, reverse=True)
        assert best > max(others, default=0)
        assert searcher.result().action == pays.index(max(pays))


def test_with_fewer_simulations_than_moves_some_are_tried_once():
    searcher = searched(game=Arms(tuple(map(float, range(9)))), simulations=5)
    assert sorted(visits_of(searcher)) == [0, 0, 0, 0, 1, 1, 1, 1, 1]
    rule = gt.SequentialHalving(gt.PUCT())
    searcher = searched(rule, Arms((0.0, 1.0) * 3), 4, evaluation=Preferring())
    assert visits_of(searcher) == [1, 1, 1, 1, 0, 0]  # the preferred ones


@pytest.mark.parametrize("scale", [1e-9, 0.005, 0.02, 1.0])
def test_with_priors_few_are_considered_and_judged_by_both(scale):
    pays = [0.0, 5.0, 10.0, 4.0, 9.0, 3.0, 8.0, 2.0]
    rule = gt.SequentialHalving(gt.PUCT(), considered=6, scale=scale)
    searcher = searched(rule, Arms(tuple(pays)), 200, evaluation=Preferring())

    def merit(arm, most):
        return arm * math.log(0.5) + (50 + most) * scale * pays[arm] / 10.0

    visits = visits_of(searcher)
    assert visits == [*halved(range(6), 200, merit), 0, 0]
    assert searcher.result().action == {1e-9: 0, 0.005: 0, 0.02: 2, 1.0: 2}[scale]


def test_random_numbers_draw_moves_in_proportion_to_their_priors():
    # One move is considered: the best of three by prior and Gumbel number.
    rule = gt.SequentialHalving(gt.PUCT(), considered=1, gumbel=1.0)
    drawn = [0, 0, 0]
    for seed in range(300):
        searcher = searched(rule, Arms((0.0,) * 3), 1, evaluation=Preferring(), seed=seed)
        drawn[searcher.result().action] += 1
    for count, share in zip(drawn, (4 / 7, 2 / 7, 1 / 7), strict=True):
        assert abs(count - 300 * share) < 5.2 * math.sqrt(300 * share * (1 - share))


# All rules that go around others, with priors, and with proofs: what is compiled.
ALL = {
    "rule": gt.SequentialHalving(
        gt.Widening(gt.FirstPlay(gt.ProgressiveBias(gt.UCB1(), 2.0), 0.8), 1.0),
        considered=3,
        gumbel=1.0,
    ),
    "game": Jumble(9),
    "evaluation": gt.HeuristicPriors(),
    "solver": True,
    "transpositions": True,
}


def test_both_modes_grow_the_same_tree():
    native, plain = (searched(simulations=700, compiled=mode, **ALL) for mode in (True, False))
    assert flat(native) == flat(plain)
    assert [each.action for each in native.result().actions] == [
        each.action for each in plain.result().actions
    ]


@pytest.mark.parametrize("game", [SMALL, Gather(players=4), Pig()], ids=lambda game: game.name)
def test_below_the_root_the_other_rule_chooses(game):
    searcher = searched(gt.SequentialHalving(gt.UCB1(0.7)), game, 2000)
    count = 0
    for path, node, edges in nodes_of(searcher):
        if not path or node.player < 0 or node.visits < 2:
            continue
        count += 1
        assert all(edge.goal == 0 for edge in edges)
        # UCB1 tries each move before any twice; halving would leave the worse half behind.
        assert min(edge.visits for edge in edges) >= min(1, node.visits // node.count)
    assert count > 50


def test_a_run_begins_with_all_moves_and_counts_what_is_known():
    pays = (3.0, 8.0, 1.0, 5.0)
    searcher = searched(game=Arms(pays), simulations=40)
    first = visits_of(searcher)
    result = searcher.run(simulations=100)
    second = halved(range(4), 100, lambda arm, _: pays[arm])
    assert visits_of(searcher) == [one + other for one, other in zip(first, second, strict=True)]
    assert result.simulations == 140


def test_the_move_that_remains_is_played_whatever_was_visited_before():
    searcher = searched(game=Arms((3.0, 8.0, 1.0, 5.0)), simulations=40)
    tree = searcher.trees.first.tree
    other = next(edge for edge in tree.edges[ROOT] if edge.action == 0)
    other.visits += 500
    tree.nodes[ROOT].visits += 500
    for final_move in ("visits", "value", "visits_then_value", "lower_bound"):
        searcher._final_move = final_move
        result = searcher.run(simulations=100)
        assert result.action == 1
        assert max(result.actions, key=lambda each: each.visits).action == 0


def test_after_a_move_the_tree_stays_and_its_root_begins_anew():
    searcher = searched(simulations=1000)
    searcher.advance(searcher.result().action)
    before = {each.action: each.visits for each in searcher.result().actions}
    kept = searcher.result().simulations
    assert kept > 100
    result = searcher.run(simulations=500)
    assert result.simulations == kept + 500
    gained = {each.action: each.visits - before[each.action] for each in result.actions}
    assert max(gained, key=gained.get) == result.action
    # Five moves: three rounds, of 33, 50 or 51 and more simulations each.
    assert sorted(gained.values())[:2] == [33, 33]
    assert min(gained.values()) > 0


@pytest.mark.parametrize("compiled", [True, False])
def test_each_worker_halves_its_own_part(compiled):
    options = {"simulations": 801, "workers": 2, **ALL}
    searcher = searched(compiled=compiled, **options)
    result = searcher.result()
    assert sum(each.visits for each in result.actions) == 801
    roots = [tree.look(ROOT) for tree in searcher.trees.all]
    assert sorted(root.visits for root in roots) == [400, 401]
    best = [[edge.action for edge in root.edges if edge.followed] for root in roots]
    assert [len(each) for each in best] == [1, 1]
    assert [result.action] in best
    assert searched(compiled=True, **options).result().actions == result.actions


def test_a_saved_search_has_the_same_result_and_goes_on(tmp_path):
    path = tmp_path / "it.search"
    searcher = searched(simulations=300)
    searcher.save(path)
    later = gt.Searcher.load(path, SMALL, selection=gt.SequentialHalving())
    assert later.result().actions == searcher.result().actions
    for each in (searcher, later):
        each.run(simulations=300)
    assert flat(later) == flat(searcher)
    assert later.result().actions == searcher.result().actions


def test_while_it_ponders_the_other_rule_chooses():
    searcher = searched(simulations=100)
    searcher.ponder()
    while searcher.trees.standing().simulations < 1000:
        pass
    result = searcher.result()
    assert result.action == max(result.actions, key=lambda each: each.visits).action
    assert searcher.run(simulations=200).new_simulations == 200


@pytest.mark.parametrize(
    ("heaps", "value"), [((1, 2, 3), (-1.0, 1.0)), ((1, 2, 4), (1.0, -1.0)), ((2, 2), (-1.0, 1.0))]
)
def test_what_is_proven_is_true_and_ends_the_search(heaps, value):
    searcher = searched(game=Nim(heaps=heaps), simulations=20_000, solver=True)
    result = searcher.result()
    assert result.stopped_by == "proof"
    assert result.proof.value == value
    assert value[0] < 0 or result.actions[0].proven == 1.0


def test_when_the_moves_that_remain_are_refuted_the_others_come_back():
    # X has two in a row: eight of O's nine answers lose, and all are found to within the run.
    game = TicTacToe()
    state = game.initial_state()
    for action in (0, 4, 1):
        state = game.next_state(state, action)
    for seed in range(5):
        searcher = searched(game=game, state=state, simulations=1500, solver=True, seed=seed)
        result = searcher.result()
        assert result.action == 2
        assert result.proof is not None or result.actions[0].proven != -1.0


def test_it_finds_better_urns_than_the_default_rule():
    regret = {}
    for rule in (gt.SequentialHalving(), gt.UCB1()):
        results = (searched(rule, Urns(), 300, seed=seed).result() for seed in range(40))
        regret[type(rule)] = sum(worse(result.action) for result in results) / 40
    # Means of 300 other searches were 0.040 and 0.156, and deviations 0.040 and 0.128: of 40
    # each, the difference is 5.5 deviations of its own.
    assert regret[gt.SequentialHalving] < regret[gt.UCB1]


def test_it_needs_a_number_of_simulations():
    for limit in ({"seconds": 0.1}, {"memory": 1 << 20}):
        with pytest.raises(gt.BadParameter, match=r"rule shares out .* simulations="):
            gt.search(SMALL, selection=gt.SequentialHalving(), compiled=False, **limit)
    result = gt.search(
        SMALL, simulations=300, seconds=60, selection=gt.SequentialHalving(), compiled=False
    )
    assert result.stopped_by == "simulations"


def test_a_lead_of_visits_does_not_end_it():
    searcher = gt.Searcher(Arms(), selection=gt.SequentialHalving(), compiled=False)
    assert searcher.run(gt.Limit(simulations=3000, early_stop=True)).simulations == 3000


def test_batches_are_refused():
    with pytest.raises(gt.BadParameter, match="BatchEvaluator come later"):
        searched(game=TicTacToe(), evaluation=gt.BatchEvaluator(values_of, 4))


def test_it_goes_around_other_rules():
    for wrap in (gt.Widening, gt.FirstPlay, gt.ProgressiveBias, gt.SequentialHalving):
        with pytest.raises(gt.BadParameter, match="it goes around other rules"):
            wrap(gt.SequentialHalving())
    with pytest.raises(gt.BadParameter, match="learns from whole simulations"):
        gt.SequentialHalving(gt.GRAVE())
    with pytest.raises(gt.BadParameter, match="must be a SelectionRule"):
        gt.SequentialHalving(16)
    for inner in (gt.Widening(gt.UCB1(0.7)), gt.FirstPlay(gt.UCB1()), gt.UCB1Tuned()):
        assert searched(gt.SequentialHalving(inner)).result().simulations == 800


def test_it_has_a_place_in_descriptions_of_players():
    def named(**options):
        return strategies_of(SearchOptions(**options, halving=8))["selection"]

    rule = named(selection="puct", c=2.0)
    assert repr(rule) == (
        "SequentialHalving(rule=PUCT(c=2.0), considered=8, scale=1.0, gumbel=0.0)"
    )
    assert (
        repr(named(widening=2.0).rule) == "Widening(rule=UCB1(c=1.4), k=2.0, alpha=0.5, near=0.5)"
    )


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("considered", 0),
        ("considered", 1.5),
        ("considered", True),
        ("scale", 0.0),
        ("scale", math.nan),
        ("gumbel", -1.0),
        ("gumbel", "1"),
    ],
)
def test_bad_parameters_are_refused(name, value):
    with pytest.raises(gt.BadParameter, match=f"{name} must be"):
        gt.SequentialHalving(gt.UCB1(), **{name: value})
