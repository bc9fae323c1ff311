"""Pages opened from disk by a browser that is offline."""

from __future__ import annotations

from contextlib import contextmanager

import pytest

import gametree as gt
from gametree.games import ConnectFour, TicTacToe

PHONE = {"width": 390, "height": 780}
SCHEMES = ("light", "dark")


class Tricky(TicTacToe):
    """Names that would do harm where they count as HTML."""

    name = "</script><script>window.harmed=1</script>"

    def action_to_text(self, state, action):
        return f"<img src=x onerror=window.harmed=1>{super().action_to_text(state, action)}"


@contextmanager
def opened(chromium, path, **context):
    """Open a page from disk, offline, and see to it that nothing goes wrong there."""
    faults, asked = [], []
    context = chromium.new_context(offline=True, **context)
    page = context.new_page()
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda said: faults.append(said.text) if said.type == "error" else None)
    page.on("request", lambda request: asked.append(request.url))
    page.goto(path.as_uri())
    yield page
    context.close()
    assert faults == []
    assert [url for url in asked if not url.startswith(("file:", "blob:"))] == []


@pytest.fixture(scope="module")
def game_page(tmp_path_factory):
    game = ConnectFour()
    record, found = gt.Record(game), []
    for _ in range(6):
        found.append(gt.search(game, record.state, simulations=40, seed=1, compiled=False))
        record.play(found[-1].action)
    path = tmp_path_factory.mktemp("pages") / "game.html"
    gt.GameReplay(record, found).save(path)
    return path


@pytest.fixture(scope="module")
def search_page(tmp_path_factory):
    searcher = gt.Searcher(TicTacToe(), seed=1, method="uct", compiled=False)
    searcher.run(simulations=12)
    path = tmp_path_factory.mktemp("pages") / "search.html"
    gt.SearchReplay.of(searcher, 6).save(path)
    return path


def stones(page):
    """Return how many pieces are on the board, without what was thought."""
    page.uncheck("#marks")
    colours = '#board [fill="#2f6fb3"], #board [fill="#d9822b"]'
    return page.locator(colours).count()


class Half(gt.Game):
    """One move, for which the only player gets a half."""

    players = 1

    def initial_state(self):
        return 0

    def current_player(self, state):
        return 0

    def legal_actions(self, state):
        return [] if state else [1]

    def next_state(self, state, action):
        return 1

    def returns(self, state):
        return (0.5,)


def test_a_score_that_is_no_whole_number_is_not_rounded(chromium, tmp_path):
    record = gt.Record(Half())
    record.play(1)
    path = tmp_path / "half.html"
    gt.GameReplay(record).save(path)
    with opened(chromium, path) as page:
        page.keyboard.press("End")
        assert page.locator("#said").inner_text() == "The end, after 1 moves: player 1 +0.500"


def test_a_game_is_stepped_forward_and_back(chromium, game_page):
    with opened(chromium, game_page) as page:
        assert stones(page) == 0
        for moves in (1, 2, 3):
            page.get_by_label("forward").click()
            assert stones(page) == moves
        page.get_by_label("back").click()
        assert stones(page) == 2
        assert page.locator("#said").inner_text().startswith("Move 3 of 6: player 1 plays ")
        page.keyboard.press("End")
        assert stones(page) == 6
        assert "After 6 moves: unfinished" in page.locator("#said").inner_text()
        page.keyboard.press("ArrowLeft")
        assert stones(page) == 5
        page.get_by_role("button", name="start").click()
        assert stones(page) == 0
        page.locator("#controls input").fill("4")
        assert stones(page) == 4


def test_what_was_thought_stands_beside_the_board(chromium, game_page):
    with opened(chromium, game_page) as page:
        assert page.locator("#thinking tbody tr").count() == 7
        marks = page.locator("#board text").count()
        page.uncheck("#marks")
        assert page.locator("#board text").count() < marks
        assert page.locator("#course polyline").count() == 1


