"""A board with a history as a game: see `board`."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable
from enum import Enum
from itertools import islice
from numbers import Number
from typing import TYPE_CHECKING, Any, ClassVar

from ..errors import RandomRulesWarning
from ..game import Game
from ..naming.parameters import expect
from ..numbers.counting import counted
from ..primitives.rng import Rng
from ..rules.checked_game import MOST_ACTIONS
from ..rules.snapshots import freeze
from ..user_code.effort import Budget
from ..user_code.locating import brief, defined
from ..views.found.author_text import notation
from ..views.found.pictures import Pictures, last_state
from .boards.history import Glance, History
from .own.boards import LOOKS_BACK, OwnBoards, expected_of
from .recognition.titles import title_of_class
from .values.faults import STATE_CHANGED, UserFault, ask, expect_methods, fault, wrong_answer
from .values.values import value_of

if TYPE_CHECKING:
    from ..views import View

__all__ = ["BoardGame", "HistoryBoard", "OwnBoardGame"]

_METHODS = ("start", "current_player", "next_state", "legal_plays", "winner")

_SEVERAL = (list, tuple, set, frozenset)
"""How `winner` may name several players."""

_ASKED_TWICE = 64  # calls of `next_state`, the first ones

# Random games that show whether the board looks at earlier states.
_TRIAL_MOVES = 2000
_TRIAL_SECONDS = 0.2
_LONGEST_TRIAL = 200


class _Notes:
    """Observations about a board during play; they are no part of the game's identity."""

    __slots__ = ("asked", "looked", "looks_back", "pictures")

    def __init__(self) -> None:
        self.asked = 0  # calls of `next_state`, until they are enough
        self.looks_back: bool | None = None  # at states before the last one; None: not known
        # What is called when it does, with the method and the history, if anything is.
        self.looked: Callable[[str, History], object] | None = None
        self.pictures: Pictures | None = None


