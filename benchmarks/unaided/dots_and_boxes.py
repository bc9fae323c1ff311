"""Dots and boxes: who closes a box owns it and draws again; the most boxes win."""

from __future__ import annotations

from typing import NamedTuple

import gametree as gt

__all__ = ["DotsAndBoxes"]


class Position(NamedTuple):
    """The lines that are drawn, 1 for each; who owns each box, 0 nobody; who draws."""

    lines: tuple[int, ...]
    boxes: tuple[int, ...]
    player: int


class DotsAndBoxes(gt.Game):
    """A board of size times size boxes; lines are numbered, first the level ones, row by row."""

    def __init__(self, size: int = 3) -> None:
        self.size = size
        level = size * (size + 1)
        self.lines = 2 * level
        self.max_actions = 2 * level
        # The four lines around each box.
        self.around = tuple(
            (
                row * size + column,
                (row + 1) * size + column,
                level + row * (size + 1) + column,
                level + row * (size + 1) + column + 1,
            )
            for row in range(size)
            for column in range(size)
        )

    def initial_state(self):
        return Position((0,) * self.lines, (0,) * (self.size * self.size), 0)

    def current_player(self, state):
        return state.player

    def legal_actions(self, state):
        return [line for line in range(self.lines) if state.lines[line] == 0]

    def next_state(self, state, action):
        lines = list(state.lines)
        lines[action] = 1
        boxes = list(state.boxes)
        player = 1 - state.player
        for box, around in enumerate(self.around):
            if action in around and all(lines[line] == 1 for line in around):
                boxes[box] = state.player + 1
                player = state.player
        return Position(tuple(lines), tuple(boxes), player)

    def returns(self, state):
        first, second = state.boxes.count(1), state.boxes.count(2)
        if first == second:
            return (0.0, 0.0)
        return (1.0, -1.0) if first > second else (-1.0, 1.0)

    def state_to_text(self, state):
        size, level = self.size, self.size * (self.size + 1)
        rows = []
        for row in range(size + 1):
            drawn = [state.lines[row * size + column] for column in range(size)]
            rows.append("+" + "".join("--+" if line else "  +" for line in drawn))
            if row < size:
                text = ""
                for column in range(size + 1):
                    text += "|" if state.lines[level + row * (size + 1) + column] else " "
                    if column < size:
                        text += " " + " 12"[state.boxes[row * size + column]]
                rows.append(text)
        return "\n".join(rows)

    def action_to_text(self, state, action):
        size, level = self.size, self.size * (self.size + 1)
        if action < level:
            return f"level {'abcdefgh'[action % size]}{action // size + 1}"
        line = action - level
        return f"upright {'abcdefghi'[line % (size + 1)]}{line // (size + 1) + 1}"
