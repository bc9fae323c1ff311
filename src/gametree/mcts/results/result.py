"""The result of a search, as values and as text."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field
from html import escape
from typing import TYPE_CHECKING, Any

from ...drawing.html_parts import fragment, page
from ...game import Action, Game, State, title_of
from ...numbers.counting import counted
from ..backup.best_line import FoundLine
from ..history import Moment
from ..return_scale import interval_text, return_scale
from .result_parts import result_parts

if TYPE_CHECKING:
    from .export import TreeView

__all__ = ["ActionStatistics", "Proof", "SearchResult", "half_width"]

_SHOWN_ROWS = 12


@dataclass(frozen=True, slots=True)
class Proof:
    """The proven value of a position, for the player to move at least.

    Attributes:
        value: what each player gets when everyone plays perfectly, the player to move by
            `SearchResult.action`. Among three players or more, None for one of whom that is
            not known: others may choose it, who get the same either way.
        plies: moves to the end of the game in the line that was proven, which is
            `SearchResult.principal_variation`; the winner may know a shorter one yet. Where
            chance moves, or nodes were recycled, that line breaks off, and these are the
            moves that it takes at most. None if some of `value` is not known, or if nobody
            knows the line: the trees of several workers may know the proof only together.

    """

    value: tuple[float | None, ...]
    plies: int | None


@dataclass(frozen=True, slots=True)
class ActionStatistics:
    """One move of the searched position.

    Attributes:
        action: the move.
        visits: simulations that began with it.
        share: its part of all simulations, 0 to 1.
        mean: average return of these simulations for the player to move; None
            without any.
        half_width: half of the 95 % confidence interval of `mean`, None
            without any. It measures the noise of the simulations, not whether
            they look at the right moves.
        proven: what the player to move gets for certain after it, None if that is
            not known.
        available: in a game that hides something, simulations in which it could be chosen.

    """

    action: Action
    visits: int
    share: float
    mean: float | None
    half_width: float | None
    proven: float | None = None
    available: int | None = None


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The outcome of a search, best move first.

    Attributes:
        action: the move to play.
        value: average return for each player; what is proven instead of it. With the method
            `planning` what the best move found earns if the best ones follow, tries left out.
        player: who is to move.
        actions: statistics of every move, best first.
        principal_variation: the line that both sides are expected to play.
        proof: what the position is worth, if that is proven (`solver=True`).
        simulations: simulations that the statistics rest on, with those kept
            from before the root moved.
        new_simulations: those of the last run.
        seconds: duration of the last run.
        max_depth: longest path from the root, in plies.
        stopped_by: "proof", "simulations", "seconds", "memory", "settled" (no other move
            could come first any more: see `Limit`), "stop" (the method), "interrupt" (Ctrl-C)
            or "visits" (no more than 2 billion fit a node).
        memory_full: whether the tree reached its limit, so that the nodes with the
            fewest visits made room for new ones, or the search ended.
        nodes: nodes and unvisited children in the tree.
        bytes: memory that they take.
        seed: repeat the search with it.
        compiled: whether it ran compiled.
        method: how it searched, in one line, and whether that was chosen or asked for.
        best_line: the line of the highest return for the player to move that came to the end of
            the game, with its return; None if none did, or it is not kept: see `Searcher`.
        lost_workers: the workers on a cluster that were lost, each with the reason: what
            they had found and the rest of their part are missing here.
        history: what it would have said before, at this root, at 1, 2, 3, 4, 6, 8, 12, ...
            simulations, and last what it says now. Looks that would have taken more than about
            1 % of the time are left out: of a fast search, all before some hundred or thousand.
        average_policy: in a game that hides something, the probability of each move; else None.

    """

    action: Action
    value: tuple[float, ...]
    player: int
    actions: tuple[ActionStatistics, ...]
    principal_variation: tuple[Action, ...]
    proof: Proof | None
    simulations: int
    new_simulations: int
    seconds: float
    max_depth: int
    stopped_by: str
    memory_full: bool
    nodes: int
    bytes: int
    seed: int
    compiled: bool
    method: str
    game: Game = field(repr=False, compare=False)
    state: State = field(repr=False, compare=False)
    lost_workers: tuple[str, ...] = ()
    best_line: FoundLine | None = None
    history: tuple[Moment, ...] = field(default=(), repr=False, compare=False)
    average_policy: dict[Action, float] | None = None

    @property
    def policy(self) -> dict[Action, float]:
        """The probability of each move: the average policy, or else the share of the visits."""
        if self.average_policy is not None:
            return dict(self.average_policy)
        return {each.action: each.share for each in self.actions}

    def __str__(self) -> str:
        name = title_of(self.game)
        speed = self.new_simulations / self.seconds if self.seconds > 0 else 0.0
        lines = [
            f"{name}, player {self.player + 1} to move: {counted(self.simulations, 'simulation')}",
            f"{self.seconds:.2f} s, {speed:,.0f} simulations/s, depth {self.max_depth}, "
            f"stopped by {self.stopped_by}",
            f"method {self.method}",
        ]
        if self.proof is not None:
            lines.append(self.proof_as_text())
        if self.best_line is not None:
            moves = counted(len(self.best_line.actions), "move")
            lines.append(f"best line {self.best_line.value:+g} in {moves}")
        if self.memory_full:
            lines.append("the tree has reached its memory limit")
        lines += [f"lost {each}" for each in self.lost_workers]
        lines += ["", *self._table()]
        if self.average_policy is not None:
            shares = sorted(self.average_policy.items(), key=lambda pair: -pair[1])[:_SHOWN_ROWS]
            named = (
                f"{self.game.action_to_text(self.state, a)} {100 * p:.1f} %" for a, p in shares
            )
            lines += ["", f"policy: {', '.join(named)}"]
        lines += [each for each in (self.tie_as_text(),) if each]
        lines += ["", f"line: {' '.join(self.line_as_text())}"]
        return "\n".join(lines)

    def tie_as_text(self) -> str:
        """Return why a move is played before one with as many visits and a higher mean; or ""."""
        first, *others = self.actions
        if first.proven is not None or first.mean is None:
            return ""
        for each in others:
            if each.visits == first.visits and each.proven is None and each.mean is not None:
                if each.mean > first.mean:
                    names = [self.game.action_to_text(self.state, m.action) for m in (first, each)]
                    return (
                        f"{names[1]} has as many visits as {names[0]} and a higher mean: of such "
                        "moves the first in order is played, unless final_move is "
                        "visits_then_value"
                    )
        return ""

    def _table(self) -> list[str]:
        rows = [("move", "visits", "share", "mean", "")]
        for statistics in self.actions[:_SHOWN_ROWS]:
            mean, width = statistics.mean, statistics.half_width
            proven = statistics.proven
            if proven is not None:
                mean, width = proven, None
            rows.append(
                (
                    self.game.action_to_text(self.state, statistics.action),
                    f"{statistics.visits:,}",
                    f"{100 * statistics.share:.1f} %",
                    "-" if mean is None else f"{mean:+.3f}",
                    "proven"
                    if proven is not None
                    else interval_text(self.game, mean, width)
                    if mean is not None and width is not None
                    else "",
                )
            )
        widths = [max(len(row[column]) for row in rows) for column in range(5)]
        lines = [
            f"{row[0]:<{widths[0]}}"
            + "".join(f"  {row[column]:>{widths[column]}}" for column in range(1, 5))
            for row in rows
        ]
        if len(self.actions) > _SHOWN_ROWS:
            lines.append(f"and {len(self.actions) - _SHOWN_ROWS} more")
        return [line.rstrip() for line in lines]

    def to_html(self, tree: TreeView | None = None) -> str:
        """Return a page that loads nothing: the board, the moves, and how the search grew.

        With `tree`, what `Searcher.tree` returned, its most visited nodes stand there as well.
        """
        title = f"{title_of(self.game)}, searched"
        parts = [f"<h1>{escape(title)}</h1>", *result_parts(self)]
        if tree is not None:
            parts += ["<h2>The tree</h2>", tree.picture().inline()]
        return page(title, parts)

    def _repr_html_(self) -> str:
        return fragment(result_parts(self))

    def proof_as_text(self) -> str:
        """Return what was proven for the player to move, as "proven win in 7 plies"; or nothing.

        Among three players and more returns are no wins or losses: "proven value +1 in 7 plies".
        """
        if self.proof is None:
            return ""
        low, high = return_scale(self.game)
        value = self.value[self.player]
        message = f"value {value:+g}"
        if self.game.players <= 2:
            words = {low: "loss", 0.5 * (low + high): "draw", high: "win"}
            message = words.get(value, message)
        if self.proof.plies is None:
            return f"proven {message}"
        return f"proven {message} in {counted(self.proof.plies, 'ply', 'plies')}"

    def line_as_text(self) -> list[str]:
        """Return the names of the moves of the principal variation."""
        return self._names(self.principal_variation)

    def _names(self, actions: Iterable[Action]) -> list[str]:
        names = []
        state = self.game.copy(self.state)
        for action in actions:
            names.append(self.game.action_to_text(state, action))
            state = self.game.next_state(state, action)
        return names

    def to_dict(self) -> dict[str, Any]:
        """Return all of it in types that JSON has; moves by their names."""
        name_of = self.game.action_to_text
        policy = self.average_policy
        mixed = {}
        if policy is not None:
            mixed["policy"] = {name_of(self.state, each): policy[each] for each in policy}
        return mixed | {
            "game": self.game.name,
            "player": self.player,
            "action": name_of(self.state, self.action),
            "value": list(self.value),
            "actions": [
                {
                    "action": name_of(self.state, statistics.action),
                    "visits": statistics.visits,
                    "share": statistics.share,
                    "mean": statistics.mean,
                    "half_width": statistics.half_width,
                    "proven": statistics.proven,
                }
                for statistics in self.actions
            ],
            "principal_variation": self.line_as_text(),
            "proof": None
            if self.proof is None
            else {"value": list(self.proof.value), "plies": self.proof.plies},
            "best_line": None
            if self.best_line is None
            else {"value": self.best_line.value, "moves": self._names(self.best_line.actions)},
            "simulations": self.simulations,
            "new_simulations": self.new_simulations,
            "seconds": self.seconds,
            "max_depth": self.max_depth,
            "stopped_by": self.stopped_by,
            "memory_full": self.memory_full,
            "nodes": self.nodes,
            "bytes": self.bytes,
            "seed": self.seed,
            "compiled": self.compiled,
            "method": self.method,
            "lost_workers": list(self.lost_workers),
            "history": [
                {
                    "simulations": moment.simulations,
                    "seconds": moment.seconds,
                    "action": name_of(self.state, moment.action),
                    "mean": moment.mean,
                    "half_width": moment.half_width,
                    "value": list(moment.value),
                    "shares": {
                        name_of(self.state, action): share for action, share in moment.shares
                    },
                    "max_depth": moment.max_depth,
                    "nodes": moment.nodes,
                }
                for moment in self.history
            ],
        }


def half_width(mean: float, visits: int, low: float, high: float) -> float:
    """Return half of the 95 % interval of a mean of `visits` returns from low to high.

    Wilson's score interval (1927) on the returns scaled to 0..1. It is the
    interval of wins and losses; for returns in between it errs on the wide
    side, since no distribution of given mean and range varies more.
    """
    if not high > low:
        return 0.0
    z = 1.959964
    p = min(1.0, max(0.0, (mean - low) / (high - low)))
    variance = p * (1 - p) / visits + z * z / (4 * visits * visits)
    return (high - low) * z * math.sqrt(variance) / (1 + z * z / visits)
