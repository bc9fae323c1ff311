"""Tokens of seats: 128 random bits, of which only a hash is kept."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Iterable, Mapping

__all__ = ["hash_of", "new_game_id", "new_token", "seats_of"]


def new_token() -> str:
    """Return a token that nobody can guess."""
    return secrets.token_urlsafe(16)


def new_game_id() -> str:
    """Return the name of a new game: letters, digits, - and _."""
    return secrets.token_urlsafe(9)


def hash_of(token: str) -> bytes:
    """Return what is stored of a token."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).digest()


def seats_of(tokens: Iterable[str], hashes: Mapping[int, bytes]) -> list[int]:
    """Return the seats that some tokens open, in order, compared in constant time."""
    given = [hash_of(token) for token in tokens]
    return sorted(
        seat for seat, kept in hashes.items() if sum(hmac.compare_digest(kept, g) for g in given)
    )
