"""Statistics in a table of wins and plays: read, judged by a selection rule, shown as a tree."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import SimpleNamespace
from typing import Any, NamedTuple, Protocol

from ...errors import BadParameter
from ...limits import Limit
from ...mcts.results.export import TreeView, check_extent
from ...mcts.selection.rule import SelectionRule
from ...mcts.selection.rule_kinds import is_threadsafe
from ..board_game import HistoryBoard
from ..boards.history import History

__all__ = [
    "Column",
    "PlayStatistics",
    "Searched",
    "StatisticsTable",
    "by_table",
    "scores_by",
    "view_table",
]


class Searched(NamedTuple):
    """What a search of a table has come to.

    Attributes:
        simulations, seconds: how many simulations there were, and how long they took.
        depth: the most moves after which one has added a state to the table.

    """

    simulations: int
    seconds: float
    depth: int


class StatisticsTable(Protocol):
    """Wins and plays under (player, state), for the player who moved to the state."""

    def known(self, player: int, state: Any) -> tuple[float, int]:
        """Return the wins and the plays of a state to which a player has moved."""

    def entries(self) -> Iterator[tuple[int, Any]]:
        """Yield each (player, state) that has statistics."""

    def search(
        self,
        line: History,
        states: Sequence[Any],
        limit: Limit,
        max_moves: int,
        explore: float,
    ) -> Searched:
        """Search the last of the states.

        Args:
            line: the states, as a history that knows its plays.
            states: the same states.
            limit: when to end.
            max_moves: moves of a simulation after which it is cut off.
            explore: the constant of UCB1.

        Raises:
            GameError: if the board raises, or gives an answer that its interface rules out.

        """


class Column(Mapping[tuple[int, Any], Any]):
    """The wins or the plays of a table, as a dict under (player, state) that is only read.

    Args:
        table: returns the table.
        index: 0 for the wins, 1 for the plays.

    """

    def __init__(self, table: Callable[[], StatisticsTable], index: int) -> None:
        self._table = table
        self._index = index

    def __getitem__(self, key: tuple[int, Any]) -> Any:
        found = self._table().known(*key)
        if not found[1]:
            raise KeyError(key)
        return found[self._index]

    def __iter__(self) -> Iterator[tuple[int, Any]]:
        return self._table().entries()

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __repr__(self) -> str:
        return repr(dict(self))


class PlayStatistics(NamedTuple):
    """The statistics of a play in a table.

    Attributes:
        play: the play.
        wins: how many of the simulations through the state behind it its player has won.
        plays: how many there were.

    """

    play: Any
    wins: float
    plays: int

    @property
    def percent(self) -> float:
        """Wins in 100 plays; 0 before the first one."""
        return 100 * self.wins / self.plays if self.plays else 0.0


def by_table(rule: SelectionRule) -> SelectionRule:
    """Return the rule.

    Raises:
        BadParameter: if it is none, or notes more than a table of wins and plays holds.

    """
    if not isinstance(rule, SelectionRule):
        raise BadParameter(f"selection must be a rule such as UCB1(), not {rule!r}")
    if not is_threadsafe(rule) or rule.needs_priors:  # what it notes must follow from the visits
        raise BadParameter(
            f"selection must be a rule that judges by wins and plays alone, and {rule!r} keeps "
            "more on the nodes of a tree, which a table has not: search BoardGame(board) with it"
        )
    return rule


def scores_by(
    rule: SelectionRule, mover: int, players: int, known: Sequence[tuple[float, int]]
) -> list[float]:
    """Return the rule's score of each state with such (wins, plays), all played."""
    value = [0.0] * players
    visits = sum(plays for _, plays in known)
    value[mover] = sum(wins for wins, _ in known) / visits
    node = SimpleNamespace(visits=visits, count=len(known), player=mover, value=value)
    scores = []
    for wins, plays in known:
        edge = SimpleNamespace(visits=plays, mean=wins / plays)
        rule.renew(node, edge)
        scores.append(rule.score(node, edge, 1.0))
    return scores


def view_table(
    game: HistoryBoard,
    ranking: Callable[[History], list[PlayStatistics]],
    line: History,
    max_depth: int | None,
    min_visits: int,
) -> TreeView:
    """Return the states below a line that a table knows, by its ranking of their plays."""
    check_extent(max_depth, min_visits)
    known = ranking(line)
    root: dict[str, Any] = {
        "move": None,
        "player": None,
        "visits": sum(each.plays for each in known),
        "share": 1.0,
        "mean": None,
        "state": game.state_to_text(line),
        "best": True,
        "children": [],
    }
    listed = {line[-1]}
    waiting = [(root, line, known, 0)]
    while waiting:
        above, line, known, depth = waiting.pop()
        above["untried"] = [str(each.play) for each in known if not each.plays]
        if max_depth is not None and depth >= max_depth:
            continue
        total = sum(each.plays for each in known)
        for each in known:
            if each.plays < max(1, min_visits):
                continue
            longer = game.next_state(line, each.play)
            entry: dict[str, Any] = {
                "move": str(each.play),
                "player": game.current_player(line),
                "visits": each.plays,
                "share": each.plays / total,
                "mean": each.wins / each.plays,
                "wins": each.wins,
                "state": game.state_to_text(longer),
                "best": above["best"] and each is known[0],
                "children": [],
            }
            above["children"].append(entry)
            below = [] if longer[-1] in listed else ranking(longer)
            listed.add(longer[-1])
            waiting.append((entry, longer, below, depth + 1))
    return TreeView(root)
