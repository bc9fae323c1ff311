"""Parts of exported pages: the document, its scripts, the script of the worker."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from .toolchain import RUNTIME

__all__ = ["GLASS", "as_script_data", "document", "page_text", "script", "worker_script"]

GLASS = "built/glass.js"
"""The script that shows the tree of a search, built from web/."""

_PAGE = Path(__file__).parent / "page"
_MODULES = ("views.js", "clicks.js", "outcome.js", "board.js", "engine.js", "page.js")


def page_text(name: str) -> str:
    """Return the text of a file in the folder of the page."""
    return (_PAGE / name).read_text(encoding="utf-8")


def document(name: str, **parts: str) -> str:
    """Return a page from its template, with each part in the place of its name."""
    marks = r"\b(?:" + "|".join(parts) + r")\b"
    return re.sub(marks, lambda each: parts[each[0]], page_text(name))


def as_script_data(content: Any) -> str:
    """Return JSON that may be the text of an element `script`."""
    return json.dumps(content, separators=(",", ":")).replace("<", "\\u003c")


def script(begin: str) -> str:
    """Return the modules of the page as one, which ends with the file `begin`."""
    return _joined([page_text(name) for name in (*_MODULES, begin)])


def worker_script() -> str:
    """Return the script of the worker."""
    parts = [(RUNTIME / name).read_text(encoding="utf-8") for name in ("index.mjs", "worker.mjs")]
    text = _joined(parts).replace("import.meta.url", "self.location.href")
    # A page has no worker of Node, and waits for nothing at the top level of a script.
    return re.sub(r"^else \{.*?^\}\n", "", text, flags=re.MULTILINE | re.DOTALL)


def _joined(texts: Sequence[str]) -> str:
    """Return modules as one script, which imports and exports nothing."""
    text = re.sub(r"^import .*\n", "", "".join(texts), flags=re.MULTILINE)
    return re.sub(r"^export ", "", text, flags=re.MULTILINE)
