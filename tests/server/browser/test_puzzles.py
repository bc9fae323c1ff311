"""Puzzles on the page: solved and failed by clicks and by keyboard, and the rating that follows."""

import re

import pytest

from .conftest import thinking_server
from .scans import serious_faults
from .test_in_browser import OVERFLOWING, place

pytest.importorskip("playwright.sync_api", reason="playwright is missing: pip install -e '.[dev]'")
from playwright.sync_api import expect

expect.set_options(timeout=20_000)

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """A server with a data folder of its own, where it keeps the rating."""
    folder = tmp_path_factory.mktemp("puzzles")
    games = ("tic_tac_toe", "connect_four", "kuhn_poker")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GAMETREE_DATA_DIR", str(folder / "data"))
        with thinking_server(folder, games=games) as server:
            server.data = folder / "data"
            yield server


@pytest.fixture
def solving(somebody, server):
    """Return a function that opens the puzzles of tic-tac-toe for somebody who begins."""

    def opened(**device):
        for each in server.data.glob("puzzles/*.solver.json"):
            each.unlink()
        page = somebody("#/puzzles/tic_tac_toe", **device)
        expect(status(page)).to_have_text("Find the only move that saves the game.")
        return page

    return opened


def status(page):
    return page.get_by_role("complementary", name="Puzzle").get_by_role("status")


def rating(page):
    return page.get_by_text(re.compile(r"^Your rating is"))


def test_a_puzzle_is_solved_by_clicks_from_the_lobby_on(solving, somebody):
    solving()
    page = somebody()
    page.get_by_role("radio", name="Tic tac toe").first.click()
    page.get_by_role("link", name="Puzzles").click()
    expect(status(page)).to_have_text("Find the only move that saves the game.")
    expect(page.get_by_text("Your rating begins at 1000, a guess.")).to_be_visible()
    assert serious_faults(page) == []
    place(page, "c3").click()
    expect(status(page)).to_have_text("Right. Go on: find the only move that saves the game.")
    expect(place(page, "a2")).to_have_accessible_name(re.compile("last move"))
    place(page, "c2").click()
    expect(status(page)).to_have_text("Right: c2 solves the puzzle.")
    expect(page.get_by_text("a search proved that no other move is as good")).to_be_visible()
    expect(rating(page)).to_have_text(
        re.compile(r"after 1 puzzle; you scored 100 % in the last puzzle\. \+\d+ points\.")
    )
    assert serious_faults(page) == []
    page.get_by_role("button", name="Next puzzle").click()
    expect(status(page)).to_have_text("Find the only move that saves the game.")
    expect(page.get_by_text("You are player 2.")).to_be_visible()


def test_a_wrong_move_fails_and_the_line_is_played_on_the_board(solving):
    page = solving()
    place(page, "b1").click()
    expect(status(page)).to_have_text("No, not b1: the move is c3.")
    expect(rating(page)).to_have_text(re.compile(r"you scored 0 %.* -\d+ points\."))
    expect(place(page, "c3")).to_have_accessible_name(re.compile("empty"))
    page.get_by_role("group", name="Solution").get_by_role("button", name="c2").click()
    expect(place(page, "c2")).to_have_accessible_name(re.compile("last move"))
    page.keyboard.press("ArrowLeft")
    expect(place(page, "a2")).to_have_accessible_name(re.compile("last move"))
    page.get_by_role("button", name="One move back").click()
    page.get_by_role("button", name="One move back").click()
    expect(place(page, "c3")).to_have_accessible_name(re.compile("empty"))
    page.reload()  # the rating is kept, and the puzzle was seen
    expect(rating(page)).to_have_text(re.compile("after 1 puzzle"))
    expect(page.get_by_text("You are player 2.")).to_be_visible()


def test_a_puzzle_is_solved_by_keyboard_with_a_hint(solving):
    page = solving()
    page.get_by_role("button", name="Hint").focus()
    page.keyboard.press("Enter")
    expect(status(page)).to_have_text(re.compile(r"A hint: it is one of (\w\d, )*c3(, \w\d)*\."))
    expect(page.locator(".board .hint")).to_have_count(3)
    for name, told in (("c3", re.compile("Right. Go on")), ("c2", "Right: c2 solves the puzzle.")):
        place(page, name).focus()
        page.keyboard.press("Enter")
        expect(status(page)).to_have_text(told)
    expect(rating(page)).to_have_text(re.compile("you scored 50 %"))


