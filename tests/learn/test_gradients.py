"""Gradients against finite differences, and of what they are."""

from __future__ import annotations

import numpy as np
import pytest

from float_network import random_weights
from gametree.networks.symmetries import UNKNOWN
from self_played import rows_of

from .one_position import gradients_of, losses_of, taught


@pytest.mark.parametrize("name", ["tic_tac_toe", "gather"])
def test_gradients_are_those_of_finite_differences(name, windows):
    blueprint, window = windows[name]
    weights = random_weights(blueprint, 3, size=0.1)
    rng = np.random.default_rng(1)
    with_shares, without = taught(window)
    last = len(blueprint.symmetries.cells) - 1
    for position, turn in ((with_shares[3], 0), (with_shares[-1], last), (without[0], last // 2)):
        gradients, losses = gradients_of(blueprint, weights, window, position, turn)
        expected = losses_of(blueprint, weights, window, position, turn)
        assert losses == pytest.approx(expected, rel=1e-5)
        checked = 0
        for part, gradient in zip(weights, gradients, strict=True):
            there = np.argwhere(gradient)
            for place in map(tuple, rng.permutation(there)[:25]):
                slope = slope_at(blueprint, weights, window, (position, turn), part, place)
                assert gradient[place] == pytest.approx(slope, rel=2e-3, abs=2e-4)
                checked += 1
        assert checked > 25


def slope_at(blueprint, weights, window, position, part, place):
    """Return the slope of the loss by one weight, by a small step to both sides."""
    before, sums = part[place], []
    for change in (1e-4, -1e-4):
        part[place] = before + np.float32(change)
        sums.append((sum(losses_of(blueprint, weights, window, *position)), float(part[place])))
        part[place] = before
    (above, high), (below, low) = sums
    return (above - below) / (high - low)


def test_what_a_position_lacks_has_no_gradient(windows):
    blueprint, window = windows["tic_tac_toe"]
    weights = random_weights(blueprint, 3)
    position = taught(window)[0][0]
    (rows, biases, local), _ = gradients_of(blueprint, weights, window, position)
    features = set(rows_of(window.features, window.feature_ends)[position].tolist())
    shape, mover = blueprint.shape, int(window.movers[position])
    touched = set(np.flatnonzero(rows.any(1)).tolist())
    assert {each for each in touched if each < blueprint.features.size} == features
    assert touched & set(range(shape.starts, shape.values)) == {shape.starts + mover}
    first = shape.policy + mover * shape.actions
    actions = rows_of(window.actions, window.action_ends)[position].tolist()
    assert {each for each in touched if each >= shape.policy} == {first + each for each in actions}
    assert set(np.flatnonzero(biases)) == {each for each in touched if each >= shape.values}
    assert 0 < np.count_nonzero(local) < 300


def test_a_position_with_something_that_has_no_known_image_is_not_turned(windows):
    blueprint, window = windows["tic_tac_toe"]
    weights = random_weights(blueprint, 3)
    position = taught(window)[0][0]
    plain, _ = gradients_of(blueprint, weights, window, position)
    turned, _ = gradients_of(blueprint, weights, window, position, 5)
    assert not (plain[0] == turned[0]).all()
    for kind, numbers, ends in (
        ("features", window.features, window.feature_ends),
        ("actions", window.actions, window.action_ends),
    ):
        images = getattr(blueprint.symmetries, kind).copy()
        images[5, rows_of(numbers, ends)[position][0]] = UNKNOWN
        unknown = blueprint._replace(symmetries=blueprint.symmetries._replace(**{kind: images}))
        found, _ = gradients_of(unknown, weights, window, position, 5)
        for one, other in zip(found, plain, strict=True):
            assert (one == other).all()
