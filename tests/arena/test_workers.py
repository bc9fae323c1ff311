from __future__ import annotations

import json
import multiprocessing
import os
import signal
import time
from pathlib import Path

import pytest

import gametree as gt
from gametree.arena import workers
from gametree.arena.contest import Contest
from gametree.arena.run import compete
from gametree.arena.workers import JobRunner, answer, contest_to_bytes, play_all, record_of
from gametree.errors import BadParameter, GameError, PlayerError
from gametree.user_code.python_file import Kind, Parcel, find_class

BRITTLE = """
import os, signal, time
from gametree.games import TicTacToe

class Brittle(TicTacToe):
    '''After a board in {marked!r} is reached, {deed} is done.'''
    def next_state(self, state, action):
        if state[0] | state[1] in {marked!r} and {where}:
            {deed}
        return super().next_state(state, action)
"""
IN_A_WORKER = "__import__('multiprocessing').parent_process() is not None"


def contest(games=40, players=("random", "greedy"), game="tic_tac_toe", **changes):
    return Contest(players, game, games=games, **changes)


def brittle(tmp_path, deed, marked=(0o753,), where=IN_A_WORKER):
    """Return a contest whose game does something to the process when a position is reached."""
    path = tmp_path / "brittle.py"
    path.write_text(BRITTLE.format(marked=marked, deed=deed, where=where))
    return contest(400, game=str(path))


def games_of(records):
    return {each.index: (each.seats, each.opening, each.moves, each.returns) for each in records}


@pytest.fixture
def own_workers():
    """Return what tells the worker processes of a test: other tests keep some of their own."""
    others = set(multiprocessing.active_children())
    return lambda: [each for each in multiprocessing.active_children() if each not in others]


@pytest.fixture(scope="module")
def alone():
    given = contest()
    return games_of(play_all(given, "m", given.jobs()))


def test_however_many_workers_the_games_are_the_same(alone, own_workers):
    given = contest()
    records = list(play_all(given, "m", given.jobs(), 3))
    assert len(records) == 40
    assert games_of(records) == alone
    assert own_workers() == []


def test_without_jobs_nothing_begins(monkeypatch):
    monkeypatch.setattr(workers, "JobRunner", None)
    assert list(play_all(contest(), "m", [], 1)) == []
    assert list(play_all(contest(), "m", [], 2)) == []


def test_more_workers_than_games(alone):
    given = contest(2)
    assert games_of(play_all(given, "m", given.jobs(), 5)) == {
        index: alone[index] for index in range(2)
    }


def test_a_killed_worker_is_replaced_and_its_games_are_played_again(alone, own_workers):
    given = contest()
    played = []
    killed = 0
    for record in play_all(given, "m", given.jobs(), 2):
        played.append(record)
        if len(played) in (1, 9, 17):
            victim = own_workers()[0]
            os.kill(victim.pid, signal.SIGKILL)
            killed += 1
    assert killed == 3
    assert len(played) == 40
    assert games_of(played) == alone


def test_a_worker_that_dies_again_and_again_is_given_up(tmp_path, monkeypatch, own_workers):
    monkeypatch.setattr(workers, "MOST_LOSSES", 1)
    given = brittle(tmp_path, "os.kill(os.getpid(), signal.SIGKILL)")
    with pytest.raises(PlayerError, match=r"game \d+ was lost 2 times .*ended with signal 9"):
        list(play_all(given, "m", given.jobs(), 2))
    assert own_workers() == []


def test_broken_rules_come_out_of_a_worker_as_they_are(tmp_path, own_workers):
    given = brittle(tmp_path, "return None")
    with pytest.raises(GameError, match=r"^Brittle\.next_state returned nothing"):
        list(play_all(given, "m", given.jobs(), 2))
    assert own_workers() == []


def test_an_error_of_any_other_kind_comes_with_its_traceback(monkeypatch):
    monkeypatch.setattr(workers, "play_job", lambda *_: [].pop())
    given = contest()
    found = answer(contest_to_bytes(given), "another", Parcel(next(given.jobs())))
    with pytest.raises(RuntimeError, match="pop from empty list"):
        record_of(found)


def test_a_player_that_cannot_play_is_refused_before_any_worker_begins(monkeypatch, own_workers):
    def refuse(self, game, seat, seed):
        raise BadParameter("not this game")

    monkeypatch.setattr("gametree.players.baselines.Greedy.begin", refuse)
    given = contest()
    with pytest.raises(BadParameter, match="not this game"):
        next(play_all(given, "m", given.jobs(), 2))
    assert own_workers() == []


