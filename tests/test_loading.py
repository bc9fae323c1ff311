from __future__ import annotations

import pickle
import sys

import pytest

import gametree as gt
from gametree.loading import find_class, is_from_file, load_game

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
    assert gt.search(game, simulations=10, seed=1, compiled=False).simulations == 10


def test_the_only_game_of_a_file_needs_no_name(write):
    # Neither what it imports nor what begins with an underscore counts.
    assert find_class(write(SOURCE)).__name__ == "Walk"


def test_an_imported_class_can_be_named(write):
    assert load_game(write(SOURCE) + ":ConnectFour", {}).width == 7


def test_games_from_a_file_can_be_pickled(write):
    game = load_game(write(SOURCE), {"length": "4"})
    assert pickle.loads(pickle.dumps(game)).length == 4
    assert is_from_file(type(game).__module__)
    assert not is_from_file(gt.Game.__module__)


def test_files_of_one_name_are_kept_apart(write, tmp_path):
    first = find_class(write(SOURCE))
    (tmp_path / "other").mkdir()
    second = find_class(write(SOURCE, "other/walks.py"))
    assert first.__module__ != second.__module__
    assert find_class(str(tmp_path / "other" / ".." / "walks.py")).__module__ == first.__module__


def test_a_file_may_import_its_neighbours(write):
    write("length = 2\n", "neighbour_of_walks.py")
    path = write(
        "import neighbour_of_walks\n" + SOURCE.replace("int = 3", "int = neighbour_of_walks.length")
    )
    assert load_game(path, {}).length == 2


@pytest.mark.parametrize(
    ("source", "name", "error", "told"),
    [
        (None, "", gt.UnknownGame, r"^there is no file '.*walks\.py'$"),
        ("class Walk(:\n", "", gt.GameError, r"^walks\.py is not valid Python: .* \(line 1\)$"),
        ("x = 1\n\nimport no_such\n", "", gt.GameError,
         r"^walks\.py cannot be loaded: ModuleNotFoundError: No .* 'no_such' \(line 3\)$"),
        ("raise SystemExit\n", "", gt.GameError,
         r"^walks\.py cannot be loaded: SystemExit \(line 1\)$"),
        (b"x = '\xff'\n", "", gt.GameError, r"^walks\.py is not valid Python: "),
        ("x = 1\n", "", gt.UnknownGame, r"holds no game: no class in it derives from"),
        ("x = 1\n", ":Walk", gt.UnknownGame, r"has no class Walk; it holds no game at all$"),
        (SOURCE, ":Wlak", gt.UnknownGame, r"has no class Wlak; did you mean Walk\?$"),
        (SOURCE, ":Chess", gt.UnknownGame, r"has no class Chess; its games are Walk$"),
        (SOURCE, ":gt", gt.UnknownGame, r"^gt in .* is no game: it must be a class that derives"),
        (SOURCE + "class Run(_Base): pass\n", "", gt.UnknownGame,
         r"holds several games, Walk, Run: name one, as in .*walks\.py:Walk$"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_file(write, tmp_path, source, name, error, told):
    path = str(tmp_path / "walks.py") if source is None else write(source)
    with pytest.raises(error, match=told) as raised:
        find_class(path + name)
    assert "\n" not in str(raised.value)


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


def test_a_file_that_failed_leaves_nothing_behind(write):
    path = write("raise ValueError\n")
    before = set(sys.modules)
    with pytest.raises(gt.GameError):
        find_class(path)
    assert set(sys.modules) == before
    write(SOURCE + "\n# mended\n")
    assert find_class(path).__name__ == "Walk"


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
