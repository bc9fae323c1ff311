"""Tests of faults of rules that hide something: each one ends in a sentence, in both modes."""

from __future__ import annotations

import random
import re
import threading
import time
from contextlib import suppress

import pytest

import gametree as gt
from gametree.mcts.hidden import knowledge, searcher, worlds
from gametree.user_code import hanging_calls
from hidden_games import Kuhn, LastTwo, SealedBids, Together

STATE = ((1, 0), 0, 0)


@pytest.fixture
def impatient(monkeypatch):
    monkeypatch.setattr(hanging_calls, "_SECONDS_BETWEEN_INSPECTIONS", 0.01)
    monkeypatch.setattr(hanging_calls, "_INSPECTIONS", 5)
    before = threading.active_count()
    yield
    assert threading.active_count() == before


class Endless(Kuhn):
    """A sampler that does not return for some of its random numbers."""

    def __init__(self, often):
        self.often = often  # in a thousand

    def sample_state(self, known, player, rng):
        card, moves, count = known
        other = (card + 1 + rng.below(2)) % 3
        while rng.below(1000) < self.often:
            while rng.below(3) < 5:
                other = card
        return ((card, other) if player == 0 else (other, card), moves, count)


class Silent(Kuhn):
    """As above, but the loop draws nothing."""

    def __init__(self, often):
        self.often = often

    def sample_state(self, known, player, rng):
        looping = rng.below(1000) < self.often
        while looping:
            with suppress(Exception):
                looping = looping and known is not None
        return super().sample_state(known, player, rng)


class SilentLoop(Kuhn):
    """As above, in a form that compiles."""

    def sample_state(self, known, player, rng):
        looping = rng.below(1000) < 2
        while looping:
            looping = known[0] >= 0
        return super().sample_state(known, player, rng)


class SeldomEndless(gt.Game):
    """A line that is seldom played leads to a position where the moves are listed for ever."""

    def initial_state(self):
        return (0, 0)

    def current_player(self, state):
        return state[0] % 2

    def legal_actions(self, state):
        line = state[1]
        while line == 3**8 - 1:
            line += 0
        return [0, 1, 2] if state[0] < 12 else []

    def next_state(self, state, action):
        return (state[0] + 1, state[1] * 3 + action)

    def returns(self, state):
        return (1.0, -1.0) if state[1] % 2 else (-1.0, 1.0)


class EndlessInformation(Kuhn):
    def information_state(self, state, player):
        while state[2] > 1:
            pass
        return super().information_state(state, player)


def refused(game, **options):
    options = {"simulations": 2000, "seed": 1, "method": "many_observers", **options}
    with pytest.raises(gt.GameError) as caught:
        gt.search(game, options.pop("state", STATE), **options)
    return str(caught.value)


@pytest.mark.parametrize("game", [Endless(1000), Endless(5), Silent(1000), Silent(5)])
def test_a_sampler_that_does_not_return_is_named(game, impatient):
    told = refused(game, compiled=False)
    assert f"{type(game).__name__}.sample_state has not returned after" in told
    assert "(test_refusals.py, line" in told
    assert "where player 0 knows (1, 0, 0): look for a loop without an end" in told
    assert "gt.deal" in told


def test_a_compiled_sampler_that_seldom_returns_is_named():
    told = refused(Endless(2), compiled=True)
    assert "Endless.sample_state drew 50,000,000 random numbers and has not returned where" in told
    assert "player 0 knows (1, 0, 0)" in told


def test_compiled_loops_that_do_nothing_are_named():
    told = refused(SilentLoop(), compiled=True)
    assert "SilentLoop.sample_state has gone round a loop 100,000,000 times and has not" in told
    assert "(test_refusals.py, line" in told
    assert "where player 0 knows (1, 0, 0): look for a loop without an end; a state" in told
    rules = SeldomEndless()
    with pytest.raises(gt.GameError, match=r"SeldomEndless\.legal_actions has gone .* without an"):
        gt.search(rules, simulations=300_000, seed=1, selection=gt.UCB1(c=9.0), compiled=True)


def test_any_method_that_does_not_return_is_named(impatient):
    told = refused(EndlessInformation(), compiled=False)
    assert "EndlessInformation.information_state has not returned after" in told
    assert "gt.deal" not in told


