"""Tests of the search of games that hide information."""

from __future__ import annotations

import pytest

import gametree as gt
from gametree.mcts.hidden import engine, trail
from gametree.mcts.hidden.methods import WAYS, number_of_information_states, way_named
from gametree.players.registry import make_player
from gametree.record import Record
from gametree.rules.one_by_one import one_by_one
from hidden_games import GuessTheCoin, Kuhn, LastTwo, SealedBids, Signal, Together

HONEST = [name for name in WAYS if name not in ("cheating", "planning")]  # for two players


def searched(game, state, simulations, **options):
    options = {"seed": 1, "compiled": False, **options}
    return gt.search(game, state, simulations=simulations, **options)


def found(result):
    """Return all that a search has found, without what differs between two runs."""
    told = {key: value for key, value in result.to_dict().items() if key != "seconds"}
    return {**told, "bytes": 0, "compiled": None}


@pytest.mark.parametrize("way", ["single_observer", "outcome_sampling", "regret_matching"])
def test_both_modes_find_the_same_however_small_the_buffers(way, monkeypatch):
    monkeypatch.setattr(engine, "_FIRST_SIZE", 4)
    monkeypatch.setattr(trail, "_FIRST_STEPS", 2)
    state = ((2, 0), 1, 1)  # player 1 holds 0 after a pass
    results = [
        searched(Kuhn(), state, 3000, method=way, compiled=compiled) for compiled in (True, False)
    ]
    assert [each.compiled for each in results] == [True, False]
    assert found(results[0]) == found(results[1])


@pytest.mark.parametrize("way", HONEST)
def test_a_search_finds_the_same_in_all_states_that_look_alike(way):
    states = [((1, 0), 0, 0), ((1, 2), 0, 0)]
    results = [searched(Kuhn(), state, 400, method=way) for state in states]
    assert found(results[0]) == found(results[1])


def test_only_the_search_that_cheats_sees_the_difference():
    states = [((1, 0), 0, 0), ((1, 2), 0, 0)]
    values = [searched(Kuhn(), each, 400, method="cheating").value[0] for each in states]
    assert values[0] > 0.5
    assert values[1] < -0.5


def test_a_search_with_the_seed_of_the_deal_does_not_redraw_it():
    same = 0
    for seed in range(200):
        rng = gt.Rng(seed)
        card = rng.below(3)
        other = (card + 1 + rng.below(2)) % 3
        searcher = gt.Searcher(Kuhn(), ((card, other), 0, 0), seed=seed, compiled=False)
        same += searcher.state == ((card, other), 0, 0)
    assert 60 < same < 140


def test_outcome_sampling_comes_near_the_equilibrium_of_kuhn_poker():
    searcher = gt.Searcher(Kuhn(), ((0, 1), 0, 0), seed=1)
    result = searcher.run(simulations=300_000)
    assert "outcome sampling" in result.method
    assert "12 information states" in result.method
    assert searcher.policy(((1, 0), 0, 0))[1] < 0.05  # the middle card never bets first
    assert searcher.policy(((1, 2), 2, 1))[1] > 0.95  # the best card calls a bet,
    assert searcher.policy(((1, 0), 2, 1))[1] < 0.05  # the worst never
    assert 0.28 < searcher.policy(((1, 0), 1, 1))[1] < 0.38  # and bluffs a third of the time


def test_strategy_fusion_fools_determinised_search_alone():
    state = (0, -1, -1)
    stops = {way: searched(GuessTheCoin(), state, 2000, method=way).action == 0 for way in WAYS}
    expected = dict.fromkeys(WAYS, True) | {"determinised": False, "cheating": False}
    assert stops == expected


def test_only_a_search_from_the_start_reasons_about_what_a_move_tells():
    after = (0, 1, -1)  # player 0 went on, so the coin shows 0
    policies = {way: searched(Signal(), after, 6000, method=way).policy for way in HONEST}
    assert policies["outcome_sampling"][0] > 0.6
    assert policies["many_observers"][0] < 0.4  # it thinks both coins equally likely
    assert policies["single_observer"][0] < 0.4


@pytest.mark.parametrize("options", [{}, {"player": 1}, {"method": "regret_matching", "player": 1}])
def test_simultaneous_moves_are_mixed(options):
    policy = searched(Together(), None, 6000, **options).policy
    assert set(policy) == {0, 1, 2}
    assert max(policy.values()) < 0.45


@pytest.mark.parametrize("player", [0, 2])
def test_some_players_choose_at_the_same_time(player):
    result = searched(LastTwo(), (1, -1, -1), 3000, player=player, method="regret_matching")
    assert result.player == player
    assert 0.3 < result.policy[0] < 0.7
    assert searched(LastTwo(), None, 100).player == 0
    record = Record(LastTwo())
    for move, after in ((1, 0), (0, 2), (1, None)):
        record.play(move)
        assert record.over if after is None else record.player == after
    assert record.returns == [-1.0, 0.0, 1.0]


