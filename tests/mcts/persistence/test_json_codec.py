"""States are read as what they were, or are not saved."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import pytest

import gametree as gt
from gametree.mcts.persistence.json_codec import JsonCodec
from gametree.mcts.searcher import Searcher
from toys import OneHeap


class Pair(NamedTuple):
    left: tuple
    right: float


@dataclass(frozen=True)
class Cell:
    content: tuple


CELL = np.dtype((np.record, [("heap", "i8", (3,)), ("player", "i4")]))


class Kinds(OneHeap):
    def initial_state(self):
        return [Pair((1, 2), 0.5), np.zeros(1, CELL)[0], {"cell": Cell(())}]


@pytest.mark.parametrize(
    "value",
    [
        None,
        True,
        -(1 << 80),
        -(7 << 20_000),
        0.1,
        float("-inf"),
        "Zug \ud800 \0",
        b"\xff\0",
        (),
        ((1, (2.0,)), [3, [None]]),
        Pair((Pair((), 1.0), 3), -0.0),
        {2: "two", (1,): {"one": [1]}},
        Cell((4, "x")),
        np.int64(-3),
        np.float32(0.1),
        np.bool_(True),
        np.arange(12.0).reshape(3, 4)[:, ::2],
        np.array([((1, 2, 3), 1)], CELL)[0],
        np.array([((1, 2, 3), 1)], CELL),
    ],
    ids=lambda value: (
        f"{type(value).__name__} {str(value)[:20]!a}"
        if not isinstance(value, int)
        else f"{value.bit_length()} bits"
    ),
)
def test_states_are_read_as_what_they_were(value):
    read = JsonCodec(Kinds()).decode(json.loads(json.dumps(JsonCodec(Kinds()).encode(value))))
    assert type(read) is type(value)
    if not isinstance(value, int):
        assert repr(read) == repr(value)
    if hasattr(value, "dtype"):
        assert read.dtype == value.dtype
        assert read.tobytes() == value.tobytes()
    else:
        assert read == value


class Other(NamedTuple):
    left: int


@dataclass
class Refused:
    left: int


class Number(int):
    pass


@pytest.mark.parametrize(
    "value",
    [{1}, object(), Refused(1), Other(1), Number(3), np.array([None]), np.zeros(1, "i4,i4")[0]],
)
def test_states_that_cannot_be_read_again_are_refused(value):
    with pytest.raises(gt.BadParameter, match="cannot be saved: a state or an action holds"):
        JsonCodec(Kinds()).encode([value])


def test_a_search_with_such_states_is_not_saved(path):
    class Objects(OneHeap):
        def initial_state(self):
            return {3}

        def current_player(self, state):
            return 0

        def legal_actions(self, state):
            return range(max(state))

        def next_state(self, state, action):
            return {action}

    class Lists(Objects):
        def initial_state(self):
            return [3]

        def legal_actions(self, state):
            return range(len(state))

    searcher = Searcher(Objects(), seed=1, compiled=False, method="uct")
    with pytest.raises(gt.BadParameter, match="of type set"):
        searcher.save(path)
    ring = [()]
    ring.append(ring)
    with pytest.raises(gt.BadParameter, match="nested too deep"):
        Searcher(Lists(), history=[ring], compiled=False, method="uct").save(path)
    assert not path.exists()


def test_nothing_in_a_file_is_looked_up_or_run():
    for spelled in (
        {"named": ["os._wrap_close", []]},
        {"record": ["O", None, "00" * 8]},
        {"numpy": ["O", [1], "00" * 8]},
        {"numpy": ["i4,O", [1], "00" * 12]},
        {"tuple": [{}]},
        {"eval": "1"},
        [1],
    ):
        with pytest.raises((KeyError, TypeError, ValueError)):
            JsonCodec(Kinds()).decode(spelled)
