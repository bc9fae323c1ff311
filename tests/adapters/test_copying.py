"""Copies of what changes in place: which are right, which are refused, and what they cost."""

from __future__ import annotations

import copy
import random
import threading
from copy import deepcopy
from itertools import chain

import pytest

import gametree as gt
from gametree.adapters.gymnasium import Gymnasium
from gametree.adapters.replayed import InPlace, Replayed
from gametree.adapters.values.copying import Copies, InvalidAnswer, Replays, Source, duplicates
from gametree.adapters.values.copying_check import difference
from gametree.adapters.values.snapshots import Snapshots
from gametree.mcts.tree.tree import NO_CHILD
from toys import OneHeap


class Heap:
    """A heap of counters that is changed by every move."""

    def __init__(self, counters):
        self.counters = counters
        self.player = 0
        self.taken = [0, 0]


class HeapInPlace(gt.Game):
    """The game of `OneHeap`, in place; `made` counts first positions, `played` moves."""

    heap = Heap

    def __init__(self, counters=21):
        self.counters = counters
        self.made = 0
        self.played = 0

    def initial_state(self):
        self.made += 1
        return self.heap(self.counters)

    def current_player(self, state):
        return state.player

    def legal_actions(self, state):
        return range(1, min(3, state.counters) + 1)

    def next_state(self, state, action):
        self.played += 1
        state.counters -= action
        state.taken[state.player] += action
        state.player = 1 - state.player
        return state

    def returns(self, state):
        assert sum(state.taken) == self.counters, "a copy has lost count"
        return (-1.0, 1.0) if state.player == 0 else (1.0, -1.0)


def of(heap_class):
    """Return the game with heaps of another class."""
    game = HeapInPlace()
    game.heap = heap_class
    return game


class Forgetful(Heap):
    """As environments do that copy themselves by what their constructor was given."""

    def __reduce__(self):
        return (type(self), (21,))


class Shared(Heap):
    def __deepcopy__(self, memo):
        return self


class PartlyShared(Heap):
    """A shallow copy by name; only `taken` is shared."""

    def copy(self):
        return copy.copy(self)


class Locked(Heap):
    def __init__(self, counters):
        super().__init__(counters)
        self.lock = threading.Lock()


class Lazy(Locked):
    """A copy looks at its original until it is moved itself."""

    def __getstate__(self):
        raise TypeError("no pickles")

    def __deepcopy__(self, memo):
        twin = LazyTwin.__new__(LazyTwin)
        twin.__dict__["original"] = self
        return twin


class LazyTwin(Lazy):
    def __getattr__(self, name):
        if name.startswith("__") or name == "original":
            raise AttributeError(name)
        return getattr(self.__dict__["original"], name)

    def __setattr__(self, name, value):
        original = self.__dict__.pop("original", None)
        if original is not None:
            held = {"player": original.player, "taken": list(original.taken)}
            self.__dict__.update(held, counters=original.counters)
        self.__dict__[name] = value


class Cloned(Heap):
    def clone(self):
        twin = type(self)(self.counters)
        twin.player, twin.taken = self.player, list(self.taken)
        return twin


def tree_of(game, state=None, **options):
    searcher = gt.Searcher(game, state, seed=3, compiled=False, method="uct", **options)
    result = searcher.run(simulations=400)
    return [(each.action, each.visits, each.mean) for each in result.actions]


@pytest.mark.parametrize(
    ("heap", "chosen", "told"),
    [
        (Heap, "copy.deepcopy", "behaved as their originals"),
        (Cloned, "its method clone", "behaved as their originals"),
        (PartlyShared, "copy.deepcopy", "its method copy is wrong: moves of a copy change"),
        (Forgetful, "replay", "the copy differs in"),
        (Shared, "a pickle", "copy.deepcopy is wrong: moves of a copy change the original"),
        (Locked, "replay", "cannot pickle '_thread.lock' object"),
        (Lazy, "replay", "change a copy in"),
    ],
)
def test_the_first_way_that_is_right_is_chosen(heap, chosen, told):
    game = InPlace(of(heap))
    assert game.copied_by == chosen
    assert told in game.copied_because


