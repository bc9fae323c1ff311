from __future__ import annotations

import sys

import pytest

import gametree as gt
from gametree.games import TicTacToe

AWAY = "127.0.0.1:6379"


@pytest.mark.parametrize("count", [0, -1, True, 2.0, "2", None])
def test_workers_are_counted(count):
    with pytest.raises(gt.BadParameter, match="n must be a whole number of 1 or more"):
        gt.RayWorkers(count, address=AWAY)


@pytest.mark.parametrize("address", ["here", "here:x", None])
def test_an_address_is_host_and_port(address):
    with pytest.raises(gt.BadParameter, match="a Ray cluster is given by host and port"):
        gt.RayWorkers(2, address=address)


def test_they_are_named_as_they_are_written():
    assert repr(gt.RayWorkers(2, address=AWAY)) == f"RayWorkers(2, address='{AWAY}')"


@pytest.mark.parametrize("parallel", ["tree", "auto"])
def test_actors_share_no_tree(parallel):
    workers = gt.RayWorkers(2, address=AWAY)
    with pytest.raises(gt.BadParameter, match='"root" with workers on a cluster'):
        gt.Searcher(TicTacToe(), workers=workers, parallel=parallel)


def test_without_ray_it_says_what_to_type(monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(gt.MissingExtra, match=r"pip install 'gametree\[ray\]'"):
        gt.Searcher(TicTacToe(), workers=gt.RayWorkers(2, address=AWAY))
