"""Games as users write them: without a view, of moves that are two clicks, of points."""

from dataclasses import dataclass, replace

from gametree import Game
from gametree.views import Piece, grid


class TwentyOne(Game):
    players = 2

    def initial_state(self):
        return (0, 0)

    def current_player(self, state):
        return state[1]

    def legal_actions(self, state):
        return [each for each in (1, 2, 3) if state[0] + each <= 21]

    def next_state(self, state, action):
        return (state[0] + action, 1 - state[1])

    def returns(self, state):
        return (1.0, -1.0) if state[1] == 1 else (-1.0, 1.0)


class Purse(TwentyOne):
    """One takes coins until there are 21; the more moves it took, the fewer points."""

    players = 1
    min_return = 0.0
    max_return = 4000.0

    def current_player(self, state):
        return 0

    def returns(self, state):
        return (4000.0 - 100.0 * state[1],)

    def next_state(self, state, action):
        return (state[0] + action, state[1] + 1)


class Walk(Game):
    """Each has a piece on a row of four; who is first at the other end wins."""

    players = 2

    def initial_state(self):
        return (0, 0, 0)

    def current_player(self, state):
        return state[2]

    def legal_actions(self, state):
        return [] if 3 in state[:2] else [state[state[2]]]

    def next_state(self, state, action):
        places = [state[0], state[1]]
        places[state[2]] += 1
        return (*places, 1 - state[2])

    def returns(self, state):
        return (1.0, -1.0) if state[0] == 3 else (-1.0, 1.0)

    def action_to_text(self, state, action):
        row = state[2] + 1
        return f"{'abcd'[action]}{row}{'abcd'[action + 1]}{row}"

    def view(self, state):
        rows = [["x" if state[row] == column else "." for column in range(4)] for row in (0, 1)]
        kinds = [{"x": Piece("disc", row)} for row in (0, 1)]
        return grid([[kinds[row].get(each) for each in rows[row]] for row in (0, 1)])


class Triangle(Game):
    """Put stones on a board of hexagons; three in a row win."""

    def initial_state(self):
        return ((), ())

    def current_player(self, state):
        return (len(state[0]) + len(state[1])) % 2

    def legal_actions(self, state):
        span = range(-2, 3)
        cells = [(q, r) for q in span for r in span if abs(q + r) <= 2]
        won = any(
            {(q, r), (q + 1, r - 1), (q + 2, r - 2)} <= set(side) for side in state for q, r in side
        )
        return [] if won else [each for each in cells if each not in state[0] + state[1]]

    def next_state(self, state, action):
        one, two = state
        return ((*one, action), two) if self.current_player(state) == 0 else (one, (*two, action))

    def returns(self, state):
        return (1.0, -1.0) if self.current_player(state) == 1 else (-1.0, 1.0)


class Digits(Game):
    """Name a row, a column and a digit."""

    players = 1

    def initial_state(self):
        return ()

    def current_player(self, state):
        return 0

    def legal_actions(self, state):
        digits = [(row, at, digit) for row in range(3) for at in range(3) for digit in range(9)]
        return [] if len(state) == 2 else digits

    def next_state(self, state, action):
        return (*state, action)

    def returns(self, state):
        return (1.0,)


@dataclass(frozen=True)
class Fields:
    left: int = 5
    turn: int = 0
    seen: tuple[str, ...] = ("something long that happened",) * 9
    word: str = "w" * 200


class Sprawl(Game):
    title = "Sprawl, whose name nobody has shortened, " + "x" * 80

    def initial_state(self):
        return Fields()

    def current_player(self, state):
        return state.turn

    def legal_actions(self, state):
        return [each for each in (1, 2) if each <= state.left]

    def next_state(self, state, action):
        return replace(state, left=state.left - action, turn=1 - state.turn)

    def action_to_text(self, state, action):
        return f"take {action}"  # else it would be drawn as a heap

    def returns(self, state):
        return (1.0, -1.0) if state.turn == 1 else (-1.0, 1.0)
