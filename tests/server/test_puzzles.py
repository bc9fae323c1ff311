"""Puzzles over HTTP: found in the background, judged, rated; and the ratings of levels."""

import threading

import pytest
from pydantic import TypeAdapter

from gametree.analysis import Query
from gametree.analysis.kept_trees import KeptTrees
from gametree.analysis.puzzle_mining import PuzzleMining
from gametree.analysis.tasks import task_of
from gametree.analysis.worker_bounds import WorkerBounds
from gametree.coach.puzzle import Puzzle
from gametree.coach.puzzle_store import solver_file
from gametree.coach.solver import PuzzleSolver
from gametree.games import TicTacToe
from gametree.levels.person import PersonRating
from gametree.server.messages.puzzles import AttemptTold, PersonTold, PuzzlesTold

from .table import server

# X forks with c3: both a3 and c2 win then, so the last move is not asked for.
FORK = Puzzle(("a1", "b2"), ("c3", "a2", "c2", "c1"), "save", True, 16, None, (0, 2))
EASY = Puzzle(("a1",), ("b2", "b1", "c1"), "save", False, 2, None)
HARD = Puzzle(("b1",), ("b2", "a1", "c1"), "save", True, 1024, None)


@pytest.fixture(params=[False, True], ids=["browser", "data folder"])
def client(request, tmp_path, monkeypatch):
    """A server whose ratings the browser keeps, or the data folder."""
    monkeypatch.setenv("GAMETREE_DATA_DIR", str(tmp_path / "data"))
    with server(tmp_path, keeps_ratings=request.param) as client:
        client.pool.puzzles = [each.to_dict() for each in (HARD, FORK, EASY)]
        client.kept = request.param
        client.solver = None
        yield client


def asked(client, path, kind, **told):
    """Post a request as the page does, which keeps the rating if the server does not."""
    if client.solver is not None:
        told["solver"] = client.solver
    answer = client.post(path, json=told)
    assert answer.status_code == 200, answer.text
    TypeAdapter(kind).validate_json(answer.text, strict=True, extra="forbid")
    found = answer.json()
    if found["solver"] is not None:
        assert found["solver"]["kept"] is client.kept
        client.solver = None if client.kept else found["solver"]["rating"]
    return found


def next_puzzle(client, game="tic_tac_toe"):
    for _ in range(3):
        found = asked(client, "/api/puzzles", PuzzlesTold, game=game)
        if found["puzzle"] is not None or found["error"] is not None:
            return found
    raise AssertionError(found)


def step(client, puzzle, what, move=None):
    path = f"/api/puzzles/{puzzle['id']}"
    return asked(client, path, AttemptTold, what=what, move=move)


def test_the_puzzle_nearest_to_the_rating_is_solved_and_the_rating_rises(client):
    puzzle = next_puzzle(client)["puzzle"]
    query = client.pool.queries[0]
    assert (query.kind, query.count, query.max_time) == ("puzzles", 20, 60.0)
    assert (puzzle["rating"], puzzle["proven"], puzzle["counts"]) == (1000, True, True)
    assert puzzle["task"] == "find the only move that saves the game"
    assert puzzle["position"]["ply"] == 2
    first = step(client, puzzle, "move", "c3")
    assert (first["verdict"], first["right"], first["made"]) == ("open", True, 2)
    assert (first["solution"], first["solver"]) == ([], None)
    assert first["position"]["ply"] == 4
    last = step(client, puzzle, "move", "c2")
    assert (last["verdict"], last["right"], last["made"]) == ("solved", True, 3)
    assert last["solution"] == list(FORK.solution)
    expected = PersonRating(1000.0).after(1000.0, 1.0)
    assert last["solver"]["rating"]["elo"] == pytest.approx(expected.elo)
    assert last["solver"]["change"] == pytest.approx(expected.elo - 1000)
    assert next_puzzle(client)["puzzle"]["rating"] == 1600  # 700 is farther away


