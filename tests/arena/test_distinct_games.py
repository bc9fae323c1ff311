from __future__ import annotations

import itertools
import random

import pytest

from gametree.arena.contest import Contest
from gametree.arena.distinct_games import DistinctGames, GameIdentity, Pairing
from gametree.arena.reports.standings import Standings
from played import AWKWARD, played

ONE, OTHER, THIRD = PLAYERS = ("greedy", "random", "flat:simulations=1")


def lines(count, openings, games, players=(ONE, OTHER), seed=1):
    """Return lines of games from this many openings in turn, each leading to this many games."""
    rng = random.Random(seed)
    return [
        GameIdentity(players if index % 2 == 0 else players[::-1], opening, rng.randrange(games))
        for index in range(count)
        for opening in [1000 + index // 2 % openings]
    ]


def only(of, players=(ONE, OTHER)):
    (pairing,) = DistinctGames.of(of, players).pairings
    return pairing


def record(moves, **changes):
    nothing = [0] * len(moves)
    fields = {"movers": nothing, "seconds": nothing, "statistics": [{}] * len(moves)}
    return played("m", 0, **{**fields, "moves": moves, **changes})


def test_games_are_told_apart_by_seats_and_moves():
    one = GameIdentity.of(record(("a", "b")))
    assert GameIdentity.of(record(("a", "b"), returns=(3.0, 1.0), index=7)) == one
    others = [
        record(("a", "b"), seats=("random", "mcts")),
        record(("b", "a")),
        record(("a",)),
        record(("ab",)),
        record(("a', 'b",)),
        record(("a", "b", "")),
        record(AWKWARD["moves"]),
        record(("a", "b"), opening=("5", "4")),
    ]
    assert len({one, *map(GameIdentity.of, others)}) == 1 + len(others)
    shorter = GameIdentity.of(record(("4", "a", "b"), opening=("4",)))
    assert (shorter.moves, shorter.opening == one.opening) == (one.moves, False)


@pytest.mark.parametrize(("openings", "games"), [(1, 1), (3, 1), (3, 4), (20, 2), (40, 1)])
def test_counts_by_their_definition(openings, games):
    of = lines(60, openings, games)
    found = only(of)
    assert (found.games, found.distinct) == (60, len(set(of)))
    pairs = [(a, b) for a, b in itertools.combinations(of, 2) if a[:2] == b[:2]]
    if pairs:
        assert found.alike == pytest.approx(sum(a == b for a, b in pairs) / len(pairs))
    else:
        assert found.alike is None


def test_players_that_always_answer_alike():
    assert not only(lines(8, 1, 1)).repetitive  # too few games to say
    assert only(lines(10, 1, 1)).repetitive
    assert only(lines(100, 44, 1)).repetitive  # 88 of 100 differ
    assert not only(lines(100, 46, 1)).repetitive
    assert not only(lines(100, 50, 1)).repetitive
    assert only(lines(1000, 10, 3)).repetitive


@pytest.mark.parametrize("count", [100, 1000, 10_000])
def test_games_that_chance_repeats_are_no_fault_however_many(count):
    pairing = only(lines(count, 1, 20))
    assert pairing.distinct <= 40
    assert not pairing.repetitive


def standing_of(games, players, moves, **options):
    """Return a contest of which the first this many games are played, with these moves by index."""
    contest = Contest(players, "tic_tac_toe", games=games, **options)
    standings = Standings(contest)
    for job in contest.jobs():
        seats = tuple(contest.players[number] for number in job.seats)
        fields = {"index": job.index, "seats": seats, "opening": ()}
        standings.add(record((str(moves(job)),), **fields))
    return standings


def test_a_match():
    standings = standing_of(20, (ONE, OTHER), lambda job: 7)
    assert standings.distinct_games().to_dict() == {
        "games": 20,
        "distinct": 2,
        "pairings": [{"players": [ONE, OTHER], "games": 20, "distinct": 2, "alike": 1.0}],
    }
    assert standings.distinct_games().warning(standings.contest) == (
        "only 2 of 20 games differ move for move: a repeated game tells nothing new, so the "
        "interval is too narrow; choose more random opening moves (--opening-plies, now 2), or "
        "players that vary their play"
    )
    standings.limit_to(9)
    assert standings.distinct_games().games == 9
    assert standings.distinct_games().warning(standings.contest) == ""


def test_given_openings():
    standings = standing_of(20, (ONE, OTHER), lambda job: 7, openings=("a1", "b2"))
    warning = standings.distinct_games().warning(standings.contest)
    assert "give more openings (--opening), or random ones (--opening-plies), or players" in warning


def test_a_tournament():
    standings = standing_of(12, PLAYERS, lambda job: 0 if 2 in job.seats else job.index)
    one, two, three = standings.distinct_games().pairings
    assert one == Pairing((ONE, OTHER), 12, 12, 0.0)
    assert two == Pairing((ONE, THIRD), 12, 2, 1.0)
    assert three == Pairing((OTHER, THIRD), 12, 2, 1.0)
    expected = (
        "games are repeated in 2 of 3 pairings (greedy - flat:simulations=1: only 2 of 12 games "
        "differ move for move): a repeated game tells nothing new, so intervals are too narrow; "
    )
    assert standings.distinct_games().warning(standings.contest).startswith(expected)


def test_three_at_a_table_and_one_alone():
    turned = [PLAYERS[turn:] + PLAYERS[:turn] for turn in range(3)]
    found = only([GameIdentity(seats, 1, 2) for seats in turned * 4], PLAYERS)
    assert (found.players, found.games, found.distinct) == (PLAYERS, 12, 3)
    alone = DistinctGames.of([GameIdentity((player,), 1, 2) for player in PLAYERS], PLAYERS)
    assert [each.players for each in alone.pairings] == [(player,) for player in PLAYERS]


def test_before_the_first_game():
    contest = Contest((ONE, OTHER), "tic_tac_toe")
    distinct_games = Standings(contest).distinct_games()
    assert distinct_games.to_dict() == {"games": 0, "distinct": 0, "pairings": []}
    assert distinct_games.warning(contest) == ""
