"""The tree of a search and its steps, as people look at them in the browser."""

import re

import pytest

pytest.importorskip("playwright.sync_api", reason="playwright is missing: pip install -e '.[dev]'")
from playwright.sync_api import expect

from .scans import serious_faults

expect.set_options(timeout=20_000)

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


@pytest.fixture
def watching(somebody, game):
    """Return a function that opens a sight of a game for somebody who watches it."""

    def opened(sight, name="tic_tac_toe", moves=(), **context):
        page = somebody(**context)
        link = game(name, "human", "human", moves=list(moves))[-1]
        page.goto(f"{link}/{sight}")
        return page

    return opened


def column(page, depth):
    return page.locator(f'[data-depth="{depth}"]')


def moves_of(page, depth):
    return column(page, depth).get_by_role("option")


def test_the_tree_is_reached_from_the_game_and_left_again(somebody, game):
    page = somebody()
    page.goto(game("tic_tac_toe", "human", "engine", moves=["b2", "a1"])[0])
    page.get_by_role("link", name="Explore the search tree").click()
    expect(moves_of(page, 0)).to_have_count(7)
    expect(page.get_by_label("The tree", exact=True)).to_contain_text("simulations")
    page.get_by_role("link", name="Classroom").click()
    expect(page.get_by_text("Simulation 1 of 40, step 1 of")).to_be_visible()
    page.get_by_role("link", name="Back to the game").click()
    expect(page.get_by_role("button", name="Resign")).to_be_visible()


def test_who_plays_against_somebody_is_shown_no_tree(somebody, game):
    page = somebody()
    page.goto(game("tic_tac_toe", "human", "human")[0])
    expect(page.get_by_role("button", name="Resign")).to_be_visible()
    expect(page.get_by_role("link", name="Explore the search tree")).to_have_count(0)


def test_columns_by_keyboard_and_every_number_is_explained(watching):
    page = watching("explore", moves=["a1", "b1"])
    first = moves_of(page, 0).first
    expect(first).to_have_accessible_name(re.compile("visits, .*value|visits, .*proven"))
    first.focus()
    about = page.get_by_role("complementary", name="What the numbers mean")
    expect(about).to_contain_text("So many simulations went on with this move")
    page.keyboard.press("ArrowDown")
    second = moves_of(page, 0).nth(1)
    expect(second).to_be_focused()
    name = second.get_attribute("data-move")
    expect(about.get_by_role("heading")).to_have_text(name)
    page.keyboard.press("ArrowRight")
    expect(column(page, 1).get_by_role("heading")).to_have_text(name)
    expect(moves_of(page, 1).first).to_be_focused()
    page.keyboard.press("ArrowLeft")
    expect(moves_of(page, 0).and_(page.locator('[aria-selected="true"]'))).to_be_focused()


def test_columns_have_wins_visits_and_untried_moves(watching):
    page = watching("explore", moves=["b2", "a1"])
    expect(column(page, 0)).to_contain_text("untried none")
    expect(column(page, 0)).not_to_contain_text("wins/visits")
    moves_of(page, 0).first.click()
    ratio = column(page, 1).get_by_title(re.compile("^Wins of whoever moved here"))
    expect(ratio).to_have_text(re.compile(r"^[\d.]+k?/[\d.]+k? wins/visits$"))
    wins, visits = (float(each.rstrip("k")) for each in ratio.inner_text().split()[0].split("/"))
    assert 0 < wins <= visits


def test_moves_are_sorted_and_shared_positions_are_shown(watching):
    page = watching("explore")
    page.get_by_role("combobox", name="Sort by").select_option("Value")
    for depth in range(2):
        moves_of(page, depth).first.click()
    expect(column(page, 2).get_by_title("Other lines lead here, too").first).to_be_visible()
    values = column(page, 2).locator(".value")
    expect(values.first).to_be_visible()

    def sorted_by_value():
        shown = [float(each.split()[0]) for each in values.all_inner_texts() if each[0].isdigit()]
        return shown == sorted(shown, reverse=True)

    assert sorted_by_value()


