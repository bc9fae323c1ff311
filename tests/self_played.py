"""Games of networks against themselves, small ones, for tests."""

from __future__ import annotations

import itertools

import numpy as np

from float_network import random_weights
from gametree.learn.self_play.game_maker import GameMaker
from gametree.learn.self_play.play import SelfPlay
from gametree.learn.self_play.played_positions import PlayedPositions
from gametree.networks.blueprint import blueprint_of
from gametree.networks.network import Network

QUICK = {"long": 40.0, "short": 12.0, "long_share": 0.5}


def maker_for(game, *, weights=1, seed=0, compiled=False, features=None, **plan):
    """Return what makes games of a network with random weights; `plan` is of `SelfPlay`."""
    blueprint = blueprint_of(game)
    return GameMaker(
        game,
        Network(blueprint, random_weights(blueprint, weights, size=0.03)),
        SelfPlay(
            features or blueprint.features,
            blueprint.actions,
            blueprint.board,
            np.zeros(max(1, game.max_actions)),
            middle=blueprint.centre,
            extent=blueprint.spread,
            **(QUICK | plan),
        ),
        seed=seed,
        compiled=compiled,
    )


def games_of(maker, count):
    """Return the first games of a maker that left something to learn from."""
    played = (maker.game_played(number) for number in itertools.count())
    return list(itertools.islice((each for each in played if each is not None), count))


def lists_of(game):
    """Return all arrays of a game as lists, for comparison to the bit."""
    return {name: getattr(game, name).tolist() for name in PlayedPositions._fields}


def rows_of(flat, ends):
    """Return the part of a flat array that belongs to each position."""
    return [flat[begin:end] for begin, end in zip([0, *ends[:-1]], ends, strict=True)]


class Noted:
    """Features that keep each position that they are asked for; interpreted only."""

    def __init__(self, features):
        self._features = features
        self.positions = []
        self.size, self.most = features.size, features.most

    def collect(self, game, state, player, found, count):
        self.positions.append(state)
        return self._features.collect(game, state, player, found, count)

    def codes(self, game, state, player, cells):
        self._features.codes(game, state, player, cells)


def noted_games(game, count, **options):
    """Return games, each with the positions that were written down."""
    features = Noted(blueprint_of(game).features)
    maker = maker_for(game, features=features, **options)
    games = []
    for number in itertools.count():
        features.positions.clear()
        played = maker.game_played(number)
        if played is not None:
            games.append((played, list(features.positions)))
        if len(games) == count:
            break
    return games
