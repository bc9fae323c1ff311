"""Run by Alembic: migrates the database behind the connection that the event log hands over."""

from __future__ import annotations

from alembic import context

__all__: list[str] = []

context.configure(connection=context.config.attributes["connection"])
with context.begin_transaction():
    context.run_migrations()
