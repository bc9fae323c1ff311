"""Positions made from pieces on the cells of a view, accepted only if the rules do."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any

from ..actors import is_chance
from ..errors import BadParameter, GameError, GametreeError
from ..game import Game, State, title_of
from ..primitives.rng import Rng
from ..record import Record
from ..rules.measurement_cache import cached_by_game
from ..user_code.locating import failure
from ..views.of_game import view_of
from ..views.view import Piece, View
from .learned import BoardSample, LearnedStates, learned_states

__all__ = ["BoardToSet", "board_to_set", "check_state", "refuse_unsettable"]

_GAMES = 16
_MOST_SAMPLES = 480
_MOST_FOR_PIECES = 160
_PLIES = 300
_EVERY_FOR_PIECES = 7  # plies, where only the pieces are looked for
_TRIAL_PLIES = 20


class BoardToSet:
    """The board of a game, for those who put pieces on it.

    Attributes:
        view: the first position.
        cells: the cells that may hold any of the pieces.
        pieces: what may lie there, those of the first player first.

    """

    def __init__(self, game: Game) -> None:
        self._game = game
        own = type(game).state_with_pieces is not Game.state_with_pieces
        every, most = (_EVERY_FOR_PIECES, _MOST_FOR_PIECES) if own else (1, _MOST_SAMPLES)
        self.view: View = view_of(game, game.initial_state())
        samples = _samples(game, self.view, every, most)
        fixed = {
            cell
            for cell, piece in samples[0].pieces.items()
            if piece is not None and all(each.pieces[cell] == piece for each in samples)
        }
        self.cells = tuple(cell.id for cell in self.view.cells if cell.id not in fixed)
        held = {each.pieces[cell] for each in samples for cell in self.cells}
        self.pieces = tuple(sorted((each for each in held if each is not None), key=_order))
        self._learned: dict[int, LearnedStates] | None = None
        if not own and self.pieces:
            self._learned = learned_states([each.on(self.cells) for each in samples], self.cells)
        if not self.pieces:
            raise BadParameter(f"{title_of(game)} cannot be set up: it has no pieces on cells")
        if not own and self._learned is None:
            raise BadParameter(
                f"{title_of(game)} cannot be set up: its states hold more than the pieces; its "
                "class can define state_with_pieces"
            )

    def state(self, pieces: Mapping[str, Piece], player: int) -> State:
        """Return the position with these pieces in which a player moves.

        Args:
            pieces: what lies on the cells that are not empty.
            player: who moves.

        Raises:
            BadParameter: if the rules have no such position; the message says why.

        """
        game = self._game
        if not 0 <= player < game.players:
            raise BadParameter(f"there is no player {player + 1}: {game.players} play")
        for cell, piece in pieces.items():
            if cell not in self.cells:
                raise BadParameter(f"no piece can be put on {cell!r}, which is no such cell")
            if piece not in self.pieces:
                raise BadParameter(f"{title_of(game)} has no piece like the one on {cell}")
        state = self._made(dict(pieces), player)
        check_state(game, state)
        self._compare(state, pieces)
        mover = game.current_player(state) if game.legal_actions(state) else player
        if mover != player:
            raise BadParameter(
                f"with these pieces player {mover + 1} is to move, not player {player + 1}"
            )
        return state

    def state_of_any(self, pieces: Mapping[str, Piece]) -> State:
        """Return the position with these pieces in which the first player moves who can.

        Raises:
            BadParameter: if nobody can; the message says why the last one cannot.

        """
        *others, last = range(self._game.players)
        for player in others:
            with suppress(BadParameter):
                return self.state(pieces, player)
        return self.state(pieces, last)

    def pieces_in(self, view: View) -> dict[str, Piece | None]:
        """Return what lies on each cell in the view of another position."""
        held = _pieces_of(view, self.view)
        return {cell: held[cell] for cell in self.cells}

    def with_own_cells(self, view: View) -> View:
        """Return a view in which the cells are called as in the first one.

        A board that is found in a text may have other names once few moves are left.
        """
        if {cell.id for cell in view.cells} >= {cell.id for cell in self.view.cells}:
            return view
        held = _pieces_of(view, self.view)
        cells = tuple(replace(cell, piece=held[cell.id]) for cell in self.view.cells)
        return replace(self.view, cells=cells, text=view.text)

    def _made(self, pieces: dict[str, Piece], player: int) -> State:
        if self._learned is None:
            try:
                state = self._game.state_with_pieces(pieces, player)
            except GametreeError:
                raise
            except Exception as error:  # a user's method
                raise BadParameter(failure(error, "state_with_pieces")) from error
        else:
            learned = self._learned.get(player)
            state = None if learned is None else learned.state(pieces)
        if state is None:
            raise BadParameter(
                f"{title_of(self._game)} has no position with these pieces that is known"
            )
        return state

    def _compare(self, state: State, pieces: Mapping[str, Piece]) -> None:
        for cell, piece in self.pieces_in(view_of(self._game, state)).items():
            if piece != pieces.get(cell):
                raise BadParameter(
                    f"the rules show another piece on {cell} than the one that was put there"
                )


@cached_by_game
def board_to_set(game: Game) -> BoardToSet:
    """Return the board of a game, for those who put pieces on it.

    Raises:
        BadParameter: if positions of this game cannot be set up; the message says why.
        GameError: if the rules break their contract.

    """
    refuse_unsettable(game)
    return BoardToSet(game)


def refuse_unsettable(game: Game) -> None:
    """Refuse games whose positions are more than what lies on a board.

    Raises:
        BadParameter: if this is one.

    """
    why = ""
    if game.hides_information:
        why = "it hides something"
    elif game.moves_together:
        why = "its players move at the same time"
    elif game.has_chance:
        why = "chance moves in it"
    if why:
        raise BadParameter(f"{title_of(game)} cannot be set up: {why}")


def _pieces_of(view: View, first: View) -> dict[str, Piece | None]:
    """Return what lies on each cell of the first view: by the cells' names, or their places."""
    by_name = {cell.id: cell.piece for cell in view.cells}
    if by_name.keys() >= {cell.id for cell in first.cells}:
        return {cell.id: by_name[cell.id] for cell in first.cells}
    by_place = {(cell.x, cell.y): cell.piece for cell in view.cells}
    return {cell.id: by_place.get((cell.x, cell.y)) for cell in first.cells}


