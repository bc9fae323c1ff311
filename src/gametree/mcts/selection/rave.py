"""All moves as first: a move is also judged by the simulations in which it came later."""

from __future__ import annotations

import math
from array import array
from copy import copy
from typing import Any, Self

from plainpython.compilable import native_twin

from ...actors import is_chance
from ...game import Action, Game
from ...numbers.checks import not_negative
from ...numbers.elementary import log_of_count
from ...primitives.actions import number_of
from ...rules.workspace import Workspace
from ..backup.backup import Backup, BackupAround
from ..evaluation.evaluation import Evaluation
from ..evaluation.move_listeners import NOWHERE, Listener, Moves, heard_by
from ..search_record import SearchRecord
from ..tree.tree import Tree
from .rule import SELECTION_RULES
from .rule_kinds import LearningRule
from .terms import Term, untried_term

__all__ = ["GRAVE", "LastPlies"]

_LATE = 1 << 30  # as a ply: after all those in the tree
_PLIES = 2 * _LATE  # of each simulation
_LAST_START = (1 << 63) - 2 * _PLIES
_NONE = -1


class LastPlies(Listener):
    """The last ply at which each player made each action in the simulation under way.

    Each simulation counts its plies from a higher start, so what earlier ones noted is too early.
    """

    runtime_arrays = ("plies", "start")

    def __init__(self, players: int) -> None:
        self.moves = Moves(players)
        self.plies = array("q", bytes(8 * self.moves.size))
        self.start = array("q", [_PLIES])

    def clear(self) -> None:
        """Forget all moves."""
        for player in range(len(self.moves.counts)):
            self.moves.clear(player)
        self.start[0] += _PLIES
        if self.start[0] > _LAST_START:
            self.start[0] = _PLIES
            for place in range(len(self.plies)):
                self.plies[place] = 0

    def note(self, player: int, action: Action) -> None:
        self.enter(player, action, _LATE)

    def _native_enter(self, player: int, action: Action, ply: int) -> None:
        slot = self.moves.slot_if_small(player, action)
        if slot == NOWHERE:
            slot = self.moves.enter(player, action)
        if slot != NOWHERE:
            self.plies[slot] = max(self.plies[slot], self.start[0] + ply)

    @native_twin(_native_enter)
    def enter(self, player: int, action: Action, ply: int) -> None:
        """Note when a move was made, unless it has been noted for a later ply."""
        place = self.moves.enter(player, action)
        if place != NOWHERE:
            self.plies[place] = self.start[0] + ply

    def _native_since(self, player: int, action: Action, ply: int) -> bool:
        slot = self.moves.slot_of(player, number_of(action))
        return self.plies[slot] >= self.start[0] + ply

    @native_twin(_native_since)
    def since(self, player: int, action: Action, ply: int) -> bool:
        """Return whether a player made an action at that ply or later."""
        place = self.moves.find(player, action)
        return place != NOWHERE and self.plies[place] >= self.start[0] + ply