@pytest.mark.parametrize("heap", [Heap, PartlyShared, Forgetful, Shared, Locked, Cloned])
def test_the_search_is_the_same_however_states_are_copied(heap):
    values = tree_of(OneHeap())
    assert tree_of(InPlace(of(heap))) == values
    assert tree_of(Replayed(of(heap))) == values


def test_what_a_wrong_copy_does_without_the_check():
    class Trusting(HeapInPlace):
        heap = Forgetful
        states_change = True

    searched = [Trusting(), InPlace(of(Forgetful))]
    two_are_left = [3, 3, 3, 3, 3, 3, 1]
    means = []
    for game in searched:
        state = game.initial_state()
        for move in two_are_left:
            state = game.next_state(state, move)
        found = {action: mean for action, _, mean in tree_of(game, state)}
        means.append(found[2])
    assert means[0] < 0.9  # without a word: it has searched from the start
    assert means[1] == 1.0


class Deck:
    """Cards in an order that nobody has seen yet."""

    def __init__(self, chance):
        self.cards = list(range(12))
        chance.shuffle(self.cards)
        self.drawn = []


class Draws(gt.Game):
    """Draw a card or pass, four times; the sum counts."""

    players = 1

    def initial_state(self):
        return Deck(random.Random(5))

    def current_player(self, state):
        return 0

    def legal_actions(self, state):
        return ["draw", "pass"] if len(state.drawn) < 4 else []

    def next_state(self, state, action):
        state.drawn.append(state.cards.pop() if action == "draw" else 0)
        return state

    def returns(self, state):
        return (float(sum(state.drawn)),)


def shares_the_deck(state):
    twin = copy.copy(state)
    twin.drawn = list(state.drawn)
    return twin


def shuffles_the_deck(state):
    twin = deepcopy(state)
    random.Random(9).shuffle(twin.cards)
    return twin


@pytest.mark.parametrize("wrong", [shares_the_deck, shuffles_the_deck])
def test_parts_that_nobody_sees_are_compared_by_what_comes_of_them(wrong):
    with pytest.raises(gt.BadParameter, match=r"copies of Draws that copying= makes are wrong"):
        InPlace(Draws(), copying=wrong)


def test_a_function_of_the_users_is_used_if_it_is_right():
    game = InPlace(Draws(), copying=deepcopy)
    assert game.copied_by == "copying="
    assert tree_of(game) == tree_of(Replayed(Draws()))


@pytest.mark.parametrize("copying", ["deep", None, 1])
def test_other_ways_are_refused(copying):
    with pytest.raises(gt.BadParameter, match='copying must be "auto", "replay" or a function'):
        InPlace(Draws(), copying=copying)


def test_a_game_is_asked_for():
    with pytest.raises(gt.BadParameter, match="game must be a Game, not 3"):
        InPlace(3)


def test_luck_that_no_seed_settles_is_refused():
    chance = random.Random(1)

    class Unsettled(Draws):
        def initial_state(self):
            return Deck(chance)

    with pytest.raises(gt.GameError, match=r"Unsettled cannot be searched: two games .* differ"):
        Replayed(Unsettled())


def test_a_first_position_that_was_played_on_is_refused():
    class Same(HeapInPlace):
        def initial_state(self):
            return self.__dict__.setdefault("only", Heap(self.counters))

    with pytest.raises(gt.GameError, match=r"\(none\) differ in .*share nothing"):
        InPlace(Same())


class Guarded(HeapInPlace):
    """Fails on the way down from five counters by three, once armed."""

    armed = False

    def next_state(self, state, action):
        if self.armed and state.counters == 5 and action == 3:
            raise ZeroDivisionError("five by three")
        return super().next_state(state, action)


