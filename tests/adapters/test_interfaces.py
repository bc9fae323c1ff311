"""Rules in any interface straight from a file: which one it is, and what is said of it."""

from __future__ import annotations

import sys

import pytest

import gametree as gt
from gametree.adapters.interfaces import INTERFACES, interface_of
from gametree.naming.loading import game_class, load_game

BOARD = """
class Board:
    num_players = 2

    def __init__(self, chips: int = 10):
        self.chips = chips

    def start(self):
        return (self.chips, 1)

    def current_player(self, state):
        return state[1]

    def next_state(self, state, play):
        return (state[0] - play, 3 - state[1])

    def legal_plays(self, state_history):
        return range(1, min(3, state_history[-1][0]) + 1)

    def winner(self, state_history):
        chips, player = state_history[-1]
        return 0 if chips else 3 - player
"""

RULES = """
root_state = [10, 2]

def apply(rule, state):
    return [state[0] - rule, 3 - state[1]]

def get_rules(state):
    return list(range(1, min(3, state[0]) + 1))

def get_result(state, player):
    return 1 if state[1] == player else 0
"""

SCORES = """
class Heap:
    def __init__(self, chips: int = 10, player: int = 0):
        self.chips, self.player = chips, player

    def get_move_count(self):
        return min(3, self.chips)

    def do_move(self, index):
        return Heap(self.chips - index - 1, 1 - self.player)

    def get_score(self):
        return 0 if self.chips else (1 if self.player else -1)
"""

STATE = """
class Heap:
    def __init__(self, chips: int = 10, player: int = 1):
        self.chips, self.player = chips, player

    def legal_moves(self):
        return list(range(1, min(3, self.chips) + 1))

    def do_move(self, taken):
        self.chips -= taken
        self.player = -self.player

    def winner(self):
        return None if self.chips else -self.player
"""

GAME = """
class HeapGame:
    def getInitBoard(self):
        return 10

    def getActionSize(self):
        return 3

    def getNextState(self, board, player, action):
        return board - action - 1, -player

    def getValidMoves(self, board, player):
        return [board > action for action in range(3)]

    def getGameEnded(self, board, player):
        return 0 if board else -1

    def getCanonicalForm(self, board, player):
        return board
"""

ENVIRONMENT = """
class HeapEnv:
    def reset(self):
        self.chips, self.turn = 10, 0
        return self.chips

    def legal_actions(self):
        return list(range(1, min(3, self.chips) + 1))

    def step(self, action):
        self.chips -= action
        self.turn = 1 - self.turn
        return self.chips, float(not self.chips), not self.chips, {}
"""

FACTORY = (
    STATE
    + """

def seven():
    return Heap(7)

here = Heap(6)
"""
)

ABSTRACT = """
import abc

class Bare(abc.ABC):
    def legal_moves(self): return [1]
    @abc.abstractmethod
    def do_move(self, move): ...
    @abc.abstractmethod
    def winner(self): ...
"""

DEALT = """
class Heap:
    def __init__(self, chips: int, player: int):
        self.chips, self.player = chips, player

    @classmethod
    def new_game(cls, chips: int = 10):
        return cls(chips, 1)

    def legal_moves(self):
        return list(range(1, min(3, self.chips) + 1))

    def do_move(self, taken):
        return Heap(self.chips - taken, -self.player)

    def winner(self):
        return None if self.chips else -self.player
"""

OURS = """
import gametree as gt

class Mine(gt.Game):
    def __init__(self, chips: int = 10): self.chips = chips
    def initial_state(self): return (self.chips, 0)
    def current_player(self, state): return state[1]
    def legal_actions(self, state): return range(1, min(3, state[0]) + 1)
    def next_state(self, state, action): return (state[0] - action, 1 - state[1])
    def returns(self, state): return (-1.0, 1.0) if state[1] == 0 else (1.0, -1.0)
"""


