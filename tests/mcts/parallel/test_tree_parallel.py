"""The trunk of a tree and its branches, step by step: interpreted, on the records of threads."""

from __future__ import annotations

import math

import pytest

import gametree as gt
from gametree.actors import CHANCE
from gametree.games import ConnectFour, TicTacToe
from gametree.mcts.backup.backup import Backup
from gametree.mcts.engine.method import Method
from gametree.mcts.evaluation.playout import Playout
from gametree.mcts.parallel.threaded_engine import ThreadedEngine
from gametree.mcts.parallel.tree_parallel import (
    MOST,
    PART,
    best_free,
    climb,
    conclude,
    in_trunk,
    length_of_turn,
    most_behind,
    run_with_others,
)
from gametree.mcts.proofs.multiplayer_bounds import bounds_for
from gametree.mcts.proofs.proofs import NoProofs
from gametree.mcts.search_record import search_with
from gametree.mcts.selection.puct import PUCT
from gametree.mcts.selection.ucb1 import UCB1
from gametree.mcts.tree.allocation import Sharing
from gametree.mcts.tree.transpositions import NoTranspositions
from gametree.mcts.tree.tree import NO_CHILD, ROOT, after
from gametree.primitives.rng import Rng
from gametree.rules.checked_game import CheckedGame
from gametree.rules.repetition import repetition_of
from toys import Pig, Ring, Sides, SureThing

SMALL = ConnectFour(4, 4)


class Tall(gt.Game):
    """Six moves each of one player; the first is the better the higher, others matter less."""

    players = 1
    min_return = 0.0

    def initial_state(self):
        return (0, 0)

    def current_player(self, state):
        return 0

    def legal_actions(self, state):
        return range(6 if state[0] < 8 else 0)

    def next_state(self, state, action):
        depth, score = state
        return (depth + 1, score + (100 * action if depth == 0 else action))

    def returns(self, state):
        return (state[1] / 540.0,)

    def heuristic(self, state):
        return self.returns(state)


class Apart:
    """A crew's tree in records, and what runs its simulations interpreted, one by one."""

    def __init__(self, game, *, rule=None, solver=False, evaluation=None, simulations=0, few=16):
        method = Method(
            rule or UCB1(0.7),
            (evaluation or Playout()).fitted_to(game),
            repetition_of(game),
            bounds_for(game) if solver else NoProofs(),
            NoTranspositions(),
            Sharing(),
            chance=game.defines_chance_outcomes,
            backup=Backup(),
        )
        self.crew = ThreadedEngine(game, game.initial_state(), method, 1, Rng(5), threads=2)
        self.crew.why_interpreted = ""  # buffers as if it were compiled
        self.start_tree(game.initial_state())
        self.game = CheckedGame(game)
        self.method = self.crew.method
        self.work = self.crew.interpreted_work(self.crew.game)
        self.root_keys = self.crew._root_keys
        if simulations:
            self.run(simulations, few=10**6)  # as one thread does
        self.few = few

    def start_tree(self, state):
        self.crew.state = state
        self.crew.start_tree()
        while self.crew.grow(1 << 20):  # room for all
            pass
        self.tree = self.crew.tree

    def run(self, simulations, few):
        self.work.counters.few = few
        self.work.counters.expand_after = 1
        self.crew.sharing.rest()
        arguments = (self.tree, self.work, self.crew.rng, simulations)
        run_with_others(self.game, self.method, self.crew.state, *arguments)
        self.crew._settle(self.work)

    def hand(self):
        """Return a workspace for another thread."""
        hand = self.crew._hand()
        hand.counters.few = self.few
        return hand

    def climb(self, work):
        """Climb, and return the steps taken."""
        search = search_with(self.game, self.method, self.tree, work, self.crew.rng)
        position = climb(search, self.crew.state)
        given = int(work.counters.given)
        steps = list(zip(work.path_nodes[:given], work.path_edges[:given], strict=True))
        return position, steps

    def edges(self, number=ROOT):
        return self.tree.edges[number]


