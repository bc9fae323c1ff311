"""The page's board editor, by clicks: pieces, text, what the rules refuse, playing from there."""

import re

import pytest

from .conftest import record_of
from .scans import serious_faults

pytest.importorskip("playwright.sync_api", reason="playwright is missing: pip install -e '.[dev]'")
from playwright.sync_api import expect

expect.set_options(timeout=20_000)


def place(page, zone):
    return page.locator(f'[data-zone="{zone}"]')


def set_up(page, name):
    page.get_by_role("radio", name=name).first.click()
    page.get_by_role("link", name="Set up a position").click()
    expect(page.get_by_role("heading", name="Set up")).to_be_visible()


def said(page):
    return page.get_by_label("Board", exact=True).get_by_role("status")


def test_a_position_is_set_up_by_clicks_and_played_against_a_level(somebody, server):
    page = somebody()
    set_up(page, "Tic tac toe")
    place(page, "a1").click()
    expect(said(page)).to_have_text("The rules take this position: Player 2 to move.")
    page.get_by_role("radio", name="O", exact=True).click()
    place(page, "b2").click()
    page.get_by_role("radio", name="X", exact=True).click()
    place(page, "a2").click()
    expect(page.get_by_role("textbox", name="As text")).to_have_value(
        "X..\nXO.\n...\nplayer 2 to move"
    )
    page.get_by_label("You are").get_by_role("radio", name="Player 2").click()
    page.get_by_role("combobox", name="Opponent").select_option(label="Somebody at this screen")
    page.get_by_role("button", name="Play from here").click()
    place(page, "a3").click()
    expect(place(page, "a3")).to_have_accessible_name(re.compile("O"))
    assert record_of(page, server) == ["a3"]
    expect(place(page, "a1")).to_have_accessible_name(re.compile("X"))


def test_the_engine_answers_in_a_position_that_was_set_up(somebody, server):
    page = somebody()
    set_up(page, "Connect four")
    page.get_by_role("textbox", name="As text").fill("\n".join([*["." * 7] * 5, "XO....."]))
    page.get_by_role("button", name="Read the text").click()
    expect(place(page, "2:1")).to_have_accessible_name(re.compile("Player 2"))
    page.get_by_role("button", name="Play from here").click()
    place(page, "7").click()
    expect(place(page, "1")).to_have_accessible_name(re.compile("last move"))
    assert record_of(page, server) == ["7", "1"]


def test_what_the_rules_refuse_is_told_and_cannot_be_played(somebody):
    page = somebody()
    set_up(page, "Connect four")
    place(page, "3:2").click()
    expect(said(page)).to_have_text(re.compile("has none beneath it"))
    expect(page.get_by_role("button", name="Play from here")).to_be_disabled()
    place(page, "3:2").click()  # the same piece once more takes it off
    expect(said(page)).to_have_text(re.compile("The rules take this position"))
    page.get_by_role("textbox", name="As text").fill("four rows of nothing")
    page.get_by_role("button", name="Read the text").click()
    expect(said(page)).to_have_text(re.compile("The text has no row 1 of the board"))
    expect(page.get_by_role("button", name="Analyse")).to_be_disabled()


def test_an_empty_board_is_over_and_the_first_position_comes_back(somebody):
    page = somebody()
    set_up(page, "Othello")
    page.get_by_role("button", name="Clear the board").click()
    expect(said(page)).to_have_text(re.compile("The game is over in this position"))
    page.get_by_role("button", name="First position").click()
    expect(place(page, "d4")).to_have_accessible_name(re.compile("Player 2"))


def test_a_position_that_was_set_up_is_analysed(somebody):
    page = somebody()
    set_up(page, "Tic tac toe")
    place(page, "b2").click()
    expect(said(page)).to_have_text(re.compile("Player 2 to move"))
    page.get_by_role("button", name="Analyse").click()
    expect(page.get_by_role("region", name=re.compile("hinking")).first).to_be_visible()
    expect(place(page, "b2")).to_have_accessible_name(re.compile("X"))


@pytest.mark.parametrize("device", [{}, {"viewport": {"width": 390, "height": 800}}])
def test_the_editor_has_no_serious_faults_for_people_with_disabilities(somebody, device):
    page = somebody(scheme="dark", **device)
    set_up(page, "Connect four")
    expect(said(page)).to_have_text(re.compile("The rules take"))
    assert serious_faults(page) == []
    place(page, "3:2").click()
    expect(said(page)).to_have_text(re.compile("beneath"))
    assert serious_faults(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