def test_the_solution_is_shown_and_counts_as_failed(solving):
    page = solving()
    page.get_by_role("button", name="Show the solution").click()
    expect(status(page)).to_have_text("Not solved: the move is c3.")
    expect(rating(page)).to_have_text(re.compile("you scored 0 %"))
    page.get_by_role("button", name="Next puzzle").click()
    expect(status(page)).to_have_text("Find the only move that saves the game.")
    page.get_by_role("button", name="Show the solution").click()
    expect(page.get_by_text("a long search found the other moves worse")).to_be_visible()
    page.get_by_role("button", name="Next puzzle").click()  # all were seen
    page.get_by_role("button", name="Show the solution").click()
    expect(page.get_by_text("so it does not count")).to_be_visible()


def test_a_position_of_the_solution_opens_as_a_game(solving):
    page = solving()
    page.get_by_role("button", name="Show the solution").click()
    page.get_by_role("group", name="Solution").get_by_role("button", name="c3").click()
    expect(place(page, "c3")).to_have_accessible_name(re.compile("last move"))
    page.get_by_role("button", name="Open as a game").click()
    expect(place(page, "c3")).to_have_accessible_name(re.compile("X, last move"))
    expect(page.get_by_role("group", name="Actions")).to_be_visible()


def test_a_puzzle_that_the_server_has_forgotten_can_be_asked_for_again(solving):
    page = solving()
    gone = '{"error": {"code": "unknown_id", "message": "this puzzle is gone", "field": null}}'
    page.route("**/api/puzzles/*", lambda route: route.fulfill(status=400, body=gone), times=1)
    place(page, "c3").click()
    expect(page.get_by_role("alert")).to_have_text("This puzzle is gone.")
    page.get_by_role("button", name="Ask for a puzzle again").click()
    expect(page.get_by_role("alert")).to_have_count(0)
    place(page, "c3").click()
    expect(status(page)).to_have_text(re.compile("Right"))


def test_a_game_that_is_over_leads_to_its_puzzles(somebody, server):
    seats, moves = [{"kind": "human"}] * 2, ["a1", "b1", "a2", "b2", "a3"]
    started = server.post("/api/games", {"game": "tic_tac_toe", "seats": seats, "moves": moves})
    page = somebody(f"#/g/{started['id']}/{started['tokens'][0]}")
    page.get_by_role("link", name="Puzzles").click()
    expect(page.get_by_role("complementary", name="Puzzle")).to_be_visible()


@pytest.mark.parametrize(
    ("game", "sentence"),
    [
        ("kuhn_poker", "Kuhn poker has no puzzles: it hides something"),
        ("connect_four", "No puzzles were found in 60 s"),
        ("nothing", "This server has no game 'nothing'"),
    ],
)
def test_games_without_puzzles_say_why(somebody, server, game, sentence):
    page = somebody(f"#/puzzles/{game}")
    expect(page.get_by_role("alert")).to_contain_text(sentence)
    expect(page.get_by_role("link", name="Choose a game")).to_be_visible()
    assert serious_faults(page) == []


def test_on_a_phone_the_board_and_the_task_fit(solving):
    page = solving(**PHONE)
    assert page.evaluate(OVERFLOWING) == []
    place(page, "c3").tap()
    expect(status(page)).to_have_text(re.compile("Right"))
    place(page, "b1").tap()
    expect(status(page)).to_have_text("No, not b1: the move is c2.")
    assert page.evaluate(OVERFLOWING) == []
    assert serious_faults(page) == []


def test_where_there_may_be_visitors_the_browser_keeps_the_rating(chromium, tmp_path, monkeypatch):
    monkeypatch.setenv("GAMETREE_DATA_DIR", str(tmp_path / "data"))
    with thinking_server(tmp_path, "--allow-host", "example.org", games=("tic_tac_toe",)) as server:
        page = chromium.new_page(base_url=server.address)
        page.goto("#/puzzles/tic_tac_toe")
        page.get_by_role("button", name="Show the solution").click()
        expect(page.get_by_text("This browser keeps your rating.")).to_be_visible()
        page.reload()
        expect(rating(page)).to_have_text(re.compile("after 1 puzzle"))
        assert not (tmp_path / "data" / "puzzles").exists()
        page.close()