def test_a_fault_is_told_with_the_moves():
    rules = Guarded(6)
    game = Replayed(rules)
    rules.armed = True
    told = r"Guarded.next_state raised ZeroDivisionError: five by three \(test_copying.py, line"
    told += r" \d+\) \(after the moves 1 3\)"
    with pytest.raises(gt.GameError, match=told):
        gt.search(game, simulations=500, seed=1, compiled=False, method="uct")
    state = game.position([1])
    with pytest.raises(gt.GameError, match=told):
        game.next_state(state, 3)
    # The failed move is not part of the position.
    assert state.moves == [1]
    assert list(game.legal_actions(state)) == [1, 2, 3]


def test_a_fault_in_the_check_is_told_with_the_moves():
    rules = Guarded(6)
    rules.armed = True
    with pytest.raises(gt.GameError, match=r"five by three \(.*\) \(after the moves 1 3\)"):
        InPlace(rules)


def test_positions_by_their_moves():
    game = Replayed(HeapInPlace(5))
    state = game.position([3, 2])
    assert game.is_terminal(state)
    assert game.returns(state) == (-1.0, 1.0)
    assert repr(state) == "MutablePosition(3 2)"
    assert repr(game.initial_state()) == "MutablePosition(start)"
    assert game.live(state).taken == [3, 2]
    with pytest.raises(
        gt.IllegalMove, match=r"move 2, 3, is not legal there; legal moves are 1, 2"
    ):
        game.position([3, 3])
    with pytest.raises(gt.IllegalMove, match="the game is over by then"):
        game.position([3, 2, 1])


def test_a_replay_costs_the_moves_to_the_root_once_a_simulation():
    rules = HeapInPlace()
    game = Replayed(rules)
    root = game.position([3, 3])
    searcher = gt.Searcher(game, root, seed=1, compiled=False, method="uct")
    searcher.run(simulations=200)  # now the tree has room, so no simulation breaks off
    rules.made = rules.played = 0
    searcher.run(simulations=100)
    assert rules.made == 100
    # Two moves to the root, at most fifteen from there to the end.
    assert 200 + 100 * 5 <= rules.played <= 200 + 100 * 15


def test_nothing_is_kept_on_the_edges():
    searcher = gt.Searcher(Replayed(HeapInPlace()), seed=1, compiled=False, method="uct")
    searcher.run(simulations=200)
    edges = list(chain.from_iterable(searcher.trees.first.tree.edges))
    assert sum(edge.visits for edge in edges) > 200
    assert [edge for edge in edges if edge.state is not None] == []


class Ahead(HeapInPlace):
    def heuristic(self, state):
        lead = float(state.taken[0] - state.taken[1])
        return (lead, -lead)


class AheadByValue(OneHeap):
    """The same rules and the same heuristic, on tuples: (counters, player, taken, taken)."""

    def initial_state(self):
        return (self.counters, 0, 0, 0)

    def next_state(self, state, action):
        counters, player, first, second = state
        taken = (first + action, second) if player == 0 else (first, second + action)
        return (counters - action, 1 - player, *taken)

    def heuristic(self, state):
        lead = float(state[2] - state[3])
        return (lead, -lead)


def test_glances_aside_do_not_disturb_the_line_of_play():
    evaluation = gt.Playout(gt.EpsilonGreedy(0.2))
    by_value = tree_of(AheadByValue(), evaluation=evaluation)
    rules = Ahead()
    assert tree_of(Replayed(rules), evaluation=evaluation) == by_value
    assert tree_of(InPlace(Ahead()), evaluation=evaluation) == by_value


