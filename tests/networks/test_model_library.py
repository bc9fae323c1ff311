"""A model in the user's folder is used by searches of its game, and by no others."""

from __future__ import annotations

from dataclasses import replace

import pytest

import gametree as gt
from gametree import games
from gametree.mcts.choice_of_method import choose, choose_untrained
from gametree.networks.blueprint import blueprint_of
from gametree.networks.model_file import Model, ModelFacts, save_model
from gametree.networks.model_library import found_network, home_of_model, model_files
from gametree.networks.shape import empty_weights
from gametree.players.searching import Mcts

FACTS = ModelFacts("TicTacToe()", "gametree 0", 600.0, 20, 30, 40, 0, "2026-01-02", "won", True)


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("GAMETREE_DATA_DIR", str(tmp_path / "data"))
    return tmp_path / "data"


def put(game, seed=0, **facts):
    path = home_of_model(game)
    path.parent.mkdir(parents=True, exist_ok=True)
    weights = empty_weights(blueprint_of(game).shape, seed)
    save_model(path, blueprint_of(game), Model(weights, replace(FACTS, **facts)))
    return path


def test_without_a_folder_there_is_none():
    assert found_network(games.TicTacToe()) is None
    assert model_files() == []


def test_searches_use_it_and_say_so():
    game = games.TicTacToe()
    put(game)
    reasons = choose(game).reasons
    assert reasons[0] == "a trained network instead of playouts: 10 minutes, 20 games, 2026-01-02"
    assert reasons[2] == "proofs and transpositions, as without the network"
    result = gt.search(game, simulations=20, compiled=False)
    assert result.method.startswith("chosen for the game: PUCT(c=0.9, reduction=0.2), Network(")
    assert Mcts(auto=True).explain(game) == reasons


def test_untrained_does_without():
    game = games.TicTacToe()
    put(game)
    result = gt.search(game, simulations=20, compiled=False, method="untrained")
    assert "Network" not in result.method
    assert Mcts(auto=True, untrained=True).explain(game) == choose_untrained(game).reasons


def test_another_game_does_not_find_it():
    put(games.TicTacToe())
    assert found_network(games.Nim()) is None
    put(games.ConnectFour(4, 4, 3))
    assert found_network(games.ConnectFour(5, 4, 3)) is None
    assert found_network(games.ConnectFour(4, 4, 3)) is not None


def test_one_that_was_not_accepted_is_not_used():
    put(games.TicTacToe(), accepted=False)
    assert found_network(games.TicTacToe()) is None
    assert len(model_files()) == 1


def test_a_new_one_is_found_at_once():
    game = games.TicTacToe()
    put(game, games=1)
    assert found_network(game).facts.games == 1
    put(game, games=100)
    assert found_network(game).facts.games == 100


def test_a_damaged_one_is_told_with_how_to_be_rid_of_it():
    path = put(games.TicTacToe())
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(gt.ModelError, match=r"cannot be used: .*gametree models --delete Tic"):
        gt.search(games.TicTacToe(), simulations=5, compiled=False)


def test_a_saved_search_goes_on_with_it(tmp_path):
    game = games.TicTacToe()
    put(game)
    searcher = gt.Searcher(game, seed=1, compiled=False)
    searcher.run(simulations=20)
    searcher.save(tmp_path / "a.search")
    loaded = gt.Searcher.load(tmp_path / "a.search", game)
    for each in (searcher, loaded):
        each.run(simulations=20)
    assert loaded.result().actions == searcher.result().actions


def test_a_search_without_it_goes_on_without(tmp_path):
    game = games.TicTacToe()
    searcher = gt.Searcher(game, seed=1, compiled=False, method="untrained")
    searcher.run(simulations=20)
    searcher.save(tmp_path / "a.search")
    put(game)
    loaded = gt.Searcher.load(tmp_path / "a.search", game)
    assert loaded.run(simulations=20).simulations == 40


def test_a_player_is_given_its_file():
    game = games.TicTacToe()
    path = put(game)
    player = Mcts(net=str(path), simulations=20)
    assert player.explain(game)[0].startswith("a trained network instead of playouts")
    with pytest.raises(gt.BadParameter, match="net chooses how to search by itself"):
        Mcts(net=str(path), c=1.0)
    with pytest.raises(gt.BadParameter, match="auto, which finds a trained network by itself"):
        Mcts(net=str(path), auto=True)
    with pytest.raises(gt.BadParameter, match="untrained is for auto"):
        Mcts(untrained=True)
    with pytest.raises(gt.BadParameter, match="not play alike"):
        Mcts(net=str(path), simulations=20).begin(games.Nim(), 0, 0)
