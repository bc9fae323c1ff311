"""Proofs: against exact values, in both modes, and what they refuse."""

from __future__ import annotations

import pytest

import gametree as gt
from gametree import games
from gametree.mcts.proofs import score_bounds as proofs
from gametree.mcts.searcher import Searcher
from gametree.mcts.selection.ucb1 import UCB1
from gametree.mcts.tree.tree import FINISHED, NO_CHILD
from gametree.naming.loading import game_class
from gametree.players.backward_induction import Solver
from oracles import small_games
from toys import Corridor, Gather, OneHeap, Ring, Wheel
from trees import flat, nodes_of, numbers_of, plain


def following(game, moves):
    state = game.initial_state()
    for move in moves:
        state = game.next_state(state, move)
    return state


def exact_values(game):
    """Return a function from a state to what each player gets under best play."""
    solver = Solver(game, 100_000, compiled=False)
    return lambda state: solver.value(state)[0]


def bounds_of(searcher):
    return [
        (path, float(node.low), float(node.high), int(node.plies), int(node.unpruned))
        for path, node, _ in nodes_of(searcher)
    ]


# Where positions come back: tests/rules/test_repetition.py.
def test_both_modes_grow_the_same_tree_with_the_same_bounds():
    searchers = [
        Searcher(games.TicTacToe(), seed=5, selection=UCB1(), solver=True, compiled=compiled)
        for compiled in (False, True)
    ]
    for searcher in searchers:
        searcher.run(simulations=2000)
    assert flat(searchers[0]) == flat(searchers[1])
    assert bounds_of(searchers[0]) == bounds_of(searchers[1])


@pytest.mark.parametrize("transpositions", [False, True])
@pytest.mark.parametrize("simulations", [100, 500, 5000])
def test_bounds_hold_at_every_node(transpositions, simulations):
    game = games.TicTacToe()
    exact = exact_values(game)
    searcher = Searcher(
        game, seed=simulations, solver=True, transpositions=transpositions, compiled=False
    )
    searcher.run(simulations=simulations)
    seen = set()
    for path, node, _ in nodes_of(searcher):
        if id(node) in seen:
            continue
        seen.add(id(node))
        assert node.low <= exact(following(game, path))[0] <= node.high
    assert len(seen) > 10


# Not all of `KNOWN`: the others are the same with more to do.
OUTRIGHT = [
    small_games.KNOWN[0],
    ("connect_four", {"width": 3, "height": 4, "connect": 3}, 0),
    ("connect_four", {"width": 4, "height": 3, "connect": 3}, 1),
]


@pytest.mark.parametrize(("name", "parameters", "expected"), OUTRIGHT, ids=str)
def test_small_games_are_solved_outright(name, parameters, expected):
    game = game_class(name)(**parameters)
    assert exact_values(game)(game.initial_state())[0] == expected
    result = gt.search(
        game,
        selection=UCB1(0.7),
        solver=True,
        transpositions=True,
        seed=1,
        simulations=100_000,
        compiled=False,
    )
    assert result.stopped_by == "proof"
    assert result.proof.value[0] == expected
    assert result.proof.value == result.value


@pytest.mark.parametrize("seed", range(40))
def test_the_move_and_the_line_of_a_proof(seed):
    game = games.TicTacToe()
    exact = exact_values(game)
    rng = gt.Rng(seed)
    state = game.initial_state()
    for _ in range(seed % 5):
        actions = list(game.legal_actions(state))
        state = game.next_state(state, actions[rng.below(len(actions))])
    result = gt.search(
        game, state, solver=True, transpositions=seed % 2 == 1, seed=seed, simulations=10**6
    )
    assert result.stopped_by == "proof"
    assert result.proof.value == tuple(exact(state))
    assert (
        exact(game.next_state(state, result.action))[result.player] == result.value[result.player]
    )
    assert len(result.principal_variation) == result.proof.plies
    for action in result.principal_variation:
        assert action in game.legal_actions(state)
        state = game.next_state(state, action)
    assert game.is_terminal(state)
    assert tuple(game.returns(state)) == result.proof.value


