"""A socket that is cut at every event: who comes back has heard each event once."""

from __future__ import annotations

import pytest

from .live import HUMAN, Client

LINE = (4, 0, 1, 7, 2, 6)  # of the cells, in the order of the first moves


class Cut:
    """A player whose socket is cut after each message that he sends, or each event he hears."""

    def __init__(self, table, game_id, token):
        self.table, self.game_id, self.token = table, game_id, token
        self.heard = []  # numbers of events, in order
        self.seq = 0

    async def with_socket(self, work):
        """Come back, hear what was missed, do something, and be cut off."""
        async with self.table.connected(self.game_id) as client:
            await client.send("hello", tokens=[self.token], since=self.seq)
            client.room = await client.until("room")
            self.heard += [each["seq"] for each in client.room["missed"]]
            if not self.seq:
                self.heard = list(range(1, client.room["seq"] + 1))
            self.seq = client.room["seq"]
            await work(client)
            client.socket.transport.abort()

    def hear(self, message):
        if message["type"] == "event" and message["seq"] > self.seq:
            self.heard.append(message["seq"])
            self.seq = message["seq"]


@pytest.mark.parametrize("waits", [True, False], ids=["after the answer", "before it"])
def test_each_event_is_heard_once(table, waits):
    async def scenario():
        game_id, tokens = await table.new_game(HUMAN, HUMAN)
        players = [Cut(table, game_id, token) for token in tokens]
        names = []

        async def look(client):
            names[:] = client.room["position"]["moves"]

        await players[0].with_socket(look)
        for ply, number in enumerate(LINE):

            async def play(client: Client, ply=ply, name=names[number]):
                player = players[ply % 2]
                await client.send("play", move=name, ply=ply)
                while waits:
                    message = await client.next()
                    player.hear(message)
                    if message["type"] == "event" and message["event"]["what"] == "move":
                        return

            await players[ply % 2].with_socket(play)
            made = 0
            while made <= ply:  # what was sent before the cut may come a moment later
                async with table.seated(game_id) as watcher:
                    made = watcher.room["position"]["ply"]

        async with table.seated(game_id) as watcher:
            room = watcher.room
            assert [each["move"] for each in room["moves"]] == [names[each] for each in LINE]

        async def nothing(client):
            assert client.room["seq"] == room["seq"]

        for player in players:
            await player.with_socket(nothing)
            assert player.heard == list(range(1, room["seq"] + 1))

    table.run(scenario())
