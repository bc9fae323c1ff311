"""A reviewed game: the expected result over its moves, mistakes, accuracy and turning points."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from functools import cached_property
from typing import Any

from ..arena.reports.export import write_whole
from ..game import title_of
from ..mcts.return_scale import winrate
from ..numbers.counting import counted
from ..replays.game_replay import GameReplay
from ..replays.lines import rounded
from .grades import GRADES, accuracy_of, grade_of
from .judging import Judged, JudgedMove
from .reasons import Fact, facts_of
from .review_page import review_page

__all__ = ["MoveReview", "Review"]

_PLURALS = {"blunder": "blunders", "mistake": "mistakes", "inaccuracy": "inaccuracies"}
_LEVEL = 0.05  # so far from the middle somebody leads


class MoveReview:
    """A move of a reviewed game.

    Attributes:
        ply: how many moves came before it.
        player: who made it.
        move: its name.
        loss, low, high: what it lost of the expected result, from 0 to 1, and its 95 % interval.
        proven: True if the loss is proven.
        grade: "blunder", "mistake", "inaccuracy", or empty.
        accuracy: in percent.
        best: the best move; the move itself if none is better.
        played: the move, as it was judged.
        facts: the reasons, each with the line that shows it.

    """

    def __init__(self, judged: Judged, facts: tuple[Fact, ...]) -> None:
        assert judged.played is not None
        self.judged = judged
        self.ply, self.player = judged.ply, judged.player
        self.move = judged.played.name
        self.loss, self.low, self.high = judged.loss
        self.proven = judged.proven
        self.grade = grade_of(self.low)  # all of the interval is beyond the threshold
        self.accuracy = accuracy_of(self.loss)
        self.best: JudgedMove = judged.best
        self.played: JudgedMove = judged.played
        self.facts = facts

    def to_dict(self) -> dict[str, Any]:
        """Return it in types that JSON has; docs/review.md lists the fields."""
        return {
            "ply": self.ply,
            "player": self.player,
            "move": self.move,
            "loss": _rounded(self.loss),
            "low": _rounded(self.low),
            "high": _rounded(self.high),
            "proven": self.proven,
            "grade": self.grade or None,
            "accuracy": round(self.accuracy, 1),
            "best": _told(self.best),
            "played": _told(self.played),
            "facts": [each.to_dict() for each in self.facts],
        }


class Review:
    """A game with a judgement of each move; `str` gives it as text.

    Attributes:
        replay: the game.
        judged: a judgement for each position, None where chance moves or nothing is known yet.
        problem: why the game was reviewed only up to a move; empty if all of it was.

    """

    def __init__(
        self, replay: GameReplay, judged: Sequence[Judged | None], problem: str = ""
    ) -> None:
        self.replay, self.judged, self.problem = replay, tuple(judged), problem

    @cached_property
    def moves(self) -> tuple[MoveReview, ...]:
        """The moves of players that were judged, in their order."""
        game, players = self.replay.game, self.replay.players
        return tuple(
            MoveReview(each, facts_of(game, each, self.judged[each.ply + 1], players))
            for each in self.judged
            if each is not None and each.played is not None
        )

    @property
    def mistakes(self) -> tuple[MoveReview, ...]:
        """The moves that have a grade: inaccuracies, mistakes and blunders."""
        return tuple(each for each in self.moves if each.grade)

    @cached_property
    def expected(self) -> tuple[dict[str, Any] | None, ...]:
        """The expected result at each position: shares of the players, and if they are proven."""
        found: list[dict[str, Any] | None] = [_expected(each) for each in self.judged]
        if self.replay.record.over:
            shares = [winrate(self.replay.game, each) for each in self.replay.record.returns]
            found[-1] = {"shares": shares, "low": shares, "high": shares, "proven": True}
        return tuple(found)

    @property
    def accuracy(self) -> tuple[float | None, ...]:
        """The accuracy of each player, the mean over the moves; None without any."""
        found: list[float | None] = []
        for player in range(self.replay.game.players):
            own = [each.accuracy for each in self.moves if each.player == player]
            found.append(sum(own) / len(own) if own else None)
        return tuple(found)

    def counts(self, player: int) -> dict[str, int]:
        """Return how many moves of each grade a player made."""
        grades = [each.grade for each in self.moves if each.player == player]
        return {grade: grades.count(grade) for grade in GRADES}

    @cached_property
    def turning_points(self) -> tuple[int, ...]:
        """The moves, by number of those before, after which another player leads than before.

        A player leads whose expected result is the only one of more than 55 %.
        """
        found = []
        leader: int | None = None
        for ply, each in enumerate(self.expected):
            if each is None:
                continue
            middle = 1 / 2 if self.replay.game.players == 2 else 1 / self.replay.game.players
            leads = [n for n, share in enumerate(each["shares"]) if share > middle + _LEVEL]
            if len(leads) == 1:
                if leader is not None and leads[0] != leader and ply:
                    found.append(ply - 1)
                leader = leads[0]
        return tuple(found)

    def to_dict(self) -> dict[str, Any]:
        """Return it in types that JSON has; docs/review.md lists the fields."""
        replay = self.replay
        players = range(replay.game.players)
        return {
            "game": replay.game.name,
            "rules": repr(replay.game),
            "players": list(replay.players),
            "moves": list(replay.moves),
            "returns": replay.returns,
            "how": replay.how,
            "problem": self.problem or None,
            "expected": [_rounded(each) for each in self.expected],
            "reviewed": [each.to_dict() for each in self.moves],
            "accuracy": [None if each is None else round(each, 1) for each in self.accuracy],
            "counts": [self.counts(each) for each in players],
            "turning_points": list(self.turning_points),
        }

    def to_html(self) -> str:
        """Return a page that plays through the game, with lines to play on the board."""
        return review_page(self.replay, self.to_dict())

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write it to a file: a page if its name ends in .html, else JSON.

        Raises:
            JournalError: if the file cannot be written.

        """
        page = os.fspath(path).lower().endswith((".html", ".htm"))
        text = self.to_html() if page else json.dumps(self.to_dict(), ensure_ascii=False) + "\n"
        write_whole([text], path)

    def __str__(self) -> str:
        lines = [f"{title_of(self.replay.game)}: {' - '.join(self.replay.players)}"]
        for player, accuracy in enumerate(self.accuracy):
            counts = ", ".join(
                counted(count, grade, _PLURALS[grade])
                for grade, count in self.counts(player).items()
            )
            percent = "-" if accuracy is None else f"{accuracy:.0f} %"
            lines.append(f"{self.replay.players[player]}: accuracy {percent}; {counts}")
        for each in self.mistakes:
            lines.append(f"{each.ply + 1}. {each.move}: {each.grade}")
            lines += [f"    {fact.text}" for fact in each.facts]
        return "\n".join(lines)


def _expected(judged: Judged | None) -> dict[str, Any] | None:
    if judged is None:
        return None
    best, player, shares = judged.best, judged.player, judged.shares
    low, high = [*shares], [*shares]
    proven = judged.worth[player] is not None
    if not proven:
        low[player], high[player] = best.low, best.high
        if len(shares) == 2:
            low[1 - player], high[1 - player] = 1 - best.high, 1 - best.low
    return {"shares": [*shares], "low": low, "high": high, "proven": proven}


def _told(option: JudgedMove) -> dict[str, Any]:
    return {
        "move": option.name,
        "share": _rounded(option.share),
        "low": _rounded(option.low),
        "high": _rounded(option.high),
        "proven": option.proven,
        "line": list(option.line),
        "ends": option.ends,
    }


def _rounded(value: Any) -> Any:
    return rounded(value)
