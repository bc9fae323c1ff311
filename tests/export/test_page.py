"""Pages of exported games: people play against the engine offline, by mouse and by keyboard."""

from __future__ import annotations

import functools
import http.server
import importlib
import re
import threading

import pytest

import gametree as gt
from gametree.export.html import page as page_of

from ..server.browser.scans import violations_of

pytest.importorskip("playwright.sync_api", reason="playwright is missing: pip install -e '.[dev]'")
from playwright.sync_api import expect

# Neither the dice nor the engine are to move.
PERSON_OR_END = re.compile("your turn|wins|draw|Game over")

FRAMES = """
() => new Promise((done) => {
  const gaps = [];
  let last = performance.now();
  const next = (now) => {
    gaps.push(now - last);
    last = now;
    if (gaps.length < 60) requestAnimationFrame(next);
    else done(gaps.slice(1));
  };
  requestAnimationFrame(next);
})
"""


@pytest.fixture
def opened(exported, tmp_path, chromium):
    """The page of a game, opened from the disk; an error in it fails the test."""
    file = tmp_path / "game.html"
    file.write_text(page_of(exported.game, exported.engine), encoding="utf-8")
    tab = chromium.new_page(viewport={"width": 390, "height": 800})
    faults = []
    tab.on("pageerror", lambda error: faults.append(str(error)))
    tab.on("request", lambda request: faults.extend(elsewhere(request.url)))
    tab.goto(f"{file.as_uri()}?seed=3")
    expect(tab.locator("body[data-ready]")).to_be_attached(timeout=20_000)
    yield tab
    tab.close()
    assert faults == []


def elsewhere(url):
    """Return the address of what is loaded from anywhere but the file itself."""
    return [] if url.startswith(("file:", "blob:", "data:")) else [url]


def test_a_whole_game_and_what_the_page_shows(opened):
    opened.locator("#level").select_option("30")
    status = opened.locator("#status")
    for turn in range(60):
        expect(status).to_have_text(PERSON_OR_END, timeout=20_000)
        if opened.locator("#hint").is_disabled():
            break
        legal = opened.locator(".zone.legal").first
        played = opened.locator("#moves li").count()
        if turn % 2:
            legal.press("Enter")
        else:
            legal.click()
        expect(opened.locator("#moves li").nth(played)).to_be_visible()
        assert opened.locator(".zone.last").count() > 0
    assert opened.locator("#hint").is_disabled()  # the game is over
    wide = opened.evaluate("document.documentElement.scrollWidth")
    assert wide <= 390
    assert opened.locator("#numbers tr").count() > 0
    assert violations_of(opened) == []

    opened.get_by_role("button", name="New game").click()
    expect(opened.locator("#moves li")).to_have_count(0)
    opened.get_by_role("button", name="Hint").click()
    expect(status).to_contain_text("Hint: ", timeout=20_000)
    opened.get_by_role("button", name="Think").click()
    # While it thinks, the page draws on: a page that waits for the engine draws no frame at all.
    assert len(opened.evaluate(FRAMES)) == 59
    opened.locator(".zone.legal").first.focus()
    opened.keyboard.press("ArrowRight")
    opened.keyboard.press("Enter")  # ends the thinking, unless it is proven already
    expect(opened.locator("#moves li").first).to_be_visible(timeout=20_000)


def test_a_double_click_makes_one_move(exported, opened):
    if exported.game.name != "connect_four":
        return  # in the others a cell takes one stone
    opened.locator(".zone.legal").first.dblclick()
    expect(opened.locator("#moves li").nth(1)).to_be_visible(timeout=20_000)
    expect(opened.locator("#status")).to_have_text(PERSON_OR_END, timeout=20_000)
    opened.wait_for_timeout(500)  # in which a second move would be made
    expect(opened.locator("#moves li")).to_have_count(2)


def answered(tab):
    """Make a move, and wait until the engine has made the next one."""
    tab.locator(".zone.legal").first.click()
    # Before that, the page says whose turn it was.
    expect(tab.locator("#moves li").nth(1)).to_be_visible(timeout=20_000)
    expect(tab.locator("#status")).to_have_text(PERSON_OR_END, timeout=20_000)


def test_the_tree_of_the_search_is_watched(opened):
    answered(opened)
    opened.get_by_role("button", name="Explore").click()
    columns = opened.locator("#glass-tree section.column")
    move = columns.first.get_by_role("option").first
    expect(move).to_have_attribute("aria-label", re.compile("[1-9].* visits"), timeout=20_000)
    expect(opened.locator("#board")).to_be_hidden()
    move.press("Enter")
    expect(columns.nth(1).get_by_role("option").first).to_be_visible(timeout=20_000)
    assert violations_of(opened) == []
    opened.get_by_role("radio", name="Icicle").click()
    expect(opened.get_by_role("treeitem").first).to_be_visible(timeout=20_000)
    opened.get_by_role("radio", name="Graph").click()
    graph = opened.get_by_role("application")
    expect(graph).to_have_accessible_name(re.compile("[1-9].* most visited"), timeout=20_000)
    assert violations_of(opened) == []
    assert opened.evaluate("document.documentElement.scrollWidth") <= 390
    opened.get_by_role("button", name="Back to the game").click()
    expect(opened.locator("#board")).to_be_visible()


DRAWN_IN_THREE_LOOKS = """async () => {
  const tree = document.querySelector("#glass-tree").shadowRoot;
  const changed = { board: 0, moves: 0 };
  for (const part of Object.keys(changed))
    new MutationObserver(() => changed[part]++).observe(
      tree.querySelector(`section.column .${part}`),
      { attributes: true, characterData: true, childList: true, subtree: true },
    );
  while (changed.moves < 3) await new Promise(requestAnimationFrame);
  return changed.board;
}"""


