"""Evaluators that are plain functions of many positions at once, such as a neural network."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...actors import CHANCE
from ...errors import BadParameter, GameError
from ...game import Game, State
from ...primitives.state_arrays import as_array, store_state
from ...user_code.locating import raised
from ..evaluation.evaluation import Evaluation
from ..tree.tree import ROOT, Tree
from .pending import ARRIVED, ITEMS, ROWS, GuidedWaiting, Waiting

__all__ = [
    "AskedFunction",
    "BatchEvaluator",
    "EvaluatorFault",
    "Leaves",
    "ask",
    "checked_batch_size",
    "guide_root",
    "played_again",
]


class EvaluatorFault(GameError):
    """A function raised, or gave what are no values or priors."""


@dataclass(frozen=True, slots=True)
class Leaves:
    """Positions to evaluate, n of them; none is finished.

    Attributes:
        states: where they are made of numbers, an array of n: of records, or with a
            field for each member of the tuple (`f0`, `f1`, ..., or its names in a
            NamedTuple). Otherwise a list.
        actions: an array of n by the game's `max_actions`, or twice as many, or four times
            and so on where a position has more; each row holds the legal actions of a
            position, then -1. Their order differs from one position to another.
        counts: how many legal actions each has.
        players: who moves, or CHANCE.

    """

    states: Any
    actions: Any
    counts: Any
    players: Any

    def __len__(self) -> int:
        return len(self.counts)


class BatchEvaluator(Evaluation):
    """A function that evaluates many positions in one call.

    The search collects leaves while none of them has its value yet, and simulations
    under way count as visits where the selection rule explores (WU-UCT); UCB1 explores
    less there. The function runs as plain Python, the rest compiled with the game if it can
    be. Same seed and same simulations: same tree. With `batch_size=1` it is the search one
    by one.

    Args:
        function: takes `Leaves`. Returns what each position is worth to each player, an
            array of n by players, in the scale of the game's returns; with priors, a pair
            of that and an array in the shape of `leaves.actions`: how good each action
            looks, 0 or more. What stands beyond the legal actions is not read, and the
            priors of a position are divided by their sum. With several workers it is
            called from several threads.
        batch_size: simulations to a batch: so many positions at most in one call.
            Larger ones cost less a position, and choose with older knowledge.
        priors: whether the function returns priors. Then a position gets its node as
            soon as it is evaluated, and the position searched is evaluated as well.

    Raises:
        BadParameter: if an argument is wrong.

    """

    def __init__(
        self, function: Callable[[Leaves], Any], batch_size: int = 64, priors: bool = False
    ) -> None:
        if not callable(function):
            raise BadParameter(f"an evaluator must be a function of leaves, not {function!r}")
        if not isinstance(priors, bool):
            raise BadParameter(f"priors must be True or False, not {priors!r}")
        self.function = function
        self.batch_size = checked_batch_size(batch_size)
        self.priors = priors
        self.gives_priors = priors

    def fitted_to(self, game: Game) -> Evaluation:
        asked = AskedFunction(self.function, self.batch_size, game)
        return GuidedWaiting(asked) if self.priors else Waiting(asked)


def checked_batch_size(size: int) -> int:
    """Return a number of simulations to a batch.

    Raises:
        BadParameter: if it is none.

    """
    if isinstance(size, bool) or not isinstance(size, int) or size < 1:
        raise BadParameter(f"batch_size must be a whole number of 1 or more, not {size!r}")
    return size


class AskedFunction:
    """The evaluator that leaves are shown to; compiled code is the same for all of them."""

    def __init__(self, function: Callable[[Leaves], Any], batch_size: int, game: Game) -> None:
        self.function = function
        self.batch_size = batch_size
        self.players = game.players
        self.max_actions = max(1, game.max_actions)
        self.name = getattr(function, "__name__", type(function).__name__)

    def __repr__(self) -> str:
        return f"BatchEvaluator({self.name}, batch_size={self.batch_size})"

    def __deepcopy__(self, memo: Any) -> AskedFunction:
        return self

    def width_for(self, most: int) -> int:
        """Return how many columns leaves are shown with of which one has so many actions.

        Not as many as there is room for: that depends on what was searched before.
        """
        width = self.max_actions
        while width < most:
            width *= 2
        return width

    def values_of(self, leaves: Leaves, gives_priors: bool) -> tuple[Any, Any]:
        """Return the values, and the priors of the legal actions, which sum to 1; or None.

        Raises:
            GameError: if the function raises, or its answer is no such thing.

        """
        try:
            answer = self.function(leaves)
        except EvaluatorFault:  # one that knows better what is wrong
            raise
        except Exception as error:
            message = f"the evaluator {self.name} {raised(error, self.name)}"
            raise EvaluatorFault(message) from error
        return self.checked(leaves, answer, gives_priors)

    def checked(self, leaves: Leaves, answer: Any, gives_priors: bool) -> tuple[Any, Any]:
        """Return values and priors as `values_of` does, from what the function returned.

        Raises:
            EvaluatorFault: if they are not what the leaves need.

        """
        priors = None
        if gives_priors:
            if not isinstance(answer, tuple) or len(answer) != 2:
                raise self._fault(f"{type(answer).__name__}; a pair (values, priors) was expected")
            answer, priors = answer
        values = self._numbers("values", answer, (len(leaves), self.players))
        if not np.isfinite(values).all():
            row, player = np.argwhere(~np.isfinite(values))[0]
            raise self._fault(
                f"the value {values[row, player]} for player {player} in position {row} of "
                f"{len(leaves)}; finite numbers were expected"
            )
        return values, self._shares(leaves, priors) if gives_priors else None

    def _shares(self, leaves: Leaves, given: Any) -> Any:
        priors = self._numbers("priors", given, leaves.actions.shape)
        legal = np.arange(priors.shape[1]) < leaves.counts[:, None]
        priors = np.where(legal, priors, 0.0)
        sums = priors.sum(axis=1, keepdims=True)
        wrong = ~((priors >= 0.0).all(axis=1) & np.isfinite(sums[:, 0]))
        if wrong.any():
            row = int(wrong.argmax())
            shown = priors[row, : leaves.counts[row]].tolist()
            raise self._fault(
                f"the priors {shown} in position {row} of {len(leaves)}; finite numbers of 0 or "
                "more were expected"
            )
        empty = (sums[:, 0] == 0.0) & (leaves.players != CHANCE)
        if empty.any():
            row = int(empty.argmax())
            raise self._fault(
                f"priors that sum to 0 over the legal actions {leaves.actions[row].tolist()} in "
                f"position {row} of {len(leaves)}; at least one must be above 0"
            )
        return priors / np.where(sums == 0.0, 1.0, sums)

    def _numbers(self, what: str, given: Any, shape: tuple[int, ...]) -> Any:
        try:
            numbers = np.asarray(given, np.float64)
        except (TypeError, ValueError):
            raise self._fault(
                f"{what} of type {type(given).__name__}; an array of numbers was expected"
            ) from None
        if numbers.shape != shape:
            raise self._fault(f"{what} of the shape {numbers.shape}; {shape} was expected")
        return numbers

    def _fault(self, problem: str) -> EvaluatorFault:
        return EvaluatorFault(f"the evaluator {self.name} returned {problem}")


def ask(waiting: Waiting, kind: Any, states: list[State] | None = None) -> None:
    """Show the leaves that wait to the function; keep what it says.

    `kind` is the type of the states, as `row_type` returns it. The leaves keep their `states`
    unless these are given.
    """
    count = int(waiting.used[ROWS])
    if count == 0:
        return
    room = len(waiting.actions) // len(waiting.counts)
    counts = np.array(waiting.counts[:count])
    width = waiting.asked.width_for(int(counts.max()))
    legal = np.arange(width) < counts[:, None]
    actions = action_table(waiting.actions[: count * room], count)[:, :width]
    leaves = Leaves(
        as_array(waiting.states if states is None else states, count, kind),
        np.where(legal, actions, -1),
        counts,
        np.array(waiting.players[:count]),
    )
    values, priors = waiting.asked.values_of(leaves, waiting.gives_priors)
    waiting.used[ARRIVED] = 1
    compiled = not isinstance(waiting.states, list)
    waiting.values = values.ravel() if compiled else values.ravel().tolist()
    if priors is not None:
        rows = np.zeros((count, room))
        rows[:, :width] = priors
        waiting.priors = rows.ravel() if compiled else rows.ravel().tolist()


def action_table(actions: Any, rows: int) -> Any:
    """Return actions as an array of so many rows: of integers, or of objects if they are none."""
    if not isinstance(actions, np.ndarray):
        table = np.empty(len(actions), object)
        for place, action in enumerate(actions):
            table[place] = action
        actions = table.astype(np.int64) if all(isinstance(each, int) for each in table) else table
    return actions.reshape(rows, -1)


def played_again(waiting: Waiting, game: Game, root: State) -> list[State]:
    """Return the positions of the leaves that wait, found by the moves that lead there.

    For states of compiled searches that no rows of numbers can keep.
    """
    found: dict[int, State] = {}
    start = 0
    for item, end in enumerate(waiting.ends[: waiting.used[ITEMS]]):
        row = int(waiting.rows[item])
        if row not in found:
            state = root
            for action in waiting.trail_actions[start:end].tolist():
                state = game.next_state(game.copy(state), action)
            found[row] = state
        start = end
    return [found[row] for row in range(len(found))]


def guide_root(
    waiting: GuidedWaiting, tree: Tree, state: State, kind: Any, *, keeps_states: bool
) -> None:
    """Let the edges of the root have their priors, if they have none; nothing may wait."""
    root = tree.nodes[ROOT]
    if waiting.ready(root):
        return
    edges = tree.edges[ROOT]
    for place in range(root.count):
        waiting.actions[place] = edges[place].action
    waiting.counts[0] = int(root.count)
    waiting.players[0] = int(root.player)
    if keeps_states:
        store_state(waiting.states, 0, state)
    waiting.used[ROWS] = 1
    try:
        ask(waiting, kind, None if keeps_states else [state])
    finally:
        waiting.used[ROWS] = waiting.used[ARRIVED] = 0
    waiting.guide(tree, ROOT, 0)
