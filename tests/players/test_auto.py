"""The player that chooses for itself: what it chooses, and that it plays."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

import gametree as gt
from gametree import games
from gametree.players import auto, random_games
from gametree.players.auto import plan_for
from gametree.players.game_length import game_length
from gametree.players.registry import make_player
from toys import Gather, OneHeap, Pig, Ring, Wheel


@pytest.fixture(autouse=True)
def _all_games_of_the_sample(monkeypatch):
    """On the slowest machine as well."""
    monkeypatch.setattr(random_games, "_SECONDS", 60.0)


@dataclass
class Equal(OneHeap):
    """A game that cannot be hashed."""

    counters: int = 3


def test_a_game_is_measured_once_even_if_it_cannot_be_hashed():
    game = Equal()
    assert plan_for(game) is plan_for(game)
    assert plan_for(game) is not plan_for(Equal())
    assert game_length(game) == game_length(Equal()) == 3


def reason_for(game, beginning):
    return next(each for each in plan_for(game).reasons if each.startswith(beginning))


def test_a_game_with_all_that_is_needed():
    plan = plan_for(games.TicTacToe())
    assert plan.options["solver"] is True
    assert "evaluation" not in plan.options
    assert reason_for(games.TicTacToe(), "proofs: 60 random games")
    assert reason_for(games.TicTacToe(), "playouts to the end: the game has no heuristic")


@pytest.mark.parametrize(
    ("game", "why"),
    [
        (Gather(3), "outside its min_return and max_return"),
        (Gather(2, 3, scale=0.01), "do not sum to 0"),
        (Wheel(), "outside its min_return and max_return"),
    ],
    ids=["three players", "no constant sum", "out of range"],
)
def test_games_without_proofs(game, why):
    plan = plan_for(game)
    assert plan.options["solver"] is False
    assert plan.options["transpositions"] is False
    assert why in reason_for(game, "no proofs: ")


def test_a_position_that_depends_on_its_past_is_not_shared():
    game = Ring("draw")
    assert plan_for(game).options["transpositions"] is False


class Guess(gt.Game):
    """A hundred moves of either player, interpreted: its heuristic costs nothing beside them."""

    interpreted_only = True

    def initial_state(self):
        return (0, 0)

    def current_player(self, state):
        return state[0] % 2

    def legal_actions(self, state):
        return list(range(5 if state[0] < 200 else 0))

    def next_state(self, state, action):
        return (state[0] + 1, (state[1] + action) % 3)

    def returns(self, state):
        return (1.0, -1.0) if state[1] else (-1.0, 1.0)

    def heuristic(self, state):
        return (0.0, 0.0)


def test_a_heuristic_takes_the_place_of_long_playouts():
    plan = plan_for(Guess())
    assert plan.options["evaluation"].evaluation.max_plies == 0
    assert isinstance(plan.options["selection"], gt.PUCT)
    assert reason_for(Guess(), "PUCT, with priors from the heuristic of each move")
    assert reason_for(Guess(), "the heuristic instead of playouts: ")


@pytest.mark.parametrize(
    ("game", "temperature"),
    [
        (games.ConnectFour(), 0.5),
        (games.Othello(), 0.25),
        (games.Othello(score="discs"), 4.0),
        (games.UltimateTicTacToe(), 0.25),
    ],
    ids=str,
)
def test_priors_are_as_sharp_as_the_heuristic_is_loud(monkeypatch, game, temperature):
    monkeypatch.setattr(auto, "_speed", lambda searcher: 1.0)
    assert plan_for(game).options["evaluation"].temperature == temperature


def test_where_all_moves_look_alike_the_returns_say_what_is_much():
    class Mute(Guess):
        def returns(self, state):
            return self.heuristic(state)

    assert plan_for(Mute()).options["evaluation"].temperature == 1.0


def test_a_heuristic_that_is_far_slower_than_playouts_is_left_out(monkeypatch):
    def speed(searcher):
        return 10.0 if searcher._engine.method.evaluation.max_plies == 0 else 41.0

    monkeypatch.setattr(auto, "_speed", speed)
    plan = plan_for(Guess())
    assert "evaluation" not in plan.options
    assert isinstance(plan.options["selection"], gt.UCB1)
    assert "only 0.24 times as many" in plan.reasons[-1]


@pytest.mark.parametrize("game", [games.TicTacToe(), Pig(8), Ring("draw"), Gather(3)], ids=str)
def test_it_plays_to_the_end(game):
    player = make_player("mcts:auto,simulations=30")
    record = gt.Record(game)
    player.begin(game, 0, seed=1)
    rng = gt.Rng(5)
    while not record.over:
        if record.player == gt.CHANCE:
            outcomes = [action for action, _ in game.chance_outcomes(record.state)]
            record.play(outcomes[rng.below(len(outcomes))])
        else:
            record.play(player.choose(record, None).action)
    player.end()
    assert record.over


class RarelyMore(gt.Game):
    """One player: of three moves the last one, after two others, returns more than it may."""

    players = 1
    interpreted_only = True

    def initial_state(self):
        return ()

    def current_player(self, state):
        return 0

    def legal_actions(self, state):
        return [0, 1, 2] if len(state) < 6 else []

    def next_state(self, state, action):
        return (*state, action)

    def returns(self, state):
        return (5.0,) if state == (2, 1, 2, 1, 2, 2) else (0.0,)


def test_what_the_sample_did_not_show_costs_only_the_proofs():
    game = RarelyMore()
    assert plan_for(game).options["solver"] is True
    player = make_player("mcts:auto,simulations=3000")
    player.begin(game, 0, seed=1)
    record = gt.Record(game)
    while not record.over:
        record.play(player.choose(record, None).action)
    assert record.returns == [5.0]


def test_it_chooses_alone():
    with pytest.raises(gt.BadParameter, match="auto chooses how to search by itself"):
        make_player("mcts:auto,c=0.7")
    assert make_player("mcts").explain(games.Nim()) == ()
    assert make_player("mcts:auto").explain(games.Nim())[0].startswith("UCB1")


def test_threads_on_one_tree_go_without_transpositions():
    game = games.TicTacToe()
    player = make_player("mcts:auto,simulations=1000000,workers=2,parallel=tree")
    reasons = player.explain(game)
    assert reasons[-1].startswith("no transpositions: threads")
    assert len(reasons) == len(plan_for(game).reasons)
    assert reason_for(game, "transpositions: ")  # as before, for others
    player.begin(game, 0, seed=1)
    assert player.think(gt.Record(game), None).proof.value == (0.0, 0.0)


@pytest.mark.parametrize(("way", "why"), [("tree", "one tree for 2"), ("root", "a tree for each")])
def test_several_workers_share_a_tree_where_that_is_fast(monkeypatch, way, why):
    asked = []

    def better(one_tree, trees):
        asked.append(one_tree)
        return one_tree if way == "tree" else trees

    monkeypatch.setattr("gametree.mcts.setup.better", better)
    game = games.TicTacToe()
    player = make_player("mcts:auto,simulations=500,workers=2")
    assert why in player.explain(game)[-1]
    for seed in (1, 2):
        player.begin(game, 0, seed)
        assert player.think(gt.Record(game), None).simulations == 500
        assert player._searcher.parallel == way
        assert player._options["transpositions"] is (way == "root")
        player.end()
    assert len(asked) == 1  # and no more while the clock runs
    assert make_player("mcts:auto").explain(game) == plan_for(game).reasons


def test_interpreted_each_worker_has_a_tree():
    player = make_player("mcts:auto,simulations=60,workers=2")
    game = Guess()
    player.begin(game, 0, seed=1)
    assert player.think(gt.Record(game), None).simulations == 60
    assert "a tree for each" in player.explain(game)[-1]
    player.end()


def test_a_way_that_is_none_is_refused():
    player = make_player("mcts:auto,simulations=60,workers=2,parallel=leaf")
    with pytest.raises(gt.BadParameter, match="'root', 'tree', 'auto'"):
        player.begin(games.TicTacToe(), 0, seed=1)
