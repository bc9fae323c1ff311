"""Boards of every interface as people see and click them."""

from __future__ import annotations

import pickle
import sys
from pathlib import Path
from typing import NamedTuple

import pytest
import state_objects

import gametree as gt
from gametree.adapters.board_game import BoardGame
from gametree.adapters.nodes import node_game
from gametree.adapters.rules import RuleGame, Rules, create_state
from gametree.adapters.score_game import ScoreGame
from gametree.views.of_game import view_of

sys.path.append(str(Path(__file__).parents[2] / "benchmarks"))

from bit_boards import ConnectFour, TicTacToe


def after(game, *moves):
    state = game.initial_state()
    for move in moves:
        state = game.next_state(state, move)
    return state


def seen(game, *moves):
    """Return the text of a position, and its view."""
    state = after(game, *moves)
    return game.state_to_text(state), view_of(game, state)


class Cells:
    """Nine cells in a row of a tuple, beside the player to move."""

    def start(self):
        return ((0,) * 9, 1)

    def current_player(self, state):
        return state[1]

    def next_state(self, state, play):
        cells, player = state
        return ((*cells[:play], player, *cells[play + 1 :]), 3 - player)

    def legal_plays(self, state_history):
        return [cell for cell, owner in enumerate(state_history[-1][0]) if not owner]

    def winner(self, state_history):
        return state_objects.owner_of_row(list(state_history[-1][0]), 0) or (
            0 if 0 in state_history[-1][0] else -1
        )


class Named(TicTacToe):
    """Plays are names that say no cell."""

    def __init__(self):
        names = ("nw", "n", "ne", "w", "c", "e", "sw", "s", "se")
        self.names = dict(zip(names, self.cells, strict=True))

    def legal_plays(self, state_history):
        free = super().legal_plays(state_history)
        return [name for name, cell in self.names.items() if cell in free]

    def next_state(self, state, play):
        return super().next_state(state, self.names[play])


class Displayed(TicTacToe):
    def display(self, state, play):
        return f"crosses {state[0]:09b}, rings {state[1]:09b}, after {play}"


class Printed(TicTacToe):
    def display(self, state):
        print("printed", state)


class FailingDisplay(TicTacToe):
    def display(self, state, play):
        raise KeyError("pieces")


@pytest.mark.parametrize(
    ("board", "moves", "text", "name", "clicks"),
    [
        (TicTacToe(), [(0, 0), (1, 1)], "X . .\n. O .\n. . .", "(0, 2)", ("c1",)),
        (Cells(), [0, 4], "X . .\n. O .\n. . .", "8", ("c3",)),
        (Named(), ["nw", "c"], "X . .\n. O .\n. . .", "se", ("c3",)),
        (FailingDisplay(), [(0, 0)], "X . .\n. . .\n. . .", "(2, 2)", ("c3",)),
        (
            ConnectFour(),
            [3, 3],
            4 * ". . . . . . .\n" + ". . . O . . .\n. . . X . . .",
            "6",
            ("6",),
        ),
    ],
)
def test_a_board_is_shown_and_clicked(board, moves, text, name, clicks):
    told, view = seen(BoardGame(board), *moves)
    assert told == text
    assert view.moves[name] == clicks
    assert all(view.moves.values())


def test_what_rules_say_themselves_comes_first_and_can_be_clicked():
    told, view = seen(BoardGame(Displayed()), (0, 0))
    assert told == view.text == "crosses 000000001, rings 000000000, after None"
    assert view.moves["(1, 1)"] == ("b2",)
    assert seen(BoardGame(Printed()))[0] == "printed (0, 0, 1)"


def test_plays_have_the_names_that_the_rules_give_them():
    class Packed(TicTacToe):
        def pack(self, play):
            return f"{'abc'[play[1]]}{play[0] + 1}"

    game = BoardGame(Packed())
    text, view = seen(game, (0, 0))
    assert text == "X . .\n. . .\n. . ."
    assert view.moves["b3"] == ("b3",)
    assert game.text_to_action(after(game, (0, 0)), "B3") == (2, 1)


def apply(rule, state):
    cells, moved = state
    row, column = divmod(rule, 3)
    rows = [list(each) for each in cells]
    rows[row][column] = 3 - moved
    return create_state(rows, 3 - moved)


def get_rules(state):
    return [3 * r + c for r, row in enumerate(state[0]) for c, each in enumerate(row) if not each]


def test_rules_as_functions_are_shown_and_clicked():
    rules = Rules(apply, get_rules, lambda state, player: 0.5)
    told, view = seen(RuleGame(rules, create_state([[0] * 3] * 3, 2)), 4, 0)
    assert told == "O . .\n. X .\n. . ."
    assert view.moves["8"] == ("c3",)


class Strip(NamedTuple):
    """Stones on a square of sixteen cells, by index of what is free; the score counts a row."""

    cells: str = "." * 16
    turn: int = 0

    def get_score(self):
        return float(self.cells[:4].count("X"))

    def get_move_count(self):
        return self.cells.count(".")

    def do_move(self, index):
        cell = [i for i, each in enumerate(self.cells) if each == "."][index]
        return Strip(self.cells[:cell] + "XO"[self.turn] + self.cells[cell + 1 :], 1 - self.turn)


