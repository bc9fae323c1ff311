"""The solved positions, played again and, as far as time allows, solved again."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from gametree.games import ConnectFour, Othello
from oracles import othello_endgame, solved

CONNECT_FOUR = solved.connect_four()
OTHELLO = solved.othello()


def state_of(game, position):
    state = game.initial_state()
    for text in position.moves:
        state = game.next_state(state, game.text_to_action(state, text))
    return state


def in_brackets(position):
    return position.group, position.grade


def test_there_are_as_many_as_said():
    assert Counter(map(in_brackets, CONNECT_FOUR)) == {
        ("opening", "easy"): 300,
        ("opening", "medium"): 300,
        ("opening", "hard"): 300,
        ("middle", "easy"): 300,
        ("middle", "medium"): 300,
        ("end", "easy"): 300,
    }
    assert Counter(map(in_brackets, OTHELLO)) == {("10 empties", ""): 300, ("14 empties", ""): 300}


@pytest.mark.parametrize("positions", [CONNECT_FOUR, OTHELLO], ids=["connect_four", "othello"])
def test_none_comes_twice_and_the_move_matters(positions):
    assert len({(position.boards, position.mover) for position in positions}) == len(positions)
    for position in positions:
        assert 0 < len(position.keeping) < len(position.values)
        assert position.highest <= position.keeping or positions is CONNECT_FOUR


def test_no_position_of_connect_four_is_the_mirror_image_of_another():
    def mirrored(board):
        return sum((board >> 7 * column & 127) << 7 * (6 - column) for column in range(7))

    boards = {position.boards for position in CONNECT_FOUR}
    for first, second in boards:
        image = (mirrored(first), mirrored(second))
        assert image == (first, second) or image not in boards


def test_connect_four_is_played_to_these_positions():
    game = ConnectFour()
    stones = {"opening": range(4, 14), "middle": range(14, 29), "end": range(29, 41)}
    for position in CONNECT_FOUR:
        mine, both = state_of(game, position)
        expected = (mine, both ^ mine) if position.mover == 0 else (both ^ mine, mine)
        assert position.boards == expected
        assert len(position.moves) in stones[position.group]
        assert list(position.values) == game.legal_actions((mine, both))


def test_othello_is_played_to_these_positions():
    game = Othello()
    for position in OTHELLO:
        mine, theirs, _, player = state = state_of(game, position)
        assert position.boards == ((mine, theirs) if player == 0 else (theirs, mine))
        assert position.mover == player
        assert f"{64 - (mine | theirs).bit_count()} empties" == position.group
        assert list(position.values) == game.legal_actions(state)


def test_othello_solved_again():
    for position in [*OTHELLO[:300:10], *OTHELLO[300::50]]:
        boards = position.boards if position.mover == 0 else position.boards[::-1]
        assert othello_endgame.move_scores(*boards) == position.values


def test_ends_of_connect_four_solved_again():
    game = ConnectFour()

    @cache
    def worth(state):
        """Return 43 less the stones at the end if the player to move wins, or its negative."""
        if game.is_terminal(state):
            return state[1].bit_count() - 43 if any(game.returns(state)) else 0
        return max(-worth(game.next_state(state, each)) for each in game.legal_actions(state))

    late = [position for position in CONNECT_FOUR if len(position.moves) >= 32]
    assert len(late) > 150
    for position in late:
        worth.cache_clear()
        state = state_of(game, position)
        for move, plies in position.values.items():
            left = 43 - len(position.moves) - abs(plies)
            found = -worth(game.next_state(state, move))
            assert found == (left if plies > 0 else -left if plies < 0 else 0)


def test_wins_and_losses_at_once():
    game = ConnectFour()

    def wins(state):
        following = [game.next_state(state, each) for each in game.legal_actions(state)]
        return any(any(game.returns(each)) for each in following if game.is_terminal(each))

    for position in CONNECT_FOUR:
        state = state_of(game, position)
        for move, plies in position.values.items():
            after = game.next_state(state, move)
            over = game.is_terminal(after)
            assert (plies == 1) == (over and any(game.returns(after)))
            assert (plies == -2) == (not over and wins(after))
            assert plies % 2 == (plies > 0)
            assert abs(plies) <= 42 - len(position.moves)
