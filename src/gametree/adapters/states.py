"""State objects as games: objects that list their moves, play one, and give the result.

    game = StateGame(TicTacToeState())      # or a class or function that makes one
    print(game.understood)                  # which methods were taken, and for what
    result = gt.search(game, simulations=1000, compiled=False)

The methods are found by their names (`get_legal_actions`, `getPossibleActions`, `legal_moves`;
`move`, `do_move`, `take_action`; `is_game_over`, `isTerminal`; ...) and by how many arguments they
take. Some random games tell whether a move returns a new state or changes the one it is played on,
who the players are, and whose view a result is from. Where they leave something open, an error says
which parameter settles it.

An object whose methods take a state first, and that tells the first one (`initial_state`), is
understood in the same way, and so are the functions of a module.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar

from ..errors import IllegalMove, InvalidState
from ..game import State, snake_case
from ..naming.parameters import expect
from ..rules.snapshots import freeze
from ..views.found.author_text import has_own_text
from ..views.found.pictures import Pictures
from ..views.found.shown_boards import board_as_text, marks_of, moves_name_cells
from .chance.drawing_states import DrawingStates
from .own.found_members import WrittenRules
from .own.state_rules import StateRules
from .own.states import NeedsChecks, OwnStates
from .recognition.player_arguments import player_arguments
from .recognition.trial import Understanding, labels_of, mover, understand
from .replayed import KeyedPositionGame
from .values.bounds import set_bounds
from .values.copying import (
    Duplicate,
    DuplicateInside,
    InvalidAnswer,
    MutablePosition,
    Source,
    call,
    duplicates,
    unchanged,
)
from .values.copying_check import choose
from .values.moves import own, text_of
from .values.results import PERSPECTIVES

if TYPE_CHECKING:
    from ..views import View

__all__ = ["OwnStateGame", "StateGame"]

_GAMES = 2  # that show whether moves must be listed before one is played
_PLIES = 60
_DEEPEST_SHOWN = 4  # objects within a state, of which the innermost has the board
_BOARDS = (
    "board", "_board", "state", "grid", "field", "cells", "squares", "position", "env", "game"
)  # fmt: skip


class StateGame(KeyedPositionGame):
    """A state object as a game.

    Args:
        state: the first state, which is left as it is; a class or function that makes it; or an
            object whose methods take a state, or a module whose functions do.
        moves, play, over, result, winner, player, just_moved: what to take instead of what is
            found: the name of a method or attribute of the state, or a function of a state (`play`
            of a state and a move, `result` of a state or of a state and a player). `player` tells
            whose turn it is, `just_moved` who has made the last move.
        players: how many players there are, or what the rules call them: (1, -1). The first of
            them is player 0. Where nothing tells whose turn it is, they take turns.
        perspective: whose view a single number is from: "first", "to_move" or "just_moved", see
            `results`.
        start: the first state, also as text ("[None] * 9"), or a function that makes it, or the
            name of one, where the methods of `state` take one
            and it has none that makes it.
        candidates: where nothing lists the legal moves: all moves that may be legal, a function of
            a state that lists them, how many there are (9), or the sizes of a board ("3x3").
        valid: tells which of these are legal, of a state and a move.
        successors: where nothing lists or plays moves: gives a list of the states that may come
            next; a move is an index of it.
        chance: where moves draw luck themselves: the name of the method that draws, such as
            "roll", or "random" for every draw. Each draw is an event of chance, see `luck`.
        copying: how positions are copied, see `InPlace`; a function gets the user's state.
        bounds: the least and the most that a player can get, (-1, 1) for instance, for proofs;
            by default (-1, 1) where the rules tell no more than who has won, else not known.

    Moves are the user's own; those that Python cannot compare or hash are each in a `Move`.

    Attributes:
        understood: what was found, in a sentence.

    Raises:
        BadParameter: if something that a game needs is not found, and random games do not show it.
        GameError: if the user's methods raise, or two games with the same moves differ.

    """

    name = "state_game"

    def __init__(
        self,
        state: Any,
        *,
        moves: str | Callable[..., Any] | None = None,
        play: str | Callable[..., Any] | None = None,
        over: str | Callable[..., Any] | None = None,
        result: str | Callable[..., Any] | None = None,
        winner: str | Callable[..., Any] | None = None,
        player: str | Callable[..., Any] | None = None,
        just_moved: str | Callable[..., Any] | None = None,
        players: int | tuple[Any, ...] | None = None,
        perspective: str | None = None,
        start: Any = None,
        candidates: Any = None,
        valid: str | Callable[..., Any] | None = None,
        successors: str | Callable[..., Any] | None = None,
        chance: str | None = None,
        copying: str | Callable[[Any], Any] = "auto",
        bounds: tuple[float, float] | None = None,
    ) -> None:
        expect(
            perspective is None or perspective in PERSPECTIVES,
            "perspective",
            f"None or one of {list(PERSPECTIVES)}",
            perspective,
        )
        given = {
            "moves": moves,
            "play": play,
            "over": over,
            "result": result,
            "winner": winner,
            "player": player,
            "just_moved": just_moved,
            "start": start,
            "candidates": candidates,
            "valid": valid,
            "successors": successors,
        }
        written = player_arguments(state, given, labels_of(players))
        self._rules = StateRules(written or state, given, labels_of(players), chance)
        found = understand(self._rules, players, perspective)
        self.name = snake_case(self._rules.owner)  # type: ignore[misc]
        self._source = _Lives(self._rules, found)
        self.players = len(found.players)
        outcomes_only = found.by_winner or self._rules.by_truth
        set_bounds(self, (-1, 1) if bounds is None and outcomes_only else bounds)
        if bounds is not None and self._rules.in_halves:
            self.min_return, self.max_return = 2 * self.min_return - 1, 2 * self.max_return - 1
        boards = self._source.settle_listing()
        self._clicked = self._source.names_cells
        self._marks = marks_of(map(_board_in, boards), found.players.labels)
        by_index = successors is not None or (isinstance(state, WrittenRules) and state.by_index)
        self._pictures = Pictures(self, self._shown, indexed=by_index)
        way = DuplicateInside(copying) if callable(copying) else copying
        self._choice = choose(self._source, self._rules.owner, way)
        self._rules.is_understood()
        self.understood = _understood(self._rules, found, self.copied_by)
        games = OwnStateGame()
        try:
            if chance is not None:
                raise NeedsChecks(
                    f"moves draw luck by {chance}; a class that derives from gametree.Game, with "
                    "chance_outcomes, compiles"
                )
            if self._source.lists_first:
                raise NeedsChecks(
                    "a move can be played only where the moves have been listed; let "
                    f"{self._rules.play.name} do without what {self._rules.moves.name} keeps"
                )
            games.write(self._rules, found, self._choice)
        except NeedsChecks as reason:
            self.why_interpreted = str(reason)
            self.understood += f"; interpreted alone, as {reason}"
            if chance is not None:
                self.__class__ = _DrawingStateGame
        else:
            vars(self).update(vars(games))
            self.__class__ = OwnStateGame

    @property
    def users_class(self) -> str:
        """The name of the user's class, for reports."""
        return self._rules.owner

    @property
    def users_methods(self) -> dict[str, str]:
        """The names of the user's methods by those of the game's, for reports."""
        rules = self._rules
        returns = rules.winner if self._source.by_winner else rules.result
        there = {
            "legal_actions": rules.moves,
            "next_state": rules.play,
            "is_terminal": rules.over or rules.ending,
            "current_player": rules.turn,
            "returns": returns,
        }
        return {name: rules.name_of(each) for name, each in there.items() if each is not None}

    def own_state(self, state: MutablePosition) -> Any:
        """Return the user's state in a position, to be looked at only."""
        return self._ask(state, lambda live: live.state)

    def taken_state(self, state: Any) -> MutablePosition:
        """Return the position of a state of the user's, a copy of it, or the position given."""
        if isinstance(state, MutablePosition):
            return state
        self._rules.expect_state(state)
        if self.copied_by == "replay":
            raise InvalidState(
                f"{self._rules.owner} cannot be copied, so a position is known by its moves only: "
                f"use position(moves) ({self.copied_because})"
            )
        return self.copy(MutablePosition([], _Live(state), from_start=False))

    def state_to_text(self, state: MutablePosition) -> str:
        shown = self._shown(state)
        text = board_as_text(_board_in(shown), self._marks)
        if text is None and not has_own_text(_board_in(shown)):
            text = self._pictures.board(state)
        return _contents_of(shown) if text is None else self._pictures.labelled(text)

    def _shown(self, state: MutablePosition) -> Any:
        """Return what people are shown of a position."""
        return self._rules.shown(self.own_state(state))

    def view(self, state: MutablePosition) -> View | None:
        """Return the board, on which a click makes the move that names a cell, if moves do."""
        from ..views.text_grid import pieces_of, view_of_text

        text = self.state_to_text(state)
        drawn = view_of_text(text, pieces_of(self), ()) if self._clicked else None
        if drawn is None or len(drawn.cells) != len(text.split()):  # a row looks like a heading
            found = self._pictures.view(state)
            return None if found is None else replace(found, text=text)
        columns = len({cell.x for cell in drawn.cells})
        clicks = {}
        for action in self.legal_actions(state):
            move = own(action)
            if isinstance(move, (list, tuple)):  # None may pass, where games at random did not
                row, column = move
                zone = drawn.cells[row * columns + column].clicked
                clicks[self.action_to_text(state, action)] = (zone,)
        return replace(drawn, moves=clicks)

    def action_to_text(self, state: MutablePosition, action: Any) -> str:
        return self._pictures.cells(state, action) or text_of(own(action))

    def text_to_action(self, state: MutablePosition, text: str) -> Any:
        """Return the legal action that `text` names; of moves by index, by its index, too."""
        try:
            return super().text_to_action(state, text)
        except IllegalMove:
            named = text.strip()
            for action in self.legal_actions(state) if self._pictures.indexed else ():
                if text_of(own(action)) == named:
                    return action
            raise


