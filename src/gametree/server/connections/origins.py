"""Checks of the Host and Origin of each request and each WebSocket.

A page of another site that a browser has open, or a name that an attacker points at this
machine, reaches nothing.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any
from urllib.parse import urlsplit

from ..settings import Settings

__all__ = ["Origins"]

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

_HEADERS = [
    (
        b"content-security-policy",
        b"default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
        b"img-src 'self' data: blob:; connect-src 'self'; object-src 'none'; base-uri 'none'; "
        b"frame-ancestors 'none'; form-action 'none'",
    ),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
]


class Origins:
    """Refuses requests of other hosts and origins; adds the headers that bind the page."""

    def __init__(self, app: Any, settings: Settings) -> None:
        self._app = app
        self._hosts = {each.lower() for each in settings.hosts}
        self._origins = {each.lower().rstrip("/") for each in settings.origins}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = {name.lower(): value.decode("latin-1") for name, value in scope["headers"]}
        fault = self._fault(headers.get(b"host", ""), headers.get(b"origin"))
        if fault is None:
            await self._app(scope, receive, _with_headers(send))
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008, "reason": fault[:100]})
        else:
            error = {"code": "wrong_site", "message": fault, "field": None}
            body = json.dumps({"error": error}).encode()
            kind = [(b"content-type", b"application/json"), *_HEADERS]
            await send({"type": "http.response.start", "status": 403, "headers": kind})
            await send({"type": "http.response.body", "body": body})

    def _fault(self, host: str, origin: str | None) -> str | None:
        name = _name_of(host)
        if "*" not in self._hosts and name not in self._hosts:
            return (
                f"this server does not go by the name {name!r}: start it with --allow-host {name}"
            )
        if origin is None or origin.lower() in self._origins:
            return None
        try:
            same = urlsplit(origin).netloc.lower() == host.lower()
        except ValueError:
            same = False
        if not same:
            return f"pages of {origin} may not use this server"
        return None


def _name_of(host: str) -> str:
    """Return a Host without its port."""
    if host.startswith("["):
        return host.partition("]")[0].lower() + "]"
    return host.partition(":")[0].lower()


def _with_headers(send: Send) -> Send:
    async def sending(message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message.get("headers", []), *_HEADERS]
        await send(message)

    return sending