def test_a_line_is_found_by_its_moves(watching):
    page = watching("explore")
    find = page.get_by_role("textbox", name="Find a line")
    find.fill("b2 a1 c3")
    find.press("Enter")
    expect(column(page, 3).get_by_role("heading")).to_have_text("c3")
    find.fill("b2 b2")
    find.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("'b2' is no legal move here")
    expect(column(page, 1)).to_be_visible()
    expect(column(page, 2)).to_have_count(0)
    find.fill("b2 a1 b1 a2 b3")
    find.press("Enter")
    expect(column(page, 5)).to_contain_text("the game is over here", ignore_case=True)


def test_a_position_becomes_the_root(watching):
    page = watching("explore")
    moves_of(page, 0).first.click()
    name = column(page, 1).get_by_role("heading").inner_text()
    page.get_by_role("button", name="Search from here").click()
    expect(column(page, 0).get_by_role("heading")).to_have_text("Root")
    expect(moves_of(page, 0)).to_have_count(8)
    expect(column(page, 0).get_by_role("option", name=name)).to_have_count(0)


COLOURS = """canvas => {
  const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  return new Set(new Uint32Array(data.buffer)).size;
}"""


def test_the_icicle_by_keyboard(watching):
    page = watching("explore", name="connect_four", moves=["4"])
    page.get_by_role("radio", name="Icicle").click()
    bars = page.get_by_role("treeitem")
    expect(bars.first).to_have_accessible_name(re.compile("visits"))
    expect(page.locator('[role="treeitem"][aria-level="1"]').nth(1)).to_be_attached()
    bars.first.focus()
    page.keyboard.press("ArrowRight")
    beside = page.evaluate("document.activeElement.getAttribute('aria-label')")
    assert beside != bars.first.get_attribute("aria-label")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    where = page.get_by_role("navigation", name="Where the picture begins")
    expect(where.get_by_role("button")).to_have_count(2)
    where.get_by_role("button", name="Root").click()
    expect(where.get_by_role("button")).to_have_count(1)


def test_the_icicle_is_a_picture_with_few_elements(watching):
    page = watching("explore", name="connect_four")
    page.get_by_role("radio", name="Icicle").click()
    bars = page.get_by_role("treeitem")
    expect(bars.first).to_have_attribute("aria-setsize", "7")
    picture = page.locator("canvas")
    page.wait_for_function(f"({COLOURS})(document.querySelector('canvas')) > 20")
    assert bars.count() < 60  # of hundreds that are drawn
    picture.hover(position={"x": 20, "y": 16})
    about = page.get_by_role("complementary", name="What the numbers mean")
    expect(about.get_by_role("heading")).to_have_text(re.compile(r"^\d$"))
    picture.click(position={"x": 20, "y": 50})
    where = page.get_by_role("navigation", name="Where the picture begins")
    expect(where.get_by_role("button")).to_have_count(3)


DRAWN_AND_AT_REST = f"""async () => {{
  const canvas = document.querySelector("canvas");
  if (canvas === null || ({COLOURS})(canvas) <= 20) return false;
  const before = canvas.toDataURL();
  await new Promise((done) => setTimeout(done, 500));
  return canvas.isConnected && canvas.toDataURL() === before;
}}"""

AFTER_A_CHANGE_OF_THEME = """async () => {
  const canvas = document.querySelector("canvas");
  const theme = document.documentElement.dataset;
  const before = canvas.toDataURL();
  theme.theme = theme.theme === "light" ? "dark" : "light";
  for (let k = 0; k < 2; k++) await new Promise(requestAnimationFrame);
  return canvas.toDataURL() !== before;
}"""


def test_pictures_follow_the_theme_at_once(watching):
    page = watching("explore", moves=["b2", "a1"])
    for view, role in (("Icicle", "tree"), ("Graph", "application")):
        page.get_by_role("radio", name=view).click()
        expect(page.get_by_role(role)).to_be_attached()  # till then the other view's canvas stays
        page.wait_for_function(DRAWN_AND_AT_REST)
        assert page.evaluate(AFTER_A_CHANGE_OF_THEME)


