"""Turns in rules whose methods take the player: players take turns, or the rules name the next.

A player who cannot move passes.

As a game the states of such rules are pairs of a board and the player whose turn it is.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from ...errors import BadParameter
from ...numbers.plain import plain_number
from ...user_code.effort import Budget
from ..environments.masks import is_mask, numbers
from ..values.copying import guarded
from .expressions import Expression, changed
from .members import Member

__all__ = ["BOARD", "PLAYER", "RulesForPlayer", "play_in_turn"]

BOARD, PLAYER = "state[0]", "state[1]"
_GAMES = 20  # that show whether somebody is passed over
_PLIES = 3000  # of all games together
_SECONDS = 2.0  # of processor time, after which no further game is begun


class RulesForPlayer(NamedTuple):
    """Rules whose methods take the player as an argument.

    Attributes:
        owner: what the user's class or module is called.
        start: makes the first state.
        listing, playing: the calls that list moves and play one, of a state, and a move.
        over: returns whether the game is over in a state; None if nothing does.

    """

    owner: str
    start: Callable[[], tuple[Any, Any]]
    listing: Member
    playing: Member
    over: Member | None

    def ask(self, member: Member, *arguments: Any) -> Any:
        """Call a member, under the user's name for it where it raises."""
        return guarded(f"{self.owner}.{member.name}", member.ask, *arguments)


def play_in_turn(rules: RulesForPlayer, labels: Sequence[Any]) -> Expression:
    """Return what plays a move, of a state and the move: the board after it, and who is next.

    Args:
        rules: the user's.
        labels: what they call the players, who take turns.

    Raises:
        BadParameter: if somebody may have to pass, and nothing tells whether the game is over.
        InvalidAnswer: if the user's code raises.

    """
    first = rules.start()
    listed = rules.ask(rules.listing, first)
    listing = Expression("list(moves(state))", moves=rules.listing.ask)
    if is_mask(listed):
        listing = Expression("numbers(moves(state))", moves=rules.listing.ask, numbers=numbers)
    moves = listing(first)
    answer = rules.ask(rules.playing, first, moves[0]) if moves else first[0]
    if _tells_the_next(answer, type(first[0]), labels):
        return Expression("tuple(play(state, move))", "state, move", play=rules.playing.ask)
    played = Expression("play(state, move)", "state, move", play=rules.playing.ask)
    if not isinstance(answer, type(first[0])):
        text = f"changed(play(state, move), {BOARD})"
        played = Expression(text, "state, move", play=rules.playing.ask, changed=changed)
    after = _after(labels)
    text = f"(played(state, move), after({PLAYER}))"
    plain = Expression(text, "state, move", played=played, after=after)
    if not _passes(rules, listing, plain, labels):
        return plain
    if rules.over is None:
        raise BadParameter(
            f"in a random game of {rules.owner} somebody cannot move and another player can, by "
            f"{rules.listing.name}, and nothing tells whether the game is over then: give over=, "
            "the name of what does, or a function of the board"
        )
    can_move = Expression("len(moves((board, player))) > 0", "board, player", moves=listing)
    following = _following(len(labels), after, can_move, rules.over)
    paired = Expression("(board, following(board, player))", "board, player", following=following)
    text = f"paired(played(state, move), {PLAYER})"
    return Expression(text, "state, move", paired=paired, played=played)


def _tells_the_next(answer: Any, board: type, labels: Sequence[Any]) -> bool:
    """Return True for a board and the player who is next."""
    if not isinstance(answer, tuple) or len(answer) != 2 or not isinstance(answer[0], board):
        return False
    return not isinstance(answer[1], bool) and plain_number(answer[1]) in list(labels)


def _after(labels: Sequence[Any]) -> Expression:
    """Return who follows a player, if nobody is passed over."""
    called = {f"player_{number}": label for number, label in enumerate(labels)}
    text = "player_0"
    for number in range(len(labels) - 1):
        text = f"player_{number + 1} if player == player_{number} else {text}"
    return Expression(text, "player", **called)


def _following(count: int, after: Expression, can_move: Expression, over: Member) -> Expression:
    """Return who is next when a player has moved, of the board then and that player."""
    names = [f"{'after(' * steps}player{')' * steps}" for steps in range(1, count)] + ["player"]
    first = names[0]
    text = f"{first} if over((board, {first})) or can_move(board, {first})"
    for name in names[1:]:
        text += f" else {name} if can_move(board, {name})"
    text += f" else {first}"
    return Expression(text, "board, player", after=after, can_move=can_move, over=over.ask)


def _passes(
    rules: RulesForPlayer, listing: Expression, play: Expression, labels: Sequence[Any]
) -> bool:
    """Return True if in random games somebody cannot move and another player can."""
    plies = 0
    budget = Budget(_SECONDS)
    for seed in range(_GAMES):
        if budget.is_spent:
            return False
        chance = random.Random(seed)
        state = rules.start()
        while (
            plies < _PLIES
            and not budget.is_spent
            and not (rules.over and rules.ask(rules.over, state))
        ):
            plies += 1
            moves = rules.ask(rules.listing._replace(ask=listing), state)
            if not moves:
                if any(listing((state[0], label)) for label in labels):
                    return True
                break
            playing = rules.playing._replace(ask=play)
            state = rules.ask(playing, state, chance.choice(moves))
    return False
