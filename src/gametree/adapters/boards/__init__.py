"""Boards of users' rules: found in their states, shown, and clicked."""