def test_chance_between_simultaneous_moves_is_the_same_in_both_modes():
    game = SealedBids()
    state = game.next_state(game.initial_state(), 2)
    results = [
        searched(game, state, 2000, method="regret_matching", compiled=compiled)
        for compiled in (True, False)
    ]
    assert [each.compiled for each in results] == [True, False]
    assert found(results[0]) == found(results[1])


class BidsByValue(SealedBids):
    """Tells a prize from bids by the position, which shows no type."""

    def next_state(self, state, moves):
        first, second, left, prize, lead = state
        if prize == 0:
            return (first, second, left - moves, moves, lead)
        a, b = moves
        lead += prize if a > b else -prize if b > a else 0
        return (first - a, second - b, left, 0, lead)


def test_rules_that_tell_prizes_from_bids_by_values_get_advice():
    told = r"BidsByValue\.next_state cannot be .*; .*apart by isinstance\(moves, tuple\), since"
    with pytest.raises(gt.NotCompilable, match=told):
        searched(BidsByValue(), (4, 4, 1, 2, 0), 10, method="regret_matching", compiled=True)
    with pytest.warns(gt.NotCompiledWarning, match="isinstance"):
        result = gt.search(BidsByValue(), (4, 4, 1, 2, 0), simulations=10)
    assert result.simulations == 10


class Replayed(Kuhn):
    """Kuhn poker without a sampler."""

    sample_state = gt.Game.sample_state


@pytest.mark.parametrize("history", [True, False])
def test_without_a_sampler_worlds_are_replays(history):
    line = [((-1, -1), 0, 0), ((1, -1), 0, 0), ((1, 2), 0, 0), ((1, 2), 1, 1)]
    options = {"history": line} if history else {}
    searcher = gt.Searcher(
        Replayed(), ((1, 2), 12, 2), seed=3, compiled=False, method="single_observer", **options
    )
    result = searcher.run(simulations=2000)
    assert searcher.known == (1, 12, 2)
    mean = {each.action: each.mean for each in result.actions}
    assert mean[0] == -1.0
    assert -0.5 < mean[1] < 0.5  # it wins 2 against 0, loses 2 against 2: equally likely


class Strange(Kuhn):
    """Kuhn poker with a fault of its methods for hidden information."""

    def __init__(self, fault):
        self.fault = fault
        self.calls = 0

    def information_state(self, state, player):
        self.calls += 1
        if self.fault == "clock":
            return (state[0][player], state[1], state[2], self.calls)
        if self.fault == "object":
            return object()
        return super().information_state(state, player)

    def sample_state(self, known, player, rng):
        if self.fault == "nothing":
            return None
        if self.fault == "raises":
            raise ValueError("no cards")
        if self.fault == "contradicts" or (self.fault == "at times" and rng.below(5) == 0):
            return ((2, 0), known[1], known[2])
        return super().sample_state(known, player, rng)


FAULTS = {
    "clock": "information_state gave player 0 two answers",
    "object": "information_state returned .* which cannot be compared",
    "nothing": "sample_state returned nothing",
    "raises": "sample_state raised ValueError: no cards",
    "at times": "sample_state returned a state in which player 0 knows .*, not what was given",
    "contradicts": "sample_state returned a state in which player 0 knows .*, not what was given",
}


@pytest.mark.parametrize("fault", FAULTS)
def test_faults_of_the_two_methods_are_named(fault):
    with pytest.raises(gt.GameError, match=FAULTS[fault]):
        searched(Strange(fault), ((1, 0), 0, 0), 1000, method="single_observer")


class UnknownMover(Kuhn):
    """Kuhn poker whose information does not say how many moves were made."""

    def information_state(self, state, player):
        return state[0][player]

    def sample_state(self, known, player, rng):
        count = rng.below(2)
        return ((known, (known + 1) % 3), count, count)


@pytest.mark.parametrize("compiled", [False, True])
def test_a_sampled_state_where_another_player_moves_is_refused(compiled):
    told = (
        r"UnknownMover\.sample_state returned a state in which player \d is to move, where player"
    )
    with pytest.raises(gt.GameError, match=told):
        searched(UnknownMover(), ((1, 0), 0, 0), 300, method="many_observers", compiled=compiled)


class WithoutMove(Together):
    def legal_actions(self, state, player):
        return range(2 * (1 - player)) if state[0] < 0 else range(0)


def test_bad_requests_are_refused():
    state = ((1, 0), 0, 0)
    for options, told in (
        ({"method": "uct"}, "method must be one of"),
        ({"player": 2}, "player must be a number from 0 to 1"),
        ({"solver": True}, "proofs would see"),
        ({"workers": 2}, "workers must be 1"),
        ({"final_move": "best_line"}, "final_move must be one of"),
        ({"selection": gt.UCB1()}, "selection=.* would see"),
    ):
        with pytest.raises(gt.BadParameter, match=told):
            searched(Kuhn(), state, 10, **options)
    with pytest.raises(gt.ChancePosition):
        searched(Kuhn(), None, 10)
    with pytest.raises(gt.FinishedPosition):
        searched(Kuhn(), ((1, 0), 11, 2), 10)
    with pytest.raises(gt.BadParameter, match="lets the others see a choice"):
        searched(Together(), None, 10, method="single_observer")
    with pytest.raises(gt.GameError, match="gives player 1 no move"):
        searched(WithoutMove(), None, 10)
    with pytest.raises(gt.BadParameter, match="player must be None"):
        searched(gt.games.load("nim"), None, 10, player=0)
    searcher = gt.Searcher(Kuhn(), state, compiled=False)
    with pytest.raises(gt.BadParameter, match="would show what Kuhn hides"):
        searcher.tree()


