"""A state with a score and this many moves as a game: see `scores`."""

from __future__ import annotations

import operator
import sys
from collections.abc import Callable, Iterable, Iterator, MutableSequence
from typing import TYPE_CHECKING, Any, ClassVar

from ..errors import IllegalMove
from ..game import Game
from ..naming.parameters import expect
from ..primitives.rng import Rng
from ..rules.many_moves import in_keyed_order, in_random_order
from ..user_code.locating import brief
from ..views.found.pictures import Pictures, last_state
from .boards.history import History
from .own.scores import COUNT_EXPECTED, MOST_COUNTED, CountedScores, OwnScores, attributes_of
from .recognition.random_lines import play_at_random
from .recognition.score_players import players_of
from .recognition.titles import title_of_class
from .values.bounds import set_bounds
from .values.faults import (
    STATE_CHANGED,
    StateChanged,
    UserFault,
    ask,
    expect_methods,
    fault,
    number,
    something,
)
from .values.values import value_of

if TYPE_CHECKING:
    from ..views import View

__all__ = ["OwnScoreGame", "ScoreGame", "greedy_move", "legal_move"]

_METHODS = ("get_score", "get_move_count", "do_move")
_WATCHED_MOVES = 64  # the first ones, which must leave their states as they are
_MOST_NAMED = 500  # moves that are looked through for a name
_MOST_LISTED = 64
"""Moves of a state up to which a search lists them; of more, it makes edges as it needs them."""
_PERSPECTIVES = ("first", "to_move", "just_moved", "asked")


