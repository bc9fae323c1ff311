"""Sentences about a move, each a template over a fact that is proven or measured."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from ..game import Game
from ..mcts.return_scale import proven_word, return_scale
from ..numbers.counting import counted
from .grades import GRADES
from .judging import Judged, JudgedMove

__all__ = ["Fact", "facts_of"]

_SHOWN = 4  # moves of a list, and of a line without end


@dataclass(frozen=True, slots=True)
class Fact:
    """A sentence, and what it rests on.

    Attributes:
        kind: which template made it; docs/review.md lists them.
        text: the sentence.
        ply: how many moves of the game lead to the position that it is about.
        moves: a line from that position that shows it.
        proven: True if it is proven; False if it is measured.
        numbers: the values in the sentence, by name.

    """

    kind: str
    text: str
    ply: int
    moves: tuple[str, ...]
    proven: bool
    numbers: dict[str, Any]

    def to_dict(self) -> dict[str, Any]:
        """Return it in types that JSON has."""
        return {**asdict(self), "moves": list(self.moves)}


def facts_of(
    game: Game, judged: Judged, after: Judged | None, players: Sequence[str]
) -> tuple[Fact, ...]:
    """Return what there is to say about a move.

    Args:
        game: the rules.
        judged: the move.
        after: the position after it, None if it was not judged.
        players: the names of the players.

    """
    if judged.played is None:
        return ()
    facts = _Facts(game, judged, after, players)
    return tuple(each for each in facts.all() if each is not None)


class _Facts:
    """The facts about one move."""

    def __init__(
        self, game: Game, judged: Judged, after: Judged | None, players: Sequence[str]
    ) -> None:
        assert judged.played is not None
        self.game, self.judged, self.after, self.players = game, judged, after, players
        self.played, self.best = judged.played, judged.best
        self.low, self.high = return_scale(game)

    def all(self) -> list[Fact | None]:
        if self.judged.legal == 1:
            return [self.fact("forced", f"{self.played.name} is the only legal move.", True)]
        graded = self.judged.loss[1] >= min(GRADES.values())
        if not graded:
            return [self.wins(), self.only_move(), self.all_lose()]
        return [self.given_up(), self.missed(), self.loses(), self.replies(), self.cost()]

    def wins(self) -> Fact | None:
        """Return that the move wins by force."""
        played = self.played
        if played.proven != self.high or not played.ends:
            return None
        plies = len(played.line)
        numbers: dict[str, Any] = {"value": played.proven, "plies": plies}
        if plies == 1:
            return self.fact("wins", f"{played.name} wins at once.", True, **numbers)
        text = f"{played.name} wins by force: {_line(played)} ends the game in {_moves(plies)}."
        return self.fact("wins", text, True, played.line, **numbers)

    def only_move(self) -> Fact | None:
        """Return that every other move is proven worse."""
        judged, played = self.judged, self.played
        value = played.proven
        if value is None or len(judged.options) != judged.legal:
            return None
        others = [each.proven for each in judged.options if each is not played]
        if not all(each is not None and each < value for each in others):
            return None
        text = f"Only {played.name} {self.keeps(value)}: every other move is proven worse."
        return self.fact("only_move", text, True, value=value, others=len(others))

    def all_lose(self) -> Fact | None:
        """Return that every move loses."""
        judged = self.judged
        if judged.worth[judged.player] != self.low or self.low == self.high:
            return None
        text = f"Every move of {self.name(judged.player)} loses here."
        return self.fact("all_lose", text, True, value=self.low)

    def given_up(self) -> Fact | None:
        """Return that the move gives up a proven result for another proven one."""
        best, played = self.best.proven, self.played.proven
        if best is None or played is None:
            return None
        text = (
            f"{self.played.name} gives up {self.result(best)}: after it the game is "
            f"{self.result(played)} for {self.name(self.judged.player)}."
        )
        return self.fact("given_up", text, True, before=best, after=played)

    def missed(self) -> Fact | None:
        """Return that a move was better, for certain."""
        best = self.best
        if best.proven is None:
            return None
        word = proven_word(self.game, best.proven)
        if word == "win" and best.ends:
            plies = len(best.line)
            how = "wins at once" if plies == 1 else f"wins in {_moves(plies)}: {_line(best)}"
            text = f"{best.name} {how}."
            return self.fact("missed", text, True, best.line, value=best.proven, plies=plies)
        text = f"{best.name} {self.keeps(best.proven)}."
        return self.fact("missed", text, True, best.line, value=best.proven)

    def loses(self) -> Fact | None:
        """Return that the move loses by force."""
        played = self.played
        if played.proven != self.low:
            return None
        plies = len(played.line)
        if not played.ends:
            return self.fact("loses", f"{played.name} loses by force.", True, value=self.low)
        numbers: dict[str, Any] = {"value": self.low, "plies": plies}
        if plies == 1:
            return self.fact("loses", f"{played.name} loses at once.", True, **numbers)
        text = f"{played.name} loses in {_moves(plies)}: {_line(played)}."
        return self.fact("loses", text, True, played.line, **numbers)

    def replies(self) -> Fact | None:
        """Return how many replies to the move are proven to win."""
        after, played = self.after, self.played
        if after is None or played.proven != self.low or after.player == self.judged.player:
            return None
        winning = [each for each in after.options if each.proven == self.high]
        if not winning:
            return None
        known = len(after.options) == after.legal and all(
            each.proven is not None for each in after.options
        )
        names = ", ".join(each.name for each in winning[:_SHOWN])
        more = f" and {len(winning) - _SHOWN} more" if len(winning) > _SHOWN else ""
        least = "" if known else "at least "
        verb = "wins" if len(winning) == 1 else "win"
        text = (
            f"After it {least}{len(winning)} of {counted(after.legal, 'reply', 'replies')} of "
            f"{self.name(after.player)} {verb}: {names}{more}."
        )
        return self.fact(
            "replies", text, True, (played.name, winning[0].name),
            winning=[each.name for each in winning], legal=after.legal, exact=known,
        )  # fmt: skip

    def cost(self) -> Fact | None:
        """Return what the move costs, where it is measured."""
        if self.judged.proven:
            return None
        lost, low, high = self.judged.loss
        best, played = self.best, self.played
        text = (
            f"{played.name} costs {_percent(lost)} of the expected result (95 %: "
            f"{_percent(low)} to {_percent(high)}): {_percent(best.share)} after {best.name}, "
            f"{_percent(played.share)} after {played.name}."
        )
        return self.fact(
            "cost", text, False, best.line,
            loss=lost, low=low, high=high, best=best.share, played=played.share,
        )  # fmt: skip

    def fact(
        self, kind: str, text: str, proven: bool, moves: tuple[str, ...] = (), **numbers: Any
    ) -> Fact:
        return Fact(kind, text, self.judged.ply, moves or (self.played.name,), proven, numbers)

    def name(self, player: int) -> str:
        return self.players[player]

    def keeps(self, value: float) -> str:
        """Return what a move does whose proven value is this."""
        word = proven_word(self.game, value)
        return f"keeps {value:+g} for certain" if word is None else _KEEPS[word]

    def result(self, value: float) -> str:
        word = proven_word(self.game, value)
        return f"a proven {value:+g}" if word is None else f"a proven {word}"


_KEEPS = {"win": "wins by force", "draw": "holds the draw", "loss": "loses by force"}


def _moves(plies: int) -> str:
    return counted(plies, "move")


def _line(option: JudgedMove) -> str:
    return " ".join(option.line)


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"
