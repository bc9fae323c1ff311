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
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import count
from operator import itemgetter
from time import perf_counter
from typing import Any, NamedTuple

from ..errors import BadParameter, FinishedPosition
from ..game import Action, Game, State
from ..parameters import expect
from ..primitives.rng import Rng
from .faults import ask, fault, listed, number, something

__all__ = [
    "EMPTY",
    "Database",
    "Entry",
    "Played",
    "analyze",
    "mcts_player",
    "perfect_player",
    "play_game",
    "random_player",
    "select",
]

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

Player = Callable[[State], Action]
"""Chooses an action in a position."""


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


class Played(NamedTuple):
    """A game played to its end: the actions, the last position, what each player has got."""

    actions: tuple[Action, ...]
    state: State
    returns: tuple[float, ...]


def play_game(
    game: Game,
    opponent: Player,
    *,
    budget: int | None = None,
    milliseconds: float | None = None,
    rng: Rng | int,
    seat: int = 0,
    state: State | None = None,
) -> Played:
    """Play a game of two between the search and an opponent.

    A game that does not end in 10,000 plies is a draw.

    Args:
        game: the rules.
        opponent: a function of a position that returns an action: any.
        budget: the number of calls of `analyze` before each move; 0 plays at random.
        milliseconds: the time for `analyze` before each move; with a budget as well, whichever
            ends first. One of the two is needed.
        rng: a generator or a seed.
        seat: the player, 0 or 1, that the search plays.
        state: where to begin; the first position by default.

    Raises:
        BadParameter: if an argument is none of these.
        GameError: if the opponent plays no legal action, or the rules fail.

    """
    expect(isinstance(game, Game), "game", "a Game, such as games.TicTacToe()", game)
    expect(game.players == 2, "game", "one for two players", game)
    expect(callable(opponent), "opponent", "a function of a position", opponent)
    expect(seat in (0, 1) and not isinstance(seat, bool), "seat", "0 or 1", seat)
    rng = _generator(rng)
    player = mcts_player(game, budget, rng, milliseconds=milliseconds)
    rules = _Rules(game)
    state = game.initial_state() if state is None else state
    moves = rules.moves
    while actions := rules.actions(state):
        if len(moves) == MOST_PLIES:
            return Played(tuple(moves), state, rules.draw())
        if rules.mover(state) == seat:
            action = player(state)
        else:
            action = ask("opponent", opponent, moves, state)
            if action not in actions:
                raise fault("opponent", f"returned {action!r}, which is not legal there", moves)
        state = rules.after(state, action)
        moves.append(action)
    return Played(tuple(moves), state, rules.returns(state))


def mcts_player(
    game: Game, budget: int | None, rng: Rng | int, *, milliseconds: float | None = None
) -> Player:
    """Return a player that runs `budget` simulations before each move, from an empty database.

    Or for so many milliseconds; the current step is finished then.
    """
    if budget is None and milliseconds is None:
        raise BadParameter("a player needs budget= (how often to analyze) or milliseconds=")
    expect(
        budget is None
        or (isinstance(budget, int) and not isinstance(budget, bool) and budget >= 0),
        "budget",
        "a whole number of 0 or more",
        budget,
    )
    expect(
        milliseconds is None
        or (
            isinstance(milliseconds, (int, float))
            and not isinstance(milliseconds, bool)
            and 0 < milliseconds < math.inf
        ),
        "milliseconds",
        "a number above 0",
        milliseconds,
    )
    generator = _generator(rng)

    def player(state: State) -> Action:
        database = EMPTY
        end = math.inf if milliseconds is None else perf_counter() + milliseconds / 1000
        steps = count() if budget is None else range(budget)
        for _ in steps:
            if perf_counter() > end:
                break
            database = analyze(database, state, game=game, rng=generator)
        return select(database, state, game=game, rng=generator)

    return player


def random_player(game: Game, rng: Rng | int) -> Player:
    """Return a player that plays at random."""
    generator = _generator(rng)
    return lambda state: select(EMPTY, state, game=game, rng=generator)


