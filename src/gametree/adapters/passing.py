"""Passes in rules that know whose turn it is: who cannot move passes by a method of the rules.

Main loops of such rules call it, `pass_turn()` or `switch_player()`, where a player has no legal
move and the game is not over. Random games tell whether that happens.
"""

from __future__ import annotations

import random
from typing import Any

from . import roles
from .copying import InvalidAnswer, guarded
from .expressions import Expression, changed
from .members import Member, find
from .state_rules import StateRules

__all__ = ["let_players_pass"]

_GAMES = 12
_PLIES = 3000  # of all games together


def let_players_pass(rules: StateRules) -> None:
    """Let whoever cannot move pass, if that happens in random games; nothing changes if not.

    Raises:
        InvalidAnswer: if the user's code raises.

    """
    over = rules.tells_over()
    member = find(rules.subject, roles.PASS, given_state=rules.takes_state)
    if member is None or over is None or rules.turn is None or rules.just_moved:
        return
    plies = 0
    for seed in range(_GAMES):
        chance = random.Random(seed)
        state = rules.start()
        length = 0
        while plies < _PLIES and (moves := rules.legal(state)):
            state = rules.after(state, chance.choice(moves), length)
            length += 1
            plies += 1
        if plies < _PLIES and not over(state) and (skip := _pass(rules, member, state)) is not None:
            rules.pass_by(member.name, _playing(rules, skip, over))
            return


def _pass(rules: StateRules, member: Member, state: Any) -> Expression | None:
    """Return what passes, of a state, if another player can move then; else None."""
    whose = rules.label(state)
    try:
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


def _playing(rules: StateRules, skip: Expression, over: Any) -> Expression:
    """Return what plays a move, and then passes for whoever cannot move."""
    text = "not over(state) and len(list(moves(state))) == 0"
    cannot_move = Expression(text, over=over, moves=rules.moves.ask)
    text = "skip(state) if cannot_move(state) else state"
    passed = Expression(text, skip=skip, cannot_move=cannot_move)
    played = "play(state, asked)" if rules.returns_states else "changed(play(state, asked), state)"
    named = {"passed": passed, "play": rules.play.ask, "changed": changed}
    return Expression(f"passed({played})", "state, asked", **named)
