"""The best values of a player's parameters, found by playing: plan, games, report."""

from __future__ import annotations

import itertools
import os
import re
import shlex
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from .. import __version__
from ..errors import BadParameter, JournalError
from ..players.catalogue import make_player
from .contest import Contest, Job
from .game_record import GameRecord
from .journal import Journal, match_key
from .report import duration
from .run import PlayAll
from .text_table import text_table
from .tuning import MOST_AXES, Axis, Estimate, Peak, Tuning, batches
from .workers import play_all

__all__ = ["Plan", "Tune", "TuneReport", "axis_of"]

_PLACEHOLDER = re.compile(r"\{([A-Za-z_]\w*)\}")
_WIDE = 0.8  # an interval that covers this share of the range says little
_LIKELY = 0.5

OnTune = Callable[["Tune"], None]


def axis_of(text: str, player: str) -> Axis:
    """Return the range that a text gives: `c=0.1:3`, or `c=0.1:3:log` for ratios.

    Where the player takes no fractions, only whole numbers are tried.

    Raises:
        BadParameter: if the text gives no range, or one with values that the player does not take.

    """
    name, equals, rest = text.partition("=")
    name, parts = name.strip(), [part.strip() for part in rest.split(":")]
    try:
        low, high = float(parts[0]), float(parts[1])
    except (ValueError, IndexError):
        equals = ""
    if not equals or not name.isidentifier() or len(parts) > 3 or parts[2:] not in ([], ["log"]):
        raise BadParameter(f"a range is written c=0.1:3 or c=0.1:3:log, not {text!r}")
    axis = Axis(name, low, high, log=parts[2:] == ["log"])
    if f"{{{name}}}" not in player:
        raise BadParameter(
            f"{name} has a range but no place in the player {player!r}: write {name}={{{name}}} "
            "there"
        )
    if low.is_integer() and high.is_integer() and not _takes(player, name, low + 0.5):
        if _takes(player, name, low):
            return replace(axis, whole=True)
    return axis


def _takes(player: str, name: str, value: float) -> bool:
    """Tell whether a player takes a value; what else is to be filled in is left out."""
    kind, _, rest = player.partition(":")
    parts = [part for part in rest.split(",") if f"{{{name}}}" in part]
    try:
        make_player(f"{kind}:{','.join(parts)}".replace(f"{{{name}}}", _number(value)))
    except BadParameter:
        return False
    return True


@dataclass(frozen=True)
class Plan:
    """What is tuned, against whom, in which games.

    Attributes:
        player: its description with a place for each parameter, as "mcts:c={c}".
        axes: one to three parameters with their ranges.
        contest: who plays what; the players are one with some values, and the opponent.
        start: the values so far, by name; None if the gain over them is of no interest.

    """

    player: str
    axes: tuple[Axis, ...]
    contest: Contest
    start: Mapping[str, float] | None

    @classmethod
    def of(
        cls,
        player: str,
        ranges: Sequence[str],
        *,
        against: str | None = None,
        start: Mapping[str, float] | None = None,
        **conditions: Any,
    ) -> Plan:
        """Return a plan.

        Args:
            player: its description with a place for each parameter, as "mcts:c={c}".
            ranges: a text for each, as `axis_of` takes it.
            against: the opponent; by default the player with the values that it starts from.
            start: the values so far, all of them or none.
            conditions: those of `Contest`.

        Raises:
            BadParameter, UnknownGame, GameError: as `Contest`, or if something is not as
                described.

        """
        player = player.strip()
        axes = tuple(axis_of(text, player) for text in ranges)
        names = [axis.name for axis in axes]
        if not 1 <= len(axes) <= MOST_AXES:
            raise BadParameter(
                f"one to {MOST_AXES} parameters can be tuned at once, not {len(axes)}; each is "
                "given by its range, c=0.1:3"
            )
        for name in _PLACEHOLDER.findall(player):
            if name not in names:
                raise BadParameter(f"{{{name}}} in the player {player!r} has no range")
        if start is not None and set(start) != set(names):
            raise BadParameter(
                f"the start must give values for {', '.join(names)}, no more or less"
            )
        if against is None:
            if start is None:
                raise BadParameter("name an opponent, or the start, which then is the opponent")
            against = _filled(player, start)
        for corner in itertools.product(*((axis.low, axis.high) for axis in axes)):
            make_player(_filled(player, dict(zip(names, corner, strict=True))))
        corners = (_filled(player, {a.name: end(a) for a in axes}) for end in (_low, _high))
        one = next(spec for spec in corners if spec != against.strip())
        plan = cls(player, axes, Contest((one, against), **conditions), start)
        if plan.contest.seats != 2:
            raise BadParameter(
                f"tuning compares two players: choose a game of two, not {plan.contest.game}"
            )
        plan.tuning()  # its ranges and its start are looked at
        return plan

    @property
    def against(self) -> str:
        """The opponent."""
        return self.contest.players[1]

    @property
    def pairs(self) -> int:
        """How many pairs of games are played."""
        return self.contest.rounds

    @cached_property
    def start_is_opponent(self) -> bool:
        """Whether the opponent is the player with the values of the start."""
        if self.start is None:
            return False
        parts = _PLACEHOLDER.split(self.player)
        pattern = "".join(
            f"(?P<{part}>[^,]+)" if odd else re.escape(part)
            for part, odd in zip(parts, itertools.cycle((False, True)), strict=False)
        )
        try:
            found = re.fullmatch(pattern, self.against)
            values = {} if found is None else {k: float(v) for k, v in found.groupdict().items()}
        except (re.error, ValueError):  # a name stands there twice, or something else than numbers
            return _filled(self.player, self.start) == self.against
        return values == dict(self.start)

    def tuning(self) -> Tuning:
        """Return the method, before any game."""
        start = None if self.start is None else [self.start[axis.name] for axis in self.axes]
        return Tuning(
            self.axes,
            start=start,
            start_is_opponent=self.start_is_opponent,
            seed=self.contest.seed,
        )

    def spec(self, values: Sequence[float]) -> str:
        """Return the description of the player with these values."""
        return _filled(
            self.player, {axis.name: x for axis, x in zip(self.axes, values, strict=True)}
        )

    def configuration(self) -> dict[str, Any]:
        """Return all that decides which games are played, in types that JSON has."""
        axes = [[axis.name, axis.low, axis.high, axis.log, axis.whole] for axis in self.axes]
        start = None if self.start is None else {k: float(v) for k, v in self.start.items()}
        return {
            **self.contest.configuration(),
            "players": [self.player, self.against],
            "tuning": {"ranges": axes, "start": start},
        }


