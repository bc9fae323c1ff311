"""Games that share a network, and threads that answer them; for tests."""

from __future__ import annotations

import threading
from contextlib import contextmanager

import numpy as np

import gametree as gt
from gametree.learn.self_play.game_maker import GameMaker
from gametree.learn.self_play.inference_requests import InferenceRequests
from gametree.learn.self_play.shared_network import InferenceEnded, SharedNetwork
from gametree.learn.training import plan_of
from gametree.networks.blueprint import blueprint_of


class Carousel(gt.Game):
    """All that makes a difference to such games, for which a search has to be compiled only once.

    There are three players, a board, chance, positions that come back, and proofs: returns have
    bounds. States are (the one cell of nine that is taken, as a bit; player; whether a toss is to
    come). A player moves the piece on by one, or back and, if the toss says so, on again; who
    brings it to the cell before the last one wins, and has to where one step does it.
    """

    players = 3
    min_return, max_return = -3.0, 6.0
    repetition = "draw"

    def initial_state(self):
        return (1, 0, False)

    def current_player(self, state):
        return gt.CHANCE if state[2] else state[1]

    def legal_actions(self, state):
        first = 1 if state[0] == 64 and not state[2] else 0
        return range(first, 0 if state[0] == 128 and not state[2] else 2)

    def chance_outcomes(self, state):
        return [(0, 0.25), (1, 0.75)]

    def next_state(self, state, action):
        cell, player, tossing = state
        back = not tossing and action == 0
        on = 8 if back else action
        cell = (cell << on | cell >> (9 - on)) & 511
        return (cell, player if back else (player + 1) % 3, back)

    def returns(self, state):
        return [6.0 if (player + 1) % 3 == state[1] else -3.0 for player in range(3)]


def outputs_of(blueprint, seed=1):
    """Return a function of positions: values and logits of a network of one random layer."""
    random = np.random.default_rng(seed)
    size = int(np.prod(blueprint.planes.shape))
    players = len(blueprint.planes.places) - blueprint.planes.features
    to_values = random.normal(0, 0.1, (size, players))
    to_logits = random.normal(0, 0.3, (size, blueprint.actions.size))

    def outputs(positions):
        flat = positions.reshape(len(positions), -1).astype(np.float64)
        # Row by row: a product of a matrix may differ by its height in the last bit.
        values = np.array([np.tanh(row @ to_values) for row in flat])
        return values, np.array([row @ to_logits for row in flat], np.float32)

    return outputs


def makers_of(game, count, *, compiled, seed=0):
    """Return requests, and those who make games with slots there, by short searches."""
    blueprint = blueprint_of(game)
    requests = InferenceRequests(blueprint, count, compiled=compiled)
    makers = []
    for number in range(count):
        plan = plan_of(game, blueprint)
        plan.long, plan.short, plan.long_share = 40.0, 12.0, 0.5
        shared = SharedNetwork(blueprint, requests.slot(number))
        makers.append(GameMaker(game, shared, plan, seed=seed, compiled=compiled))
    return requests, makers


@contextmanager
def answered(requests, outputs):
    """Let two threads answer within this context; yield what they were asked about."""
    seen = []

    def answer():
        while (batch := requests.next_batch()) is not None:
            positions = requests.positions(batch)
            seen.append(positions)
            requests.answer(batch, *outputs(positions))

    threads = [threading.Thread(target=answer) for _ in range(2)]
    for thread in threads:
        thread.start()
    try:
        yield seen
    finally:
        requests.end()
        for thread in threads:
            thread.join()


def played_by(maker, numbers):
    """Return the games of these numbers; fewer if nobody answers any more."""
    games = []
    try:
        for number in numbers:
            games.append(maker.game_played(number))
    except InferenceEnded:
        pass
    return games