def test_a_game_plays_by_itself(chromium, game_page):
    with opened(chromium, game_page) as page:
        said = page.locator("#said")
        page.clock.install(time="2000-01-01")
        page.clock.pause_at("2000-01-02")  # time goes on as told from here
        page.get_by_label("play", exact=True).click()
        for move in (2, 3):
            page.clock.run_for(1000)  # milliseconds
            assert said.inner_text().startswith(f"Move {move} of 6")
        page.get_by_label("pause").click()
        page.clock.run_for(5000)
        assert said.inner_text().startswith("Move 3 of 6")
        assert page.get_by_label("play", exact=True).count() == 1


def test_a_search_is_stepped_forward_and_back_with_its_tree(chromium, search_page):
    with opened(chromium, search_page) as page:
        said, tree = page.locator("#said"), page.locator("#tree svg")
        assert said.inner_text().startswith("Simulation 13. Selection at the root")
        assert tree.get_attribute("aria-label") == "the tree: 12 simulations"
        begun = tree.inner_html()
        seen = set()
        for _ in range(5):
            seen.add(said.inner_text().split(". ")[1].split()[0].rstrip(":"))
            if "Backup" in said.inner_text():
                break
            page.get_by_label("forward").click()
        assert {"Selection", "Expansion", "Evaluation", "Backup"} <= seen
        assert tree.get_attribute("aria-label") == "the tree: 13 simulations"
        page.keyboard.press("Home")
        assert tree.inner_html() == begun
        page.keyboard.press("End")
        assert tree.get_attribute("aria-label") == "the tree: 18 simulations"


def test_a_phone_is_wide_enough(chromium, game_page, search_page):
    for path in (game_page, search_page):
        with opened(chromium, path, viewport=PHONE) as page:
            for scheme in SCHEMES:
                page.emulate_media(color_scheme=scheme)
                assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
                board = page.locator("#board").bounding_box()
                said = page.locator("#said").bounding_box()
                assert said["y"] + said["height"] <= PHONE["height"]
                assert board["width"] >= 300


def test_boards_and_trees_are_saved_as_pictures(chromium, search_page):
    with opened(chromium, search_page) as page:
        for what in ("board", "tree"):
            for kind, begins in (("SVG", b"<svg"), ("PNG", b"\x89PNG")):
                with page.expect_download() as download:
                    page.get_by_role("button", name=f"{what} as {kind}").click()
                with open(download.value.path(), "rb") as file:
                    assert file.read(4) == begins, (what, kind)


def test_names_are_text_whatever_is_in_them(chromium, tmp_path):
    searcher = gt.Searcher(Tricky(), seed=1, compiled=False)
    result = searcher.run(simulations=30)
    record = gt.Record(Tricky())
    record.play(result.action)
    game, search = tmp_path / "game.html", tmp_path / "search.html"
    players = ("<script>window.harmed=1</script>", "b")
    gt.GameReplay(record, [result], players=players).save(game)
    gt.SearchReplay.of(searcher, 3).save(search)
    for path in (game, search):
        with opened(chromium, path) as page:
            page.keyboard.press("End")
            assert page.evaluate("window.harmed") is None
            assert page.locator("img").count() == 0


def test_pages_can_be_used_by_everybody(chromium, game_page, search_page, tmp_path):
    """Names, contrast, order: what axe-core finds."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    found = tmp_path / "found.html"
    searcher = gt.Searcher(TicTacToe(), seed=1, compiled=False)
    found.write_text(searcher.run(simulations=100).to_html(searcher.tree()), encoding="utf-8")
    for path in (game_page, search_page, found):
        with opened(chromium, path, bypass_csp=True) as page:
            for scheme in SCHEMES:
                page.emulate_media(color_scheme=scheme)
                violations = axe.Axe().run(page).response["violations"]
                assert [(each["id"], each["nodes"][0]["html"]) for each in violations] == [], scheme
