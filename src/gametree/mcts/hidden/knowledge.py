"""Knowledge of one player: all that a search of a game with hidden information receives."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from plainpython.hashing import key_of_state

from ...actors import is_chance
from ...errors import BadParameter, ChancePosition, FinishedPosition, GameError
from ...game import Game, State
from ...primitives.rng import Rng
from ...rules.checked_game import CheckedGame
from ...rules.random_game import random_game
from ...rules.workspace import make_workspace
from ...user_code.hanging_calls import (
    HangingCall,
    hanging,
    hanging_calls_stopped,
    methods_of,
)
from ...user_code.locating import brief
from .worlds import NoWorld, ReplayedWorlds, events_seen

__all__ = ["Knowledge", "finished", "knowledge_of", "never_returns", "world_of"]

_HERE = "(in the searched position)"

_GAMES = 3000
_PLIES = 1000
_POSITIONS = 20_000
"""Bounds of the random games in which a position is looked for."""


class Knowledge(NamedTuple):
    """What a player knows.

    Attributes:
        player: who knows it.
        known: what `information_state` returned.
        mover: who moves, which everybody knows.
        events: what they knew at the start and after each event, `known` at last; only `known`
            if the moves that led there were not given.

    """

    player: int
    known: Any
    mover: int
    events: tuple[Any, ...]


def knowledge_of(
    game: Game, state: State, player: int | None, history: Sequence[State]
) -> Knowledge:
    """Return what a player knows: the one to move, unless another is named.

    Raises:
        BadParameter: if there is no such player.
        ChancePosition: if chance moves, and no player is named.
        FinishedPosition: if the game is over.
        GameError: if the rules break their contract.

    """
    checked = CheckedGame(game)
    if checked.is_terminal(state):
        raise FinishedPosition("the game is over in this position: there is nothing to search")
    mover = checked.current_player(state)
    if player is None:
        player = mover
        if is_chance(player):
            raise ChancePosition(
                "chance moves in this position: there is no move to search for; give the position "
                "after it, or player= for what a player knows"
            )
    whole = isinstance(player, int) and not isinstance(player, bool)
    if not whole or not 0 <= player < game.players:
        raise BadParameter(f"player must be a number from 0 to {game.players - 1}, not {player!r}")
    events = [checked.information_state(each, player) for each in (*history, state)]
    known = events[-1]
    return Knowledge(player, known, mover, tuple(events))


def never_returns(told: str, player: int, known: Any) -> str:
    """Return the message for a call that does not return; `told` names its method."""
    advice = "look for a loop without an end"
    if ".sample_state " in told:
        advice += (
            "; a state that agrees with this may be impossible, or too rare to be found by chance "
            "(gt.deal deals unseen cards)"
        )
    return f"{told} where player {player} knows {brief(known)}: {advice} {_HERE}"


def finished(name: str, player: int, known: Any) -> str:
    """Return the message for a sampled state in which the game is over."""
    return (
        f"{name}.sample_state returned a state in which the game is over, where it goes on: player "
        f"{player} knows {brief(known)} in both, so information_state must say whether it is over "
        f"{_HERE}"
    )


def world_of(game: Game, knowledge: Knowledge, rng: Rng) -> tuple[State, Knowledge]:
    """Return a random state that agrees with what a player knows, and the knowledge with events.

    Raises:
        GameError: if the rules break their contract, or no such state is found.

    """
    checked = CheckedGame(game)
    player = knowledge.player
    if game.defines_sample_state:
        try:
            with hanging_calls_stopped(methods_of(game, getattr(game, "rules", None))):
                return checked.sample_state(knowledge.known, player, rng), knowledge
        except HangingCall as error:
            told = hanging(error, type(game).__name__)
            raise GameError(never_returns(told, player, knowledge.known)) from error
    first = checked.initial_state()
    if key_of_state(knowledge.events[0]) != key_of_state(checked.information_state(first, player)):
        return _found_by_play(checked, knowledge, rng)
    work = make_workspace(game.players, max(1, game.max_actions), 1, 1, compiled=False, state=first)
    worlds = ReplayedWorlds([int(each) for each in events_seen(knowledge.events)])
    try:
        world = worlds.draw(checked, first, worlds.known(checked, first, player), player, work, rng)
    except NoWorld:
        return _found_by_play(checked, knowledge, rng)
    return world, knowledge


def _found_by_play(checked: CheckedGame, knowledge: Knowledge, rng: Rng) -> tuple[State, Knowledge]:
    """Look for the knowledge in random games; its events are those of the game that has it."""
    player, wanted = knowledge.player, key_of_state(knowledge.known)
    positions = 0
    for _ in range(_GAMES):
        if positions > _POSITIONS:
            break
        events: list[Any] = []
        for state in random_game(checked, rng, _PLIES):
            positions += 1
            events.append(checked.information_state(state, player))
            if key_of_state(events[-1]) != wanted or checked.is_terminal(state):
                continue
            if checked.current_player(state) == knowledge.mover:
                return state, knowledge._replace(events=tuple(events))
    raise GameError(
        f"no state of {type(checked.game).__name__} is found in which player {player} knows "
        f"{knowledge.known!r}: define sample_state(known, player, rng), or give history=, the "
        f"positions of the game from the first one on {_HERE}"
    )
