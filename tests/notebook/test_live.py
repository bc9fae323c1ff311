"""A search that is watched while it runs."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

import gametree as gt
from gametree import notebook
from gametree.games import TicTacToe
from toys import OneHeap

SCRIPT = Path(notebook.__file__).with_name("live.js").read_text()


def searcher_of(game=None, **options):
    options = {"seed": 1, "compiled": False, "method": "uct"} | options
    return gt.Searcher(game or TicTacToe(), **options)


@pytest.fixture
def _anywidget():
    pytest.importorskip("anywidget", reason="anywidget is missing: pip install -e '.[dev]'")


@pytest.mark.usefixtures("_anywidget")
def test_it_ends_with_the_result_of_the_search():
    live = gt.watch(searcher_of(), simulations=300)
    result = live.wait()
    assert not live.running
    assert live.widget.running is False
    assert result.simulations == 300
    alone = searcher_of().run(simulations=300)
    assert [each.visits for each in result.actions] == [each.visits for each in alone.actions]
    assert "300 simulations" in live.widget.html
    assert any("widget-view" in kind for kind in live._repr_mimebundle_()[0])


@pytest.mark.usefixtures("_anywidget")
def test_the_button_ends_it():
    live = gt.watch(searcher_of(), seconds=600)
    live.widget.stopping = True
    assert live.wait().stopped_by == "stop"
    live.stop()  # nothing is left to stop


@pytest.mark.usefixtures("_anywidget")
def test_it_is_shown_meanwhile(monkeypatch):
    seen = []
    monkeypatch.setattr(gt.SearchResult, "_repr_html_", lambda result: seen.append(result) or "x")
    live = gt.watch(searcher_of(), seconds=1.2)
    live.wait()
    assert len(seen) >= 2
    assert seen[0].simulations < seen[-1].simulations


class Broken(OneHeap):
    def returns(self, state):
        raise ValueError("<oh>")


@pytest.mark.usefixtures("_anywidget")
def test_a_fault_is_shown_and_raised():
    live = gt.watch(searcher_of(Broken()), simulations=100)
    with pytest.raises(gt.GameError, match="<oh>"):
        live.wait()
    assert "&lt;oh&gt;" in live.widget.html


def test_mistakes(monkeypatch):
    with pytest.raises(gt.BadParameter, match="watch needs a limit"):
        gt.watch(searcher_of())
    with pytest.raises(gt.BadParameter, match="searcher must be a Searcher"):
        gt.watch(TicTacToe(), seconds=1)
    monkeypatch.setitem(sys.modules, "anywidget", None)
    gt.notebook.live._widget_class.cache_clear()
    with pytest.raises(gt.MissingExtra, match=re.escape("pip install 'gametree[notebook]'")):
        gt.watch(searcher_of(), seconds=1)


def test_the_script_shows_what_it_is_told_and_tells_of_the_button(chromium):
    page = chromium.new_page()
    told = page.evaluate(
        """async (script) => {
          const code = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
          const { default: widget } = await import(code);
          const values = { html: "<b>one</b>", running: true };
          const heard = {}, saved = [];
          const model = {
            get: (name) => values[name],
            set: (name, value) => { values[name] = value; },
            save_changes: () => saved.push({ ...values }),
            on: (event, act) => { heard[event] = act; },
            off: (event) => { delete heard[event]; },
          };
          const el = document.createElement("div");
          const end = widget.render({ model, el });
          const first = el.querySelector("b").textContent;
          el.querySelector("button").click();
          values.html = "<b>two</b>";
          values.running = false;
          heard["change:html"]();
          const second = el.querySelector("b").textContent;
          const hidden = el.querySelector("button").hidden;
          end();
          return [first, saved.length && saved[0].stopping, second, hidden, Object.keys(heard)];
        }""",
        SCRIPT,
    )
    assert told == ["one", True, "two", True, []]
    page.close()
