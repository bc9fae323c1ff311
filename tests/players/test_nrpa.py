"""Nested rollout policy adaptation: by the published steps, and the same in both modes."""

from __future__ import annotations

import math
from collections import defaultdict

import pytest

import gametree as gt
from gametree.games import FifteenPuzzle, Nim, SameGame
from gametree.players.nested_rollouts import Policies
from gametree.players.registry import make_player
from gametree.primitives.rng import Rng
from toys import Corridor, Pig, Ring, Words

PUZZLE = SameGame(5, 5, 3, seed=2)


def begun(spec, game=PUZZLE, seed=1):
    player = make_player(spec)
    player.begin(game, 0, seed)
    return player


def interpreted(game):
    game.interpreted_only = True
    return game


class Published:
    """Rosin's procedures with dicts and copies, on the same random numbers."""

    def __init__(self, game, seed, iterations, alpha, by_ply):
        self.game, self.rng = game, Rng(seed)
        self.iterations, self.alpha, self.by_ply = iterations, alpha, by_ply

    def code(self, action, ply):
        return (action, ply) if self.by_ply else action

    def rollout(self, policy):
        state, line = self.game.initial_state(), []
        while not self.game.is_terminal(state):
            actions = self.game.legal_actions(state)
            shares = [math.exp(policy[self.code(each, len(line))]) for each in actions]
            left = self.rng.uniform() * sum(shares)
            for action, share in zip(actions, shares, strict=True):  # noqa: B007
                if left < share:
                    break
                left -= share
            line.append(action)
            state = self.game.next_state(state, action)
        return self.game.returns(state)[0], line

    def adapt(self, policy, line):
        adapted = policy.copy()
        state = self.game.initial_state()
        for ply, action in enumerate(line):
            actions = self.game.legal_actions(state)
            total = sum(math.exp(policy[self.code(each, ply)]) for each in actions)
            adapted[self.code(action, ply)] += self.alpha
            for each in actions:
                share = math.exp(policy[self.code(each, ply)]) / total
                adapted[self.code(each, ply)] -= self.alpha * share
            state = self.game.next_state(state, action)
        return adapted

    def search(self, level, policy):
        if level == 0:
            return self.rollout(policy)
        best, line = -math.inf, []
        for _ in range(self.iterations):
            found, its_line = self.search(level - 1, policy.copy())
            if found >= best:
                best, line = found, its_line
            policy = self.adapt(policy, line)
        return best, line


@pytest.mark.parametrize(
    ("level", "iterations", "alpha", "by_ply"),
    [(1, 30, 1.0, True), (2, 8, 0.5, False), (3, 4, 2.0, True)],
)
def test_it_is_the_published_search(level, iterations, alpha, by_ply):
    told = f"level={level},iterations={iterations},alpha={alpha},ply={str(by_ply).lower()}"
    player = begun(f"nrpa:{told}", interpreted(SameGame(5, 5, 3, seed=2)), seed=7)
    choice = player.choose(gt.Record(PUZZLE), None)
    best, line = Published(PUZZLE, 7, iterations, alpha, by_ply).search(level, defaultdict(float))
    assert choice.statistics["value"] == best
    assert choice.statistics["rollouts"] == iterations**level
    assert player.line == line


def test_both_modes_find_the_same_line_and_end_in_time():
    """Of 6 ** 8 rollouts, which take minutes, they do as many as they may."""
    found = []
    for game in (SameGame(5, 5, 3, seed=2), interpreted(SameGame(5, 5, 3, seed=2))):
        player = begun("nrpa:level=8,iterations=6", game, seed=3)
        choice = player.choose(gt.Record(game), gt.Limit(230))  # level 3 is finished, 4 is begun
        found.append((choice, player.line))
        in_time = player.choose(gt.Record(game), gt.Limit(seconds=0.05))
        assert 1 <= in_time.statistics["rollouts"] < 6**8
    assert found[0] == found[1]
    assert found[0][0].statistics["rollouts"] == 230


