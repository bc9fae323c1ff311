"""What a heuristic said in many games beside how they ended: a sign that is the wrong way round."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from statistics import fmean

from ..game import Game
from .crowd import Guess
from .fault import Fault
from .report import WARNING

__all__ = ["wrong_guesses"]

_ENOUGH = 100
_CLEAR = 6.0
"""Standard deviations of a correlation: of guesses without any worth, once in 10^9."""


def wrong_guesses(game: Game, guesses: Sequence[Guess]) -> Iterator[Fault]:
    """Yield a suspicion if the heuristic contradicts the returns."""
    guesses = [guess for guess in guesses if not guess.ending.by_repetition]
    if game.players != 2 or len(guesses) < _ENOUGH:
        return
    said = [guess.said[0] - guess.said[1] for guess in guesses]
    came = [guess.ending.returns[0] - guess.ending.returns[1] for guess in guesses]
    turned = [-lead if guess.mover else lead for guess, lead in zip(guesses, came, strict=True)]
    straight = _correlation(said, came)
    by_mover = _correlation(said, turned)
    clear = _CLEAR / math.sqrt(len(guesses))
    if straight <= -clear:
        problem = (
            f"says the contrary of what returns gives in {len(guesses)} random games: the "
            f"correlation is {straight:+.2f}"
        )
        advice = "one of the two has the signs the wrong way round"
    elif by_mover >= clear and abs(straight) < clear / 2:
        problem = (
            f"agrees with returns in {len(guesses)} random games only if its first number is that "
            f"of the player to move (correlation {by_mover:+.2f}, else {straight:+.2f})"
        )
        advice = "it goes by player number as returns does: first player 0, whoever is to move"
    else:
        return
    yield Fault("heuristic", "perspective", problem, advice, WARNING)


def _correlation(first: Sequence[float], second: Sequence[float]) -> float:
    one, other = fmean(first), fmean(second)
    product = sum((a - one) * (b - other) for a, b in zip(first, second, strict=True))
    spread = sum((a - one) ** 2 for a in first) * sum((b - other) ** 2 for b in second)
    return product / math.sqrt(spread) if spread else 0.0