def perfect_player(game: Game, rng: Rng | int) -> Player:
    """Return a player that solves the game by backward induction; for small games only.

    Each player maximises its own return. Ties are broken at random.

    Raises:
        BadParameter: when the player is called, if a position of the game can recur.

    """
    generator = _generator(rng)
    rules = _Rules(game)
    known: dict[State, tuple[float, ...]] = {}

    def value(state: State) -> tuple[float, ...]:
        waiting = [state]
        entered: set[State] = set()  # positions on the way to the last one
        while waiting:
            position = waiting[-1]
            actions = [] if position in known else rules.actions(position)
            successors = rules.successors(position, actions)
            unknown = [after for after in successors if after not in known]
            if unknown:
                entered.add(position)
                if not entered.isdisjoint(unknown):
                    raise BadParameter(
                        "perfect_player needs a game whose positions never come back, and "
                        f"{type(game).__name__} has one that does: {position!r}"
                    )
                waiting += unknown
                continue
            waiting.pop()
            entered.discard(position)
            if successors:
                mover = rules.mover(position)
                known[position] = max((known[after] for after in successors), key=itemgetter(mover))
            elif position not in known:
                known[position] = rules.returns(position)
        return known[state]

    def player(state: State) -> Action:
        actions = rules.actions(state)
        mover = rules.mover(state)
        worth = [value(after)[mover] for after in rules.successors(state, actions)]
        best = [action for action, w in zip(actions, worth, strict=True) if w == max(worth)]
        return best[generator.below(len(best))]

    return player


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


def _playout(rules: _Rules, state: State, rng: Rng) -> tuple[float, ...]:
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


class _Rules:
    """A game whose answers are checked."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.moves: list[Action] = []

    def actions(self, state: State) -> list[Action]:
        return listed(
            self._name("legal_actions"),
            self._ask("legal_actions", state),
            "a list of actions",
            self.moves,
        )

    def mover(self, state: State) -> int:
        player = self._ask("current_player", state)
        if player not in range(self.game.players):
            expected = f"a player from 0 to {self.game.players - 1} was expected"
            raise fault(
                self._name("current_player"), f"returned {player!r}; {expected}", self.moves
            )
        return int(player)

    def after(self, state: State, action: Action) -> State:
        name = self._name("next_state")
        where = [*self.moves, action]
        following = ask(name, self.game.next_state, where, self.game.copy(state), action)
        return something(name, following, "the next state", where)

    def successors(self, state: State, actions: Sequence[Action]) -> list[State]:
        return [self.after(state, action) for action in actions]

    def returns(self, state: State) -> tuple[float, ...]:
        name = self._name("returns")
        given = listed(
            name, self._ask("returns", state), f"{self.game.players} numbers", self.moves
        )
        if len(given) != self.game.players:
            raise fault(
                name, f"returned {given!r}; {self.game.players} numbers were expected", self.moves
            )
        return tuple(number(name, value, self.moves) for value in given)

    def draw(self) -> tuple[float, ...]:
        return (self.game.draw_value,) * self.game.players

    def _ask(self, method: str, *arguments: Any) -> Any:
        return ask(self._name(method), getattr(self.game, method), self.moves, *arguments)

    def _name(self, method: str) -> str:
        return f"{type(self.game).__name__}.{method}"


def _checked(database: Any, state: State, game: Any, rng: Rng | int) -> tuple[_Rules, Rng]:
    expect(isinstance(game, Game), "game", "a Game, such as games.TicTacToe()", game)
    expect(isinstance(database, Database), "database", "a Database, such as EMPTY", database)
    try:
        hash(state)
    except TypeError:
        raise BadParameter(f"state must be hashable, which {state!r} is not") from None
    return _Rules(game), _generator(rng)


def _generator(rng: Rng | int) -> Rng:
    return rng if isinstance(rng, Rng) else Rng(rng)
