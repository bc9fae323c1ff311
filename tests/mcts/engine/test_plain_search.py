"""The interpreted search in one function grows the tree of the general one, to the bit."""

from __future__ import annotations

import gc
from functools import partial

import pytest

import gametree as gt
from gametree.adapters.rules import RuleGame, Rules, create_state
from gametree.adapters.score_game import ScoreGame
from gametree.games import ConnectFour, Nim, SameGame, TicTacToe
from gametree.mcts.engine import engine as engines
from gametree.mcts.engine.plain_search import is_plain
from gametree.primitives.registers import values_of
from gametree.rules.many_moves import MANY
from toys import Corridor, Gather, OneHeap
from trees import flat


def lead(game, state):
    return (0.25, -0.25)


class Told(OneHeap):
    """`OneHeap` that tells its end, and lists its moves."""

    def is_terminal(self, state):
        return state[0] == 0


class Tuples(OneHeap):
    """`OneHeap` with moves from a generator, and whole numbers for returns."""

    def legal_actions(self, state):
        yield from super().legal_actions(state)

    def returns(self, state):
        return [-1, 1] if state[1] == 0 else [1, -1]


class Wide(gt.Game):
    """One move of very many, then the other player has two."""

    def initial_state(self):
        return (0, 0)

    def current_player(self, state):
        return state[0]

    def legal_actions(self, state):
        return list(range((MANY + 7, 2, 0)[state[0]]))

    def next_state(self, state, action):
        return (state[0] + 1, (state[1] + action) % 5)

    def returns(self, state):
        return (state[1] / 4, -state[1] / 4)


class Pile:
    """A state with a score: take one to four, and get what is left of it by 3."""

    def __init__(self, left=12, score=0):
        self.left, self.score = left, score

    def get_score(self):
        return self.score

    def get_move_count(self):
        return min(4, self.left)

    def do_move(self, index):
        return Pile(self.left - index - 1, self.score + (self.left - index) % 3)


def pairs():
    def apply(rule, state):
        return create_state(state[0] - rule, 3 - state[1])

    def get_rules(state):
        return list(range(1, min(3, state[0]) + 1))

    return RuleGame(
        Rules(apply, get_rules, lambda state, player: int(state[1] == player)), create_state(11, 2)
    )


def structures():
    return RuleGame(
        Rules(
            lambda rule, state: {"left": state["left"] - rule, "moved": 3 - state["moved"]},
            lambda state: tuple(range(1, min(3, state["left"]) + 1)),
            lambda state, player: 0.5 + 0.5 * (1 if state["moved"] == player else -1),
            get_player_just_moved=lambda state: state["moved"],
        ),
        {"left": 9, "moved": 2},
    )


GAMES = {
    "lists": OneHeap(),
    "an end": Told(),
    "generators": Tuples(),
    "own buffers": TicTacToe(),
    "bits": ConnectFour(width=5, height=4),
    "misere": Nim(heaps=(3, 4, 5), take=3, misere=True),
    "three players": Gather(),
    "one player": Gather(players=1),
    "one long line": Corridor(150),
    "best line": SameGame(4, 4, 2),
    "very many moves": Wide(),
    "pairs": pairs(),
    "structures": structures(),
    "scores": ScoreGame(Pile(), players=1),
    "scores in order": ScoreGame(Pile(), players=2, expand="first"),
}

OPTIONS = {
    "as usual": {},
    "no exploration": {"selection": gt.UCB1(c=0)},
    "late nodes": {"expand_after": 4},
    "cut off": {"evaluation": gt.Playout(max_plies=2, cutoff=lead)},
    "greedy": {"evaluation": gt.Playout(gt.EpsilonGreedy(0.3, lead))},
    "best line": {"best_line": True},
}


