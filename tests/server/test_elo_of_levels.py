import pytest

from gametree.arena.contest import Contest
from gametree.arena.run import compete
from gametree.errors import BadParameter
from gametree.games import Nim, TicTacToe
from gametree.server.elo_of_levels import elo_of_levels, level_player
from gametree.server.rules.offered import LEVELS

from .table import server

pytest.importorskip("scipy", reason="scipy is missing: pip install -e '.[dev]'")

WEAK, STRONG = LEVELS[0][1], LEVELS[1][1]


@pytest.fixture(scope="module")
def journal(tmp_path_factory):
    """A journal with games between two levels, and some that say nothing of them."""
    path = tmp_path_factory.mktemp("ratings") / "games.db"
    levels = level_player(WEAK), level_player(STRONG)
    with pytest.MonkeyPatch.context() as patch:
        for game in (TicTacToe, Nim):  # some games are played sooner than they are compiled
            patch.setattr(game, "interpreted_only", True)
        for contest in (
            Contest((*levels, "random"), "tic_tac_toe", games=10, seed=1),
            Contest(("random", "greedy"), "tic_tac_toe", games=2),
            Contest(("random", f"mcts:simulations={WEAK}"), "nim", games=2),
            Contest(("random", level_player(WEAK)), "nim", parameters={"heaps": "1,2,3"}, games=2),
        ):
            compete(contest, journal=path)
    return path


def test_the_levels_are_rated_and_the_weakest_has_0(journal):
    measured = elo_of_levels(journal, ("tic_tac_toe", "nim", "missing.py:Game"))
    assert measured.keys() == {"tic_tac_toe"}
    assert measured["tic_tac_toe"].keys() == {WEAK, STRONG}
    assert measured["tic_tac_toe"][WEAK] == 0
    assert measured["tic_tac_toe"][STRONG] > 50


def test_the_page_is_told(journal, tmp_path):
    elo = elo_of_levels(journal, ("tic_tac_toe",))
    with server(tmp_path, games=("tic_tac_toe", "nim"), elo=elo) as client:
        listed = client.get("/api/rules").json()
    told = [each["elo"] for each in listed[0]["levels"]]
    assert told == [0, elo["tic_tac_toe"][STRONG], None, None, None]
    assert {each["elo"] for each in listed[1]["levels"]} == {None}


def test_a_journal_without_levels_is_refused(journal):
    with pytest.raises(BadParameter, match="no games that rate a level of these games"):
        elo_of_levels(journal, ("nim", "connect_four"))
