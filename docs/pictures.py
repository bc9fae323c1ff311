"""Makes what the pages show of searches with fixed seeds: `python docs/pictures.py`.

A test compares it with the files in docs. Names on the command line make only these.
"""

from __future__ import annotations

import json
import re
import sys
import textwrap
import types
from collections.abc import Callable
from functools import cache
from operator import attrgetter
from pathlib import Path
from typing import Any

from gametree.games import find, hidden_names, load, names
from gametree.record import split_moves
from gametree.replays.lines import schema
from gametree.user_code.rules_text import rules_text
from gametree.views import svg, view_of

DOCS = Path(__file__).parent

# What ends the rules on the page of a game, which are the docstring of its class.
END_OF_RULES = (
    "<!-- The text above is the docstring of the class: python docs/pictures.py writes it. -->\n"
)

# The positions on the pages of games: parameters and moves.
POSITIONS: dict[str, tuple[dict[str, Any], str]] = {
    "nim": ({}, "4:3 3:1"),
    "tic_tac_toe": ({}, "b2 a1 c1 a3"),
    "othello": ({}, "d3 c3 c4 e3 f3 d6"),
    "hex": ({"size": 7}, "d4 e3 c5 b6 e2 f2 d3 c4"),
    "breakthrough": ({}, "d7d6 e2e3 d6e5 d2d3 f7f6 e3e4 f6g5 g2g3"),
    "mnk": ({"m": 5, "n": 4, "k": 4}, "c2 b2 c3 c1 d3 b3"),
    "gomoku": ({}, "h8 i9 g7 i7 i8 g8 h7 h9"),
    "dots_and_boxes": (
        {"rows": 3, "columns": 4},
        "a1b1 d1e1 a1a2 d1d2 b1b2 d2e2 e1e2 c3c4 b4c4 b2c2",
    ),
    "go": ({}, "E5 E7 F7 F8 G7 D7 C4 D8 G8 C6"),
    "kalah": ({}, "3 6 4 2 1"),
    "checkers": (
        {"fen": "W:W14,18,21,25,K12:B2,3,7,13,20,K31"},
        "18-15",
    ),
    "oware": ({}, "c f d b a e"),
    "chinese_checkers": (
        {},
        "b2-e4 a9-c9 h10-g9 a3-e5 b9-d9 j10-f8 a2-d6 b10-d8 i10-c8 b3-d7 c9-e7 i9-g7 d6-g10 d8-e6 "
        "h8-f10 d7-b11 a10-b10 h9-d5 g10-b12 b10-d8 g9-g8 e4-c6",
    ),
    "same_game": ({"columns": 12, "rows": 9, "colours": 4, "seed": 2}, "e4 k2 k1 c5 i3 k4 h4"),
    "fifteen_puzzle": ({"seed": 3}, "5 10 7 8"),
    "cant_stop": (
        {"players": 3},
        "roll 1556 710 roll 1456 5 roll 1355 10 roll 3345 7 stop roll 3366 612 roll 5666 1112 "
        "roll 2344 6 roll 1136 roll 1466 512 roll 1346 77 roll 2334 57 roll 1235 7 stop "
        "roll 1236 57 roll 3446 710 roll 1356",
    ),
    "game_2048": (
        {},
        "a3=2 d1=4 left c4=2 left a2=2 down c4=2 left c3=2 left d4=2 left b1=2 left c3=2 left "
        "d3=2 left c4=2 left c2=2 left c4=2 left d3=2 left c3=2 left c3=2 down d2=4 left a1=2 "
        "down d2=2 left c1=2 left b1=2 left d4=2 left d3=2",
    ),
    "backgammon": ({}, "31; 8/5 6/5; 64; 24/14; 55; 13/3(2); 62; 24/18 13/11; 41;"),
    "pig": ({}, "roll 5 roll 6 roll 4 hold roll 6 roll 3 roll 6 hold roll 2 roll 5"),
}


# The pictures that the code on a page itself makes: the page, and what it calls the picture.
ON_PAGES: dict[str, tuple[str, str]] = {
    "images/growth.svg": ("trace.md", "pictures.shares"),
    "images/mcts-bandit.svg": ("mcts-from-nothing.md", "bandit"),
    "images/mcts-tree.svg": ("mcts-from-nothing.md", "tree"),
    "images/mcts-value.svg": ("mcts-from-nothing.md", "value"),
    "images/mcts-traps.svg": ("mcts-from-nothing.md", "traps"),
    "images/mcts-depth.svg": ("mcts-from-nothing.md", "horizon"),
}


def replay_schema() -> str:
    """Return the JSON schema of records."""
    return json.dumps(schema(), indent=1) + "\n"


@cache
def variables(page: Path) -> dict[str, Any]:
    """Return the variables of the code on a page."""
    module = types.ModuleType(f"shown_{page.stem.replace('-', '_')}")
    sys.modules[module.__name__] = module  # classes need a module to live in
    for code in re.findall(r"^```python\n(.*?)^```", page.read_text("utf-8"), re.M | re.S):
        exec(compile(code, str(page), "exec", dont_inherit=True), vars(module))
    return vars(module)


def picture(name: str, made: dict[str, Any]) -> str:
    """Return a picture that is on a page, of the variables that the code there has made."""
    found: str = attrgetter(ON_PAGES[name][1])(types.SimpleNamespace(**made)).to_svg()
    return found


def of_page(name: str) -> Callable[[], str]:
    """Return a function that makes a picture that is on a page."""
    return lambda: picture(name, variables(DOCS / ON_PAGES[name][0]))


def of_game(name: str) -> Callable[[], str]:
    """Return a function that draws the position on the page of a game."""

    def drawn() -> str:
        parameters, moves = POSITIONS[name]
        game = load(name, **parameters)
        state, previous = game.initial_state(), None
        for move in split_moves(moves):
            action = game.text_to_action(state, move)
            previous, state = state, game.next_state(game.copy(state), action)
        return svg(view_of(game, state, previous)) + "\n"

    return drawn


def rules_on_page(name: str) -> Callable[[], str]:
    """Return a function that writes the page of a game, with the rules as its class says them."""

    def written() -> str:
        page = (DOCS / page_of(name)).read_text("utf-8")
        paragraphs = [" ".join(each.split()) for each in rules_text(find(name)).split("\n\n")]
        told = "\n\n".join(textwrap.fill(each, 140) for each in paragraphs)
        before, rest = page.split("## Rules\n", 1)
        after = rest.split(END_OF_RULES, 1)[1]
        return f"{before}## Rules\n\n{told}\n\n{END_OF_RULES}{after}"

    return written


def page_of(name: str) -> str:
    """Return the page of a game."""
    return f"games/{name.replace('_', '-')}.md"


FILES: dict[str, Callable[[], str]] = {
    **{page_of(name): rules_on_page(name) for name in names() + hidden_names() if name != "chess"},
    **{name: of_page(name) for name in ON_PAGES},
    "replay.schema.json": replay_schema,
    **{f"images/view-{name.replace('_', '-')}.svg": of_game(name) for name in POSITIONS},
}


if __name__ == "__main__":
    for name in sys.argv[1:] or FILES:
        (DOCS / name).write_text(FILES[name](), encoding="utf-8")
