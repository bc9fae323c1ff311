"""Games of a search against itself: what is written down is what happened."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

import pytest

from gametree.actors import CHANCE, actor_at
from gametree.games import TicTacToe
from gametree.learn.self_play.played_positions import FEATURES, PLIES, POSITIONS, SIMULATIONS
from gametree.networks.blueprint import blueprint_of
from self_played import games_of, lists_of, maker_for, noted_games, rows_of
from toys import Endless, Gather, Pig, Ring

GAME = TicTacToe()


@cache
def worth(state):
    """Return what the player to move gets under best play."""
    if GAME.is_terminal(state):
        return GAME.returns(state)[GAME.current_player(state)]
    return max(-worth(GAME.next_state(state, action)) for action in GAME.legal_actions(state))


@pytest.fixture(scope="module")
def played():
    """Games of tic-tac-toe with the positions that were written down."""
    return noted_games(GAME, 30, seed=1)


@pytest.fixture(scope="module")
def compiled():
    return maker_for(GAME, seed=1, compiled=True)


def test_both_modes_play_the_same_games(compiled, played):
    theirs = [lists_of(game) for game in games_of(compiled, len(played))]
    assert [lists_of(game) for game, _ in played] == theirs


def following(game, state):
    """Return the positions after a player's move, past all that chance may do."""
    after = [game.next_state(state, action) for action in game.legal_actions(state)]
    found = []
    while after:
        state = after.pop()
        if not game.is_terminal(state) and game.current_player(state) == CHANCE:
            after += [game.next_state(state, action) for action in game.legal_actions(state)]
        else:
            found.append(state)
    return found


def assert_whole(game, played, positions):
    """Check that the positions are one game, from the end of its opening on to its returns."""
    assert played.used[POSITIONS] == len(positions) == len(played.movers) > 0
    assert played.movers.tolist() == [game.current_player(state) for state in positions]
    for before, after in pairwise(positions):
        assert after in following(game, before)
    ends = [each for each in following(game, positions[-1]) if game.is_terminal(each)]
    assert played.returns.tolist() in [list(game.returns(end)) for end in ends]


def assert_sound(game, played, positions):
    """Check features, shares and values of all positions."""
    blueprint = blueprint_of(game)
    assert played.used[FEATURES] == len(played.features) == played.feature_ends[-1]
    for found, state in zip(rows_of(played.features, played.feature_ends), positions, strict=True):
        room = [0] * blueprint.features.most
        assert (
            found.tolist()
            == room[: blueprint.features.collect(game, state, actor_at(game, state), room, 0)]
        )
    taught = 0
    for position, (actions, shares) in enumerate(
        zip(
            rows_of(played.actions, played.action_ends),
            rows_of(played.shares, played.action_ends),
            strict=True,
        )
    ):
        if len(actions):
            taught += 1
            assert sum(shares.tolist()) == pytest.approx(1.0, abs=1e-12)
            assert (shares >= 0.0).all()
            legal = list(game.legal_actions(positions[position]))
            numbers = [blueprint.actions.number(action) for action in legal]
            assert sorted(actions.tolist()) == sorted(numbers)
    return taught


def test_tic_tac_toe_is_played_by_its_rules(played):
    taught = 0
    for game, positions in played:
        assert_whole(GAME, game, positions)
        taught += assert_sound(GAME, game, positions)
    total = sum(len(positions) for _, positions in played)
    assert 0.3 * total < taught < 0.7 * total  # a half, of some 150


@pytest.mark.parametrize("game", [Gather(3, 6), Pig(6)], ids=lambda game: game.name)
def test_games_of_three_and_of_chance_are_played_by_their_rules(game):
    taught = 0
    for played, positions in noted_games(game, 12, seed=1):
        assert_whole(game, played, positions)
        taught += assert_sound(game, played, positions)
        assert len(played.returns) == game.players
        assert played.values.shape == (game.players * len(positions),)
    assert taught > 10


def test_what_is_proven_is_true(played):
    proven = 0
    for game, positions in played:
        for place, state in enumerate(positions):
            if game.proven[place]:
                proven += 1
                value = game.values[2 * place + GAME.current_player(state)]
                assert value == worth(state)
                assert game.values[2 * place] == -game.values[2 * place + 1]
    assert proven > 30
    values = {game.values[2 * place] for game, _ in played for place in range(len(game.movers))}
    assert {-1.0, 0.0, 1.0} < values


