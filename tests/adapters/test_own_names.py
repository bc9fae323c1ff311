"""Rules whose methods have names of their own, given by keywords; what keywords then mean."""

from __future__ import annotations

import threading

import pytest
from compiled_rules import assert_rules_play_alike

import gametree as gt
from gametree.adapters.states import StateGame
from gametree.naming.loading import load_game

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
    with pytest.raises(gt.BadParameter, match="ends takes state, and"):
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


LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


class Allowing:
    """Tic-tac-toe that only says whether a move is legal."""

    def __init__(self):
        self.cells = [0] * 9
        self.turn = 1

    def is_valid_move(self, row, column):
        return self.cells[3 * row + column] == 0

    def make_move(self, row, column):
        self.cells[3 * row + column] = self.turn
        self.turn = -self.turn

    def winner(self):
        for a, b, c in LINES:
            if self.cells[a] != 0 and self.cells[a] == self.cells[b] == self.cells[c]:
                return self.cells[a]
        return 0

    def is_game_over(self):
        return self.winner() != 0 or 0 not in self.cells


class Leading:
    """A heap that gives the heaps that may come next."""

    def __init__(self, chips=12, who=1):
        self.chips, self.who = chips, who

    def next_heaps(self):
        return [
            Leading(self.chips - taken, -self.who) for taken in (1, 2, 3) if taken <= self.chips
        ]

    def winner(self):
        return -self.who if self.chips == 0 else 0


def test_candidates_and_a_test_list_the_legal_moves():
    game = StateGame(Allowing, candidates="3x3")
    state = game.next_state(game.initial_state(), (1, 1))
    assert len(game.legal_actions(state)) == 8
    of_state = StateGame(
        Allowing,
        candidates=lambda state: [(0, 0), (2, 2)],
        valid=lambda state, move: state.cells[4 * move[0]] == 0,
    )
    assert of_state.legal_actions(of_state.initial_state()) == [(0, 0), (2, 2)]
    assert_rules_play_alike(game)
    with pytest.raises(gt.BadParameter, match="sizes of a board such as 3x3, not 'all'"):
        StateGame(Allowing, candidates="all")
    with pytest.raises(gt.BadParameter, match="give valid="):
        StateGame(Leading, candidates=3, player="who")


def test_successors_are_moves_by_their_index():
    game = StateGame(Leading, successors="next_heaps", player="who")
    result = gt.search(game, Leading(7), simulations=200, seed=1, compiled=False)
    assert result.action == 2
