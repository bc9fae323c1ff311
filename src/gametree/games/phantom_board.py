"""Boards on which players see only their own stones: phantom tic-tac-toe and dark hex."""

from __future__ import annotations

from typing import NamedTuple

from plainpython.bits import popcount

from ..game import Game
from ..primitives.rng import Rng

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
            return list(range(0))
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
                and known.others_tries in (-1, len(state.tried[1 - player]))
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
        state = self.initial_state()
        own = other = 0
        while state.winner == _NOBODY:
            if state.player == player:
                if own == len(known.tried):
                    break
                state = self.next_state(state, known.tried[own])
                own += 1
                continue
            cell = self._found_by_chance(state, rng)
            if cell < 0:
                if other == len(stones):
                    break
                cell = stones[other]
                other += 1
            state = self.next_state(state, cell)
        return state

    def _found_by_chance(self, state: State, rng: Rng) -> int:
        """Return a stone of the other that the mover finds; -1 if they find a free cell."""
        seen = state.stones[state.player] | state.found[state.player]
        left = state.stones[1 - state.player] & ~seen
        draw = rng.below(self.cells - popcount(seen))
        if draw >= popcount(left):
            return -1
        for _ in range(draw):
            left &= left - 1
        return (left & -left).bit_length() - 1

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

    def action_to_text(self, state: State, action: int) -> str:
        return self.cell_to_text(action)