def test_searches_are_begun_anew_as_long_as_they_may():
    player = begun("nrpa:level=2,iterations=10", interpreted(SameGame(5, 5, 3, seed=2)), seed=3)
    choice = player.choose(gt.Record(PUZZLE), gt.Limit(230))  # two searches and a part of one
    assert choice.statistics["rollouts"] == 230


def test_the_best_line_is_played_on():
    player = begun("nrpa:level=2,iterations=6", interpreted(SameGame(5, 5, 3, seed=2)))
    record = gt.Record(PUZZLE)
    values = []
    while not record.over:
        choice = player.choose(record, None)
        values.append(choice.statistics["value"])
        record.play(choice.action)
    assert values == sorted(values)
    assert record.returns[0] == values[-1]


def test_another_move_than_its_own_is_followed():
    player = begun("nrpa:level=1,iterations=3", interpreted(SameGame(5, 5, 3, seed=2)))
    record = gt.Record(PUZZLE)
    chosen = player.choose(record, None).action
    record.play(next(each for each in record.legal_actions() if each != chosen))
    choice = player.choose(record, None)
    assert choice.action in record.legal_actions()
    while not record.over:
        record.play(player.choose(record, None).action)


@pytest.mark.parametrize("game", [Corridor(3000), Words(), FifteenPuzzle(3, 2)])
def test_other_puzzles(game):
    player = begun("nrpa:level=2,iterations=3", interpreted(game))
    record = gt.Record(game)
    record.play(player.choose(record, None).action)
    if isinstance(game, Corridor):
        assert len(player.line) == 3000


@pytest.mark.parametrize(
    ("game", "message"),
    [
        (Nim(), "nrpa plays games of one player; Nim has 2"),
        (Pig(), "nrpa plays games of one player; Pig has 2"),
        (Ring("draw"), "nrpa plays games of one player; Ring has 2"),
    ],
)
def test_other_games_are_refused(game, message):
    with pytest.raises(gt.BadParameter, match=message):
        begun("nrpa", game)


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("nrpa:level=0", "level must be from 1 to 8, not 0"),
        ("nrpa:level=9", "level must be from 1 to 8, not 9"),
        ("nrpa:iterations=0", "iterations must be 1 or more, not 0"),
        ("nrpa:alpha=0", "alpha must be a number above 0, not 0"),
        ("nrpa:ply=maybe", "ply must be true or false, not 'maybe'"),
        ("nrpa:levels=2", "no parameter 'levels'; did you mean level"),
    ],
)
def test_bad_parameters(spec, message):
    with pytest.raises(gt.BadParameter, match=message):
        make_player(spec)


def test_moves_of_many_plies_lie_apart_in_the_table():
    """Many numbers in a row at many plies; few of them may share a row of slots."""
    policies = Policies(1, 1, 1.0, 20, 60_000, by_ply=True)
    for ply in range(20):
        for action in range(0, 2000, 7):
            policies.learn(1, policies.code_of(action, ply), 1.0)
    row = longest = 0
    for place in policies.places:
        row = row + 1 if place >= 0 else 0
        longest = max(longest, row)
    assert longest < 20
    assert policies.known[0] == 20 * 286


class Codes(gt.Game):
    """Twenty numbers below two thousand, one after the other: more than the first buffers hold."""

    players = 1

    def initial_state(self):
        return (0, 0)

    def current_player(self, state):
        return 0

    def legal_actions(self, state):
        return range(2000)

    def next_state(self, state, action):
        return (state[0] + 1, (31 * state[1] + action) % 1009)

    def is_terminal(self, state):
        return state[0] == 20

    def returns(self, state):
        return (state[1] / 1009,)


def test_many_moves_at_many_plies():
    lines = []
    for game in (Codes(), interpreted(Codes())):
        player = begun("nrpa:level=1,iterations=3", game, seed=3)
        assert player.choose(gt.Record(game), None).statistics["rollouts"] == 3
        lines.append(player.line)
    assert lines[0] == lines[1]
    assert len(lines[0]) == 20
