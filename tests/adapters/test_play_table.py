"""`MonteCarlo` beside the article's search as its readers write it: the same table to the bit."""

from __future__ import annotations

import math
import re
import sys
from pathlib import Path

import pytest
from scripts import load

import gametree as gt
from gametree.adapters.board import MonteCarlo
from gametree.adapters.board_game import HistoryBoard
from gametree.adapters.boards.history import History
from gametree.adapters.tables.play_table import PlayTable

sys.path.append(str(Path(__file__).parents[2] / "benchmarks"))

from article_uct import ArticleSearch
from bit_boards import ConnectFour, TicTacToe


class Clocked:
    """A board that counts how often its legal plays were asked for, and draws by that count."""

    def __init__(self, board):
        self.board = board
        self.asked = 0
        self.start, self.current_player = board.start, board.current_player
        self.next_state, self.winner = board.next_state, board.winner

    def legal_plays(self, state_history):
        self.asked += 1
        return self.board.legal_plays(state_history)

    def below(self, n):
        return (self.asked * 2654435761 >> 7) % n

    def choice(self, items):
        return items[self.below(len(items))]


def positions(board, seed):
    """Yield the states of a game at random, one more each time."""
    rng = gt.Rng(seed)
    states = [board.start()]
    while not board.winner(states):
        yield list(states)
        plays = board.legal_plays(states)
        states.append(board.next_state(states[-1], plays[rng.below(len(plays))]))


@pytest.mark.parametrize(
    ("board", "max_moves"),
    [(TicTacToe(), 100), (TicTacToe(), 4), (ConnectFour(), 100), ("ring", 100)],
)
def test_the_same_draws_give_the_same_table(board, max_moves):
    board = load("board_montecarlo").Ring() if board == "ring" else board
    theirs, ours = Clocked(board), Clocked(board)
    search = ArticleSearch(theirs, max_moves)
    search.random = theirs
    game = HistoryBoard(ours, tie=0)
    table = PlayTable(game, ours, None, None, None)
    deepest = 0
    for states in positions(board, seed=1):
        if not board.legal_plays(states):
            continue
        search.states = states
        for _ in range(150):
            search.run_simulation()
            depth = table.simulate(History.of(states), states, max_moves, 1.4, math.inf)
            deepest = max(deepest, depth)
        plays = {
            (player, state): entry.plays
            for player, entries in table.tables.items()
            for state, entry in entries.items()
            if entry.plays
        }
        wins = {key: table.tables[key[0]][key[1]].wins for key in plays}
        assert plays == search.plays
        assert wins == search.wins
        assert theirs.asked == ours.asked
    assert search.max_depth == deepest > 0


def test_the_articles_lines_to_the_letter(capsys):
    board = TicTacToe()
    ai = MonteCarlo(
        board, time="5", max_actions="50", C="1", simulations=90, report="article", compiled=False
    )
    assert (ai.calculation_time.total_seconds(), ai.max_moves, ai.C) == (5, 50, 1)
    ai.update((0b000_110_000, 0b000_000_011, 1))  # both may fill a row; (1, 0) wins
    assert ai.get_play() == (1, 0)
    lines = capsys.readouterr().out.splitlines()
    assert re.fullmatch(r"90 0:00:0\d\.\d{6}", lines[0])
    assert lines[1] == f"(1, 0): 100.00% ({ai.ranking()[0].plays} / {ai.ranking()[0].plays})"
    assert len(lines) == 1 + 5 + 1
    assert re.fullmatch(r"Maximum depth searched: \d+", lines[-1])


def test_equal_percentages_give_the_greater_play():
    class Even(TicTacToe):
        def winner(self, state_history):
            return -1 if super().winner(state_history) else 0

    ai = MonteCarlo(Even(), None, simulations=60, seed=1, report=None, compiled=False)
    ai.update(Even().start())
    assert ai.get_play() == (2, 2)
    assert [each.play for each in ai.ranking()] == sorted(TicTacToe.cells, reverse=True)


@pytest.mark.parametrize(
    ("method", "answer", "message"),
    [
        ("winner", None, "winner returned nothing"),
        ("winner", "X", "winner returned 'X'"),
        ("next_state", None, "next_state returned nothing"),
        ("next_state", [1], "next_state returned [1], which cannot be hashed"),
        ("current_player", 0, "current_player returned 0"),
        ("legal_plays", 7, "legal_plays returned 7"),
        ("legal_plays", ["a7"], "next_state raised TypeError"),
    ],
)
def test_what_a_board_must_not_answer_is_named_with_the_moves(method, answer, message):
    class Faulty(TicTacToe):
        pass

    def faulty(self, state, *rest):
        last = state[-1] if isinstance(state, list | History) else state
        right = getattr(super(Faulty, self), method)(state, *rest)
        return answer if bin(last[0] | last[1]).count("1") == 3 else right

    setattr(Faulty, method, faulty)
    ai = MonteCarlo(Faulty(), None, simulations=100, seed=1, report=None, compiled=False)
    ai.update(Faulty().start())
    with pytest.raises(gt.GameError, match=rf"Faulty\.{re.escape(message)}.*\(after the moves \("):
        ai.get_play()


def test_a_board_that_changes_its_history_is_refused():
    class Changing(TicTacToe):
        def winner(self, state_history):
            if len(state_history) > 4:
                state_history.pop()
            return super().winner(state_history)

    ai = MonteCarlo(Changing(), None, simulations=100, seed=1, report=None, compiled=False)
    ai.update(Changing().start())
    with pytest.raises(gt.GameError, match=r"Changing\.winner changes the history"):
        ai.get_play()
