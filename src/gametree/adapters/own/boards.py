"""A board as a game whose states are what it makes: it compiles where the board does.

`BoardGame` asks a board about histories that know their moves, and checks each answer. Nothing of
that compiles. Where random games have shown that a board keeps its contract, the game is this one:
it calls the board's methods, and checks no more than what costs nothing.
"""

from __future__ import annotations

from typing import Any, ClassVar

from ...game import Action, State, UnwrappedRules
from ...primitives.past import Unchanging, extended_past, shown_past
from ...user_code.locating import BrokenContract
from ..boards.history import History, Reached
from ..values.faults import wrong_answer
from .answers import OwnAnswers, refuse_answer

__all__ = ["LOOKS_BACK", "LastState", "OwnBoards", "expected_of"]

LOOKS_BACK = (
    "looks at states before the last one, by which alone positions were distinguished: say so by "
    "BoardGame(board, history=True)"
)


class LastState(Unchanging):
    """A history of which rules may read `history[-1]` only."""

    is_plain_object = True

    def __init__(self, state: Any) -> None:
        self.state = state

    def __getitem__(self, index: int) -> Any:
        if index != -1:
            raise BrokenContract(LOOKS_BACK)
        return self.state

    def grow(self, state: Any) -> None:
        """Replace the state in place; only the owner of the history may call this."""
        self.state = state

    def __len__(self) -> int:
        raise BrokenContract(LOOKS_BACK)

    def __contains__(self, state: Any) -> bool:
        raise BrokenContract(LOOKS_BACK)

    def __iter__(self) -> Any:
        raise BrokenContract(LOOKS_BACK)

    def __reversed__(self) -> Any:
        raise BrokenContract(LOOKS_BACK)

    def count(self, state: Any) -> int:
        raise BrokenContract(LOOKS_BACK)

    def index(self, state: Any) -> int:
        raise BrokenContract(LOOKS_BACK)

    def copy(self) -> Any:
        raise BrokenContract(LOOKS_BACK)


def expected_of(method: str, players: int) -> str:
    """Return what a method of a board should have returned, for messages."""
    return {
        "current_player": f"a player from 1 to {players}",
        "legal_plays": "a list of plays",
        "next_state": "the next state",
        "start": "a state",
        "winner": "0, the number of a player or another number for a tie",
    }[method]


class OwnBoards(OwnAnswers):
    """A board as a game whose states are lists of the board's: of the last one, or all so far.

    Attributes:
        board: the user's.
        rules: the same, as compiled code calls it.
        looks_back: whether its rules look at other states than the last one.
        by_line: whether `next_state` of `rules` takes the history, else the last state.
        sorts: whether it gives its plays in sets.
        shares: whether numbers below -1 name several winners, see `later_boards`.

    """

    interpreted_notes: ClassVar[tuple[str, ...]] = ("_notes", "_pictures", "board")

    users_methods: ClassVar[dict[str, str]] = {
        "initial_state": "start",
        "legal_actions": "legal_plays",
        "returns": "winner",
    }
    """The names of the board's methods by those of the game's, for reports."""

    board: Any
    rules: Any
    tie: float
    looks_back: bool
    by_line: bool
    sorts: bool
    shares: bool

    @property
    def users_class(self) -> str:
        """The name of the board's class, for reports."""
        return type(self.board).__name__

    def initial_state(self) -> State:
        return [self.rules.start()]

    def taken_state(self, state: Any) -> State:
        """Return a history, or one state of the board's, as a state of the game."""
        if isinstance(state, Reached):
            state = state.line
        states = list(state) if isinstance(state, History | list) else [state]
        states = [each.line[-1] if isinstance(each, Reached) else each for each in states]
        return states if self.looks_back else states[-1:]

    def current_player(self, state: State) -> int:
        player = self.rules.current_player(state[-1])
        if player is None or not 1 <= player <= self.players:
            refuse_answer(self, "current_player", player)
        return int(player) - 1

    def legal_actions(self, state: State) -> Any:
        return self.legal_after(self.seen(state))

    def next_state(self, state: State, action: Action) -> State:
        if self.by_line:
            following = self.rules.next_state(self.seen(state), action)
        else:
            following = self.rules.next_state(state[-1], action)
        if following is None:
            refuse_answer(self, "next_state", following)
        if self.looks_back:
            return extended_past(state, following)
        return [following]

    def returns(self, state: State) -> tuple[float, ...]:
        return self.returns_after(self.seen(state))

    def unwrapped_rules(self) -> UnwrappedRules:
        """Return the board's methods on histories: a playout grows one instead of making many."""
        following_state, by_line = self.rules.next_state, self.by_line

        def next_state(history: Any, play: Any) -> Any:
            following = following_state(history if by_line else history[-1], play)
            if following is None:
                refuse_answer(self, "next_state", following)
            history.grow(following)
            return history

        return UnwrappedRules(
            self.seen,
            self.legal_after,
            next_state,
            lambda history, before, plies: self.returns_after(history),
            lambda history, before, plies: list(history) if self.looks_back else [history[-1]],
            lambda state, after: self.current_player(state),
        )

    def legal_after(self, history: Any) -> Any:
        """Return the legal plays after a history: none where the game is over."""
        if self.winner_after(history) != 0:
            return []
        return self.plays_after(history)

    def returns_after(self, history: Any) -> tuple[float, ...]:
        """Return the return of each player after a history."""
        winner = self.winner_after(history)
        if self.shares and winner < -1:
            named = [(-1 - winner) >> player & 1 for player in range(1, self.players + 1)]
            return tuple([each / sum(named) for each in named])
        for player in range(1, self.players + 1):
            if winner == player:
                return tuple([float(each == player) for each in range(1, self.players + 1)])
        return tuple([self.tie for _ in range(self.players)])

    def plays(self, state: State) -> Any:
        """Return the plays that the board calls legal, also after somebody has won."""
        return self.plays_after(self.seen(state))

    def plays_after(self, history: Any) -> Any:
        """Return the plays that the board calls legal after a history."""
        plays = self.rules.legal_plays(history)
        if plays is None:
            refuse_answer(self, "legal_plays", plays)
        return sorted(plays) if self.sorts else plays

    def winner(self, state: State) -> Any:
        """Return the board's answer: 0, a player from 1 on, or another number for a tie."""
        return self.winner_after(self.seen(state))

    def winner_after(self, history: Any) -> Any:
        """Return the board's answer for a history."""
        winner = self.rules.winner(history)
        if winner is None or isinstance(winner, (str, tuple, list, set, frozenset)):
            refuse_answer(self, "winner", winner)
        return winner

    def wrong_answer(self, method: str, answer: Any) -> BrokenContract:
        """Return the error for what a method of the board must not return."""
        return wrong_answer(self.board, method, answer, expected_of(method, self.players))

    def seen(self, state: State) -> Any:
        """Return a state as the history that the board gets to see."""
        if self.looks_back:
            return shown_past(state)
        return LastState(state[-1])
