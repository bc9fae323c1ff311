"""Two people and a bot play Hearts, two people Goofspiel: each hears what they may know."""

import json
import re
import sqlite3

import pytest

from .conftest import PATIENCE, thinking_server
from .scans import serious_faults

pytest.importorskip("playwright.sync_api", reason="playwright is missing: pip install -e '.[dev]'")
from playwright.sync_api import expect

_CARD = re.compile(r"\b([2-9TJQKA])([cdhs])\b|\b(10|[2-9JQKA])([♣♦♥♠])")
_SIGNS = dict(zip("♣♦♥♠", "cdhs", strict=True))


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    folder = tmp_path_factory.mktemp("hidden")
    with thinking_server(folder, games=("hearts", "goofspiel")) as server:
        server.database = folder / "games.sqlite"
        yield server


class Person:
    """Somebody with a browser of their own, who keeps all that it receives."""

    def __init__(self, chromium, table, game_id, token, **device):
        self.received, self.bodies, self.faults = [], [], []
        self.context = chromium.new_context(base_url=table.address, **device)
        self.page = page = self.context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("websocket", self._listen)
        page.on("response", self._read)
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.goto(f"#/g/{game_id}/{token}")
        expect(page.get_by_role("group", name="Board of")).to_be_visible()

    def _listen(self, socket):
        socket.on("framereceived", lambda text: self.received.append(json.loads(text)))

    def _read(self, answer):
        if "/api/games" in answer.url:
            self.bodies.append(answer.text())

    @property
    def over(self):
        return self.page.get_by_role("link", name="New game").count() > 1

    def move(self, *, by_keyboard):
        """Play the first card that may be played, if it is their turn; return whether it was."""
        cards = self.page.locator("g.zone.can")
        if cards.count() == 0:
            return False
        name = cards.first.get_attribute("data-zone")
        card = self.page.locator(f'g.zone.can[data-zone="{name}"]')
        if by_keyboard:
            card.focus()
            self.page.keyboard.press("Enter")
        else:
            box = card.bounding_box()
            card.click(position={"x": box["width"] * 0.12, "y": box["height"] * 0.4})
        expect(card).to_have_count(0)
        return True


@pytest.fixture
def people(chromium, table):
    """Return a function that seats two people at a new game, and returns its id and them."""
    seated = []

    def sit(name, *seats, **parameters):
        kinds = [{"kind": each} for each in seats]
        wish = {"game": name, "seats": kinds, "parameters": parameters}
        started = table.post("/api/games", wish)
        phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
        for token, device in zip(started["tokens"][:2], ({}, phone), strict=True):
            seated.append(Person(chromium, table, started["id"], token, **device))
        return started["id"], *seated

    yield sit
    for each in seated:
        each.context.close()
    assert [each.faults for each in seated] == [[], []]


def play(one, two):
    """Let both play until the game is over."""
    for _ in range(2000):
        if one.over and two.over:
            return
        if not (one.move(by_keyboard=False) or two.move(by_keyboard=True)):
            one.page.wait_for_timeout(15)
    raise AssertionError("the game does not end")


def truth_of(table, game_id):
    """Return the moves in the log: who made each, and its name."""
    with sqlite3.connect(table.database) as log:
        rows = log.execute(
            "select payload from events where game_id = ? and kind = 'move' order by seq",
            (game_id,),
        ).fetchall()
    events = [json.loads(payload) for (payload,) in rows]
    return [(each["player"], each["move"]) for each in events]


def texts_in(told):
    """Yield all texts in a message."""
    if isinstance(told, str):
        yield told
    elif isinstance(told, dict):
        for name, each in told.items():
            yield name
            yield from texts_in(each)
    elif isinstance(told, list):
        for each in told:
            yield from texts_in(each)


def cards_in(told):
    """Return all cards that a message names: as Qs, as Q♠, and suit by suit as in a hand."""
    found = set()
    for text in texts_in(told):
        for rank, suit, face, sign in _CARD.findall(text):
            found.add(rank + suit if rank else face.replace("10", "T") + _SIGNS[sign])
        for suit, ranks in re.findall(r"\b([cdhs])((?: [2-9TJQKA])+)\b", text):
            found |= {rank + suit for rank in ranks.split()}
    return found


def test_two_people_and_two_bots_play_hearts(table, people):
    game_id, *both = people("hearts", "human", "human", "engine", "engine")
    assert serious_faults(both[1].page) == []
    assert "cards face down" in both[0].page.get_by_role("group", name="Board of").inner_html()
    play(*both)
    truth = truth_of(table, game_id)
    deal, plays = truth[:52], [move for player, move in truth[52:] if player >= 0]
    assert len(plays) == 52
    for seat, person in enumerate(both):
        own = {move for number, (_, move) in enumerate(deal) if number % 4 == seat}
        played, seen = 0, set()
        for told in person.received:
            changed = told.get("room", told)
            listed = [each for each in changed.get("moves", []) if each["player"] >= 0]
            played = max(played + ("added" in told.get("event", {})), len(listed))
            if changed.get("over"):
                break
            cards = cards_in(told)
            assert cards <= own | set(plays[:played]), (seat, played, told)
            seen |= cards
        else:
            raise AssertionError("nobody heard of the end")
        assert len(seen) > 45  # the check reads what people read
        assert person.bodies == []


def test_two_people_play_goofspiel(table, people):
    game_id, *both = people("goofspiel", "human", "human", cards="7")
    play(*both)
    truth = truth_of(table, game_id)
    assert len(truth) == 12
    for seat, person in enumerate(both):
        checked = 0
        for told in person.received:
            changed = told.get("room", told)
            if changed.get("over"):
                break
            position = changed.get("position")
            if position is None:
                continue
            rounds = position["ply"] // 2
            mine = {move for player, move in truth[: 2 * rounds + 2] if player == seat}
            assert position["chosen"] is None or position["chosen"] in mine
            theirs = [move for player, move in truth[: 2 * rounds] if player != seat]
            shown = hand_of(position, f"player {2 - seat}")
            assert shown == {str(card) for card in range(1, 8)} - set(theirs)
            for each in changed.get("moves", []):
                assert (each["player"], each["move"]) in truth[: 2 * rounds]
            checked += 1
        assert checked > 10


def hand_of(position, title):
    """Return the cards that lie face up in a hand, by its title."""
    cells = position["view"]["cells"]
    return {cell["piece"]["text"] for cell in cells if cell["label"].startswith(f"{title},")}
