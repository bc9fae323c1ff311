"""Chess against python-chess and OpenSpiel on random games, and its ends."""

from __future__ import annotations

import random

import pytest

import gametree as gt
from gametree.errors import BadParameter
from gametree.games import Chess
from gametree.games.chess.fen import board_of_fen
from gametree.games.chess.game import can_be_mated
from gametree.primitives.rng import Rng
from gametree.views import view_of

GAME = Chess()


def test_random_games_agree_with_python_chess():
    """Positions, legal moves, their names both ways, and how the games end."""
    chess = pytest.importorskip("chess")
    chance = random.Random(20)
    ends = set()
    for _ in range(8):
        record = gt.Record(GAME)
        theirs = chess.Board()
        while not record.over:
            state = record.state
            assert theirs.outcome(claim_draw=False) is None
            assert GAME.state_to_fen(state) == theirs.fen()
            legal = GAME.legal_actions(state)
            names = [GAME.action_to_uci(action) for action in legal]
            assert sorted(names) == sorted(move.uci() for move in theirs.legal_moves)
            action = chance.choice(legal)
            move = theirs.parse_uci(GAME.action_to_uci(action))
            name = theirs.san(move)
            assert GAME.action_to_text(state, action) == name
            assert GAME.text_to_action(state, name) == action
            assert GAME.text_to_action(state, move.uci()) == action
            record.play(action)
            theirs.push(move)
        assert GAME.state_of_fen(theirs.fen()) == record.state
        outcome = theirs.outcome()
        if outcome is None:
            ends.add("claimed")
            assert theirs.is_repetition(3) or theirs.halfmove_clock == 100
            assert record.returns == [0.0, 0.0]
        else:
            ends.add(outcome.termination)
            won = {None: 0.0, True: 1.0, False: -1.0}[outcome.winner]
            assert record.returns == [won, -won]
    assert len(ends) > 2


def test_random_games_agree_with_openspiel():
    """Its players are numbered the other way round; nothing else differs."""
    pyspiel = pytest.importorskip("pyspiel")
    chance = random.Random(3)
    rules = pyspiel.load_game("chess")
    for _ in range(5):
        record = gt.Record(GAME)
        theirs = rules.new_initial_state()
        while not record.over:
            assert str(theirs) == GAME.state_to_fen(record.state)
            legal = record.legal_actions()
            assert len(legal) == len(theirs.legal_actions())
            action = chance.choice(legal)
            its = theirs.string_to_action(GAME.action_to_text(record.state, action))
            assert its in theirs.legal_actions()
            record.play(action)
            theirs.apply_action(its)
        assert theirs.is_terminal()
        assert theirs.returns()[::-1] == record.returns


def after(names, game=GAME):
    record = gt.Record(game)
    for name in names.split():
        record.play(game.text_to_action(record.state, name))
    return record


KNIGHTS_DANCE = "Nf3 Nf6 Ng1 Ng8 "


def test_the_third_occurrence_is_a_draw_and_without_claims_the_fifth():
    assert not after(KNIGHTS_DANCE + "Nf3 Nf6 Ng1").over
    third = after(2 * KNIGHTS_DANCE)
    assert third.over
    assert third.returns == [0.0, 0.0]
    patient = Chess(claims=False)
    assert not after((4 * KNIGHTS_DANCE).removesuffix("Ng8 "), patient).over
    assert after(4 * KNIGHTS_DANCE, patient).over


def test_a_position_with_other_rights_is_another_one():
    moved = "e4 e5 Ke2 Ke7 Ke1 Ke8 "
    waited = "Ke2 Ke7 Ke1 Ke8 "
    assert not after(moved + waited).over  # castling was possible the first time
    assert after(moved + waited + "Ke2 Ke7").over


def test_en_passant_counts_for_repetition_only_if_it_is_legal():
    # After d4 no pawn can capture, and the same position comes back three times.
    assert after("d4 Nf6 Nf3 Ng8 Ng1 Nf6 Nf3 Ng8 Ng1").over
    start = Chess("4k3/8/8/8/4p3/8/3P4/4K3 w - - 0 1")
    assert not after("d4 Ke7 Ke2 Ke8 Ke1 Ke7 Ke2 Ke8 Ke1", start).over  # exd3 was possible once


@pytest.mark.parametrize(("claims", "plies"), [(True, 100), (False, 150)])
def test_moves_without_progress_end_the_game(claims, plies):
    game = Chess(claims=claims)
    for clock, over in ((plies - 1, False), (plies, True)):
        state = game.state_of_fen(f"7k/8/8/8/8/8/R7/K7 w - - {clock} 90")
        assert game.is_terminal(state) == over
        assert (game.legal_actions(state) == []) == over
    assert game.returns(state) == (0.0, 0.0)


