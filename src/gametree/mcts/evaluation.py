"""Evaluation: what a leaf is worth to each player."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from time import perf_counter_ns
from typing import Any, Self

from ..compilable import Compilable, native_twin
from ..errors import BadParameter
from ..game import CHANCE, Action, Game, State
from ..rng import Rng
from .repetition import Repetition, repetition_of
from .tree import NO_CHILD, Field, Tree
from .workspace import (
    DEADLINE,
    ENDLESS_PLIES,
    ActionsFull,
    PlayoutEndless,
    RulesBroken,
    TimeUp,
    Workspace,
    write,
)

__all__ = [
    "Draw",
    "EpsilonGreedy",
    "Evaluation",
    "GameHeuristic",
    "Heuristic",
    "Playout",
    "PlayoutPolicy",
    "Uniform",
    "UserHeuristic",
]


PROBABILITY_SLACK = 1e-6
"""By how much the probabilities of all outcomes may miss 1."""


class Evaluation(Compilable):
    """Base class of evaluations: define `evaluate`.

    One that has priors for the actions as well is a `GuidedEvaluation`; one that
    looks at many positions at once, a `BatchEvaluator`.
    """

    node_fields: tuple[Field, ...] = ()
    edge_fields: tuple[Field, ...] = ()
    gives_priors: bool = False
    """Whether each edge has a `prior`; those of a node sum to 1."""

    waits: bool = False  # whether leaves wait for their values: see `mcts.waiting`
    guides: bool = False  # whether new nodes wait for their priors

    def evaluate(self, game: Game, state: State, rng: Rng, work: Workspace) -> None:
        """Write to `work.values` what the position is worth to each player.

        `work.actions` is free to use. The position may be a finished one.
        """
        raise NotImplementedError(f"{type(self).__name__} must define the method evaluate")

    def open(self, game: Game, state: State, tree: Tree, number: int) -> None:
        """Prepare a new node and its edges."""

    def ready(self, node: Any) -> bool:
        """Tell whether a node has its priors, where they come later."""
        return True

    def park(
        self, game: Game, state: State, tree: Tree, work: Workspace, depth: int, child: int
    ) -> bool:
        """Keep a leaf, and the path to it, till it is evaluated; False if it need not wait."""
        return False

    def resume(self, tree: Tree, work: Workspace) -> bool:
        """Take up the next parked simulation, if its values have come: path and values."""
        return False

    def depth(self) -> int:
        """Return the length of the path of the simulation taken up."""
        return 0

    def child(self) -> int:
        """Return the node of its leaf, or less than 1."""
        return NO_CHILD

    def fade(self) -> None:
        """Trust less in what was learned: a move of the game has been made."""

    def fitted_to(self, game: Game) -> Evaluation:
        """Return this evaluation with what depends on the game filled in.

        Raises:
            BadParameter: if the game lacks what the evaluation needs.

        """
        return self


class Heuristic(Compilable):
    """Base class of static evaluations: define `estimate`."""

    def estimate(self, game: Game, state: State, values: Any) -> None:
        """Write to `values` a guess of the returns of a position that is not finished."""
        raise NotImplementedError(f"{type(self).__name__} must define the method estimate")


class GameHeuristic(Heuristic):
    """The game's own `heuristic`."""

    def estimate(self, game: Game, state: State, values: Any) -> None:
        write(game.heuristic(state), values)


class UserHeuristic(Heuristic):
    """A function of game and state that returns one number for each player."""

    def __init__(self, function: Callable[[Any, Any], Sequence[float]]) -> None:
        if not callable(function):
            raise BadParameter(f"a heuristic must be a function (game, state), not {function!r}")
        self.function = function

    def estimate(self, game: Game, state: State, values: Any) -> None:
        write(self.function(game, state), values)


class Draw(Heuristic):
    """Every position counts as a draw: each player gets the game's `draw_value`."""

    def estimate(self, game: Game, state: State, values: Any) -> None:
        for player in range(len(values)):
            values[player] = game.draw_value


class PlayoutPolicy(Compilable):
    """Base class of playout policies: define `choose`."""

    def choose(self, game: Game, state: State, count: int, rng: Rng, work: Workspace) -> Any:
        """Return a legal action of a position where a player moves.

        `count` actions stand listed in `work.actions`; 0 means that nobody has
        listed them yet (see `list_actions`).
        """
        raise NotImplementedError(f"{type(self).__name__} must define the method choose")

    learns: bool = False
    """Whether the policy is told what is played: `begin`, `note` and `learn`."""

    def begin(self) -> None:
        """Forget the moves noted so far: another simulation begins, or the same one again."""

    def note(self, player: int, action: Action) -> None:
        """Note a move of the simulation under way; `player` may be CHANCE."""

    def learn(self, values: Any) -> None:
        """Learn from the moves noted, which came to `values`, one number for each player."""

    def fade(self) -> None:
        """As `Evaluation.fade`."""

    def fitted_to(self, game: Game) -> Self:
        """As `Evaluation.fitted_to`: what a policy learns belongs to the copy."""
        return self


class Uniform(PlayoutPolicy):
    """Every legal action with the same probability."""

    def choose(self, game: Game, state: State, count: int, rng: Rng, work: Workspace) -> Any:
        if count == 0:
            if game.defines_random_action:
                return game.random_action(state, rng)
            count = list_actions(game, state, work)
        return work.actions[rng.below(count)]


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
        self.epsilon = checked_epsilon(epsilon)
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
        player = game.current_player(state)
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


