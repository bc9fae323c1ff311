"""A search as a list of steps, for people who learn how it works."""

from __future__ import annotations

import json
import math
from typing import Any

from ..limits import Limit
from ..mcts.return_scale import return_scale, winrate
from ..mcts.searcher import Searcher
from ..mcts.tracing.another_c import exploration_of, explore_by
from ..mcts.tracing.steps import TraceStep
from .task import Task

__all__ = ["MOST_TRACED", "Lesson"]

MOST_TRACED = 300
"""The most simulations in a report."""

_MOST_BYTES = 2_000_000  # of a whole report
_MOST_CANDIDATES = 40  # of a position; those with the highest scores, and the one followed
_SOON = 2000  # simulations that take less time interpreted than their compilation


class Lesson(Task):
    """Some simulations that are not shown, and then some that are, step by step."""

    _searcher: Searcher

    def halt(self) -> None:
        super().halt()
        searcher = getattr(self, "_searcher", None)
        if searcher is not None:
            searcher.stop()

    def _prepare(self) -> None:
        # The tree is the same in both modes.
        compiled: bool | str = "auto" if self.query.before > _SOON else False
        self._searcher = self._searching(self.record, compiled=compiled)

    def _search(self) -> dict[str, Any] | None:
        query, searcher = self.query, self._searcher
        most_seconds, memory = self._most_seconds_now(), self._tree_bytes
        stopped_by = "simulations"
        if query.before:
            left = most_seconds - self.seconds
            before = searcher.run(Limit(query.before, max(0.001, left), memory))
            if before.stopped_by == "seconds":
                stopped_by = "seconds"
        engine = searcher.trees.first
        usual = exploration_of(engine)
        if query.c is not None:
            explore_by(engine, query.c)
        formulas: dict[tuple[str, str], int] = {}
        steps: list[dict[str, Any]] = []
        written = 0
        traced = min(query.max_visits or MOST_TRACED, MOST_TRACED)
        for step in searcher.trace(traced, memory):
            if self._halted:
                return None
            if step.kind == "backup" and stopped_by == "simulations":
                if self.seconds > most_seconds:
                    stopped_by = "seconds"
                elif written > _MOST_BYTES:
                    stopped_by = "size"
            report = _step_report(step, formulas)
            steps.append(report)
            written += len(json.dumps(report))
            if step.kind == "backup" and stopped_by != "simulations":
                break
        else:
            if engine.solved:
                stopped_by = "proof"
        result = searcher.result()
        game = self.record.game
        return {
            "id": query.id,
            "isDuringSearch": False,
            "turnNumber": len(query.moves),
            "method": result.method,
            "before": result.simulations - sum(step["kind"] == "backup" for step in steps),
            "usualC": usual,
            "c": usual if query.c is None else query.c,
            "returns": list(return_scale(game)),
            "value": [winrate(game, each) for each in result.value],
            "formulas": [{"name": name, "formula": formula} for name, formula in formulas],
            "steps": steps,
            "stopReason": stopped_by,
        }


def _step_report(step: TraceStep, formulas: dict[tuple[str, str], int]) -> dict[str, Any]:
    """Return a step as a dict without what other steps say; terms name formulas by their index."""
    report = step.to_dict()
    del report["position"]
    if "candidates" in report:
        _shorten(report, formulas)
    return dict(_rounded(report))


def _shorten(report: dict[str, Any], formulas: dict[tuple[str, str], int]) -> None:
    candidates, chosen = report["candidates"], report["chosen"]

    def rank(place: int) -> tuple[bool, float, int]:
        score = candidates[place]["score"]
        return place != chosen, math.inf if score is None else -score, place

    kept = sorted(sorted(range(len(candidates)), key=rank)[:_MOST_CANDIDATES])
    terms = [term for place in kept for term in candidates[place]["terms"]]
    # Of the numbers in formulas, most are the same for all moves of a position.
    seen: dict[str, set[float]] = {}
    for term in terms:
        for name, number in term["numbers"].items():
            seen.setdefault(name, set()).add(number)
    shared = {name: min(numbers) for name, numbers in seen.items() if len(numbers) == 1}
    report["candidates"] = [_candidate(candidates[place], formulas, shared) for place in kept]
    report["chosen"] = kept.index(chosen)
    report["left"] = len(candidates) - len(kept)
    report["numbers"] = shared


def _candidate(
    candidate: dict[str, Any], formulas: dict[tuple[str, str], int], shared: dict[str, float]
) -> dict[str, Any]:
    terms = [
        {
            "of": formulas.setdefault((each["name"], each["formula"]), len(formulas)),
            "value": each["value"],
            "numbers": {
                name: number for name, number in each["numbers"].items() if name not in shared
            },
        }
        for each in candidate["terms"]
    ]
    usual = {"prior": None, "probability": None, "proven": None, "followed": True}
    short = {name: each for name, each in candidate.items() if usual.get(name, ...) != each}
    return {**short, "terms": terms}


def _rounded(value: Any) -> Any:
    """Return the same with what people read of its numbers."""
    if isinstance(value, dict):
        return {name: _rounded(each) for name, each in value.items()}
    if isinstance(value, list):
        return [_rounded(each) for each in value]
    return float(f"{value:.6g}") if isinstance(value, float) else value
