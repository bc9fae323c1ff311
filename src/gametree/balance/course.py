"""The course of a game: who led, how often that changed, how far the winner was behind."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from math import isclose, sqrt
from typing import NamedTuple

from ..actors import is_player
from ..arena.journal.game_record import GameRecord
from ..game import Game
from ..mcts.return_scale import return_scale, winrate

__all__ = ["Course", "course_of", "points_of"]

_BEHIND = 0.35


class Course(NamedTuple):
    """The course of one game.

    Attributes:
        points: of each seat: 1 for a win, 1/n for each of n who share it, else 0.
        drawn: True if nobody won alone.
        finished: True if it ended by its rules.
        plies: its moves, those of chance not counted.
        lead_changes: the share of moves after which another seat leads (Browne 2008, "lead
            change"); None where that is not known.
        drama: the mean over the moves of how far the winner was behind, as the square root of the
            difference of the expected results (Browne 2008, "drama"); None without a winner.
        comeback: True if the winner expected less than 35 % at some time; None as `drama`.

    """

    points: tuple[float, ...]
    drawn: bool
    finished: bool
    plies: int
    lead_changes: float | None
    drama: float | None
    comeback: bool | None


def points_of(returns: Sequence[float]) -> tuple[float, ...]:
    """Return the points of each seat: 1 in all, shared by those who got most."""
    most = max(returns)
    winners = [seat for seat, got in enumerate(returns) if got == most]
    return tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(len(returns)))


def course_of(game: Game, record: GameRecord) -> Course:
    """Return the course of a game, as its players saw it while they played."""
    points = points_of(record.returns)
    winner = points.index(1.0) if 1.0 in points else None
    expected = _expected(game, record)
    leads = [0 if each > 0.5 else 1 for each in expected if each != 0.5]
    changes = sum(one != other for one, other in itertools.pairwise(leads))
    drama = comeback = None
    if winner is not None and expected:
        of_winner = [each if winner == 0 else 1 - each for each in expected]
        behind = [sqrt(1 - 2 * each) if each < 0.5 else 0.0 for each in of_winner]
        drama = sum(behind) / len(behind)
        comeback = min(of_winner) < _BEHIND
    return Course(
        points,
        winner is None,
        record.termination == "rules",
        sum(map(is_player, record.movers)),
        changes / (len(leads) - 1) if len(leads) > 1 else None,
        drama,
        comeback,
    )


def _expected(game: Game, record: GameRecord) -> list[float]:
    """Return what the first seat expected at each move, 0 to 1.

    It is known where two players share what there is: what one gets more, the other gets less.
    """
    found: list[float] = []
    if game.players != 2 or not isclose(sum(record.returns), sum(return_scale(game))):
        return found
    for mover, statistics in zip(record.movers, record.statistics, strict=True):
        share = winrate(game, statistics.get("value"))
        if is_player(mover) and share is not None:
            found.append(share if mover == 0 else 1 - share)
    return found
