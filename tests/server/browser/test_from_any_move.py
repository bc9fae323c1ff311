"""From any move of a game: what was played there, its analysis, and a game that goes on from it."""

import re

import pytest

from .conftest import record_of
from .scans import serious_faults

pytest.importorskip("playwright.sync_api", reason="playwright is missing: pip install -e '.[dev]'")
from playwright.sync_api import expect

expect.set_options(timeout=20_000)
WON = ["a1", "b1", "a2", "b2", "a3"]


def place(page, zone):
    return page.locator(f'[data-zone="{zone}"]')


def moves(page):
    return page.get_by_role("region", name="Moves", exact=True)


def at_the_second_move(page):
    moves(page).get_by_role("button", name="b1", exact=True).click()
    expect(page.get_by_text("Position after 2 of 5 moves")).to_be_visible()


def test_played_games_are_shown_at_each_move_and_clicked_through(somebody, game):
    page = somebody(scheme="dark")
    page.goto(game("tic_tac_toe", "human", "human", moves=WON)[0])
    at_the_second_move(page)
    page.get_by_text("Played games").click()
    table = page.get_by_role("table", name="Moves of finished games")
    row = table.get_by_role("row", name=re.compile("a2"))
    expect(row).to_contain_text(re.compile(r"100 % \(\d+ to 100 %\)"))
    assert serious_faults(page) == []
    row.get_by_role("button", name="a2").click()
    expect(table.get_by_role("row", name=re.compile("b2"))).to_be_visible()
    expect(place(page, "a2")).to_have_accessible_name(re.compile("last move"))
    place(page, "c3").click()
    expect(page.get_by_text("No finished game on this server came to this")).to_be_visible()


def test_any_move_of_a_game_is_analysed(somebody, game):
    page = somebody()
    page.goto(game("tic_tac_toe", "human", "human", moves=WON)[0])
    at_the_second_move(page)
    page.get_by_role("button", name="Analyse from here").click()
    expect(moves(page).get_by_role("button", name="b1", exact=True)).to_be_visible()
    expect(place(page, "a2")).to_have_accessible_name(re.compile("empty"))
    expect(page.get_by_role("switch", name="Show the thinking")).to_be_checked()


def test_a_game_goes_on_from_any_move(somebody, game, server):
    page = somebody()
    page.goto(game("tic_tac_toe", "human", "human", moves=WON)[0])
    at_the_second_move(page)
    page.get_by_role("button", name="Play on from here").click()
    dialog = page.get_by_role("dialog", name="Play on from here")
    expect(dialog).to_contain_text("after 2 moves")
    expect(dialog.get_by_role("radio", name="Player 1")).to_be_checked()
    dialog.get_by_role("button", name="Start the game").click()
    place(page, "c3").click()
    expect(place(page, "c1")).to_have_accessible_name(re.compile("last move"))
    assert record_of(page, server) == ["a1", "b1", "c3", "c1"]


def test_nobody_is_helped_against_another_person(somebody, game):
    page = somebody()
    page.goto(game("tic_tac_toe", "human", "human", moves=WON[:3])[0])
    expect(page.get_by_role("button", name="Resign")).to_be_visible()
    expect(page.get_by_role("button", name="Analyse from here")).to_have_count(0)
    expect(page.get_by_text("Played games")).to_have_count(0)
