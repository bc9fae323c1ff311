"""Games with hidden information: speed beside OpenSpiel, and how exploitable the policies are.

Speed: simulations a second of processor time of one search from the first decision, in turns with
OpenSpiel's C++ information-set MCTS bot, one thread each. Compilation is over by then.
Exploitability: what a best response gains against the average policy after a search from the start
of the game.
"""

from __future__ import annotations

import time
from typing import Any

import pyspiel
from exploitability import InformationTree
from timing import Run, interleaved_rates, options, print_heading, ratios, spread, table

import gametree as gt
from gametree import games
from gametree.rules.one_by_one import one_by_one

FASTER = {
    # game, OpenSpiel's name, simulations
    "kuhn_poker": ("kuhn_poker", 1_000_000),
    "leduc_poker": ("leduc_poker", 400_000),
    "hearts": ("hearts", 20_000),
}

WAYS = ("single_observer", "many_observers")

LEARNED: tuple[tuple[str, dict[str, Any], str], ...] = (
    ("kuhn_poker", {}, "outcome_sampling"),
    ("rock_paper_scissors", {"weights": (25.0, 5.0, 10.0)}, "outcome_sampling"),
    ("goofspiel", {"cards": 4}, "outcome_sampling"),
    ("goofspiel", {"cards": 5}, "outcome_sampling"),
    ("leduc_poker", {}, "outcome_sampling"),
)


def first_decision(game: gt.Game, rng: gt.Rng) -> Any:
    """Return a state after the deal."""
    state = game.initial_state()
    while game.current_player(state) == gt.CHANCE:
        outcomes = [action for action, _ in game.chance_outcomes(state)]
        state = game.next_state(state, outcomes[rng.below(len(outcomes))])
    return state


def ours(name: str, method: str, simulations: int) -> Run:
    """Return a search with the library."""
    game = games.load(name)
    state = first_decision(game, gt.Rng(1))

    def run() -> tuple[int, object]:
        searcher = gt.Searcher(game, state, method=method, seed=1, compiled=True)
        return simulations, searcher.run(simulations=simulations)

    return run


def theirs(name: str, simulations: int) -> Run:
    """Return a search with OpenSpiel's bot."""
    game = pyspiel.load_game(name)
    rng = gt.Rng(1)
    state = game.new_initial_state()
    while state.is_chance_node():
        outcomes = [action for action, _ in state.chance_outcomes()]
        state.apply_action(outcomes[rng.below(len(outcomes))])

    def run() -> tuple[int, object]:
        evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
        bot = pyspiel.ISMCTSBot(1, evaluator, 1.4, simulations)
        return simulations, (bot, bot.step(state))

    return run


def speed(*, quick: bool, repeats: int) -> None:
    """Print the table of speeds."""
    rows = []
    for name, (other, simulations) in FASTER.items():
        if quick:
            simulations = max(20_000, simulations // 10)
        contenders = {
            "OpenSpiel": theirs(other, simulations),
            **{
                each: ours(name, each, simulations)
                for each in ("single_observer", "many_observers")
            },
        }
        rates = interleaved_rates(contenders, repeats, clock=time.process_time)
        row = [name, spread([each / 1000 for each in rates["OpenSpiel"]]).text()]
        for each in WAYS:
            row.append(spread([rate / 1000 for rate in rates[each]]).text())
            row.append(ratios(rates[each], rates["OpenSpiel"]).text())
        rows.append(row)
    headings = ["game", "OpenSpiel", "single observer", "times", "many observers", "times"]
    print("Thousand simulations a second of processor time\n")
    print(table(headings, rows), flush=True)


def learned(*, quick: bool) -> None:
    """Print the table of exploitabilities."""
    rows = []
    for name, parameters, method in LEARNED:
        game = games.load(name, **parameters)
        serial = one_by_one(game)
        tree = InformationTree(serial)
        searcher = gt.Searcher(serial, first_decision(serial, gt.Rng(1)), method=method, seed=1)
        for simulations in (10_000, 100_000) if quick else (100_000, 1_000_000):
            searcher.run(simulations=simulations - searcher.simulations)
            policy = {key: searcher.policy(state) for key, (state, _) in tree.sets.items()}
            told = ", ".join(f"{key}={value}" for key, value in parameters.items())
            rows.append(
                [
                    f"{name} {told}".strip(),
                    method,
                    f"{len(tree.sets):,}",
                    f"{simulations:,}",
                    f"{tree.exploitability(tree.uniform()):.4f}",
                    f"{tree.exploitability(policy):.4f}",
                    f"{tree.value(policy):+.4f}",
                ]
            )
    headings = [
        *("game", "method", "information sets", "simulations"),
        *("uniform", "exploitability", "value"),
    ]
    print(table(headings, rows), flush=True)


def main() -> None:
    chosen = options(__doc__, 5, 1)
    print_heading("open_spiel")
    speed(quick=chosen.quick, repeats=chosen.repeats)
    print()
    learned(quick=chosen.quick)


if __name__ == "__main__":
    main()
