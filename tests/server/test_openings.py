"""The opening explorer: what was played in a position of the finished games of a server."""

import pytest

from gametree.server.rooms.opening_book import OpeningBook, PlayedGame

from .table import ENGINE, HUMAN, new_game, seated, server, until

X_WINS = ["a1", "b1", "a2", "b2", "a3"]
SAME = ["a2", "b1", "a1", "c3", "a3"]  # comes to the same position by other moves
O_WINS = ["a1", "b1", "c3", "b2", "a3", "b3"]


@pytest.fixture
def client(tmp_path):
    with server(tmp_path) as client:
        for moves in (X_WINS, SAME, O_WINS, X_WINS[:3]):
            new_game(client, HUMAN, HUMAN, moves=moves)
        level = {"kind": "engine", "player": "level:2"}
        new_game(client, HUMAN, level, moves=O_WINS)
        yield client


def openings(client, moves, **wish):
    answer = client.post("/api/openings", json={"game": "tic_tac_toe", "moves": moves, **wish})
    return answer.json()


def test_the_moves_of_finished_games_are_counted(client):
    told = openings(client, [])
    assert (told["games"], told["more"]) == (4, False)
    assert [(each["move"], each["games"]) for each in told["moves"]] == [("a1", 3), ("a2", 1)]
    first = told["moves"][0]
    assert first["share"] == pytest.approx(1 / 3)
    assert 0 < first["low"] < 1 / 3 < first["high"] < 1


def test_results_are_those_of_who_played_the_move(client):
    (reply,) = openings(client, ["a1"])["moves"]
    assert (reply["move"], reply["games"]) == ("b1", 3)
    assert reply["share"] == pytest.approx(2 / 3)


def test_other_moves_to_the_same_position_count_there(client):
    told = openings(client, ["a1", "b1", "a2"])["moves"]
    assert {each["move"]: each["games"] for each in told} == {"b2": 1, "c3": 1}
    assert openings(client, ["a2", "b1", "a1"])["moves"] == told


def test_the_strength_of_players_is_told_where_it_is_known(client):
    level = next(
        each["elo"]
        for rules in client.get("/api/rules").json()
        if rules["id"] == "tic_tac_toe"
        for each in rules["ladder"]
        if each["player"] == "level:2"
    )
    (reply,) = openings(client, ["a1"])["moves"]
    assert reply["elo"] == pytest.approx(level)
    assert openings(client, [])["moves"][0]["elo"] is None


def test_games_that_end_later_are_read_then(client):
    before = openings(client, [])["games"]
    new_game(client, HUMAN, HUMAN, moves=["c3", "a1", "c2", "a2", "b1", "a3"])
    told = openings(client, [])
    assert told["games"] == before + 1
    assert "c3" in [each["move"] for each in told["moves"]]


def reads_of(log, monkeypatch):
    """Return a list that receives what is read: the ids of games, or "all" for a listing."""
    reads = []
    events, games_of = log.events, log.games_of

    async def noted_events(game_id, after=0):
        reads.append(game_id)
        return await events(game_id, after)

    async def noted_games_of(spec, parameters, most, among=None):
        if among is None:
            reads.append("all")
        return await games_of(spec, parameters, most, among)

    monkeypatch.setattr(log, "events", noted_events)
    monkeypatch.setattr(log, "games_of", noted_games_of)
    return reads


def test_only_what_has_changed_is_read_again(client, monkeypatch):
    reads = reads_of(client.hub.log, monkeypatch)
    openings(client, [])
    assert reads.count("all") == 1
    assert len(reads) == 6
    reads.clear()
    openings(client, [])
    openings(client, ["a1"])
    assert reads == []
    new, _ = new_game(client, HUMAN, HUMAN, moves=X_WINS)
    new_game(client, HUMAN, HUMAN, game="nim")
    openings(client, [])
    assert reads == [new]


