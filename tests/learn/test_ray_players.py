from __future__ import annotations

import sys

import pytest

from gametree import games
from gametree.errors import BadParameter, ClusterError, MissingExtra
from gametree.learn.training import Training
from ray_servers import SETTINGS, server

GAME = games.TicTacToe()


def test_without_ray_it_says_what_to_type(monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(MissingExtra, match=r"pip install 'gametree\[ray\]'"):
        Training(GAME, ray="127.0.0.1:6379")


def test_an_address_is_host_and_port():
    with pytest.raises(BadParameter, match="a Ray cluster is given by host and port"):
        Training(GAME, ray="here")


def test_a_cluster_that_does_not_answer():
    pytest.importorskip("ray")
    with server(SETTINGS) as address:
        pass
    with pytest.raises(ClusterError, match="no Ray cluster answers at "):
        Training(GAME, ray=address)
