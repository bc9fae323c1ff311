"""Checks every answer of the rules as it is given.

Too slow to search with; used on the first position, on one playout before
compiling, and to find out what went wrong when a search failed: the failed
simulation is run again, interpreted, with the same random numbers.
"""

from __future__ import annotations

import inspect
import math
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from plainpython.compilable import Compilable
from plainpython.hashing import key_of_state

from ..actors import CHANCE, is_chance, is_everyone
from ..errors import GameError, NotCompilable, OnlyInterpreted
from ..game import Action, Game, State
from ..numbers.counting import counted
from ..primitives.action_parts import Unfit
from ..primitives.actions import PackedActions, Packing
from ..primitives.proposals import MOST_REFUSED, DrawnOutcomes, ProposedActions, admits, proposed
from ..primitives.real_actions import are_bounds
from ..primitives.rng import Rng
from ..user_code.locating import defined, place_of, raised
from .drawing import PROBABILITY_SLACK, outcome
from .observations import NoObservation, Sizes, other_sizes, sizes_of_observation
from .one_by_one import OneByOne
from .workspace import MOST_RETURN, ActionsFull

__all__ = ["MOST_ACTIONS", "ActionTooWide", "CheckedGame", "NarrowGame", "RootMoves", "rehearse"]

MOST_ACTIONS = 1 << 22
"""More legal actions in one position are taken for a list without end."""

_OF_A_PLAYER = ("information_state", "sample_state")

_SHOWN_MOVES = 60
_SHOWN_OF_STATE = 200  # characters

_Line = tuple[Any, Action] | None

# What a game declares, apart from its methods and from what follows from them.
_DECLARED = [
    name
    for part in Game.__mro__
    if part not in (Compilable, object)
    for name in inspect.get_annotations(part)
    if not name.startswith("defines_")
]


class _Room(list[Any]):
    """A list whose IndexError differs from that of other lists."""

    def __setitem__(self, place: Any, action: Any) -> None:
        try:
            super().__setitem__(place, action)
        except IndexError:
            message = f"out has room for {len(self)} actions: declare a larger max_actions"
            raise IndexError(message) from None


class ActionTooWide(OnlyInterpreted, NotCompilable):
    """An action for which compiled trees have no room."""


