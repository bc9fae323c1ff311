"""Positions from pieces: the inverse of the view, refused where the rules do not have them."""

import random

import pytest

from gametree import Game, Record, games
from gametree.errors import BadParameter
from gametree.setting_up.board import board_to_set
from gametree.views import Piece, grid
from gametree.views.of_game import view_of

SETTABLE = (
    "tic_tac_toe", "connect_four", "othello", "hex", "breakthrough", "mnk", "gomoku",
    "chinese_checkers", "checkers", "go", "chess",
)  # fmt: skip
OTHERS = {
    "pig": "chance moves in it",
    "leduc_poker": "it hides something",
    "rock_paper_scissors": "it hides something",
    "kalah": "its states hold more than the pieces",
    "fifteen_puzzle": "its states hold more than the pieces",
}


def played(game, seed, plies):
    chance = random.Random(seed)
    record = Record(game)
    for _ in range(plies):
        if record.over:
            break
        record.play(chance.choice(list(record.legal_actions())))
    return record


def pieces_on(game, state):
    board = board_to_set(game)
    shown = board.pieces_in(view_of(game, state))
    return {cell: piece for cell, piece in shown.items() if piece is not None}


@pytest.mark.parametrize("name", SETTABLE)
def test_a_board_inverts_the_view_of_a_bundled_game(name):
    game = games.load(name)
    board = board_to_set(game)
    tried = 0
    for seed in range(12):
        record = played(game, seed, 4 * seed)
        if record.over:
            continue
        tried += 1
        state = board.state(pieces_on(game, record.state), record.player)
        assert pieces_on(game, state) == pieces_on(game, record.state)
        assert game.current_player(state) == record.player
        if name != "chess":  # pieces do not tell who has castled
            assert game.legal_actions(state) == list(record.legal_actions())
    assert tried >= 2


def test_next_stones_of_ultimate_tic_tac_toe_go_anywhere():
    game = games.load("ultimate_tic_tac_toe")
    record = played(game, 5, 30)
    state = board_to_set(game).state(pieces_on(game, record.state), record.player)
    assert set(record.legal_actions()) <= set(game.legal_actions(state))
    assert state[:4] == record.state[:4]
    assert (state[4], state[5]) == (record.state[4], record.state[5])


@pytest.mark.parametrize(("name", "why"), OTHERS.items())
def test_other_games_say_why_they_cannot_be_set_up(name, why):
    with pytest.raises(BadParameter, match=why):
        board_to_set(games.load(name))


X, O = Piece("cross", 0), Piece("ring", 1)  # noqa: E741
TWO = {"a2": O, "b2": O}
RED, YELLOW = Piece("disc", 0), Piece("disc", 1)
BLACK, WHITE = Piece("stone", 0), Piece("stone", 1)
KING, ROOK, BLACK_KING = Piece("text", 0, "♚"), Piece("text", 0, "♜"), Piece("text", 1, "♚")


@pytest.mark.parametrize(
    ("name", "pieces", "player", "why"),
    [
        ("tic_tac_toe", {"a1": X, "b1": X}, 0, "X has 2 and O 0"),
        ("tic_tac_toe", {**dict.fromkeys(("a1", "b1", "c1"), X), **TWO, "c3": O}, 0, "in a row"),
        ("connect_four", {"3:2": RED}, 1, "none beneath it"),
        ("gomoku", {"a1": BLACK}, 0, "X has 1 and O 0"),
        ("go", {"A1": BLACK, "A2": WHITE, "B1": WHITE}, 0, "no liberty"),
        ("chess", {"e1": KING}, 0, "king"),
        ("chess", {"e1": KING, "e8": BLACK_KING, "e4": ROOK}, 0, "could be captured|in check"),
        ("checkers", {"a8": BLACK}, 0, "a8 is a light square"),
        ("breakthrough", {"a1": BLACK, "b5": WHITE}, 0, "has won already"),
        ("chinese_checkers", {"a1": RED}, 0, "X has 6 pieces, not 1"),
        ("tic_tac_toe", {"d9": X}, 1, "no piece can be put on 'd9'"),
        ("tic_tac_toe", {"a1": RED}, 1, "no piece like the one on a1"),
        ("tic_tac_toe", {}, 2, "there is no player 3"),
    ],
)  # fmt: skip
def test_what_the_rules_do_not_have_is_refused(name, pieces, player, why):
    with pytest.raises(BadParameter, match=why):
        board_to_set(games.load(name)).state(pieces, player)


class Rows(Game):
    """Three in a row on a board of 3x3, written as a text; the turn and the count beside it."""

    def initial_state(self):
        return (".........", 0, 0)

    def current_player(self, state):
        return state[1]

    def legal_actions(self, state):
        return [] if self.won(state[0]) else [at for at in range(9) if state[0][at] == "."]

    def next_state(self, state, action):
        cells, player, count = state
        return (cells[:action] + "XO"[player] + cells[action + 1 :], 1 - player, count + 1)

    def returns(self, state):
        won = self.won(state[0])
        return (0.0, 0.0) if not won else (1.0, -1.0) if won == "X" else (-1.0, 1.0)

    def won(self, cells):
        lines = ("012", "345", "678", "036", "147", "258", "048", "246")
        rows = ["".join(cells[int(at)] for at in line) for line in lines]
        return next((row[0] for row in rows if row in ("XXX", "OOO")), "")

    def state_to_text(self, state):
        return "\n".join(" ".join(state[0][at : at + 3]) for at in (0, 3, 6))