class OwnStateGame(OwnStates, StateGame):
    """A `StateGame` whose states are the user's."""

    interpreted_only: ClassVar[bool] = False

    def __init__(self) -> None:
        """Leave all to `StateGame.__init__`, whose game it becomes."""

    def own_state(self, state: State) -> Any:
        return self.users(state)

    def taken_state(self, state: State) -> State:
        if self.keeps_last and isinstance(state, tuple) and len(state) == 2:
            state, last = state
        else:
            last = self.players - 1
        self._rules.expect_state(state)
        return self.with_last(state, last)


class _DrawingStateGame(DrawingStates, StateGame):
    """A `StateGame` whose moves draw luck."""

    def __init__(self) -> None:
        """Leave all to `StateGame.__init__`, whose game it becomes."""


class _Live:
    """A state of the user's with the number of moves so far and cached legal moves."""

    __slots__ = ("actions", "last", "plies", "state")

    def __init__(self, state: Any) -> None:
        self.state = state
        self.plies = 0
        self.last = 0  # the number of the player who made the last move
        self.actions: list[Any] | None = None  # the legal moves, once asked for

    def duplicated(self, duplicate: Duplicate) -> _Live:
        """Return the same position with a duplicate of the state."""
        other = _Live(duplicate(self.state))
        other.plies, other.last, other.actions = self.plies, self.last, self.actions
        return other


