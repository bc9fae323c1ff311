"""The page that is one file: people play against the engine offline, by mouse and by keyboard."""

from __future__ import annotations

import re

import pytest

from gametree.export.drawing import drawing_of
from gametree.export.html import page as page_of
from gametree.games import ConnectFour, Gomoku

pytest.importorskip("playwright.sync_api", reason="playwright is missing: pip install -e '.[dev]'")
from playwright.sync_api import expect

# Neither the dice nor the engine are to move.
PERSON_OR_END = re.compile("your turn|wins|draw|Game over")


@pytest.fixture
def opened(exported, tmp_path, chromium):
    """The page of a game, opened from the disk; an error in it fails the test."""
    file = tmp_path / "game.html"
    file.write_text(page_of(exported.game, exported.engine), encoding="utf-8")
    tab = chromium.new_page(viewport={"width": 390, "height": 800})
    faults = []
    tab.on("pageerror", lambda error: faults.append(str(error)))
    tab.on("request", lambda request: faults.extend(elsewhere(request.url)))
    tab.goto(f"{file.as_uri()}?seed=3")
    expect(tab.locator("body[data-ready]")).to_be_attached(timeout=20_000)
    yield tab
    tab.close()
    assert faults == []


def elsewhere(url):
    """Return the address of what is loaded from anywhere but the file itself."""
    return [] if url.startswith(("file:", "blob:", "data:")) else [url]


def test_a_whole_game_and_what_the_page_shows(opened):
    opened.locator("#level").select_option("30")
    status = opened.locator("#status")
    for turn in range(60):
        expect(status).to_have_text(PERSON_OR_END, timeout=20_000)
        if opened.locator("#hint").is_disabled():
            break
        legal = opened.locator(".zone.legal").first
        played = opened.locator("#moves li").count()
        if turn % 2:
            legal.press("Enter")
        else:
            legal.click()
        expect(opened.locator("#moves li").nth(played)).to_be_visible()
    assert opened.locator("#hint").is_disabled()  # the game is over
    wide = opened.evaluate("document.documentElement.scrollWidth")
    assert wide <= 390
    assert opened.locator("#numbers tr").count() > 0

    opened.get_by_role("button", name="New game").click()
    expect(opened.locator("#moves li")).to_have_count(0)
    opened.get_by_role("button", name="Hint").click()
    expect(status).to_contain_text("Hint: ", timeout=20_000)
    opened.get_by_role("button", name="Think").click()
    opened.locator(".zone.legal").first.click()  # ends the thinking, unless it is proven already
    expect(opened.locator("#moves li").first).to_be_visible(timeout=20_000)


def test_boards_are_read_from_the_text():
    for game, cells in ((ConnectFour(), 42), (Gomoku(), 225)):
        drawing = drawing_of(game)
        assert len(drawing["cells"]) == cells
        assert set(drawing["cells"][0]["letters"]) == {"X", "O"}
        assert drawing["clicks"] == {}