def test_a_search_goes_on_from_what_was_seen():
    searcher = gt.Searcher(Kuhn(), ((1, 0), 0, 0), seed=1, compiled=False, method="many_observers")
    searcher.run(simulations=500)
    nodes = searcher.result().nodes
    searcher.advance((1, 1, 1), (1, 12, 2))
    assert searcher.known == (1, 12, 2)
    result = searcher.run(simulations=100)
    assert result.simulations == 100
    assert result.nodes == nodes
    with pytest.raises(gt.FinishedPosition):
        searcher.advance((1, 121, 3))


def test_memory_is_bounded():
    leaves = gt.Searcher(Kuhn(), ((1, 0), 0, 0), seed=1, compiled=False, method="single_observer")
    leaves._engine.tables.used[2] = 1  # as when memory is used up
    result = leaves.run(simulations=50)
    assert result.simulations == 50
    assert result.nodes == 0


def test_a_move_can_be_drawn_from_the_policy():
    drawn = [
        searched(Kuhn(), ((0, 1), 1, 1), 300, final_move="sample", seed=seed).action
        for seed in range(30)
    ]
    assert set(drawn) == {0, 1}


def test_the_number_of_information_states_is_measured():
    assert number_of_information_states(Kuhn()) == 12


@pytest.mark.parametrize(
    ("game", "simulations", "chosen"),
    [
        (Kuhn(), 1199, "single_observer"),
        (Kuhn(), 1200, "outcome_sampling"),
        (Kuhn(), None, "outcome_sampling"),
        (Together(), 199, "regret_matching"),
    ],
)
def test_the_method_is_chosen_for_the_simulations_that_are_planned(game, simulations, chosen):
    assert way_named("auto", one_by_one(game), simulations)[0] == chosen
    state = ((1, 0), 0, 0) if isinstance(game, Kuhn) else None
    searcher = gt.Searcher(game, state, planned_simulations=simulations, seed=1, compiled=False)
    assert searcher.result().method.endswith(f", {chosen}")
    if simulations:
        player = make_player(f"mcts:simulations={simulations}")
        assert player.explain(game) == (way_named("auto", one_by_one(game), simulations)[1],)
        if simulations < 1000:
            result = gt.search(game, state, simulations=simulations, compiled=False)
            assert result.method == searcher.result().method


def test_planned_simulations_are_a_number():
    with pytest.raises(gt.BadParameter, match="planned_simulations must be"):
        gt.Searcher(Kuhn(), ((1, 0), 0, 0), planned_simulations="few", compiled=False)


@pytest.mark.parametrize("game", [Kuhn(), Together()], ids=["hidden", "together"])
@pytest.mark.parametrize("way", ["auto", "many_observers", "determinised"])
def test_the_player_mcts_plays(game, way, monkeypatch):
    record = Record(game)
    rng = gt.Rng(5)
    players = [make_player(f"mcts:simulations=40,hidden={way}"), make_player("random")]
    monkeypatch.setattr(type(game), "interpreted_only", True)
    for seat, player in enumerate(players):
        player.begin(game, seat, seed=1)
    while not record.over:
        if record.player == gt.CHANCE:
            record.play(record.draw_chance(rng))
        else:
            record.play(players[record.player].choose(record, None).action)
    assert len(record.returns) == 2


def test_the_position_found_for_what_a_player_knows_has_the_same_player_to_move():
    """Player 0 knows the same before and after the other's card is dealt."""

    class Shorter(gt.games.KuhnPoker):
        sample_state = gt.Game.sample_state  # none

        def information_state(self, state, player):
            return (state[player], state[2])

    game = Shorter()
    for seed in range(20):
        result = gt.search(game, (0, 1, 1), simulations=50, seed=seed, compiled=False)
        assert set(result.policy) == {0, 1}


def test_a_search_with_hidden_information_has_the_progress_bar(capsys, monkeypatch):
    monkeypatch.setenv("FORCE_COLOR", "1")  # as good as a terminal
    monkeypatch.setattr("gametree.mcts.progress._SHOWN_AFTER_SECONDS", 0.0)
    state = ((2, 0), 1, 1)  # player 1 holds 0 after a pass
    searcher = gt.Searcher(Kuhn(), state, seed=1, compiled=False)
    searcher.run(simulations=50, progress=True)
    assert "simulations, best move" in capsys.readouterr().err
