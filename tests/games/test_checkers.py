"""English draughts: captures of many pieces, draws, and what people write."""

from __future__ import annotations

import pytest

import gametree as gt
from gametree.errors import BadParameter, FinishedPosition, IllegalMove
from gametree.games import Checkers
from gametree.games.checkers.moves import (
    MOST_MOVES,
    CheckersState,
    after_move,
    count_actions,
    nth_action,
)
from gametree.native.build import compile_function
from gametree.views import view_of

GAME = Checkers()

# Aart Bik's page on perft in English draughts; other programs give the same.
PUBLISHED = [7, 49, 302, 1469, 7361, 36768, 179740, 845931, 3963680]


def perft(state, depth):
    count = count_actions(state)
    if depth == 1:
        return count
    found = 0
    for index in range(count):
        found += perft(after_move(state, nth_action(state, index)), depth - 1)
    return found


def counted(mine, theirs, kings, clock, player, depth):
    return perft(CheckersState(mine, theirs, kings, clock, player), depth)


def test_published_counts():
    first = GAME.initial_state()
    compiled = compile_function(counted, *first, 1)
    assert [compiled(*first, depth + 1) for depth in range(len(PUBLISHED))] == PUBLISHED
    assert [perft(first, depth + 1) for depth in range(5)] == PUBLISHED[:5]


def names(fen):
    state = GAME.state_of_fen(fen)
    return [GAME.action_to_text(state, action) for action in GAME.legal_actions(state)]


def after(fen, *texts):
    state = GAME.state_of_fen(fen)
    for text in texts:
        state = GAME.next_state(state, GAME.text_to_action(state, text))
    return GAME.state_to_fen(state)


@pytest.mark.parametrize(
    ("fen", "moves"),
    [
        # Men go ahead only, kings back, too.
        ("B:W32:B1", {"1-5", "1-6"}),
        ("W:W32:B1", {"32-27", "32-28"}),
        ("B:W32:BK10", {"10-6", "10-7", "10-14", "10-15"}),
        # Who can capture must, by whichever piece, but not backwards with a man.
        ("B:W15,32:B1,10", {"10x19"}),
        ("B:W15,17,32:B10,13", {"10x19", "13x22"}),
        ("B:W6,32:B10", {"10-14", "10-15"}),
        ("B:W6,32:BK10", {"10x1"}),
        # There must be room behind, and no own piece is jumped over.
        ("B:W15,19:B10", {"10-14"}),
        ("B:W32:B10,15,18", {"10-14", "15-19", "18-22", "18-23"}),
        # As long as it can, but the way is free: nobody must take the most.
        ("B:W14,15,22:B10", {"10x19", "10x26"}),
        # Two ways to the same end.
        ("B:W6,7,14,15,32:BK2", {"2x9x18x11x2", "2x11x18x9x2"}),
        ("B:W7,8,15,16,32:BK3", {"3x10x19x12x3", "3x12x19x10x3"}),
        # A man that is crowned does not go on.
        ("B:W25,26,32:B21", {"21x30"}),
    ],
)
def test_moves(fen, moves):
    assert set(names(fen)) == moves


def test_a_man_becomes_a_king_and_stops():
    assert after("B:W25,26,32:B21", "21x30") == "W:W26,32:BK30"
    assert after("W:W6:B20", "6-1") == "B:WK1:B20"


def test_all_that_was_captured_is_gone():
    assert after("B:W6,7,14,15,32:BK2", "2x9x18x11x2") == "W:W32:BK2"
    assert after("B:WK7,15,23,32:B2", "2x11x18x27") == "W:W32:B27"


def ways(row, column, enemies):
    """Return in how many ways a king can capture some of the enemies, each once."""
    found = 0
    for over in (
        (row + 1, column + 1),
        (row + 1, column - 1),
        (row - 1, column + 1),
        (row - 1, column - 1),
    ):
        landing = (2 * over[0] - row, 2 * over[1] - column)
        if over in enemies and all(0 <= each < 8 for each in landing):
            found += ways(*landing, enemies - {over})
    return found or 1


