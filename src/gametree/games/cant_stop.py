"""Can't Stop for two to four players."""

from __future__ import annotations

from collections import Counter
from collections.abc import MutableSequence
from itertools import product
from typing import TYPE_CHECKING

from plainpython.bits import popcount

from ..actors import CHANCE
from ..errors import BadParameter
from ..game import Game
from ..naming.parameters import require
from ..primitives.rng import Rng

if TYPE_CHECKING:
    from ..views import View

__all__ = ["CantStop"]

State = tuple[int, int, int, int, int, int, int, int, int]

COLUMNS = tuple(range(2, 13))
_STEPS = (3, 5, 7, 9, 11, 13, 11, 9, 7, 5, 3)
_START = sum(steps << 4 * place for place, steps in enumerate(_STEPS))
_EACH = 0x111_1111_1111  # 1 for each column
_RUNNERS = 3

# What the dice of a state may be, besides what they show.
_ROLLING, _TO_DECIDE, _OVER = range(3)

_STOP, _ROLL = range(2)

# Choices are actions of eight bits each, and above 48 bits their number.
_COUNT = 48
_ROLL_ONLY = 1 << _COUNT | _ROLL
_STOP_ONLY = 1 << _COUNT | _STOP
_STOP_OR_ROLL = 2 << _COUNT | _ROLL << 8 | _STOP