class Playout(Evaluation):
    """Play the game out from the leaf and take its returns.

    Args:
        policy: how moves are chosen; `Uniform()` by default.
        max_plies: after so many moves the playout is cut off. None: never;
            a playout of a million moves is then taken for an endless one and
            ends the search with an error.
        cutoff: what a cut-off playout is worth: a function (game, state) that
            returns one number for each player. By default the game's
            `heuristic` if it has one, else a draw.

    """

    def __init__(
        self,
        policy: PlayoutPolicy | None = None,
        max_plies: int | None = None,
        cutoff: Callable[[Any, Any], Sequence[float]] | None = None,
    ) -> None:
        if policy is not None and not isinstance(policy, PlayoutPolicy):
            raise BadParameter(f"policy must be a PlayoutPolicy such as Uniform(), not {policy!r}")
        if max_plies is not None and (
            isinstance(max_plies, bool) or not isinstance(max_plies, int) or max_plies < 0
        ):
            raise BadParameter(
                f"max_plies must be None or an integer of 0 or more, not {max_plies!r}"
            )
        self.policy = Uniform() if policy is None else policy
        self.max_plies = -1 if max_plies is None else max_plies
        self.longest = ENDLESS_PLIES if max_plies is None else max_plies
        self.cutoff: Heuristic = Draw() if cutoff is None else UserHeuristic(cutoff)
        self.repetition = Repetition()

    def fitted_to(self, game: Game) -> Self:
        fitted = copy(self)
        fitted.policy = self.policy.fitted_to(game)
        fitted.repetition = repetition_of(game)
        if isinstance(self.cutoff, Draw) and self.max_plies >= 0 and game.defines_heuristic:
            fitted.cutoff = GameHeuristic()
        return fitted

    def fade(self) -> None:
        self.policy.fade()

    def evaluate(self, game: Game, state: State, rng: Rng, work: Workspace) -> None:
        self.policy.begin()
        self.play_out(game, state, rng, work)
        self.policy.learn(work.values)

    def play_out(self, game: Game, state: State, rng: Rng, work: Workspace) -> None:
        """Play to the end, or to the cut-off, and write what it is worth to `work.values`."""
        has_chance = game.defines_chance_outcomes
        has_end = game.defines_is_terminal
        repetition = self.repetition
        watches = repetition.watches
        learns = self.policy.learns
        plies = 0
        count = 0
        player = CHANCE
        while True:
            if has_end:
                if game.is_terminal(state):
                    break
            else:
                count = game.fill_legal_actions(state, work.actions)
                if count == 0:
                    break
                if count > len(work.actions):
                    raise ActionsFull
            if plies == self.longest:
                if self.max_plies < 0:
                    raise PlayoutEndless
                self.cutoff.estimate(game, state, work.values)
                return
            if has_chance and game.current_player(state) == CHANCE:
                action = drawn(game.chance_outcomes(state), rng)
            else:
                action = self.policy.choose(game, state, count, rng, work)
            if watches:
                player = game.current_player(state)
                if repetition.forbids and player != CHANCE:
                    found, action = permitted(repetition, game, state, action, rng, work)
                    if not found:
                        repetition.judge(game, state, player, work)
                        return
            if learns:
                self.policy.note(game.current_player(state), action)
            state = game.next_state(state, action)
            plies += 1
            if plies & 3 == 0 and time_is_up(work):
                raise TimeUp
            if watches and repetition.arrive(game, state, work):
                repetition.judge(game, state, player, work)
                return
        write(game.returns(state), work.values)


def _native_time_is_up(work: Workspace) -> bool:
    return False  # a million moves take no time


@native_twin(_native_time_is_up)
def time_is_up(work: Workspace) -> bool:
    """Tell whether a playout is to be given up."""
    deadline: int = work.counters[DEADLINE]
    return deadline != 0 and perf_counter_ns() > deadline


def permitted(
    repetition: Repetition, game: Game, state: State, action: Action, rng: Rng, work: Workspace
) -> tuple[bool, Action]:
    """Return True and `action` if it may be made, else a random action that may.

    False and any action if there is none.
    """
    if repetition.permits(game, state, action, work):
        return True, action
    count = list_actions(game, state, work)
    while count > 0:
        index = rng.below(count)
        action = work.actions[index]
        if repetition.permits(game, state, action, work):
            return True, action
        count -= 1
        work.actions[index] = work.actions[count]
    return False, action


def drawn(outcomes: Sequence[tuple[Action, float]], rng: Rng) -> Action:
    """Return a random action, by the probabilities beside the actions."""
    chosen = outcomes[0][0]
    left = rng.uniform()
    for action, probability in outcomes:
        if probability > 0.0:
            chosen = action
            left -= probability
            if left < 0.0:
                return chosen
    if left > PROBABILITY_SLACK:
        raise RulesBroken
    return chosen


def checked_epsilon(epsilon: float) -> float:
    """Return a probability as a float, or raise `BadParameter`."""
    return checked_share("epsilon", epsilon)


def checked_share(name: str, share: float) -> float:
    """Return a number from 0 to 1 as a float, or raise `BadParameter`."""
    if isinstance(share, bool) or not isinstance(share, (int, float)) or not 0 <= share <= 1:
        raise BadParameter(f"{name} must be a number from 0 to 1, not {share!r}")
    return float(share)


def list_actions(game: Game, state: State, work: Workspace) -> int:
    """Write the legal actions to `work.actions`; return how many there are, at least one."""
    count = game.fill_legal_actions(state, work.actions)
    if count > len(work.actions):
        raise ActionsFull
    if count == 0:
        raise RulesBroken
    return count
