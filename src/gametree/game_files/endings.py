"""Ends of games in a sentence for people."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["ending_in_words"]


def ending_in_words(
    how: str, names: Sequence[str], returns: Sequence[float] | None, loser: int | None
) -> str:
    """Return how a game ended, where its moves do not show it; otherwise nothing.

    Args:
        how: as `GameReplay.how` or `GameRecord.termination`.
        names: of the players.
        returns: what each player got; None if the game is unfinished.
        loser: the player at fault; by default the one who got least.

    """
    if loser is None and returns is not None and max(returns) > min(returns):
        loser = min(range(len(returns)), key=returns.__getitem__)
    who = "" if loser is None or loser >= len(names) else names[loser]
    if how == "max plies":
        return "the game was stopped: it had too many moves"
    if how in ("repetition", "agreement"):
        return f"drawn by {how}" if who == "" else f"ended by {how}"
    sentences = {
        "resignation": "resigns",
        "time": "loses on time",
        "illegal move": "loses by an illegal move",
        "crash": "loses by an error of the program",
    }
    return f"{who} {sentences[how]}" if who and how in sentences else ""
