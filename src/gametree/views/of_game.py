"""The view of a position: the game's own, checked, or one made from its text."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any

from ..errors import GameError
from ..game import Action, Game, State
from ..rules.measurement_cache import cached_by_game
from .boards import plain
from .click_by_change import with_clicks_by_change
from .coordinates import board_of_moves
from .found.pictures import Pictures
from .rows import row_that_won
from .state_parts import text_of_state
from .text_grid import pieces_of, view_of_text
from .view import CELL_SHAPES, PIECE_SHAPES, Cell, Label, Piece, Stroke, View

__all__ = ["clicks_by_name", "text_of", "text_of_information", "view_of", "view_of_information"]

_MOST_CELLS = 10_000


def view_of(game: Game, state: State, previous: State | None = None) -> View:
    """Return how a position looks, with the clicks that make each legal move.

    `previous` is the position before the last move, whose cells are marked then.

    Raises:
        GameError: if the game's own `view` returns what cannot be drawn.

    """
    actions = list(game.legal_actions(state))
    names = _names(game, state, actions)
    own = _own_view(game, state)
    view = own or _made_view(game, state, actions)
    if own is not None:
        _check(f"{_users_name(game)}.view", own, names)
    moves = _clicks(view, names)
    last, winning = view.last, view.winning
    if previous is not None and not (last and winning):
        before = _own_view(game, previous)
        if before is None and own is None:
            before = _made_view(game, previous, ())
        last = last or _changed(before, view)
        if not names and not winning and before is not None and _decided(game, state):
            winning = row_that_won(before, view)
    text = view.text or text_of(game, state)
    return replace(view, moves=moves, last=last, winning=winning, text=text)


def view_of_information(game: Game, known: Any, player: int | None, names: Sequence[str]) -> View:
    """Return how what a player knows looks, with the clicks that make the moves of these names.

    `known` is what `information_state` returned; or `public_state`, where `player` is None. The
    state is not given, so that nothing can be shown that the player does not know.

    Raises:
        GameError: if the game's own `information_view` returns what cannot be drawn.

    """
    text = text_of_information(game, known, player)
    found: Any = game.information_view(known, player)
    if found is None:
        view = view_of_text(text, pieces_of(game), names) or plain(text)
    else:
        view = _checked_kind(game, found, "information_view")
        legal = {name: zones for name, zones in view.moves.items() if name in names}
        view = replace(view, moves=legal)
        _check(f"{_users_name(game)}.information_view", view, names)
    return replace(view, moves=_clicks(view, names), text=view.text or text)


def text_of_information(game: Game, known: Any, player: int | None) -> str:
    """Return what a player knows as text: the game's own, or a line for each field.

    `known` is as in `view_of_information`.
    """
    rules: Game = getattr(game, "rules", game)  # of simultaneous moves
    open_to_all = not rules.defines_information_state
    if player is None and not open_to_all:
        return text_of_state(known) or str(known)
    shown = known[0] if rules is not game and player is not None else known
    if open_to_all:
        return text_of(rules, shown)
    if type(rules).information_to_text is Game.information_to_text:
        return text_of_state(shown) or str(shown)
    return rules.information_to_text(shown, 0 if player is None else player)


def _users_name(game: Game) -> str:
    return getattr(game, "users_class", type(game).__name__)


def _checked_kind(game: Game, found: Any, method: str) -> View:
    if not isinstance(found, View):
        raise GameError(
            f"{_users_name(game)}.{method} must return a gametree.views.View, "
            f"not {type(found).__name__}; views.grid(rows) makes one"
        )
    return found


def _names(game: Game, state: State, actions: Iterable[Action]) -> list[str]:
    return [game.action_to_text(state, action) for action in actions]


def text_of(game: Game, state: State) -> str:
    """Return a position as people read it: the game's own text, or one made from the state.

    It is made of the fields of the state, each on a line of its own, and of boards as rows.
    """
    if _has_text(game):
        return game.state_to_text(state)
    return _pictures_of(game).text_with_fields(state)


def _has_text(game: Game) -> bool:
    """Return True if the game says how its positions are written."""
    return type(game).state_to_text is not Game.state_to_text


@cached_by_game
def _pictures_of(game: Game) -> Pictures:
    """Return how the positions of a game look that says nothing of it."""
    return Pictures(game, own=lambda state: state)


def _made_view(game: Game, state: State, actions: Sequence[Action]) -> View:
    """Return the view of a game that has none: by its text, its moves, or the state's fields."""
    names = _names(game, state, actions)
    drawn = _grid(game, state, actions, names)
    if drawn is not None:
        return drawn
    first = game.initial_state()
    first_names = _names(game, first, game.legal_actions(first))
    kind = f"{type(game).__name__} {type(state).__name__}"
    with suppress(Exception):  # what a user's state raises when its fields are read
        board = board_of_moves(state, names, first_names, game.players, kind)
        if board is not None:
            return board
    found = None if _has_text(game) else _pictures_of(game).view(state)
    text = text_of(game, state)
    return plain(text) if found is None else replace(found, text=text)


def _decided(game: Game, state: State) -> bool:
    """Return True if one of several players has won a finished game."""
    returns = list(game.returns(state))
    return len(returns) > 1 and returns.count(max(returns)) == 1


