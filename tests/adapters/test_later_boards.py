"""Boards in the interfaces that the article's author has used later."""

from __future__ import annotations

import math
import pickle
import re

import pytest
from later_games import Chong, Reversi

import gametree as gt
from gametree.adapters.board import MonteCarlo
from gametree.adapters.board_game import BoardGame
from gametree.adapters.boards.later_boards import later_board
from gametree.adapters.interfaces import interface_of
from gametree.user_code.python_two import python_two_in
from gametree.views.of_game import view_of


class Chips:
    """Take one to three of ten chips; the last one wins. All methods take a state."""

    num_players = 2

    def starting_state(self):
        return (10, 2, 1)  # chips, who has just moved, who moves

    def current_player(self, state):
        return state[-1]

    def previous_player(self, state):
        return state[-2]

    def legal_actions(self, state):
        return list(range(1, min(3, state[0]) + 1))

    def next_state(self, history, action):
        chips, before, player = history[-1]
        return (chips - action, player, before)

    def is_ended(self, state):
        return state[0] == 0

    def win_values(self, state):
        return {state[1]: 1, state[2]: 0} if self.is_ended(state) else None

    def to_json_state(self, state):
        return {"chips": state[0], "player": state[-1]}

    def display(self, state, action):
        return f"{state['chips']} chips"


class Histories(Chips):
    """The generation before: histories, and a tie."""

    def legal_actions(self, history):
        return super().legal_actions(history[-1])

    def next_state(self, state, action):
        return super().next_state([state], action)

    def is_ended(self, history):
        return super().is_ended(history[-1])

    def win_values(self, history):
        return {1: 0.5, 2: 0.5} if self.is_ended(history) else None


class First:
    """The first generation: start, play, next_player, and one list for all."""

    def start(self):
        return (5, 1)

    def next_player(self, state):
        return state[-1]

    def legal_plays(self, state):
        return list(range(1, min(3, state[0]) + 1))

    def play(self, state, play):
        return (state[0] - play, 3 - state[1])

    def winner(self, state_lst):
        chips, player = state_lst[-1]
        return 0 if chips else 3 - player


class Repeating(Chips):
    """States count how often the chips were as many before: `next_state` reads the history."""

    def starting_state(self):
        return (3, 0, 2, 1)

    def legal_actions(self, state):
        return [-1, 1] if state[0] else []

    def next_state(self, history, action):
        chips, _, before, player = history[-1]
        seen = sum(each[0] == chips + action for each in history)
        return (chips + action, seen, player, before)

    def is_ended(self, state):
        return state[0] == 0 or state[1] == 2

    def win_values(self, state):
        return {state[2]: 1, state[3]: 0} if self.is_ended(state) else None


def adapted(cls):
    found = interface_of(cls)
    assert found.noun == "a board in the author's later interface"
    return found.adapt(cls())


@pytest.mark.parametrize(("cls", "best"), [(Chips, 2), (First, 1), (Histories, None)])
def test_boards_of_every_generation_are_games(cls, best):
    game = adapted(cls)
    result = gt.search(game, simulations=400, seed=1, compiled=False)
    assert best is None or result.action == best
    assert game.players == 2
    line = game.initial_state()
    while plays := list(game.legal_actions(line)):
        line = game.next_state(line, plays[0])
    assert sum(game.returns(line)) == 1


@pytest.mark.parametrize(
    ("cls", "simulations", "text"),
    [("Three", 100, None), ("Reversi", 12, "b3"), ("Chong", 60, "b4"), ("Repeating", 60, None)],
)
def test_boards_compile_as_they_are(cls, simulations, text):
    boards = (Three, Reversi, Chong, Repeating)
    game = adapted({each.__name__: each for each in boards}[cls])
    for seed in range(20):
        one, other = (
            gt.search(game, simulations=simulations, seed=seed, compiled=compiled, method="uct")
            for compiled in (False, True)
        )
        assert other.compiled
        assert [(each.action, each.visits, each.mean) for each in one.actions] == [
            (each.action, each.visits, each.mean) for each in other.actions
        ]
        assert one.nodes == other.nodes
    names = [game.action_to_text(game.initial_state(), each.action) for each in one.actions]
    assert text is None or text in " ".join(names)
    sent = pickle.loads(pickle.dumps(game))
    assert sent.returns(sent.initial_state()) == game.returns(game.initial_state())


class Nameless(Chips):
    """Has values that are no numbers where the first player wins."""

    def win_values(self, state):
        value = math.nan if state[1] == 1 else 1.0
        return {state[1]: value, state[2]: value} if self.is_ended(state) else None


