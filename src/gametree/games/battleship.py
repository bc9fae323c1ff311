"""Battleship: place your ships, then shoot at the ships of the other player."""

from __future__ import annotations

from typing import NamedTuple

from ..errors import BadParameter
from ..game import Game
from ..naming.parameters import require
from ..primitives.rng import Rng

__all__ = ["Battleship"]

_LARGEST = 10
_WATER, _HIT, _SUNK = 0, 1, 2


class State(NamedTuple):
    """A position: ships as the actions that placed them, and shots as cells, in their order."""

    ships: tuple[tuple[int, ...], tuple[int, ...]]
    shots: tuple[tuple[int, ...], tuple[int, ...]]


class Known(NamedTuple):
    """All that a player knows."""

    ships: tuple[int, ...]  # of their own
    others_ships: int  # how many are placed
    shots: tuple[int, ...]  # of their own
    found: tuple[int, ...]  # by each: 0 for water, 1 for a ship, 2 for a ship that has sunk
    others_shots: tuple[int, ...]


class Battleship(Game):
    """Battleship: place your ships in secret, then shoot to sink those of the other player.

    In turn both players place a ship, in the order of the lengths, until all are placed. Ships are
    straight and share no cell. Then both shoot at a cell in turn. You learn whether you hit a
    ship, and whether all cells of that ship are hit, so that it sinks. The game ends when all
    ships of a player have sunk, or when both have made all their shots.

    Parameters: `width` and `height` of the board, the lengths of the `ships`, and the number of
    `shots` of a player.

    Players: 0 moves first, 1. Returns: how many ships a player sank, less how many they lost.

    State: see `State` in gametree/games/battleship.py.

    Action: to shoot, the cell, row * width + column; to place a ship, its upper left cell plus the
    number of cells for a ship that lies across, or plus twice that number for one that lies
    down. In text a column and a row, `b3`, and for ships `b3 across` or `b3 down`.
    """

    players = 2

    def __init__(
        self,
        width: int = 10,
        height: int = 10,
        ships: tuple[int, ...] = (2, 3, 3, 4, 5),
        shots: int = 50,
    ) -> None:
        require(int, width=width, height=height, shots=shots)
        if not (1 <= width <= _LARGEST and 1 <= height <= _LARGEST):
            raise BadParameter(
                f"a board has 1 to {_LARGEST} rows and columns, not {width}, {height}"
            )
        if not ships or not all(1 <= length <= max(width, height) for length in ships):
            raise BadParameter(f"each ship needs a length that fits the board, not {ships!r}")
        if shots < 1:
            raise BadParameter(f"shots must be 1 or more, not {shots}")
        self.width = width
        self.height = height
        self.ships = tuple(ships)
        self.shots = shots
        self.max_actions = 3 * width * height
        self.max_return = float(len(ships))
        self.min_return = -self.max_return
        self._cells = width * height
        self._covered = tuple([self._cells_of(length) for length in range(max(ships) + 1)])
        if not self._fits(0, 0):
            raise BadParameter(f"the ships {ships!r} do not fit a board of {width} times {height}")

    def initial_state(self) -> State:
        return State(((), ()), ((), ()))

    def current_player(self, state: State) -> int:
        moves = len(state.ships[0]) + len(state.ships[1])
        return (moves + len(state.shots[0]) + len(state.shots[1])) % 2

    def legal_actions(self, state: State) -> list[int]:
        player = self.current_player(state)
        placed = len(state.ships[player])
        if placed < len(self.ships):
            return self._placements(placed, self._taken(state.ships[player]))
        return list(range(0 if self.is_terminal(state) else self._cells))

    def next_state(self, state: State, action: int) -> State:
        ships, shots = state
        player = self.current_player(state)
        if len(ships[player]) < len(self.ships):
            ships = _added(ships, player, action)
        else:
            shots = _added(shots, player, action)
        return State(ships, shots)

    def is_terminal(self, state: State) -> bool:
        if len(state.shots[1]) == self.shots:
            return True
        if len(state.shots[0]) == 0:
            return False
        return self._sunk(state, 0) == len(self.ships) or self._sunk(state, 1) == len(self.ships)

    def returns(self, state: State) -> tuple[float, float]:
        lead = float(self._sunk(state, 1) - self._sunk(state, 0))
        return (lead, -lead)

    def _cells_of(self, length: int) -> tuple[int, ...]:
        """Return the cells, as bits, of a ship by its placement; 0 where it does not fit."""
        covered = [0] * (3 * self._cells)
        for cell in range(self._cells):
            row, column = cell // self.width, cell % self.width
            if 0 < length <= self.width - column:
                covered[self._cells + cell] = sum(1 << cell + step for step in range(length))
            if 1 < length <= self.height - row:
                down = range(0, length * self.width, self.width)
                covered[2 * self._cells + cell] = sum(1 << cell + step for step in down)
        return tuple(covered)

    def _placements(self, number: int, taken: int) -> list[int]:
        """Return the placements of a ship that leave a place for all later ones."""
        covered = self._covered[self.ships[number]]
        return [
            action
            for action in range(self._cells, 3 * self._cells)
            if covered[action] != 0
            and covered[action] & taken == 0
            and self._fits(number + 1, taken | covered[action])
        ]

    def _fits(self, number: int, taken: int) -> bool:
        """Return True if the ships from a number on fit beside the cells that are taken."""
        if number == len(self.ships):
            return True
        for cells in self._covered[self.ships[number]]:
            if cells != 0 and cells & taken == 0 and self._fits(number + 1, taken | cells):
                return True
        return False

    def _taken(self, ships: tuple[int, ...]) -> int:
        taken = 0
        for number, action in enumerate(ships):
            taken |= self._covered[self.ships[number]][action]
        return taken

    def _sunk(self, state: State, player: int) -> int:
        """Return how many ships of a player have sunk."""
        shot_at = _set_of(state.shots[1 - player])
        sunk = 0
        for number, action in enumerate(state.ships[player]):
            if self._covered[self.ships[number]][action] & ~shot_at == 0:
                sunk += 1
        return sunk

    # What a player knows: their ships, all shots, and what their own shots hit.

    def information_state(self, state: State, player: int) -> Known:
        other = 1 - player
        found = self._found(state.ships[other], state.shots[player])
        return Known(
            state.ships[player],
            len(state.ships[other]),
            state.shots[player],
            found,
            state.shots[other],
        )

    def _found(self, ships: tuple[int, ...], shots: tuple[int, ...]) -> tuple[int, ...]:
        """Return what each shot at some ships has found."""
        found: list[int] = []
        shot_at = 0
        for cell in shots:
            shot_at |= 1 << cell
            result = _WATER
            for number, action in enumerate(ships):
                cells = self._covered[self.ships[number]][action]
                if cells >> cell & 1:
                    result = _HIT if cells & ~shot_at else _SUNK
            found.append(result)
        return tuple(found)

    def sample_state(self, known: Known, player: int, rng: Rng) -> State:
        """Draw ships of the other player that agree with all shots.

        Each fleet that agrees may be drawn, but not all equally often: ships that were hit are
        placed first.
        """
        fleet = [-1 for _ in range(known.others_ships)]
        if known.others_ships < len(self.ships):
            taken = 0
            for number in range(known.others_ships):
                places = self._placements(number, taken)
                fleet[number] = places[rng.below(len(places))]
                taken |= self._covered[self.ships[number]][fleet[number]]
        else:
            candidates = self._candidates(known)
            hits = 0
            for index, cell in enumerate(known.shots):
                if known.found[index] != _WATER:
                    hits |= 1 << cell
            self._place_fleet(candidates, fleet, 0, hits, rng)
        theirs = tuple(fleet)
        if player == 0:
            return State((known.ships, theirs), (known.shots, known.others_shots))
        return State((theirs, known.ships), (known.others_shots, known.shots))

    def _candidates(self, known: Known) -> list[list[int]]:
        """Return for each ship the placements that agree with what the shots found."""
        water = 0
        for index, cell in enumerate(known.shots):
            if known.found[index] == _WATER:
                water |= 1 << cell
        candidates: list[list[int]] = []
        for length in self.ships:
            places: list[int] = []
            for action, cells in enumerate(self._covered[length]):
                if cells != 0 and cells & water == 0 and _agrees(cells, known):
                    places.append(action)
            candidates.append(places)
        return candidates

    def _place_fleet(
        self, candidates: list[list[int]], fleet: list[int], taken: int, hits: int, rng: Rng
    ) -> bool:
        """Place all ships that are not placed, so that they cover all hits; False if none fit."""
        left = hits & ~taken
        cell = left & -left
        options: list[tuple[int, int]] = []
        for number, places in enumerate(candidates):
            if fleet[number] >= 0 or (cell == 0 and options):
                continue  # without a hit to cover, the first ship that is left goes next
            for action in places:
                cells = self._covered[self.ships[number]][action]
                if cells & taken == 0 and (cell == 0 or cells & cell):
                    options.append((number, action))
        if cell == 0 and -1 not in fleet:
            return True
        while options:
            pick = rng.below(len(options))
            number, action = options[pick]
            options[pick] = options[-1]
            options.pop()
            fleet[number] = action
            cells = self._covered[self.ships[number]][action]
            if self._place_fleet(candidates, fleet, taken | cells, hits, rng):
                return True
            fleet[number] = -1
        return False

    # For people.

    def state_to_text(self, state: State) -> str:
        boards = []
        for player in range(2):
            ships, shots = state.ships[player], state.shots[1 - player]
            boards.append(f"player {player + 1}:\n{self._board_text(ships, shots)}")
        return "\n".join(boards)

    def information_to_text(self, known: Known, player: int) -> str:
        own = self._board_text(known.ships, known.others_shots)
        cells = ["."] * self._cells
        for index, cell in enumerate(known.shots):
            cells[cell] = "-*#"[known.found[index]]
        return f"your ships:\n{own}\nyour shots:\n{self._rows_text(cells)}"

    def action_to_text(self, state: State, action: int) -> str:
        way, cell = divmod(action, self._cells)
        name = f"{'abcdefghij'[cell % self.width]}{cell // self.width + 1}"
        return name + ("", " across", " down")[way]

    def _board_text(self, ships: tuple[int, ...], shots: tuple[int, ...]) -> str:
        """Return a board with the ships by number, `-` for shots at water and `*` for hits."""
        cells = ["."] * self._cells
        for number, action in enumerate(ships):
            covered = self._covered[self.ships[number]][action]
            for cell in range(self._cells):
                if covered >> cell & 1:
                    cells[cell] = str(number + 1)
        for cell in shots:
            cells[cell] = "-" if cells[cell] in "-." else "*"
        return self._rows_text(cells)

    def _rows_text(self, cells: list[str]) -> str:
        width = self.width
        rows = [
            f"{row + 1:2} " + " ".join(cells[width * row : width * row + width])
            for row in range(self.height)
        ]
        return "\n".join(["   " + " ".join("abcdefghij"[:width]), *rows])


def _added(
    lines: tuple[tuple[int, ...], tuple[int, ...]], player: int, action: int
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return two lines of numbers, one of them longer by an action."""
    if player == 0:
        return (lines[0] + (action,), lines[1])
    return (lines[0], lines[1] + (action,))


def _set_of(cells: tuple[int, ...]) -> int:
    found = 0
    for cell in cells:
        found |= 1 << cell
    return found


def _agrees(cells: int, known: Known) -> bool:
    """Return True if the shots have found what they would find at a ship on some cells."""
    shot_at = 0
    for index, cell in enumerate(known.shots):
        shot_at |= 1 << cell
        result = _HIT if cells & ~shot_at else _SUNK
        if cells >> cell & 1 and known.found[index] != result:
            return False
    return True
