"""Rules whose methods have names of their own, given by keywords; what keywords then mean."""

from __future__ import annotations

import threading

import pytest

import gametree as gt
from gametree.adapters.states import StateGame
from gametree.loading import load_game

RULES = """
import threading


class Heap:
    def __init__(self, player=1):
        self.chips, self.who = 12, player

    def options(self):
        return [1, 2, 3][: self.chips]

    def commit(self, taken):
        self.chips -= taken
        self.who = -self.who

    def champion(self, player):
        return self.chips == 0 and self.who == -player


class HeapOfStates:
    def opening(self):
        return (12, 1)

    def options(self, state):
        return [1, 2, 3][: state[0]]

    def commit(self, state, taken):
        return (state[0] - taken, -state[1])

    def whose(self, state):
        return state[1]

    def champion(self, state):
        return -state[1] if state[0] == 0 else 0

    def ends(self, state):
        return state[0] == 0


class WithALock(Heap):
    def __init__(self):
        super().__init__()
        self.clock = threading.Lock()

    def winner(self):
        return -self.who if self.chips == 0 else None
"""
NAMES = {"moves": "options", "play": "commit"}
OF_STATES = NAMES | {"player": "whose", "winner": "champion", "over": "ends"}


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "heaps.py"
    path.write_text(RULES, encoding="utf-8")
    return str(path)


def test_player_names_a_member_although_the_class_takes_an_argument_of_this_name(file):
    told = []
    game = load_game(f"{file}:Heap", {**NAMES, "player": "who", "result": "champion"}, told.append)
    assert "whose turn it is by who (1, -1)" in told[0]
    # A predicate for each player ends the game and says who has won.
    assert "over by champion" in told[0]
    assert (game.min_return, game.max_return) == (-1, 1)
    assert gt.search(game, simulations=300, seed=1, compiled=False).stopped_by == "proof"
    begun = load_game(
        f"{file}:Heap", {**NAMES, "player": "-1", "just_moved": "who", "result": "champion"}
    )
    assert begun.own_state(begun.initial_state()).who == -1


def test_all_roles_of_rules_of_states_can_be_named(file):
    game = load_game(f"{file}:HeapOfStates", {**OF_STATES, "start": "opening"})
    assert gt.search(game, simulations=300, seed=1, compiled=False).stopped_by == "proof"
    with pytest.raises(gt.BadParameter, match="give start="):
        load_game(f"{file}:HeapOfStates", OF_STATES)
    with pytest.raises(gt.BadParameter, match="has no such member"):
        load_game(f"{file}:HeapOfStates", {**OF_STATES, "start": "opening", "over": "nothing"})
    with pytest.raises(gt.BadParameter, match=r"ends takes state, and a state .* was expected"):
        load_game(f"{file}:HeapOfStates", {**OF_STATES, "start": "opening", "play": "ends"})


def test_a_state_that_cannot_be_copied_is_made_for_each_game(file):
    game = load_game(f"{file}:WithALock", {**NAMES, "player": "who"})
    assert game.copied_by == "replay"
    assert gt.search(game, simulations=50, seed=1).action in (1, 2, 3)


class Clocked:
    """A state made once in the module, with what cannot be copied."""

    start = threading.Lock()

    def actions(self, state):
        return [0]

    def play(self, state, move):
        return state

    def winner(self, state):
        return None


def test_a_first_state_that_cannot_be_copied_is_refused_in_words():
    with pytest.raises(gt.BadParameter, match="cannot pickle"):
        StateGame(Clocked(), players=2)


class Plain:
    """A heap whose end nothing but the list of moves tells."""

    def __init__(self):
        self.chips, self.turn = 7, 1

    def legal_moves(self):
        return [1, 2, 3][: self.chips]

    def do_move(self, taken):
        self.chips -= taken
        self.turn = -self.turn

    def winner(self):
        return -self.turn if self.chips == 0 else None


def test_advice_names_the_users_methods():
    report = gt.check(StateGame(Plain), games=20, compiled=False)
    text = str(report)
    assert text.startswith("Plain: sound")
    assert "define" not in text
    assert "legal_actions takes" not in text
