"""The rules of the write-ups as their authors would write them: a file for each interface."""

NIM = '''"""Take one to three of seven chips; who takes the last one wins."""

from gametree.adapters.rules import create_state, get_content, get_player_just_moved

root_state = create_state(7, 2)


def apply(rule, state):
    return create_state(get_content(state) - rule, 3 - get_player_just_moved(state))


def get_rules(state):
    return list(range(1, min(3, get_content(state)) + 1))


def get_result(state, player):
    return 1 if get_player_just_moved(state) == player else 0
'''

TTT = '''ROWS = (range(3), range(3, 6), range(6, 9))
ROWS += ((0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


class Board:
    """Three in a row win."""

    def start(self):
        return (0,) * 9 + (1,)

    def current_player(self, state):
        return state[-1]

    def next_state(self, state, play):
        at = 3 * play[0] + play[1]
        return state[:at] + state[-1:] + state[at + 1 : 9] + (3 - state[-1],)

    def legal_plays(self, state_history):
        return [divmod(at, 3) for at in range(9) if not state_history[-1][at]]

    def winner(self, state_history):
        state = state_history[-1]
        for a, b, c in ROWS:
            if state[a] and state[a] == state[b] == state[c]:
                return state[a]
        return 0 if 0 in state[:9] else -1
'''

FILL = '''class Fill:
    """Fill four cells; each is worth its number times the round in which it is filled."""

    def __init__(self, cells="." * 9, score=0):
        self.cells = cells
        self.score = score

    def get_score(self):
        return self.score

    def get_move_count(self):
        return self.cells.count(".") if self.cells.count("X") < 4 else 0

    def do_move(self, index):
        at = [at for at, cell in enumerate(self.cells) if cell == "."][index]
        gained = (1 + self.cells.count("X")) * at
        return Fill(self.cells[:at] + "X" + self.cells[at + 1 :], self.score + gained)
'''

CORNERS = '''class Corners:
    """Fill cells in turn; a corner is a point for whoever takes it."""

    def __init__(self, cells="." * 9):
        self.cells = cells

    def get_score(self):
        corners = [self.cells[at] for at in (0, 2, 6, 8)]
        return corners.count("X") - corners.count("O")

    def get_move_count(self):
        return self.cells.count(".")

    def do_move(self, index):
        at = [at for at, cell in enumerate(self.cells) if cell == "."][index]
        mark = "XO"[(9 - self.cells.count(".")) % 2]
        return Corners(self.cells[:at] + mark + self.cells[at + 1 :])
'''
