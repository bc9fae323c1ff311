"""Luck that rules draw themselves, as events of chance."""

from __future__ import annotations

import os
import random
import secrets
import uuid
from collections import Counter
from fractions import Fraction
from functools import cache

import pytest

import gametree as gt
from gametree.adapters.interfaces import interface_of
from gametree.adapters.states import StateGame
from gametree.naming.loading import load_game
from gametree.players.backward_induction import Solver

from . import dice_objects
from .dice_objects import RNG, EveryDraw, HiddenDraws, Only, ShortPig, Stamped


@cache
def exact(scores, total, turns):
    """Return the value of ShortPig for player 0 by its rules on paper."""
    if turns == 4:
        return Fraction((scores[0] > scores[1]) - (scores[1] > scores[0]))
    mover = turns % 2
    held = list(scores)
    held[mover] += total
    hold = exact(tuple(held), 0, turns + 1)
    if total >= 6:
        return hold
    outcomes = [exact(scores, total + die, turns) for die in range(2, 7)]
    roll = (exact(scores, 0, turns + 1) + sum(outcomes)) / 6
    return min(hold, roll) if mover else max(hold, roll)


def test_a_dice_game_has_its_exact_value():
    game = StateGame(ShortPig, chance="roll")
    solver = Solver(game, 100_000, compiled=False)
    values, _ = solver.value(game.initial_state())
    assert values[0] == pytest.approx(float(exact((0, 0), 0, 0)), abs=1e-12)
    assert values[1] == -values[0]
    found = gt.search(game, simulations=400, seed=1, compiled=False)
    assert found.action == "roll"
    report = gt.check(game, games=3, seconds=20, compiled=False)
    assert report.sound
    (advice, *_) = report.profile.advice
    assert advice.startswith("it is searched interpreted alone: moves draw luck by roll; a class")


def drawn_by(game, way):
    """Return what is drawn in one way, with the probability of each."""
    found = Counter()
    open_ones = [(game.next_state(game.copy(game.initial_state()), way), Fraction(1))]
    while open_ones:
        state, probability = open_ones.pop()
        if game.current_player(state) != gt.CHANCE:
            found[game.own_state(state).drawn[0]] += probability
            continue
        for outcome, share in game.chance_outcomes(state):
            share = Fraction(share).limit_denominator(10**6)
            open_ones.append((game.next_state(game.copy(state), outcome), probability * share))
    return found


def test_each_way_to_draw_has_its_outcomes():
    game = StateGame(EveryDraw, chance="random")
    before = random.getstate()
    found = {way: drawn_by(game, way) for way in EveryDraw.WAYS}
    assert random.getstate() == before
    assert found["randint"] == dict.fromkeys((3, 4, 5), Fraction(1, 3))
    assert found["imported"] == dict.fromkeys((1, 2), Fraction(1, 2))
    assert found["choice"] == dict.fromkeys((10, 20, 30, 40), Fraction(1, 4))
    assert found["randrange"] == dict.fromkeys((0, 5), Fraction(1, 2))
    assert found["numpy"] == dict.fromkeys((7, 8, 107, 108), Fraction(1, 4))
    assert found["two dice"] == {2: Fraction(1, 4), 3: Fraction(1, 2), 4: Fraction(1, 4)}
    orders = (123, 132, 213, 231, 312, 321)
    assert found["shuffle"] == dict.fromkeys(orders, Fraction(1, 6))
    assert len(found["uniform"]) == len(found["many"]) == 1024
    assert abs(sum(value * share for value, share in found["many"].items()) - 500_000) < 1
    assert found["weights"] == {1: Fraction(3, 4), 2: Fraction(1, 4)}


def test_random_functions_are_themselves_outside_of_the_rules():
    functions = random.randint, random.random, random.shuffle, random.Random.random
    game = StateGame(ShortPig, chance="roll")
    game.next_state(game.copy(game.initial_state()), "roll")
    assert (random.randint, random.random, random.shuffle, random.Random.random) == functions
    assert len({random.random() for _ in range(20)}) == 20


class DrawsTwice(ShortPig):
    def make_move(self, move):
        super().make_move(move)
        if random.random() < 0.5:
            self.turns += 0


