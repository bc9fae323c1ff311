"""Many random games without most checks: cheap, for rare faults and those only statistics show.

A game that goes wrong is replayed with all checks, which name the fault. As long as time allows,
one position of each game gets all checks: a random one, or the last before the end, where much
is decided. Some games are replayed as they are: the same moves must lead to the same end.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from ...actors import is_chance
from ...game import Action, State
from ...primitives.rng import Rng
from ...rules.drawing import drawn
from ...rules.snapshots import freeze, outline
from ...user_code.locating import brief
from ..fault import Fault
from ..probe import MOST_ACTIONS
from ..report import FAULT
from ..watchdog import PartTimeUp
from .endless_games import ENDLESS, loop
from .explore import Explorer
from .game_in_progress import Ending, GameInProgress

__all__ = ["HeuristicSample", "UncheckedGames"]

_MOST_RERUNS = 3
_ALL_AGAIN = 20
_SOME_AGAIN = 10


class _InvalidAnswer(Exception):
    """A game's method gave an answer that the contract does not allow."""


@dataclass(frozen=True)
class HeuristicSample:
    """The heuristic's answer in a position, the player to move there, and how the game ended."""

    said: tuple[float, ...]
    mover: int
    ending: Ending


class UncheckedGames:
    """Plays random games without most checks.

    Attributes:
        endings: the endings of the games that were finished.
        heuristic_samples: the heuristic's answer in one position of each game.
        games: the number of games begun.
        longest: the plies of the longest game, finished or not.
        unfinished: the number of games that were stopped after `ENDLESS` plies.
        loops: True if positions recurred in one of these.
    """

    def __init__(self, explorer: Explorer) -> None:
        self.endings: list[Ending] = []
        self.heuristic_samples: list[HeuristicSample] = []
        self.games = 0
        self.longest = 0
        self.unfinished = 0
        self.loops = False
        self._explorer = explorer
        self._game = explorer.probe.game
        self._reruns = 0
        self._seconds_checking = 0.0
        self._now = explorer.probe.watchdog.now
        self._moves: list[Action] = []
        self._choices: list[tuple[int | None, int]] = []
        self._trace: list[tuple[State, list[Action]]] = []
        self._heuristic_sample: tuple[tuple[float, ...], int] | None = None

    def play(self, most_games: int, seed: int, until: float) -> None:
        """Play games with random moves to their ends."""
        rng = Rng(seed)
        begun = self._now()
        while (
            self.games < most_games
            and self._reruns < _MOST_RERUNS
            and not (self.unfinished >= _MOST_RERUNS and self.unfinished > len(self.endings))
            and not self._explorer.findings.broken
            and self._now() < until
        ):
            self.games += 1
            try:
                ending = self._play_one(rng, until)
                self.longest = max(self.longest, len(self._moves))
                if ending is None:
                    continue
                self.endings.append(ending)
                for player, count in self._choices:
                    chance = is_chance(player)
                    if not chance and player is not None:
                        self._explorer.movers.add(player)
                    (self._explorer.outcomes if chance else self._explorer.branching).append(count)
                if self._heuristic_sample is not None:
                    self.heuristic_samples.append(HeuristicSample(*self._heuristic_sample, ending))
                # Drawn even if no time is left for it: a seed gives the same games at any speed.
                any_one = rng.below(len(ending.moves) + 1)
                if self._now() - begun > 3 * self._seconds_checking:
                    before_end = max(0, len(ending.moves) - 1)
                    self._check_line(ending.moves[: before_end if self.games % 2 else any_one])
                if self.games <= _ALL_AGAIN or self.games % _SOME_AGAIN == 0:
                    self._play_again(ending)
            except (KeyboardInterrupt, PartTimeUp):
                raise
            except BaseException as error:  # rules may even call sys.exit
                self._rerun(error)

    def _play_one(self, rng: Rng, until: float) -> Ending | None:
        """Play a random game; return its ending, None if it did not end."""
        game = self._game
        current_game = GameInProgress(game, game)
        state = game.initial_state()
        if game.states_change:
            state = game.copy(state)
        moves: list[Action] = []
        self._moves = moves
        self._trace = []
        self._heuristic_sample = None
        last: tuple[int | None, int] = (None, 0)
        self._choices = []
        met: set[Any] = set()
        while len(moves) < ENDLESS and self._now() < until:
            actions = self._listed(state)
            self._trace.append((None if game.states_change else state, actions))
            if game.defines_is_terminal and not (actions or game.is_terminal(state)):
                raise _InvalidAnswer
            if not _different(actions):
                raise _InvalidAnswer
            if current_game.tracks_repetition:
                current_game.arrive(state)
                if current_game.over and last[0] is not None:
                    returns = current_game.returns(state, last[0])
                    return Ending(
                        tuple(moves), returns, *last, by_repetition=True, plies=current_game.plies
                    )
            if not actions:
                before = freeze(state)
                returns = self._returns(state)
                if freeze(state) != before:
                    raise _InvalidAnswer
                return Ending(tuple(moves), returns, *last)
            player = self._player(state)
            if is_chance(player):
                action = drawn(game.chance_outcomes(state), rng)
            elif current_game.tracks_repetition:
                action = current_game.permitted(state, actions, rng)
                if action is None:
                    returns = current_game.returns(state, player)
                    return Ending(tuple(moves), returns, *last, by_repetition=True)
            else:
                action = actions[rng.below(len(actions))]
            # Reservoir sampling: every position of the game is equally likely.
            if game.defines_heuristic and not is_chance(player) and rng.below(len(moves) + 1) == 0:
                self._heuristic_sample = self._numbers(game.heuristic(state)), player
            last = (player, len(actions))
            self._choices.append(last)
            moves.append(action)
            state = game.next_state(state, action)
            if len(moves) > ENDLESS // 2:
                met.add(freeze(state))
        if len(moves) == ENDLESS:
            self.unfinished += 1
            self.loops |= len(met) < ENDLESS // 2 and not current_game.tracks_repetition
            if self.loops:
                self._explorer.findings.add(loop(ENDLESS // 2, len(met)), moves)
        return None

    def _check_line(self, moves: tuple[Action, ...]) -> None:
        """Replay these moves with all checks."""
        begun = self._now()
        self._explorer.replay(moves)
        self._seconds_checking += self._now() - begun

    def _player(self, state: State) -> int:
        player = self._game.current_player(state)
        if is_chance(player) or 0 <= player < self._game.players:
            return player
        raise _InvalidAnswer

    def _returns(self, state: State) -> tuple[float, ...]:
        return self._numbers(self._game.returns(state))

    def _numbers(self, answer: Sequence[float]) -> tuple[float, ...]:
        numbers = tuple(map(float, answer))
        if len(numbers) != self._game.players or not all(map(math.isfinite, numbers)):
            raise _InvalidAnswer
        return numbers

    def _rerun(self, error: BaseException) -> None:
        """Replay the game that went wrong with all checks."""
        self._reruns += 1
        findings = self._explorer.findings
        before = findings.added
        moves = tuple(self._moves)
        # The last move may not have been made: next_state itself may have failed.
        self._check_line(moves)
        if findings.added > before:
            return
        if isinstance(error, _InvalidAnswer):
            problem = "gave a wrong answer, and a right one when the same moves were played again"
        else:
            problem = (
                f"raised {type(error).__name__}: {error}, and did not when the same moves were "
                "played again"
            )
        findings.add(Fault("the game", "not repeatable", problem), moves)

    def _listed(self, state: State) -> list[Action]:
        """Return the legal actions; none where `is_terminal` says that the game is over."""
        game = self._game
        if game.defines_is_terminal and game.is_terminal(state):
            return []
        return list(islice(game.legal_actions(state), MOST_ACTIONS))

    def _play_again(self, ending: Ending) -> None:
        """Check that the same moves lead through the same positions to the same end."""
        game = self._game
        trace = self._trace
        state = game.initial_state()
        if game.states_change:
            state = game.copy(state)
        for ply, (before, actions) in enumerate(trace):
            again = self._listed(state)
            if again != actions and freeze(again) != freeze(actions):
                self._differs(ply, before, state, "legal_actions", actions, again)
                return
            if ply < len(ending.moves):
                state = game.next_state(state, ending.moves[ply])
        if not ending.by_repetition:
            returns = self._returns(state)
            if returns != ending.returns:
                ply = len(ending.moves)
                self._differs(ply, trace[-1][0], state, "returns", ending.returns, returns)

    def _differs(
        self, ply: int, before: State, now: State, method: str, first: Any, again: Any
    ) -> None:
        """Report the ply at which a replayed game differs from the original."""
        moves = tuple(self._moves[:ply])
        unchanged = before is not None and outline(before) == outline(now)
        self._explorer.findings.add(
            Fault(
                method if unchanged else "next_state",
                "not repeatable",
                f"gave {brief(first)}, and {brief(again)} when the same moves were played again"
                if unchanged
                else f"led elsewhere when the same moves were played again: {method} gave "
                f"{brief(first)} and then {brief(again)}",
                "an answer may depend on the state alone; luck is a move of CHANCE",
                FAULT,
            ),
            moves,
        )
        self._reruns += 1


def _different(actions: list[Action]) -> bool:
    try:
        return len(set(actions)) == len(actions)
    except TypeError:  # not hashable: the full checks compare them
        return True
