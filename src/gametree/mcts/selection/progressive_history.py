"""Progressive history: a bonus for moves that did well elsewhere, which fades as they lose."""

from __future__ import annotations

from array import array
from copy import copy
from typing import Any, Self

from ...actors import is_chance
from ...game import Action, Game
from ...numbers.checks import not_negative
from ...rules.workspace import Workspace
from ..backup.backup import Backup, BackupAround
from ..evaluation.evaluation import Evaluation
from ..evaluation.move_listeners import NOWHERE, Listener, Moves, heard_by
from ..tree.tree import Tree
from .rule import SELECTION_RULES
from .rule_kinds import LearningRule
from .terms import Term
from .ucb1 import UCB1

__all__ = ["ProgressiveHistory"]

_REMEMBERED = 1 << 10  # moves of one playout that are learned from, the first ones


class History(Listener):
    """The mean results of each player's actions, wherever they were made.

    Attributes:
        moves: where an action stands; the first `MOST_MOVES` of a player do.
        totals, visits: the sum of the values that its player got, and how often he made it.
        played: those of the playout under way, `used[0]` of them.

    """

    runtime_arrays = ("totals", "visits", "played", "owners", "used")

    def __init__(self, players: int) -> None:
        self.moves = Moves(players)
        self.totals = array("d", bytes(8 * self.moves.size))
        self.visits = array("q", bytes(8 * self.moves.size))
        self.played = array("q", bytes(8 * _REMEMBERED))
        self.owners = array("q", bytes(8 * _REMEMBERED))
        self.used = array("q", [0])

    def note(self, player: int, action: Action) -> None:
        used = self.used[0]
        if used == _REMEMBERED:
            return
        place = self.place_of(player, action)
        if place != NOWHERE:
            self.played[used] = place
            self.owners[used] = player
            self.used[0] = used + 1

    def place_of(self, player: int, action: Action) -> int:
        """Return the index of an action, a new one if necessary; NOWHERE if none is free."""
        place = self.moves.enter(player, action)
        return self.moves.find(player, action) if place == NOWHERE else place

    def credit(self, place: int, value: float) -> None:
        """Note what a player got who made the action with this index."""
        if place != NOWHERE:
            self.totals[place] += value
            self.visits[place] += 1


@SELECTION_RULES.register(
    "history",
    "Adds a bonus for moves that did well wherever their player made them.",
    c="The exploration constant of the rule.",
    weight="The weight of the bonus.",
)
class ProgressiveHistory(UCB1, LearningRule):
    """UCB1 plus h * weight / (n * (1 - mean) + 1), all returns scaled to 0..1.

    Progressive history (Nijssen and Winands, "Enhancements for multi-player Monte-Carlo tree
    search", Computers and Games 2010, LNCS 6515, 2011): h is the mean of what its player got
    whenever he made that action, in the tree or in a playout (the relative history heuristic).
    The bonus fades with the simulations that the move has lost, so that one which keeps
    winning keeps it. For any number of players.

    Args:
        weight: how much the history counts.
        c: exploration.

    """

    runtime_arrays = ("low",)

    def __init__(self, weight: float = 1.0, c: float = 1.4) -> None:
        super().__init__(c)
        self.weight = not_negative("weight", weight)

    history: History
    low: Any  # the lowest return seen

    def fitted_to(self, game: Game, evaluation: Evaluation) -> Self:
        fitted = copy(self)
        fitted.history = History(game.players)
        fitted.low = array("d", [0.0])
        return fitted

    def listening_to(self, evaluation: Any) -> Any:
        return heard_by(self.history, evaluation, self)

    def score(self, node: Any, edge: Any, value_range: float) -> float:
        worth = UCB1.score(self, node, edge, value_range)
        place = self.history.moves.find(node.player, edge.action)
        if place != NOWHERE and self.history.visits[place] > 0:
            low = self.low[0]
            mean = self.history.totals[place] / self.history.visits[place]
            lost = edge.visits * (1.0 - (edge.mean - low) / value_range)
            worth += self.weight * (mean - low) / (lost + 1.0)
        return worth

    def terms(self, node: Any, edge: Any, value_range: float) -> tuple[Term, ...]:
        terms = super().terms(node, edge, value_range)
        place = self.history.moves.find(node.player, edge.action)
        if place == NOWHERE or self.history.visits[place] == 0:
            return terms
        low = self.low[0]
        numbers = {
            "weight": self.weight,
            "h": self.history.totals[place] / self.history.visits[place] - low,
            "n": edge.visits,
            "m": (edge.mean - low) / value_range,
        }
        bonus = self.weight * numbers["h"] / (numbers["n"] * (1.0 - numbers["m"]) + 1.0)
        return (*terms, Term("history", bonus, "weight * h / (n * (1 - m) + 1)", numbers))

    def backup_around(self, backup: Backup) -> Backup:
        return HistoryBackup(backup, self)


class HistoryBackup(BackupAround):
    """Credits each move of a simulation with what it came to, beside what another backup does."""

    follows = True

    def __init__(self, backup: Backup, rule: ProgressiveHistory) -> None:
        super().__init__(backup)
        self.rule = rule

    def begin(self) -> None:
        self.backup.begin()
        self.rule.history.used[0] = 0

    def learn(self, tree: Tree, work: Workspace, depth: int) -> None:
        self.backup.learn(tree, work, depth)
        history = self.rule.history
        self.rule.low[0] = work.span.low
        for step in range(depth):
            number = work.path_nodes[step]
            player = tree.nodes[number].player
            if not is_chance(player):
                action = tree.edges[number][work.path_edges[step]].action
                history.credit(history.place_of(player, action), work.values[player])
        for turn in range(history.used[0]):
            history.credit(history.played[turn], work.values[history.owners[turn]])