def test_a_wrong_move_fails_and_tells_the_solution(client):
    puzzle = next_puzzle(client)["puzzle"]
    told = step(client, puzzle, "move", "b1")
    assert (told["verdict"], told["right"], told["move"], told["made"]) == (
        "failed", False, "b1", 0,
    )  # fmt: skip
    assert told["solution"] == list(FORK.solution)
    assert told["solver"]["change"] < 0
    again = client.post(f"/api/puzzles/{puzzle['id']}", json={"what": "move", "move": "c3"})
    assert (again.status_code, again.json()["error"]["code"]) == (409, "over")


def test_the_solution_can_be_seen_after_the_verdict_only(client):
    puzzle = next_puzzle(client)["puzzle"]
    positions = f"/api/puzzles/{puzzle['id']}/positions"
    assert client.get(f"{positions}/0").json()["ply"] == 2
    assert client.get(f"{positions}/1").json()["error"]["code"] == "no_position"
    shown = step(client, puzzle, "show")
    assert (shown["verdict"], shown["right"]) == ("failed", None)
    assert shown["solver"]["change"] < 0
    assert client.get(f"{positions}/4").json()["ply"] == 6
    assert client.get(f"{positions}/5").json()["error"]["code"] == "no_position"


def test_a_hint_leaves_few_moves_and_the_puzzle_counts_half(client):
    puzzle = next_puzzle(client)["puzzle"]
    hint = step(client, puzzle, "hint")["hint"]
    assert len(hint) == 3
    assert "c3" in hint
    step(client, puzzle, "move", "c3")
    told = step(client, puzzle, "move", "c2")
    assert told["solver"]["rating"]["scores"] == [0.5]


def test_an_illegal_move_is_refused_and_decides_nothing(client):
    puzzle = next_puzzle(client)["puzzle"]
    refused = client.post(f"/api/puzzles/{puzzle['id']}", json={"what": "move", "move": "a1"})
    assert refused.json()["error"]["code"] == "illegal_move"
    assert step(client, puzzle, "move", "c3")["right"]


def test_when_all_puzzles_were_seen_more_are_looked_for_and_old_ones_do_not_count(client):
    keys = []
    for _ in range(3):
        puzzle = next_puzzle(client)["puzzle"]
        keys.append(tuple(puzzle["moves"]))
        step(client, puzzle, "show")
    assert len(set(keys)) == 3
    assert [each.count for each in client.pool.queries] == [20, 23]
    oldest = next_puzzle(client)["puzzle"]
    assert (tuple(oldest["moves"]), oldest["counts"]) == (keys[0], False)
    before = next_puzzle(client)["solver"]["rating"]["elo"]
    told = step(client, oldest, "show")
    assert (told["solver"]["change"], told["solver"]["rating"]["elo"]) == (None, before)


def test_a_rating_is_kept_in_the_data_folder_only_if_there_are_no_visitors(client):
    puzzle = next_puzzle(client)["puzzle"]
    step(client, puzzle, "show")
    path = solver_file("rules-of-a-test")
    assert path.exists() is client.kept
    if client.kept:
        path.write_text("{")
        refused = client.post("/api/puzzles", json={"game": "tic_tac_toe"})
        assert "is damaged" in refused.json()["error"]["message"]
        assert path.read_text() == "{"


def test_puzzles_are_shown_while_more_are_looked_for(client):
    client.pool.silent = True
    told = asked(client, "/api/puzzles", PuzzlesTold, game="connect_four")
    assert (told["state"], told["found"], told["puzzle"], told["error"]) == (
        "searching", 0, None, None,
    )  # fmt: skip