class CantStop(Game):
    """Can't Stop: four dice make two pairs, whose sums are the columns to climb.

    On your turn, roll four dice, split them into two pairs, and climb a step in the column of each
    sum. Then stop, or roll again. You have three runners, one for each column that you climb in a
    turn. A column at whose top somebody has stopped is closed. A sum that gives no step is lost,
    one that gives a step must be taken; with one runner left for two new columns you choose. If no
    pair gives a step, your turn is over and all its steps are lost. Whoever first stops at the top
    of `columns_to_win` columns wins.

    Parameters: `players` from 2 to 4, and `columns_to_win`.

    Players: 0 moves first, then in turn. Returns: 1 for the winner, -1 for each other player.

    State: (the steps left in each column for each of four players, the same for the one on turn
    with the runners, the runners' columns, the dice, the choices, who is on turn). The dice are 0
    in the air, 1 to decide about a roll, 2 once the game is over, else what they show, as 1356.

    Action: 0 to stop, 1 to roll; the column of a step; 16 times one column and the other, the
    lower one first. In text `stop`, `roll`, `8`, `5 8`, `6 6`. Of chance, what the dice show in
    rising order: 1356, in text `1 3 5 6`.
    """

    # Four bits a column hold the steps left, so that a column climbed to the top is all zeros:
    #
    #   column    12    11    10     9     8     7     6     5     4     3     2
    #   bits   43-40 39-36 35-32 31-28 27-24 23-20 19-16 15-12  11-8   7-4   3-0
    #   steps      3     5     7     9    11    13    11     9     7     5     3
    #
    # Runners are the lowest bit of their columns.

    title = "Can't Stop"
    max_actions = 126

    def __init__(self, players: int = 2, columns_to_win: int = 3) -> None:
        require(int, players=players, columns_to_win=columns_to_win)
        if not 2 <= players <= 4:
            raise BadParameter(f"players must be from 2 to 4, not {players}")
        most = (len(COLUMNS) - 1) // players + 1
        if not 1 <= columns_to_win <= most:
            raise BadParameter(
                f"columns_to_win must be from 1 to {most} for {players} players, so that there is "
                f"always a column left, not {columns_to_win}"
            )
        self.players = players
        self.columns_to_win = columns_to_win
        ways = Counter(
            int("".join(map(str, sorted(dice)))) for dice in product(range(1, 7), repeat=4)
        )
        seats = range(players)
        self._won = tuple(
            [tuple([1.0 if seat == winner else -1.0 for seat in seats]) for winner in seats]
        )
        self._outcomes = tuple([(dice, ways[dice] / 6**4) for dice in sorted(ways)])

    def initial_state(self) -> State:
        return self._turn(_START, _START, _START, _START, 0)

    def current_player(self, state: State) -> int:
        return CHANCE if state[6] == _ROLLING else state[8]

    def legal_actions(self, state: State) -> list[int]:
        if state[6] == _ROLLING:
            return [dice for dice, _ in self._outcomes]
        return [state[7] >> 8 * place & 255 for place in range(state[7] >> _COUNT)]

    def chance_outcomes(self, state: State) -> tuple[tuple[int, float], ...]:
        return self._outcomes

    def next_state(self, state: State, action: int) -> State:
        first, second, third, fourth, left, runners, dice, choices, player = state
        if dice == _ROLLING:
            closed = _climbed(first) | _climbed(second) | _climbed(third) | _climbed(fourth)
            choices = _choices(action, left, runners, closed)
            if choices == 0:
                return self._turn(first, second, third, fourth, self._next(player))
            return (first, second, third, fourth, left, runners, action, choices, player)
        if dice != _TO_DECIDE:
            column = action & 15
            left -= 1 << 4 * (column - 2)
            runners |= 1 << 4 * (column - 2)
            if action > 15:
                column = action >> 4
                left -= 1 << 4 * (column - 2)
                runners |= 1 << 4 * (column - 2)
            choices = _STOP_OR_ROLL
            if popcount(_climbed(left)) >= self.columns_to_win:
                choices = _STOP_ONLY
            return (first, second, third, fourth, left, runners, _TO_DECIDE, choices, player)
        if action == _ROLL:
            return (first, second, third, fourth, left, runners, _ROLLING, 0, player)
        if player == 0:
            first = left
        elif player == 1:
            second = left
        elif player == 2:
            third = left
        else:
            fourth = left
        if popcount(_climbed(left)) >= self.columns_to_win:
            return (first, second, third, fourth, left, 0, _OVER, 0, player)
        return self._turn(first, second, third, fourth, self._next(player))

    def is_terminal(self, state: State) -> bool:
        return state[6] == _OVER

    def returns(self, state: State) -> tuple[float, ...]:
        return self._won[state[8]]

    def fill_legal_actions(self, state: State, out: MutableSequence[int]) -> int:
        if state[6] == _ROLLING:
            for place in range(len(self._outcomes)):
                out[place] = self._outcomes[place][0]
            return len(self._outcomes)
        count = state[7] >> _COUNT
        for place in range(count):
            out[place] = state[7] >> 8 * place & 255
        return count

    def random_action(self, state: State, rng: Rng) -> int:
        return state[7] >> 8 * rng.below(state[7] >> _COUNT) & 255

    def _next(self, player: int) -> int:
        return player + 1 if player + 1 < self.players else 0

    def _turn(self, first: int, second: int, third: int, fourth: int, player: int) -> State:
        """Return the position in which a player's turn begins."""
        left = (first, second, third, fourth)[player]
        return (first, second, third, fourth, left, 0, _TO_DECIDE, _ROLL_ONLY, player)

    # For people.

    def state_to_text(self, state: State) -> str:
        lines = [" " * 10 + "".join([str(column).rjust(3) for column in COLUMNS])]
        for player in range(self.players):
            climbed = "".join([str(each).rjust(3) for each in _climbed_steps(state[player])])
            lines.append(f"player {player + 1}: {climbed}")
        runners = ["."] * len(COLUMNS)
        for place, steps in enumerate(_climbed_steps(state[4])):
            if state[5] >> 4 * place & 1:
                runners[place] = str(steps)
        lines.append("runners:  " + "".join([each.rjust(3) for each in runners]))
        lines.append("to climb: " + "".join([str(each).rjust(3) for each in _STEPS]))
        if state[6] == _OVER:
            lines.append(f"player {state[8] + 1} has won")
        else:
            shown = f", {_spaced(state[6])} rolled" if state[6] > _OVER else ""
            lines.append(f"player {state[8] + 1} to move{shown}")
        return "\n".join(lines)

    def view(self, state: State) -> View:
        from ..views import Cell, Label, Piece, View

        climbed = [_climbed_steps(state[player]) for player in range(self.players)]
        runners = _climbed_steps(state[4])
        cells, texts = [], []
        for place, column in enumerate(COLUMNS):
            steps = _STEPS[place]
            texts.append(Label(place + 0.5, 13.3, str(column)))
            for step in range(1, steps + 1):
                here = [player for player in range(self.players) if climbed[player][place] == step]
                on_turn = state[5] >> 4 * place & 1 and runners[place] == step
                piece = None
                if on_turn:
                    piece = Piece("ring", state[8])
                elif len(here) == 1:
                    piece = Piece("disc", here[0])
                elif here:
                    piece = Piece("text", None, "+".join([str(player + 1) for player in here]))
                y = 13.0 - step + 0.5 - (13 - steps) / 2
                label = f"column {column}, step {step} of {steps}"
                top = 1 if step == steps else 0
                where = (f"{column}.{step}", place + 0.5, y, "square", 0.9, top, label)
                cells.append(Cell(*where, piece=piece))
        if state[6] > _OVER:
            for place, die in enumerate(str(state[6])):
                texts.append(Label(4.0 + place, 14.2, die, 0.7))
        return View(11.0, 14.8, tuple(cells), texts=tuple(texts))

    def action_to_text(self, state: State, action: int) -> str:
        if state[6] == _ROLLING:
            return _spaced(action)
        if state[6] == _TO_DECIDE:
            return "stop" if action == _STOP else "roll"
        return f"{action >> 4} {action & 15}" if action > 15 else str(action)


