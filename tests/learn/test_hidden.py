"""Networks of games that hide something: features of information alone, and training."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import gametree as gt
from gametree import games
from gametree.learn.trainer import Trainer
from gametree.learn.training import Training
from gametree.networks.blueprint import blueprint_of
from gametree.networks.model_file import Model, ModelFacts, save_model
from gametree.networks.model_library import home_of_model
from gametree.networks.network import Network
from gametree.networks.shape import empty_weights
from gametree.players.registry import make_player
from gametree.rules.checked_game import CheckedGame
from gametree.rules.one_by_one import one_by_one
from gametree.rules.random_game import random_game
from hidden_games import Kuhn
from mcts.hidden.test_information_sets import found

GAMES = ["kuhn_poker", "leduc_poker", "liars_dice", "goofspiel", "phantom_tic_tac_toe", "dark_hex"]


def features_in(game, blueprint, state, player):
    """Return all that a network sees of a position, as bytes."""
    seen = np.zeros(blueprint.features.most, np.int32)
    count = blueprint.features.collect(game, state, player, seen, 0)
    cells = np.zeros(max(1, blueprint.board.cells), np.int64)
    if blueprint.board.cells:
        blueprint.features.codes(game, state, player, cells)
    return seen[:count].tobytes() + cells.tobytes()


@pytest.mark.parametrize("name", GAMES)
def test_features_are_the_same_in_all_states_that_look_alike(name):
    game = one_by_one(games.load(name))
    blueprint = blueprint_of(game)
    rng = gt.Rng(1)
    met = 0
    for state in random_game(CheckedGame(game), rng, 1000):
        if game.is_terminal(state) or game.current_player(state) < 0:
            continue
        player = game.current_player(state)
        told = features_in(game, blueprint, state, player)
        for _ in range(5):
            world = game.sample_state(game.information_state(state, player), player, rng)
            met += world != state
            assert features_in(game, blueprint, world, player) == told
    assert met


class Observed(Kuhn):
    def observation(self, state, player):
        return (state[0][player], state[1], state[2])


class Peeking(Kuhn):
    def observation(self, state, player):
        return state[0]


def test_an_observation_takes_the_place_of_the_information():
    blueprint = blueprint_of(Observed())
    states = [((1, 0), 0, 0), ((1, 2), 0, 0)]
    assert len({features_in(Observed(), blueprint, state, 0) for state in states}) == 1
    with pytest.raises(gt.GameError, match="something that information_state hides"):
        blueprint_of(Peeking())


def test_a_search_with_a_network_finds_the_same_in_both_modes_and_all_states():
    game = Kuhn()
    blueprint = blueprint_of(game)
    weights = empty_weights(blueprint.shape, 1)
    weights.rows[:] += np.random.default_rng(1).normal(0.0, 0.3, weights.rows.shape)
    results = [
        gt.search(
            game,
            state,
            evaluation=Network(blueprint, weights),
            simulations=300,
            seed=1,
            compiled=compiled,
        )
        for state, compiled in [
            (((1, 0), 0, 0), False),
            (((1, 2), 0, 0), False),
            (((1, 0), 0, 0), True),
        ]
    ]
    assert found(results[0]) == found(results[1]) == found(results[2])
    assert results[0].method.endswith("moves by PUCT, single_observer")


def test_a_search_with_a_network_is_saved_with_its_weights(tmp_path):
    game = games.load("phantom_tic_tac_toe")
    blueprint = blueprint_of(game)
    networks = [Network(blueprint, empty_weights(blueprint.shape, seed)) for seed in (1, 1, 2)]
    searcher = gt.Searcher(game, evaluation=networks[0], seed=1, compiled=False)
    searcher.run(simulations=20)
    searcher.save(tmp_path / "saved")
    loaded = gt.Searcher.load(tmp_path / "saved", game, evaluation=networks[1])
    assert found(loaded.run(simulations=20)) == found(searcher.run(simulations=20))
    with pytest.raises(gt.BadParameter, match="data of the evaluation"):
        gt.Searcher.load(tmp_path / "saved", game, evaluation=networks[2])


def test_a_network_chooses_how_to_search():
    goofspiel = games.load("goofspiel", cards=4)
    for game, way in ((Kuhn(), "single_observer"), (goofspiel, "regret_matching")):
        serial = one_by_one(game)
        network = Network(blueprint_of(serial), empty_weights(blueprint_of(serial).shape, 1))
        result = gt.search(
            serial, player=0, evaluation=network, simulations=5, seed=1, compiled=False
        )
        assert way in result.method


def test_training_teaches_what_cards_are_worth(monkeypatch):
    monkeypatch.setattr("gametree.learn.self_play.hidden_game_maker._SIMULATIONS", 15)
    monkeypatch.setattr("gametree.learn.training._FIRST_ROUND", 400)
    training = Training(Kuhn(), seed=1, compiled=False)
    training.round()
    network = training.learner.network()
    values = []
    for card in (0, 2):
        work = [0.0, 0.0]
        network.estimate(Kuhn(), ((card, 1), 0, 0), work)
        values.append(work[0])
    assert values[0] < 0.0 < values[1]


def test_a_training_ends_with_a_match_at_equal_time(tmp_path, monkeypatch):
    monkeypatch.setattr("gametree.learn.self_play.hidden_game_maker._SIMULATIONS", 15)
    monkeypatch.setattr("gametree.learn.training._FIRST_ROUND", 60)
    path = tmp_path / "kuhn.model"
    trained = Trainer(Kuhn(), path, seconds=None, rounds=1, compiled=False)
    monkeypatch.setattr("gametree.learn.trainer._FALLBACK", 0.5)
    done = trained.run()
    assert "mcts:hidden=untrained" in done.facts.verdict
    assert Path(done.path).exists()
    assert Network.load(done.path, Kuhn()).gives_priors
    player = make_player(f"mcts:net={done.path},simulations=20")
    assert "priors" in player.explain(Kuhn())[0]


def test_a_model_that_won_its_match_is_used(tmp_path, monkeypatch):
    monkeypatch.setenv("GAMETREE_DATA_DIR", str(tmp_path))
    game = games.load("goofspiel", cards=4)
    blueprint = blueprint_of(one_by_one(game))
    facts = ModelFacts("goofspiel", "1", 60.0, 1, 1, 1, 0, "2026-01-01", "better", True)
    path = home_of_model(game)
    path.parent.mkdir(parents=True)
    save_model(path, blueprint, Model(empty_weights(blueprint.shape, 1), facts))
    options = {"player": 0, "simulations": 5, "seed": 1, "compiled": False}
    assert "a trained network" in gt.search(game, **options).method
    assert "a trained network" in gt.search(one_by_one(game), **options).method
    assert "network" not in gt.search(game, method="untrained", **options).method
    assert "a trained network" in make_player("mcts").explain(game)[0]
    assert len(make_player("mcts:auto,untrained").explain(game)) == 1


def test_workers_elsewhere_are_refused():
    with pytest.raises(gt.BadParameter, match="train it without ray and device"):
        Training(Kuhn(), ray="127.0.0.1:1")
