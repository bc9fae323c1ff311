"""Warnings from the statistics of many finished games: likely faults, none of them certain.

The most common mistake cannot be seen in one position: returns with the wrong sign, or in the
order of the player to move. Many games show it: by who made the last move, and who won.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from ...actors import is_player
from ...game import Game
from ...rules.snapshots import freeze
from ..fault import Fault
from ..random_games.game_in_progress import Ending
from ..report import WARNING
from .decisive_moves import last_move_was_decisive

__all__ = ["never_moves", "suspicions"]

_SUSPICIOUS = 20
"""So many decisive games must agree: a fair coin does so once in a million trials."""

_ENOUGH = 50
"""So many where the game might have another reason for it."""

_FEW = 0.05
_MIXED = 0.1
_MOST_LOOKED_AT = 300


def suspicions(game: Game, endings: Sequence[Ending]) -> Iterator[tuple[Fault, Ending]]:
    """Yield each warning with a game that shows it."""
    # The returns of a policy for repetition tell nothing about the method `returns`.
    endings = [ending for ending in endings if not ending.by_repetition]
    if game.players < 2 or not endings:
        return
    yield from _who_moves_last(game, endings)
    yield from _one_player_always_wins(endings)
    if game.players == 2:
        yield from _sums_differ(endings)
        yield from _nobody_differs(endings)


def never_moves(player: int, games: int) -> Fault:
    """Return the warning for a player who was never to move."""
    return Fault(
        "current_player",
        "never moves",
        f"never returned player {player} in {games} random games",
        "if players take turns, next_state must pass the turn on, and current_player tell of it",
        WARNING,
    )


def _decisive(endings: Sequence[Ending]) -> list[Ending]:
    return [ending for ending in endings if min(ending.returns) != max(ending.returns)]


def _who_moves_last(game: Game, endings: Sequence[Ending]) -> Iterator[tuple[Fault, Ending]]:
    """Yield a warning if players who make the last move lose by it: the sign may be wrong."""
    if game.misere:
        return
    ended = [ending for ending in _decisive(endings) if is_player(ending.last_player)]
    lost = [ending for ending in ended if ending.returns[ending.last_player or 0] < _best(ending)]
    if len(lost) == len(ended) >= _SUSPICIOUS:
        yield (
            _warning(
                "perspective",
                "gives the player who made the last move less than "
                f"{'the other one' if game.players == 2 else 'another'}, in every one of "
                f"{len(ended)} decisive random games",
                "right for a game where the last move loses: declare misere = True in the class "
                "then; otherwise the signs in returns are wrong: the player who made the winning "
                "move is often no longer the current_player of the finished position",
            ),
            _shortest(lost),
        )
        return
    if game.hides_information:  # who does not know the position may well lose by their own move
        return
    if not _MIXED / 2 <= len(lost) / max(1, len(ended)) <= 1 - _MIXED / 2:
        return
    some = ended[:: 1 + len(ended) // _MOST_LOOKED_AT]
    chosen = [ending for ending in some if last_move_was_decisive(game, ending)]
    lost = [ending for ending in chosen if ending.returns[ending.last_player or 0] < _best(ending)]
    share = len(lost) / max(1, len(chosen))
    if len(chosen) < _ENOUGH or not _MIXED <= share <= 1 - _MIXED or not _varied(chosen):
        return
    yield (
        _warning(
            "mixed",
            f"lets the last move lose in {len(lost)} and win in {len(chosen) - len(lost)} decisive "
            "random games that it ended where most other moves would have gone on",
            "right if some moves lose at once: declare misere = True in the class then; otherwise "
            "look for endings whose winner is swapped",
        ),
        _shortest(lost),
    )


def _best(ending: Ending) -> float:
    return max(ending.returns)


def _varied(endings: Sequence[Ending]) -> bool:
    """Return True if games end by many different moves, and not always by a pass, say."""
    last = Counter(freeze(ending.moves[-1]) for ending in endings)
    return max(last.values()) <= len(endings) / 4


def _one_player_always_wins(endings: Sequence[Ending]) -> Iterator[tuple[Fault, Ending]]:
    """Yield a warning if returns seem ordered (player to move, other), not by player number."""
    decisive = _decisive(endings)
    winners = {ending.returns.index(_best(ending)) for ending in decisive}
    alone = all(ending.returns.count(_best(ending)) == 1 for ending in decisive)
    # The same few games over and over are no evidence.
    different = len({tuple(map(freeze, ending.moves)) for ending in decisive})
    last = Counter(ending.last_player for ending in decisive)
    enough = _SUSPICIOUS if len(last) > 1 else _ENOUGH
    if len(decisive) < enough or different < _SUSPICIOUS or len(winners) > 1 or not alone:
        return
    winner = winners.pop()
    moved = "whoever moved last" if len(last) > 1 else f"where player {next(iter(last))} moved last"
    yield (
        _warning(
            "one winner",
            f"makes player {winner} win every one of {len(decisive)} decisive random games, "
            f"{moved}",
            "returns go by player number: first player 0, then player 1, whoever is to move",
        ),
        _shortest(decisive),
    )


def _sums_differ(endings: Sequence[Ending]) -> Iterator[tuple[Fault, Ending]]:
    """Yield a warning if the returns of a few games do not sum to 0 as all others do."""
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
    """Yield a warning if both players always get the same return though it varies."""
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
