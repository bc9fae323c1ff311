"""Faults planted in ordinary games: which of them `gt.check` finds, and which a search survives.

    python benchmarks/planted_faults.py [--held-out] [--sound] [--only TEXT] [--seconds 20]

The games and faults are those of tests/doctor/planted_games: five games, eight faults in
each, planted in three ways. A fault is found if a finding names one of the methods that
it lies in. Beside that a textbook tree search (UCT, no checks at all) plays on each: it
survives silently if it gives a move, without an exception, within the time.
The sound games show false alarms: any finding at all on one of them.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import gametree as gt

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "tests" / "doctor"))

from planted_games import GAMES, HELD_OUT, Plant, plants_of  # noqa: E402
from planted_games.sound import sound_games  # noqa: E402

SIMULATIONS = 500
SEARCH_SECONDS = 10
LONGEST_PLAYOUT = 2000


class Node:
    """A position in the tree of the textbook search."""

    def __init__(self, game: gt.Game, state: Any) -> None:
        self.state = state
        actions = list(game.legal_actions(state))
        self.player = game.current_player(state) if actions else None
        self.untried = actions
        self.children: list[tuple[Any, Node]] = []
        self.visits = 0
        self.total = [0.0] * game.players

    def child(self) -> Node:
        if self.player == -1:
            return random.choice(self.children)[1]

        def score(child: Node) -> float:
            mean = child.total[self.player] / child.visits
            return mean + math.sqrt(2 * math.log(self.visits) / child.visits)

        return max((child for _, child in self.children), key=score)


def textbook_search(game: gt.Game, simulations: int) -> Any:
    """Return the move of plain UCT; it checks nothing."""
    root = Node(game, game.initial_state())
    for _ in range(simulations):
        node, path = root, [root]
        while not node.untried and node.children:
            node = node.child()
            path.append(node)
        if node.untried:
            action = node.untried.pop()
            child = Node(game, game.next_state(game.copy(node.state), action))
            node.children.append((action, child))
            path.append(child)
            node = child
        state = game.copy(node.state)
        for _ in range(LONGEST_PLAYOUT):
            actions = list(game.legal_actions(state))
            if not actions:
                break
            state = game.next_state(state, random.choice(actions))
        else:
            raise RuntimeError("a playout without an end")
        won = game.returns(state)
        for node in path:
            node.visits += 1
            for player in range(game.players):
                node.total[player] += won[player]
    return max(root.children, key=lambda child: child[1].visits)[0]


def survives(plant: Plant) -> bool:
    """Tell whether the textbook search gives a move as if nothing were wrong."""

    def late(number: int, frame: Any) -> None:
        raise TimeoutError

    random.seed(0)
    previous = signal.signal(signal.SIGALRM, late)
    signal.alarm(SEARCH_SECONDS)
    try:
        textbook_search(plant.game(), SIMULATIONS)
    except Exception:
        return False
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, previous)
    return True


def examined(plant: Plant, seconds: float, compiled: bool, searched: bool) -> dict[str, Any]:
    begun = time.perf_counter()
    report = gt.check(plant.game(), seconds=seconds, compiled=compiled)
    taken = time.perf_counter() - begun
    named = [finding.method for finding in report.findings]
    return {
        "plant": plant.name,
        "found": any(method in plant.methods for method in named),
        "first": bool(named) and named[0] in plant.methods,
        "fault": any(fault.method in plant.methods for fault in report.faults),
        "findings": [str(finding) for finding in report.findings],
        "seconds": round(taken, 2),
        "silent": searched and survives(plant),
    }


def chosen(plants: list[Plant], text: str) -> Iterator[Plant]:
    return (plant for plant in plants if text in plant.name)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--held-out", action="store_true", help="the faults held out instead")
    parser.add_argument("--sound", action="store_true", help="the sound games instead")
    parser.add_argument("--only", default="", help="those whose name contains this")
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--no-search", action="store_true", help="leave the textbook search out")
    parser.add_argument("--compiled", action="store_true", help="check the compiled rules as well")
    parser.add_argument("--json", type=Path, help="write all findings here")
    options = parser.parse_args()
    rows: list[dict[str, Any]] = []
    if options.sound:
        for name, game in sound_games():
            if options.only in name:
                report = gt.check(game, seconds=options.seconds, compiled=options.compiled)
                alarms = [str(finding) for finding in report.findings]
                rows.append({"game": name, "alarms": alarms, "games": report.games})
                print(f"{'FALSE ALARM' if alarms else 'sound':12} {name}", *alarms, flush=True)
        print(f"\n{sum(bool(row['alarms']) for row in rows)} of {len(rows)} sound games alarmed")
    else:
        modules = (HELD_OUT,) if options.held_out else GAMES
        for plant in chosen(plants_of(*modules), options.only):
            row = examined(plant, options.seconds, options.compiled, not options.no_search)
            rows.append(row)
            told = "found" if row["found"] else "MISSED"
            silent = "silent" if row["silent"] else ""
            print(f"{told:7} {silent:7} {row['seconds']:6.1f} s  {plant.name}", flush=True)
        count = len(rows)
        for key, title in (
            ("found", "found"),
            ("fault", "found as a fault, not as a warning"),
            ("first", "named by the first finding"),
            ("silent", "survived silently by a textbook search"),
        ):
            number = sum(row[key] for row in rows)
            print(f"{number} of {count} {title} ({number / max(1, count):.1%})")
    if options.json:
        options.json.write_text(json.dumps(rows, indent=1))


if __name__ == "__main__":
    main()
