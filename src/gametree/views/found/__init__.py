"""Boards that games do not describe: found in their states, shown, and clicked."""
