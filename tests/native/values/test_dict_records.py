"""Dicts with texts as keys and values of several types, as states and within rules."""

from __future__ import annotations

import copy
from dataclasses import dataclass
from typing import TypedDict

import pytest

import gametree as gt
from gametree.errors import NotCompilable
from gametree.native.build import compile_search
from gametree.rules.checked_game import rehearse
from plainpython.hashing import key_of_contents, key_of_state

from ...language.both_modes import assert_same
from .both_modes import assert_plays_alike

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
START = {"board": ["."] * 9, "to_move": "X", "moves": [0]}


def test_values_are_read_and_set():
    def use(count):
        state = {"board": [0] * 3, "name": "a", "count": count, "rate": 0.5, "2 x": (1, 2)}
        state["board"][1] = 7
        state["count"] += 3
        state["name"] += "b"
        first = state["count"], state["name"], state["rate"], state["board"][1]
        return first, len(state), "board" in state, "cells" in state, bool(state)

    assert_same(use, (2,), (-5,))


def test_copies_are_others():
    def use(count):
        state = {"board": [0] * 3, "count": count, "last": (0, 1)}
        shallow, other, deep = state.copy(), dict(state), copy.deepcopy(state)
        state["board"][0] = 9
        state["count"] = 8
        shallow["count"] += 1
        alone = shallow["count"], other["count"], deep["count"], state["count"]
        boards = shallow["board"][0], other["board"][0], deep["board"][0]
        return alone, boards, state == shallow, state != deep, deep == copy.copy(deep)

    assert_same(use, (2,))


def test_other_values_in_a_copy():
    def use(count):
        state = {"board": [0], "count": count, "name": "a"}
        moved = {**state, "count": count + 1, "board": [1, 2]}
        joined = state | {"name": "b" + state["name"], "count": 0}
        longer = {**moved, "extra": 0.5}
        made = dict(state, count=5)
        named = dict(board=[3], count=1, name="c")
        told = state["count"], moved["count"], joined["count"], made["count"], named["count"]
        boards = state["board"][:], moved["board"][:], named["board"][:]
        return told, boards, joined["name"], longer["extra"], len(longer), longer["count"]

    assert_same(use, (2,), (7,))


def test_a_value_or_a_default():
    def use(count):
        state = {"board": [0], "count": count, "name": "a"}
        prices = {"pawn": 1, "rook": 5}
        there = state.get("count"), state.get("count", 9), state.get("missing", 4)
        return there, prices.get("rook"), prices.get("king", 100), prices.get("pawn", 0)

    assert_same(use, (2,))


@dataclass
class Shop:
    price: int

    def get(self, name):
        return self.price if name == "rook" else 0


def test_a_method_get_of_a_class_is_left_alone():
    def use(count):
        prices = {"rook": count, "pawn": 1}
        shop = Shop(count)
        return shop.get("rook"), shop.get("pawn"), prices.get("rook") is None, prices.get("king")

    assert_same(use, (2,))


def test_tables_stay_tables():
    def use(place):
        square = ("a1", "b1")[place]
        pieces = {"a1": "rook", "b1": None, "c1": "king"}
        worth = {"rook": 5, "king": 100} | {"pawn": 1}
        more = {**worth, "queen": 9}
        pieces[square] = "queen"
        named = [pieces[each] for each in ("a1", "b1", "c1")]
        return sum(more[name] for name in named if name is not None), sorted(more), len(pieces)

    assert_same(use, (0,), (1,))


def test_the_order_of_keys_makes_no_difference():
    def use(count):
        one = {"count": count, "name": "a", "list": [1]}
        other = {"list": [1], "count": 2, "name": "a"}
        return one == other, one["count"] + other["count"]

    assert_same(use, (2,), (3,))


def test_within_other_values():
    def use(count):
        moves = [{"from": 1, "to": (2, 3), "kind": "jump"}, {"to": (0, 0), "from": 4, "kind": ""}]
        moves.append({"from": count, "to": (5, 5), "kind": "step"})
        nested = {"clock": {"left": 3.5, "name": "w"}, "moves": moves, "count": count}
        nested["clock"]["left"] -= 1.0
        total = sum(move["from"] + move["to"][1] for move in nested["moves"])
        return total, nested["clock"]["left"], [move["kind"] for move in moves]

    assert_same(use, (2,))


def test_a_dict_of_the_module_is_copied_before_it_is_changed():
    def use(count):
        state = copy.deepcopy(START)
        state["board"][count] = state["to_move"]
        state["moves"].append(count)
        return START["board"][count], state["board"][count], len(START["moves"])

    assert_same(use, (2,))
    assert START["board"] == ["."] * 9


def keys(game, state):
    return key_of_state(state), key_of_contents(state)


def winner_of(board):
    for x, y, z in LINES:
        if board[x] is not None and board[x] == board[y] == board[z]:
            return board[x]
    return None


class InPlace(gt.Game):
    """Tic-tac-toe as beginners write it."""

    max_actions = 9

    def initial_state(self):
        return {"board": [None] * 9, "to_move": "X", "winner": None, "moves": []}

    def current_player(self, state):
        return 0 if state["to_move"] == "X" else 1

    def legal_actions(self, state):
        if state["winner"]:
            return []
        return [cell for cell in range(9) if state["board"][cell] is None]

    def next_state(self, state, action):
        state = copy.deepcopy(state)
        state["board"][action] = state["to_move"]
        state["moves"].append(action)
        state["winner"] = winner_of(state["board"])
        state["to_move"] = "O" if state["to_move"] == "X" else "X"
        return state

    def returns(self, state):
        if state["winner"] is None:
            return [0.0, 0.0]
        return [1.0, -1.0] if state["winner"] == "X" else [-1.0, 1.0]