class Spoken(Strip):
    def __str__(self):
        return f"{self.cells.count('X')} crosses"


def test_states_with_a_score_are_shown_and_clicked():
    game = ScoreGame(Strip(), players=2)
    told, view = seen(game, 0, 0)
    assert told == "  a b c d\n1 X O . .\n2 . . . .\n3 . . . .\n4 . . . ."
    assert view.moves["c1"] == ("c1",)  # the third cell is the first that is free
    assert view.moves["d4"] == ("d4",)
    assert {label.text for label in view.texts} == set("abcd1234")
    assert seen(ScoreGame(Spoken(), players=2))[0] == "0 crosses"


def test_moves_by_index_are_named_by_the_cells_that_they_change():
    game = ScoreGame(Strip(), players=2)
    state = after(game, 0, 0)
    names = [game.action_to_text(state, index) for index in game.legal_actions(state)]
    assert names[:3] == ["c1", "d1", "a2"]
    assert [game.text_to_action(state, name) for name in names] == list(range(14))
    assert [game.text_to_action(state, text) for text in ("2", "A2", " a2 ")] == [2] * 3
    with pytest.raises(gt.IllegalMove, match="'a1' is no legal move: they are 0 to 13"):
        game.text_to_action(state, "a1")


class Crosses(NamedTuple):
    """Tic-tac-toe as the nodes that many copy: True, False and None in the cells."""

    cells: tuple = (None,) * 9
    turn: bool = True

    def find_children(self):
        free = [] if self.is_terminal() else [at for at in range(9) if self.cells[at] is None]
        return [
            Crosses((*self.cells[:at], self.turn, *self.cells[at + 1 :]), not self.turn)
            for at in free
        ]

    def is_terminal(self):
        return self.won() or None not in self.cells

    def won(self):
        return state_objects.owner_of_row(list(self.cells), None) is not None

    def reward(self):
        return 0.0 if self.won() else 0.5


def test_nodes_are_named_by_the_cells_in_which_they_differ():
    game = node_game(Crosses)
    state = after(game, 4, 0)
    view = view_of(game, state)
    assert {cell.id: cell.piece.player for cell in view.cells if cell.piece} == {"b2": 0, "a1": 1}
    assert view.moves["c3"] == ("c3",)
    names = [game.action_to_text(state, index) for index in game.legal_actions(state)]
    assert names == ["b1", "c1", "a2", "c2", "a3", "b3", "c3"]
    assert [game.text_to_action(state, text) for text in ("C1", "1")] == [1, 1]


