"""Flat Monte Carlo, and MCTS."""

from __future__ import annotations

import time

import pytest

import gametree as gt
from gametree.games import ConnectFour, TicTacToe
from gametree.players.registry import make_player


class Plain(TicTacToe):
    interpreted_only = True


def started(spec, game=None, seed=1, seat=0):
    player = make_player(spec)
    player.begin(game or Plain(), seat, seed)
    return player


def played(game, *actions):
    record = gt.Record(game)
    for action in actions:
        record.play(action)
    return record


def test_flat_gives_every_move_as_many_playouts():
    player = started("flat")
    game = Plain()
    player.begin(game, 0, 1)
    result = player.think(gt.Record(game), gt.Limit(simulations=90))
    assert [move.visits for move in result.actions] == [10] * 9
    assert result.max_depth == 1


@pytest.mark.parametrize("spec", ["flat:simulations=300", "mcts:simulations=300"])
def test_wins_in_one_are_found(spec):
    for seed in range(5):
        record = played(Plain(), 0, 3, 1, 4)
        choice = started(spec, seed=seed).choose(record, None)
        assert choice.action == 2
        assert choice.statistics["simulations"] == 300


def test_flat_looks_one_move_ahead_only():
    assert (
        started("flat").choose(gt.Record(Plain()), gt.Limit(simulations=50)).statistics["depth"]
        == 1
    )


def game_of(spec, seed):
    record = gt.Record(Plain())
    players = [started(spec, record.game, seed + seat, seat) for seat in range(2)]
    kept = []
    while not record.over:
        choice = players[record.player].choose(record, None)
        kept.append(choice.statistics["kept"])
        record.play(choice.action)
    return record.actions, kept


def test_mcts_follows_the_record_and_keeps_its_tree():
    actions, kept = game_of("mcts:simulations=200", 3)
    assert kept[:2] == [0, 0]
    assert all(kept[2:-1])
    assert game_of("mcts:simulations=200", 3) == (actions, kept)


def test_without_reuse_no_tree_is_kept():
    actions, kept = game_of("mcts:simulations=200,reuse=false", 3)
    assert set(kept) == {0}
    assert game_of("mcts:simulations=200,reuse=false", 3) == (actions, kept)


def test_moves_may_be_taken_back():
    player = started("mcts:simulations=100")
    record = gt.Record(player.game)
    record.play(player.choose(record, None).action)
    record.play(record.legal_actions()[0])
    player.choose(record, None)
    record.take_back(2)
    assert player.choose(record, None).action in record.legal_actions()


def test_a_limit_of_its_own_counts_before_that_of_the_match():
    record = gt.Record(Plain())
    limit = gt.Limit(simulations=70)
    own = started("mcts:simulations=30").choose(record, limit)
    assert own.statistics["simulations"] == 30
    given = started("mcts").choose(record, limit)
    assert given.statistics["simulations"] == 70


@pytest.mark.parametrize("kind", ["mcts", "flat"])
def test_without_any_limit_it_says_so(kind):
    player = started(kind)
    assert player.needs_limit
    with pytest.raises(gt.BadParameter, match=f"{kind}:simulations=1000"):
        player.choose(gt.Record(Plain()), None)


def test_options_of_selection_are_part_of_a_description():
    rule = make_player("mcts:c=0.5,first_play=0.8").options["selection"]
    assert repr(rule) == "FirstPlay(rule=UCB1(c=0.5), urgency=0.8)"
    options = make_player("mcts:bias=2,heuristic_priors=0.5,playout=mast").options
    assert repr(options["selection"]) == "ProgressiveBias(rule=UCB1(c=1.4), weight=2.0)"
    assert options["evaluation"].temperature == 0.5
    assert isinstance(options["evaluation"].evaluation.policy, gt.MAST)
    with pytest.raises(gt.BadParameter, match="needs priors"):
        started("mcts:bias=2")
    rule = make_player("mcts:widening=2").options["selection"]
    assert repr(rule) == "Widening(rule=UCB1(c=1.4), k=2.0, alpha=0.5, near=0.5)"
    rule = make_player("mcts:c=0.5,halving=8").options["selection"]
    assert (repr(rule.rule), rule.considered) == ("UCB1(c=0.5)", 8)
    for limit in ("seconds=1", "clock=60"):
        with pytest.raises(gt.BadParameter, match="halving shares out a number of simulations"):
            make_player(f"mcts:{limit},halving=8")
    assert make_player("mcts:halving=8").needs_simulations
    assert not make_player("mcts:simulations=50,seconds=1,halving=8").needs_simulations
    for other in ("first_play=0.8", "halving=8"):
        with pytest.raises(gt.BadParameter, match="auto chooses how to search by itself"):
            make_player(f"mcts:auto,{other}")


