"""How go is searched: its playouts, what is known of moves, and the search that it recommends."""

from __future__ import annotations

import pytest

from gametree.errors import BadParameter
from gametree.games import Go, Hex
from gametree.games.go.knowledge import GoKnowledge
from gametree.games.go.playouts import GoPlayouts, escapes, is_eye, matches, only_liberty
from gametree.primitives.rng import Rng
from positions import after

WIDTH = 6  # of a row of the board of size five, with its border


def point(name):
    """Return a point of the board of size five by its name."""
    return int(name[1]) * WIDTH + 1 + "ABCDE".index(name[0])


def test_the_only_liberty_of_a_chain():
    state = after(Go(5), "B2", "A2", "C2", "A1", "E5", "D2", "A3")
    assert only_liberty(state, point("A1"), WIDTH) == point("B1")
    assert only_liberty(state, point("A2"), WIDTH) == point("B1")
    assert only_liberty(state, point("B2"), WIDTH) == 0


def test_who_escapes():
    state = after(Go(5), "C3", "B3", "E1", "C4", "E2", "D3")
    assert only_liberty(state, point("C3"), WIDTH) == point("C2")
    assert escapes(state, point("C2"), 1, WIDTH)
    state = after(Go(5), "A2", "B2", "E1", "A3")
    assert only_liberty(state, point("A2"), WIDTH) == point("A1")
    assert not escapes(state, point("A1"), 1, WIDTH)


def test_eyes():
    game = Go(5)
    moves = ["B1", "pass", "A2", "pass", "C2", "pass", "D1", "pass"]
    state = after(game, *moves)
    assert is_eye(state, point("A1"), 1, WIDTH)
    assert is_eye(state, point("C1"), 1, WIDTH)
    assert not is_eye(state, point("A1"), 2, WIDTH)
    assert not is_eye(state, point("D2"), 1, WIDTH)
    # At the edge one stone of the other on a diagonal is too many.
    state = after(game, *moves[:-1], "B2")
    assert not is_eye(state, point("A1"), 1, WIDTH)


def test_patterns():
    game = Go(5)
    state = after(game, "B3", "C3", "D3")  # O between two of X: whoever comes below or above
    assert matches(state, point("C2"), WIDTH)
    assert matches(state, point("C4"), WIDTH)
    assert not matches(state, point("C5"), WIDTH)
    assert not matches(game.initial_state(), point("C3"), WIDTH)


def test_whatever_is_chosen_is_legal():
    game = Go(4, superko=True)
    policy = GoPlayouts().fitted_to(game)
    for seed in range(5):
        rng = Rng(seed)
        state = game.initial_state()
        while not game.is_terminal(state):
            action = policy.choose(game, state, 0, rng, None)
            assert action in game.legal_actions(state)
            # Some random moves in between lead to more than the policy would.
            if rng.below(3) == 0:
                action = game.random_action(state, rng)
            state = game.next_state(state, action)


def test_the_last_stone_is_taken():
    game = Go(5)
    policy = GoPlayouts(capture=1.0).fitted_to(game)
    state = after(game, "B1", "E5", "E1", "A1")
    for seed in range(10):
        assert policy.choose(game, state, 0, Rng(seed), None) == 5  # A2


def test_who_has_only_eyes_passes():
    game = Go(2)
    policy = GoPlayouts().fitted_to(game)
    state = after(game, "A1", "pass", "B2", "pass")
    assert policy.choose(game, state, 0, Rng(1), None) == 4


def test_playouts_end_by_passes():
    game = Go(5)
    policy = GoPlayouts().fitted_to(game)
    for seed in range(5):
        rng = Rng(seed)
        state = game.initial_state()
        while not game.is_terminal(state):
            state = game.next_state(state, policy.choose(game, state, 0, rng, None))
        assert state.passes == 2
        assert state.plies < 50


def test_what_is_known_of_moves():
    game = Go(5)
    knowledge = GoKnowledge().fitted_to(game)
    state = after(game, "B1", "A1", "E5", "E4")  # A1 can be taken at A2
    taking, _ = knowledge.known(state, point("A2"), 1)
    elsewhere, _ = knowledge.known(state, point("C3"), 1)
    assert taking > elsewhere
    state = after(game, "B1", "pass", "A2", "E5")
    assert knowledge.known(state, point("A1"), 1) == (0, 60)


@pytest.mark.parametrize("strategy", [GoPlayouts(), GoKnowledge()])
def test_other_games_are_refused(strategy):
    with pytest.raises(BadParameter, match="hex"):
        strategy.fitted_to(Hex(3))


@pytest.mark.parametrize("name", ["capture", "pattern"])
def test_probabilities_are_checked(name):
    with pytest.raises(BadParameter, match=f"{name} must be a number from 0 to 1"):
        GoPlayouts(**{name: 1.5})
