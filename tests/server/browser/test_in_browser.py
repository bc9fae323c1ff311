"""The page as people use it: by mouse, by keyboard, by touch, by screen reader, together."""

import re
from time import sleep

import pytest

from .conftest import record_of, think_aloud, thinking_server
from .scans import serious_faults

pytest.importorskip("playwright.sync_api", reason="playwright is missing: pip install -e '.[dev]'")
from playwright.sync_api import expect

expect.set_options(timeout=20_000)


# Whether an element ends below what is seen of the page.
BELOW_THE_FOLD = """selector => {
    const { bottom } = document.querySelector(selector).getBoundingClientRect();
    return bottom > innerHeight;
}"""
# What goes over the edge of the page, or of the card or panel that it is in.
OVERFLOWING = """() => [...document.querySelectorAll("main, main *")].filter(each => {
    const { left, right, width } = each.getBoundingClientRect();
    const box = each.parentElement.closest(".game, aside, .go, form")?.getBoundingClientRect();
    const over = right > innerWidth + 1 || left < -1 || (box && right > box.right + 1);
    return width > 0 && over && !each.matches(".go");
}).map(each => each.outerHTML.slice(0, 120))"""


def place(page, zone):
    return page.locator(f'[data-zone="{zone}"]')


def wait(page, holds):
    """Let the page go on until something holds that it does not show."""
    for _ in range(1000):
        if holds():
            return
        page.wait_for_timeout(20)
    raise AssertionError


def in_game(page, game, *seats, **told):
    page.goto(game(*seats, **told)[0])
    return page


def test_a_whole_game_against_the_engine_by_mouse(somebody, server):
    page = somebody()
    page.get_by_role("radio", name="Tic tac toe").first.click()
    page.get_by_role("button", name="Start the game").click()
    for move, answer in (("b2", "a1"), ("b1", "c1")):
        place(page, move).click()
        expect(place(page, answer)).to_have_accessible_name(re.compile("O, last move"))
    place(page, "b3").click()
    expect(page.get_by_role("complementary").get_by_text("You win").first).to_be_visible()
    assert record_of(page, server) == ["b2", "a1", "b1", "c1", "b3"]
    page.get_by_role("button", name="Rematch").click()
    expect(place(page, "a1")).to_have_accessible_name(re.compile("X, last move"))
    place(page, "b2").click()
    expect(place(page, "b2")).to_have_accessible_name(re.compile("O"))


def tab_to(page, name):
    for _ in range(40):
        page.keyboard.press("Tab")
        label = page.evaluate(
            "document.activeElement.getAttribute('aria-label') || document.activeElement.innerText"
        )
        if name in label:
            return
    raise AssertionError(f"Tab never reaches {name}")


def test_a_whole_game_by_keyboard_alone(somebody, server):
    page = somebody()
    expect(page.get_by_role("radio", name="Connect four")).to_be_visible()
    tab_to(page, "Tic tac toe")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    tab_to(page, "Start the game")
    page.keyboard.press("Enter")
    expect(place(page, "a1")).to_be_visible()
    tab_to(page, "a1, empty, can move")
    for keys, at, answer in (
        (("ArrowRight", "ArrowDown"), "b2", "a1"),
        (("ArrowUp",), "b1", "c1"),
        (("ArrowDown", "ArrowDown"), "b3", None),
    ):
        for key in keys:
            page.keyboard.press(key)
        expect(place(page, at)).to_be_focused()
        page.keyboard.press("Enter")
        if answer is not None:
            expect(place(page, answer)).to_have_accessible_name(re.compile("O"))
    expect(page.get_by_role("status").filter(has_text="You play b3.")).to_have_text(
        re.compile("The game is over: you win")
    )
    page.keyboard.press("ArrowLeft")  # at the edge of the board: it goes nowhere
    tab_to(page, "One move back")
    page.keyboard.press("Enter")
    expect(place(page, "b3")).to_have_accessible_name(re.compile("empty"))
    assert record_of(page, server) == ["b2", "a1", "b1", "c1", "b3"]


def test_the_keyboard_stays_on_the_board_where_its_place_is_gone(somebody, game):
    page = in_game(somebody(), game, "nim", "human", "engine")
    expect(place(page, "1:1")).to_have_accessible_name(re.compile("can move"))
    place(page, "4:7").focus()
    page.keyboard.press("Enter")  # and the engine takes the first pile
    expect(place(page, "1:1")).to_have_count(0)
    expect(place(page, "pile4.1")).to_be_focused()  # the slot of the counter
    page.keyboard.press("ArrowUp")
    expect(place(page, "3:5")).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(place(page, "3:4")).to_be_focused()