class Tune:
    """A tuning as it is played.

    Attributes:
        plan: what is played.
        tuning: what the games say so far.
        games: how many have ended, those of earlier runs among them.
        played: how many in this run.
        fouls: how often each kind of player lost by time, an illegal move or a crash: "player"
            or "opponent", then the termination.

    """

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.tuning = plan.tuning()
        self.games = 0
        self.played = 0
        self.fouls: dict[str, dict[str, int]] = {}
        self._half: dict[int, float] = {}  # points of the first game that ended, by pair

    @property
    def complete(self) -> bool:
        """Whether all games have been played."""
        return self.tuning.pairs == self.plan.pairs

    def play(
        self,
        *,
        journal: str | os.PathLike[str] | None = None,
        workers: int = 1,
        on_game: OnTune | None = None,
        on_batch: OnTune | None = None,
        play: PlayAll = play_all,
    ) -> None:
        """Play what is left.

        Args:
            journal: the file that every game goes to as it ends. What is in it already, of
                the same plan, is not played again; a plan with more games goes on from there.
            workers: processes that play.
            on_game: called after each game.
            on_batch: called when the results of a batch of pairs are in.
            play: how the games are played; by default in processes of this machine.

        With the same seed and budgets in simulations the same points are tried in the same
        games, however many workers play and however often they were interrupted.

        Raises:
            BadParameter: if an argument is not as described.
            JournalError: if a game cannot be written down, or another one is there.
            GameError, PlayerError, KeyboardInterrupt: as `compete`; games before are kept.

        """
        if isinstance(workers, bool) or not isinstance(workers, int) or workers < 1:
            raise BadParameter(f"workers must be a whole number of 1 or more, not {workers!r}")
        configuration = self.plan.configuration()
        jobs = self.plan.contest.jobs()
        with ExitStack() as stack:
            match = None
            kept: dict[int, GameRecord] = {}
            if journal is not None:
                match = stack.enter_context(Journal(journal)).open_match(configuration)
                kept = {record.index: record for record in match.games()}
            for begin, end in batches(self.plan.pairs, len(self.plan.axes)):
                points = dict(enumerate(self.tuning.propose(begin, end), begin))
                left = []
                for job in itertools.islice(jobs, 2 * (end - begin)):
                    record = kept.get(job.index)
                    if record is None:
                        left.append(job)
                    else:
                        self._add(record, points)
                for record in self._played(left, points, match_key(configuration), workers, play):
                    if match is not None:
                        match.add(record)
                    self._add(record, points)
                    self.played += 1
                    if on_game is not None:
                        on_game(self)
                if left and on_batch is not None:
                    on_batch(self)

    def _played(
        self, jobs: list[Job], points: dict[int, int], match: str, workers: int, play: PlayAll
    ) -> Iterable[GameRecord]:
        """Yield the records of a batch of games, each between the opponent and a point's player."""
        if not jobs:
            return
        specs = {job.index // 2: self._spec(points[job.index // 2]) for job in jobs}
        players = tuple(dict.fromkeys([*self.plan.contest.players, *specs.values()]))
        contest = replace(self.plan.contest, players=players)
        seated = []
        for job in jobs:
            us = players.index(specs[job.index // 2])
            seated.append(replace(job, seats=(us, 1) if _our_seat(job.index) == 0 else (1, us)))
        with closing(play(contest, match, seated, workers)) as records:
            yield from records

    def _add(self, record: GameRecord, points: dict[int, int]) -> None:
        pair, seat = record.index // 2, _our_seat(record.index)
        point = points[pair]
        if record.seats[seat] != self._spec(point):
            raise JournalError(
                f"game {record.index} of this tuning was played by {record.seats[seat]}, not by "
                f"{self._spec(point)}; another version of gametree, NumPy or SciPy chose it, "
                "perhaps: name another journal, or choose another seed"
            )
        ours, theirs = record.returns[seat], record.returns[1 - seat]
        made = 0.5 if ours == theirs else float(ours > theirs)
        self.games += 1
        if record.culprit is not None:
            who = "player" if record.culprit == seat else "opponent"
            kinds = self.fouls.setdefault(who, {})
            kinds[record.termination] = kinds.get(record.termination, 0) + 1
        if pair in self._half:
            self.tuning.add(point, self._half.pop(pair) + made)
        else:
            self._half[pair] = made

    def _spec(self, point: int) -> str:
        return self.plan.spec(self.tuning.values(point))

    def report(self, *, seconds: float, command: str = "") -> TuneReport:
        """Return what has been found.

        Raises:
            BadParameter: if no pair of games has ended.

        """
        peak = self.tuning.peak()
        return TuneReport(
            plan=self.plan,
            peak=peak,
            player=self.plan.spec([each.value for each in peak.best]),
            complete=self.complete,
            games=self.games,
            played=self.played,
            fouls=self.fouls,
            seconds=seconds,
            command=command,
        )


@dataclass(frozen=True, slots=True)
class TuneReport:
    """What a tuning has found, for people and programs.

    Attributes:
        plan: what was played.
        peak: the best values, and how strong the player is with them.
        player: its description with the best values.
        complete: whether all games were played.
        games: how many have ended.
        played: how many in this run; the others were in the journal.
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

    @property
    def confirm(self) -> str | None:
        """The command that plays the best values against the opponent, in games of their own.

        None if they are the opponent's.
        """
        contest = self.plan.contest
        if self.player == contest.players[1]:
            return None
        words = ["gametree", "arena", self.player, contest.players[1], "--game", contest.game]
        words += [
            word for item in contest.parameters.items() for word in ("--param", "=".join(item))
        ]
        words += ["--games", str(contest.total), "--opening-plies", str(contest.opening_plies)]
        for opening in contest.openings:
            words += ["--opening", opening]
        for option, value, default in (
            ("--simulations", contest.simulations, None),
            ("--seconds", contest.seconds, None),
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
        """Return what has to be known of the numbers."""
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
            told = ", ".join(f"{name} {count:,}" for name, count in kinds.items())
            found.append(f"the {who} lost games by {told}")
        if not self.complete:
            found.append("stopped before all games were played")
        return found

    def to_text(self) -> str:
        """Return the best values, what they bring, and how to confirm it."""
        contest, peak = self.plan.contest, self.peak
        given = ", ".join(f"{name}={text}" for name, text in contest.parameters.items())
        game = contest.game.replace("_", " ") + (f" ({given})" if given else "")
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
            f"{game}: {self.plan.player} against {self.plan.against}",
            "",
            text_table(("parameter", "best", "95 % interval", "range"), rows, left=("parameter",)),
            "",
            f"expected with the best values: Elo {_told(peak.elo)} against the opponent",
        ]
        if peak.gain is not None and self.plan.start is not None:
            start = ", ".join(f"{name}={_number(x)}" for name, x in self.plan.start.items())
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


def _our_seat(index: int) -> int:
    """Return where the player sits whose parameters are tuned: first in even games."""
    return index % 2


def _low(axis: Axis) -> float:
    return axis.low


def _high(axis: Axis) -> float:
    return axis.high


def _number(value: float) -> str:
    return str(int(value)) if float(value).is_integer() and abs(value) < 1e15 else repr(value)


def _filled(player: str, values: Mapping[str, float]) -> str:
    for name, value in values.items():
        player = player.replace(f"{{{name}}}", _number(value))
    return player


def _told(elo: Estimate) -> str:
    return f"{elo.value:+.0f} (95 %: {elo.low:+.0f} to {elo.high:+.0f})"
