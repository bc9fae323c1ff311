"""What holds for every game of hidden information: what seats know, and what they may think."""

from __future__ import annotations

import random

import pytest

import gametree as gt
from gametree import games
from gametree.actors import CHANCE, EVERYONE

from .hidden_in_both_modes import OneByOne, assert_seats_know_alike

SMALLER = {
    "goofspiel": {"cards": 5},
    "battleship": {"width": 5, "height": 4, "ships": (1, 2, 3), "shots": 12},
}
GAMES = [games.load(name, **SMALLER.get(name, {})) for name in games.hidden_names()]
TOGETHER = [game for game in GAMES if game.current_player(game.initial_state()) == EVERYONE]

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


def moves_of(game, state, dice):
    """Return a random move, or one of each player where all choose at the same time."""
    player = game.current_player(state)
    if player == CHANCE:
        actions, chances = zip(*game.chance_outcomes(state), strict=True)
        return dice.choices(actions, chances)[0]
    if player == EVERYONE:
        return tuple(dice.choice(legal(game, state, seat)) for seat in range(game.players))
    return dice.choice(legal(game, state, player))


def legal(game, state, seat):
    """Return the legal actions of a seat; none if it is not to move."""
    player = game.current_player(state)
    if player == EVERYONE:
        return list(game.legal_actions(state, seat))
    return list(game.legal_actions(state)) if player == seat else []


def positions(game, count, seed=1):
    """Yield all positions of some random games, chance's and the last ones too."""
    dice = random.Random(seed)
    for _ in range(count):
        state = game.initial_state()
        yield state
        while not game.is_terminal(state):
            state = game.next_state(state, moves_of(game, state, dice))
            yield state


@every_game
def test_sampled_states_are_the_same_to_the_player(game):
    rng = gt.Rng(1)
    for state in positions(game, 12):
        over = game.is_terminal(state)
        for seat in range(game.players):
            known = game.information_state(state, seat)
            hash(known)
            world = game.sample_state(known, seat, rng)
            assert type(world) is type(state)
            assert game.information_state(world, seat) == known
            assert game.is_terminal(world) == over
            if not over:
                assert game.current_player(world) == game.current_player(state)
                assert legal(game, world, seat) == legal(game, state, seat)


@every_game
def test_games_end_within_their_returns_and_numbers_of_actions(game):
    for state in positions(game, 12, seed=2):
        if game.is_terminal(state):
            returns = game.returns(state)
            assert len(returns) == game.players
            assert game.min_return <= min(returns) <= max(returns) <= game.max_return
            assert not any(legal(game, state, seat) for seat in range(game.players))
        elif game.current_player(state) == CHANCE:
            outcomes = dict(game.chance_outcomes(state))
            assert list(outcomes) == list(game.legal_actions(state))
            assert sum(outcomes.values()) == pytest.approx(1.0)
        else:
            for seat in range(game.players):
                actions = legal(game, state, seat)
                assert len(set(actions)) == len(actions) <= game.max_actions


@every_game
def test_texts_name_moves_once_and_show_what_is_known_alone(game):
    for state in positions(game, 3, seed=3):
        for seat in range(game.players):
            actions = legal(game, state, seat)
            texts = [game.action_to_text(state, action) for action in actions]
            assert len({text.casefold() for text in texts}) == len(texts)
            if actions and game not in TOGETHER:
                assert [game.text_to_action(state, text) for text in texts] == actions
            shown = game.information_to_text(game.information_state(state, seat), seat)
            for text in (shown, game.state_to_text(state)):
                assert text.isascii()
                assert all(line == line.rstrip() and line for line in text.split("\n"))


# Rock-paper-scissors, phantom tic-tac-toe and Tiger are made of what these are made of.
SIMPLER = (games.RockPaperScissors, games.PhantomTicTacToe, games.Tiger)
COMPILED = [game for game in GAMES if not isinstance(game, SIMPLER)]


@pytest.mark.parametrize("game", COMPILED, ids=lambda game: game.name)
def test_rules_information_and_samples_are_alike_in_both_modes(game):
    assert_seats_know_alike(OneByOne(game) if game in TOGETHER else game)


def test_sampled_hands_of_hearts_could_have_played_all_cards_so_far():
    """Give the cards played back to the sampled hands, and play the game again."""
    game, rng, dice = games.Hearts(), gt.Rng(3), random.Random(4)
    for _ in range(8):
        state, actions = game.initial_state(), []
        while not game.is_terminal(state):
            if len(actions) >= 52 and len(actions) % 5 == 0:
                player = state.player
                world = game.sample_state(game.information_state(state, player), player, rng)
                assert replayed(game, world, actions) == world
            actions.append(moves_of(game, state, dice))
            state = game.next_state(state, actions[-1])


def replayed(game, world, actions):
    """Return the position after the same cards were played from hands that end as in a world."""
    hands, state = list(world.hands), game.initial_state()
    true = game.initial_state()
    for action in actions:
        if true.dealt == 52:
            hands[true.player] |= 1 << action
        true = game.next_state(true, action)
    for number in range(52):
        hand = hands[number % 4]
        state = game.next_state(state, (hand & -hand).bit_length() - 1)
        hands[number % 4] = hand & hand - 1
    for action in actions[52:]:
        assert action in game.legal_actions(state)
        state = game.next_state(state, action)
    return state
