from __future__ import annotations

import pickle
import sys

import pytest

import gametree as gt
from gametree.errors import PythonFileError, UnknownGame
from gametree.naming.loading import game_class, load_game

SOURCE = """
import gametree as gt
from gametree.games import ConnectFour


class _Base(gt.Game):
    def initial_state(self):
        return 0

    def current_player(self, state):
        return state % 2

    def legal_actions(self, state):
        return range(state < self.length)

    def next_state(self, state, action):
        return state + 1

    def returns(self, state):
        return (1.0, -1.0)


class Walk(_Base):
    def __init__(self, length: int = 3, slope: float = 0.5, tags: tuple[str, ...] = ()):
        if length > 9:
            raise ValueError("too far")
        self.length = length
        self.slope = slope
        self.tags = tags
"""


@pytest.fixture
def write(tmp_path):
    def write(source, name="walks.py"):
        path = tmp_path / name
        path.write_bytes(source if isinstance(source, bytes) else source.encode())
        return str(path)

    yield write
    while str(tmp_path) in sys.path:
        sys.path.remove(str(tmp_path))


def test_bundled_games_by_name():
    game = load_game("connect_four", {"width": "5", "height": "4"})
    assert (game.width, game.height) == (5, 4)


def test_a_class_in_a_file(write):
    path = write(SOURCE)
    game = load_game(f"{path}:Walk", {"length": "5", "slope": "2", "tags": "x,y"})
    assert (game.length, game.slope, game.tags) == (5, 2.0, ("x", "y"))
    assert gt.search(game, simulations=10, seed=1, compiled=False, method="uct").simulations == 10


def test_the_only_game_of_a_file_needs_no_name(write):
    # Neither what it imports nor what begins with an underscore counts.
    assert game_class(write(SOURCE)).__name__ == "Walk"


def test_an_imported_class_can_be_named(write):
    assert load_game(write(SOURCE) + ":ConnectFour", {}).width == 7


def test_games_from_a_file_can_be_pickled(write):
    game = load_game(write(SOURCE), {"length": "4"})
    assert pickle.loads(pickle.dumps(game)).length == 4


def test_a_class_without_rules_from_which_the_game_derives_is_no_game(write):
    returns = "\n    def returns(self, state):\n        return (1.0, -1.0)\n"
    shared = SOURCE.replace("_Base", "Shared").replace(returns, "") + returns
    assert game_class(write(shared)).__name__ == "Walk"
    with pytest.raises(gt.PythonFileError, match="holds several games, Walk, Run"):
        game_class(write(shared + "class Run(Walk): pass\n"))


def test_parameters_do_not_follow_the_file(write):
    with pytest.raises(gt.UnknownGame, match="parameters are given apart"):
        load_game(write(SOURCE) + ":Walk:length=5", {})


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ("x = 1\n", r"holds no game: nothing in it is a class that derives from gametree\.Game"),
        (SOURCE + "class Run(_Base): pass\n",
         r"holds several games, Walk, Run: name one, as in .*walks\.py:Walk$"),
    ],
)  # fmt: skip
def test_a_file_with_no_or_several_games(write, source, told):
    with pytest.raises(gt.PythonFileError, match=told):
        game_class(write(source))


@pytest.mark.parametrize(
    ("parameters", "error", "told"),
    [
        ({"length": "x"}, gt.BadParameter, "^length must be an integer, not 'x'$"),
        ({"width": "1"}, gt.BadParameter, "^walk has no parameter 'width'; it takes length=3"),
        ({"length": "10"}, gt.GameError, "^Walk cannot be made: ValueError: too far$"),
    ],
)
def test_what_is_wrong_with_parameters(write, parameters, error, told):
    with pytest.raises(error, match=told):
        load_game(write(SOURCE), parameters)


def test_games_of_openspiel():
    pytest.importorskip("pyspiel")
    game = load_game("openspiel:go", {"board_size": "9"})
    assert game.name == load_game("openspiel:go(board_size=9)", {}).name == "go(board_size=9)"
    assert load_game("openspiel:kuhn_poker", {"see_hidden": "true"}).players == 2
    with pytest.raises(gt.UnknownGame, match=r"^OpenSpiel has no game 'chss'; did you mean chess"):
        load_game("openspiel:chss", {})
    with pytest.raises(gt.BadParameter, match=r"^see_hidden must be true or false, not 'yes'$"):
        load_game("openspiel:kuhn_poker", {"see_hidden": "yes"})
    with pytest.raises(gt.BadParameter, match=r"^OpenSpiel cannot load 'nim\(piles=3\)': Unknown"):
        load_game("openspiel:nim", {"piles": "3"})


def test_without_openspiel(monkeypatch):
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    with pytest.raises(gt.MissingExtra, match=r"pip install 'gametree\[openspiel\]'"):
        load_game("openspiel:nim", {})


