"""The built page: of the sources beside it, small, and of what a browser may load."""

import gzip
import hashlib
import re
from pathlib import Path

import pytest

from gametree.server.connections import http
from gametree.server.messages.schemas import typescript

WEB = Path(__file__).parents[2] / "web"
BUILT = [path for path in http.PAGE.rglob("*") if path.is_file()]
NAMED = (
    "index.html",
    "package.json",
    "package-lock.json",
    "tsconfig.json",
    "vite.config.js",
    "vite.exported.config.js",
    "svelte.config.js",
    "digest.js",
)


@pytest.mark.skipif(not WEB.is_dir(), reason="the sources of the page are in the checkout alone")
def test_the_page_is_built_of_the_sources_beside_it():
    sources = [WEB / name for name in NAMED]
    sources += [path for name in ("src", "public") for path in (WEB / name).rglob("*")]
    digest = hashlib.sha256()
    files = {path.relative_to(WEB).as_posix(): path for path in sources if path.is_file()}
    for name in sorted(files, key=str.encode):
        content = files[name].read_bytes()
        digest.update(f"{name}\0{len(content)}\0".encode() + content)
    written = (http.PAGE / "sources.sha256").read_text().strip()
    assert digest.hexdigest() == written, "the page is older than web/: run `make web`"


@pytest.mark.skipif(not WEB.is_dir(), reason="the sources of the page are in the checkout alone")
def test_the_types_of_the_page_are_those_of_the_server():
    assert (WEB / "src/protocol.ts").read_text(encoding="utf-8") == typescript(), "run `make web`"


def test_the_page_is_under_150_kb():
    assert sum(len(gzip.compress(path.read_bytes())) for path in BUILT) < 150_000


def test_the_page_loads_nothing_from_elsewhere():
    page = (http.PAGE / "index.html").read_text(encoding="utf-8")
    loaded = re.findall(r'(?:src|href)="([^"]*)"', page)
    assert len(loaded) >= 3
    assert all((http.PAGE / path).is_file() for path in loaded)
    assert re.findall(r"<script(?![^>]*\bsrc=)|<style|\bstyle=|\bon\w+=", page) == []
