"""Games that the reader plays on pages of docs/: exported as a site, shown in frames.

`python docs/live_games.py [GAME...]` exports them, all by default; `make docs` runs it.
"""

import sys
from pathlib import Path

import gametree as gt

SITE = Path(__file__).parent / "_build" / "live"

_PAGES = {"how-it-works": "connect_four", "mcts-from-nothing": "tic_tac_toe"}
_HEIGHT = 720


def with_game(page, text):
    """Return the text of a page with the game that it is about, if that was exported."""
    game = _PAGES.get(page, page.removeprefix("games/").replace("-", "_"))
    if not (SITE / f"{game}.html").exists():
        return text
    up = "../" * page.count("/")
    frame = (
        "## Play it here\n\n"
        "The engine runs in your browser. **Think** shows how the search divides simulations.\n\n"
        f'```{{raw}} html\n<iframe src="{up}live/{game}.html" title="{game}" loading="lazy" '
        f'style="width: 100%; height: {_HEIGHT}px; border: 0"></iframe>\n```\n'
    )
    before, mark, after = text.partition("## Rules\n")
    if not page.startswith("games/") or not mark:
        return f"{text}\n{frame}"
    return f"{before}{frame}\n{mark}{after}"


if __name__ == "__main__":
    gt.export.site([gt.games.load(name) for name in sys.argv[1:] or gt.games.names()], SITE)
