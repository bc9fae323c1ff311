"""Tablebases against an independent solver, against published counts, and bad input."""

from __future__ import annotations

import json
from functools import cache

import pytest

import gametree as gt
from gametree import Game, Record
from gametree.errors import BadParameter, TablebaseError
from gametree.games import Chess, ConnectFour, TicTacToe


class Hunt(Game):
    """A hunter and a hare on a graph; the hunter wins by moving onto the hare's field."""

    players = 2
    max_actions = 8

    def __init__(self, edges=((0, 1), (1, 2), (2, 3), (3, 0), (0, 4), (4, 5), (5, 6))):
        self.edges = edges

    def initial_state(self):
        return (0, 2, 0)

    def current_player(self, state):
        return state[2]

    def legal_actions(self, state):
        if self.is_terminal(state):
            return []
        here = state[state[2]]
        return [b if a == here else a for a, b in self.edges if here in (a, b)]

    def next_state(self, state, action):
        hunter, hare, player = state
        return (action, hare, 1) if player == 0 else (hunter, action, 0)

    def is_terminal(self, state):
        return state[0] == state[1]

    def returns(self, state):
        return (1.0, -1.0)


class Scored(Hunt):
    """The catch is worth the number of its field: three kinds of results, one below a draw."""

    def returns(self, state):
        value = float(state[0] % 3 - 1)
        return (value, -value)


def reachable(game):
    found, waiting = {}, [game.initial_state()]
    while waiting:
        state = waiting.pop()
        if state not in found:
            found[state] = [game.next_state(state, each) for each in game.legal_actions(state)]
            waiting += found[state]
    return found


def solved(game):
    """Return the value for player 0 of each state, by repeated sweeps for each result."""
    after = reachable(game)
    ends = {each: game.returns(each)[0] for each in after if game.is_terminal(each)}
    values = {}
    for player, sign in ((0, 1), (1, -1)):
        for result in sorted(set(ends.values()), reverse=sign > 0):
            if sign * result <= 0:
                continue
            won = {each for each, value in ends.items() if sign * value >= sign * result}
            grows = True
            while grows:
                more = {
                    each
                    for each, below in after.items()
                    if each not in won and each not in ends
                    if (any if game.current_player(each) == player else all)(
                        state in won for state in below
                    )
                }
                won |= more
                grows = bool(more)
            for each in won:
                values.setdefault(each, result)
    return {each: values.get(each, 0.0) for each in after}


@pytest.mark.parametrize("game", [Hunt(), Scored(), Hunt(((0, 1), (1, 2)))])
def test_recurring_positions_against_an_independent_solver(game):
    table = gt.tablebase(game, compiled=False)
    values = solved(game)
    assert len(table) == len(values)
    assert {each: table.value(each).returns[0] for each in values} == values
    for state, value in values.items():
        found, moves = table.value(state), table.moves(state)
        if not moves:
            assert found.distance == 0 or game.is_terminal(state)
        elif found.distance is not None:
            assert moves[0].returns == found.returns
            assert moves[0].distance == found.distance
        assert (found.distance is None) <= (value == 0)


def test_both_modes_give_the_same_table():
    game = Scored()
    interpreted, compiled = (gt.tablebase(game, compiled=each) for each in (False, True))
    assert compiled.summary() == interpreted.summary()
    for state in reachable(game):
        assert compiled.value(state) == interpreted.value(state) is not None


@cache
def ending(piece):
    return gt.tablebase(Chess(fen=f"8/8/8/8/8/2k5/8/K{piece}6 w - - 0 1"), compiled=True)


def test_chess_endings_have_the_published_counts_and_longest_mates():
    for piece, white, mates, plies in (("Q", 144_508, 364, 19), ("R", 175_168, 216, 31)):
        rows = {(each["player"], each["return"]): each for each in ending(piece).summary()}
        assert rows[0, 1.0]["positions"] == white
        assert rows[0, 1.0]["longest"] == plies
        assert rows[1, -1.0]["longest"] == plies + 1
        assert rows[None, 1.0]["positions"] == mates
        assert (0, 0.0) not in rows


def test_a_mate_is_played_to_the_end():
    table = ending("R")
    record = Record(table.game)
    plies = table.value(record.state).distance
    for left in range(plies, 0, -1):
        move = table.moves(record.state)[0]
        assert move.distance == left
        record.play(move.action)
    assert tuple(record.returns) == (1.0, -1.0)


@pytest.mark.parametrize("compiled", [False, True])
def test_a_search_takes_the_values_as_proofs(compiled):
    game = TicTacToe()
    first = game.initial_state()
    starts = [game.next_state(first, each) for each in game.legal_actions(first)]
    table = gt.tablebase(game, starts, compiled=False)
    assert table.value(first) is None
    result = gt.search(table.rules(), simulations=100, compiled=compiled)
    assert result.proof.value == (0.0, 0.0)
    assert result.simulations <= 20
    for each in result.actions:
        assert each.proven in (None, table.value(game.next_state(first, each.action)).returns[0])
    with pytest.raises(gt.FinishedPosition):
        gt.search(table.rules(), starts[0], simulations=10, compiled=False)


def test_a_file(tmp_path):
    table = gt.tablebase(Hunt(), compiled=False)
    path = table.save(tmp_path / "hunt.tablebase")
    again = gt.Tablebase.load(path, Hunt())
    assert again.summary() == table.summary()
    assert json.dumps(table.summary())
    with pytest.raises(TablebaseError, match="a tablebase of Hunt"):
        gt.Tablebase.load(path, Hunt(((0, 1), (1, 2))))
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(TablebaseError, match="damaged"):
        gt.Tablebase.load(path, Hunt())
    with pytest.raises(TablebaseError, match="cannot be read"):
        gt.Tablebase.load(tmp_path / "none", Hunt())


def test_a_review_knows_the_tablebase_of_the_rules(tmp_path, monkeypatch):
    monkeypatch.setenv("GAMETREE_DATA_DIR", str(tmp_path))
    game = TicTacToe()
    gt.tablebase(game, compiled=False).save()
    record = Record(game)
    for action in (4, 1, 0, 2):
        record.play(action)
    review = gt.review(record, simulations=1, compiled=False)
    assert [each.grade for each in review.moves] == ["", "blunder", "", ""]
    assert all(each.proven for each in review.moves)
    assert all(each["proven"] for each in review.expected)


def test_games_that_have_no_tablebase():
    for game, words in (
        (gt.games.load("pig"), "chance"),
        (gt.games.load("kuhn_poker"), "does not know"),
        (gt.games.load("same_game", rows=3, columns=3), "two players"),
        (ConnectFour(), "more than 1,000 positions"),
    ):
        with pytest.raises(BadParameter, match=words):
            gt.tablebase(game, positions=1000, compiled=False)
    with pytest.raises(BadParameter, match="no state"):
        gt.tablebase(Hunt(), [], compiled=False)


def test_returns_without_a_constant_sum():
    class Odd(Hunt):
        def returns(self, state):
            return (1.0, float(state[0]))

    with pytest.raises(BadParameter, match="different sums"):
        gt.tablebase(Odd(), compiled=False)
