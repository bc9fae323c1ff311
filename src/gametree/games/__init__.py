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
    from .backgammon.game import Backgammon
    from .breakthrough import Breakthrough
    from .cant_stop import CantStop
    from .checkers.game import Checkers
    from .chess.game import Chess
    from .chinese_checkers.game import ChineseCheckers
    from .connect_four.game import ConnectFour
    from .dots_and_boxes import DotsAndBoxes
    from .fifteen_puzzle import FifteenPuzzle
    from .game_2048 import Game2048
    from .go.game import Go
    from .gomoku import Gomoku
    from .hex import Hex
    from .hidden.battleship import Battleship
    from .hidden.dark_hex import DarkHex
    from .hidden.goofspiel import Goofspiel
    from .hidden.hearts import Hearts
    from .hidden.knock_out_whist import KnockOutWhist
    from .hidden.kuhn_poker import KuhnPoker
    from .hidden.leduc_poker import LeducPoker
    from .hidden.liars_dice import LiarsDice
    from .hidden.love_letter import LoveLetter
    from .hidden.phantom_tic_tac_toe import PhantomTicTacToe
    from .hidden.rock_paper_scissors import RockPaperScissors
    from .hidden.rock_sample import RockSample
    from .hidden.tiger import Tiger
    from .kalah import Kalah
    from .mnk import Mnk
    from .nim import Nim
    from .othello import Othello
    from .oware import Oware
    from .pig import Pig
    from .same_game.game import SameGame
    from .tic_tac_toe import TicTacToe
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

# Where the class of each game is.
_CLASSES = {
    "nim": "nim.Nim",
    "tic_tac_toe": "tic_tac_toe.TicTacToe",
    "connect_four": "connect_four.game.ConnectFour",
    "othello": "othello.Othello",
    "ultimate_tic_tac_toe": "ultimate_tic_tac_toe.UltimateTicTacToe",
    "hex": "hex.Hex",
    "breakthrough": "breakthrough.Breakthrough",
    "mnk": "mnk.Mnk",
    "gomoku": "gomoku.Gomoku",
    "dots_and_boxes": "dots_and_boxes.DotsAndBoxes",
    "kalah": "kalah.Kalah",
    "oware": "oware.Oware",
    "chinese_checkers": "chinese_checkers.game.ChineseCheckers",
    "cant_stop": "cant_stop.CantStop",
    "game_2048": "game_2048.Game2048",
    "checkers": "checkers.game.Checkers",
    "go": "go.game.Go",
    "chess": "chess.game.Chess",
    "same_game": "same_game.game.SameGame",
    "fifteen_puzzle": "fifteen_puzzle.FifteenPuzzle",
    "pig": "pig.Pig",
    "backgammon": "backgammon.game.Backgammon",
}

# Games in which a player does not know everything: hidden cards, or moves at the same time.
_HIDDEN = {
    "kuhn_poker": "hidden.kuhn_poker.KuhnPoker",
    "leduc_poker": "hidden.leduc_poker.LeducPoker",
    "liars_dice": "hidden.liars_dice.LiarsDice",
    "rock_paper_scissors": "hidden.rock_paper_scissors.RockPaperScissors",
    "goofspiel": "hidden.goofspiel.Goofspiel",
    "phantom_tic_tac_toe": "hidden.phantom_tic_tac_toe.PhantomTicTacToe",
    "dark_hex": "hidden.dark_hex.DarkHex",
    "battleship": "hidden.battleship.Battleship",
    "love_letter": "hidden.love_letter.LoveLetter",
    "hearts": "hidden.hearts.Hearts",
    "knock_out_whist": "hidden.knock_out_whist.KnockOutWhist",
    "tiger": "hidden.tiger.Tiger",
    "rock_sample": "hidden.rock_sample.RockSample",
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
    module, _, class_name = _ALL[name].rpartition(".")
    game_class: type[Game] = getattr(import_module(f".{module}", __name__), class_name)
    return game_class


def load(name: str, /, **parameters: Any) -> Game:
    """Return a bundled game by its name, with parameters for its constructor.

    Raises:
        UnknownGame: if no game goes by the name.
        BadParameter: if it takes no such parameter or does not accept a value.

    """
    return create(find(name), parameters)


def __getattr__(name: str) -> Any:
    for game, home in _ALL.items():
        if home.endswith(f".{name}"):
            return find(game)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