@pytest.mark.parametrize("first", [(0, 1), (0, 3), (1, 0), (1, 2)])
def test_no_position_has_more_moves_than_there_is_room_for(first):
    """What a king can land on in this and any further capture is the same wherever it begins."""
    between = [(row, column) for row in range(1, 7) for column in range(1, 7)]
    enemies = [each for each in between if sum(each) % 2 and (each[0] - first[0]) % 2]
    starts = [
        (row, column)
        for row in range(first[0], 8, 2)
        for column in range(first[1] % 2, 8, 2)
        if (row + column - sum(first)) % 4 == 0
    ]
    assert (len(enemies), len(starts)) == (9, 8)
    most = 0
    for chosen in range(1 << len(enemies)):
        left = frozenset(each for number, each in enumerate(enemies) if chosen >> number & 1)
        most = max(most, *(ways(*start, left) for start in starts))
    assert 12 * most == MOST_MOVES


def test_the_game_is_drawn_after_forty_moves_of_each():
    state = GAME.state_of_fen("B:WK32:BK1,2:H78")
    assert GAME.state_to_fen(state) == "B:WK32:BK1,2:H78"
    for text in ("1-5", "32-28"):
        assert not GAME.is_terminal(state)
        state = GAME.next_state(state, GAME.text_to_action(state, text))
    assert GAME.is_terminal(state)
    assert GAME.legal_actions(state) == []
    assert GAME.returns(state) == (0.0, 0.0)
    with pytest.raises(FinishedPosition, match="the game is over"):
        GAME.text_to_action(state, "5-1")


def test_a_move_of_a_man_and_a_capture_start_the_count_anew():
    assert after("B:WK32:BK1,2:H78", "2-6") == "W:WK32:BK1,6"
    assert after("B:W6,K32:BK1:H78", "1x10") == "W:WK32:BK10"


def test_who_is_left_no_move_by_the_last_move_of_all_has_lost():
    state = GAME.state_of_fen(after("W:WK27:B28:H79", "27-32"))
    assert state.clock == 80
    assert GAME.is_terminal(state)
    assert GAME.returns(state) == (-1.0, 1.0)


@pytest.mark.parametrize(
    "fen",
    [
        "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12",
        "W:WK1,5,K32:B2,K31:H7",
        "B:W5:B",
    ],
)
def test_fen_there_and_back(fen):
    assert GAME.state_to_fen(GAME.state_of_fen(fen)) == fen


@pytest.mark.parametrize(
    ("fen", "same"),
    [
        ("B:W21-32:B1-12", "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"),
        (" W:B12,K5:W30. ", "W:W30:BK5,12"),
        ("W:W K30, 31 :BK1-3:H0:F12", "W:WK30,31:BK1,K2,K3"),
    ],
)
def test_other_ways_to_write_fen(fen, same):
    assert GAME.state_to_fen(GAME.state_of_fen(fen)) == same


@pytest.mark.parametrize(
    ("fen", "why"),
    [
        ("", "it must begin with B: or W:, the player to move, not ''"),
        ("X:W1:B2", "it must begin with B: or W:, the player to move, not 'X'"),
        ("B:W21", "the squares of W and those of B are needed, as in"),
        ("B:W21:W22", "'W22' is none of W and B with their squares, each once"),
        ("B:W21:B1:Q", "'Q' is none of W and B"),
        ("B:W33:B1", "'33' is no square from 1 to 32, such as 7, K7 or 5-8"),
        ("B:W21,:B1", "'' is no square"),
        ("B:W21:Bk1", "'k1' is no square"),
        ("B:W0:B1", "'0' is no square"),
        ("B:W21,21:B1", "there are two pieces on 21"),
        ("B:W21:B21", "there are two pieces on 21"),
        ("B:W3:B1", "a white man on 3 would be a king, K3"),
        ("B:W21:B30", "a black man on 30 would be a king, K30"),
        ("B:W20-32:B1", "white has 13 pieces; 12 is the most"),
        ("B:W:B1", "white has no pieces, and it is black's turn: the game was over before"),
        ("B:W21:B1:H81", "its clock stands at 81; the game was over at 80"),
    ],
)
def test_what_is_no_fen_is_refused(fen, why):
    with pytest.raises(BadParameter) as caught:
        GAME.state_of_fen(fen)
    assert "is no FEN of a checkers position: " in str(caught.value)
    assert why in str(caught.value)


CIRCLE = "B:W6,7,14,15,32:BK2"


