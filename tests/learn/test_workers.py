"""Threads play what one would, each game once; what one raises is told."""

from __future__ import annotations

import threading
import time
from itertools import islice

import pytest

import gametree as gt
from gametree.learn.self_play.workers import Alone, Threads


class Maker:
    """Makes games that are their numbers, and notes what it was told to learn."""

    def __init__(self, fails_at=None):
        self.learned = []
        self.fails_at = fails_at

    def game_played(self, number):
        if number == self.fails_at:
            raise ValueError(number)
        return (number, len(self.learned))

    def learn(self, update):
        self.learned.append(update)

    def give_up(self):
        self.given_up = True


def test_one_alone_plays_in_order_and_goes_on():
    alone = Alone(Maker())
    assert [number for number, _ in islice(alone.games(3), 4)] == [3, 4, 5, 6]
    alone.learn("update")
    assert list(islice(alone.games(7), 1)) == [(7, (7, 1))]


def made(games):
    """Games that were played, without the turns in which none came in time."""
    return (each for each in games if each[1] is not None)


def test_threads_play_each_game_once():
    threads = Threads([Maker(), Maker(), Maker()])
    numbers = [number for number, _ in islice(made(threads.games(5)), 500)]
    threads.end()
    assert sorted(numbers) == numbers or len(set(numbers)) == 500
    assert set(numbers) <= set(range(5, 5 + 500 + 3 * 64 + 3 + 3))
    assert len(set(numbers)) == 500


def test_threads_learn_between_games():
    makers = [Maker(), Maker()]
    threads = Threads(makers)
    played = made(threads.games(0))
    next(played)
    threads.learn(["update"])
    later = islice(played, 400)
    assert any(each[1] == 1 for _, each in later)
    threads.end()
    assert {len(each.learned) for each in makers} <= {0, 1}


def test_what_a_thread_raises_is_told_and_all_end():
    before = threading.active_count()
    threads = Threads([Maker(fails_at=40), Maker()])
    with pytest.raises(ValueError, match="40"):
        list(islice(threads.games(0), 10_000))
    assert threading.active_count() == before


def test_what_is_raised_while_no_more_games_may_wait_is_told():
    threads = Threads([Maker(fails_at=140), Maker(fails_at=140)])
    games = threads.games(0)
    next(games)
    time.sleep(0.5)  # as many games wait as may
    with pytest.raises(ValueError, match="140"):
        list(islice(games, 10_000))


def test_who_waits_for_room_ends_too():
    threads = Threads([Maker()])
    next(threads.games(0))
    threads.end()  # it has played as many games as may wait, or will


def test_more_threads_than_there_may_be_are_told_of_and_all_end(monkeypatch):
    before = threading.active_count()
    start, started = threading.Thread.start, []

    def start_two(thread):
        if len(started) == 2:
            raise RuntimeError("can't start new thread")
        started.append(thread)
        start(thread)

    monkeypatch.setattr(threading.Thread, "start", start_two)
    threads = Threads([Maker(), Maker(), Maker()])
    with pytest.raises(gt.BadParameter, match=r"started 2 of 3 threads .*: give fewer workers"):
        next(threads.games(0))
    assert threading.active_count() == before
