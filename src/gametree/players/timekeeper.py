"""Allots the time of a player's clock to his moves."""

from __future__ import annotations

from ..game import Game
from ..limits import Limit
from .game_length import game_length
from .time_control import Clock, TimeControl

__all__ = ["Timekeeper", "moves_left", "share"]

# A move is planned more than an even share: many moves take less than planned, and time is worth
# more early in a game than when it is decided.
_EAGER = 1.5

# An unclear move may take this many times its planned time, and this part of the clock.
_STRETCH = 3.0
_MOST = 0.4

# The player expects at least this many own moves to come, plus this many for each one made. A game
# that is longer than expected may continue for long.
_LEAST_MOVES = 5.0
_MORE_MOVES = 0.25

# The least reserve: this part of the time for the game, but at most this many seconds.
_FIRST_PART = 0.02
_FIRST_SECONDS = 0.05

_SHORTEST = 0.0005  # seconds; planned when no time is left


def share(clock: Clock, moves_left: float, margin: float) -> Limit:
    """Return the limit for one move, a pure function of the arguments.

    With main time left the limit is a plan: the search may stop earlier or go on until
    `Limit.longest`. In byo-yomi the move gets a whole period, since the rest of a period is lost;
    the search stops early only when its choice cannot change any more.

    Args:
        clock: the time left.
        moves_left: the expected number of moves that the player has still to make.
        margin: seconds in reserve, so that the clock does not run out.

    """
    control = clock.control
    spare = max(0.0, clock.main - margin)
    even = spare / max(1.0, moves_left) + control.increment
    if clock.periods:
        period = control.period - margin
        if spare < _EAGER * max(even, period):  # the move that ends the main time, or a later one
            return Limit(seconds=max(_SHORTEST, clock.main + period), early_stop=True)
        even = max(even, period)
    planned = min(_EAGER * even, _MOST * spare)
    longest = min(_STRETCH * planned, _MOST * spare)
    planned = max(_SHORTEST, planned)
    return Limit(seconds=planned, longest=max(planned, longest))


def moves_left(length: float, plies: int, players: int) -> float:
    """Return how many moves a player is expected to have still to make.

    Args:
        length: how many plies such games take.
        plies: how many there have been.
        players: how many share them.

    """
    return max((length - plies) / players, _LEAST_MOVES, _MORE_MOVES * plies / players)


class Timekeeper:
    """The clock of one player in one game.

    Args:
        control: the time control of the game.
        game: the rules, from which the length of the game is estimated.

    Attributes:
        clock: the time left.

    """

    def __init__(self, control: TimeControl, game: Game) -> None:
        self.clock = control.start()
        self._plies = game_length(game)
        self._players = game.players
        self._least = min(_FIRST_PART * (control.main + control.period), _FIRST_SECONDS)
        self._limit: Limit | None = None
        self._moves = 0
        self._late = 0.0  # by how much all moves together took longer than they should have
        self._latest = 0.0  # by how much one did at most

    def limit(self, plies: int) -> Limit:
        """Return the limit for the next move, after this many plies of the game.

        The reserve is the longest delay so far, for one more like it, and the mean delay for each
        of twice as many moves as are expected.
        """
        left = moves_left(self._plies, plies, self._players)
        margin = max(self._least, self._latest) + 2.0 * left * self._late / max(1, self._moves)
        self._limit = share(self.clock, left, margin)
        return self._limit

    def spend(self, seconds: float) -> None:
        """Take the time of a move off the clock."""
        limit, self._limit = self._limit, None
        if limit is not None and limit.seconds is not None:
            late = max(0.0, seconds - (limit.longest or limit.seconds))
            self._moves += 1
            self._late += late
            self._latest = max(self._latest, late)
        self.clock = self.clock.after(seconds)
