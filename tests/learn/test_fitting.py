"""Fitting: steps against plain AdamW, and losses that fall."""

from __future__ import annotations

import numpy as np
import pytest

from float_network import random_weights
from gametree.learn.fits.fitting import Fitting
from gametree.learn.fits.gradients import Window
from gametree.networks.shape import empty_weights
from gametree.networks.symmetries import Symmetries
from self_played import rows_of

from .one_position import gradients_of, losses_of, taught

BATCH = 256
DECAY, DECAY_ENDS = 0.5, 50_000


def fitting_of(blueprint, weights, seed=0):
    return Fitting(
        blueprint.shape,
        weights,
        blueprint.board,
        blueprint.symmetries,
        bounded=blueprint.bounded,
        seed=seed,
    )


def unturned(blueprint):
    """Return a blueprint that knows no symmetry."""
    first = (each[:1] for each in blueprint.symmetries)
    return blueprint._replace(symmetries=Symmetries(*first))


def only(window, position):
    """Return a window of one position."""
    count = len(window.movers)

    def row(flat):
        return flat.reshape(count, -1)[position].copy()

    features = rows_of(window.features, window.feature_ends)[position]
    actions = rows_of(window.actions, window.action_ends)[position]
    return Window(
        features,
        np.array([len(features)]),
        row(window.cells),
        row(window.movers),
        row(window.targets),
        actions,
        rows_of(window.shares, window.action_ends)[position],
        np.array([len(actions)]),
    )


@pytest.mark.parametrize("begun", [0, 25_000, 60_000])
def test_steps_are_those_of_plain_adamw(begun, windows):
    """Each batch is the same position all over, so that its gradient is that of the position.

    Plain AdamW has no rows that stay as they are, and here none would: what a position touches is
    the same each time. With this seed no unit comes so near to its edge that 32 bits decide.
    """
    blueprint, window = windows["tic_tac_toe"]
    blueprint = unturned(blueprint)
    window = only(window, taught(window)[0][2])
    fitted = random_weights(blueprint, 4)
    expected = random_weights(blueprint, 4)
    steps, rate, last_rate = 4, 2e-3, 1e-4
    fitting = fitting_of(blueprint, fitted)
    fitting.steps = begun
    fitting.fit(window, steps * BATCH, rate, last_rate)
    means = [np.zeros(part.shape) for part in expected]
    squares = [np.zeros(part.shape) for part in expected]
    touched = [np.zeros(part.shape, bool) for part in expected]
    for step in range(steps):
        gradients, _ = gradients_of(blueprint, expected, window, 0)
        now = rate + (last_rate - rate) * step / steps
        number = begun + step + 1
        decay = DECAY * max(0.0, 1.0 - number / DECAY_ENDS)
        for part, gradient, mean, square, there in zip(
            expected, gradients, means, squares, touched, strict=True
        ):
            moved = gradient != 0.0
            there |= moved.any(axis=1, keepdims=True) if part.ndim == 2 else moved
            mean[:] = 0.9 * mean + 0.1 * gradient
            square[:] = 0.999 * square + 0.001 * np.square(gradient, dtype=float)
            fair_mean = mean / (1.0 - 0.9**number)
            fair_square = square / (1.0 - 0.999**number)
            decayed = np.where(there, decay * part, 0.0)
            part -= (now * (fair_mean / (np.sqrt(fair_square) + 1e-8) + decayed)).astype(np.float32)
    start = random_weights(blueprint, 4)
    for ours, theirs, before, gradient, there in zip(
        fitted, expected, start, gradients, touched, strict=True
    ):
        clear = np.abs(gradient) > 1e-4  # less is lost in floats of 32 bits
        assert clear.sum() > 3
        assert ours[clear] == pytest.approx(theirs[clear], abs=1e-2 * rate * steps)
        assert np.median(np.abs(ours - before)[clear]) > rate / 2
        assert (ours[~there] == before[~there]).all()


def test_losses_fall(windows):
    blueprint, window = windows["tic_tac_toe"]
    weights = empty_weights(blueprint.shape, 1)
    fitting = fitting_of(blueprint, weights)
    first = fitting.fit(window, BATCH, 1e-9, 1e-9)
    fitting.fit(window, 60 * BATCH, 5e-3, 1e-3)
    last = fitting.fit(window, 4 * BATCH, 1e-9, 1e-9)
    assert last.value < 0.3 * first.value
    assert last.policy < 0.5 * first.policy
    assert last.policy > -1e-6  # less the entropy of the shares, none is below 0


def test_losses_are_means_over_what_was_drawn(windows):
    blueprint, window = windows["tic_tac_toe"]
    blueprint = unturned(blueprint)
    weights = random_weights(blueprint, 3)
    drawn = np.random.default_rng(7).integers(0, len(window.movers), BATCH)
    expected = {each: losses_of(blueprint, weights, window, each) for each in set(drawn.tolist())}
    losses = fitting_of(blueprint, weights, seed=7).fit(window, BATCH, 0.0, 0.0)
    assert losses.value == pytest.approx(np.mean([expected[each][0] for each in drawn]), rel=1e-5)
    with_shares = set(taught(window)[0])
    policies = [expected[each][1] for each in drawn if each in with_shares]
    assert losses.policy == pytest.approx(np.mean(policies), rel=1e-5)


def test_the_same_seed_gives_the_same_weights(windows):
    blueprint, window = windows["tic_tac_toe"]
    fitted = []
    for seed in (1, 1, 2):
        weights = empty_weights(blueprint.shape, 0)
        fitting = fitting_of(blueprint, weights, seed)
        for _ in range(2):
            fitting.fit(window, 3 * BATCH, 2e-3, 2e-4)
        fitted.append(b"".join(part.tobytes() for part in weights))
    assert fitted[0] == fitted[1] != fitted[2]


def test_weights_stay_within_what_integers_hold(windows):
    blueprint, window = windows["tic_tac_toe"]
    weights = empty_weights(blueprint.shape, 0)
    fitting = fitting_of(blueprint, weights)
    fitting.steps = DECAY_ENDS
    fitting.fit(window, 30 * BATCH, 5.0, 5.0)
    assert max(float(np.abs(part).max()) for part in weights) == 15.0


def test_what_is_learned_of_positions_is_learned_of_their_images(windows):
    """A position all over, turned at random: its image is worth the same in the end."""
    blueprint, window = windows["tic_tac_toe"]
    window = only(window, taught(window)[0][2])
    turned, alone = (empty_weights(blueprint.shape, 1) for _ in range(2))
    fitting_of(blueprint, turned).fit(window, 40 * BATCH, 5e-3, 1e-3)
    fitting_of(unturned(blueprint), alone).fit(window, 40 * BATCH, 5e-3, 1e-3)
    for turn in range(1, 8):
        value, policy = losses_of(blueprint, turned, window, 0, turn)
        assert value < 0.01
        assert policy < 0.1
    worst = max(sum(losses_of(blueprint, alone, window, 0, turn)) for turn in range(8))
    assert worst > 0.2