def test_the_graph_grows_and_is_walked_in(watching):
    page = watching("explore", name="connect_four")
    page.get_by_role("radio", name="Graph").click()
    graph = page.get_by_role("application")
    expect(graph).to_have_accessible_name(re.compile(r"The (1[5-9]\d|[2-9]\d\d|1000) most visited"))
    assert graph.locator("canvas").evaluate(COLOURS) > 20
    graph.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    pointed = page.get_by_role("status").filter(has_text=re.compile(r"^\d \d: [\d,]+ visits"))
    expect(pointed).to_have_count(1)
    about = page.get_by_role("complementary", name="What the numbers mean")
    expect(about).to_be_visible()
    page.keyboard.press("Enter")
    where = page.get_by_role("navigation", name="Where the picture begins")
    expect(where.get_by_role("button")).to_have_count(3)


def test_a_dot_of_the_graph_is_opened_by_a_click(watching):
    page = watching("explore", name="connect_four")
    page.get_by_role("radio", name="Graph").click()
    graph = page.get_by_role("application")
    expect(graph).to_be_visible()
    where = page.get_by_role("navigation", name="Where the picture begins")
    box = graph.bounding_box()
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    for _ in range(20):  # dots move while the tree grows
        for far in range(20, int(box["height"] / 2), 4):
            page.mouse.click(middle[0], middle[1] - far)
            page.wait_for_timeout(20)
            if where.get_by_role("button").count() > 1:
                return
    pytest.fail("no dot was opened")


def step_of(page):
    return page.locator('[aria-current="step"]').inner_text()


def test_steps_go_forward_and_back(watching):
    page = watching("classroom", moves=["b2", "a1"])
    said = page.locator("p.said")
    on = page.get_by_role("button", name="One step on")
    expect(page.get_by_text("Simulation 1 of 40, step 1 of")).to_be_visible()
    expect(said).to_contain_text("each move is tried once")
    seen = []
    for _ in range(24):  # six simulations
        seen.append((step_of(page), said.inner_text()))
        on.click()
    assert {kind for kind, _ in seen} == {"Selection", "Expansion", "Playout", "Backup"}
    for kind, sentence in reversed(seen):
        page.keyboard.press("ArrowLeft")
        assert (step_of(page), said.inner_text()) == (kind, sentence)
    expect(page.get_by_role("button", name="One step back")).to_be_disabled()


def scrub(page, to):
    page.get_by_role("slider", name="Step").fill(str(to))


def test_the_formula_is_filled_in_and_a_playout_is_on_the_board(watching):
    page = watching("classroom", moves=["b2", "a1"])
    step = page.get_by_role("slider", name="Step")
    expect(step).to_be_visible()
    last = int(step.get_attribute("max"))
    formula = page.locator(".formula")
    for at in range(last - 6, last - 20, -1):
        scrub(page, at)
        if formula.count() > 0:
            break
    expect(formula).to_contain_text("mean + c · range · √(ln N / n)")
    expect(formula).to_contain_text(re.compile(r"\+ 1\.4 · 2 · √\(ln \d+ / \d+\)"))
    score = page.locator("tr.chosen .score").inner_text()
    expect(formula.locator("b").last).to_have_text(score)
    for _ in range(9):
        if step_of(page) == "Playout":
            break
        page.get_by_role("button", name="One step on").click()
    moves = page.get_by_role("slider", name="Moves of the playout")
    count = int(moves.get_attribute("max"))
    assert count > 0
    moves.fill("0")
    before = page.get_by_text(re.compile(rf"^Move 0 of {count}"))
    expect(before).to_be_visible()
    moves.fill(str(count))
    expect(page.get_by_text(re.compile(rf"^Move {count} of {count}"))).to_be_visible()
    page.get_by_role("button", name="One step on").click()
    assert step_of(page) == "Backup"
    expect(page.get_by_role("table")).to_contain_text("→")


def test_marks_of_the_classroom_are_means_and_every_field_has_a_name(watching):
    page = watching("classroom", moves=["b2", "a1"])
    for name in ("Simulations to skip first", "Simulations to show", "Seed"):
        expect(page.get_by_role("spinbutton", name=name, exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="Show the steps", exact=True)).to_be_visible()
    scrub(page, 0)
    # A move that nobody has tried yet has no mean, and no colour of one.
    expect(page.locator("[data-mark] text")).to_have_text("\u2013")
    expect(page.locator("[data-mark]")).to_have_attribute("style", re.compile("#6f6a63"))
    last = int(page.get_by_role("slider", name="Step").get_attribute("max"))
    for at in range(last - 6, last - 30, -1):
        scrub(page, at)
        if step_of(page) == "Selection" and page.locator(".formula").count() > 0:
            break
    chosen = page.locator("tr.chosen")
    move, mean = chosen.locator("th").inner_text(), chosen.locator("td").nth(1).inner_text()
    mark = page.locator(f'[data-mark="{move}"] text')
    number = float(mean.replace("\u2212", "-"))
    expect(mark).to_have_text(f"{number:.1f}".removesuffix(".0").replace("-", "\u2212"))