def _choices(dice: int, left: int, runners: int, closed: int) -> int:
    """Return the ways to split what the dice show into pairs that give a step, as choices."""
    free = (closed | _climbed(left)) ^ _EACH
    unused = _RUNNERS - popcount(runners)
    if unused == 0:
        free &= runners
    first, second, third, fourth = dice // 1000, dice // 100 % 10, dice // 10 % 10, dice % 10
    choices = 0
    for way in range(3):
        if way == 0:
            low, high = first + second, third + fourth
        elif way == 1:
            low, high = first + third, second + fourth
        else:
            low, high = first + fourth, second + third
        if low > high:
            low, high = high, low
        low_gives = free >> 4 * (low - 2) & 1
        high_gives = free >> 4 * (high - 2) & 1
        if low == high:
            if low_gives:
                twice = left >> 4 * (low - 2) & 15 > 1
                choices = _with(choices, 17 * low if twice else low)
        elif low_gives and high_gives:
            new = 2 - (runners >> 4 * (low - 2) & 1) - (runners >> 4 * (high - 2) & 1)
            if new <= unused:
                choices = _with(choices, 16 * low + high)
            else:
                choices = _with(_with(choices, low), high)
        elif low_gives:
            choices = _with(choices, low)
        elif high_gives:
            choices = _with(choices, high)
    return choices


def _climbed(left: int) -> int:
    """Return the columns in which no steps are left."""
    return (left | left >> 1 | left >> 2 | left >> 3) & _EACH ^ _EACH


def _with(choices: int, action: int) -> int:
    """Return the choices with an action, if it is not among them."""
    count = choices >> _COUNT
    for place in range(count):
        if choices >> 8 * place & 255 == action:
            return choices
    return choices + (1 << _COUNT) + (action << 8 * count)


def _climbed_steps(left: int) -> list[int]:
    """Return how many steps were climbed in each column."""
    return [steps - (left >> 4 * place & 15) for place, steps in enumerate(_STEPS)]


def _spaced(dice: int) -> str:
    return " ".join(str(dice))
