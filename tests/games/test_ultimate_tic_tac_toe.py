from __future__ import annotations

from gametree.games import UltimateTicTacToe
from gametree.primitives.rng import Rng

GAME = UltimateTicTacToe()


def play(*texts):
    state = GAME.initial_state()
    for text in texts:
        state = GAME.next_state(state, GAME.text_to_action(state, text))
    return state


def boards_open(state):
    return {action // 9 for action in GAME.legal_actions(state)}


# X wins the last board, and sends O there: O may play anywhere else.
WON = ("i8", "i6", "i7", "i3", "i9")


def test_a_move_names_the_next_board():
    for cell, text in enumerate(("d4", "e4", "f4", "d5", "e5", "f5", "d6", "e6", "f6")):
        assert boards_open(play(text)) == {cell}


def test_who_is_sent_to_a_finished_board_may_choose():
    state = play(*WON)
    assert boards_open(state) == set(range(8))
    assert len(GAME.legal_actions(state)) == 70
    text = GAME.state_to_text(state)
    assert text.endswith("boards:\n  . . .\n  . . .\n  . . X\nnext: any unfinished board")


def test_cells_are_numbered_board_by_board():
    state = GAME.initial_state()
    texts = [GAME.action_to_text(state, action) for action in (0, 8, 9, 40, 72, 80)]
    assert texts == ["a1", "c3", "d1", "e5", "g7", "i9"]


def test_positions_agree_with_a_plain_reading_of_the_rules():
    """Random games, followed on nine lists of nine cells."""
    lines = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]

    def winner(cells):
        for a, b, c in lines:
            if cells[a] is not None and cells[a] == cells[b] == cells[c]:
                return cells[a]
        return None

    rng = Rng(11)
    results = set()
    for _ in range(150):
        state = GAME.initial_state()
        cells = [[None] * 9 for _ in range(9)]
        sent = None
        player = 0
        while True:
            won = [winner(board) for board in cells]
            finished = [won[b] is not None or None not in cells[b] for b in range(9)]
            over = winner(won) is not None or all(finished)
            assert GAME.is_terminal(state) == over
            if over:
                break
            boards = [b for b in range(9) if not finished[b]]
            if sent is not None and not finished[sent]:
                boards = [sent]
            expected = [9 * b + c for b in boards for c in range(9) if cells[b][c] is None]
            assert GAME.legal_actions(state) == expected
            assert GAME.current_player(state) == player
            action = GAME.random_action(state, rng)
            state = GAME.next_state(state, action)
            cells[action // 9][action % 9] = player
            sent = action % 9
            player = 1 - player
        pieces = {None: "=", 0: "X", 1: "O"}
        shown = GAME.state_to_text(state).partition("boards:\n")[2].partition("next")[0].split()
        assert shown == [
            "." if winner(board) is None and None in board else pieces[winner(board)]
            for board in cells
        ]
        outcome = {None: (0.0, 0.0), 0: (1.0, -1.0), 1: (-1.0, 1.0)}[winner(won)]
        assert GAME.returns(state) == outcome
        results.add(outcome)
    assert len(results) == 3


def test_text():
    assert GAME.state_to_text(play("e5", "d4")) == (
        "  a b c   d e f   g h i\n"
        "1 . . . | . . . | . . .\n"
        "2 . . . | . . . | . . .\n"
        "3 . . . | . . . | . . .\n"
        "  ------+-------+------\n"
        "4 . . . | O . . | . . .\n"
        "5 . . . | . X . | . . .\n"
        "6 . . . | . . . | . . .\n"
        "  ------+-------+------\n"
        "7 . . . | . . . | . . .\n"
        "8 . . . | . . . | . . .\n"
        "9 . . . | . . . | . . .\n"
        "boards:\n"
        "  . . .\n"
        "  . . .\n"
        "  . . .\n"
        "next: a1 to c3"
    )
