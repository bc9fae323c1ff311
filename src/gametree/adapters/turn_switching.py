"""Turns that a method of the rules gives to another player, `switch_player()` or `pass_turn()`.

Main loops call it after each move, where moves leave the turn as it is; or where a player has no
legal move and the game is not over. Random games tell which.
"""

from __future__ import annotations

import random
import time
from typing import Any

from ..errors import BadParameter
from . import roles
from .copying import InvalidAnswer, guarded
from .expressions import Expression, changed
from .members import Member, find
from .state_rules import StateRules

__all__ = ["settle_switches"]

_GAMES = 12
_PLIES = 3000  # of all games together
_SECONDS = 2.0  # after which no further game is begun
_EARLY = 6  # plies in which the turn changes hands, unless something else must change it


def settle_switches(rules: StateRules) -> None:
    """Let the turn be given to another player where moves do not do so, or nobody could move.

    Nothing changes where random games do not show that to be needed.

    Raises:
        BadParameter: if nobody wins a game any more.
        InvalidAnswer: if the user's code raises.

    """
    switching = find(rules.subject, roles.PASS, given_state=rules.takes_state)
    if switching is None or rules.turn is None or rules.just_moved:
        return
    if _turn_stays(rules):
        _switch_after_moves(rules, switching)
    over = rules.tells_over()
    if over is None:
        return
    plies = 0
    begun = time.monotonic()
    for seed in range(_GAMES):
        if time.monotonic() - begun > _SECONDS:
            return
        state, length = _finished(rules, seed, _PLIES - plies)
        plies += length
        skip = _pass(rules, switching, state) if plies < _PLIES and not over(state) else None
        if skip is not None:
            rules.passing = switching.name
            rules.play = _followed_by(rules, _where_stuck(rules, skip, over))
            return


def _finished(rules: StateRules, seed: int, most: int) -> tuple[Any, int]:
    """Return the state after so many random moves, or after fewer if there are no more."""
    chance = random.Random(seed)
    state = rules.start()
    length = 0
    while length < most and (moves := rules.legal(state)):
        state = rules.after(state, chance.choice(moves), length)
        length += 1
    return state, length


def _turn_stays(rules: StateRules) -> bool:
    """Return True if moves give the turn to nobody else."""
    whose = rules.label(rules.start())
    looks = 0
    for seed in range(_GAMES):
        for most in range(1, _EARLY):
            state, _ = _finished(rules, seed, most)
            if not rules.legal(state):
                break  # a finished game need not tell whose turn it is
            if rules.label(state) != whose:
                return False
            looks += 1
    return looks > 0


def _switch_after_moves(rules: StateRules, switching: Member) -> None:
    """Let moves be followed by a switch, if that gives the turn to another player."""
    state, _ = _finished(rules, 0, 1)
    skip = _pass(rules, switching, state)
    if skip is None:
        return
    rules.switching = switching.name
    rules.play = _followed_by(rules, skip)
    if rules.result is not None and rules.result.takes == 1:
        return
    told = [rules.told_of(_finished(rules, seed, _PLIES)[0]) for seed in range(2 * _GAMES)]
    if all(each == told[0] for each in told):
        name = (rules.winner or rules.result or switching).name
        raise BadParameter(
            f"moves of {rules.owner} leave the turn as it is, and where {switching.name} follows "
            f"each of them {rules.owner}.{name} says the same of all random games: if it asks for "
            "whoever has just moved, give winner= or result=, a function of a state after that"
        )


def _pass(rules: StateRules, member: Member, state: Any) -> Expression | None:
    """Return what passes, of a state, if another player can move then; else None."""
    try:
        whose = rules.label(state)
        answer = guarded(rules.name_of(member), member.ask, state)
        is_new = rules.is_state(answer) and answer is not state
        after = answer if is_new else state
        if rules.label(after) == whose or not rules.legal(after):
            return None
    except InvalidAnswer:  # it is no such method
        return None
    if not is_new:
        return Expression("changed(skip(state), state)", skip=member.ask, changed=changed)
    return Expression("skip(state)", skip=member.ask) if rules.returns_states else None


def _where_stuck(rules: StateRules, skip: Expression, over: Any) -> Expression:
    """Return what passes, of a state, where nobody could move, and leaves others as they are."""
    text = "not over(state) and len(list(moves(state))) == 0"
    cannot_move = Expression(text, over=over, moves=rules.moves.ask)
    text = "skip(state) if cannot_move(state) else state"
    return Expression(text, skip=skip, cannot_move=cannot_move)


def _followed_by(rules: StateRules, then: Expression) -> Member:
    """Return what plays a move, and then does something with the state after it."""
    played = "play(state, asked)" if rules.returns_states else "changed(play(state, asked), state)"
    named = {"then": then, "play": rules.play.ask, "changed": changed}
    return rules.play._replace(ask=Expression(f"then({played})", "state, asked", **named))