def test_a_busy_server_still_shows_the_puzzles_that_it_has(client):
    puzzle = next_puzzle(client)["puzzle"]
    client.hub.engines.running = client.hub.settings.most_searches
    assert next_puzzle(client)["puzzle"]["moves"] == puzzle["moves"]
    busy = client.post("/api/puzzles", json={"game": "connect_four"})
    assert busy.json()["error"]["code"] == "busy"
    client.hub.engines.running = 0
    client.pool.puzzles = []
    assert "no puzzles were found" in next_puzzle(client, "connect_four")["error"]


def test_a_search_that_finds_nothing_says_so(client):
    client.pool.puzzles = []
    told = next_puzzle(client, "connect_four")
    assert "no puzzles were found in 60 s" in told["error"]


@pytest.mark.parametrize(
    ("game", "sentence"),
    [
        ("kuhn_poker", "it hides something, and a puzzle needs"),
        ("game_2048", "it is for one player, and"),
    ],
)
def test_games_without_puzzles_say_why(tmp_path, game, sentence):
    with server(tmp_path, games=(game,)) as client:
        refused = client.post("/api/puzzles", json={"game": game})
        assert refused.json()["error"]["code"] == "no_puzzles"
        assert sentence in refused.json()["error"]["message"]
        assert client.pool.queries == []


def test_what_is_no_puzzle_and_no_rating_is_refused(client):
    assert client.post("/api/puzzles", json={"game": "no"}).status_code == 400
    assert client.post("/api/puzzles/none", json={"what": "hint"}).status_code == 404
    bad = {"elo": 1000, "deviation": 100, "scores": [0.3], "games": 1, "seen": []}
    next_puzzle(client)
    if not client.kept:
        answer = client.post("/api/puzzles", json={"game": "tic_tac_toe", "solver": bad})
        assert answer.json()["error"]["field"] == "solver"


def test_the_server_computes_the_rating_against_levels(client):
    def rating(**told):
        return client.post("/api/rating", json={"game": "tic_tac_toe", **told}).json()

    ladder = client.get("/api/rules").json()[0]["ladder"]
    first = rating()
    TypeAdapter(PersonTold).validate_python(first, strict=True, extra="forbid")
    assert first["rating"]["games"] == 0
    assert first["player"] in [each["player"] for each in ladder]
    then = rating(rating=first["rating"], against=ladder[1]["player"], score=1)
    expected = PersonRating(first["rating"]["elo"]).after(ladder[1]["elo"], 1)
    assert then["rating"] == expected.to_dict() | {"scores": [1.0]}
    assert then["text"] == expected.to_text()
    unmeasured = client.post("/api/rating", json={"game": "nim"}).json()["error"]
    assert unmeasured["code"] == "unmeasured"
    assert "measure them with `gametree levels`" in unmeasured["message"]
    assert rating(against="mcts", score=1)["error"]["field"] == "against"
    assert rating(against=ladder[1]["player"], score=0.7)["error"]["field"] == "score"
    assert client.post("/api/rating", json={"game": "no"}).status_code == 400


def test_a_worker_finds_puzzles_and_stores_them(tmp_path, monkeypatch):
    monkeypatch.setenv("GAMETREE_DATA_DIR", str(tmp_path))

    def found(count):
        query = Query("a", "tic_tac_toe", kind="puzzles", count=count, max_visits=2000, seed=1)
        done = threading.Event()
        task = task_of(query, {}, KeptTrees(), WorkerBounds(), lambda: task.runs or done.set())
        assert isinstance(task, PuzzleMining)
        task.start()
        done.wait()
        return task.answer

    told = found(2)
    assert "error" not in told
    puzzles = [Puzzle.from_dict(each, "") for each in told["puzzles"]]
    assert sum(each.proven for each in puzzles) == 2
    assert PuzzleSolver.from_dict(told["beginner"]).rating.games == 0
    assert told["rules"].startswith(TicTacToe.__name__)
    more = found(len(puzzles) + 1)
    assert {each["moves"][0] for each in told["puzzles"]} <= {
        e["moves"][0] for e in more["puzzles"]
    }
    assert len(more["puzzles"]) > len(puzzles)
