"""The player by nested rollout policy adaptation, for puzzles of one player."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from ..errors import BadParameter, GameError
from ..game import Action, Game, State
from ..limits import Limit
from ..naming.parameters import require
from ..numbers.checks import positive
from ..primitives.actions import Packing, is_same, room_for_actions
from ..primitives.rng import Rng
from ..record import Record
from ..rules.checked_game import MOST_ACTIONS, CheckedGame
from ..rules.hidden_information import refuse_hidden
from ..rules.workspace import ActionsFull, OutOfRoom, enlarged, make_workspace
from ..user_code.locating import failure
from .compilation import compile_or_none, goes_on_interpreted
from .nested_rollouts import ALLOWED, DONE, LONGEST, STOP, Policies, nested
from .player import Choice, Player
from .time_limit import run_in_time

__all__ = ["Nrpa"]

_MOST_LEVELS = 8
_FIRST_MOVES = 256
_FIRST_CHOICES = 1 << 13


class Nrpa(Player):
    """Nested rollout policy adaptation, for one player without chance; the best line is kept.

    A search of level n runs `iterations` searches of level n - 1. After each it moves its policy
    towards the best line. Level 0 is a rollout by the policy (Rosin, 2011). Each move has a search,
    and the player continues the best line of all searches.

    Args:
        level: how deep searches are nested.
        iterations: searches of the level below, at each level.
        alpha: how far a policy moves towards a line.
        ply: whether policies tell one move from the same at another ply.
        simulations, seconds: the most rollouts, and the time, for each move; searches are begun
            again until they are used up. Without them the limit of the match applies, or there is
            one search: `iterations` to the power of `level` rollouts.

    """

    name = "nrpa"

    def __init__(
        self,
        level: int = 2,
        iterations: int = 100,
        alpha: float = 1.0,
        ply: bool = True,
        simulations: int | None = None,
        seconds: float | None = None,
    ) -> None:
        require(int, level=level, iterations=iterations)
        require(bool, ply=ply)
        if not 1 <= level <= _MOST_LEVELS:
            raise BadParameter(f"level must be from 1 to {_MOST_LEVELS}, not {level}")
        if iterations < 1:
            raise BadParameter(f"iterations must be 1 or more, not {iterations}")
        self._level = level
        self._iterations = iterations
        self._alpha = positive("alpha", alpha)
        self._by_ply = ply
        given = simulations is not None or seconds is not None
        self._limit = Limit(simulations, seconds) if given else None

    def begin(self, game: Game, seat: int, seed: int) -> None:
        _refuse(game)
        self._game = game
        self._rng = Rng(seed)
        self._best: float | None = None
        self.line: list[Action] = []  # what is left of the line of the best return
        self._played = 0
        self._longest, self._choices = _FIRST_MOVES, _FIRST_CHOICES
        self._packing: Packing | None = None
        kernel = None
        if not game.interpreted_only:

            def arguments(packing: Packing | None) -> tuple[Any, ...]:
                self._packing = packing
                self._prepare(compiled=True)
                return self._arguments(game.initial_state())

            kernel = compile_or_none(self.name, nested, game, arguments)
        self._compiled = kernel is not None
        if not self._compiled:
            self._prepare(compiled=False)
        self._kernel: Callable[..., Any] = kernel or nested

    def choose(self, record: Record, limit: Limit | None) -> Choice:
        started = time.perf_counter()
        if record.over:
            raise BadParameter("nrpa was asked for a move in a finished game")
        self._follow(record)
        limit = self._limit or limit
        rollouts = limit.simulations if limit and limit.simulations else sys.maxsize
        once = limit is None or (limit.simulations is None and limit.seconds is None)
        for place, value in ((DONE, 0), (ALLOWED, rollouts), (STOP, 0)):
            self._control[place] = value

        def search() -> None:
            while True:
                self._search(record.state)
                control = self._control
                if once or control[STOP] != 0 or control[DONE] >= control[ALLOWED]:
                    return

        def stop() -> None:
            self._control[STOP] = 1

        seconds = limit.seconds if limit else None
        if seconds is not None:
            seconds = max(0.0, seconds - (time.perf_counter() - started))
        run_in_time(search, seconds, stop)
        report = {
            "value": self._best,
            "rollouts": int(self._control[DONE]),
            "moves left": len(self.line),
        }
        return Choice(self.line[0], report)

    def end(self) -> None:
        del self._policies, self._kernel

    def _follow(self, record: Record) -> None:
        """Go on along the best line, as far as the game has followed it; else forget it."""
        for action in record.actions[self._played :]:
            if self.line and is_same(self.line[0], action):
                del self.line[0]
            else:
                self.line, self._best = [], None
        self._played = len(record.actions)

    def _search(self, state: State) -> None:
        """Make one search from a position; keep its line if it is better than what is known."""
        game = self._game
        begun = self._rng.state[0], int(self._control[DONE])
        while True:
            self._policies.forget()
            try:
                found = float(self._kernel(*self._arguments(game.copy(state))))
                break
            except OutOfRoom as shortage:
                self._make_room(shortage)
            except (GameError, BadParameter):
                raise
            except Exception as error:
                if not (self._compiled and goes_on_interpreted(self.name, game, error)):
                    message = failure(error, f"the rollouts of {type(game).__name__}")
                    raise GameError(f"{message}; gametree.check(game) tells where") from error
                self._leave_compiled()
            # Once more from the beginning: what was learned so far is the same again.
            self._rng.state[0], self._control[DONE] = begun
        if self._best is None or found > self._best:
            policies = self._policies
            first = self._level * policies.longest()
            length = int(policies.lengths[self._level])
            self._best = found
            self.line = [self._action(each) for each in range(first, first + length)]

    def _action(self, place: int) -> Action:
        action = self._moves[place]
        return action.item() if isinstance(action, np.generic) else action

    def _prepare(self, *, compiled: bool) -> None:
        """Make policies that know nothing, and the buffers."""
        game = self._game
        self._policies = Policies(
            self._level,
            self._iterations,
            self._alpha,
            self._longest,
            self._choices,
            by_ply=self._by_ply,
        )
        self._work = make_workspace(
            1,
            max(1, game.max_actions),
            1,
            1,
            compiled=compiled,
            state=CheckedGame(game).initial_state(),
            packing=self._packing,
        )
        room = (self._level + 2) * self._longest
        self._moves: Any = room_for_actions(room, self._packing) if compiled else [None] * room
        self._control: Any = np.zeros(3, np.int64)

    def _leave_compiled(self) -> None:
        """Go on with interpreted rules, within the same limits."""
        control = self._control
        self._compiled, self._kernel, self._packing = False, nested, None
        self._prepare(compiled=False)
        self._control = control

    def _arguments(self, state: State) -> tuple[Any, ...]:
        return (
            self._game, self._policies, state, self._work, self._moves, self._control, self._rng,
            self._level,
        )  # fmt: skip

    def _make_room(self, shortage: OutOfRoom) -> None:
        game = type(self._game).__name__
        if isinstance(shortage, ActionsFull):
            if len(self._work.actions) > MOST_ACTIONS:
                raise GameError(f"{game}.legal_actions gave too many actions")
            self._work = enlarged(self._work, actions=2 * len(self._work.actions))
            return
        if self._longest >= LONGEST:
            raise GameError(
                f"a rollout of {game} has not ended after {LONGEST:,} moves: nrpa plays games "
                "that end"
            )
        control, work = self._control, self._work
        self._longest *= 2
        self._choices *= 4
        self._prepare(compiled=self._compiled)
        self._control, self._work = control, work


def _refuse(game: Game) -> None:
    """Raise BadParameter for games that it does not play."""
    refuse_hidden(game, "nrpa")
    name = type(game).__name__
    if game.players != 1:
        raise BadParameter(f"nrpa plays games of one player; {name} has {game.players}")
    if game.has_chance:
        raise BadParameter(f"nrpa plays games without chance; {name} has some")
    if game.repetition:
        raise BadParameter(
            f"nrpa plays games whose rules see to repetition themselves; {name} has the policy "
            f"{game.repetition!r}"
        )
