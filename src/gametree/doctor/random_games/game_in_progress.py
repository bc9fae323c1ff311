"""A random game in progress under the game's policy for repetition, and its ending.

The policy is the one that searches use (`rules.repetition`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ...game import Action, Game, State
from ...primitives.rng import Rng
from ...rules.position_history import occurrences, plies_since
from ...rules.repetition import repetition_of
from ...rules.workspace import make_workspace
from ..fault import Fault

__all__ = ["Ending", "GameInProgress"]


@dataclass(frozen=True)
class Ending:
    """A finished random game: its moves, its result, how it ended.

    Attributes:
        moves: all moves from the first position, those of chance included.
        returns: the return of each player.
        last_player: the player who made the last move; None if there is none, or unknown.
        last_choices: the number of legal actions at the last move.
        by_repetition: True if the policy for repetition ended the game, not the rules.
        plies: how many moves ago the last position occurred before; 0 if it did not.
    """

    moves: tuple[Action, ...]
    returns: tuple[float, ...]
    last_player: int | None = None
    last_choices: int = 0
    by_repetition: bool = False
    plies: int = 0


class GameInProgress:
    """Applies the policy for repetition to a game, position by position.

    `rules` answer for keys and successors: the game itself, or a `Probe` of it.

    Attributes:
        over: True if the policy for repetition has ended the game.
    """

    def __init__(self, game: Game, rules: Any) -> None:
        self._policy = repetition_of(game)
        self._rules = rules
        self._work = make_workspace(game.players, 0, 0, 0, compiled=False, state=None)
        self.over = False

    @property
    def tracks_repetition(self) -> bool:
        """True if the game declares a policy for repetition."""
        return self._policy.watches

    @property
    def plies(self) -> int:
        """The number of moves since the last position occurred before; 0 if it did not."""
        if not self._policy.watches or occurrences(self._work) < 2:
            return 0
        return plies_since(self._work)

    def arrive(self, state: State) -> None:
        """Record the position that the game has come to.

        Raises:
            Fault: if the game's `key` is at fault.
        """
        try:
            self.over = self._policy.arrive(self._rules, state, self._work)
        except Fault:
            raise
        except Exception as error:  # of a key's own __eq__
            problem = f"cannot be compared with others: == raised {type(error).__name__}: {error}"
            raise Fault("key", "not comparable", problem.rstrip(": ")) from error

    def permits(self, state: State, action: Action) -> bool:
        """Return True if the policy for repetition lets a player make this legal move."""
        return not self._policy.forbids or self._policy.permits(
            self._rules, state, action, self._work
        )

    def permitted(self, state: State, actions: list[Action], rng: Rng) -> Action | None:
        """Return a random one of the legal moves that a player may make; None if there is none."""
        left = list(actions)
        while left:
            action = left.pop(rng.below(len(left)))
            if self.permits(state, action):
                return action
        return None

    def returns(self, state: State, player: int) -> tuple[float, ...]:
        """Return the returns of a game that the policy has ended.

        `player` made the move that repeated the position, or has none.
        """
        self._policy.judge(self._rules, state, player, self._work)
        return tuple(self._work.values)
