"""Games that show more than their states do: what a network sees of them, learns and keeps."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

import gametree as gt
from float_network import random_weights, seen_by
from gametree.learn.fits.network_learner import NetworkLearner
from gametree.learn.self_play.replay import Replay
from gametree.native.build import compile_search
from gametree.networks.blueprint import blueprint_of
from gametree.networks.model_file import Model, ModelFacts, save_model
from gametree.networks.seen_play import seen_in
from gametree.networks.shown import shown_in
from gametree.primitives.rng import Rng
from gametree.rules.checked_game import rehearse
from self_played import noted_games


class Countdown(gt.Game):
    """Take one to three of many counters; who takes the last one wins.

    Who is to move loses exactly if four divides the counters, and of the ranges of their number
    that a network sees of the state none says that.
    """

    def initial_state(self):
        return (140, 0)

    def current_player(self, state):
        return state[1]

    def legal_actions(self, state):
        return range(1, min(3, state[0]) + 1)

    def next_state(self, state, action):
        return (state[0] - action, 1 - state[1])

    def returns(self, state):
        return (-1.0, 1.0) if state[1] == 0 else (1.0, -1.0)


class ShownCountdown(Countdown):
    def observation(self, state, player):
        return (state[0] % 4,)


def is_lost(counters):
    """Return whether who is to move loses."""
    return counters % 4 == 0


def signs_right(game):
    """Return in which part of positions a network knows who wins, fitted to some played ones.

    These are told who wins: it is their features that count, and not how well they were played.
    """
    plan = blueprint_of(game)
    replay, won = Replay(plan), []
    for played, positions in noted_games(game, 8, long=6.0, short=3.0, opening=105.0, openings=1.0):
        replay.add(played)
        won += [is_lost(counters) == (player == 1) for counters, player in positions]
    targets = np.where(won, 1.0, -1.0).astype(np.float32)
    learner = NetworkLearner(game, plan, seed=1)
    learner.fit(replay.window()._replace(targets=targets), 40_000)
    network, work = learner.network(), SimpleNamespace(values=[0.0, 0.0])
    right = 0
    for counters in range(4, 140):
        for player in range(2):
            network.evaluate(game, (counters, player), Rng(0), work)
            right += (work.values[player] < 0.0) == is_lost(counters)
    return right / 272


def test_a_network_learns_what_an_observation_shows_and_the_state_hides():
    assert signs_right(ShownCountdown()) > 0.95
    assert signs_right(Countdown()) < 0.85
    game = Countdown()
    assert seen_by(game, (100, 0)) == seen_by(game, (101, 0))  # one is lost and one is won


class Ternary(gt.Game):
    """Tic-tac-toe whose state is one number, of which nobody sees the cells."""

    def initial_state(self):
        return 0

    def current_player(self, state):
        return sum(1 for cell in range(9) if state // 3**cell % 3) % 2

    def legal_actions(self, state):
        if self.returns(state)[0] != 0.0:
            return []
        return [cell for cell in range(9) if state // 3**cell % 3 == 0]

    def next_state(self, state, action):
        return state + (1 + self.current_player(state)) * 3**action

    def returns(self, state):
        for a, b, c in (
            (0, 1, 2),
            (3, 4, 5),
            (6, 7, 8),
            (0, 3, 6),
            (1, 4, 7),
            (2, 5, 8),
            (0, 4, 8),
            (2, 4, 6),
        ):
            stone = state // 3**a % 3
            if stone and stone == state // 3**b % 3 and stone == state // 3**c % 3:
                return (1.0, -1.0) if stone == 1 else (-1.0, 1.0)
        return (0.0, 0.0)


class RowsShown(Ternary):
    """Rows of 0, 1 for the player's own stones and 2 for the others', and how many are free."""

    def observation(self, state, player):
        cells = [state // 3**cell % 3 for cell in range(9)]
        own = [0 if cell == 0 else (cell + 1 + player) % 2 + 1 for cell in cells]
        rows = [own[0:3], own[3:6], own[6:9]]
        return (rows, cells.count(0))


class ArrayShown(Ternary):
    """An array of two boards, one for each side."""

    def observation(self, state, player):
        seen = np.zeros((2, 3, 3))
        for cell in range(9):
            stone = state // 3**cell % 3
            if stone:
                seen[(stone - 1 + player) % 2, cell // 3, cell % 3] = 1.0
        return seen


@pytest.mark.parametrize("game", [RowsShown(), ArrayShown()], ids=lambda game: game.name)
def test_the_board_of_an_observation_is_the_board(game):
    plan = blueprint_of(game)
    assert (plan.board.cells, plan.board.codes) == (9, 3)
    assert len(plan.symmetries.cells) == 8
    assert gt.network_sizes(game).input[1:] == (3, 3)
    assert blueprint_of(Ternary()).board.cells == 15  # bits of the number, for want of better


def test_a_board_of_the_state_stays_the_board_and_planes_lie_over_it():
    class Marked(gt.games.TicTacToe):
        def observation(self, state, player):
            taken = state[0] | state[1]
            return ([[taken >> (3 * r + c) & 1 for c in range(3)] for r in range(3)], 7)

    plain, marked = blueprint_of(gt.games.TicTacToe()), blueprint_of(Marked())
    assert marked.board.codes == plain.board.codes == 3
    assert marked.features.size == plain.features.size + 18
    assert gt.network_sizes(Marked()).input == (7, 3, 3)


def seen_and_valued(game, network, state, found, values):
    """Write the features of a position and what it is worth; return how many features there are."""
    network.estimate(game, state, values)
    return network.features.collect(game, state, game.current_player(state), found, 0)


@pytest.mark.parametrize(
    "game", [RowsShown(), ArrayShown(), ShownCountdown()], ids=lambda g: g.name
)
def test_both_modes_see_the_same_and_files_are_for_what_they_saw(game, tmp_path):
    plan = blueprint_of(game)
    facts = ModelFacts(repr(game), "", 1.0, 1, 1, 1, 0, "2026-01-01", "", True)
    path = tmp_path / "some.model"
    save_model(path, plan, Model(random_weights(plan, 1, size=0.03), facts))
    network = gt.Network.load(path, game)
    state, rest = game.initial_state(), (np.zeros(plan.features.most, int), np.zeros(2))
    compiled = compile_search(seen_and_valued, game, network, state, *rest, rehearsal=rehearse)
    answers = []
    for function in (seen_and_valued, compiled):
        answers.append([])
        for each in seen_in(game).states[:100]:
            rest[0][:] = -1
            answer = function(game, network, each, *rest)
            answers[-1].append((answer, *(array.tolist() for array in rest)))
    assert answers[0] == answers[1]
    assert len({tuple(values) for _, _, values in answers[0]}) > 50
    with pytest.raises(gt.BadParameter, match="does not play alike"):
        gt.Network.load(path, type(game).__base__())


def test_many_numbers_are_one_line():
    class Wide(Countdown):
        def observation(self, state, player):
            return [state[0] >> bit & 1 for bit in range(40)]

    shown = shown_in(seen_in(Wide()))
    assert [plane.cells for plane in shown.planes] == [40]


def broken(answer):
    """Return a game with this observation in the second position."""

    class Broken(Countdown):
        def observation(self, state, player):
            return (1, 2) if state[0] == 140 else answer

    return Broken()


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ((1,), r"Broken.observation returned 1 items, and 2 in another position; always as many"),
        ((1, [2, 3]), r"returned 2 numbers as item 1, and a number in another position; an item"),
        ((1, float("nan")), r"returned \(1, nan\); finite numbers were expected"),
        ((1, "two"), r"returned \(1, 'two'\), with 'two'; a tuple, list or array was expected"),
        ((1, [[1], [1, 2]]), r"with \[\[1\], \[1, 2\]\]; a tuple, list or array was expected"),
        ((), r"returned \(\); a tuple, list or array was expected"),
        (3, r"returned 3; a tuple, list or array was expected, of numbers, lines of numbers or"),
    ],
)
def test_what_is_no_observation_is_refused(answer, told):
    with pytest.raises(gt.GameError, match=told) as caught:
        blueprint_of(broken(answer))
    assert "\n" not in str(caught.value)
