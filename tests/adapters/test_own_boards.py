"""Boards that compile with no line changed."""

from __future__ import annotations

import pickle

import pytest
from article_boards import TIE, Bits, Noughts, Rows, Superko, Walks
from compiled_rules import assert_rules_play_alike

import gametree as gt
from gametree.adapters import board_game
from gametree.adapters.board_game import BoardGame
from gametree.adapters.boards.history import History


def searched(game, *, compiled, seed=1, simulations=200, **options):
    options = {"method": "uct"} | options
    found = gt.search(game, simulations=simulations, seed=seed, compiled=compiled, **options)
    assert found.compiled is compiled
    return found.nodes, [(each.action, each.visits, each.mean) for each in found.actions]


@pytest.mark.parametrize("board", [Noughts, Superko])
def test_both_modes_grow_the_same_tree(board):
    game = BoardGame(board())
    for seed in range(20):
        modes = [searched(game, compiled=compiled, seed=seed) for compiled in (False, True)]
        assert modes[0] == modes[1]


def test_boards_in_many_styles_play_alike_in_both_modes():
    for board, reads_all in ((Rows, False), (Bits, False), (Walks, True)):
        game = BoardGame(board())
        assert game.looks_back is reads_all
        assert_rules_play_alike(game)


class Long(Walks):
    """A game of 150 plies that reads its history in many ways."""

    fields = 11

    def legal_plays(self, state_history):
        turned = state_history[-2:] == state_history[-4:-2]
        return ["up", "down"][turned:] if state_history[-1] in state_history[-9:-1] else ["up"]

    def winner(self, state_history):
        if len(state_history) <= 150:
            return 0
        often = sum(1 for state in state_history if state == state_history[-1])
        return TIE if state_history.count(state_history[0]) > 4 else 1 + often % 2


def test_long_histories_are_alike_in_both_modes():
    game = BoardGame(Long())
    cut = gt.Playout(max_plies=7, cutoff=lambda game, state: (len(state) / 9, state[-1][0] / 9))
    for options in ({}, {"evaluation": cut}):
        modes = [
            searched(game, compiled=compiled, simulations=300, **options)
            for compiled in (False, True)
        ]
        assert modes[0] == modes[1]
    last = BoardGame(Noughts())
    assert searched(last, compiled=False, evaluation=cut)[0] > 100


def test_a_search_begins_at_a_state_of_the_board_or_at_a_history():
    board = Noughts()
    states = [board.start()]
    for play in (0, 3, 1, 4):
        states.append(board.next_state(states[-1], play))
    game = BoardGame(board)
    for state in (states[-1], states, History.of(states)):
        assert gt.search(game, state, simulations=200, seed=1, compiled=False).action == 2
    assert BoardGame(Superko()).taken_state([(0, 3, 1), (1, 3, 2)]) == [(0, 3, 1), (1, 3, 2)]


def test_it_is_sent_to_other_processes():
    game = BoardGame(Noughts())
    game.state_to_text(game.initial_state())
    game = pickle.loads(pickle.dumps(game))
    assert game.returns([(1, 1, 1, 2, 2, 0, 0, 0, 0, 2)]) == (1.0, 0.0)


RARE = (1, 2, 1, 2, 1, 2, 2, 1, 0)


class ChangesOne(Noughts):
    def legal_plays(self, state_history):
        if len(state_history) == 9 and state_history[-1][:9] == RARE[::-1]:
            state_history[0] = state_history[-1]
        return super().legal_plays(state_history)


class Lengthens(Noughts):
    def winner(self, state_history):
        if state_history[-1][:9] == RARE:
            state_history.append(0)
        return super().winner(state_history)


class NoWinner(Noughts):
    def winner(self, state_history):
        return None if state_history[-1][:9] == RARE else super().winner(state_history)


class NoPlays(Noughts):
    def legal_plays(self, state_history):
        return None if state_history[-1][:9] == RARE else super().legal_plays(state_history)