def test_every_win_in_one_is_played_at_once():
    game = games.TicTacToe()
    waiting, seen, wins = [game.initial_state()], set(), 0
    while waiting:
        state = waiting.pop()
        if state in seen or game.is_terminal(state):
            continue
        seen.add(state)
        successors = [(move, game.next_state(state, move)) for move in game.legal_actions(state)]
        waiting += [successor for _, successor in successors]
        winning = [
            move
            for move, after in successors
            if game.is_terminal(after) and game.returns(after)[game.current_player(state)] == 1
        ]
        if winning and len(seen) % 16 == 0:
            wins += 1
            result = gt.search(game, state, solver=True, seed=wins, simulations=1, compiled=False)
            assert result.action in winning
            assert (result.proof.plies, result.stopped_by) == (1, "proof")
    assert wins > 50


def threatened():
    """Return connect four and a position of it in which all moves but one lose at once."""
    game = games.ConnectFour()
    return game, following(game, [0, 3, 0, 3, 1, 3])


def test_moves_that_are_refuted_are_followed_no_more_in_the_end():
    game, state = threatened()
    searcher = Searcher(game, state, seed=1, solver=True, compiled=False)
    searcher.run(simulations=proofs.PATIENCE)
    before = {each.action: each for each in searcher.result().actions}
    refuted = [action for action, each in before.items() if each.proven == -1.0]
    assert sorted(refuted) == [0, 1, 2, 4, 5, 6]
    result = searcher.run(simulations=500)
    assert result.action == 3
    after = {each.action: each for each in result.actions}
    assert all(after[action].visits == before[action].visits for action in refuted)
    assert after[3].visits == before[3].visits + 500


class FairWheel(Wheel):
    min_return, max_return = 0.0, 9.0


def test_chance_is_solved_by_its_mean():
    result = gt.search(FairWheel(), solver=True, seed=1, simulations=1000, compiled=False)
    assert result.stopped_by == "proof"
    assert result.proof.value == (3.0,)
    assert [each.proven for each in result.actions] == [3.0, 2.375]


def test_one_player():
    result = gt.search(Corridor(30), solver=True, seed=1, simulations=1000, compiled=False)
    assert (result.proof.value, result.proof.plies) == ((1.0,), 30)


@pytest.mark.parametrize(
    ("compiled", "transpositions"), [(False, True), (True, False), (True, True)]
)
def test_a_solved_game_is_played_to_its_end(compiled, transpositions):
    game = games.TicTacToe()
    searcher = Searcher(game, seed=3, solver=True, transpositions=transpositions, compiled=compiled)
    plies = 0
    while not game.is_terminal(searcher.state):
        result = searcher.run(simulations=50_000)
        assert result.proof.value == (0.0, 0.0)
        assert result.proof.plies == 9 - plies
        searcher.advance(result.action)
        plies += 1
    assert plies == 9
    with pytest.raises(gt.FinishedPosition):
        searcher.run(simulations=1)


def test_the_past_counts_for_what_is_proven():
    # On the ring the token is at 6 or 8 soon: who moves there wins in one.
    game = Ring("draw")
    result = gt.search(
        game, (6, 0), history=[(5, 1)], solver=True, seed=1, simulations=9, compiled=False
    )
    assert (result.proof.plies, result.action) == (1, 1)


def test_results_tell_of_the_proof():
    searcher = Searcher(
        games.Nim((1, 2, 3)), solver=True, transpositions=True, seed=1, compiled=False
    )
    result = searcher.run(simulations=100_000)
    assert "proven loss in 6 plies" in str(result)
    assert "proven" in str(result).splitlines()[-3]
    told = result.to_dict()
    assert told["proof"] == {"value": [-1.0, 1.0], "plies": 6}
    assert {move["proven"] for move in told["actions"]} == {-1.0}
    plain_result = gt.search(
        games.Nim((1, 2, 3)), seed=1, simulations=100, compiled=False, method="uct"
    )
    assert plain_result.proof is None
    assert plain_result.to_dict()["proof"] is None


def test_what_is_refused():
    with pytest.raises(gt.BadParameter, match="solver must be True or False, not 'yes'"):
        Searcher(games.Nim(), solver="yes")


