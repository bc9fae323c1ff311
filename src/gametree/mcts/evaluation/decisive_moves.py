"""A playout policy that plays winning moves and prevents those of the opponent."""

from __future__ import annotations

from copy import copy
from typing import Any, Self

from plainpython.compilable import Compilable

from ...errors import BadParameter
from ...game import Action, Game, State
from ...primitives.rng import Rng
from ...rules.workspace import ActionsFull, Workspace, list_actions, mover, write
from .playout_policy import PLAYOUT_POLICIES, PlayoutPolicy, Uniform

__all__ = ["Decisive"]


@PLAYOUT_POLICIES.register(
    "decisive",
    "Plays a move that wins at once, else a random move.",
)
class Decisive(PlayoutPolicy):
    """A move that wins at once, if there is one; else what another policy chooses.

    Decisive moves (Teytaud and Teytaud, 2010). By default they are found by trying
    each legal move: a player wins who gets more than every other player when the
    game ends. A game that defines `fill_winning_actions` is asked instead; then
    anti-decisive moves are played too: where the player to move cannot win, but
    another could if it were his turn, a move is taken from him. (Without that
    method they would cost a second look ahead after each move.)
    """

    def __init__(self, otherwise: PlayoutPolicy | None = None) -> None:
        if otherwise is not None and not isinstance(otherwise, PlayoutPolicy):
            raise BadParameter(
                f"otherwise must be a PlayoutPolicy such as Uniform(), not {otherwise!r}"
            )
        self.otherwise = Uniform() if otherwise is None else otherwise
        self.learns = self.otherwise.learns
        self.moves = Tried()

    def fitted_to(self, game: Game) -> Self:
        fitted = copy(self)
        fitted.otherwise = self.otherwise.fitted_to(game)
        if getattr(game, "defines_fill_winning_actions", False):
            fitted.moves = Told()
        return fitted

    def choose(self, game: Game, state: State, count: int, rng: Rng, work: Workspace) -> Any:
        return self.moves.choose(self.otherwise, game, state, count, rng, work)

    def begin(self) -> None:
        self.otherwise.begin()

    def note(self, player: int, action: Action) -> None:
        self.otherwise.note(player, action)

    def learn(self, values: Any) -> None:
        self.otherwise.learn(values)

    def fade(self) -> None:
        self.otherwise.fade()


class Tried(Compilable):
    """Decisive moves are found by trying all."""

    def choose(
        self,
        otherwise: PlayoutPolicy,
        game: Game,
        state: State,
        count: int,
        rng: Rng,
        work: Workspace,
    ) -> Any:
        """Return a move that wins at once, else what the other policy chooses."""
        if count == 0:
            count = list_actions(game, state, work)
        player = mover(game, state, work)
        for index in range(count):
            action = work.actions[index]
            successor = game.next_state(game.copy(state), action)
            if game.is_terminal(successor):
                write(game.returns(successor), work.values)
                if has_won(player, work.values):
                    return action
        return otherwise.choose(game, state, count, rng, work)


class Told(Tried):
    """The game tells which moves decide it."""

    def choose(
        self,
        otherwise: PlayoutPolicy,
        game: Any,
        state: State,
        count: int,
        rng: Rng,
        work: Workspace,
    ) -> Any:
        """Return a move that wins at once, else one that prevents it, else the other policy's."""
        player = mover(game, state, work)
        for step in range(game.players):
            other = (player + step) % game.players
            found = game.fill_winning_actions(state, other, work.actions)
            if found > len(work.actions):
                raise ActionsFull
            if found > 0:
                return work.actions[rng.below(found)]
        return otherwise.choose(game, state, 0, rng, work)


def has_won(player: int, values: Any) -> bool:
    """Return whether a player got more than every other one; there must be others."""
    for other in range(len(values)):
        if other != player and values[other] >= values[player]:
            return False
    return len(values) > 1
