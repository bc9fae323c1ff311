"""Reviews of finished games, which clients follow as they become known."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

from ..engines import Engines, PooledSearch
from ..messages.refusal import Refusal
from ..messages.sent import ReviewTold
from ..settings import Settings
from .room import Room

__all__ = ["Reviews"]

_KEPT = 64
_REPORT_SECONDS = 0.5
_Key = tuple[str, tuple[str, ...]]


class _Review:
    """A review under way or done."""

    def __init__(self) -> None:
        self.search: PooledSearch | None = None
        self.report: dict[str, Any] = {}

    def hear(self, report: dict[str, Any]) -> None:
        self.report = report


class Reviews:
    """The reviews of a server: one for each game, of which the latest are kept."""

    def __init__(self, engines: Engines, settings: Settings) -> None:
        self._engines, self._settings = engines, settings
        self._kept: OrderedDict[_Key, _Review] = OrderedDict()

    def of(self, room: Room) -> ReviewTold:
        """Return what is known of the review of a game; begin it if nobody has asked for it.

        Raises:
            Refusal: if the game goes on or hides something, or if too many searches run.

        """
        if room.facts.hides:
            raise Refusal("hidden", "this game hides something: it cannot be reviewed", status=403)
        if room.over is None:
            raise Refusal("goes_on", "the game goes on: review it after its end", status=409)
        names = room.line.names
        if not names:
            raise Refusal("no_moves", "there is nothing to review: the game has no moves")
        key = room.id, names
        found = self._kept.get(key)
        if found is None:
            found = _Review()
            found.search = self._engines.search(
                found.hear,
                client=self,
                game=room.spec,
                parameters=tuple(room.parameters.items()),
                moves=names,
                kind="review",
                max_time=self._settings.review_seconds,
                report_every=_REPORT_SECONDS,
                priority=0,
            )
            self._kept[key] = found
            self._forget()
        report = found.report
        if "error" in report:
            del self._kept[key]  # who asks again gets another try
        return {
            "state": "over" if found.search is None else found.search.state,
            "done": report.get("done", 0),
            "total": report.get("total", len(names)),
            "review": report.get("review"),
            "error": report.get("error"),
        }

    def _forget(self) -> None:
        while len(self._kept) > _KEPT:
            _, oldest = self._kept.popitem(last=False)
            if oldest.search is not None:
                oldest.search.cancel()
