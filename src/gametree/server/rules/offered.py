"""The games that a server offers, with their parameters and levels, as the page lists them."""

from __future__ import annotations

import inspect
from functools import lru_cache
from pathlib import Path
from typing import Any

from ...actors import is_chance
from ...errors import GametreeError
from ...game import Game, title_of
from ...levels.store import ladder_of
from ...naming.loading import game_class, how_to_play, load_game
from ...naming.parameters import where_constructed
from ...primitives.rng import Rng
from ...record import Record
from .position import position_of
from .set_up import may_be_set_up
from .sight import Sight

__all__ = ["LEVELS", "plainly_listed", "rules_of"]

LEVELS = (
    ("beginner", 10),
    ("easy", 100),
    ("medium", 1_000),
    ("strong", 10_000),
    ("very strong", 100_000),
)


# Moves of the position that the lobby shows of a game: a board with something on it.
_PICTURED_PLY = 12


@lru_cache(maxsize=256)
def rules_of(spec: str) -> dict[str, Any]:
    """Return what clients receive about a game before it is played."""
    listed = plainly_listed(spec)
    try:
        cls = game_class(spec)
    except GametreeError:  # rules in another interface, or of another library
        pass
    else:
        listed["name"] = title_of(cls)
        if isinstance(cls.players, int):
            listed["players"] = cls.players
        listed["parameters"] = [
            {
                "name": each.name,
                "type": type(each.default).__name__ if each.default is not each.empty else "str",
                "default": None if each.default is each.empty else _plain(each.default),
            }
            for each in inspect.signature(where_constructed(cls)).parameters.values()
            if each.kind in (each.POSITIONAL_OR_KEYWORD, each.KEYWORD_ONLY)
        ]
    return {**listed, **_as_loaded(spec)}


def plainly_listed(spec: str) -> dict[str, Any]:
    """Return what clients receive about a game whose rules fail."""
    return {
        "id": spec,
        "name": _short_name(spec),
        "howToPlay": "",
        "players": 2,
        "playerNames": None,
        "parameters": [],
        "levels": [{"name": n, "simulations": s, "elo": None} for n, s in LEVELS],
        "ladder": [],
        "picture": None,
        "hides": False,
        "settable": False,
    }


def _short_name(spec: str) -> str:
    """Return a game's class or file, without the folders before it."""
    _path, colon, name = spec.rpartition(":")
    return name if colon and name and not name.startswith(("/", "\\")) else Path(spec).stem


def _as_loaded(spec: str) -> dict[str, Any]:
    """Return what only the rules themselves say, without parameters: a picture, how to play.

    Nothing if these need some or fail: who plays them is told what fails.
    """
    try:
        game = load_game(spec, {})
        picture = _picture(game)
        return {
            "name": title_of(game),
            "howToPlay": how_to_play(spec),
            "players": int(game.players),
            "ladder": _ladder(game),
            "picture": picture,
            "hides": game.hides_information,
            "settable": may_be_set_up(game, picture),
        }
    except Exception:  # a user's rules may raise anything
        return {}


def _ladder(game: Game) -> list[dict[str, Any]]:
    """Return the levels of a game; none if their file is damaged, or there are no opponents."""
    if game.players < 2:
        return []
    try:
        levels = ladder_of(game).levels
    except GametreeError:
        return []
    return [{"name": each.name, "player": f"level:{each.name}", "elo": each.elo} for each in levels]


def _picture(game: Game) -> dict[str, Any] | None:
    """Return the view of a position after some moves at random; None if the rules fail."""
    rng = Rng(1)
    try:
        record = Record(game)
        plies = 0
        while not record.over and plies < _PICTURED_PLY:
            if not is_chance(record.player) or not game.hides_information:
                plies += 1  # before the cards are dealt there is nothing to be seen
            if is_chance(record.player):
                record.play(record.draw_chance(rng))
            else:
                legal = record.legal_actions()
                record.play(legal[rng.below(len(legal))])
        if record.over:
            record.take_back(len(record.actions) // 2)
        view: dict[str, Any] = _view(record)
    except Exception:
        return None
    return {**view, "moves": {}, "last": [], "winning": []}


def _view(record: Record) -> dict[str, Any]:
    """Return the view of a position: in a game that hides something, what the player sees."""
    if record.over or not record.game.hides_information or is_chance(record.player):
        view: dict[str, Any] = position_of(record)["view"]
    else:
        view = Sight(record).told()["positions"][record.player]["view"]
    return view


def _plain(value: Any) -> Any:
    return value if isinstance(value, (bool, int, float, str, type(None))) else str(value)
