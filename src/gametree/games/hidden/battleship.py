"""Battleship: place your ships, then shoot at the ships of the other player."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ...errors import BadParameter
from ...game import Game
from ...naming.parameters import require
from ...primitives.rng import Rng
from .battleship_boards import HIT, SUNK, WATER, ShownBoard, boards_view, cell_name

if TYPE_CHECKING:
    from ...views import View

__all__ = ["Battleship"]

_LARGEST = 10
_MOST_SHIPS = 128  # a board has at most 100 cells
_TRIES = 2000
_MOST_WAYS = 20_000
_LAST_BIT = 1 << 50


class State(NamedTuple):
    """A position: ships as the actions that placed them, and shots as cells, in their order."""

    ships: tuple[tuple[int, ...], tuple[int, ...]]
    shots: tuple[tuple[int, ...], tuple[int, ...]]
    lost: tuple[int, int]  # how many ships of each player have sunk


class Known(NamedTuple):
    """All that a player knows."""

    ships: tuple[int, ...]  # of their own
    others_ships: int  # how many are placed
    shots: tuple[int, ...]  # of their own
    found: tuple[int, ...]  # by each: 0 for water, 1 for a ship, 2 for a ship that has sunk
    others_shots: tuple[int, ...]
    lost: tuple[int, int]


class Public(NamedTuple):
    """All that everybody knows."""

    shots: tuple[tuple[int, ...], tuple[int, ...]]
    found: tuple[tuple[int, ...], tuple[int, ...]]  # by each shot


class Battleship(Game):
    """Battleship: place your ships in secret, then shoot to sink those of the other player.

    In turn both players place a ship, in the order of the lengths, until all are placed. Ships are
    straight and share no cell. Then both shoot at a cell in turn. You learn whether you hit a
    ship, and whether all cells of that ship are hit, so that it sinks. The game ends when all
    ships of a player have sunk, or when both have made all their shots.

    Parameters: `width` and `height` of the board, the lengths of the `ships`, and the number of
    `shots` of a player.

    Players: 0 moves first, 1. Returns: how many ships a player sank, less how many they lost.

    State: see `State` in gametree/games/hidden/battleship.py.

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
        self._always_fits = all(self._has_room(number) for number in range(len(ships)))
        if not self._fits(0, [False] * self._cells):
            raise BadParameter(f"the ships {ships!r} do not fit a board of {width} times {height}")

    def initial_state(self) -> State:
        return State(((), ()), ((), ()), (0, 0))

    def current_player(self, state: State) -> int:
        moves = len(state.ships[0]) + len(state.ships[1])
        return (moves + len(state.shots[0]) + len(state.shots[1])) % 2

    def legal_actions(self, state: State) -> list[int]:
        player = self.current_player(state)
        placed = len(state.ships[player])
        if placed < len(self.ships):
            return self._placements(placed, self._taken(state.ships[player]))
        return list(range(0 if self.is_terminal(state) else self._cells))

    def random_action(self, state: State, rng: Rng) -> int:
        player = self.current_player(state)
        placed = len(state.ships[player])
        if placed == len(self.ships):
            return rng.below(self._cells)
        places = self._placements(placed, self._taken(state.ships[player]))
        return places[rng.below(len(places))]

    def next_state(self, state: State, action: int) -> State:
        ships, shots, lost = state
        player = self.current_player(state)
        if len(ships[player]) < len(self.ships):
            return State(_added(ships, player, action), shots, lost)
        other = 1 - player
        if self._sinks(ships[other], shots[player], action):
            lost = (lost[0] + player, lost[1] + other)
        return State(ships, _added(shots, player, action), lost)

    def is_terminal(self, state: State) -> bool:
        return len(state.shots[1]) == self.shots or len(self.ships) in state.lost

    def returns(self, state: State) -> tuple[float, float]:
        lead = float(state.lost[1] - state.lost[0])
        return (lead, -lead)

    def _cells_of(self, length: int) -> tuple[tuple[int, ...], ...]:
        """Return the cells of a ship by the action that places it; none where it does not fit."""
        covered: list[tuple[int, ...]] = [()] * (3 * self._cells)
        for cell in range(self._cells):
            row, column = cell // self.width, cell % self.width
            if 0 < length <= self.width - column:
                covered[self._cells + cell] = tuple(range(cell, cell + length))
            if 1 < length <= self.height - row:
                down = range(cell, cell + length * self.width, self.width)
                covered[2 * self._cells + cell] = tuple(down)
        return tuple(covered)

    def _has_room(self, number: int) -> bool:
        """Return True if a ship fits wherever all others are.

        Another ship is in the way of at most so many placements across it, and along it.
        """
        own = self.ships[number]
        taken = [own * length + own + length - 1 for length in self.ships]
        places = sum(1 for cells in self._covered[own] if cells)
        return places > sum(taken) - taken[number]

    def _placements(self, number: int, taken: list[bool]) -> list[int]:
        """Return the placements of a ship that leave a place for all later ones."""
        places: list[int] = []
        for action, cells in enumerate(self._covered[self.ships[number]]):
            if len(cells) > 0 and _are_free(cells, taken):
                if self._always_fits or self._fits_after(number, cells, taken):
                    places.append(action)
        return places

    def _fits(self, number: int, taken: list[bool]) -> bool:
        """Return True if the ships from a number on fit beside the cells that are taken."""
        if number == len(self.ships):
            return True
        for cells in self._covered[self.ships[number]]:
            if len(cells) > 0 and _are_free(cells, taken):
                if self._fits_after(number, cells, taken):
                    return True
        return False

    def _fits_after(self, number: int, cells: tuple[int, ...], taken: list[bool]) -> bool:
        """Return True if the ships after a number fit, where it has some free cells."""
        _mark(cells, taken, True)
        fits = self._fits(number + 1, taken)
        _mark(cells, taken, False)
        return fits

    def _taken(self, ships: tuple[int, ...]) -> list[bool]:
        taken = [False for _ in range(self._cells)]
        for number, action in enumerate(ships):
            _mark(self._covered[self.ships[number]][action], taken, True)
        return taken

    def _sinks(self, ships: tuple[int, ...], shots: tuple[int, ...], shot: int) -> bool:
        """Return True if a shot, after others, hits the last cell of a ship."""
        if shot in shots:
            return False
        for number, action in enumerate(ships):
            cells = self._covered[self.ships[number]][action]
            if shot in cells:
                for cell in cells:
                    if cell != shot and cell not in shots:
                        return False
                return True
        return False

    # What a player knows: their ships, all shots, and what their own shots hit.

    def information_state(self, state: State, player: int) -> Known:
        other = 1 - player
        return Known(
            state.ships[player],
            len(state.ships[other]),
            state.shots[player],
            self._found(state.ships[other], state.shots[player]),
            state.shots[other],
            state.lost,
        )

    def public_state(self, state: State) -> Public:
        found = [self._found(state.ships[1 - player], state.shots[player]) for player in range(2)]
        return Public(state.shots, (found[0], found[1]))

    def sees_action(self, state: State, action: int, player: int) -> bool:
        mover = self.current_player(state)
        return player == mover or len(state.ships[mover]) == len(self.ships)

    def _found(self, ships: tuple[int, ...], shots: tuple[int, ...]) -> tuple[int, ...]:
        """Return what each shot at some ships has found."""
        results = [WATER for _ in shots]
        for number, action in enumerate(ships):
            self._find(self._covered[self.ships[number]][action], shots, results)
        return tuple(results)

    def _find(self, cells: tuple[int, ...], shots: tuple[int, ...], results: list[int]) -> None:
        """Write what each shot finds that hits a ship on some cells."""
        hit = 0  # how many cells of the ship
        for index, shot in enumerate(shots):
            if shot in cells:
                if shot not in shots[:index]:
                    hit += 1
                results[index] = SUNK if hit == len(cells) else HIT

    def sample_state(self, known: Known, player: int, rng: Rng) -> State:
        """Draw ships of the other player that agree with all shots: all fleets equally often.

        Where a fleet is so large that the ways to cover the hits are too many, or so crowded that
        ships drawn one by one share cells, it takes what a search finds, which is not uniform.
        """
        theirs = tuple(self._drawn_fleet(known, rng))
        if player == 0:
            return State((known.ships, theirs), (known.shots, known.others_shots), known.lost)
        return State((theirs, known.ships), (known.others_shots, known.shots), known.lost)

    def _drawn_fleet(self, known: Known, rng: Rng) -> list[int]:
        """Draw a fleet: for each ship the hits that it covers, then one of its placements there.

        The hits are drawn by the number of fleets, overlaps included; overlaps are rejected.
        """
        bits = self._bits_of_hits(known)
        places: list[list[int]] = []
        masks: list[list[int]] = []  # the hits that each placement covers
        for number in range(known.others_ships):
            agreeing, covered = self._agreeing(self.ships[number], bits, known)
            places.append(agreeing)
            masks.append(covered)
        kinds = [sorted(set(covered)) for covered in masks]
        sizes = [
            [float(covered.count(kind)) for kind in kinds[number]]
            for number, covered in enumerate(masks)
        ]
        all_hits = 0
        for bit in bits:
            all_hits |= max(bit, 0)
        ways: dict[int, float] = {}
        counted = all_hits < _LAST_BIT and self._ways(0, all_hits, kinds, sizes, ways) > 0.0
        counted = counted and len(ways) <= _MOST_WAYS
        fleet = [-1 for _ in range(known.others_ships)]
        taken = [False for _ in range(self._cells)]
        for _ in range(_TRIES if counted else 0):
            hits = all_hits
            for number in range(known.others_ships):
                kind = self._drawn_kind(number, hits, kinds, sizes, ways, rng)
                hits ^= kind
                fleet[number] = _drawn_place(places[number], masks[number], kind, rng)
                if not _are_free(self._covered[self.ships[number]][fleet[number]], taken):
                    fleet[number] = -1
                    break
                _mark(self._covered[self.ships[number]][fleet[number]], taken, True)
            if -1 not in fleet and (self._always_fits or self._fits(len(fleet), taken)):
                return fleet
            for cell in range(self._cells):
                taken[cell] = False
            for number in range(known.others_ships):
                fleet[number] = -1
        self._place_fleet(places, fleet, taken, known, rng)
        return fleet

    def _bits_of_hits(self, known: Known) -> list[int]:
        """Return for each cell a bit if it was hit, -1 if it is water, 0 if it is unknown."""
        bits = [0 for _ in range(self._cells)]
        bit = 1
        for index, shot in enumerate(known.shots):
            if known.found[index] == WATER:
                bits[shot] = -1
            elif bits[shot] == 0:
                bits[shot] = bit
                bit = min(bit << 1, _LAST_BIT)
        return bits

    def _agreeing(self, length: int, bits: list[int], known: Known) -> tuple[list[int], list[int]]:
        """Return the placements of a ship that agree with what the shots found, and their hits."""
        places: list[int] = []
        masks: list[int] = []
        for action, cells in enumerate(self._covered[length]):
            mask = 0
            for cell in cells:
                if bits[cell] < 0:
                    mask = -1
                    break
                mask |= bits[cell]
            if len(cells) > 0 and mask >= 0 and (mask == 0 or self._agrees(cells, known)):
                places.append(action)
                masks.append(mask)
        return places, masks

    def _ways(
        self,
        number: int,
        hits: int,
        kinds: list[list[int]],
        sizes: list[list[float]],
        ways: dict[int, float],
    ) -> float:
        """Return in how many ways the ships from a number on cover some hits, overlaps included."""
        if len(ways) > _MOST_WAYS:
            return 0.0
        if number == len(kinds):
            return 1.0 if hits == 0 else 0.0
        key = hits * _MOST_SHIPS + number
        if key not in ways:
            total = 0.0
            for index, kind in enumerate(kinds[number]):
                if kind & ~hits == 0:
                    ahead = self._ways(number + 1, hits ^ kind, kinds, sizes, ways)
                    total += sizes[number][index] * ahead
            ways[key] = total
        return ways[key]

    def _drawn_kind(
        self,
        number: int,
        hits: int,
        kinds: list[list[int]],
        sizes: list[list[float]],
        ways: dict[int, float],
        rng: Rng,
    ) -> int:
        """Draw the hits that a ship covers, of those that ships before it leave."""
        left = rng.uniform() * self._ways(number, hits, kinds, sizes, ways)
        chosen = -1
        for index, kind in enumerate(kinds[number]):
            if kind & ~hits == 0:
                ahead = self._ways(number + 1, hits ^ kind, kinds, sizes, ways)
                weight = sizes[number][index] * ahead
                if weight > 0.0 and (chosen < 0 or left >= 0.0):
                    chosen = kind
                left -= weight
        return chosen

    def _agrees(self, cells: tuple[int, ...], known: Known) -> bool:
        """Return True if the shots have found what they find at a ship on some cells."""
        results = list(known.found)
        for index, shot in enumerate(known.shots):
            if shot in cells and known.found[index] == WATER:
                return False
        self._find(cells, known.shots, results)
        return tuple(results) == known.found

    def _place_fleet(
        self,
        candidates: list[list[int]],
        fleet: list[int],
        taken: list[bool],
        known: Known,
        rng: Rng,
    ) -> bool:
        """Place all ships that are not placed, so that they cover all hits; False if none fit."""
        hit = -1  # a cell that is hit, and to be covered
        for index, shot in enumerate(known.shots):
            if known.found[index] != WATER and not taken[shot]:
                hit = shot
                break
        options: list[tuple[int, int]] = []
        for number, places in enumerate(candidates):
            if fleet[number] >= 0 or (hit < 0 and len(options) > 0):
                continue  # without a hit to cover, the first ship that is left goes next
            for action in places:
                cells = self._covered[self.ships[number]][action]
                if (hit < 0 or hit in cells) and _are_free(cells, taken):
                    options.append((number, action))
        if hit < 0 and -1 not in fleet:
            return True
        while len(options) > 0:
            pick = rng.below(len(options))
            number, action = options[pick]
            options[pick] = options[-1]
            options.pop()
            fleet[number] = action
            cells = self._covered[self.ships[number]][action]
            _mark(cells, taken, True)
            if self._place_fleet(candidates, fleet, taken, known, rng):
                return True
            _mark(cells, taken, False)
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

    def information_view(self, known: Known | Public, player: int | None) -> View:
        if isinstance(known, Public):
            boards = [
                ShownBoard(f"shots of player {seat + 1}", (), known.shots[seat], found)
                for seat, found in enumerate(known.found)
            ]
            return self._boards_view(boards[0], boards[1])
        assert player is not None
        fleet = self._fleet(known.ships)
        found = tuple(HIT if shot in fleet else WATER for shot in known.others_shots)
        own = ShownBoard("your ships", fleet, known.others_shots, found)
        shots = ShownBoard("your shots", (), known.shots, known.found)
        placed = len(known.ships)
        if placed < len(self.ships):
            return self._boards_view(own, shots, self._clicks(placed))
        return self._boards_view(shots, own)

    def view(self, state: State) -> View:
        boards = []
        for player in range(2):
            shots = state.shots[1 - player]
            found = self._found(state.ships[player], shots)
            fleet = self._fleet(state.ships[player])
            boards.append(ShownBoard(f"ships of player {player + 1}", fleet, shots, found))
        placed = len(state.ships[self.current_player(state)])
        moves = self._clicks(placed) if placed < len(self.ships) else {}
        return self._boards_view(boards[0], boards[1], moves)

    def _fleet(self, ships: tuple[int, ...]) -> tuple[int, ...]:
        """Return all cells of some ships."""
        covered = [self._covered[self.ships[number]][each] for number, each in enumerate(ships)]
        return tuple(cell for cells in covered for cell in cells)

    def _clicks(self, number: int) -> dict[str, tuple[str, ...]]:
        """Return the clicks that place a ship: its first and its last cell."""
        clicks = {}
        for action, cells in enumerate(self._covered[self.ships[number]]):
            if cells:
                way, cell = divmod(action, self._cells)
                name = f"{self._cell_name(cell)}{('', ' across', ' down')[way]}"
                ends = dict.fromkeys((cells[0], cells[-1]))
                clicks[name] = tuple(self._cell_name(each) for each in ends)
        return clicks

    def _boards_view(
        self, large: ShownBoard, small: ShownBoard, moves: dict[str, tuple[str, ...]] | None = None
    ) -> View:
        """Return two boards, the one to click on first."""
        return boards_view(self.width, self.height, large, small, moves or {})

    def _cell_name(self, cell: int) -> str:
        return cell_name(cell, self.width)

    def action_to_text(self, state: State, action: int) -> str:
        way, cell = divmod(action, self._cells)
        return self._cell_name(cell) + ("", " across", " down")[way]

    def _board_text(self, ships: tuple[int, ...], shots: tuple[int, ...]) -> str:
        """Return a board with the ships by number, `-` for shots at water and `*` for hits."""
        cells = ["."] * self._cells
        for number, action in enumerate(ships):
            covered = self._covered[self.ships[number]][action]
            for cell in covered:
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


def _drawn_place(places: list[int], masks: list[int], kind: int, rng: Rng) -> int:
    """Draw one of the placements that cover some hits."""
    left = rng.below(masks.count(kind))
    for index, mask in enumerate(masks):
        if mask == kind:
            if left == 0:
                return places[index]
            left -= 1
    return -1


def _are_free(cells: tuple[int, ...], taken: list[bool]) -> bool:
    for cell in cells:
        if taken[cell]:
            return False
    return True


def _mark(cells: tuple[int, ...], taken: list[bool], value: bool) -> None:
    for cell in cells:
        taken[cell] = value
