"""The makers of games: room that grows changes nothing, and neither does what was played before."""

from __future__ import annotations

import pytest

import gametree as gt
from float_network import random_weights
from gametree.games import TicTacToe
from gametree.learn.self_play import game_maker
from gametree.learn.self_play.played_positions import POSITIONS
from gametree.learn.update import Update
from gametree.networks.blueprint import blueprint_of
from self_played import games_of, lists_of, maker_for
from toys import Corridor, Gather, Ring

GAME = TicTacToe()


def games(count, game=GAME, **options):
    return [lists_of(played) for played in games_of(maker_for(game, **options), count)]


@pytest.fixture
def tiny_room(monkeypatch):
    """Capacity for next to nothing: each of its sorts has to grow, some of them several times."""
    for name in ("_WORDS", "_KEYS", "_POSITIONS"):
        monkeypatch.setattr(game_maker, name, 1)


class Cramped(TicTacToe):
    """Tic-tac-toe that declares too few actions."""

    max_actions = 2
    fill_legal_actions = gt.Game.fill_legal_actions


class Roomy(TicTacToe):
    """The same with moves in the same order, and enough of them."""

    fill_legal_actions = gt.Game.fill_legal_actions


@pytest.mark.parametrize("compiled", [False, True], ids=["interpreted", "compiled"])
def test_room_that_grows_changes_no_game(compiled, tiny_room, request):
    cramped = games(4, seed=1, compiled=compiled)
    grown = game_maker._POSITIONS
    request.getfixturevalue("monkeypatch").undo()
    assert grown == 1 != game_maker._POSITIONS
    assert cramped == games(4, seed=1)


def test_too_few_declared_actions_change_no_game():
    assert games(4, Cramped(), seed=1) == games(4, Roomy(), seed=1)


def test_games_in_which_positions_may_come_back_are_not_changed_by_room(tiny_room, request):
    cramped = games(4, Ring("draw"), seed=1)
    request.getfixturevalue("monkeypatch").undo()
    assert cramped == games(4, Ring("draw"), seed=1)


def test_searches_deeper_than_there_was_room_for():
    (game,) = games_of(maker_for(Corridor(70), opening=0.0, long=80.0, short=80.0), 1)
    assert game.used[POSITIONS] == 70
    assert game.returns.tolist() == [1.0]


def test_the_same_seed_gives_the_same_games():
    assert games(3, seed=4) == games(3, seed=4) != games(3, seed=5)


def test_games_are_taken_out_whole_and_for_good():
    maker = maker_for(GAME, seed=1)
    first = games_of(maker, 1)[0]
    before = lists_of(first)
    games_of(maker, 5)
    assert lists_of(first) == before


@pytest.mark.parametrize("compiled", [False, True], ids=["interpreted", "compiled"])
def test_other_weights_play_other_games(compiled):
    """What was played with the weights before makes no difference."""
    other = random_weights(blueprint_of(GAME), 2, size=0.03)
    makers = [maker_for(GAME, seed=1, weights=weights, compiled=compiled) for weights in (1, 2)]
    ours, theirs = ([lists_of(each) for each in games_of(maker, 3)] for maker in makers)
    assert ours != theirs
    learned = maker_for(GAME, seed=1, compiled=compiled)
    learned.learn(Update(other))
    assert [lists_of(each) for each in games_of(learned, 3)] == theirs


@pytest.mark.parametrize("compiled", [False, True], ids=["interpreted", "compiled"])
def test_later_updates_make_searches_longer_and_openings_later(compiled):
    weights = random_weights(blueprint_of(GAME), 1, size=0.03)
    maker = maker_for(GAME, seed=1, compiled=compiled)
    maker.learn(Update(weights, depth=3.0, opening=6.0))
    expected = maker_for(GAME, seed=1, long=120.0, short=36.0, opening=6.0)
    ours, theirs = ([lists_of(each) for each in games_of(each, 4)] for each in (maker, expected))
    assert ours == theirs


def test_games_are_proven_where_returns_are_within_bounds():
    bounded, unbounded = (
        games_of(maker_for(game, seed=1), 3) for game in (GAME, Gather(3, 4, scale=5.0))
    )
    assert any(game.proven.any() for game in bounded)
    assert not any(game.proven.any() for game in unbounded)


class Faulty(TicTacToe):
    """Tic-tac-toe whose returns break down, or their bounds, once the maker is made."""

    fault = ""

    def returns(self, state):
        if self.fault == "raises":
            raise ZeroDivisionError("no draw")
        if self.fault == "bounds":
            return (5.0, -5.0)
        return super().returns(state)


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        ("raises", "the rules of Faulty raised ZeroDivisionError: no draw"),
        ("bounds", "the rules of Faulty returned what min_return and max_return rule out"),
    ],
)
def test_rules_that_break_down_are_told(fault, told):
    game = Faulty()
    maker = maker_for(game)
    game.fault = fault
    with pytest.raises(gt.GameError, match=rf"in game 3 of self-play {told}; gametree.check"):
        maker.game_played(3)