def test_two_people_and_a_watcher(somebody, server):
    one = somebody()
    one.get_by_role("radio", name="Tic tac toe").first.click()
    one.get_by_role("radio", name="A friend").click()
    one.get_by_role("button", name="Start the game").click()
    link = one.get_by_role("textbox", name="Link for player 2").input_value()
    one.get_by_role("button", name="Share").click()
    watching = one.get_by_role("textbox", name="To watch").input_value()
    expect(one.get_by_role("img", name="QR code of the link")).to_have_count(2)
    one.keyboard.press("Escape")
    assert link.rpartition("/")[2] not in (watching, one.url)

    two, third = somebody(link), somebody(watching)
    expect(two.get_by_text("Player 1 to move")).to_be_visible()
    assert link.rpartition("/")[2] not in two.url  # an address that is passed on gives no seat
    expect(one.get_by_text("Waiting for the other player")).to_have_count(0)
    expect(one.get_by_role("img", name="here")).to_have_count(2)
    place(one, "a1").click()
    place(two, "b2").click()
    expect(place(third, "b2")).to_have_accessible_name(re.compile("O, last move"))
    expect(third.get_by_role("region", name="Thinking")).to_be_visible()
    expect(one.get_by_role("region", name="Thinking")).to_have_count(0)
    expect(third.get_by_role("button", name="Resign")).to_have_count(0)

    one.get_by_role("button", name="Take back").click()
    two.get_by_role("button", name="Accept").click()
    for page in (one, third):
        expect(place(page, "a1")).to_have_accessible_name(re.compile("empty"))
    place(one, "c3").click()
    expect(place(two, "c3")).to_have_accessible_name(re.compile("X, last move"))
    two.get_by_role("button", name="Draw").click()
    two.get_by_role("button", name="Offer").click()
    one.get_by_role("button", name="Accept").click()
    for page in (one, two, third):
        expect(page.get_by_text("a draw by agreement").first).to_be_visible()
    two.get_by_role("button", name="Rematch").click()
    one.get_by_role("button", name="Accept").click()
    expect(two.get_by_text("Your turn")).to_be_visible()
    place(two, "b1").click()
    expect(place(one, "b1")).to_have_accessible_name(re.compile("X, last move"))
    one.get_by_role("button", name="Resign").click()
    expect(one.get_by_text("Resign the game?")).to_be_visible()
    one.get_by_role("button", name="Resign").click()
    expect(two.get_by_text("Player 2 resigns").first).to_be_visible()
    one.close()
    expect(two.get_by_role("img", name="not connected")).to_be_visible()


def test_reload_and_restart_in_the_middle(somebody, tmp_path):
    only = ("tic_tac_toe",)
    with thinking_server(tmp_path, games=only) as server:
        page = somebody(server.link)
        place(page, "b2").click()
        expect(place(page, "a1")).to_have_accessible_name(re.compile("O, last move"))
        page.reload()
        expect(place(page, "a1")).to_have_accessible_name(re.compile("O, last move"))
        place(page, "c3").click()
        expect(place(page, "b1")).to_have_accessible_name(re.compile("O, last move"))
        port = server.address.rstrip("/").rpartition(":")[2]
    expect(page.get_by_role("alert").filter(has_text="The connection is lost")).to_be_visible()
    with thinking_server(tmp_path, "--port", port, games=only) as server:
        expect(page.get_by_role("alert")).to_have_count(0)
        place(page, "a3").click()
        expect(place(page, "c1")).to_have_accessible_name(re.compile("O, last move"))
        assert record_of(page, server) == ["b2", "a1", "c3", "b1", "a3", "c1"]


def test_a_connection_on_which_nothing_is_said_is_begun_anew(somebody, game):
    page = somebody(anew=True)  # its clock and its socket are others
    begun = []

    def answered(socket):
        begun.append(socket)
        if len(begun) > 1:
            socket.connect_to_server()

    page.route_web_socket("**/ws", answered)
    page.clock.install(time=0)
    page.clock.pause_at(1000)
    page.goto(game("tic_tac_toe", "human", "human")[0])
    wait(page, lambda: begun)
    page.clock.run_for(11_000)
    wait(page, lambda: len(begun) == 2)
    page.clock.resume()
    place(page, "b2").click()
    expect(place(page, "b2")).to_have_accessible_name(re.compile("X, last move"))


