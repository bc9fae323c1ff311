"""Play exported pages to the end in Chromium and Firefox: sizes, the first move, frames.

Each game is exported as one HTML file, opened from the disk and from a server of files, and played
by clicks against the engine until it is over. A page fails if it shows an error. The first move is
the time from opening the page until the engine has answered a move that was clicked at once; the
longest frame is that of three seconds in which the engine thinks. On a busy machine both are
longer, so processor time is given beside them: of the whole browser until the first move, and of
the page's own thread for a frame, which Chromium tells.

With `--tree`, no game is played: the frames are those of each view of the tree, while it grows.

    python benchmarks/exported_pages.py connect_four chess backgammon
    python benchmarks/exported_pages.py --tree --browser chromium --source disk connect_four
    python benchmarks/exported_pages.py --browser firefox --source disk --model hex.model hex
"""

from __future__ import annotations

import argparse
import base64
import functools
import gzip
import http.server
import os
import random
import re
import shutil
import sys
import tempfile
import threading
import time
from contextlib import contextmanager
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "tests"))

from export.firefox import firefox
from gametree.export.html import page
from gametree.export.javascript import engine
from gametree.export.program import exported_game
from gametree.naming.loading import load_game

STATUS = "document.getElementById('status').textContent"
READY = "document.body.dataset.ready"
TURN = f"/your turn|wins|draw|Game over/i.test({STATUS})"
# Where dice are rolled there is no hint either.
OVER = f"document.getElementById('hint').disabled && /wins|draw|Game over/i.test({STATUS})"
PLAYED = "document.querySelectorAll('#moves li').length"
CHOICES = "document.querySelectorAll('.zone.legal, .choices button:not([disabled])')"
MINE = f"{TURN} && (({OVER}) || {CHOICES}.length > 0)"
PICK = "void ({0}.length && (({0}[{1} % {0}.length]).id = 'chosen'))"
FRAMES = """new Promise((done) => {
  const gaps = [];
  const end = performance.now() + 3000;
  let last = performance.now();
  const next = (now) => {
    gaps.push(now - last);
    last = now;
    if (now < end) requestAnimationFrame(next);
    else done(gaps.slice(1));
  };
  requestAnimationFrame(next);
})"""
GLASS = "document.getElementById('glass-tree').shadowRoot"
VIEWS = ("columns", "icicle", "graph")
MOST_CLICKS = 4000
PAUSE = 0.2  # seconds before a click
AT_ONCE = 0.03  # of the first move, which is timed
PATIENCE = 200  # seconds: on a busy machine browsers take long


class Chromium:
    """A page in Chromium, with the same functions as one in Firefox."""

    def __init__(self, tab):
        self.tab = tab
        self.faults = []
        tab.on("pageerror", lambda error: self.faults.append(str(error)))

        self.metrics = tab.context.new_cdp_session(tab)
        self.metrics.send("Performance.enable", {"timeDomain": "threadTicks"})

    def busy(self):
        """Return the seconds of processor time that the page's own thread has taken."""
        found = self.metrics.send("Performance.getMetrics")["metrics"]
        return next(each["value"] for each in found if each["name"] == "TaskDuration")

    def open(self, url):
        self.tab.goto(url)

    def evaluate(self, expression):
        return self.tab.evaluate(f"async () => await ({expression})")

    def wait(self, condition):
        self.tab.wait_for_function(condition, timeout=1000 * PATIENCE)

    def click(self, selector):
        self.tab.locator(selector).first.click()


@contextmanager
def chromium():
    from playwright.sync_api import sync_playwright

    found = shutil.which("chromium") or shutil.which("chromium-browser")
    with sync_playwright() as play:
        options = ["--no-sandbox"] if os.geteuid() == 0 else []
        with play.chromium.launch(executable_path=found, args=options) as browser:
            tab = Chromium(browser.new_page(viewport={"width": 1100, "height": 900}))
            yield tab
            assert not tab.faults, tab.faults


@contextmanager
def opened(browser):
    with (
        tempfile.TemporaryDirectory() as profile,
        chromium() if browser == "chromium" else firefox(profile) as tab,
    ):
        tab.seconds = PATIENCE
        yield tab


@contextmanager
def served(folder):
    """Give the address of a folder on a server of files."""

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_):
            pass

    handler = functools.partial(Quiet, directory=folder)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def text_of(name, parameters, model):
    """Return the page of a game, or that in a file which was exported before."""
    if name.endswith(".html"):
        return Path(name).read_text(encoding="utf-8")
    made = exported_game(load_game(name, parameters, print), model=model)
    return page(made.game, engine(made))


def sizes(text):
    """Return how large a page is, compressed as servers do, and its engine, which is compressed."""
    packed = re.search(r'id="engine">(.*?)</script>', text)[1]
    whole = len(gzip.compress(text.encode(), 9))
    return f"page {whole:,} bytes gzipped, its engine {len(base64.b64decode(packed)):,}"