def refuse_lost_updates(apart):
    """Every simulation through a node went on through one of its edges, and counted once."""
    tree, number = apart.tree, ROOT
    for _ in range(apart.crew.in_use[0]):
        node, edges = tree.nodes[number], tree.edges[number]
        if node.count:
            assert sum(int(edge.visits) for edge in edges) == node.visits
        if node.count and node.player != CHANCE and not apart.method.proofs.watches:
            mean = sum(int(edge.visits) * float(edge.mean) for edge in edges) / node.visits
            assert mean == pytest.approx(float(node.value[node.player]), abs=1e-9)
        number = after(tree, number)


def test_two_threads_hold_different_branches():
    apart = Apart(SMALL, simulations=300)
    one, other = apart.hand(), apart.hand()
    position, steps = apart.climb(one)
    _, others = apart.climb(other)
    assert steps
    assert others
    assert steps[-1] != others[-1]
    for held, path in ((steps[-1], others), (others[-1], steps)):
        assert held not in path  # nobody is behind what another holds
    state = apart.crew.state
    for number, place in steps[:-1]:
        state = SMALL.next_state(state, apart.edges(number)[place].action)
    assert tuple(position) == state
    for number, place in steps[:-1]:
        assert in_trunk(apart.method, apart.tree, one, apart.edges(number)[place].child)
    assert not in_trunk(
        apart.method, apart.tree, one, apart.edges(steps[-1][0])[steps[-1][1]].child
    )


def test_who_lets_go_leaves_it_to_others():
    apart = Apart(SMALL, simulations=300)
    one = apart.hand()
    _, steps = apart.climb(one)
    assert apart.crew.sharing.held(*map(int, steps[-1]))
    conclude(apart.game, apart.method, apart.tree, one)
    assert apart.climb(apart.hand())[1] == steps  # nothing has changed
    refuse_lost_updates(apart)


def test_where_all_is_held_nothing_is_given():
    apart = Apart(SMALL, simulations=600, few=300)
    hands = [apart.hand() for _ in range(5)]
    climbed = [apart.climb(hand)[1] for hand in hands]
    assert [len(steps) for steps in climbed] == [1, 1, 1, 1, 0]
    assert {int(place) for steps in climbed[:4] for _, place in steps} == set(range(4))


def test_a_branch_that_grew_meanwhile_is_let_go(monkeypatch):
    """Between the look at a branch and the hold, another thread may have been there."""
    apart = Apart(SMALL, simulations=600, few=300)
    hold = type(apart.crew.sharing).hold

    def late(self, number, place):
        if number == ROOT:
            apart.tree.nodes[apart.edges()[place].child].visits = 301
        return hold(self, number, place)

    monkeypatch.setattr(type(apart.crew.sharing), "hold", late)
    _, steps = apart.climb(apart.hand())
    assert len(steps) == 2
    assert not apart.crew.sharing.held(ROOT, int(steps[0][1]))


def test_the_trunk_is_what_has_many_visits():
    apart = Apart(SMALL, solver=True, simulations=300)
    work = apart.hand()
    child = int(apart.edges()[0].child)
    node = apart.tree.nodes[child]
    for few, inside in ((int(node.visits) - 1, True), (int(node.visits), False)):
        work.counters.few = few
        assert in_trunk(apart.method, apart.tree, work, child) == inside
    work.counters.few = 0
    node.visits = node.count  # not each of its edges has been tried
    assert not in_trunk(apart.method, apart.tree, work, child)
    node.visits = 100
    node.low = node.high = 1.0  # nothing is left to find
    assert not in_trunk(apart.method, apart.tree, work, child)
    assert not in_trunk(apart.method, apart.tree, work, NO_CHILD)


