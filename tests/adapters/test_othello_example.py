"""The Othello example: the experiment, the limits, and a game without an end."""

from __future__ import annotations

import pytest
from scripts import load

from gametree.games import Othello
from trees import nodes_of

EXAMPLE = load("othello_uct")


def test_the_example(capsys):
    points, heavy, by_work, by_time, walk = EXAMPLE.main(
        values=(0.0, 1.4142), games=2, simulations=60, seconds=0.05, size=6
    )
    assert sum(points.values()) == 2
    assert heavy in (0, 0.5, 1, 1.5, 2)
    assert by_work.simulations == 600
    assert by_work.stopped_by == "simulations"
    assert by_time.stopped_by == "seconds"
    assert walk.simulations == 60
    out = capsys.readouterr().out
    assert "points of 2" in out
    assert f"semi-random playouts against random ones: {heavy:g} points of 2" in out
    means = [each.mean for each in by_work.actions if each.mean is not None]
    assert by_work.actions[0].mean == max(means)


def test_a_position_gets_its_children_after_thirty_visits():
    game = Othello(size=4)
    searcher = EXAMPLE.searcher(game, None, 1.4142, 1, compiled=False)
    searcher.run(simulations=30)
    assert searcher.result().max_depth == 1
    searcher.run(simulations=170)
    assert searcher.result().max_depth > 1


def edges_twice(searcher):
    """Return the edges that lead to a position which another edge leads to, with their node's."""
    found = {}
    for _, _, edges in nodes_of(searcher):
        for edge in edges:
            if edge.visits:
                found.setdefault(edge.state, []).append((edge, edges))
    return [pair for pairs in found.values() if len(pairs) > 1 for pair in pairs]


def test_a_position_that_is_known_is_skipped():
    game = Othello(size=4)
    options = {"c": 1.4142, "seed": 1, "compiled": False}
    skipping = EXAMPLE.searcher(game, None, known="skip", **options)
    assert skipping.run(simulations=2000).simulations == 2000
    skipped = [pair for pair in edges_twice(skipping) if pair[0].skipped]
    assert skipped
    for edge, beside in skipped:  # followed once, to see where it leads, if others are left
        assert edge.visits == 1 or all(other.skipped for other in beside)
    apart = EXAMPLE.searcher(game, None, **options)
    apart.run(simulations=2000)
    assert sum(edge.visits > 30 for edge, _ in edges_twice(apart)) > 2
    shared = EXAMPLE.searcher(game, None, known="share", **options)
    assert shared.run(simulations=200).simulations == 200


def test_the_experiment_is_repeated_by_its_seed():
    game = Othello(size=6)  # compiled for the example, too
    first, second = (EXAMPLE.tune(game, (0.5, 1.5), 2, 30, seed=3) for _ in range(2))
    assert first == second


def test_corners_are_told_from_who_moves():
    game = Othello(size=4)
    state = game.initial_state()
    assert EXAMPLE.corners(game, state) == (0, 0)
    moves = 0
    while not any(EXAMPLE.corners(game, state)):
        state = game.next_state(state, game.legal_actions(state)[0])
        moves += 1
    board = game.state_to_text(state).split("\n")[1:]
    lead = sum(
        {"X": 1, "O": -1}.get(board[row].split()[1 + column], 0)
        for row in (0, 3)
        for column in (0, 3)
    )
    assert moves > 1
    assert EXAMPLE.corners(game, state) == (0.25 * lead, -0.25 * lead)


def test_semi_random_playouts_are_stronger_for_the_same_number_of_them():
    game = Othello(size=6)
    gained = EXAMPLE.match(game, (1.0, EXAMPLE.SEMI_RANDOM), (1.0, None), 12, 50)
    assert gained > 9


@pytest.mark.parametrize("simulations", [1, 3000])
def test_circles_neither_recurse_nor_hang(simulations):
    result = EXAMPLE.endless(simulations, max_plies=20)
    assert result.simulations == simulations
    assert result.max_depth <= simulations


def test_a_playout_that_is_cut_off_counts_as_a_draw():
    # Nobody can meet in one move, so nothing but draws comes back.
    result = EXAMPLE.endless(2, max_plies=0)
    assert result.value == (0.0, 0.0)