def test_a_mate_goes_before_the_fifty_moves():
    state = GAME.state_of_fen("7k/8/6K1/8/8/8/8/R7 w - - 99 90")
    state = GAME.next_state(state, GAME.text_to_action(state, "Ra8"))
    assert GAME.is_terminal(state)
    assert GAME.returns(state) == (1.0, -1.0)


@pytest.mark.parametrize(
    ("fen", "returns"),
    [
        ("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", (-1.0, 1.0)),
        ("R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1", (1.0, -1.0)),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", (0.0, 0.0)),
    ],
)
def test_mate_and_stalemate(fen, returns):
    state = GAME.state_of_fen(fen)
    assert GAME.is_terminal(state)
    assert GAME.returns(state) == returns


@pytest.mark.parametrize(
    ("pieces", "enough"),
    [
        ("", False),
        ("N", False),
        ("b", False),
        ("P", True),
        ("r", True),
        ("Q", True),
        ("NN", True),
        ("Nn", True),
        ("Nb", True),
        ("BB", True),  # on squares of two colours
        ("B1b", False),  # on squares of one
        ("B1B", False),
        ("Bb", True),
    ],
)
def test_pieces_enough_for_a_mate(pieces, enough):
    row = f"{pieces}{8 - sum(int(each) if each.isdigit() else 1 for each in pieces)}"
    board = board_of_fen(f"7k/8/8/{row}/8/8/8/7K w - - 0 1")
    assert can_be_mated(board) == enough
    chess = pytest.importorskip("chess")
    assert chess.Board(f"7k/8/8/{row}/8/8/8/7K w - - 0 1").is_insufficient_material() != enough


def test_states_are_hashable_values_with_keys():
    state = GAME.initial_state()
    keys = {GAME.key(state)}
    for action in GAME.legal_actions(state):
        following = GAME.next_state(state, action)
        assert hash(following) == hash(GAME.next_state(state, action))
        keys.add(GAME.key(following))
    assert state == GAME.state_of_fen(GAME.state_to_fen(state))
    assert len(keys) == 21
    # The clocks do not make it another position; the turn, castling and en passant do.
    fens = ["4k2r/8/8/8/3pP3/8/8/4K3 b k e3 0 1", "4k2r/8/8/8/3pP3/8/8/4K3 b k e3 7 9"]
    assert len({GAME.key(GAME.state_of_fen(fen)) for fen in fens}) == 1
    fens += ["4k2r/8/8/8/3pP3/8/8/4K3 b k - 0 1", "4k2r/8/8/8/3pP3/8/8/4K3 b - e3 0 1"]
    fens += ["4k2r/8/8/8/3pP3/8/8/4K3 w k - 0 1"]
    assert len({GAME.key(GAME.state_of_fen(fen)) for fen in fens}) == 4


def test_random_moves_are_legal_and_all_of_them_come():
    state = GAME.state_of_fen("1n1n1n1n/P1P1P1P1/8/8/8/8/5k1K/8 w - - 0 1")
    rng = Rng(1)
    legal = GAME.legal_actions(state)
    draws = [GAME.random_action(state, rng) for _ in range(100 * len(legal))]
    assert set(draws) == set(legal)
    assert max(map(draws.count, legal)) < 160  # 100 and six standard deviations


def test_text_and_view():
    state = GAME.state_of_fen("4k3/P7/8/8/8/8/8/R3K2R w KQ - 3 9")
    assert GAME.state_to_text(state) == (
        "8 . . . . k . . .\n7 P . . . . . . .\n6 . . . . . . . .\n5 . . . . . . . .\n"
        "4 . . . . . . . .\n3 . . . . . . . .\n2 . . . . . . . .\n1 R . . . K . . R\n"
        "  a b c d e f g h\n4k3/P7/8/8/8/8/8/R3K2R w KQ - 3 9"
    )
    view = view_of(GAME, state)
    assert view.moves["O-O"] == ("e1", "g1")
    assert view.moves["a8=Q+"] == ("a7", "a8")
    assert view.moves["a8=N"] == ()  # a button
    cells = {cell.id: cell for cell in view.cells}
    assert cells["a1"].x == 1.0
    assert cells["a1"].y == 7.5
    assert cells["a1"].shade == 1  # dark
    assert cells["a1"].piece.text == "♜"
    assert cells["e4"].piece is None


@pytest.mark.parametrize(
    ("parameters", "message"),
    [({"fen": 3}, "fen must be text"), ({"claims": 1}, "claims must be true or false")],
)
def test_parameters_are_checked(parameters, message):
    with pytest.raises(BadParameter, match=message):
        Chess(**parameters)


def test_a_game_from_a_position():
    game = Chess("8/8/8/8/8/4k3/8/4K2R w K - 0 1")
    assert game.state_to_fen(game.initial_state()) == game.fen
    with pytest.raises(BadParameter, match="no FEN of a chess position: white must have one king"):
        Chess("8/8/8/8/8/4k3/8/7R w - - 0 1")