class Cyclic(Kuhn):
    def information_state(self, state, player):
        known = [state[0][player]]
        known.append(known)
        return known


class Keeps(Kuhn):
    """The sampler returns the state for which it was last asked what a player knows."""

    kept = None

    def information_state(self, state, player):
        self.kept = state
        return super().information_state(state, player)

    def sample_state(self, known, player, rng):
        return self.kept


class Over(Kuhn):
    """Players do not know whether the game is over."""

    def information_state(self, state, player):
        return state[0][player]

    def sample_state(self, known, player, rng):
        other = (known + 1) % 3
        return ((known, other) if player == 0 else (other, known), 11, 2)


@pytest.mark.parametrize(
    ("game", "told"),
    [
        (Cyclic(), r"Cyclic\.information_state returned .* for player 0, which cannot be compared"),
        (Keeps(), r"Keeps\.sample_state returned a state in which player 0 knows .*, not what was"),
        (
            Over(),
            r"Over\.sample_state returned a state in which the game is over, where it goes on",
        ),
    ],
)
def test_other_faults_of_the_two_methods_are_named(game, told):
    assert re.search(told, refused(game, compiled=False))


class Replayed(Kuhn):
    sample_state = gt.Game.sample_state


def test_replays_come_to_an_end(monkeypatch):
    for module, name in ((worlds, "_MOST_EVENTS"), (knowledge, "_POSITIONS")):
        monkeypatch.setattr(module, name, 50)
    for name in ("refuse_impossible", "refuse_gaps"):
        monkeypatch.setattr(searcher, name, lambda *_, **__: None)
    impossible = ((1, 0), 12, 4)
    history = [((-1, -1), 0, 0), ((1, -1), 0, 0), ((1, 0), 1, 1)]
    for given in ([], history):
        told = refused(Replayed(), state=impossible, history=given, player=1, compiled=False)
        assert "no state of Replayed is found in which player 1 knows (0, 12, 4)" in told
        assert "define sample_state(known, player, rng)" in told


class NoMoveLater(gt.Game):
    """Both choose 7 times; after six twos of player 0, a seat has no move."""

    def __init__(self, seat):
        self.seat = seat

    def initial_state(self):
        return (0, 0)

    def current_player(self, state):
        return gt.EVERYONE

    def is_terminal(self, state):
        return state[0] == 7

    def legal_actions(self, state, player):
        return range(0) if state[1] == 6 and player == self.seat else range(3)

    def next_state(self, state, moves):
        return (state[0] + 1, state[1] + (moves[0] == 2))

    def returns(self, state):
        return (state[1] / 7.0, -state[1] / 7.0)


@pytest.mark.parametrize(("seat", "compiled"), [(0, False), (1, False), (1, True)])
def test_a_seat_without_a_move_is_named_however_deep(seat, compiled):
    told = refused(NoMoveLater(seat), state=None, compiled=compiled, simulations=20_000)
    assert f"NoMoveLater.legal_actions gives player {seat} no move where others have one" in told
    assert "(after the moves " in told


def test_everyone_needs_legal_actions_of_a_player():
    class Alone(Together):
        def legal_actions(self, state):
            return range(3) if state[0] < 0 else range(0)

    with pytest.raises(gt.GameError, match=r"EVERYONE goes with legal_actions\(state, player\)"):
        gt.search(Alone(), simulations=10, compiled=False)


class WithMore(Kuhn):
    """The information has one more item, which the sampler does not need."""

    def information_state(self, state, player):
        return (*super().information_state(state, player), self.more(state))

    def sample_state(self, known, player, rng):
        return super().sample_state(known[:3], player, rng)


CALLS = [0]


class SlowClock(WithMore):
    """A clock that seldom ticks, as one in whole seconds does; from some move on."""

    def __init__(self, count, calls=60):
        self.count = count
        self.calls = calls

    def more(self, state):
        CALLS[0] += 1
        return CALLS[0] // self.calls if state[2] >= self.count else 0


class Clock(WithMore):
    def more(self, state):
        return int(time.time())


class RandomLater(WithMore):
    def more(self, state):
        return SOURCE.random() if state[2] == 2 else 0.0


SOURCE = random.Random(1)


