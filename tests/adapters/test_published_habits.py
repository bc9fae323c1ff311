"""Habits of rules that strangers published: each is understood, and played as it is written."""

from __future__ import annotations

import enum
from dataclasses import dataclass

import numpy as np
import pytest
from compiled_rules import assert_rules_play_alike

import gametree as gt
from gametree.adapters.alpha_zero import alpha_zero_game
from gametree.adapters.interfaces import interface_of
from gametree.adapters.states import StateGame

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


class Board:
    """Tic-tac-toe that does not know whose turn it is."""

    def __init__(self):
        self.cells = [0] * 9

    def valid_moves(self):
        return [cell for cell in range(9) if self.cells[cell] == 0]

    def connected(self, player):
        return any(all(self.cells[cell] == player for cell in line) for line in LINES)

    def game_over(self):
        return self.connected(1) or self.connected(2) or 0 not in self.cells

    def winner(self):
        return next((player for player in (1, 2) if self.connected(player)), 0)


class WithAnId(Board):
    def make_move(self, col, id):
        self.cells[col] = id


class WithAPiece(Board):
    """The same by rows and columns, and the piece in between."""

    def valid_moves(self):
        return [divmod(cell, 3) for cell in range(9) if self.cells[cell] == 0]

    def drop_piece(self, row, piece, column):
        self.cells[3 * row + column] = piece


class PieceOfAMove(Board):
    """A move says which piece is put where, whoever plays: two sorts of pieces, one winner."""

    def valid_moves(self):
        return [(piece, cell) for cell in range(9) if self.cells[cell] == 0 for piece in (1, 2)]

    def put(self, piece, cell):
        self.cells[cell] = piece


@pytest.mark.parametrize("rules", [WithAnId, WithAPiece])
def test_an_argument_that_moves_have_no_item_for_is_who_plays(rules):
    game = StateGame(rules, players=(1, 2))
    state = game.initial_state()
    for number in (0, 3, 1, 4, 2):
        state = game.next_state(state, divmod(number, 3) if rules is WithAPiece else number)
    assert game.is_terminal(state)
    assert game.returns(state) == (1.0, -1.0)


def test_a_piece_that_moves_have_an_item_for_is_part_of_the_move():
    game = StateGame(PieceOfAMove, players=(1, 2))
    state = game.initial_state()
    for move in ((2, 0), (2, 1), (2, 2)):
        state = game.next_state(state, move)
    assert game.returns(state) == (-1.0, 1.0)


class Alone(Board):
    make_move = WithAnId.make_move


def test_without_players_the_error_asks_for_more():
    with pytest.raises(gt.BadParameter):
        StateGame(Alone)


