"""Connections of clients: what is let in, and what is sent."""