def spent():
    """Return the seconds of processor time of all processes that this one has started."""
    parents, times = {}, {}
    for file in Path("/proc").glob("[0-9]*/stat"):
        try:
            process, rest = file.parent.name, file.read_text().rpartition(")")[2].split()
        except OSError:  # it has ended
            continue
        parents[process] = rest[1]
        times[process] = (int(rest[11]) + int(rest[12])) / os.sysconf("SC_CLK_TCK")

    def is_ours(process):
        parent = parents.get(process)
        return parent == str(os.getpid()) or (parent is not None and is_ours(parent))

    return sum(each for process, each in times.items() if is_ours(process))


def clicked(tab, rng, pause):
    """Click one of the zones and buttons that go on, once the board is drawn for good."""
    while True:
        tab.evaluate(PICK.format(CHOICES, rng.randrange(1 << 20)))
        time.sleep(pause)  # the page draws the board again where its turn has ended
        if tab.evaluate("document.getElementById('chosen') !== null"):
            return tab.click("#chosen")
        tab.wait(MINE)
        if tab.evaluate(OVER):  # the turn before was the last
            return None


def played(tab, url, level):
    """Play a game to the end; return the moves, seconds until the engine's first move, the end."""
    rng = random.Random(1)
    begun, before_all = time.perf_counter(), spent()
    tab.open(f"{url}?seed=3")
    tab.wait(READY)
    tab.evaluate(f"void (document.getElementById('level').value = '{level}')")
    first = None
    for _ in range(MOST_CLICKS):
        tab.wait(MINE)
        if tab.evaluate(OVER):
            return tab.evaluate(PLAYED), first, tab.evaluate(STATUS)
        before = tab.evaluate(PLAYED)
        clicked(tab, rng, AT_ONCE if first is None else PAUSE)
        if first is None:
            tab.wait(f"{TURN} && ({PLAYED} > {before + 1} || {PLAYED} === {before})")
            if tab.evaluate(PLAYED) > before:
                first = (time.perf_counter() - begun, spent() - before_all)
    raise RuntimeError(f"no end after {MOST_CLICKS} clicks: {tab.evaluate(STATUS)}")


def frames(tab):
    """Return the longest frame of three seconds, how many were late, and the work for each."""
    busy = tab.busy() if isinstance(tab, Chromium) else None
    gaps = sorted(tab.evaluate(FRAMES))
    work = "-" if busy is None else f"{1000 * (tab.busy() - busy) / len(gaps):.1f}"
    return f"{gaps[-1]:.0f}", f"{sum(gap > 50 for gap in gaps)} of {len(gaps)}", work


def row(name, url, browser, source, level):
    with opened(browser) as tab:
        moves, first, status = played(tab, url, level)
        tab.click("#new")
        tab.wait(f"{TURN} && !({OVER})")
        tab.click("#think")
        found = frames(tab)
    first = tuple(f"{1000 * each:.0f}" for each in first)
    return (name, browser, source, moves, status, *first, *found)


def tree_rows(name, url, browser, source):
    """Yield a row for each view of the tree of a search from the first position."""
    with opened(browser) as tab:
        tab.open(f"{url}?seed=3")
        tab.wait(READY)
        tab.wait(f"{TURN} && !({OVER})")
        tab.click("#explore")
        for at, view in enumerate(VIEWS):
            choice = f"{GLASS}?.querySelectorAll('[role=radio]')[{at}]"
            tab.wait(choice)
            tab.evaluate(f"void {choice}.click()")
            yield (name, browser, source, view, *frames(tab))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="+", help="bundled games, FILE:CLASS, or exported pages")
    parser.add_argument("--browser", choices=("chromium", "firefox"), action="append")
    parser.add_argument("--source", choices=("disk", "server"), action="append")
    parser.add_argument("--model", help="the file of a trained network")
    parser.add_argument("--param", action="append", default=[], help="NAME=VALUE, a number")
    parser.add_argument("--level", default="1000", help="simulations a move, as the page has them")
    parser.add_argument("--tree", action="store_true", help="only the frames of the tree's views")
    given = parser.parse_args()
    parameters = {name: int(value) for name, value in (each.split("=") for each in given.param)}
    which = ("view",) if given.tree else ("moves", "end", "first move, ms", "processor")
    times = ("longest frame, ms", "later than 50", "processor")
    columns = ("game", "browser", "from", *which, *times)
    print(f"| {' | '.join(columns)} |\n|{len(columns) * '---|'}", flush=True)
    for name in given.games:
        text = text_of(name, parameters, given.model)
        print(f"{name}: {sizes(text)}", file=sys.stderr, flush=True)
        with tempfile.TemporaryDirectory() as folder, served(folder) as address:
            (Path(folder) / "game.html").write_text(text, encoding="utf-8")
            urls = {"disk": (Path(folder) / "game.html").as_uri(), "server": f"{address}/game.html"}
            for browser in given.browser or ("chromium", "firefox"):
                for source in given.source or ("disk", "server"):
                    where = Path(name).stem, urls[source], browser, source
                    rows = tree_rows(*where) if given.tree else [row(*where, given.level)]
                    for found in rows:
                        print(f"| {' | '.join(map(str, found))} |", flush=True)


if __name__ == "__main__":
    main()