def test_a_proven_position_teaches_one_best_move(played):
    kinds = set()
    for game, positions in played:
        actions = rows_of(game.actions, game.action_ends)
        for place, shares in enumerate(rows_of(game.shares, game.action_ends)):
            if game.proven[place] and len(shares):
                assert sorted(shares.tolist()) == [0.0] * (len(shares) - 1) + [1.0]
                state = positions[place]
                after = GAME.next_state(state, int(actions[place][shares.argmax()]))
                assert -worth(after) == worth(state)
                kinds.add(worth(state))
    assert kinds >= {0, 1}


def test_from_a_proven_position_on_its_value_is_played_for(played):
    followed = 0
    for game, _ in played:
        values = [*game.values.reshape(-1, 2).tolist(), game.returns.tolist()]
        proven = [*game.proven.tolist(), 1]
        for place in range(len(game.movers)):
            if proven[place] and proven[place + 1]:
                assert values[place] == values[place + 1]
                followed += 1
    assert followed > 20


def test_the_board_is_written_down_as_the_network_sees_it(played):
    blueprint = blueprint_of(GAME)
    for game, positions in played[:5]:
        for cells, state in zip(game.cells.reshape(-1, 9).tolist(), positions, strict=True):
            room = [0] * 9
            blueprint.features.codes(GAME, state, actor_at(GAME, state), room)
            blueprint.board.settle(room)
            assert cells == room


def test_without_an_opening_games_begin_at_the_first_position():
    games = noted_games(GAME, 4, seed=2, opening=0.0)
    assert {positions[0] for _, positions in games} == {GAME.initial_state()}
    assert [game.used[PLIES] for game, _ in games] == [len(positions) for _, positions in games]


def test_openings_are_random_moves_that_are_not_written_down(played):
    """Of at most four moves; those that leave the game open are kept."""
    begun = [GAME.initial_state() != positions[0] for _, positions in played]
    assert 5 < sum(begun) < 30
    for game, positions in played:
        stones = (positions[0][0] | positions[0][1]).bit_count()
        assert stones <= 4
        assert game.used[PLIES] == stones + len(positions)


def test_an_opening_that_decides_the_game_is_passed_over():
    """That is known by proofs; positions of six stones or fewer are soon proven."""
    decided = []
    for openings in (50.0, 1.0):
        games = noted_games(GAME, 4, seed=3, opening=6.0, openings=openings, short=200.0)
        decided.append(sum(worth(positions[0]) != 0 for _, positions in games))
    assert decided[0] == 0
    assert decided[1] >= 3


def test_a_search_takes_its_simulations():
    """None is proven before so few simulations are over, in a game without an end."""
    ((game, positions),) = noted_games(Ring("draw"), 1, seed=2, opening=0.0, warm=0.0, noise=0.0)
    taught = sum(len(each) > 0 for each in rows_of(game.actions, game.action_ends))
    searches = 12 + 40 * taught + 12 * (len(positions) - taught)  # the first looks at the opening
    assert game.used[SIMULATIONS] <= searches


def test_positions_that_come_back_end_the_game():
    for seed in range(4):
        ((game, positions),) = noted_games(Ring("draw"), 1, seed=seed)
        reached_end = any(after[0] == 7 for after in following(Ring("draw"), positions[-1]))
        assert len(set(positions)) == len(positions)
        if game.returns.tolist() == [0.0, 0.0]:
            assert set(following(Ring("draw"), positions[-1])) & set(positions)
        else:
            assert reached_end


class Loop(Ring):
    """A ring of three places, on which nobody wins but by leaving no move that is permitted."""

    SIZE = 3


def test_who_has_no_permitted_move_loses():
    game = Loop("forbidden")
    for played, positions in noted_games(game, 12, seed=1):
        assert len(set(positions)) == len(positions)
        mover = played.movers[-1]  # who left none
        assert played.returns[mover] == 1.0 == -played.returns[1 - mover]


def test_games_without_an_end_are_given_up():
    maker = maker_for(Endless(), longest=30.0)
    assert [maker.game_played(number) for number in range(3)] == [None] * 3


def test_a_game_over_in_its_opening_teaches_nothing():
    maker = maker_for(Pig(2), opening=60.0, openings=1.0)
    results = [maker.game_played(number) for number in range(30)]
    assert None in results


def test_late_moves_are_the_best_ones():
    """Without noise and warm moves, the same position has the same move each time."""
    chosen = {}
    for warm in (0.0, 9.0):
        games = noted_games(GAME, 10, seed=4, warm=warm, noise=0.0, opening=0.0, long_share=0.0)
        moves = {
            (before, after)
            for _, positions in games
            for before, after in pairwise(positions)
            if before == (0, 0)
        }
        chosen[warm] = len(moves)
    assert chosen[0.0] < chosen[9.0]
