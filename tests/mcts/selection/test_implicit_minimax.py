"""Implicit minimax: its values are recomputed, the plain way, from the lines that were tried."""

from __future__ import annotations

import math

import pytest

import gametree as gt
from gametree.games import ConnectFour, TicTacToe
from recorded import recorded
from toys import EndlessRace, Gather, Jumble, OneHeap, Pig, Ring
from trees import flat, nodes_of, plain


class Skewed(Jumble):
    """The same, but the returns sum to 11."""

    def returns(self, state):
        return (float(state[1] % 11), 11.0 - state[1] % 11)


def first(state):
    return 10.0 - (state[1] % 97) / 10.0


def of_mine(game, state):
    return (first(state), 10.0 - first(state))


def minimax(searcher):
    return [
        [(plain(edge.action), float(edge.minimax)) for edge in edges]
        for _, _, edges in nodes_of(searcher)
    ]


def worth(game, heuristic, tried, line, state):
    """Return what a line is worth to the first player, by what has been tried after it."""
    actions = list(game.legal_actions(state))
    if not actions:
        return game.returns(state)[0]
    if any((*line, action) not in tried for action in actions):
        return heuristic(game, state)[0]
    values = [
        worth(game, heuristic, tried, (*line, action), game.next_state(state, action))
        for action in actions
    ]
    return max(values) if game.current_player(state) == 0 else min(values)


def check(game, heuristic, searcher, simulations):
    tried = set()
    for moves, _, _ in simulations:
        line = tuple(action for _, action in moves)
        tried.update(line[:length] for length in range(1, len(line) + 1))
    inner = 0
    for path, node, edges in nodes_of(searcher):
        state = game.initial_state()
        for action in path:
            state = game.next_state(state, action)
        for edge in edges:
            line = (*path, edge.action)
            if edge.visits == 0:
                assert line not in tried
                continue
            after = game.next_state(state, edge.action)
            value = worth(game, heuristic, tried, line, after)
            if node.player == 1:
                value = game.min_return + game.max_return - value
            assert edge.minimax == pytest.approx(value, abs=1e-9)
            inner += bool(edge.child)
    return inner


def of_the_game(game, state):
    return game.heuristic(state)


@pytest.mark.parametrize(
    ("game", "heuristic", "options"),
    [
        (Jumble(), None, {}),
        (Jumble(), of_mine, {}),
        (Jumble(12), None, {"expand_after": 3}),
        (ConnectFour(5, 4), None, {}),
        (EndlessRace(), None, {}),
    ],
    ids=["jumble", "own", "late", "connect", "endless"],
)
def test_each_move_keeps_the_minimax_value_of_the_tree_below_it(game, heuristic, options):
    parameters = {"alpha": 0.5, "c": 0.8, "heuristic": heuristic}
    plies = {"max_plies": 20} if isinstance(game, EndlessRace) else {}
    searcher, simulations = recorded(
        game, gt.ImplicitMinimax, parameters, 600, playout=plies, **options
    )
    assert check(game, heuristic or of_the_game, searcher, simulations) > 30


def best_value(game, state):
    """Return what a position is worth to the first player under best play."""
    actions = game.legal_actions(state)
    if not actions:
        return game.returns(state)[0]
    values = [best_value(game, game.next_state(state, action)) for action in actions]
    return max(values) if game.current_player(state) == 0 else min(values)


def test_the_whole_tree_gives_the_values_of_the_game():
    game = Jumble(4)
    rule = gt.ImplicitMinimax(alpha=0.5, c=3.0)
    searcher = gt.Searcher(game, selection=rule, seed=1, compiled=False)
    searcher.run(simulations=5000)
    _, node, edges = next(nodes_of(searcher))
    for edge in edges:
        exact = best_value(game, game.next_state(game.initial_state(), edge.action))
        if node.player == 1:
            exact = 10.0 - exact
        assert edge.minimax == pytest.approx(exact)


def test_a_score_mixes_mean_and_minimax():
    rule = gt.ImplicitMinimax(alpha=0.3, c=0.9)
    searcher = gt.Searcher(Jumble(9), selection=rule, seed=6, compiled=False)
    searcher.run(simulations=2000)
    span = searcher.trees.first.work.span
    low, high = span.low, span.high
    rule = searcher.trees.first.method.selection
    count = 0
    for _, node, edges in nodes_of(searcher):
        if (node.visits >= 32 and node.visits % 8) or not all(edge.visits for edge in edges):
            continue  # the logarithm may be up to seven visits old
        for edge in edges:
            expected = 0.7 * edge.mean + 0.3 * edge.minimax
            expected += 0.9 * (high - low) * math.sqrt(math.log(node.visits) / edge.visits)
            assert rule.score(node, edge, high - low) == pytest.approx(expected, rel=1e-5)
            count += 1
    assert count > 50


def test_without_weight_it_is_ucb1():
    rules = (gt.ImplicitMinimax(alpha=0.0, c=1.4), gt.UCB1(c=1.4))
    trees = []
    for rule in rules:
        searcher = gt.Searcher(Jumble(9), selection=rule, seed=3, compiled=False)
        searcher.run(simulations=500)
        trees.append(flat(searcher))
    assert trees[0] == trees[1]


def proving(alpha=0.4, **options):
    """Return a searcher with proofs and greedy playouts: all compiled tests share its kind."""
    options = {"seed": 3, "solver": True, "transpositions": True} | options
    rule, greedy = gt.ImplicitMinimax(alpha), gt.Playout(gt.EpsilonGreedy(0.3), max_plies=4)
    return gt.Searcher(Jumble(9), selection=rule, evaluation=greedy, **options)