def test_a_turn_is_a_part_of_what_the_branch_has():
    apart = Apart(SMALL, simulations=600, few=300)
    work = apart.hand()
    _, [(number, place)] = apart.climb(work)
    length = (apart.method, apart.tree, work)
    node = apart.tree.nodes[apart.edges(number)[place].child]
    assert length_of_turn(*length) == 1 + int(node.visits) // PART
    node.visits = PART - 1  # however many its parent has
    assert length_of_turn(*length) == 1
    node.visits = 10**6
    assert length_of_turn(*length) == MOST
    apart.edges(number)[place].child = NO_CHILD
    assert length_of_turn(*length) == 1


def test_the_best_that_is_free():
    apart = Apart(SMALL, simulations=300)
    rule, node, edges = apart.method.selection, apart.tree.nodes[ROOT], apart.edges()
    scores = sorted(range(4), key=lambda place: -rule.score(node, edges[place], 2.0))
    arguments = (apart.method, apart.tree, ROOT, apart.work)
    for place in scores:
        assert best_free(*arguments) == place
        assert apart.crew.sharing.hold(ROOT, place)
    assert best_free(*arguments) == -1


def test_what_a_proof_rules_out_is_left_alone():
    """A draw that is known, with the highest mean by far, while another move may still win."""
    apart = Apart(SMALL, solver=True, simulations=300)
    node, edges = apart.tree.nodes[ROOT], apart.edges()
    drawn = apart.tree.nodes[edges[2].child]
    drawn.low = drawn.high = node.low = 0.0
    edges[2].mean = 10.0
    arguments = (apart.method, apart.tree, ROOT, apart.work)
    assert best_free(*arguments) != 2
    node.visits = 150  # so early it is part of what the mean says
    assert best_free(*arguments) == 2


def test_outcomes_keep_to_their_probabilities():
    """Turns of any length, and edges held now and then: shares differ by what is one turn."""
    apart = Apart(Pig(), simulations=300)
    number = next(int(edge.child) for edge in apart.edges() if edge.action == Pig.ROLL)
    node, edges = apart.tree.nodes[number], apart.edges(number)
    sharing = apart.crew.sharing
    rng = Rng(1)
    before = None
    for _ in range(600):
        if before is not None:
            sharing.hold(number, before)
        place = most_behind(sharing, edges, number, node)
        assert place != before
        length = 1 + rng.below(30)
        edges[place].visits += length
        node.visits += length
        sharing.rest()
        before = place if rng.below(3) == 0 else None
    for edge in edges:
        assert abs(edge.visits - node.visits / 6) < 4 * 30
    sharing.hold(number, 0)  # for long: then the others do not go on without it
    while (place := most_behind(sharing, edges, number, node)) >= 0:
        edges[place].visits += 30
        node.visits += 30
    ahead = [edge.visits - node.visits / 6 for edge in edges]
    assert MOST <= max(ahead) < MOST + 4 * 30
    assert min(ahead) == ahead[0]


def test_what_a_turn_finds_counts_once():
    apart = Apart(SMALL, simulations=300)
    work = apart.hand()
    _, steps = apart.climb(work)
    numbers = [int(number) for number, _ in steps]
    visits = [int(apart.tree.nodes[number].visits) for number in numbers]
    values = [apart.tree.nodes[number].value.tolist() for number in numbers]
    before = [apart.edges(number)[place].copy() for number, place in steps]
    work.counters.done = 8
    work.sums[:] = (6.0, -6.0)
    conclude(apart.game, apart.method, apart.tree, work)
    for step, (number, place) in enumerate(steps):
        node, edge = apart.tree.nodes[number], apart.edges(number)[place]
        assert node.visits == visits[step] + 8
        for player, gain in enumerate((6.0, -6.0)):
            total = visits[step] * values[step][player] + gain
            assert node.visits * node.value[player] == pytest.approx(total)
        total = before[step].visits * before[step].mean + (6.0 if node.player == 0 else -6.0)
        assert edge.visits * edge.mean == pytest.approx(total)
        assert edge.inverse_root == pytest.approx(int(edge.visits) ** -0.5)
    assert work.counters.given == work.counters.done == work.counters.news == 0
    assert work.sums.tolist() == [0.0, 0.0]


