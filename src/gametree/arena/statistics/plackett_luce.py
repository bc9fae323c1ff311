"""Fits the Plackett-Luce model of ranks; for two players it is the Bradley-Terry model.

A player i has a worth exp(t_i). Who comes first among the players of a game is i with probability
exp(t_i) / sum of exp(t_j) over these players; then who comes first among the others; and so on.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from ...machine.extras import load_extra

__all__ = ["LARGEST_TIE", "GaussianPrior", "Order", "Strengths", "fit", "groups", "levels"]

LARGEST_TIE = 12
"""So many players may share a rank: what a tie leaves open grows as 2 to this number."""

Order = tuple[tuple[int, ...], ...]
"""How a game ended: the players of each rank, best first, players as numbers in ascending order.

A player that holds two seats stands there twice."""

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Strengths:
    """The maximum-likelihood strengths with the covariance of their errors.

    Attributes:
        values: t of each player, mean 0, natural logarithms of worth; shape (players,).
        covariance: of their errors, shape (players, players).

    """

    values: Floats
    covariance: Floats


def groups(orders: Iterable[Order], players: int) -> list[list[int]]:
    """Return the groups of players that met, directly or by way of others."""
    return _components(orders, players, "weak")


def levels(orders: Iterable[Order], players: int) -> list[list[int]]:
    """Return groups of players between which points went one way only, or not at all.

    The most likely strengths are finite where all players are one such group: however they are
    divided in two, somebody on each side came before or level with somebody on the other (Ford,
    "Solution of a ranking problem from binary comparisons", American Mathematical Monthly 64
    (1957) 28-33; assumption 1 of Hunter 2004).
    """
    return _components(orders, players, "strong")


def _components(orders: Iterable[Order], players: int, connection: str) -> list[list[int]]:
    csgraph = load_extra("scipy.sparse.csgraph", "arena")
    beaten = np.zeros((players, players), dtype=np.bool_)
    for order in orders:
        for place, rank in enumerate(order):
            level_or_below = [player for lower in order[place:] for player in lower]
            beaten[np.ix_(rank, level_or_below)] = True
    _, labels = csgraph.connected_components(beaten, connection=connection)
    return [np.flatnonzero(labels == label).tolist() for label in range(labels.max() + 1)]


@dataclass(frozen=True, slots=True)
class GaussianPrior:
    """What is believed of strengths before any game: differences only.

    Attributes:
        mean: of each strength, natural logarithms of worth; shape (players,).
        precision: the inverse of their covariance, rows that add up to 0; shape (players, players).

    """

    mean: Floats
    precision: Floats


def fit(
    orders: Mapping[Order, int],
    players: int,
    *,
    prior: bool,
    gaussian: GaussianPrior | None = None,
) -> Strengths:
    """Return the strengths under which these games are most likely.

    The log-likelihood is a sum of wins_i t_i less n_S log sum over S of exp(t_j), over the sets S
    of players among whom somebody came first n_S times (Hunter, "MM algorithms for generalized
    Bradley-Terry models", Annals of Statistics 32 (2004) 384-406). It is concave.

    Players of one rank have not been distinguished: as if lots were drawn, the mean of the
    log-likelihoods of all orders counts. For two players that is half a win for each.

    Covariance. Where no tie occurred between the players of a game, its inverse is the Hessian of
    the log-likelihood, as usual. A tie scatters less than a win and a loss, and how much less is
    not part of the model; so for games among players who tied at least once the squares of what
    was observed replace the Hessian in the middle of H^-1 J H^-1 (Huber 1967, White
    1982), mixed with one game of the model's, lest a pairing that always ended level be certain.

    Args:
        orders: how often games ended so; all players are connected by them.
        players: how many there are, numbered from 0.
        prior: give each player one drawn game against a player of mean strength, half a win and
            half a loss, much as the R package PlackettLuce does (Turner, van Etten, Firth and
            Kosmidis, "Modelling rankings in R", Computational Statistics 35 (2020) 1027-1057).
            Strengths are always finite with it.
        gaussian: a Gaussian prior (as in Glickman, "Parameter estimation in large dynamic paired
            comparison experiments", Applied Statistics 48 (1999) 377-394). Values are then the
            mode of the posterior, the covariance is that of its normal approximation, and the
            players need not be connected by games.

    """
    optimize = load_extra("scipy.optimize", "arena")
    logistic = load_extra("scipy.special", "arena").expit
    games = [(_Game(order, players), count) for order, count in orders.items()]
    wins, choices = _tallied(games, players)
    average = np.full((players, players), 1 / players)
    centre = np.eye(players) - average
    flat = GaussianPrior(np.zeros(players), np.zeros((players, players)))
    mean, certainty = (gaussian or flat).mean, (gaussian or flat).precision

    # The strengths are the same with a number added to all; the mean is held at 0.
    def loss(strengths: Floats) -> float:
        value = choices.log_sums(strengths) - wins @ strengths + strengths.sum() ** 2 / players / 2
        if prior:
            value += np.logaddexp(0, centre @ strengths).sum()  # less half of each, together 0
        value += float((strengths - mean) @ certainty @ (strengths - mean)) / 2
        return float(value)

    def slope(strengths: Floats) -> Floats:
        value: Floats = choices.expected(strengths) - wins + strengths.mean()
        value += certainty @ (strengths - mean)
        if prior:
            value += centre @ logistic(centre @ strengths)
        return value

    def curvature(strengths: Floats) -> Floats:
        value: Floats = choices.spread(strengths) + average + certainty
        if prior:
            share = logistic(centre @ strengths)
            value += centre @ np.diag(share * (1 - share)) @ centre
        return value

    found = optimize.minimize(
        loss, np.zeros(players), jac=slope, hess=curvature, method="trust-exact",
        options={"gtol": 1e-9 * max(1.0, float(wins.sum())), "maxiter": 1000},
    )  # fmt: skip
    strengths = found.x
    middle = curvature(strengths) + _observed_less_expected(games, strengths, players)
    inverse = np.linalg.inv(curvature(strengths))
    covariance = centre @ inverse @ middle @ inverse @ centre
    return Strengths(centre @ strengths, covariance)


def _tallied(games: Sequence[tuple[_Game, int]], players: int) -> tuple[Floats, _Choices]:
    """Return how often each player won, and among whom."""
    wins = np.zeros(players)
    times: dict[tuple[int, ...], float] = {}
    for game, count in games:
        wins += count * game.wins
        for members, weight in game.choices.items():
            times[members] = times.get(members, 0.0) + count * weight
    return wins, _Choices(times, players)


def _observed_less_expected(
    games: Sequence[tuple[_Game, int]], strengths: Floats, players: int
) -> Floats:
    """Return what is to be added to the Hessian for the games of players who tied."""
    together: dict[tuple[int, ...], list[tuple[_Game, int]]] = {}
    for game, count in games:
        together.setdefault(game.players, []).append((game, count))
    change = np.zeros((players, players))
    for same in together.values():
        if not any(game.tied for game, _ in same):
            continue
        total = sum(count for _, count in same)
        observed = np.zeros_like(change)
        expected = np.zeros_like(change)
        for game, count in same:
            choices = _Choices(game.choices, players)
            surprise = game.wins - choices.expected(strengths)
            observed += count * np.outer(surprise, surprise)
            expected += count * choices.spread(strengths)
        change += total / (total + 1) * (observed + expected / total) - expected
    return change


class _Game:
    """The contribution of one game to the log-likelihood.

    Attributes:
        players: who played, in ascending order.
        tied: whether players shared a rank.
        wins: how often each player was chosen from a set, shape (players,).
        choices: the sets that there was a choice from, and how often.

    """

    def __init__(self, order: Order, players: int) -> None:
        self.players = tuple(sorted(player for rank in order for player in rank))
        self.tied = any(len(rank) > 1 for rank in order)
        self.wins = np.zeros(players)
        self.choices: dict[tuple[int, ...], float] = {}
        for place, rank in enumerate(order):
            below = tuple(player for lower in order[place + 1 :] for player in lower)
            # The last player of all is left, not chosen.
            chosen = 1.0 if below else 1 - 1 / len(rank)
            for player in rank:
                self.wins[player] += chosen
            for size in range(1 if below else 2, len(rank) + 1):
                weight = 1 / comb(len(rank), size)
                for left in combinations(rank, size):
                    members = tuple(sorted(left + below))
                    self.choices[members] = self.choices.get(members, 0.0) + weight


class _Choices:
    """Sets of players, and how often somebody was chosen from each, as matrices."""

    def __init__(self, times: Mapping[tuple[int, ...], float], players: int) -> None:
        self._members = np.zeros((len(times), players))
        for row, members in enumerate(times):
            for player in members:
                self._members[row, player] += 1
        self._times = np.array(list(times.values()), dtype=np.float64)

    def _shares(self, strengths: Floats) -> tuple[Floats, Floats]:
        """Return the probability of each player in each set, and the logarithm of each sum."""
        with np.errstate(divide="ignore"):
            exponents = np.log(self._members) + strengths
        highest = exponents.max(axis=1, keepdims=True, initial=-np.inf)
        worth = np.exp(exponents - highest)
        sums = worth.sum(axis=1, keepdims=True)
        return worth / sums, (highest + np.log(sums))[:, 0]

    def log_sums(self, strengths: Floats) -> float:
        return float(self._times @ self._shares(strengths)[1])

    def expected(self, strengths: Floats) -> Floats:
        """Return how often each player is chosen, by the model."""
        expected: Floats = self._times @ self._shares(strengths)[0]
        return expected

    def spread(self, strengths: Floats) -> Floats:
        """Return the covariance of these numbers, by the model: the Hessian."""
        shares = self._shares(strengths)[0]
        weighted = shares * self._times[:, None]
        spread: Floats = np.diag(weighted.sum(axis=0)) - shares.T @ weighted
        return spread
