"""What many finished games show together: nothing here is certain, so all are warnings.

The commonest mistake of all cannot be seen in one position: returns with the wrong sign, or in
the order of whoever is to move. In many games it shows: by whose moves games end, and for whom.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from ..game import CHANCE, Game
from ..rules.snapshots import freeze
from .abrupt import ended_abruptly
from .fault import Fault
from .game_in_progress import Ending
from .report import WARNING

__all__ = ["never_moves", "suspicions"]

_SUSPICIOUS = 20
"""So many decisive games must show the same: of a coin, once in a million."""

_ENOUGH = 50
"""As many where the game might have another reason for it."""

_FEW = 0.05
_MIXED = 0.1
_MOST_LOOKED_AT = 300


def suspicions(game: Game, endings: Sequence[Ending]) -> Iterator[tuple[Fault, Ending]]:
    """Yield each suspicion with a game that shows it."""
    # What a policy for repetition gives says nothing of `returns`.
    endings = [ending for ending in endings if not ending.by_repetition]
    if game.players < 2 or not endings:
        return
    yield from _who_moves_last(game, endings)
    yield from _one_player_always_wins(endings)
    if game.players == 2:
        yield from _sums_differ(endings)
        yield from _nobody_differs(endings)


def never_moves(player: int, games: int) -> Fault:
    """Return what is told of a player who was never to move."""
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
    """Look for the wrong sign: whoever makes the deciding move loses by it."""
    if game.misere:
        return
    ended = [ending for ending in _decisive(endings) if ending.last_player not in (None, CHANCE)]
    lost = [ending for ending in ended if ending.returns[ending.last_player or 0] < _best(ending)]
    if len(lost) == len(ended) >= _SUSPICIOUS:
        yield (
            _warning(
                "perspective",
                "gives the player who made the last move less than "
                f"{'the other one' if game.players == 2 else 'another'}, in every one of "
                f"{len(ended)} decisive random games",
                "right for a game where the last move loses: declare misere = True in the class "
                "then; otherwise returns has the signs the wrong way round: the player who made "
                "the winning move is often no longer the current_player of the finished position",
            ),
            _shortest(lost),
        )
        return
    if not _MIXED / 2 <= len(lost) / max(1, len(ended)) <= 1 - _MIXED / 2:
        return
    some = ended[:: 1 + len(ended) // _MOST_LOOKED_AT]
    chosen = [ending for ending in some if ended_abruptly(game, ending)]
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
    """Tell whether games end by many different moves: not always by a pass, say."""
    last = Counter(freeze(ending.moves[-1]) for ending in endings)
    return max(last.values()) <= len(endings) / 4


def _one_player_always_wins(endings: Sequence[Ending]) -> Iterator[tuple[Fault, Ending]]:
    """Look for returns in the order (player to move, other) instead of (player 0, player 1)."""
    decisive = _decisive(endings)
    winners = {ending.returns.index(_best(ending)) for ending in decisive}
    alone = all(ending.returns.count(_best(ending)) == 1 for ending in decisive)
    # A few moves that lead to the same end over and over are no evidence.
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