def test_parameters_of_selection_rules():
    with pytest.raises(gt.BadParameter, match="selection=puct has no rave_bias"):
        started("mcts:simulations=50,selection=puct,rave_bias=0.1")
    actions = [game_of(f"mcts:simulations=60,selection=grave,ref={ref}", 3)[0] for ref in (0, 30)]
    assert actions[0] != actions[1]


def test_the_parameters_reach_the_search():
    player = started("mcts:simulations=50,max_plies=0,selection=puct,expand_after=2")
    choice = player.choose(gt.Record(Plain()), None)
    # Playouts that are cut off at once are draws, unless the game is over.
    assert choice.statistics["value"] == 0.0
    with pytest.raises(gt.BadParameter, match="heuristic"):
        started("mcts:simulations=50,epsilon=0.1")


# Time.


class Ticks:
    """A clock on which nothing takes time but what is told."""

    def __init__(self):
        self.now = 0.0

    def perf_counter(self):
        return self.now


def test_following_the_game_is_part_of_the_time(monkeypatch):
    ticks = Ticks()
    monkeypatch.setattr("gametree.players.searching.time", ticks)
    limits = []

    class Noting(gt.Searcher):
        def advance(self, action):
            ticks.now += 0.25
            super().advance(action)

        def run(self, limit):
            limits.append(limit)
            return super().run(simulations=10)

    monkeypatch.setattr("gametree.players.searching.Searcher", Noting)
    player = started("mcts")
    limit = gt.Limit(seconds=1.0, longest=3.0)
    player.choose(gt.Record(Plain()), limit)
    player.choose(played(Plain(), 4, 0), limit)
    assert limits == [limit, gt.Limit(seconds=0.5, longest=2.5)]


def test_a_clock_of_its_own_is_shared_out(monkeypatch):
    ticks = Ticks()
    monkeypatch.setattr("gametree.players.searching.time", ticks)
    limits = []

    class Noting(gt.Searcher):
        def run(self, limit):
            limits.append(limit)
            ticks.now += limit.longest
            return super().run(simulations=10)

    monkeypatch.setattr("gametree.players.searching.Searcher", Noting)
    player = started("mcts:clock=60+0.5")
    assert not player.needs_limit
    record = gt.Record(Plain())
    while not record.over:
        record.play(player.choose(record, None).action)
    assert ticks.now < 60.0 + 0.5 * len(limits)
    assert all(limit.longest >= limit.seconds > 0.5 for limit in limits)
    assert limits[-1].seconds < limits[0].seconds


def test_what_is_compiled_is_compiled_before_the_clock_runs(monkeypatch):
    from gametree.native import build

    compiled = []

    def noting(function, *arguments):
        compiled.append(function.__name__)
        return compile_function(function, *arguments)

    compile_function = build.compile_function
    monkeypatch.setattr(build, "compile_function", noting)
    player = make_player("mcts:simulations=200")
    player.begin(TicTacToe(), 0, 1)
    ready = {*compiled}
    record = gt.Record(player.game)
    while not record.over:
        record.play(player.choose(record, None).action)
    assert {*compiled} == ready == {"copy_subtree"}


def test_a_clock_and_simulations_go_together():
    choice = started("mcts:clock=600,simulations=40").choose(gt.Record(Plain()), None)
    assert choice.statistics["simulations"] == 40


@pytest.mark.parametrize(
    ("parameters", "sentence"),
    [
        ("clock=60,seconds=1", "give seconds, for each move, or clock, for a game, not both"),
        ("clock=1:30", "a time control is seconds for the game"),
        ("clock=60,ponder=true,reuse=false", "to ponder with reuse=false is in vain"),
    ],
)
def test_what_makes_no_sense_is_refused(parameters, sentence):
    with pytest.raises(gt.BadParameter, match=sentence):
        make_player(f"mcts:{parameters}")


def test_moves_that_were_taken_back_and_others_made_are_followed():
    player = started("mcts:simulations=50")
    record = played(player.game, 4, 0)
    player.choose(record, None)
    record.take_back(2)
    for action in (0, 4):
        record.play(action)
    player.choose(record, None)
    assert player.searcher.state == record.state


# Pondering.


