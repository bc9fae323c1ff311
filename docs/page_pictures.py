"""Takes the pictures of the page in a browser: `python docs/page_pictures.py`.

It needs Chromium and the development extra. How far a search comes in a second depends on the
machine, so no test compares these pictures: look at them before you commit them.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

IMAGES = Path(__file__).parent / "images"
WIDTH, HEIGHT = 1200, 750

ULTIMATE = "e5 d4 a1 b2 d5 c5 g5 c4 g3 a8 b6 f8 h4 f1 g1 b3"


@contextmanager
def serving() -> Iterator[str]:
    """Start a server; yield its address."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "gametree", "serve", "ultimate_tic_tac_toe", "tic_tac_toe"]
        command += ["--port", "0", "--no-open", "--database", f"sqlite:///{folder}/games.sqlite"]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout is not None
            yield server.stdout.readline().split()[-1]
        finally:
            server.terminate()
            server.wait()


def started(page: Any, address: str, game: str, moves: str) -> str:
    """Start a game against the engine after some moves; return its link."""
    wish = {
        "game": game,
        "moves": moves.split(),
        "seats": [{"kind": "human"}, {"kind": "engine", "simulations": 1000}],
    }
    told = page.request.post(f"{address}api/games", data=wish).json()
    return f"{address}#/g/{told['id']}/{told['tokens'][0]}"


def board(page: Any, address: str) -> None:
    """Show a game with its candidates, the value bar and the thinking."""
    page.goto(started(page, address, "ultimate_tic_tac_toe", ULTIMATE))
    page.get_by_role("switch", name="Show the thinking").click()
    page.locator("[data-mark]").first.wait_for(timeout=120_000)
    page.wait_for_timeout(6_000)


def explore(page: Any, address: str) -> None:
    """Show three columns of the tree, and the numbers of a move explained."""
    link = started(page, address, "ultimate_tic_tac_toe", ULTIMATE)
    page.goto(f"{link.rpartition('/')[0]}/explore")
    columns = page.locator('[role="listbox"]')
    columns.first.locator('[role="option"]').first.wait_for(timeout=120_000)
    page.wait_for_timeout(4_000)
    for place in range(2):
        columns.nth(place).locator('[role="option"]').first.click()
        columns.nth(place + 1).locator('[role="option"]').first.wait_for()
    columns.nth(2).locator('[role="option"]').first.hover()
    page.wait_for_timeout(1_000)


def classroom(page: Any, address: str) -> None:
    """Show a selection with its formula."""
    link = started(page, address, "tic_tac_toe", "b2 a1")
    page.goto(f"{link.rpartition('/')[0]}/classroom")
    step = page.get_by_role("slider", name="Step")
    step.wait_for(timeout=120_000)
    for at in range(int(step.get_attribute("max")) - 6, 0, -1):
        step.fill(str(at))
        if page.locator(".formula").count():
            break
    page.wait_for_timeout(1_000)


SIGHTS: dict[str, Callable[[Any, str], None]] = {
    "page.png": board,
    "explore.png": explore,
    "classroom.png": classroom,
}


def main(names: list[str]) -> None:
    """Take the pictures with these names."""
    from playwright.sync_api import sync_playwright

    found = shutil.which("chromium") or shutil.which("chromium-browser")
    with serving() as address, sync_playwright() as play:
        browser = play.chromium.launch(executable_path=found, args=["--no-sandbox"])
        for name in names:
            page = browser.new_page(
                viewport={"width": WIDTH, "height": HEIGHT}, color_scheme="light"
            )
            SIGHTS[name](page, address)
            page.screenshot(path=IMAGES / name)
            page.close()
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:] or [*SIGHTS])
