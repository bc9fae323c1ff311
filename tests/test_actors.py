"""Who acts: the same answers interpreted and compiled."""

from __future__ import annotations

from gametree.actors import (
    CHANCE,
    EVERYONE,
    NOBODY,
    actor_at,
    chance_acts,
    is_chance,
    is_everyone,
    is_player,
)
from gametree.games import Pig, TicTacToe
from gametree.native.build import compile_function


def kinds(actor):
    """Return the kinds of an actor as bits."""
    return is_player(actor) + 2 * is_chance(actor) + 4 * is_everyone(actor)


def test_an_actor_is_of_one_kind_in_both_modes():
    actors = [0, 3, CHANCE, EVERYONE, NOBODY]
    assert [kinds(actor) for actor in actors] == [1, 1, 2, 4, 0]
    compiled = compile_function(kinds, 0)
    assert [compiled(actor) for actor in actors] == [1, 1, 2, 4, 0]


def test_an_unknown_actor_is_of_no_kind():
    assert kinds(None) == 0


def test_nobody_acts_once_the_game_is_over():
    game = TicTacToe()
    state = game.initial_state()
    movers = []
    for action in (0, 3, 1, 4, 2):
        movers.append(actor_at(game, state))
        state = game.next_state(state, action)
    assert movers == [0, 1, 0, 1, 0]
    assert actor_at(game, state) == NOBODY


def test_chance_acts_where_the_game_says_so():
    game = Pig()
    first = game.initial_state()
    rolled = game.next_state(first, game.legal_actions(first)[0])
    assert [chance_acts(game, state) for state in (first, rolled)] == [False, True]
    assert not chance_acts(TicTacToe(), TicTacToe().initial_state())