def check_state(game: Game, state: State) -> None:
    """Have the rules play on from a position for a while.

    Raises:
        BadParameter: if they fail; the message says how.

    """
    try:
        record = Record(game, state)
        rng = Rng(1)
        for _ in range(_TRIAL_PLIES):
            if record.over:
                returns = record.returns
                assert len(returns) == game.players
                break
            if is_chance(record.player):
                record.play(record.draw_chance(rng))
            else:
                legal = record.legal_actions()
                record.play(legal[rng.below(len(legal))])
    except GametreeError as error:
        raise BadParameter(f"the rules cannot play on from here: {error}") from error
    except Exception as error:  # a user's rules may raise anything
        raise BadParameter(
            f"the rules cannot play on from here: {failure(error, 'the rules')}"
        ) from error


def _samples(game: Game, first: View, every: int, most: int) -> list[BoardSample]:
    """Return positions of some games at random."""
    rng = Rng(1)
    found: list[BoardSample] = []
    for _ in range(_GAMES):
        record = Record(game)
        for ply in range(_PLIES):
            over = record.over
            if ply % every == 0 or over:
                player = None if over else record.player
                state = game.copy(record.state)
                found.append(BoardSample(state, player, _pieces_of(view_of(game, state), first)))
            if over or len(found) >= most:
                break
            legal = record.legal_actions()
            record.play(legal[rng.below(len(legal))])
    if not found:
        raise GameError(f"no game of {title_of(game)} could be played")
    return found


def _order(piece: Piece) -> tuple[Any, ...]:
    owner = 99 if piece.player is None else piece.player
    return (owner, piece.shape, "♚♛♜♝♞♟".find(piece.text), len(piece.text), piece.text)
