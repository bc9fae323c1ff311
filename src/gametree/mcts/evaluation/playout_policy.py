"""Policies of playouts: how their moves are chosen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Self

from plainpython.compilable import Compilable

from ...errors import BadParameter
from ...game import Action, Game, State
from ...numbers.checks import fraction
from ...primitives.rng import Rng
from ...rules.heuristics import GameHeuristic, UserHeuristic
from ...rules.workspace import Workspace, list_actions, mover, write
from ..registry import Strategies

__all__ = ["PLAYOUT_POLICIES", "EpsilonGreedy", "PlayoutPolicy", "Uniform"]


class PlayoutPolicy(Compilable):
    """Base class of playout policies: define `choose`."""

    def choose(self, game: Game, state: State, count: int, rng: Rng, work: Workspace) -> Any:
        """Return a legal action of a position where a player moves.

        `count` actions stand listed in `work.actions`; 0 means that nobody has
        listed them yet (see `list_actions`).
        """
        raise NotImplementedError(f"{type(self).__name__} must define the method choose")

    learns: bool = False
    """True if the policy learns from what is played: its `begin`, `note` and `learn` are called."""

    def begin(self) -> None:
        """Forget the moves noted so far: another simulation begins, or the same one again."""

    def note(self, player: int, action: Action) -> None:
        """Note a move of the simulation under way; `player` may be CHANCE."""

    def learn(self, values: Any) -> None:
        """Learn from the moves noted, which came to `values`, one number for each player."""

    def fade(self) -> None:
        """See `Evaluation.fade`."""

    def fitted_to(self, game: Game) -> Self:
        """See `Evaluation.fitted_to`: what a policy learns belongs to the copy."""
        return self


PLAYOUT_POLICIES = Strategies(
    "playout",
    PlayoutPolicy,
    "The policy of playouts: by name, such as greedy or mast, or a class in a file. By default "
    "greedy if epsilon is given, else uniform.",
)
"""The bundled policies of playouts."""


@PLAYOUT_POLICIES.register("uniform", "Chooses each legal move with the same probability.")
class Uniform(PlayoutPolicy):
    """Every legal action with the same probability."""

    def choose(self, game: Game, state: State, count: int, rng: Rng, work: Workspace) -> Any:
        if count == 0:
            if game.defines_random_action:
                return game.random_action(state, rng)
            count = list_actions(game, state, work)
        return work.actions[rng.below(count)]


@PLAYOUT_POLICIES.register(
    "greedy",
    "Chooses the move whose successor has the best heuristic value, and sometimes a random one.",
    epsilon="The probability of a random move.",
)
class EpsilonGreedy(PlayoutPolicy):
    """The action whose successor looks best, but a random one with probability epsilon.

    Successors are judged by the returns of a finished game, otherwise by the
    heuristic: the game's own, or a function (game, state) of the user's that
    returns one number for each player. Ties are broken at random.
    """

    def __init__(
        self,
        epsilon: float = 0.1,
        heuristic: Callable[[Any, Any], Sequence[float]] | None = None,
    ) -> None:
        self.epsilon = fraction("epsilon", epsilon)
        self.heuristic = GameHeuristic() if heuristic is None else UserHeuristic(heuristic)

    def fitted_to(self, game: Game) -> Self:
        if isinstance(self.heuristic, GameHeuristic) and not game.defines_heuristic:
            raise BadParameter(
                f"EpsilonGreedy needs a heuristic, and {type(game).__name__} defines none: "
                "pass heuristic=, a function (game, state) that returns a number for each player"
            )
        return self

    def choose(self, game: Game, state: State, count: int, rng: Rng, work: Workspace) -> Any:
        if count == 0:
            count = list_actions(game, state, work)
        if rng.uniform() < self.epsilon:
            return work.actions[rng.below(count)]
        player = mover(game, state, work)
        best = 0
        best_value = 0.0
        ties = 0
        for index in range(count):
            successor = game.next_state(game.copy(state), work.actions[index])
            if game.is_terminal(successor):
                write(game.returns(successor), work.values)
            else:
                self.heuristic.estimate(game, successor, work.values)
            value = work.values[player]
            if ties == 0 or value > best_value:
                best = index
                best_value = value
                ties = 1
            elif value == best_value:
                ties += 1
                if rng.below(ties) == 0:
                    best = index
        return work.actions[best]
