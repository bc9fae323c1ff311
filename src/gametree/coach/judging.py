"""Judge one move of a game: search its position, and compare it with the best move."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from ..game import Action, Game, State
from ..limits import Limit
from ..mcts.results.result import ActionStatistics, SearchResult, half_width
from ..mcts.results.summary import Prospect
from ..mcts.return_scale import return_scale, winrate
from ..mcts.searcher import Searcher
from ..primitives.actions import is_same
from ..rules.checked_game import CheckedGame
from .lines import line_from

__all__ = ["Effort", "Judged", "JudgedMove", "Worth", "judge", "settled_backwards"]

_LINE = 60  # moves of a proven line
_SHORT = 12  # moves of another one
_ALL, _MORE, _FIRST = 1.0, 0.75, 0.5  # of the effort; the second half compares two moves
_LEAST_VISITS, _LEAST_PART = 50, 0.05  # of a move, for its line to be followed
_LEAST = 0.1  # of the visits of the most visited move: with fewer, a mean says little

_CAUTION = 1.5  # times the 95 % interval: three standard errors, since a game has many moves

_MOST = 10_000  # moves that a search can be restricted to


@dataclass(frozen=True, slots=True)
class Effort:
    """How much to search for one move: simulations, seconds, or whichever ends first.

    `memory` is the most bytes of a tree, and `stopped` tells between two searches whether to give
    up.
    """

    simulations: int | None = None
    seconds: float | None = None
    compiled: bool | str = "auto"
    seed: int = 1
    memory: int | None = None
    stopped: Callable[[], bool] = bool

    def part(self, share: float) -> Limit:
        """Return a share of it as a limit."""
        simulations, seconds = self.simulations, self.seconds
        return Limit(
            None if simulations is None else max(1, round(share * simulations)),
            None if seconds is None else max(0.001, share * seconds),
            self.memory,
        )


@dataclass(frozen=True, slots=True)
class JudgedMove:
    """A move of a position, as the player who makes it sees it.

    Attributes:
        action, name: the move.
        share: its expected result, from 0, the worst, to 1, the best.
        low, high: the 95 % interval of it; of the noise of the simulations.
        visits: the simulations behind it.
        proven: the return for certain, None if that is not known.
        line: the names of the moves that are expected, this one first.
        ends: True if the game is over after the line.
        measured: the share, low and high that a search alone found, if the proof is not its own.

    """

    action: Action
    name: str
    share: float
    low: float
    high: float
    visits: int
    proven: float | None
    line: tuple[str, ...]
    ends: bool
    measured: tuple[float, float, float] | None = None


@dataclass(frozen=True, slots=True)
class Judged:
    """A position of a game and the move that was played there.

    Attributes:
        ply: how many moves lead to the position.
        player: who moves.
        legal: the number of legal moves.
        options: the moves that were tried or proven, best first.
        played: the move that was played; None in the last position.
        shares: the expected result of each player before the move.
        worth: the proven return of each player, None where that is not known.

    """

    ply: int
    player: int
    legal: int
    options: tuple[JudgedMove, ...]
    played: JudgedMove | None
    shares: tuple[float, ...]
    worth: tuple[float | None, ...]

    @property
    def best(self) -> JudgedMove:
        """The best move; the one that was played, if none is better."""
        best, played = self.options[0], self.played
        return played if played is not None and played.share >= best.share else best

    @property
    def loss(self) -> tuple[float, float, float]:
        """What the move loses of the expected result, and its 95 % interval.

        The lower end is three standard errors away. A search errs in the same way about both
        moves. So if only the played move is proven, and could be worse, its measured value is
        compared with that of the better move as well.
        """
        best, played = self.best, self.played
        if played is None or best is played:
            return 0.0, 0.0, 0.0
        lost = best.share - played.share
        least = min(
            best.share - share - _CAUTION * math.hypot(best.share - best.low, high - share)
            for share, high in _values_of(played, best.proven is None)
        )
        # Of the difference of two independent means.
        up = math.hypot(best.high - best.share, played.share - played.low)
        return lost, max(0.0, least), min(1.0, lost + up)

    @property
    def proven(self) -> bool:
        """True if the loss is proven."""
        return self.best.proven is not None and (
            self.played is None or self.played.proven is not None
        )


Worth = tuple[float | None, ...]


def judge(
    game: Game,
    positions: Sequence[State],
    ply: int,
    legal: Sequence[Action],
    played: Action | None,
    effort: Effort,
    after: Callable[[], Worth | None] = lambda: None,
) -> Judged:
    """Return a judgement of the move that was played after so many moves.

    The first half of the effort searches all moves. If another move than the played one looks
    best, the second half searches both of them alone, with the same effort for each: the mean of a
    move that was rarely tried is not compared with that of one that was tried often. If it is
    proven what the played move is worth, the effort goes to the others.

    Args:
        game: the rules.
        positions: of the game, the first one first.
        ply: how many moves lead to the position.
        legal: the legal moves of that position.
        played: the move that was played there; None in the last position.
        effort: how much to search.
        after: returns what is proven by now of the position after the move, for each player.

    Raises:
        GameError: if the rules break their contract.

    """
    at = _Position(game, positions, ply, effort)
    proven = None if played is None else _known(after(), at.player)
    others = [each for each in legal[:_MOST] if not _is(played, each)]
    searched = others if proven is not None and len(legal) <= _MOST else None
    share = _MORE if searched is not None and proven != return_scale(game)[1] else _FIRST
    options = at.options(share, searched, played) if others or proven is None else []
    if played is None:
        return at.judged(options, None, len(legal))
    if proven is None:
        own = next(each for each in options if is_same(each.action, played))
        if own is not options[0] and not effort.stopped():
            options[0] = at.alone(options[0])
            proven = _known(after(), at.player)
            if proven is None:
                options[options.index(own)] = own = at.alone(own)
    else:
        own = next((each for each in options if is_same(each.action, played)), at.untried(played))
        options = [each for each in options if each is not own] + [own]
    if proven is not None:
        measured = own
        options[options.index(own)] = own = _proven_as(game, own, proven)
        if searched is not None and options[0].share > own.share and not effort.stopped():
            options[0] = at.alone(options[0])
            if options[0].proven is None and not effort.stopped():
                options[options.index(own)] = own = _proven_as(game, at.alone(measured), proven)
    return at.judged(_ranked(options, own), own, len(legal))


def settled_backwards(
    game: Game, judged: Sequence[Judged | None], returns: Sequence[float] | None
) -> list[Judged | None]:
    """Return judgements with the proofs that follow from those of later positions.

    If it is proven what the position after a move is worth, so is the move.

    Args:
        game: the rules.
        judged: for each position; None where chance moves, or nothing is known yet.
        returns: what the players got, if the game is over.

    """
    found: list[Judged | None] = list(judged)
    worth: Worth | None = None if returns is None else tuple(returns)
    line: tuple[str, ...] = ()
    ends = returns is not None
    for ply in reversed(range(len(found))):
        each = found[ply]
        if each is None:
            worth, line, ends = None, (), False
            continue
        if each.played is not None:
            each = found[ply] = _with_proof(game, each, worth, line, ends)
        worth, line, ends = each.worth, each.best.line, each.best.ends
    return found


class _Position:
    """A position that is searched."""

    def __init__(self, game: Game, positions: Sequence[State], ply: int, effort: Effort) -> None:
        self._game, self._state = game, positions[ply]
        self._history, self._ply, self._effort = positions[:ply], ply, effort
        self._known: Worth = (None,) * game.players
        self._shares: tuple[float, ...] = ()
        self.player = CheckedGame(game).current_player(self._state)

    def options(
        self, share: float, moves: list[Action] | None, played: Action | None
    ) -> list[JudgedMove]:
        """Return the moves that were tried or proven, and the played one, best first."""
        result, prospects = self._searched(share, moves)
        if result.proof is not None and moves is None:
            self._known = result.proof.value
        self._shares = tuple(winrate(self._game, each) for each in result.value)
        return [
            self._option(each, prospect)
            for each, prospect in zip(result.actions, prospects, strict=True)
            if each.visits or each.proven is not None or _is(played, each.action)
        ]

    def alone(self, option: JudgedMove) -> JudgedMove:
        """Return a move after a search of it alone."""
        if option.proven is not None:
            return option
        searcher = self._searcher([option.action])
        searcher.run(self._effort.part(0.5 * (_ALL - _FIRST)))
        result, prospects = searcher.outlook(_LINE)
        move, low, high = _down_the_line(self._game, searcher, result.actions[0])
        found = self._option(move, prospects[0])
        if found.proven is not None:
            return found
        return replace(found, low=winrate(self._game, low), high=winrate(self._game, high))

    def untried(self, action: Action) -> JudgedMove:
        """Return a move of which nothing is known."""
        name = self._game.action_to_text(self._state, action)
        return JudgedMove(action, name, 0.5, 0.0, 1.0, 0, None, (name,), False)

    def judged(self, options: list[JudgedMove], played: JudgedMove | None, legal: int) -> Judged:
        """Return what was found as a judgement."""
        players = self._game.players
        best = options[0].share
        shares = [best if each == self.player else 1 - best for each in range(players)]
        if players > 2 and self._shares:
            shares = [*self._shares]
            shares[self.player] = best
        return Judged(
            self._ply, self.player, legal, tuple(options), played, tuple(shares), self._known
        )

    def _searched(
        self, share: float, moves: list[Action] | None
    ) -> tuple[SearchResult, tuple[Prospect, ...]]:
        searcher = self._searcher(moves)
        searcher.run(self._effort.part(share))
        return searcher.outlook(_LINE)

    def _searcher(self, moves: list[Action] | None) -> Searcher:
        return Searcher(
            self._game,
            self._game.copy(self._state),
            history=self._history,
            seed=self._effort.seed,
            compiled=self._effort.compiled,
            moves=moves,
        )

    def _option(self, statistics: ActionStatistics, prospect: Prospect) -> JudgedMove:
        game, proven = self._game, statistics.proven
        mean = statistics.mean if proven is None else proven
        if mean is None:
            return self.untried(statistics.action)
        half = statistics.half_width if proven is None and statistics.half_width else 0.0
        share, low, high = (winrate(game, each) for each in (mean, mean - half, mean + half))
        most = _SHORT if proven is None else _LINE
        actions = (statistics.action, *prospect.line)[:most]
        line, ends = line_from(game, self._state, actions)
        return JudgedMove(
            statistics.action, line[0], share, low, high, statistics.visits, proven, line, ends
        )


def _down_the_line(
    game: Game, searcher: Searcher, move: ActionStatistics
) -> tuple[ActionStatistics, float, float]:
    """Return a move with the mean at the end of its most visited line, and the range of that mean.

    The mean of the move itself has all bad replies in it that the search tried. Down the line,
    as far as it has a part of the visits, are fewer of them, and fewer visits. A search that has
    settled finds the same mean all along the line. So the range covers the means on the way, and
    the noise of the last one.
    """
    low, high = return_scale(game)
    mean = move.mean if move.proven is None else move.proven
    if mean is None or move.proven is not None or game.players != 2:
        half = (move.half_width or 0.0) if move.proven is None else 0.0
        return move, (mean or 0.0) - half, (mean or 0.0) + half
    least = max(_LEAST_VISITS, round(_LEAST_PART * move.visits))
    below = searcher.tree(None, least).root["children"]
    player = below[0]["player"] if below else 0
    means, half = [mean], move.half_width or 0.0
    while below and below[0]["mean"] is not None:
        entry = below[0]
        found = entry.get("proven", entry["mean"])
        proven, visits = "proven" in entry, entry["visits"]
        mean = min(high, max(low, found if entry["player"] == player else low + high - found))
        half = 0.0 if proven else half_width(mean, visits, low, high) or 0.0
        means.append(mean)
        below = entry["children"]
    least_mean, most_mean = min(*means, mean - half), max(*means, mean + half)
    return replace(move, mean=mean), max(low, least_mean), min(high, most_mean)


def _with_proof(
    game: Game, judged: Judged, after: Worth | None, line: tuple[str, ...], ends: bool
) -> Judged:
    """Return a judgement that knows what the position after its move is worth."""
    played = judged.played
    assert played is not None
    proven = _known(after, judged.player)
    if proven is None or after is None:
        return judged
    own = played if played.proven == proven else _proven_as(game, played, proven)
    if own.line == (own.name,):
        whole = (own.name, *line)
        own = replace(own, line=whole[:_LINE], ends=ends and len(whole) <= _LINE)
    options = [own if each is played else each for each in judged.options]
    if played.proven != proven:
        options = _ranked(options, own)
    best = options[0]
    settled = proven == return_scale(game)[1] or (
        len(options) == judged.legal and all(each.proven is not None for each in options)
    )
    worth = judged.worth
    if settled and worth[judged.player] is None:
        worth = after if own.share >= best.share else _worth(game, judged.player, best.proven)
    shares = judged.shares
    if worth[judged.player] is not None:
        shares = tuple(
            share if each is None else winrate(game, each)
            for share, each in zip(shares, worth, strict=True)
        )
    return replace(judged, options=tuple(options), played=own, worth=worth, shares=shares)


def _worth(game: Game, player: int, value: float | None) -> Worth:
    """Return the proven returns of all players, as far as they follow from one player's."""
    low, high = return_scale(game)
    if game.players == 2 and value is not None:
        return (value, low + high - value) if player == 0 else (low + high - value, value)
    return tuple(value if each == player else None for each in range(game.players))


