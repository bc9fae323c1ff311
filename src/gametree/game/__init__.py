"""The rules of a game, as a class that runs interpreted and compiled.

Five methods make a game. This one is whole:

    class Nim(Game):
        players = 2
        def __init__(self, counters=21): self.counters = counters
        def initial_state(self): return (self.counters, 0)
        def current_player(self, state): return state[1]
        def legal_actions(self, state): return range(1, min(3, state[0]) + 1)
        def next_state(self, state, action): return (state[0] - action, 1 - state[1])
        def returns(self, state): return (-1.0, 1.0) if state[1] == 0 else (1.0, -1.0)

The search knows a game through these methods alone. It never assumes that
players take turns, that returns are within any bounds or sum to zero, or that
a game has two players.
"""

from .basic_rules import Action, State
from .changing_states import fresh_state, state_copy
from .game import Game
from .texts import legal_action, snake_case, title_of
from .wrapped_rules import UnwrappedRules

__all__ = [
    "Action",
    "Game",
    "State",
    "UnwrappedRules",
    "fresh_state",
    "legal_action",
    "snake_case",
    "state_copy",
    "title_of",
]
