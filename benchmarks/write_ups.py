"""Rules in the interfaces of the write-ups: their own loops beside gametree, in both modes.

    python benchmarks/write_ups.py

The rules are those of tests/adapters/article_boards.py and of examples/. No line of them is for
gametree. The contenders take turns in one run, and are timed by the processor. Each turn has seeds
of its own: with one seed, a ratio says whose games happened to be longer. An interpreted turn takes
a quarter of a second or more, so that the preparation of a search, one or two milliseconds, does
not count. The whole takes some six minutes.
"""

from __future__ import annotations

import itertools
import random
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

sys.path.append(str(Path(__file__).parents[1] / "tests" / "adapters"))
sys.path.append(str(Path(__file__).parents[1] / "examples"))

import article_boards  # type: ignore[import-not-found]
import article_functions  # type: ignore[import-not-found]
import later_games  # type: ignore[import-not-found]
import rules_nim  # type: ignore[import-not-found]
import rules_tic_tac_toe  # type: ignore[import-not-found]
import score_puzzle  # type: ignore[import-not-found]
import test_nodes  # type: ignore[import-not-found]
from article_loops import board_loop, children_loop, rules_loop, score_loop
from timing import Run, interleaved_rates, options, print_heading, ratios, spread, table

import gametree as gt
from gametree.adapters.board import MonteCarlo
from gametree.adapters.board_game import BoardGame
from gametree.adapters.boards.later_boards import later_board
from gametree.adapters.nodes import node_game
from gametree.adapters.rules import RuleGame, create_state
from gametree.adapters.score_game import ScoreGame

_LOOP = "the article's loop"


def searching(game: gt.Game, simulations: int, *, compiled: bool) -> Run:
    seeds = itertools.count()

    def run() -> tuple[int, object]:
        seed = next(seeds)
        searcher = gt.Searcher(game, seed=seed, compiled=compiled, selection=gt.UCB1(1.4))
        found = searcher.run(simulations=simulations)
        return found.simulations, searcher  # nobody pays for giving back a tree; loops never do

    return run


def by_monte_carlo(board: Any, simulations: int, turns: int, *, compiled: bool) -> Run:
    """Return a run of `get_play`; the players of all turns are ready before the clock runs."""

    def player(seed: int) -> MonteCarlo:
        ai = MonteCarlo(
            board, None, simulations=simulations, seed=seed, report=None, compiled=compiled
        )
        ai.update(board.start())
        ai.run_simulation()
        return ai

    ready = iter([player(seed) for seed in range(turns)])
    return lambda: (simulations, next(ready).get_play())


class Case(NamedTuple):
    """Rules with the loop of their article, the game of them, and how much a turn runs."""

    loop: Callable[[Any, int], object]
    rules: Any
    game: gt.Game
    interpreted: int
    compiled: int


def board(rules: Any, interpreted: int, compiled: int) -> Case:
    return Case(board_loop, rules, BoardGame(rules), interpreted, compiled)


def functions(rules: Any, state: Any) -> Case:
    return Case(rules_loop, (rules, state), RuleGame(rules, state), 15_000, 200_000)


CASES = {
    "board: tic-tac-toe": board(article_boards.Noughts(), 5000, 200_000),
    "board: connect four, rows": board(article_boards.Rows(), 200, 50_000),
    "board: connect four, bits": board(article_boards.Bits(), 1500, 100_000),
    "board: kings, whole history": board(article_boards.Superko(), 5000, 100_000),
    "functions: nim": functions(rules_nim.NIM, create_state(15, 2)),
    "functions: tic-tac-toe": functions(rules_tic_tac_toe.GAME, create_state((0,) * 9, 2)),
    "functions: othello 6x6": Case(
        rules_loop,
        (article_functions.OTHELLO, article_functions.first_state()),
        RuleGame(article_functions.OTHELLO, article_functions.first_state()),
        1200,  # nearly all of it is spent in the rules: here a preparation of 1 % would count
        6000,
    ),
    "children: tic-tac-toe": Case(
        children_loop, test_nodes.first(), node_game(test_nodes.first()), 10_000, 100_000
    ),
    "score: triangle": Case(
        score_loop,
        score_puzzle.Triangle(),
        ScoreGame(score_puzzle.Triangle()),
        25_000,
        200_000,
    ),
    "later board: t3": board(later_board(later_games.T3()), 150, 20_000),
    "later board: connect four": board(later_board(later_games.ConnectFour()), 1500, 50_000),
    "later board: reversi 6x6": board(later_board(later_games.Reversi()), 20, 6000),
    "later board: chong": board(later_board(later_games.Chong()), 1200, 20_000),
}


def looping(case: Case) -> Run:
    seeds = itertools.count()

    def run() -> tuple[int, object]:
        random.seed(next(seeds))
        return case.interpreted, case.loop(case.rules, case.interpreted)

    return run


def measured(name: str, case: Case, repeats: int) -> list[list[str]]:
    """Return the rows of one case."""
    contenders = {
        _LOOP: looping(case),
        "interpreted": searching(case.game, case.interpreted, compiled=False),
        "compiled": searching(case.game, case.compiled, compiled=True),
    }
    if isinstance(case.game, BoardGame):
        turns = repeats + 1  # one warms up
        contenders["MonteCarlo, interpreted"] = by_monte_carlo(
            case.rules, case.interpreted, turns, compiled=False
        )
        contenders["MonteCarlo, compiled"] = by_monte_carlo(
            case.rules, case.compiled, turns, compiled=True
        )
    rates = interleaved_rates(contenders, repeats, clock=time.process_time)
    rows = []
    for contender, found in rates.items():
        ratio = "" if contender == _LOOP else ratios(found, rates[_LOOP]).text(2)
        rows.append([name, contender, f"{spread(found).median:,.0f}", ratio])
    return rows


def main() -> None:
    chosen = options(__doc__, repeats=15, quick_repeats=2)
    print_heading()
    print(table(["rules", "contender", "simulations/s", "of the article's loop"], []))
    for name, case in CASES.items():
        for row in measured(name, case, chosen.repeats):
            print(f"| {' | '.join(row)} |", flush=True)


if __name__ == "__main__":
    main()