def test_a_game_that_goes_on_is_read_again(client, monkeypatch):
    game_id, tokens = new_game(client, HUMAN, HUMAN, moves=X_WINS[:4])
    before = openings(client, [])["games"]
    reads = reads_of(client.hub.log, monkeypatch)
    with seated(client, game_id, *tokens) as socket:
        socket.send_json({"type": "play", "move": X_WINS[4], "ply": 4})
        until(socket, "event", what="move")
    reads.clear()
    assert openings(client, [])["games"] == before + 1
    assert reads == [game_id]


def test_all_games_are_listed_again_after_many_changes(client, monkeypatch):
    openings(client, [])
    reads = reads_of(client.hub.log, monkeypatch)
    monkeypatch.setattr("gametree.server.rooms.openings._MOST_CHANGED", 1)
    for _ in range(2):
        new_game(client, HUMAN, HUMAN, moves=X_WINS)
    assert openings(client, [])["games"] == 6
    assert reads.count("all") == 1


def test_what_cannot_be_played_is_told(client):
    told = openings(client, ["z9"])
    assert told["error"]["field"] == "moves"
    assert "z9" in told["error"]["message"]


def test_a_position_that_a_game_comes_to_twice_counts_once():
    book = OpeningBook()
    book.add(PlayedGame(["k", "l", "k"], ["up", "down", "up"], [0, 1, 0], [1.0, 0.0], {}))
    (told,) = book.at("k")
    assert (told["move"], told["games"], told["share"]) == ("up", 1, 1.0)


def test_chance_has_no_moves_in_the_book():
    book = OpeningBook()
    book.add(PlayedGame(["k", "l"], ["6", "run"], [-1, 0], [1.0, 0.0], {0: 100.0}))
    assert book.at("k") == []
    assert book.at("l")[0]["elo"] == 100.0


def test_games_that_hide_something_are_not_shown(tmp_path):
    with server(tmp_path, games=("kuhn_poker",)) as client:
        answer = client.post("/api/openings", json={"game": "kuhn_poker"})
        assert answer.status_code == 403
        assert answer.json()["error"]["code"] == "hidden"


def report(visits, **moves):
    infos = [
        {"move": move, "visits": 9, "winrate": rate, "lcb": rate - 0.1, "ucb": rate + 0.1,
         "proven": None, "pv": [move], "order": order}
        for order, (move, rate) in enumerate(moves.items())
    ]  # fmt: skip
    return {"moveInfos": infos, "rootInfo": {"visits": visits}}


def test_searches_are_shown_beside_the_games_that_were_played(client):
    note = client.hub.openings.note
    note("tic_tac_toe", {}, ["a2", "b1", "a1"], report(100, b2=0.7, c2=0.4))
    note("tic_tac_toe", {}, ["a1", "b1", "a2"], report(50, b2=0.1))  # the same, searched less
    note("tic_tac_toe", {}, ["a1", "b1", "a2"], {"rootInfo": None})  # nothing is known yet
    told = {each["move"]: each for each in openings(client, ["a1", "b1", "a2"])["moves"]}
    assert told["b2"]["games"] == 1
    assert told["b2"]["searched"]["winrate"] == 0.7
    assert (told["c2"]["games"], told["c2"]["share"]) == (0, None)
    assert told["c3"]["searched"] is None


def test_live_analysis_is_noted(client, monkeypatch):
    found = {"id": "a", "isDuringSearch": True, **report(10, b2=0.6)}
    monkeypatch.setattr(client.pool, "_answer", lambda query: found)
    game_id, tokens = new_game(client, HUMAN, ENGINE, moves=["c1"])
    with seated(client, game_id, tokens[0]) as socket:
        socket.send_json({"type": "think", "on": True, "moves": ["c1", "c2"]})
        while '"thinking"' not in socket.receive_text():
            pass
    (told,) = openings(client, ["c1", "c2"])["moves"]
    assert told["searched"]["winrate"] == 0.6
