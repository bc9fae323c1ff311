"""Positions that come back: each policy, against rules that carry the whole history themselves."""

from __future__ import annotations

import itertools
import math
from functools import cache

import pytest

import gametree as gt
from toys import Corridor, Endless, Gather, Ring
from trees import flat, nodes_of

POLICIES = ["draw", "loss", "forbidden", "own"]
LIMITS = [2, 3]


class WithHistory(gt.Game):
    """The same game in which states are all positions from the start: nothing is declared."""

    def __init__(self, game: gt.Game) -> None:
        self.inner = game
        self.policy = game.repetition
        self.limit = game.repetition_limit

    def initial_state(self):
        return (self.inner.initial_state(),)

    def current_player(self, state):
        return self.inner.current_player(state[-1])

    def over(self, state):
        return self.policy != "forbidden" and state.count(state[-1]) >= self.limit

    def legal_actions(self, state):
        if self.over(state):
            return []
        actions = list(self.inner.legal_actions(state[-1]))
        if self.policy == "forbidden":
            actions = [
                action
                for action in actions
                if state.count(self.inner.next_state(state[-1], action)) < self.limit - 1
            ]
        return actions

    def next_state(self, state, action):
        return (*state, self.inner.next_state(state[-1], action))

    def returns(self, state):
        if list(self.inner.legal_actions(state[-1])) == []:
            return self.inner.returns(state[-1])
        if self.policy == "forbidden":  # no move is left
            loser = self.inner.current_player(state[-1])
        elif not self.over(state):
            raise AssertionError("asked before the end")
        else:
            loser = self.inner.current_player(state[-2])
        if self.policy == "draw":
            return (0.0, 0.0)
        if self.policy == "own":
            plies = state[-2::-1].index(state[-1]) + 1
            return self.inner.returns_after_repetition(state[-1], loser, plies)
        return (-1.0, 1.0) if loser == 0 else (1.0, -1.0)


class High(Ring):
    """Keys use all 64 bits."""

    def key(self, state):
        return gt.bits.u64(1) << gt.bits.u64(63 - state[0] - 9 * state[1])


class Own(Ring):
    """What a repetition is worth is `wrong` if that is no number: a run-time field."""

    def __init__(self, repetition_limit: int = 3, wrong: float = 0.0) -> None:
        super().__init__("own", repetition_limit)
        self.wrong = wrong

    def returns_after_repetition(self, state, player, plies):
        if plies > 3 and self.wrong != 0.0:
            return (self.wrong, 0.0)
        return (0.25, -0.25) if (plies > 2) == (player == 0) else (-0.5, 0.5)


# Each policy, each limit: what is compiled.
COMPILED = [
    (High("draw", 2), {}),
    (Ring("loss", 2), {}),
    (Ring("forbidden", 2), {"solver": True}),
    (Own(3), {}),
]


@pytest.mark.parametrize(("game", "options"), COMPILED)
def test_compiled_and_interpreted_trees_are_equal_to_the_bit(game, options):
    trees = []
    for compiled in (True, False):
        searcher = gt.Searcher(game, seed=3, selection=gt.UCB1(), compiled=compiled, **options)
        searcher.run(simulations=3000)
        trees.append([flat(searcher)])
        if options:
            trees[-1].append(bounds_of(searcher))
        searcher.advance(1)
        searcher.run(simulations=500)
        trees[-1].append(flat(searcher))
    assert trees[0] == trees[1]


def bounds_of(searcher):
    return [
        (path, float(node.low), float(node.high), int(node.plies), int(node.unpruned))
        for path, node, _ in nodes_of(searcher)
    ]


@pytest.mark.parametrize("limit", LIMITS)
@pytest.mark.parametrize("policy", ["draw", "loss", "own"])
def test_the_tree_is_that_of_rules_that_carry_the_history(policy, limit):
    declared = gt.Searcher(Ring(policy, limit), seed=5, compiled=False, method="uct")
    carried = gt.Searcher(WithHistory(Ring(policy, limit)), seed=5, compiled=False, method="uct")
    for searcher in (declared, carried):
        searcher.run(simulations=2000)
        searcher.advance(0)
        searcher.run(simulations=1000)
    assert flat(declared) == flat(carried)


def best_value(game):
    """Return the value for player 0 of the best play in a game of two, by minimax."""

    @cache
    def value(state):
        actions = game.legal_actions(state)
        if not actions:
            return game.returns(state)[0]
        values = [value(game.next_state(state, action)) for action in actions]
        return max(values) if game.current_player(state) == 0 else min(values)

    return value(game.initial_state())