def test_moves_get_what_one_thread_gives_them():
    """Without chance in the values: what is to be looked at once is not looked at for long."""
    shares = []
    for few in (10**6, 60):
        apart = Apart(Tall(), evaluation=Playout(max_plies=0), simulations=300)
        apart.run(1200, few=few)
        shares.append({int(edge.action): int(edge.visits) for edge in apart.edges()})
    alone, trunk = shares
    assert sorted(alone, key=alone.__getitem__) == sorted(trunk, key=trunk.__getitem__)
    for action, visits in alone.items():
        assert trunk[action] == pytest.approx(visits, rel=0.1, abs=3), action


@pytest.mark.parametrize(("game", "rule"), [(SMALL, UCB1(0.7)), (SMALL, PUCT()), (Pig(5), None)])
def test_nothing_is_lost_on_the_way(game, rule):
    apart = Apart(game, rule=rule, simulations=150)
    apart.run(350, few=20)
    assert apart.work.counters.simulations == 500 == apart.tree.nodes[ROOT].visits
    refuse_lost_updates(apart)


def test_a_proof_goes_through_the_trunk():
    """Tic-tac-toe after 1. a1 b1 is won, which takes six more moves to see."""
    game = TicTacToe()
    apart = Apart(game, solver=True)
    apart.start_tree(game.next_state(game.next_state(game.initial_state(), 0), 1))
    apart.run(60, few=10**6)
    assert not apart.crew.solved
    apart.run(20_000, few=10)
    assert apart.crew.solved
    known = apart.method.proofs.known(apart.tree.nodes[ROOT], 0)
    assert (known.low, known.high) == (1.0, 1.0)
    refuse_lost_updates(apart)


@pytest.mark.parametrize("sides", [0, 9, 20, 52])
def test_rounded_probabilities_lead_no_proof_astray(sides):
    """Bounds of the trunk are raised and lowered on their own: none may pass the other."""
    apart = Apart(Sides(), solver=True)
    apart.start_tree((0, 0, sides))
    apart.run(60, few=10**6)
    apart.run(2000, few=5)
    assert apart.crew.solved
    known = apart.method.proofs.known(apart.tree.nodes[ROOT], 0)
    assert (known.low, known.high) == (1.0, 1.0)


def test_with_proofs_means_are_still_expectations():
    """A toss is a win at once, or a loss some moves later: only the win is proven."""
    apart = Apart(SureThing(2), rule=UCB1(5.0), solver=True, simulations=100)
    apart.run(700, few=20)
    assert not apart.crew.solved
    toss = next(edge for edge in apart.edges() if edge.action == SureThing.TOSS)
    # Six standard deviations: one in 500 million.
    assert abs(float(toss.mean)) < 6 / math.sqrt(int(toss.visits)) < 0.3


def test_the_best_line_is_that_of_whichever_thread_found_it():
    apart = Apart(SMALL, simulations=10)
    for value, action, best in ((0.5, 3, (0.5, 3)), (0.25, 1, (0.5, 3)), (1.0, 2, (1.0, 2))):
        hand = apart.hand()
        hand.best[0] = action
        hand.counters.best = 1
        hand.span.best_return = value
        apart.crew._take_in(hand)
        assert apart.crew.best_line() == ((best[1],), best[0])


def test_positions_on_the_trunk_are_watched():
    game = Ring("draw", 2)
    apart = Apart(game, simulations=200)
    work = apart.work
    assert work.counters.start_keys == 1
    work.counters.few = 12
    _, steps = apart.climb(work)
    assert len(work.keys) == len(steps) == work.counters.start_keys
    conclude(apart.game, apart.method, apart.tree, work)
    apart.crew._settle(work)
    assert work.counters.start_keys == 1
    apart.run(1000, few=12)
    alone = gt.search(game, simulations=4000, seed=1, compiled=False, selection=UCB1(0.7))
    node = apart.tree.nodes[ROOT]
    assert float(node.value[0]) == pytest.approx(alone.value[0], abs=0.2)
    refuse_lost_updates(apart)