def test_moves_by_index_that_fill_the_same_cell_keep_their_indexes():
    class Either(Strip):
        """Each cell may be filled by either sign."""

        def get_move_count(self):
            return 2 * self.cells.count(".")

        def do_move(self, index):
            at = [at for at, cell in enumerate(self.cells) if cell == "."][index // 2]
            return Either(self.cells[:at] + "XO"[index % 2] + self.cells[at + 1 :])

    text, view = seen(ScoreGame(Either(), players=2), 1)
    assert text == "O . . .\n. . . .\n. . . .\n. . . ."
    assert not any(view.moves.values())
    assert list(view.moves) == [str(index) for index in range(30)]


def test_an_empty_heap_keeps_its_slots():
    nim = Rules(
        lambda rule, state: create_state(state[0] - rule, 3 - state[1]),
        lambda state: list(range(1, min(3, state[0]) + 1)),
        lambda state, player: float(state[1] == player),
    )
    for moves, left in (((), 7), ((3, 1), 3), ((3, 1, 3), 0)):
        _, view = seen(RuleGame(nim, create_state(7, 2)), *moves)
        assert [cell.piece is not None for cell in view.cells] == [True] * left + [False] * (
            7 - left
        )
        assert {cell.shape for cell in view.cells} == {"circle"}
        assert (view.width, view.texts, view.partial) == (7.2, (), False)


def test_games_that_have_been_shown_can_still_be_pickled():
    for game in (BoardGame(TicTacToe()), ScoreGame(Strip(), players=2)):
        text, _ = seen(game)
        other = pickle.loads(pickle.dumps(game))
        assert other.state_to_text(other.initial_state()) == text


def test_states_that_hold_no_board_are_their_text():
    class Heap(Cells):
        def start(self):
            return (10, 1)

        def next_state(self, state, play):
            return (state[0] - play, 3 - state[1])

        def legal_plays(self, state_history):
            return list(range(1, min(3, state_history[-1][0]) + 1))

        def winner(self, state_history):
            return 0 if state_history[-1][0] else 3 - state_history[-1][1]

    class Words(Heap):
        def legal_plays(self, state_history):
            return [f"take {play}" for play in super().legal_plays(state_history)]

        def next_state(self, state, play):
            return super().next_state(state, int(play[-1]))

    told, view = seen(BoardGame(Words()), "take 2")
    assert told == "(8, 2)"
    assert set(view.moves.values()) == {()}
    told, view = seen(BoardGame(Heap()), 2)  # moves are numbers: counters that can be clicked
    assert told == "(8, 2)"
    assert [cell.zone for cell in view.cells if cell.piece] == [str(n) for n in range(8, 0, -1)]
    assert view.moves == {"1": ("1",), "2": ("2",), "3": ("3",)}
    assert len(seen(BoardGame(Heap()), 3, 3, 3, 1)[1].cells) == 10


class Forms:
    """Nine cells that are filled in turn, in a state of any form.

    Args:
        made: returns the state of cells and of the player to move.
        read: returns the cells and the player of a state.

    """

    def __init__(self, made, read):
        self.made, self.read = made, read

    def start(self):
        return self.made((0,) * 9, 1)

    def current_player(self, state):
        return self.read(state)[1]

    def next_state(self, state, play):
        cells, player = self.read(state)
        return self.made((*cells[:play], player, *cells[play + 1 :]), 3 - player)

    def legal_plays(self, state_history):
        return [at for at, cell in enumerate(self.read(state_history[-1])[0]) if not cell]

    def winner(self, state_history):
        return 0 if self.legal_plays(state_history) else -1


def ended(cells):
    return 0 if 0 in cells else 3


def bits_of(cells, player):
    return sum(1 << at for at, cell in enumerate(cells) if cell == player)


def cells_of(one, two):
    return tuple((one >> at & 1) + 2 * (two >> at & 1) for at in range(9))


FORMS = {
    "the player behind": (lambda c, p: (*c, p), lambda s: (s[:9], s[9])),
    "the player before": (lambda c, p: (p, *c), lambda s: (s[1:], s[0])),
    "a count and a constant before": (
        lambda c, p: (c.count(0), 7, p, *c), lambda s: (s[3:], s[2])
    ),
    "the winner behind": (lambda c, p: (*c, ended(c), p), lambda s: (s[:9], s[10])),
    "the winner before": (lambda c, p: (ended(c), *c, p), lambda s: (s[1:10], s[10])),
    "a text": (
        lambda c, p: "".join(".XO"[each] for each in (*c, p)),
        lambda s: (tuple(map(".XO".index, s[:9])), ".XO".index(s[9])),
    ),
    "a row of values beside fields": (lambda c, p: (p, (*c, p), 4), lambda s: (s[1][:9], s[0])),
    "rows beside fields": (
        lambda c, p: (c[:3], c[3:6], c[6:], p), lambda s: (s[0] + s[1] + s[2], s[3])
    ),
    "rows inside": (
        lambda c, p: ((c[:3], c[3:6], c[6:]), p), lambda s: (s[0][0] + s[0][1] + s[0][2], s[1])
    ),
    "two ints of bits inside": (
        lambda c, p: ((bits_of(c, 1), bits_of(c, 2)), p), lambda s: (cells_of(*s[0]), s[1])
    ),
    "two ints of bits and fields": (
        lambda c, p: (p, bits_of(c, 1), bits_of(c, 2)), lambda s: (cells_of(s[1], s[2]), s[0])
    ),
}  # fmt: skip


@pytest.mark.parametrize("form", FORMS)
def test_a_board_is_found_beside_other_fields(form):
    game = BoardGame(Forms(*FORMS[form]))
    text, view = seen(game, 4, 0, 5)
    assert text == "O . .\n. X X\n. . ."
    assert view.moves["8"] == ("c3",)
    assert len(view.moves) == 6


class Mapped:
    """Nine cells in a dict, beside the player where the keys allow it."""

    def __init__(self, cells, player=1):
        self.cells, self.player = cells, player

    def get_score(self):
        return 0

    def free(self):
        return [at for at, cell in self.cells.items() if cell == " "]

    def get_move_count(self):
        return len(self.free())

    def do_move(self, index):
        filled = self.cells | {self.free()[index]: "XO"[self.player - 1]}
        return Mapped(filled, 3 - self.player)


@pytest.mark.parametrize(
    "keys", [range(1, 10), [divmod(cell, 3) for cell in range(9)], [*range(9), "to move"]]
)
def test_the_cells_of_a_dict_are_a_board(keys):
    cells = {key: "-" if key == "to move" else " " for key in keys}
    text, view = seen(ScoreGame(Mapped(cells), players=2, perspective="first"), 4, 0)
    assert text == "  a b c\n1 O . .\n2 . X .\n3 . . ."
    assert view.moves["b1"] == ("b1",)


def test_heaps_and_longer_rows_of_values_are_no_boards():
    heaps = Forms(lambda c, p: (c.count(0), p, 3, 4), lambda s: ((0,) * s[0], s[1]))
    heaps.legal_plays = lambda history: [0] * (history[-1][0] > 0)
    heaps.next_state = lambda state, play: (state[0] - 1, 3 - state[1], 3, 4)
    assert not seen(BoardGame(heaps))[1].cells
