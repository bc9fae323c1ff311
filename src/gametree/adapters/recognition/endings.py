"""The members of a user's rules that tell whether a game is over, and how it has ended."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from . import roles
from .expressions import Expression
from .members import Member, required_arguments

__all__ = ["FoundResult", "of_winning", "over_of", "result_for_winner", "result_of"]

_EASY_AI = ("play_move", "switch_player", "opponent_index")
"""Members of easyAI's games, where `win`, `lose` and `scoring` are of the player to move."""


def over_of(found: Callable[..., Member | None], first: Any) -> tuple[Member | None, Member | None]:
    """Return the members that tell if a game is over, and who has won if the first one says both.

    One that returns no truth value does not tell it; None from a question, as `is_over`, means no.
    """
    over = found(roles.OVER)
    if over is not None:
        answer = _answer(over, first)
        asks = over.name.startswith("is_") and answer is None
        if asks or over.name.endswith("=") or not isinstance(answer, (type(None), tuple, list)):
            return over, None
        if answer is not None and len(answer) == 2 and isinstance(answer[0], bool):
            is_over, winner = (Expression(f"both(state)[{n}]", both=over.ask) for n in range(2))
            return over._replace(ask=is_over), over._replace(ask=winner)
    running = found(roles.RUNNING)
    if running is None or _answer(running, first) is not True:
        return None, None
    return running._replace(ask=Expression("not asked(state)", asked=running.ask)), None


def _answer(member: Member, first: Any) -> Any:
    """Return the answer of a member for the first state; if it raises, a later call tells so."""
    try:
        return member.ask(first)
    except Exception:
        return NotImplemented


class FoundResult(NamedTuple):
    """The member that tells the result.

    Attributes:
        member: of the user's, or made of one; None if there is none.
        to_move: whether it is the result of the player whose turn it is, by what its name means.
        by_truth: whether it is made of what tells if somebody has won or lost.
        won: what tells only that somebody has won, if it is made of that alone: perhaps his name.

    """

    member: Member | None
    to_move: bool = False
    by_truth: bool = False
    won: Member | None = None


def result_for_winner(thing: Any, given: Mapping[str, Any], with_state: bool) -> Mapping[str, Any]:
    """Return what the user chose, with `winner=` for `result=` if it is asked for a player.

    `winner="has_won"` means the same as `result="has_won"` where it tells of a given player.
    """
    name = given.get("winner")
    method = getattr(thing, name, None) if isinstance(name, str) else None
    if given.get("result") is not None or not callable(method):
        return given
    if len(required_arguments(method)) != 1 + with_state:
        return given
    return {**given, "winner": None, "result": name, "wins": name}


def result_of(found: Callable[..., Member | None], thing: Any, play: str) -> FoundResult:
    """Return the member that tells the result, and what is known of it."""
    result = found(roles.RESULT, play)  # `result(state, move)` plays a move in some rules
    if result is not None and (result.takes == 1 or result.name.endswith("=")):
        return FoundResult(result)
    easy_ai = all(hasattr(thing, name) for name in _EASY_AI)
    wins, won, lost = map(found, (roles.WINS, roles.WON, roles.LOST))
    if wins is not None:
        return FoundResult(of_winning(wins), by_truth=True)
    if lost is not None or (won is not None and easy_ai):
        return FoundResult(_of_outcomes(won, lost), to_move=True, by_truth=True)
    if result is None and won is not None and found(roles.WINNER) is None:
        return FoundResult(_of_outcomes(won, None), by_truth=True, won=won)
    return FoundResult(result, to_move=result is not None and easy_ai)


def of_winning(wins: Member) -> Member:
    """Return a result made of a member that tells if a given player has won, draws apart."""
    ask = Expression("float(bool(won(state, asked)))", "state, asked", won=wins.ask)
    return Member(wins.name, 1, ask, wins.instead)


def _of_outcomes(won: Member | None, lost: Member | None) -> Member:
    """Return a result made of members that tell if somebody has won, and if he has lost."""
    there = {"won": won, "lost": lost}
    named: dict[str, Any] = {key: member.ask for key, member in there.items() if member is not None}
    text = " else ".join(
        ["1 if won(state)"] * (won is not None) + ["-1 if lost(state)"] * (lost is not None) + ["0"]
    )
    names = " and ".join(member.name for member in there.values() if member is not None)
    return Member(names, 0, Expression(text, **named))