class Triangle(Ring):
    """Three places: small enough to solve with all histories."""

    SIZE = 4

    def legal_actions(self, state):
        return range(-1, -1 if state[0] == 2 else 2)


@pytest.mark.parametrize(
    ("policy", "limit"),
    # The histories of the fourth at 3 are too many to solve.
    [(policy, 2) for policy in POLICIES] + [(policy, 3) for policy in ("draw", "loss", "own")],
)
def test_the_search_comes_to_the_value_of_best_play(policy, limit):
    game = Triangle(policy, limit)
    expected = best_value(WithHistory(game))
    result = gt.search(game, simulations=8000, seed=1, compiled=False, method="uct")
    assert result.value[0] == pytest.approx(expected, abs=0.15)


@pytest.mark.parametrize("compiled", [True, False])
def test_a_forbidden_move_is_no_move(compiled):
    # From place 0, player 0 to move, after 0 -> 1 -> 0: 1 with the other player to move was there.
    history = [(0, 0), (1, 1)]
    searcher = gt.Searcher(
        Ring("forbidden"),
        (2, 0),
        history=[*history, (1, 0), (1, 1)],
        seed=1,
        compiled=compiled,
        selection=gt.UCB1(),
        solver=True,
    )
    searcher.run(simulations=50)
    assert {move.action for move in searcher.result().actions} == {0, 1}
    with pytest.raises(gt.IllegalMove):
        searcher.advance(-1)


def test_who_can_only_repeat_has_lost():
    class Pit(gt.Game):
        """One may only step between two places."""

        repetition = "forbidden"

        def initial_state(self):
            return (0, 0)

        def current_player(self, state):
            return state[1]

        def is_terminal(self, state):
            return False

        def legal_actions(self, state):
            return [1, 2]

        def next_state(self, state, action):
            return ((state[0] + 1) % 2, 1 - state[1])

        def returns(self, state):
            return (0.0, 0.0)

    # 0 -> 1 by player 0; then player 1 can only go back to (0, 0), which was there.
    result = gt.search(Pit(), simulations=300, seed=1, compiled=False, method="uct")
    assert result.value == (1.0, -1.0)
    with pytest.raises(gt.FinishedPosition):
        gt.search(Pit(), (1, 1), history=[(0, 0)], simulations=10, compiled=False, method="uct")


@pytest.mark.parametrize(
    ("game", "compiled"),
    [(Ring("draw"), False), (Ring("loss"), False), (Ring("own"), False), (High("draw"), True)],
)
def test_nothing_is_searched_once_the_game_is_over_by_repetition(game, compiled):
    line = [(0, 0), (1, 1), (1, 0), (0, 1)]
    with pytest.raises(gt.FinishedPosition):
        gt.search(game, (0, 0), history=line, simulations=1, compiled=compiled, method="uct")
    searcher = gt.Searcher(game, (0, 1), history=line[:-1], seed=1, compiled=compiled, method="uct")
    searcher.run(simulations=200)
    searcher.advance(0)
    with pytest.raises(gt.FinishedPosition):
        searcher.run(simulations=1)


@pytest.mark.parametrize("compiled", [True, False])
def test_the_history_given_counts_like_the_one_played(compiled):
    game = Own(3)
    played = gt.Searcher(game, seed=8, compiled=compiled, method="uct")
    line = [played.state]
    for action in (1, 0, -1, 0, 1):
        played.advance(action)
        line.append(played.state)
    given = gt.Searcher(game, line[-1], history=line[:-1], seed=8, compiled=compiled, method="uct")
    played.run(simulations=2000)
    given.run(simulations=2000)
    # Five trees were started before: the generators differ, the values agree.
    assert played.result().value[0] == pytest.approx(given.result().value[0], abs=0.1)
    forgotten = gt.search(game, line[-1], simulations=2000, seed=8, compiled=compiled, method="uct")
    assert forgotten.value != given.result().value


def test_an_endless_game_ends_by_its_policy():
    class Bounded(Endless):
        repetition = "draw"

        def next_state(self, state, action):
            return ((state[0] + action) % 50, 1 - state[1])

    result = gt.search(Bounded(), simulations=500, seed=1, compiled=False, method="uct")
    assert result.value == (0.0, 0.0)


class WatchedCorridor(Corridor):
    repetition = "forbidden"


class WatchedGather(Gather):
    repetition = "draw"


