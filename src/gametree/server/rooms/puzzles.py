"""Puzzles that people try on the page: found in the background, judged by the stored solution."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from ...coach.attempt import Attempt
from ...coach.puzzle import KINDS, Puzzle, why_no_puzzles
from ...coach.puzzle_store import solver_file
from ...coach.solver import PuzzleSolver, save_solver, solver_from
from ...errors import GametreeError, IllegalMove
from ..connections.tokens import new_game_id
from ..engines import Engines
from ..messages.puzzles import (
    AttemptTold,
    GivenSolver,
    PuzzleStep,
    PuzzlesTold,
    PuzzleTold,
    PuzzleWish,
    SolverTold,
    plain,
)
from ..messages.refusal import Refusal
from ..messages.sent import GameTold, PositionTold
from ..rules.rules import Facts, OfferedRules, PlayedLine
from ..settings import Settings
from .puzzle_sources import PuzzleSource, PuzzleSources

__all__ = ["Puzzles"]

_MOST_TRIES = 1024

_FactsOf = Callable[[str, Mapping[str, str]], Awaitable[Facts]]


class _Try:
    """An attempt of a person, with the puzzles that it is from."""

    def __init__(self, source: PuzzleSource, puzzle: Puzzle) -> None:
        self.source = source
        self.attempt = Attempt(puzzle)


class Puzzles:
    """The puzzles of a server.

    Args:
        facts: what never changes about a game that the server offers.
        rules: those of all games.
        engines: who looks for puzzles.
        settings: the bounds.

    """

    def __init__(
        self, facts: _FactsOf, rules: OfferedRules, engines: Engines, settings: Settings
    ) -> None:
        self._facts, self._rules = facts, rules
        self._settings = settings
        self._sources = PuzzleSources(engines, settings.puzzle_seconds)
        self._tries: OrderedDict[str, _Try] = OrderedDict()

    async def next(self, wish: PuzzleWish) -> PuzzlesTold:
        """Return the next puzzle for a person; look for puzzles if there are too few.

        Raises:
            Refusal: if the game has no puzzles, or if too many searches run.

        """
        try:
            facts = await self._facts(wish.game, wish.parameters)
        except GametreeError as error:
            raise Refusal("bad_game", str(error), field="parameters") from error
        _check(facts)
        source = self._sources.of(wish.game, wish.parameters)
        if not source.report:
            return self._told(source, None, None)
        solver = self._solver(source, wish.solver)
        self._sources.provide(source, solver)
        puzzle = solver.next_of(source.puzzles)
        counts = puzzle is not None
        if puzzle is None and not source.runs:
            puzzle = solver.oldest_of(source.puzzles)
        if puzzle is None:
            return self._told(source, None, solver)
        told = await self._begin(source, puzzle, _game(wish, facts), counts=counts)
        return self._told(source, told, solver)

    async def step(self, attempt_id: str, wish: PuzzleStep) -> AttemptTold:
        """Take a move of a person, or show a hint or the solution.

        Raises:
            Refusal: if there is no such attempt, it is over, or the move is illegal.

        """
        tried = self._tried(attempt_id)
        attempt = tried.attempt
        _check_open(attempt)
        right, move, hint = None, None, []
        if wish.what == "hint":
            position = await self._position(tried, attempt.made)
            hint = attempt.hint(position["moves"], position["view"]["moves"])
        elif wish.what == "show":
            attempt.give_up()
        else:
            move = await self._named(tried, wish.move or "")
            _check_open(attempt)  # another request may have decided it meanwhile
            right = attempt.move(move)
        solver = None
        if attempt.over:
            solver = self._decided(tried, wish.solver)
        return {
            "verdict": attempt.verdict,
            "right": right,
            "move": move,
            "made": attempt.made,
            "position": await self._position(tried, attempt.made),
            "hint": hint,
            "solution": list(attempt.puzzle.solution) if solver is not None else [],
            "solver": solver,
        }

    async def position(self, attempt_id: str, ply: int) -> PositionTold:
        """Return the position after some moves of the solution, as far as they may be seen.

        Raises:
            Refusal: if there is no such attempt or position.

        """
        tried = self._tried(attempt_id)
        attempt = tried.attempt
        if not 0 <= ply <= (len(attempt.puzzle.solution) if attempt.over else attempt.made):
            raise Refusal("no_position", "the puzzle has no such position to show", field="ply")
        return await self._position(tried, ply)

    # Answers.

    def _told(
        self, source: PuzzleSource, puzzle: PuzzleTold | None, solver: PuzzleSolver | None
    ) -> PuzzlesTold:
        error = None
        if puzzle is None and not source.runs and source.report:
            error = (
                f"no puzzles were found in {self._settings.puzzle_seconds:g} s: "
                "`gametree puzzles` looks for longer and stores what it finds"
            )
        return {
            "state": "over" if source.search is None else source.search.state,
            "found": len(source.puzzles),
            "puzzle": puzzle,
            "solver": None if solver is None else self._solver_told(solver, None),
            "error": error,
        }

    async def _begin(
        self, source: PuzzleSource, puzzle: Puzzle, game: GameTold, *, counts: bool
    ) -> PuzzleTold:
        tried = _Try(source, puzzle)
        attempt_id = new_game_id()
        told: PuzzleTold = {
            "id": attempt_id,
            "game": game,
            "moves": list(puzzle.moves),
            "kind": puzzle.kind,  # type: ignore[typeddict-item]
            "task": KINDS[puzzle.kind],
            "proven": puzzle.proven,
            "rating": round(puzzle.rating),
            "counts": counts,
            "position": await self._position(tried, 0),
        }
        self._tries[attempt_id] = tried
        if len(self._tries) > _MOST_TRIES:
            self._tries.popitem(last=False)
        return told

    def _tried(self, attempt_id: str) -> _Try:
        tried = self._tries.get(attempt_id)
        if tried is None:
            raise Refusal(
                "unknown_id", "this puzzle was shown too long ago: ask for the next one", status=404
            )
        self._tries.move_to_end(attempt_id)
        return tried

    async def _named(self, tried: _Try, move: str) -> str:
        """Return a legal move by the name that the game gives it."""
        game, parameters = tried.source.key
        line = PlayedLine(tried.attempt.line)
        try:
            return (await self._rules.play(game, dict(parameters), line, move)).move
        except IllegalMove as error:
            raise Refusal("illegal_move", str(error), field="move") from error
        except GametreeError as error:
            raise Refusal("bad_game", str(error)) from error

    async def _position(self, tried: _Try, ply: int) -> PositionTold:
        game, parameters = tried.source.key
        puzzle = tried.attempt.puzzle
        line = PlayedLine((*puzzle.moves, *puzzle.solution[:ply]))
        try:
            standing = await self._rules.stand(game, dict(parameters), line)
        except GametreeError as error:
            raise Refusal("bad_game", f"the puzzle cannot be shown: {error}") from error
        return standing.position(None)

    # Ratings.

    def _solver(self, source: PuzzleSource, given: GivenSolver | None) -> PuzzleSolver:
        beginner = PuzzleSolver.from_dict(source.report["beginner"])
        if self._settings.keeps_ratings:
            try:
                return solver_from(solver_file(source.report["rules"]), beginner)
            except GametreeError as error:
                raise Refusal("bad_rating", str(error), status=409) from error
        if given is None:
            return beginner
        try:
            return PuzzleSolver.from_dict(plain(given))
        except ValueError as error:
            raise Refusal("bad_rating", "this is no rating", field="solver") from error

    def _decided(self, tried: _Try, given: GivenSolver | None) -> SolverTold:
        """Count a puzzle that is decided; return the new rating."""
        source, attempt = tried.source, tried.attempt
        before = self._solver(source, given)
        after = before.after(attempt.puzzle, attempt.score)
        if self._settings.keeps_ratings:
            try:
                save_solver(after, solver_file(source.report["rules"]))
            except GametreeError as error:
                raise Refusal("bad_rating", str(error), status=409) from error
        counted = attempt.puzzle.key not in before.seen
        return self._solver_told(after, after.rating.elo - before.rating.elo if counted else None)

    def _solver_told(self, solver: PuzzleSolver, change: float | None) -> SolverTold:
        kept = self._settings.keeps_ratings
        text = solver.to_text()
        told: Any = solver.to_dict()
        return {"rating": told, "text": text, "kept": kept, "change": change}


def _check_open(attempt: Attempt) -> None:
    """Raise Refusal if a puzzle is decided."""
    if attempt.over:
        raise Refusal("over", "this puzzle is decided: ask for the next one", status=409)


def _check(facts: Facts) -> None:
    """Raise Refusal if a game cannot have puzzles."""
    reason = why_no_puzzles(facts.title, hides=facts.hides, players=facts.players)
    if reason:
        raise Refusal("no_puzzles", reason)


def _game(wish: PuzzleWish, facts: Facts) -> GameTold:
    return {
        "id": wish.game,
        "name": facts.title,
        "parameters": wish.parameters,
        "players": facts.players,
        "playerNames": None,
        "points": facts.points,
        "hides": False,
    }
