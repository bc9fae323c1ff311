"""Games by the interfaces of the write-ups, played to their ends by clicks on the board."""

import re

import pytest

from . import write_ups
from .conftest import record_of, thinking_server

pytest.importorskip("playwright.sync_api", reason="playwright is missing: pip install -e '.[dev]'")
from playwright.sync_api import expect

expect.set_options(timeout=20_000)

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """A server of a file of each, whose engine plays the first legal move."""
    folder = tmp_path_factory.mktemp("write-ups")
    for name in ("nim", "ttt", "corners", "fill"):
        (folder / f"{name}.py").write_text(getattr(write_ups, name.upper()))
    games = (
        f"{folder}/nim.py",
        f"{folder}/ttt.py:Board",
        f"{folder}/corners.py",
        f"{folder}/fill.py",
    )
    with thinking_server(folder, games=games) as server:
        yield server


def begun(page, title):
    page.get_by_role("radio", name=title).first.click()
    page.get_by_role("button", name="Start the game").first.click()
    return page


def place(page, zone):
    return page.locator(f'[data-zone="{zone}"]').first


def won(page):
    expect(page.get_by_role("complementary").get_by_text("You win").first).to_be_visible()
    gauge = page.get_by_role("meter").first
    expect(gauge).to_have_text("100")
    assert gauge.evaluate("bar => bar.scrollWidth <= bar.clientWidth"), "the figure is cut off"


def test_a_board_is_won_by_clicks(somebody, server):
    page = begun(somebody(), "Ttt")
    for cell, answer in (("b2", "a1"), ("b1", "c1")):
        place(page, cell).click()
        expect(place(page, answer)).to_have_accessible_name(re.compile("O, last move"))
    place(page, "b3").click()
    won(page)
    expect(page.get_by_label(re.compile("won the game"))).to_have_count(3)
    assert record_of(page, server) == ["(1, 1)", "(0, 0)", "(0, 1)", "(0, 2)", "(2, 1)"]


def test_rules_as_functions_are_won_by_clicks_on_a_phone(somebody, server):
    page = begun(somebody(**PHONE, scheme="dark"), "Nim")
    place(page, "3").click()
    expect(place(page, "4")).to_have_count(0)  # the engine has taken one more
    expect(place(page, "3")).to_have_accessible_name(re.compile("can move"))
    place(page, "3").click()
    won(page)
    assert record_of(page, server) == ["3", "1", "3"]
    expect(page.locator('[data-zone^="pile1."]')).to_have_count(7)  # the slots, all empty
    expect(page.get_by_label("Position", exact=True)).to_have_count(0)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_a_state_with_a_score_is_won_by_clicks(somebody, server):
    page = begun(somebody(), "Corners")
    for cell, answer in (("c3", "a1"), ("a3", "b1"), ("c1", "a2"), ("b2", "c2")):
        place(page, cell).click()
        expect(place(page, answer)).to_have_accessible_name(re.compile("O, last move"))
    place(page, "b3").click()
    won(page)
    assert record_of(page, server) == ["c3", "a1", "a3", "b1", "c1", "a2", "b2", "c2", "b3"]


def test_a_puzzle_of_one_player_ends_with_its_score(somebody, server):
    page = begun(somebody(), "Fill")
    for cell in ("c3", "b3", "a1", "b2"):
        place(page, cell).click()
        expect(place(page, cell)).to_have_accessible_name(re.compile("last move"))
    expect(page.get_by_label("points: 38")).to_have_text("38")
    moves = page.get_by_role("region", name="Moves")
    told = " ".join(moves.inner_text().split())
    assert told == "1 c3 2 b3 3 a1 4 b2 You get 38"
    expect(page.get_by_label(re.compile("won the game"))).to_have_count(0)  # c3, b2, a1


def test_a_puzzle_that_is_given_up_has_no_score(somebody, server):
    page = begun(somebody(), "Fill")
    place(page, "c3").click()
    expect(place(page, "c3")).to_have_accessible_name(re.compile("last move"))
    page.get_by_role("button", name="Resign").click()
    expect(page.get_by_text("Resign the game?")).to_be_visible()
    page.get_by_role("button", name="Resign").click()
    expect(page.get_by_text("You resign").first).to_be_visible()
    expect(page.get_by_label(re.compile("^points"))).to_have_count(0)
