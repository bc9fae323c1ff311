"""Models in files: read as they were written, refused for other rules, and never damaged unseen."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

import gametree as gt
from gametree import games
from gametree.files.checksummed_file import open_checksummed, write_checksummed
from gametree.networks.blueprint import blueprint_of
from gametree.networks.model_file import MODEL, Model, ModelFacts, facts_of, load_model, save_model
from gametree.networks.network import Network
from gametree.networks.shape import empty_weights

FACTS = ModelFacts(
    "TicTacToe()", "gametree 0, Python 3", 1.5, 2, 3, 4, 5, "2026-01-02", "won", True
)


@pytest.fixture
def game():
    return games.TicTacToe()


@pytest.fixture
def model(game):
    return Model(empty_weights(blueprint_of(game).shape, seed=1), FACTS)


@pytest.fixture
def path(tmp_path, game, model):
    save_model(tmp_path / "ttt.model", blueprint_of(game), model)
    return tmp_path / "ttt.model"


def test_it_is_read_as_it_was_written(path, game, model):
    read = load_model(path, game, blueprint_of(game))
    assert read.facts == facts_of(path) == FACTS
    for one, other in zip(read.weights, model.weights, strict=True):
        assert np.array_equal(one, other)


def test_a_network_is_loaded_by_its_file(path, game):
    network = Network.load(path, game)
    result = gt.search(game, evaluation=network, simulations=30, seed=1, compiled=False)
    assert result.simulations == 30


def test_rules_that_play_alike_are_the_same_game(path):
    class Renamed(games.TicTacToe):
        """The same, and a text of its own."""

        def action_to_text(self, state, action):
            return f"cell {action}"

    assert Network.load(path, Renamed()).count == Network.load(path, games.TicTacToe()).count


@pytest.mark.parametrize("other", [games.ConnectFour(4, 4, 3), games.Nim()], ids=repr)
def test_other_rules_are_refused(path, other):
    with pytest.raises(
        gt.BadParameter, match=r"was trained for TicTacToe\(\) by .* not play alike"
    ):
        Network.load(path, other)


def test_damage_is_found_wherever_it_is(path, game):
    whole = path.read_bytes()
    for place in (*range(0, 80, 7), len(whole) // 2, len(whole) - 1):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        with pytest.raises(gt.ModelError, match=r"damaged|is no model|another version"):
            Network.load(path, game)
        path.write_bytes(whole[:place])
        with pytest.raises(gt.ModelError, match=r"damaged|is no model"):
            Network.load(path, game)


def test_a_file_that_is_none_is_told(tmp_path, game):
    with pytest.raises(gt.ModelError, match=r"the model .*none' cannot be read: No such file"):
        Network.load(tmp_path / "none", game)
    (tmp_path / "text").write_text("a" * 100)
    with pytest.raises(gt.ModelError, match="is no model"):
        facts_of(tmp_path / "text")
    with pytest.raises(gt.BadParameter, match="a model is named by the path of its file"):
        Network.load(3, game)


@pytest.mark.parametrize("value", [np.nan, np.inf])
def test_weights_that_are_no_numbers_are_refused(tmp_path, game, model, value):
    model.weights.rows[3, 4] = value
    save_model(tmp_path / "a", blueprint_of(game), model)
    with pytest.raises(gt.ModelError, match="no finite numbers: train it anew"):
        Network.load(tmp_path / "a", game)


def test_what_makes_no_sense_is_refused(path, game):
    with open_checksummed(path, MODEL) as file:
        content = json.loads(json.dumps(file.content))
        arrays = {name: np.zeros(size, np.uint8) for name, size in file.sizes.items()}
        for name, array in arrays.items():
            file.read(name, array)
    for change in (
        lambda told: told["facts"].pop("games"),
        lambda told: told["facts"].update(games="many"),
        lambda told: told.update(facts=[]),
    ):
        wrong = json.loads(json.dumps(content))
        change(wrong)
        write_checksummed(path, MODEL, wrong, arrays)
        with pytest.raises(gt.ModelError, match="does not fit together"):
            Network.load(path, game)
    write_checksummed(path, MODEL, content, {**arrays, "local": arrays["local"][:-4]})
    with pytest.raises(gt.ModelError, match="local is of another size"):
        Network.load(path, game)


def test_a_model_that_cannot_be_written_is_told(tmp_path, game, model):
    with pytest.raises(gt.ModelError, match="the model cannot be saved as"):
        save_model(tmp_path / "none" / "a", blueprint_of(game), replace(model))
