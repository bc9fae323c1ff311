"""Rules for compiling gametree's own code, and the folders that compiled code is kept in.

The language (`plainpython`) compiles users' rules as Python means them. The search, the
networks and the rest that gametree brings along are trusted to be right, and faster without checks.
"""

from __future__ import annotations

from plainpython.libraries import Library, register

from .files.user_folders import cache_folders

__all__ = ["digest_of_sources"]

# No compiled code depends on these folders.
_NOT_COMPILED = ("analysis/", "cli/", "protocols/", "server/")


def digest_of_sources(excluded: tuple[str, ...] = _NOT_COMPILED) -> str:
    """Return a hash of the sources of gametree, but for the `excluded` folders, and plainpython."""
    from pathlib import Path

    import plainpython
    from plainpython.source_digest import source_digest

    own = source_digest(Path(__file__).resolve().parent, excluded)
    return f"{own} {source_digest(Path(plainpython.__file__).resolve().parent)}"


register(
    Library(
        package="gametree",
        # These loops are written as many small functions and must be one in machine code: where
        # LLVM chose what to inline, plain UCT ran at 0.7 of the speed.
        trusted=(
            "gametree.learn.",
            "gametree.networks.",
            "gametree.mcts.",
            "gametree.rules.",
            "gametree.primitives.rng",
            "gametree.numbers.elementary",
        ),
        # Adapters stand between the search and users' rules; code that finds features has
        # constants of all kinds.
        like_users=(
            "gametree.adapters.",
            "gametree.export.code_points",
            "gametree.networks.features",
            "gametree.primitives.dealing",
            "gametree.games.hidden.battleship",
            "gametree.games.hidden.love_letter",
            "gametree.games.hidden.phantom_board",
            "gametree.games.hidden.rock_sample",
        ),
        taking_names=("gametree.primitives.",),
        giving_floats=frozenset({"returns"}),
        instead_of_draws="list what can come up in chance_outcomes",
        missing_field=(
            "no node or edge has a field {name!r}",
            "a strategy names its own in node_fields and edge_fields",
        ),
        stand_ins="gametree.native",
        digest_of_sources=digest_of_sources,
        cache_folders=cache_folders,
    )
)
