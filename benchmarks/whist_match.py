"""Knock-out whist: one seat searches, the others are random or search otherwise.

Each deal is played once for each seat that can search. Equal players win one game in as many as
there are players. The 95 % interval is of deals.

    python benchmarks/whist_match.py --players 2 --deals 200
"""

from __future__ import annotations

import argparse
import math
import statistics
from collections.abc import Callable
from typing import Any

import gametree as gt
from gametree import games
from gametree.rules.drawing import drawn

Choose = Callable[[Any, gt.Rng], int]
"""A move, by the position."""


def searching(game: gt.Game, method: str, simulations: int) -> Choose:
    """Return a player who searches."""

    def choose(state: Any, rng: gt.Rng) -> int:
        seed = rng.below(1 << 30)
        searcher = gt.Searcher(game, state, method=method, seed=seed, compiled=True)
        return int(searcher.run(simulations=simulations).action)

    return choose


def random_moves(game: gt.Game) -> Choose:
    """Return a player who moves at random."""

    def choose(state: Any, rng: gt.Rng) -> int:
        actions = list(game.legal_actions(state))
        return int(actions[rng.below(len(actions))])

    return choose


def winner(game: gt.Game, seats: list[Choose], seed: int) -> int:
    """Return who wins a game."""
    cards, moves = gt.Rng(seed), gt.Rng(seed + 1_000_000)
    state = game.initial_state()
    while not game.is_terminal(state):
        mover = game.current_player(state)
        if mover == gt.CHANCE:
            action = drawn(game.chance_outcomes(state), cards)
        else:
            actions = list(game.legal_actions(state))
            action = actions[0] if len(actions) == 1 else seats[mover](state, moves)
        state = game.next_state(state, action)
    returns = list(game.returns(state))
    return returns.index(max(returns))


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--deals", type=int, default=200, help="of each match")
    parser.add_argument("--pair", type=int, choices=range(3), help="one of the three matches only")
    parser.add_argument("--simulations", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    game = games.load("knock_out_whist", players=given.players)
    players = {
        name: searching(game, name, given.simulations)
        for name in ("single_observer", "determinised")
    }
    players["random"] = random_moves(game)
    pairs = [
        ("single_observer", "random"),
        ("determinised", "random"),
        ("single_observer", "determinised"),
    ]
    for one, others in pairs if given.pair is None else [pairs[given.pair]]:
        shares: list[float] = []
        for deal in range(given.deals):
            won = 0
            for seat in range(given.players):
                seats = [players[others]] * given.players
                seats[seat] = players[one]
                won += winner(game, seats, given.seed * 10_000 + deal) == seat
            shares.append(won / given.players)
        width = 1.96 * statistics.stdev(shares) / math.sqrt(len(shares))
        print(
            f"{one} against {others}: {len(shares)} deals, each {given.players} times: wins "
            f"{statistics.mean(shares):.0%} (+-{width:.0%}) of the games",
            flush=True,
        )


if __name__ == "__main__":
    main()