def _own_view(game: Game, state: State) -> View | None:
    if type(game).view is Game.view:
        return None
    found: Any = game.view(state)
    return None if found is None else _checked_kind(game, found, "view")


def _grid(game: Game, state: State, actions: Sequence[Action], names: Sequence[str]) -> View | None:
    """Return a board made from the text of a position; None if it shows none."""
    view = view_of_text(game.state_to_text(state), pieces_of(game), names)
    if view is None or game.has_chance or any(_clicks(view, names).values()):
        return view

    def after(action: Action) -> View | None:
        return view_of_text(game.state_to_text(game.next_state(state, action)), pieces_of(game), ())

    following = {name: partial(after, action) for name, action in zip(names, actions, strict=True)}
    return with_clicks_by_change(view, following)


def _clicks(view: View, names: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """Return the zones to click for each legal move, none where clicks would be ambiguous."""
    zones = {cell.clicked for cell in view.cells}
    moves = {}
    taken: set[tuple[str, ...]] = set()
    for name in names:
        clicks = view.moves[name] if name in view.moves else clicks_by_name(name, zones)
        if clicks in taken:
            clicks = ()
        if clicks:
            taken.add(tuple(clicks))
        moves[name] = tuple(clicks)
    # A click that ends one move while it begins another is neither.
    begun = {clicks[:count] for clicks in taken for count in range(1, len(clicks))}
    return {name: () if clicks in begun else clicks for name, clicks in moves.items()}


def clicks_by_name(name: str, zones: set[str]) -> tuple[str, ...]:
    """Return the zones that a move's name is made of: c3, e2e4, e2-e4, a3xc5xe7."""
    if name in zones:
        return (name,)
    parts = tuple(re.findall(r"[A-Za-z]\d+", name))
    rest = re.sub(r"[A-Za-z]\d+", "", name)
    if parts and len(parts) > 1 and set(parts) <= zones and not set(rest) - set("-x:> "):
        return parts
    return ()


def _changed(before: View | None, after: View) -> tuple[str, ...]:
    """Return the cells where pieces came or went; else those where they changed."""
    if before is None:
        return ()
    old = {cell.id: cell.piece for cell in before.cells}
    changed = [cell for cell in after.cells if cell.id in old and old[cell.id] != cell.piece]
    moved = [cell for cell in changed if cell.piece is None or old[cell.id] is None]
    came = any(cell.piece is not None for cell in moved)
    return tuple(cell.id for cell in (moved if came else changed))


def _check(method: str, view: Any, names: Iterable[str]) -> None:
    """Refuse what cannot be drawn, naming it."""

    def refuse(what: str) -> None:
        raise GameError(f"{method} returned a view {what}")

    for side, length in (("width", view.width), ("height", view.height)):
        if not _is_length(length) or length <= 0:
            refuse(f"whose {side} is {length!r}; it must be a number above 0")
    for part, kind in (("cells", Cell), ("lines", Stroke), ("texts", Label)):
        for each in getattr(view, part):
            if not isinstance(each, kind):
                refuse(f"with {each!r} among its {part}; they must be views.{kind.__name__}")
    if len(view.cells) > _MOST_CELLS:
        refuse(f"of {len(view.cells)} cells; {_MOST_CELLS} is the most")
    ids = set()
    for cell in view.cells:
        if not isinstance(cell.id, str) or not cell.id:
            refuse(f"with the id {cell.id!r}; ids are texts, not empty")
        if cell.id in ids:
            refuse(f"with two cells {cell.id!r}; each needs an id of its own")
        ids.add(cell.id)
        if not all(map(_is_length, (cell.x, cell.y, cell.size, cell.turn))):
            refuse(f"whose cell {cell.id!r} has a place, size or turn that is no number")
        if cell.shape not in CELL_SHAPES:
            shapes = ", ".join(CELL_SHAPES)
            refuse(f"whose cell {cell.id!r} has the shape {cell.shape!r}; shapes are {shapes}")
        piece = cell.piece
        if piece is None:
            continue
        if not isinstance(piece, Piece):
            refuse(f"whose cell {cell.id!r} holds {piece!r}; it must be a views.Piece or None")
        if piece.shape not in PIECE_SHAPES:
            shapes = ", ".join(PIECE_SHAPES)
            refuse(f"with a piece of the shape {piece.shape!r} on {cell.id!r}; there are {shapes}")
    if not isinstance(view.moves, Mapping):
        refuse(f"whose moves are {view.moves!r}; they must be a dict of names and zones")
    zones = {cell.clicked for cell in view.cells}
    unknown = [name for name in view.moves if name not in set(names)]
    if unknown:
        refuse(f"with clicks for {unknown[0]!r}, which is no legal move there")
    for name, clicks in view.moves.items():
        if isinstance(clicks, str) or any(zone not in zones for zone in clicks):
            refuse(f"whose clicks for the move {name!r} are {clicks!r}; they must be its zones")
    if any(each not in ids for each in view.winning):
        refuse(f"whose winning cells are {view.winning!r}; not all are cells of it")
    if any(each not in ids for each in view.last):
        refuse(f"whose last cells are {view.last!r}; not all are cells of it")


def _is_length(value: object) -> bool:
    return isinstance(value, (int, float)) and math.isfinite(value)
