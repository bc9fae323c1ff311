"""Drawings of an exported game: its view as data, learned from random games.

`view` and the functions that it calls are Python of every kind, and run interpreted alone. The text
of a position is compiled. So the page draws a position by its text, as random games show.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple

from ..actors import is_chance
from ..game import Action, Game, State, title_of
from ..mcts.return_scale import points_of, return_scale
from ..primitives.rng import Rng
from ..rules.checked_game import CheckedGame
from ..rules.drawing import outcome
from ..views.of_game import view_of
from ..views.text_grid import pieces_of
from .learned_clicks import Clicked, learned_clicks
from .learned_view import Sample, Unseen, learned, view_from
from .text_features import features_of

__all__ = ["drawing_of"]

_GAMES = 40
_LONGEST = 400
_POSITIONS = 4000
_SPREAD = 300  # positions to learn from, besides those with letters where none was before
_MOST = 700
_TESTED = 100
_CLICKED = 300
_FOLLOWED = 8
_MOST_UNSEEN = 5


class _Position(NamedTuple):
    state: State
    mover: str
    actions: list[Action]
    text: str


def drawing_of(game: Game) -> dict[str, Any]:
    """Return what a page needs to draw positions, as JSON types.

    `view` is None where the text does not tell the view: the page shows the text then.
    """
    least, most = return_scale(game)
    names = {
        "title": title_of(game),
        "pieces": list(pieces_of(game)),
        "players": game.players,
        "range": [least, most] if math.isfinite(most - least) else [0.0, 0.0],
        "points": points_of(game.players, least, most),
    }
    plain = {**names, "view": None, "clicks": None}
    positions = list(_positions(game))
    with suppress(Exception):  # a view that fails is no reason not to export
        view = learned([_sample(game, each) for each in _chosen(positions)])
        if view is None or not view["cells"] or not _is_right(game, view, positions):
            return plain
        clicks = learned_clicks(list(_clicked_in(game, positions)))
        return {**names, "view": view, "clicks": clicks}
    return plain


def _positions(game: Game) -> Iterator[_Position]:
    """Yield the positions of random games."""
    rng = Rng(1)
    rules = CheckedGame(game)
    count = 0
    for _ in range(_GAMES):
        state: State = rules.copy(game.initial_state())
        for _ in range(_LONGEST):
            actions = list(rules.legal_actions(state))
            chance = bool(actions) and is_chance(rules.current_player(state))
            mover = "chance" if chance else str(rules.current_player(state)) if actions else "over"
            yield _Position(rules.copy(state), mover, actions, game.state_to_text(state))
            count += 1
            if count == _POSITIONS:
                return
            if not actions:
                break
            action = outcome(rules, state, rng) if chance else actions[rng.below(len(actions))]
            state = rules.next_state(rules.copy(state), action)


def _chosen(positions: list[_Position]) -> Iterator[_Position]:
    """Yield some positions: spread over all, and those that have a letter in a new place."""
    step = max(1, len(positions) // _SPREAD)
    known: set[Any] = set()
    count = 0
    for number, each in enumerate(positions):
        features = features_of(each.text, each.mover)
        letters = {item for item in features.items() if item[0][0] == "letter"}
        if count < _MOST and (number % step == 0 or not letters <= known):
            yield each
            count += 1
            known |= letters


def _sample(game: Game, position: _Position) -> Sample:
    own = game.view(position.state)
    view = view_of(game, position.state) if own is None else own
    return position.text, position.mover, view.to_dict()


def _is_right(game: Game, view: dict[str, Any], positions: list[_Position]) -> bool:
    """Return whether the data draw other positions as the game does."""
    unseen = 0
    for position in positions[1 :: max(1, len(positions) // _TESTED)]:
        text, mover, right = _sample(game, position)
        try:
            found = view_from(view, text, mover)
        except Unseen:
            unseen += 1
            continue
        if any(_shown(found[part], part) != _shown(right[part], part) for part in found):
            return False
    return unseen <= _MOST_UNSEEN


def _shown(content: Any, part: str) -> Any:
    """Return what people see of a part, in an order."""
    if part == "cells":
        hidden = ("label", "zone", "shade")
        content = [{k: v for k, v in cell.items() if k not in hidden} for cell in content]
    if isinstance(content, list):
        return sorted(json.dumps(each, sort_keys=True) for each in content)
    return content


def _clicked_in(game: Game, positions: list[_Position]) -> Iterator[Clicked]:
    """Yield the clicks of the moves of some positions; of a few also the boards behind them."""
    for number, position in enumerate(positions[:: max(1, len(positions) // _CLICKED)]):
        state, mover, actions, _ = position
        view = view_of(game, state)
        follows = number % _FOLLOWED == 0 and mover != "over" and not game.defines_chance_outcomes
        behind = {
            game.action_to_text(state, action): partial(_cells_behind, game, state, action)
            for action in (actions if follows else ())
        }
        moves = {name: tuple(zones) for name, zones in view.moves.items()}
        yield Clicked(mover, view.to_dict()["cells"], moves, behind)


def _cells_behind(game: Game, state: State, action: Action) -> Any:
    """Return the cells of the view after a move."""
    after = game.next_state(game.copy(state), action)
    view = game.view(after) or view_of(game, after)
    return view.to_dict()["cells"]
