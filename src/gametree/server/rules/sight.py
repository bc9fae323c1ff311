"""Games that hide something, as each seat may see them: positions, and who saw which move.

Positions are drawn from `information_state` and `public_state`. The state goes no further.
"""

from __future__ import annotations

from typing import Any

from ...actors import is_chance
from ...game import Game, State
from ...record import Record
from ...rules.one_by_one import OneByOne
from ...views.boards import plain
from ...views.of_game import view_of_information

__all__ = ["Sight"]

_WATCHING = "The players see what they know. Everything is shown at the end of the game."


class Sight:
    """What the seats of a record see, and those who watch.

    Args:
        record: of a game that hides something; it may go on meanwhile.

    """

    def __init__(self, record: Record) -> None:
        self._record = record
        self._log: list[list[int]] = []  # of each move: who made it, who sees it, who notices it
        self._known = self._knowledge(record.positions[0])
        self._phase = 0  # choices that were made while others still choose

    def told(self) -> dict[str, Any]:
        """Return what each seat may see of the position now, as values ready for JSON.

        `positions` has one for each seat, and the last one for those who watch. `log` has for each
        move who made it, who sees its name and who notices it: bits of seats, and a further one for
        those who watch. `choosing` are the seats that choose at the same time, `phase` is how many
        of the last moves are choices that nobody sees yet.
        """
        self._follow()
        game, state = self._record.game, self._record.state
        seats = range(game.players)
        choosing = [seat for seat in seats if _chooses(game, state, seat)]
        positions = [self._position(seat) for seat in seats]
        return {
            "player": self._record.player,
            "positions": [*positions, self._position(None)],
            "log": self._log,
            "choosing": choosing,
            "phase": self._phase,
        }

    def choice(self, seat: int) -> Record | None:
        """Return a record at the choice of a seat that has not chosen; None if it has no choice."""
        game, state = self._record.game, self._record.state
        if not (isinstance(game, OneByOne) and _chooses(game, state, seat)):
            return None
        return Record(game, game.begun(state[0], seat))

    def _follow(self) -> None:
        """Note who sees the moves since the last call."""
        record = self._record
        for number in range(len(self._log), len(record.actions)):
            before, after = record.positions[number : number + 2]
            self._note(before, after, record.actions[number])

    def _note(self, before: State, after: State, action: Any) -> None:
        game = self._record.game
        mover = game.current_player(before)
        seats = range(game.players)
        seen = sum(1 << seat for seat in seats if game.sees_action(before, action, seat))
        if not is_chance(mover):
            seen |= 1 << mover
        everybody = (1 << game.players) - 1
        if seen == everybody:
            seen |= 1 << game.players
        old, new = self._known, self._knowledge(after)
        noticed = sum(1 << place for place, each in enumerate(old) if each != new[place])
        self._known = new
        self._log.append([mover, seen, noticed | seen])
        if isinstance(game, OneByOne) and _chooses(game, before, mover):
            self._phase += 1
            if after[2] == 0:  # all have chosen: the choices are seen now, and noticed by all
                for each in self._log[-self._phase :]:
                    each[2] = 2 * everybody + 1
                self._phase = 0
        else:
            self._phase = 0

    def _knowledge(self, state: State) -> list[Any]:
        """Return what each seat knows, and those who watch."""
        game = self._record.game
        known = [game.information_state(state, seat) for seat in range(game.players)]
        over = game.is_terminal(state)
        mover = None if over else game.current_player(state)
        public = game.public_state(state) if game.defines_public_state else None
        return [*known, (mover, public)]

    def _position(self, seat: int | None) -> dict[str, Any]:
        record = self._record
        game, state = record.game, record.state
        names: list[str] = []
        if seat is not None and _chooses(game, state, seat):
            assert isinstance(game, OneByOne)
            at = game.begun(state[0], seat)
            names = [game.action_to_text(at, each) for each in game.legal_actions(at)]
        elif seat is not None and record.player == seat:
            names = [game.action_to_text(state, each) for each in record.legal_actions()]
        if seat is not None:
            known = game.information_state(state, seat)
            view = view_of_information(game, known, seat, names)
        elif game.defines_public_state:
            view = view_of_information(game, game.public_state(state), None, names)
        else:
            view = plain(_WATCHING)
        return {
            "ply": 0,  # which of the moves are seen, the room knows
            "player": record.player,
            "moves": names,
            "view": view.to_dict(),
            "returns": None,
            "choosing": [],
            "chosen": None,
        }


def _chooses(game: Game, state: State, seat: int) -> bool:
    """Return True if a seat chooses at the same time as others, and has not chosen yet."""
    return isinstance(game, OneByOne) and game.chooses(state, seat)
