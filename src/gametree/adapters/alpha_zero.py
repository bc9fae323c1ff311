"""The `Game` class of alpha-zero-general and of its descendants as a game.

    game = AlphaZeroGame(OthelloGame(6))
    result = gt.search(game, simulations=1000, compiled=False)

Such a class tells of a board and a player what can be done:

    getInitBoard()                           the first board
    getActionSize()                          how many actions there are, numbered from 0
    getNextState(board, player, action)      the board after it, and the next player
    getValidMoves(board, player)             for each action 1 where it is valid, else 0
    getGameEnded(board, player)              0 while the game goes on; 1 if the player has won,
                                             -1 if he has lost, a small number for a draw
    getCanonicalForm(board, player)          the board as player 1 would see it

Players are 1 and -1. Where there is `getNumberOfPlayers`, they are counted from 0, and
`getGameEnded` returns a number for each. As in that project's matches, valid moves are asked of the
canonical form, for player 1 (or 0), and all else of the board as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, ClassVar, cast

from ..errors import BadParameter
from ..game import Action, State
from ..rules.snapshots import freeze
from .copying import (
    Duplicate,
    DuplicateInside,
    InvalidAnswer,
    MutablePosition,
    Source,
    duplicates,
    guarded,
    unchanged,
)
from .copying_check import choose
from .expressions import function_of
from .faults import expect_methods
from .members import convert
from .replayed import KeyedPositionGame
from .results import number
from .values import KeyedByContents

__all__ = ["METHODS", "AlphaZeroGame"]

METHODS = (
    "getInitBoard",
    "getActionSize",
    "getNextState",
    "getValidMoves",
    "getGameEnded",
    "getCanonicalForm",
)

_DRAW = 0.01  # what is nearer to 0 at the end is a draw


class AlphaZeroGame(KeyedPositionGame):
    """A `Game` of alpha-zero-general's as a game; its first player is player 0.

    Args:
        game: an object with the six methods.
        copying: how positions are copied, see `InPlace`; a function gets a board.

    Attributes:
        understood: what was understood, in a sentence.

    Raises:
        BadParameter: if a method is missing.
        GameError: if one of them raises, or two games with the same moves differ.

    """

    name = "alpha_zero_game"

    def __init__(self, game: Any, copying: str | Callable[[Any], Any] = "auto") -> None:
        expect_methods("game", game, METHODS)
        self._source = _Boards(game)
        self.players = len(self._source.players)
        self.max_actions = self._source.size
        way = DuplicateInside(copying) if callable(copying) else copying
        self._choice = choose(self._source, self._source.owner, way)
        self.understood = (
            f"{self._source.size} actions by getActionSize, valid ones by getValidMoves of the "
            f"canonical form; played by getNextState; players {self._source.players}; over and "
            f"results by getGameEnded; copied by {self.copied_by}"
        )
        if self._choice.duplicate is not None:
            self.__class__ = OwnBoards
            cast("OwnBoards", self).write(game, self._choice.duplicate)

    def board(self, state: MutablePosition) -> Any:
        """Return the user's board in a position, to be looked at only."""
        return self._ask(state, lambda live: live.board)

    def state_to_text(self, state: MutablePosition) -> str:
        return str(self.board(state))


class OwnBoards(KeyedByContents, AlphaZeroGame):
    """An `AlphaZeroGame` whose states are pairs of the user's board and player.

    It compiles where the user's code does.
    """

    interpreted_only: ClassVar[bool] = False
    interpreted_notes: ClassVar[tuple[str, ...]] = ("_choice", "_source", "understood")

    def write(self, rules: Any, duplicate: Duplicate) -> None:
        """Set the attributes of a game of rules whose boards are copied so."""
        self.rules = rules
        self.duplicate = function_of(duplicate)
        self.states_change = self.duplicate is not unchanged  # type: ignore[misc]
        self.names = self._source.players  # what the rules call the players
        self.counts_players = self.names != (1, -1)

    def __getstate__(self) -> dict[str, Any]:
        """Return the attributes but the function that copies, which cannot be sent."""
        return {name: value for name, value in vars(self).items() if name != "duplicate"}

    def __setstate__(self, held: dict[str, Any]) -> None:
        vars(self).update(held)
        assert self._choice.duplicate is not None
        self.write(self.rules, self._choice.duplicate)

    def initial_state(self) -> State:
        return (self.rules.getInitBoard(), self.names[0])

    def copy(self, state: State) -> State:
        if self.states_change:
            return (self.duplicate(state[0]), state[1])
        return state

    def is_terminal(self, state: State) -> bool:
        if self.counts_players:
            return any(value != 0 for value in self.rules.getGameEnded(state[0], state[1]))
        return bool(self.rules.getGameEnded(state[0], state[1]) != 0)

    def legal_actions(self, state: State) -> list[int]:
        if self.is_terminal(state):
            return []
        board = self.rules.getCanonicalForm(state[0], state[1])
        mask = self.rules.getValidMoves(board, self.names[0])
        if len(mask) != self.max_actions:
            raise ValueError("getValidMoves tells of more or fewer actions than getActionSize")
        if not any(bool(allowed) for allowed in mask):
            raise ValueError(
                "getValidMoves allows nothing, yet getGameEnded says that the game goes on"
            )
        return [action for action in range(self.max_actions) if mask[action]]

    def current_player(self, state: State) -> int:
        for player in range(self.players):
            if self.names[player] == state[1]:
                return player
        raise ValueError("getNextState tells of no player")

    def next_state(self, state: State, action: Action) -> State:
        board, player = self.rules.getNextState(state[0], state[1], action)
        return (board, int(player))

    def returns(self, state: State) -> tuple[float, ...]:
        if self.counts_players:
            told = self.rules.getGameEnded(state[0], state[1])
            return tuple([_without_small(float(value)) for value in told])
        value = _without_small(float(self.rules.getGameEnded(state[0], state[1])) * state[1])
        return (value, -value)

    def board(self, state: State) -> Any:
        return state[0]


