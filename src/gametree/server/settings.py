"""Settings of a server: hosts, and bounds on all that a client can ask for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

__all__ = ["EloOfLevels", "Settings"]

EloOfLevels = Mapping[str, Mapping[int, float]]
"""For games, as the server offers them: the Elo by the number of simulations."""


@dataclass(frozen=True)
class Settings:
    """The bounds of a server.

    Attributes:
        games: what the page offers; a client can start no other.
        hosts: the names by which it may be called; "*" for any.
        origins: pages of other sites that may use it, such as https://example.org.
        most_live: how many games are held in memory at once.
        most_connections: how many clients at once, and how many in one game.
        most_watchers: how many of them in one game.
        most_searches: how many analyses at once.
        messages_a_second: of one connection, in the long run; `message_burst` at once.
        requests_a_second: of one address, in the long run; `request_burst` at once.
        most_unfinished: connections whose request is not here yet; the oldest is closed.
        request_seconds: until a request, or the handshake of a WebSocket, has to be here.
        answer_seconds: until its answer has to be read.
        most_bytes: of a message, and of the body of a request.
        most_waiting: messages that a slow reader may be behind before he is dropped.
        most_moves: in a line that a client asks about.
        most_explored: how many trees may be explored at once.
        rules_seconds: of processor time that the rules of a file may take for a move.
        away_seconds: after which the others may claim the game of a player who is not connected.
        level_seconds: that a level of a ladder takes for a move at least.
        puzzle_seconds: to look for puzzles of a game, each time that there are too few.
        keeps_ratings: whether ratings in puzzles are kept in the data folder of the user who runs
            the server; else each visitor's browser keeps them.
        elo: of games and numbers of simulations, where it has been measured.

    """

    games: tuple[str, ...] = ()
    hosts: tuple[str, ...] = ("localhost", "127.0.0.1", "[::1]")
    origins: tuple[str, ...] = ()
    most_live: int = 2000
    most_connections: int = 5000
    most_watchers: int = 1000
    most_searches: int = 32
    messages_a_second: float = 20.0
    message_burst: int = 60
    requests_a_second: float = 50.0
    request_burst: int = 200
    most_unfinished: int = 512
    request_seconds: float = 15.0
    answer_seconds: float = 300.0
    most_bytes: int = 64 * 1024
    most_waiting: int = 64
    most_moves: int = 2000
    rules_seconds: float = 2.0
    hello_seconds: float = 10.0
    away_seconds: float = 60.0
    think_seconds: float = 60.0
    why_not_seconds: float = 2.0
    engine_seconds: float = 1.0
    most_explored: int = 8
    explore_seconds: float = 600.0
    unwatched_seconds: float = 120.0
    trace_seconds: float = 20.0
    level_seconds: float = 0.0
    review_seconds: float = 10.0
    puzzle_seconds: float = 60.0
    keeps_ratings: bool = False
    elo: EloOfLevels = field(default_factory=dict)
