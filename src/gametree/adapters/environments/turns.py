"""The players of an environment with `reset` and `step`: turns and rewards."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

from ...errors import BadParameter
from ...numbers.plain import plain_number
from ..recognition import members, roles
from ..recognition.members import Member
from ..values.copying import Source, call, guarded
from ..values.results import FinishedGame, Players, Reader, is_each, view_of

__all__ = ["EnvironmentPlayers", "turns_of"]

_FEW = 4  # games that show whether there is more than one player
_GAMES = 24
_LONGEST = 500


class EnvironmentPlayers:
    """The players of an environment; one, who gets every reward, unless more are named."""

    def __init__(self, name: str, member: Member | None, players: Players) -> None:
        self.name = name
        self.players = players
        self.reason = ""
        self._member = member
        self._read: Reader | None = None

    def __len__(self) -> int:
        return len(self.players)

    @property
    def ask(self) -> Callable[[Any], Any] | None:
        """What tells whose turn it is; None with one player."""
        return None if self._member is None or len(self) == 1 else self._member.ask

    @property
    def kind(self) -> str:
        """Whose rewards are: "each", or a perspective."""
        assert self._read is not None
        return self._read.kind

    def label(self, env: Any) -> Any:
        """Return the environment's name of the player whose turn it is."""
        assert self._member is not None
        inner = getattr(env, "unwrapped", env)
        return plain_number(guarded(f"{self.name}.{self._member.name}", self._member.ask, inner))

    def mover(self, env: Any) -> int:
        """Return the number of the player to move."""
        if len(self.players) == 1:
            return 0
        number = self.players.number(self.label(env))
        if number is None:
            raise BadParameter(
                f"{self.name} says that {self.label(env)!r} is to move, which is none of the "
                f"players ({self.players}); give players="
            )
        return number

    def shares(self, reward: Any, mover: int, env: Any) -> Sequence[float]:
        """Return each player's share of a reward for a move of `mover`'s."""
        if self._read is None:  # it is being found out
            return (0.0,) * len(self.players)
        turn = None
        if len(self.players) > 1:
            turn = self.players.number(self.label(env))
        return self._read(reward, mover, turn)

    def settle(self, kind: str, reason: str) -> None:
        """Set whose rewards are: "each", or a perspective."""
        self._read = Reader(f"{self.name}.step", kind, self.players)
        self.reason = reason


def turns_of(
    source: Source,
    name: str,
    env: Any,
    given: Any,
    players: int | Sequence[Any] | None,
    perspective: str | None,
) -> EnvironmentPlayers:
    """Return the players, as random games of an environment show them.

    Args:
        source: of live objects with an `env` and the reward last given.
        name: what the environment is called.
        env: one of them.
        given: what tells whose turn it is, as the user says; None: find out.
        players: how many, or what the environment calls them; None: find out.
        perspective: whose view a reward is from; None: find out.

    Raises:
        BadParameter: if something stays open.

    """
    alone = EnvironmentPlayers(name, None, Players([0]))
    alone.settle("first", "one player")
    if players == 1:
        return alone
    member = members.find(getattr(env, "unwrapped", env), roles.PLAYER, given)
    if member is None:
        if players is None:
            return alone
        raise BadParameter(f"nothing in {name} tells whose turn it is: give player=")
    turns = EnvironmentPlayers(name, member, Players([]))
    count = _FEW if players is None else _GAMES
    games = [_random_game(source, turns, random.Random(seed)) for seed in range(count)]
    seen = Players([])
    for labels, _, _ in games:
        for label in labels:
            seen = seen.with_another(label)
    plain = all(isinstance(label, (int, str)) for label in seen.labels)
    if players is None:
        if len(seen) < 2 or len(seen) > 8 or not plain:
            return alone
        if len(seen) == 2 and all(map(_alternates, games)):
            return turns_of(source, name, env, given, 2, perspective)
        raise BadParameter(
            f"{name}.{member.name} seems to tell whose turn it is ({seen}): give players=2 if so, "
            "players=1 if one player takes all steps"
        )
    turns.players = seen if isinstance(players, int) else Players(list(players))
    if all(isinstance(label, int) for label in seen.labels) and isinstance(players, int):
        ordered = sorted(seen.labels, key=lambda label: (label < 0, abs(label)))
        turns.players = Players(ordered)
    expected = players if isinstance(players, int) else len(players)
    if len(turns) != expected or len(seen) != expected:
        raise BadParameter(
            f"players={players!r}, but in random games {name}.{member.name} gave {seen}"
        )
    _settle(turns, games, perspective, member.name)
    return turns


def _alternates(game: tuple[list[Any], Any, Any]) -> bool:
    """Return True if in a game of more than one move nobody moved twice in succession."""
    labels = game[0]
    return len(labels) > 1 and all(one != next_ for one, next_ in pairwise(labels))


def _settle(turns: EnvironmentPlayers, games: Any, perspective: str | None, by: str) -> None:
    who = f"whose turn it is by {by} ({turns.players})"
    if all(is_each(reward) for _, reward, _ in games):
        turns.settle("each", f"{who}; rewards for each player")
        return
    if len(turns) != 2:
        raise BadParameter(
            f"{turns.name}.step gives one reward, and there are {len(turns)} players"
        )
    why = "as given"
    if perspective is None:
        numbers = turns.players.number
        endings = [
            FinishedGame(last, numbers(at_end), reward)
            for labels, reward, at_end in games
            if labels and (last := numbers(labels[-1])) is not None
        ]
        perspective, why = view_of(f"{turns.name}.step", endings)
    turns.settle(perspective, f"{who}; rewards from the view of {perspective!r} ({why})")


def _random_game(
    source: Source, turns: EnvironmentPlayers, chance: random.Random
) -> tuple[list[Any], Any, Any]:
    """Return the players whose turn it was, the last reward, and the player to move at the end."""
    live = call((), source.start, None)
    moves: list[Any] = []
    labels: list[Any] = []
    while not source.over(live) and len(moves) < _LONGEST:
        labels.append(turns.label(live.env))
        moves.append(chance.choice(list(call(moves, source.actions, live))))
        live = call(moves, source.play, live, moves[-1])
    at_end = call(moves, turns.label, live.env)
    return labels, getattr(live, "reward", 0.0), at_end
