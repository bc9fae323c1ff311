"""A tree that grows while somebody walks in it: questions about it are answered meanwhile."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ..actors import is_chance
from ..errors import GametreeError
from ..game import Action, Game, State
from ..limits import Limit
from ..mcts.return_scale import proven_word, winrate
from ..mcts.searcher import Searcher
from ..mcts.slices import Branch, Missing, PartNode, Slice, part_below, slice_at
from ..naming.named_moves import play_all
from ..record import Record
from .task import Task

__all__ = ["SORTS", "Exploration"]

_RUN_SECONDS = 1.0  # after which it is asked again whether the root has moved
_NOT_YET = "the search has not come to this position yet"
_DROPPED = (
    "the search has dropped this position to make room for others: it is back when the search goes "
    "there again"
)

_Told = dict[str, Any]


class Exploration(Task):
    """A search that goes on until its time is over, and keeps its tree until it is dropped.

    Questions are dicts; `what` is "slices" (`lines`, `sort`, `most`), "part" (`line`, `most`) or
    "advance" (`line`: it becomes the root, with what hangs below it). Lines are those of the whole
    game. Before there is a tree, the answer has nothing but the `phase`.
    """

    _searcher: Searcher | None = None

    def halt(self) -> None:
        super().halt()
        if self._searcher is not None:
            self._searcher.stop()

    def glance(self) -> dict[str, Any] | None:
        if self._searcher is None:
            return None
        with self._searcher.looking():  # this is a sign of life: a simulation has ended
            return {}

    def told(self, question: Mapping[str, Any]) -> _Told:
        if self._searcher is None:
            return {"phase": self.phase}
        answers: dict[str, Callable[[Mapping[str, Any]], _Told]] = {
            "slices": self._slices,
            "part": self._part,
            "advance": self._advance,
        }
        with self._moving:  # the root stays where it is meanwhile
            self._looked = 0.0
            answer = answers[question["what"]](question)
            return {
                "phase": self.phase,
                "root": list(self._root),
                "status": self._status(),
                **answer,
                "seconds": round(self._looked, 5),
            }

    def _prepare(self) -> None:
        self._root: tuple[str, ...] = self.query.moves
        self._next: tuple[str, ...] | None = None
        self._walk = self.query.moves, self.record  # the line that was looked at last
        self._stopped_by = ""
        self._moving = threading.Lock()
        self._searcher = self._searching(self.record)

    def _search(self) -> _Told | None:
        searcher = self._searcher
        assert searcher is not None
        self.rests = False
        while not self._halted:
            with self._moving:
                if self._next is not None:
                    self._move(searcher, self._next)
            left = self._most_seconds_now() - self.seconds
            if left <= 0:
                self._stopped_by = "seconds"
            if self._stopped_by:
                self.rests = True
                return None
            memory = self._bounds.explored_bytes
            run = searcher.run(Limit(seconds=min(left, _RUN_SECONDS), memory=memory))
            if run.stopped_by not in ("stop", "seconds"):
                self._stopped_by = run.stopped_by
        return None

    def _move(self, searcher: Searcher, line: tuple[str, ...]) -> None:
        """Make the position after a line the root."""
        record = Record(self.record.game, self.record.positions[0])
        play_all(record, line)
        for each in record.actions[len(self._root) :]:
            searcher.advance(each)
        self._root, self._next, self._stopped_by = line, None, ""

    # Answers.

    def _advance(self, question: Mapping[str, Any]) -> _Told:
        line = tuple(question["line"])
        if line[: len(self._root)] != self._root:
            return {"gone": self._moved_on()}
        try:
            record = self._walked(line)
        except GametreeError as error:
            return {"gone": str(error)}
        if record.over or is_chance(record.player):
            return {"gone": "there is nothing to search: the game is over there, or chance moves"}
        if line != self._root:
            self._next = line
            assert self._searcher is not None
            self._searcher.stop()
        return {}

    def _slices(self, question: Mapping[str, Any]) -> _Told:
        return {
            "slices": [
                {
                    "line": list(line),
                    **self._looked_up(
                        tuple(line),
                        lambda actions, state: self._slice_of(
                            actions, state, question["sort"], question["most"]
                        ),
                    ),
                }
                for line in question["lines"]
            ]
        }

    def _part(self, question: Mapping[str, Any]) -> _Told:
        line = tuple(question["line"])
        return {
            "line": list(line),
            **self._looked_up(
                line, lambda actions, state: self._part_of(actions, state, question["most"])
            ),
        }

    def _looked_up(
        self, line: tuple[str, ...], find: Callable[[Sequence[Action], State], _Told]
    ) -> _Told:
        """Return what is found at a line, or a sentence that says why there is nothing."""
        root = self._root
        if line[: len(root)] != root:
            return {"gone": self._moved_on()}
        try:
            record = self._walked(line)
        except GametreeError as error:
            return {"gone": str(error)}
        names, _ = self._walk
        if len(line) == len(names) and record.over:
            return {"gone": "the game is over here", "returns": list(record.returns)}
        state = record.positions[len(line)]
        try:
            return find(record.actions[len(root) : len(line)], state)
        except Missing as missing:
            return {"gone": _DROPPED if missing.dropped else _NOT_YET}

    def _walked(self, line: tuple[str, ...]) -> Record:
        """Return a record of the line, or of one that begins with it.

        Raises:
            GametreeError: if the moves are not legal.

        """
        names, record = self._walk
        if names[: len(line)] != line:
            record = Record(self.record.game, self.record.positions[0])
            play_all(record, line)
            self._walk = line, record
        return record

    def _moved_on(self) -> str:
        after = " ".join(self._root) or "no moves"
        return f"the search has moved on: its tree begins after {after}"

    def _look(self, find: Callable[[Any], Any]) -> Any:
        """Return what is found in the trees, and note how long the search stood still."""
        assert self._searcher is not None
        with self._searcher.looking() as trees:
            begun = time.perf_counter()
            try:
                return find(trees)
            finally:
                self._looked += time.perf_counter() - begun

    def _status(self) -> _Told:
        engine, standing = self._look(lambda trees: (trees.first, trees.all[0].standing()))
        return {
            "visits": engine.root_visits,
            "nodes": standing.nodes,
            "bytes": standing.bytes,
            "depth": standing.max_depth,
            "seconds": round(self.seconds, 3),
            "stopReason": self._stopped_by or None,
        }

    def _slice_of(self, actions: Sequence[Action], state: State, sort: str, most: int) -> _Told:
        found: Slice = self._look(lambda trees: slice_at(trees, actions))
        game = self.record.game
        if not found.branches:
            return {"gone": _DROPPED}
        ranked = sorted(found.branches, key=SORTS[sort])
        sees = max(0, found.player)
        known = found.known[sees]
        value = None if is_chance(found.player) or not found.visits else found.value[sees]
        return {
            "player": found.player,
            "visits": found.visits,
            "value": value,
            "winrate": winrate(game, value),
            "proven": proven_word(game, known.low) if known.settled else None,
            "moves": [_move(game, state, each) for each in ranked[:most]],
            "left": max(0, len(ranked) - most),
        }

    def _part_of(self, actions: Sequence[Action], state: State, most: int) -> _Told:
        part: list[PartNode] = self._look(lambda trees: part_below(trees, actions, most))
        game = self.record.game
        positions: dict[int, State] = {-1: state}

        def position(place: int) -> State:
            if place not in positions:
                before = position(part[place].parent)
                positions[place] = game.next_state(game.copy(before), part[place].action)
            return positions[place]

        return {
            "nodes": [
                {
                    "parent": each.parent,
                    "move": game.action_to_text(position(each.parent), each.action),
                    "player": each.player,
                    "visits": each.visits,
                    "winrate": winrate(game, each.known.low if each.known.settled else each.mean),
                    "proven": _proven(game, each),
                    "same": each.same,
                }
                for each in part
            ]
        }


def _move(game: Game, state: State, branch: Branch) -> _Told:
    """Return the report about a move, with values as the player who moves sees them."""
    settled = branch.known.settled
    value = branch.known.low if settled else branch.mean
    width = 0.0 if settled else branch.half_width
    low, high = (None, None) if value is None or width is None else (value - width, value + width)
    plies = branch.known.plies
    return {
        "move": game.action_to_text(state, branch.action),
        "visits": branch.visits,
        "value": value,
        "winrate": winrate(game, value),
        "lcb": winrate(game, low),
        "ucb": winrate(game, high),
        "prior": branch.prior,
        "probability": branch.probability,
        "proven": _proven(game, branch),
        "plies": int(plies) if settled and math.isfinite(plies) else None,
        "leadsOn": branch.leads_on,
        "joined": branch.joined,
    }


def _proven(game: Game, branch: Branch | PartNode) -> str | None:
    return proven_word(game, branch.known.low) if branch.known.settled else None


def _worth(branch: Branch) -> float:
    if branch.known.settled:
        return branch.known.low
    return -math.inf if branch.mean is None else branch.mean


def _lower_end(branch: Branch) -> float:
    return _worth(branch) - (0.0 if branch.known.settled else branch.half_width or 0.0)


def _advised(branch: Branch) -> float:
    advised = branch.prior if branch.probability is None else branch.probability
    return -1.0 if advised is None else advised


SORTS: dict[str, Callable[[Branch], Any]] = {
    "visits": lambda branch: -branch.visits,
    "value": lambda branch: (-_worth(branch), -branch.visits),
    "interval": lambda branch: (-_lower_end(branch), -branch.visits),
    "prior": lambda branch: (-_advised(branch), -branch.visits),
    # What is proven comes first, the best of it before the rest.
    "proof": lambda branch: (not branch.known.settled, -_worth(branch), -branch.visits),
}
"""How moves may be sorted: the first one is the most visited, the best, and so on."""
