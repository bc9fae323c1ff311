"""Positions that people set up, over HTTP: checked by the rules, played and searched from there."""

import threading

import pytest

from gametree.analysis import Query
from gametree.analysis.kept_trees import KeptTrees
from gametree.analysis.tasks import task_of
from gametree.analysis.worker_bounds import WorkerBounds

from .table import HUMAN, new_game, server

TEXT = "X.O\n...\n...\nplayer 1 to move"


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    with server(tmp_path_factory.mktemp("server")) as client:
        yield client


def set_up(client, **wish):
    return client.post("/api/set-up", json={"game": "tic_tac_toe", **wish})


def test_without_a_wish_it_is_the_first_position(client):
    told = set_up(client).json()
    assert told["text"] == "...\n...\n...\nplayer 1 to move"
    assert (told["placed"], told["player"], told["problem"]) == ({}, 0, None)
    assert told["cells"] == ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"]
    assert [each["shape"] for each in told["pieces"]] == ["cross", "ring"]


def test_pieces_and_text_come_to_the_same(client):
    by_pieces = set_up(client, pieces={"a1": 0, "c1": 1}).json()
    by_text = set_up(client, text=TEXT).json()
    assert by_pieces == by_text
    assert by_text["text"] == TEXT
    assert {each["id"] for each in by_text["view"]["cells"] if each["piece"]} == {"a1", "c1"}


@pytest.mark.parametrize(
    ("wish", "problem"),
    [
        ({"pieces": {"a1": 0}, "player": 0}, "X has 1 and O 0"),
        ({"pieces": {"a1": 7}}, "no piece number 7"),
        ({"text": "nothing"}, "no row 1 of the board"),
        ({"text": "XXX\nOO.\n...\nplayer 2 to move"}, "the game is over in this position"),
    ],
)
def test_a_problem_is_told_in_a_sentence(client, wish, problem):
    answer = set_up(client, **wish)
    assert answer.status_code == 200
    assert problem in answer.json()["problem"]
    assert answer.json()["text"] is None


def test_a_game_whose_positions_are_more_than_pieces_is_refused(client):
    answer = client.post("/api/set-up", json={"game": "nope"})
    assert answer.json()["error"]["code"] == "unknown_game"
    listed = {each["id"]: each["settable"] for each in client.get("/api/rules").json()}
    assert listed["tic_tac_toe"] is True


def test_a_game_begins_at_the_position_and_is_loaded_again_there(client):
    game_id, _ = new_game(client, HUMAN, HUMAN, parameters={"position": TEXT}, moves=["b2"])
    told = client.get(f"/api/games/{game_id}").json()
    assert told["moves"][0]["move"] == "b2"
    assert told["position"]["player"] == 1
    assert sorted(told["position"]["moves"]) == ["a2", "a3", "b1", "b3", "c2", "c3"]
    record = client.get(f"/api/games/{game_id}/record").json()
    assert record["parameters"] == {"position": TEXT}


@pytest.mark.parametrize("text", ["nothing", "XXX\nOO.\n...\nplayer 2 to move"])
def test_no_game_begins_at_a_position_that_there_is_not(client, text):
    wish = {"game": "tic_tac_toe", "seats": [HUMAN, HUMAN], "parameters": {"position": text}}
    answer = client.post("/api/games", json=wish)
    assert answer.status_code == 400
    assert answer.json()["error"]["field"] == "parameters"


def answer_of(**wish):
    query = Query("a", "tic_tac_toe", (("position", TEXT),), seed=1, **wish)
    done = threading.Event()
    task = task_of(query, {}, KeptTrees(), WorkerBounds(), lambda: task.runs or done.set())
    task.start()
    done.wait()
    return task


def test_a_search_begins_at_the_position():
    told = answer_of(moves=("b2",), max_visits=400).answer
    assert {each["move"] for each in told["moveInfos"]} == {"a2", "a3", "b1", "b3", "c2", "c3"}
    assert told["rootInfo"]["currentPlayer"] == 1


def test_a_forced_move_is_searched_from_the_position():
    told = answer_of(moves=("b2",), max_visits=400, forced="b1").answer
    assert told["forced"]["refutation"] == ["c3"]  # a1, b2 and c3 make a row
    assert told["forced"]["proven"] == "loss"


def test_a_level_chooses_from_the_position():
    query = {"kind": "choose", "player": "level:6"}
    assert answer_of(**query).answer["move"] in {"a2", "b2", "c2", "a3", "b3", "c3", "b1"}