def grown(game, seed, **options):
    """Return all that a search leaves behind that goes on, moves, and goes on again."""
    searcher = gt.Searcher(game, seed=seed, compiled=False, method="uct", **options)
    engine = searcher.trees.first
    assert is_plain(game, engine.method)
    searcher.run(simulations=37)
    result = searcher.run(simulations=220)
    first = (flat(searcher), engine.best_line(), engine.max_depth, values_of(engine.work.span))
    searcher.advance(result.action)
    searcher.run(simulations=60)
    return first, flat(searcher), engine.best_line(), list(engine.rng.state), engine.in_use


def in_both_ways(search):
    """Return what a function returns by the general functions, and by the one."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(engines, "is_plain", lambda game, method: False)
        by_definition = search()
    return by_definition, search()


def on_by(searcher, action):
    searcher.advance(action)


def again(searcher, action):
    searcher.restart(ConnectFour().initial_state())


@pytest.mark.parametrize("move", [on_by, again])
def test_a_tree_that_is_left_is_given_back(move):
    searcher = gt.Searcher(ConnectFour(), seed=1, compiled=False, method="uct")
    result = searcher.run(simulations=300)
    nodes = searcher.trees.first.tree.nodes
    holders = len(gc.get_referrers(nodes))
    move(searcher, result.action)
    assert searcher.trees.first.tree.nodes is not nodes
    assert len(gc.get_referrers(nodes)) <= 1 < holders


@pytest.mark.parametrize("name", GAMES)
def test_the_tree_is_that_of_the_definition(name):
    game = GAMES[name]
    for seed, option in enumerate(OPTIONS):
        options = OPTIONS[option]
        if "evaluation" in options and game.players != 2:
            continue
        expected, found = in_both_ways(partial(grown, game, seed, **options))
        assert found == expected, option


def test_the_same_nodes_are_recycled_where_memory_is_short():
    def search():
        searcher = gt.Searcher(ConnectFour(), seed=3, compiled=False, method="uct")
        assert searcher.run(simulations=700, memory=200_000).memory_full
        return flat(searcher)

    expected, found = in_both_ways(search)
    assert found == expected


class Faulty(OneHeap):
    """`OneHeap` whose rules raise at some positions, once they are told to."""

    armed = False

    def next_state(self, state, action):
        if self.armed and state == (7, 1) and action == 2:
            raise ValueError("seven")
        return super().next_state(state, action)


def test_rules_that_raise_leave_the_same_tree_and_the_same_message():
    def search():
        game = Faulty()
        searcher = gt.Searcher(game, seed=1, compiled=False, method="uct")
        searcher.run(simulations=50)
        game.armed = True
        with pytest.raises(gt.GameError, match="ValueError: seven") as error:
            searcher.run(simulations=500)
        game.armed = False
        searcher.run(simulations=50)
        return str(error.value), flat(searcher)

    expected, found = in_both_ways(search)
    assert found == expected


def test_nobody_asks_again_for_the_returns_behind_an_edge():
    asked = []

    class Counted(OneHeap):
        def returns(self, state):
            asked.append(state)
            return super().returns(state)

    gt.search(Counted(3), simulations=500, seed=1, compiled=False, method="uct")
    assert len(asked) < 20


class Buffered(Told):
    """`Told` that fills one list again and again, and counts how often it does."""

    def __init__(self):
        super().__init__()
        self.buffer = []
        self.lists = 0

    def legal_actions(self, state):
        self.lists += 1
        self.buffer[:] = super().legal_actions(state)
        return self.buffer


@pytest.mark.parametrize("expand_after", [1, 5])
def test_playouts_from_a_position_and_its_node_list_its_moves_once(expand_after):
    def search():
        game = Buffered()
        searcher = gt.Searcher(
            game,
            seed=3,
            compiled=False,
            method="uct",
            evaluation=gt.Playout(max_plies=0),
            expand_after=expand_after,
        )
        searcher.run(simulations=200)
        return game.lists, flat(searcher)

    (lists_by_definition, expected), (lists, found) = in_both_ways(search)
    assert found == expected
    assert lists < 0.7 * lists_by_definition