def test_a_look_at_the_tree_draws_no_board_again(exported, opened):
    if exported.game.name != "connect_four":
        return  # the others are proven soon: then nothing changes any more
    opened.get_by_role("button", name="Explore").click()
    move = opened.locator("#glass-tree section.column").first.get_by_role("option").first
    expect(move).to_have_attribute("aria-label", re.compile("[1-9].* visits"), timeout=20_000)
    assert opened.evaluate(DRAWN_IN_THREE_LOOKS) == 0


def test_the_steps_of_a_search_are_shown(opened):
    answered(opened)
    opened.get_by_role("button", name="Explore").click()
    opened.get_by_role("button", name="Classroom").click()
    expect(opened.get_by_text("Simulation 1 of 40, step 1 of")).to_be_visible(timeout=20_000)
    said, now = opened.locator("p.said"), opened.locator('[aria-current="step"]')
    expect(said).to_contain_text("each move is tried once")
    steps = opened.get_by_role("slider", name="Step")
    last, seen, moves = int(steps.get_attribute("max")), set(), 0
    for at in range(last, 0, -1):
        steps.fill(str(at))
        seen.add(now.inner_text())
        playout = opened.get_by_role("slider", name="Moves of the playout")
        if playout.count() > 0:
            moves = int(playout.get_attribute("max"))
        if {"Selection", "Expansion", "Playout", "Backup"} <= seen and moves > 0:
            break
    assert seen == {"Selection", "Expansion", "Playout", "Backup"}

    # A playout is made on the board, move by move: with its last move the board is another one.
    while now.inner_text() != "Playout" or playout.count() == 0:
        opened.keyboard.press("ArrowLeft")
    board = opened.locator("#glass-tree .left > .board")
    playout.fill(playout.get_attribute("max"))
    expect(board.locator("svg, pre").first).to_be_visible(timeout=20_000)
    after = board.inner_html()
    playout.fill("0")
    opened.wait_for_function(
        "(then) => document.querySelector('#glass-tree').shadowRoot"
        ".querySelector('.left > .board').innerHTML !== then",
        arg=after,
    )
    assert violations_of(opened) == []
    assert opened.evaluate("document.documentElement.scrollWidth") <= 390

    expect(opened.get_by_text("This page has one selection rule, UCB1.")).to_be_visible()
    opened.get_by_role("spinbutton", name="The other c").fill("0.1")
    opened.get_by_role("button", name="Show beside").click()
    expect(opened.get_by_role("article")).to_have_count(2, timeout=20_000)
    expect(opened.get_by_role("article").nth(1)).to_have_accessible_name("The step with c = 0.1")
    opened.get_by_role("button", name="Explore").click()
    move = opened.locator("#glass-tree section.column").first.get_by_role("option").first
    expect(move).to_have_attribute("aria-label", re.compile("[1-9].* visits"), timeout=20_000)


def test_the_formula_has_the_numbers_of_the_engine(exported, opened):
    opened.get_by_role("button", name="Explore").click()
    opened.get_by_role("button", name="Classroom").click()
    steps = opened.get_by_role("slider", name="Step")
    expect(steps).to_be_visible(timeout=20_000)
    formula = opened.locator(".formula")
    for at in range(int(steps.get_attribute("max")), 0, -1):
        steps.fill(str(at))
        if formula.count() > 0:
            break
    # The moves that were tried are marked on the board, if clicks on it make them.
    marks = opened.locator("#glass-tree .left [data-mark]")
    expect(marks).not_to_have_count(0, timeout=20_000)
    score = opened.locator("tr.chosen .score").inner_text()
    expect(formula.locator("b").last).to_have_text(score)
    expect(formula).to_contain_text("mean + c · range · √(ln N / n)")


@pytest.fixture
def served(tmp_path):
    """The address of a folder below another path, served as any server of files does."""

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_):
            pass

    handler = functools.partial(Quiet, directory=tmp_path)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/some/where/"
        server.shutdown()
        thread.join()


class Noughts(gt.games.TicTacToe):
    """The same rules by another name."""


def test_a_site_plays_below_any_path_and_offline(exported, tmp_path, chromium, served, monkeypatch):
    if exported.game.name != "tic_tac_toe":
        return
    module = importlib.import_module("gametree.export.site")  # one engine is for both games
    monkeypatch.setattr(module, "engine", lambda made: exported.engine)
    monkeypatch.setattr(module, "exported_game", lambda game, *_: exported._replace(game=game))
    gt.export.site([gt.games.TicTacToe(), Noughts()], tmp_path / "some" / "where")
    context = chromium.new_context(service_workers="allow")
    tab = context.new_page()
    tab.goto(served)
    assert tab.locator(".games svg").count() == 2
    assert violations_of(tab) == []
    tab.evaluate("navigator.serviceWorker.ready.then(() => null)")
    context.set_offline(True)
    tab.reload()
    tab.get_by_role("link", name="noughts").click()
    expect(tab.locator("body[data-ready]")).to_be_attached(timeout=20_000)
    tab.locator(".zone.legal").first.click()
    expect(tab.locator("#moves li").nth(1)).to_be_visible(timeout=20_000)
    manifest = (
        "fetch(document.querySelector('[rel=manifest]').href).then((answer) => answer.json())"
    )
    assert tab.evaluate(manifest)["start_url"] == "./"
    tab.get_by_role("link", name="All games").click()
    expect(tab.locator(".games")).to_be_visible()
    context.close()
    with pytest.raises(gt.BadParameter, match="tic_tac_toe is named twice"):
        gt.export.site([gt.games.TicTacToe(), gt.games.TicTacToe()], tmp_path / "twice")
