"""Tests of planning under uncertainty: one player, rewards on the way."""

from __future__ import annotations

from functools import cache

import pytest

import gametree as gt
from gametree.games import RockSample, Tiger
from gametree.mcts.hidden import engine, trail
from hidden_games import GuessTheCoin, Machine
from oracles.best_response import best_value

TIGER = Tiger()
SMALL_ROCKS = RockSample(2, 1, seed=2, steps=4)


def exact_tiger(steps, discount=0.95, right=0.85):
    """Return what Tiger is worth, by value iteration over what was heard."""
    odds = right / (1.0 - right)

    @cache
    def value(heard, left):
        if left == 0:
            return 0.0
        belief = odds**heard / (1.0 + odds**heard)
        hears = belief * right + (1.0 - belief) * (1.0 - right)
        after = hears * value(heard + 1, left - 1) + (1.0 - hears) * value(heard - 1, left - 1)
        opened = max(10.0 - 110.0 * belief, 110.0 * belief - 100.0)
        return max(opened + discount * value(0, left - 1), discount * after - 1.0)

    return value(0, steps)


def exact_machine(game):
    """Return what the machine is worth, by value iteration over beliefs."""

    @cache
    def value(belief, left):
        if left == 0:
            return 0.0
        ahead = [game.discount * value((1.0, 0.0, 0.0), left - 1) - game.costs[2]]
        for phase in (1, 2):
            expected = -game.costs[phase - 1]
            for seen, earned in ((0, -4.0), (1, 4.0)):
                share, after = game.after(belief, phase, seen)
                worn = tuple(round(each, 9) for each in game.worn_on(after))
                later = game.discount * value(worn, left - 1)
                expected += share * (later + (earned if phase == 1 else 0.0))
            ahead.append(expected)
        return max(ahead)

    return value((1.0, 0.0, 0.0), game.steps)


def placed(game):
    """Return a state after the first event, which the player does not see."""
    return game.next_state(game.initial_state(), 0)


def found(result):
    told = {key: value for key, value in result.to_dict().items() if key != "seconds"}
    return {**told, "bytes": 0, "compiled": None}


@pytest.mark.parametrize(
    ("game", "simulations", "exact"),
    [(TIGER, 100_000, exact_tiger(20)), (SMALL_ROCKS, 20_000, best_value(SMALL_ROCKS))],
    ids=["tiger", "rock_sample"],
)
def test_the_value_is_that_of_the_best_plan(game, simulations, exact):
    result = gt.search(game, placed(game), simulations=simulations, seed=1)
    assert "planning" in result.method
    assert result.value[0] == pytest.approx(exact, rel=0.02)


@pytest.mark.parametrize("seed", [4, 5])
def test_few_simulations_value_a_plan_by_good_playouts(seed):
    """Playouts by random moves find 4 and 28 percent less."""
    game = Machine(8)
    result = gt.search(game, simulations=2000, seed=seed, compiled=False)
    assert result.value[0] == pytest.approx(exact_machine(game), rel=0.03)


def test_both_modes_plan_the_same_however_small_the_buffers(monkeypatch):
    monkeypatch.setattr(engine, "_FIRST_SIZE", 4)
    monkeypatch.setattr(trail, "_FIRST_STEPS", 2)
    game = Tiger()
    results = [
        gt.search(game, placed(game), simulations=3000, seed=1, compiled=compiled)
        for compiled in (True, False)
    ]
    assert [each.compiled for each in results] == [True, False]
    assert found(results[0]) == found(results[1])


def test_a_value_counts_what_is_still_to_come():
    """With the tiger heard twice at the left, opening the right door is best, then all begins anew.

    The last step is worth what it brings now: no discount for the steps before.
    """
    game = Tiger(3)
    state = placed(game)
    for action in (0, 0, 0, 0):  # listen, left, listen, left
        state = game.next_state(state, action)
    result = gt.search(game, state, simulations=2000, seed=1, compiled=False)
    belief = 0.85**2 / (0.85**2 + 0.15**2)
    assert result.action == 2
    assert result.value[0] == pytest.approx(10.0 - 110.0 * (1.0 - belief), abs=1.0)
    assert result.actions[0].half_width is None  # it is no mean of simulations


def test_the_returns_are_the_discounted_rewards():
    rng = gt.Rng(3)
    for game in (Tiger(), RockSample()):
        for _ in range(20):
            state, total, weight = game.initial_state(), 0.0, 1.0
            while not game.is_terminal(state):
                actions = list(game.legal_actions(state))
                action = actions[rng.below(len(actions))]
                total += weight * game.rewards(state, action)[0]
                weight *= game.discount if game.current_player(state) == 0 else 1.0
                state = game.next_state(state, action)
            assert game.returns(state)[0] == pytest.approx(total)


@pytest.mark.parametrize("method", ["single_observer", "determinised", "planning"])
def test_other_methods_count_rewards_on_the_way(method):
    """One step of Tiger: to listen costs 1, to open a door 45 on average."""
    game = Tiger(1)
    result = gt.search(game, placed(game), simulations=3000, seed=1, method=method, compiled=False)
    if method == "determinised":  # it sees the tiger in each of its worlds
        assert result.action != 0
    else:
        assert result.action == 0
        mean = {each.action: each.mean for each in result.actions}
        assert mean[0] == -1.0


def test_a_plan_goes_on_from_what_was_seen():
    game = Tiger(6)
    state = placed(game)
    searcher = gt.Searcher(game, state, seed=1, compiled=False)
    searcher.run(simulations=1500)
    for action in (0, 0):  # listen, left
        state = game.next_state(state, action)
    searcher.advance(game.information_state(state, 0))
    nodes = searcher.result().nodes
    result = searcher.run(simulations=10)
    assert nodes > 10
    assert result.simulations == 10
    assert result.actions[0].visits > 200  # what was found before stays


class Endless(GuessTheCoin):
    """Guess coins for ever, for a reward of 1 each time the guess is right."""

    discount = 0.5

    def is_terminal(self, state):
        return False

    def current_player(self, state):
        return gt.CHANCE if state[0] < 0 else 0

    def next_state(self, state, action):
        return (action, -1, -1) if state[0] < 0 else (-1, -1, -1)

    def rewards(self, state, action):
        return (float(state[0] == action),)

    def information_state(self, state, player):
        return state[0] >= 0

    def sample_state(self, known, player, rng):
        return (rng.below(2) if known else -1, -1, -1)


def test_a_discount_ends_playouts_of_a_game_without_end():
    for method in ("planning", "single_observer"):
        result = gt.search(
            Endless(), (0, -1, -1), simulations=400, seed=1, compiled=False, method=method
        )
        assert result.value[0] == pytest.approx(1.0, abs=0.2)  # 1/2 + 1/4 + ...


class BadRewards(Endless):
    def __init__(self, given):
        self.given = given

    def rewards(self, state, action):
        return self.given


def test_bad_rewards_and_requests_are_refused():
    for given in ((), (float("nan"),), 1.0, (1.0, 2.0)):
        with pytest.raises(gt.GameError, match=r"BadRewards\.rewards returned .*1 finite number"):
            gt.search(BadRewards(given), (0, -1, -1), simulations=50, seed=1, compiled=False)
    poker = gt.games.load("kuhn_poker")
    with pytest.raises(gt.BadParameter, match="planning is for one player"):
        gt.search(poker, (1, 0, 1), simulations=10, method="planning", compiled=False)
