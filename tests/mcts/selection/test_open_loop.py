from __future__ import annotations

import pytest

import gametree as gt
from attack.dumps import difference, dump
from gametree.errors import BadParameter, SavedSearchError
from gametree.games import CantStop, TicTacToe
from gametree.mcts.tree.tree import NO_CHILD, ROOT
from gametree.rules.drawing import drawn
from toys import Pig, Wheel

from ...trees import flat


class Coin(gt.Game):
    """A coin is thrown, and then one says how it lies: 1 if that is right. Or one passes: 0.6."""

    players = 1
    THROW, PASS = 2, 3

    def initial_state(self):
        return (0, 0)  # how far the game is, what the coin shows or was won

    def current_player(self, state):
        return gt.CHANCE if state[0] == 1 else 0

    def legal_actions(self, state):
        if state[0] == 3:
            return range(0)
        return range(2, 4) if state[0] == 0 else range(2)

    def chance_outcomes(self, state):
        return [(0, 0.5), (1, 0.5)]

    def next_state(self, state, action):
        if state[0] == 0:
            return (1, 0) if action == self.THROW else (3, 6)
        return (2, action) if state[0] == 1 else (3, 10 if action == state[1] else 0)

    def returns(self, state):
        return (state[1] / 10,)


def nodes(tree, number=ROOT):
    """Yield all nodes that something leads to, with their edges, the root first."""
    edges = sorted(tree.edges[number], key=lambda edge: (edge.owner, edge.action))
    yield tree.nodes[number], edges
    for edge in edges:
        if edge.child != NO_CHILD:
            yield from nodes(tree, edge.child)


def contents(searcher):
    return [
        (
            int(node.visits),
            [float(value) for value in node.value],
            [
                (int(e.owner), int(e.action), int(e.visits), float(e.mean), int(e.available))
                for e in edges
            ],
        )
        for node, edges in nodes(searcher.trees.first.tree)
    ]


def test_both_modes_grow_the_same_tree():
    trees, memories = [], []
    for compiled in (False, True):
        searcher = gt.Searcher(Pig(), seed=3, chance=gt.OpenLoop(), compiled=compiled)
        searcher.run(simulations=400)
        trees.append(contents(searcher))
        memories.append(dump(searcher))
    assert len(trees[0]) > 100
    assert trees[0] == trees[1]
    # With the nodes that larger ones have taken the place of: they stay as they were.
    assert len(memories[0]) > len(trees[0])
    assert difference(*memories) is None


@pytest.mark.parametrize("game", [Pig(), CantStop(3, columns_to_win=1)], ids=["pig", "cant_stop"])
def test_what_holds_of_every_tree(game):
    searcher = gt.Searcher(game, seed=5, chance=gt.OpenLoop(), compiled=False)
    searcher.run(simulations=300)
    owners = 0
    for node, edges in nodes(searcher.trees.first.tree):
        assert node.visits == sum(edge.visits for edge in edges)
        assert len({(edge.owner, edge.action) for edge in edges}) == len(edges) == node.count
        assert all(edge.visits <= edge.available <= node.visits for edge in edges)
        assert any(edge.available for edge in edges)
        owners += len({edge.owner for edge in edges}) > 1
    if isinstance(game, Pig):
        assert owners > 10  # whose turn it is depends on the dice


def test_means_are_over_all_that_chance_may_do():
    result = gt.search(Wheel(), simulations=4000, seed=1, chance=gt.OpenLoop(), compiled=False)
    means = {move.action: move.mean for move in result.actions}
    for action, wheel in enumerate(Wheel.WHEELS):
        expected = sum(value * probability for value, probability in wheel)
        assert means[action] == pytest.approx(expected, abs=0.3)


def test_plans_do_not_wait_for_what_the_coin_shows():
    """With chance nodes one knows how it will lie, and an open loop does not: so its authors."""
    options = {"simulations": 1500, "seed": 1, "compiled": False}
    assert gt.search(Coin(), chance=gt.ChanceNodes(), **options).action == Coin.THROW
    blind = gt.search(Coin(), chance=gt.OpenLoop(), **options)
    assert blind.action == Coin.PASS
    assert {move.action: move.mean for move in blind.actions}[Coin.THROW] < 0.6


