"""Bodies of requests that are larger than they may be are not read."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

__all__ = ["BodyLimit"]

Message = MutableMapping[str, Any]


class BodyLimit:
    """Refuses a body as soon as it is over the limit."""

    def __init__(self, app: Any, most: int) -> None:
        self._app, self._most = app, most

    async def __call__(
        self,
        scope: Message,
        receive: Callable[[], Awaitable[Message]],
        send: Callable[[Message], Awaitable[None]],
    ) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        chunks: list[bytes] = []
        size, more = 0, scope["method"] not in ("GET", "HEAD")
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                return
            chunks.append(message.get("body", b""))
            size += len(chunks[-1])
            more = message.get("more_body", False)
            if size > self._most:
                await self._refuse(send)
                return
        body: bytes | None = b"".join(chunks)

        async def reading() -> Message:
            nonlocal body
            if body is None:
                return await receive()
            told, body = body, None
            return {"type": "http.request", "body": told, "more_body": False}

        await self._app(scope, reading, send)

    async def _refuse(self, send: Callable[[Message], Awaitable[None]]) -> None:
        sentence = f"a request may hold {self._most} bytes"
        error = {"code": "too_large", "message": sentence, "field": None}
        headers = [(b"content-type", b"application/json"), (b"connection", b"close")]
        await send({"type": "http.response.start", "status": 413, "headers": headers})
        body = json.dumps({"error": error}).encode()
        await send({"type": "http.response.body", "body": body})
