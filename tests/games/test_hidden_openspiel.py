"""Random games of hidden information, move by move against OpenSpiel's rules."""

from __future__ import annotations

import random

import pytest

from gametree import games
from gametree.actors import CHANCE, EVERYONE

pyspiel = pytest.importorskip("pyspiel")

GAMES = [
    ("kuhn_poker", {}, "kuhn_poker"),
    ("leduc_poker", {}, "leduc_poker"),
    ("liars_dice", {}, "liars_dice"),
    ("liars_dice", {"dice": 3}, "liars_dice(numdice=3)"),
    ("phantom_tic_tac_toe", {}, "phantom_ttt"),
    ("dark_hex", {}, "dark_hex"),
    ("dark_hex", {"size": 4}, "dark_hex(board_size=4)"),
    (
        "battleship",
        {"width": 7, "height": 6, "ships": (2, 3, 3), "shots": 20},
        "battleship(board_width=7,board_height=6,ship_sizes=[2;3;3],ship_values=[1;1;1],num_shots=20)",
    ),
    (
        "battleship",
        {"width": 3, "height": 3, "ships": (1, 2), "shots": 6},
        "battleship(board_width=3,board_height=3,ship_sizes=[1;2],ship_values=[1;1],num_shots=6)",
    ),
    ("hearts", {}, "hearts(pass_cards=False)"),
    ("goofspiel", {"cards": 4}, "goofspiel(num_cards=4,points_order=descending)"),
    ("goofspiel", {}, "goofspiel(points_order=descending)"),
    ("rock_paper_scissors", {}, "matrix_rps"),
    ("rock_paper_scissors", {"weights": (50.0, 25.0, 5.0)}, "matrix_brps"),
]


@pytest.mark.parametrize(("name", "parameters", "spiel"), GAMES, ids=[each[2] for each in GAMES])
def test_rules_and_information_agree(name, parameters, spiel):
    game = games.load(name, **parameters)
    same = SameInformation(game)
    peer = pyspiel.load_game(spiel)
    dice = random.Random(1)
    for _ in range(200):
        theirs = peer.new_initial_state()
        if name == "hearts":
            theirs.apply_action(0)  # the direction in which nobody passes cards
        state = game.initial_state()
        while not game.is_terminal(state):
            assert not theirs.is_terminal()
            assert game.current_player(state) == theirs.current_player()
            state = play_both(game, state, theirs, same, dice)
        assert theirs.is_terminal()
        assert list(game.returns(state)) == pytest.approx(theirs.returns(), abs=1e-12)


def play_both(game, state, theirs, same, dice):
    """Compare what both say of a position, and make the same random move in both."""
    player = game.current_player(state)
    if player == CHANCE:
        outcomes = list(game.chance_outcomes(state))
        assert dict(outcomes) == pytest.approx(dict(theirs.chance_outcomes()))
        assert [action for action, _ in outcomes] == list(game.legal_actions(state))
        action = dice.choice(outcomes)[0]
        theirs.apply_action(action)
        return game.next_state(state, action)
    same.note(state, theirs)
    if player != EVERYONE:
        actions = list(game.legal_actions(state))
        assert actions == theirs.legal_actions()
        action = dice.choice(actions)
        theirs.apply_action(action)
        return game.next_state(state, action)
    moves = []
    for seat in range(game.players):
        actions = list(game.legal_actions(state, seat))
        assert actions == theirs.legal_actions(seat)
        moves.append(dice.choice(actions))
    theirs.apply_actions(moves)
    return game.next_state(state, tuple(moves))


class SameInformation:
    """Asserts that two positions differ for a seat here exactly where they do in OpenSpiel.

    Where the same player is to move: OpenSpiel tells that to the mover alone in some games.
    """

    def __init__(self, game):
        self.game = game
        self.theirs_of_ours = {}
        self.ours_of_theirs = {}

    def note(self, state, theirs):
        player = self.game.current_player(state)
        for seat in range(self.game.players):
            ours = (seat, player, self.game.information_state(state, seat))
            text = (seat, player, theirs.information_state_string(seat))
            assert self.theirs_of_ours.setdefault(ours, text) == text
            assert self.ours_of_theirs.setdefault(text, ours) == ours