class BoardGame(Game):
    """A board as a game for `gametree.search`; its states are histories.

    `state[-1]` is the board's state. Where the rules look at the last state alone, a history holds
    no other. Such games compile where the board does.

    Args:
        board: an object with the five methods.
        players: how many there are; by default the board's `num_players` if it has
            one, else 2.
        tie: what a tie, or a playout that is cut off, counts for everyone, where a
            win counts 1 and a loss 0; by default one part in `players`, and nothing
            where there is one player.
        history: whether the rules look at other states than the last one. If not, equal
            states are one position for `transpositions=True` and players that remember
            positions; the board is held to it. None: as random games show.

    A game without a legal play and without a winner is a tie.

    """

    name = "board"
    interpreted_only: ClassVar[bool] = True
    min_return = 0.0

    looks_back: bool
    by_line: bool
    rules: Any
    sorts: bool

    def __init__(
        self,
        board: Any,
        players: int | None = None,
        tie: float | None = None,
        history: bool | None = None,
    ) -> None:
        expect_methods("board", board, _METHODS)
        if players is None:
            players = getattr(board, "num_players", 2)
        expect(
            isinstance(players, int) and not isinstance(players, bool) and players >= 1,
            "players",
            "a whole number of 1 or more",
            players,
        )
        expect(
            tie is None
            or (isinstance(tie, (int, float)) and not isinstance(tie, bool) and 0 <= tie <= 1),
            "tie",
            "None or a number from 0 to 1",
            tie,
        )
        expect(history in (True, False, None), "history", "True, False or None", history)
        self.board = board
        self.players = players
        self.tie = float(players > 1) / players if tie is None else float(tie)
        self.draw_value = self.tie
        self.shares = bool(getattr(board, "shares", False))
        self._notes = _Notes()
        if history is not None:
            self._hold_to(history)
        if type(self) is BoardGame:
            self._compile_if_sound()

    def _compile_if_sound(self) -> None:
        """Become a game that compiles, if the board keeps its contract in random games."""
        trial = _Trial(self)
        try:
            trial.play()
        except UserFault as error:
            self.why_interpreted = str(error)
            return
        if trial.names_several:
            self.why_interpreted = (
                f"{self._name('winner')} returns a number in some positions, and several players "
                "in others"
            )
            return
        self.rules = self.board
        self.by_line = False
        if hasattr(self.board, "written_out"):
            self.rules = self.board.written_out()
            self.by_line = self.board.keeps_line
        # Who forbids to look back gets an error where the board does.
        self.looks_back = trial.looks_back or (self.by_line and self._notes.looks_back is not False)
        self.sorts = trial.sorts
        self.__class__ = OwnBoardGame

    def initial_state(self) -> History:
        state = self._ask("start", ())
        if state is None:
            raise self._wrong("start", state, ())
        return History(self._hashable("start", state, ()))

    def current_player(self, state: History) -> int:
        player = self._ask("current_player", state, state[-1])
        if player not in range(1, self.players + 1):
            raise self._wrong("current_player", player, state)
        return int(player) - 1

    def legal_actions(self, state: History) -> list[Any]:
        return [] if self.winner(state) != 0 else self.plays(state)

    def next_state(self, state: History, action: Any) -> History:
        where = state.extended(state[-1], action)
        watched = self._notes.asked < _ASKED_TWICE
        before = freeze(state[-1]) if watched else None
        following = self._ask("next_state", where, state[-1], action)
        longer = state.extended(following, action)
        if following is None:
            raise self._wrong("next_state", following, longer)
        if watched and following is state[-1] and freeze(following) != before:
            raise self._fault("next_state", STATE_CHANGED, longer)
        self._hashable("next_state", following, longer)
        if watched:
            self._notes.asked += 1
            self._warn_if_random(following, self._ask("next_state", where, state[-1], action))
        return longer

    def returns(self, state: History) -> tuple[float, ...]:
        return self.worth(self.winner(state))

    def key(self, state: History) -> Any:
        return value_of(state[-1]) if self._notes.looks_back is False else state

    def plays(self, state: History) -> list[Any]:
        """Return the plays that the board calls legal, also after somebody has won."""
        plays = self._ask("legal_plays", state, self._shown("legal_plays", state))
        if isinstance(plays, set | frozenset):
            plays = ask(self._name("legal_plays"), sorted, state, plays)
        if not isinstance(plays, Iterable):
            raise self._wrong("legal_plays", plays, state)
        name = self._name("legal_plays")
        found: list[Any] = ask(name, lambda: list(islice(plays, MOST_ACTIONS + 1)), state)
        if len(found) > MOST_ACTIONS:
            raise self._fault("legal_plays", f"gave more than {MOST_ACTIONS:,} plays", state)
        return found

    def winner(self, state: History) -> Any:
        """Return the board's answer: 0, a player from 1 on, or another number for a tie."""
        winner = self._ask("winner", state, self._shown("winner", state))
        if isinstance(winner, _SEVERAL):
            wrong = not self.names_players(winner)
        else:
            wrong = not isinstance(winner, Number | Enum) or winner != winner
        if wrong:
            raise self._wrong("winner", winner, state)
        return winner

    def names_players(self, winner: Any) -> bool:
        """Return True if an answer of `winner` is a collection of players."""
        return (
            isinstance(winner, _SEVERAL)
            and len(winner) > 0
            and all(each in self._numbers for each in winner)
        )

    def worth(self, winner: Any) -> tuple[float, ...]:
        """Return the return of each player when the board names this winner."""
        winners = self._winners(winner)
        if len(winners) in (0, self.players):
            alone = self.players == 1 and winners
            return (1.0,) if alone else (self.tie,) * self.players
        return tuple(float(player in winners) / len(winners) for player in self._numbers)

    @property
    def _numbers(self) -> range:
        """The players as the board numbers them."""
        return range(1, self.players + 1)

    def _winners(self, winner: Any) -> set[int]:
        """Return the players that an answer of `winner` names."""
        if isinstance(winner, _SEVERAL):
            return set(winner)
        if self.shares and winner < -1:
            return {player for player in self._numbers if (-1 - winner) >> player & 1}
        return {winner} if winner in self._numbers else set()

    def state_to_text(self, state: History) -> str:
        return self._pictures.text(state)

    def action_to_text(self, state: History, action: Any) -> str:
        return notation(self.board, action) or str(action)

    def view(self, state: History) -> View | None:
        return self._pictures.view(state)

    @property
    def understood(self) -> str:
        """How the board was understood, in a sentence."""
        understood: str | None = getattr(self.board, "understood", None)
        return understood or (
            "plays by legal_plays; played by next_state; over by winner, or when there are no "
            f"plays; {counted(self.players, 'player')}, numbered from 1, whose turn it is by "
            "current_player; winner names who gets 1, or in a list those who share it, and the "
            f"others get 0; any other answer than 0 is a tie, {self.tie:g} for each"
        )

    @property
    def users_title(self) -> str:
        """What people call the rules."""
        return title_of_class(type(getattr(self.board, "board", self.board)))

    @property
    def _pictures(self) -> Pictures:
        if self._notes.pictures is None:
            self._notes.pictures = Pictures(self, last_state, self.board)
        return self._notes.pictures

    def _shown(self, method: str, state: History) -> History:
        """Return the history that the board gets to see."""
        looked = self._notes.looked
        return state if looked is None else Glance(state, lambda: looked(method, state))

    def _hold_to(self, looks_back: bool) -> None:
        self._notes.looks_back = looks_back
        self._notes.looked = None if looks_back else self._refuse_to_look

    def _refuse_to_look(self, method: str, state: History) -> None:
        raise fault(self._name(method), LOOKS_BACK, state)

    def _warn_if_random(self, one: Any, other: Any) -> None:
        if value_of(one) == value_of(other):
            return
        self._notes.asked = _ASKED_TWICE  # once is enough
        warnings.warn(
            f"{self._name('next_state')} gave two different states for the same play: a search "
            "takes what it saw first for certain, so luck in the rules is misjudged; write a Game "
            "with chance_outcomes instead",
            RandomRulesWarning,
            stacklevel=2,
        )

    def _hashable(self, method: str, state: Any, where: Any) -> Any:
        """Return a state of the board's, which must be a value that can be hashed."""
        try:
            hash(state)
        except TypeError:
            problem = f"returned {brief(state)}, which cannot be hashed; return a tuple, say"
            raise self._fault(method, problem, where) from None
        return state

    def _wrong(self, method: str, answer: Any, where: Any) -> UserFault:
        error = wrong_answer(self.board, method, answer, expected_of(method, self.players))
        return self._fault(method, str(error), where)

    def _fault(self, method: str, problem: str, where: Any) -> UserFault:
        place = defined(self.board, method)
        return fault(self._name(method), problem if place is None else f"{problem} {place}", where)

    def _ask(self, method: str, where: Any, *arguments: Any) -> Any:
        return ask(self._name(method), getattr(self.board, method), where, *arguments)

    def _name(self, method: str) -> str:
        return f"{type(self.board).__name__}.{method}"


