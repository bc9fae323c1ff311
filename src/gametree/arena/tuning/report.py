"""The report of a tuning, as text and as JSON."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ... import __version__
from ..contest import Contest
from ..reports.report import duration
from ..reports.text_table import counts_text, text_table
from ..statistics.optimizer import Estimate, Peak
from .plan import Plan, as_text
from .run import TuningRun

__all__ = ["TuneReport"]

_WIDE = 0.8  # an interval that covers this share of the range says little
_LIKELY = 0.5


@dataclass(frozen=True, slots=True)
class TuneReport:
    """The results of a tuning.

    Attributes:
        plan: the plan of the tuning.
        peak: the best values and the player's strength with them.
        player: its description with the best values.
        complete: True if all games were played.
        games: the number of finished games.
        played: the number of games played in this run; the others were in the journal.
        fouls: games lost by time, an illegal move or a crash, by "player" or "opponent".
        seconds: how long this run took.
        command: what to type for the same again; may be empty.
        version: the gametree that wrote this.

    """

    plan: Plan
    peak: Peak
    player: str
    complete: bool
    games: int
    played: int
    fouls: Mapping[str, Mapping[str, int]]
    seconds: float
    command: str = ""
    version: str = __version__

    @classmethod
    def of(cls, tuning: TuningRun, *, seconds: float = 0.0, command: str = "") -> TuneReport:
        """Return what a tuning has found so far.

        Args:
            tuning: the games.
            seconds: how long the run took.
            command: what to type for the same again.

        Raises:
            BadParameter: if no pair of games has ended.

        """
        peak = tuning.optimizer.peak()
        return cls(
            plan=tuning.plan,
            peak=peak,
            player=tuning.plan.spec([each.value for each in peak.best]),
            complete=tuning.complete,
            games=tuning.games,
            played=tuning.played,
            fouls=tuning.fouls,
            seconds=seconds,
            command=command,
        )

    @property
    def confirm(self) -> str | None:
        """The command that plays the best values against the opponent, in games of their own.

        None if they are the opponent's.
        """
        contest = self.plan.contest
        if self.player == contest.specs[1]:
            return None
        words = ["gametree", "arena", self.player, contest.specs[1], "--game", contest.game]
        words += [
            word for item in contest.parameters.items() for word in ("--param", "=".join(item))
        ]
        words += ["--games", str(contest.total), "--opening-plies", str(contest.random_plies)]
        for opening in contest.openings:
            words += ["--opening", opening]
        for option, value, default in (
            ("--simulations", contest.simulations, None),
            ("--seconds", contest.seconds, None),
            ("--clock", contest.clock, None),
            ("--grace", contest.grace, Contest.grace),
            ("--max-plies", contest.max_plies, Contest.max_plies),
        ):
            if value != default:
                words += [option, str(value)]
        return shlex.join([*words, "--seed", str(contest.seed + 1)])

    def to_dict(self) -> dict[str, Any]:
        """Return everything for JSON."""
        plan, peak = self.plan, self.peak
        return {
            "game": plan.contest.game,
            "player": plan.player,
            "against": plan.against,
            "configuration": plan.configuration(),
            "complete": self.complete,
            "games": self.games,
            "played_now": self.played,
            "best": {
                axis.name: {**each.to_dict(), "at_low_end": low, "at_high_end": high}
                for axis, each, low, high in zip(
                    plan.axes, peak.best, peak.at_low, peak.at_high, strict=True
                )
            },
            "best_player": self.player,
            "elo_against_opponent": peak.elo.to_dict(),
            "start": None if plan.start is None else dict(plan.start),
            "elo_over_start": None if peak.gain is None else peak.gain.to_dict(),
            "probability_of_no_effect": peak.flat,
            "notes": self.notes(),
            "fouls": {who: dict(kinds) for who, kinds in self.fouls.items()},
            "confirm": self.confirm,
            "seconds": self.seconds,
            "seed": plan.contest.seed,
            "version": self.version,
            "command": self.command,
        }

    def notes(self) -> list[str]:
        """Return notes on the interpretation of the numbers."""
        found = []
        names = " and ".join(axis.name for axis in self.plan.axes)
        if self.peak.flat >= 0.05:
            found.append(
                f"the games may show luck alone: that {names} makes no difference in this range "
                f"has a probability of {self.peak.flat:.0%}, if it was even odds before"
            )
        for axis, best, low, high in zip(
            self.plan.axes, self.peak.best, self.peak.at_low, self.peak.at_high, strict=True
        ):
            if axis.place(best.high) - axis.place(best.low) > _WIDE:
                found.append(
                    f"the games do not tell where the best {axis.name} lies: the interval is most "
                    "of the range"
                )
            for chance, end, side in ((low, axis.low, "lower"), (high, axis.high, "upper")):
                if chance > _LIKELY:
                    found.append(
                        f"the best {axis.name} probably lies at the {side} end of the range, "
                        f"{end:g} ({chance:.0%}), or beyond it"
                    )
        for who, kinds in self.fouls.items():
            found.append(f"the {who} lost games by {counts_text(kinds)}")
        if not self.complete:
            found.append("stopped before all games were played")
        return found

    def to_text(self) -> str:
        """Return the best values, the gain, and the command that confirms it."""
        contest, peak = self.plan.contest, self.peak
        rows = [
            (
                axis.name,
                f"{best.value:g}",
                f"{best.low:.4g} to {best.high:.4g}",
                f"{axis.low:g} to {axis.high:g}{', logarithmic' if axis.log else ''}",
            )
            for axis, best in zip(self.plan.axes, peak.best, strict=True)
        ]
        lines = [
            f"{contest.title}: {self.plan.player} against {self.plan.against}",
            "",
            text_table(("parameter", "best", "95 % interval", "range"), rows, left=("parameter",)),
            "",
            f"expected with the best values: Elo {_told(peak.elo)} against the opponent",
        ]
        if peak.gain is not None and self.plan.start is not None:
            start = ", ".join(f"{name}={as_text(x)}" for name, x in self.plan.start.items())
            lines.append(f"expected gain over the start, {start}: Elo {_told(peak.gain)}")
        lines += [*self.notes(), ""]
        lines.append(
            f"{self.games:,} games, {self.played:,} of them now in {duration(self.seconds)}; "
            f"seed {contest.seed}, gametree {self.version}"
        )
        confirm = self.confirm
        lines.append(
            "the best values are the opponent's: there is nothing to confirm"
            if confirm is None
            else f"to confirm: {confirm}"
        )
        return "\n".join(lines)

    __str__ = to_text


def _told(elo: Estimate) -> str:
    return f"{elo.value:+.0f} (95 %: {elo.low:+.0f} to {elo.high:+.0f})"
