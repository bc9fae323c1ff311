"""The page of an exported game in Firefox, from the disk."""

from __future__ import annotations

from gametree.export.html import page as page_of

from .firefox import firefox

READY = "document.body.dataset.ready"
TURN = "/your turn|wins|draw|Game over/.test(document.getElementById('status').textContent)"
OVER = "document.getElementById('hint').disabled"
PLAYED = "document.querySelectorAll('#moves li').length"


def test_a_whole_game_in_firefox(exported, tmp_path):
    if exported.game.name != "tic_tac_toe":
        return  # the page is the same for all games
    file = tmp_path / "game.html"
    file.write_text(page_of(exported.game, exported.engine), encoding="utf-8")
    profile = tmp_path / "profile"
    profile.mkdir()
    with firefox(profile) as tab:
        tab.open(f"{file.as_uri()}?seed=3")
        tab.wait(READY)
        for turn in range(9):
            tab.wait(TURN)
            if tab.evaluate(OVER):
                break
            played = tab.evaluate(PLAYED)
            if turn % 2:
                tab.evaluate("void document.querySelector('.zone.legal').focus()")
                tab.press("\ue007")
            else:
                tab.click(".zone.legal")
            tab.wait(f"{PLAYED} > {played}")
        assert tab.evaluate(OVER)
        tab.click("#new")
        tab.wait(f"{PLAYED} === 0 && !{OVER}")
        tab.click("#hint")
        tab.wait("document.getElementById('status').textContent.startsWith('Hint: ')")
