"""Ratings of many players, from games of two or more."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np

from ...errors import BadParameter
from ...machine.extras import load_extra
from .elo import CONFIDENCE, ELO_PER_LOGIT
from .plackett_luce import LARGEST_TIE, Order, Strengths, fit, groups, levels

__all__ = ["Rating", "Ratings", "rate"]


@dataclass(frozen=True, slots=True)
class Rating:
    """The rating of a player among the players that it met.

    Attributes:
        player: its name.
        elo: its rating; the ratings of a group that met have mean 0, or the anchor has 0.
        low: the lower end of the 95 % interval of `elo`.
        high: the upper end.
        score: share of the opponents of its games that came after it, 0 to 1, half of those
            level with it; for two players the points a game.
        games: how many games it played.

    """

    player: str
    elo: float
    low: float
    high: float
    score: float
    games: int


@dataclass(frozen=True, slots=True)
class Ratings:
    """The ratings of all players, best first.

    Attributes:
        players: one rating a player.
        superiority: the probability that the player of the row is stronger than that of the
            column, in the order of `players`; 0.5 on the diagonal and where two never met, not
            even by way of others.
        notes: sentences about what the numbers do not say by themselves.

    """

    players: tuple[Rating, ...]
    superiority: tuple[tuple[float, ...], ...]
    notes: tuple[str, ...]

    def __getitem__(self, player: str) -> Rating:
        for rating in self.players:
            if rating.player == player:
                return rating
        known = ", ".join(rating.player for rating in self.players)
        raise BadParameter(f"{player!r} was not rated; rated were: {known}")

    def renamed(self, names: Mapping[str, str]) -> Ratings:
        """Return the same with other names of players, for those that have one."""
        players = tuple(
            replace(each, player=names.get(each.player, each.player)) for each in self.players
        )
        notes = self.notes
        for player, name in names.items():
            notes = tuple(note.replace(player, name) for note in notes)
        return replace(self, players=players, notes=notes)

    def to_dict(self) -> dict[str, Any]:
        """Return everything for JSON."""
        return {
            "players": [asdict(rating) for rating in self.players],
            "superiority": [list(row) for row in self.superiority],
            "notes": list(self.notes),
        }

    def to_text(self) -> str:
        """Return a table of the ratings.

        The numbered columns are the likelihood of superiority, in percent, of the row's player
        over the one with that number.
        """
        width = max(len("player"), *(len(rating.player) for rating in self.players))
        numbers = range(1, len(self.players) + 1)
        head = f"{'player':<{width}} {'elo':>6} {'95 % interval':>15} {'score':>6} {'games':>7}"
        lines = [f"    {head} " + "".join(f"{number:>4}" for number in numbers)]
        for number, rating, row in zip(numbers, self.players, self.superiority, strict=True):
            interval = f"{rating.low:+z.0f} to {rating.high:+z.0f}"
            superior = "".join(
                f"{'':>4}" if column == number else f"{100 * share:>4.0f}"
                for column, share in zip(numbers, row, strict=True)
            )
            lines.append(
                f"{number:>3} {rating.player:<{width}} {rating.elo:>+z6.0f} {interval:>15} "
                f"{rating.score:>6.1%} {rating.games:>7,} {superior}".rstrip()
            )
        lines.extend(f"note: {note}" for note in self.notes)
        return "\n".join(lines)

    __str__ = to_text


def rate(
    games: Iterable[tuple[Sequence[str], Sequence[float]]], *, anchor: str | None = None
) -> Ratings:
    """Rate all players of these games on the Elo scale.

    Games of two are taken by the model of Bradley and Terry (1952), a draw as half a win for
    each; games of more by that of Plackett (1975) and Luce (1959), of which it is the case of
    two players: by rank, so how large the returns are does not matter. Ratings are the most
    likely ones, 400 / ln 10 times the logarithm of worth, so that between two players the
    expected score is the logistic curve of Elo. `plackett_luce.fit` has formulas and sources.

    Where somebody won all games against all others, or a part of the players all games against
    the rest, no finite rating is the most likely one. Then every player of the group is given
    one drawn game more, against an average player, and a note says so. Players who never met,
    not even by way of others, are rated by themselves, group by group, and a note says so.

    Args:
        games: (players, returns) of each game: who sat on each seat, and what each seat got.
            More is better, equal returns are a tie. A player may hold several seats.
        anchor: the player whose rating is 0, with no interval; by default the mean is 0.

    Raises:
        BadParameter: if there is no game, a game has fewer than two seats, other numbers of
            players and returns, a name that is no text, a return that is no number or more
            than 12 players on a level; or if the anchor did not play.
        MissingExtra: if SciPy is not installed.

    """
    taken = Counter(_checked(number, game) for number, game in enumerate(games, 1))
    if not taken:
        raise BadParameter("there must be one game or more to rate players by")
    names = sorted({name for order in taken for rank in order for name in rank})
    if anchor is not None and anchor not in names:
        raise BadParameter(f"the anchor {anchor!r} played no game; players are: {', '.join(names)}")
    number = {name: index for index, name in enumerate(names)}
    orders = {
        tuple(tuple(number[name] for name in rank) for rank in order): count
        for order, count in taken.items()
    }
    strengths, notes = _strengths(orders, names)
    values, covariance = strengths.values.copy(), strengths.covariance
    together = groups(orders, len(names))
    group = np.zeros(len(names), dtype=np.int64)
    for index, members in enumerate(together):
        group[members] = index
    variances = np.diag(covariance).copy()
    spreads = variances[:, None] + variances - 2 * covariance
    if anchor is not None:
        near = group == group[number[anchor]]
        values[near] -= values[number[anchor]]
        variances[near] = spreads[near, number[anchor]]

    special = load_extra("scipy.special", "arena")
    with np.errstate(divide="ignore", invalid="ignore"):
        lead = (values[:, None] - values) / np.sqrt(np.maximum(spreads, 0))
    superior = np.where(group[:, None] == group, special.ndtr(lead), 0.5)
    np.fill_diagonal(superior, 0.5)
    reach = special.ndtri((1 + CONFIDENCE) / 2) * np.sqrt(np.maximum(variances, 0))
    scores, played = _scores(orders, len(names))
    best_first = sorted(range(len(names)), key=lambda index: (-values[index], names[index]))
    return Ratings(
        players=tuple(
            Rating(
                names[index],
                ELO_PER_LOGIT * float(values[index]),
                ELO_PER_LOGIT * float(values[index] - reach[index]),
                ELO_PER_LOGIT * float(values[index] + reach[index]),
                scores[index],
                played[index],
            )
            for index in best_first
        ),
        superiority=tuple(
            tuple(float(superior[row, column]) for column in best_first) for row in best_first
        ),
        notes=tuple(notes),
    )


def _checked(number: int, game: Any) -> tuple[tuple[str, ...], ...]:
    """Return the names of each rank, best first; raise BadParameter for what is no game."""
    try:
        players, returns = game
        names, got = list(players), list(returns)
    except (TypeError, ValueError):
        raise BadParameter(
            f"game {number} must be (players, returns), two sequences, not {game!r}"
        ) from None
    if isinstance(players, str) or not all(isinstance(name, str) and name for name in names):
        raise BadParameter(f"game {number}: players must be a sequence of names, not {players!r}")
    if len(names) < 2:
        raise BadParameter(f"game {number} must have two players or more, not {len(names)}")
    if len(got) != len(names):
        raise BadParameter(
            f"game {number} must have a return for each of its {len(names)} players, not {len(got)}"
        )
    for value in got:
        if not _is_number(value):
            raise BadParameter(f"game {number}: a return must be a number, not {value!r}")
    order = tuple(
        tuple(sorted(name for name, value in zip(names, got, strict=True) if value == level))
        for level in sorted(set(got), reverse=True)
    )
    if max(map(len, order)) > LARGEST_TIE:
        raise BadParameter(
            f"game {number} has {max(map(len, order))} players on a level; "
            f"up to {LARGEST_TIE} can be rated"
        )
    return order


def _is_number(value: object) -> bool:
    try:
        return not math.isnan(value)  # type: ignore[arg-type]
    except (TypeError, OverflowError):
        return False


def _strengths(orders: dict[Order, int], names: Sequence[str]) -> tuple[Strengths, list[str]]:
    """Fit each group of players that met, and note what cannot be known."""
    together = groups(orders, len(names))
    values = np.zeros(len(names))
    covariance = np.zeros((len(names), len(names)))
    notes = []
    if len(together) > 1:
        apart = "; ".join(", ".join(names[member] for member in members) for members in together)
        notes.append(
            "these groups never met, not even by way of others, so ratings compare within a "
            f"group only: {apart}"
        )
    for members in together:
        place = {member: index for index, member in enumerate(members)}
        own = {
            tuple(tuple(place[player] for player in rank) for rank in order): count
            for order, count in orders.items()
            if order[0][0] in place
        }
        steps = levels(own, len(members))
        prior = len(steps) > 1
        fitted = fit(own, len(members), prior=prior)
        values[members] = fitted.values
        covariance[np.ix_(members, members)] = fitted.covariance
        if prior:
            steps.sort(key=lambda level: -fitted.values[level].mean())
            shown = "; ".join(
                ", ".join(names[members[player]] for player in level) for level in steps
            )
            notes.append(
                f"points went one way only between these, so that no finite rating is the most "
                f"likely: {shown}; each of them was given one drawn game more, against an average "
                "player"
            )
    return Strengths(values, covariance), notes


def _scores(orders: dict[Order, int], players: int) -> tuple[list[float], list[int]]:
    """Return the share of opponents beaten, and the number of games, of each player."""
    beaten, met, played = [0.0] * players, [0] * players, [0] * players
    for order, count in orders.items():
        seats = sum(map(len, order))
        above = 0
        for rank in order:
            level = len(rank) - 1
            for player in rank:
                beaten[player] += count * (seats - above - len(rank) + level / 2)
                met[player] += count * (seats - 1)
            above += len(rank)
        for player in {player for rank in order for player in rank}:
            played[player] += count
    return [won / many for won, many in zip(beaten, met, strict=True)], played