class _Turn:
    """A board, whose turn it is, and the legal moves once they were asked for."""

    __slots__ = ("actions", "board", "player")

    def __init__(self, board: Any, player: int, actions: list[int] | None = None) -> None:
        self.board = board
        self.player = player
        self.actions = actions

    def duplicated(self, duplicate: Duplicate) -> _Turn:
        """Return the same position with a duplicate of the board."""
        return _Turn(duplicate(self.board), self.player, self.actions)


class _Boards(Source):
    """The user's boards, with checked calls of the `Game`."""

    def __init__(self, game: Any) -> None:
        self._game = game
        self.owner = type(game).__name__
        self.players: tuple[int, ...] = (1, -1)
        if callable(getattr(game, "getNumberOfPlayers", None)):
            self.players = tuple(range(self._whole("getNumberOfPlayers")))
        self.size = self._whole("getActionSize")

    def start(self, used: _Turn | None) -> _Turn:
        return _Turn(self._ask("getInitBoard"), self.players[0])

    def over(self, live: _Turn) -> bool:
        return not self.actions(live)

    def actions(self, live: _Turn) -> list[int]:
        if live.actions is None:
            live.actions = [] if self._ended(live) is not None else self._valid(live)
        return live.actions

    def play(self, live: _Turn, move: Any) -> _Turn:
        answer = self._ask("getNextState", live.board, live.player, move)
        if not isinstance(answer, (tuple, list)) or len(answer) != 2:
            raise self._fault("getNextState", answer, "the next board and the next player")
        board, player = answer
        if convert(player) not in self.players:
            raise self._fault("getNextState", player, f"a next player of {self.players}")
        return _Turn(board, int(player))

    def mover(self, live: _Turn) -> int:
        """Return the number of the player to move."""
        return self.players.index(live.player)

    def returns(self, live: _Turn) -> tuple[float, ...]:
        """Return the return of each player."""
        ended = self._ended(live)
        assert ended is not None  # asked where the game is over
        return ended

    def key(self, live: _Turn) -> Any:
        """Return the key of a position: from `stringRepresentation` if the game defines it."""
        if hasattr(self._game, "stringRepresentation"):
            return freeze(self._ask("stringRepresentation", live.board)), live.player
        return freeze(live.board), live.player

    def view(self, live: _Turn) -> dict[str, Any]:
        return {
            "valid moves": self.actions(live),
            "the player": live.player,
            "the result": self._ended(live),
            "contents": freeze(live.board),
        }

    def duplicates(self, live: _Turn) -> Iterable[tuple[str, Duplicate]]:
        yield "nothing, as moves return new boards", DuplicateInside(unchanged)
        for name, duplicate in duplicates(live.board):
            yield name, DuplicateInside(duplicate)

    def _ended(self, live: _Turn) -> tuple[float, ...] | None:
        """Return the return of each player; None while the game goes on."""
        answer = convert(self._ask("getGameEnded", live.board, live.player))
        name = f"{self.owner}.getGameEnded"
        if self.players != (1, -1):
            values = list(answer) if hasattr(answer, "__len__") else []
            if len(values) != len(self.players):
                raise self._fault("getGameEnded", answer, f"{len(self.players)} numbers")
            each = tuple(number(name, value) for value in values)
            return tuple(map(_without_small, each)) if any(each) else None
        value = number(name, answer)
        if value == 0:
            return None
        own = _without_small(value * live.player)
        return own, -own

    def _valid(self, live: _Turn) -> list[int]:
        board = self._ask("getCanonicalForm", live.board, live.player)
        mask = self._ask("getValidMoves", board, self.players[0])
        if not hasattr(mask, "__len__") or len(mask) != self.size:
            raise self._fault("getValidMoves", mask, f"{self.size} numbers, one for each action")
        valid = [action for action, allowed in enumerate(mask) if allowed]
        if not valid:
            raise InvalidAnswer(
                f"{self.owner}.getValidMoves",
                "allows nothing, yet getGameEnded says that the game goes on",
            )
        return valid

    def _whole(self, method: str) -> int:
        try:
            answer = convert(getattr(self._game, method)())
        except Exception as error:
            told = f"{type(error).__name__}: {error}"
            raise BadParameter(f"{self.owner}.{method} raised {told}") from error
        if not isinstance(answer, int) or answer < 1:
            raise BadParameter(f"{self.owner}.{method} gave {answer!r}; 1 or more was expected")
        return answer

    def _ask(self, method: str, *arguments: Any) -> Any:
        answer = guarded(f"{self.owner}.{method}", getattr(self._game, method), *arguments)
        if answer is None:
            raise self._fault(method, "nothing", "something")
        return answer

    def _fault(self, method: str, answer: Any, expected: str) -> InvalidAnswer:
        return InvalidAnswer(f"{self.owner}.{method}", f"gave {answer!r}; {expected} was expected")


def _without_small(value: float) -> float:
    return 0.0 if abs(value) < _DRAW else value