class NoPlayer(Noughts):
    def current_player(self, state):
        return 3 if state[:9] == RARE else state[-1]


class Raises(Noughts):
    def next_state(self, state, play):
        if state[:9] == RARE:
            raise ValueError("no such cell")
        return super().next_state(state, play)


class LooksBack(Noughts):
    def legal_plays(self, state_history):
        plays = super().legal_plays(state_history)
        return plays[: len(state_history)] if state_history[-1][:9] == RARE else plays


FAULTS = (
    (ChangesOne, r"legal_plays changes the history .* a copy, history\[:\]"),
    (Lengthens, r"winner changes the history .* a copy, history\[:\]"),
    (NoWinner, r"winner returned nothing; 0, the number of a player or"),
    (NoPlays, r"legal_plays returned nothing; a list of plays was expected"),
    (NoPlayer, r"current_player returned 3; a player from 1 to 2 was expected"),
    (Raises, r"next_state raised ValueError: no such cell"),
    (LooksBack, r"legal_plays looks at states before .* history=True\)"),
)


@pytest.mark.parametrize(("board", "told"), FAULTS)
def test_what_random_games_do_not_show_is_told_in_one_sentence(monkeypatch, board, told):
    monkeypatch.setattr(board_game, "_TRIAL_MOVES", 8)
    game = BoardGame(board())
    where = r" \(test_own_boards\.py, line \d+\) \(after the moves \d .*\)$"
    with pytest.raises(gt.GameError, match=rf"^{board.__name__}\.{told}.*{where}"):
        gt.search(game, simulations=30_000, seed=4, compiled=False, method="uct")


def test_it_is_told_compiled_as_interpreted(monkeypatch):
    monkeypatch.setattr(board_game, "_TRIAL_MOVES", 8)

    class Both(NoWinner, ChangesOne):
        """Each fault comes first with some seed."""

    for told in (r"legal_plays changes the history", r"winner returned nothing"):
        seed = 1 if "legal" in told else 5
        with pytest.raises(gt.GameError, match=rf"^Both\.{told}"):
            gt.search(BoardGame(Both()), simulations=30_000, seed=seed, compiled=True, method="uct")


class Texts(Noughts):
    def winner(self, state_history):
        return {0: 0, 1: "X", 2: "O", -1: "tie"}[super().winner(state_history)]


class Lists(Noughts):
    def next_state(self, state, play):
        return list(super().next_state(state, play))


class Lucky(Noughts):
    def __init__(self):
        self.random = gt.Rng(1)

    def next_state(self, state, play):
        return (*super().next_state(state, play)[:9], 1 + self.random.below(2))


@pytest.mark.parametrize(
    ("board", "told"),
    [
        (Texts, r"Texts\.winner returned '[XO]'; 0, the number of a player or another number"),
        (Lists, r"Lists\.next_state returned \[.*\], which cannot be hashed; return a tuple"),
        (Lucky, r"Lucky\.next_state gave two different states for one play"),
    ],
)
def test_a_board_that_random_games_find_at_fault_is_searched_under_watch(board, told):
    game = BoardGame(board())
    with pytest.raises(gt.NotCompilable, match=told):
        gt.search(game, simulations=500, seed=1, compiled=True, method="uct")


def test_faults_bear_the_boards_own_names():
    assert str(gt.check(BoardGame(Noughts()), games=5, compiled=False)).startswith("Noughts: sound")

    class Wide(Noughts):
        def legal_plays(self, state_history):
            return [str(play) * 9 for play in super().legal_plays(state_history)]

        def next_state(self, state, play):
            return super().next_state(state, int(play[0]))

    with pytest.raises(gt.NotCompilable, match=r"^Wide\.legal_plays cannot be compiled|Wide\.leg"):
        gt.search(BoardGame(Wide()), simulations=10, compiled=True)
