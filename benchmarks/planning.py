"""Planning under uncertainty: simulations a second beside pomdp_py, and the values that are found.

Speed: Tiger with 20 steps, searched in turns with pomdp_py's POUCT (`pip install pomdp_py`), one
thread each; compilation is over by then. Values: of the best plan, beside the exact ones. Without
pomdp_py the values alone are printed.
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any

from timing import Run, interleaved_rates, options, print_heading, ratios, spread, table

import gametree as gt
from gametree import games

_STEPS = 20

EXACT = {"tiger": 11.880, "rock_sample": 18.036}  # the latter by later solvers of the problem
SIMULATIONS = {"tiger": 1_000_000, "rock_sample": 1_000_000}


def started(name: str, **parameters: Any) -> tuple[gt.Game, Any]:
    """Return a game, and a state after the first event, which the player does not see."""
    game = games.load(name, **parameters)
    return game, game.next_state(game.initial_state(), 0)


def ours(simulations: int) -> Run:
    """Return a search with the library."""
    game, state = started("tiger", steps=_STEPS)

    def run() -> tuple[int, object]:
        searcher = gt.Searcher(game, state, seed=1, compiled=True)
        return simulations, searcher.run(simulations=simulations)

    return run


def theirs(simulations: int) -> Run:
    """Return a search with pomdp_py, of the same problem to the same depth."""
    import pomdp_py
    from pomdp_py.problems.tiger.tiger_problem import TigerProblem

    def run() -> tuple[int, object]:
        problem = TigerProblem.create("tiger-left", 0.5, 0.15)
        planner = pomdp_py.POUCT(
            max_depth=_STEPS,
            discount_factor=0.95,
            num_sims=simulations,
            exploration_const=110,
            rollout_policy=problem.agent.policy_model,
        )
        return simulations, planner.plan(problem.agent)

    return run


def compare_speed(few: int, repeats: int) -> None:
    """Print the simulations a second of both."""
    contenders = {"gametree": ours(200_000 // few), "pomdp_py": theirs(2_000 // few)}
    rates = interleaved_rates(contenders, repeats)
    row = [spread(rates[name]).text() for name in ("pomdp_py", "gametree")]
    row.append(ratios(rates["gametree"], rates["pomdp_py"]).text())
    print("Simulations a second, Tiger\n")
    print(table(["pomdp_py", "gametree", "times"], [row]), flush=True)


def main() -> None:
    chosen = options(__doc__, 5, 1)
    print_heading("pomdp_py")
    few = 10 if chosen.quick else 1
    if find_spec("pomdp_py") is None:
        print("Speed is not compared: pomdp_py is missing", flush=True)
    else:
        compare_speed(few, chosen.repeats)
    rows = []
    for name, exact in EXACT.items():
        for seed in range(1, 1 + chosen.repeats):
            game, state = started(name)
            simulations = SIMULATIONS[name] // few
            result = gt.search(game, state, simulations=simulations, seed=seed)
            off = 100.0 * (result.value[0] / exact - 1.0)
            rows.append(
                [
                    name,
                    str(seed),
                    f"{simulations:,}",
                    f"{result.value[0]:.3f}",
                    f"{exact}",
                    f"{off:+.2f} %",
                ]
            )
    print()
    print(table(["game", "seed", "simulations", "value", "exact", "off by"], rows), flush=True)


if __name__ == "__main__":
    main()
