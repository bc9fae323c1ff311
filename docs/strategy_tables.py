"""Print the tables of strategies and options: `python docs/strategy_tables.py`.

The build inserts them in place of markers such as `<!-- table of options -->`. They follow the
registrations in the files of the strategies.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from gametree.mcts import strategies
from gametree.mcts.evaluation.playout_policy import PLAYOUT_POLICIES
from gametree.mcts.search_options import OPTIONS
from gametree.mcts.selection.chance_nodes import CHANCE_NODES
from gametree.mcts.selection.rule import SELECTION_RULES
from gametree.mcts.selection.rule_kinds import RULES_AROUND
from gametree.naming.parameters import describe_parameters

_MEMBERS = {
    "Backup": "",
    "Evaluation": "",
    "GuidedEvaluation": "",
    "LearningRule": " backup_around, listening_to",
    "PlannedRule": " plan, dropped",
    "PlayoutPolicy": "",
    "SelectionRule": "",
}
"""The base classes whose members the reference shows; all members where none are named."""


def options() -> str:
    """Return the table of the options of a search."""
    rows = [
        f"| `{each.name}{'=false' if each.kind is bool else ''}` | {each.sentence} |"
        for each in OPTIONS
    ]
    return "\n".join(["| parameter | meaning |", "|---|---|", *rows])


def named(entries: Mapping[str, Any]) -> str:
    """Return the table of some strategies with their names, classes and sentences."""
    rows = [
        f"| `{name}` | `{each.cls.__name__}({describe_parameters(each.cls)})` | {each.sentence} |"
        for name, each in entries.items()
    ]
    return "\n".join(["| name | class | what it does |", "|---|---|---|", *rows])


def reference() -> str:
    """Return the entries of the reference for the public classes of strategies."""
    lines = []
    for name in sorted(strategies.__all__):
        lines.append(f".. autoclass:: gametree.{name}")
        if name in _MEMBERS:
            lines.append(f"   :members:{_MEMBERS[name]}")
    return "\n".join(lines)


MARKED: dict[str, Callable[[], str]] = {
    "<!-- table of options -->": options,
    "<!-- table of selection rules -->": lambda: named(SELECTION_RULES.entries),
    "<!-- table of rules around others -->": lambda: named(RULES_AROUND.entries),
    "<!-- table of playout policies -->": lambda: named(PLAYOUT_POLICIES.entries),
    "<!-- table of chance nodes -->": lambda: named(CHANCE_NODES.entries),
    ".. bundled strategies": reference,
}
"""The markers on pages, and what takes their place."""


def inserted(text: str) -> str:
    """Return the text of a page with tables in place of markers."""
    for marker, table in MARKED.items():
        if marker in text:
            text = text.replace(marker, table())
    return text


if __name__ == "__main__":
    for marker, table in MARKED.items():
        print(f"{marker}\n{table()}\n")
