"""The report on the balance of a game, as text and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from ..numbers.counting import counted
from .decisions import Decisions
from .estimates import Figure
from .unused import UnusedLine

__all__ = ["BalanceReport", "Depth", "EqualPlayers"]

_LINES_SHOWN = 10


class EqualPlayers(NamedTuple):
    """Games of a player against itself.

    Attributes:
        simulations: of each move.
        games: how many were played.
        seats: the share of the points of each seat.
        draws: the share of games that nobody won alone.
        unfinished: the share of games that did not end by the rules.
        plies: the moves of a game.
        lead_changes, drama, comebacks: as `Course` defines them; None where they are not known.

    """

    simulations: int
    games: int
    seats: tuple[Figure, ...]
    draws: Figure
    unfinished: Figure
    plies: Figure | None
    lead_changes: Figure | None
    drama: Figure | None
    comebacks: Figure | None

    def to_dict(self) -> dict[str, Any]:
        """Return it in types that JSON has."""
        numbers = {
            name: None if each is None else each.to_dict("mean")
            for name, each in (
                ("length", self.plies),
                ("lead_changes", self.lead_changes),
                ("drama", self.drama),
                ("comebacks", self.comebacks),
            )
        }
        return {
            "simulations": self.simulations,
            "games": self.games,
            "seats": [each.to_dict("share") for each in self.seats],
            "draws": self.draws.to_dict("share"),
            "unfinished": self.unfinished.to_dict("share"),
            **numbers,
        }


class Depth(NamedTuple):
    """What more thinking brings: Elo for twice as many simulations, up to some of them."""

    simulations: int
    games: int
    elo: Figure

    def to_dict(self) -> dict[str, Any]:
        """Return it in types that JSON has."""
        played = {"simulations": self.simulations, "games": self.games}
        return played | self.elo.to_dict("elo_a_doubling")


@dataclass(frozen=True)
class BalanceReport:
    """Whether a game is fair and deep.

    Attributes:
        title: the game and its parameters.
        self_play: games of equal players, by rising strength.
        depth: what more thinking brings, by rising strength.
        decisions: the choices of players; None for games that hide something.
        exact: what each player gets if all play perfectly; None if that is not known.
        unplayed: moves that were legal often and never played by the strongest players.
        unused: lines of the rules that never ran.
        minutes: how long the study has taken, with earlier runs.

    """

    title: str
    self_play: tuple[EqualPlayers, ...]
    depth: tuple[Depth, ...]
    decisions: Decisions | None
    exact: tuple[float, ...] | None
    unplayed: tuple[str, ...]
    unused: tuple[UnusedLine, ...]
    minutes: float

    @property
    def strongest(self) -> EqualPlayers:
        """The games of the strongest players."""
        return self.self_play[-1]

    def to_dict(self) -> dict[str, Any]:
        """Return it in types that JSON has; seats, draws and length are those of the strongest."""
        strongest = self.strongest.to_dict()
        decisions = self.decisions and {
            "branching": self.decisions.branching.to_dict("mean"),
            "forced": self.decisions.forced.to_dict("share"),
            "matter": self.decisions.matters.to_dict("share"),
        }
        return {
            "game": self.title,
            **{name: strongest[name] for name in ("seats", "draws", "length")},
            "exact": None if self.exact is None else list(self.exact),
            "strengths": [each.to_dict() for each in self.self_play],
            "depth": [each.to_dict() for each in self.depth],
            "decisions": decisions,
            "unplayed_moves": list(self.unplayed),
            "unused_lines": [each._asdict() for each in self.unused],
            "minutes": round(self.minutes, 2),
        }

    def table(self) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
        """Return the names of columns, and a row for each strength."""
        seats = len(self.strongest.seats)
        columns = ("simulations", "games", *(f"seat {n}" for n in range(1, seats + 1)))
        columns += ("draws", "moves", "lead changes", "drama", "comebacks")
        return columns, [_row(each) for each in self.self_play]

    def sentences(self) -> Iterator[str]:
        """Yield what there is to say beside the table."""
        if self.exact is not None:
            gets = (f"seat {seat} gets {each:g}" for seat, each in enumerate(self.exact, 1))
            text = f"solved: with perfect play {', '.join(gets)}"
            if len(self.exact) > 2:  # one equilibrium among several, perhaps
                text += ", if players take the quicker of moves that are equal for themselves"
            yield text
        yield _verdict(self.strongest)
        for each in self.depth:
            yield (
                f"depth: up to {each.simulations:,} simulations, each doubling brings "
                f"{each.elo.as_number(0)} Elo ({counted(each.games, 'game')})"
            )
        if self.decisions is not None:
            yield f"legal moves in a position: {self.decisions.branching.as_number()}"
            yield f"positions with one move: {self.decisions.forced.as_percent()}"
            yield (
                "positions in which a move at random is expected to lose 5 % or more: "
                f"{self.decisions.matters.as_percent()}"
            )
        if self.strongest.unfinished.value:
            yield f"games that the rules did not end: {self.strongest.unfinished.as_percent()}"
        if self.unplayed:
            yield f"legal often, and never played by the strongest: {', '.join(self.unplayed)}"
        for line in self.unused[:_LINES_SHOWN]:
            yield f"never ran: line {line.line} of {line.file}: {line.text}"
        if len(self.unused) > _LINES_SHOWN:
            yield f"and {len(self.unused) - _LINES_SHOWN} more lines never ran"


def _row(found: EqualPlayers) -> tuple[str, ...]:
    def mean(each: Figure | None, digits: int) -> str:
        return "-" if each is None else f"{each.value:.{digits}f}"

    return (
        f"{found.simulations:,}",
        f"{found.games:,}",
        *(each.as_percent() for each in found.seats),
        f"{found.draws.value:.1%}",
        mean(found.plies, 1),
        mean(found.lead_changes, 3),
        mean(found.drama, 3),
        "-" if found.comebacks is None else f"{found.comebacks.value:.1%}",
    )


def _verdict(found: EqualPlayers) -> str:
    """Return whether the seats are equal, as far as that is known."""
    fair = 1 / len(found.seats)
    for seat, share in enumerate(found.seats, 1):
        if share.low > fair:
            return f"seat {seat} is better off: {share.as_percent()} of the points"
    worst = min(range(len(found.seats)), key=lambda seat: found.seats[seat].value)
    if found.seats[worst].high < fair:
        return f"seat {worst + 1} is worse off: {found.seats[worst].as_percent()} of the points"
    return "no seat is shown to be better off than another"
