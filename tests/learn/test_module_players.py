"""Games at once share a PyTorch module: they play with what it learns, end with what it raises."""

from __future__ import annotations

import threading
from copy import deepcopy
from itertools import islice

import pytest

import gametree as gt
from gametree.learn.self_play.module_players import ModulePlayers
from gametree.learn.update import Update
from shared_games import Carousel, makers_of
from torch_modules import Layer, torch

GAME = Carousel()
SIZES = gt.network_sizes(GAME)


def players_with(module, count=4, compiled=True):
    requests, makers = makers_of(GAME, count, compiled=compiled)
    network = gt.TorchNetwork(GAME, module, device="cpu")
    return ModulePlayers(makers, requests, network)


def made(games):
    """Games that were played, without the turns in which none came in time."""
    return (each for each in games if each[1] is not None)


def test_they_play_each_game_once_and_end():
    before = threading.active_count()
    players = players_with(Layer(SIZES))
    played = list(islice(made(players.games(3)), 40))
    assert len({number for number, _ in played}) == 40
    assert all(number >= 3 for number, _ in played)
    players.end()
    assert threading.active_count() == before


def test_interpreted_rules_are_played_too():
    players = players_with(Layer(SIZES), count=1, compiled=False)
    assert len(list(islice(made(players.games(0)), 3))) == 3
    players.end()


ASKED = []
"""Which copies of a module were asked, and in which mode they were."""


class Told(Layer):
    """A module that notes when it is asked."""

    name = "first"

    def forward(self, positions):
        ASKED.append((self.name, self.training))
        return super().forward(positions)


def test_what_was_learned_is_played_with():
    module = Told(SIZES)
    players = players_with(module.train())
    games = players.games(0)
    next(games)
    later = deepcopy(module)
    later.name = "second"
    players.learn(Update(later.train(), depth=2.0))
    until = len(ASKED)
    while ("second", False) not in ASKED[until:]:
        next(games)
    players.end()
    assert {name for name, _ in ASKED} == {"first", "second"}
    assert not any(training for _, training in ASKED[1:])  # the first was a trial
    assert all(maker.plan.depth in (1.0, 2.0) for maker in players._makers)


class Failing(Layer):
    """A module that gives no numbers after a while."""

    calls = 0

    def forward(self, positions):
        values, logits = super().forward(positions)
        self.calls += 1
        return (values * torch.nan if self.calls > 20 else values), logits


def test_a_module_that_gives_no_numbers_is_told_of_and_all_end():
    before = threading.active_count()
    players = players_with(Failing(SIZES))
    with pytest.raises(gt.GameError, match=r"TorchNetwork\(Failing\) returned values with nan"):
        list(islice(players.games(0), 10_000))
    assert threading.active_count() == before


class Raising(Layer):
    """A module that raises after a while."""

    calls = 0

    def forward(self, positions):
        if self.calls > 20:
            raise MemoryError("CUDA out of memory")
        self.calls += 1
        return super().forward(positions)


def test_a_module_that_raises_is_told_of_and_all_end():
    before = threading.active_count()
    players = players_with(Raising(SIZES))
    with pytest.raises(gt.GameError, match=r"TorchNetwork\(Raising\) raised MemoryError: CUDA"):
        list(islice(players.games(0), 10_000))
    assert threading.active_count() == before
