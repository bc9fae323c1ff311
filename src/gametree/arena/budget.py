"""Strength against budget: a player's results with growing numbers of simulations a move."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from .. import __version__
from ..drawing.html_parts import fragment
from ..errors import BadParameter
from ..machine.extras import load_extra
from ..players.player import Player
from ..players.registry import description_of, split_description
from .contest import Contest
from .distinct_games import DistinctGames
from .reports.html import budget_parts
from .reports.standings import Standings
from .reports.text_table import counts_text, text_table
from .statistics.elo import CONFIDENCE, EloEstimate

__all__ = ["BudgetRow", "BudgetTable", "Share", "budget_contest", "share_of"]

_NO_KNOWLEDGE = ("random", "flat:simulations=1")
"""Who plays with a budget of 0: any legal move, since nothing is known of them.

Players of a contest must differ in their descriptions. The second plays the move that its only
playout began with, and that one is drawn by lot: it is random too, under another name.
"""


@dataclass(frozen=True, slots=True)
class Share:
    """A relative frequency with its confidence interval.

    Attributes:
        count: the number of times.
        share: the count divided by the total, 0 to 1.
        low, high: the ends of the 95 % interval.

    """

    count: int
    share: float
    low: float
    high: float

    def to_dict(self) -> dict[str, Any]:
        """Return the fields for JSON."""
        return {"count": self.count, "share": self.share, "low": self.low, "high": self.high}

    def to_text(self) -> str:
        """Return the share and its interval in percent."""
        return f"{100 * self.share:.1f} ({100 * self.low:.1f} to {100 * self.high:.1f})"

    __str__ = to_text


def share_of(count: int, total: int) -> Share:
    """Return the share of `count` in `total`, with its exact 95 % interval.

    The interval of Clopper and Pearson, "The use of confidence or fiducial limits illustrated
    in the case of the binomial", Biometrika 26 (1934) 404-413: the shares under which so many
    or more, and this many or fewer, are not less likely than 2.5 %. It contains the truth in 95 %
    of cases or more, never fewer.

    Raises:
        BadParameter: unless 0 <= count <= total and total > 0.
        MissingExtra: if SciPy is not installed.

    """
    if not 0 <= count <= total or total == 0:
        raise BadParameter(f"a share is 0 to all of 1 or more, not {count!r} of {total!r}")
    inverse = load_extra("scipy.special", "arena").betaincinv
    tail = (1 - CONFIDENCE) / 2
    low = float(inverse(count, total - count + 1, tail)) if count else 0.0
    high = float(inverse(count + 1, total - count, 1 - tail)) if count < total else 1.0
    return Share(count, count / total, low, high)


def budget_contest(
    player: str, budget: int, against: str | Player, *, game: str, **conditions: Any
) -> Contest:
    """Return the match of a player with a budget against an opponent.

    Args:
        player: its description without a budget, such as "mcts:c=0.7".
        budget: simulations a move; 0 stands for a player that moves at random.
        against: the opponent, as a text or an object.
        game: as for `Contest`.
        conditions: the others of `Contest`, such as games and seed.

    Raises:
        BadParameter, UnknownGame, PythonFileError, GameError: as `Contest`; or if the player
            has a budget already.

    """
    if isinstance(budget, bool) or not isinstance(budget, int) or budget < 0:
        raise BadParameter(f"a budget must be a whole number of 0 or more, not {budget!r}")
    kind, rest = split_description(player)
    names = [part.partition("=")[0].strip() for part in rest.split(",")]
    if twice := {"simulations", "seconds"}.intersection(names):
        raise BadParameter(
            f"{player!r} has a budget of its own: leave out {' and '.join(sorted(twice))}, "
            "the budgets are given apart"
        )
    opponent = description_of(against)
    spec = f"{kind}:{rest + ',' if rest else ''}simulations={budget}"
    if budget == 0:
        spec = next(name for name in _NO_KNOWLEDGE if name != opponent)
    return Contest((spec, opponent), game, **conditions)


@dataclass(frozen=True, slots=True)
class BudgetRow:
    """The results of the player with one budget.

    Attributes:
        budget: simulations a move.
        player: who played, with this budget.
        games: the number of games.
        won, drawn, lost: how many of these.
        first, second: points a game, 0 to 1, where the player began and where it did not.
        elo: the Elo difference to the opponent.
        fouls: games lost on time, by an illegal move or a crash, by player and termination.
        distinct_games: how many games differ.

    """

    budget: int
    player: str
    games: int
    won: Share
    drawn: Share
    lost: Share
    first: float | None
    second: float | None
    elo: EloEstimate
    fouls: dict[str, dict[str, int]]
    distinct_games: DistinctGames

    @classmethod
    def of(cls, budget: int, standings: Standings) -> BudgetRow | None:
        """Return the row of a budget; None before the first game."""
        player, opponent = standings.contest.specs
        won, drawn, lost = standings.wins_draws_losses(player, opponent)
        games = won + drawn + lost
        if not games:
            return None
        points: tuple[list[float], list[float]] = ([], [])
        for score in standings.counting().values():
            points[score.seats.index(player)].append(score.points(player, opponent))
        first, second = (sum(each) / len(each) if each else None for each in points)
        return cls(
            budget,
            player,
            games,
            share_of(won, games),
            share_of(drawn, games),
            share_of(lost, games),
            first,
            second,
            standings.elo(player, opponent),
            standings.fouls(),
            standings.distinct_games(),
        )

    @property
    def score(self) -> float:
        """Points a game, 0 to 1."""
        return self.won.share + 0.5 * self.drawn.share

    def to_dict(self) -> dict[str, Any]:
        """Return the fields for JSON."""
        return {
            "budget": self.budget,
            "player": self.player,
            "games": self.games,
            "won": self.won.to_dict(),
            "lost": self.lost.to_dict(),
            "drawn": self.drawn.to_dict(),
            "score": self.score,
            "score_first": self.first,
            "score_second": self.second,
            "elo": self.elo.to_dict(),
            "fouls": self.fouls,
            "distinct_games": self.distinct_games.to_dict(),
        }


@dataclass(frozen=True, slots=True)
class BudgetTable:
    """The results of a player with several budgets against one opponent.

    Attributes:
        contest: the conditions, as those of the first budget; its players are one example.
        player: the player's description without a budget.
        against: the opponent's.
        rows: one for each budget.
        complete: True if all games have been played.
        seconds: the time that this run took.
        played: the number of games played in this run; the others were in the journal.
        command: the command that repeats this; may be empty.
        version: the gametree that wrote this.

    """

    contest: Contest
    player: str
    against: str
    rows: Sequence[BudgetRow]
    complete: bool
    seconds: float
    played: int
    command: str = ""
    version: str = __version__

    def to_dict(self) -> dict[str, Any]:
        """Return everything for JSON."""
        configuration = self.contest.configuration()
        del configuration["players"]
        return {
            "game": self.contest.game,
            "player": self.player,
            "against": self.against,
            "games_at_each_budget": self.contest.total,
            "configuration": configuration,
            "complete": self.complete,
            "rows": [row.to_dict() for row in self.rows],
            "played_now": self.played,
            "seconds": self.seconds,
            "seed": self.contest.seed,
            "version": self.version,
            "command": self.command,
        }

    @property
    def title(self) -> str:
        """The game, the player and the opponent, in one line."""
        return f"{self.contest.title}: {self.player} with a growing budget against {self.against}"

    def warnings(self) -> Iterator[str]:
        """Yield a sentence for each budget with too many repeated games."""
        for row in self.rows:
            if warning := row.distinct_games.warning(self.contest):
                yield f"budget {row.budget:,}: {warning}"

    def table(self) -> tuple[list[str], list[list[str | int | float | None]]]:
        """Return the columns and rows as values: shares from 0 to 1, each with its interval."""
        styles = ("won", "lost", "drawn")
        columns = ["budget", "games"]
        columns += [f"{name}{end}" for name in styles for end in ("", " low", " high")]
        rows: list[list[str | int | float | None]] = []
        for row in self.rows:
            shares = [getattr(row, name) for name in styles]
            values = [value for each in shares for value in (each.share, each.low, each.high)]
            rows.append([row.budget, row.games, *values, row.elo.elo, row.elo.low, row.elo.high])
        return [*columns, "elo", "elo low", "elo high"], rows

    def cells(self) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
        """Return the names of the columns, and the rows, as texts."""
        columns = ("budget", "games", "won %", "lost %", "drawn %", "Elo difference")
        rows: list[tuple[str, ...]] = [
            (
                f"{row.budget:,}",
                f"{row.games:,}",
                str(row.won),
                str(row.lost),
                str(row.drawn),
                f"{row.elo.elo:+.0f} ({row.elo.low:+.0f} to {row.elo.high:+.0f})",
            )
            for row in self.rows
        ]
        return columns, rows

    def to_text(self) -> str:
        """Return the table with an explanation of its numbers."""
        lines = [self.title, "", text_table(*self.cells()), ""]
        lines.append(
            "budget: simulations a move, 0 being a random move; in parentheses 95 % intervals "
            "(Clopper-Pearson; Elo from pairs of games)"
        )
        lines += self.warnings()
        for row in self.rows:
            for who, kinds in row.fouls.items():
                lines.append(f"budget {row.budget:,}: {who} lost by {counts_text(kinds)}")
        if not self.complete:
            lines.append("stopped before all games were played")
        lines.append(f"seed {self.contest.seed}, gametree {self.version}")
        return "\n".join(lines)

    __str__ = to_text

    def _repr_html_(self) -> str:
        return fragment(budget_parts(self))
