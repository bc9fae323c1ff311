"""The report of a contest: as text, as JSON, and as the data of pages and charts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal

from ... import __version__
from ...drawing.html_parts import fragment
from ..contest import Contest
from ..distinct_games import DistinctGames
from ..statistics.counts import PairCounts
from ..statistics.elo import EloEstimate
from ..statistics.ratings import Ratings
from ..statistics.sprt import Sprt, Verdict
from .contest_lines import contest_lines
from .html import report_parts
from .results import (
    MatchHistory,
    Meeting,
    PlayerResult,
    cross_table,
    match_history,
    meeting_of,
    pair_points,
    paired,
    ratings_of,
    result_of,
)
from .standings import Standings
from .text_table import counts_text, text_table

__all__ = ["ContestReport", "Status", "duration"]

Status = Literal["complete", "decided", "stopped"]


@dataclass(frozen=True, slots=True)
class ContestReport:
    """The results of a contest.

    Attributes:
        contest: the contest.
        status: "complete", "decided" (by the sequential test) or "stopped" before its end.
        games: the number of games that count.
        planned: the number of games planned.
        players: their results, in the order of the contest.
        cross: the results of the row's player against the column's, in the order of the contest;
            None on the diagonal and where the two never met.
        seats: the results by seat: the advantage of moving first.
        elo: the Elo difference of the first player; None unless there are two players, in a game
            of two or in one that everyone plays alone.
        pairs: the numbers of pairs of games that brought the first player 0, 1/2, 1, 3/2 and 2
            points; None unless it is a match of two.
        history: the Elo difference game by game; None unless it is a match of two with at least
            one pair.
        ratings: of all players; None before any have met.
        sprt, verdict: the sequential test and where it stands, or None.
        terminations: the number of games by termination.
        distinct_games: how many games differ.
        seconds: the time that this run took.
        played: the number of games played in this run; the others were in the journal.
        command: the command that repeats this; may be empty.
        version: the gametree that wrote this.

    """

    contest: Contest
    status: Status
    games: int
    planned: int
    players: tuple[PlayerResult, ...]
    cross: tuple[tuple[Meeting | None, ...], ...]
    seats: tuple[Meeting, ...]
    elo: EloEstimate | None
    pairs: PairCounts | None
    history: MatchHistory | None
    ratings: Ratings | None
    sprt: Sprt | None
    verdict: Verdict | None
    terminations: dict[str, int]
    distinct_games: DistinctGames
    seconds: float
    played: int
    command: str
    version: str = __version__

    @classmethod
    def of(
        cls,
        standings: Standings,
        *,
        sprt: Sprt | None = None,
        verdict: Verdict | None = None,
        seconds: float = 0.0,
        played: int = 0,
        command: str = "",
    ) -> ContestReport:
        """Return the report of a contest, finished or not.

        Args:
            standings: the games.
            sprt: the sequential test, if there is one.
            verdict: where it stands, as `compete` returned it; judged again if not given.
            seconds: how long the run took.
            played: how many games were played in it.
            command: what to type for the same again.

        Raises:
            MissingExtra: if SciPy is not installed.

        """
        contest = standings.contest
        scores = standings.counting()
        specs = contest.specs
        ratings = ratings_of(standings)
        seats = contest.seats
        two = len(specs) == 2 and seats <= 2
        pairwise = two and seats == 2
        pairs = pair_points(standings) if pairwise else []
        counts = PairCounts.of(pairs)
        if sprt is not None and verdict is None:
            verdict = sprt.judge(paired(standings))
        if verdict is not None and verdict.decision != "continue":
            status: Status = "decided"
        else:
            status = "complete" if len(scores) >= contest.total else "stopped"
        return cls(
            contest=contest,
            status=status,
            games=len(scores),
            planned=contest.total,
            players=tuple(
                replace(result_of(spec, scores.values()), player=name)
                for spec, name in zip(specs, contest.names, strict=True)
            ),
            cross=cross_table(standings),
            seats=tuple(meeting_of(scores.values(), seat) for seat in range(seats)),
            elo=standings.elo(*specs) if two else None,
            pairs=counts if pairwise else None,
            history=match_history(pairs, sprt) if pairs else None,
            ratings=None if ratings is None else ratings.renamed(contest.aliases),
            sprt=sprt,
            verdict=verdict,
            terminations=dict(Counter(score.termination for score in scores.values())),
            distinct_games=standings.distinct_games(),
            seconds=seconds,
            played=played,
            command=command,
        )

    @property
    def best_first(self) -> tuple[PlayerResult, ...]:
        """The players' results, the strongest first."""
        if self.ratings is None:
            return tuple(sorted(self.players, key=lambda result: -result.mean))
        by_name = {result.player: result for result in self.players}
        rated = [by_name[rating.player] for rating in self.ratings.players]
        return (*rated, *(result for result in self.players if result not in rated))

    @property
    def alone(self) -> bool:
        """True if every player plays alone, as in a puzzle."""
        return len(self.seats) == 1

    def to_dict(self) -> dict[str, Any]:
        """Return everything for JSON."""
        test = None
        if self.sprt is not None and self.verdict is not None:
            test = {**asdict(self.sprt), **self.verdict.to_dict()}
        return {
            "game": self.contest.game,
            "configuration": self.contest.configuration(),
            "aliases": dict(self.contest.aliases),
            "status": self.status,
            "games": self.games,
            "planned": self.planned,
            "players": [result.to_dict() for result in self.players],
            "cross_table": [
                [None if cell is None else cell.to_dict() for cell in row] for row in self.cross
            ],
            "seats": [seat.to_dict() for seat in self.seats],
            "elo": None if self.elo is None else self.elo.to_dict(),
            "pairs": None if self.pairs is None else list(self.pairs.as_tuple()),
            "ratings": None if self.ratings is None else self.ratings.to_dict(),
            "sprt": test,
            "history": None if self.history is None else self.history.to_dict(),
            "terminations": self.terminations,
            "distinct_games": self.distinct_games.to_dict(),
            "played_now": self.played,
            "seconds": self.seconds,
            "games_per_second": self.played / self.seconds if self.seconds > 0 else None,
            "seed": self.contest.seed,
            "version": self.version,
            "command": self.command,
        }

    def table(self) -> tuple[list[str], list[list[str | int | float | None]]]:
        """Return the results as columns and rows of values, the strongest player first.

        Elo is the difference to the other player in a match of two, else the rating.
        """
        rows: list[list[str | int | float | None]] = []
        for result in self.best_first:
            meeting = result.meeting
            row: list[str | int | float | None] = [result.player, result.games]
            if self.alone:
                rows.append([*row, result.mean, result.low, result.high])
                continue
            row += [meeting.won, meeting.drawn, meeting.lost, round(meeting.score, 6)]
            rows.append([*row, *self._elo_of(result.player)])
        if self.alone:
            return ["player", "games", "mean return", "low", "high"], rows
        return ["player", "games", "won", "drawn", "lost", "score", "elo", "low", "high"], rows

    def _elo_of(self, player: str) -> tuple[float | None, ...]:
        """Return the Elo of a player and its interval, to two decimals."""
        if self.elo is not None and self.elo.games:
            ends = (self.elo.elo, self.elo.low, self.elo.high)
            if player != self.contest.names[0]:
                ends = (-ends[0], -ends[2], -ends[1])
        else:
            rated = () if self.ratings is None else self.ratings.players
            found = [(each.elo, each.low, each.high) for each in rated if each.player == player]
            if not found:
                return (None, None, None)
            (ends,) = found
        return tuple(round(each, 2) for each in ends)

    def to_text(self) -> str:
        """Return the report as text."""
        parts = ["\n".join(contest_lines(self.contest)), self._results()]
        if self.pairs is None and self.ratings is not None:
            parts += [self.ratings.to_text(), f"won-drawn-lost\n{self._cross()}"]
        parts.append("\n".join(self.sentences()))
        return "\n\n".join(parts)

    __str__ = to_text

    def _repr_html_(self) -> str:
        return fragment(report_parts(self))

    def sentences(self) -> Iterator[str]:
        """Yield the remaining facts, one line each."""
        if self.elo is not None:
            yield str(self.elo)
        if self.pairs is not None and self.pairs.pairs:
            shown = ", ".join(map(str, self.pairs.as_tuple()))
            yield f"pairs of games that brought 0, 1/2, 1, 3/2, 2 points: {shown}"
        if self.sprt is not None and self.verdict is not None:
            yield f"test of Elo {self.sprt.elo0:g} against {self.sprt.elo1:g}: {self.verdict}"
        if warning := self.distinct_games.warning(self.contest):
            yield warning
        if len(self.seats) > 1 and self.games:
            shown = ", ".join(f"seat {n} {seat.score:.1%}" for n, seat in enumerate(self.seats, 1))
            yield f"score by seat: {shown}"
        if self.games:
            yield f"games ended by {counts_text(self.terminations)}"
        for result in self.players:
            if result.fouls:
                yield f"{result.player} lost by {counts_text(result.fouls)}"
        yield self.progress()
        yield f"seed {self.contest.seed}, gametree {self.version}"

    def progress(self) -> str:
        """Return how far the contest has come, as a sentence."""
        status = {
            "complete": f"all {self.planned:,} games played",
            "decided": f"decided after {self.games:,} games of at most {self.planned:,}",
            "stopped": f"stopped after {self.games:,} of {self.planned:,} games",
        }[self.status]
        if self.played and self.seconds > 0:
            speed = self.played / self.seconds
            return (
                f"{status}; {self.played:,} now, in {duration(self.seconds)}, {speed:.3g} a second"
            )
        return status

    def _results(self) -> str:
        columns = ["player", "games"]
        if not self.alone:
            columns += ["won", "drawn", "lost", "score"]
        else:
            columns += ["mean return", "95 % interval"]
        rows = []
        for result in self.best_first:
            meeting = result.meeting
            cells = {
                "player": result.player,
                "games": f"{result.games:,}",
                "won": f"{meeting.won:,}",
                "drawn": f"{meeting.drawn:,}",
                "lost": f"{meeting.lost:,}",
                "score": f"{meeting.score:.1%}",
                "mean return": f"{result.mean:+.3f}",
                "95 % interval": _interval(result.low, result.high),
            }
            rows.append([cells[column] for column in columns])
        return text_table(columns, rows, left=("player",))

    def _cross(self) -> str:
        order = [self.players.index(result) for result in self.best_first]
        columns = ["", "player", *(f"{number}" for number in range(1, len(order) + 1))]
        rows = [
            [str(number), self.players[row].player]
            + [_cell(self.cross[row][column]) for column in order]
            for number, row in enumerate(order, start=1)
        ]
        return text_table(columns, rows, left=("player",))


def duration(seconds: float) -> str:
    """Return a time for people: 8.4 s, 5 min 10 s, 2 h 5 min."""
    if seconds < 60:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    if minutes < 60:
        return f"{minutes} min {rest} s"
    return f"{minutes // 60:,} h {minutes % 60} min"


def _interval(low: float | None, high: float | None) -> str:
    return "-" if low is None or high is None else f"{low:+.3f} to {high:+.3f}"


def _cell(meeting: Meeting | None) -> str:
    return "-" if meeting is None else f"{meeting.won}-{meeting.drawn}-{meeting.lost}"
