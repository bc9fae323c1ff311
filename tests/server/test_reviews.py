"""Reviews of finished games over HTTP."""

import threading

import pytest

from gametree.analysis import Query
from gametree.analysis.game_review import GameReview
from gametree.analysis.kept_trees import KeptTrees
from gametree.analysis.tasks import task_of
from gametree.analysis.worker_bounds import WorkerBounds

from .table import HUMAN, new_game, server

WON = ["a1", "b1", "a2", "b2", "a3"]


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    with server(tmp_path_factory.mktemp("server")) as client:
        yield client


def test_a_review_begins_once_and_is_told_as_it_is_known(client):
    game_id, _ = new_game(client, HUMAN, HUMAN, moves=WON)
    client.pool.silent = True
    first = client.post(f"/api/games/{game_id}/review").json()
    assert first == {
        "state": "searching", "done": 0, "total": 5, "review": None, "error": None,
    }  # fmt: skip
    query = client.pool.queries[-1]
    assert (query.kind, query.moves, query.max_time) == ("review", tuple(WON), 10.0)
    asked = len(client.pool.queries)
    assert client.post(f"/api/games/{game_id}/review").json() == first
    assert len(client.pool.queries) == asked


def test_a_game_that_goes_on_is_not_reviewed(client):
    game_id, _ = new_game(client, HUMAN, HUMAN, moves=WON[:3])
    answer = client.post(f"/api/games/{game_id}/review")
    assert answer.status_code == 409
    assert answer.json()["error"]["code"] == "goes_on"


def test_a_worker_reviews_a_game():
    query = Query("a", "tic_tac_toe", moves=tuple(WON), kind="review", max_visits=300, seed=1)
    done = threading.Event()
    task = task_of(query, {}, KeptTrees(), WorkerBounds(), lambda: task.runs or done.set())
    assert isinstance(task, GameReview)
    task.start()
    done.wait()
    told = task.answer
    assert (told["done"], told["total"], told["isDuringSearch"]) == (5, 5, False)
    assert [each["move"] for each in told["review"]["reviewed"]] == WON
