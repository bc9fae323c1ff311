"""Plays one game between players under a clock and attributes each foul to its player."""

from __future__ import annotations

import time
import traceback
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from typing import Any

from ..actors import is_chance
from ..errors import BadParameter, GameError, GametreeError, IllegalMove, PlayerError
from ..game import Action, Game
from ..players.player import Choice, Player
from ..players.seat_record import record_for
from ..players.timekeeper import Timekeeper
from ..primitives.rng import Rng
from ..protocols.program.process import PlayerFailed
from ..record import Record
from .contest import Contest, Job
from .journal.game_record import GameRecord
from .journal.json_values import plain
from .openings import name_of

__all__ = ["play_job"]

_TRANSCRIPT_LINES = 12


class _Foul(Exception):
    """A player has lost the game by exceeding his time, an illegal move or an error."""

    def __init__(self, termination: str, reason: str, transcript: Sequence[str] = ()) -> None:
        super().__init__(reason)
        self.termination = termination
        self.detail = "\n".join([reason, *transcript])


def play_job(
    contest: Contest, match: str, game: Game, players: Sequence[Player], job: Job
) -> GameRecord:
    """Play a game of a contest and return its record.

    A player who takes too long, plays an illegal move or raises has lost: the record
    names him and says what happened. A player who resigns has lost, too. Of the others,
    each has got 1 then and he -1; in a game for one player, minus infinity.

    Args:
        contest: what the game belongs to.
        match: the key that the record bears.
        game: the contest's game.
        players: those in the job's seats.
        job: the game.

    Raises:
        GameError: if the rules break their contract: no player is to blame for that.
        BadParameter: if a player cannot play this game at all.
        GametreeError: if something is missing that a player needs.

    """
    started = time.time()
    played = _Played(contest, game, job)
    with ExitStack() as stack:
        played.to_the_end(players, stack)
    return GameRecord(
        match=match,
        index=job.index,
        game=contest.game,
        parameters=contest.parameters,
        seats=tuple(contest.specs[number] for number in job.seats),
        opening=tuple(played.opening),
        moves=tuple(played.moves),
        movers=tuple(played.movers),
        seconds=tuple(played.seconds),
        statistics=tuple(played.statistics),
        returns=tuple(played.returns),
        termination=played.termination,
        culprit=played.culprit,
        detail=played.detail,
        seed=job.seed,
        started=started,
        ended=time.time(),
    )


