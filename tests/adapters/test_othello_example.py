"""The Othello example: the experiment, the limits, and a game without an end."""

from __future__ import annotations

from functools import partial

import pytest
from scripts import load

import gametree as gt
from gametree.games import Othello
from gametree.native.build import compile_search
from gametree.rules.checked_game import rehearse
from trees import nodes_of

EXAMPLE = load("othello_uct")


@pytest.fixture(autouse=True)
def _interpreted(monkeypatch):
    """Its searches are of games so small that to compile them would take longer."""
    monkeypatch.setattr(EXAMPLE, "searcher", partial(EXAMPLE.searcher, compiled=False))


def test_the_example(capsys):
    points, heavy, by_work, by_time, walk = EXAMPLE.main(
        values=(0.0, 1.4142), games=2, simulations=60, seconds=0.05, size=4
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
    searcher = EXAMPLE.searcher(game, None, 1.4142, 1)
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
    options = {"c": 1.4142, "seed": 1}
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
    game = Othello(size=4)
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
    compiled = compile_search(EXAMPLE.corners, game, state, rehearsal=rehearse)
    assert compiled(game, state) == (0.25 * lead, -0.25 * lead)


def test_semi_random_moves_win_against_random_ones():
    """Move against move: that playouts of so few simulations are stronger takes long to see."""
    game = Othello(size=6)
    work = EXAMPLE.searcher(game, None, 1.0, 1).trees.first.work
    rng = gt.Rng(1)
    semi_random, at_random = EXAMPLE.SEMI_RANDOM, gt.EpsilonGreedy(1.0, EXAMPLE.corners)
    won = 0
    for number in range(100):
        players = (semi_random, at_random) if number % 2 == 0 else (at_random, semi_random)
        state = game.initial_state()
        while not game.is_terminal(state):
            policy = players[game.current_player(state)]
            state = game.next_state(state, policy.choose(game, state, 0, rng, work))
        won += game.returns(state)[number % 2] > 0
    assert won > 65  # three standard deviations more than half


@pytest.mark.parametrize("simulations", [1, 3000])
def test_circles_neither_recurse_nor_hang(simulations):
    result = EXAMPLE.endless(simulations, max_plies=20)
    assert result.simulations == simulations
    assert result.max_depth <= simulations


def test_a_playout_that_is_cut_off_counts_as_a_draw():
    # Nobody can meet in one move, so nothing but draws comes back.
    result = EXAMPLE.endless(2, max_plies=0)
    assert result.value == (0.0, 0.0)
