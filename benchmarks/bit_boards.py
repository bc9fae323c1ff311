"""Two boards of the interface that the article on MCTS in Python describes, as pairs of bits."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["ConnectFour", "TicTacToe"]

State = tuple[int, int, int]
"""The cells of player 1, those of player 2, and the player to move."""


class TicTacToe:
    """Cell (row, column) is bit 3 * row + column; plays are such pairs."""

    lines = (0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)
    cells = tuple((row, column) for row in range(3) for column in range(3))

    def start(self) -> State:
        return (0, 0, 1)

    def current_player(self, state: State) -> int:
        return state[2]

    def next_state(self, state: State, play: tuple[int, int]) -> State:
        first, second, player = state
        bit = 1 << (3 * play[0] + play[1])
        return (first | bit, second, 2) if player == 1 else (first, second | bit, 1)

    def legal_plays(self, state_history: Sequence[State]) -> list[tuple[int, int]]:
        first, second, _ = state_history[-1]
        taken = first | second
        return [cell for index, cell in enumerate(self.cells) if not taken >> index & 1]

    def winner(self, state_history: Sequence[State]) -> int:
        first, second, _ = state_history[-1]
        for line in self.lines:
            if first & line == line:
                return 1
            if second & line == line:
                return 2
        return -1 if first | second == 0o777 else 0


class ConnectFour:
    """Seven columns of seven bits, of which the highest is never set; plays are columns."""

    full = sum(0b111111 << 7 * column for column in range(7))

    def start(self) -> State:
        return (0, 0, 1)

    def current_player(self, state: State) -> int:
        return state[2]

    def next_state(self, state: State, play: int) -> State:
        first, second, player = state
        taken = first | second
        bit = (taken + (1 << 7 * play)) & (0b111111 << 7 * play) & ~taken
        return (first | bit, second, 2) if player == 1 else (first, second | bit, 1)

    def legal_plays(self, state_history: Sequence[State]) -> list[int]:
        first, second, _ = state_history[-1]
        taken = first | second
        return [column for column in range(7) if not taken >> 7 * column + 5 & 1]

    def winner(self, state_history: Sequence[State]) -> int:
        first, second, player = state_history[-1]
        discs = second if player == 1 else first  # of the player who just moved
        for step in (1, 6, 7, 8):
            pairs = discs & discs >> step
            if pairs & pairs >> 2 * step:
                return 3 - player
        return -1 if first | second == self.full else 0
