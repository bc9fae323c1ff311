"""The game that is played, as GTP sees it: colours on the move, vertices, moves taken back."""

from __future__ import annotations

from collections.abc import Sequence

from ...errors import BadParameter
from ...game import Action, Game
from ...record import Record
from .commands import read_colour
from .dialects import COLOURS, GtpDialect, dialect_of

__all__ = ["GtpBoard"]

_SHOWN = 40  # characters of what was said, in an answer


class GtpBoard:
    """A game that is played move by move; any colour may play where the other may skip his turn.

    Args:
        game: the rules.

    Attributes:
        dialect: how they are spoken of.
        record: the game so far.

    Raises:
        BadParameter: here and in every method, with what is answered.

    """

    def __init__(self, game: Game) -> None:
        self._plies: list[
            int
        ] = []  # of each move that was received: 2 if one was skipped before it
        self.begin(dialect_of(game))

    def begin(self, dialect: GtpDialect) -> None:
        """Begin a game."""
        self.dialect = dialect
        self.record = Record(dialect.followed())
        self._plies = []
        self._laid = 0  # plies of the handicap stones, and of the passes between them

    def go_on(self, dialect: GtpDialect, played: Record) -> None:
        """Go on with a game that was played elsewhere, from its first position on."""
        self.begin(dialect)
        record = Record(dialect.followed(), played.positions[0])
        for action in played.actions:
            record.play(action)
        self.record = record
        self._plies = [1] * len(record.actions)

    def resize(self, size: int) -> None:
        """Begin a game on a board of this size."""
        dialect = self.dialect
        if (dialect.columns, dialect.rows) != (size, size):
            try:
                dialect = dialect.resized(size)
            except BadParameter as error:
                raise BadParameter(f"unacceptable size: {error}") from error
        self.begin(dialect)

    def set_komi(self, komi: float) -> None:
        """Go on with another komi."""
        dialect = self.dialect.with_komi(komi)
        if dialect is not self.dialect:
            record = Record(dialect.followed())
            for action in self.record.actions:
                record.play(action)
            self.dialect, self.record = dialect, record

    @property
    def turn(self) -> int:
        """The player to move; black where nobody is."""
        return 0 if self.record.over else self.record.player

    @property
    def moves(self) -> int:
        """How many moves can be taken back."""
        return len(self._plies)

    def give_turn(self, player: int) -> None:
        """Have a player on the move; the other one skips his turn for that, if he may."""
        record, skip = self.record, self.dialect.skip
        if not record.over and record.player != player:
            if skip is None or skip not in record.legal_actions():
                raise BadParameter(f"illegal move: it is the turn of {COLOURS[record.player]}")
            record.play(skip)
        if record.over:
            self.drop_turn()
            raise BadParameter("illegal move: the game is over")

    def put_down(self, action: Action) -> None:
        """Play a move of the player on the move."""
        self.record.play(action)
        self._plies.append(self._untold)

    def drop_turn(self) -> None:
        """Take back what was skipped for a move that was not made."""
        self.record.take_back(self._untold)

    @property
    def _untold(self) -> int:
        """The plies after the moves that the program received."""
        return len(self.record.actions) - self._laid - sum(self._plies)

    def lay(self, actions: Sequence[Action]) -> str:
        """Lay handicap stones on the empty board, the other player passing; return their names.

        Afterwards it is the turn of white, and the stones cannot be taken back.
        """
        skip = self.dialect.skip
        if self.record.actions:
            raise BadParameter("board not empty")
        for number, action in enumerate(actions):
            if number and skip is not None:
                self.record.play(skip)
            self.record.play(action)
        self._laid = len(self.record.actions)
        return " ".join(map(self.dialect.vertex, actions))

    def lay_at(self, vertices: Sequence[str]) -> None:
        """Lay the handicap stones of a list: two or more, each on a point of its own."""
        if self.dialect.skip is None:
            raise BadParameter(f"{self.dialect.game.name} has no handicap stones")
        actions = [self.dialect.action(each) for each in vertices]
        if len(actions) < 2 or len({*actions}) < len(actions) or self.dialect.skip in actions:
            raise BadParameter("bad vertex list: expected two or more points, each of them once")
        if len(actions) >= self.dialect.columns * self.dialect.rows:
            raise BadParameter("bad vertex list: the stones leave no empty point")
        self.lay(actions)

    def play(self, colour: str, vertex: str) -> None:
        """Play the move of the command."""
        player = read_colour(colour)
        action = self.dialect.action(vertex)
        self.give_turn(player)
        if action not in self.record.legal_actions():
            self.drop_turn()
            raise BadParameter(f"illegal move: {COLOURS[player]} may not play {vertex[:_SHOWN]}")
        self.put_down(action)

    def play_all(self, words: tuple[str, ...]) -> None:
        """Play moves, all or none: colours and vertices in turn."""
        if len(words) % 2:
            raise BadParameter("syntax error: expected a color and a vertex for each move")
        before = self.moves
        try:
            for colour, vertex in zip(words[::2], words[1::2], strict=True):
                self.play(colour, vertex)
        except BadParameter:
            while self.moves > before:
                self.undo()
            raise

    def undo(self) -> None:
        """Take back the last move."""
        if not self._plies:
            raise BadParameter("cannot undo: no move has been made")
        self.record.take_back(self._plies.pop())

    def legal_moves(self) -> list[str]:
        """Return the names of the moves that may be made; none once the game is over."""
        if self.dialect.is_over(self.record):
            return []
        return [self.dialect.vertex(action) for action in self.record.legal_actions()]

    def result(self) -> str:
        """Return the status of the game as a sentence for people."""
        if not self.dialect.is_over(self.record):
            return "The game goes on"
        score = self.dialect.score(self.record)
        if score == "0":
            return "Draw"
        return f"{COLOURS[score[0] == 'W'].title()} wins: {score}"