class HistoryBoard(BoardGame):
    """A board as a game whose states are histories that know their moves, searched interpreted."""

    name = "board"


class OwnBoardGame(OwnBoards, BoardGame):
    """A `BoardGame` whose states are the board's."""

    name = "board"
    interpreted_only: ClassVar[bool] = False


class _Trial(HistoryBoard):
    """A board in random games, which show whether it keeps its contract and what it reads."""

    def __init__(self, game: BoardGame) -> None:
        super().__init__(game.board, game.players, game.tie)
        self.looks_back = game._notes.looks_back is True
        self.sorts = False
        self.names_several = False
        self._refuses = game._notes.looks_back is False
        self._notes.looked = self._note_look

    def play(self) -> None:
        """Play the games.

        Raises:
            UserFault: if the board breaks its contract.

        """
        rng = Rng(0)
        budget = Budget(_TRIAL_SECONDS)
        line = self.initial_state()
        for _ in range(_TRIAL_MOVES):
            if budget.is_spent:
                break
            plays = self.legal_actions(line)
            if plays and len(line) < _LONGEST_TRIAL:
                self.current_player(line)
                line = self.next_state(line, plays[rng.below(len(plays))])
            else:
                self.returns(line)
                line = self.initial_state()

    def _ask(self, method: str, where: Any, *arguments: Any) -> Any:
        answer = super()._ask(method, where, *arguments)
        if method == "legal_plays" and isinstance(answer, set | frozenset):
            self.sorts = True
        if method == "winner" and isinstance(answer, _SEVERAL):
            self.names_several = True
        return answer

    def _note_look(self, method: str, state: History) -> None:
        if self._refuses:
            self._refuse_to_look(method, state)
        self.looks_back = True

    def _warn_if_random(self, one: Any, other: Any) -> None:
        if value_of(one) != value_of(other):
            raise self._fault("next_state", "gave two different states for one play", ())
