"""Games whose `legal_actions` does not know the end: `is_terminal` ends them, for everybody."""

from __future__ import annotations

import pytest

import gametree as gt
from gametree.players.registry import make_player
from gametree.server.rules.position import position_of

from ..trees import flat

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


class EmptyCells(gt.Game):
    """Tic-tac-toe as many write it: the moves are the empty cells, also when somebody has won."""

    players = 2

    def initial_state(self):
        return (0,) * 9

    def current_player(self, state):
        return sum(cell != 0 for cell in state) % 2

    def legal_actions(self, state):
        return [cell for cell in range(9) if state[cell] == 0]

    def next_state(self, state, action):
        mark = 1 + self.current_player(state)
        return (*state[:action], mark, *state[action + 1 :])

    def winner(self, state):
        for a, b, c in LINES:
            if state[a] != 0 and state[a] == state[b] == state[c]:
                return state[a]
        return 0

    def is_terminal(self, state):
        return self.winner(state) != 0 or 0 not in state

    def returns(self, state):
        winner = self.winner(state)
        return (0.0, 0.0) if winner == 0 else (1.0, -1.0) if winner == 1 else (-1.0, 1.0)


class NoneAtTheEnd(EmptyCells):
    """The same game, with a list that is empty at the end."""

    def legal_actions(self, state):
        return [] if self.is_terminal(state) else EmptyCells.legal_actions(self, state)


WON = (0, 3, 1, 4, 2)


@pytest.mark.parametrize("compiled", [False, True], ids=["interpreted", "compiled"])
@pytest.mark.parametrize(
    "options",
    [
        {"method": "uct"},
        {"method": "auto"},
        {"solver": True, "transpositions": True},
        {"evaluation": gt.Playout(policy=gt.MAST())},
        {"chance": gt.OpenLoop()},
    ],
    ids=lambda options: "-".join(options),
)
def test_searches_have_the_same_tree(compiled, options):
    trees = []
    for game in (EmptyCells(), NoneAtTheEnd()):
        searcher = gt.Searcher(game, seed=3, compiled=compiled, **options)
        searcher.run(simulations=1500)
        trees.append(flat(searcher))
    assert trees[0] == trees[1]


@pytest.mark.parametrize("player", ["perfect", "alphabeta:depth=9", "greedy", "random"])
def test_players_choose_the_same(player):
    chosen = []
    for game in (EmptyCells(), NoneAtTheEnd()):
        record = gt.Record(game)
        one = make_player(player)
        one.begin(game, 0, 5)
        while not record.over:
            record.play(one.choose(record, None).action)
        chosen.append((record.actions, record.returns))
    assert chosen[0] == chosen[1]


def test_a_record_has_no_moves_at_the_end():
    record = gt.Record(EmptyCells())
    for action in WON:
        record.play(action)
    assert record.over
    assert record.legal_actions() == []
    with pytest.raises(gt.FinishedPosition):
        record.play(5)
    shown = position_of(record)
    assert shown["moves"] == []
    assert not shown["view"]["moves"]


def test_the_end_is_told_and_does_not_keep_check_from_searching():
    report = gt.check(EmptyCells(), games=60, seconds=20)
    assert report.sound
    assert [(each.method, each.kind) for each in report.warnings] == [("is_terminal", "moves left")]
    assert report.profile.compiled
    assert gt.check(NoneAtTheEnd(), games=60, seconds=20).warnings == ()
