"""A game in progress: its positions, its moves and its status."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .actors import CHANCE, is_chance
from .errors import BadParameter, FinishedPosition, IllegalMove
from .game import Action, Game, State, legal_action
from .primitives.proposals import DrawnOutcomes
from .primitives.rng import Rng
from .rules.checked_game import MOST_ACTIONS, CheckedGame
from .rules.drawing import outcome
from .rules.given_states import GivenStates
from .rules.one_by_one import OneByOne, one_by_one
from .rules.position_history import forget, occurrences
from .rules.repetition import repetition_of
from .rules.workspace import make_workspace
from .views.of_game import view_of
from .views.svg import svg

__all__ = ["Record", "moves_to_text", "split_moves"]


class Record:
    """A game from a position on, played by the rules and by the game's `repetition` policy.

    Args:
        game: the rules.
        state: where it begins; the first position by default.

    Attributes:
        game: the rules; those of simultaneous moves as `rules.one_by_one.OneByOne`.
        positions: where it began and one more for each move.
        actions: the moves.

    Raises:
        BadParameter: if `game` is no game, or declares a policy that does not exist.
        InvalidState: if `state` is no state of the game.
        GameError: here and in every method, if the rules break their contract.

    """

    def __init__(self, game: Game, state: State | None = None) -> None:
        if not isinstance(game, Game):
            raise BadParameter(f"game must be a Game, such as games.Nim(), not {game!r}")
        together = game.moves_together
        game = one_by_one(game)
        if together and state is not None and isinstance(game, OneByOne):
            state = game.begun(state)
        self.game = game
        self._rules = CheckedGame(game)
        self._repetition = repetition_of(game)
        self._work = make_workspace(game.players, 1, 1, 1, compiled=False, state=None)
        states = GivenStates(game)
        first = states.first if state is None else states.taken(state)
        self.positions: list[State] = [first]
        self.actions: list[Action] = []
        self._repetition.arrive(self._rules, first, self._work)

    @property
    def state(self) -> State:
        """The position now."""
        return self.positions[-1]

    @property
    def player(self) -> int:
        """The player to move, or CHANCE."""
        return self._rules.current_player(self.state)

    @property
    def over(self) -> bool:
        """True if the game is over."""
        return (
            self._rules.is_terminal(self.state)
            or self.over_by_repetition
            or (self._repetition.forbids and not self.legal_actions())
        )

    @property
    def begins_as_usual(self) -> bool:
        """True if the first position is that of the rules, and no other that was set up."""
        key = self.game.key
        return bool(key(self.positions[0]) == key(self.game.initial_state()))

    @property
    def over_by_repetition(self) -> bool:
        """True if the game is over because a position was repeated."""
        policy = self._repetition
        return policy.watches and not policy.forbids and occurrences(self._work) >= policy.limit

    @property
    def returns(self) -> list[float]:
        """The return of each player.

        Raises:
            BadParameter: if the game is not over.

        """
        if not self.over:
            raise BadParameter("the game goes on: there are no returns yet")
        if self._rules.is_terminal(self.state):
            return self._rules.returns(self.state)
        mover = self.player if self._repetition.forbids else self._last_player()
        self._repetition.judge(self._rules, self.state, mover, self._work)
        return list(self._work.values)

    def legal_actions(self) -> Sequence[Action]:
        """Return the moves that may be made: none if the game is over.

        A list, or a `range` where moves are only counted. Where moves are proposed, a sequence of
        some of them that contains all: ask `in`.
        """
        if self.over_by_repetition:
            return []
        actions = self._rules.legal_actions(self.state)
        if isinstance(actions, DrawnOutcomes):
            return actions
        if self.game.counts_actions and not self._repetition.forbids:
            return actions
        if not self._repetition.forbids or not actions or is_chance(self.player):
            return list(actions)
        permits = self._repetition.permits
        return [each for each in actions if permits(self._rules, self.state, each, self._work)]

    def all_actions(self, player: str) -> Sequence[Action]:
        """Return the moves that may be made, for a player who looks at each of them.

        Raises:
            BadParameter: if there are more than can be looked at; `player` names who would.

        """
        actions = self.legal_actions()
        if len(actions) > MOST_ACTIONS:
            raise BadParameter(
                f"{player} looks at each move, and a position has {len(actions):,} of them: take "
                "random or mcts"
            )
        return actions

    def play(self, action: Action) -> None:
        """Play a move.

        Raises:
            FinishedPosition: if the game is over.
            IllegalMove: if the move may not be made.

        """
        legal = self.legal_actions()
        if not legal:
            raise FinishedPosition("the game is over in this position: there are no legal moves")
        try:
            action = legal_action(action, legal)
        except LookupError:
            listed = ", ".join(self.game.action_to_text(self.state, each) for each in legal[:12])
            more = ", ..." if len(legal) > 12 else ""
            raise IllegalMove(
                f"{action!r} is no legal move here; legal moves are {listed}{more}"
            ) from None
        state = self._rules.next_state(self._rules.copy(self.state), action)
        self._repetition.arrive(self._rules, state, self._work)
        self.positions.append(state)
        self.actions.append(action)

    def draw_chance(self, rng: Rng) -> Action:
        """Return a random outcome, by its probability, where chance is to move."""
        return outcome(self._rules, self.state, rng)

    def take_back(self, plies: int = 1) -> None:
        """Take back so many moves.

        Raises:
            BadParameter: if there are not so many.

        """
        if (
            isinstance(plies, bool)
            or not isinstance(plies, int)
            or plies not in range(len(self.actions) + 1)
        ):
            raise BadParameter(
                f"plies must be a whole number from 0 to {len(self.actions)}, not {plies!r}"
            )
        kept = len(self.actions) - plies
        del self.actions[kept:]
        del self.positions[kept + 1 :]
        if self._repetition.watches:
            forget(self._work, kept + 1)

    def _repr_svg_(self) -> str | None:
        """Return the picture of the position; None while a game goes on that hides something."""
        if self.game.hides_information and not self.over:
            return None
        previous = self.positions[-2] if self.actions else None
        return svg(view_of(self.game, self.state, previous))

    def _last_player(self) -> int:
        if not self.actions:
            return CHANCE
        return self._rules.current_player(self.positions[-2])


def split_moves(text: str) -> list[str]:
    """Return the names of moves that are separated by semicolons, or if there is none by spaces.

    Spaces within brackets separate nothing: "(4, 4) (3, 3)" names two moves.
    """
    if ";" in text:
        return [name for name in map(str.strip, text.split(";")) if name]
    names: list[str] = []
    depth = 0  # of the brackets
    for word in text.split():
        if depth > 0:
            names[-1] += f" {word}"
        else:
            names.append(word)
        depth = max(0, depth + sum(map(word.count, "([{")) - sum(map(word.count, ")]}")))
    return names if depth == 0 else text.split()


def moves_to_text(names: Iterable[str]) -> str:
    """Return the names of moves in one text, as `split_moves` reads it."""
    names = list(names)
    text = " ".join(names)
    return text if split_moves(text) == names else "; ".join(names) + ";"
