"""OpenSpiel's games that hide something, searched by what a player knows."""

from __future__ import annotations

import pickle
import random

import pytest

import gametree as gt

pyspiel = pytest.importorskip("pyspiel")
from open_spiel.python.algorithms import exploitability  # noqa: E402
from open_spiel.python.policy import tabular_policy_from_callable  # noqa: E402

from gametree.adapters.openspiel import OpenSpiel  # noqa: E402
from gametree.adapters.openspiel_bot import SpielBot  # noqa: E402
from gametree.naming.loading import load_game  # noqa: E402

GAMES = [
    "kuhn_poker",
    "leduc_poker",
    "liars_dice",
    "phantom_ttt",
    "dark_hex",
    "hearts(pass_cards=False)",
    "euchre",
    "goofspiel(num_cards=4,points_order=descending)",
    "goofspiel(num_cards=4,imp_info=True)",
    "matrix_rps",
]


def decisions(game, seed, count):
    """Yield OpenSpiel's states where a player moves, of random games."""
    choose = random.Random(seed)
    while True:
        state = game.rules.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = [outcome for outcome, _ in game.chance_outcomes(state)]
                state.apply_action(choose.choice(outcomes))
                continue
            if choose.random() < 0.4:
                yield state.clone()
                count -= 1
                if count == 0:
                    return
            if state.is_simultaneous_node():
                moves = [choose.choice(state.legal_actions(each)) for each in range(game.players)]
                state.apply_actions(moves)
            else:
                state.apply_action(choose.choice(state.legal_actions()))


@pytest.mark.parametrize("name", GAMES)
def test_sampled_states_agree_with_what_is_known(name):
    game = OpenSpiel(name)
    rng = gt.Rng(1)
    for state in decisions(game, 1, 4):
        for player in range(game.players):
            known = game.information_state(state, player)
            world = game.sample_state(known, player, rng)
            text = state.information_state_string(player)
            assert world.information_state_string(player) == text == str(known)
            assert world.current_player() == state.current_player()
            assert game.information_state(world, player) == known


@pytest.mark.parametrize("name", GAMES)
def test_a_search_by_what_a_player_knows(name):
    game = OpenSpiel(name)
    state = next(decisions(game, 2, 1))
    result = gt.search(game, state, simulations=20, seed=1, player=0)
    if state.current_player() in (0, pyspiel.PlayerId.SIMULTANEOUS):
        legal = state.legal_actions(0)
        assert sorted(result.policy) == sorted(legal)


def test_the_policy_comes_near_an_equilibrium():
    game = OpenSpiel("kuhn_poker")
    state = game.dealt_state(seed=1)
    searcher = gt.Searcher(game, state, method="outcome_sampling", seed=1)
    searcher.run(simulations=4000)
    policy = tabular_policy_from_callable(game.rules, searcher.policy)
    assert exploitability.exploitability(game.rules, policy) < 0.08  # 0.4583 if all are equal


def test_a_search_sees_no_hidden_card():
    game = OpenSpiel("kuhn_poker")
    found = []
    for other in (0, 2):
        state = game.rules.new_initial_state()
        for action in (1, other):
            state.apply_action(action)
        result = gt.search(game, state, method="many_observers", simulations=100, seed=1)
        found.append({**result.to_dict(), "seconds": 0})
    assert found[0] == found[1]


def test_what_is_known_holds_no_true_state():
    game = OpenSpiel("hearts(pass_cards=False)")
    state = next(decisions(game, 5, 1))
    player = state.current_player()
    known = game.information_state(state, player)
    assert str(known.world) != str(state)
    assert known.world.information_state_string(player) == state.information_state_string(player)


def test_hidden_attempts_are_not_told_by_their_number():
    game = OpenSpiel("phantom_ttt")
    knowledge = []
    for attempts in ((4, 0), (4, 4, 0)):  # the second player tries the taken cell, or does not
        state = game.rules.new_initial_state()
        for action in attempts:
            state.apply_action(action)
        knowledge.append(game.information_state(state, 0))
    assert knowledge[0] == knowledge[1]
    assert knowledge[0].path == knowledge[1].path


def test_a_state_without_its_moves_is_refused():
    game = OpenSpiel("leduc_poker")
    other = pyspiel.load_game("leduc_poker").new_initial_state()
    assert str(game.taken_state(other)) == str(other)
    with pytest.raises(gt.InvalidState, match=r"must be a pyspiel\.State"):
        gt.search(game, 5, simulations=1)


def test_the_bot_plays_by_what_its_seat_knows():
    rules = pyspiel.load_game("leduc_poker")
    ours = SpielBot(OpenSpiel(rules), simulations=30, seed=1)
    theirs = pyspiel.make_uniform_random_bot(1, 2)
    returns = pyspiel.evaluate_bots(rules.new_initial_state(), [ours, theirs], 3)
    assert sum(returns) == 0.0
    assert ours.provides_policy()


def test_games_can_be_pickled():
    game = pickle.loads(pickle.dumps(OpenSpiel("kuhn_poker")))
    assert gt.search(game, game.dealt_state(1), simulations=5, seed=1).simulations == 5


def test_games_by_name():
    game = load_game("openspiel:kuhn_poker", {})
    assert game.hides_information
    seer = load_game("openspiel:kuhn_poker", {"see_hidden": "true"})
    assert not seer.hides_information
