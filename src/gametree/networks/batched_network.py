"""Networks of any kind that evaluate many positions at once: what goes in, and what comes out.

They see a position as `InputPlanes` and return values and logits; here these become what the
search wants of a `BatchEvaluator`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from plainpython.forms import NumpyRecord, form_of

from ..actors import CHANCE, is_chance
from ..errors import BadParameter
from ..game import Game, State
from ..mcts.batching.evaluators import AskedFunction, EvaluatorFault, Leaves, checked_batch_size
from ..mcts.batching.pending import GuidedWaiting
from ..mcts.evaluation.evaluation import Evaluation
from ..primitives.state_arrays import row_type
from .blueprint import Blueprint, blueprint_of
from .seen_play import seen_in

__all__ = ["ON_CPU", "ON_GPU", "BatchedNetwork", "NetworkSizes", "network_sizes"]

ON_CPU, ON_GPU = 16, 64
"""Simulations to a batch. Larger ones are faster, but a search chooses with older knowledge: on a
CPU, which gains little, it comes out weaker (docs/decisions.md)."""


class NetworkSizes(NamedTuple):
    """What a network for a game takes and gives.

    Attributes:
        input: of one position: (planes, rows, columns) where there is a board, or (numbers,).
        players: values of a position, one a player: -1 is the least return there is, 1 the
            greatest.
        actions: logits of a position, one for each action that a game may have.

    """

    input: tuple[int, ...]
    players: int
    actions: int


def network_sizes(game: Game) -> NetworkSizes:
    """Return what a network for a game takes and gives, found from some random games.

    Raises:
        BadParameter: if it is no game, or there is nothing to be seen in its states.
        GameError: if the rules break their contract.

    """
    blueprint = blueprint_of(game)
    return NetworkSizes(blueprint.planes.shape, game.players, blueprint.actions.size)


class BatchedNetwork(Evaluation):
    """The base of networks that evaluate leaves in batches, with priors.

    Args:
        game: the rules that it is for.
        outputs: takes an array of positions by `NetworkSizes.input`; returns values and logits,
            or something else, which is refused. It does not hold this object, so that what it
            holds goes as soon as nobody needs it.
        name: what errors call it.
        batch_size: as for `BatchEvaluator`.

    Attributes:
        game: the rules that it is for.
        sizes: what it takes and gives.
        blueprint: what it sees of the game.

    Raises:
        BadParameter: if an argument is wrong, or the outputs are not those for the game.

    """

    gives_priors = True

    def __init__(
        self, game: Game, outputs: Callable[[Any], Any], name: str, batch_size: int
    ) -> None:
        self.sizes = network_sizes(game)
        self.blueprint: Blueprint = blueprint_of(game)
        self.game = game
        self._outputs = outputs
        self._form = form_of(game.initial_state())
        self.__name__ = name  # what errors call the function that is asked
        self.batch_size = checked_batch_size(batch_size)
        self._try()

    def __repr__(self) -> str:
        return self.__name__

    def __deepcopy__(self, memo: Any) -> BatchedNetwork:
        return self  # what it is made of may be large, or in another memory

    def __call__(self, leaves: Leaves) -> tuple[Any, Any]:
        """Return the values and the priors of leaves.

        Raises:
            EvaluatorFault: if the network returns no such numbers.

        """
        movers = np.asarray(leaves.players)
        if (movers == CHANCE).any():
            return self._look_past_chance(leaves)
        values, logits = self.outputs_of(self._planes(self._states(leaves), movers))
        return values, self._priors(leaves, logits)

    def fitted_to(self, game: Game) -> Evaluation:
        if game is not self.game and blueprint_of(game).digest != self.blueprint.digest:
            raise BadParameter(
                f"{self.__name__} is a network for {self.game!r}, and {game!r} does not play "
                "alike: make one for that game"
            )
        return GuidedWaiting(AskedFunction(self, self.batch_size, game))

    def outputs_of(self, planes: Any) -> tuple[Any, Any]:
        """Return values, in returns, and logits for the input of some positions.

        Raises:
            EvaluatorFault: if the network gives something else.

        """
        values, logits = self.expect(self._outputs(planes), len(planes))
        return self.blueprint.centre + self.blueprint.spread * values, logits

    def expect(self, answer: Any, count: int) -> tuple[Any, Any]:
        """Return the values and logits that are the answer for so many positions.

        Raises:
            EvaluatorFault: if it is something else.

        """
        if not isinstance(answer, (tuple, list)) or len(answer) != 2:
            raise self._fault(f"{type(answer).__name__}; a pair (values, logits) was expected")
        values = self._checked("values", answer[0], (count, self.sizes.players))
        return values, self._checked("logits", answer[1], (count, self.sizes.actions))

    def _try(self) -> None:
        """Refuse a network that does not fit the game before a search is begun with it.

        Raises:
            BadParameter: if it does not.

        """
        size = self.sizes.input
        try:
            self.outputs_of(np.zeros((2, *size), np.float32))
        except EvaluatorFault as fault:
            raise BadParameter(f"{fault}, for {self.game!r}") from None
        except Exception as error:
            message = " ".join(str(error).split())
            raise BadParameter(
                f"{self.__name__} cannot take positions of {self.game!r}, an array of n by "
                f"{size}: {type(error).__name__}: {message}"
            ) from error

    def _look_past_chance(self, leaves: Leaves) -> tuple[Any, Any]:
        """Evaluate leaves where chance moves in some: these by what follows, by probability."""
        values = np.zeros((len(leaves), self.sizes.players))
        rows, shares, states, movers = [], [], [], []
        ahead = [(row, 1.0, state) for row, state in enumerate(self._states(leaves))]
        game = self.game
        while ahead:
            row, share, state = ahead.pop()
            if game.is_terminal(state):
                values[row] += share * np.asarray(game.returns(state))
            elif is_chance(mover := game.current_player(state)):
                ahead += [
                    (row, share * chance, game.next_state(game.copy(state), action))
                    for action, chance in game.chance_outcomes(state)
                ]
            else:
                rows.append(row)
                shares.append(share)
                states.append(state)
                movers.append(mover)
        logits = np.zeros((len(leaves), self.sizes.actions), np.float32)
        if rows:
            found, of_moves = self.outputs_of(self._planes(states, np.array(movers)))
            np.add.at(values, rows, found * np.array(shares)[:, None])
            logits[rows] = of_moves  # of no use where chance moves
        return values, self._priors(leaves, logits)

    def _states(self, leaves: Leaves) -> list[State]:
        """Return the positions as the rules have them."""
        if isinstance(leaves.states, list):
            return leaves.states
        if isinstance(self._form, NumpyRecord):
            return list(leaves.states)
        rows = leaves.states
        if self._kind is not None and self._kind.itemsize == rows.dtype.itemsize:
            rows = rows.view(self._kind)
        return [self._form.taken(each) for each in rows.tolist()]

    @cached_property
    def _kind(self) -> Any:
        """The type of rows of states; None if it is not known."""
        return _kind_of(seen_in(self.game).states)

    def _planes(self, states: list[State], movers: Any) -> Any:
        features = self.blueprint.features
        found = np.zeros(len(states) * features.most, np.int32)
        ends = np.zeros(len(states), np.int64)
        count = 0
        for row, (state, mover) in enumerate(zip(states, movers.tolist(), strict=True)):
            count = features.collect(self.game, state, mover, found, count)
            ends[row] = count
        owners = np.repeat(np.arange(len(states)), np.diff(ends, prepend=0))
        return self.blueprint.planes.encode(found[:count], owners, movers)

    def _priors(self, leaves: Leaves, logits: Any) -> Any:
        """Return the softmax of the logits over the legal actions of each position."""
        numbers = self._numbers_of(leaves.actions)
        legal = np.arange(numbers.shape[1]) < leaves.counts[:, None]
        own = np.where(legal, np.take_along_axis(logits, numbers, axis=1), -np.inf)
        highest = own.max(axis=1, keepdims=True, initial=-1e30)
        priors = np.exp(own - highest)
        return priors / np.maximum(priors.sum(axis=1, keepdims=True), 1e-30)

    def _numbers_of(self, actions: Any) -> Any:
        number = self.blueprint.actions.number
        if actions.dtype == object:
            found = [number(action) for action in actions.ravel()]
            return np.array(found, np.int64).reshape(actions.shape)
        different, places = np.unique(actions, return_inverse=True)
        numbers = np.array([number(action) for action in different.tolist()], np.int64)
        return numbers[places].reshape(actions.shape)

    def _checked(self, what: str, given: Any, shape: tuple[int, ...]) -> Any:
        try:
            numbers = np.asarray(given)
        except (TypeError, ValueError):
            numbers = np.empty((), object)
        if numbers.dtype.kind not in "fiu":
            raise self._fault(f"{what} of type {type(given).__name__}; floats were expected")
        if numbers.shape != shape:
            raise self._fault(
                f"{what} of the shape {numbers.shape}; {shape} was expected: positions by "
                + ("players" if what == "values" else "actions")
            )
        if not np.isfinite(numbers).all():
            row, place = np.argwhere(~np.isfinite(numbers))[0]
            raise self._fault(
                f"{what} with {numbers[row, place]} in position {row} of {shape[0]}; finite "
                "numbers were expected"
            )
        return numbers

    def _fault(self, problem: str) -> EvaluatorFault:
        return EvaluatorFault(f"{self.__name__} returned {problem}")


def _kind_of(values: Sequence[Any]) -> Any:
    """Return `row_type` of states of which these are some, with integers as large as they get.

    A board of 64 bits is an int as another, and by one value nobody can tell. None if states are
    of several lengths, or not made of numbers.
    """
    first = values[0]
    if type(first) is int and max(values) > np.iinfo(np.int64).max:
        return np.dtype(np.uint64)
    if not isinstance(first, tuple) or not first:
        return row_type(first)
    if any(len(each) != len(first) for each in values):
        return None
    names = getattr(first, "_fields", [f"f{index}" for index in range(len(first))])
    members = [_kind_of(column) for column in zip(*values, strict=True)]
    if any(member is None for member in members):
        return None
    return np.dtype(list(zip(names, members, strict=True)))
