"""The OpenSpiel adapter against OpenSpiel's Python MCTSBot, on OpenSpiel's own games.

One thread each, one uniformly random playout a simulation, the same number of
simulations from the first position, and the same exploration: OpenSpiel's uct_c
counts in returns from -1 to 1, gametree's c in returns scaled to 0..1, where it is
half of it. OpenSpiel's bot has its solver, as it has by default. Timed is the
whole call: making the searcher or bot, and the search.

    python benchmarks/openspiel_adapter.py
"""

from __future__ import annotations

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts
from timing import Run, interleaved_rates, options, print_heading, ratios, spread, table

import gametree as gt
from gametree.adapters.openspiel import OpenSpiel

EXPLORATION = 1.4


def adapter_run(name: str, simulations: int, evaluation: gt.Evaluation | None) -> Run:
    game = OpenSpiel(name)
    rule = gt.UCB1(EXPLORATION / 2)
    chosen = game.default_evaluation() if evaluation is None else evaluation

    def run() -> tuple[int, object]:
        searcher = gt.Searcher(game, selection=rule, evaluation=chosen, seed=1, compiled=False)
        return searcher.run(simulations=simulations).new_simulations, searcher

    return run


def openspiel_run(name: str, simulations: int) -> Run:
    game = pyspiel.load_game(name)

    def run() -> tuple[int, object]:
        evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
        bot = mcts.MCTSBot(
            game, EXPLORATION, simulations, evaluator, random_state=np.random.RandomState(2)
        )
        root = bot.mcts_search(game.new_initial_state())
        return root.explore_count, root  # fewer than asked for where it solves the game

    return run


def main() -> None:
    chosen = options(__doc__, repeats=9, quick_repeats=3)
    print_heading("open_spiel")
    part = 5 if chosen.quick else 1
    rows = []
    for name, simulations, target in [
        ("connect_four", 10_000, "3"),
        ("go(board_size=9)", 1_000, "3"),
        ("tic_tac_toe", 10_000, ""),
        ("breakthrough", 2_000, ""),
        ("othello", 1_000, ""),
        ("pig", 5_000, ""),
    ]:
        rates = interleaved_rates(
            {
                "adapter": adapter_run(name, simulations // part, None),
                "plain": adapter_run(name, simulations // part, gt.Playout()),
                "theirs": openspiel_run(name, simulations // part),
            },
            chosen.repeats,
        )
        rows.append(
            [
                f"`{name}`",
                f"{simulations // part:,}",
                f"{spread(rates['adapter']).median:,.0f}",
                f"{spread(rates['plain']).median:,.0f}",
                f"{spread(rates['theirs']).median:,.0f}",
                ratios(rates["adapter"], rates["theirs"]).text(),
                target,
            ]
        )
    headings = ["game", "simulations", "adapter /s", "`Playout()` /s", "MCTSBot /s", "ratio"]
    print(table([*headings, "target"], rows))
    print(
        f"\nMedians of {chosen.repeats} turns; the ratio of adapter and MCTSBot in each turn, from "
        "least to most. `Playout()` is the adapter with gametree's own playouts."
    )


if __name__ == "__main__":
    main()