def test_the_thinking_is_in_view(somebody, game):
    page = in_game(somebody(), game, "tic_tac_toe", "human", "engine", moves=["b2", "a1"])
    panel = page.get_by_role("region", name="Thinking")
    expect(panel).to_have_text("Thinking")  # nobody who came to play is shown the best move
    expect(page.locator("[data-mark]")).to_have_count(0)
    think_aloud(page)
    expect(page.locator("[data-mark]")).to_have_count(6)  # one has under 1 % of the visits
    expect(panel.get_by_text("stopped: the time is up")).to_be_visible()
    expect(page.get_by_role("meter")).to_have_attribute("aria-valuenow", "75")
    expect(panel.get_by_role("img", name="between 70 to 80 %")).to_be_visible()
    panel.get_by_role("button", name="All 7 moves").click()
    expect(panel.get_by_text("Loss")).to_be_visible()

    panel.get_by_role("button", name="Why not c2?").click()
    answer = page.get_by_role("status").filter(has_text="Why not c2?")
    expect(answer).to_contain_text("c2 is worth 38 %, b1 75 %: it loses 38 %")
    assert page.evaluate(BELOW_THE_FOLD, ".answer") is False
    answer.get_by_role("button", name="b1", exact=True).hover()
    expect(page.locator("svg.board .step")).to_have_count(2)
    expect(page.locator("[data-mark]")).to_have_count(0)

    page.mouse.move(0, 0)
    panel.get_by_title("Try c1").click()
    expect(page.get_by_text("A line to try")).to_be_visible()
    place(page, "c3").click()
    expect(place(page, "c3")).to_have_accessible_name(re.compile("O, last move"))
    page.get_by_role("button", name="Back to the game").click()
    expect(place(page, "c1")).to_have_accessible_name(re.compile("empty"))

    page.get_by_role("button", name="Hint").click()
    expect(page.locator("svg.board .hint")).to_have_count(1)
    page.get_by_role("button", name="Candidates on the board").click()
    expect(page.locator("[data-mark]")).to_have_count(0)
    page.reload()  # it stays as somebody has set it
    expect(panel.get_by_role("list")).to_have_count(1)
    panel.get_by_role("switch").click()
    expect(panel.get_by_role("list")).to_have_count(0)


def test_points_are_told_as_points(somebody, game):
    page = in_game(somebody(), game, "Purse", "human")
    think_aloud(page)
    panel = page.get_by_role("region", name="Thinking")
    expect(panel.get_by_text("3,000").first).to_be_visible()
    # On the scale from 0 to 4000 the moves differ by a tenth; drawn is what they span.
    first = panel.get_by_role("img", name="between 2,800 to 3,200")
    expect(first).to_have_attribute(
        "style", re.compile(r"--from: 0\.[56]\d*; --to: 1; --at: 0\.[78]")
    )
    expect(page.get_by_role("button", name="1 3,000")).to_be_visible()
    expect(page.get_by_text("%")).to_have_count(0)


def test_a_move_of_two_pieces_has_an_arrow_for_each(somebody, game):
    page = in_game(somebody(), game, "backgammon", "human", "engine", moves=["51"])
    think_aloud(page)
    panel = page.get_by_role("region", name="Thinking")
    expect(panel.get_by_text("1.50").first).to_be_visible()  # of -3 to 3 points
    for move in ("24/23 13/8", "13/7"):
        expect(page.locator(f'[data-mark="{move}"] path')).to_have_count(2)


def test_the_page_says_what_the_search_waits_for(somebody, game):
    page = in_game(somebody(), game, "nim", "human", "engine")
    think_aloud(page)
    panel = page.get_by_role("region", name="Thinking")
    expect(panel.get_by_text("Preparing the engine for nim, which takes some")).to_be_visible()
    expect(panel.get_by_text("stopped: the time is up")).to_be_visible()
    expect(panel.get_by_text("Preparing")).to_have_count(0)


def test_players_who_agree_to_it_are_helped(somebody):
    one = somebody()
    one.get_by_role("radio", name="Tic tac toe").first.click()
    one.get_by_role("radio", name="A friend").click()
    one.get_by_role("checkbox", name="Casual").check()
    one.get_by_role("button", name="Start the game").click()
    link = one.get_by_role("textbox", name="Link for player 2").input_value()
    for page in (one, somebody(link)):
        think_aloud(page)
        expect(page.get_by_text("stopped: the time is up")).to_be_visible()


