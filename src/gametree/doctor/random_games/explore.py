"""Explores a game: all short sequences of moves, then random games to their end.

Breadth first, the first position that shows a fault is reached by the fewest moves. For a fault
that only random games meet, the shortest such game is kept, from which `shrink` drops moves.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import Any

from ...actors import is_player
from ...game import Action, State
from ...primitives.rng import Rng
from ...rules.drawing import drawn
from ...rules.snapshots import freeze
from ..checks.chance import random_actions_are_even
from ..fault import Fault
from ..position import Position
from ..probe import Probe
from .endless_games import ENDLESS, loop
from .examine import Examiner
from .game_in_progress import Ending, GameInProgress

__all__ = ["Explorer", "Samples"]

_CAREFUL_GAMES = 20
_DRAWN_FROM = 20  # positions in which random actions are counted
_MOST_SAMPLES = 200


@dataclass
class Samples:
    """Sample positions: where a player moves, where chance does, and where the game is over."""

    decisions: list[State] = field(default_factory=list)
    chances: list[State] = field(default_factory=list)
    finished: list[State] = field(default_factory=list)


class Explorer(Examiner):
    """Checks many positions, most of them in random games.

    Attributes:
        endings: the endings of the random games that were finished.
        samples: some of the positions met.
        branching: the number of legal actions wherever a player moved, in those games.
        outcomes: the number of outcomes wherever chance moved.
        games: the number of random games begun.
        unfinished: the number of games that were stopped after `ENDLESS` plies.
        longest: the plies of the longest game, finished or not.
        loops: True if positions recurred in one of these though no policy for repetition is
            declared.
    """

    def __init__(self, probe: Probe) -> None:
        super().__init__(probe)
        self.endings: list[Ending] = []
        self.samples = Samples()
        self.branching: list[int] = []
        self.outcomes: list[int] = []
        self.games = 0
        self.unfinished = 0
        self._careful_until = 0.0
        self.loops = False
        self.longest = 0
        self._now = probe.watchdog.now

    def breadth_first(self, most_positions: int, until: float) -> None:
        """Check all positions within few moves of the first one, the nearest first."""
        first = self.begin()
        if first is None:
            return
        self.probe.careful = True
        ahead: deque[tuple[tuple[Action, ...], State]] = deque([((), first)])
        met = {freeze(first)}
        looked = 0
        while ahead and looked < most_positions and self._now() < until:
            moves, state = ahead.popleft()
            position = self.visit(moves, state)
            looked += 1
            if self.findings.broken:
                return
            if position is None:
                continue
            if looked <= _DRAWN_FROM:
                self.check(random_actions_are_even, position)
            for action in position.playable:
                if len(ahead) + looked >= 4 * most_positions:
                    break
                successor = self.play(state, action, moves)
                if successor is None:
                    continue
                frozen = freeze(successor)
                if frozen not in met:
                    met.add(frozen)
                    ahead.append(((*moves, action), successor))

    def random_games(self, most_games: int, seed: int, until: float) -> None:
        """Play games with random moves to their ends."""
        rng = Rng(seed)
        begun = self._now()
        self._careful_until = begun + (until - begun) / 2
        while (
            self.games < most_games
            and not self.findings.broken
            and self._now() < until
            and not (self.unfinished >= 3 and self.unfinished > len(self.endings))
        ):
            self._random_game(rng, until)

    def _random_game(self, rng: Rng, until: float) -> None:
        self.games += 1
        state = self.begin()
        current_game = GameInProgress(self.probe.game, self.probe)
        moves: list[Action] = []
        last: tuple[int | None, int] = (None, 0)
        choices: list[int] = []
        outcomes: list[int] = []
        trace: set[Any] = set()
        while state is not None:
            # The draw comes first: a seed gives the same games however fast they are played.
            careful = rng.below(50) == 0 or (
                self.games <= _CAREFUL_GAMES and self._now() < self._careful_until
            )
            position = self.visit(moves, state, careful=careful and len(moves) < ENDLESS // 10)
            if position is None:
                return
            self._sample(position, rng)
            try:
                ending, action = self._step(current_game, position, last, rng)
            except Fault as fault:
                self.findings.add(fault, moves)
                return
            if ending is not None:
                self.endings.append(ending)
                self.branching += choices
                self.outcomes += outcomes
            if ending is not None or position.finished:
                return
            if len(moves) >= ENDLESS:
                self.unfinished += 1
                if trace and len(trace) < len(moves) and not current_game.tracks_repetition:
                    self.loops = True
                    self.findings.add(loop(len(moves), len(trace)), moves)
                return
            self.longest = max(self.longest, len(moves))
            if self._now() >= until:
                return
            if self.games == 1 or self.unfinished:
                trace.add(freeze(state))
            last = (position.player, len(position.actions))
            (outcomes if position.chance else choices).append(len(position.actions))
            state = self.play(state, action, moves)
            moves.append(action)

    def _step(
        self,
        current_game: GameInProgress,
        position: Position,
        last: tuple[int | None, int],
        rng: Rng,
    ) -> tuple[Ending | None, Action]:
        """Return the ending and None if the game is over here, otherwise None and a random move.

        Raises:
            Fault: if a method that the policy for repetition calls is at fault.
        """
        state, player = position.state, position.player
        current_game.arrive(state)
        if current_game.over and last[0] is not None:
            moves, returns = tuple(position.moves), current_game.returns(state, last[0])
            return Ending(moves, returns, *last, by_repetition=True, plies=current_game.plies), None
        if position.finished:
            if position.returns is None:
                return None, None
            return Ending(tuple(position.moves), position.returns, *last), None
        if position.outcomes is not None:
            return None, drawn(position.outcomes, rng)
        if not is_player(player):  # a fault, reported already: the game goes on
            return None, position.actions[rng.below(len(position.actions))]
        action = current_game.permitted(state, position.actions, rng)
        if action is None:
            moves, returns = tuple(position.moves), current_game.returns(state, player)
            return Ending(moves, returns, *last, by_repetition=True), None
        return None, action

    def _sample(self, position: Position, rng: Rng) -> None:
        samples = self.samples
        goes_on = samples.chances if position.chance else samples.decisions
        kept = samples.finished if position.finished else goes_on
        if len(kept) < _MOST_SAMPLES and (position.finished or rng.below(3) == 0):
            kept.append(position.state)  # `play` leaves it as it is
