"""Many random games without watch: cheap, for what rarely happens and for what only numbers show.

A game that goes wrong is played again under watch, which names the fault. As long as it does
not take too much of the time, one position of each game is looked at under watch: any one, or
the last before the end, where much is decided. Some games are played again as they are: the
same moves must lead to the same end.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from ..game import CHANCE, Action, State
from ..primitives.rng import Rng
from ..rules.drawing import drawn
from ..rules.snapshots import freeze, outline
from .explore import Explorer
from .fault import Fault, told
from .game_in_progress import Course, Ending
from .probe import MOST_ACTIONS
from .report import FAULT
from .unending import ENDLESS, loop
from .watchdog import TimeUp

__all__ = ["Crowd", "Guess"]

_MOST_LOOKS = 3
_ALL_AGAIN = 20
_SOME_AGAIN = 10


class _Odd(Exception):
    """An answer that no game may give."""


@dataclass(frozen=True)
class Guess:
    """What the heuristic said in a position of a game, who was to move, and how it ended."""

    said: tuple[float, ...]
    mover: int
    ending: Ending


class Crowd:
    """Plays games without watch.

    Attributes:
        endings: of the games that came to their end.
        guesses: of the heuristic, one a game.
        games: how many were begun.
        longest: the plies of the longest one, finished or not.
        unfinished: how many went on for `ENDLESS` plies.
        loops: whether positions came back in one of these.
    """

    def __init__(self, explorer: Explorer) -> None:
        self.endings: list[Ending] = []
        self.guesses: list[Guess] = []
        self.games = 0
        self.longest = 0
        self.unfinished = 0
        self.loops = False
        self._explorer = explorer
        self._game = explorer.probe.game
        self._looks = 0
        self._looking = 0.0
        self._moves: list[Action] = []
        self._choices: list[tuple[int | None, int]] = []
        self._trail: list[tuple[State, list[Action]]] = []
        self._guess: tuple[tuple[float, ...], int] | None = None

    def play(self, most_games: int, seed: int, until: float) -> None:
        """Play games with random moves to their ends."""
        rng = Rng(seed)
        begun = time.perf_counter()
        while (
            self.games < most_games
            and self._looks < _MOST_LOOKS
            and not (self.unfinished >= _MOST_LOOKS and self.unfinished > len(self.endings))
            and not self._explorer.findings.broken
            and time.perf_counter() < until
        ):
            self.games += 1
            try:
                ending = self._play_one(rng, until)
                self.longest = max(self.longest, len(self._moves))
                if ending is None:
                    continue
                self.endings.append(ending)
                for player, count in self._choices:
                    chance = player == CHANCE
                    if not chance and player is not None:
                        self._explorer.movers.add(player)
                    (self._explorer.outcomes if chance else self._explorer.branching).append(count)
                if self._guess is not None:
                    self.guesses.append(Guess(*self._guess, ending))
                if time.perf_counter() - begun > 3 * self._looking:
                    before_end = max(0, len(ending.moves) - 1)
                    any_one = rng.below(len(ending.moves) + 1)
                    self._look(ending.moves[: before_end if self.games % 2 else any_one])
                if self.games <= _ALL_AGAIN or self.games % _SOME_AGAIN == 0:
                    self._play_again(ending)
            except (KeyboardInterrupt, TimeUp):
                raise
            except BaseException as error:  # rules may even call sys.exit
                self._look_into(error)

    def _play_one(self, rng: Rng, until: float) -> Ending | None:
        """Return how a random game ended; None if it did not."""
        game = self._game
        course = Course(game, game)
        state = game.initial_state()
        if game.states_change:
            state = game.copy(state)
        moves: list[Action] = []
        self._moves = moves
        self._trail = []
        self._guess = None
        last: tuple[int | None, int] = (None, 0)
        self._choices = []
        met: set[Any] = set()
        while len(moves) < ENDLESS and time.perf_counter() < until:
            actions = list(islice(game.legal_actions(state), MOST_ACTIONS))
            self._trail.append((None if game.states_change else state, actions))
            if game.defines_is_terminal and bool(game.is_terminal(state)) == bool(actions):
                raise _Odd
            if not _different(actions):
                raise _Odd
            if course.watched:
                course.arrive(state)
                if course.over and last[0] is not None:
                    returns = course.returns(state, last[0])
                    return Ending(
                        tuple(moves), returns, *last, by_repetition=True, plies=course.plies
                    )
            if not actions:
                before = freeze(state)
                returns = self._returns(state)
                if freeze(state) != before:
                    raise _Odd
                return Ending(tuple(moves), returns, *last)
            player = self._player(state)
            if player == CHANCE:
                action = drawn(game.chance_outcomes(state), rng)
            elif course.watched:
                action = course.permitted(state, actions, rng)
                if action is None:
                    returns = course.returns(state, player)
                    return Ending(tuple(moves), returns, *last, by_repetition=True)
            else:
                action = actions[rng.below(len(actions))]
            # One position of a game, each as likely as the others.
            if game.defines_heuristic and player != CHANCE and rng.below(len(moves) + 1) == 0:
                self._guess = self._numbers(game.heuristic(state)), player
            last = (player, len(actions))
            self._choices.append(last)
            moves.append(action)
            state = game.next_state(state, action)
            if len(moves) > ENDLESS // 2:
                met.add(freeze(state))
        if len(moves) == ENDLESS:
            self.unfinished += 1
            self.loops |= len(met) < ENDLESS // 2 and not course.watched
            if self.loops:
                self._explorer.findings.add(loop(ENDLESS // 2, len(met)), moves)
        return None

    def _look(self, moves: tuple[Action, ...]) -> None:
        """Look under watch at what these moves lead through."""
        begun = time.perf_counter()
        self._explorer.follow(moves)
        self._looking += time.perf_counter() - begun

    def _player(self, state: State) -> int:
        player = self._game.current_player(state)
        if player == CHANCE or 0 <= player < self._game.players:
            return player
        raise _Odd

    def _returns(self, state: State) -> tuple[float, ...]:
        return self._numbers(self._game.returns(state))

    def _numbers(self, answer: Sequence[float]) -> tuple[float, ...]:
        numbers = tuple(map(float, answer))
        if len(numbers) != self._game.players or not all(map(math.isfinite, numbers)):
            raise _Odd
        return numbers

    def _look_into(self, error: BaseException) -> None:
        """Play the game that went wrong again, under watch."""
        self._looks += 1
        findings = self._explorer.findings
        before = findings.added
        moves = tuple(self._moves)
        # The last move may not have been made: next_state may be what failed.
        self._look(moves)
        if findings.added > before:
            return
        if isinstance(error, _Odd):
            problem = "gave an answer that it did not give when the same moves were played again"
        else:
            problem = (
                f"raised {type(error).__name__}: {error}, and did not when the same moves were "
                "played again"
            )
        findings.add(Fault("the game", "not repeatable", problem), moves)

    def _play_again(self, ending: Ending) -> None:
        """Insist that the same moves lead through the same positions to the same end."""
        game = self._game
        trail = self._trail
        state = game.initial_state()
        if game.states_change:
            state = game.copy(state)
        for ply, (before, actions) in enumerate(trail):
            again = list(islice(game.legal_actions(state), MOST_ACTIONS))
            if again != actions and freeze(again) != freeze(actions):
                self._differs(ply, before, state, "legal_actions", actions, again)
                return
            if ply < len(ending.moves):
                state = game.next_state(state, ending.moves[ply])
        if not ending.by_repetition:
            returns = self._returns(state)
            if returns != ending.returns:
                ply = len(ending.moves)
                self._differs(ply, trail[-1][0], state, "returns", ending.returns, returns)

    def _differs(
        self, ply: int, before: State, now: State, method: str, first: Any, again: Any
    ) -> None:
        """Say where a game that was played again left its first course."""
        moves = tuple(self._moves[:ply])
        unchanged = before is not None and outline(before) == outline(now)
        self._explorer.findings.add(
            Fault(
                method if unchanged else "next_state",
                "not repeatable",
                f"gave {told(first)}, and {told(again)} when the same moves were played again"
                if unchanged
                else f"led elsewhere when the same moves were played again: {method} gave "
                f"{told(first)} and then {told(again)}",
                "an answer may depend on the state alone; luck is a move of CHANCE",
                FAULT,
            ),
            moves,
        )
        self._looks += 1


def _different(actions: list[Action]) -> bool:
    try:
        return len(set(actions)) == len(actions)
    except TypeError:  # they have no hash: looked at under watch
        return True
