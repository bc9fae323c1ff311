"""A person in an arena match."""

from __future__ import annotations

import pytest

import gametree as gt
from gametree.games import TicTacToe
from gametree.players.human import Human, PlayerLeft
from toys import Ring


class Script:
    """A person who types some lines, or presses Ctrl-C."""

    def __init__(self, *lines):
        self.lines = list(lines)
        self.prompts = []
        self.shown = []

    def ask(self, prompt):
        self.prompts.append(prompt)
        if not self.lines:
            raise EOFError
        line = self.lines.pop(0)
        if isinstance(line, type):
            raise line
        return line

    def seated(self, game, seat=0):
        player = Human(self.ask, self.shown.append)
        player.begin(game, seat, 1)
        return player


def test_a_move_is_asked_for_and_read():
    record = gt.Record(TicTacToe())
    person = Script("B2\n")
    assert person.seated(record.game).choose(record, None).action == 4
    assert person.prompts == ["player 1, your move: "]
    assert record.game.state_to_text(record.state) in person.shown[0]


def test_what_is_no_move_is_asked_for_again():
    record = gt.Record(TicTacToe())
    record.play(4)
    person = Script("", "b2", "z9", "  a1 ")
    assert person.seated(record.game, 1).choose(record, None).action == 0
    assert len(person.prompts) == 4
    assert person.prompts[0] == "player 2, your move: "
    assert "'b2' is no legal move here" in person.shown[1]
    assert "'z9' is no legal move here" in person.shown[2]


def test_a_move_that_may_not_repeat_a_position_is_no_move():
    record = gt.Record(Ring("forbidden"))
    record.play(1)
    person = Script("-1", "0")
    assert person.seated(record.game, 1).choose(record, None).action == 0
    assert "would repeat a position" in person.shown[1]


@pytest.mark.parametrize("end", [EOFError, KeyboardInterrupt])
def test_a_person_may_leave(end):
    record = gt.Record(TicTacToe())
    with pytest.raises(PlayerLeft, match="player 1 has left the game"):
        Script("nonsense", end).seated(record.game).choose(record, None)
    assert issubclass(PlayerLeft, KeyboardInterrupt)
