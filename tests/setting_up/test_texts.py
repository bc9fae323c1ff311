"""Positions as text: what is written is read, as are FEN, SGF, PGN and what games print."""

import pytest

from gametree import Record, games
from gametree.errors import BadParameter
from gametree.setting_up.beginnings import begun_game
from gametree.setting_up.texts import exact_text, form_of_text, state_of_text, text_of_state

from .test_board import SETTABLE, played


@pytest.mark.parametrize("name", SETTABLE)
def test_a_text_is_read_again(name):
    game = games.load(name)
    for plies in (0, 5, 9):
        record = played(game, 7 + plies, plies)
        if not record.over:
            text = text_of_state(game, record.state)
            state = state_of_text(game, text)
            assert text_of_state(game, state) == text
            assert game.legal_actions(state) == list(record.legal_actions())


@pytest.mark.parametrize("name", [each for each in SETTABLE if each not in ("chess", "checkers")])
def test_what_a_game_prints_is_read(name):
    game = games.load(name)
    record = played(game, 3, 6)
    assert not record.over
    state = state_of_text(game, game.state_to_text(record.state))
    board = text_of_state(game, state).splitlines()[:-1]
    assert board == text_of_state(game, record.state).splitlines()[:-1]


def test_sgf_is_read_to_its_last_position():
    game = games.load("go")
    state = state_of_text(game, "(;GM[1]SZ[9]AB[ee]PL[W];W[cc];B[gg])")
    assert game.current_player(state) == 1
    stones = "".join(text_of_state(game, state).splitlines()[:-1])
    assert (stones.count("X"), stones.count("O")) == (2, 1)


def test_pgn_is_read_to_its_last_position():
    game = games.load("chess")
    state = state_of_text(game, '[White "Anna"]\n\n1. e4 e5 2. Nf3 *')
    fen = text_of_state(game, state)
    assert fen == "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"
    assert form_of_text(game) == "FEN or PGN"


@pytest.mark.parametrize(
    ("name", "text", "why"),
    [
        ("chess", "", "the text of the position is empty"),
        ("chess", "8/8/8/8 w", "rows|FEN"),
        ("go", "(;GM[1]SZ[19];B[aa])", "board of another size"),
        ("go", "(;GM[2]SZ[8];B[dc])", "a game of othello, and go is set up"),
        ("go", "(;", "no game in SGF"),
        ("tic_tac_toe", "X . .\n. O .", "no row 3 of the board"),
        ("tic_tac_toe", "X..\n.O.\n...\nnobody to move", "nobody is called 'nobody'"),
        ("tic_tac_toe", "XX.\n...\n...", "X has 2 and O 0"),
        ("pig", "1", "chance moves in it"),
    ],
)
def test_what_cannot_be_read_is_told(name, text, why):
    with pytest.raises(BadParameter, match=why):
        state_of_text(games.load(name), text)


def test_rows_in_one_line_are_read():
    game = games.load("tic_tac_toe")
    lines = state_of_text(game, "X X .\nO . .\n. . .\nplayer 2 to move")
    assert state_of_text(game, "XX./O../... player 2 to move") == lines


def test_an_exact_text_says_all_of_a_position():
    game = games.load("go", size=5)
    state = state_of_text(game, ".X.../X.X../OXO../.O.../..... player 2 to move")
    assert state_of_text(game, exact_text(game, state)) == state
    taken = game.next_state(state, game.text_to_action(state, "B4"))  # white takes a stone: a ko
    with pytest.raises(BadParameter, match="the board does not say all"):
        exact_text(game, taken)


def test_a_game_begins_at_a_position():
    text = "\n".join([*["....."] * 5, "XO..."])
    game, state = begun_game("connect_four", {"width": "5", "position": text})
    record = Record(game, state)
    assert record.player == 0
    assert record.legal_actions() == [0, 1, 2, 3, 4]
    assert text_of_state(game, state).splitlines()[5] == "XO..."


def test_a_game_does_not_begin_where_it_is_over():
    with pytest.raises(BadParameter, match="the game is over"):
        begun_game("tic_tac_toe", {"position": "XXX\nOO.\n..."})


def test_a_game_with_a_parameter_of_this_name_keeps_it(tmp_path):
    file = tmp_path / "far.py"
    file.write_text(
        "from gametree.games import Nim\n"
        "class Far(Nim):\n"
        "    def __init__(self, position: int = 1):\n"
        "        super().__init__()\n"
        "        self.position = position\n"
    )
    game, state = begun_game(f"{file}:Far", {"position": "7"})
    assert (game.position, state) == (7, None)
