"""What many finished games show together: nothing here is certain, so all are warnings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..game import CHANCE
from .course import Ending
from .fault import Fault
from .report import WARNING

__all__ = ["suspicions"]

_ENOUGH = 50
"""A coin shows one side so often in a row once in 10^15."""

_FEW = 0.05


def suspicions(players: int, endings: Sequence[Ending]) -> Iterator[tuple[Fault, Ending]]:
    """Yield each suspicion with a game that shows it."""
    if players != 2:
        return
    # What a policy for repetition gives says nothing of `returns`.
    endings = [ending for ending in endings if not ending.by_repetition]
    yield from _last_mover_loses(endings)
    yield from _one_player_always_wins(endings)
    yield from _sums_differ(endings)
    yield from _nobody_differs(endings)


def _decisive(endings: Sequence[Ending]) -> list[Ending]:
    return [ending for ending in endings if ending.returns[0] != ending.returns[1]]


def _last_mover_loses(endings: Sequence[Ending]) -> Iterator[tuple[Fault, Ending]]:
    """Look for returns with the wrong sign: whoever completes a winning move loses."""
    chosen = [
        ending
        for ending in _decisive(endings)
        if ending.last_player not in (None, CHANCE) and ending.last_choices > 1
    ]
    if len(chosen) >= _ENOUGH and all(
        ending.returns[ending.last_player or 0] < ending.returns[1 - (ending.last_player or 0)]
        for ending in chosen
    ):
        yield (
            _warning(
                "perspective",
                "gives the player who made the last move less than the other one, in every one "
                f"of {len(chosen)} decisive random games",
                "right for a game where the last move loses (misère); otherwise returns has the "
                "signs the wrong way round: the player who made the winning move is often no "
                "longer the current_player of the finished position",
            ),
            _shortest(chosen),
        )


def _one_player_always_wins(endings: Sequence[Ending]) -> Iterator[tuple[Fault, Ending]]:
    """Look for returns in the order (player to move, other) instead of (player 0, player 1)."""
    decisive = [ending for ending in _decisive(endings) if ending.last_player not in (None, CHANCE)]
    wins = sum(ending.returns[0] > ending.returns[1] for ending in decisive)
    if len(decisive) < _ENOUGH or 0 < wins < len(decisive):
        return
    last = [sum(ending.last_player == player for ending in decisive) for player in (0, 1)]
    if min(last) >= _FEW * len(decisive):
        yield (
            _warning(
                "one winner",
                f"makes player {0 if wins else 1} win every one of {len(decisive)} decisive "
                "random games, whoever moved last",
                "returns go by player number: first player 0, then player 1, whoever is to move",
            ),
            _shortest(decisive),
        )


def _sums_differ(endings: Sequence[Ending]) -> Iterator[tuple[Fault, Ending]]:
    """Look for a few games whose returns do not sum to what nearly all others do."""
    odd = [ending for ending in endings if abs(sum(ending.returns)) > 1e-9]
    if len(endings) >= _ENOUGH and 0 < len(odd) <= _FEW * len(endings):
        example = _shortest(odd)
        yield (
            _warning(
                "sum",
                f"sums to 0 in {len(endings) - len(odd)} random games, but gave "
                f"{example.returns} in {len(odd)}",
                "look at the sign of each player's number",
            ),
            example,
        )


def _nobody_differs(endings: Sequence[Ending]) -> Iterator[tuple[Fault, Ending]]:
    """Look for returns that never tell the players apart though they vary."""
    varied = len({ending.returns for ending in endings}) > 1
    if len(endings) >= _ENOUGH and varied and not _decisive(endings):
        yield (
            _warning(
                "same for both",
                f"gave both players the same in all {len(endings)} random games",
                "right for a game that players win together; otherwise one gets the negative",
            ),
            _shortest(endings),
        )


def _warning(kind: str, problem: str, advice: str) -> Fault:
    return Fault("returns", kind, problem, advice, WARNING)


def _shortest(endings: Sequence[Ending]) -> Ending:
    return min(endings, key=lambda ending: len(ending.moves))
