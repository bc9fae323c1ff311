"""The colours of pictures and pages, light and dark, and the style of pictures."""

from __future__ import annotations

__all__ = ["PICTURES", "palette"]

_LIGHT = (
    "--back:#fbfbf9;--text:#1d1d1b;--faint:#66665f;--rule:#dcdcd4;--won:#2a6fc9;--drawn:#9b9b93;"
    "--lost:#c9571f;--heat:42,111,201;--cold:201,87,31;"
    "--s0:#2f6fb3;--s1:#c46f14;--s2:#3a8f5c;--s3:#8e5bb5;--s4:#b8474f;--s5:#7b7b73"
)
_DARK = (
    "--back:#191a1c;--text:#e9e9e4;--faint:#a2a29a;--rule:#3a3b3e;--won:#6ea8f0;--drawn:#85857d;"
    "--lost:#ef8a55;--heat:90,150,235;--cold:235,125,70;"
    "--s0:#6ea8f0;--s1:#e59a3f;--s2:#62b981;--s3:#b48ddb;--s4:#e27a80;--s5:#97978f"
)


def palette(element: str) -> str:
    """Return the colours as CSS, for an element and what is in it."""
    return (
        f"{element}{{color-scheme:light dark;{_LIGHT}}}"
        f"@media (prefers-color-scheme: dark){{{element}{{{_DARK}}}}}"
    )


_SERIES = (
    ("accent", "won"),
    ("won", "won"),
    ("drawn", "drawn"),
    ("lost", "lost"),
    *((f"s{number}", f"s{number}") for number in range(6)),
)

PICTURES = ".picture{display:block;font-size:13px}" + "".join(
    ",".join(f".picture {each}" for each in names.split(",")) + f"{{{how}}}"
    for names, how in (
        ("text", "fill:var(--text)"),
        ("text.faint", "fill:var(--faint)"),
        (".back", "fill:var(--back)"),
        (".grid", "stroke:var(--rule)"),
        (".mark", "stroke:var(--faint);stroke-dasharray:6 4"),
        (".line", "fill:none;stroke-width:2"),
        (".whisker", "stroke-width:3"),
        *((f".line.{name},.whisker.{name}", f"stroke:var(--{of})") for name, of in _SERIES),
        *(
            (f"circle.{name},polygon.{name},rect.{name}", f"fill:var(--{of})")
            for name, of in _SERIES
        ),
        (".band", "opacity:.18"),
        (".branch", "fill:none;stroke:var(--faint)"),
        (".branch.best", "stroke:var(--won)"),
        (".good", "fill:rgb(var(--heat))"),
        (".bad", "fill:rgb(var(--cold))"),
        (".even", "fill:var(--drawn)"),
    )
)
"""The style of every `Picture`, in the colours of `palette`."""
