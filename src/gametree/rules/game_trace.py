"""Records the answers of a game's methods while it plays given moves, compiled or interpreted."""

from __future__ import annotations

from typing import Any

from plainpython.compilable import Compilable, native_twin

from ..actors import is_chance
from ..game import Game, State
from ..primitives.actions import number_of

__all__ = ["COLUMNS", "Keys", "NoKeys", "trace_game", "trace_game_in_place"]

COLUMNS = (
    "is_terminal",
    "fill_legal_actions",
    "fill_legal_actions",
    "current_player",
    "chance_outcomes",
    "key",
    "random_action",
)
"""The methods whose answers make up the numbers of one ply."""


class NoKeys(Compilable):
    """For games whose `key` is not compared: they do not define it, or it is no integer."""

    def word(self, game: Game, state: State) -> Any:
        """Return the key as a signed word of 64 bits."""
        return 0


def _native_word(keys: NoKeys, game: Game, state: State) -> Any:
    return game.key(state)


class Keys(NoKeys):
    """For games that define `key`."""

    @native_twin(_native_word)
    def word(self, game: Game, state: State) -> Any:
        return (int(game.key(state)) + 2**63) % 2**64 - 2**63


def trace_game(
    game: Any,
    keys: Any,
    rng: Any,
    state: Any,
    moves: Any,
    count: Any,
    repeater: Any,
    repeated: Any,
    plies: Any,
    shares: Any,
    actions: Any,
    values: Any,
) -> Any:
    """Play the first `count` moves; write the answers of the methods to the arrays.

    `plies` gets seven numbers for each ply: 1 if the game is over, the number of actions, a hash of
    the actions, the player to move, a hash of the outcomes of chance, the key, and a random action.
    `shares` gets one number for each ply, computed from the probabilities where chance moves, and
    from the heuristic where a player does. `values` gets the returns, or the heuristic where the
    game goes on; the returns after a repetition if `repeater` has repeated a position of
    `repeated` > 0 moves ago.
    """
    for ply in range(count + 1):
        place = 7 * ply
        if game.is_terminal(state):
            plies[place] = 1
            returned = game.returns(state)
            for player in range(len(values)):
                values[player] = returned[player]
        else:
            plies[place] = 0
            listed = game.fill_legal_actions(state, actions)
            plies[place + 1] = listed
            mixed = 0
            for index in range(min(listed, len(actions))):
                mixed = (mixed * 31 + number_of(actions[index]) % 1000003) % 1000003
            plies[place + 2] = mixed
            mover = game.current_player(state)
            plies[place + 3] = mover
            if game.defines_chance_outcomes and is_chance(mover):
                named = 0
                share = 0.0
                for action, probability in game.chance_outcomes(state):
                    named = (named * 31 + number_of(action) % 1000003) % 1000003
                    share = share * 0.75 + probability
                plies[place + 4] = named
                shares[ply] = share
            else:
                if game.defines_random_action:
                    plies[place + 6] = number_of(game.random_action(state, rng))
                if game.defines_heuristic:
                    guess = game.heuristic(state)
                    share = 0.0
                    for player in range(len(values)):
                        values[player] = guess[player]
                        share = share * 0.75 + guess[player]
                    shares[ply] = share
        plies[place + 5] = keys.word(game, state)
        if ply < count:
            state = game.next_state(state, moves[ply])
    if repeated > 0:
        given = game.returns_after_repetition(state, repeater, repeated)
        for player in range(len(values)):
            values[player] = given[player]
    return state


def trace_game_in_place(
    game: Any,
    keys: Any,
    rng: Any,
    state: Any,
    moves: Any,
    count: Any,
    repeater: Any,
    repeated: Any,
    plies: Any,
    shares: Any,
    actions: Any,
    values: Any,
) -> None:
    """Do as `trace_game`, for a state that is changed in place."""
    trace_game(
        game,
        keys,
        rng,
        game.copy(state),
        moves,
        count,
        repeater,
        repeated,
        plies,
        shares,
        actions,
        values,
    )