class ScoreGame(Game):
    """A state with a score as a game for `gametree.search`; its states are lines of play.

    Args:
        state: the first state.
        players: 1 or 2; by default what random games show.
        perspective: whose view a score is, see `scores`.
        to_move: which player moves in the first state.
        evaluate: a function of a state that stands for `get_score` where the game is
            not over, in the same perspective ("asked": of state and player).
        expand: which child a search tries next: "random", "first" (by index), or a function
            of a state that returns the indices in order; what it leaves out comes last.
        bounds: the least and the most that a player can get, (-1, 1) for instance, for proofs;
            by default not known.
        watched: whether every answer is checked; such a game is only searched interpreted. Else
            random games show that the state keeps its contract, and it compiles if its class does.

    Equal states are one position for `transpositions=True` and for players that remember
    positions.
    """

    name = "score_game"
    interpreted_only: ClassVar[bool] = True
    counts_actions: ClassVar[bool] = True
    arranges_actions: ClassVar[bool] = True

    def __init__(
        self,
        state: Any,
        players: int | None = None,
        perspective: str = "first",
        to_move: int = 0,
        evaluate: Callable[..., float] | None = None,
        expand: str | Callable[[Any], Iterable[int]] = "random",
        bounds: tuple[float, float] | None = None,
        *,
        watched: bool = False,
    ) -> None:
        expect_methods("state", state, _METHODS)
        turns = ""
        if players is None:
            asked = perspective == "asked"
            players, turns = players_of(
                state, lambda at: float(at.get_score(0) if asked else at.get_score())
            )
        expect(players in (1, 2) and not isinstance(players, bool), "players", "1 or 2", players)
        expect(
            perspective in _PERSPECTIVES,
            "perspective",
            f"one of {list(_PERSPECTIVES)}",
            perspective,
        )
        expect(
            isinstance(to_move, int) and not isinstance(to_move, bool) and 0 <= to_move < players,
            "to_move",
            f"a player from 0 to {players - 1}",
            to_move,
        )
        expect(evaluate is None or callable(evaluate), "evaluate", "None or a function", evaluate)
        expect(
            callable(expand) or expand in ("random", "first"),
            "expand",
            'one of ["random", "first"] or a function of a state',
            expand,
        )
        self.players = players
        set_bounds(self, bounds)
        self.perspective = perspective
        self._expand = expand
        self._state = state
        self._to_move = to_move
        self._evaluate = evaluate
        self._watched_moves = _WATCHED_MOVES
        self._most_moves = 0  # of a state of random games
        self._pictures = Pictures(self, last_state, indexed=True)
        self.understood = _understood(players, turns, perspective, to_move)
        if watched:
            return
        self.why_interpreted = self._reason_to_watch()
        if not self.why_interpreted:
            del self.why_interpreted
            vars(self).update(attributes_of(state, perspective, evaluate, expand))
            kinds = _COUNTED if self._most_moves > _MOST_LISTED else _LISTED
            self.__class__ = kinds["chosen" if callable(expand) else expand]

    def _reason_to_watch(self) -> str:
        """Return why this cannot become a game that compiles; empty if it can."""

        def note(moves: range) -> None:
            self._most_moves = max(self._most_moves, len(moves))

        parameters = (self._state, self.players, self.perspective, self._to_move, self._evaluate)
        try:
            play_at_random(ScoreGame(*parameters, watched=True), self._name("do_move"), note)
        except StateChanged as error:
            self._watched_moves = sys.maxsize
            return str(error)
        except UserFault as error:
            return str(error)
        return ""

    def initial_state(self) -> History:
        return History(self._state)

    def current_player(self, state: History) -> int:
        return (self._to_move + len(state) - 1) % self.players

    def legal_actions(self, state: History) -> range:
        name = self._name("get_move_count")
        counts = state[-1].get_move_count
        answer = ask(name, counts, state)
        count = _whole(answer)
        if count is None or not 0 <= count <= MOST_COUNTED:
            given = "nothing" if answer is None else brief(answer)
            raise fault(name, f"returned {given}; {COUNT_EXPECTED} was expected", state, counts)
        return range(count)

    def is_terminal(self, state: History) -> bool:
        return not self.legal_actions(state)

    def fill_legal_actions(self, state: History, out: MutableSequence[int]) -> int:
        moves = self.legal_actions(state)
        if len(moves) <= len(out):
            out[: len(moves)] = moves
        return len(moves)

    def random_action(self, state: History, rng: Rng) -> int:
        return rng.below(len(self.legal_actions(state)))

    def order_of_actions(self, state: History, count: int, key: int) -> Iterator[int]:
        return self._arranged(state, count, in_keyed_order(count, key))

    def arrange_actions(self, state: History, actions: Any, count: int, rng: Rng) -> None:
        actions[:count] = self._arranged(state, count, in_random_order(count, rng))

    def key(self, state: History) -> Any:
        return self.current_player(state), value_of(state[-1])

    def next_state(self, state: History, action: int) -> History:
        name = self._name("do_move")
        before = self._shown_by(state[-1]) if self._watched_moves > 0 else None
        moves = state[-1].do_move
        following = ask(name, moves, state.extended(None, action), action)
        longer = state.extended(following, action)
        changed = following is state[-1]
        if self._watched_moves > 0:
            self._watched_moves -= 1
            changed |= self._shown_by(state[-1]) != before
        if changed:
            raise fault(name, STATE_CHANGED, longer, moves)
        something(name, following, "the next state", longer, moves)
        if not all(hasattr(following, method) for method in _METHODS):
            raise fault(name, f"returned {brief(following)}; a state was expected", longer, moves)
        return longer

    def _shown_by(self, state: Any) -> Any:
        """Return what a state tells, by which a change of it shows; None if that raises."""
        try:
            asked = (0,) if self.perspective == "asked" else ()
            return repr((state.get_move_count(), state.get_score(*asked)))
        except Exception:  # it is reported where a search asks for it
            return None

    def returns(self, state: History) -> tuple[float, ...]:
        score = self._score(state, self._name("get_score"), lambda: state[-1].get_score)
        return (score,) if self.players == 1 else (score, -score)

    def heuristic(self, state: History) -> tuple[float, ...]:
        evaluate = self._evaluate
        if evaluate is None:
            score = self._score(state, self._name("get_score"), lambda: state[-1].get_score)
        else:
            score = self._score(state, "evaluate", lambda: evaluate, state[-1])
        return (score,) if self.players == 1 else (score, -score)

    def values(self, state: History) -> tuple[float, ...]:
        """Return the `returns` of a finished position, the `heuristic` of another."""
        return self.heuristic(state) if self.legal_actions(state) else self.returns(state)

    def text_to_action(self, state: Any, text: str) -> int:
        count = state[-1].get_move_count()
        named = text.strip()
        if named.isascii() and named.isdecimal() and int(named) < count:
            return int(named)
        found = [each for each in range(min(count, _MOST_NAMED)) if self._names(state, each, named)]
        if len(found) == 1:
            return found[0]
        raise IllegalMove(f"{named!r} is no legal move: they are 0 to {count - 1}")

    def _names(self, state: Any, action: int, named: str) -> bool:
        return self.action_to_text(state, action).casefold() == named.casefold()

    def action_to_text(self, state: Any, action: int) -> str:
        return self._pictures.cells(state, action) or str(action)

    def state_to_text(self, state: History) -> str:
        return self._pictures.text(state)

    def view(self, state: History) -> View | None:
        return self._pictures.view(state)

    @property
    def users_title(self) -> str:
        """What people call the rules."""
        return title_of_class(type(self._state))

    def _score(
        self, state: History, name: str, function: Callable[[], Any], *arguments: Any
    ) -> float:
        """Return the answer of the user's function from player 0's view."""
        player = self.current_player(state)
        if self.perspective == "asked":
            arguments = (*arguments, 0)
        scores = function()
        score = number(name, ask(name, scores, state, *arguments), state, scores)
        if self.players == 2:
            if (self.perspective == "to_move" and player == 1) or (
                self.perspective == "just_moved" and player == 0
            ):
                return -score
        return score

    def _arranged(self, state: History, count: int, others: Iterator[int]) -> Iterator[int]:
        """Yield the indices that the user's function gives, then the others."""
        expand = self._expand
        if not callable(expand):
            yield from range(count) if expand == "first" else others
            return
        given = set()
        for answer in iter(ask("expand", expand, state, state[-1])):
            index = _whole(answer)
            if index is None or not 0 <= index < count or index in given:
                expected = f"different moves from 0 to {count - 1} were expected"
                raise fault("expand", f"gave {brief(answer)}; {expected}", state, expand)
            given.add(index)
            yield index
        yield from (index for index in others if index not in given)

    def _name(self, method: str) -> str:
        return f"{type(self._state).__name__}.{method}"


