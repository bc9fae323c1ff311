"""`MonteCarlo` in both modes beside the article's search: means over many seeds.

A run gives one number: the share of wins in all plays of the position, after 120 simulations. Its
deviation over the seeds is 0.03 on average and 0.066 at most; 0.07 is assumed. The bounds are six
deviations of a difference of means, so that a false alarm is rarer than one in a million. The
interpreted table has the distribution of the article's. The native search tries each play once
before any twice, where the article draws among all of them: this moves a position by 0.05 at most,
and the mean of twenty by 0.02 at most.
"""

from __future__ import annotations

import math
import sys
from pathlib import Path
from statistics import mean

import pytest
from article_boards import Bits, Noughts

import gametree as gt
from gametree.adapters.board_game import BoardGame, HistoryBoard
from gametree.adapters.boards.history import History
from gametree.adapters.tables.play_table import PlayTable
from gametree.adapters.tables.tree_table import TreeTable
from gametree.limits import Limit

sys.path.append(str(Path(__file__).parents[2] / "benchmarks"))

from article_uct import ArticleSearch

POSITIONS, SEEDS, SIMULATIONS = 20, 6, 120
SAMPLING = 6 * 0.07 * math.sqrt(2 / SEEDS)


def positions(board, least, count):
    """Return lines of states that end where several plays are legal, from `least` moves on."""
    rng = gt.Rng(5)
    found = []
    while len(found) < count:
        states = [board.start()]
        while not board.winner(states) and len(states) <= least + len(found) % 4:
            plays = board.legal_plays(states)
            states.append(board.next_state(states[-1], plays[rng.below(len(plays))]))
        if not board.winner(states) and len(board.legal_plays(states)) > 1:
            found.append(states)
    return found


CASES = [
    (board, states)
    for board, least in ((Noughts(), 0), (Bits(), 16))
    for states in positions(board, least, POSITIONS // 2)
]


def share(board, states, known):
    """Return the share of wins in all plays of a position, for the player who moves."""
    mover = board.current_player(states[-1])
    found = [known(mover, board.next_state(states[-1], p)) for p in board.legal_plays(states)]
    return sum(wins for wins, _ in found) / sum(plays for _, plays in found)


def by_the_article(board, states, seed):
    search = ArticleSearch(board, seed=seed)
    search.states = states
    for _ in range(SIMULATIONS):
        search.run_simulation()
    return share(board, states, lambda *key: (search.wins.get(key, 0), search.plays.get(key, 0)))


def by_a_table(board, states, table):
    table.search(History.of(states), states, Limit(simulations=SIMULATIONS), 100, 1.4)
    return share(board, states, table.known)


@pytest.fixture(scope="module")
def articles():
    """The mean of the article's search for each case."""
    return [mean(by_the_article(*case, seed) for seed in range(SEEDS)) for case in CASES]


@pytest.mark.parametrize(("compiled", "each", "all_"), [(False, 0.0, 0.0), (True, 0.05, 0.02)])
def test_means_are_those_of_the_article(articles, compiled, each, all_):
    kind = BoardGame if compiled else HistoryBoard
    games = {board: kind(board, tie=0) for board, _ in CASES}
    differences = []
    for (board, states), expected in zip(CASES, articles, strict=True):
        game = games[board]
        found = []
        for seed in range(SEEDS):
            if compiled:
                table = TreeTable(game, seed, True, None, None, None)
            else:
                table = PlayTable(game, gt.Rng(1000 + seed), None, None, None)
            found.append(by_a_table(board, states, table))
        differences.append(mean(found) - expected)
    assert len(differences) == POSITIONS
    assert max(map(abs, differences)) < each + SAMPLING
    assert abs(mean(differences)) < all_ + SAMPLING / math.sqrt(POSITIONS)