class CheckedGame(Game):
    """A game that raises `GameError` as soon as the wrapped one breaks its contract."""

    def __init__(self, game: Game) -> None:
        self.game = game
        for name in _DECLARED:
            setattr(self, name, getattr(game, name))
        # Each state that was given out, so that its id stays its own, and the
        # line that led there: (the line before, the move), None at the start.
        self._lines: dict[int, tuple[State, _Line]] = {}
        self._line: _Line = None  # where the last question was asked
        # Read by the search in place of those of this class.
        self.defines_is_terminal = game.defines_is_terminal  # type: ignore[misc]
        self.defines_random_action = game.defines_random_action  # type: ignore[misc]
        self.defines_heuristic = game.defines_heuristic  # type: ignore[misc]
        self.defines_chance_outcomes = game.defines_chance_outcomes  # type: ignore[misc]
        self.defines_key = game.defines_key  # type: ignore[misc]
        self.defines_observation = game.defines_observation  # type: ignore[misc]
        self.defines_information_state = game.defines_information_state  # type: ignore[misc]
        self.defines_sample_state = game.defines_sample_state  # type: ignore[misc]
        self.defines_rewards = game.defines_rewards  # type: ignore[misc]
        self.defines_action_bounds = game.defines_action_bounds  # type: ignore[misc]
        self.defines_is_legal = game.defines_is_legal  # type: ignore[misc]
        self._sizes: Sizes | None = None  # of observations
        self._refused = 0  # proposals in a row
        # No state is kept in the tree: every move must pass through here.
        self.states_change = True  # type: ignore[misc]

    def __getattr__(self, name: str) -> Any:
        """Return what the game has of its own, which strategies written for it may ask for."""
        if name == "game":  # not there yet
            raise AttributeError(name)
        return getattr(self.game, name)

    def initial_state(self) -> State:
        state = self._call("initial_state")
        if state is None:
            raise self._fault("initial_state", "returned nothing; a state was expected")
        return state

    def current_player(self, state: State) -> int:
        player = self._call("current_player", state)
        lowest = CHANCE if self.has_chance else 0
        try:
            legal = int(player) == player and lowest <= player < self.players
        except (TypeError, ValueError):
            legal = False
        if not legal:
            expected = f"a player from 0 to {self.players - 1} was expected"
            if self.has_chance:
                expected = f"CHANCE or {expected}"
            elif type(player) is int and is_everyone(player):
                expected += "; EVERYONE goes with legal_actions(state, player)"
            elif type(player) is int and is_chance(player):
                expected += "; a game where chance moves defines chance_outcomes or draw_outcome"
            raise self._fault("current_player", f"returned {player!r}; {expected}")
        return int(player)

    def legal_actions(self, state: State) -> Sequence[Action]:
        """Return the legal actions; none where the class defines `is_terminal` and it says so.

        The list of many games does not know the end, such as the empty cells of a board.
        """
        if self.defines_is_terminal and self._call("is_terminal", state):
            return []
        return self._listed(state)

    def _listed(self, state: State) -> Sequence[Action]:
        """Return what `legal_actions` gives, or what stands for it."""
        if self.draws_outcomes and is_chance(self.current_player(state)):
            return DrawnOutcomes(self, state)
        if self.proposes_actions:
            if self.has_chance and is_chance(self.current_player(state)):
                return [action for action, _ in self.chance_outcomes(state)]
            return ProposedActions(self, state)
        actions = self._call("legal_actions", state)
        if isinstance(actions, range):  # however long it is
            return actions
        try:
            listed = list(islice(actions, MOST_ACTIONS + 1))
        except TypeError:
            expected = "a list of actions was expected"
            raise self._fault("legal_actions", f"returned {actions!r}; {expected}") from None
        except Exception as error:  # a generator that raises
            raise self._raised("legal_actions", error) from error
        if len(listed) > MOST_ACTIONS:
            raise self._fault("legal_actions", f"gave more than {MOST_ACTIONS:,} actions")
        return listed

    def action_bounds(self, state: State) -> tuple[Any, Any]:
        bounds = self._call("action_bounds", state)
        try:
            low, high = bounds
            sound = are_bounds(low, high)
        except (TypeError, ValueError):
            sound = False
        if not sound:
            expected = (
                "a pair (low, high) of finite numbers, or of tuples of as many numbers, was "
                "expected, with none of low above that of high"
            )
            raise self._fault("action_bounds", f"returned {bounds!r}; {expected}")
        return low, high

    def propose(self, state: State, rng: Rng) -> Action:
        action = self._call("propose", state, rng)
        if admits(self, state, action):
            self._refused = 0
            return action
        self._refused += 1
        if self._refused >= MOST_REFUSED:
            raise self._fault("propose", f"returned {_told(action)}, {self._why_illegal(state)}")
        return action

    def _why_illegal(self, state: State) -> str:
        """Return what is wrong with illegal proposals for a position."""
        reason = "which is_legal refuses"
        if self.defines_action_bounds:
            low, high = self.action_bounds(state)
            reason = f"which is not between the bounds {low!r} and {high!r}"
        return f"{reason}; {MOST_REFUSED} proposals in a row were illegal there"

    def draw_outcome(self, state: State, rng: Rng) -> Action:
        return self._call("draw_outcome", state, rng)

    def is_legal(self, state: State, action: Action) -> bool:
        return bool(self._call("is_legal", state, action))

    def chance_outcomes(self, state: State) -> list[tuple[Action, float]]:
        outcomes = self._call("chance_outcomes", state)
        try:
            pairs = [(action, float(probability)) for action, probability in outcomes]
        except (TypeError, ValueError):
            expected = "a list of (action, probability) pairs was expected"
            raise self._fault("chance_outcomes", f"returned {outcomes!r}; {expected}") from None
        total = sum(probability for _, probability in pairs)
        if not (
            all(probability >= 0.0 for _, probability in pairs)
            and abs(total - 1.0) <= PROBABILITY_SLACK
        ):
            raise self._fault(
                "chance_outcomes",
                f"gave probabilities {[probability for _, probability in pairs]} in the state "
                f"{_told(state)}, which sum to {total:.12g}; numbers of 0 or more that sum to 1, "
                f"within {PROBABILITY_SLACK:g}, were expected",
            )
        if self.proposes_actions:
            return pairs
        named = [action for action, _ in pairs]
        legal = self.legal_actions(state)
        if len(named) != len(legal) or any(action not in named for action in legal):
            raise self._fault(
                "chance_outcomes",
                f"gave the actions {named}, but legal_actions {legal}; they must be the same",
            )
        return pairs

    def key(self, state: State) -> Any:
        key = self._call("key", state)
        try:
            hash(key)
        except TypeError as error:
            expected = "something hashable was expected"
            if not self.defines_key:
                expected += "; define key(state) for states that are not"
            raise self._fault("key", f"returned {key!r}; {expected}") from error
        return key

    def returns_after_repetition(self, state: State, player: int, plies: int) -> list[float]:
        method = "returns_after_repetition"
        return self._values(method, self._call(method, state, player, plies))

    def next_state(self, state: State, action: Action) -> State:
        # Compiled trees hand out NumPy integers; the rules get what they gave.
        action = action.item() if hasattr(action, "item") else action
        self._line = (self._line_to(state), action)
        successor = self._call("next_state", state, action)
        if successor is None:
            raise self._fault("next_state", "returned nothing; the next state was expected")
        self._lines[id(successor)] = successor, self._line
        return successor

    def returns(self, state: State) -> list[float]:
        return self._values("returns", self._call("returns", state))

    def rewards(self, state: State, action: Action) -> list[float]:
        action = action.item() if hasattr(action, "item") else action
        return self._values("rewards", self._call("rewards", state, action))

    def heuristic(self, state: State) -> list[float]:
        return self._values("heuristic", self._call("heuristic", state))

    def observation(self, state: State, player: int) -> Any:
        shown = self._call("observation", state, player)
        try:
            sizes = sizes_of_observation(shown)
        except NoObservation as problem:
            raise self._fault("observation", str(problem)) from None
        if self._sizes is None:
            self._sizes = sizes
        elif sizes != self._sizes:
            raise self._fault("observation", other_sizes(sizes, self._sizes))
        return shown

    def information_state(self, state: State, player: int) -> Any:
        known = self._call("information_state", state, player)
        try:
            key_of_state(known)
        except (TypeError, ValueError, RecursionError) as error:
            expected = "numbers, texts, tuples, lists, dicts or dataclasses of these were expected"
            message = f"returned {_told(known)} for player {player}, which cannot be compared"
            raise self._fault("information_state", f"{message}; {expected}") from error
        self.compare_information(state, player, known)
        return known

    def compare_information(self, state: State, player: int, known: Any) -> None:
        """Raise `GameError` if a player does not know now what they knew in a state before."""
        again = self._call("information_state", state, player)
        if key_of_state(again) != key_of_state(known):
            raise self._fault(
                "information_state",
                f"gave player {player} two answers for one state: {_told(known)} and "
                f"{_told(again)}; make it of the state alone, without clocks, random numbers and "
                "earlier calls",
            )

    def sample_state(self, known: Any, player: int, rng: Rng) -> State:
        wanted = key_of_state(known)
        self._line = None
        state = self._call("sample_state", known, player, rng)
        if state is None:
            raise self._fault(
                "sample_state", f"returned nothing for player {player}; a state was expected"
            )
        try:
            found = self.information_state(state, player)
        except GameError as error:
            if error.__cause__ is None:  # an answer, but a wrong one
                raise
            raise self._fault(
                "sample_state",
                f"returned {_told(state)} for player {player}, in which {error}; a state of the "
                f"game was expected, in which they know {_told(known)}",
            ) from error
        if key_of_state(found) != wanted:
            raise self._fault(
                "sample_state",
                f"returned a state in which player {player} knows {_told(found)}, not what was "
                f"given, {_told(known)}",
            )
        return state

    def is_terminal(self, state: State) -> bool:
        finished = self._call("is_terminal", state)
        if not finished and not self._listed(state):  # proposed ones are not looked at
            together = isinstance(self.game, OneByOne)
            raise self._fault(
                "legal_actions",
                f"gives player {self.current_player(state)} no move where others have one: each "
                "player who chooses needs a move, such as a pass"
                if together
                else "returned no action, yet is_terminal says that the game goes on",
            )
        return bool(finished)

    def fill_legal_actions(self, state: State, out: Any) -> int:
        self._line = self._line_to(state)
        room = _Room([0] * len(out))
        method = "fill_legal_actions"
        try:
            count = self.game.fill_legal_actions(state, room)
        except GameError:
            raise
        except Exception as error:
            if type(self.game).fill_legal_actions is Game.fill_legal_actions:
                method = "legal_actions"
            raise self._raised(method, error) from error
        if not isinstance(count, int):
            raise self._fault(
                "fill_legal_actions", f"returned {count!r}; the number of actions was expected"
            )
        if count > len(out):
            if len(out) > MOST_ACTIONS:
                raise self._fault("legal_actions", f"gave more than {MOST_ACTIONS:,} actions")
            raise ActionsFull
        for index, action in enumerate(room[:count]):
            if isinstance(out, PackedActions):
                self.refuse_unfit(action, out.packing)
            elif hasattr(out, "dtype"):
                self.refuse_unfit(action, None)
            out[index] = action
        return count

    def order_of_actions(self, state: State, count: int, key: int) -> Iterator[Action]:
        return self.game.order_of_actions(state, count, key)

    def first_actions(self, state: State, out: Any, most: int) -> int:
        first: int = self._call("first_actions", state, out, most)
        return first

    def arrange_actions(self, state: State, actions: Any, count: int, rng: Rng) -> None:
        self._call("arrange_actions", state, actions, count, rng)

    def refuse_unfit(self, action: Action, packing: Packing | None) -> None:
        """Raise `ActionTooWide` if an action does not fit into compiled trees."""
        try:
            if packing is not None:
                packing.pack(action)
            elif hasattr(action, "__index__") and not -(1 << 31) <= action < 1 << 31:
                raise Unfit
        except Unfit:
            room = "are int of 32 bits" if packing is None else f"are {packing.part}"
            raise ActionTooWide(
                f"{self._name}.legal_actions gave the action {action!r}; compiled "
                f"actions of this game {room}, as those of its first random games: make all of "
                f"them alike, or search with compiled=False {self.where()}"
            ) from None

    def random_action(self, state: State, rng: Rng) -> Action:
        if self.proposes_actions and type(self.game).random_action is Game.random_action:
            return proposed(self, state, rng)
        action = self._call("random_action", state, rng)
        if action not in self.legal_actions(state):
            raise self._fault("random_action", f"returned {action!r}, which is not legal there")
        return action

    def copy(self, state: State) -> State:
        try:
            copied = self._call("copy", state)
        except GameError as error:
            if type(self.game).copy is not Game.copy:
                raise
            raise GameError(
                f"{error}: define copy, or search gametree.adapters.replayed.Replayed(game), "
                "which plays the moves again"
            ) from error
        self._lines[id(copied)] = copied, self._line
        return copied

    def _line_to(self, state: State) -> _Line:
        return self._lines.get(id(state), (state, None))[1]

    def _call(self, method: str, *arguments: Any) -> Any:
        if arguments and method != "next_state":
            self._line = self._line_to(arguments[0])
        try:
            return getattr(self.game, method)(*arguments)
        except GameError:  # a game that watches over another one has said it already
            raise
        except Exception as error:
            player = arguments[1] if method in _OF_A_PLAYER else None
            raise self._raised(method, error, player) from error

    def _values(self, method: str, values: Any) -> list[float]:
        were = "was" if self.players == 1 else "were"
        expected = f"{counted(self.players, 'finite number')} {were} expected"
        try:
            numbers = [float(value) for value in values]
        except (TypeError, ValueError):
            raise self._fault(method, f"returned {values!r}; {expected}") from None
        if len(numbers) != self.players or not all(map(math.isfinite, numbers)):
            raise self._fault(method, f"returned {values!r}; {expected}")
        if max(map(abs, numbers)) > MOST_RETURN:
            expected = f"numbers of at most {MOST_RETURN:g} in size were expected"
            raise self._fault(method, f"returned {values!r}; {expected}")
        return numbers

    def _raised(self, method: str, error: Exception, player: Any = None) -> GameError:
        place = place_of(error)  # a method that the search does not call itself, perhaps
        name = f"{self._name}.{method}" if place is None else place.called
        whom = "" if player is None else f"for player {player} "
        return GameError(f"{name} {raised(error, name)} {whom}{self.where()}")

    def where(self) -> str:
        """Return the moves that led to where the game is."""
        moves = []
        line = self._line
        while line is not None:
            line, move = line
            moves.append(move)
        if not moves:
            return "(in the searched position)"
        moves.reverse()
        shown = " ".join(map(str, moves[:_SHOWN_MOVES]))
        more = " ..." if len(moves) > _SHOWN_MOVES else ""
        return f"(after the moves {shown}{more})"

    def _fault(self, method: str, problem: str) -> GameError:
        place = defined(self._written, method)
        written = f"{place} " if place else ""
        return GameError(f"{self._name}.{method} {problem} {written}{self.where()}")

    @property
    def _written(self) -> Game:
        """The game that the user wrote, for messages."""
        return self.game.rules if isinstance(self.game, OneByOne) else self.game

    @property
    def _name(self) -> str:
        return type(self._written).__name__