def test_closing_it_ends_the_workers_at_once(own_workers):
    given = contest(100_000)
    records = play_all(given, "m", given.jobs(), 2)
    next(records)
    there = own_workers()
    assert len(there) == 2
    begun = time.monotonic()
    records.close()
    assert time.monotonic() - begun < 5
    assert not any(each.is_alive() for each in there)


def test_one_that_is_told_to_end_ends_and_is_replaced(alone, own_workers):
    given = contest()
    played = []
    for record in play_all(given, "m", given.jobs(), 2):
        played.append(record)
        if len(played) in (3, 12):
            own_workers()[0].terminate()
    assert games_of(played) == alone


def test_one_that_will_not_end_is_killed(monkeypatch, own_workers):
    monkeypatch.setattr(workers, "_PATIENCE", 0.2)
    given = contest(100_000)
    records = play_all(given, "m", given.jobs(), 2)
    next(records)
    there = own_workers()
    os.kill(there[0].pid, signal.SIGSTOP)  # now nothing else ends it
    begun = time.monotonic()
    records.close()
    assert time.monotonic() - begun < 5
    assert not any(each.is_alive() for each in there)


def test_jobs_are_taken_as_they_are_needed():
    given = contest(100_000)
    taken = []

    def watched():
        for job in given.jobs():
            taken.append(job.index)
            yield job

    records = play_all(given, "m", watched(), 2)
    next(records)
    records.close()
    assert len(taken) <= 6


def test_a_table_plays_a_job_alike_every_time():
    given = contest()
    table = JobRunner(given, "m")
    job = next(given.jobs())
    assert games_of([table.play(job)]) == games_of([table.play(job)])


def test_a_tournament_with_searches_is_the_same_with_workers():
    given = contest(4, ("random", "mcts:simulations=50", "mcts:simulations=20"))
    records = []
    one, _ = compete(given, on_game=lambda _, record: records.append(record))
    two, _ = compete(given, workers=2, on_game=lambda _, record: records.append(record))
    assert games_of(records[:12]) == games_of(records[12:])
    assert one.scores == two.scores
    assert one.ratings() == two.ratings()


def test_a_match_may_have_other_players_after_a_while():
    for players in (("random", "greedy"), ("random", "perfect")):
        given = contest(2, players)
        record = record_of(answer(contest_to_bytes(given), "one match", Parcel(next(given.jobs()))))
        assert record.seats == players


OWN = str(Path(__file__).parents[1] / "own.py")


def test_players_of_a_users_own_play_in_workers_too():
    rule = find_class(OWN, "Rule", Kind("rule", "a class", lambda cls: True))
    nth = find_class(OWN, "Nth", Kind("player", "a class", lambda cls: True))
    players = (f"{OWN}:Nth:place=1", nth(2, rule=rule(zeta=2.0)))
    given = contest(8, players)
    assert given.players == (players[0], "Nth(2, rule=Rule(c=1.0, zeta=2.0, wide=False))")
    one, two = (games_of(play_all(given, "m", given.jobs(), number)) for number in (1, 2))
    assert one == two
    assert len(one) == 8
    assert json.dumps(given.configuration())


STONES = """
from dataclasses import dataclass
import gametree as gt

@dataclass(frozen=True)
class Take:
    count: int

class Stones(gt.Game):
    def initial_state(self): return (9, 0)
    def current_player(self, state): return state[1]
    def legal_actions(self, state): return [Take(n) for n in (1, 2) if n <= state[0]]
    def next_state(self, state, action): return (state[0] - action.count, 1 - state[1])
    def returns(self, state): return (1.0, -1.0) if state[1] else (-1.0, 1.0)
"""


def test_moves_of_a_users_own_class_open_games_in_workers_too(tmp_path):
    path = tmp_path / "stones.py"
    path.write_text(STONES)
    given = contest(4, game=str(path))
    assert games_of(play_all(given, "m", given.jobs(), 2)) == games_of(
        play_all(given, "m", given.jobs())
    )


def test_a_player_that_cannot_be_sent_is_named():
    class Local(gt.Player):
        def choose(self, record, limit):
            return gt.Choice(record.legal_actions()[0])

    given = contest(4, (Local(), "random"))
    assert len(list(play_all(given, "m", given.jobs(), 1))) == 4
    with pytest.raises(BadParameter, match=r"cannot be sent to another process: .*Local"):
        list(play_all(given, "m", given.jobs(), 2))