@pytest.mark.parametrize(
    ("plain", "watched"),
    [
        # Longer than the room for positions at the start, and than that for the path.
        (Corridor(700), WatchedCorridor(700)),
        (Gather(), WatchedGather()),
    ],
)
def test_a_policy_changes_nothing_where_nothing_comes_back(plain, watched):
    trees = []
    for game in (plain, watched):
        searcher = gt.Searcher(game, seed=2, compiled=False, method="uct")
        searcher.run(simulations=60)
        trees.append(flat(searcher))
    assert trees[0] == trees[1]


def test_a_long_history_is_taken_in():
    """A token that goes on from place 0 repeats the first position of thousands."""
    first, others = (1, 1), [(place, 0) for place in range(9, 5000)]
    tables = []
    for compiled in (True, False):
        for history in ([first], [first, *others], others):
            found = gt.search(
                Ring("loss", 2),
                (0, 0),
                history=history,
                simulations=200,
                seed=1,
                compiled=compiled,
                method="uct",
            )
            tables.append({each.action: (each.visits, each.mean) for each in found.actions})
    short, long, without = tables[:3]
    assert tables[3:] == tables[:3]
    assert short == long
    assert long[1][1] == -1.0 < without[1][1]


def test_a_key_of_ones_own_gives_the_same_tree():
    class Short(Ring):
        def key(self, state):
            return state[0] * 2 + state[1]

    trees = []
    for game in (Ring("draw", 3), Short("draw", 3)):
        searcher = gt.Searcher(game, seed=4, compiled=False, method="uct")
        searcher.run(simulations=1500)
        trees.append(flat(searcher))
    assert trees[0] == trees[1]


def test_a_key_may_use_all_64_bits():
    history = [(0, 0), (1, 1), (2, 0)]
    trees = []
    for compiled in (True, False):
        searcher = gt.Searcher(
            High("draw", 2), (3, 1), history=history, seed=4, compiled=compiled, method="uct"
        )
        searcher.run(simulations=1500)
        trees.append(flat(searcher))
    assert trees[0] == trees[1]


def test_a_fault_after_a_repetition_is_diagnosed_in_compiled_code_too():
    game = Own(3, wrong=math.nan)
    for compiled in (True, False):
        with pytest.raises(gt.GameError, match=r"returns_after_repetition.*2 finite numbers"):
            gt.search(game, simulations=5000, seed=1, compiled=compiled, method="uct")


@pytest.mark.parametrize(
    ("attributes", "told"),
    [
        ({"repetition": "tie"}, "repetition must be one of 'draw', 'loss', 'forbidden', 'own'"),
        ({"repetition": "draw", "repetition_limit": 1}, "repetition_limit must be a whole number"),
        ({"repetition": "draw", "repetition_limit": 2.5}, "repetition_limit must be"),
        ({"repetition": "draw", "states_change": True}, "must define key"),
    ],
)
def test_a_wrong_declaration_says_what_is_expected(attributes, told):
    game = type("Odd", (Ring,), attributes)()
    for name, value in attributes.items():
        setattr(game, name, value)
    with pytest.raises(gt.BadParameter, match=told):
        gt.search(game, simulations=10, compiled=False, method="uct")


def test_own_needs_its_method():
    class Silent(Endless):
        repetition = "own"

    with pytest.raises(gt.BadParameter, match="must define returns_after_repetition"):
        gt.search(Silent(), simulations=10, compiled=False, method="uct")


def test_positions_that_cannot_be_told_apart_say_so():
    class Lists(gt.Game):
        repetition = "draw"

        def initial_state(self):
            return [0]

        def current_player(self, state):
            return len(state) % 2

        def legal_actions(self, state):
            return [1, 2]

        def next_state(self, state, action):
            return [*state, action]

        def returns(self, state):
            return (0.0, 0.0)

    with pytest.raises(gt.GameError, match=r"key returned.*define key"):
        gt.search(Lists(), simulations=10, compiled=False, method="uct")


def test_a_key_that_is_no_integer_does_not_compile():
    class Text(Ring):
        def key(self, state):
            return (state[0], state[1])

    with pytest.raises(gt.NotCompilable, match=r"key.*integer of 64 bits"):
        gt.search(Text("draw"), simulations=10, compiled=True, method="uct")
    assert gt.search(Text("draw"), simulations=10, compiled=False, method="uct").simulations == 10


def test_every_state_of_the_ring_is_its_own_key():
    game = Ring("draw")
    states = list(itertools.product(range(9), range(2)))
    assert [game.key(state) for state in states] == states
