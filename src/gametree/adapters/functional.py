"""Monte Carlo tree search as pure functions over an immutable database of positions.

A database maps positions to their statistics. `analyze` returns a database with one more
position and leaves the old one unchanged; `select` reads the best action from it. So the
budget of a player is the number of calls of `analyze`:

    database = EMPTY
    for seed in range(100):
        database = analyze(database, state, game=game, rng=seed)
    action = select(database, state, game=game, rng=0)

Positions must be hashable and include the player to move. Equal positions share an entry,
whatever moves lead to them. A step copies the database, so this is meant for budgets up to
some ten thousands; for more use `gametree.search`.

The loop is written here and not built on `mcts.searcher`: the database is a value that the
caller may keep, branch and pass on between calls, the statistics belong to positions and not
to edges, UCB1 counts the visits of the successors and not those of the parent, and a call from
any position may use the entries that calls from other positions have added.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ..errors import BadParameter, FinishedPosition
from ..game import Action, Game, State
from ..naming.parameters import expect
from ..primitives.rng import Rng
from .values.named_rules import NamedRules

__all__ = ["EMPTY", "MOST_PLIES", "Database", "Entry", "analyze", "generator_of", "select"]

MOST_PLIES = 10_000
"""A longer playout, or game, counts as a draw."""


class Entry(NamedTuple):
    """The statistics of a position: visits, and the sum of the returns for each player."""

    visits: int
    totals: tuple[float, ...]


class Database(Mapping[State, Entry]):
    """An immutable mapping of positions to entries."""

    __slots__ = ("_entries",)

    def __init__(self, entries: Mapping[State, Entry] | None = None) -> None:
        self._entries = dict(entries or {})

    def __getitem__(self, state: State) -> Entry:
        return self._entries[state]

    def __iter__(self) -> Iterator[State]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    def __repr__(self) -> str:
        return f"<Database of {len(self)} positions>"


EMPTY = Database()


def analyze(
    database: Database, state: State, *, game: Game, rng: Rng | int, c: float = 1.4142
) -> Database:
    """Run one simulation from `state`; return the database with one more position.

    Selection follows UCB1 through known positions to the first unknown one, which is added. A
    random playout goes on to the end, and its returns are added to all positions passed, except
    `state` itself. No position is added if the path ends in a finished position that is known.

    Args:
        database: the statistics so far; `EMPTY` at first.
        state: the position of interest.
        game: the rules.
        rng: a generator, which moves on, or a seed: the same one gives the same database.
        c: how much to explore, for returns from -1 to 1 or smaller.

    Raises:
        BadParameter, FinishedPosition, GameError.

    """
    expect(
        isinstance(c, (int, float)) and not isinstance(c, bool) and 0 <= c < math.inf,
        "c",
        "a number of 0 or more",
        c,
    )
    rules, rng = _checked(database, state, game, rng)
    # Selection and expansion: down to the first position that is not known.
    path: list[State] = []
    actions = rules.actions(state)
    if not actions:
        raise FinishedPosition("the game is over in this position: there is nothing to analyze")
    while actions:
        mover = rules.mover(state)
        successors = rules.successors(state, actions)
        chosen = _explore(database, successors, mover, c, rng)
        state = successors[chosen]
        rules.moves.append(actions[chosen])
        if state in path:  # round in a circle
            break
        path.append(state)
        if state not in database:
            break
        actions = rules.actions(state)
    values = _playout(rules, state, rng)
    entries = dict(database)
    for known in path:
        visits, totals = entries.get(known, Entry(0, (0.0,) * game.players))
        added = tuple(map(sum, zip(totals, values, strict=True)))
        entries[known] = Entry(visits + 1, added)
    return Database(entries)


def select(database: Database, state: State, *, game: Game, rng: Rng | int) -> Action:
    """Return the action whose position has the best mean return for the player to move.

    Ties, and actions without statistics, are broken at random.

    Raises:
        BadParameter, FinishedPosition, GameError.

    """
    rules, rng = _checked(database, state, game, rng)
    actions = rules.actions(state)
    if not actions:
        raise FinishedPosition("the game is over in this position: there is nothing to select")
    mover = rules.mover(state)
    means = [
        _mean(database[after], mover) if after in database else -math.inf
        for after in rules.successors(state, actions)
    ]
    best = [action for action, mean in zip(actions, means, strict=True) if mean == max(means)]
    return best[rng.below(len(best))]


def _explore(
    database: Database, successors: Sequence[State], mover: int, c: float, rng: Rng
) -> int:
    """Return the index of a random unknown successor, or else of the best by UCB1."""
    unknown = [i for i, after in enumerate(successors) if after not in database]
    if unknown:
        return unknown[rng.below(len(unknown))]
    total = sum(database[after].visits for after in successors)

    def bound(index: int) -> float:
        entry = database[successors[index]]
        return _mean(entry, mover) + c * math.sqrt(math.log(total) / entry.visits)

    return max(range(len(successors)), key=bound)


def _playout(rules: NamedRules, state: State, rng: Rng) -> tuple[float, ...]:
    for _ in range(MOST_PLIES):
        actions = rules.actions(state)
        if not actions:
            return rules.returns(state)
        action = actions[rng.below(len(actions))]
        state = rules.after(state, action)
        rules.moves.append(action)
    return rules.draw()


def _mean(entry: Entry, player: int) -> float:
    return entry.totals[player] / entry.visits


def _checked(database: Any, state: State, game: Any, rng: Rng | int) -> tuple[NamedRules, Rng]:
    expect(isinstance(game, Game), "game", "a Game, such as games.TicTacToe()", game)
    expect(isinstance(database, Database), "database", "a Database, such as EMPTY", database)
    try:
        hash(state)
    except TypeError:
        raise BadParameter(f"state must be hashable, which {state!r} is not") from None
    return NamedRules(game), generator_of(rng)


def generator_of(rng: Rng | int) -> Rng:
    """Return a generator, or make one of a seed."""
    return rng if isinstance(rng, Rng) else Rng(rng)