class PlayerInMoves(Board):
    """Moves are listed for a player and hold him, with NumPy's integers beside Python's."""

    def check_move(self, row, column, player):  # asks whether a move is legal, and plays none
        return self.cells[3 * row + column] == 0

    def possible_moves(self, player):
        cells = [cell for cell in range(9) if self.cells[cell] == 0]
        return [
            (np.int64(cell // 3) if cell % 2 else cell // 3, cell % 3, player) for cell in cells
        ]

    def move(self, row, column, player):
        if self.check_move(row, column, player):
            self.cells[3 * row + column] = player

    valid_moves = None


def test_moves_that_hold_the_player_are_played_whole_and_compile():
    game = StateGame(PlayerInMoves, players=(1, 2))
    assert "played by move," in game.understood
    state = game.next_state(game.initial_state(), (0, 1, 1))
    assert (1, 1, 2) in game.legal_actions(state)
    assert_rules_play_alike(game)


class Turned(Board):
    def __init__(self):
        super().__init__()
        self.turn = 1

    def make_move(self, cell):
        self.cells[cell] = self.turn
        self.turn = 3 - self.turn


class Asked(Turned):
    winner = None


def test_a_winner_that_is_asked_for_a_player_is_a_result():
    named = StateGame(Asked, winner="connected")
    assert "result by connected, asked for each player" in named.understood
    plain = StateGame(Turned)
    a, b = (gt.search(each, simulations=40, seed=1, compiled=False) for each in (named, plain))
    assert a.nodes == b.nodes


class CurrPlayer(Board):
    """Whose turn it is has a short name, and nothing else tells it."""

    def get_curr_player(self):
        return 2 - self.cells.count(0) % 2

    def make_move(self, cell):
        self.cells[cell] = self.get_curr_player()


class Remembering(Turned):
    """It keeps the moves of each position that it was asked for."""

    def __init__(self):
        super().__init__()
        self.known = {}

    def valid_moves(self):
        place = str(self.cells)
        if place not in self.known:
            self.known[place] = super().valid_moves()
        return self.known[place]


def test_what_a_state_remembers_of_questions_does_not_forbid_copies():
    game = StateGame(Remembering)
    assert game.copied_by == "copy.deepcopy"
    twin = StateGame(Turned)
    a, b = (gt.search(each, simulations=60, seed=2, compiled=False) for each in (game, twin))
    assert (a.nodes, a.action) == (b.nodes, b.action)


class Shared(Turned):
    """Its copies share the cells, so no copy may be believed, whatever it remembers."""

    def __init__(self):
        super().__init__()
        self.known = {}

    def valid_moves(self):
        return self.known.setdefault(str(self.cells), super().valid_moves())

    def __deepcopy__(self, memo):
        made = Shared()
        made.cells, made.turn = self.cells, self.turn
        return made


class Stepped:
    """A board of two players that is played by `step`, and is no environment of one's own."""

    def __init__(self):
        self.reset()

    def reset(self):
        self.cells = [0] * 9
        self.available_actions = list(range(9))
        self.turn = 1
        self.winner = 0
        self.done = False
        return self.cells

    def step(self, action):
        self.available_actions.remove(action)
        self.cells[action] = self.turn
        for line in LINES:
            if all(self.cells[cell] == self.turn for cell in line):
                self.winner, self.done = self.turn, True
        self.done = self.done or not self.available_actions
        self.turn = -self.turn
        return self.cells, self.winner, self.done, {}


class WithASpace(Stepped):
    action_space = range(9)


def test_a_stepped_board_without_a_space_of_actions_is_a_state_object():
    assert interface_of(Stepped).noun == "a state object"
    assert interface_of(WithASpace).noun == "an environment"
    game = interface_of(Stepped).adapt(Stepped)
    assert game.players == 2


def test_copies_that_share_cells_are_found_out_in_spite_of_it():
    assert StateGame(Shared).copied_by != "copy.deepcopy"


def test_a_short_name_of_whose_turn_it_is_is_known():
    assert "whose turn it is by get_curr_player (1, 2)" in StateGame(CurrPlayer).understood


class YesOrNo(Board):
    """Whose turn it is is said by yes or no, moves by a misspelt name; a copy forgets a move."""

    def __init__(self):
        super().__init__()
        self.last = -1
        self.crosses_turn = True

    def get_avaliable_moves(self):
        return [cell for cell in range(9) if self.cells[cell] == 0]

    def make_move(self, cell):
        self.cells[cell] = 1 if self.crosses_turn else 2
        self.last = cell
        self.crosses_turn = not self.crosses_turn

    def is_first_player(self):
        return self.cells.count(1) == self.cells.count(2)

    def winner(self):
        return True if self.connected(1) else False if self.connected(2) else None

    def __deepcopy__(self, memo):
        other = YesOrNo()
        other.cells = list(self.cells)
        other.crosses_turn = self.crosses_turn
        return other

    valid_moves = None


def test_players_told_by_yes_and_no_compile_with_copies_by_contents():
    game = StateGame(YesOrNo)
    for sign in ("get_avaliable_moves", "by is_first_player (True, False)", "copied by a pickle"):
        assert sign in game.understood
    state = game.initial_state()
    for cell in (8, 0, 3, 1, 4, 2):
        state = game.next_state(state, cell)
    assert game.returns(state) == (-1.0, 1.0)  # False has won, and moved second
    assert_rules_play_alike(game)


class Status:
    def __init__(self):
        self.finished, self.winner = False, None


class ByItsStatus(Turned):
    """The end is told by an attribute of an attribute, and the result only at the end."""

    def __init__(self):
        super().__init__()
        self.status = Status()

    def make_move(self, cell):
        super().make_move(cell)
        self.status.finished = Board.game_over(self)
        self.status.winner = Board.winner(self)

    def get_reward(self, player):
        if not self.status.finished:
            raise RuntimeError("the game goes on")
        won = self.status.winner
        return 0 if won == 0 else 1 if won == player else -1

    game_over = winner = None


def test_members_of_members_and_results_that_only_the_end_has():
    for game in (
        StateGame(ByItsStatus, over="status.finished"),
        StateGame(ByItsStatus, over="status.finished", winner="status.winner", result=None),
    ):
        state = game.initial_state()
        for cell in (0, 3, 1, 4, 2):
            state = game.next_state(state, cell)
        assert game.is_terminal(state)
        assert game.returns(state) == (1.0, -1.0)
    with pytest.raises(gt.BadParameter, match=r"status\.ended"):
        StateGame(ByItsStatus, over="status.ended")


class OnlyAtTheEnd(Turned):
    """Its result has no answer before the end, and nothing says when that is."""

    def results_for_player(self, player):
        won = Board.winner(self)
        if not won and 0 in self.cells:
            raise RuntimeError("the game goes on")
        return 0 if won == 0 else 1 if won == player else -1

    game_over = winner = None


def test_a_result_without_an_answer_at_the_start_needs_what_tells_the_end():
    with pytest.raises(gt.GameError, match="no answer for the first state, and nothing tells"):
        StateGame(OnlyAtTheEnd)
    game = StateGame(OnlyAtTheEnd, over=lambda state: Board.game_over(state))
    assert "result by results_for_player, asked for each player" in game.understood


class Cell:
    def __init__(self, row, col):
        self.row, self.col = row, col

    def __eq__(self, other):
        return (self.row, self.col) == (other.row, other.col)

    def __hash__(self):
        return hash((self.row, self.col))


class ObjectMoves(Turned):
    """Moves are objects whose attributes are what plays them; who has won is True or None."""

    def get_valid_moves_for_current_player(self):
        return [Cell(*divmod(cell, 3)) for cell in range(9) if self.cells[cell] == 0]

    def make_move(self, col, row):
        super().make_move(3 * row + col)

    def four_connected(self, player):
        return True if self.connected(player) else None

    valid_moves = winner = None


def test_attributes_of_moves_are_what_plays_them():
    game = StateGame(ObjectMoves, winner="four_connected")
    state = game.initial_state()
    for cell in (0, 3, 1, 4, 2):
        action = next(m for m in game.legal_actions(state) if (m.row, m.col) == divmod(cell, 3))
        state = game.next_state(state, action)
    assert state.cells[:5] == [1, 1, 1, 2, 2]
    assert game.returns(state) == (1.0, -1.0)


class SaysItInTwoWays(Turned):
    """A draw is a text where a winner is a number."""

    def winner(self):
        won = Board.winner(self)
        return "draw" if won == 0 and 0 not in self.cells else won


def test_a_winner_of_several_types_is_read_and_the_keyword_named():
    game = StateGame(SaysItInTwoWays)
    state = game.initial_state()
    for cell in (0, 1, 2, 4, 3, 5, 7, 6, 8):
        state = game.next_state(state, cell)
    assert game.returns(state) == (0.0, 0.0)
    told = "the winner is 'draw' in one game, and a player is called 1: give winner=, a function"
    assert told in game.why_interpreted
    named = StateGame(SaysItInTwoWays, winner=lambda state: Board.winner(state))
    assert not named.interpreted_only


class Outcome(enum.Enum):
    """What a game was worth for the first player."""

    LOSS = 0.0
    DRAW = 0.5
    WIN = 1.0


class AsAnEnum(Turned):
    """The end is told by a member of an enum that means a number."""

    winner = None

    def evaluate_final_state(self):
        if self.connected(1):
            return Outcome.WIN
        return Outcome.LOSS if self.connected(2) else Outcome.DRAW


class AsInRecords(Turned):
    """The end is told as in records of chess."""

    winner = None

    def result(self):
        if self.connected(1):
            return "1-0"
        if self.connected(2):
            return "0-1"
        return "*" if 0 in self.cells else "1/2-1/2"


class LastNobody(Board):
    """Nothing tells whose turn it is but who moved last, and nobody has at first."""

    def __init__(self):
        super().__init__()
        self.last_player = None

    def make_move(self, cell, player):
        self.cells[cell] = self.last_player = player


class Symbol(Turned):
    """What plays a move takes the player by a name that says nothing."""

    def valid_moves(self):
        return [divmod(cell, 3) for cell in range(9) if self.cells[cell] == 0]

    def make_move(self, i, j, s):
        self.cells[3 * i + j] = s
        self.turn = 3 - self.turn


class MovesOfAPlayer(Board):
    """Moves are listed for a player, and played as they are: they say whose they are."""

    valid_moves = None

    def moves_of(self, side):
        return [(side, cell) for cell in range(9) if self.cells[cell] == 0]

    def handle_move(self, move):
        self.cells[move[1]] = move[0]


ENDED = {"players": (1, 2)}
WON_BY_THE_FIRST = [(AsAnEnum, {}), (AsInRecords, {}), (LastNobody, ENDED), (Symbol, {})]


@pytest.mark.parametrize(("rules", "given"), WON_BY_THE_FIRST)
def test_results_and_turns_as_people_tell_them(rules, given):
    game = StateGame(rules, **given)
    state = game.initial_state()
    for number in (0, 3, 1, 4, 2):
        state = game.next_state(state, divmod(number, 3) if rules is Symbol else number)
    assert game.is_terminal(state)
    assert game.returns(state) == (1.0, -1.0)


def test_the_value_of_an_enum_and_a_text_of_records_compile():
    for rules in (AsAnEnum, AsInRecords):
        assert_rules_play_alike(StateGame(rules))


def test_moves_of_a_player_may_be_played_without_naming_them():
    game = StateGame(MovesOfAPlayer, moves="moves_of", players=(1, 2))
    state = game.next_state(game.initial_state(), (1, 0))
    assert game.legal_actions(state)[0] == (2, 1)


@dataclass(frozen=True)
class Heap:
    """A state that lists its moves; its rules make the first one and play."""

    chips: int = 5
    player: int = 1
    actions: tuple[int, ...] = (1, 2)

    @property
    def terminal(self):
        return self.chips == 0

    @property
    def terminal_value(self):
        return -self.player


class HeapRules:
    def new_game(self):
        return Heap()

    def step(self, state, action):
        left = state.chips - action
        return Heap(left, -state.player, tuple(n for n in (1, 2) if n <= left))


def test_states_may_list_the_moves_that_their_rules_play():
    game = StateGame(HeapRules, moves="actions", result="terminal_value")
    assert gt.search(game, simulations=300, seed=1, compiled=False).action == 2


class Valued:
    """A reward and whether a game is over, asked with the player who has moved."""

    def get_initial_state(self):
        return np.zeros(5, dtype=int)

    def get_next_state(self, state, action, player):
        state = state.copy()
        state[action] = player
        return state

    def get_valid_moves(self, state, player):
        return (state == 0).astype(np.uint8)

    def get_value_and_terminated(self, state, action, player):
        beside = [at for at in (action - 1, action + 1) if 0 <= at < 5 and state[at] == player]
        return (1, True) if beside else (0, not (state == 0).any())


def test_rules_for_alphazero_may_take_who_has_moved():
    assert interface_of(Valued).noun == "rules of boards and players"
    result = gt.search(alpha_zero_game(Valued), simulations=300, seed=1, compiled=False)
    assert result.proof.value == (1.0, -1.0)


class Side(enum.Enum):
    BLACK = "b"
    WHITE = "w"


class Ending(enum.Enum):
    BLACK = "black wins"
    WHITE = "white wins"
    DRAW = "nobody wins"


class TwoEnums(Board):
    """The winner is a member of another enum than the players, of the same name."""

    def __init__(self):
        super().__init__()
        self.turn = Side.BLACK

    def make_move(self, cell):
        self.cells[cell] = 1 if self.turn == Side.BLACK else 2
        self.turn = Side.WHITE if self.turn == Side.BLACK else Side.BLACK

    def winner(self):
        if self.connected(1):
            return Ending.BLACK
        return Ending.WHITE if self.connected(2) else Ending.DRAW


def test_a_winner_of_the_name_of_a_player_is_that_player():
    game = StateGame(TwoEnums)
    state = game.initial_state()
    for move in (0, 3, 1, 4, 2):
        state = game.next_state(state, move)
    assert game.returns(state) == (1.0, -1.0)
    assert_rules_play_alike(game)
