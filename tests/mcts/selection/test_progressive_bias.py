"""Priors from a game's heuristic, and the bonus that they bring."""

from __future__ import annotations

import math

import pytest

import gametree as gt
from batched import GuidedTilt, uneven, values_of
from gametree.games import ConnectFour, Othello, TicTacToe
from toys import EndlessRace, OneHeap
from trees import flat, nodes_of

SMALL = ConnectFour(width=5, height=4)

# Both modes: test_sequential_halving.py; without proofs, tests/native/test_records.py.


def searched(rule, game=SMALL, simulations=600, **options):
    options = {"seed": 3, "compiled": False, "evaluation": gt.HeuristicPriors()} | options
    searcher = gt.Searcher(game, selection=rule, **options)
    searcher.run(simulations=simulations)
    return searcher


@pytest.mark.parametrize("game", [SMALL, Othello(size=4)], ids=lambda game: game.name)
@pytest.mark.parametrize("temperature", [0.1, 2.0])
def test_priors_are_shares_of_the_exponential(game, temperature):
    evaluation = gt.HeuristicPriors(temperature)
    searcher = searched(gt.PUCT(), game, 300, evaluation=evaluation, solver=True)
    count = 0
    for path, node, edges in nodes_of(searcher):
        if not node.count:
            continue
        state = game.initial_state()
        for action in path:
            state = game.next_state(state, action)
        weights = []
        for edge in edges:
            successor = game.next_state(state, edge.action)
            judge = game.returns if game.is_terminal(successor) else game.heuristic
            weights.append(math.exp(judge(successor)[node.player] / temperature))
        assert [edge.prior for edge in edges] == pytest.approx(
            [weight / sum(weights) for weight in weights]
        )
        count += 1
    assert count > 50


@pytest.mark.parametrize("rule", [gt.UCB1(), gt.PUCT()], ids=repr)
def test_the_bonus_is_the_prior_over_one_plus_n(rule):
    searcher = searched(gt.ProgressiveBias(rule, 3.0))
    fitted = rule.fitted_to(SMALL, gt.HeuristicPriors())
    count = 0
    for _, node, edges in nodes_of(searcher):
        for edge in edges:
            if edge.visits > 0:
                alone = fitted.score(node, edge, 2.0)
                score = searcher.trees.first.method.selection.score(node, edge, 2.0)
                assert score - alone == pytest.approx(3.0 * 2.0 * edge.prior / (1 + edge.visits))
                count += 1
    assert count > 100


def test_without_weight_it_is_the_rule_alone():
    assert flat(searched(gt.ProgressiveBias(gt.UCB1(), 0))) == flat(searched(gt.UCB1()))


def test_puct_is_the_rule_where_nothing_else_is_said():
    searcher = gt.Searcher(SMALL, evaluation=gt.HeuristicPriors(), seed=1, compiled=False)
    assert repr(searcher.trees.first.method.selection) == "GuidedPUCT(c=1.25)"


def test_leaves_are_worth_what_the_evaluation_says():
    game = EndlessRace()
    evaluation = gt.HeuristicPriors(0.1, gt.Playout(max_plies=0))
    result = searched(gt.PUCT(), game, evaluation=evaluation).result()
    assert result.action == 1
    assert -1.0 <= result.value[0] <= 1.0


def test_what_the_evaluation_has_learned_fades_within():
    def visits(decay):
        evaluation = gt.HeuristicPriors(0.5, gt.Playout(gt.MAST(decay=decay)))
        searcher = searched(gt.PUCT(), SMALL, evaluation=evaluation)
        searcher.advance(searcher.result().action)
        return list(searcher.trees.first.method.evaluation.evaluation.policy.visits)

    whole = visits(1.0)
    assert sum(whole) > 400
    assert visits(0.5) == [count // 2 for count in whole]


def test_batches_with_priors():
    evaluation = gt.BatchEvaluator(uneven, 16, priors=True)
    rule = gt.ProgressiveBias(gt.UCB1(), 4.0)
    searcher = searched(rule, TicTacToe(), evaluation=evaluation)
    for _, node, edges in nodes_of(searcher):
        assert node.waiting == 0
        assert node.visits == sum(edge.visits for edge in edges)
    alone = searched(gt.UCB1(), TicTacToe(), evaluation=evaluation)
    assert flat(searcher) != flat(alone)


def test_a_saved_search_goes_on(tmp_path):
    path = tmp_path / "it.search"
    options = {
        "selection": gt.ProgressiveBias(gt.UCB1()),
        "evaluation": gt.HeuristicPriors(0.5, gt.Playout(gt.MAST())),
    }
    searcher = gt.Searcher(SMALL, seed=1, compiled=False, method="uct", **options)
    searcher.run(simulations=300)
    searcher.save(path)
    with pytest.raises(gt.BadParameter, match=r"one with selection ProgressiveBias\(rule=UCB1"):
        gt.Searcher.load(path, SMALL, **options | {"selection": gt.UCB1()})
    later = gt.Searcher.load(path, SMALL, **options)
    for each in (searcher, later):
        each.run(simulations=300)
    assert flat(later) == flat(searcher)


class Unsure(OneHeap):
    """Its heuristic gives one number, or no number."""

    def __init__(self, guess):
        super().__init__()
        self.guess = guess

    def heuristic(self, state):
        return self.guess


@pytest.mark.parametrize("guess", [(0.5,), (math.nan, 0.0), (0.0, math.inf)])
def test_a_wrong_heuristic_is_named(guess):
    with pytest.raises(gt.GameError, match=r"Unsure\.heuristic returned"):
        searched(gt.PUCT(), Unsure(guess))


@pytest.mark.parametrize("wrap", [lambda rule: rule, gt.Widening, gt.FirstPlay])
def test_a_bias_without_priors_is_refused(wrap):
    rule = wrap(gt.ProgressiveBias(gt.UCB1()))
    for evaluation in (gt.Playout(), gt.BatchEvaluator(values_of)):
        with pytest.raises(gt.BadParameter, match=r"needs priors, and .* gives none"):
            searched(rule, evaluation=evaluation)


def test_a_game_without_heuristic_is_refused():
    with pytest.raises(gt.BadParameter, match="HeuristicPriors needs a heuristic, and OneHeap"):
        searched(gt.PUCT(), OneHeap())


@pytest.mark.parametrize(
    "evaluation",
    [GuidedTilt(), gt.BatchEvaluator(values_of), gt.HeuristicPriors()],
    ids=lambda each: type(each).__name__,
)
def test_an_evaluation_with_priors_or_batches_is_refused(evaluation):
    with pytest.raises(gt.BadParameter, match="goes around an evaluation without priors"):
        searched(gt.PUCT(), evaluation=gt.HeuristicPriors(evaluation=evaluation))


def test_what_is_no_evaluation_is_refused():
    with pytest.raises(gt.BadParameter, match="evaluation must be an Evaluation"):
        gt.HeuristicPriors(evaluation=gt.Uniform())


@pytest.mark.parametrize("value", [-1, math.nan, math.inf, "1", None, True])
def test_bad_parameters_are_refused(value):
    with pytest.raises(gt.BadParameter, match="temperature must be a number above 0"):
        gt.HeuristicPriors(value)
    with pytest.raises(gt.BadParameter, match="weight must be a number of 0 or more"):
        gt.ProgressiveBias(gt.UCB1(), value)