OBJECTS = """
from gametree.adapters.states import StateGame
from gametree.games import Nim

class Heap:
    def __init__(self, chips=4, player=1):
        self.chips, self.player = chips, player

    def options(self):
        return list(range(1, min(3, self.chips) + 1))

    def take_action(self, taken):
        return Heap(self.chips - taken, -self.player)

    def is_terminal(self):
        return self.chips == 0

    def get_reward(self):
        return -self.player

game = StateGame(Heap, moves="options")
nim = Nim(heaps=(2, 2))

def make(chips: int = 5):
    return StateGame(lambda: Heap(chips), moves="options")
"""


def test_games_that_a_file_has_made(write):
    path = write(OBJECTS)
    assert load_game(f"{path}:nim", {}).heaps == (2, 2)
    assert load_game(f"{path}:game", {}).understood.startswith("legal moves by options")
    told = []
    game = load_game(f"{path}:make", {"chips": "6"}, told.append)
    assert list(game.legal_actions(game.initial_state())) == [1, 2, 3]
    assert told == [f"{path}:make understood as heap: {game.understood}"]
    with pytest.raises(gt.BadParameter, match=r"nim is a game already, .* give heaps where"):
        load_game(f"{path}:nim", {"heaps": "1,2"})


def test_parameters_name_what_has_no_usual_name(write):
    path = write(OBJECTS)
    with pytest.raises(gt.PythonFileError, match="give the name: --param moves=NAME"):
        load_game(f"{path}:Heap", {})
    game = load_game(f"{path}:Heap", {"moves": "options"})
    assert game.understood.startswith("legal moves by options")
    with pytest.raises(gt.BadParameter, match="Heap has no such member"):
        load_game(f"{path}:Heap", {"moves": "choices"})


def test_lines_that_play_with_a_person_are_left_out(tmp_path):
    path = tmp_path / "nim.py"
    path.write_text(NIM_FUNCTIONS)
    said = []
    game = load_game(str(path), {"players": "1,2"}, said.append)
    assert said[0] == f"{path}: line 21 is left out: it asks for input as the file is loaded"
    assert "legal moves by legal_moves" in said[1]
    assert gt.search(game, simulations=300, seed=1, compiled=False).action == 2


NIM_FUNCTIONS = """
def new_board():
    return [10]


def legal_moves(board):
    return [n for n in (1, 2, 3) if n <= board[0]]


def make_move(board, taken, player):
    return [board[0] - taken]


def play():
    board = new_board()
    while board[0] > 0:
        board = make_move(board, int(input("How many? ")), 1)


BOARD = new_board()
play()


def result(board):
    return 1
"""


PARTS = {
    "rules": (
        "def apply(rule, state): ...\ndef get_rules(state): ...\ndef get_result(state, _): ...",
        "rules as functions has apply, get_rules and get_result here, and lacks root_state, the "
        "first state: root_state = create_state(..., 2)",
    ),
    "a rule": (
        "root_state = 3\ndef apply(rule, state): ...\ndef get_rules(state): ...",
        "and lacks get_result(state, player)",
    ),
    "board": (
        "class B:\n    start = current_player = next_state = lambda self: 0",
        "B: a board with a history has start, current_player and next_state here, and lacks "
        "legal_plays(state_history) and winner(state_history)",
    ),
    "later board": (
        "class B:\n    starting_state = next_state = legal_actions = lambda self: 0",
        "and lacks current_player(state) and win_values(history)",
    ),
    "score": (
        "class S:\n    get_score = do_move = lambda self: 0",
        "S: a state with a score has get_score and do_move here, and lacks get_move_count()",
    ),
    "boards and players": (
        "class G:\n    getInitBoard = getNextState = getValidMoves = lambda self: 0",
        "and lacks getGameEnded(board, player)",
    ),
    "node": (
        "class N:\n    find_children = is_terminal = lambda self: 0",
        "and lacks reward()",
    ),
    "environment": (
        "class E:\n    action_space = 3\n    def step(self, action): ...",
        "E: an environment has step and action_space here, and lacks reset()",
    ),
    "state object": (
        "class S:\n    def legal_moves(self): ...\n    def do_move(self, move): ...",
        "a method that tells the result or the winner",
    ),
}


@pytest.mark.parametrize("part", PARTS)
def test_a_part_of_an_interface_is_told_what_it_lacks(write, part):
    source, told = PARTS[part]
    path = write(source)
    with pytest.raises(UnknownGame) as refused:
        load_game(path, {})
    assert told in str(refused.value)
    if source.startswith("class "):
        with pytest.raises(PythonFileError) as refused:
            load_game(f"{path}:{source[6]}", {})
        assert told.removeprefix(f"{source[6]}: ") in str(refused.value)
