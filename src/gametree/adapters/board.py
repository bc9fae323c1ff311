"""A board that knows its rules from the history of the game, and the player that searches it.

The board has five methods. Players are counted from 1, states are values that can be
hashed, and a history is a list of all states from the start of the game to the present:

    start()                      the first state
    current_player(state)        the player to move
    next_state(state, play)      the state after a play
    legal_plays(state_history)   the plays allowed at the end of the history
    winner(state_history)        0 while the game goes on, the number of the player
                                 who has won, any other number (-1, say) for a tie

As legality and the result come from the history, rules about repetition are
a line or two. See `History` for what it can do and what it costs.

`MonteCarlo` keeps its statistics in two dicts under (player, state), the player being the
one who moved there: whatever way leads to a state, it has one entry. That is the search of
Bradberry, "Introduction to Monte Carlo Tree Search" (2015), in which a tree of nodes has no
place; `BoardGame` is the same board for all other searches.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from datetime import timedelta
from typing import Any

from ..errors import BadParameter, FinishedPosition
from ..limits import Limit
from ..mcts.evaluation.evaluation import Evaluation
from ..mcts.evaluation.playout_policy import PlayoutPolicy, Uniform
from ..mcts.results.export import TreeView
from ..mcts.selection.rule import SelectionRule
from ..naming.parameters import expect, is_one_of
from ..primitives.rng import Rng, fresh_seed
from .board_game import BoardGame, HistoryBoard
from .boards.history import History
from .tables.play_table import PlayTable
from .tables.table import Column, PlayStatistics, Searched, StatisticsTable, by_table, view_table
from .tables.tree_table import TreeTable
from .values.values import compares_by_value

__all__ = ["MonteCarlo"]


class MonteCarlo:
    """A player for any board: it takes the states as they come and returns a play when asked.

    Args:
        board: an object with the five methods.
        time: seconds for each play; like `max_moves` and `C` a number, or its text, as the
            author's client passes it.
        max_moves: moves of one simulation from the present state; then it is cut off.
        C: how much to explore.
        max_actions: the name of `max_moves` in the author's later code.
        simulations: how many for each play; with `time=None` nothing else ends the
            search, and the same seed gives the same play.
        seed: a number from 0 to 2**64 - 1; by default a new one each time.
        players: as for `BoardGame`.
        tie: what a tie, or a simulation that is cut off, adds to the wins of everybody:
            nothing, or 0.5 say. It counts as a play in any case.
        policy: how moves are chosen beyond what is known, such as `EpsilonGreedy`; at
            random by default.
        evaluation: what a new state is worth to each player, 0 to 1, in place of the rest
            of the simulation: an `Evaluation` such as `Playout(max_plies=0, cutoff=...)`.
        selection: chooses where all plays have statistics, in place of UCB1 with `C`: a
            rule that judges by wins and plays alone, such as `PUCT`.
        report: what is called with the lines of the report; "article" prints them as the article
            does, None prints nothing.
        compiled: "auto" searches compiled if the board compiles, with a warning that says why if
            it does not; True insists; False searches interpreted.

    Attributes:
        states: all states so far, a list.
        wins, plays: under (player, state), for the player who moved to that state: views of the
            statistics, which are read like dicts. Compiled, of what can come from the present
            state, and gathered from the search tree when they are read.
        max_depth: the most moves after which a simulation has added a state, since the
            last play was asked for.
        C, max_moves: as given.
        calculation_time: `time` as a timedelta, or None.
        why_interpreted: why the board does not compile, once that was tried; else empty.

    Raises:
        BadParameter: if one of them is not as described.

    """

    def __init__(
        self,
        board: Any,
        time: float | str | None = 30,
        max_moves: int | str = 100,
        C: float | str = 1.4,  # noqa: N803
        *,
        max_actions: int | str | None = None,
        simulations: int | None = None,
        seed: int | None = None,
        players: int | None = None,
        tie: float = 0.0,
        policy: PlayoutPolicy | None = None,
        evaluation: Evaluation | None = None,
        selection: SelectionRule | None = None,
        report: Callable[[str], object] | str | None = print,
        compiled: bool | str = "auto",
    ) -> None:
        expect(
            policy is None or isinstance(policy, PlayoutPolicy),
            "policy",
            "a PlayoutPolicy such as EpsilonGreedy()",
            policy,
        )
        expect(
            evaluation is None
            or (
                isinstance(evaluation, Evaluation)
                and not (evaluation.gives_priors or evaluation.waits)
            ),
            "evaluation",
            "an Evaluation without priors of one state at a time, such as Playout()",
            evaluation,
        )
        expect(
            report is None or report == "article" or callable(report),
            "report",
            'None, "article" or a function',
            report,
        )
        is_mode = isinstance(compiled, bool) or is_one_of(("auto",), compiled)
        expect(is_mode, "compiled", '"auto", True or False', compiled)
        self.board = board
        self.game = HistoryBoard(board, players, tie)
        self.states: list[Any] = []
        self.C = _exploration(C)
        self.max_moves = _moves("max_moves", max_moves)
        if max_actions is not None:
            self.max_moves = _moves("max_actions", max_actions)
        self.max_depth = 0
        seconds = None if time is None else _seconds(time)
        self.calculation_time = None if seconds is None else timedelta(seconds=seconds)
        self._simulations = Limit(simulations=simulations, seconds=seconds).simulations
        self._report = report
        self._seed = fresh_seed() if seed is None else seed
        self._compiled = compiled
        self._guides = (
            None if isinstance(policy, Uniform) else policy,
            evaluation,
            None if selection is None else by_table(selection),
        )
        self._table: StatisticsTable = PlayTable(self.game, Rng(self._seed), *self._guides)
        self._mode_is_open = compiled is not False
        self.why_interpreted = ""
        self.wins = Column(lambda: self._table, 0)
        self.plays = Column(lambda: self._table, 1)
        self._line: History | None = None

    def update(self, state: Any) -> None:
        """Record the next state of the game, the first one included."""
        expect(state is not None, "state", "a state of the board", state)
        expect(_compares(state), "state", "a value that can be hashed, such as a tuple", state)
        self.states.append(state)

    def get_play(self) -> Any:
        """Return the play with the best win percentage; None if the game is over.

        A single legal play is returned at once. A simulation that is under way when the time
        is up is cut off.
        """
        line = self._present()
        self.max_depth = 0
        plays = self.game.legal_actions(line)
        if len(plays) < 2:
            return plays[0] if plays else None
        table = self._chosen_table()
        searched = Searched(0, 0.0, 0)
        seconds = None
        if self.calculation_time is not None:
            seconds = self.calculation_time.total_seconds()
        if seconds is None or seconds > 0:
            searched = self._search(table, line, Limit(self._simulations, seconds))
        ranking = self.ranking()
        self._tell(searched, ranking)
        return ranking[0].play

    def run_simulation(self) -> None:
        """Play one game from the present state: select, expand, simulate, update.

        Raises:
            FinishedPosition: if the game is over.

        """
        line = self._present()
        if not self.game.legal_actions(line):
            raise FinishedPosition("the game is over in this state: there is nothing to simulate")
        self._search(self._chosen_table(), line, Limit(simulations=1))

    def _search(self, table: StatisticsTable, line: History, limit: Limit) -> Searched:
        searched = table.search(line, self.states, limit, self.max_moves, self.C)
        self.max_depth = max(self.max_depth, searched.depth)
        return searched

    def _chosen_table(self) -> StatisticsTable:
        """Return the table to search: the first time, find out whether the board compiles."""
        if self._mode_is_open:
            self._mode_is_open = False
            game = BoardGame(self.board, self.game.players, self.game.tie)
            self.why_interpreted = game.why_interpreted
            if not game.interpreted_only or self._compiled is True:
                native = TreeTable(game, self._seed, self._compiled, *self._guides)
                searcher = native.move_to(self.states, self.max_moves, self.C)
                self.why_interpreted = searcher.why_interpreted
                if searcher.compiled:
                    self._table = native
        return self._table

    def ranking(self) -> list[PlayStatistics]:
        """Return the statistics of each legal play, the best percentage first."""
        return self._ranking(self._present())

    def tree(self, max_depth: int | None = 4, min_visits: int = 1) -> TreeView:
        """Return the statistics of the lines from the present state as a tree, `max_depth` deep.

        Each state has its wins and plays; the line of the best percentages is bold in
        `to_dot()`. The plays of a state that several lines lead to are listed once.

        Raises:
            BadParameter: if there is no state yet, or a number is below 0.

        """
        return view_table(self.game, self._ranking, self._present(), max_depth, min_visits)

    def _ranking(self, line: History) -> list[PlayStatistics]:
        plays = self.game.legal_actions(line)
        if not plays:
            return []
        mover = self.game.current_player(line) + 1
        found = [
            PlayStatistics(play, *self._table.known(mover, self.game.next_state(line, play)[-1]))
            for play in plays
        ]
        return _sorted(found, lambda each: each.percent)

    def _present(self) -> History:
        """Return all states so far as a history."""
        if not self.states:
            raise BadParameter("there is no state yet: call update(board.start()) first")
        line = self._line
        if line is None or len(line) != len(self.states) or line[-1] is not self.states[-1]:
            line = self._line = History.of(self.states)
        return line

    def _tell(self, searched: Searched, ranking: list[PlayStatistics]) -> None:
        """Report the simulations, each play's win percentage (wins / plays), and the depth."""
        if self._report == "article":
            print(self._as_article(searched, ranking))
        elif callable(self._report):
            lines = [f"{searched.simulations:,} simulations in {searched.seconds:.2f} s"]
            for each in ranking:
                lines.append(f"{each.play}: {each.percent:.2f} % ({each.wins:.12g} / {each.plays})")
            lines.append(f"greatest depth: {self.max_depth}")
            self._report("\n".join(lines))

    def _as_article(self, searched: Searched, ranking: list[PlayStatistics]) -> str:
        lines = [f"{searched.simulations} {timedelta(seconds=searched.seconds)}"]
        for each in _sorted(ranking, lambda each: (each.percent, each.wins, each.plays)):
            lines.append(f"{each.play}: {each.percent:.2f}% ({each.wins:.12g} / {each.plays})")
        lines.append(f"Maximum depth searched: {self.max_depth}")
        return "\n".join(lines)