class Bits(Rows):
    """The same as two ints, of the player to move and of the other: they change places."""

    def initial_state(self):
        return (0, 0)

    def cells(self, state):
        mine, theirs = ("X", "O") if self.current_player(state) == 0 else ("O", "X")
        signs = {(1, 0): mine, (0, 1): theirs, (0, 0): "."}
        return "".join(signs[state[0] >> at & 1, state[1] >> at & 1] for at in range(9))

    def current_player(self, state):
        return (state[0] | state[1]).bit_count() % 2

    def legal_actions(self, state):
        cells = self.cells(state)
        return [] if self.won(cells) else [at for at in range(9) if cells[at] == "."]

    def next_state(self, state, action):
        return (state[1], state[0] | 1 << action)

    def returns(self, state):
        won = self.won(self.cells(state))
        return (0.0, 0.0) if not won else (1.0, -1.0) if won == "X" else (-1.0, 1.0)

    def state_to_text(self, state):
        return super().state_to_text((self.cells(state),))


class Lists(Rows):
    """The same as rows of lists in a dict, with a view."""

    def initial_state(self):
        return {"rows": [[None] * 3 for _ in range(3)], "player": 0}

    def cells(self, state):
        every = [each for row in state["rows"] for each in row]
        return "".join("." if each is None else "XO"[each] for each in every)

    def state_to_text(self, state):
        return super().state_to_text((self.cells(state),))

    def current_player(self, state):
        return state["player"]

    def legal_actions(self, state):
        cells = self.cells(state)
        return [] if self.won(cells) else [at for at in range(9) if cells[at] == "."]

    def next_state(self, state, action):
        rows = [list(row) for row in state["rows"]]
        rows[action // 3][action % 3] = state["player"]
        return {"rows": rows, "player": 1 - state["player"]}

    def returns(self, state):
        won = self.won(self.cells(state))
        return (0.0, 0.0) if not won else (1.0, -1.0) if won == "X" else (-1.0, 1.0)

    def view(self, state):
        cells = self.cells(state)
        return grid([cells[at : at + 3] for at in (0, 3, 6)], {"X": RED, "O": YELLOW})


class LastMove(Rows):
    """The same, with the last move in the state: the pieces do not tell it."""

    def initial_state(self):
        return (".........", 0, 0, -1)

    def next_state(self, state, action):
        return (*super().next_state(state[:3], action), action)


class Winner(Rows):
    """The same, with the winner in the state: only the rules can say who has won."""

    def initial_state(self):
        return (".........", 0, 0, "")

    def next_state(self, state, action):
        later = super().next_state(state[:3], action)
        return (*later, self.won(later[0]))

    def legal_actions(self, state):
        return [] if state[3] else [at for at in range(9) if state[0][at] == "."]


@pytest.mark.parametrize("rules", [Rows, Bits, Lists])
def test_boards_of_users_rules_are_found_in_their_states(rules):
    game = rules()
    board = board_to_set(game)
    for seed in range(30):
        record = played(game, 100 + seed, seed % 8)
        if not record.over:
            state = board.state(pieces_on(game, record.state), record.player)
            assert state == record.state
            assert type(state) is type(record.state)


def test_the_count_beside_the_cells_follows_from_the_pieces():
    game = Rows()
    first, second = (each for each in board_to_set(game).pieces)
    cells = [cell.id for cell in view_of(game, game.initial_state()).cells]
    state = board_to_set(game).state({cells[0]: first, cells[4]: second}, 0)
    assert state == ("X...O....", 0, 2)


@pytest.mark.parametrize("rules", [LastMove, Winner])
def test_states_with_more_than_their_pieces_are_not_guessed(rules):
    with pytest.raises(BadParameter, match="its class can define state_with_pieces"):
        board_to_set(rules())


class Own(LastMove):
    """The same, which says how a position is made."""

    fails = ""

    def state_with_pieces(self, pieces, player):
        if self.fails == "raises":
            raise KeyError("a1")
        cells = ["."] * 9
        for name, piece in pieces.items():
            column, row = "abc".index(name[0]), int(name[1]) - 1
            cells[3 * row + column] = "XO"[piece.player]
        if self.fails == "other":
            cells[8] = "X"
        return ("".join(cells), player, len(pieces), -1)

    def view(self, state):
        return grid([state[0][at : at + 3] for at in (0, 3, 6)], {"X": RED, "O": YELLOW})


def test_a_game_may_say_how_a_position_is_made():
    assert board_to_set(Own()).state({"b1": RED}, 1) == (".X.......", 1, 1, -1)


class Raises(Own):
    fails = "raises"


class Other(Own):
    fails = "other"


@pytest.mark.parametrize(
    ("rules", "why"), [(Raises, "state_with_pieces.*KeyError"), (Other, "another piece on c3")]
)
def test_a_method_that_fails_is_told_of(rules, why):
    with pytest.raises(BadParameter, match=why):
        board_to_set(rules()).state({"b1": RED}, 1)