class _Lives(Source):
    """The user's states in a game."""

    def __init__(self, rules: StateRules, found: Understanding) -> None:
        self._rules = rules
        self._found = found
        self.lists_first = False
        """True if moves must be listed before one is played: what lists them may keep them."""
        self.names_cells = True
        """True if moves are the rows and columns of empty cells."""

    @property
    def by_winner(self) -> bool:
        """True if what the rules say at the end is the winner's name."""
        return self._found.by_winner

    @property
    def why_unlike(self) -> str:
        return self._rules.why_unlike

    def settle_listing(self) -> list[Any]:
        """Find out whether moves must be listed before one is played, in random games.

        Returns what people are shown of their last states.
        """
        ends = []
        for seed in range(_GAMES):
            chance = random.Random(seed)
            live = self.start(None)
            moves: list[Any] = []
            while len(moves) < _PLIES and (listed := call(moves, self.actions, live)):
                board = _board_in(self._rules.shown(live.state))
                self.names_cells = self.names_cells and moves_name_cells(board, map(own, listed))
                moves.append(chance.choice(listed))
                live = call(moves, self.play, live, moves[-1])
            ends.append(self._rules.shown(live.state))
            if not self._goes_alike(moves, self.actions(live)):
                self.lists_first = True
                break
        return ends

    def _goes_alike(self, moves: list[Any], listed: list[Any]) -> bool:
        """Return True if moves that are played without listing any lead to the same moves."""
        live = self.start(None)
        try:
            for move in moves:
                live = self.play(live, move)
            return self.actions(live) == listed
        except InvalidAnswer:
            return False

    def start(self, used: _Live | None) -> _Live:
        return _Live(self._rules.start())

    def over(self, live: _Live) -> bool:
        return not self.actions(live)

    def actions(self, live: _Live) -> list[Any]:
        if live.actions is None:
            live.actions = self._rules.legal(live.state)
        return live.actions

    def mover(self, live: _Live) -> int:
        """Return the number of the player to move."""
        return mover(self._rules, self._found.players, live.state, live.plies)

    def play(self, live: _Live, move: Any) -> _Live:
        self.steps += 1
        if self.lists_first:
            self.actions(live)
        live.last = self.mover(live)
        live.state = self._rules.after(live.state, move, live.plies)
        live.plies += 1
        live.actions = None
        return live

    def returns(self, live: _Live) -> tuple[float, ...]:
        """Return the return of each player."""
        found = self._found
        if found.by_winner:
            return found.read(self._rules.named_winner(live.state), live.last, None)
        result = self._rules.result_of(live.state, found.players.labels)
        return found.read(result, live.last, self.mover(live) if found.by_turn else None)

    def key(self, live: _Live) -> Any:
        """Return the contents of the state, with the player to move if they do not include it."""
        turn = None if self._rules.turn is not None else live.plies % len(self._found.players)
        return freeze(live.state), turn

    def view(self, live: _Live) -> dict[str, Any]:
        seen: dict[str, Any] = {"legal moves": self.actions(live)}
        if live.actions:
            seen["whose turn it is"] = self.mover(live)
        else:
            seen["the result"] = self.returns(live)
        seen["contents"] = freeze(live.state)
        return seen

    def duplicates(self, live: _Live) -> Iterable[tuple[str, Duplicate]]:
        if self._rules.returns_states:
            yield "nothing, as moves return new states", DuplicateInside(unchanged)
        for name, duplicate in duplicates(live.state):
            yield name, DuplicateInside(duplicate)


