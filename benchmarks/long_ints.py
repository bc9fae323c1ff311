"""A board of 64 squares as one plain int, and as a `u64`: one game, written both ways.

    python benchmarks/long_ints.py

Plain UCT from the first position, as many simulations compiled in both ways, and a fiftieth of them
interpreted. The trees are the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from timing import Run, interleaved_rates, options, print_heading, ratios, spread, table

import gametree as gt
from plainpython.bits import bit, lowest, u64, without_lowest

SIMULATIONS = 50_000
ALL = 0xFFFF_FFFF_FFFF_FFFF
NOT_FIRST, NOT_LAST = 0xFEFE_FEFE_FEFE_FEFE, 0x7F7F_7F7F_7F7F_7F7F
UNSIGNED_ALL, UNSIGNED_NOT_FIRST, UNSIGNED_NOT_LAST = map(u64, (ALL, NOT_FIRST, NOT_LAST))


class Claim(gt.Game):
    """Claim a square beside one's own; who cannot has lost. Boards are plain ints."""

    def initial_state(self) -> Any:
        """Return the squares of both, and whose turn it is."""
        return (1, 1 << 63, 0)

    def current_player(self, state: Any) -> int:
        """Players alternate."""
        return int(state[2])

    def free(self, state: Any) -> Any:
        """Return the free squares beside those of the player to move."""
        own = state[state[2]]
        near = (own << 8) & ALL | own >> 8
        near |= (own << 1) & NOT_FIRST & ALL | (own >> 1) & NOT_LAST
        return near & ~(state[0] | state[1])

    def squares(self, board: Any) -> Iterator[int]:
        """Yield the squares of a board."""
        while board:
            yield (board & -board).bit_length() - 1
            board &= board - 1

    def square(self, number: int) -> Any:
        """Return a board of one square."""
        return 1 << number

    def legal_actions(self, state: Any) -> list[int]:
        """Return the numbers of the squares."""
        return list(self.squares(self.free(state)))

    def next_state(self, state: Any, action: int) -> Any:
        """Claim a square."""
        if state[2] == 0:
            return (state[0] | self.square(action), state[1], 1)
        return (state[0], state[1] | self.square(action), 0)

    def is_terminal(self, state: Any) -> bool:
        """Tell whether there is no square to claim."""
        return not self.free(state)

    def returns(self, state: Any) -> tuple[float, float]:
        """Whoever is to move has lost."""
        return (-1.0, 1.0) if state[2] == 0 else (1.0, -1.0)


class Unsigned(Claim):
    """The same with boards that are `u64`."""

    def initial_state(self) -> Any:
        """Return the squares of both, and whose turn it is."""
        return (u64(1), u64(1 << 63), 0)

    def free(self, state: Any) -> Any:
        """Return the free squares beside those of the player to move."""
        own = state[state[2]]
        near = (own << u64(8)) & UNSIGNED_ALL | own >> u64(8)
        near |= (own << u64(1)) & UNSIGNED_NOT_FIRST & UNSIGNED_ALL
        near |= (own >> u64(1)) & UNSIGNED_NOT_LAST
        return near & (UNSIGNED_ALL ^ (state[0] | state[1]))

    def squares(self, board: Any) -> Iterator[int]:
        """Yield the squares of a board."""
        while board:
            yield int(lowest(board))
            board = without_lowest(board)

    def square(self, number: int) -> Any:
        """Return a board of one square."""
        return bit(number)


def run(game: gt.Game, simulations: int, compiled: bool) -> Run:
    """Return what searches once: it gives the simulations, and what the tree looks like."""

    def once() -> tuple[int, object]:
        searcher = gt.Searcher(game, seed=1, method="uct", compiled=compiled)
        result = searcher.run(simulations=simulations)
        return simulations, result.actions

    once()
    return once


def main() -> None:
    chosen = options(__doc__, repeats=9, quick_repeats=3)
    print_heading()
    contenders = {
        "plain ints, interpreted": run(Claim(), SIMULATIONS // 50, compiled=False),
        "plain ints": run(Claim(), SIMULATIONS, compiled=True),
        "u64": run(Unsigned(), SIMULATIONS, compiled=True),
    }
    assert contenders["plain ints"]()[1] == contenders["u64"]()[1], "the trees differ"
    rates = interleaved_rates(contenders, chosen.repeats)
    interpreted, plain = rates["plain ints, interpreted"], rates["plain ints"]
    rows = [
        [
            name,
            f"{spread(each).median:,.0f}",
            ratios(each, interpreted).text(),
            ratios(each, plain).text(2),
        ]
        for name, each in rates.items()
    ]
    print(table(["boards", "simulations /s", "of interpreted", "of plain ints"], rows))


if __name__ == "__main__":
    main()
