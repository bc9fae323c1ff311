"""A search, step by step, with its tree: to be read again, and to be looked at."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Self

from ..actors import is_chance
from ..arena.reports.export import write_whole
from ..errors import GametreeError, ReplayError
from ..game import Game, State, title_of
from ..rules.checked_game import CheckedGame
from .boards import Boards
from .lines import check_thinking, head_of, lines_of, rounded, thought_of
from .page import replay_page

if TYPE_CHECKING:
    from ..mcts.searcher import Searcher
    from ..mcts.tracing.steps import TraceStep

__all__ = ["SearchReplay"]

_DEPTH = 8
_PART = 500
"""Of the tree before the first step: plies, and the part of the visits that a node has at least."""


class SearchReplay:
    """Simulations of a search, as lists of steps.

    Attributes:
        game: the rules.
        state: the position that was searched.
        method, seed: of the search.
        tree: the most visited part of its tree before the first step, as `TreeView.root`.
        steps: the report of each step, as `TraceStep.to_dict`.
        thinking: what the search had found in the end, as `SearchResult.to_dict` in short.

    """

    def __init__(
        self,
        game: Game,
        state: State,
        *,
        method: str,
        seed: int,
        tree: dict[str, Any],
        steps: Sequence[dict[str, Any]],
        thinking: dict[str, Any],
    ) -> None:
        self.game = game
        self.state = state
        self.method = method
        self.seed = seed
        self.tree = rounded(tree)
        self.steps = tuple(rounded(step) for step in steps)
        self.thinking = thinking

    @classmethod
    def of(
        cls,
        searcher: Searcher,
        simulations: int,
        tell: Callable[[TraceStep], object] | None = None,
    ) -> Self:
        """Search on for so many simulations and return them as a replay.

        `tell` is called with each step.

        Raises:
            BadParameter, FinishedPosition, ChancePosition, GameError, SearcherBusy: as
                `Searcher.trace`.

        """
        before = searcher.tree(max_depth=0).root["visits"]
        tree = searcher.tree(_DEPTH, max(1, before // _PART)).to_dict()
        state = searcher.game.copy(searcher.state)
        parts = []
        for step in searcher.trace(simulations):
            parts.append(step.to_dict())
            if tell is not None:
                tell(step)
        result = searcher.result()
        return cls(
            searcher.game,
            state,
            method=result.method,
            seed=searcher.seed,
            tree=tree,
            steps=parts,
            thinking=thought_of(result),
        )

    @classmethod
    def from_lines(
        cls, game: Game, state: State, body: Sequence[dict[str, Any]], head: Any, end: Any
    ) -> Self:
        """Return the search that `to_json_lines` wrote; its lines are followed by the rules.

        Raises:
            ReplayError: if a move is not legal.

        """
        for number, step in enumerate(body, start=2):
            if step["kind"] == "selection" and step["chosen"] not in range(len(step["candidates"])):
                raise ReplayError(f"line {number}.chosen must be one of the candidates")
        check_thinking(end["thinking"], game.players, "the end")
        found = cls(
            game,
            state,
            method=head["method"],
            seed=head["seed"],
            tree=head["tree"],
            steps=body,
            thinking=end["thinking"],
        )
        found._positions()
        return found

    def to_json_lines(self) -> str:
        """Return the record as JSON Lines, as docs/replay.schema.json has it.

        Raises:
            BadParameter: if the position cannot be written.

        """
        head = head_of(self.game, self.state, "search")
        head |= {"method": self.method, "seed": self.seed, "tree": self.tree}
        return lines_of(head, self.steps, {"thinking": self.thinking})

    def to_html(self) -> str:
        """Return a page that replays the search; it loads nothing and works from disk."""
        boards = Boards(self.game)
        steps = []
        for step, (state, ending) in zip(self.steps, self._positions(), strict=True):
            shown = {name: value for name, value in step.items() if name != "position"}
            shares = {}
            if step["kind"] == "selection" and step["visits"]:
                shares = {
                    each["move"]: each["visits"] / step["visits"] for each in step["candidates"]
                }
            shown["board"] = boards.add(state, None, shares)
            if ending is not None:
                shown["ending"] = boards.add(ending)
            steps.append(shown)
        return replay_page(
            f"{title_of(self.game)}: a search, step by step",
            "search",
            {
                "method": self.method,
                "seed": self.seed,
                "tree": self.tree,
                "steps": steps,
                "thinking": self.thinking,
                **boards.to_dict(),
            },
        )

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the record to a file: a page if its name ends in .html, else JSON Lines.

        Raises:
            BadParameter: if the position cannot be written.
            JournalError: if the file cannot be written.

        """
        page = os.fspath(path).lower().endswith((".html", ".htm"))
        write_whole([self.to_html() if page else self.to_json_lines()], path)

    def _positions(self) -> list[tuple[State, State | None]]:
        """Return the position of each step, and that at the end of its playout."""
        rules = CheckedGame(self.game)
        known: dict[tuple[str, ...], State] = {(): self.state}
        found = []
        for number, step in enumerate(self.steps, start=2):
            line = step["line"]
            try:
                for length in range(1, len(line) + 1):
                    path = tuple(line[:length])
                    if path not in known:
                        known[path] = _after(rules, known[path[:-1]], path[-1])
                state = known[tuple(line)]
                ending = None
                if step["kind"] == "evaluation" and step["playout"]:
                    ending = state
                    for move in step["playout"]:
                        ending = _after(rules, ending, move)
            except GametreeError as error:
                raise ReplayError(f"line {number}: {error}") from error
            found.append((state, ending))
        return found


def _after(game: CheckedGame, state: State, name: str) -> State:
    """Return the position after the move of this name.

    Raises:
        ReplayError: if there is none.

    """
    if not game.is_terminal(state):
        chance = is_chance(game.current_player(state))
        outcomes = game.chance_outcomes(state) if chance else ()
        for action in [each for each, _ in outcomes] if chance else game.legal_actions(state):
            if game.game.action_to_text(state, action) == name:
                return game.next_state(game.copy(state), action)
    raise ReplayError(f"{name!r} is no legal move there")
