"""Hearts: one seat searches, three play by a simple rule. Points saved a deal, with intervals.

The rule: play the highest card that loses the trick, else the lowest one; lead the lowest card. Who
cannot follow throws the queen of spades, else the highest heart, else the highest card. Each deal
is played once with each seat searching, by the single observer and by 20 determinised worlds. Saved
are the points that the rule takes in the same seat of the same deal, less those of the search:
the mean of the four seats. The 95 % intervals are of deals.

    python benchmarks/hearts_rule.py --deals 150 --seed 1
"""

from __future__ import annotations

import argparse
import math
import statistics
from typing import Any

from whist_match import Choose, random_moves, searching

import gametree as gt
from gametree import games

QUEEN_OF_SPADES = 10 * 4 + 3
WAYS = ("single_observer", "determinised")


def by_rule(game: gt.Game) -> Choose:
    """Return a player who follows the rule."""

    def choose(state: Any, rng: gt.Rng) -> int:
        legal = list(game.legal_actions(state))
        trick = [card for card in state.trick if card >= 0]
        if not trick:
            return min(legal)
        suit = trick[0] % 4
        if legal[0] % 4 != suit:
            hearts = [card for card in legal if card % 4 == 2]
            return QUEEN_OF_SPADES if QUEEN_OF_SPADES in legal else max(hearts or legal)
        best = max(card for card in trick if card % 4 == suit)
        return max((card for card in legal if card < best), default=min(legal))

    return choose


def dealt(game: gt.Game, rng: gt.Rng) -> Any:
    """Return the state after a deal."""
    state = game.initial_state()
    while game.current_player(state) == gt.CHANCE:
        left = list(game.legal_actions(state))
        state = game.next_state(state, left[rng.below(len(left))])
    return state


def points(game: gt.Game, state: Any, seats: list[Choose], rng: gt.Rng) -> list[float]:
    """Return the points that the seats take."""
    while not game.is_terminal(state):
        legal = list(game.legal_actions(state))
        player = seats[game.current_player(state)]
        state = game.next_state(state, legal[0] if len(legal) == 1 else player(state, rng))
    return [game.max_return - each for each in game.returns(state)]


def shown(saved: list[float]) -> str:
    """Return the mean with its 95 % interval."""
    width = 1.96 * statistics.stdev(saved) / math.sqrt(len(saved))
    return f"{statistics.mean(saved):+.2f} (+-{width:.2f})"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--deals", type=int, default=150)
    parser.add_argument("--simulations", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--random", action="store_true", help="the three others move at random")
    given = parser.parse_args()
    game = games.load("hearts")
    others = random_moves(game) if given.random else by_rule(game)
    ways = {way: searching(game, way, given.simulations) for way in WAYS}
    saved: dict[str, list[float]] = {way: [] for way in ways}
    for deal in range(given.deals):
        seed = given.seed * 1_000_000 + deal
        state = dealt(game, gt.Rng(seed))
        beside = [
            points(game, state, _seated(by_rule(game), seat, others), gt.Rng(seed))
            for seat in range(4)
        ]
        for way, search in ways.items():
            taken = [
                points(game, state, _seated(search, seat, others), gt.Rng(seed))
                for seat in range(4)
            ]
            saved[way].append(statistics.mean(beside[s][s] - taken[s][s] for s in range(4)))
        if deal + 1 == given.deals or (deal + 1) % 25 == 0:
            first, second = (saved[way] for way in WAYS)
            more = [a - b for a, b in zip(first, second, strict=True)]
            print(
                f"{deal + 1} deals: single observer {shown(first)}, 20 determinised worlds "
                f"{shown(second)}, the single observer more than these {shown(more)}",
                flush=True,
            )


def _seated(player: Choose, seat: int, others: Choose) -> list[Choose]:
    return [player if each == seat else others for each in range(4)]


if __name__ == "__main__":
    main()
