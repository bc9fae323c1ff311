"""Boards on which players see only their own stones: phantom tic-tac-toe and dark hex."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, NamedTuple

from plainpython.bits import nth, popcount

from ...game import Game
from ...primitives.rng import Rng

if TYPE_CHECKING:
    from ...views import Piece, View

__all__ = ["PhantomBoard", "PlayerBoard", "State"]

_NOBODY, _DRAW = -1, 2


class State(NamedTuple):
    """A position: sets of cells are bits."""

    stones: tuple[int, int]
    found: tuple[int, int]  # the stones of the other that each player has found
    tried: tuple[tuple[int, ...], tuple[int, ...]]  # all cells that each player tried, in order
    player: int
    winner: int  # -1 while the game goes on, 2 for a draw


class PlayerBoard(NamedTuple):
    """All that a player knows."""

    stones: int  # of their own
    found: int
    tried: tuple[int, ...]
    others_tries: int  # -1 if the player does not hear them
    player: int
    winner: int


class PhantomBoard(Game):
    """Players in turn try cells until one is free; they alone learn what they find."""

    players = 2
    cells: int
    shapes: ClassVar[tuple[str, str]] = ("cross", "ring")
    """Of the pieces of both players, as views draw them."""
    hears_tries: bool = False
    """Whether a player knows how many cells the other has tried."""

    def has_won(self, stones: int, player: int) -> bool:
        """Return True if the stones of a player win."""
        raise NotImplementedError

    def initial_state(self) -> State:
        return State((0, 0), (0, 0), ((), ()), 0, _NOBODY)

    def current_player(self, state: State) -> int:
        return state.player

    def legal_actions(self, state: State) -> list[int]:
        if state.winner != _NOBODY:
            return []
        seen = state.stones[state.player] | state.found[state.player]
        return [cell for cell in range(self.cells) if not seen >> cell & 1]

    def next_state(self, state: State, action: int) -> State:
        stones, found, tried, player, winner = state
        other = 1 - player
        stone = 1 << action
        if player == 0:
            tried = (tried[0] + (action,), tried[1])
        else:
            tried = (tried[0], tried[1] + (action,))
        if stones[other] & stone:
            found = (found[0] | stone, found[1]) if player == 0 else (found[0], found[1] | stone)
            return State(stones, found, tried, player, winner)
        stones = (stones[0] | stone, stones[1]) if player == 0 else (stones[0], stones[1] | stone)
        if self.has_won(stones[player], player):
            winner = player
        elif popcount(stones[0] | stones[1]) == self.cells:
            winner = _DRAW
        return State(stones, found, tried, other, winner)

    def is_terminal(self, state: State) -> bool:
        return state.winner != _NOBODY

    def returns(self, state: State) -> tuple[float, float]:
        if state.winner == _DRAW:
            return (0.0, 0.0)
        return (1.0, -1.0) if state.winner == 0 else (-1.0, 1.0)

    # What a player knows: the cells that they tried, and what they found there.

    def information_state(self, state: State, player: int) -> PlayerBoard:
        return PlayerBoard(
            state.stones[player],
            state.found[player],
            state.tried[player],
            len(state.tried[1 - player]) if self.hears_tries else -1,
            state.player,
            state.winner,
        )

    def sample_state(self, known: PlayerBoard, player: int, rng: Rng) -> State:
        """Play the game again: the tries of the player as they were, random ones of the other.

        The other's stones, and their order, are uniform among those that the player may not
        have noticed. What the other found on the way is drawn as if they tried cells at random.
        """
        while True:
            stones = self._others_stones(known, player, rng)
            state = self._replayed(known, player, stones, rng)
            if (
                state.winner == known.winner
                and state.player == known.player
                and len(state.tried[player]) == len(known.tried)
            ):
                return state

    def _others_stones(self, known: PlayerBoard, player: int, rng: Rng) -> list[int]:
        """Return the stones of the other player, in the order in which they were placed."""
        count = (
            popcount(known.stones)
            + (1 if player == 1 else 0)
            - (1 if known.player != player else 0)
        )
        order = [-1 for _ in range(count)]
        placed = 0
        # A stone that the player found had been placed before: each takes a random free index.
        for cell in known.tried:
            if known.stones >> cell & 1:
                placed += 1
            else:
                before = placed + (1 if player == 1 else 0)
                free = [index for index in range(before) if order[index] < 0]
                order[free[rng.below(len(free))]] = cell
        seen = known.stones | known.found
        hidden = [cell for cell in range(self.cells) if not seen >> cell & 1]
        for index in range(count):
            if order[index] < 0:
                pick = rng.below(len(hidden))
                order[index] = hidden[pick]
                hidden[pick] = hidden[-1]
                hidden.pop()
        return order

    def _replayed(self, known: PlayerBoard, player: int, stones: list[int], rng: Rng) -> State:
        """Play the game with such stones of the other player, until one of them is missing."""
        state = self.initial_state()
        chances = self._chances(known, player, len(stones))
        own = placed = 0
        while state.winner == _NOBODY:
            if state.player == player:
                if own == len(known.tried):
                    break
                state = self.next_state(state, known.tried[own])
                own += 1
                continue
            found = len(state.tried[1 - player]) - placed
            if rng.uniform() < self._chance_to_find(player, placed, found, chances):
                state = self.next_state(state, self._random_find(state, rng))
            elif placed == len(stones):
                break
            else:
                state = self.next_state(state, stones[placed])
                placed += 1
        return state

    def _chances(self, known: PlayerBoard, player: int, count: int) -> list[list[float]]:
        """Return the chances that the other tries as many cells as the player has heard.

        chances[placed][found] is for the rest of the game, after so many stones placed and found.
        Without such tries to be heard all are 1.
        """
        if not self.hears_tries:
            return [[1.0 for _ in range(self.cells + 2)] for _ in range(count + 1)]
        chances = [[0.0 for _ in range(self.cells + 2)] for _ in range(count + 1)]
        most = known.others_tries - count
        chances[count][most] = 1.0
        in_turn = known.player != player and known.winner == _NOBODY
        for placed in range(count, -1, -1):
            if placed == count and not in_turn:
                continue
            for found in range(most, -1, -1):
                find = self._plain_chance(player, placed, found)
                after = chances[placed + 1][found] if placed < count else 0.0
                value = find * chances[placed][found + 1] + (1.0 - find) * after
                chances[placed][found] = max(value, chances[placed][found])
        return chances

    def _plain_chance(self, player: int, placed: int, found: int) -> float:
        """Return the chance that a random try of the other finds a stone of the player."""
        stones = placed + (1 if player == 0 else 0)  # of the player, at that turn
        return max(stones - found, 0) / max(self.cells - placed - found, 1)

    def _chance_to_find(
        self, player: int, placed: int, found: int, chances: list[list[float]]
    ) -> float:
        """Return the chance that the next try finds a stone, by what the player has heard."""
        find = self._plain_chance(player, placed, found)
        now = chances[placed][found]
        return find * chances[placed][found + 1] / now if now > 0.0 else 0.0

    def _random_find(self, state: State, rng: Rng) -> int:
        """Return a stone of the other that the player to move has not found."""
        left = state.stones[1 - state.player] & ~state.found[state.player]
        return nth(left, rng.below(popcount(left)))

    # For people.

    def cell_to_text(self, cell: int) -> str:
        """Return the name of a cell."""
        return str(cell)

    def rows_to_text(self, cells: list[str]) -> str:
        """Return a board of cells as lines."""
        return " ".join(cells)

    def state_to_text(self, state: State) -> str:
        cells = [
            "x" if state.stones[0] >> cell & 1 else "o" if state.stones[1] >> cell & 1 else "."
            for cell in range(self.cells)
        ]
        return self.rows_to_text(cells)

    def information_to_text(self, known: PlayerBoard, player: int) -> str:
        own, other = ("x", "o") if player == 0 else ("o", "x")
        cells = [
            own if known.stones >> cell & 1 else other if known.found >> cell & 1 else "."
            for cell in range(self.cells)
        ]
        return self.rows_to_text(cells)

    def board_view(self, cells: list[Piece | None]) -> View:
        """Return how a board looks with some stones."""
        raise NotImplementedError

    def information_view(self, known: PlayerBoard, player: int | None) -> View:
        """Return the stones of the player, and those of the other that they found."""
        assert player is not None  # nothing but whose turn it is can be seen by all
        if player == 0:
            return self._board_with(known.stones, known.found)
        return self._board_with(known.found, known.stones)

    def view(self, state: State) -> View:
        return self._board_with(state.stones[0], state.stones[1])

    def _board_with(self, first: int, second: int) -> View:
        from ...views import Piece

        shapes = self.shapes
        return self.board_view(
            [
                Piece(shapes[0], 0)
                if first >> cell & 1
                else Piece(shapes[1], 1)
                if second >> cell & 1
                else None
                for cell in range(self.cells)
            ]
        )

    def action_to_text(self, state: State, action: int) -> str:
        return self.cell_to_text(action)
