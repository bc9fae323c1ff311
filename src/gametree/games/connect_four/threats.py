"""The heuristic of connect four: the part of `ConnectFour` that evaluates positions.

A threat is a free cell that would complete a row. One that can be filled at once wins, or must
be filled by the other player. The others count at the end: nobody wants to play the cell below
a threat of the other's, so that the columns with threats stay open, the rest of the board fills
up, and whoever must move then has to give way. L. V. Allis (A Knowledge-Based Approach of
Connect-Four, 1988) calls it zugzwang, and shows that in 7x6 it favours threats of the first
player in odd rows and of the second in even ones. Here it is played through instead, which
holds for any board and for many threats at once.
"""

from __future__ import annotations

from typing import Any

from plainpython.bits import popcount

from ...game import Game
from ...numbers.elementary import tanh
from .patterns import NoPatterns, Patterns

__all__ = ["Threats"]

State = tuple[int, int]
Lines = tuple[int, int, int, int]  # as `Threats._open_lines` returns

_OPEN = 2.0  # not decided: no value of a position


class Threats(Game):
    """Connect four's heuristic; boards are as `ConnectFour` explains."""

    width: int
    height: int
    connect: int
    _full: int
    _feet: int
    _steps: tuple[int, ...]
    _rows_of_first: int
    _sides: int
    _patterns: Patterns | NoPatterns

    def heuristic(self, state: State) -> tuple[float, float]:
        """Estimate the returns: exactly where forced moves decide, else by threats and patterns.

        Forced moves are followed to where a player has a choice. A player is forced to fill a
        threat of the other's, and to the only cell that is not below one.
        """
        return self.heuristic_from(self._patterns.nothing(), state)

    def heuristic_basis(self, state: State) -> Any:
        mine, both = state
        theirs, free = both ^ mine, self._full ^ both
        my_cells = self._open_lines(mine, free)[0]
        their_cells = self._open_lines(theirs, free)[0]
        my_threats, their_threats = self._threats(mine, free), self._threats(theirs, free)
        return self._patterns.basis(
            (mine, theirs, my_threats, their_threats, my_cells, their_cells)
        )

    def heuristic_from(self, basis: Any, state: State) -> tuple[float, float]:
        value, mine, both, my_threats, their_threats = self._settled(*state)
        if value == _OPEN:
            value = self._estimate(basis, mine, both, my_threats, their_threats)
        if popcount(both) & 1:
            value = -value
        return (value, -value)

    def _estimate(
        self, basis: Any, mine: int, both: int, my_threats: int, their_threats: int
    ) -> float:
        """Return what a position without forced moves is worth to the player to move."""
        theirs = both ^ mine
        my_lines = self._open_lines(mine, self._full ^ both)
        their_lines = self._open_lines(theirs, self._full ^ both)
        features = self._features(mine, both, my_threats, their_threats, my_lines, their_lines)
        weights = self._patterns.weights
        filled = popcount(both) / (self.width * self.height)
        score = 0.0
        for index in range(len(weights)):
            empty, full = weights[index]
            score += (empty + (full - empty) * filled) * features[index]
        boards = (mine, theirs, my_threats, their_threats, my_lines[0], their_lines[0])
        score += self._patterns.score_from(basis, boards)
        return tanh(score)

    def _settled(self, mine: int, both: int) -> tuple[float, int, int, int, int]:
        """Follow forced moves to where the player to move has a choice, or the game is decided.

        Return the value for the player to move there, or _OPEN; the stones of the player to
        move and of both; and the threats of the player to move and of the other.
        """
        theirs = both ^ mine
        my_threats = self._threats(mine, self._full ^ both)
        their_threats = self._threats(theirs, self._full ^ both)
        while True:
            playable = both + self._feet & self._full
            if playable == 0:
                return 0.0, mine, both, my_threats, their_threats
            if my_threats & playable:
                return 1.0, mine, both, my_threats, their_threats
            move = their_threats & playable
            if move:
                if move & (move - 1) or move << 1 & their_threats:
                    return -1.0, mine, both, my_threats, their_threats
            else:
                move = playable & ~(their_threats >> 1)
                if move == 0:
                    return -1.0, mine, both, my_threats, their_threats
                if move & (move - 1):
                    return _OPEN, mine, both, my_threats, their_threats
            both |= move
            new_threats = self._threats(mine | move, self._full ^ both)
            mine, theirs = theirs, mine | move
            my_threats, their_threats = their_threats & ~move, new_threats

    def features(self, state: State) -> tuple[int, ...]:
        """Return numbers of the position after forced moves, for the player to move there.

        1, which stands for the move; 1 for the first player, -1 for the other; who wins if the
        board is filled up as it is, with the threats that the player may add, and with those
        that both may add. Then what he has more than the other: lines with two cells free, and
        with three; safe cells to play; cells to play in the former lines; safe cells in two of
        them at once; cells of such lines that lie in his rows and below all threats; threats
        that are the lowest of their column; stones at the sides.
        """
        _, mine, both, my_threats, their_threats = self._settled(*state)
        my_lines = self._open_lines(mine, self._full ^ both)
        their_lines = self._open_lines(both ^ mine, self._full ^ both)
        return self._features(mine, both, my_threats, their_threats, my_lines, their_lines)

    def after_forced_moves(self, state: State) -> State:
        """Return the position after all forced moves: `heuristic` and `features` judge that one."""
        _, mine, both, _, _ = self._settled(*state)
        return (mine, both)

    def _features(
        self,
        mine: int,
        both: int,
        my_threats: int,
        their_threats: int,
        my_lines: Lines,
        their_lines: Lines,
    ) -> tuple[int, ...]:
        theirs = both ^ mine
        free = self._full ^ both
        playable = both + self._feet & self._full
        my_safe = playable & ~(their_threats >> 1)
        their_safe = playable & ~(my_threats >> 1)
        # Threats that stones on safe cells would make.
        later = free ^ playable
        my_hopes = my_threats | self._threats(mine | my_safe, later)
        their_hopes = their_threats | self._threats(theirs | their_safe, later)
        my_cells, my_forks, my_two, my_three = my_lines
        their_cells, their_forks, their_two, their_three = their_lines
        lowest, below = self._up_to_the_first(my_threats | their_threats, both)
        first = 1 - 2 * (popcount(both) & 1)
        my_rows = below & self._rows_of_first if first == 1 else below & ~self._rows_of_first
        return (
            1,
            first,
            self._filled_up(both, my_threats, their_threats),
            self._filled_up(both, my_hopes, their_threats),
            self._filled_up(both, my_hopes, their_hopes),
            my_two - their_two,
            my_three - their_three,
            popcount(my_safe) - popcount(their_safe),
            popcount(my_cells & playable) - popcount(their_cells & playable),
            popcount(my_forks & my_safe) - popcount(their_forks & their_safe),
            popcount(my_cells & my_rows) - popcount(their_cells & (below ^ my_rows)),
            popcount(lowest & my_threats) - popcount(lowest & their_threats),
            popcount(mine & self._sides) - popcount(theirs & self._sides),
        )

    def _up_to_the_first(self, marked: int, both: int) -> tuple[int, int]:
        """Return the lowest of the marked free cells in each column, and the free cells below.

        All are below in a column without any.
        """
        unmarked = (self._full ^ both) & ~marked
        # A bit at the lowest free cell of each column, added: it carries to the first marked
        # cell, or off the top.
        carried = unmarked + (both + self._feet)
        return carried & marked, unmarked & ~carried

    def _filled_up(self, both: int, my_threats: int, their_threats: int) -> int:
        """Return who wins, 1 or -1, or 0, if nothing is done but to fill the board.

        Each player fills what wins or must be filled, else a cell that touches no threat, else
        one below a threat of his own, which he gives up. No new threats arise.
        """
        winner = 1
        while my_threats | their_threats:
            playable = both + self._feet & self._full
            if my_threats & playable:
                return winner
            forced = their_threats & playable
            if forced:
                if forced & (forced - 1):
                    return -winner
                both |= forced
                my_threats, their_threats = their_threats & ~forced, my_threats & ~forced
                winner = -winner
                continue
            threats = my_threats | their_threats
            _, calm = self._up_to_the_first(threats | threats >> 1, both)
            if calm:
                both |= calm
                if popcount(calm) & 1:
                    my_threats, their_threats = their_threats, my_threats
                    winner = -winner
                continue
            mild = playable & ~(their_threats >> 1)
            if mild == 0:
                return 0 if playable == 0 else -winner
            # In the highest row: there the least is given up. The other fills the threat.
            row = self._feet << self.height - 1
            while mild & row == 0:
                row >>= 1
            mild &= row
            both |= mild | mild << 1
            my_threats &= ~(mild << 1)
        return 0

    def _threats(self, stones: int, free: int) -> int:
        """Return the free cells that would complete a row of `stones`."""
        found = 0
        for step in self._steps:
            cells = free  # those with `before` stones next to them on the one side
            for before in range(self.connect):
                completed = cells
                for after in range(1, self.connect - before):
                    completed &= stones >> after * step
                found |= completed
                cells &= stones << (before + 1) * step
        return found

    def _open_lines(self, stones: int, free: int) -> Lines:
        """Return what there is of lines without the other's stones, with 2 or 3 cells free.

        The free cells of those with two, which of them are in two such lines or more, and how
        many lines there are with two and with three.
        """
        cells = shared = two = three = 0
        for step in self._steps:
            # Lines, each at the bit of its first cell, with at least this many free cells.
            lines = self._full
            at_least_1 = at_least_2 = at_least_3 = at_least_4 = 0
            for place in range(self.connect):
                there = free >> place * step
                lines &= there | stones >> place * step
                at_least_4 |= at_least_3 & there
                at_least_3 |= at_least_2 & there
                at_least_2 |= at_least_1 & there
                at_least_1 |= there
            with_two = lines & at_least_2 & ~at_least_3
            two += popcount(with_two)
            three += popcount(lines & at_least_3 & ~at_least_4)
            for place in range(self.connect):
                of_lines = with_two << place * step & free
                shared |= cells & of_lines
                cells |= of_lines
        return cells, shared, two, three