def test_the_course_of_a_whole_game_and_its_mistakes(somebody, game):
    moves = ["b2", "a1", "c3", "b1", "c1", "a3", "a2", "c2", "b3"]
    page = in_game(somebody(), game, "tic_tac_toe", "human", "engine", moves=moves)
    page.get_by_role("button", name="Analyse the whole game").click()
    expect(page.get_by_role("img", name="Course of the value over the game")).to_be_visible()
    expect(page.get_by_role("button", name="Analyse the whole game")).to_have_count(0)
    expect(page.get_by_role("progressbar")).to_have_count(0)
    expect(page.get_by_role("button", name="b3?", exact=True)).to_be_visible()
    totals = page.get_by_role("table", name="Mistakes of each player")
    expect(totals.get_by_role("row", name="You")).to_have_text(re.compile(r"You\s*0\s*1\s*4"))
    expect(totals.get_by_role("row", name="Tree search")).to_have_text(re.compile(r"0\s*0\s*4"))
    expect(page.get_by_title("Look at b1")).to_have_count(1)  # better than c3

    page.get_by_role("button", name="Try again instead of c3").click()
    task = page.get_by_role("status").filter(has_text="Find a better move than c3.")
    expect(task).to_be_visible()
    expect(place(page, "c3")).to_have_accessible_name(re.compile("empty"))
    expect(page.locator("[data-mark]")).to_have_count(0)  # nothing gives it away
    place(page, "c2").click()
    verdict = page.get_by_role("status").filter(has_text="c2 is no better: it is worth")
    verdict.get_by_role("button", name="Again").click()
    place(page, "b1").click()
    verdict = page.get_by_role("status").filter(has_text="b1 is the best move.")
    verdict.get_by_role("button", name="Back to the game").click()
    expect(place(page, "c3")).to_have_accessible_name(re.compile("X"))
    page.keyboard.press("Home")
    expect(page.get_by_text("Position after 0 of 9 moves")).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(place(page, "b2")).to_have_accessible_name(re.compile("X, last move"))


def test_two_people_at_one_screen_are_helped_when_they_ask(somebody):
    page = somebody()
    page.get_by_role("radio", name="Tic tac toe").first.click()
    page.get_by_role("radio", name="Same screen").click()
    page.get_by_role("button", name="Start the game").click()
    place(page, "a1").click()
    expect(page.get_by_text("Player 2 to move")).to_be_visible()
    place(page, "b2").click()
    expect(place(page, "b2")).to_have_accessible_name(re.compile("O, last move"))
    expect(page.locator("[data-mark]")).to_have_count(0)
    page.get_by_role("switch", name="Show the thinking").click()
    expect(page.locator("[data-mark]").first).to_be_visible()


def test_leafing_through_a_long_game(somebody, game):
    moves = list("2577713147446472141745615326")
    page = in_game(somebody(), game, "connect_four", "human", "engine", moves=moves)
    think_aloud(page)
    expect(page.locator("[data-mark]").first).to_be_visible()
    for _ in range(2):
        for key, count in (("Home", 0), ("End", 28)):
            page.keyboard.press(key)
            expect(page.locator("svg.board .piece.disc")).to_have_count(count)
        for key in ["ArrowLeft"] * 28 + ["ArrowRight"] * 28:
            page.keyboard.press(key)
    page.keyboard.press("Home")
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    expect(page.locator("svg.board .piece.disc")).to_have_count(5)
    expect(page.locator("[data-mark]").first).to_be_visible()


def test_a_game_without_a_view(somebody, game, server):
    page = in_game(somebody(), game, "TwentyOne", "human", "engine")
    buttons = page.get_by_role("region", name="Moves by name").get_by_role("button")
    for count in range(0, 21, 4):
        expect(page.get_by_label("Position", exact=True)).to_have_text(f"({count}, 0)")
        expect(buttons.first).to_be_enabled()
        if count < 20:
            buttons.nth(2).click()
    buttons.first.click()
    expect(page.get_by_role("complementary").get_by_text("You win").first).to_be_visible()
    assert record_of(page, server) == ["3", "1"] * 5 + ["1"]