def test_it_stops_when_the_best_move_changes(watching):
    page = watching("classroom")
    page.get_by_role("button", name="Next change").click()
    news = page.get_by_role("status").filter(has_text="Another move is the best now")
    expect(news).to_be_visible()
    first = page.locator(".scrub b").inner_text()
    page.get_by_role("button", name="To the first step").click()
    expect(page.get_by_text("Simulation 1 of 40, step 1 of")).to_be_visible()
    page.get_by_role("button", name="Next change").click()
    expect(news).to_be_visible()
    for _ in range(2):  # the simulations before this one change nothing
        page.keyboard.press("PageUp")
    page.get_by_role("checkbox", name="Stop when the best move changes").check()
    page.get_by_role("combobox", name="Speed").select_option("16")
    page.get_by_role("button", name="Play").click()
    expect(news).to_be_visible()
    expect(page.get_by_role("button", name="Play")).to_be_visible()  # it has stopped
    expect(page.locator(".scrub b")).to_have_text(first)


def test_another_c_from_the_same_point_is_shown_beside(watching):
    page = watching("classroom")
    expect(page.get_by_role("slider", name="Step")).to_be_visible()
    scrub(page, 60)
    simulation = page.locator(".scrub b").inner_text()
    page.get_by_role("spinbutton", name="The other c").fill("0.1")
    page.get_by_role("button", name="Show beside").click()
    sides = page.get_by_role("article")
    expect(sides).to_have_count(2)
    expect(sides.nth(1)).to_have_accessible_name("The step with c = 0.1")
    page.keyboard.press("PageUp")
    page.keyboard.press("PageDown")
    assert page.locator(".scrub b").inner_text() == simulation
    # The root is the same before the simulation from which they part.
    roots = page.get_by_label("The root so far")
    expect(roots.nth(0)).to_have_text(roots.nth(1).inner_text(), use_inner_text=True)
    page.get_by_role("button", name="Close").click()
    expect(sides).to_have_count(1)


def test_a_wish_that_cannot_be_is_answered_in_a_sentence(watching):
    page = watching("classroom", moves=["a1", "b1", "a2", "b2", "a3"])
    expect(page.get_by_role("alert")).to_contain_text("the game is over", ignore_case=True)
    page.get_by_role("link", name="Explore").click()
    expect(page.get_by_role("status").filter(has_text="The game is over")).to_be_visible()


def test_a_phone_shows_all_of_it(watching):
    page = watching("explore", **PHONE)
    moves_of(page, 0).first.tap()
    expect(moves_of(page, 1).first).to_be_in_viewport()
    for view in ("Icicle", "Graph"):
        page.get_by_role("radio", name=view).tap()
        expect(page.get_by_role("navigation", name="Where the picture begins")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390

    page.goto(page.url.replace("explore", "classroom"))
    on = page.get_by_role("button", name="One step on")
    expect(on).to_be_in_viewport()
    on.tap()
    expect(page.get_by_text("step 2 of")).to_be_in_viewport()
    expect(page.locator("p.said")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_nothing_serious_is_in_the_way_of_anybody(watching):
    page = watching("explore", scheme="dark", motion="reduce")
    moves_of(page, 0).first.click()
    expect(moves_of(page, 1).first).to_be_visible()
    found = serious_faults(page)
    for view in ("Icicle", "Graph"):
        page.get_by_role("radio", name=view).click()
        expect(page.get_by_role("navigation", name="Where the picture begins")).to_be_visible()
        found += serious_faults(page)
    page.get_by_role("link", name="Classroom").click()
    expect(page.get_by_role("slider", name="Step")).to_be_visible()
    scrub(page, 90)
    found += serious_faults(page)
    assert found == []