def test_a_winning_move_is_found_where_turns_hang_on_dice():
    state = (14, 13, 6, 0, False)
    result = gt.search(Pig(), state, simulations=500, seed=1, chance=gt.OpenLoop(), compiled=False)
    assert result.action == Pig.HOLD
    assert result.line_as_text() == ["0"]
    assert result.actions[0].mean == 1.0


@pytest.mark.parametrize("compiled", [False, True])
def test_in_little_memory(compiled):
    searcher = gt.Searcher(Pig(), seed=1, chance=gt.OpenLoop(), compiled=compiled)
    result = searcher.run(simulations=2500, memory=70_000)
    assert result.new_simulations == 2500
    assert result.memory_full
    assert result.bytes <= 70_000
    for node, edges in nodes(searcher.trees.first.tree):
        assert all(edge.visits <= edge.available for edge in edges)
        assert node.visits == sum(edge.visits for edge in edges)


def test_it_goes_on_with_the_game(tmp_path):
    searcher = gt.Searcher(Pig(), seed=1, chance=gt.OpenLoop(), compiled=False)
    searcher.run(simulations=100)
    searcher.save(tmp_path / "search")
    again = gt.Searcher.load(tmp_path / "search", Pig(), chance=gt.OpenLoop())
    searcher.run(simulations=100)
    again.run(simulations=100)
    assert contents(searcher) == contents(again)
    with pytest.raises((BadParameter, SavedSearchError)):
        gt.Searcher.load(tmp_path / "search", Pig())
    searcher.advance(Pig.ROLL)
    searcher.advance(4)
    assert searcher.state == (0, 0, 4, 0, False)
    assert searcher.trees.first.root_visits == 0
    result = searcher.run(simulations=50)
    assert sum(move.visits for move in result.actions) == 50
    assert len(searcher.tree(max_depth=None).to_dict()["children"]) == 2


def test_a_whole_game_in_both_modes():
    """Through `advance`: what was searched for other outcomes is not what is searched now."""
    games = []
    for compiled in (False, True):
        game = Pig()
        searcher = gt.Searcher(game, seed=3, chance=gt.OpenLoop(), compiled=compiled)
        luck = gt.Rng(1)
        trees = []
        while not game.is_terminal(searcher.state):
            if game.current_player(searcher.state) == gt.CHANCE:
                searcher.advance(drawn(game.chance_outcomes(searcher.state), luck))
                continue
            result = searcher.run(simulations=40)
            assert sum(move.visits for move in result.actions) == 40
            assert {move.action for move in result.actions} == {*game.legal_actions(searcher.state)}
            trees.append(contents(searcher))
            searcher.advance(result.action)
        games.append(trees)
    assert len(games[0]) > 10
    assert games[0] == games[1]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"solver": True}, r"OpenLoop\(\) does not go together with solver=True: its nodes are"),
        ({"transpositions": True}, "does not go together with transpositions=True"),
        ({"selection": gt.PUCT()}, r"OpenLoop\(\) chooses moves by UCB1, not by PUCT"),
        ({"workers": 2, "parallel": "tree"}, 'parallel="tree" cannot be used with chance=OpenLoop'),
        ({"chance": "open_loop"}, r"chance must be one such as OpenLoop\(\), not 'open_loop'"),
    ],
)
def test_what_does_not_go_together_is_refused(options, message):
    with pytest.raises(BadParameter, match=message):
        gt.Searcher(Pig(), **{"chance": gt.OpenLoop(), **options})


def test_no_trace_of_it():
    searcher = gt.Searcher(Pig(), chance=gt.OpenLoop(), compiled=False)
    with pytest.raises(BadParameter, match="the nodes of an open-loop search are none"):
        next(searcher.trace(1))


def test_without_chance_it_makes_no_difference():
    results = [
        gt.search(TicTacToe(), simulations=300, seed=2, compiled=False, selection=gt.UCB1(), **way)
        for way in ({}, {"chance": gt.WidenedChance()})
    ]
    assert results[0].actions == results[1].actions


@pytest.mark.parametrize("compiled", [False, True])
def test_without_chance_it_is_a_search_like_any_other(compiled):
    trees = []
    for strategies in ({"chance": gt.OpenLoop()}, {}):
        searcher = gt.Searcher(TicTacToe(), seed=3, compiled=compiled, method="uct", **strategies)
        searcher.run(simulations=500)
        trees.append(flat(searcher))
    assert trees[0] == trees[1]