def _sorted(
    found: list[PlayStatistics], key: Callable[[PlayStatistics], Any]
) -> list[PlayStatistics]:
    """Return the plays with the greatest first; among equals the greatest play, if they compare."""
    try:
        return sorted(found, key=lambda each: (key(each), each.play), reverse=True)
    except TypeError:
        return sorted(found, key=key, reverse=True)


def _seconds(value: Any) -> float:
    return float(_number("time", value, float, "None or a number of seconds greater than 0", 1e-9))


def _moves(name: str, value: Any) -> int:
    return int(_number(name, value, int, "a whole number of 0 or more"))


def _exploration(value: Any) -> float:
    return float(_number("C", value, float, "a number of 0 or more"))


def _number(name: str, value: Any, kind: type, expected: str, least: float = 0) -> Any:
    """Return a number, or what a text says."""
    try:
        number = kind(value) if isinstance(value, str) else value
    except ValueError:
        number = None
    right = isinstance(number, int) or (kind is float and isinstance(number, float))
    expect(
        right and not isinstance(number, bool) and least <= number < math.inf, name, expected, value
    )
    return number


def _compares(state: Any) -> bool:
    """Return True if equal states can be found under one key."""
    try:
        hash(state)
    except TypeError:
        return False
    return compares_by_value(type(state))
