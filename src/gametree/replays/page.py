"""Pages that replay: data, a script and a style in one file that loads nothing."""

from __future__ import annotations

import base64
import hashlib
import json
from html import escape
from pathlib import Path
from typing import Any

from ..drawing.html_parts import STYLE
from ..drawing.style import PICTURES, palette

__all__ = ["replay_page"]

_PLAYER = Path(__file__).with_name("player")


def replay_page(title: str, kind: str, data: dict[str, Any]) -> str:
    """Return a page that replays what `data` holds.

    The page's own policy lets nothing run but the script that is in it, and nothing be loaded.

    Args:
        title: of the page.
        kind: "game" or "search", which names the script.
        data: what that script shows.

    """
    script = "".join(_player(name) for name in ("common.js", f"{kind}.js"))
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    policy = (
        f"default-src 'none'; script-src 'sha256-{digest}'; style-src 'unsafe-inline'; "
        "img-src blob:; base-uri 'none'; form-action 'none'"
    )
    # What a picture that is saved takes along.
    report = {"title": title, "style": palette(".picture") + PICTURES, **data}
    # No text of a user's ends the element that holds the data.
    held = json.dumps(report, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    held = held.replace("<", "\\u003c")
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{STYLE}{_player('player.css')}</style></head>\n"
        f"<body><main><h1>{escape(title)}</h1>\n{_player(f'{kind}.html')}</main>\n"
        f'<script type="application/json" id="data">{held}</script>\n'
        f"<script>{script}</script>\n</body></html>\n"
    )


def _player(name: str) -> str:
    return (_PLAYER / name).read_text(encoding="utf-8")