@pytest.mark.parametrize(
    ("game", "known", "moves"),
    [
        (SlowClock(0), "(1, 0, 0, ", "in the searched position"),
        (SlowClock(1, 1500), "(1, 1, 1, ", "after the moves 0"),
        (RandomLater(), ", 2, 0.", "after the moves"),
    ],
)
def test_information_that_changes_is_named_with_its_moves(game, known, moves):
    CALLS[0] = 0
    told = refused(game, compiled=False, simulations=1000)
    assert "information_state gave player " in told
    assert "two answers for one state: " in told
    assert known in told
    assert "without clocks, random numbers and earlier calls (test_refusals.py, line " in told
    assert f"({moves}" in told


def test_a_clock_does_not_compile():
    with pytest.raises(gt.GametreeError, match=r"Clock\.information.*in Clock\.more\): it uses"):
        gt.search(Clock(), STATE, simulations=10, method="many_observers", compiled=True)


class OtherMover(Kuhn):
    def information_state(self, state, player):
        return state[0][player]

    def sample_state(self, known, player, rng):
        other = (known + 1 + rng.below(2)) % 3
        return ((known, other) if player == 0 else (other, known), 1, 1)


class OtherMoves(Kuhn):
    """Against the lowest card, one may not bet."""

    def legal_actions(self, state):
        actions = super().legal_actions(state)
        lowest = state[0][1] >= 0 and state[0][1 - state[2] % 2] == 0
        return actions[:1] if lowest else actions

    def sample_state(self, known, player, rng):
        other = 2 - known[0] if known[0] != 1 else 2
        return ((known[0], other) if player == 0 else (other, known[0]), known[1], known[2])


@pytest.mark.parametrize("compiled", [False, True])
@pytest.mark.parametrize(
    ("game", "told"),
    [
        (
            OtherMover(),
            r"player 1 is to move, where player 0 is: player 0 knows 1 in both, .* who is to move",
        ),
        (
            OtherMoves(),
            r"player 0 has the legal moves \[0, 1\], where they have \[0\]: player 0 knows "
            r"\(1, 0, 0\) in both",
        ),
    ],
)
def test_a_sampled_state_with_other_moves_is_named(game, told, compiled):
    message = refused(game, compiled=compiled)
    assert re.search(r"\.sample_state returned a state in which " + told, message)
    assert "(in the searched position)" in message


def test_a_player_need_not_know_that_chance_moves_before_their_turn():
    options = {"simulations": 20, "seed": 1, "method": "many_observers", "compiled": False}
    result = gt.search(Kuhn(), ((-1, -1), 0, 0), player=0, **options)
    assert result.simulations == 20


@pytest.mark.parametrize("compiled", [False, True])
@pytest.mark.parametrize("state", [((1, 0), 12, 4), ((1, 0), 7, 1), ((3, 0), 0, 0)])
def test_a_state_with_impossible_information_is_refused(state, compiled):
    told = refused(Kuhn(), state=state, compiled=compiled)
    assert "no moves of Kuhn lead from its first state to one in which information_state" in told
    assert f"gives player {state[2] % 2} " in told


KEPT = {}


class KeepsTheFirst(Kuhn):
    """Draws the first state in which a player knew this."""

    def __init__(self, kept):
        self.kept = kept

    def information_state(self, state, player):
        known = super().information_state(state, player)
        self.kept.setdefault((known, player), state)
        return known

    def sample_state(self, known, player, rng):
        return self.kept.get((known, player)) or super().sample_state(known, player, rng)


class KeepsInTheModule(KeepsTheFirst):
    def information_state(self, state, player):
        known = Kuhn.information_state(self, state, player)
        KEPT.setdefault((known, player), state)
        return known

    def sample_state(self, known, player, rng):
        return KEPT.get((known, player)) or Kuhn.sample_state(self, known, player, rng)


@pytest.mark.parametrize("game", [KeepsTheFirst({}), KeepsInTheModule(0)])
def test_a_sampler_that_keeps_a_state_is_named(game):
    KEPT.clear()
    told = refused(game, compiled=False)
    name = type(game).__name__
    assert f"{name}.sample_state draws another state for player 0 than before information" in told


class Raises(Kuhn):
    def sample_state(self, known, player, rng):
        raise RuntimeError("no idea")


class GivesNothing(Kuhn):
    def sample_state(self, known, player, rng):
        return None


class GivesTheKnown(Kuhn):
    def sample_state(self, known, player, rng):
        return known