@SELECTION_RULES.register(
    "grave",
    "Also judges a move by the simulations in which its player made it later.",
    c="The exploration constant of the rule.",
    ref="How many visits a position needs for statistics of its own.",
    rave_bias="The higher, the sooner the mean of a move counts alone.",
)
class GRAVE(LearningRule):
    """The mean, and what the move did wherever its player made it: (1 - b) * mean + b * AMAF.

    RAVE (Gelly and Silver, "Combining online and offline knowledge in UCT", ICML 2007;
    "Monte-Carlo tree search and rapid action value estimation in computer Go", Artificial
    Intelligence, 2011): in each position a move is credited with every simulation in which
    the player made it there or later, in the tree or in the playout. With n visits and m such
    simulations b = m / (n + m + rave_bias * n * m), which falls from 1 to 0. GRAVE (Cazenave,
    "Generalized rapid action value estimation", IJCAI 2015): a position with less than `ref`
    visits takes these statistics from the nearest one before it that has as many. Here that is
    one where the same player moves, and a move that is not legal there keeps those of its own
    position. `ref=0` is RAVE.

    A move that nothing is known of is tried first. There is no other exploration, unless `c`
    adds c * sqrt(ln(1 + N) / (1 + n)) for N visits of the position.

    Args:
        ref: visits from which a position trusts its own statistics.
        rave_bias: how fast they fade, for returns scaled to 0..1: four times the square of what
            they are thought to be wrong by.
        c: exploration, for returns scaled to 0..1.

    """

    tries_all_first = False
    edge_fields = (("amaf_total", "f8"), ("amaf_visits", "i4"))
    runtime_arrays = ("nearest", "loaded", "totals", "visits")

    def __init__(self, ref: float = 50, rave_bias: float = 1e-4, c: float = 0.0) -> None:
        self.ref = not_negative("ref", ref)
        self.rave_bias = not_negative("rave_bias", rave_bias)
        self.c = not_negative("c", c)

    last: LastPlies  # of the moves of the simulation under way
    known: Moves  # where the statistics stand that were taken from the reference
    totals: Any
    visits: Any
    nearest: Any  # for each player the reference: a node's number, or _NONE
    loaded: Any  # the one whose statistics were taken

    def fitted_to(self, game: Game, evaluation: Evaluation) -> Self:
        fitted = copy(self)
        fitted.last = LastPlies(game.players)
        fitted.known = Moves(game.players)
        fitted.totals = array("d", bytes(8 * fitted.known.size))
        fitted.visits = array("q", bytes(8 * fitted.known.size))
        fitted.nearest = array("q", [_NONE] * game.players)
        fitted.loaded = array("q", [_NONE] * game.players)
        return fitted

    def listening_to(self, evaluation: Any) -> Any:
        return heard_by(self.last, evaluation, self)

    def backup_around(self, backup: Backup) -> Backup:
        return AllMovesAsFirst(backup, self)

    def forget(self) -> None:
        """Forget the references of the simulation before."""
        for player in range(len(self.nearest)):
            self.nearest[player] = _NONE
            self.loaded[player] = _NONE

    def prepare(self, search: SearchRecord, number: int, visits: int, count: int) -> int:
        """Look up the statistics of the nearest position above that has enough visits."""
        node = search.tree.nodes[number]
        player = node.player
        if node.visits >= self.ref:
            self.nearest[player] = number
        elif self.loaded[player] != self.nearest[player]:
            self.loaded[player] = self.nearest[player]
            self.load(search.tree, player)
        return count

    def load(self, tree: Tree, player: int) -> None:
        """Take the statistics of a player's reference, so that they are found by action."""
        self.known.clear(player)
        number = self.nearest[player]
        edges = tree.edges[number]
        for place in range(tree.nodes[number].count):
            edge = edges[place]
            slot = self.known.enter(player, edge.action)
            if slot != NOWHERE:
                self.totals[slot] = edge.amaf_total
                self.visits[slot] = edge.amaf_visits

    def heard_of(self, node: Any, edge: Any) -> tuple[float, float]:
        """Return what all simulations in which a move came later gave, and how many they are."""
        total = edge.amaf_total
        visits = edge.amaf_visits
        if node.visits < self.ref and self.nearest[node.player] != _NONE:
            slot = self.known.find(node.player, edge.action)
            if slot != NOWHERE:
                total = self.totals[slot]
                visits = self.visits[slot]
        return total, float(visits)

    def score(self, node: Any, edge: Any, value_range: float) -> float:
        total, visits = self.heard_of(node, edge)
        worth = mixed(edge.mean, float(edge.visits), total, visits, self.rave_bias)
        if self.c > 0.0:
            worth += (
                self.c * value_range * math.sqrt(log_of_count(1 + node.visits) / (1 + edge.visits))
            )
        return worth

    def terms(self, node: Any, edge: Any, value_range: float) -> tuple[Term, ...]:
        total, known = self.heard_of(node, edge)
        if edge.visits == 0 and known == 0.0:
            return (untried_term(),)
        own = float(edge.visits)
        weight = known / (known + own + self.rave_bias * known * own) if known > 0.0 else 0.0
        amaf = total / known if known > 0.0 else 0.0
        numbers = {"b": weight, "mean": edge.mean, "AMAF": amaf, "n": edge.visits, "m": known}
        terms = (
            Term("mean", (1.0 - weight) * edge.mean, "(1 - b) * mean", numbers),
            Term("AMAF", weight * amaf, "b * AMAF", numbers),
        )
        if self.c == 0.0:
            return terms
        explored = self.c * value_range
        explored *= math.sqrt(log_of_count(1 + node.visits) / (1 + edge.visits))
        numbers = {"c": self.c, "range": value_range, "N": node.visits, "n": edge.visits}
        formula = "c * range * sqrt(ln(1 + N) / (1 + n))"
        return (*terms, Term("exploration", explored, formula, numbers))


class AllMovesAsFirst(BackupAround):
    """Credits a move with each simulation in which its player made it later, too.

    Beside what another backup does.
    """

    follows = True

    def __init__(self, backup: Backup, rule: GRAVE) -> None:
        super().__init__(backup)
        self.rule = rule
        self.last = rule.last

    def begin(self) -> None:
        self.backup.begin()
        self.last.clear()
        self.rule.forget()

    def learn(self, tree: Tree, work: Workspace, depth: int) -> None:
        self.backup.learn(tree, work, depth)
        path = work.path_nodes
        for step in range(depth - 1, -1, -1):  # the last time counts
            node = tree.nodes[path[step]]
            if not is_chance(node.player):
                edge = tree.edges[path[step]][work.path_edges[step]]
                self.last.enter(node.player, edge.action, step)
        for step in range(depth):
            node = tree.nodes[path[step]]
            if is_chance(node.player):
                continue
            value = work.values[node.player]
            edges = tree.edges[path[step]]
            for place in range(node.count):
                edge = edges[place]
                # No branch: of half of the moves a processor cannot predict whether they came.
                came = int(self.last.since(node.player, edge.action, step))
                edge.amaf_visits += came
                edge.amaf_total += came * value


def mixed(mean: float, visits: float, amaf_total: float, amaf_visits: float, bias: float) -> float:
    """Return the two means, weighted by what is known of them; infinity if nothing is."""
    if amaf_visits == 0.0:
        return mean if visits > 0.0 else math.inf
    amaf = amaf_total / amaf_visits
    if visits == 0.0:
        return amaf
    weight = amaf_visits / (visits + amaf_visits + bias * visits * amaf_visits)
    return (1.0 - weight) * mean + weight * amaf
