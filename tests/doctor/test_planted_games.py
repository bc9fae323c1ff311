"""Some of the faults planted in ordinary games; benchmarks/planted_faults.py tries all of them."""

from __future__ import annotations

import pytest
from planted_games import GAMES, HELD_OUT, plants_of
from planted_games.cards import Fifteen
from planted_games.dice import Guessing
from planted_games.hexagons import Hex
from planted_games.race import Race
from planted_games.sowing import Kalah

import gametree as gt

QUICK = [*plants_of("dice")[::3], *plants_of("hexagons")[::10]]


def test_there_are_as_many_as_it_is_said():
    assert len(plants_of(*GAMES)) == 120
    assert len({plant.name for plant in plants_of(*GAMES)}) == 120
    assert len(plants_of(HELD_OUT)) == 12


@pytest.mark.parametrize("plant", QUICK, ids=lambda plant: plant.name)
def test_a_planted_fault_is_found(plant):
    report = gt.check(plant.game(), games=8, seconds=100.0, compiled=False)
    assert plant.methods & {finding.method for finding in report.findings}, str(report)


@pytest.mark.parametrize("game", [Fifteen, Guessing, Hex, Race, Kalah])
def test_nothing_is_found_in_the_games_themselves(game):
    report = gt.check(game(), games=2, seconds=100.0, compiled=False)
    assert report.findings == ()
