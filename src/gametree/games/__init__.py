"""The bundled games.

    from gametree import games

    game = games.load("connect_four", width=8)

or `from gametree.games import ConnectFour`. No game is imported before it is asked for.
"""

from __future__ import annotations

from difflib import get_close_matches
from importlib import import_module
from typing import TYPE_CHECKING, Any

from ..errors import UnknownGame
from ..game import Game
from ..naming.parameters import create

if TYPE_CHECKING:
    from .backgammon import Backgammon
    from .battleship import Battleship
    from .breakthrough import Breakthrough
    from .cant_stop import CantStop
    from .checkers import Checkers
    from .chess import Chess
    from .chinese_checkers import ChineseCheckers
    from .connect_four import ConnectFour
    from .dark_hex import DarkHex
    from .dots_and_boxes import DotsAndBoxes
    from .fifteen_puzzle import FifteenPuzzle
    from .game_2048 import Game2048
    from .go import Go
    from .gomoku import Gomoku
    from .goofspiel import Goofspiel
    from .hearts import Hearts
    from .hex import Hex
    from .kalah import Kalah
    from .knock_out_whist import KnockOutWhist
    from .kuhn_poker import KuhnPoker
    from .leduc_poker import LeducPoker
    from .liars_dice import LiarsDice
    from .love_letter import LoveLetter
    from .mnk import Mnk
    from .nim import Nim
    from .othello import Othello
    from .oware import Oware
    from .phantom_tic_tac_toe import PhantomTicTacToe
    from .pig import Pig
    from .rock_paper_scissors import RockPaperScissors
    from .rock_sample import RockSample
    from .same_game import SameGame
    from .tic_tac_toe import TicTacToe
    from .tiger import Tiger
    from .ultimate_tic_tac_toe import UltimateTicTacToe

__all__ = [
    "Backgammon",
    "Battleship",
    "Breakthrough",
    "CantStop",
    "Checkers",
    "Chess",
    "ChineseCheckers",
    "ConnectFour",
    "DarkHex",
    "DotsAndBoxes",
    "FifteenPuzzle",
    "Game2048",
    "Go",
    "Gomoku",
    "Goofspiel",
    "Hearts",
    "Hex",
    "Kalah",
    "KnockOutWhist",
    "KuhnPoker",
    "LeducPoker",
    "LiarsDice",
    "LoveLetter",
    "Mnk",
    "Nim",
    "Othello",
    "Oware",
    "PhantomTicTacToe",
    "Pig",
    "RockPaperScissors",
    "RockSample",
    "SameGame",
    "TicTacToe",
    "Tiger",
    "UltimateTicTacToe",
    "find",
    "hidden_names",
    "load",
    "names",
]

# Each game is the class in the module of its name.
_CLASSES = {
    "nim": "Nim",
    "tic_tac_toe": "TicTacToe",
    "connect_four": "ConnectFour",
    "othello": "Othello",
    "ultimate_tic_tac_toe": "UltimateTicTacToe",
    "hex": "Hex",
    "breakthrough": "Breakthrough",
    "mnk": "Mnk",
    "gomoku": "Gomoku",
    "dots_and_boxes": "DotsAndBoxes",
    "kalah": "Kalah",
    "oware": "Oware",
    "chinese_checkers": "ChineseCheckers",
    "cant_stop": "CantStop",
    "game_2048": "Game2048",
    "checkers": "Checkers",
    "go": "Go",
    "chess": "Chess",
    "same_game": "SameGame",
    "fifteen_puzzle": "FifteenPuzzle",
    "pig": "Pig",
    "backgammon": "Backgammon",
}

# Games in which a player does not know everything: hidden cards, or moves at the same time.
_HIDDEN = {
    "kuhn_poker": "KuhnPoker",
    "leduc_poker": "LeducPoker",
    "liars_dice": "LiarsDice",
    "rock_paper_scissors": "RockPaperScissors",
    "goofspiel": "Goofspiel",
    "phantom_tic_tac_toe": "PhantomTicTacToe",
    "dark_hex": "DarkHex",
    "battleship": "Battleship",
    "love_letter": "LoveLetter",
    "hearts": "Hearts",
    "knock_out_whist": "KnockOutWhist",
    "tiger": "Tiger",
    "rock_sample": "RockSample",
}

_ALL = {**_CLASSES, **_HIDDEN}


def names() -> tuple[str, ...]:
    """Return the names of the bundled games in which both players see everything, easiest first."""
    return tuple(_CLASSES)


def hidden_names() -> tuple[str, ...]:
    """Return the names of the bundled games that hide something from a player, easiest first."""
    return tuple(_HIDDEN)


def find(name: str) -> type[Game]:
    """Return the class of a bundled game.

    Raises:
        UnknownGame: if none goes by the name.

    """
    if name not in _ALL:
        close = get_close_matches(name, _ALL, n=2)
        meant = f"did you mean {' or '.join(close)}? " if close else ""
        raise UnknownGame(f"no game is called {name!r}; {meant}there are {', '.join(_ALL)}")
    game_class: type[Game] = getattr(import_module(f".{name}", __name__), _ALL[name])
    return game_class


def load(name: str, /, **parameters: Any) -> Game:
    """Return a bundled game by its name, with parameters for its constructor.

    Raises:
        UnknownGame: if no game goes by the name.
        BadParameter: if it takes no such parameter or does not accept a value.

    """
    return create(find(name), parameters)


def __getattr__(name: str) -> Any:
    for module, class_name in _ALL.items():
        if name == class_name:
            return find(module)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
