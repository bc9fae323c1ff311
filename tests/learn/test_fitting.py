"""Fitting: gradients against finite differences, steps against plain Adam, and losses that fall."""

from __future__ import annotations

import numpy as np
import pytest

from float_network import FloatNetwork, random_weights
from gametree.games import TicTacToe
from gametree.learn.fitting import Fitting, Images, Window, add_gradients, gradient_room
from gametree.learn.replay import Replay
from gametree.networks.blueprint import blueprint_of
from gametree.networks.shape import UNITS, empty_weights
from gametree.networks.symmetries import UNKNOWN, Symmetries
from self_played import games_of, maker_for, rows_of
from toys import Gather

BATCH = 256


@pytest.fixture(scope="module")
def windows():
    """Positions of tic-tac-toe, and of a game of three without a board or bounds."""
    found = {}
    for game, count in ((TicTacToe(), 30), (Gather(3, 4), 10)):
        kept = Replay(blueprint_of(game))
        for played in games_of(maker_for(game, seed=2), count):
            kept.add(played)
        found[game.name] = blueprint_of(game), kept.window()
    return found


def losses_of(blueprint, weights, window, position, turn=0):
    """Return the losses of the image of a position, in floats of 64 bits."""
    images = blueprint.symmetries
    floats = FloatNetwork(blueprint, weights)
    own = window.cells.reshape(len(window.movers), -1)[position]
    cells = np.zeros(len(own), int)
    cells[images.cells[turn]] = own
    features = images.features[turn][rows_of(window.features, window.feature_ends)[position]]
    mover = int(window.movers[position])
    targets = window.targets.reshape(len(window.movers), -1)[position]
    value = ((floats.outputs(features, cells, mover) - targets) ** 2).sum()
    actions = images.actions[turn][rows_of(window.actions, window.action_ends)[position]].tolist()
    shares = np.array(rows_of(window.shares, window.action_ends)[position], float)
    if not actions:
        return value, 0.0
    logits = floats.logits(features, cells, mover, actions)
    logs = logits - logits.max() - np.log(np.exp(logits - logits.max()).sum())
    entropy = (shares * np.log(np.where(shares > 0.0, shares, 1.0))).sum()
    return value, entropy - (shares * logs).sum()


def taught(window):
    """Return the positions that have shares of moves, and the others."""
    lengths = np.diff(window.action_ends, prepend=0)
    return np.flatnonzero(lengths > 0).tolist(), np.flatnonzero(lengths == 0).tolist()


def gradients_of(blueprint, weights, window, position, turn=0):
    """Return the gradients of a position: of rows, biases, local weights; and the losses."""
    room = gradient_room(blueprint.shape, blueprint.board)
    shape, board = blueprint.shape, blueprint.board
    layout = (shape.starts, shape.values, shape.policy, shape.outputs, shape.actions)
    flat = weights._replace(rows=weights.rows.reshape(-1))
    layout = (*layout, blueprint.features.size)
    turns = Images(*(each.ravel() for each in blueprint.symmetries))
    add_gradients(board, flat, room, window, position, turns, turn, layout, blueprint.bounded)
    rows = room.gradients.reshape(-1, UNITS)
    return (rows, room.bias_gradients, room.local_gradients), room.numbers[:2].tolist()


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


def test_steps_are_those_of_plain_adam(windows):
    """Each batch is the same position all over, so that its gradient is that of the position.

    Plain Adam has no rows that stay as they are, and here none would: what a position touches is
    the same each time. With this seed no unit comes so near to its edge that 32 bits decide.
    """
    blueprint, window = windows["tic_tac_toe"]
    blueprint = unturned(blueprint)
    window = only(window, taught(window)[0][2])
    fitted = random_weights(blueprint, 4)
    expected = random_weights(blueprint, 4)
    steps, rate, last_rate = 4, 2e-3, 1e-4
    fitting_of(blueprint, fitted).fit(window, steps * BATCH, rate, last_rate)
    means = [np.zeros(part.shape) for part in expected]
    squares = [np.zeros(part.shape) for part in expected]
    touched = [np.zeros(part.shape, bool) for part in expected]
    for step in range(steps):
        gradients, _ = gradients_of(blueprint, expected, window, 0)
        now = rate + (last_rate - rate) * step / steps
        for part, gradient, mean, square, there in zip(
            expected, gradients, means, squares, touched, strict=True
        ):
            there |= gradient != 0.0
            mean[:] = 0.9 * mean + 0.1 * gradient
            square[:] = 0.999 * square + 0.001 * np.square(gradient, dtype=float)
            fair_mean = mean / (1.0 - 0.9 ** (step + 1))
            fair_square = square / (1.0 - 0.999 ** (step + 1))
            part -= (now * fair_mean / (np.sqrt(fair_square) + 1e-8)).astype(np.float32)
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
    fitting_of(blueprint, weights).fit(window, 30 * BATCH, 5.0, 5.0)
    assert max(float(np.abs(part).max()) for part in weights) == 15.0


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
