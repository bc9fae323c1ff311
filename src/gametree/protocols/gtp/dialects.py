"""Dialects of GTP: how each game names its board, vertices, other moves and scores."""

from __future__ import annotations

import re
from typing import Any, ClassVar

from ...errors import BadParameter
from ...game import Action, Game, State
from ...games.go.game import Go
from ...games.gomoku import Gomoku
from ...games.hex import Hex
from ...games.mnk import Mnk
from ...games.othello import Othello
from ...games.tic_tac_toe import TicTacToe
from ...record import Record
from ..engine.search import Root
from .handicap import fixed_points

__all__ = ["COLOURS", "GtpDialect", "dialect_of"]

COLOURS = ("black", "white")
"""Of the players, in words; black begins."""

_COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"  # no I, which is too much like J
_VERTEX = re.compile(r"([A-HJ-Z])([0-9]{1,3})")
_SHOWN = 40


class GtpDialect:
    """A board of cells that are numbered row by row, each number a move.

    Args:
        game: the rules.
        columns, rows: of the board.

    Attributes:
        words: the moves that are no vertex, by their names.
        skip: the move of a player who leaves his turn to the other one, if there is any.

    """

    id: ClassVar[str] = ""
    """The name of the game: a capital letter, then small ones."""

    geometry: ClassVar[str] = "rect"
    """The form of the cells: `rect`, or `hex` for a rhombus of hexagons."""

    first_row_below: ClassVar[bool] = False
    """True if action 0 is at the bottom, where rows are counted from."""

    def __init__(self, game: Game, columns: int, rows: int) -> None:
        if max(columns, rows) > len(_COLUMNS):
            raise BadParameter(
                f"GTP has names for {len(_COLUMNS)} rows and columns, not for {columns} columns "
                f"and {rows} rows"
            )
        self.game = game
        self.columns = columns
        self.rows = rows
        self.words: dict[str, Action] = {}
        self.skip: Action | None = None

    @property
    def size(self) -> str:
        """The size of the board, and the form of its cells if they are no squares, for GoGui."""
        size = str(self.columns)
        if self.rows != self.columns:
            size += f" {self.rows}"
        return size if self.geometry == "rect" else f"{size} {self.geometry}"

    def resized(self, size: int) -> GtpDialect:
        """Return the same game on another board.

        Raises:
            BadParameter: if there is none of this size.

        """
        raise NotImplementedError

    def with_komi(self, komi: float) -> GtpDialect:
        """Return the same game with another komi; where it has none, the game as it is."""
        return self

    def settings(self) -> list[str]:
        """Return the commands that set the rules in another program, except the board size."""
        return []

    def followed(self) -> Game:
        """Return the rules of a game that other programs play: it may go on after its end."""
        return self.game

    def is_over(self, record: Record) -> bool:
        """Return True if the rules say that the game is over."""
        return record.over

    def root_of(self, record: Record) -> Root:
        """Return the root of a search for a game in progress."""
        return Root(self.game, self.game.copy(record.state), record.positions[:-1])

    def handicap(self, count: int) -> list[Action]:
        """Return the points of this many handicap stones, by the table of the protocol.

        Raises:
            BadParameter: if there are none.

        """
        raise BadParameter(f"{self.game.name} has no handicap stones")

    def alive(self, record: Record) -> list[str]:
        """Return the stones that count as alive, a line for each row.

        Raises:
            BadParameter: if the game has no dead stones.

        """
        raise BadParameter(f"{self.game.name} has no dead stones")

    def score(self, record: Record) -> str:
        """Return the score: "B+1", "W+1", or "0" for a draw.

        Raises:
            BadParameter: if the game goes on, and has no points.

        """
        if not record.over:
            raise BadParameter("cannot score: the game goes on")
        return score_as_text(record.returns[0])

    def vertex(self, action: Action) -> str:
        """Return the name of a move."""
        for word, each in self.words.items():
            if each == action:
                return word
        row, column = divmod(action, self.columns)
        return f"{_COLUMNS[column]}{row + 1 if self.first_row_below else self.rows - row}"

    def action(self, text: str) -> Action:
        """Return the move of a name, whether it is legal or not.

        Raises:
            BadParameter: if there is no such vertex.

        """
        word = text.lower()
        if word in self.words:
            return self.words[word]
        found = _VERTEX.fullmatch(text.upper())
        column = _COLUMNS.index(found[1]) if found else self.columns
        number = int(found[2]) if found else 0
        if column >= self.columns or not 1 <= number <= self.rows:
            others = "".join(f", or {each}" for each in self.words)
            raise BadParameter(
                f"invalid color or coordinate: a vertex is A1 to {_COLUMNS[self.columns - 1]}"
                f"{self.rows}, without the letter I{others}, not {text[:_SHOWN]!r}"
            )
        row = number - 1 if self.first_row_below else self.rows - number
        return row * self.columns + column

    def stones(self, state: State) -> list[str]:
        """Return the rows of the board, the top one first: X for black, O for white, or a dot."""
        black, white = self.game.pieces
        signs = {black: "X", white: "O", ".": "."}
        lines = []
        for line in self.game.state_to_text(state).splitlines():
            row = "".join(signs[each] for each in line.split() if each in signs)
            if len(row) == self.columns:
                lines.append(row)
        return lines[: self.rows]

    def board(self, state: State) -> list[str]:
        """Return the board with the names of its columns and rows, as lines."""
        columns = f"    {' '.join(_COLUMNS[: self.columns])}"
        lines = [columns]
        step = " " if self.geometry == "hex" else ""
        for index, row in enumerate(self.stones(state)):
            lines.append(f"{step * index}{self.rows - index:3} {' '.join(row)}")
        return [*lines, f"{step * self.rows}{columns}"]