class OwnScoreGame(OwnScores, ScoreGame):
    """A `ScoreGame` whose states are the user's, each with the player to move."""

    name = "score_game"
    interpreted_only: ClassVar[bool] = False
    arranges_actions: ClassVar[bool] = False
    counts_actions: ClassVar[bool] = False
    fill_legal_actions = Game.fill_legal_actions
    is_terminal = Game.is_terminal


class ArrangedScoreGame(OwnScoreGame):
    """One where a function of the user's says which moves are tried first."""

    name = "score_game"
    arranges_actions: ClassVar[bool] = True


class IndexedScoreGame(ArrangedScoreGame):
    """One where moves are tried by their index, as they are listed."""

    name = "score_game"

    def arrange_actions(self, state: Any, actions: Any, count: int, rng: Rng) -> None:
        """Leave them in order."""


class CountedScoreGame(CountedScores, ScoreGame):
    """An `OwnScoreGame` for states with more moves than a search lists."""

    name = "score_game"
    interpreted_only: ClassVar[bool] = False
    arranges_actions: ClassVar[bool] = False
    fill_legal_actions = Game.fill_legal_actions
    is_terminal = CountedScores.is_terminal


class ArrangedCountedScoreGame(CountedScoreGame):
    """One of them where a function of the user's says which moves are tried first."""

    name = "score_game"
    arranges_actions: ClassVar[bool] = True


class IndexedCountedScoreGame(ArrangedCountedScoreGame):
    """One of them where moves are tried by their index."""

    name = "score_game"
    tries_by_index: ClassVar[bool] = True

    def arrange_actions(self, state: Any, actions: Any, count: int, rng: Rng) -> None:
        """Leave them in order."""

    def first_actions(self, state: Any, out: Any, most: int) -> int:
        return 0


_LISTED: dict[str, type[ScoreGame]] = {
    "random": OwnScoreGame,
    "first": IndexedScoreGame,
    "chosen": ArrangedScoreGame,
}
_COUNTED: dict[str, type[ScoreGame]] = {
    "random": CountedScoreGame,
    "first": IndexedCountedScoreGame,
    "chosen": ArrangedCountedScoreGame,
}


def greedy_move(game: ScoreGame, line: History, rng: Rng | None) -> int:
    """Return the move to the best score; among equals the first, or a random one."""
    player = game.current_player(line)
    best: list[int] = []
    best_value = 0.0
    for move in game.legal_actions(line):
        value = game.values(game.next_state(line, move))[player]
        if not best or value > best_value:
            best, best_value = [move], value
        elif value == best_value:
            best.append(move)
    return best[0] if rng is None else best[rng.below(len(best))]


def legal_move(name: str, move: Any, game: ScoreGame, line: History) -> int:
    """Return the move that `name` has chosen.

    Raises:
        GameError: if it is not legal.

    """
    moves = game.legal_actions(line)
    index = _whole(move)
    if index is None or index not in moves:
        expected = f"a move from 0 to {len(moves) - 1} was expected"
        raise fault(name, f"returned {move!r}; {expected}", line)
    return index


def _whole(value: Any) -> int | None:
    """Return an integer of any kind as Python's own, None for anything else."""
    return operator.index(value) if hasattr(value, "__index__") else None


def _understood(players: int, turns: str, perspective: str, to_move: int) -> str:
    """Return a sentence on how a state was understood."""
    views = {
        "first": "the first player's",
        "to_move": "that of the player to move",
        "just_moved": "that of the player who has just moved",
        "asked": "that of the player whom get_score is asked for",
    }
    who = turns or ("one player" if players == 1 else "two players take turns")
    parts = ["moves by index, of get_move_count; played by do_move; over when there are none", who]
    if players == 2:
        parts.append(f"get_score is {views[perspective]} score, the other's is its negative")
        parts.append(f"player {to_move + 1} begins")
    return "; ".join(parts)
