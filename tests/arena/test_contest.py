from __future__ import annotations

import itertools
import json
import pickle
from pathlib import Path

import pytest

from gametree.arena.contest import Contest
from gametree.arena.journal.journal import match_key
from gametree.errors import BadParameter, PythonFileError, UnknownGame

TOYS = str(Path(__file__).parents[1] / "toys.py")


def contest(*players, game="tic_tac_toe", **changes):
    return Contest(players or ("random", "greedy"), game, **changes)


def pairs(jobs):
    return list(zip(jobs[::2], jobs[1::2], strict=True))


WRONG = {
    "players": [
        "random",
        ("random", 3),
        ("random", "random"),
        ("random", " random "),
        ("random",),
        (),
        ("random", "nobody"),
        ("random", "mcts:c=x"),
        ("random", "mcts"),
        None,
    ],
    "game": [None, 3],
    "parameters": [None, [], {"width": 8}, {3: "8"}, "width=8", {"width": "8"}],
    "games": [0, -1, 1.0, True, "3", None],
    "opening_plies": [-1, 0.5, False],
    "openings": ["a1 b2", [1], None, ("a1", "a1 a1"), ("z9",), ("a1 a2 b1 b2 c1",)],
    "simulations": [0, -5, 2.0, True, "10"],
    "seconds": [0, -1, float("nan"), float("inf"), True, "1", 10**400],
    "grace": [-1, float("nan"), float("inf"), True, "1", None, 10**400],
    "max_plies": [0, -1, 1.5, None, 2, True],
    "seed": [-1, 0.5, None, True],
}


@pytest.mark.parametrize(
    ("name", "value"),
    [(name, value) for name, values in WRONG.items() for value in values],
    ids=lambda each: repr(each)[:20],
)
def test_what_is_wrong_is_named_in_one_sentence(name, value):
    fields = {"players": ("random", "greedy"), "game": "tic_tac_toe", name: value}
    with pytest.raises(BadParameter) as caught:
        Contest(**fields)
    said = str(caught.value)
    assert len(said.splitlines()) == 1
    about = {"parameters": ("parameter", "text"), "players": ("player", "limit", "mcts")}
    assert any(word in said for word in about.get(name, (name.removesuffix("s"),)))


def test_an_unknown_game_is_refused():
    with pytest.raises(UnknownGame, match="connect_four"):
        contest(game="conect_four")
    with pytest.raises(PythonFileError, match=r"nowhere\.py"):
        contest(game="nowhere.py")


def test_too_few_players_for_the_game():
    with pytest.raises(BadParameter, match="needs 3 different players, and only 2 are given"):
        contest(game=f"{TOYS}:Gather")
    with pytest.raises(BadParameter, match="needs 1 different players, and only 0 are given"):
        Contest((), f"{TOYS}:Wheel")


def test_some_players_need_a_number_of_simulations():
    for limit in ({}, {"seconds": 0.1}):
        with pytest.raises(BadParameter, match="mcts:halving=16 needs a number of simulations"):
            contest("mcts:halving=16", "random", **limit)
    assert contest("mcts:halving=16", "random", simulations=100).limit.simulations == 100
    assert contest("mcts:halving=16,simulations=50", "random", seconds=0.1).limit.seconds == 0.1


def test_a_broken_game_file_is_named(tmp_path):
    path = tmp_path / "broken.py"
    path.write_text("1 / 0\n")
    with pytest.raises(PythonFileError, match=r"broken\.py cannot be loaded"):
        contest(game=str(path))


def test_a_match_is_pairs_with_the_sides_changed():
    jobs = list(contest(games=7).jobs())
    assert [job.index for job in jobs] == list(range(8))
    assert [job.seats for job in jobs] == [(0, 1), (1, 0)] * 4
    for one, other in pairs(jobs):
        assert one.opening == other.opening
    assert len({job.opening for job in jobs}) == 4
    assert len({job.seed for job in jobs}) == 8


def test_in_a_tournament_everyone_meets_everyone_as_often_in_every_beginning():
    four = contest("random", "greedy", "mcts:simulations=1", "flat:simulations=1", games=4)
    jobs = list(four.jobs())
    assert len(jobs) == four.total == 6 * 4
    for played in (12, 24):
        met = [tuple(sorted(job.seats)) for job in jobs[:played]]
        assert {met.count(pair) for pair in itertools.combinations(range(4), 2)} == {played // 6}


def test_three_players_turn_round_the_table():
    three = contest("random", "greedy", "mcts:simulations=1", game=f"{TOYS}:Gather", games=4)
    jobs = list(three.jobs())
    assert len(jobs) == three.total == 6
    assert [job.seats for job in jobs[:3]] == [(0, 1, 2), (1, 2, 0), (2, 0, 1)]
    assert len({job.opening for job in jobs[:3]}) == 1


def test_in_a_game_for_one_everyone_plays_from_every_opening():
    alone = contest(game=f"{TOYS}:Words", games=3)
    jobs = list(alone.jobs())
    assert [job.seats for job in jobs] == [(0,), (1,)] * 3
    assert len(jobs) == alone.total == 6
    assert [one.opening for one, _ in pairs(jobs)] == [other.opening for _, other in pairs(jobs)]


def test_more_games_are_the_same_ones_continued():
    few, many = contest(games=6), contest(games=40)
    assert list(many.jobs())[:6] == list(few.jobs())
    assert match_key(few.configuration()) == match_key(many.configuration())


def test_another_seed_gives_other_games():
    one, other = (list(contest(seed=seed).jobs()) for seed in (0, 1))
    assert [job.seed for job in one] != [job.seed for job in other]
    assert [job.opening for job in one] != [job.opening for job in other]


def test_seeds_within_a_game_differ_by_purpose():
    job = next(contest().jobs())
    assert job.seed_of("dice") == job.seed_of("dice") != job.seed_of("seat 0")
    assert 0 <= job.seed_of("dice") < 1 << 64


def test_given_openings_are_played_in_turn():
    given = contest(openings=["a1 b2", "b2 A1", ""], games=8)
    assert [job.opening for job in given.jobs()][::2] == [(0, 4), (4, 0), (), (0, 4)]


def test_what_means_the_same_is_the_same_match():
    one = contest("random", "mcts", seconds=1, grace=1, openings=["a1"])
    other = contest(" random", "mcts ", seconds=1.0, grace=1.0, openings=("a1",))
    assert match_key(one.configuration()) == match_key(other.configuration())
    assert match_key(one.configuration()) != match_key(contest().configuration())


def test_the_configuration_is_json_and_the_contest_can_be_sent():
    given = contest("random", "mcts", seconds=0.5, game="connect_four", parameters={"width": "6"})
    assert json.loads(json.dumps(given.configuration()))["parameters"] == {"width": "6"}
    assert given.groups == ((0, 1),)
    sent = pickle.loads(pickle.dumps(given))
    assert sent == given
    assert list(sent.jobs()) == list(given.jobs())


def test_a_contest_with_a_game_from_a_file_can_be_sent():
    given = contest(game=f"{TOYS}:OneHeap", games=2)
    assert given.total == 2
    assert list(pickle.loads(pickle.dumps(given)).jobs()) == list(given.jobs())
