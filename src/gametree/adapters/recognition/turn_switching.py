"""Turns that a method of the rules gives to another player, `switch_player()` or `pass_turn()`.

Main loops call it after each move, where moves leave the turn as it is; or where a player has no
legal move and the game is not over. Random games tell which.
"""

from __future__ import annotations

import random
from typing import Any

from ...errors import BadParameter
from ...user_code.effort import Budget
from ..own.state_rules import StateRules
from .expressions import Expression, changed
from .members import Member
from .turn_methods import another_can_move, passing_by, turn_methods

__all__ = ["settle_switches"]

_GAMES = 12
_PLIES = 3000  # of all games together
_SECONDS = 2.0  # of processor time
_EARLY = 6  # plies in which the turn changes hands, unless something else must change it


def settle_switches(rules: StateRules) -> None:
    """Let the turn be given to another player where moves do not do so, or nobody could move.

    Nothing changes where random games do not show that to be needed.

    Raises:
        BadParameter: if nobody wins a game any more.
        InvalidAnswer: if the user's code raises.

    """
    if rules.turn is None:
        return
    if not rules.just_moved and _turn_stays(rules):
        _switch_after_moves(rules)
    over = rules.tells_over()
    if over is None:
        return
    plies = 0
    budget = Budget(_SECONDS)
    for seed in range(_GAMES):
        if budget.is_spent or plies >= _PLIES:
            return
        state, length = _finished(rules, seed, _PLIES - plies, budget)
        plies += length
        if over(state) or rules.legal(state):
            continue
        if (found := _way_to_pass(rules, state)) is not None:
            member, skip = found
            rules.passing = member.name
            rules.play = _followed_by(rules, _where_stuck(rules, skip, over))
            return
        _expect_nobody_can_move(rules, state)


def _way_to_pass(rules: StateRules, state: Any) -> tuple[Member, Expression] | None:
    """Return the method that gives the turn to another player, and what passes, of a state."""
    for member in turn_methods(rules):
        if (skip := passing_by(rules, member, state)) is not None:
            return member, skip
    return None


def _expect_nobody_can_move(rules: StateRules, state: Any) -> None:
    """Refuse rules in which a player without moves does not end the game, and nothing passes."""
    other = another_can_move(rules, state)
    if other is None:
        return
    member = rules.over or rules.ending
    assert member is not None
    whose = rules.label(state)
    tried_ones = ", ".join(member.name for member in turn_methods(rules)) or "there is none"
    raise BadParameter(
        f"in a random game of {rules.owner} player {whose!r} cannot move and player {other!r} "
        f"could, {member.name} says that the game goes on, and no method without arguments "
        f"passes (tried: {tried_ones}): add a method pass_turn() that gives the turn to the "
        "other player, or give play=, a function of a state and a move that also passes"
    )


def _finished(
    rules: StateRules, seed: int, most: int, budget: Budget | None = None
) -> tuple[Any, int]:
    """Return the state after this many random moves, or after fewer if there are no more."""
    chance = random.Random(seed)
    state = rules.start()
    length = 0
    while length < most and not (budget and budget.is_spent) and (moves := rules.legal(state)):
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


def _switch_after_moves(rules: StateRules) -> None:
    """Let moves be followed by a switch, if that gives the turn to another player."""
    state, _ = _finished(rules, 0, 1)
    if (found := _way_to_pass(rules, state)) is None:
        return
    switching, skip = found
    rules.switching = switching.name
    rules.play = _followed_by(rules, skip)
    if rules.result is not None and rules.result.takes == 1:
        return
    budget = Budget(_SECONDS)
    ends = [_finished(rules, seed, _PLIES, budget)[0] for seed in range(2 * _GAMES)]
    outcomes = [rules.outcome_of(end) for end in ends]
    if all(each == outcomes[0] for each in outcomes):
        name = (rules.winner or rules.result or switching).name
        raise BadParameter(
            f"moves of {rules.owner} leave the turn as it is, and where {switching.name} follows "
            f"each of them {rules.owner}.{name} says the same of all random games: if it asks for "
            "whoever has just moved, give winner= or result=, a function of a state after that"
        )


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