def test_a_player_who_ponders_keeps_more():
    kept = {}
    for spec in ("mcts:simulations=50", "mcts:simulations=50,ponder=true"):
        player = started(spec)
        record = gt.Record(player.game)
        record.play(player.choose(record, None).action)
        thought = 0
        if "ponder" in spec:
            engine = player.searcher.trees.first
            deadline = time.monotonic() + 300.0
            while engine.simulations < 1500 and time.monotonic() < deadline:
                time.sleep(0.001)
            thought = engine.simulations
        record.play(record.legal_actions()[0])
        kept[spec] = player.choose(record, None).statistics["kept"]
        player.end()
        player.end()
        assert thought == 0 or thought >= 1500
    assert kept["mcts:simulations=50,ponder=true"] > kept["mcts:simulations=50"] + 50


def test_who_ponders_plays_a_game_to_its_end():
    player = started("mcts:simulations=30,ponder=true")
    record = gt.Record(player.game)
    while not record.over:
        record.play(player.choose(record, None).action)
    player.end()
    assert record.over


def test_workers_share_the_simulations():
    with_two, with_one = (
        make_player(f"mcts:simulations=100,workers={workers}") for workers in (2, 1)
    )
    found = []
    for player in (with_two, with_one):
        player.begin(TicTacToe(), 0, seed=1)
        record = gt.Record(TicTacToe())
        choice = player.choose(record, None)
        found.append((choice.statistics["simulations"], choice.statistics["value"]))
        player.end()
    assert found[0][0] == found[1][0] == 100
    assert found[0][1] != found[1][1]


def test_how_workers_search_is_measured_before_the_clock_runs(monkeypatch):
    measured = []

    def better(one_tree, trees):
        measured.append(1)
        return one_tree

    monkeypatch.setattr("gametree.mcts.setup.better", better)
    player = make_player("mcts:simulations=100,workers=2,parallel=auto,reuse=false")
    for game in (TicTacToe(), TicTacToe()):
        player.begin(game, 0, seed=1)
        assert measured == [1]
        record = gt.Record(game)
        for _ in range(2):
            record.play(player.choose(record, None).action)
            assert player.searcher.parallel == "tree"
        assert measured == [1]
        player.end()
        measured.clear()


def test_a_record_may_begin_anywhere():
    game = TicTacToe()
    state = game.initial_state()
    for action in (0, 3, 1, 4):  # X wins at 2
        state = game.next_state(state, action)
    player = make_player("mcts:simulations=200")
    player.begin(game, 0, seed=1)
    assert player.choose(gt.Record(game, state), None).action == 2


def test_memory_is_given_in_megabytes():
    player = make_player("mcts:simulations=40000,memory=1")
    player.begin(ConnectFour(), 0, 1)
    record = gt.Record(player.game)
    result = player.think(record, None)
    assert result.memory_full
    assert result.bytes < 1 << 20
    with pytest.raises(gt.BadParameter, match="memory must be at least 1 megabyte, not 0"):
        make_player("mcts:memory=0")


def test_a_player_that_keeps_no_tree_restarts_its_search_and_finds_the_same(monkeypatch):
    for game in (Plain(), ConnectFour()):
        for spec in ("mcts:auto,untrained,reuse=false", "mcts:selection=grave,reuse=false"):
            found = []
            for restarts in (True, False):
                with monkeypatch.context() as patch:
                    if not restarts:
                        patch.setattr(gt.Searcher, "restart", lambda self, *_: False)
                    player = started(f"{spec},simulations=40", game)
                    record = gt.Record(game)
                    for _ in range(5):
                        record.play(player.choose(record, None).action)
                    found.append(record.actions)
            assert found[0] == found[1]


def test_a_weakened_player_blunders_and_varies():
    record = played(Plain(), 0, 3, 1, 4)  # 2 wins
    always = started("mcts:simulations=100,blunders=1", seed=3)
    choices = [always.choose(record, None) for _ in range(40)]
    assert {choice.action for choice in choices} == {2, 5, 6, 7, 8}
    assert all(choice.statistics == {"blunder": True} for choice in choices)
    cool = started("mcts:simulations=100,temperature=0.05,blunders=0.0001", seed=3)
    assert {cool.choose(record, None).action for _ in range(20)} == {2}
    varied = started("mcts:simulations=30,varied=2,reuse=false", seed=3)
    assert len({varied.choose(played(Plain()), None).action for _ in range(20)}) > 3
    assert len({varied.choose(played(Plain(), 0, 4), None).action for _ in range(5)}) == 1
    for wrong in ("blunders=1.5", "temperature=-1", "varied=-1"):
        with pytest.raises(gt.BadParameter, match=wrong.partition("=")[0]):
            make_player(f"mcts:{wrong}")