@pytest.mark.parametrize(
    ("fen", "text", "name"),
    [
        ("B:W21-32:B1-12", " 11 - 15 ", "11-15"),
        ("B:WK7,15,23,32:B2", "2x11x18x27", "2x27"),
        ("B:WK7,15,23,32:B2", "2x18x27", "2x27"),
        ("B:WK7,15,23,32:B2", "2X27", "2x27"),
        ("B:WK7,15,23,32:B2", "2:27", "2x27"),
        (CIRCLE, "2x9x18x2", "2x9x18x11x2"),
        (CIRCLE, "2x11x18x9x2", "2x11x18x9x2"),
    ],
)
def test_names_are_read(fen, text, name):
    state = GAME.state_of_fen(fen)
    action = GAME.text_to_action(state, text)
    assert GAME.action_to_text(state, action) == name


@pytest.mark.parametrize(
    ("fen", "text", "why"),
    [
        ("B:W21-32:B1-12", "e2e4", "write it as in 11-15, 22x15 or 22x15x8; legal moves are 9-13"),
        ("B:W21-32:B1-12", "11", "write it as in"),
        ("B:W21-32:B1-12", "22-18", "black, who is to move, has no piece on 22"),
        ("B:W21-32:B1-12", "11-20", "the piece on 11 cannot go there"),
        ("B:W21-32:B1-12", "11-40", "squares are numbered from 1 to 32"),
        ("B:W15,32:B1,10", "1-5", "who can capture must; legal moves are 10x19"),
        ("B:W15,32:B1,10", "10-14", "the piece on 10 captures otherwise"),
        ("B:WK7,15,23,32:B2", "2x11", "the capture goes on from 11"),
        (CIRCLE, "2x2", "is ambiguous here: it may be 2x"),
    ],
)
def test_names_that_are_wrong_are_refused(fen, text, why):
    with pytest.raises(IllegalMove) as caught:
        GAME.text_to_action(GAME.state_of_fen(fen), text)
    assert why in str(caught.value)


def test_the_board_as_text_and_drawn():
    state = GAME.state_of_fen("B:W25,K18:BK2,21")
    assert GAME.state_to_text(state) == (
        "  1-4    .   B   .   .\n"
        "  5-8  .   .   .   .\n"
        " 9-12    .   .   .   .\n"
        "13-16  .   .   .   .\n"
        "17-20    .   W   .   .\n"
        "21-24  b   .   .   .\n"
        "25-28    w   .   .   .\n"
        "29-32  .   .   .   .\n"
        "player 1 to move"
    )
    view = view_of(GAME, state)
    cells = {cell.id: cell for cell in view.cells}
    assert view.moves == {"21x30": ("21", "30")}
    assert (cells["1"].x, cells["1"].y, cells["1"].shade) == (1.5, 0.5, 1)
    assert (cells["29"].x, cells["29"].y) == (0.5, 7.5)
    assert (cells["2"].piece.player, cells["2"].piece.text) == (0, "♛")
    assert (cells["25"].piece.player, cells["25"].piece.text) == (1, "")


def test_all_squares_of_a_capture_are_clicked():
    view = view_of(GAME, GAME.state_of_fen("B:WK7,15,23,32:B2"))
    assert view.moves == {"2x27": ("2", "11", "18", "27")}


def test_a_game_from_a_position():
    game = gt.games.load("checkers", fen="W:W30:B1")
    assert game.state_to_fen(game.initial_state()) == "W:W30:B1"
    with pytest.raises(BadParameter, match="no FEN of a checkers position"):
        Checkers("W:W30")
    with pytest.raises(BadParameter, match="fen must be text, not 3"):
        Checkers(3)


def turned(board):
    """Return a board as it is seen from the other side."""
    return sum(1 << 34 - place for place in range(35) if board >> place & 1)


def test_the_estimate_is_the_same_for_both_colours():
    rng = gt.Rng(5)
    state = GAME.initial_state()
    for _ in range(200):
        if GAME.is_terminal(state):
            state = GAME.initial_state()
        mine, theirs, kings, clock, player = state
        image = CheckersState(turned(mine), turned(theirs), turned(kings), clock, 1 - player)
        assert GAME.heuristic(image) == GAME.heuristic(state)[::-1]
        state = GAME.next_state(state, GAME.random_action(state, rng))


def test_captures_come_to_rest_in_the_estimate():
    def estimate(fen):
        return GAME.heuristic(GAME.state_of_fen(fen))[0]

    fen = "B:W15,22,26,32:B2,11,12"
    assert estimate(fen) == max(estimate(after(fen, name)) for name in names(fen))
    assert estimate(fen) > estimate("B:W22,26,32:B2,11,12")
    # Who is left no move has lost.
    assert estimate("B:WK32:B28") < -0.999
