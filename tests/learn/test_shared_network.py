"""Games that share a network: what they show it, and what they make of the answers."""

from __future__ import annotations

import threading

import numpy as np
import pytest

import gametree as gt
from gametree import games
from gametree.learn.self_play.played_positions import FEATURES, POSITIONS
from gametree.learn.self_play.shared_network import InferenceEnded
from gametree.networks.blueprint import blueprint_of
from self_played import lists_of, rows_of
from shared_games import Carousel, answered, makers_of, outputs_of, played_by

GAME = Carousel()


def games_in(game, numbers, **options):
    requests, (maker,) = makers_of(game, 1, **options)
    with answered(requests, outputs_of(blueprint_of(game))):
        return played_by(maker, numbers)


def test_both_modes_play_the_same():
    compiled, interpreted = (
        [lists_of(each) for each in games_in(GAME, range(12), compiled=mode, seed=4)]
        for mode in (True, False)
    )
    assert compiled == interpreted
    ends = [each["returns"] for each in compiled]
    assert [0.0, 0.0, 0.0] in ends  # a position came back
    assert {6.0, -3.0} in map(set, ends)
    assert sum(sum(each["proven"]) for each in compiled) > 5


def test_the_network_is_shown_what_it_learns_from():
    game = games.ConnectFour(4, 4, 3)
    blueprint = blueprint_of(game)
    requests, (maker,) = makers_of(game, 1, compiled=False)
    with answered(requests, outputs_of(blueprint)) as seen:
        played = played_by(maker, range(8))
    asked = {row.tobytes() for positions in seen for row in positions}
    count = 0
    for each in played:
        features = np.arange(int(each.used[FEATURES]))
        owners = np.searchsorted(each.feature_ends, features, side="right")
        learned = blueprint.planes.encode(each.features, owners, each.movers)
        assert all(row.astype(np.uint8).tobytes() in asked for row in learned)
        count += len(learned)
    assert count == sum(int(each.used[POSITIONS]) for each in played) > 30
    assert sum(map(len, seen)) > 5 * count
    assert max(map(len, seen)) > 1  # leaves of one search


def test_logits_guide_the_search_by_the_numbers_of_actions():
    """All moves go to the first column, and to the last one when that is full.

    Then the place of a move among the legal ones is no longer its number. The values say nothing.
    """
    game = games.ConnectFour(4, 4, 3)
    blueprint = blueprint_of(game)
    wanted = {blueprint.actions.number(column): logit for column, logit in ((0, 9.0), (3, 5.0))}

    def answer(positions):
        logits = np.full((len(positions), blueprint.actions.size), -5.0, np.float32)
        for number, logit in wanted.items():
            logits[:, number] = logit
        return np.zeros((len(positions), 2)), logits

    requests, (maker,) = makers_of(game, 1, compiled=False)
    maker.plan.noise = 0.0
    guided = []
    with answered(requests, answer):
        for number in range(20):
            played = maker.game_played(number)
            rows = zip(
                rows_of(played.actions, played.action_ends),
                rows_of(played.shares, played.action_ends),
                played.proven,
                strict=True,
            )
            for actions, shares, proven in rows:
                best = next((each for each in wanted if each in actions), None)
                if best is not None and not proven:
                    assert dict(zip(actions, shares, strict=True))[best] > 0.5
                    guided.append((best, len(actions)))
    assert {(number, 4 - place) for place, number in enumerate(wanted)} <= set(guided)


def test_many_games_at_once_are_each_as_if_it_were_alone():
    alone = [lists_of(each) for each in games_in(GAME, range(8), compiled=True, seed=5)]
    requests, makers = makers_of(GAME, 8, compiled=True, seed=5)
    together = [None] * 8

    def play(number):
        together[number] = lists_of(makers[number].game_played(number))

    threads = [threading.Thread(target=play, args=(number,)) for number in range(8)]
    # The first ones wait until enough have asked; the last ones are fewer than that.
    requests._wanted = 1
    with answered(requests, outputs_of(blueprint_of(GAME))) as seen:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert together == alone
    assert max(map(len, seen)) > 8


def test_room_that_grows_changes_no_game(monkeypatch):
    from gametree.learn.self_play import game_maker
    from gametree.mcts.batching import pending

    roomy = [lists_of(each) for each in games_in(GAME, range(3), compiled=True, seed=1)]
    for name in ("_WORDS", "_KEYS", "_POSITIONS"):
        monkeypatch.setattr(game_maker, name, 1)
    monkeypatch.setattr(pending, "_FIRST_TRAIL", 1)
    assert [lists_of(each) for each in games_in(GAME, range(3), compiled=True, seed=1)] == roomy


@pytest.mark.parametrize("compiled", [False, True], ids=["interpreted", "compiled"])
def test_games_end_with_the_answers(compiled):
    requests, (maker,) = makers_of(GAME, 1, compiled=compiled)
    raised = []

    def play():
        try:
            maker.game_played(0)
        except InferenceEnded as error:
            raised.append(error)

    thread = threading.Thread(target=play)
    thread.start()  # it sleeps: there is no answer
    while not (requests._requested > 0).any():
        pass
    requests.end()
    thread.join()
    assert len(raised) == 1
    with pytest.raises(InferenceEnded):
        maker.game_played(1)
    assert requests.next_batch() is None


def test_rules_that_break_are_told():
    class Broken(Carousel):
        def returns(self, state):
            raise ZeroDivisionError("oh")

    requests, (maker,) = makers_of(GAME, 1, compiled=False)
    maker.game = Broken()
    with (
        answered(requests, outputs_of(blueprint_of(GAME))),
        pytest.raises(gt.GameError, match="raised ZeroDivisionError: oh"),
    ):
        maker.game_played(0)
