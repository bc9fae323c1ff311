"""Engines that play the first legal move and think what a test can foresee."""

import asyncio
from types import SimpleNamespace

from found_puzzles import found
from walked_trees import walked

from gametree.naming.named_moves import play_all
from gametree.record import Record
from gametree.setting_up.beginnings import begun_game

FRAME = 0.04
PREPARING = 2.0
"""Seconds that nim takes to be got ready."""


class ThinkingPool:
    """The n-th legal move has 1/2^n of the visits; the first is the best, the last is lost."""

    async def start(self): ...

    async def close(self): ...

    def submit(self, query, listener, *, client):
        if query.kind == "prepare":
            return None
        if query.kind in ("explore", "trace"):
            return walked(query, listener)
        if query.kind == "puzzles":
            task = asyncio.ensure_future(_tell(found(query), listener, 0.0))
            return SimpleNamespace(cancel=task.cancel, state="searching")
        record = Record(*begun_game(query.game, dict(query.parameters)))
        play_all(record, query.moves)
        names = [record.game.action_to_text(record.state, each) for each in record.legal_actions()]
        if query.kind == "choose":
            answers = [{"id": query.id, "move": names[0], "statistics": {"value": 0.0}}]
        elif query.forced is not None:
            best = {"move": names[0], "value": 0.5, "winrate": 0.75}
            refutation = [each for each in names if each != query.forced][:2]
            forced = {"move": query.forced, "value": -0.25, "winrate": 0.375, "visits": 100}
            forced |= {"refutation": refutation, "best": best}
            answers = [{"id": query.id, "isDuringSearch": False, "forced": forced}]
        else:
            answers = [
                _report(query.id, names, record.player, frame, last=frame == 3)
                for frame in range(1, 4)
            ]
        slow = query.game == "nim" and query.kind == "analyse"
        task = asyncio.ensure_future(_tell(answers, listener, PREPARING if slow else 0.0))
        return SimpleNamespace(cancel=task.cancel, state="preparing" if slow else "searching")


async def _tell(answers, listener, first):
    await asyncio.sleep(first)
    for each in answers:
        await asyncio.sleep(FRAME)
        listener(each)


def _report(query_id, names, player, frame, *, last):
    infos = []
    for order, name in enumerate(names):
        rate = max(0.05, 0.75 - 0.1 * order)
        lost = last and order == len(names) - 1 > 0
        infos.append(
            {
                "move": name,
                "visits": max(1, 400 * frame >> order),
                "value": 2 * rate - 1,
                "winrate": rate,
                "lcb": rate - 0.05,
                "ucb": rate + 0.05,
                "prior": None,
                "order": order,
                "pv": [name, *[each for each in names if each != name][:3]],
                "proven": "loss" if lost else None,
            }
        )
    return {
        "id": query_id,
        "isDuringSearch": not last,
        "moveInfos": infos,
        "rootInfo": {
            "visits": sum(each["visits"] for each in infos),
            "value": 0.5,
            "winrate": 0.75,
            "currentPlayer": player,
            "proven": None,
            "seconds": FRAME * frame,
            "stopReason": "the time is up" if last else None,
        },
    }