@pytest.mark.parametrize("way", ["clicks", "drag", "keys"])
def test_a_move_of_two_clicks(somebody, game, server, way):
    page = in_game(somebody(), game, "Walk", "human", "engine")
    expect(place(page, "a1")).to_have_accessible_name(re.compile("can move"))
    if way == "drag":
        place(page, "a1").drag_to(place(page, "b1"))
    elif way == "keys":
        place(page, "a1").focus()
        for key in ("Enter", "Escape", "Enter", "ArrowRight", "Enter"):
            page.keyboard.press(key)
    else:
        place(page, "a1").click()
        expect(place(page, "b1")).to_have_accessible_name(re.compile("can go here"))
        place(page, "b1").click()
    expect(place(page, "b2")).to_have_accessible_name(re.compile("last move"))
    assert record_of(page, server) == ["a1b1", "a2b2"]


def test_a_phone_starts_the_game_that_is_tapped(somebody):
    page = somebody(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page.get_by_role("radio", name="Kalah").tap()
    start = page.get_by_role("button", name="Start the game")
    expect(page.locator(".chosen")).to_be_in_viewport()
    expect(page.locator(".chosen")).to_have_text("kalah")
    expect(start).to_be_in_viewport()
    page.get_by_role("button", name="Options").tap()
    expect(page.get_by_role("radio", name="Same screen")).to_be_in_viewport()
    page.get_by_text("Rules", exact=True).tap()
    expect(page.get_by_text("sow them one by one into the next pits")).to_be_visible()
    start.tap()
    expect(page.get_by_role("heading", name="kalah", exact=True)).to_be_visible()
    page.get_by_role("button", name="How to play").tap()
    expect(page.get_by_role("dialog").get_by_text("sow them one by one")).to_be_visible()


@pytest.mark.parametrize("width", [390, 1280])
def test_nothing_goes_over_its_edge(somebody, game, width):
    page = somebody(viewport={"width": width, "height": 800})
    expect(page.get_by_role("radio", name="Sprawl")).to_be_visible()
    assert page.evaluate(OVERFLOWING) == []
    in_game(page, game, "Sprawl", "human", "human")
    expect(page.get_by_label("Position", exact=True)).to_have_text(re.compile("^left: 5\nturn: 0"))
    assert page.evaluate(OVERFLOWING) == []
    expect(page.get_by_role("complementary").get_by_role("heading").first).to_be_in_viewport()
    in_game(page, game, "Sprawl", "human", "engine")
    for name, text in (("Explore", "Beginning"), ("Classroom", "Selection")):
        page.get_by_role("link", name=name).click()
        expect(page.get_by_text(text).first).to_be_visible()
        assert page.evaluate(OVERFLOWING) == []


def test_moves_that_are_coordinates_are_clicks(somebody, game, server):
    page = in_game(somebody(), game, "Triangle", "human", "engine")
    expect(page.get_by_role("region", name="Moves by name")).to_have_count(0)
    for own, answer in (("0,0", "-2,0"), ("1,-1", "-2,1")):
        place(page, own).click()
        expect(place(page, answer)).to_have_accessible_name(re.compile("last move"))
    place(page, "2,-2").click()
    expect(place(page, "2,-2")).to_have_accessible_name(re.compile("won the game"))
    expect(page.locator("svg.board .won")).to_have_count(3)
    assert record_of(page, server)[::2] == ["(0, 0)", "(1, -1)", "(2, -2)"]


def test_moves_of_many_parts_are_chosen_part_by_part(somebody, game, server):
    page = in_game(somebody(), game, "Digits", "human")
    buttons = page.get_by_role("region", name="Moves by name").get_by_role("button")
    expect(buttons).to_have_text(["0", "1", "2"])
    for level, part in enumerate(("2", "0", "7"), start=1):
        group = page.get_by_role("group", name=f"Part {level} of the move")
        group.get_by_role("button", name=part, exact=True).click()
    expect(page.get_by_role("complementary").get_by_text("(2, 0, 7)")).to_be_visible()
    assert record_of(page, server) == ["(2, 0, 7)"]


def test_a_player_who_has_left_loses_by_a_claim(somebody, tmp_path):
    with thinking_server(tmp_path, games=("tic_tac_toe",), script="serve_impatient.py") as server:
        seats = [{"kind": "human"}, {"kind": "human"}]
        answer = server.post("/api/games", {"game": "tic_tac_toe", "seats": seats})
        links = [f"{server.address}#/g/{answer['id']}/{each}" for each in answer["tokens"]]
        one, two = somebody(links[0], anew=True), somebody(links[1], anew=True)
        place(one, "a1").click()
        place(two, "b2").click()
        expect(place(one, "b2")).to_have_accessible_name(re.compile("last move"))
        expect(two.get_by_role("button", name="Claim")).to_have_count(0)
        one.close()
        expect(two.get_by_role("alert")).to_have_text(re.compile("Player 1 has left"))
        two.get_by_role("button", name="Claim the win").click()
        expect(two.get_by_text("Player 1 has left").first).to_be_visible()
        expect(two.get_by_role("button", name="Rematch")).to_be_visible()


def test_a_phone(somebody, game, server):
    page = somebody(viewport={"width": 360, "height": 640}, has_touch=True, is_mobile=True)
    for screen in ("", game("connect_four", "human", "engine")[0]):
        page.goto(screen)
        expect(page.get_by_role("button", name="theme")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
    place(page, "4").tap()
    expect(place(page, "1")).to_have_accessible_name(re.compile("last move"))
    assert record_of(page, server) == ["4", "1"]
    box = page.locator("svg.board").bounding_box()
    assert box["width"] > 320
    assert box["y"] + box["height"] < 640


def test_a_game_with_its_own_size_clock_and_level(somebody):
    page = somebody()
    page.get_by_role("radio", name="Connect four").click()
    page.get_by_text("Rules").click()
    page.get_by_role("spinbutton", name="width").fill("5")
    page.get_by_role("radio", name="Second").click()
    page.get_by_role("radio", name="3 + 2").click()
    page.get_by_role("slider", name="Strength").press("Home")
    expect(page.get_by_text("10 simulations")).to_be_visible()
    page.get_by_role("button", name="Start the game").click()
    expect(place(page, "1")).to_have_accessible_name(re.compile("last move"))
    expect(page.locator("[data-zone]")).to_have_count(5)
    expect(page.get_by_role("timer").first).to_have_text("3:00")
    page.get_by_role("button", name="10 simulations").click()
    page.get_by_role("slider").press("End")
    expect(page.get_by_role("button", name="100k simulations")).to_be_visible()


def test_a_game_for_as_many_as_somebody_says(somebody, server):
    page = somebody()
    page.get_by_role("radio", name="Chinese checkers 3 players").click()
    for seat in (1, 2, 3):
        expect(page.get_by_role("combobox", name=f"Player {seat}")).to_be_visible()
    page.get_by_text("Rules").click()
    page.get_by_role("spinbutton", name="players").fill("2")
    page.get_by_role("radio", name="Same screen").click()
    page.get_by_role("button", name="Start the game").click()
    place(page, "a3").click()
    place(page, "d4").click()
    expect(place(page, "d4")).to_have_accessible_name(re.compile("Player 1, last move"))


def test_what_somebody_has_chosen_is_kept(somebody):
    page = somebody(scheme="dark")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.get_by_role("button", name="Light theme").click()
    page.get_by_role("button", name="Sound").click()
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    expect(page.get_by_role("button", name="Sound")).to_have_attribute("aria-pressed", "true")


def test_refusals_are_shown(somebody, game):
    page = somebody()
    page.get_by_role("radio", name="Other").click()
    page.get_by_role("textbox", name="Clock").fill("soon")
    page.get_by_role("button", name="Start the game").click()
    expect(page.get_by_role("alert")).to_contain_text("A time control is seconds")
    page.goto("#/g/AAAAAAAAAAAA")
    expect(page.get_by_text("There is no such game here")).to_be_visible()
    in_game(page, game, "tic_tac_toe", "human", "engine", moves=["b2", "a1"], clock="60+1")
    expect(page.get_by_role("timer").first).to_have_text("1:00")


def test_nothing_serious_is_in_the_way_of_anybody(somebody, game):
    page = somebody(scheme="dark", motion="reduce")
    expect(page.get_by_role("radio", name="Connect four")).to_be_visible()
    found = serious_faults(page)
    for name, moves in (("connect_four", ["4", "4"]), ("othello", []), ("TwentyOne", [])):
        in_game(page, game, name, "human", "engine", moves=moves)
        if name == "connect_four":
            think_aloud(page)
        expect(page.get_by_text("stopped: the time is up")).to_be_visible()
        found += serious_faults(page)
    page.get_by_role("button", name="Share").click()
    found += serious_faults(page)
    assert found == []


def test_nothing_moves_where_somebody_wants_no_motion(somebody, game):
    page = somebody(motion="reduce")
    in_game(page, game, "connect_four", "human", "engine")
    place(page, "4").click()
    expect(place(page, "1")).to_have_accessible_name(re.compile("last move"))
    sleep(0.05)
    assert page.evaluate("document.getAnimations().length") == 0
