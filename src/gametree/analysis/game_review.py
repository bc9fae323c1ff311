"""The review of a game in a worker, which reports each move as soon as it is judged."""

from __future__ import annotations

from typing import Any

from ..coach.reviewing import Reviewing
from .task import Task

__all__ = ["GameReview"]


class GameReview(Task):
    """All moves of a game are judged, from the last one to the first."""

    _reviewing: Reviewing

    def halt(self) -> None:
        super().halt()
        reviewing = getattr(self, "_reviewing", None)
        if reviewing is not None:
            reviewing.stop()

    def glance(self) -> dict[str, Any] | None:
        return self._report(during=True)

    def _check_position(self) -> None:
        """Allow a game that is over."""

    def _prepare(self) -> None:
        query = self.query
        self._reviewing = Reviewing(
            self.record,
            self._most_seconds_now(),
            query.max_visits,
            seed=1 if query.seed is None else query.seed,
            memory=self._tree_bytes,
        )
        self._reviewing.prepare()

    def _search(self) -> dict[str, Any] | None:
        self._reviewing.run()
        return None if self._halted else self._report(during=False)

    def _report(self, *, during: bool) -> dict[str, Any]:
        reviewing = self._reviewing
        return {
            "id": self.query.id,
            "isDuringSearch": during,
            "turnNumber": len(self.query.moves),
            "rootInfo": {"visits": reviewing.done},
            "done": reviewing.done,
            "total": reviewing.total,
            "review": reviewing.review().to_dict(),
        }