def test_values_that_are_no_numbers_are_named():
    told = (
        r"Nameless\.winner raised ValueError: win_values gives no greatest value .*after the moves"
    )
    assert re.search(told, adapted(Nameless).why_interpreted)
    with pytest.raises(gt.GameError, match=told):
        gt.search(adapted(Nameless), simulations=50, seed=1, compiled=False)


def test_next_state_gets_the_history_where_it_reads_it():
    game = adapted(Repeating)
    assert game.understood.endswith("next_state reads the history")
    line = game.initial_state()
    for play in (1, -1, 1, -1):
        line = game.next_state(line, play)
    assert game.legal_actions(line) == []
    assert repr(line[-1]) == "(3, 2, 2, 1)"
    assert game.taken_state(game.board.start()) == [(3, 0, 2, 1)]
    for compiled in (False, True):
        ai = MonteCarlo(game.board, None, simulations=200, seed=1, report=None, compiled=compiled)
        ai.update(game.board.start())
        assert ai.get_play() in (-1, 1)
        assert ai.plays[1, game.board.next_state(game.board.start(), 1)] > 0


def test_display_gets_the_form_that_it_wants():
    game = adapted(Chips)
    assert game.state_to_text(game.initial_state()) == "10 chips"
    assert view_of(game, game.initial_state()).text == "10 chips"
    assert "plays by legal_actions; played by next_state; over by is_ended" in game.understood


def test_a_crash_of_a_method_that_is_tried_names_it():
    class Broken(Chips):
        def legal_actions(self, state):
            return state.missing

    with pytest.raises(gt.BadParameter, match=r"Broken\.legal_actions was tried .* \(test_later_b"):
        later_board(Broken())


def test_python_2_is_named_with_its_lines():
    source = (
        "x = 'print this'  # print that\n"
        "for i in xrange(3):\n"
        "    print i\n"
        "for k, v in d.iteritems(): pass\n"
        "def f(a, (b, c)): return a / b\n"
        "mask = 0777\n"
    )
    assert python_two_in(source) == (
        "it is written for Python 2: print without parentheses in line 3; xrange (write range) in "
        "line 2; iteritems and the like (write items) in line 4; a tuple as a parameter (unpack it "
        "in the function) in line 5; an octal number without o (write 0o17) in line 6; /, which "
        "gives a float now (write // for whole numbers) in line 5"
    )
    new = "print(i)\nprint = 3\nhalf = n / 2\nx = 0\ny = 10\n'''\nprint 3\n'''\n"
    assert python_two_in(new) == ""


class Three(Chips):
    """Three players take chips in turn; who takes the last one loses, the others share the win."""

    num_players = 3

    def starting_state(self):
        return (7, 3, 1)

    def next_state(self, history, action):
        chips, _, player = history[-1]
        return (chips - action, player, player % 3 + 1)

    def win_values(self, state):
        if not self.is_ended(state):
            return None
        return {player: 0 if player == state[1] else 1 for player in (1, 2, 3)}


class ThreeOfTheArticle(Three):
    start = Three.starting_state

    def legal_plays(self, history):
        return self.legal_actions(history[-1])

    def next_state(self, state, play):
        return super().next_state([state], play)

    def winner(self, history):
        return {1, 2, 3} - {history[-1][1]} if history[-1][0] == 0 else 0


class NobodyNamed(ThreeOfTheArticle):
    def winner(self, history):
        return [] if history[-1][0] == 0 else 0


def test_several_winners_share_and_a_loser_gets_nothing():
    for game in (adapted(Three), BoardGame(ThreeOfTheArticle(), players=3)):
        state = game.initial_state()
        for action in (3, 3, 1):
            state = game.next_state(state, action)
        assert tuple(game.returns(state)) == (0.5, 0.5, 0.0)
    ai = MonteCarlo(ThreeOfTheArticle(), players=3)
    ai.update((2, 3, 1))
    for _ in range(50):
        ai.run_simulation()
    assert ai.wins[1, (1, 1, 2)] == ai.plays[1, (1, 1, 2)] / 2
    assert "in a list those who share it" in game.understood
    assert "several players" in game.why_interpreted


def test_an_empty_list_of_winners_is_refused():
    ai = MonteCarlo(NobodyNamed(), players=3)
    ai.update((1, 3, 1))
    with pytest.raises(gt.errors.GameError, match=r"winner.*returned \[\]"):
        ai.run_simulation()
    game = BoardGame(NobodyNamed(), players=3)
    with pytest.raises(gt.errors.GameError, match=r"winner.*returned \[\]"):
        gt.search(game, simulations=300, seed=1, compiled=False)
