"""Tests of particle beliefs: games without a sampler, where replays are costly or hopeless."""

from __future__ import annotations

import pytest

import gametree as gt
from gametree.games import RockSample, Tiger
from gametree.mcts.hidden import belief
from gametree.rules.drawing import drawn
from hidden_games import Kuhn
from mcts.hidden.test_information_sets import found

ERROR = 0.08
"""Of a share among 1,000 particles: 5 standard errors of 1/2."""


class UnsampledTiger(Tiger):
    sample_state = gt.Game.sample_state


class UnsampledRocks(RockSample):
    sample_state = gt.Game.sample_state


@pytest.fixture
def always(monkeypatch):
    monkeypatch.setattr(belief, "_CHEAP", -1)


def events_after(game, state, action, rng):
    """Return the states after an action and the events of chance that follow."""
    states = [game.next_state(state, action)]
    while game.current_player(states[-1]) == gt.CHANCE and not game.is_terminal(states[-1]):
        outcome = drawn(game.chance_outcomes(states[-1]), rng)
        states.append(game.next_state(states[-1], outcome))
    return states


def episode(game, seed, simulations, *, gaps=False, compiled=False):
    """Play by the search to the end; yield it with what the player knows before each move."""
    rng = gt.Rng(seed)
    first = game.initial_state()
    line = [first, game.next_state(first, seed % 2)]
    searcher = gt.Searcher(game, line[-1], history=line[:-1], seed=seed, compiled=compiled)
    state = line[-1]
    while True:
        result = searcher.run(simulations=simulations)
        yield searcher, game.information_state(state, 0), result
        states = events_after(game, state, result.action, rng)
        state = states[-1]
        if game.is_terminal(state):
            return
        known = [game.information_state(each, 0) for each in states]
        searcher.advance(*(known[-1:] if gaps else known))


@pytest.mark.parametrize(("steps", "gaps"), [(8, False), (4, True)])
def test_tiger_is_believed_where_bayes_says(always, steps, gaps):
    heard = []
    for searcher, known, _ in episode(UnsampledTiger(steps), 1, 60, gaps=gaps):
        states = searcher.particles
        odds = (0.85 / 0.15) ** known.heard
        left = sum(each.tiger == 0 for each in states) / len(states)
        assert left == pytest.approx(odds / (1.0 + odds), abs=ERROR)
        assert all(searcher.game.information_state(each, 0) == known for each in states)
        heard.append(known.heard)
    assert len(heard) == steps
    assert len(set(heard)) > 1


def test_rocks_are_believed_good_as_bayes_says(always):
    checks = 0
    for searcher, known, _ in episode(UnsampledRocks(3, 3, seed=2, steps=9), 4, 150):
        states = searcher.particles
        for rock, chance in enumerate(known.chances):
            good = sum(each.rocks >> rock & 1 for each in states) / len(states)
            assert good == pytest.approx(chance, abs=ERROR)
        checks += known.chances != (0.5, 0.5, 0.5)
    assert checks


def test_both_modes_follow_the_same_particles(always):
    game = UnsampledTiger(3)
    episodes = [
        [found(result) for _, _, result in episode(game, 2, 300, compiled=compiled)]
        for compiled in (True, False)
    ]
    assert len(episodes[0]) == 3
    assert [len(each) for each in episodes] == [3, 3]
    assert episodes[0] == episodes[1]


def test_a_saved_search_keeps_its_belief(always, tmp_path):
    game = UnsampledTiger(4)
    played = episode(game, 3, 50)
    for _ in range(2):
        searcher, _, _ = next(played)
    searcher.save(tmp_path / "saved")
    loaded = gt.Searcher.load(tmp_path / "saved", game)
    assert loaded.particles == searcher.particles
    states = events_after(game, searcher.state, 0, gt.Rng(1))
    for each in (searcher, loaded):
        each.advance(*[game.information_state(state, 0) for state in states])
    assert found(searcher.run(simulations=50)) == found(loaded.run(simulations=50))


