"""Anything that clients may do at a table, in any order."""

from __future__ import annotations

import asyncio
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gametree.protocols.socket.client import Followed
from gametree.protocols.socket.forms import NAMES, form_named
from gametree.protocols.socket.table import WireTable


class Guest:
    """A client who follows the game, and what he has been told since he last spoke."""

    def __init__(self, form):
        self.game = Followed(form)
        self.number, self.told, self.reminded, self.dismissed = None, [], None, False

    def tell(self, message):
        assert not self.dismissed
        self.told.append(message)
        if message["type"] == "player":
            self.number = message["message"]
        elif message["type"] == "update":
            self.game.update(message)

    def remind(self, message):
        self.reminded = message

    def dismiss(self):
        assert self.game.winners is not None
        self.dismissed = True


# Who does it, and what: comes or goes, says something, or makes one of the legal moves.
SAID = st.one_of(
    st.text(max_size=20),
    st.recursive(
        st.none() | st.booleans() | st.integers(-2, 9) | st.text(max_size=5),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.sampled_from(["type", "message", "column", "row", "outer-row", "x"]), inner
            )
        ),
        max_leaves=8,
    ).map(json.dumps),
)
DONE = st.one_of(
    st.just("comes"), st.just("goes"), SAID.map(lambda line: ("says", line)),
    *[st.integers(0, 80).map(lambda place: ("moves", place))] * 4,
)  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
@settings(derandomize=True, deadline=None, max_examples=60)
@given(deeds=st.lists(st.tuples(st.integers(0, 2), DONE), max_size=60))
def test_whatever_clients_do_each_is_answered_and_all_see_the_same(name, deeds):
    asyncio.run(play(name, deeds))


async def play(name, deeds):
    form = form_named(name)
    table = WireTable(form)
    people = [None, None, None]
    for who, deed in deeds:
        guest = people[who]
        if deed == "comes" or guest is None:
            if guest is None:
                await come(table, form, people, who)
        elif deed == "goes":
            table.stand_up(guest)
            people[who] = None
        else:
            await speak(table, form, guest, *deed)
        people = [None if each is None or each.dismissed else each for each in people]
        here = [each for each in people if each is not None]
        assert len({each.number for each in here}) == len(here) <= 2
        if len(here) == 2:
            assert here[0].game.record.state == here[1].game.record.state


async def come(table, form, people, who):
    guest = Guest(form)
    if table.sit_down(guest) is None:
        assert sum(each is not None for each in people) == 2
        assert guest.told == []
    else:
        assert [each["type"] for each in guest.told[:2]] == ["player", "update"]
        people[who] = guest


async def speak(table, form, guest, kind, what):
    guest.told, guest.reminded = [], None
    record = guest.game.record
    turn = record.player == guest.number - 1
    if kind == "says":
        await table.hear(guest, what)
        assert [each["type"] for each in guest.told] == ["error"]
        assert guest.told[0]["message"] == what
        assert (guest.reminded is not None) == turn
        return
    legal = record.legal_actions()
    action = form.action_message(legal[what % len(legal)])
    known = len(record.actions)
    await table.hear(guest, json.dumps({"type": "action", "message": action}))
    if turn:
        assert [each["type"] for each in guest.told] == ["update"]
        assert guest.told[0]["last_action"]["action"] == action
        assert len(record.actions) > known
    else:
        assert guest.told == [{"type": "illegal", "message": action}]
        assert guest.reminded is None