@pytest.mark.parametrize("below", [None, 0, 3, 100, "none kept", "5 kept", "all kept"])
def test_few_objects_are_lent_to_many_positions(below):
    class Lists(Source):
        made = 0

        def start(self, used):
            if used is None:
                self.made += 1
            return []

        def play(self, live, move):
            if move == "fail":
                raise InvalidAnswer("play", "failed")
            return [*live, move]

    source = Lists()
    if isinstance(below, str):
        way = Snapshots(source, list, {"none": 0, "5": 5, "all": 1000}[below.split()[0]])
    else:
        way = Replays(source) if below is None else Copies(source, list, below)
    lines = [way.begin() for _ in range(4)]
    begun = source.made
    chance = random.Random(2)
    for _ in range(200):
        line = chance.choice(lines)
        if chance.random() < 0.3:
            line = way.copy(line)
            lines[chance.randrange(4)] = line
        if chance.random() < 0.1:
            with pytest.raises(InvalidAnswer):
                way.play(line, "fail")
        elif len(line.moves) < 9:
            way.play(line, chance.choice("xyz"))
        assert way.live(line) == line.moves
    assert begun == (0 if below in (None, 3, 100) else 4)
    assert source.made == {None: 2, 3: 2, 100: 2}.get(below, 4)
    assert max(len(line.moves) for line in lines) > 3


class Die(gt.Game):
    """In place or not: stop, or roll a die; a one loses it all."""

    players = 1
    name = "die"

    def __init__(self, in_place):
        self.in_place = in_place

    def initial_state(self):
        return [0, "choose"] if self.in_place else (0, "choose")

    def current_player(self, state):
        return gt.CHANCE if state[1] == "roll" else 0

    def legal_actions(self, state):
        return {"choose": ["roll", "stop"], "roll": range(1, 7), "over": []}[state[1]]

    def chance_outcomes(self, state):
        return [(side, 1 / 6) for side in range(1, 7)]

    def next_state(self, state, action):
        points, phase = state
        if phase == "roll":
            points, phase = (0, "over") if action == 1 else (points + action, "choose")
            phase = "over" if points > 20 else phase
        else:
            phase = "roll" if action == "roll" else "over"
        if self.in_place:
            state[:] = points, phase
            return state
        return (points, phase)

    def returns(self, state):
        return (float(state[0]),)


def test_games_of_chance():
    by_value = tree_of(Die(in_place=False))
    copied = InPlace(Die(in_place=True))
    assert copied.copied_by == "its method copy"
    assert tree_of(copied) == by_value
    assert tree_of(Replayed(Die(in_place=True))) == by_value


class Ring(gt.Game):
    """In place or not: walk around a ring of six; coming back to a field is a draw."""

    name = "ring"
    repetition = "draw"

    def __init__(self, in_place):
        self.in_place = in_place

    def initial_state(self):
        return [0, 0] if self.in_place else (0, 0)

    def key(self, state):
        return state[0] * 2 + state[1]

    def current_player(self, state):
        return state[1]

    def legal_actions(self, state):
        return [] if state[0] == 3 else [-1, 1, 2]

    def next_state(self, state, action):
        following = ((state[0] + action) % 6, 1 - state[1])
        if self.in_place:
            state[:] = following
            return state
        return following

    def returns(self, state):
        return (-1.0, 1.0) if state[1] == 0 else (1.0, -1.0)


def test_games_with_repetition():
    by_value = tree_of(Ring(in_place=False))
    assert tree_of(InPlace(Ring(in_place=True))) == by_value
    assert tree_of(Replayed(Ring(in_place=True))) == by_value


def test_what_belongs_to_the_game_is_passed_on():
    game = InPlace(HeapInPlace(4))
    state = game.initial_state()
    assert game.players == 2
    assert game.action_to_text(state, 3) == "3"
    assert "Heap" in game.state_to_text(state)
    assert not game.defines_heuristic

    class Chooses(HeapInPlace):
        repetition = "own"

        def random_action(self, state, rng):
            return 1

        def returns_after_repetition(self, state, player, plies):
            return (float(player), float(plies))

    choosing = InPlace(Chooses())
    assert choosing.random_action(choosing.initial_state(), gt.Rng(1)) == 1
    assert choosing.returns_after_repetition(choosing.initial_state(), 1, 4) == (1.0, 4.0)
    assert choosing.repetition == "own"
    ahead = InPlace(Ahead(4))
    assert ahead.defines_heuristic
    assert ahead.heuristic(ahead.position([3])) == (3.0, -3.0)