@pytest.mark.parametrize(
    ("rules", "chance", "told"),
    [
        (ShortPig, "rol", "names no method of ShortPig and no function of random"),
        (DrawsTwice, "roll", "give chance='random' for every draw"),
        (
            ShortPig,
            None,
            r"make_move draws luck in roll \(dice_objects\.py, line \d+\): give chance='roll'",
        ),
    ],
)
def test_luck_that_is_not_named_is_refused(rules, chance, told):
    with pytest.raises((gt.BadParameter, gt.GameError), match=told):
        StateGame(rules, chance=chance)


def test_a_parameter_names_it():
    game = load_game(f"{dice_objects.__file__}:ShortPig", {"chance": "roll"})
    rolled = game.next_state(game.copy(game.initial_state()), "roll")
    assert [game.action_to_text(rolled, each) for each in game.legal_actions(rolled)] == list(
        "123456"
    )


def test_generators_and_the_system_draw_events_of_chance():
    game = StateGame(HiddenDraws, chance="random")
    found = {way: drawn_by(game, way) for way in HiddenDraws.WAYS}
    assert found["generator"] == dict.fromkeys((2, 3, 4), Fraction(1, 3))
    assert found["own"] == dict.fromkeys((5, 6), Fraction(1, 2))
    assert found["secrets"] == dict.fromkeys((0, 1, 10, 11), Fraction(1, 4))
    assert found["bits"] == dict.fromkeys(range(4), Fraction(1, 4))
    assert found["system"] == dict.fromkeys((1, 2), Fraction(1, 2))
    assert dice_objects.RNG is RNG
    assert type(RNG).__name__ == "Generator"


class ByGenerator(Only):
    def draw(self):
        return RNG.random() < 0.5


class BySecrets(Only):
    def draw(self):
        return secrets.randbelow(2)


class BySystem(Only):
    def draw(self):
        return random.SystemRandom().random() < 0.5


class ByName(Only):
    def draw(self):
        return uuid.uuid4().int % 2


class ByBytes(Only):
    def draw(self):
        return os.urandom(1)[0] % 2


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        (ByGenerator, r"draws luck in draw \(test_luck\.py, line \d+\): give chance='draw'"),
        (BySecrets, r"draws luck in draw \(test_luck\.py, line \d+\)"),
        (BySystem, r"draws luck in draw \(test_luck\.py, line \d+\)"),
        (ByName, r"calls uuid4 in draw \(test_luck\.py, line \d+\), which gives something else"),
        (ByBytes, r"calls urandom in draw \(test_luck\.py, line \d+\)"),
        (Stamped, r"differ in .*\(it calls time_ns in __init__ \(dice_objects\.py, line \d+\)"),
    ],
)
def test_luck_and_clocks_are_named_with_their_lines(rules, told):
    with pytest.raises((gt.BadParameter, gt.GameError), match=told):
        StateGame(rules)


@pytest.mark.parametrize(
    ("rules", "value"),
    [
        (dice_objects.ScoreOfDice(), 7.0),
        # Three against a die is a win in 2 of 6 and a loss in 3; a die against what is best then.
        (dice_objects.BoardOfDice(), None),
        (dice_objects.RulesOfDice(), None),
        (dice_objects, None),
    ],
)
def test_luck_in_rules_of_other_interfaces(rules, value):
    game = interface_of(rules).adapt(rules, chance="random")
    state = game.next_state(game.copy(game.initial_state()), 1)
    assert [share for _, share in game.chance_outcomes(state)] == [1 / 6] * 6
    values, _ = Solver(game, 100_000, compiled=False).value(game.initial_state())
    if value is None:
        scale, shift = (1, 0) if sum(game.returns(ended(game))) == 0 else (2, -1)
        value = (two_throws() - shift) / scale
    assert values[0] == pytest.approx(value, abs=1e-12)


def ended(game):
    """Return a finished game's last state, by moves that draw nothing."""
    state = game.initial_state()
    for _ in range(2):
        state = game.next_state(game.copy(state), 0)
    return state


def two_throws():
    """Return the value for the first player of two who throw a die or take three in turn."""

    def answered(mine):
        sign = [(mine > other) - (mine < other) for other in range(1, 7)]
        return min(Fraction(sum(sign), 6), (mine > 3) - (mine < 3))

    return max(answered(3), sum(map(answered, range(1, 7)), Fraction(0)) / 6)
