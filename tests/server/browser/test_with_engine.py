"""The page with a real engine: it plays, thinks in view and answers."""

import re

import pytest

from gametree import Record
from gametree.games import TicTacToe
from gametree.naming.named_moves import play_all

from ..subprocesses import served
from . import write_ups
from .conftest import HERE, record_of, think_aloud
from .scans import serious_faults

pytest.importorskip("playwright.sync_api", reason="playwright is missing: pip install -e '.[dev]'")
from playwright.sync_api import expect

expect.set_options(timeout=20_000)


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """A server that searches: tic-tac-toe, and a write-up's rules."""
    folder = tmp_path_factory.mktemp("engine")
    (folder / "nim.py").write_text(write_ups.NIM)
    games = ("tic_tac_toe", f"{folder}/nim.py")
    database = f"sqlite:///{folder / 'games.sqlite'}"
    with served(database, *games, script=HERE / "serve_seeded.py") as server:
        yield server


def test_a_whole_game_against_a_real_engine_by_mouse(somebody, server):
    page = somebody()
    page.get_by_role("slider", name="Strength").fill("8")
    expect(page.get_by_text("120 simulations")).to_be_visible()
    page.get_by_role("button", name="Start the game").click()
    panel = page.get_by_role("region", name="Thinking")
    page.locator('[data-zone="c1"]').click()
    # A game that was never compiled takes its time.
    expect(_turn(page)).to_be_attached(timeout=120_000)

    think_aloud(page)
    # The thinking is that of a search of this very position.
    expect(page.locator("[data-mark]").first).to_be_visible()
    expect(panel.get_by_text(re.compile(r"^\d.* visits"))).to_be_visible()
    expect(page.get_by_role("meter")).to_have_attribute("aria-valuenow", re.compile(r"^\d+$"))
    expect(panel.get_by_role("img", name=re.compile("between .* to .* %")).first).to_be_attached()
    asked = panel.get_by_role("button", name=re.compile("Why not")).last
    move = asked.get_attribute("aria-label").removeprefix("Why not ").removesuffix("?")
    asked.click()
    answer = page.get_by_role("status").filter(has_text=f"Why not {move}?")
    worth = re.compile(rf"{move} is (worth|what the search would play).*\d %")
    expect(answer).to_contain_text(worth, timeout=20_000)

    moves = record_of(page, server)
    while not _over(moves):
        page.locator('[data-zone][aria-label*="can move"]').first.click()
        moves = _after_the_answer(page, server, len(moves), _over)
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()
    assert moves[0] == "c1"


def test_a_write_ups_rules_are_won_against_a_real_engine(somebody, server):
    page = somebody()
    page.get_by_role("radio", name="Nim").first.click()
    page.get_by_role("slider", name="Strength").fill("3")
    page.get_by_role("button", name="Start the game").first.click()
    moves = []
    while sum(map(int, moves)) < 7:  # the engine has lost once four are left
        wanted = 3 if not moves else 4 - int(moves[-1])
        page.locator(f'[data-zone="{wanted}"]').first.click()
        moves = _after_the_answer(page, server, len(moves), lambda now: sum(map(int, now)) == 7)
    expect(page.get_by_role("complementary").get_by_text("You win").first).to_be_visible()
    assert moves[0] == "3"
    assert len(moves) == 3


def _after_the_answer(page, server, count, over):
    """Return the moves once there are two more, or the game is over."""
    for _ in range(6000):
        moves = record_of(page, server)
        if len(moves) >= count + 2 or over(moves):
            return moves
        page.wait_for_timeout(20)
    raise AssertionError("the engine does not move")


def _over(moves):
    record = Record(TicTacToe())
    play_all(record, moves)
    return record.over


def _turn(page):
    """What is said when the engine has moved."""
    return page.get_by_role("status").filter(has_text=re.compile(r"plays \w+\. Your turn\."))


def test_an_opponent_adapts_and_the_rating_is_shown(somebody, server):
    page = somebody()
    page.get_by_label("Opponent").select_option("Adapts to you")
    guess = page.get_by_text(
        re.compile(r"Your rating begins at \d+, a guess\. This browser keeps it\.")
    )
    expect(guess).to_be_visible()
    assert serious_faults(page) == []
    page.get_by_role("button", name="Start the game").click()
    moves = []
    while not _over(moves):
        page.locator('[data-zone][aria-label*="can move"]').first.click()
        moves = _after_the_answer(page, server, len(moves), _over)
    rated = re.compile(
        r"Your rating is \d+ \(give or take \d+\) after 1 game; you scored (0|50|100) % in the last"
    )
    expect(page.get_by_role("status").filter(has_text=rated)).to_be_visible()
    page.reload()  # the result counts once
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()
    page.get_by_role("link", name="gametree").first.click()
    page.get_by_label("Opponent").select_option("Adapts to you")
    expect(page.get_by_text(rated)).to_be_visible()


# b1 loses by force; a2 does not stop a3.
LOST = ["b2", "b1", "a1", "c3", "c1", "a2", "a3"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_review_shows_blunders_with_proof_and_plays_what_was_better(somebody, game, scheme):
    page = somebody(scheme=scheme, viewport={"width": 1200, "height": 640})
    page.goto(game("tic_tac_toe", "human", "human", moves=LOST)[0])
    page.get_by_role("button", name="Review the game").click()
    review = page.get_by_role("region", name="Review")
    expect(review.get_by_role("progressbar")).to_have_count(0, timeout=120_000)
    expect(review.get_by_role("img", name=re.compile("Expected result of"))).to_be_visible()
    review.get_by_role("button", name="2. b1??").click()
    expect(page.get_by_text("Position after 2 of 7 moves")).to_be_visible()
    reasons = review.get_by_role("list", name="Reasons")
    expect(reasons).to_contain_text("proof")
    assert serious_faults(page) == []
    better = reasons.get_by_role("button", name=re.compile("Better was"))
    cell = re.match(r"Better was (\w\d): \1 ", better.inner_text())[1]
    better.click()
    expect(page.locator(f'[data-zone="{cell}"]')).to_have_accessible_name(re.compile("O"))
    # However much the panel shows, what stands last in it can be reached.
    again = page.get_by_role("button", name="Rematch")
    review.get_by_role("table").hover()
    page.mouse.wheel(0, 2000)
    expect(again).to_be_in_viewport(ratio=1)
