"""A board that knows its rules from the history of the game, and the player that searches it.

The board has five methods. Players are counted from 1, states are values that can be
hashed, and a history is a list of all states from the start of the game to the present:

    start()                      the first state
    current_player(state)        the player to move
    next_state(state, play)      the state after a play
    legal_plays(state_history)   the plays allowed at the end of the history
    winner(state_history)        0 while the game goes on, the number of the player
                                 who has won, any other value (-1, say) for a tie

As legality and the result are told from the history, rules about repetition are
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
from time import perf_counter
from typing import Any

from ..errors import BadParameter, FinishedPosition
from ..limits import Limit
from ..mcts.evaluation.evaluation import Evaluation
from ..mcts.evaluation.playout import PlayoutPolicy, Uniform
from ..mcts.export import TreeView
from ..mcts.selection.rule import SelectionRule
from ..parameters import expect
from ..primitives.rng import Rng, fresh_seed
from ..rules.workspace import ActionsFull, enlarged, make_workspace
from .board_game import BoardGame
from .history import History
from .table import PlayStatistics, by_table, scores_by, view_table
from .values import compares_by_value

__all__ = ["MonteCarlo"]


class MonteCarlo:
    """A player for any board: it takes the states as they come and returns a play when asked.

    Args:
        board: an object with the five methods.
        time: seconds for each play.
        max_moves: moves of one simulation from the present state; then it is cut off.
        C: how much to explore.
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
        report: what is called with the lines of the report; None for silence.

    Attributes:
        states: all states so far, a list.
        wins, plays: under (player, state), for the player who moved to that state.
        max_depth: the most moves after which a simulation has added a state, since the
            last play was asked for.
        C, max_moves: as given.
        calculation_time: `time` as a timedelta, or None.

    Raises:
        BadParameter: if one of them is not as described.

    """

    def __init__(
        self,
        board: Any,
        time: float | None = 30,
        max_moves: int = 100,
        C: float = 1.4,  # noqa: N803
        *,
        simulations: int | None = None,
        seed: int | None = None,
        players: int | None = None,
        tie: float = 0.0,
        policy: PlayoutPolicy | None = None,
        evaluation: Evaluation | None = None,
        selection: SelectionRule | None = None,
        report: Callable[[str], object] | None = print,
    ) -> None:
        expect(
            isinstance(max_moves, int) and not isinstance(max_moves, bool) and max_moves >= 0,
            "max_moves",
            "a whole number of 0 or more",
            max_moves,
        )
        expect(
            isinstance(C, (int, float)) and not isinstance(C, bool) and 0 <= C < math.inf,
            "C",
            "a number of 0 or more",
            C,
        )
        expect(
            time is None
            or (isinstance(time, (int, float)) and not isinstance(time, bool) and time > 0),
            "time",
            "None or a number of seconds greater than 0",
            time,
        )
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
        expect(report is None or callable(report), "report", "None or a function", report)
        self.board = board
        self.game = BoardGame(board, players, tie)
        self.states: list[Any] = []
        self.wins: dict[tuple[int, Any], float] = {}
        self.plays: dict[tuple[int, Any], int] = {}
        self.C = C
        self.max_moves = max_moves
        self.max_depth = 0
        self.calculation_time = None if time is None else timedelta(seconds=time)
        self._simulations = Limit(simulations=simulations, seconds=time).simulations
        self._policy = (policy or Uniform()).fitted_to(self.game)
        self._evaluation = None if evaluation is None else evaluation.fitted_to(self.game)
        self._rule = None if selection is None else by_table(selection)
        self._report = report
        self._rng = Rng(fresh_seed() if seed is None else seed)
        self._work = make_workspace(self.game.players, 64, 1, 1, compiled=False, state=None)
        self._end = math.inf  # when a simulation is cut off
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
        begun = perf_counter()
        if self.calculation_time is not None:
            self._end = begun + self.calculation_time.total_seconds()
        games = 0
        try:
            while perf_counter() < self._end and games != self._simulations:
                self.run_simulation()
                games += 1
        finally:
            self._end = math.inf
        ranking = self.ranking()
        if self._report is not None:
            self._report(self._told(games, perf_counter() - begun, ranking))
        return ranking[0].play

    def run_simulation(self) -> None:
        """Play one game from the present state: select, expand, simulate, update.

        Raises:
            FinishedPosition: if the game is over.
        """
        game, wins, plays = self.game, self.wins, self.plays
        line = self._present()
        if not game.legal_actions(line):
            raise FinishedPosition("the game is over in this state: there is nothing to simulate")
        passed: set[tuple[int, Any]] = set()
        expanded = False
        worth = game.worth(None)  # a tie, or cut off
        self._policy.begin()
        for depth in range(1, self.max_moves + 1):
            legal = game.plays(line)
            if not legal or perf_counter() > self._end:
                break
            mover = game.current_player(line)
            play, line = self._step(line, mover, legal, heavy=expanded)
            self._policy.note(mover, play)
            key = self._key(mover, line)
            passed.add(key)
            winner = game.winner(line)
            if winner != 0:
                worth = game.worth(winner)
            new = not expanded and key not in plays
            if new:
                expanded = True
                plays[key] = 0
                wins[key] = 0
                self.max_depth = max(self.max_depth, depth)
            if winner != 0:
                break
            if new and self._evaluation is not None:
                worth = self._estimate(self._evaluation, line)
                break
        self._policy.learn(worth)
        for key in passed:
            if key in plays:
                plays[key] += 1
                wins[key] += worth[key[0] - 1]

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
        mover = self.game.current_player(line)
        keys = [self._key(mover, self.game.next_state(line, play)) for play in plays]
        found = [
            PlayStatistics(play, self.wins.get(key, 0), self.plays.get(key, 0))
            for play, key in zip(plays, keys, strict=True)
        ]
        return sorted(found, key=lambda each: (each.percent, each.plays), reverse=True)

    def _step(
        self, line: History, mover: int, legal: list[Any], *, heavy: bool
    ) -> tuple[Any, History]:
        """Return a play and the line behind it: by statistics, where all plays have some."""
        lines: list[History] = []
        keys: list[tuple[int, Any]] = []
        for play in legal:
            lines.append(self.game.next_state(line, play))
            keys.append(self._key(mover, lines[-1]))
            if not self.plays.get(keys[-1]):
                break
        else:
            chosen = self._choose(mover, keys)
            return legal[chosen], lines[chosen]
        if heavy:
            self._work.actions[: len(legal)] = legal
            play = self._policy.choose(self.game, line, len(legal), self._rng, self._work)
            return play, self.game.next_state(line, play)
        chosen = self._rng.below(len(legal))
        known = chosen < len(lines)
        play = legal[chosen]
        return play, lines[chosen] if known else self.game.next_state(line, play)

    def _choose(self, mover: int, keys: list[tuple[int, Any]]) -> int:
        """Return the index of the state to go on to."""
        known = [(self.wins[key], self.plays[key]) for key in keys]
        if self._rule is None:
            log = math.log(sum(plays for _, plays in known))
            scores = [wins / plays + self.C * math.sqrt(log / plays) for wins, plays in known]
        else:
            scores = scores_by(self._rule, mover, self.game.players, known)
        return max(range(len(keys)), key=scores.__getitem__)

    def _estimate(self, evaluation: Evaluation, line: History) -> tuple[float, ...]:
        while True:
            try:
                evaluation.evaluate(self.game, line, self._rng, self._work)
                return tuple(self._work.values)
            except ActionsFull:
                self._work = enlarged(self._work, actions=2 * len(self._work.actions))

    def _key(self, mover: int, line: History) -> tuple[int, Any]:
        """Return the key of a line in the tables."""
        return mover + 1, line[-1]

    def _present(self) -> History:
        """Return all states so far as a history."""
        if not self.states:
            raise BadParameter("there is no state yet: call update(board.start()) first")
        line = self._line
        if line is None or len(line) != len(self.states) or line[-1] is not self.states[-1]:
            line = self._line = History.of(self.states)
        return line

    def _told(self, games: int, seconds: float, ranking: list[PlayStatistics]) -> str:
        """Return the simulations, each play's win percentage (wins / plays), and the depth."""
        lines = [f"{games:,} simulations in {seconds:.2f} s"]
        for each in ranking:
            lines.append(f"{each.play}: {each.percent:.2f} % ({each.wins:.12g} / {each.plays})")
        lines.append(f"greatest depth: {self.max_depth}")
        return "\n".join(lines)


def _compares(state: Any) -> bool:
    """Return True if equal states can be found under one key."""
    try:
        hash(state)
    except TypeError:
        return False
    return compares_by_value(type(state))
