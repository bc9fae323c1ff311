"""Pig against value iteration, published values and OpenSpiel."""

from __future__ import annotations

import random

import pytest

import gametree as gt
from gametree.errors import BadParameter, IllegalMove
from gametree.games import Pig
from gametree.primitives.rng import Rng
from gametree.views import view_of
from oracles import pig
from positions import after

ROLL, HOLD = 0, 1


def position(mine, theirs, turn, player=0):
    points = (mine, theirs) if player == 0 else (theirs, mine)
    return (points[0] + (points[1] << 10), turn, player, False)


def test_the_published_value_and_threshold():
    """Neller and Presser (2004)."""
    assert round(float(pig.solve()[0, 0, 0]), 4) == 0.5306
    chances = {turn: pig.options(0, 0, turn) for turn in range(1, 40)}
    held = [turn for turn, (rolled, held) in chances.items() if held > rolled]
    assert held == list(range(21, 40))


def test_the_rules_are_those_of_the_values():
    """A position is worth to its player what its best move leads to, by the rules, is worth."""
    game = Pig()
    wins = pig.solve()

    def worth(state):
        """Return the first player's chance to win."""
        if game.is_terminal(state):
            return (1.0 + game.returns(state)[0]) / 2.0
        if game.current_player(state) == gt.CHANCE:
            outcomes = game.chance_outcomes(state)
            return sum(share * worth(game.next_state(state, side)) for side, share in outcomes)
        points, turn, player, _ = state
        both = points & 1023, points >> 10
        mine = float(wins[turn, both[player], both[1 - player]])
        return mine if player == 0 else 1.0 - mine

    chance = random.Random(4)
    for _ in range(1000):
        mine, theirs, turn = chance.randrange(100), chance.randrange(100), chance.randrange(40)
        player = chance.randrange(2)
        state = position(mine, theirs, turn, player)
        after_each = {
            action: worth(game.next_state(state, action)) for action in game.legal_actions(state)
        }
        best = (max, min)[player](after_each.values())
        assert best == pytest.approx(worth(state), abs=1e-6)
        assert (ROLL in after_each) == (mine + turn < 100)
        assert HOLD in after_each


def test_the_search_comes_near_the_value():
    result = gt.search(Pig(), simulations=300_000, seed=1, compiled=True)
    assert abs((1.0 + result.value[0]) / 2.0 - 0.5306) < 0.01
    assert result.action == ROLL


def test_the_search_rolls_and_holds_where_it_matters():
    """To hold by mistake costs 5 % of the wins there, to roll 2 %, or more."""
    chance = random.Random(5)
    clear = {ROLL: [], HOLD: []}
    while min(map(len, clear.values())) < 20:
        mine, theirs, turn = chance.randrange(95), chance.randrange(95), chance.randrange(1, 40)
        rolled, held = pig.options(mine, theirs, turn)
        if mine + turn < 100 and (rolled - held > 0.05 or held - rolled > 0.02):
            clear[ROLL if rolled > held else HOLD].append((mine, theirs, turn))
    for best, found in clear.items():
        for points in found[:20]:
            result = gt.search(Pig(), position(*points), simulations=5000, seed=1, compiled=True)
            assert result.action == best, points


@pytest.mark.parametrize(("score", "players", "games"), [(100, 2, 100), (30, 3, 100), (20, 6, 50)])
def test_random_games_agree_with_openspiel(score, players, games):
    pyspiel = pytest.importorskip("pyspiel")
    game = Pig(score, players)
    rules = pyspiel.load_game(f"pig(winscore={score},players={players},horizon=100000)")
    chance = random.Random(20)
    for _ in range(games):
        state = game.initial_state()
        theirs = rules.new_initial_state()
        while not theirs.is_terminal():
            assert not game.is_terminal(state)
            assert list(game.legal_actions(state)) == theirs.legal_actions()
            assert game.current_player(state) == theirs.current_player()
            if theirs.is_chance_node():
                assert list(game.chance_outcomes(state)) == theirs.chance_outcomes()
            action = chance.choice(theirs.legal_actions())
            state = game.next_state(state, action)
            theirs.apply_action(action)
        assert game.is_terminal(state)
        assert list(game.returns(state)) == theirs.returns()
        assert game.legal_actions(state) == []


def test_both_modes_grow_the_same_tree():
    trees = []
    for compiled in (False, True):
        searcher = gt.Searcher(Pig(), seed=7, compiled=compiled)
        searcher.run(simulations=400)
        trees.append(searcher.tree(max_depth=None).to_dict())
    assert trees[0] == trees[1]


@pytest.mark.parametrize("game", [Pig(), Pig(50, 3), Pig(1, 6)], ids=repr)
def test_positions_of_random_games(game):
    """The ways to move agree, the heuristic keeps to the returns, and texts name the moves."""
    rng = Rng(2)
    for _ in range(20):
        state = game.initial_state()
        while not game.is_terminal(state):
            legal = list(game.legal_actions(state))
            out = [-1] * game.max_actions
            assert out[: game.fill_legal_actions(state, out)] == legal
            estimates = game.heuristic(state)
            assert sum(estimates) == pytest.approx(0.0, abs=1e-9)
            assert all(game.min_return <= each <= 1.0 for each in estimates)
            names = [game.action_to_text(state, action) for action in legal]
            assert [game.text_to_action(state, name.upper()) for name in names] == legal
            if game.current_player(state) == gt.CHANCE:
                action = legal[rng.below(6)]
            else:
                assert set(view_of(game, state).moves) == set(names)
                action = game.random_action(state, rng)
                assert action in legal
            state = game.next_state(state, action)
        assert game.fill_legal_actions(state, [0] * 6) == 0


def test_the_heuristic_is_near_the_exact_values():
    game = Pig()
    chance = random.Random(6)
    errors = []
    for _ in range(500):
        mine, theirs, turn = chance.randrange(80), chance.randrange(80), chance.randrange(20)
        truth = pig.solve()[turn, mine, theirs]
        errors.append((1.0 + game.heuristic(position(mine, theirs, turn))[0]) / 2.0 - truth)
    assert max(map(abs, errors)) < 0.1
    assert sum(map(abs, errors)) / len(errors) < 0.03


def test_text_and_clicks():
    game = Pig()
    state = after(game, "roll", "5", "roll", "6")
    assert game.state_to_text(state) == (
        "player 1: 0\nplayer 2: 0\nplayer 1 to move: 11 in this turn"
    )
    assert view_of(game, state).moves == {"roll": ("roll",), "hold": ("hold",)}
    state = after(game, "roll", "5", "hold", "roll")
    assert game.state_to_text(state) == (
        "player 1: 5\nplayer 2: 0\nplayer 2 to move: 0 in this turn, the die is rolling"
    )
    with pytest.raises(IllegalMove, match="'7' is no legal move here; legal moves are 1, 2, 3"):
        game.text_to_action(state, "7")
    with pytest.raises(IllegalMove, match="'stay' is no legal move here; legal moves are roll"):
        game.text_to_action(game.initial_state(), "stay")


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ((0,), "score must be from 1 to 1000, not 0"),
        ((1001,), "score must be from 1 to 1000, not 1001"),
        ((100, 1), "players must be from 2 to 6, not 1"),
        ((100, 7), "players must be from 2 to 6, not 7"),
        ((99.5,), r"score must be an integer, not 99\.5"),
    ],
)
def test_bad_parameters(parameters, message):
    with pytest.raises(BadParameter, match=message):
        Pig(*parameters)
