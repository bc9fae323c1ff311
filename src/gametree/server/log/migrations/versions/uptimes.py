"""Tables for clocks across restarts: uptimes of servers, and the games whose clocks run."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

__all__ = ["down_revision", "downgrade", "revision", "upgrade"]

revision = "uptimes"
down_revision = "first_tables"


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "uptimes",
        sa.Column("server", sa.String(32), primary_key=True),
        sa.Column("began", sa.Float, nullable=False),
        sa.Column("seen", sa.Float, nullable=False),
    )
    op.create_table(
        "running_clocks",
        sa.Column("game_id", sa.String(32), sa.ForeignKey("games.id"), primary_key=True),
    )


def downgrade() -> None:
    """Drop them."""
    for table in ("running_clocks", "uptimes"):
        op.drop_table(table)
