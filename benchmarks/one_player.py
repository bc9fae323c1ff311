"""Games of one player: how much is gained with one exploration constant or another.

    python benchmarks/one_player.py --game sea --game triangle --simulations 200 --episodes 150

Every game is played to its end, with a search before each move, as often for each way to search and
with the same seeds. Means with 95 % intervals, and the mean differences to the first way.
`so far` takes what has been gained so far for a heuristic: PUCT with priors from it, no playouts.
"""

from __future__ import annotations

import argparse
import math
import statistics
from typing import Any

from timing import print_heading, table

import gametree as gt
from gametree.rules.drawing import drawn

CONSTANTS = (0.45, 0.7, 1.0, 1.4)


class Sea(gt.Game):
    """Six moves, of each of which one of two is right: 1 if all are, else each right one costs."""

    players = 1
    length = 6

    def initial_state(self):
        return (0, 0)

    def current_player(self, state):
        return 0

    def legal_actions(self, state):
        return range(2 if state[0] < self.length else 0)

    def next_state(self, state, action):
        right = (state[0] * 2654435761 + 40503 >> 7) & 1
        return (state[0] + 1, state[1] + (1 if action == right else 0))

    def returns(self, state):
        return (1.0 if state[1] == self.length else -0.01 * state[1] / self.length,)

    def heuristic(self, state):
        return (0.0,)


class Lake(gt.Game):
    """Frozen Lake, 4x4: a step goes where it should, or to either side; 1 at the far corner.

    States are (place, steps, direction that is about to be taken or -1).
    """

    players = 1
    holes = 1 << 5 | 1 << 7 | 1 << 11 | 1 << 12

    def initial_state(self):
        return (0, 0, -1)

    def current_player(self, state):
        return gt.CHANCE if state[2] >= 0 else 0

    def is_terminal(self, state):
        if state[2] >= 0:
            return False
        return state[1] == 100 or state[0] == 15 or (self.holes >> state[0]) & 1 == 1

    def legal_actions(self, state):
        if self.is_terminal(state):
            return range(0)
        return range(3 if state[2] >= 0 else 4)

    def chance_outcomes(self, state):
        return [(0, 1 / 3), (1, 1 / 3), (2, 1 / 3)]

    def next_state(self, state, action):
        place, steps, direction = state
        if direction < 0:
            return (place, steps, action)
        row, column = place // 4, place % 4
        direction = (direction + action + 3) % 4
        if direction == 0:
            column = max(0, column - 1)
        elif direction == 1:
            row = min(3, row + 1)
        elif direction == 2:
            column = min(3, column + 1)
        else:
            row = max(0, row - 1)
        return (4 * row + column, steps + 1, -1)

    def returns(self, state):
        return (1.0 if state[0] == 15 else 0.0,)

    def heuristic(self, state):
        return (0.0,)


class Triangle(gt.Game):
    """Twenty steps down through a triangle of digits, to the left, straight or to the right."""

    players = 1

    def __init__(self, salt: float = 0.0):
        self.salt = salt  # a float: another one is compiled no other way

    def initial_state(self):
        return (0, 0, 0)

    def current_player(self, state):
        return 0

    def legal_actions(self, state):
        return range(3 if state[0] < 20 else 0)

    def next_state(self, state, action):
        row, place = state[0] + 1, state[1] + action
        mixed = (row * 73856093) ^ (place * 19349663) ^ (int(self.salt) * 83492791)
        mixed = (mixed ^ mixed >> 13) * 1274126177 & 0xFFFFFFFF
        return (row, place, state[2] + (mixed >> 11) % 10)

    def returns(self, state):
        return (float(state[2]),)

    def heuristic(self, state):
        return (float(state[2]),)


class Dice(gt.Game):
    """Six turns with a die, thrown as often as one dares; a 1 loses the points of the turn.

    States are (points, points of this turn, turns left, whether the die rolls).
    """

    players = 1

    def initial_state(self):
        return (0, 0, 6, 0)

    def current_player(self, state):
        return gt.CHANCE if state[3] == 1 else 0

    def legal_actions(self, state):
        if state[2] == 0:
            return range(0)
        return range(1, 7) if state[3] == 1 else range(2)

    def chance_outcomes(self, state):
        return [(face, 1 / 6) for face in range(1, 7)]

    def next_state(self, state, action):
        points, gathered, turns, rolling = state
        if rolling == 1 and action == 1:
            return (points, 0, turns - 1, 0)
        if rolling == 1:
            return (points, gathered + action, turns, 0)
        if action == 1:
            return (points, gathered, turns, 1)
        return (points + gathered, 0, turns - 1, 0)

    def returns(self, state):
        return (float(state[0]),)

    def heuristic(self, state):
        return (float(state[0] + state[1]),)


GAMES = {"sea": Sea, "lake": Lake, "triangle": Triangle, "dice": Dice}


def episode(game: gt.Game, seed: int, simulations: int, strategies: dict[str, Any]) -> float:
    """Play a game to its end; return what is gained."""
    searcher = gt.Searcher(game, seed=seed, **strategies)
    luck = gt.Rng(seed + 1_000_000)
    while not game.is_terminal(searcher.state):
        if game.current_player(searcher.state) == gt.CHANCE:
            searcher.advance(drawn(game.chance_outcomes(searcher.state), luck))
        else:
            searcher.advance(searcher.run(simulations=simulations).action)
    return float(game.returns(searcher.state)[0])


def ways() -> dict[str, dict[str, Any]]:
    """Return the ways to search by their names."""
    playouts = {
        f"c={c:g}": {"selection": gt.UCB1(c), "evaluation": gt.Playout()} for c in CONSTANTS
    }
    leaf = gt.HeuristicPriors(2.0, gt.Playout(max_plies=0))
    return {**playouts, "so far": {"selection": gt.PUCT(), "evaluation": leaf}, "default": {}}


def interval(values: list[float]) -> str:
    half = 1.96 * statistics.stdev(values) / math.sqrt(len(values))
    return f"{statistics.fmean(values):.3f} ± {half:.3f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--game", choices=GAMES, action="append", help="give it again")
    parser.add_argument("--simulations", type=int, default=200, help="a move")
    parser.add_argument("--episodes", type=int, default=100, help="of each way")
    chosen = parser.parse_args()
    print_heading()
    rows = []
    for name in chosen.game or GAMES:
        gained: dict[str, list[float]] = {}
        for way, strategies in ways().items():
            gained[way] = []
            for seed in range(chosen.episodes):
                game = Triangle(float(seed)) if name == "triangle" else GAMES[name]()
                gained[way].append(episode(game, seed, chosen.simulations, strategies))
            first = next(iter(gained.values()))
            more = [mine - its for mine, its in zip(gained[way], first, strict=True)]
            rows.append([name, way, interval(gained[way]), interval(more)])
    print(table(["game", "search", "gained", "more than the first"], rows))


if __name__ == "__main__":
    main()