def test_pairs_of_methods_that_hand_out_a_state():
    class Machine:
        def __init__(self):
            self.held = [0]

        def get_state(self):
            return list(self.held)

        def set_state(self, state):
            self.held = state

    ways = dict(duplicates(Machine(), Machine))
    assert list(ways) == ["copy.deepcopy", "a pickle", "its methods get_state and set_state"]
    machine = Machine()
    machine.held.append(7)
    other = ways["its methods get_state and set_state"](machine)
    other.held.append(8)
    assert (machine.held, other.held) == ([0, 7], [0, 7, 8])
    assert len(dict(duplicates(Machine()))) == 2


def test_differences_have_names():
    assert difference({"a": 1, "b": 2}, {"a": 1, "b": 2, "c": 3}) == ""
    assert difference({"a": 1, "b": 2}, {"a": 1, "b": 3}) == "b"
    assert difference({"a": 1}, {}) == "a"


class Laborious:
    """An environment whose steps take longer than its copies; counts them."""

    action_space = 3
    steps = 0

    def reset(self):
        self.path = ()
        return self.path

    def step(self, action):
        type(self).steps += 1
        self.load = sum(range(20_000))
        self.path += (action,)
        return self.path, float(action == len(self.path) % 3), len(self.path) == 12, {}


class Uncopied(Laborious):
    def __deepcopy__(self, memo):
        raise TypeError("no copies")

    __reduce_ex__ = __deepcopy__


@pytest.mark.parametrize("asked", [False, True])
@pytest.mark.parametrize("kind", [Laborious, Uncopied])
def test_a_search_plays_no_more_steps_than_it_must(kind, asked):
    game = Gymnasium(kind)
    assert game.copied_by == ("copy.deepcopy" if kind is Laborious else "replay")
    searcher = gt.Searcher(game, seed=3, compiled=False, method="uct")
    before, kind.steps = game.steps, 0
    if asked:
        for _ in range(60):
            for ticket in searcher.ask():
                searcher.tell(ticket, (1.0,))
    else:
        searcher.run(simulations=60)
    assert game.steps - before == kind.steps
    depths = [len(node) for node in paths_of(searcher)]
    assert len(depths) >= 60
    playouts = 0 if asked else sum(12 - depth for depth in depths)
    tree = len(depths) if kind is Laborious else sum(depths)
    assert kind.steps <= playouts + tree + 12  # those of one simulation, before the tree has room


def paths_of(searcher):
    """Return the paths to the positions that simulations have come to first."""
    tree, found = searcher.trees.first.tree, []

    def walk(number, path):
        for edge in tree.edges[number][: tree.nodes[number].count]:
            if edge.visits:
                found.append((*path, edge.action))
                if edge.child > NO_CHILD:
                    walk(edge.child, found[-1])

    walk(0, ())
    return found


def test_copies_that_are_kept_change_nothing():
    assert tree_of(Gymnasium(Laborious)) == tree_of(Gymnasium(Uncopied))


class Drifting(Uncopied):
    """Its resets differ, but only after some."""

    resets = 0

    def reset(self):
        type(self).resets += 1
        super().reset()
        return self.resets > 30


def test_a_replay_that_differs_is_reported():
    game = Gymnasium(Drifting)
    with pytest.raises(gt.GameError, match=r"same moves \(none\) differ in the observation"):
        gt.search(game, simulations=60, seed=3, compiled=False, method="uct")
