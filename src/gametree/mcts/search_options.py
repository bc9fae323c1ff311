"""The options of a search in names and numbers, as descriptions and the command line give them."""

from __future__ import annotations

from dataclasses import make_dataclass
from typing import TYPE_CHECKING, Annotated, Any

from plainpython.compilable import Compilable

from . import strategies as _strategies  # noqa: F401  # registers them
from .backup.backup import BACKUPS
from .evaluation.evaluation import EVALUATIONS, EVALUATIONS_AROUND
from .evaluation.playout_policy import PLAYOUT_POLICIES
from .registry import Option
from .selection.chance_nodes import CHANCE_NODES
from .selection.rule import SELECTION_RULES
from .selection.rule_kinds import RULES_AROUND

__all__ = ["OPTIONS", "SearchOptions"]

_NAMED = (SELECTION_RULES, EVALUATIONS, PLAYOUT_POLICIES, BACKUPS)

OPTIONS = (
    *SELECTION_RULES.options(),
    *RULES_AROUND.options(),
    *EVALUATIONS.options(),
    *EVALUATIONS_AROUND.options(),
    *PLAYOUT_POLICIES.options(),
    Option("max_plies", int, "Cut playouts off after so many moves."),
    *BACKUPS.options(),
    Option(
        "expand_after", int, "How many visits a position needs for a node of its own; 1 by default."
    ),
    Option(
        "final_move",
        str,
        "Which move is the best: by visits (the default), value, visits_then_value, lower_bound, "
        "secure, or best_line (the default of puzzles).",
    ),
    Option("solver", bool, "Keep what is proven; stop when it is proven which move is best."),
    Option("transpositions", bool, "Lines that meet share a node."),
    *CHANCE_NODES.options(),
)
"""Each option once. Those of strategies come from the registrations of the strategies."""


def _field(option: Option) -> tuple[str, Any, Any]:
    """Return an option as a field: its name, its type with its sentence, its default."""
    if option.kind is bool:
        return option.name, Annotated[bool, option.sentence], False
    takes_object = option.name in {each.option for each in _NAMED}
    kind = str | Compilable | None if takes_object else option.kind | None
    return option.name, Annotated[kind, option.sentence], None


if TYPE_CHECKING:

    class SearchOptions:
        """How a search searches: a keyword for each of `OPTIONS`."""

        def __init__(self, **options: Any) -> None: ...
        def __getattr__(self, name: str) -> Any: ...

else:
    SearchOptions = make_dataclass(
        "SearchOptions",
        map(_field, OPTIONS),
        frozen=True,
        kw_only=True,
        namespace={
            "__doc__": "How a search searches: a keyword for each of `OPTIONS`.",
            "__module__": __name__,
        },
    )
