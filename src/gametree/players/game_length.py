"""How long a game is likely to go on, from random games."""

from __future__ import annotations

from ..game import CHANCE, Game
from ..mcts.checked import CheckedGame
from ..mcts.evaluation import drawn
from ..rng import Rng
from .remembered import remembered

__all__ = ["game_length"]

_PLIES = 1000
"""Random games are played until they have come to so many plies together."""

_LONG = 0.9
"""Players who choose their moves play longer games than random ones: this quantile counts."""


@remembered
def game_length(game: Game) -> int:
    """Return how many plies a game is likely to have: nine of ten random games are not longer.

    Some milliseconds for most games; the answer is remembered.

    Raises:
        GameError: if the rules break their contract.

    """
    checked = CheckedGame(game)
    rng = Rng(0)
    lengths: list[int] = []
    left = _PLIES
    while left > 0:
        state = checked.initial_state()
        plies = 0
        while plies < left and not checked.is_terminal(state):
            if checked.current_player(state) == CHANCE:
                action = drawn(checked.chance_outcomes(state), rng)
            else:
                actions = checked.legal_actions(state)
                action = actions[rng.below(len(actions))]
            state = checked.next_state(checked.copy(state), action)
            plies += 1
        left -= max(1, plies)
        if left > 0 or not lengths:  # the last one was cut off
            lengths.append(plies)
    return sorted(lengths)[int(_LONG * (len(lengths) - 1))]