@pytest.fixture
def write(tmp_path):
    def write(source):
        path = tmp_path / "mine.py"
        path.write_text(source)
        return str(path)

    yield write
    while str(tmp_path) in sys.path:
        sys.path.remove(str(tmp_path))


CASES = [
    (BOARD, "", {}, 2, "a board with a history"),
    (BOARD, ":Board", {"chips": "7", "tie": "0.5"}, 3, "a board with a history"),
    (RULES, "", {}, 2, "rules as functions"),
    (SCORES, "", {"players": "2"}, 1, "a state with a score"),  # an index, not a number of chips
    (STATE, "", {}, 2, "a state object: legal moves by legal_moves; played by do_move"),
    (STATE, ":Heap", {"chips": "7", "players": "1,-1"}, 3, "a state object"),
    (DEALT, "", {}, 2, "a state object: legal moves by legal_moves; played by do_move, which ret"),
    (DEALT, "", {"chips": "7"}, 3, "a state object"),
    (DEALT, "", {"chips": "6", "player": "-1"}, 2, "a state object"),
    (FACTORY, ":seven", {}, 3, "a state object"),
    (FACTORY, ":here", {}, 2, "a state object"),
    (GAME, "", {}, 1, "rules of boards and players: legal moves by getValidMoves"),
    (ENVIRONMENT, "", {"players": "2"}, 2, "an environment: legal actions by legal_actions"),
]


@pytest.mark.parametrize(("source", "name", "parameters", "action", "told"), CASES)
def test_each_interface_is_understood_and_searched(write, source, name, parameters, action, told):
    said = []
    spec = write(source) + name
    game = load_game(spec, parameters, said.append)
    assert gt.search(game, simulations=1500, seed=1, compiled=False, method="uct").action == action
    assert len(said) == 1
    assert said[0].startswith(f"{spec} understood as {told}")


def test_a_game_of_gametree_comes_first_and_needs_no_word(write):
    said = []
    path = write(OURS + STATE + BOARD)
    assert type(load_game(path, {}, said.append)).__name__ == "Mine"
    assert said == []
    with pytest.raises(gt.UnknownGame, match="does not derive from"):
        game_class(path + ":Heap")


def test_the_table_of_interfaces():
    assert interface_of(object()) is None
    assert interface_of(3) is None
    assert interface_of(sys) is None
    assert len({each.noun for each in INTERFACES}) == len(INTERFACES)


@pytest.mark.parametrize(
    ("source", "name", "parameters", "error", "told"),
    [
        (STATE, "", {"colour": "red"}, gt.BadParameter, "has no parameter 'colour'; it takes"),
        (STATE, "", {"chips": "many"}, gt.BadParameter, "chips must be an integer, not 'many'"),
        (STATE, "", {"play": "jump"}, gt.BadParameter, "play='jump': Heap has no such member"),
        (STATE + BOARD, "", {}, gt.PythonFileError, "holds several games, Heap, Board: name one"),
        (
            ABSTRACT,
            ":Bare",
            {},
            gt.PythonFileError,
            "Bare in .* is abstract, as it does not define do_move, winner",
        ),
        (
            STATE.replace("winner", "leader"),
            ":Heap",
            {},
            gt.PythonFileError,
            "is no game: .*; it would be a state object if it had a method that tells the result",
        ),
        (STATE, ":Heep", {}, gt.PythonFileError, "has no class Heep; did you mean Heap?"),
        (BOARD + "\ndef f(): return 3\n", ":f", {}, gt.UnknownGame, "returned int, which is no"),
        (BOARD + "\ndef f(): return 1 // 0\n", ":f", {}, gt.GameError, "f cannot be made: Zero"),
        (BOARD + "\nx = 3\n", ":x", {}, gt.PythonFileError, "x in .* is no game: it must be"),
        ("x = 1\n", "", {}, gt.PythonFileError, "holds no game: nothing in it is a class that de"),
    ],
)
def test_what_is_refused(write, source, name, parameters, error, told):
    with pytest.raises(error, match=told):
        load_game(write(source) + name, parameters)
