"""Games that the reader plays on pages of docs/: each exported as a site, shown in a frame.

`python docs/live_games.py [GAME...]` exports them, all by default; `make docs` runs it. What was
exported since the sources changed stays, so that it goes on where it was stopped.
"""

import sys
from pathlib import Path

import gametree as gt

SITE = Path(__file__).parent / "_build" / "live"

_PAGES = {"how-it-works": "connect_four", "mcts-from-nothing": "tic_tac_toe"}
_HEIGHT = 720
_SOURCES = Path(__file__).parents[1] / "src"


def export(names):
    """Export games, but for those that were exported since the sources changed."""
    files = (each for each in _SOURCES.rglob("*") if each.is_file())
    changed = max(each.stat().st_mtime for each in files if each.parent.name != "__pycache__")
    for name in names:
        page = SITE / name / "index.html"
        if not page.exists() or page.stat().st_mtime < changed:
            print(name, flush=True)
            gt.export.site(gt.games.load(name), page.parent)


def with_game(page, text):
    """Return the text of a page with the game that it is about, if that was exported."""
    game = _PAGES.get(page, page.removeprefix("games/").replace("-", "_"))
    if not (SITE / game / "index.html").exists():
        return text
    up = "../" * page.count("/")
    frame = (
        "## Play it here\n\n"
        "The engine runs in your browser. **Think** shows how the search divides simulations.\n\n"
        f'```{{raw}} html\n<iframe src="{up}live/{game}/index.html" title="{game}" loading="lazy" '
        f'style="width: 100%; height: {_HEIGHT}px; border: 0"></iframe>\n```\n'
    )
    before, mark, after = text.partition("## Rules\n")
    if not page.startswith("games/") or not mark:
        return f"{text}\n{frame}"
    return f"{before}{frame}\n{mark}{after}"


if __name__ == "__main__":
    export(sys.argv[1:] or gt.games.names())
