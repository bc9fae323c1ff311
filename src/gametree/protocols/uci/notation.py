"""Notations of games in UCI and UGI: positions, moves without spaces, scores."""

from __future__ import annotations

import math
import re

from ...errors import BadParameter, IllegalMove
from ...game import Action, Game, State
from ...games.chess.game import Chess, ChessState
from ...naming.named_moves import action_named
from ...players.game_length import game_length
from ...players.timekeeper import moves_left
from ...record import Record
from ...rules.hidden_information import refuse_hidden
from ..engine.search import Root

__all__ = ["ChessNotation", "Notation", "notation_of"]

_NULL_MOVES = ("0000", "(none)", "null", "--", "@@@@")
_BY_SQUARES = re.compile("[A-Ha-h][1-8][A-Ha-h][1-8][QRBNqrbn]?")


class Notation:
    """How a game is written: positions by their moves, moves by their texts.

    A space in the text of a move is written `_`. Where two moves would be written alike then, or
    one has no text, it is written by its place among the legal ones: `#0` is the first.

    Args:
        game: the rules.

    """

    def __init__(self, game: Game) -> None:
        self.game = game

    def start_of(self, fen: str) -> State | None:
        """Return the position that a FEN names; None for the first one, `startpos`.

        Raises:
            BadParameter: if it names none.

        """
        if fen != "startpos":
            raise BadParameter(
                f"positions of {self.game.name} have no FEN: give their moves, after "
                "position startpos moves"
            )
        return None

    def name_of(self, state: State, action: Action) -> str:
        """Return the name of a legal move, which has no space."""
        text = self.game.action_to_text(state, action)
        name = "_".join(text.split())
        if name == text != "" and not ("_" in name or name.startswith("#")):
            return name
        legal = list(self.game.legal_actions(state))
        alike = [each for each in legal if self._joined(state, each) == name]
        if name and not name.startswith("#") and len(alike) == 1:
            return name
        return f"#{legal.index(action)}"

    def action_named(self, record: Record, name: str) -> Action:
        """Return the legal move of a name.

        Raises:
            IllegalMove: if there is none.

        """
        legal = record.legal_actions()
        if name.startswith("#") and name[1:].isdecimal():
            place = int(name[1:10])
            listed = list(self.game.legal_actions(record.state)) if legal else []
            if place >= len(listed) or listed[place] not in legal:
                raise IllegalMove(f"{name!r} is no legal move here: there are {len(legal)}")
            return listed[place]
        for each in legal:
            if self._joined(record.state, each) == name:
                return each
        return action_named(record, name.replace("_", " "))

    def followed(self) -> Game:
        """Return the rules of a game that other programs play: they may go on for longer."""
        return self.game

    def root_of(self, record: Record) -> Root:
        """Return the root of a search for a game in progress."""
        return Root(self.game, self.game.copy(record.state), record.positions[:-1])

    def score(self, value: float) -> str:
        """Return a value for the player to move: hundredths of a point, 1 for a win."""
        return f"cp {round(100 * value)}"

    def moves_left(self, record: Record) -> float:
        """Return how many moves the player to move is expected to make until the end."""
        plies = len(record.actions)
        return moves_left(game_length(self.game), plies, self.game.players)

    def _joined(self, state: State, action: Action) -> str:
        return "_".join(self.game.action_to_text(state, action).split())


class ChessNotation(Notation):
    """Chess: FEN, the squares of a move, a score in hundredths of a pawn."""

    _SCALE = 350.0  # hundredths of a pawn that are worth 0.7, as in the heuristic
    _NEARLY_ONE = 0.9999
    _MOVES_LEFT = 30.0

    game: Chess

    def __init__(self, game: Chess) -> None:
        super().__init__(game)

    def start_of(self, fen: str) -> State | None:
        return None if fen == "startpos" else self.game.state_of_fen(fen)

    def name_of(self, state: State, action: Action) -> str:
        return self.game.action_to_uci(action)

    def action_named(self, record: Record, name: str) -> Action:
        if name in _NULL_MOVES:
            raise IllegalMove(f"{name!r} is a move that does nothing: nobody may pass in chess")
        if _BY_SQUARES.fullmatch(name):
            name = name.lower()
        return self.game.text_to_action(record.state, name)

    def followed(self) -> Chess:
        """Return the rules without draws that a player has to claim: others may not claim them."""
        return Chess(self.game.fen, claims=False, chess960=self.game.chess960)

    def root_of(self, record: Record) -> Root:
        """Return what is searched, with draws by claim; where one could be claimed, without it."""
        state = record.state
        assert isinstance(state, ChessState)
        history = record.positions[:-1]
        key = self.game.key(state)
        if sum(self.game.key(each) == key for each in history) + 1 >= self.game.repetition_limit:
            history = []
        if self.game.is_terminal(state):  # by fifty moves
            state = state._replace(board=state.board._replace(clock=self.game.longest - 1))
        return Root(self.game, state, history)

    def score(self, value: float) -> str:
        """Return the lead that is worth so much by the heuristic."""
        value = max(-self._NEARLY_ONE, min(self._NEARLY_ONE, value))
        return f"cp {round(self._SCALE * value / math.sqrt(1.0 - value * value))}"

    def moves_left(self, record: Record) -> float:
        return self._MOVES_LEFT


def notation_of(game: Game) -> Notation:
    """Return how a game is written.

    Raises:
        BadParameter: if the game hides something from a player.

    """
    refuse_hidden(game, "UCI and UGI")
    return ChessNotation(game) if isinstance(game, Chess) else Notation(game)
