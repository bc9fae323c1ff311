"""Nim with any heaps."""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import TYPE_CHECKING, Any, ClassVar

from ..errors import BadParameter
from ..game import Game
from ..naming.parameters import require
from ..primitives.rng import Rng

if TYPE_CHECKING:
    from ..views import View

__all__ = ["Nim"]

State = tuple[int, int]

_MOST_ACTIONS = 65536
"""Room in a node for its moves, and in an action for its number."""

_LONGEST_ROW = 60
"""How many counters of a heap are drawn."""


class Nim(Game):
    """Nim: take counters from the heaps; whoever takes the last one wins.

    On your turn, take one or more counters from one heap. With `misere`, whoever takes the last
    counter loses.

    Parameters: the sizes of the `heaps`; how many counters one may `take` at once, where
    None is no limit; and `misere`, where who takes the last counter loses.

    Players: 0 moves first, 1. Returns: 1 for a win, -1 for a loss.

    State: (the heaps as fields of one integer, the player to move).

    Action: heap * stride + amount - 1, with heaps counted from 0 and the stride the most
    that may be taken at once. In text `3:2` is two counters from the third heap.
    """

    # The heaps (1, 3, 5, 7) take three bits each, the first heap lowest:
    #
    #   bit  11 10  9   8  7  6   5  4  3   2  1  0
    #         1  1  1   1  0  1   0  1  1   0  0  1
    #        heap 3: 7  heap 2: 5 heap 1: 3 heap 0: 1

    pieces: ClassVar[tuple[str, ...]] = ()

    def __init__(
        self,
        heaps: tuple[int, ...] = (1, 3, 5, 7),
        take: int | None = None,
        misere: bool = False,
    ) -> None:
        if not isinstance(heaps, (tuple, list)) or not heaps:
            raise BadParameter(f"heaps must be a tuple of sizes, not {heaps!r}")
        for heap in heaps:
            require(int, heaps=heap)
        if min(heaps) < 1:
            raise BadParameter(f"heaps must be of at least 1 counter each, not {heaps!r}")
        if take is not None:
            require(int, take=take)
            if take < 1:
                raise BadParameter(f"take must be at least 1, or None for no limit, not {take}")
        require(bool, misere=misere)
        largest = max(heaps)
        bits = largest.bit_length()
        if len(heaps) * bits > 62:
            raise BadParameter(
                f"{len(heaps)} heaps of up to {largest} counters need {len(heaps) * bits} bits; "
                "there are 62"
            )
        self.heaps = tuple(heaps)
        self.take = take
        self.misere = misere
        self._stride = largest if take is None else min(take, largest)
        self.max_actions = sum(min(heap, self._stride) for heap in heaps)
        if len(heaps) * self._stride > _MOST_ACTIONS:
            raise BadParameter(
                f"{len(heaps)} heaps of up to {largest} counters have more than {_MOST_ACTIONS} "
                "moves; limit them by take"
            )
        self._count = len(heaps)
        self._first = sum(heap << index * bits for index, heap in enumerate(heaps))
        self._bits = bits
        self._field = (1 << bits) - 1

    def initial_state(self) -> State:
        return (self._first, 0)

    def current_player(self, state: State) -> int:
        return state[1]

    def legal_actions(self, state: State) -> list[int]:
        return [
            heap * self._stride + amount
            for heap in range(self._count)
            for amount in range(self._choices(state, heap))
        ]

    def next_state(self, state: State, action: int) -> State:
        heap = action // self._stride
        amount = action - heap * self._stride + 1
        return (state[0] - (amount << heap * self._bits), 1 - state[1])

    def is_terminal(self, state: State) -> bool:
        return state[0] == 0

    def returns(self, state: State) -> tuple[float, float]:
        winner = state[1] if self.misere else 1 - state[1]
        return (1.0, -1.0) if winner == 0 else (-1.0, 1.0)

    def fill_legal_actions(self, state: State, out: MutableSequence[int]) -> int:
        count = 0
        for heap in range(self._count):
            for amount in range(self._choices(state, heap)):
                out[count] = heap * self._stride + amount
                count += 1
        return count

    def random_action(self, state: State, rng: Rng) -> int:
        total = 0
        for heap in range(self._count):
            total += self._choices(state, heap)
        # The index among all legal actions, then among those from each heap on.
        index = rng.below(total)
        heap = 0
        while index >= self._choices(state, heap):
            index -= self._choices(state, heap)
            heap += 1
        return heap * self._stride + index

    def _choices(self, state: State, heap: int) -> int:
        """Return how many different amounts may be taken from a heap."""
        return min(self._size(state, heap), self._stride)

    def _size(self, state: State, heap: int) -> int:
        return state[0] >> heap * self._bits & self._field

    def recommended_search(self) -> dict[str, Any] | None:
        from ..mcts.choice_of_method import with_playouts

        return with_playouts()

    # For people.

    def state_to_text(self, state: State) -> str:
        lines = []
        for heap in range(self._count):
            size = self._size(state, heap)
            row = "|" * min(size, _LONGEST_ROW) + ("..." if size > _LONGEST_ROW else "")
            groups = [row[start : start + 5] for start in range(0, len(row), 5)]
            lines.append(" ".join([f"{heap + 1}:", *groups, f"({size})"]))
        return "\n".join(lines)

    def view(self, state: State) -> View:
        from ..views import piles

        sizes = [self._size(state, heap) for heap in range(self._count)]
        return piles(sizes, self.heaps)

    def action_to_text(self, state: State, action: int) -> str:
        heap, less_one = divmod(action, self._stride)
        return f"{heap + 1}:{less_one + 1}"
