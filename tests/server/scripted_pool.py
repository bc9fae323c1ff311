"""Engines that play the first legal move, in place of the processes that search."""

import asyncio

from gametree.naming.named_moves import play_all
from gametree.record import Record
from gametree.setting_up.beginnings import begun_game


class _Ticket:
    def __init__(self, pool, cancel):
        self._pool, self.cancel = pool, cancel

    @property
    def state(self):
        return self._pool.state


class ScriptedPool:
    """Answers at once: to choose with the first move, to analyse with one report that goes on.

    While `silent`, it does not answer, and its tickets are in the state `state`.
    """

    def __init__(self):
        self.cancelled = []
        self.queries = []
        self.prepared = []
        self.puzzles = []  # those that are found
        self.silent = False
        self.state = "searching"

    async def start(self): ...

    async def close(self): ...

    def submit(self, query, listener, *, client):
        if query.kind == "prepare":
            self.prepared.append((query.game, query.parameters))
            listener({"id": query.id, "isDuringSearch": False, "prepared": True})
            return None
        self.queries.append(query)
        timers = []
        if self.silent:
            self._last = listener, query
        else:
            timers.append(asyncio.get_running_loop().call_soon(listener, self._answer(query)))

        def cancel():
            for each in timers:
                each.cancel()
            self.cancelled.append(query)

        return _Ticket(self, cancel)

    def answer_last(self):
        """Answer the last query that came while the pool was silent."""
        listener, query = self._last
        listener(self._answer(query))

    def _answer(self, query):
        if query.kind == "puzzles":
            return puzzle_report(query, self.puzzles)
        record = Record(*begun_game(query.game, dict(query.parameters)))
        play_all(record, query.moves)
        if query.kind == "choose":
            move = record.game.action_to_text(record.state, record.legal_actions()[0])
            return {"id": query.id, "move": move, "statistics": {"value": 0.0}}
        return {"id": query.id, "isDuringSearch": query.forced is None, "moveInfos": []}


def puzzle_report(query, puzzles):
    """Return the last report of a search for puzzles, which has found these."""
    return {
        "id": query.id,
        "isDuringSearch": False,
        "rules": "rules-of-a-test",
        "beginner": {"elo": 1000.0, "deviation": 350.0, "scores": [], "games": 0, "seen": []},
        "puzzles": puzzles,
    }