def _told(state: State) -> str:
    """Return a state in one line, cut off where it is long."""
    try:
        text = " ".join(repr(state).split())
    except Exception:
        text = object.__repr__(state)
    return text if len(text) <= _SHOWN_OF_STATE else f"{text[:_SHOWN_OF_STATE]}..."


class RootMoves(CheckedGame):
    """A game under watch that offers only some moves, for the root of a restricted search.

    Args:
        game: the rules.
        moves: the moves that it offers, all of them legal in the position.

    """

    def __init__(self, game: Game, moves: Sequence[Action]) -> None:
        super().__init__(game)
        self.moves = list(moves)

    def fill_legal_actions(self, state: State, out: Any) -> int:
        if not self.game.counts_actions:
            super().fill_legal_actions(state, out)
        if len(self.moves) <= len(out):
            for index, action in enumerate(self.moves):
                out[index] = action
        return len(self.moves)


class NarrowGame(CheckedGame):
    """A game under watch that refuses actions for which compiled trees have no room."""

    def __init__(self, game: Game, packing: Packing | None) -> None:
        super().__init__(game)
        self._packing = packing

    def legal_actions(self, state: State) -> Sequence[Action]:
        actions = super().legal_actions(state)
        for action in actions[:: len(actions) - 1 or 1] if isinstance(actions, range) else actions:
            self.refuse_unfit(action, self._packing)
        return actions


def rehearse(game: Game, state: State, plies: int = 300) -> None:
    """Play some random moves under watch; raise `GameError` for what is wrong."""
    checked = CheckedGame(game)
    rng = Rng(0)
    state = checked.copy(state)
    for _ in range(plies):
        if checked.is_terminal(state):
            checked.returns(state)
            return
        player = checked.current_player(state)
        actions = checked.legal_actions(state)
        if is_chance(player):
            action = outcome(checked, state, rng)
        else:
            action = actions[rng.below(len(actions))]
        state = checked.next_state(state, action)