def _known(worth: Worth | None, player: int) -> float | None:
    return None if worth is None else worth[player]


def _proven_as(game: Game, option: JudgedMove, value: float) -> JudgedMove:
    """Return a move with its proven value, and without a line: that of a search proves nothing."""
    share = winrate(game, value)
    measured = option.measured
    if measured is None and option.visits:
        measured = option.share, option.low, option.high
    return replace(
        option,
        share=share,
        low=share,
        high=share,
        proven=value,
        measured=measured,
        line=(option.name,),
        ends=False,
    )


def _values_of(played: JudgedMove, measured: bool) -> list[tuple[float, float]]:
    """Return what a played move may be worth, each with the upper end of its interval."""
    found = [(played.share, played.high)]
    if measured and played.measured is not None and played.share > 0.0:
        share, _, high = played.measured
        found.append((share, high))
    return found


def _ranked(options: list[JudgedMove], own: JudgedMove) -> list[JudgedMove]:
    """Return options with the best one first: the move that was played, if none is better.

    If that was first and is proven worse, it is followed by the best mean of the other moves that
    were tried often enough.
    """
    others = [each for each in options if each is not own]
    if not others or (own.share >= others[0].share and options[0] is not own):
        return [own, *others]
    if options[0] is own:
        most = max(each.visits for each in others)
        sure = [each for each in others if each.proven is not None or each.visits >= _LEAST * most]
        best = max(sure, key=lambda each: each.share)
        if own.share >= best.share:
            return options
        others = [best, *(each for each in others if each is not best)]
    return [others[0], own, *others[1:]]


def _is(played: Action | None, action: Action) -> bool:
    return played is not None and is_same(played, action)
