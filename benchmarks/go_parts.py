"""What the parts of go's search bring: matches at equal time of the processor.

    python benchmarks/go_parts.py

On 9x9 with superko, from two random moves, each opening with both colours. The numbers of
simulations are such that both players take about as long; the time that they took is printed.
"""

from __future__ import annotations

import math
import random
import time
from typing import Any, NamedTuple

import gametree as gt
from gametree.games import Go
from gametree.games.go.knowledge import GoKnowledge, InformedGRAVE
from gametree.games.go.playouts import GoPlayouts

GAMES = 24
GAME = Go(superko=True)

UCT: dict[str, Any] = {"method": "uct"}
PLAIN: dict[str, Any] = {"selection": gt.GRAVE()}
HEAVY: dict[str, Any] = {"selection": gt.GRAVE(), "evaluation": gt.Playout(GoPlayouts())}


def informed(policy: gt.PlayoutPolicy) -> dict[str, Any]:
    """Return the search with what is known of moves."""
    return {
        "selection": InformedGRAVE(rave_bias=3e-4),
        "evaluation": GoKnowledge(policy),
        "expand_after": 2,
    }


class Match(NamedTuple):
    """Two ways to search, each with its simulations a move."""

    title: str
    first: dict[str, Any]
    second: dict[str, Any]
    simulations: tuple[int, int]


MATCHES = (
    Match("GRAVE, UCT", PLAIN, UCT, (1000, 1400)),
    Match("GoPlayouts, uniform playouts", HEAVY, PLAIN, (300, 600)),
    Match("GoKnowledge, without", informed(GoPlayouts()), HEAVY, (280, 300)),
    Match(
        "GoPlayouts, uniform playouts, both with GoKnowledge",
        informed(GoPlayouts()),
        informed(gt.Uniform()),
        (300, 550),
    ),
)


def play(match: Match, number: int, spent: list[float]) -> float:
    """Play a game; return what the first player got, as a share of 1."""
    ways = (match.first, match.second)
    searchers = [
        gt.Searcher(GAME, seed=2 * number + each, compiled=True, **ways[each]) for each in (0, 1)
    ]
    record = gt.Record(GAME)
    chance = random.Random(number // 2)
    while not record.over:
        who = (record.player + number) % 2
        if len(record.actions) < 2:
            action = chance.choice(record.legal_actions()[:-1])
        else:
            begun = time.process_time()
            action = searchers[who].run(simulations=match.simulations[who]).action
            spent[who] += time.process_time() - begun
        record.play(action)
        for searcher in searchers:
            searcher.advance(action)
    return (float(record.returns[number % 2]) + 1.0) / 2.0


def elo(share: float) -> float:
    """Return the difference in Elo for a share of the points."""
    return -400.0 * math.log10(1.0 / min(max(share, 1e-3), 1.0 - 1e-3) - 1.0)


def main() -> None:
    for match in MATCHES:
        spent = [0.0, 0.0]
        share = sum(play(match, number, spent) for number in range(GAMES)) / GAMES
        bounded = min(max(share, 0.5 / GAMES), 1.0 - 0.5 / GAMES)
        error = 1.96 * math.sqrt(bounded * (1.0 - bounded) / GAMES)
        print(
            f"{match.title}: {share:.2f} of {GAMES}, Elo {elo(bounded):+.0f} "
            f"({elo(bounded - error):+.0f} to {elo(bounded + error):+.0f}), "
            f"{spent[0]:.0f} and {spent[1]:.0f} s of the processor",
            flush=True,
        )


if __name__ == "__main__":
    main()
