"""Symmetries that a game declares: played, to see whether the rules respect them."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, NamedTuple

from ..actors import is_chance
from ..errors import GameError
from ..game import Action, Game, State
from ..primitives.rng import Rng
from ..user_code.locating import raised
from .drawing import outcome
from .snapshots import freeze

__all__ = ["BrokenSymmetry", "MirroredPlay", "Symmetry", "declared_symmetries"]

_GAMES = 40
_PLIES = 3000
_LONGEST = 300
_SLACK = 1e-9


class Symmetry(NamedTuple):
    """Functions that return the image of a position, and that of an action."""

    state: Callable[[State], State]
    action: Callable[[Action], Action]


class BrokenSymmetry(GameError):
    """A declared symmetry is none of the rules.

    Attributes:
        problem: what was found, without the name of the game.
        moves: those that lead to the position where it was found; None if it is not of one.

    """

    def __init__(self, game: Game, problem: str, moves: tuple[Action, ...] | None) -> None:
        self.problem = problem
        self.moves = moves
        where = f" (after the moves {' '.join(map(str, moves))})" if moves else ""
        super().__init__(f"{type(game).__name__}.symmetries {problem}{where}")


def declared_symmetries(game: Game) -> list[Symmetry] | None:
    """Return the symmetries that a game declares; None if it leaves them to be found.

    Raises:
        BrokenSymmetry: if it gives something else.

    """
    if type(game).symmetries is Game.symmetries:
        return None
    expected = "a list of pairs of functions was expected, for a position and for an action"
    try:
        declared: Any = game.symmetries()
    except Exception as error:
        raise BrokenSymmetry(game, raised(error, "symmetries"), None) from error
    try:
        pairs = [Symmetry(*each) for each in declared]
    except TypeError:
        raise BrokenSymmetry(game, f"returned {declared!r}; {expected}", None) from None
    if not all(callable(each) for pair in pairs for each in pair):
        raise BrokenSymmetry(game, f"returned {declared!r}; {expected}", None)
    return pairs


class MirroredPlay:
    """Random games, each position beside its image under a declared symmetry.

    Args:
        game: the rules.
        symmetry: one of those that it declares.
        number: which one, for messages.

    Attributes:
        pairs: positions, each with its image.
        actions: the image of each action that was met.

    """

    def __init__(self, game: Game, symmetry: Symmetry, number: int) -> None:
        self.pairs: list[tuple[State, State]] = []
        self.actions: dict[Action, Action] = {}
        self._game, self._symmetry, self._number = game, symmetry, number
        self._moves: list[Action] = []

    def play(self) -> None:
        """Play always the same random games.

        Raises:
            BrokenSymmetry: where the rules do not respect the symmetry.

        """
        rng = Rng(0)
        for _ in range(_GAMES):
            self._moves.clear()
            state = self._game.initial_state()
            for _ in range(_LONGEST):
                if not self._compare(state, image := self._image_of(state)):
                    break
                state = self._step(state, image, rng)
            if len(self.pairs) >= _PLIES:
                return

    def _compare(self, state: State, image: State) -> bool:
        """Compare a position with its image; return whether the game goes on."""
        game = self._game
        self.pairs.append((state, image))
        over, over_there = game.is_terminal(state), game.is_terminal(image)
        if over != over_there:
            raise self._broken(
                "that of a finished position is not finished"
                if over
                else "that of a position where the game goes on is finished"
            )
        if over:
            own, theirs = list(game.returns(state)), list(game.returns(image))
            if any(abs(a - b) > _SLACK for a, b in zip(own, theirs, strict=True)):
                raise self._broken(f"that of an end that returns {own} returns {theirs}")
            return False
        own_mover, mover = game.current_player(state), game.current_player(image)
        if own_mover != mover:
            raise self._broken(f"player {mover} moves in that of a position of player {own_mover}")
        self._compare_moves(state, image, mover)
        return True

    def _compare_moves(self, state: State, image: State, mover: int) -> None:
        """Refuse legal actions that are not the images of each other."""
        own, theirs = (self._shares(each, mover) for each in (state, image))
        for action, share in own.items():
            found = self._image_of_action(action)
            message = f"the image {found!r} of the action {action!r}"
            if found not in theirs:
                raise self._broken(f"{message} is not legal in the image of the position")
            if abs(theirs[found] - share) > _SLACK:
                raise self._broken(f"{message} has another probability")
        if len(own) != len(theirs) or len({self.actions[action] for action in own}) != len(own):
            raise self._broken("the image of a position has other legal actions than their images")

    def _shares(self, state: State, mover: int) -> dict[Action, float]:
        """Return the legal actions, each with its probability where chance moves."""
        if is_chance(mover):
            return {action: float(share) for action, share in self._game.chance_outcomes(state)}
        actions = list(self._game.legal_actions(state))
        if not all(isinstance(action, Hashable) for action in actions):
            raise self._broken("actions that cannot be hashed have none")
        return dict.fromkeys(actions, 0.0)

    def _step(self, state: State, image: State, rng: Rng) -> State:
        """Make a random move, and its image; return where it leads."""
        game = self._game
        if is_chance(game.current_player(state)):
            action = outcome(game, state, rng)
        else:
            legal = list(game.legal_actions(state))
            action = legal[rng.below(len(legal))]
        following = game.next_state(game.copy(state), action)
        there = game.next_state(game.copy(image), self._image_of_action(action))
        if self._name(there) != self._name(self._image_of(following)):
            raise self._broken(
                f"the image {self._image_of_action(action)!r} of the action {action!r} leads "
                "elsewhere than to the image of the position after it"
            )
        self._moves.append(action)
        return following

    def _name(self, state: State) -> Any:
        return self._game.key(state) if self._game.defines_key else freeze(state)

    def _image_of(self, state: State) -> State:
        try:
            return self._symmetry.state(self._game.copy(state))
        except Exception as error:
            raise self._broken(f"it {raised(error, 'for the position')}") from error

    def _image_of_action(self, action: Action) -> Action:
        if action not in self.actions:
            try:
                self.actions[action] = self._symmetry.action(action)
                hash(self.actions[action])
            except Exception as error:
                raise self._broken(f"it {raised(error, 'for the action')}") from error
        return self.actions[action]

    def _broken(self, problem: str) -> BrokenSymmetry:
        message = f"gave as number {self._number} what is no symmetry of the rules: {problem}"
        return BrokenSymmetry(self._game, message, tuple(self._moves))