class Reversed(Wheel):
    min_return, max_return = 1.0, 1.0


def test_a_range_without_extent():
    with pytest.raises(gt.BadParameter, match="min_return must be below max_return, not 1 and 1"):
        Searcher(Reversed(), solver=True)


def test_a_range_without_end():
    class Boundless(Wheel):
        min_return, max_return = 0.0, float("inf")

    with pytest.raises(gt.BadParameter, match="at most 1e\\+140 in size, not 0 and inf: set them"):
        Searcher(Boundless(), solver=True)


class Generous(OneHeap):
    """Twice as much as is declared."""

    def returns(self, state):
        return (-2.0, 2.0) if state[1] == 0 else (2.0, -2.0)


@pytest.mark.parametrize(
    ("game", "told"),
    [
        (Wheel(), r"Wheel\.returns gave \(\d\)"),
        (Generous(5), r"Generous\.returns gave \(-?2, -?2\)"),
    ],
)
def test_returns_outside_their_range_are_told(game, told):
    with pytest.raises(gt.GameError, match=rf"{told}, .* from -1 to 1.*: set"):
        gt.search(game, solver=True, seed=1, simulations=1000, compiled=False)


def test_returns_outside_their_range_are_told_compiled():
    """The range is narrowed, in run-time fields, instead of the rules: so they are compiled."""
    searcher = Searcher(games.TicTacToe(), seed=5, selection=UCB1(), solver=True, compiled=True)
    proofs = searcher.trees.first.method.proofs
    proofs.lowest, proofs.highest = -0.5, 0.5
    with pytest.raises(gt.GameError, match=r"TicTacToe\.returns gave \(-?1, -?1\), .*: set"):
        searcher.run(simulations=20_000)


def test_returns_that_sum_to_something_else_are_told():
    game = Gather(2, 3, scale=0.01)
    with pytest.raises(gt.GameError, match="that sum to 0"):
        gt.search(game, solver=True, seed=1, simulations=1000, compiled=False)


class Drawer(gt.Game):
    """Draw one of `count` numbers; it is what the first player gets, and both get `gift`."""

    min_return, max_return = -1e12, 1e12

    def __init__(self, count: int = 2, gift: float = 0.0) -> None:
        self.count = count
        self.gift = gift

    def initial_state(self):
        return (-1, 0)

    def current_player(self, state):
        return 0

    def is_terminal(self, state):
        return state[0] >= 0

    def legal_actions(self, state):
        return range(self.count if state[0] < 0 else 0)

    def next_state(self, state, action):
        return (action, 0)

    def returns(self, state):
        return (self.gift + state[0], self.gift - state[0])


@pytest.mark.parametrize("gift", [10.0, 0.001])
def test_a_wide_range_does_not_hide_another_sum(gift):
    with pytest.raises(gt.GameError, match="that sum to 0"):
        gt.search(Drawer(gift=gift), solver=True, seed=1, simulations=10, compiled=False)


def test_rounding_is_no_other_sum():
    game = Drawer(gift=1e-10)
    result = gt.search(game, solver=True, seed=1, simulations=10, compiled=False)
    assert result.proof.value[0] == pytest.approx(1.0)


def test_finished_positions_are_found_among_many_with_other_returns():
    searcher = Searcher(Drawer(4000), seed=1, solver=True, compiled=False)
    searcher.run(simulations=1)
    tree, longest, nodes = searcher.trees.first.tree, 0, 0
    for number in tree.used[FINISHED:]:
        length = 0
        while number != NO_CHILD:
            length += 1
            number = tree.nodes[number].next_finished
        longest = max(longest, length)
        nodes += length
    assert nodes == 4000  # one for each return
    assert longest < 50


@pytest.mark.parametrize("compiled", [False, True])
def test_after_a_move_finished_positions_still_share_a_node_for_each_return(compiled):
    searcher = Searcher(games.TicTacToe(), seed=5, selection=UCB1(), solver=True, compiled=compiled)
    for action in (4, 0, 1):
        searcher.run(simulations=1000)
        searcher.advance(action)
    searcher.run(simulations=200)
    tree = searcher.trees.first.tree
    ends = [number for number in numbers_of(searcher) if tree.nodes[number].count == 0]
    assert sorted(float(tree.nodes[number].low) for number in ends) == [-1.0, 0.0, 1.0]
    assert sorted(listed(tree)) == ends


