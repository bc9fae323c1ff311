"""Actions that are real numbers: a pendulum beside a grid of torques, a bandit beside HOO.

The pendulum is Gymnasium's `Pendulum-v1`, from random starts, with each torque held for two steps
of 0.05 s. A search plans 25 torques ahead, and 40 are played. Each line has the mean return with
its 95 % interval over the starts, and the difference to the grid from the same starts. The first
lines have what plans by value iteration get from these starts (72,561 positions, linear between
them), with any torque and with the nearest of the 11: no search can do much better.

The bandit pays 1 with probability (sin(13x) sin(27x) + 1) / 2, on [0, 1] (Bubeck, Munos, Stoltz and
Szepesvári, "X-armed bandits", JMLR 2011). The table has the mean regret of a play for the search
and for HOO, the algorithm of that paper, with its parameters nu = 1 and rho = 1/2.

    python benchmarks/real_actions.py --starts 24 --budgets 100 300 1000
"""

from __future__ import annotations

import argparse
import math
from statistics import mean, stdev
from typing import Any

import numpy as np
from scipy.ndimage import map_coordinates

import gametree as gt

HELD = 2
AHEAD = 25
PLAYED = 40
RANDOM_PLAYOUTS = gt.Playout()


class Pendulum(gt.Game):
    """Torques are numbers from -2 to 2. A state: angle, speed, minus the costs so far, torques."""

    players = 1

    def initial_state(self) -> Any:
        return (math.pi, 0.0, 0.0, 0)

    def current_player(self, state: Any) -> int:
        return 0

    def action_bounds(self, state: Any) -> Any:
        return (-2.0, 2.0)

    def is_terminal(self, state: Any) -> bool:
        return bool(state[3] >= AHEAD)

    def next_state(self, state: Any, action: float) -> Any:
        angle, speed, total, count = state
        for _ in range(HELD):
            off = (angle + math.pi) % (2 * math.pi) - math.pi
            total -= off * off + 0.1 * speed * speed + 0.001 * action * action
            speed += (15.0 * math.sin(angle) + 3.0 * action) * 0.05
            speed = min(8.0, max(-8.0, speed))
            angle += speed * 0.05
        return (angle, speed, total, count + 1)

    def returns(self, state: Any) -> tuple[float]:
        return (state[2],)


class Grid(gt.Game):
    """The same with a list of torques."""

    players = 1

    def __init__(self, torques: int) -> None:
        self.torques = torques
        self.rules = Pendulum()

    def initial_state(self) -> Any:
        return (math.pi, 0.0, 0.0, 0)

    def current_player(self, state: Any) -> int:
        return 0

    def legal_actions(self, state: Any) -> Any:
        return range(self.torques)

    def is_terminal(self, state: Any) -> bool:
        return self.rules.is_terminal(state)

    def next_state(self, state: Any, action: int) -> Any:
        return self.rules.next_state(state, -2.0 + 4.0 * action / (self.torques - 1))

    def returns(self, state: Any) -> tuple[float]:
        return (state[2],)


def played(game: gt.Game, simulations: int, seed: int, selection: Any) -> float:
    """Return what a search gets from a random start."""
    state = start(seed)
    total = 0.0
    for number in range(PLAYED):
        state = (state[0], state[1], 0.0, 0)
        result = gt.search(
            game,
            state,
            simulations=simulations,
            seed=1000 * seed + number,
            compiled=True,
            selection=selection,
            evaluation=RANDOM_PLAYOUTS,
        )
        state = game.next_state(state, result.action)
        total += state[2]
    return total


class Plans:
    """Values of the angles and speeds of a fine grid, for each number of torques to go."""

    shape = (361, 201)

    def __init__(self) -> None:
        angles = np.linspace(-math.pi, math.pi, self.shape[0])
        axes = np.meshgrid(angles, np.linspace(-8.0, 8.0, self.shape[1]), indexing="ij")
        after = [self.after(*axes, torque) for torque in np.linspace(-2.0, 2.0, 41)]
        self.values = [np.zeros(self.shape)]
        for _ in range(AHEAD):
            before = [costs + self.worth(places, self.values[-1]) for *_, costs, places in after]
            self.values.append(np.max(before, axis=0))

    def after(self, angle: Any, speed: Any, torque: Any) -> tuple[Any, Any, Any, Any]:
        """Return angle and speed after a torque, minus its costs, and the place in the grid."""
        total = 0.0
        for _ in range(HELD):
            off = (angle + math.pi) % (2 * math.pi) - math.pi
            total = total - (off * off + 0.1 * speed * speed + 0.001 * torque * torque)
            speed = speed + (15.0 * np.sin(angle) + 3.0 * torque) * 0.05
            speed = np.clip(speed, -8.0, 8.0)
            angle = angle + speed * 0.05
        rows = (angle + math.pi) % (2 * math.pi) / (2 * math.pi) * (self.shape[0] - 1)
        return angle, speed, total, np.array([rows, (speed + 8.0) / 16.0 * (self.shape[1] - 1)])

    def worth(self, places: Any, values: Any) -> Any:
        return map_coordinates(values, places, order=1, mode="nearest")

    def played(self, seed: int, torques: int | None) -> float:
        """Return what the plans get from a random start; with the nearest of some torques."""
        state: Any = start(seed)
        choices = np.linspace(-2.0, 2.0, 161)
        total = 0.0
        for _ in range(PLAYED):
            *_, costs, places = self.after(state[0], state[1], choices)
            best = choices[np.argmax(costs + self.worth(places, self.values[AHEAD - 1]))]
            if torques is not None:
                step = 4.0 / (torques - 1)
                best = round((best + 2.0) / step) * step - 2.0
            state = Pendulum().next_state((state[0], state[1], 0.0, 0), float(best))
            total += state[2]
        return total


