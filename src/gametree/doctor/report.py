"""The doctor's report: findings, a profile of the game, and notes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..game import Action
from ..user_code.locating import Place

__all__ = ["FAULT", "WARNING", "Finding", "Profile", "Report"]

FAULT = "fault"
WARNING = "warning"

_ASSUMED = (
    "assumed: every player sees the whole state and players move one at a time; the search would "
    "see hidden cards and choices"
)

_SHOWN_MOVES = 60


@dataclass(frozen=True)
class Finding:
    """One fault or warning.

    Attributes:
        method: the method at fault, or an attribute such as `players`.
        kind: the kind of finding in one or two words.
        problem: what is wrong, as a phrase that follows the name of the method.
        moves: the shortest moves found that show it, from the first position; None if only many
            games together show it.
        advice: how to mend it; may be empty.
        severity: "fault" if it breaks the contract of a game, "warning" if it may be intended.
        place: the file and line where an exception was raised, or where the method begins; None
            if the user did not define the method.
    """

    method: str
    kind: str
    problem: str
    moves: tuple[Action, ...] | None
    advice: str = ""
    severity: str = FAULT
    place: Place | None = None

    def __str__(self) -> str:
        where = "" if self.place is None else f" {self.place}"
        lines = [f"{self.severity}: {self.method} {self.problem}{where}"]
        if self.moves is not None:
            lines.append(f"  {_where(self.moves)}")
        if self.advice:
            lines.append(f"  {self.advice}")
        return "\n".join(lines)

    def to_dict(self) -> dict[str, Any]:
        """Return it as a dict, ready for JSON."""
        moves = None if self.moves is None else [_plain(move) for move in self.moves]
        return {
            "severity": self.severity,
            "method": self.method,
            "kind": self.kind,
            "problem": self.problem,
            "moves": moves,
            "file": None if self.place is None else self.place.path,
            "line": None if self.place is None else self.place.line,
            "advice": self.advice,
        }


@dataclass(frozen=True)
class Profile:
    """Measurements of random games and of the methods.

    Attributes:
        branching: mean number of legal actions where a player moves.
        most_actions: the largest such number met.
        length: mean number of plies of a finished game, those of chance included.
        shortest, longest: of those games.
        first_player: mean return of player 0 in a finished game.
        first_player_low, first_player_high: its 95 % confidence interval.
        microseconds: the time of one interpreted call of each method.
        interpreted: simulations a second, interpreted.
        compiled: simulations a second, compiled; None if not measured.
        compared: how a compiled search was compared with an interpreted one; empty if it was not.
        why_interpreted: why the rules do not compile; empty if they do or were not asked to.
        mend: a change of the source with which they compile, tried, as a unified diff; else empty.
        advice: what would make it faster.
        chance: the share of the positions where chance moves, among those where the game goes on.
    """

    branching: float
    most_actions: int
    length: float
    shortest: int
    longest: int
    first_player: float
    first_player_low: float
    first_player_high: float
    microseconds: dict[str, float]
    interpreted: float | None
    compiled: float | None
    compared: str
    why_interpreted: str
    mend: str
    advice: tuple[str, ...]
    chance: float = 0.0

    def __str__(self) -> str:
        lines = [
            f"branching    {self.branching:.1f} on average, {self.most_actions} at most",
            f"length       {self.length:.1f} plies on average, "
            f"from {self.shortest} to {self.longest}",
            f"first player gets {self.first_player:+.3f} on average in random play "
            f"(95 %: {self.first_player_low:+.3f} to {self.first_player_high:+.3f})",
        ]
        if self.chance:
            lines.append(f"chance       moves in {100 * self.chance:.0f} % of the positions")
        if self.interpreted is not None:
            lines.append(f"interpreted  {self.interpreted:,.0f} simulations/s")
        if self.compiled is not None:
            lines.append(f"compiled     {self.compiled:,.0f} simulations/s")
        if self.compared:
            lines.append(self.compared)
        if self.microseconds:
            lines += ["", "one call, interpreted:"]
            longest = max(map(len, self.microseconds))
            lines += [
                f"  {name.ljust(longest)}  {cost:8.2f} µs"
                for name, cost in self.microseconds.items()
            ]
        if self.advice:
            lines += ["", "faster:", *(f"  {sentence}" for sentence in self.advice)]
        if self.mend:
            lines += ["", "with this change it compiles:", "", self.mend]
        return "\n".join(lines)

    def to_dict(self) -> dict[str, Any]:
        """Return it as a dict, ready for JSON."""
        return dict(vars(self)) | {"advice": list(self.advice)}


@dataclass(frozen=True)
class Report:
    """The result of checking a game; `print(report)` shows it as text.

    Attributes:
        game: the name of the class.
        findings: faults first, causes before consequences, those shown by fewer moves first.
        profile: None if no game came to its end.
        games: the number of random games begun with all checks.
        positions: the number of positions checked.
        seconds: the time taken.
        notes: what could not be checked, and why.
        unchecked: the number of random games begun without most checks.
        hides: True if the game hides information from players.
        seen: the first events of a sample game, each with the players who see it.
    """

    game: str
    findings: tuple[Finding, ...]
    profile: Profile | None
    games: int
    positions: int
    seconds: float
    notes: tuple[str, ...] = ()
    unchecked: int = 0
    hides: bool = False
    seen: tuple[str, ...] = ()

    @property
    def sound(self) -> bool:
        """True if there is no fault; warnings do not count."""
        return not self.faults

    @property
    def faults(self) -> tuple[Finding, ...]:
        """The findings that are faults."""
        return tuple(each for each in self.findings if each.severity == FAULT)

    @property
    def warnings(self) -> tuple[Finding, ...]:
        """The findings that may be intended."""
        return tuple(each for each in self.findings if each.severity == WARNING)

    def __str__(self) -> str:
        verdict = "sound" if self.sound else _count(len(self.faults), "fault")
        if self.warnings:
            verdict += f", {_count(len(self.warnings), 'warning')}"
        looked = _count(self.games, "random game")
        if self.unchecked:
            looked += f", {self.unchecked:,} unchecked"
        looked += f", {_count(self.positions, 'position')}"
        parts = [f"{self.game}: {verdict} ({looked}, {self.seconds:.1f} s)"]
        parts += map(str, self.findings)
        if self.profile is not None:
            parts += [] if self.hides else [_ASSUMED]
        if self.seen:
            events = "\n".join(f"  {each}" for each in self.seen)
            parts.append(f"who sees what, in a sample game:\n{events}")
        if self.notes:
            parts.append("\n".join(f"note: {note}" for note in self.notes))
        if self.profile is not None:
            parts.append(str(self.profile))
        return "\n\n".join(parts)

    def to_dict(self) -> dict[str, Any]:
        """Return it as a dict, ready for JSON."""
        return {
            "game": self.game,
            "sound": self.sound,
            "findings": [finding.to_dict() for finding in self.findings],
            "profile": None if self.profile is None else self.profile.to_dict(),
            "games": self.games,
            "unchecked": self.unchecked,
            "positions": self.positions,
            "seconds": self.seconds,
            "notes": list(self.notes),
            "seen": list(self.seen),
        }


def _where(moves: tuple[Action, ...]) -> str:
    if not moves:
        return "in the first position"
    shown = " ".join(map(_told, moves[:_SHOWN_MOVES]))
    more = f" ... ({len(moves)} in all)" if len(moves) > _SHOWN_MOVES else ""
    return f"after the moves {shown}{more}"


def _told(move: Action) -> str:
    try:
        return str(move)
    except Exception:  # an action of the user's own class, whose text is at fault
        return object.__repr__(move)


def _plain(move: Action) -> Any:
    return move if type(move) in (int, str, bool) else _told(move)


def _count(number: int, thing: str) -> str:
    return f"{number:,} {thing}{'' if number == 1 else 's'}"
