from __future__ import annotations

import random

import pytest

import gametree as gt
from gametree.errors import BadParameter, IllegalMove
from gametree.games import Kalah
from positions import after

# Irving, Donkers and Uiterwijk, "Solving Kalah" (2000): for the first player, by pits and seeds.
PUBLISHED = {
    (1, 1): 0.0, (1, 2): -1.0, (1, 3): 1.0, (1, 4): -1.0,
    (2, 1): 1.0, (2, 2): -1.0, (2, 3): -1.0, (2, 4): -1.0,
    (3, 1): 0.0, (3, 2): 1.0, (3, 3): 1.0,
    (4, 1): 1.0, (4, 2): 1.0, (4, 3): 1.0,
}  # fmt: skip


@pytest.mark.parametrize(("pits", "seeds"), PUBLISHED)
def test_published_values(pits, seeds):
    result = gt.search(Kalah(pits, seeds), simulations=100_000, seed=1, compiled=False)
    value = PUBLISHED[pits, seeds]
    assert result.proof.value == (value, -value)


def sown(cells, pits, player, pit):
    """Sow seed by seed on a list: both rows with the store behind each. Return who moves next."""
    around = 2 * pits + 2
    place = player * (pits + 1) + pit
    seeds, cells[place] = cells[place], 0
    store, others = player * (pits + 1) + pits, (1 - player) * (pits + 1) + pits
    while seeds:
        place = (place + 1) % around
        if place != others:
            cells[place] += 1
            seeds -= 1
    opposite = 2 * pits - place
    own = player * (pits + 1) <= place < store
    if own and cells[place] == 1 and cells[opposite]:
        cells[store] += 1 + cells[opposite]
        cells[place] = cells[opposite] = 0
    return player if place == store else 1 - player


@pytest.mark.parametrize(("pits", "seeds"), [(6, 4), (3, 9), (2, 20), (1, 5), (7, 3)])
def test_random_games_seed_by_seed(pits, seeds):
    game = Kalah(pits, seeds)
    chance = random.Random(pits)
    for _ in range(20):
        state = game.initial_state()
        cells = ([seeds] * pits + [0]) * 2
        player = 0
        while not game.is_terminal(state):
            assert game.current_player(state) == player
            first = player * (pits + 1)
            filled = [pit for pit in range(pits) if cells[first + pit]]
            assert game.legal_actions(state) == filled
            pit = chance.choice(filled)
            player = sown(cells, pits, player, pit)
            state = game.next_state(state, pit)
        rows = cells[: pits + 1], cells[pits + 1 :]
        assert not any(rows[0][:pits]) or not any(rows[1][:pits])
        lead = sum(rows[0]) - sum(rows[1])
        sign = float((lead > 0) - (lead < 0))
        assert game.returns(state) == (sign, -sign)


def test_the_last_seed_in_the_store_gives_another_turn():
    game = Kalah()
    state = after(game, "3")
    assert game.current_player(state) == 0
    assert game.state_to_text(state) == (
        "       6   5   4   3   2   1  player 2\n"
        "       4   4   4   4   4   4\n"
        "   0                           1\n"
        "       4   4   0   5   5   5\n"
        "       1   2   3   4   5   6  player 1\n"
        "player 1 to move"
    )
    assert game.current_player(after(game, "3", "1")) == 1


def test_empty_pits_are_refused():
    with pytest.raises(IllegalMove, match="'3' is no legal move here; legal moves are 1, 2, 4, 5"):
        after(Kalah(), "3", "3")


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ((0, 4), "pits and seeds must be 1 or more, not 0 and 4"),
        ((6, 0), "pits and seeds must be 1 or more, not 6 and 0"),
        ((8, 8), "8 pits with 8 seeds each need 81 bits; there are 63"),
        ((6, 4.0), "seeds must be an integer, not 4.0"),
    ],
)
def test_bad_parameters(parameters, message):
    with pytest.raises(BadParameter, match=message):
        Kalah(*parameters)
