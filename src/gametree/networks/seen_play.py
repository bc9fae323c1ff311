"""Random games, played once to find what a network for a game is to see."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, NamedTuple

from plainpython.hashing import key_of_state

from ..actors import NOBODY, is_chance, is_player
from ..errors import GameError
from ..game import Action, Game, State
from ..primitives.rng import Rng
from ..rules.checked_game import CheckedGame
from ..rules.drawing import outcome

__all__ = ["MOST_ACTIONS", "SeenPlay", "seen_in"]

MOST_ACTIONS = 4096
"""So many actions have weights of their own, at most."""

_GAMES = 60
_PLIES = 6000
_LONGEST = 600


class SeenPlay(NamedTuple):
    """Positions of random games in the order in which they came.

    Attributes:
        movers: for each position who acts there; NOBODY at the end.
        observations: what the game shows of each position to who moves there; none if it defines
            no `observation`. In a game that hides something it is what the mover knows, unless
            `observation` is defined.
        actions: the actions there, each once.
        moves: for each position that a player moved on from, its place, the action, the next one's.
        returns: those of the games that ended.
        hides: whether the game hides something: then a network must not see the states.
        observed: whether the game defines `observation`.

    """

    states: list[State]
    movers: list[int]
    observations: list[Any]
    actions: dict[Action, None]
    moves: list[tuple[int, Action, int]]
    returns: list[list[float]]
    hides: bool = False
    observed: bool = False


def seen_in(game: Game) -> SeenPlay:
    """Play some random games, always the same ones, and return what was seen there.

    Raises:
        GameError: if the rules break their contract.

    """
    checked = CheckedGame(game)
    rng = Rng(0)
    states: list[State] = []
    movers: list[int] = []
    observations: list[Any] = []
    actions: dict[Action, None] = {}
    moves: list[tuple[int, Action, int]] = []
    returns: list[list[float]] = []
    for _ in range(_GAMES):
        state = checked.initial_state()
        for _ in range(_LONGEST):
            states.append(game.copy(state))
            if checked.is_terminal(state):
                movers.append(NOBODY)
                returns.append(list(checked.returns(state)))
                break
            movers.append(checked.current_player(state))
            if is_player(movers[-1]) and (game.defines_observation or game.hides_information):
                observations.append(_shown(checked, state, movers[-1]))
            if is_chance(movers[-1]):
                action = outcome(checked, state, rng)
            else:
                legal = checked.legal_actions(state)
                for each in legal if len(legal) <= MOST_ACTIONS else ():
                    if isinstance(each, Hashable):
                        actions[each] = None
                action = legal[rng.below(len(legal))]
                if isinstance(action, Hashable):
                    actions[action] = None  # of very many moves, those that were made
                moves.append((len(states) - 1, action, len(states)))
            state = checked.next_state(checked.copy(state), action)
        if len(states) >= _PLIES:
            break
    return SeenPlay(
        states,
        movers,
        observations,
        actions,
        moves,
        returns,
        game.hides_information,
        game.defines_observation,
    )


def _shown(checked: CheckedGame, state: State, player: int) -> Any:
    """Return what a network is shown of a position.

    Raises:
        GameError: if `observation` tells something that the player does not know.

    """
    game = checked.game
    if not game.hides_information:
        return checked.observation(state, player)
    known = checked.information_state(state, player)
    if not game.defines_observation:
        return known
    shown = checked.observation(state, player)
    if game.defines_sample_state:
        world = checked.sample_state(known, player, Rng(key_of_state(known)))
        if key_of_state(list(checked.observation(world, player))) != key_of_state(list(shown)):
            raise GameError(
                f"{type(game).__name__}.observation shows player {player} something that "
                f"information_state hides: it differs in two states in which the player knows "
                f"{known!r}"
            )
    return shown