def listed(tree):
    """Yield the nodes in the lists of finished positions."""
    for number in tree.used[FINISHED:]:
        while number != NO_CHILD:
            yield int(number)
            number = tree.nodes[number].next_finished


def test_pruned_edges_stand_behind_the_live_ones():
    searcher = Searcher(*threatened(), seed=2, solver=True, compiled=False)
    searcher.run(simulations=2500)
    tree = searcher.trees.first.tree
    pruned = 0
    for _, node, edges in nodes_of(searcher):
        assert len({plain(edge.action) for edge in edges}) == len(edges)
        if node.low == node.high or node.count == 0:
            continue
        for place, edge in enumerate(edges):
            child = tree.nodes[edge.child] if edge.child else None
            if place >= node.unpruned:
                pruned += 1
                assert child is not None
                if node.player == 0:
                    assert child.high <= node.low
                else:
                    assert child.low >= node.high
    assert pruned >= 6


class WideRing(Ring):
    SIZE = 40


def test_a_full_tree_goes_on_without_new_proofs():
    searcher = Searcher(WideRing("loss", 3), seed=1, solver=True, compiled=False)
    result = searcher.run(simulations=6000, memory=300_000)
    assert result.memory_full
    assert result.simulations == 6000
    assert result.bytes <= 300_000


class Maze(gt.Game):
    """Rooms with doors from a hash, some of which lead back into the room; a few end the game.

    Players in turn, or one alone, walk on. States are (room, player).
    """

    def __init__(self, seed: int, players: int = 1, rooms: int = 14) -> None:
        self.seed = seed
        self.players = players
        self.rooms = rooms

    def hashed(self, room, what):
        mixed = (room * 9973 + what * 613 + self.seed * 7919 + 1) % 1000003
        return (mixed * mixed + mixed * 31) % 1000003 // 7

    def initial_state(self):
        return (1, 0)

    def current_player(self, state):
        return state[1]

    def is_terminal(self, state):
        return state[0] != 1 and self.hashed(state[0], 0) % 4 == 0

    def legal_actions(self, state):
        return range(0 if self.is_terminal(state) else 3)

    def next_state(self, state, action):
        door = self.hashed(state[0], 1 + action)
        room = state[0] if door % 3 == 0 else door % self.rooms
        return (room, (state[1] + 1) % self.players)

    def returns(self, state):
        value = (-1.0, 0.0, 1.0)[self.hashed(state[0], 9) % 3]
        return (value, -value)[: self.players]


@pytest.mark.parametrize("players", [1, 2])
def test_a_line_through_loops_has_as_many_moves_as_the_proof_and_ends(players):
    proven = 0
    for seed in range(40):
        game = Maze(seed, players)
        result = gt.search(
            game,
            evaluation=gt.Playout(max_plies=12),
            solver=True,
            transpositions=True,
            seed=seed,
            simulations=150,
            compiled=False,
        )
        if result.proof is None:
            continue
        proven += 1
        state = game.initial_state()
        for action in result.principal_variation:
            assert action in game.legal_actions(state)
            state = game.next_state(state, action)
        assert game.is_terminal(state)
        assert tuple(game.returns(state)) == result.proof.value
        assert len(result.principal_variation) == result.proof.plies
    assert proven > 10


def test_a_line_that_was_recycled_is_counted_to_its_end():
    game = OneHeap(11)
    broken = 0
    for seed in range(8):
        searcher = Searcher(game, seed=seed, solver=True, compiled=False)
        for _ in range(100):
            result = searcher.run(simulations=100)
            if result.proof is not None:
                break
            searcher.trees.first.recycle(searcher.trees.first.bytes)
        assert result.proof.value == (1.0, -1.0)
        moves = len(result.principal_variation)
        if game.is_terminal(following(game, result.principal_variation)):
            assert result.proof.plies == moves
        else:
            broken += 1
            assert result.proof.plies is None or moves < result.proof.plies <= 11
    assert broken > 0
