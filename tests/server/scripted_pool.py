"""Engines that play the first legal move, in place of the processes that search."""

import asyncio
from types import SimpleNamespace

from gametree.loading import load_game
from gametree.record import Record
from gametree.server.named_moves import play_all


class ScriptedPool:
    """Answers at once: to choose with the first move, to analyse with one report that goes on."""

    def __init__(self):
        self.cancelled = []
        self.queries = []

    async def start(self): ...

    async def close(self): ...

    def submit(self, query, listener, *, client):
        self.queries.append(query)
        loop = asyncio.get_running_loop()
        record = Record(load_game(query.game, dict(query.parameters)))
        play_all(record, query.moves)
        if query.kind == "choose":
            move = record.game.action_to_text(record.state, record.legal_actions()[0])
            answer = {"id": query.id, "move": move, "statistics": {"value": 0.0}}
        else:
            answer = {"id": query.id, "isDuringSearch": query.forced is None, "moveInfos": []}
        timer = loop.call_soon(listener, answer)

        def cancel():
            timer.cancel()
            self.cancelled.append(query)

        return SimpleNamespace(cancel=cancel)
