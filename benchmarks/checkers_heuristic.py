"""What each part of checkers' search brings: matches at equal time against less of it, or others.

    python benchmarks/checkers_heuristic.py "no captures" pieces

Each opening of six random moves, about equal by the heuristic, is played twice, with the seats
changed.
"""

from __future__ import annotations

import argparse
import math
import random
from typing import Any

from timing import print_heading

import gametree as gt
from gametree.arena.statistics.counts import PairCounts
from gametree.arena.statistics.elo import elo_difference
from gametree.games.checkers.game import Checkers
from gametree.games.checkers.heuristic import score_of
from gametree.games.checkers.moves import (
    CheckersState,
    after_move,
    any_of,
    count_actions,
    first_jumps,
    nth_action,
)
from gametree.mcts.choice_of_method import with_heuristic, with_playouts
from plainpython.bits import popcount

_EQUAL = 0.3
_OPENING = 6


class StillCheckers(Checkers):
    """Checkers whose heuristic takes positions as they stand."""

    def heuristic(self, state: CheckersState) -> tuple[float, float]:
        """Estimate the returns by all features, even where pieces are about to be captured."""
        return returns_of(score_of(state), state.player)


class CountingCheckers(Checkers):
    """Checkers whose heuristic counts pieces alone."""

    def heuristic(self, state: CheckersState) -> tuple[float, float]:
        """Estimate the returns by men and kings, once captures have come to rest."""
        return returns_of(counted(state), state.player)


def counted(state: CheckersState) -> float:
    """Return what men and kings promise the player to move, a king being worth half as much more.

    The lead in men, and its share of all.
    """
    if any_of(first_jumps(state)):
        best = -1000.0
        for index in range(count_actions(state)):
            best = max(best, -counted(after_move(state, nth_action(state, index))))
        return best
    mine = 2 * popcount(state.mine) + popcount(state.mine & state.kings)
    theirs = 2 * popcount(state.theirs) + popcount(state.theirs & state.kings)
    return 0.25 * (mine - theirs) + 2.0 * (mine - theirs) / (mine + theirs)


def returns_of(score: float, player: int) -> tuple[float, float]:
    """Return the estimate that a score of the player to move is."""
    value = score / math.sqrt(1.0 + score * score)
    return (value, -value) if player == 0 else (-value, value)


Way = tuple[Checkers, dict[str, Any]]
DEFAULT: Way = (Checkers(), {})
WAYS: dict[str, Way] = {
    "no captures": (StillCheckers(), {}),
    "pieces": (CountingCheckers(), {}),
    "no shared nodes": (Checkers(), {**with_heuristic(0.25), "transpositions": False}),
    "playouts": (Checkers(), with_playouts()),
    "temperature 0.125": (Checkers(), with_heuristic(0.125)),
    "temperature 0.5": (Checkers(), with_heuristic(0.5)),
}


def opening(chance: random.Random) -> list[int]:
    """Return moves that lead to a position of about equal chances."""
    while True:
        record = gt.Record(Checkers())
        for _ in range(_OPENING):
            record.play(chance.choice(record.legal_actions()))
        if not record.over and abs(record.game.heuristic(record.state)[0]) < _EQUAL:
            return list(record.actions)


def play(ways: tuple[Way, Way], moves: list[int], seconds: float, seed: int) -> float:
    """Return what the first of two players gets for a game."""
    record = gt.Record(Checkers())
    for action in moves:
        record.play(action)
    while not record.over:
        game, how = ways[record.player]
        searcher = gt.Searcher(game, record.state, seed=seed, compiled=True, **how)
        record.play(searcher.run(seconds=seconds).action)
    return record.returns[0]


def main() -> None:
    """Print the result of each match."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("others", nargs="*", default=list(WAYS), help=", ".join(WAYS))
    parser.add_argument("--games", type=int, default=40, help="of each match")
    parser.add_argument("--seconds", type=float, default=0.05, help="for each move")
    asked = parser.parse_args()
    print_heading("checkers")
    for name in asked.others:
        chance = random.Random(7)
        results, pairs = [], []
        for number in range(asked.games // 2):
            moves = opening(chance)
            results.append(play((DEFAULT, WAYS[name]), moves, asked.seconds, number))
            results.append(-play((WAYS[name], DEFAULT), moves, asked.seconds, number))
            pairs.append(1.0 + sum(results[-2:]) / 2.0)
        won, lost = results.count(1.0), results.count(-1.0)
        told = f"{won} won, {len(results) - won - lost} drawn, {lost} lost"
        print(f"default - {name}: {told}; {elo_difference(PairCounts.of(pairs))}", flush=True)


if __name__ == "__main__":
    main()
