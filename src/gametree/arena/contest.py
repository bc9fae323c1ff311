"""The definition of a contest: players, game, openings and one job for each game."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property
from typing import Any

from ..errors import BadParameter, JournalError
from ..game import Game
from ..limits import Limit
from ..naming.loading import load_game
from ..players.player import Player
from ..players.registry import description_of, make_player, split_alias, split_description
from ..players.time_control import TimeControl
from ..primitives.rng import derived_seed
from .defaults import GRACE, MAX_PLIES, OPENING_PLIES
from .journal.fingerprints import fingerprints
from .openings import Opening, given_openings, random_openings

__all__ = ["ChosenContest", "Contest", "Job"]


@dataclass(frozen=True, slots=True)
class Job:
    """One game of a contest; whichever process plays it, the result is the same.

    Attributes:
        index: the number of the game, from 0.
        seats: for each seat, which of the contest's players sits there.
        opening: the moves before the players take over.
        seed: what everything random in the game comes from.

    """

    index: int
    seats: tuple[int, ...]
    opening: Opening
    seed: int

    def seed_of(self, purpose: str) -> int:
        """Return the seed for something in this game, such as "dice"; always the same."""
        return derived_seed(self.seed, purpose)


@dataclass(frozen=True)
class Contest:
    """A match of two players, or a tournament of more: everyone meets everyone.

    Each meeting begins from an opening and is played once in every order of seats
    that turns round the table: for two players, a pair of games with the sides
    changed. In a game for one player everyone plays from every opening.

    Attributes:
        players: their descriptions, such as "mcts:c=0.7" or "mine.py:MyPlayer:depth=3", or
            objects, as `Mcts(selection=MyRule())`, of which a copy plays each game; each only
            once. "strong=mcts:c=0.7" gives one a name for reports.
        game: as `load_game` takes it.
        parameters: the game's, as text.
        games: how many each meeting has; rounded up to whole turns round the table.
        opening_plies: how many random moves each opening has; by default 2, or none in a game
            that hides something: players would not know of the moves, and chance varies it.
        openings: given ones instead, each a text of moves separated by spaces; they
            are played in turn.
        simulations, seconds: how long each move may be thought about, for players
            without a limit of their own.
        clock: the time of each player for a whole game instead: "60", "60+0.5" with an
            increment for each move, "60+3x10" with three byo-yomi periods.
        grace: who takes longer for a move than `seconds` and this many more, or than his
            clock and this many more, has lost on time, whether he has a limit of his own
            or not.
        max_plies: after this many moves, those of the opening among them, a game is a
            draw.
        seed: what everything random comes from.
        aliases: the names that reports give to players, by their descriptions.
        code: fingerprints of the game and the players, as their files were when this was made.

    Raises:
        BadParameter: if something is not as described; it names it.
        UnknownGame, PythonFileError, GameError: as `load_game`.

    """

    players: tuple[str | Player, ...]
    game: str
    parameters: Mapping[str, str] = field(default_factory=dict)
    games: int = 100
    opening_plies: int | None = None
    openings: tuple[str, ...] = ()
    simulations: int | None = None
    seconds: float | None = None
    clock: str | None = None
    grace: float = GRACE
    max_plies: int = MAX_PLIES
    seed: int = 0
    aliases: Mapping[str, str] = field(init=False, compare=False)
    code: Mapping[str, Any] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        # Converted, so that what means the same is the same match in a journal.
        named = [split_alias(description_of(each)) for each in _listed("players", self.players)]
        self._put("players", tuple(spec for _, spec in named))
        self._put("aliases", {spec: name for name, spec in named if name})
        self._put("openings", _texts("openings", self.openings))
        self._put("parameters", _text_by_name("parameters", self.parameters))
        least_values = {"games": 1, "opening_plies": 0, "max_plies": 1, "seed": 0}
        if self.opening_plies is None:
            del least_values["opening_plies"]
        for name, least in least_values.items():
            _expect_whole(name, getattr(self, name), least)
        if self.seconds is not None:
            self._put("seconds", _seconds("seconds", self.seconds))
        if self.clock is not None:
            if self.limit is not None:
                raise BadParameter("give clock, for a game, or simulations and seconds, for a move")
            self._put("clock", str(TimeControl.from_text(self.clock)))
        self._put("grace", _seconds("grace", self.grace))
        if not isinstance(self.game, str):
            raise BadParameter(f"game must be a name or a file, as text, not {self.game!r}")
        if self.opening_plies is None:
            hides = self.make_game().hides_information
            self._put("opening_plies", 0 if hides else OPENING_PLIES)
        players = self._checked_players()
        self._check_openings()
        self._put("code", fingerprints(self.make_game(), players))

    @property
    def specs(self) -> tuple[str, ...]:
        """The players' descriptions, as `make_player` takes them."""
        return tuple(map(description_of, self.players))

    @property
    def names(self) -> tuple[str, ...]:
        """What reports call the players: their aliases, or else their descriptions."""
        return tuple(self.aliases.get(spec, spec) for spec in self.specs)

    @property
    def limit(self) -> Limit | None:
        """The limit of players without a limit of their own."""
        if self.simulations is None and self.seconds is None:
            return None
        return Limit(self.simulations, self.seconds)

    @property
    def time_control(self) -> TimeControl | None:
        """The time of each player for a game, if there is such."""
        return None if self.clock is None else TimeControl.from_text(self.clock)

    @property
    def title(self) -> str:
        """The game and its parameters, for people."""
        given = ", ".join(f"{name}={text}" for name, text in self.parameters.items())
        return self.game.replace("_", " ") + (f" ({given})" if given else "")

    def make_game(self) -> Game:
        """Return the game."""
        return load_game(self.game, self.parameters)

    def check_code(self, game: Game) -> None:
        """Check that the contest's game, just made, and its players are of the code of before.

        Raises:
            JournalError: if not.

        """
        if fingerprints(game, [make_player(spec) for spec in self.specs]) != self.code:
            raise JournalError(
                f"the code of {self.game} or of a player has changed since this match was begun: "
                "begin again, which starts a match of its own"
            )

    @property
    def random_plies(self) -> int:
        """The number of random moves that each opening has."""
        return self.opening_plies or 0

    @cached_property
    def seats(self) -> int:
        """The number of players of a game."""
        return self.make_game().players

    @cached_property
    def groups(self) -> tuple[tuple[int, ...], ...]:
        """The players of each meeting."""
        return tuple(itertools.combinations(range(len(self.players)), self.seats))

    @property
    def rounds(self) -> int:
        """The number of openings of each meeting."""
        return -(-self.games // self.seats)

    @property
    def total(self) -> int:
        """The number of games."""
        return self.rounds * self.seats * len(self.groups)

    def jobs(self) -> Iterator[Job]:
        """Yield the games opening by opening, so that the first n of them are fair for any n.

        Raises:
            BadParameter: if there is no random opening of this many moves.
            GameError: if the rules break their contract.

        """
        index = 0
        for opening in itertools.islice(self._openings(), self.rounds):
            for group in self.groups:
                for turn in range(self.seats):
                    seats = group[turn:] + group[:turn]
                    yield Job(index, seats, opening, derived_seed(self.seed, f"game {index}"))
                    index += 1

    def configuration(self) -> dict[str, Any]:
        """Return everything that determines the games and how they are played, as JSON types.

        The number of games is left out: more of the same are the same match, continued. So are
        the names of players.
        """
        values = asdict(self)
        del values["games"], values["aliases"]
        return {
            name: list(value) if isinstance(value, tuple) else value
            for name, value in values.items()
        }

    def configuration_for(self, purpose: str) -> dict[str, Any]:
        """Return the same for a measurement, which chooses players and seeds as it goes."""
        values = self.configuration() | {purpose: 1, "players": [], "seed": 0}
        return values | {"code": {**values["code"], "players": []}}

    def _openings(self) -> Iterator[Opening]:
        game = self.make_game()
        if self.openings:
            return itertools.cycle(given_openings(game, self.openings))
        return random_openings(game, self.random_plies, derived_seed(self.seed, "openings"))

    def _put(self, name: str, value: Any) -> None:
        object.__setattr__(self, name, value)

    def _checked_players(self) -> list[Player]:
        limit = self.limit
        players = []
        for spec in self.specs:
            if self.specs.count(spec) > 1:
                raise BadParameter(
                    f"the player {spec!r} is given twice; players must differ, in their c for "
                    "instance"
                )
            player = make_player(spec)
            players.append(player)
            kind = split_description(spec)[0]
            if player.needs_simulations and (limit is None or limit.simulations is None):
                raise BadParameter(
                    f"{spec} needs a number of simulations: give it one, such as "
                    f"{kind}:simulations=1000, or give simulations= for all"
                )
            if player.needs_limit and limit is None and self.clock is None:
                raise BadParameter(
                    f"{spec} needs a limit: give it one, such as {kind}:simulations=1000, or give "
                    "simulations=, seconds= or clock= for all"
                )
        for name in self.names:
            if self.names.count(name) > 1:
                raise BadParameter(f"two players are called {name!r}: give each another name")
        self._check_seats()
        return players

    def _check_seats(self) -> None:
        if len(self.players) < self.seats:
            given = "only one is" if len(self.players) == 1 else f"only {len(self.players)} are"
            raise BadParameter(
                f"{self.game} needs {self.seats} different players, and {given} given: "
                "a tournament takes more than two"
            )

    def _check_openings(self) -> None:
        given = given_openings(self.make_game(), self.openings) if self.openings else []
        longest = max(map(len, given), default=self.random_plies)
        if longest >= self.max_plies:
            raise BadParameter(
                f"max_plies must be more than the {longest} moves of an opening, not "
                f"{self.max_plies}"
            )


class ChosenContest(Contest):
    """A contest whose games are chosen one by one: a player may have several seats of a game."""

    def _check_seats(self) -> None:
        pass


def _texts(name: str, values: Any) -> tuple[str, ...]:
    """Return a tuple of texts; refuse other values."""
    if not all(isinstance(each, str) for each in _listed(name, values)):
        raise BadParameter(f"{name} must be a list of texts, not {values!r}")
    return tuple(values)


def _listed(name: str, values: Any) -> Sequence[Any]:
    if not isinstance(values, (list, tuple)):
        raise BadParameter(f"{name} must be a list of texts, not {values!r}")
    return values


def _text_by_name(name: str, values: Any) -> dict[str, str]:
    if not isinstance(values, Mapping) or not all(
        isinstance(each, str) for pair in values.items() for each in pair
    ):
        raise BadParameter(
            f"{name} must be texts by name, such as {{'width': '8'}}, not {values!r}"
        )
    return dict(values)


def _expect_whole(name: str, value: Any, least: int) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or value < least:
        raise BadParameter(f"{name} must be a whole number of {least} or more, not {value!r}")


def _seconds(name: str, value: Any) -> float:
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    if not is_number or not 0 <= value < math.inf:
        raise BadParameter(f"{name} must be a number of seconds, 0 or more, not {value!r}")
    try:
        return float(value)
    except OverflowError:
        raise BadParameter(f"{name} must be a number of seconds that fits 64 bits") from None
