"""A player's clock in a game, and each move's share of it."""

from __future__ import annotations

from ..game import Game
from ..mcts.limits import Limit
from .game_length import game_length
from .time_control import Clock, TimeControl

__all__ = ["Timekeeper", "share"]

# Planned are more than even shares, since many moves take less than planned, and since time
# is worth more early in a game than when it is decided.
_EAGER = 1.5

# What an unclear move may take: this many times what was planned, and this part of all.
_STRETCH = 3.0
_MOST = 0.4

# However late it is in a game, so many own moves may still come, and this many for each
# one made: a game that is longer than expected may well go on for long.
_LEAST_MOVES = 5.0
_MORE_MOVES = 0.25

# Kept back at least: this part of the time for the game, up to so many seconds.
_FIRST_PART = 0.02
_FIRST_SECONDS = 0.05

_SHORTEST = 0.0005  # seconds; what is planned when nothing is left


def share(clock: Clock, moves_left: float, margin: float) -> Limit:
    """Return how long to think about a move: a pure function of how things stand.

    With main time left it is a plan that may be undercut or exceeded (`Limit.longest`),
    as the search sees fit. In byo-yomi a whole period is taken, since what is left of it is
    lost; it ends early only where nothing can change any more.

    Args:
        clock: what is left.
        moves_left: how many moves of his own the player is likely to make yet.
        margin: seconds to keep back, so that the clock does not run out.

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


class Timekeeper:
    """The clock of one player in one game.

    Args:
        control: how long he may think.
        game: the rules, which say how long a game is likely to be.

    Attributes:
        clock: what is left.

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
        """Return how long to think about the next move, after so many plies of the game.

        Kept back are the delay of the slowest move so far, for one more such surprise, and
        the mean delay for each of twice as many moves as are likely to come.
        """
        left = (self._plies - plies) / self._players
        left = max(left, _LEAST_MOVES, _MORE_MOVES * plies / self._players)
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