def start(seed: int) -> Any:
    """Return a random start."""
    rng = gt.Rng(seed)
    return (math.pi * (2.0 * rng.uniform() - 1.0), 2.0 * rng.uniform() - 1.0, 0.0, 0)


def interval(values: list[float]) -> str:
    """Return the mean with its 95 % interval."""
    return f"{mean(values):8.1f} ± {1.96 * stdev(values) / math.sqrt(len(values)):5.1f}"


def pendulum(starts: int, budgets: list[int], alphas: list[float]) -> None:
    """Print the table of the pendulum."""
    ways: dict[str, tuple[gt.Game, Any]] = {
        "11 torques": (Grid(11), gt.UCB1(0.3)),
    }
    for alpha in alphas:
        widening = gt.Widening(gt.UCB1(0.3), alpha=alpha)
        ways[f"real, k=1, alpha={alpha}"] = (Pendulum(), widening)
    plans = Plans()
    for name, count in (("best plan", None), ("best plan, 11 torques", 11)):
        print(f"       {name:22} {interval([plans.played(seed, count) for seed in range(starts)])}")
    for budget in budgets:
        grid: list[float] = []
        for name, (game, selection) in ways.items():
            got = [played(game, budget, seed, selection) for seed in range(starts)]
            grid = grid or got
            gain = [own - others for own, others in zip(got, grid, strict=True)]
            told = interval(gain) if name != "11 torques" else ""
            print(f"{budget:6,} {name:22} {interval(got)}   {told}", flush=True)


class Bandit(gt.Game):
    """One number from 0 to 1; then chance pays 1 or nothing."""

    players = 1
    min_return = 0.0

    def initial_state(self) -> Any:
        return (0.0, 0)

    def current_player(self, state: Any) -> int:
        return gt.CHANCE if state[1] == 1 else 0

    def action_bounds(self, state: Any) -> Any:
        return (0.0, 1.0)

    def is_terminal(self, state: Any) -> bool:
        return bool(state[1] == 2)

    def chance_outcomes(self, state: Any) -> Any:
        return ((0.0, 1.0 - state[0]), (1.0, state[0]))

    def next_state(self, state: Any, action: float) -> Any:
        if state[1] == 1:
            return (action, 2)
        return (0.5 * (math.sin(13.0 * action) * math.sin(27.0 * action) + 1.0), 1)

    def returns(self, state: Any) -> tuple[float]:
        return (state[0],)


def paid(x: float) -> float:
    """Return with which probability the bandit pays."""
    return 0.5 * (math.sin(13.0 * x) * math.sin(27.0 * x) + 1.0)


BEST = max(paid(step / 1e5) for step in range(100_001))


def regret_of_search(plays: int, seed: int, selection: Any) -> float:
    """Return the mean regret of a play of a search."""
    result = gt.search(Bandit(), simulations=plays, seed=seed, compiled=True, selection=selection)
    return sum(each.visits * (BEST - paid(each.action)) for each in result.actions) / plays


def regret_of_hoo(plays: int, seed: int) -> float:
    """Return that of HOO: a binary tree of intervals, each with an upper bound of its payoff."""
    rng = gt.Rng(seed)
    counts: dict[tuple[int, int], int] = {}
    means: dict[tuple[int, int], float] = {}
    highest: dict[tuple[int, int], float] = {}
    regret = 0.0
    for _ in range(plays):
        path = [(0, 0)]
        while path[-1] in counts:
            depth, place = path[-1]
            halves = [(depth + 1, 2 * place + which) for which in (0, 1)]
            values = [highest.get(each, math.inf) for each in halves]
            which = rng.below(2) if values[0] == values[1] else int(values[1] > values[0])
            path.append(halves[which])
        depth, place = path[-1]
        x = (place + rng.uniform()) / 2**depth
        payoff = 1.0 if rng.uniform() < paid(x) else 0.0
        regret += BEST - paid(x)
        for node in path:
            counts[node] = counts.get(node, 0) + 1
            means[node] = means.get(node, 0.0) + (payoff - means.get(node, 0.0)) / counts[node]
        for depth, place in reversed(path):
            node = depth, place
            width = math.sqrt(2.0 * math.log(plays) / counts[node])
            below = [highest.get((depth + 1, 2 * place + which), math.inf) for which in (0, 1)]
            highest[node] = min(means[node] + width + 0.5**depth, max(below))
    return regret / plays


def bandit(seeds: int, budgets: list[int]) -> None:
    """Print the table of the bandit."""
    for plays in budgets:
        found = {
            "HOO": [regret_of_hoo(plays, seed) for seed in range(seeds)],
            "search, k=1, alpha=0.5": [
                regret_of_search(plays, seed, gt.Widening(gt.UCB1(0.3))) for seed in range(seeds)
            ],
        }
        for name, got in found.items():
            half = 1.96 * stdev(got) / math.sqrt(len(got))
            print(f"{plays:6,} {name:24} {mean(got):.4f} ± {half:.4f}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--starts", type=int, default=24)
    parser.add_argument("--budgets", type=int, nargs="+", default=[100, 300, 1000])
    parser.add_argument("--plays", type=int, nargs="+", default=[100, 1000, 10_000])
    parser.add_argument("--alphas", type=float, nargs="+", default=[0.5, 0.3])
    given = parser.parse_args()
    bandit(given.starts, given.plays)
    pendulum(given.starts, given.budgets, given.alphas)


if __name__ == "__main__":
    main()
