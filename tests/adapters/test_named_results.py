"""Results that name the winner by number, and score games of two, are not read as points."""

from __future__ import annotations

import random

import pytest

import gametree as gt
from gametree.adapters.score_game import ScoreGame
from gametree.adapters.states import StateGame

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


class Noughts:
    """Tic-tac-toe; `result` names player 1 or 2, whatever `turn` calls them."""

    names = (1, 2)

    def __init__(self):
        self.cells = [0] * 9
        self.plies = 0

    @property
    def turn(self):
        return self.names[self.plies % 2]

    def legal_moves(self):
        return [cell for cell in range(9) if self.cells[cell] == 0]

    def make_move(self, cell):
        self.cells[cell] = 1 + self.plies % 2
        self.plies += 1

    def line(self):
        for a, b, c in LINES:
            if self.cells[a] and self.cells[a] == self.cells[b] == self.cells[c]:
                return self.cells[a]
        return 0

    def ended(self):
        return self.line() != 0 or not self.legal_moves()

    def result(self):
        return self.line()


class Misere(Noughts):
    """Who makes three in a row loses."""

    def result(self):
        return 3 - self.line() if self.line() else 0


class Corners(Noughts):
    """Won by either player, whoever moves last."""

    def ended(self):
        return not self.legal_moves()

    def result(self):
        return 1 if self.cells[:4].count(1) >= 2 and self.cells[4] != 2 else 2


class Lettered(Noughts):
    names = ("X", "O")


class Signed(Noughts):
    names = (1, -1)


class LetteredMisere(Misere):
    names = ("X", "O")


@pytest.mark.parametrize("rules", [Noughts, Misere, Corners, Lettered, Signed])
def test_a_result_that_is_a_players_number_names_the_winner(rules):
    game = StateGame(rules, over="ended", player="turn")
    assert "won by result" in game.understood
    won = set()
    for seed in range(20):
        chance = random.Random(seed)
        state = game.initial_state()
        while not game.is_terminal(state):
            state = game.next_state(game.copy(state), chance.choice(game.legal_actions(state)))
        winner = game.own_state(state).result()
        assert tuple(game.returns(state)) == [(0, 0), (1, -1), (-1, 1)][winner]
        won.add(winner)
    assert {1, 2} <= won


def test_numbers_of_players_with_other_names_are_refused_where_they_may_be_either():
    with pytest.raises(gt.BadParameter, match=r"seem to name the winner.*'X' and 'O': give winner"):
        StateGame(LetteredMisere, over="ended")


class Coins:
    """Two players take coins in turn."""

    def __init__(self, coins=(3, 1, 4, 1, 5), gains=(0, 0), turn=0):
        self.coins, self.gains, self.turn = coins, gains, turn

    def get_score(self):
        return self.gains[0] - self.gains[1]

    def get_move_count(self):
        return min(2, len(self.coins))

    def do_move(self, index):
        gain = self.coins[-index]
        left = self.coins[:-1] if index else self.coins[1:]
        gains = (self.gains[0] + gain, self.gains[1])
        return Coins(left, gains if self.turn == 0 else (self.gains[0], gain), 1 - self.turn)


def test_a_score_game_of_two_is_no_puzzle():
    with pytest.raises(gt.BadParameter, match=r"Coins.turn is 0 and 1 in turn.*give players=2"):
        ScoreGame(Coins())
    assert ScoreGame(Coins(), players=2).players == 2
    assert ScoreGame(Coins(), players=1).players == 1


class WonByAMove(Noughts):
    """`check_win` asks whether a move wins; no player is asked for."""

    result = None

    def check_win(self, move):
        return self.line() == self.cells[move]


def test_what_is_asked_of_a_move_tells_no_player_that_they_have_won():
    with pytest.raises(gt.BadParameter, match="result gave nothing"):
        StateGame(WonByAMove, over="ended")


class AnswersNone:
    """Tic-tac-toe whose question for the end answers None until then, and notes who has won."""

    def __init__(self):
        self.cells = [0] * 9
        self.turn = 1
        self.winner = None

    def legal_moves(self):
        return [cell for cell in range(9) if self.cells[cell] == 0]

    def make_move(self, cell):
        self.cells[cell] = self.turn
        self.turn = 3 - self.turn

    def is_game_over(self):
        for one, two, three in LINES:
            if self.cells[one] and self.cells[one] == self.cells[two] == self.cells[three]:
                self.winner = self.cells[one]
                return True
        if 0 not in self.cells:
            self.winner = 0
            return True
        return None


def test_a_question_for_the_end_may_answer_none():
    game = StateGame(AnswersNone)
    state = game.initial_state()
    for cell in (0, 3, 1, 4, 2):
        assert not game.is_terminal(state)
        state = game.next_state(state, cell)
    assert game.is_terminal(state)
    assert list(game.returns(state)) == [1.0, -1.0]
