"""A board with a history as a game: see `board`."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ..counting import counted
from ..effort import Budget
from ..errors import RandomRulesWarning
from ..game import Game
from ..parameters import expect
from ..primitives.rng import Rng
from .author_text import notation
from .faults import ask, expect_methods, fault, listed, something
from .history import Glance, History
from .pictures import Pictures, last_state
from .values import value_of

if TYPE_CHECKING:
    from ..views import View

__all__ = ["BoardGame"]

_METHODS = ("start", "current_player", "next_state", "legal_plays", "winner")

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
    interpreted_only = True
    min_return = 0.0

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
        self._notes = _Notes()
        if history is not None:
            self._hold_to(history)

    def initial_state(self) -> History:
        state = self._ask("start", ())
        return History(something(self._name("start"), state, "a state", ()))

    def current_player(self, state: History) -> int:
        player = self._ask("current_player", state, state[-1])
        if player not in range(1, self.players + 1):
            raise fault(
                self._name("current_player"),
                f"returned {player!r}; a player from 1 to {self.players} was expected",
                state,
            )
        return int(player) - 1

    def legal_actions(self, state: History) -> list[Any]:
        return [] if self.winner(state) != 0 else self.plays(state)

    def next_state(self, state: History, action: Any) -> History:
        where = state.extended(state[-1], action)
        following = self._ask("next_state", where, state[-1], action)
        longer = state.extended(following, action)
        something(self._name("next_state"), following, "the next state", longer)
        if self._notes.asked < _ASKED_TWICE:
            self._notes.asked += 1
            self._warn_if_random(following, self._ask("next_state", where, state[-1], action))
        return longer

    def returns(self, state: History) -> tuple[float, ...]:
        return self.worth(self.winner(state))

    def key(self, state: History) -> Any:
        if self._notes.looks_back is None:
            self._hold_to(self._looks_back())
        return state if self._notes.looks_back else value_of(state[-1])

    def plays(self, state: History) -> list[Any]:
        """Return the plays that the board calls legal, also after somebody has won."""
        plays = self._ask("legal_plays", state, self._shown("legal_plays", state))
        return listed(self._name("legal_plays"), plays, "a list of plays", state)

    def winner(self, state: History) -> Any:
        """Return the board's answer: 0, a player from 1 on, or another value for a tie."""
        winner = self._ask("winner", state, self._shown("winner", state))
        name, expected = self._name("winner"), "0, a player or another number for a tie"
        if isinstance(winner, str):
            raise fault(name, f"returned {winner!r}; {expected} was expected", state)
        return something(name, winner, expected, state)

    def worth(self, winner: Any) -> tuple[float, ...]:
        """Return the return of each player when the board names this winner."""
        if winner not in range(1, self.players + 1):
            return (self.tie,) * self.players
        return tuple(float(player == winner) for player in range(1, self.players + 1))

    def state_to_text(self, state: History) -> str:
        return self._pictures.text(state)

    def action_to_text(self, state: History, action: Any) -> str:
        return notation(self.board, action) or str(action)

    def view(self, state: History) -> View | None:
        return self._pictures.view(state)

    @property
    def understood(self) -> str:
        """How the board was understood, in a sentence."""
        told: str | None = getattr(self.board, "understood", None)
        return told or (
            "plays by legal_plays; played by next_state; over by winner, or when there are no "
            f"plays; {counted(self.players, 'player')}, numbered from 1, whose turn it is by "
            "current_player; winner names who gets 1, the others get 0; any other answer than 0 "
            f"is a tie, {self.tie:g} for each"
        )

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
        problem = "looks at states before the last one, by which alone positions were told apart"
        raise fault(
            self._name(method), f"{problem}: say so by BoardGame(board, history=True)", state
        )

    def _looks_back(self) -> bool:
        """Play some random games; return True if the board reads more than the last state."""
        looks: list[str] = []
        trial = BoardGame(self.board, self.players, self.tie)
        trial._notes.asked = _ASKED_TWICE
        trial._notes.looked = lambda method, state: looks.append(method)
        rng = Rng(0)
        budget = Budget(_TRIAL_SECONDS)
        line = trial.initial_state()
        for _ in range(_TRIAL_MOVES):
            plays = trial.legal_actions(line)
            if looks:
                warnings.warn(
                    f"{self._name(looks[0])} looks at states before the last one: equal states "
                    "with other histories are different positions, and not merged",
                    stacklevel=2,
                )
                return True
            if budget.is_spent:
                break
            if plays and len(line) < _LONGEST_TRIAL:
                line = trial.next_state(line, plays[rng.below(len(plays))])
            else:
                line = trial.initial_state()
        return False

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

    def _ask(self, method: str, where: Any, *arguments: Any) -> Any:
        return ask(self._name(method), getattr(self.board, method), where, *arguments)

    def _name(self, method: str) -> str:
        return f"{type(self.board).__name__}.{method}"
