"""A game that is played: positions, moves, the end by the rules or by repetition, chance."""

from __future__ import annotations

import pytest

import gametree as gt
from gametree.games import TicTacToe
from toys import Pig, Ring, Wheel


def played(game, *actions):
    record = gt.Record(game)
    for action in actions:
        record.play(action)
    return record


def test_a_game_to_its_end():
    record = gt.Record(TicTacToe())
    assert record.player == 0
    for action in (0, 3, 1, 4):
        assert not record.over
        record.play(action)
    with pytest.raises(gt.BadParameter, match="the game goes on"):
        _ = record.returns
    record.play(2)
    assert record.over
    assert not record.over_by_repetition
    assert record.returns == [1.0, -1.0]
    assert record.actions == [0, 3, 1, 4, 2]
    assert len(record.positions) == 6
    assert record.legal_actions() == []
    with pytest.raises(gt.FinishedPosition):
        record.play(5)


def test_an_illegal_move_changes_nothing():
    record = played(TicTacToe(), 4)
    with pytest.raises(gt.IllegalMove, match=r"4 is no legal move here; legal moves are [a-c]"):
        record.play(4)
    assert record.actions == [4]
    assert len(record.positions) == 2


def test_taking_back_and_playing_on():
    record = played(TicTacToe(), 4, 0, 8)
    record.take_back(2)
    assert record.actions == [4]
    assert record.state == played(TicTacToe(), 4).state
    record.take_back(0)
    with pytest.raises(gt.BadParameter, match="from 0 to 1"):
        record.take_back(2)
    with pytest.raises(gt.BadParameter):
        record.take_back(True)
    record.take_back()
    assert record.positions == [TicTacToe().initial_state()]


@pytest.mark.parametrize(
    ("policy", "returns"), [("draw", [0.0, 0.0]), ("loss", [1.0, -1.0]), ("own", [-0.5, 0.5])]
)
def test_a_game_ends_when_a_position_comes_back(policy, returns):
    record = played(Ring(policy), 1, 0, -1)
    assert not record.over
    record.play(0)
    assert record.over
    assert record.over_by_repetition
    assert record.legal_actions() == []
    assert record.returns == returns
    record.take_back()
    assert not record.over
    assert record.legal_actions() == [-1, 0, 1]


def test_threefold_repetition():
    record = played(Ring("draw", 3), *(1, 0, -1, 0) * 2)
    assert record.over_by_repetition
    record = played(Ring("draw", 3), *(1, 0, -1, 0), 1, 0, -1)
    assert not record.over


def test_forbidden_moves_are_not_legal():
    record = played(Ring("forbidden"), 1, 0, -1)
    assert record.legal_actions() == [-1]
    with pytest.raises(gt.IllegalMove, match="0 is no legal move here; legal moves are -1"):
        record.play(0)
    assert not record.over


def test_who_has_no_other_move_has_lost():
    class Pit(Ring):
        SIZE = 2

        def legal_actions(self, state):
            return [1]

    record = played(Pit("forbidden"), 1)
    assert record.over
    assert not record.over_by_repetition
    assert record.legal_actions() == []
    assert record.returns == [1.0, -1.0]


def test_the_search_goes_on_from_a_record():
    record = played(Ring("forbidden"), 1, 0, -1)
    past = record.positions[:-1]
    result = gt.search(
        record.game, record.state, history=past, simulations=100, compiled=False, method="uct"
    )
    assert {move.action for move in result.actions} == set(record.legal_actions())


def test_chance_is_drawn_by_its_probabilities():
    record = played(Wheel(), 0)
    assert record.player == gt.CHANCE
    rng = gt.Rng(3)
    drawn = [record.draw_chance(rng) for _ in range(4000)]
    assert drawn.count(9) == 0
    # 2,000 expected, with a standard deviation of 32.
    assert abs(drawn.count(0) - 2000) < 6 * 32
    record.play(4)
    assert record.over
    assert record.returns == [4.0]


def test_a_whole_game_of_pig():
    record = gt.Record(Pig(10))
    rng = gt.Rng(1)
    while not record.over:
        if record.player == gt.CHANCE:
            record.play(record.draw_chance(rng))
        else:
            turn = record.state[2]
            record.play(Pig.HOLD if turn >= 5 else Pig.ROLL)
    assert sorted(record.returns) == [-1.0, 1.0]


def test_faults_of_the_rules_are_named():
    class Broken(Ring):
        def next_state(self, state, action):
            if state[0] == 2:
                raise KeyError("lost")
            return super().next_state(state, action)

    record = played(Broken(), 1, 1)
    with pytest.raises(
        gt.GameError, match=r"next_state raised KeyError: 'lost' \(.*\(after the moves"
    ):
        record.play(1)
    assert record.actions == [1, 1]


def test_what_is_no_game_is_refused():
    with pytest.raises(gt.BadParameter, match="game must be a Game"):
        gt.Record("chess")
    with pytest.raises(gt.BadParameter, match="repetition must be one of"):
        gt.Record(Ring("tie"))
