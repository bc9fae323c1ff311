"""Policies for repeated positions, one class for each."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from plainpython.compilable import Compilable

from ..actors import is_chance
from ..errors import BadParameter
from ..game import Action, Game, State
from .hidden_information import refuse_hidden
from .position_history import forget, length, note, occurrences, plies_since
from .workspace import Workspace, write

__all__ = ["POLICIES", "Repetition", "keep_permitted", "repetition_of"]


class Repetition(Compilable):
    """Nothing is watched: the rules see to it that games end. Base class of the policies."""

    watches: ClassVar[bool] = False  # whether keys are kept
    forbids: ClassVar[bool] = False  # whether moves may be illegal for what they repeat
    limit: int = 0  # the occurrence of a position that ends the game or is not allowed

    def begin(self, work: Workspace) -> None:
        """Go back to the past of the root."""

    def arrive(self, game: Game, state: State, work: Workspace) -> bool:
        """Take note of a position that was reached; return whether the game is over thereby."""
        return False

    def permits(self, game: Game, state: State, action: Action, work: Workspace) -> bool:
        """Return whether a move may be made, as to what it repeats."""
        return True

    def judge(self, game: Game, state: State, player: int, work: Workspace) -> None:
        """Write what each player gets in a position where the game is over by this policy.

        `player` made the move that repeated it.
        """


class Watched(Repetition):
    """Positions are watched, and the game ends when one occurs `limit` times."""

    watches = True

    def __init__(self, limit: int) -> None:
        self.limit = limit

    def begin(self, work: Workspace) -> None:
        forget(work, work.counters.start_keys)

    def arrive(self, game: Game, state: State, work: Workspace) -> bool:
        note(work, game.key(state))
        return occurrences(work) >= self.limit


class DrawByRepetition(Watched):
    """The game is a draw."""

    def judge(self, game: Game, state: State, player: int, work: Workspace) -> None:
        for each in range(game.players):
            work.values[each] = game.draw_value


class LossByRepetition(Watched):
    """A repetition loses for the player who made it; a draw if it was chance."""

    def judge(self, game: Game, state: State, player: int, work: Workspace) -> None:
        for each in range(game.players):
            work.values[each] = game.draw_value if is_chance(player) else 1.0
        if not is_chance(player):
            work.values[player] = -1.0


class ForbiddenRepetition(LossByRepetition):
    """A move that repeats a position is not legal; who has no other has lost."""

    forbids = True

    def arrive(self, game: Game, state: State, work: Workspace) -> bool:
        note(work, game.key(state))
        return False

    def permits(self, game: Game, state: State, action: Action, work: Workspace) -> bool:
        note(work, game.key(game.next_state(game.copy(state), action)))
        count = occurrences(work)
        forget(work, length(work) - 1)
        return count < self.limit


class OwnRepetition(Watched):
    """The game says what it is worth."""

    def judge(self, game: Game, state: State, player: int, work: Workspace) -> None:
        returned = game.returns_after_repetition(state, player, plies_since(work))
        write(returned, work.values)


POLICIES: dict[str, Callable[[int], Repetition]] = {
    "draw": DrawByRepetition,
    "loss": LossByRepetition,
    "forbidden": ForbiddenRepetition,
    "own": OwnRepetition,
}
"""The policies by the names that games use."""


def repetition_of(game: Game) -> Repetition:
    """Return the policy that a game declares.

    Raises:
        BadParameter: if there is no such policy, or the game lacks what it needs.

    """
    declared = game.repetition
    name = type(game).__name__
    if declared == "":
        return Repetition()
    refuse_hidden(game, f"repetition={declared!r}")
    if not isinstance(declared, str) or declared not in POLICIES:
        listed = ", ".join(map(repr, POLICIES))
        raise BadParameter(
            f"{name}.repetition must be one of {listed}, or '' for none, not {declared!r}"
        )
    limit = game.repetition_limit
    if not isinstance(limit, int) or isinstance(limit, bool) or limit < 2:
        raise BadParameter(
            f"{name}.repetition_limit must be a whole number of 2 or more, not {limit!r}"
        )
    if game.states_change and not game.defines_key:
        raise BadParameter(
            f"{name} must define key: its states change, so they cannot be remembered themselves"
        )
    if declared == "own" and not game.defines_returns_after_repetition:
        raise BadParameter(
            f"{name} must define returns_after_repetition, or declare another repetition than 'own'"
        )
    return POLICIES[declared](limit)


def keep_permitted(
    repetition: Repetition, game: Game, state: State, count: int, work: Workspace
) -> int:
    """Keep those of the first `count` actions that may be made; return how many they are."""
    kept = 0
    for index in range(count):
        if repetition.permits(game, state, work.actions[index], work):
            work.actions[kept] = work.actions[index]
            kept += 1
    return kept
