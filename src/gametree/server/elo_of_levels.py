"""The Elo of the engine's levels, from games that the arena has played."""

from __future__ import annotations

import os
from collections.abc import Iterable

from ..arena.journal.fingerprints import fingerprints
from ..arena.journal.journal import Journal, Match
from ..arena.statistics.ratings import rate
from ..errors import BadParameter, GametreeError
from ..naming.loading import load_game
from ..players.registry import split_description
from .settings import EloOfLevels

__all__ = ["elo_of_levels", "level_player"]


def level_player(simulations: int) -> str:
    """Return the player that plays as the server's engine does: each move is a search again."""
    return f"mcts:auto,reuse=false,simulations={simulations}"


def elo_of_levels(path: str | os.PathLike[str], games: Iterable[str]) -> EloOfLevels:
    """Return the Elo of the levels that a journal of the arena has games of.

    The ratings of a game are made of all matches with its usual parameters and its rules as they
    are, played by this version of gametree or, if there are none, by the one that was used last.
    The weakest level has 0.

    Args:
        path: the journal, as `gametree tournament --journal` writes it; it is only read.
        games: those that the server offers.

    Raises:
        BadParameter: if no level of any of these games has been measured.
        JournalError: if the file cannot be read.
        MissingExtra: if SciPy is not installed.

    """
    with Journal(os.fspath(path), write=False) as journal:
        matches = journal.matches()
        found = {spec: _of_game(spec, matches) for spec in games}
    measured = {spec: levels for spec, levels in found.items() if levels}
    if not measured:
        raise BadParameter(
            f"{os.fspath(path)!r} has no games that rate a level of these games, of these "
            f"rules: the arena measures them between players such as {level_player(100)}"
        )
    return measured


def _of_game(spec: str, matches: Iterable[Match]) -> dict[int, float]:
    games = [
        (game.seats, game.returns)
        for match in _of_one_version(spec, matches)
        for game in match.games()
    ]
    if not games:
        return {}
    elo = {each.player: each.elo for each in rate(games).players}
    levels = {
        simulations: each
        for player, each in elo.items()
        if (simulations := _simulations(player)) is not None
    }
    zero = min(levels.values(), default=0.0)
    return {simulations: each - zero for simulations, each in levels.items()}


def _of_one_version(spec: str, matches: Iterable[Match]) -> list[Match]:
    """Return the matches of a game as it is, by this version, or else by that used last."""
    try:
        game = load_game(spec, {})
    except GametreeError:  # who plays it is told what is wrong
        return []
    code = fingerprints(game, [])
    versions: dict[str, list[Match]] = {}
    for match in matches:
        configuration = match.configuration
        of_game = configuration.get("game") == spec and not configuration.get("parameters")
        if of_game and game.players == 2 and configuration["code"]["game"] == code["game"]:
            versions.setdefault(configuration["code"]["gametree"], []).append(match)
    last = max(versions.values(), key=lambda each: max(one.begun for one in each), default=[])
    return versions.get(code["gametree"], last)


def _simulations(player: str) -> int | None:
    """Return the simulations of a player that plays as the server's engine does."""
    kind, parameters = split_description(player)
    *rest, simulations = sorted(parameters.split(","))
    if (kind, rest) != ("mcts", ["auto", "reuse=false"]):
        return None
    name, _, count = simulations.partition("=")
    return int(count) if name == "simulations" and count.isdecimal() else None