def test_searches_alike_in_both_modes():
    """With greedy playouts, by the game's own heuristic."""
    trees = []
    for mode in (True, False):
        searcher = proving(compiled=mode)
        searcher.run(simulations=700)
        searcher.run(simulations=700)
        trees.append((flat(searcher), minimax(searcher)))
    assert trees[0] == trees[1]


def test_it_solves_with_proofs():
    searcher = proving(compiled=True)
    result = searcher.run(simulations=2_000_000)
    worth = best_value(Jumble(9), searcher.state)
    assert result.proof.value == (worth, 10.0 - worth)


def test_two_searches_and_two_workers_have_notes_of_their_own():
    rule = gt.ImplicitMinimax()
    pair = [gt.Searcher(Jumble(9), selection=rule, seed=1, compiled=False) for _ in range(2)]
    for _ in range(200):
        for searcher in pair:
            searcher.run(simulations=1)
    assert flat(pair[0]) == flat(pair[1])

    def visits():
        result = proving(workers=2, compiled=True).run(simulations=1000)
        return [each.visits for each in result.actions]

    assert visits() == visits()


def test_a_saved_search_goes_on(tmp_path):
    searcher = proving(seed=2, compiled=False)
    searcher.run(simulations=300)
    searcher.save(tmp_path / "jumble.search")
    same = {"evaluation": gt.Playout(gt.EpsilonGreedy(0.3), max_plies=4)}
    rule = gt.ImplicitMinimax(0.4)
    later = gt.Searcher.load(tmp_path / "jumble.search", Jumble(9), selection=rule, **same)
    for each in (searcher, later):
        each.run(simulations=300)
    assert flat(searcher) == flat(later)
    assert minimax(searcher) == minimax(later)
    rule = gt.ImplicitMinimax(alpha=0.5)
    with pytest.raises(gt.BadParameter, match="selection"):
        gt.Searcher.load(tmp_path / "jumble.search", Jumble(9), selection=rule, **same)


def test_returns_of_another_sum_are_told():
    expected = r"Skewed.returns gave \(.*\), but ImplicitMinimax rests on returns .* sum to 10"
    rule = gt.ImplicitMinimax()
    with pytest.raises(gt.GameError, match=expected):
        gt.search(Skewed(2), simulations=500, seed=1, selection=rule, compiled=False)


def test_rounding_of_great_returns_is_no_other_sum():
    class Rich(Jumble):
        min_return, max_return = -1e12, 1e12

        def returns(self, state):
            worth = state[1] * 14716421.3
            return (worth, -worth * (1.0 + 1e-15))

    result = gt.search(
        Rich(2),
        simulations=200,
        seed=1,
        selection=gt.ImplicitMinimax(heuristic=lambda game, state: (0.0, 0.0)),
        solver=True,
        compiled=False,
    )
    assert result.proof is not None


class Worn(Jumble):
    """The jumble with states that change in place."""

    states_change = True

    def initial_state(self):
        return [0, 1]

    def next_state(self, state, action):
        state[:] = Jumble.next_state(self, state, action)
        return state


def test_states_that_change_are_judged_before_the_playout():
    trees = []
    for game in (Jumble(9), Worn(9)):
        rule = gt.ImplicitMinimax()
        searcher = gt.Searcher(game, selection=rule, seed=2, compiled=False)
        searcher.run(simulations=400)
        trees.append((flat(searcher), minimax(searcher)))
    assert trees[0] == trees[1]


def test_an_estimate_that_is_no_number_is_told():
    class Unsure(Jumble):
        def heuristic(self, state):
            return (math.nan, 0.0)

    with pytest.raises(gt.GameError, match=r"Unsure.heuristic returned \(nan, 0.0\)"):
        gt.search(Unsure(), simulations=50, selection=gt.ImplicitMinimax(), compiled=False)


@pytest.mark.parametrize(
    ("game", "reason"),
    [
        (Gather(), "without chance; Gather has 3 players"),
        (Gather(players=1), "without chance; Gather has 1 player$"),
        (Pig(9), "without chance; Pig has chance"),
        (OneHeap(), "needs a heuristic, and OneHeap defines none: pass heuristic="),
    ],
)
def test_other_games_are_refused(game, reason):
    with pytest.raises(gt.BadParameter, match=reason):
        gt.Searcher(game, selection=gt.ImplicitMinimax(), compiled=False)


def test_batches_are_refused():
    def values(leaves):
        raise AssertionError

    rule = gt.ImplicitMinimax(heuristic=of_mine)
    with pytest.raises(gt.BadParameter, match="cannot be used with a BatchEvaluator"):
        gt.Searcher(TicTacToe(), selection=rule, evaluation=gt.BatchEvaluator(values))


def test_positions_that_come_back_end_a_line():
    def even(game, state):
        return (0.0, 0.0)

    for policy in ("draw", "loss", "forbidden"):
        game = Ring(policy)
        rule = gt.ImplicitMinimax(heuristic=even)
        searcher = gt.Searcher(game, seed=1, selection=rule, compiled=False)
        searcher.run(simulations=500)
        visited = [edge for _, _, edges in nodes_of(searcher) for edge in edges if edge.visits]
        values = {edge.minimax for edge in visited}
        assert values <= {-1.0, 0.0, 1.0}
        assert 1.0 in values


@pytest.mark.parametrize("alpha", [-0.1, 1.1, math.nan, "half", None, True])
def test_a_bad_weight_is_refused(alpha):
    with pytest.raises(gt.BadParameter, match="alpha must be a number from 0 to 1"):
        gt.ImplicitMinimax(alpha=alpha)


def test_what_is_no_heuristic_is_refused():
    with pytest.raises(gt.BadParameter, match="a heuristic must be a function"):
        gt.ImplicitMinimax(heuristic=3)
