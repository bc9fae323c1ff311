"""Simulations over a table of wins and plays: the loop of `board.MonteCarlo` in Python."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from time import perf_counter
from typing import Any, NoReturn

from ...errors import GameError
from ...limits import Limit
from ...mcts.evaluation.evaluation import Evaluation
from ...mcts.evaluation.playout_policy import PlayoutPolicy
from ...mcts.selection.rule import SelectionRule
from ...primitives.past import Past
from ...primitives.rng import Rng
from ...rules.workspace import ActionsFull, enlarged, make_workspace
from ...user_code.locating import brief, failure
from ..board_game import HistoryBoard
from ..boards.history import History
from ..values.faults import fault
from .table import Searched, scores_by

__all__ = ["PlayTable"]

_NO_NUMBERS = (str, list, tuple, set, frozenset)
_CHECKED = 16  # simulations in which the board is asked twice, see `BoardGame`


class Entry:
    """A state behind a move of one player.

    Attributes:
        state: the state.
        mover: the player, from 1, who moved to it.
        wins, plays: its statistics; no plays: it has none yet.
        player: the player to move, from 1; 0: the board was not asked yet.
        legal: the legal plays that `children` belong to.
        children: the entries behind these plays; None where the board was not asked yet.
        complete: whether all of them have statistics.
        passed: the number of the last simulation that passed it.

    """

    __slots__ = (
        "children", "complete", "legal", "mover", "passed", "player", "plays", "state", "wins"
    )  # fmt: skip

    def __init__(self, state: Any, mover: int) -> None:
        self.state = state
        self.mover = mover
        self.wins: float = 0
        self.plays = 0
        self.player = 0
        self.legal: list[Any] = []
        self.children: list[Any] = []
        self.complete = False
        self.passed = 0


class Unsound(Exception):
    """A board has given an answer that its interface rules out."""


class PlayTable:
    """The statistics of a board under (player, state), and the simulations that fill them.

    A simulation makes a random move where a play of a state has no statistics yet, and lets the
    selection decide where all have some. It adds the first state without statistics, and counts
    once for each state that it passes and that has some.

    The successors of known states are kept, as `next_state` answers by the state and the play
    alone. Legal plays and the winner may depend on the history: the board is asked each time.

    Attributes:
        tables: the entries of each player by state. An entry without plays is only kept.

    """

    def __init__(
        self,
        game: HistoryBoard,
        rng: Rng,
        policy: PlayoutPolicy | None,
        evaluation: Evaluation | None,
        rule: SelectionRule | None,
    ) -> None:
        self.game = game
        self.tables: dict[int, dict[Any, Entry]] = {
            player: {} for player in range(1, game.players + 1)
        }
        self._rng = rng
        self._policy = None if policy is None else policy.fitted_to(game)
        self._evaluation = None if evaluation is None else evaluation.fitted_to(game)
        self._rule = rule
        self._work = make_workspace(game.players, 64, 1, 1, compiled=False, state=None)
        self._simulations = 0
        self._explore = 0.0
        self._next_state = game.board.next_state
        self._root = Entry(None, 0)

    def known(self, player: int, state: Any) -> tuple[float, int]:
        """Return the wins and the plays of a state to which a player has moved."""
        entry = self.tables.get(player, {}).get(state)
        return (0, 0) if entry is None else (entry.wins, entry.plays)

    def entries(self) -> Iterator[tuple[int, Any]]:
        """Yield each (player, state) that has statistics."""
        for player, table in self.tables.items():
            for state, entry in table.items():
                if entry.plays:
                    yield player, state

    def search(
        self,
        line: History,
        states: Sequence[Any],
        limit: Limit,
        max_moves: int,
        explore: float,
    ) -> Searched:
        """Simulate until the limit is reached; one that is under way then is cut off."""
        begun = perf_counter()
        end = math.inf if limit.seconds is None else begun + limit.seconds
        simulations = depth = 0
        while perf_counter() < end and simulations != limit.simulations:
            depth = max(depth, self.simulate(line, states, max_moves, explore, end))
            simulations += 1
        return Searched(simulations, perf_counter() - begun, depth)

    def simulate(
        self, line: History, states: Sequence[Any], max_moves: int, explore: float, end: float
    ) -> int:
        """Play one game from the last of the states and count it.

        Args:
            line: the states, as a history that knows its plays.
            states: the same states.
            max_moves: moves after which it is cut off.
            explore: the constant of UCB1.
            end: when it is cut off, on the clock of `perf_counter`.

        Returns:
            The number of moves after which it has added a state to the table; 0 if it has not.

        Raises:
            GameError: if the board raises, or gives an answer that its interface rules out.

        """
        made: list[Any] = []
        try:
            self._explore = explore
            return self._play(line, states, max_moves, end, made)
        except Exception as error:
            self._explain(line, made, error)

    def _play(
        self, line: History, states: Sequence[Any], max_moves: int, end: float, made: list[Any]
    ) -> int:
        board, tables, current_player = self.game.board, self.tables, self.game.board.current_player
        guided = self._policy is not None or self._evaluation is not None
        self._begin()
        history = Past(states)
        state = states[-1]
        root = self._root_of(state)
        player = root.player = root.player or current_player(state)
        node: Entry | None = root
        path: list[Entry] = []
        added = 0
        winner: Any = 0
        worth: Sequence[float] | None = None
        for depth in range(1, max_moves + 1):
            legal = board.legal_plays(history)
            if type(legal) is not list:
                legal = sorted(legal) if isinstance(legal, set | frozenset) else list(legal)
            if not legal or perf_counter() > end:
                break
            table = tables[player]
            child: Entry | None
            if guided and added:
                index, child, state = self._guided_step(line, legal, table, player)
            elif node is not None:
                index, child, state = self._step(node, legal, table)
            else:
                index, child, state = self._light_step(state, legal, table, player)
            made.append(legal[index])
            history.grow(state)
            if guided:
                line = self._noted(line, player, legal[index], state)
            node = child if child is not None and child.plays else None
            new = not added and node is None
            if new:
                added = depth
                child = child or table.setdefault(state, Entry(state, player))
            if child is not None and (new or node) and child.passed != self._simulations:
                child.passed = self._simulations
                path.append(child)
            winner = board.winner(history)
            if winner != 0:
                break
            if new and self._evaluation is not None:
                worth = self._estimate(self._evaluation, line)
                break
            if node is None:
                player = current_player(state)
            else:
                player = node.player = node.player or current_player(state)
        self._count(path, winner, worth)
        return added

    def _begin(self) -> None:
        self._simulations += 1
        checked = self._simulations <= _CHECKED
        self._next_state = self._checked_successor if checked else self.game.board.next_state
        if self._policy is not None:
            self._policy.begin()

    def _root_of(self, state: Any) -> Entry:
        if self._root.state is not state:
            self._root = Entry(state, 0)
        return self._root

    def _step(
        self, node: Entry, legal: list[Any], table: dict[Any, Entry]
    ) -> tuple[int, Entry, Any]:
        """Return a play of a known state: by the statistics where all have some, else at random.

        A play is its index, the entry behind it, if there is one, and the state behind it.
        """
        if node.legal != legal:
            node.legal = list(legal)
            node.children = [None] * len(legal)
            node.complete = False
        children = node.children
        if not node.complete:
            chosen = self._rng.below(len(legal))
            for index in (chosen, *range(len(legal))):
                child = children[index]
                if child is None:
                    child = children[index] = self._child(node, legal[index], table)
                if not child.plays:
                    return chosen, children[chosen], children[chosen].state
            node.complete = True
        return self._best(children, legal, node.player)

    def _child(self, node: Entry, play: Any, table: dict[Any, Entry]) -> Entry:
        state = self._successor(node.state, play)
        child = table.get(state)
        if child is None:
            child = table[state] = Entry(state, node.player)
        return child

    def _successor(self, state: Any, play: Any) -> Any:
        following = self._next_state(state, play)
        if following is None:
            raise Unsound
        return following

    def _light_step(
        self, state: Any, legal: list[Any], table: dict[Any, Entry], player: int
    ) -> tuple[int, Entry | None, Any]:
        """Return a play of a state without statistics, as `_step` does."""
        index = self._rng.below(len(legal))
        following = self._successor(state, legal[index])
        child = table.get(following)
        if child is not None and child.plays:
            known = self._all_known(state, legal, table)
            if known:
                return self._best(known, legal, player)
        return index, child, following

    def _guided_step(
        self, line: History, legal: list[Any], table: dict[Any, Entry], player: int
    ) -> tuple[int, Entry | None, Any]:
        """Return a play beyond what is known, as `_step` does, where a policy chooses."""
        if self._policy is None:
            return self._light_step(line[-1], legal, table, player)
        known = self._all_known(line[-1], legal, table)
        if known:
            return self._best(known, legal, player)
        self._work = enlarged(self._work, actions=len(legal))
        self._work.actions[: len(legal)] = legal
        play = self._policy.choose(self.game, line, len(legal), self._rng, self._work)
        following = self._successor(line[-1], play)
        return legal.index(play), table.get(following), following

    def _noted(self, line: History, player: int, play: Any, state: Any) -> History:
        if self._policy is not None:
            self._policy.note(player - 1, play)
        return line.extended(state, play)

    def _count(self, path: list[Entry], winner: Any, worth: Sequence[float] | None) -> None:
        """Count a simulation for the states that it has passed."""
        if winner is None or isinstance(winner, _NO_NUMBERS):
            if not self.game.names_players(winner):
                raise Unsound
            worth = worth or self.game.worth(winner)
        if worth is None and winner in self.tables and self._policy is None:
            for entry in path:
                entry.plays += 1
                if entry.mover == winner:
                    entry.wins += 1
            return
        if worth is None:
            worth = self.game.worth(winner)
        if self._policy is not None:
            self._policy.learn(worth)
        for entry in path:
            entry.plays += 1
            share = worth[entry.mover - 1]
            entry.wins += int(share) if share == int(share) else share

    def _all_known(self, state: Any, legal: list[Any], table: dict[Any, Entry]) -> list[Entry]:
        """Return the entries behind all plays; none if one has no statistics."""
        known = []
        for play in legal:
            entry = table.get(self._next_state(state, play))
            if entry is None or not entry.plays:
                return []
            known.append(entry)
        return known

    def _best(self, children: list[Entry], legal: list[Any], player: int) -> tuple[int, Entry, Any]:
        """Return the play of the highest score, as `_step` does; among equals the greatest."""
        if self._rule is not None:
            known = [(child.wins, child.plays) for child in children]
            scores = scores_by(self._rule, player - 1, self.game.players, known)
        else:
            explore, sqrt = self._explore, math.sqrt
            log = math.log(sum([child.plays for child in children]))
            scores = [
                child.wins / child.plays + explore * sqrt(log / child.plays) for child in children
            ]
        best = max(scores)
        index = scores.index(best)
        if scores.count(best) > 1:
            index = _greatest(legal, [i for i, score in enumerate(scores) if score == best])
        return index, children[index], children[index].state

    def _estimate(self, evaluation: Evaluation, line: History) -> tuple[float, ...]:
        while True:
            try:
                evaluation.evaluate(self.game, line, self._rng, self._work)
                return tuple(self._work.values)
            except ActionsFull:
                self._work = enlarged(self._work, actions=2 * len(self._work.actions))

    def _checked_successor(self, state: Any, play: Any) -> Any:
        return self.game.next_state(History(state), play)[-1]

    def _explain(self, line: History, made: list[Any], error: Exception) -> NoReturn:
        """Ask the board again with every answer checked, and raise the error that this shows."""
        game = self.game
        for play in (*made, None):
            game.current_player(line)
            legal = game.plays(line)
            for each in legal:
                self._expect_hashable(game.next_state(line, each))
            if play is not None:
                line = game.next_state(line, play)
                game.winner(line)
        if isinstance(error, GameError):
            raise error
        raise GameError(failure(error, "a simulation of the board")) from error

    def _expect_hashable(self, line: History) -> None:
        try:
            hash(line[-1])
        except TypeError:
            name = f"{type(self.game.board).__name__}.next_state"
            problem = f"returned {brief(line[-1])}, which cannot be hashed; return a tuple, say"
            raise fault(name, problem, line) from None


def _greatest(plays: Sequence[Any], among: Sequence[int]) -> int:
    """Return the index of the greatest of some plays; the first, if they have no order."""
    try:
        return max(among, key=plays.__getitem__)
    except TypeError:
        return among[0]