def _understood(rules: StateRules, found: Understanding, copied_by: str) -> str:
    """Return a sentence on how the rules were understood."""
    way = "returns the next state" if rules.returns_states else "changes the state"
    ends = rules.over or rules.ending
    over = "when there are none" if ends is None else f"by {ends.name}"
    if rules.turn is None:
        turn = (
            f"{len(found.players)} players take turns" if len(found.players) > 1 else "one player"
        )
    else:
        who = ", ".join(map(repr, found.players.labels))
        turn = f"{'who has just moved' if rules.just_moved else 'whose turn it is'} by "
        turn += f"{rules.turn.name} ({who})"
    parts = [
        f"legal moves by {rules.moves.name}" + (", a mask" if rules.masked else ""),
        f"played by {rules.play.name}, which {way}",
        f"over {over}",
        *([f"the turn goes on by {rules.switching}"] if rules.switching else []),
        *([f"who cannot move passes by {rules.passing}"] if rules.passing else []),
        turn,
        found.reading,
        f"copied by {copied_by}",
    ]
    instead = [
        f"not {', '.join(member.instead)} for {member.name}"
        for member in (rules.moves, rules.play, rules.result)
        if member is not None and member.instead
    ]
    return "; ".join([*parts, *instead])


def _board_in(state: Any, within: int = 0) -> Any:
    """Return what of a state is its board: itself, or what it holds under a usual name."""
    held = getattr(state, "__dict__", {})
    if not has_own_text(state) and within <= _DEEPEST_SHOWN:
        for name in _BOARDS:
            if name in held:
                return _board_in(held[name], within + 1)
    return state


def _contents_of(state: Any) -> str:
    """Return a state as its own text, else by what it holds."""
    board = _board_in(state)
    held = getattr(board, "__dict__", {})
    if has_own_text(board) or not held:
        return str(board)
    return "\n".join(f"{name}: {value}" for name, value in held.items())