def score_as_text(lead: float) -> str:
    """Return black's lead as GTP writes it: "B+3.5", "W+1" or "0"."""
    if lead == 0:
        return "0"
    return f"{'B' if lead > 0 else 'W'}+{abs(lead):g}"


class _OpenGo(Go):
    """Go that goes on after two passes: servers have players take dead stones off so."""

    def is_terminal(self, state: Any) -> bool:
        """Return True where the memory of superko ends; else the game goes on."""
        return bool(self.superko and state.plies >= self._longest)


class GoDialect(GtpDialect):
    """Go. Whoever is not to move may be, since the other one passes then: so handicaps are laid."""

    id = "Go"
    first_row_below = True

    def __init__(self, game: Go) -> None:
        super().__init__(game, game.size, game.size)
        self.skip = game.size**2
        self.words = {"pass": self.skip}

    def resized(self, size: int) -> GoDialect:
        return self._with(size=size)

    def with_komi(self, komi: float) -> GoDialect:
        assert isinstance(self.game, Go)
        return self if komi == self.game.komi else self._with(komi=komi)

    def followed(self) -> Go:
        return _OpenGo(**self._parameters())

    def is_over(self, record: Record) -> bool:
        return self.game.is_terminal(record.state)

    def root_of(self, record: Record) -> Root:
        """Return the position, as one from which the game goes on for as long as a board has."""
        game = self.game
        assert isinstance(game, Go)
        state = game.copy(record.state)
        if state.passes >= 2:
            state.passes = 0
        longest = self._parameters()["max_plies"] or 2 * game.size**2
        late = int(state.plies) + game.size**2 - longest
        if late > 0 and not game.superko:
            state.plies -= min(int(state.plies) // 2, (late + 1) // 2) * 2
        return Root(game, state, [])

    def handicap(self, count: int) -> list[Action]:
        return [row * self.columns + column for column, row in fixed_points(self.columns, count)]

    def alive(self, record: Record) -> list[str]:
        """Return all stones: as in the score, those that were not taken are alive."""
        lines = []
        for index, row in enumerate(self.stones(record.state)):
            first = (self.rows - 1 - index) * self.columns
            names = [self.vertex(first + column) for column, sign in enumerate(row) if sign != "."]
            lines += [" ".join(names)] if names else []
        return lines

    def settings(self) -> list[str]:
        assert isinstance(self.game, Go)
        return [f"komi {self.game.komi:g}"]

    def score(self, record: Record) -> str:
        """Return the lead of black with the stones on the board."""
        assert isinstance(self.game, Go)
        return score_as_text(self.game.score(record.state))

    def _with(self, **others: Any) -> GoDialect:
        return GoDialect(Go(**{**self._parameters(), **others}))

    def _parameters(self) -> dict[str, Any]:
        game = self.game
        assert isinstance(game, Go)
        return {
            "size": game.size,
            "komi": game.komi,
            "superko": game.superko,
            "max_plies": game.max_plies,
        }


class HexDialect(GtpDialect):
    """Hex: black joins top and bottom. A swap is `swap-pieces`, as programs that play hex say."""

    id = "Hex"
    geometry = "hex"

    def __init__(self, game: Hex) -> None:
        super().__init__(game, game.size, game.size)
        if game.swap:
            self.words = {"swap-pieces": game.size**2}

    def resized(self, size: int) -> HexDialect:
        assert isinstance(self.game, Hex)
        return HexDialect(Hex(size, self.game.swap))


class OthelloDialect(GtpDialect):
    """Othello. Whoever has no move passes."""

    id = "Othello"

    def __init__(self, game: Othello) -> None:
        super().__init__(game, game.size, game.size)
        self.skip = game.size**2
        self.words = {"pass": self.skip}

    def resized(self, size: int) -> OthelloDialect:
        assert isinstance(self.game, Othello)
        return OthelloDialect(Othello(size, self.game.score))


class MnkDialect(GtpDialect):
    """Games of rows; another size is a square."""

    id = "Mnk"

    def __init__(self, game: Mnk) -> None:
        super().__init__(game, game.m, game.n)

    def resized(self, size: int) -> MnkDialect:
        assert isinstance(self.game, Mnk)
        return MnkDialect(Mnk(size, size, self.game.k))


class GomokuDialect(MnkDialect):
    """Gomoku in free style."""

    id = "Gomoku"

    def resized(self, size: int) -> GomokuDialect:
        return GomokuDialect(Gomoku(size))


class TicTacToeDialect(GtpDialect):
    """Tic-tac-toe, of one size."""

    id = "Tictactoe"

    def __init__(self, game: TicTacToe) -> None:
        super().__init__(game, 3, 3)

    def resized(self, size: int) -> TicTacToeDialect:
        if size != 3:
            raise BadParameter(f"the board of tic_tac_toe has size 3, not {size}")
        return self


_DIALECTS: tuple[tuple[type[Game], type[GtpDialect]], ...] = (
    (Go, GoDialect),
    (Hex, HexDialect),
    (Othello, OthelloDialect),
    (Gomoku, GomokuDialect),
    (Mnk, MnkDialect),
    (TicTacToe, TicTacToeDialect),
)


def dialect_of(game: Game) -> GtpDialect:
    """Return how a game is spoken of.

    Raises:
        BadParameter: if it is not, or its board is too large.

    """
    for kind, dialect in _DIALECTS:
        if type(game) is kind:  # of a class of one's own, nobody knows what else differs
            made: GtpDialect = dialect(game)  # type: ignore[call-arg]
            return made
    known = ", ".join(kind.name for kind, _ in _DIALECTS)
    raise BadParameter(
        f"GTP is spoken about {known}, not about {game.name}; gametree ugi takes any game"
    )
