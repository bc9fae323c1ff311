"""Rules of which compiled code cannot run a part: other players go on interpreted as well."""

from __future__ import annotations

import pytest

import gametree as gt
from gametree.players.registry import make_player


class LongNumbers(gt.Game):
    """Nim whose rules work with a long number, deep in the game."""

    def initial_state(self):
        return (9, 0)

    def current_player(self, state):
        return state[1]

    def legal_actions(self, state):
        if state[0] == 4:
            number = 3
            for _ in range(60):
                number = number * 3
            if number == 0:
                return []
        return [taken for taken in (1, 2, 3) if taken <= state[0]]

    def next_state(self, state, action):
        return (state[0] - action, (state[1] + 1) % self.players)

    def is_terminal(self, state):
        return state[0] == 0

    def returns(self, state):
        return (1.0, -1.0) if state[1] == 1 else (-1.0, 1.0)


class LongPuzzle(LongNumbers):
    players = 1

    def returns(self, state):
        return (1.0,)


@pytest.mark.parametrize(
    ("spec", "rules"),
    [
        ("alphabeta:depth=9", LongNumbers),
        ("perfect", LongNumbers),
        ("nrpa:level=1,iterations=20", LongPuzzle),
    ],
)
def test_a_player_goes_on_interpreted_with_one_warning(spec, rules):
    def chosen(game):
        player = make_player(spec)
        player.begin(game, 0, 1)
        return player.choose(gt.Record(game), None)

    with pytest.warns(gt.NotCompiledWarning, match=r"interpreted from here.*Overflow") as told:
        found = chosen(rules())
    assert len(told) == 1
    plain = rules()
    plain.interpreted_only = True
    expected = chosen(plain)
    assert found.action == expected.action
    assert found.statistics.get("value") == expected.statistics.get("value")
