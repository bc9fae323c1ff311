"""A search in the background of a notebook, with what it has found in view."""

from __future__ import annotations

import threading
import time
from functools import cache
from html import escape
from pathlib import Path
from typing import Any

from ..drawing.html_parts import fragment, paragraph
from ..errors import BadParameter
from ..limits import Limit
from ..machine.extras import load_extra
from ..mcts.results.result import SearchResult
from ..mcts.searcher import Searcher
from ..naming.parameters import expect

__all__ = ["LiveSearch", "watch"]

_EVERY = 0.3
"""Seconds between two looks: a notebook need not draw more often."""


class LiveSearch:
    """A search that runs in the background, as a notebook's cell shows it.

    The last line of a cell shows the board, the moves and how the search grows, several times a
    second, with a button that ends it.

    Attributes:
        searcher: what searches; its tree can be looked at meanwhile.
        widget: what the notebook shows.

    """

    def __init__(self, searcher: Searcher, limit: Limit) -> None:
        self.searcher = searcher
        self.widget = _widget_class()(html=fragment([paragraph("the search begins")]))
        self.widget.observe(self._asked_to_stop, "stopping")
        self._limit = limit
        self._shown = 0.0
        self._result: SearchResult | None = None
        self._fault: BaseException | None = None
        self._thread = threading.Thread(target=self._run, name="live search", daemon=True)
        self._thread.start()

    @property
    def running(self) -> bool:
        """True if the search goes on."""
        return self._thread.is_alive()

    def stop(self) -> None:
        """End the search, within some milliseconds; nothing happens if it is over."""
        if self.running:
            self.searcher.stop()

    def wait(self) -> SearchResult:
        """Wait until the search is over, and return its result; Ctrl-C ends it.

        Raises:
            GametreeError: what the search has raised.

        """
        try:
            self._thread.join()
        except KeyboardInterrupt:
            self.stop()
            self._thread.join()
        if self._fault is not None:
            raise self._fault
        assert self._result is not None
        return self._result

    def _run(self) -> None:
        try:
            self._result = self.searcher.run(self._limit, progress=self._tell)
            self._show(self._result)
        except Exception as fault:  # told where somebody looks, and raised where one waits
            self._fault = fault
            self.widget.html = fragment([f"<p>{escape(str(fault))}</p>"])
        finally:
            self.widget.running = False

    def _tell(self, result: SearchResult) -> None:
        if time.monotonic() - self._shown >= _EVERY:
            self._show(result)

    def _show(self, result: SearchResult) -> None:
        self.widget.html = result._repr_html_()
        self._shown = time.monotonic()

    def _asked_to_stop(self, change: Any) -> None:
        if change["new"]:
            self.stop()

    def _repr_mimebundle_(self, **options: Any) -> Any:
        return self.widget._repr_mimebundle_(**options)


def watch(
    searcher: Searcher,
    *,
    simulations: int | None = None,
    seconds: float | None = None,
    memory: int | None = None,
) -> LiveSearch:
    """Let a search run in the background and return what a notebook shows of it meanwhile.

    The limits are those of `Searcher.run`, and one of them must be given.

    Raises:
        BadParameter: if `searcher` is none, or there is no limit.
        MissingExtra: if anywidget is not installed.

    """
    expect(isinstance(searcher, Searcher), "searcher", "a Searcher", searcher)
    if simulations is None and seconds is None and memory is None:
        raise BadParameter("watch needs a limit: simulations=100_000, seconds=10 or memory=10**9")
    return LiveSearch(searcher, Limit(simulations, seconds, memory))


@cache
def _widget_class() -> Any:
    """Return the class of the widget, made when anywidget is first needed.

    Raises:
        MissingExtra: if anywidget is not installed.

    """
    anywidget = load_extra("anywidget", "notebook")
    traitlets = load_extra("traitlets", "notebook")

    class Widget(anywidget.AnyWidget):  # type: ignore[misc,name-defined]
        _esm = Path(__file__).with_name("live.js").read_text(encoding="utf-8")
        html = traitlets.Unicode().tag(sync=True)
        running = traitlets.Bool(True).tag(sync=True)
        stopping = traitlets.Bool(False).tag(sync=True)

    return Widget