class Typed(TypedDict):
    board: list[str | None]
    to_move: str
    winner: str | None
    moves: list[int]


class MadeAnew(InPlace):
    """The same with a dict rebuilt in several ways, its keys in other orders."""

    def initial_state(self):
        return Typed(board=[None] * 9, to_move="X", winner=None, moves=[])

    def next_state(self, state, action):
        board = state["board"][:]
        board[action] = state["to_move"]
        if action % 3 == 0:
            return {
                "to_move": "O" if state["to_move"] == "X" else "X",
                "winner": winner_of(board),
                "moves": [*state["moves"], action],
                "board": board,
            }
        if action % 3 == 1:
            moved = {**state, "board": board, "moves": state["moves"] + [action]}
            return moved | {
                "winner": winner_of(board),
                "to_move": "O" if moved["to_move"] == "X" else "X",
            }
        return Typed(
            board=board,
            winner=winner_of(board),
            to_move="O" if state["to_move"] == "X" else "X",
            moves=state["moves"] + [action],
        )


@pytest.mark.parametrize("game", [InPlace, MadeAnew])
def test_games_whose_states_are_dicts(game):
    assert_plays_alike(game())


def moved(game, state, action):
    return game.next_state(state, action)


def test_states_come_back_as_they_were():
    game = InPlace()
    made = compile_search(moved, game, game.initial_state(), 0, rehearsal=rehearse)
    state = game.next_state(game.initial_state(), 4)
    read_back = made(game, game.initial_state(), 4)
    assert read_back == state
    assert list(read_back) == list(state)


def test_keys_of_positions_are_those_of_interpreted_rules():
    game = InPlace()
    state = game.next_state(game.next_state(game.initial_state(), 4), 0)
    other = dict(reversed(state.items()))
    made = compile_search(keys, game, game.initial_state(), rehearsal=rehearse)
    assert keys(game, state) == keys(game, other) == made(game, state) == made(game, other)
    assert len({made(game, state), made(game, state | {"to_move": "O"})}) == 2


class AlikeAtFirst(gt.Game):
    """All values are lists, of ints as far as can be seen, until a move is noted."""

    def initial_state(self):
        return {"heaps": [3, 4], "moves": []}

    def current_player(self, state):
        return len(state["moves"]) % 2

    def legal_actions(self, state):
        return [n for heap in (0, 1) for n in range(10 * heap + 1, 10 * heap + 3)]

    def next_state(self, state, action):
        heap, count = divmod(action, 10)
        heaps = state["heaps"].copy()
        heaps[heap] -= count
        return {"heaps": heaps, "moves": state["moves"] + [(heap, count)]}

    def is_terminal(self, state):
        return min(state["heaps"]) <= 0

    def returns(self, state):
        return (1, -1) if state["moves"][-1][1] == 1 else (-1, 1)


def test_states_whose_values_are_of_one_type_at_first():
    assert_plays_alike(AlikeAtFirst())


class Rare(InPlace):
    """What only one line of play in thousands sets."""

    def initial_state(self):
        return {"board": [0] * 8, "turn": 0, "ko": None}

    def current_player(self, state):
        return state["turn"] % 2

    def legal_actions(self, state):
        if state["ko"] is not None:
            return []
        return [cell for cell in range(8) if state["board"][cell] == 0]

    def next_state(self, state, action):
        new = {**state, "board": state["board"][:], "turn": state["turn"] + 1}
        new["board"][action] = new["turn"]
        if new["board"] == [7, 8, 6, 5, 4, 3, 2, 1]:
            new["ko"] = action
        return new

    def returns(self, state):
        return [0.0, 0.0] if state["ko"] is None else [1.0 + state["ko"], -1.0]


class RareAtOnce(Rare):
    def next_state(self, state, action):
        board = state["board"][:]
        board[action] = state["turn"] + 1
        rare = board == [7, 8, 6, 5, 4, 3, 2, 1]
        return {"board": board, "turn": state["turn"] + 1, "ko": action if rare else None}


@pytest.mark.parametrize("game", [Rare, RareAtOnce])
def test_what_is_none_in_all_random_games_may_be_set(game):
    last = {"board": [7, 0, 6, 5, 4, 3, 2, 1], "turn": 7, "ko": None}
    end = game().next_state(last, 1)
    assert end["ko"] == 1
    assert_plays_alike(game(), others=[last, end])


def by_variable(count):
    state = {"board": [0], "count": count}
    total = 0
    for key in ("count", "board"):
        if state[key] == count:
            total += 1
    return total


def of_no_such_key(count):
    state = {"board": [0], "count": count}
    return state["counts"] if count < 0 else 0


def of_another_type(count):
    state = {"board": [0], "count": count}
    state["board"] = count
    return count


def all_values(count):
    state = {"board": [0], "count": count}
    return len(state.values())


@pytest.mark.parametrize(
    ("function", "said"),
    [
        (by_variable, "a variable is the key of a dict whose values are of different types"),
        (of_no_such_key, "the dict has no key 'counts'; its keys are board, count"),
        (of_another_type, r"\['board'\] of the dict is list of ints, and becomes int"),
        (all_values, r"it asks for \.values of a dict whose values are of different types"),
    ],
)
def test_what_is_refused(function, said):
    class Refused(InPlace):
        def next_state(self, state, action):
            function(action)
            return InPlace.next_state(self, state, action)

    with pytest.raises(NotCompilable, match=said):
        gt.Searcher(Refused(), compiled=True).run(simulations=5)