class Beacon(gt.Game):
    """A number is hidden; each look shows one of its 14 bits, right with a chance of 95 percent.

    Replays of a game must draw a number that has nearly all bits that were seen.
    """

    players = 1
    bits = 14

    def initial_state(self):
        return (0, 0, 0)  # the bits that are set, those that were seen, events

    def current_player(self, state):
        return gt.CHANCE if state[2] < 2 * self.bits else 0

    def chance_outcomes(self, state):
        hidden, _, events = state
        if events < self.bits:
            return [(0, 0.5), (1, 0.5)]
        right = hidden >> (events - self.bits) & 1
        return [(right, 0.95), (1 - right, 0.05)]

    def legal_actions(self, state):
        return [0, 1] if state[2] <= 2 * self.bits else []

    def next_state(self, state, action):
        hidden, seen, events = state
        if events < self.bits:
            return (hidden | action << events, seen, events + 1)
        if events < 2 * self.bits:
            return (hidden, seen | action << (events - self.bits), events + 1)
        return (hidden, seen, events + 1)

    def returns(self, state):
        return (1.0,)

    def information_state(self, state, player):
        return (state[1], state[2])


def beacon_line(game, hidden):
    line = [game.initial_state()]
    for event in range(2 * game.bits):
        line.append(game.next_state(line[-1], hidden >> event % game.bits & 1))
    return line


def test_particles_are_followed_where_replays_are_costly():
    game = Beacon()
    line = beacon_line(game, 0b10_1100_1110_0101)
    searcher = gt.Searcher(game, line[-1], history=line[:-1], seed=1, compiled=False)
    states = searcher.particles
    wrong = [bin(each[0] ^ line[-1][0]).count("1") for each in states]
    assert sum(wrong) / len(wrong) < 3.0  # 0.7 of 14, and 7 without what was seen
    assert searcher.run(simulations=20).simulations == 20


def test_poker_is_replayed():
    class Replayed(Kuhn):
        sample_state = gt.Game.sample_state

    line = [((-1, -1), 0, 0), ((1, -1), 0, 0), ((1, 2), 0, 0), ((1, 2), 1, 1)]
    options = {"seed": 3, "compiled": False, "method": "single_observer"}
    searcher = gt.Searcher(Replayed(), line[-1], history=line[:-1], **options)
    assert searcher.particles == []


def test_a_belief_with_nothing_left_is_named(always):
    game = UnsampledTiger(4)
    searcher, known, _ = next(episode(game, 3, 20))
    before = searcher.state
    told = "none of the 1,000 states that player 0 of UnsampledTiger may be in leads to what they "
    with pytest.raises(gt.GameError, match=told + r"know now, .*heard=9.*: define sample_state"):
        searcher.advance(known._replace(heard=9, step=1))
    assert searcher.state == before
    assert searcher.run(simulations=5).new_simulations == 5


def test_particles_are_added_where_few_count(always, monkeypatch):
    """Twice the tiger is heard at the left, then twice at the right."""
    game = UnsampledTiger(12)
    monkeypatch.setattr(belief, "_FEW", 0.9)  # any doubt
    state = game.next_state(game.initial_state(), 1)
    line = [game.initial_state(), state]
    searcher = gt.Searcher(game, state, history=line[:-1], seed=1, compiled=False)
    for heard in (0, 0, 1, 1):
        events = [game.next_state(state, 0)]
        events.append(game.next_state(events[-1], heard))
        state = events[-1]
        searcher.advance(*[game.information_state(each, 0) for each in events])
    states = searcher.particles
    assert sum(each.tiger == 0 for each in states) / len(states) == pytest.approx(0.5, abs=ERROR)


class Faulty(UnsampledTiger):
    def information_state(self, state, player):
        if state.step == 1:
            raise ValueError("no such step")
        return super().information_state(state, player)


def test_rules_that_raise_in_a_belief_are_named(always):
    game = Faulty(4)
    searcher = gt.Searcher(
        game,
        game.next_state(game.initial_state(), 1),
        history=[game.initial_state()],
        seed=1,
        compiled=False,
    )
    known = UnsampledTiger(4).information_state(UnsampledTiger(4).initial_state(), 0)
    with pytest.raises(gt.GameError, match="Faulty"):
        searcher.advance(known._replace(tiger=-1, listens=True, step=1))
