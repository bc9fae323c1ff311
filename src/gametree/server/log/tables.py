"""The tables of the database: games, their events, tokens and clocks, and when servers were up."""

from __future__ import annotations

import sqlalchemy as sa

__all__ = ["events", "games", "metadata", "running_clocks", "seat_tokens", "uptimes"]

metadata = sa.MetaData()

games = sa.Table(
    "games",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("created", sa.Float, nullable=False),
)

# The primary key is what keeps two processes from writing one event twice.
events = sa.Table(
    "events",
    metadata,
    sa.Column("game_id", sa.String(32), sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("payload", sa.JSON, nullable=False),
    sa.Column("time", sa.Float, nullable=False),
)

seat_tokens = sa.Table(
    "seat_tokens",
    metadata,
    sa.Column("game_id", sa.String(32), sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("hash", sa.LargeBinary(32), nullable=False),
)

running_clocks = sa.Table(
    "running_clocks",
    metadata,
    sa.Column("game_id", sa.String(32), sa.ForeignKey("games.id"), primary_key=True),
)

# One row for each start of a server. `seen` is exact after an ordered end, and while a clock runs.
uptimes = sa.Table(
    "uptimes",
    metadata,
    sa.Column("server", sa.String(32), primary_key=True),
    sa.Column("began", sa.Float, nullable=False),
    sa.Column("seen", sa.Float, nullable=False),
)