@pytest.mark.parametrize("compiled", [False, True])
@pytest.mark.parametrize(
    ("game", "told"),
    [
        (Raises(), "raised RuntimeError: no idea (test_refusals.py, line "),
        (GivesNothing(), "returned nothing for player 0; a state was expected"),
        (GivesTheKnown(), "returned (1, 0, 0) for player 0, in which GivesTheKnown.information_"),
    ],
)
def test_a_sampler_that_gives_no_state_is_named(game, told, compiled):
    message = refused(game, compiled=compiled)
    assert f"{type(game).__name__}.sample_state {told}" in message
    assert "for player 0" in message
    assert "(in the searched position)" in message


@pytest.mark.parametrize("history", [5, "abc", [3]])
def test_a_history_of_no_positions_is_refused(history):
    with pytest.raises((gt.BadParameter, gt.InvalidState), match="history"):
        gt.search(Kuhn(), STATE, history=history, simulations=10, compiled=False)


def test_a_seat_without_a_move_is_named_with_the_moves_that_led_there():
    class NoMoveAtOnce(NoMoveLater):
        def legal_actions(self, state, player):
            return range(0) if state[0] == 2 and player == self.seat else range(3)

    with pytest.raises(gt.GameError, match=r"player 1 no move .* \(after the moves \(\d, \d\) "):
        gt.search(NoMoveAtOnce(1), simulations=10, compiled=False)


def played(game, *moves):
    """Return the positions of a game."""
    line = [game.initial_state()]
    for move in moves:
        line.append(game.next_state(game.copy(line[-1]), move))
    return line


LEDUC = played(gt.games.load("leduc_poker"), 1, 5, 1, 2)


@pytest.mark.parametrize(
    ("line", "gap"),
    [
        (
            [*LEDUC[:-1], LEDUC[-1]._replace(bets=(100, 3))],
            r"history\[3\] to the searched position",
        ),
        ([*LEDUC[:2], LEDUC[2]._replace(raises=5), *LEDUC[3:]], r"history\[1\] to history\[2\]"),
        ([*LEDUC[:2], *LEDUC[3:]], r"history\[1\] to history\[2\]"),
        ([*LEDUC, LEDUC[-1]], r"history\[4\] to the searched position"),
    ],
)
def test_given_positions_follow_one_another(line, gap):
    game = gt.games.load("leduc_poker")
    told = f"no move or chance event of LeducPoker leads from {gap}: give all positions of one"
    with pytest.raises(gt.InvalidState, match=told):
        gt.search(game, line[-1], history=line[:-1], simulations=10, compiled=False)


class WithCache(Kuhn):
    """States are objects that remember their legal moves once they are asked for."""

    def initial_state(self):
        return Remembering(super().initial_state())

    def next_state(self, state, action):
        return Remembering(super().next_state(state.inner, action))

    def legal_actions(self, state):
        state.legal = super().legal_actions(state.inner)
        return state.legal

    def sample_state(self, known, player, rng):
        return Remembering(super().sample_state(known, player, rng))

    def current_player(self, state):
        return super().current_player(state.inner)

    def returns(self, state):
        return super().returns(state.inner)

    def information_state(self, state, player):
        return super().information_state(state.inner, player)


class Remembering:
    legal = None

    def __init__(self, inner):
        self.inner = inner


HONEST_LINES = [
    (gt.games.load("leduc_poker"), LEDUC),
    (WithCache(), played(WithCache(), 1, 0, 0)),
    (Together(), played(Together())),
    (SealedBids(), played(SealedBids(), 2, (1, 3), 1)),
    (LastTwo(), played(LastTwo(), 1)),
]


@pytest.mark.parametrize(("game", "line"), HONEST_LINES)
def test_positions_of_a_game_are_taken(game, line):
    for state in line:
        if not isinstance(game, (Together, SealedBids, LastTwo)):
            list(game.legal_actions(state))
    options = {"simulations": 10, "method": "many_observers", "compiled": False, "player": 0}
    gt.search(game, line[-1], history=line[:-1], **options)
    wrong = [*line[:-1], line[0], line[-1]]
    with pytest.raises(gt.InvalidState, match="no move or chance event of"):
        gt.search(game, wrong[-1], history=wrong[:-1], **options)
