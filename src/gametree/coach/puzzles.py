"""Find puzzles: positions with one move that wins, saves the game, or is best by a margin."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ..game import Game
from ..naming.parameters import expect
from ..record import Record
from .mining import SIMULATIONS, Mining
from .puzzle import Puzzle

__all__ = ["mine_puzzles"]

_SECONDS = 300.0


def mine_puzzles(
    game: Game,
    count: int,
    *,
    records: Iterable[Record] = (),
    simulations: int = SIMULATIONS,
    seconds: float = _SECONDS,
    seed: int = 1,
    compiled: bool | str = "auto",
    found: Callable[[Puzzle], object] = lambda puzzle: None,
) -> list[Puzzle]:
    """Return puzzles from games, at most one for a position and its mirror images.

    Puzzles that are only measured fill up the list, if there are not enough proven ones.

    Args:
        game: the rules, of two players.
        count: how many to find.
        records: games to mine; by default games of the search against itself.
        simulations: for each search of a position.
        seconds: the most time to take, compilation not counted.
        seed: 0 to 2**64 - 1.
        compiled: as `Searcher` takes it.
        found: called with each puzzle.

    Raises:
        BadParameter: if the game hides something, or is not of two players.
        GameError: if the rules break their contract.

    """
    expect(isinstance(count, int) and count > 0, "count", "a whole number of 1 or more", count)
    mining = Mining(game, records=records, simulations=simulations, seed=seed, compiled=compiled)
    mining.prepare()
    mining.run(count, seconds, found)
    return mining.best[:count]
