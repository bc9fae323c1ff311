"""Symmetries of a game's board, found by play: each game mirrored move by move.

A turn or reflection of the board is a symmetry if each position of a game has a mirror image in
which the mirrored moves are legal, lead to the mirrored positions, and end with the same returns.
Nobody need declare it: what is not one fails within a few moves of some random games. Where the
game declares what its symmetries are, it has these and no others.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Sequence
from typing import Any, NamedTuple

import numpy as np

from ..actors import actor_at, is_chance
from ..game import Action, Game, State
from ..primitives.rng import Rng
from ..rules.declared_symmetries import MirroredPlay, Symmetry, declared_symmetries
from .action_numbers import ActionNumbers
from .board_cells import SITES, BoardCells
from .features import Features
from .seen_play import MOST_ACTIONS

__all__ = ["UNKNOWN", "Symmetries", "symmetries_of"]

UNKNOWN = -1
"""The image of a feature or action that was not met in the mirrored games."""

_GAMES = 40
_PLIES = 3000
_LONGEST = 300
_MOST = 48
"""Symmetries that are used, those that others make together included."""

_TRIES = 5000
"""Moves that are tried to find the image of one, in all, before a mirror is given up."""


class Symmetries(NamedTuple):
    """Symmetries of a board; the first leaves all as it is.

    Attributes:
        cells: for each symmetry, where each cell goes: an array of two dimensions.
        features, actions: likewise, the feature or the action that takes the place of each.

    """

    cells: Any
    features: Any
    actions: Any


def symmetries_of(
    game: Game, features: Features, numbers: ActionNumbers, held: BoardCells
) -> Symmetries:
    """Return the symmetries of a game, found by always the same random games.

    Raises:
        BrokenSymmetry: if it declares one that the rules do not respect.

    """
    found = [_Images(np.arange(held.cells), np.arange(features.size), np.arange(numbers.size))]
    declared = declared_symmetries(game)
    if declared is not None:
        for number, symmetry in enumerate(declared):
            _add(_declared(game, features, numbers, held, symmetry, number), found)
        return _together(found)
    for cells in _mirrors(held):
        if not _is_among(cells, found):
            mirror = _Mirror(game, features, numbers, held, cells)
            if mirror.holds():
                _add(_Images(cells, mirror.features(), mirror.actions()), found)
    return _together(found)


class _Images(NamedTuple):
    """One symmetry: where each cell goes; which feature or action takes the place of each."""

    cells: Any
    features: Any
    actions: Any

    def then(self, other: _Images) -> _Images:
        """Return the symmetry that is this one, and then another."""
        pairs = zip(self, other, strict=True)
        return _Images(*(np.where(own < 0, UNKNOWN, its[own]) for own, its in pairs))

    def is_like(self, other: _Images) -> bool:
        """Return whether it does the same to the board; without one, to all that is known."""
        if len(self.cells):
            return bool((self.cells == other.cells).all())
        pairs = zip(self, other, strict=True)
        return all(bool(((a == b) | (a < 0) | (b < 0)).all()) for a, b in pairs)


def _together(found: list[_Images]) -> Symmetries:
    return Symmetries(*(np.array(each, np.int32) for each in zip(*found, strict=True)))


def _is_among(cells: Any, found: list[_Images]) -> bool:
    return any((each.cells == cells).all() for each in found)


def _add(image: _Images, found: list[_Images]) -> None:
    """Add a symmetry, and what it makes together with those found before."""
    if any(image.is_like(each) for each in found):
        return
    found.append(image)
    for one in found:  # which grows meanwhile
        for other in (image.then(one), one.then(image)):
            if len(found) < _MOST and not any(other.is_like(each) for each in found):
                found.append(other)


def _declared(
    game: Game,
    features: Features,
    numbers: ActionNumbers,
    held: BoardCells,
    symmetry: Symmetry,
    number: int,
) -> _Images:
    """Return what a symmetry that the game declares does to cells, features and actions."""
    play = MirroredPlay(game, symmetry, number)
    play.play()
    look = _Look(game, features, held)
    cells = _images_by_history(
        *(np.array([look.cells(state) for state in side]) for side in zip(*play.pairs, strict=True))
    )
    pairs = [(look.seen(state), look.seen(image)) for state, image in play.pairs]
    return _Images(
        cells, _feature_images(pairs, features.size), _action_images(play.actions, numbers)
    )


def _images_by_history(own: Any, theirs: Any) -> Any:
    """Return for each cell which one holds in the images what it holds; itself where none does.

    Args:
        own: what the cells hold: positions by cells.
        theirs: likewise in the images of these positions.

    """
    free: dict[bytes, list[int]] = defaultdict(list)
    for cell, history in enumerate(theirs.T):
        free[history.tobytes()].append(cell)
    images = np.arange(own.shape[1])
    for cell, history in enumerate(own.T):
        same = free[history.tobytes()]
        if not same:
            return np.arange(own.shape[1])  # what it does is not to the cells one by one
        images[cell] = same.pop(0)
    return images


def _feature_images(pairs: Sequence[tuple[Any, Any]], size: int) -> Any:
    """Return the image of each feature: what is there whenever that is.

    `pairs` are the features of positions, each with those of its image.
    """
    there = np.zeros((2, len(pairs), size), bool)
    for place, pair in enumerate(pairs):
        for side, found in enumerate(pair):
            there[side, place, found] = True
    alike: dict[bytes, tuple[list[int], list[int]]] = defaultdict(lambda: ([], []))
    for side in range(2):
        for feature in range(size):
            alike[there[side, :, feature].tobytes()][side].append(feature)
    images = np.full(size, UNKNOWN)
    for own, theirs in alike.values():
        if own == theirs:  # they are always there, or only in positions that are like this
            images[own] = own
        if len(own) == len(theirs) == 1:
            images[own] = theirs
    images[~there[0].any(axis=0)] = UNKNOWN
    return images


def _action_images(known: dict[Action, Action], numbers: ActionNumbers) -> Any:
    """Return the image of the number of each action."""
    images = np.full(numbers.size, UNKNOWN)
    for action, image in known.items():
        images[numbers.number(action)] = numbers.number(image)
    return images


class _Look:
    """What there is to be seen of positions."""

    def __init__(self, game: Game, features: Features, held: BoardCells) -> None:
        self._game, self._features = game, features
        self._held = held.cells
        self._meanings = np.array(held.meanings)

    def cells(self, state: State) -> Any:
        """Return what each cell of the board holds."""
        cells = np.zeros(self._held, np.int64)
        self._features.codes(self._game, state, actor_at(self._game, state), cells)
        return self._meanings[cells]

    def seen(self, state: State) -> Any:
        """Return the numbers of the features."""
        found = np.zeros(self._features.most + 1, np.int64)
        mover = actor_at(self._game, state)
        return found[: self._features.collect(self._game, state, mover, found, 0)].copy()


def _mirrors(held: BoardCells) -> list[Any]:
    """Return where the cells go in each reflection and turn of the board."""
    if not held.cells:
        return []
    places = np.array(held.places)
    images = [places[::-1], places[:, ::-1], places[::-1, ::-1]]
    if len(places) == len(places[0]):
        images += [each.T for each in (places, *images)]
    mirrors = []
    for image in images:
        cells = np.arange(held.cells)
        cells[places.ravel()] = image.ravel()
        mirrors.append(cells)
    return mirrors


class _Mirror:
    """One reflection or turn, tried on random games.

    Args:
        game, features, numbers, held: the game.
        image: where each cell goes.

    """

    def __init__(
        self,
        game: Game,
        features: Features,
        numbers: ActionNumbers,
        held: BoardCells,
        image: Any,
    ) -> None:
        self._game, self._numbers, self._held = game, numbers, held
        self._size = features.size
        self._look = _Look(game, features, held)
        self._image = image
        self._images: dict[Action, Action] = {}
        self._tries = 0
        self._pairs: list[tuple[Any, Any]] = []  # features of a position, and of its image

    def holds(self) -> bool:
        """Play random games and their images; return whether these are games as well."""
        rng = Rng(0)
        for _ in range(_GAMES):
            if not self._game_holds(rng):
                return False
            if len(self._pairs) >= _PLIES:
                break
        return len(set(self._images.values())) == len(self._images)

    def features(self) -> Any:
        """Return the image of each feature."""
        return _feature_images(self._pairs, self._size)

    def actions(self) -> Any:
        """Return the image of the number of each action."""
        return _action_images(self._images, self._numbers)

    def _game_holds(self, rng: Rng) -> bool:
        game = self._game
        state, image = game.initial_state(), game.initial_state()
        if not self._alike(state, image):
            return False
        for _ in range(_LONGEST):
            self._pairs.append((self._look.seen(state), self._look.seen(image)))
            if game.is_terminal(state) or game.is_terminal(image):
                return bool(
                    game.is_terminal(state)
                    and game.is_terminal(image)
                    and list(game.returns(state)) == list(game.returns(image))
                )
            if game.current_player(state) != game.current_player(image):
                return False
            moves, others = self._moves(state), self._moves(image)
            if len(moves) != len(others) or len(moves) > MOST_ACTIONS:
                return False
            action, chance = moves[rng.below(len(moves))]
            if not isinstance(action, Hashable):
                return False
            state = self._after(state, action)
            same = [other for other, its_chance in others if its_chance == chance]
            following = self._followed(image, same, action, state)
            if following is None:
                return False
            image = following
        return True

    def _followed(
        self, image: State, others: Sequence[Action], action: Action, state: State
    ) -> State | None:
        """Return the position after the image of a move that has led to `state`."""
        known = self._images.get(action)
        if known is not None:
            others = [known] if known in others else []
        else:
            others = sorted(others, key=lambda other: not self._sites_match(action, other))
        for other in others:
            following = self._after(image, other)
            if self._alike(state, following):
                self._images[action] = other
                return following
            self._tries += 1
            if self._tries > _TRIES:
                break
        return None

    def _sites_match(self, action: Action, other: Action) -> bool:
        own, its = (self._sites(each) for each in (action, other))
        return bool((np.where(own >= 0, self._image[own], own) == its).all())

    def _sites(self, action: Action) -> Any:
        first = SITES * self._numbers.number(action)
        return self._held.sites[first : first + SITES]

    def _moves(self, state: State) -> list[tuple[Action, float]]:
        game = self._game
        if is_chance(game.current_player(state)):
            return [(action, float(chance)) for action, chance in game.chance_outcomes(state)]
        return [(action, 0.0) for action in game.legal_actions(state)]

    def _after(self, state: State, action: Action) -> State:
        return self._game.next_state(self._game.copy(state), action)

    def _alike(self, state: State, image: State) -> bool:
        return bool((self._look.cells(image)[self._image] == self._look.cells(state)).all())