class _Played:
    """A game being played, with the data of its record."""

    def __init__(self, contest: Contest, game: Game, job: Job) -> None:
        self.contest = contest
        self.record = Record(game)
        self.game = game = self.record.game  # with simultaneous moves, in turns
        self.job = job
        control = contest.time_control
        self.keepers = [Timekeeper(control, game) for _ in job.seats] if control else []
        self.opening: list[str] = []
        for action in job.opening:
            self.opening.append(name_of(game, self.record.state, action))
            self.record.play(action)
        self.moves: list[str] = []
        self.movers: list[int] = []
        self.seconds: list[float] = []
        self.statistics: list[dict[str, Any]] = []
        self.returns: list[float] = []
        self.termination = "rules"
        self.culprit: int | None = None
        self.detail = ""

    def to_the_end(self, players: Sequence[Player], stack: ExitStack) -> None:
        """Play until the game is over, too long, or lost by a foul; `stack` ends the players."""
        seat = 0
        try:
            for seat, player in enumerate(players):
                stack.callback(_end, player)
                _begin(player, self.game, seat, self.job.seed_of(f"seat {seat}"))
            dice = Rng(self.job.seed_of("dice"))
            while not self._is_over():
                seat = self.record.player
                if is_chance(seat):
                    self._put_down(seat, self.record.draw_chance(dice), 0.0, {})
                else:
                    self._move(seat, players[seat])
        except _Foul as foul:
            self.termination = foul.termination
            if foul.termination != "resignation":  # which is no foul, but loses as one does
                self.detail = foul.detail
                self.culprit = seat
            self.returns = _lost(seat, self.game.players)

    def _is_over(self) -> bool:
        record = self.record
        if record.over:
            self.termination = "repetition" if record.over_by_repetition else "rules"
            self.returns = record.returns
            return True
        if len(record.actions) >= self.contest.max_plies:
            self.termination = "max plies"
            self.returns = [self.game.draw_value] * self.game.players
            return True
        return False

    def _move(self, seat: int, player: Player) -> None:
        limit = self.contest.limit
        if self.keepers:
            limit = self.keepers[seat].limit(len(self.record.actions))
        started = time.perf_counter()
        try:
            choice = player.choose(record_for(player, self.record), limit)
            taken = time.perf_counter() - started
            action, statistics = _checked(choice)
        except GameError:
            raise
        except IllegalMove as error:  # it has named a move that there is not
            raise _Foul("illegal move", str(error)) from error
        except Exception as error:
            raise _foul_by(error) from error
        late = self._late(seat, taken)
        if late:
            raise _Foul("time", late, player.transcript)
        if self.keepers:
            self.keepers[seat].spend(taken)
        self._put_down(seat, action, taken, statistics)

    def _late(self, seat: int, taken: float) -> str:
        """Return a sentence if a move of this duration was late; "" if it was in time."""
        allowed, grace = self.contest.seconds, self.contest.grace
        if allowed is not None and taken > allowed + grace:
            return (
                f"took {taken:.3f} s for a move; {allowed:g} s were allowed, and {grace:g} s grace"
            )
        if self.keepers and (over := self.keepers[seat].clock.over(taken)) > grace:
            return (
                f"took {taken:.3f} s for a move, {over:.3f} s more than his clock of "
                f"{self.contest.clock} had left; {grace:g} s are the grace"
            )
        return ""

    def _put_down(
        self, mover: int, action: Action, seconds: float, statistics: dict[str, Any]
    ) -> None:
        state = self.record.state
        try:
            self.record.play(action)
        except IllegalMove as error:
            raise _Foul("illegal move", str(error)) from error
        self.moves.append(name_of(self.game, state, action))
        self.movers.append(mover)
        self.seconds.append(round(seconds, 6))
        self.statistics.append(statistics)


def _begin(player: Player, game: Game, seat: int, seed: int) -> None:
    try:
        player.begin(game, seat, seed)
    except PlayerError as error:
        raise _foul_by(error) from error
    except GametreeError:  # it says why this player cannot play this game, whoever begins it
        raise
    except Exception as error:
        raise _foul_by(error) from error


def _end(player: Player) -> None:
    with suppress(PlayerError):  # the game is over: what a program says now changes nothing
        player.end()


def _checked(choice: Any) -> tuple[Action, dict[str, Any]]:
    """Return the move and the statistics in a form that can be written to a journal."""
    if not isinstance(choice, Choice):
        raise BadParameter(f"choose returned {choice!r}; a Choice was expected")
    statistics: dict[str, Any] = plain(choice.statistics, "the statistics of a move")
    if not isinstance(statistics, dict):
        raise BadParameter(f"the statistics of a move must be values by name, not {statistics!r}")
    return choice.action, statistics


def _foul_by(error: Exception) -> _Foul:
    """Return the foul of a player that raised: its message, or the end of the traceback."""
    if isinstance(error, PlayerFailed):
        return _Foul(error.termination, str(error), error.transcript)
    if isinstance(error, GametreeError):
        return _Foul("crash", str(error))
    lines = traceback.format_exception(error)[-_TRANSCRIPT_LINES:]
    return _Foul("crash", "".join(lines).strip())


def _lost(culprit: int, players: int) -> list[float]:
    if players == 1:
        return [float("-inf")]  # worse than any return of the game
    return [-1.0 if seat == culprit else 1.0 for seat in range(players)]
