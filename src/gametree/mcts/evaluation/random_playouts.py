"""Random moves to the end of a game, interpreted, with few calls for each of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice
from typing import Any, NamedTuple

from ...game import Action, Game, State, UnwrappedRules
from ...primitives.rng import LOW_WORD, MULTIPLIER, Rng
from ...rules.workspace import ActionsFull, RulesBroken, Workspace
from .playout_line import in_time, note_move

__all__ = ["RandomPlayouts", "listed", "random_walk"]


class RandomPlayouts(NamedTuple):
    """Playouts with random moves, interpreted.

    Attributes:
        play_out: writes what a playout from a position comes to to `work.values`; takes the
            position, and what `first_moves` lists there, if somebody has listed it.
        first_moves: lists the moves of a position, none where the game is over; where the rules
            list the states behind them, these. None if moves are drawn and nobody lists them.

    """

    play_out: Callable[..., None]
    first_moves: Callable[[State], Sequence[Any]] | None


_Walk = Callable[[Any, Any, int], tuple[Any, int, bool]]
"""Makes random moves from a position: this many, or until the game is over. Takes the position, its
first moves and the number; returns the position reached, the number of moves made, and whether it
is over there."""

_Noted = Callable[[Action, Any, int], None] | None

_LISTED = (list, tuple, range)


def random_walk(
    game: Game, rules: UnwrappedRules | None, rng: Rng, work: Workspace, *, remembers: bool
) -> tuple[_Walk, Callable[[State], Sequence[Any]] | None]:
    """Return the walk for the rules of a game, and `first_moves` of `RandomPlayouts`.

    Args:
        game: the rules.
        rules: the same without what wraps them, if they can be called so.
        rng: the random generator.
        work: the buffers of the thread.
        remembers: True if moves are noted in `work.line`.

    """
    noted = _noting(game, work, remembers=remembers)
    if rules is None and game.defines_is_terminal and game.defines_random_action:
        return _drawing_walk(game, rng, noted), None
    first_moves = _first_moves(game, rules, len(work.actions))
    if rules is not None and rules.children is not None:
        return _childrens_walk(rules.children, rng, work, noted), first_moves
    return _listing_walk(game, rules, rng, work, noted), first_moves


def _first_moves(
    game: Game, rules: UnwrappedRules | None, most: int
) -> Callable[[State], Sequence[Any]]:
    """Return what lists the first moves of a playout."""
    if rules is not None:
        state_of, moves = rules.state, rules.children or rules.legal_actions

        def first_moves_of(state: State) -> Any:
            found: Any = moves(state_of(state))
            return found if type(found) in _LISTED else listed(found, most)

        return first_moves_of
    legal_actions, is_terminal = game.legal_actions, game.is_terminal
    if not game.defines_is_terminal:
        return lambda state: listed(legal_actions(state), most)

    def first_moves(state: State) -> Sequence[Any]:
        if is_terminal(state):
            return ()
        found: Sequence[Any] = listed(legal_actions(state), most)
        if not found:
            raise RulesBroken
        return found

    return first_moves


def _listing_walk(
    game: Game, rules: UnwrappedRules | None, rng: Rng, work: Workspace, noted: _Noted
) -> _Walk:
    """Return the walk for rules that list the legal actions.

    The random generator is up to date after a whole walk only.
    """
    has_end, is_terminal = rules is None and game.defines_is_terminal, game.is_terminal
    legal_actions, next_state = (
        (game.legal_actions, game.next_state) if rules is None else rules[1:3]
    )
    generator, most = rng.state, len(work.actions)

    def walk(position: Any, actions: Any, longest: int) -> tuple[Any, int, bool]:
        word = generator[0]
        plies = 0
        while actions:
            if plies == longest:
                generator[0] = word
                return position, plies, False
            low = word & LOW_WORD  # as `Rng.below` does it
            carry = word >> 32
            word = low * MULTIPLIER + carry
            action = actions[(low ^ carry) * len(actions) >> 32]
            position = next_state(position, action)
            if noted is not None:
                noted(action, position, plies)
            plies += 1
            if has_end and is_terminal(position):
                break
            actions = legal_actions(position)
            if type(actions) not in _LISTED:
                actions = listed(actions, most)
            if has_end and not actions:
                raise RulesBroken
        generator[0] = word
        return position, plies, True

    return walk


def _childrens_walk(
    children: Callable[[Any], Sequence[Any]], rng: Rng, work: Workspace, noted: _Noted
) -> _Walk:
    """Return the walk for rules that list the states behind the moves, as `_listing_walk`."""
    generator, most = rng.state, len(work.actions)

    def walk(position: Any, behind: Any, longest: int) -> tuple[Any, int, bool]:
        word = generator[0]
        plies = 0
        while behind:
            if plies == longest:
                generator[0] = word
                return position, plies, False
            low = word & LOW_WORD  # as `Rng.below` does it
            carry = word >> 32
            word = low * MULTIPLIER + carry
            action = (low ^ carry) * len(behind) >> 32
            position = behind[action]
            if noted is not None:
                noted(action, position, plies)
            plies += 1
            behind = children(position)
            if type(behind) not in _LISTED:
                behind = listed(behind, most)
        generator[0] = word
        return position, plies, True

    return walk


def _drawing_walk(game: Game, rng: Rng, noted: _Noted) -> _Walk:
    """Return the walk for rules that draw a random action."""
    is_terminal, random_action, next_state = game.is_terminal, game.random_action, game.next_state

    def walk(position: Any, actions: Any, longest: int) -> tuple[Any, int, bool]:
        for plies in range(longest + 1):
            if is_terminal(position):
                return position, plies, True
            if plies == longest:
                break
            action = random_action(position, rng)
            position = next_state(position, action)
            if noted is not None:
                noted(action, position, plies)
        return position, plies, False

    return walk


def _noting(game: Game, work: Workspace, *, remembers: bool) -> _Noted:
    """Return what is called after each ply of a walk; None if nothing need be."""
    timed = work.counters.deadline != 0

    def noted(action: Action, position: Any, plies: int) -> None:
        if remembers:
            note_move(work, action)
        if timed and plies & 3 == 3:
            in_time(game, position, work)

    return noted if remembers or timed else None


def listed(actions: Any, most: int) -> Any:
    """Return actions as a sequence.

    Raises:
        ActionsFull: if an iterator gives more than `most` actions; it may have no end.

    """
    if type(actions) in _LISTED:
        return actions
    found = list(islice(actions, most + 1))
    if len(found) > most:
        raise ActionsFull
    return found
